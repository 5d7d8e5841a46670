/** The stories of the forgotten password and of the bot check, told by attacking them. */
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { readHistory } from "../../../ground/platform/history.contract.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import { systemRandom } from "../../../ground/platform/server/process/clock.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { guessBudget } from "../access.ts";
import { trustBrowser } from "../sign-in/sessions.contract.ts";
import {
  captchaChallenge,
  completeReset,
  csrfToken,
  currentUser,
  login,
  requestPasswordReset,
} from "../sign-in/sign-in.contract.ts";
import { createUser } from "../users/users.server.ts";

const good = "zeven kleine geitjes";
const next = "acht grote geitebokken";
let world: World;
let peer: MailPeer;
let serial = 0;
let networks = 0;
const elsewhere = () => ({ "x-forwarded-for": `203.0.${++networks}.9` });

const makeUser = async (of: World, more: { email?: string; lang?: "nl" | "en" } = {}) => {
  const username = `bert${++serial}`;
  const id = await createUser(
    of.db,
    { clock: of.clock, random: systemRandom },
    {
      username,
      name: "Bert Bakker",
      email: `${username}@example.test`,
      password: good,
      acl: ["ROLE_EMPLOYEE"],
      kind: "staff",
      ...more,
    },
  );
  return { id, username };
};

/** Somebody with a csrf token. */
const guestOf = async (of: World): Promise<Visitor> => {
  const visitor = of.guest();
  await visitor.call(csrfToken);
  return visitor;
};

const mailsTo = async (of: World, address: string) => {
  await of.drain();
  return peer.messages.filter(({ to }) => to === address);
};

const tokenIn = (text: string): string => /\/reset-password\/([\w-]{43})\s/.exec(text)?.[1] ?? "";

async function askFor(of: World, username: string): Promise<string> {
  await (await guestOf(of)).call(requestPasswordReset, { body: { username } });
  const { email } = await of.db
    .selectFrom("app_user")
    .select("email")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return tokenIn((await mailsTo(of, email ?? "")).at(-1)?.text ?? "");
}

beforeAll(async () => {
  peer = await startMailPeer();
  world = await startWorld({ env: { BASE_URL: "https://incasso.example", SMTP_URL: peer.url } });
});
afterAll(async () => {
  await world.close();
  await peer.close();
});

