/** One's own sessions: shown with where they are, ended one by one and all together, and how long they last. */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import { readHistory } from "../../../ground/platform/history.contract.ts";
import { systemRandom } from "../../../ground/platform/server/process/clock.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { createUser } from "../users/users.server.ts";
import { deviceOf } from "./devices.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "./own-sessions.contract.ts";
import { chooseLanguage, csrfToken, currentUser, login, logout, switchUser } from "./sign-in.contract.ts";

const good = "zeven kleine geitjes";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

let world: World;
let serial = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function makeUser() {
  const username = `sara${++serial}`;
  const made = { clock: world.clock, random: systemRandom };
  const id = await createUser(world.db, made, {
    username,
    name: "Sara",
    password: good,
    acl: ["ROLE_EMPLOYEE"],
    kind: "staff",
  });
  return { id, username };
}

async function loggedIn(username: string, userAgent: string, ip: string): Promise<Visitor> {
  const visitor = world.guest();
  const headers = { "user-agent": userAgent, "x-forwarded-for": ip };
  await visitor.call(login, { body: { username, password: good }, headers });
  return visitor;
}

describe("one's own sessions", () => {
  it("are shown with device, address and last use, and can be ended, one or all the others", async () => {
    const { username } = await makeUser();
    const here = await loggedIn(username, firefox, "198.51.100.7");
    const there = await loggedIn(username, phone, "203.0.113.9");
    const elsewhere = await loggedIn(username, "curl/8", "203.0.113.10");
    const { items } = await here.call(listOwnSessions);
    expect(items.map(({ device, ip, isCurrent }) => [device, ip, isCurrent]).sort()).toEqual([
      ["", "203.0.113.10", false],
      ["Firefox, Windows", "198.51.100.7", true],
      ["Safari, iPhone", "203.0.113.9", false],
    ]);
    const ofPhone = items.find(({ ip }) => ip === "203.0.113.9");
    expect(await here.call(endOwnSession, { params: { id: ofPhone?.id ?? "" } })).toEqual({ ended: 1 });
    expect((await there.call(currentUser)).user).toBeNull();
    expect(await here.call(endOtherSessions)).toEqual({ ended: 1 });
    expect((await elsewhere.call(currentUser)).user).toBeNull();
    expect((await here.call(currentUser)).user?.username).toBe(username);
  });

  it("are ended in words that the history has", async () => {
    const { id, username } = await makeUser();
    const here = await loggedIn(username, firefox, "198.51.100.7");
    await loggedIn(username, phone, "203.0.113.9");
    await here.call(endOtherSessions);
    const chief = await world.login(["*"]);
    const { items } = await chief.call(readHistory, { params: { subject: "app_user", subjectId: String(id) } });
    expect(items[0]).toMatchObject({
      action: "access.endSessions",
      actionText: "Own sessions ended",
      changes: [{ label: "Ended", after: 1 }],
    });
  });

  it("are visible to nobody else, and the current one is ended by logging out", async () => {
    const mine = await loggedIn((await makeUser()).username, firefox, "198.51.100.7");
    const theirs = await loggedIn((await makeUser()).username, firefox, "198.51.100.8");
    const [session] = (await theirs.call(listOwnSessions)).items;
    const id = session?.id ?? "";
    expect((await mine.refused(endOwnSession, { params: { id } })).status).toBe(404);
    expect((await theirs.refused(endOwnSession, { params: { id } })).status).toBe(404);
    expect((await world.guest().refused(listOwnSessions)).status).toBe(401);
  });

  it("are not those of an impersonated user; impersonation is among one's own", async () => {
    const chief = await world.login({ acl: ["*"] });
    const { id } = await makeUser();
    await chief.call(switchUser, { params: { id } });
    expect((await chief.refused(listOwnSessions)).status).toBe(400);
  });
});

describe("how long a session lasts", () => {
  const later = (minutes: number): void => world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000));

  it("is a setting, idle and in any case", async () => {
    await world.work((ctx) => changeSettings(ctx, { sessionIdleMinutes: 10, sessionHours: 1 }));
    const idle = await world.login(["ROLE_EMPLOYEE"]);
    later(9);
    expect((await idle.call(currentUser)).user).not.toBeNull();
    later(11);
    expect((await idle.call(currentUser)).user).toBeNull();
    const busy = await world.login(["ROLE_EMPLOYEE"]);
    for (let step = 0; step < 7; step++) {
      later(8);
      expect((await busy.call(currentUser)).user).not.toBeNull();
    }
    later(8);
    expect((await busy.call(currentUser)).user).toBeNull();
    await world.work((ctx) => changeSettings(ctx, { sessionIdleMinutes: 60, sessionHours: 12 }));
  });
});

