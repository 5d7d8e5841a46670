/** The story of logging in, told by attacking it. */
import { argon2Sync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import { systemRandom } from "../../../ground/platform/server/process/clock.ts";
import { guessBudget } from "../access.ts";
import { createUser } from "../users/users.server.ts";
import { hashPassword, setHashMemory, verifyPassword } from "./hashing.server.ts";
import { changePassword, csrfToken, currentUser, login, logout } from "./sign-in.contract.ts";

const good = "zeven kleine geitjes";
let world: World;
let serial = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function makeUser(acl: readonly "ROLE_EMPLOYEE"[] = ["ROLE_EMPLOYEE"]) {
  const username = `anna${++serial}`;
  const id = await createUser(
    world.db,
    { clock: world.clock, random: systemRandom },
    { username, name: "Anna de Vries", email: `${username}@example.test`, password: good, acl, kind: "staff" },
  );
  return { id, username };
}

/** Every test speaks from a network of its own unless it says otherwise. */
const from = (network: number) => ({ "x-forwarded-for": `198.${18 + Math.floor(network / 256)}.${network % 256}.7` });
let networks = 0;
const elsewhere = () => from(++networks);

const tryLogin = (visitor: Visitor, username: string, password: string, headers = elsewhere()) =>
  visitor.send(login, { body: { username, password }, headers });

describe("logging in", () => {
  it("gives the user, under a new session id, and marks the browser", async () => {
    const { username, id } = await makeUser();
    const visitor = world.guest();
    await visitor.call(csrfToken);
    const before = visitor.cookie("vorder_session");
    const reply = await visitor.call(login, { body: { username, password: good }, headers: elsewhere() });
    expect(reply.user).toMatchObject({ id, username, acl: ["ROLE_EMPLOYEE"], previous: null });
    expect(visitor.cookie("vorder_session")).not.toBe(before);
    expect(visitor.cookie("vorder_device")).toMatch(/^[\w-]{43}$/);
    expect((await visitor.call(currentUser)).user?.id).toBe(id);
  });

  it("does not adopt a planted session id (fixation)", async () => {
    const { username } = await makeUser();
    const attacker = world.guest();
    await attacker.call(csrfToken);
    const planted = attacker.cookie("vorder_session");
    const victim = world.guest();
    const cookie = `vorder_session=${planted}`;
    const reply = await victim.raw("POST", login.path, {
      headers: { cookie, "content-type": "application/json", "x-requested-with": "XMLHttpRequest", ...elsewhere() },
      body: JSON.stringify({ username, password: good }),
    });
    expect(reply.status).toBe(200);
    expect((await attacker.call(currentUser)).user).toBeNull();
  });

  it("ignores case and surrounding spaces of the name", async () => {
    const { username, id } = await makeUser();
    const reply = await world.guest().call(login, {
      body: { username: `  ${username.toUpperCase()} `, password: good },
      headers: elsewhere(),
    });
    expect(reply.user.id).toBe(id);
  });

  it("gives the same reply for a wrong password, an unknown name, a user without password and one without access", async () => {
    const { username } = await makeUser();
    const inactive = await makeUser();
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", inactive.id).execute();
    const without = await makeUser();
    await world.db.updateTable("app_user").set({ password_hash: null }).where("id", "=", without.id).execute();
    const replies = await Promise.all([
      tryLogin(world.guest(), username, "not this one at all"),
      tryLogin(world.guest(), "nobody-of-that-name", good),
      tryLogin(world.guest(), inactive.username, good),
      tryLogin(world.guest(), without.username, good),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401, 401]);
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    expect(replies[0]?.json()).toMatchObject({ errors: { common: ["Username or password is wrong."] } });
  });

  it("takes the same effort for an unknown name", async () => {
    setHashMemory(64);
    const hash = await hashPassword(good, systemRandom);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await verifyPassword(good, hash)).toEqual({ matches: true, stale: false });
    // No stored hash: the same parameters are spent, and even the right bytes would not match.
    expect(await verifyPassword(good, null)).toEqual({ matches: false, stale: false });
    setHashMemory(world.vorder.parts.environment.passwordMemoryMib);
  });

  it("upgrades an old hash during a login", async () => {
    const { username, id } = await makeUser();
    setHashMemory(64);
    const salt = Buffer.from("0123456789abcdef");
    const old = argon2Sync("argon2id", {
      message: Buffer.from(good),
      nonce: salt,
      memory: 1024,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const strip = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
    const weak = `$argon2id$v=19$m=1024,t=1,p=1$${strip(salt)}$${strip(Buffer.from(old))}`;
    await world.db.updateTable("app_user").set({ password_hash: weak }).where("id", "=", id).execute();
    expect((await tryLogin(world.guest(), username, good)).status).toBe(200);
    const { password_hash } = await world.db
      .selectFrom("app_user")
      .select("password_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect((await tryLogin(world.guest(), username, good)).status).toBe(200);
    setHashMemory(world.vorder.parts.environment.passwordMemoryMib);
  });

  it("refuses requests from other sites (login CSRF)", async () => {
    const { username } = await makeUser();
    const body = JSON.stringify({ username, password: good });
    const send = (headers: Record<string, string>) =>
      world
        .guest()
        .raw("POST", login.path, { headers: { "content-type": "application/json", ...elsewhere(), ...headers }, body });
    const ours = { "x-requested-with": "XMLHttpRequest" };
    expect((await send({})).status).toBe(403);
    expect((await send({ ...ours, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await send({ ...ours, "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await send({ ...ours, origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await send({ ...ours, origin: "null" })).status).toBe(403);
    expect((await send({ ...ours, origin: world.base, "sec-fetch-site": "same-origin" })).status).toBe(200);
    const form = await world.guest().raw("POST", login.path, {
      headers: { "content-type": "application/x-www-form-urlencoded", ...elsewhere() },
      body: new URLSearchParams({ username, password: good }).toString(),
    });
    expect(form.status).toBe(403);
  });

  it("refuses unknown fields and endless passwords without evaluating them", async () => {
    const { username } = await makeUser();
    const headers = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest", ...elsewhere() };
    const extra = await world.guest().raw("POST", login.path, {
      headers,
      body: JSON.stringify({ username, password: good, acl: ["*"] }),
    });
    expect(extra.status).toBe(400);
    const long = await world.guest().raw("POST", login.path, {
      headers,
      body: JSON.stringify({ username, password: "x".repeat(5000) }),
    });
    expect(long.status).toBe(400);
  });
});

describe("guessing", () => {
  it("is limited per network, then per account, and the owner can still log in from a known browser", async () => {
    const { username } = await makeUser();
    const owner = world.guest();
    await owner.call(login, { body: { username, password: good }, headers: elsewhere() });
    await owner.call(logout);

    const attacker = world.guest();
    const one = elsewhere();
    const statuses: number[] = [];
    for (let guess = 0; guess < guessBudget.network + 2; guess++) {
      statuses.push((await tryLogin(attacker, username, `guess number ${guess}`, one)).status);
    }
    expect(statuses).toEqual([...Array(guessBudget.network).fill(401), 429, 429]);
    // From many networks: only the rest of the account's part is evaluated, the right password or not.
    const spread: number[] = [];
    for (let guess = 0; guess < 8; guess++) spread.push((await tryLogin(attacker, username, `spread ${guess}`)).status);
    expect(spread.filter((status) => status === 401)).toHaveLength(guessBudget.strangers - guessBudget.network);
    expect((await tryLogin(attacker, username, good)).status).toBe(429);

    // The owner, in the browser they used before, is not locked out, even from the attacker's own network.
    expect((await tryLogin(owner, username, good, one)).status).toBe(200);
    // And the budget comes back with time.
    world.clock.set(new Date(world.clock.now().getTime() + 61 * 60_000));
    expect((await tryLogin(world.guest(), username, good)).status).toBe(200);
  });

  it("evaluates no more than the budget when a hundred come at once", async () => {
    const { username } = await makeUser();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, guess) => tryLogin(world.guest(), username, `at once ${guess}`)),
    );
    const evaluated = replies.filter((reply) => reply.status === 401).length;
    expect(evaluated).toBe(guessBudget.strangers);
    expect(replies.every((reply) => reply.status === 401 || reply.status === 429)).toBe(true);
    const { count } = await world.db
      .selectFrom("login_attempt")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("at", "=", world.clock.now())
      .where("succeeded", "=", false)
      .where("trusted", "=", false)
      .executeTakeFirstOrThrow();
    expect(count).toBe(evaluated);
  });

  it("treats an unknown name in exactly the same way", async () => {
    const network = elsewhere();
    const statuses: number[] = [];
    for (let guess = 0; guess < guessBudget.network + 1; guess++) {
      statuses.push((await tryLogin(world.guest(), "nobody-at-all", `guess ${guess} of many`, network)).status);
    }
    expect(statuses.at(-2)).toBe(401);
    expect(statuses.at(-1)).toBe(429);
  });

  it("does not trust another user's device cookie, or a forged one", async () => {
    const anna = await makeUser();
    const bert = await makeUser();
    const browser = world.guest();
    await browser.call(login, { body: { username: bert.username, password: good }, headers: elsewhere() });
    const device = browser.cookie("vorder_device") ?? "";
    const rows = await world.db
      .selectFrom("trusted_device")
      .select("user_id")
      .where("token_hash", "=", hashOf(device))
      .execute();
    expect(rows).toEqual([{ user_id: bert.id }]);
    for (let guess = 0; guess < guessBudget.strangers; guess++) {
      await tryLogin(world.guest(), anna.username, `guess ${guess} at anna`);
    }
    expect((await tryLogin(browser, anna.username, good)).status).toBe(429);
  });
});

describe("a session", () => {
  it("ends by logging out, for good", async () => {
    const { username } = await makeUser();
    const visitor = world.guest();
    await visitor.call(login, { body: { username, password: good }, headers: elsewhere() });
    const stolen = `vorder_session=${visitor.cookie("vorder_session")}`;
    await visitor.call(logout);
    expect((await visitor.call(currentUser)).user).toBeNull();
    const replay = await world.guest().raw("GET", currentUser.path, { headers: { cookie: stolen } });
    expect(replay.json()).toEqual({ user: null });
  });

  it("cannot be ended by a link or an image on another site", async () => {
    const visitor = await world.login(["ROLE_EMPLOYEE"]);
    const picture = await visitor.raw("GET", logout.path, {
      headers: { "sec-fetch-site": "cross-site", accept: "image/*" },
    });
    expect(picture.status).toBe(403);
    const link = await visitor.raw("GET", logout.path, {
      headers: { "sec-fetch-site": "cross-site", accept: "text/html" },
    });
    expect(link.status).toBe(403);
    expect((await visitor.call(currentUser)).user?.id).toBe(visitor.userId);
    const own = await visitor.raw("GET", logout.path, {
      headers: { "sec-fetch-site": "same-origin", accept: "text/html" },
    });
    expect(own.status).toBe(303);
    expect(own.headers.get("location")).toBe("/login");
    expect((await visitor.call(currentUser)).user).toBeNull();
  });

  it("runs out when idle, and in any case after twelve hours", async () => {
    const idle = await world.login(["ROLE_EMPLOYEE"]);
    world.clock.set(new Date(world.clock.now().getTime() + 61 * 60_000));
    expect((await idle.call(currentUser)).user).toBeNull();
    const busy = await world.login(["ROLE_EMPLOYEE"]);
    const seen: boolean[] = [];
    for (let halfHour = 0; halfHour < 25; halfHour++) {
      world.clock.set(new Date(world.clock.now().getTime() + 30 * 60_000));
      seen.push((await busy.call(currentUser)).user !== null);
    }
    expect(seen.filter(Boolean)).toHaveLength(23);
    expect(seen.slice(-2)).toEqual([false, false]);
  });

  it("loses a role or the user from the next request", async () => {
    const visitor = await world.login(["ROLE_EMPLOYEE"]);
    await world.db.updateTable("app_user").set({ acl: [] }).where("id", "=", visitor.userId).execute();
    expect((await visitor.call(currentUser)).user?.acl).toEqual([]);
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", visitor.userId).execute();
    expect((await visitor.call(currentUser)).user).toBeNull();
  });
});

describe("changing one's password", () => {
  const next = "acht grote geitebokken";

  it("needs the current one, ends other sessions, and continues under a new session id", async () => {
    const { username, id } = await makeUser();
    const here = world.guest();
    const there = world.guest();
    for (const visitor of [here, there])
      await visitor.call(login, { body: { username, password: good }, headers: elsewhere() });
    const before = here.cookie("vorder_session");
    const wrong = await here.refused(changePassword, {
      body: { currentPassword: "not the present one", password: next, passwordRepeat: next },
    });
    expect(wrong.body.errors?.currentPassword).toEqual(["The current password is wrong."]);
    await here.call(changePassword, { body: { currentPassword: good, password: next, passwordRepeat: next } });
    expect(here.cookie("vorder_session")).not.toBe(before);
    expect((await here.call(currentUser)).user?.id).toBe(id);
    expect((await there.call(currentUser)).user).toBeNull();
    expect((await tryLogin(world.guest(), username, good)).status).toBe(401);
    expect((await tryLogin(world.guest(), username, next)).status).toBe(200);
    const kept = await world.db.selectFrom("idempotency").selectAll().where("user_id", "=", id).execute();
    expect(kept).toEqual([]);
  });

  it.each([
    ["te kort", "te kort", "password", "Use at least 12 characters."],
    [
      "welkom123456",
      "welkom123456",
      "password",
      "This password is too easy to guess. Avoid common words, names, years and sequences.",
    ],
    [next, "acht grote geitenbokken", "passwordRepeat", "The two passwords are not the same."],
    ["te kort", "anders", "password passwordRepeat", "Use at least 12 characters. The two passwords are not the same."],
    [good, good, "password", "Choose a password other than the current one."],
  ])("refuses %s", async (password, passwordRepeat, field, message) => {
    const { username } = await makeUser();
    const visitor = world.guest();
    await visitor.call(login, { body: { username, password: good }, headers: elsewhere() });
    const error = await visitor.refused(changePassword, { body: { currentPassword: good, password, passwordRepeat } });
    expect(error.status).toBe(400);
    const errors = Object.entries(error.body.errors ?? {});
    expect(errors.map(([name]) => name).join(" ")).toBe(field);
    expect(errors.flatMap(([, messages]) => messages).join(" ")).toBe(message);
  });

  it("allows few guesses in an open session", async () => {
    const { username } = await makeUser();
    const visitor = world.guest();
    await visitor.call(login, { body: { username, password: good }, headers: elsewhere() });
    const statuses: number[] = [];
    for (let guess = 0; guess <= guessBudget.trusted; guess++) {
      const body = { currentPassword: `my guess ${guess}`, password: next, passwordRepeat: next };
      statuses.push((await visitor.refused(changePassword, { body })).status);
    }
    expect(statuses).toEqual([...Array(guessBudget.trusted).fill(400), 429]);
  });

  it("needs the csrf token and a login", async () => {
    const body = { currentPassword: good, password: next, passwordRepeat: next };
    expect((await world.guest().refused(changePassword, { body })).status).toBe(401);
    const visitor = await world.login(["ROLE_EMPLOYEE"]);
    const reply = await visitor.raw("POST", changePassword.path, {
      headers: { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" },
      body: JSON.stringify({ ...body, _token: "not the token" }),
    });
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ code: "csrf" });
  });
});

describe("the audit trail", () => {
  const linesOf = (username: string) =>
    world.db
      .selectFrom("audit_log")
      .select(["action", "user_id", "subject_id"])
      .where("username", "=", username)
      .orderBy("id")
      .execute();

  it("records failed and successful logins under the account's name, and unknown names", async () => {
    const { username, id } = await makeUser();
    const headers = elsewhere();
    await tryLogin(world.guest(), username.toUpperCase(), "verkeerd", headers);
    const visitor = world.guest();
    await tryLogin(visitor, username, good, headers);
    await visitor.send(logout);
    await tryLogin(world.guest(), " niemand ", "verkeerd", headers);
    const of = { user_id: id, subject_id: String(id) };
    expect(await linesOf(username)).toEqual([
      { action: "access.loginFailed", ...of },
      { action: "access.login", ...of },
      { action: "access.logout", ...of },
    ]);
    expect(await linesOf("niemand")).toEqual([{ action: "access.loginFailed", user_id: 0, subject_id: "0" }]);
  });

  it("is not flooded by guesses: attempts beyond the budget write no line", async () => {
    const { username } = await makeUser();
    const headers = elsewhere();
    for (let at = 0; at < guessBudget.network + 5; at += 1)
      await tryLogin(world.guest(), username, "verkeerd", headers);
    expect(await linesOf(username)).toHaveLength(guessBudget.network);
  });
});