describe("a forgotten password", () => {
  it("is replaced by a link that is mailed in the user's language, and works once", async () => {
    const { username, id } = await makeUser(world);
    const token = await askFor(world, username);
    const [sent] = await mailsTo(world, `${username}@example.test`);
    expect(sent?.text).toMatch(/^Subject: .*Nieuw wachtwoord kiezen/m);
    expect(sent?.text).toContain(`https://incasso.example/reset-password/${token}\r\n`);
    const visitor = await guestOf(world);
    await visitor.call(completeReset, { body: { token, password: next, passwordRepeat: next } });
    const again = await visitor.refused(completeReset, { body: { token, password: good, passwordRepeat: good } });
    expect(again.body.errors?.common).toEqual(["This link is not valid (any more). Ask for a new one."]);
    expect(
      (await world.guest().refused(login, { body: { username, password: good }, headers: elsewhere() })).status,
    ).toBe(401);
    expect((await visitor.call(login, { body: { username, password: next }, headers: elsewhere() })).user.id).toBe(id);
  });

  it("can be requested by e-mail address too, ignoring case", async () => {
    const { username } = await makeUser(world);
    const address = `${username}@example.test`;
    await (await guestOf(world)).call(requestPasswordReset, { body: { username: ` ${address.toUpperCase()} ` } });
    expect(await mailsTo(world, address)).toHaveLength(1);
  });

  it("gets the same reply byte for byte for an unknown user, and sends nothing", async () => {
    const { username } = await makeUser(world);
    const visitor = await guestOf(world);
    const before = (await world.db.selectFrom("outbox").select("id").execute()).length;
    const known = await visitor.send(requestPasswordReset, { body: { username } });
    const unknown = await visitor.send(requestPasswordReset, { body: { username: "nobody@example.test" } });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    await world.drain();
    expect((await world.db.selectFrom("outbox").select("id").execute()).length).toBe(before + 1);
  });

  it("uses no host from the request's headers", async () => {
    const { username } = await makeUser(world);
    await (await guestOf(world)).call(requestPasswordReset, {
      body: { username },
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    });
    const [sent] = await mailsTo(world, `${username}@example.test`);
    expect(sent?.text).not.toContain("evil.example");
  });

  it("sends at most three links an hour", async () => {
    const { username } = await makeUser(world);
    const visitor = await guestOf(world);
    for (let request = 0; request < 6; request++) await visitor.call(requestPasswordReset, { body: { username } });
    expect(await mailsTo(world, `${username}@example.test`)).toHaveLength(3);
  });

  it("runs out after an hour", async () => {
    const { username } = await makeUser(world);
    const token = await askFor(world, username);
    world.clock.set(new Date(world.clock.now().getTime() + 61 * 60_000));
    const error = await (await guestOf(world)).refused(completeReset, {
      body: { token, password: next, passwordRepeat: next },
    });
    expect(error.status).toBe(400);
  });

  it("keeps its link when the new password is refused, and invalidates the other links once one is used", async () => {
    const { username } = await makeUser(world);
    const first = await askFor(world, username);
    const second = await askFor(world, username);
    expect(second).not.toBe(first);
    const visitor = await guestOf(world);
    const weak = await visitor.refused(completeReset, {
      body: { token: second, password: "welkom123456", passwordRepeat: "welkom123456" },
    });
    expect(Object.keys(weak.body.errors ?? {})).toEqual(["password"]);
    await visitor.call(completeReset, { body: { token: second, password: next, passwordRepeat: next } });
    expect(
      (await visitor.refused(completeReset, { body: { token: first, password: next, passwordRepeat: next } })).status,
    ).toBe(400);
  });

  it("used twice at once changes the password once", async () => {
    const { username, id } = await makeUser(world);
    const token = await askFor(world, username);
    const visitors = await Promise.all([1, 2, 3].map(() => guestOf(world)));
    const replies = await Promise.all(
      visitors.map((visitor) => visitor.send(completeReset, { body: { token, password: next, passwordRepeat: next } })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400]);
    const audits = await world.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", String(id))
      .where("action", "=", "access.resetPassword")
      .execute();
    expect(audits).toHaveLength(1);
  });

  it("ends every session, and lets the owner log in although strangers have used up the guesses", async () => {
    const { username, id } = await makeUser(world);
    const inside = world.guest();
    await inside.call(login, { body: { username, password: good }, headers: elsewhere() });
    for (let guess = 0; guess < guessBudget.strangers; guess++) {
      await world.guest().send(login, { body: { username, password: `guess ${guess} of them` }, headers: elsewhere() });
    }
    const owner = await guestOf(world);
    expect((await owner.refused(login, { body: { username, password: good }, headers: elsewhere() })).status).toBe(429);
    const token = await askFor(world, username);
    await owner.call(completeReset, { body: { token, password: next, passwordRepeat: next } });
    expect((await inside.call(currentUser)).user).toBeNull();
    expect((await owner.call(login, { body: { username, password: next }, headers: elsewhere() })).user.id).toBe(id);
  });

  it("still allows a login with the password in a new browser, while strangers have used up the guesses", async () => {
    const { username, id } = await makeUser(world);
    for (let guess = 0; guess < 20; guess++)
      await (await guestOf(world)).send(login, {
        body: { username, password: `guess ${guess} at it` },
        headers: elsewhere(),
      });
    const owner = await guestOf(world);
    const attempt = () => owner.send(login, { body: { username, password: good }, headers: elsewhere() });
    expect((await attempt()).status).toBe(429);
    const token = await askFor(world, username);
    await owner.call(trustBrowser, { body: { token } });
    expect((await attempt()).status).toBe(200);
    expect((await owner.call(currentUser)).user?.id).toBe(id);
    const lines = world.db.selectFrom("audit_log").select(["user_id", "username"]).where("subject_id", "=", String(id));
    expect(await lines.where("action", "=", "access.knowBrowser").execute()).toEqual([{ user_id: id, username }]);
    const chief = await world.login(["*"]);
    const { items } = await chief.call(readHistory, { params: { subject: "app_user", subjectId: String(id) } });
    expect(items.map(({ actionText }) => actionText)).toContain("Made a browser known by a reset link");
    // Once, and not for a new password after that; the guessers are where they were.
    expect((await owner.refused(trustBrowser, { body: { token } })).body.errors).toHaveProperty("common");
    const stranger = await guestOf(world);
    expect(
      (await stranger.refused(completeReset, { body: { token, password: next, passwordRepeat: next } })).status,
    ).toBe(400);
    expect((await stranger.send(login, { body: { username, password: good }, headers: elsewhere() })).status).toBe(429);
  });

  it("does not work for a user who may not log in, and stores no token in the database", async () => {
    const { username, id } = await makeUser(world);
    const token = await askFor(world, username);
    const rows = await world.db.selectFrom("password_reset").selectAll().where("user_id", "=", id).execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", id).execute();
    const error = await (await guestOf(world)).refused(completeReset, {
      body: { token, password: next, passwordRepeat: next },
    });
    expect(error.status).toBe(400);
    await (await guestOf(world)).call(requestPasswordReset, { body: { username } });
    expect(await mailsTo(world, `${username}@example.test`)).toHaveLength(1);
  });

  it("needs the csrf token at both steps", async () => {
    const headers = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
    for (const [path, body] of [
      [requestPasswordReset.path, { username: "anybody" }],
      [completeReset.path, { token: "x", password: next, passwordRepeat: next }],
    ] as const) {
      const reply = await world.guest().raw("POST", path, { headers, body: JSON.stringify(body) });
      expect(reply.json()).toMatchObject({ code: "csrf" });
    }
  });
});