describe("a typed address", () => {
  const typed = { accept: "text/html", "sec-fetch-site": "none" };

  it("logs out, and leads to the login", async () => {
    const visitor = await world.login(["ROLE_EMPLOYEE"]);
    const reply = await visitor.raw("GET", "/logout", { headers: typed });
    expect([reply.status, reply.headers.get("location")]).toEqual([303, "/login"]);
    expect((await visitor.call(currentUser)).user).toBeNull();
  });

  it("ends acting as somebody else", async () => {
    const chief = await world.login({ acl: ["*"] });
    const { id, username } = await makeUser();
    expect((await chief.call(switchUser, { params: { id } })).user.username).toBe(username);
    const reply = await chief.raw("GET", "/logout-user", { headers: typed });
    expect([reply.status, reply.headers.get("location")]).toEqual([303, "/"]);
    expect((await chief.call(currentUser)).user?.previous).toBeNull();
  });

  it("cannot be used by a link or image on another site, and changes nothing else", async () => {
    const chief = await world.login({ acl: ["*"] });
    const { id } = await makeUser();
    for (const [path, headers] of [
      ["/logout", { ...typed, "sec-fetch-site": "cross-site" }],
      ["/logout", { ...typed, "sec-fetch-site": "same-site" }],
      ["/logout", { accept: "text/html" }],
      [`/api/v4/users/switch/${id}`, typed],
    ] as const) {
      const reply = await chief.raw("GET", path, { headers });
      expect([reply.status, reply.headers.get("content-type")], path).toEqual([403, "text/html; charset=utf-8"]);
    }
    expect((await chief.call(currentUser)).user?.previous).toBeNull();
  });
});

describe("one's own language", () => {
  it("is kept for screens and mails alike, and shown in every browser", async () => {
    const { id, username } = await makeUser();
    const here = await loggedIn(username, firefox, "198.51.100.7");
    expect((await here.call(currentUser)).user?.lang).toBe("nl");
    expect(await here.call(chooseLanguage, { body: { language: "de" } })).toEqual({ language: "de" });
    const there = await loggedIn(username, phone, "203.0.113.9");
    const asked = { headers: { "accept-language": "en" } };
    expect((await there.call(currentUser, asked)).user?.lang).toBe("de");
    const row = await world.db
      .selectFrom("app_user")
      .select(["lang", "version"])
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row).toEqual({ lang: "de", version: 2 });
  });

  it("cannot be set while impersonating, by a guest, or to an unsupported one", async () => {
    const chief = await world.login({ acl: ["*"] });
    const { id } = await makeUser();
    await chief.call(switchUser, { params: { id } });
    expect((await chief.refused(chooseLanguage, { body: { language: "en" } })).status).toBe(403);
    expect((await world.guest().refused(chooseLanguage, { body: { language: "en" } })).status).toBe(401);
    const own = await world.login(["ROLE_EMPLOYEE"]);
    expect((await own.refused(chooseLanguage, { body: wrong({ language: "xx" }) })).status).toBe(400);
  });
});

describe("the browser", () => {
  it("is told to clear our pages at logout", async () => {
    const visitor = await world.login(["ROLE_EMPLOYEE"]);
    expect((await visitor.send(logout)).headers.get("clear-site-data")).toBe('"cache"');
  });

  it("binds the cookie to this host behind TLS", async () => {
    const secure = await startWorld({ env: { BASE_URL: "https://vorder.example" } });
    const reply = await secure.guest().send(csrfToken);
    expect(reply.headers.getSetCookie().join()).toMatch(/__Host-vorder_session=[\w-]{43}; Path=\/; HttpOnly; Secure/);
    await secure.close();
  });
});

it("trusts a forwarded address only from a configured proxy", async () => {
  const strict = await startWorld({ env: { TRUSTED_PROXIES: "10.9.8.7" } });
  const username = "nobody-of-that-name";
  await strict
    .guest()
    .send(login, { body: { username, password: "wrong here" }, headers: { "x-forwarded-for": "203.0.113.9" } });
  await strict
    .guest()
    .send(login, { body: { username, password: "wrong here" }, headers: { "x-forwarded-for": "198.51.100.9" } });
  const rows = await strict.db.selectFrom("login_attempt").select("origin_key").execute();
  expect(new Set(rows.map(({ origin_key }) => origin_key.toString("hex"))).size).toBe(1);
  await strict.close();
});

test.each([
  [firefox, "Firefox, Windows"],
  [phone, "Safari, iPhone"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome, Linux",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome, Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge, macOS",
  ],
  ["curl/8", ""],
])("%s is %j", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