describe("the bot check", () => {
  let guarded: World;
  let username: string;

  const challenged = z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      data: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
    signature: z.string(),
  });

  async function challenge(action: "app_login" | "reset_password" = "app_login") {
    const reply = await guarded.guest().call(captchaChallenge, { query: { action } });
    if (reply.kind !== "altcha") throw new Error(`expected a challenge, got ${reply.kind}`);
    return challenged.parse(reply.challenge);
  }

  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");

  async function solve(given: z.infer<typeof challenged>): Promise<string> {
    const solution = await solveChallenge({ challenge: given, deriveKey });
    return encode({ challenge: given, solution });
  }

  const send = (captcha: string | null) =>
    guarded.guest().send(login, { body: { username, password: good, captcha }, headers: elsewhere() });

  beforeAll(async () => {
    guarded = await startWorld({ env: { CAPTCHA: "altcha" } });
    username = (await makeUser(guarded)).username;
  });
  afterAll(() => guarded.close());

  it("lets an answered challenge through, once", async () => {
    const captcha = await solve(await challenge());
    expect((await send(captcha)).status).toBe(200);
    const again = await send(captcha);
    expect(again.status).toBe(400);
    expect(again.json()).toMatchObject({ errors: { common: ["The bot check did not succeed. Please try again."] } });
  });

  it("is used up by a wrong password too", async () => {
    const captcha = await solve(await challenge());
    const wrong = await guarded.guest().send(login, {
      body: { username, password: "not this one at all", captcha },
      headers: elsewhere(),
    });
    expect(wrong.status).toBe(401);
    expect((await send(captcha)).status).toBe(400);
  });

  it("refuses a missing, invalid, unsolved or weakened challenge", async () => {
    const given = await challenge();
    const attempts = [
      null,
      "",
      "nonsense",
      encode({ challenge: given, solution: { counter: 0, derivedKey: "00" } }),
      await solve({ ...given, parameters: { ...given.parameters, keyPrefix: "0" } }),
      await solve({ ...given, parameters: { ...given.parameters, cost: 1, keyPrefix: "0" } }),
      encode({ __proto__: null, challenge: [], solution: "x" }),
    ];
    for (const captcha of attempts) expect((await send(captcha)).status).toBe(400);
  });

  it("is valid for one action, and for ten minutes", async () => {
    expect((await send(await solve(await challenge("reset_password")))).status).toBe(400);
    const late = await solve(await challenge());
    guarded.clock.set(new Date(guarded.clock.now().getTime() + 11 * 60_000));
    expect((await send(late)).status).toBe(400);
    const moved = await challenge();
    const longer = {
      ...moved,
      parameters: { ...moved.parameters, data: { ...moved.parameters.data, until: 9_999_999_999 } },
    };
    expect((await send(await solve(longer))).status).toBe(400);
  });

  it("used several times at once lets one through", async () => {
    const captcha = await solve(await challenge());
    const replies = await Promise.all([1, 2, 3].map(() => send(captcha)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400]);
  });

  it("knows no other action", async () => {
    const reply = await guarded.guest().raw("GET", `${captchaChallenge.path}?action=anything`, { headers: {} });
    expect(reply.status).toBe(400);
  });
});

describe("the bot check of a third party", () => {
  let guarded: World;
  beforeAll(async () => {
    guarded = await startWorld({ env: { CAPTCHA: "recaptcha" } });
  });
  afterAll(() => guarded.close());

  it("is announced to the browser with its site key, and allowed by the page's policy; its reply is required", async () => {
    const { username } = await makeUser(guarded);
    await guarded.work((ctx) =>
      changeSettings(ctx, { recaptchaSiteKey: "the-site-key", recaptchaSecret: "the-secret" }),
    );
    const reply = await guarded.guest().send(captchaChallenge, { query: { action: "app_login" } });
    expect(reply.json()).toEqual({ kind: "recaptcha", siteKey: "the-site-key" });
    expect(reply.headers.get("content-security-policy")).toContain(
      "script-src 'self' https://www.google.com/recaptcha/",
    );
    const refused = await guarded.guest().send(login, { body: { username, password: good }, headers: elsewhere() });
    expect(refused.status).toBe(400);
  });

  it("does not change the page's policy when not chosen", async () => {
    const reply = await world.guest().send(captchaChallenge, { query: { action: "app_login" } });
    expect(reply.json()).toEqual({ kind: "off" });
    expect(reply.headers.get("content-security-policy")).not.toContain("google");
  });
});
