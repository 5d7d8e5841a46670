/** Signing in by an OpenID provider: by a real one, and attacked by one that lies. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailsOf } from "../../../app/testing/mails.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import type { Role } from "../../../ground/kernel/access.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import type { OidcClaims } from "../../../ground/platform/server/http/oidc.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import { systemRandom } from "../../../ground/platform/server/process/clock.ts";
import { changeSettings, oidcLogoutAddress, oidcReturn } from "../../../ground/settings/settings.server.ts";
import { type GlobalSettings, settingsOf } from "../../../ground/settings/settings.ts";
import { getUserRights, listUsers } from "../acl/acl.contract.ts";
import { inviteUser } from "../passwords/invite.server.ts";
import { confirmIdentity } from "../second-factor/factors.contract.ts";
import { proofMinutes } from "../second-factor/factors.ts";
import { csrfToken, currentUser, login, logout, switchUser } from "../sign-in/sign-in.contract.ts";
import { createUser } from "../users/users.server.ts";
import { disconnectOwn, disconnectUser, listIdentitiesOf, listOwnIdentities } from "./identities.contract.ts";
import { beginOidc, finishOidc, oidcOffer } from "./oidc.contract.ts";
import {
  clientId,
  clientSecret,
  type Forgery,
  type ForgingProvider,
  type RealProvider,
  startForgingProvider,
  startProvider,
} from "./oidc.factory.ts";
import { provedFactor } from "./oidc-policy.server.ts";

const password = "zeven kleine geitjes";
let world: World;
let provider: RealProvider;
let liar: ForgingProvider;
let serial = 0;

beforeAll(async () => {
  world = await startWorld({ env: { GATEWAY_SECONDS: "2" } });
  const { environment } = world.vorder.parts;
  provider = await startProvider(oidcReturn(environment), oidcLogoutAddress(environment));
  liar = await startForgingProvider();
});
afterAll(async () => {
  await Promise.all([provider.close(), liar.close()]);
  await world.close();
});
beforeEach(() => settle({}));

/** The settings of the real provider, with these changes. */
const settle = (changes: Partial<GlobalSettings>): Promise<void> =>
  world.work((ctx) =>
    changeSettings(ctx, {
      oidcName: "Voorbeeld ID",
      oidcIssuer: provider.origin,
      oidcClientId: clientId,
      oidcSecret: clientSecret,
      oidcPasswords: true,
      oidcByEmail: false,
      oidcSignOut: true,
      ...changes,
    }),
  );

interface Someone {
  readonly acl?: readonly (Role | "*")[];
  readonly kind?: "staff" | "customer" | "contact";
  readonly email?: string;
}

async function makeUser({ acl = ["ROLE_EMPLOYEE"], kind = "staff", email }: Someone = {}) {
  const username = `olga${++serial}`;
  const address = email ?? `${username}@example.test`;
  const id = await createUser(
    world.db,
    { clock: world.clock, random: systemRandom },
    { username, name: "Olga", email: address, password, acl: [...acl], kind },
  );
  return { id, username, email: address };
}

const loggedIn = async (username: string): Promise<Visitor> => {
  const visitor = await guest();
  await visitor.call(login, { body: { username, password }, headers: elsewhere() });
  return visitor;
};
async function guest(): Promise<Visitor> {
  const visitor = world.guest();
  await visitor.call(csrfToken);
  return visitor;
}
/** Every test speaks from a network of its own. */
let networks = 0;
const elsewhere = () => ({ "x-forwarded-for": `198.51.${++networks}.7` });

const begin = (visitor: Visitor, input: { body: BodyOf<typeof beginOidc> } = { body: { purpose: "login" } }) =>
  visitor.call(beginOidc, { ...input, headers: elsewhere() });
const finish = (visitor: Visitor, answer: string) =>
  visitor.send(finishOidc, { body: { answer }, headers: elsewhere() });
const whoIs = async (visitor: Visitor) => (await visitor.call(currentUser)).user?.username ?? null;

/** Signs in at the real provider, in the given browser. */
async function signIn(visitor: Visitor, subject: string) {
  const { url } = await begin(visitor);
  return finish(visitor, await provider.signIn(url, subject));
}

/** An account that is connected with somebody of the real provider. */
async function connected(someone: Someone = {}) {
  const user = await makeUser(someone);
  const subject = `subject-${user.username}`;
  const visitor = await loggedIn(user.username);
  const { url } = await begin(visitor, { body: { purpose: "connect", returnTo: "/account/security" } });
  const reply = await finish(visitor, await provider.signIn(url, subject));
  expect(reply.json()).toMatchObject({ connected: true, returnTo: "/account/security" });
  return { ...user, subject, visitor };
}

const cookieOf = (url: string): string =>
  `vorder_oidc_${hashOf(new URL(url).searchParams.get("state") ?? "")
    .toString("hex")
    .slice(0, 16)}`;

const trail = async (action: string) =>
  world.db.selectFrom("audit_log").selectAll().where("action", "=", action).orderBy("id", "desc").execute();

describe("signing in by a provider", () => {
  it("requests a code with PKCE, state and nonce, and logs in users with a connected account", async () => {
    const { id, username, subject } = await connected();
    const visitor = await guest();
    expect(await visitor.call(oidcOffer)).toEqual({ name: "Voorbeeld ID" });
    const before = visitor.cookie("vorder_session");
    const { url } = await begin(visitor, { body: { purpose: "login", returnTo: "/file/7?tab=log" } });
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({ response_type: "code", code_challenge_method: "S256", client_id: clientId });
    expect(asked.scope).toBe("openid email");
    for (const value of [asked.state, asked.nonce, asked.code_challenge]) expect(value).toMatch(/^[\w-]{43}$/);
    const reply = await finish(visitor, await provider.signIn(url, subject));
    expect(reply.json()).toMatchObject({ user: { id, username }, connected: false, returnTo: "/file/7?tab=log" });
    expect(await whoIs(visitor)).toBe(username);
    expect(visitor.cookie("vorder_session")).not.toBe(before);
    expect((await trail("access.login"))[0]).toMatchObject({ user_id: id, after: { by: "oidc" } });
    expect([...(await trail("access.connectProvider"))].map((row) => row.subject_id)).toContain(String(id));
  });

  it("refuses an unconnected account, creates no user, and writes to the audit trail", async () => {
    const count = () => world.db.selectFrom("app_user").select("id").execute();
    const before = (await count()).length;
    const visitor = await guest();
    const reply = await signIn(visitor, "a-stranger");
    expect(reply.status).toBe(401);
    expect(reply.text).toContain("No account here is connected with your account of Voorbeeld ID.");
    expect(await whoIs(visitor)).toBeNull();
    expect((await count()).length).toBe(before);
    const [line] = await trail("access.loginFailed");
    expect(line?.after).toMatchObject({ why: "unknown", subjectAtProvider: "a-stranger", provider: provider.origin });
  });

  it("accepts a reply once, and only in the browser that began", async () => {
    const { subject, username } = await connected();
    const [visitor, other] = [await guest(), await guest()];
    const { url } = await begin(visitor);
    const answer = await provider.signIn(url, subject);
    // Login CSRF: somebody else's answer, in a browser that began another sign-in.
    await begin(other);
    expect((await finish(other, answer)).text).toContain("did not begin in this browser");
    expect(await whoIs(other)).toBeNull();
    expect((await finish(visitor, answer)).status).toBe(200);
    expect(await whoIs(visitor)).toBe(username);
    expect((await finish(visitor, answer)).status).toBe(401);
  });

  it("expires after fifteen minutes, and when the provider in the settings changes", async () => {
    const { subject } = await connected();
    const late = await guest();
    const { url } = await begin(late);
    const answer = await provider.signIn(url, subject);
    const now = world.clock.now();
    world.clock.set(new Date(now.getTime() + 16 * 60_000));
    expect((await finish(late, answer)).status).toBe(401);
    world.clock.set(now);
    const moved = await guest();
    const second = await begin(moved);
    const mixed = await provider.signIn(second.url, subject);
    await settle({ oidcIssuer: liar.origin, oidcSecret: clientSecret });
    expect((await finish(moved, mixed)).text).toContain("did not begin in this browser");
    expect(liar.exchanges()).toBe(0);
  });

  it.each([
    "https://elders.example/",
    "//elders.example",
    "/\\elders.example",
    "/\t/elders.example",
    "javascript:alert(1)",
  ])("never redirects to %s", async (returnTo) => {
    const { subject } = await connected();
    const visitor = await guest();
    const { url } = await begin(visitor, { body: { purpose: "login", returnTo } });
    const reply = await finish(visitor, await provider.signIn(url, subject));
    expect(reply.json()).toMatchObject({ returnTo: null });
  });

  it("refuses users without access, and anybody but staff", async () => {
    const { id, subject } = await connected();
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", id).execute();
    const reply = await signIn(await guest(), subject);
    expect(reply.status).toBe(401);
    expect(reply.text).toContain("may not log in");
    expect((await trail("access.loginFailed"))[0]).toMatchObject({ user_id: id, after: { why: "inactive" } });
    await world.db.updateTable("app_user").set({ active: true, kind: "contact" }).where("id", "=", id).execute();
    expect((await signIn(await guest(), subject)).status).toBe(401);
    const customer = await loggedIn((await makeUser({ kind: "customer", acl: [] })).username);
    const refused = await customer.refused(beginOidc, { body: { purpose: "connect" } });
    expect(refused.body.errors?.common?.[0]).toContain("for staff only");
  });

  it("needs a CSRF token", async () => {
    const visitor = await guest();
    const { url } = await begin(visitor);
    const reply = await visitor.raw("POST", finishOidc.path, {
      headers: { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" },
      body: JSON.stringify({ answer: `code=x&state=${new URL(url).searchParams.get("state")}` }),
    });
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ code: "csrf" });
  });
});

describe("connecting an account", () => {
  it("is for the logged-in user, for their own account, once", async () => {
    const { subject, visitor, id } = await connected();
    const { items } = await visitor.call(listOwnIdentities);
    expect(items).toMatchObject([{ provider: new URL(provider.origin).host, connectedBy: "own" }]);
    // Somebody else of ours cannot take the same person of the provider, nor this account a second one.
    const other = await loggedIn((await makeUser()).username);
    const stolen = await begin(other, { body: { purpose: "connect" } });
    expect((await finish(other, await provider.signIn(stolen.url, subject))).text).toContain("belongs to another");
    const second = await begin(visitor, { body: { purpose: "connect" } });
    expect((await finish(visitor, await provider.signIn(second.url, "somebody-else"))).status).toBe(401);
    const rows = await world.db.selectFrom("oidc_identity").selectAll().where("user_id", "=", id).execute();
    expect(rows.map((row) => row.subject)).toEqual([subject]);
  });

  it("is refused after a logout, while impersonating, and after a change of user", async () => {
    expect((await (await guest()).refused(beginOidc, { body: { purpose: "connect" } })).status).toBe(401);
    const target = await makeUser();
    const chief = await loggedIn((await makeUser({ acl: ["*"] })).username);
    const { url } = await begin(chief, { body: { purpose: "connect" } });
    const answer = await provider.signIn(url, "subject-of-the-chief");
    await chief.call(switchUser, { params: { id: target.id } });
    expect((await chief.refused(beginOidc, { body: { purpose: "connect" } })).status).toBe(401);
    expect((await finish(chief, answer)).status).toBe(401);
    expect((await chief.refused(listOwnIdentities)).status).toBe(400);
    const rows = await world.db.selectFrom("oidc_identity").select("id").where("user_id", "=", target.id).execute();
    expect(rows).toEqual([]);
  });

  it("is for whoever has just shown who they are, not for an open screen that somebody finds", async () => {
    const { username } = await makeUser();
    const visitor = await loggedIn(username);
    world.clock.set(new Date(world.clock.now().getTime() + (proofMinutes + 1) * 60_000));
    const refused = await visitor.refused(beginOidc, { body: { purpose: "connect" }, headers: elsewhere() });
    expect(refused.status).toBe(401);
    expect(refused.body.errors?.common?.[0]).toContain("once more that it is you");
    await visitor.call(confirmIdentity, { body: { kind: "password", value: password } });
    const { url } = await begin(visitor, { body: { purpose: "connect" } });
    expect((await finish(visitor, await provider.signIn(url, `found-${username}`))).status).toBe(200);
  });

  it("works by an invitation, which it uses up, and logs in", async () => {
    const { id, username, email } = await makeUser();
    await world.work((ctx) => inviteUser(ctx, id));
    const token = await invitationOf(email);
    const visitor = await guest();
    const { url } = await begin(visitor, { body: { purpose: "invitation", token } });
    const reply = await finish(visitor, await provider.signIn(url, `invited-${username}`));
    expect(reply.json()).toMatchObject({ user: { username }, connected: false });
    expect(await whoIs(visitor)).toBe(username);
    expect((await (await guest()).refused(beginOidc, { body: { purpose: "invitation", token } })).status).toBe(401);
    expect((await (await guest()).refused(beginOidc, { body: { purpose: "invitation", token: "x" } })).status).toBe(
      401,
    );
    expect((await signIn(await guest(), `invited-${username}`)).status).toBe(200);
  });

  it("can be removed on one's own page or by a manager, which ends its sessions", async () => {
    const { visitor, subject, id } = await connected();
    const [own] = (await visitor.call(listOwnIdentities)).items;
    const foreign = (await connected()).visitor;
    expect((await foreign.refused(disconnectOwn, { params: { id: own?.id ?? 0 } })).status).toBe(404);
    await visitor.call(disconnectOwn, { params: { id: own?.id ?? 0 } });
    expect((await signIn(await guest(), subject)).status).toBe(401);
    expect((await trail("access.disconnectProvider"))[0]).toMatchObject({ subject_id: String(id) });

    const second = await connected();
    const manager = await world.login(["ROLE_MANAGE_EMPLOYEE", "ROLE_EMPLOYEE"]);
    const [theirs] = (await manager.call(listIdentitiesOf, { params: { id: second.id } })).items;
    const weak = await world.login(["ROLE_MANAGE_EMPLOYEE"]);
    const params = { id: second.id, identity: theirs?.id ?? 0 };
    expect((await weak.refused(disconnectUser, { params })).status).toBe(400);
    await manager.call(disconnectUser, { params });
    expect(await whoIs(second.visitor)).toBeNull();
    expect((await signIn(await guest(), second.subject)).status).toBe(401);
  });

  it("is told to its owner; removing it takes a recent confirmation and ends the other sessions", async () => {
    const { visitor, username, email, subject, id } = await connected();
    const host = new URL(provider.origin).host;
    const mails = async () => (await mailsOf(world)).filter(({ to }) => to === email).map(({ text }) => text);
    expect(await mails()).toEqual([
      expect.stringContaining(`Uw account ${username} is verbonden met een account bij ${host}.`),
    ]);
    const there = await guest();
    await signIn(there, subject);
    const [own] = (await visitor.call(listOwnIdentities)).items;
    const params = { id: own?.id ?? 0 };
    const start = world.clock.now();
    world.clock.set(new Date(start.getTime() + (proofMinutes + 1) * 60_000));
    const open = await visitor.refused(disconnectOwn, { params });
    expect(open.body.errors?.common).toEqual(["Confirm first once more that it is you."]);
    await visitor.call(confirmIdentity, { body: { kind: "password", value: password } });
    await visitor.call(disconnectOwn, { params });
    expect([await whoIs(visitor), await whoIs(there)]).toEqual([username, null]);
    expect(await mails()).toEqual([
      expect.any(String),
      expect.stringContaining(`Uw account ${username} is losgekoppeld van een account bij ${host}.`),
    ]);
    world.clock.set(start);

    const byManager = await connected();
    const chief = await world.login(["*"]);
    const [theirs] = (await chief.call(listIdentitiesOf, { params: { id: byManager.id } })).items;
    await chief.call(disconnectUser, { params: { id: byManager.id, identity: theirs?.id ?? 0 } });
    const told = (await mailsOf(world)).filter(({ to }) => to === byManager.email);
    expect(told.map(({ text }) => /verbonden met|losgekoppeld van/.exec(text)?.[0])).toEqual([
      "verbonden met",
      "losgekoppeld van",
    ]);
    expect((await trail("access.connectProvider")).filter(({ subject_id }) => subject_id === String(id))).toHaveLength(
      1,
    );
  });
});

/** The token of the invitation that was mailed to a user last. */
async function invitationOf(email: string): Promise<string> {
  const mail = (await mailsOf(world)).findLast(({ to }) => to === email);
  return /reset-password\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("a first sign-in by e-mail address", () => {
  const claim = (subject: string, email: string, verified: boolean) =>
    void provider.people.set(subject, { email, email_verified: verified });

  it("is off by default; switched on, it connects the one active member of staff with that verified address", async () => {
    const { username, email, id } = await makeUser();
    claim("mail-1", email.toUpperCase(), true);
    expect((await signIn(await guest(), "mail-1")).status).toBe(401);
    await settle({ oidcByEmail: true });
    const visitor = await guest();
    expect((await signIn(visitor, "mail-1")).json()).toMatchObject({ user: { username } });
    // Known by its subject from then on: another with the same address is not let in, the first is whatever its address becomes.
    claim("mail-1-other", email, true);
    expect((await signIn(await guest(), "mail-1-other")).status).toBe(401);
    claim("mail-1", "moved@example.test", false);
    expect((await signIn(await guest(), "mail-1")).status).toBe(200);
    const rows = await world.db.selectFrom("oidc_identity").selectAll().where("user_id", "=", id).execute();
    expect(rows).toMatchObject([{ connected_by: "email", subject: "mail-1" }]);
  });

  it.each<[string, Someone, boolean]>([
    ["an address that is not verified", {}, false],
    ["an administrator's address", { acl: ["ROLE_ADMIN"] }, true],
    ["the address of a user with all rights", { acl: ["*"] }, true],
    ["a customer's address", { kind: "customer", acl: [] }, true],
    ["a contact person's address", { kind: "contact", acl: ["ROLE_CONTACT_PERSON"] }, true],
  ])("is refused for %s", async (_what, someone, verified) => {
    await settle({ oidcByEmail: true });
    const { email, username } = await makeUser(someone);
    claim(`mail-${username}`, email, verified);
    const visitor = await guest();
    expect((await signIn(visitor, `mail-${username}`)).status).toBe(401);
    expect(await whoIs(visitor)).toBeNull();
  });

  it("is refused when two users have the address, or the user has no access", async () => {
    await settle({ oidcByEmail: true });
    await makeUser({ email: "samen@example.test" });
    const second = await makeUser({ email: "Samen@example.test" });
    claim("mail-shared", "samen@example.test", true);
    expect((await signIn(await guest(), "mail-shared")).status).toBe(401);
    const gone = await makeUser();
    await world.db.updateTable("app_user").set({ active: false }).where("id", "in", [gone.id, second.id]).execute();
    claim("mail-gone", gone.email, true);
    expect((await signIn(await guest(), "mail-gone")).status).toBe(401);
    expect((await signIn(await guest(), "mail-shared")).status).toBe(200);
  });
});

describe("passwords besides the provider", () => {
  it("are switched off for staff by a setting, revealed only after the right password, and kept for full administrators", async () => {
    const { username, subject } = await connected();
    const chief = await makeUser({ acl: ["ROLE_ADMIN"] });
    const customer = await makeUser({ kind: "customer", acl: [] });
    await settle({ oidcPasswords: false });
    const attempt = async (name: string, word: string) =>
      (await guest()).send(login, { body: { username: name, password: word }, headers: elsewhere() });
    expect((await attempt(username, password)).text).toContain("Log in with Voorbeeld ID");
    expect((await attempt(username, "een ander wachtwoord")).text).not.toContain("Voorbeeld ID");
    expect((await attempt(chief.username, password)).status).toBe(200);
    expect((await attempt(customer.username, password)).status).toBe(200);
    expect((await signIn(await guest(), subject)).status).toBe(200);
    await settle({ oidcPasswords: false, oidcIssuer: "" });
    expect((await attempt(username, password)).status).toBe(200);
  });
});

describe("whether a second factor was asked for", () => {
  const claimsWith = (claims: Pick<OidcClaims, "amr" | "acr">) => ({ iss: "i", sub: "s", ...claims });
  it.each<[string, Partial<GlobalSettings>, Pick<OidcClaims, "amr" | "acr">, boolean]>([
    ["is not trusted by default", {}, { amr: ["mfa"] }, false],
    ["is trusted by the setting", { oidcFactorCounts: true }, { amr: ["pwd", "mfa"] }, true],
    ["is not asserted by a password", { oidcFactorCounts: true }, { amr: ["pwd"] }, false],
    ["is not asserted by an acr that was not requested", { oidcFactorCounts: true }, { acr: "gold" }, false],
    ["is asserted by the requested acr", { oidcFactorCounts: true, oidcFactorAcr: "gold" }, { acr: "gold" }, true],
    ["is not asserted by a lower acr", { oidcFactorCounts: true, oidcFactorAcr: "gold" }, { acr: "silver" }, false],
  ])("%s", (_what, settings, claims, proved) => {
    expect(provedFactor(settingsOf(settings), claimsWith(claims))).toBe(proved);
  });
});

describe("the list of users", () => {
  it("shows that a user logs in by the provider only, as long as it is configured", async () => {
    const username = `alleen${++serial}`;
    const made = { clock: world.clock, random: systemRandom };
    const id = await createUser(world.db, made, { username, name: "Alleen", acl: ["ROLE_EMPLOYEE"], kind: "staff" });
    const admin = await world.login(["*"]);
    const shown = async () => {
      const { items } = await admin.call(listUsers, { query: { filter: { search: username } } });
      const { byProvider } = await admin.call(getUserRights, { params: { id } });
      return [items[0]?.access, byProvider];
    };
    expect(await shown()).toEqual(["none", false]);
    await world.db
      .insertInto("oidc_identity")
      .values({
        user_id: id,
        issuer: provider.origin,
        subject: username,
        connected_by: "invitation",
        connected_at: world.clock.now(),
      })
      .execute();
    expect((await signIn(await guest(), username)).status).toBe(200);
    expect(await shown()).toEqual(["provider", true]);
    await settle({ oidcIssuer: "https://another.example" });
    expect(await shown()).toEqual(["none", false]);
    await settle({ oidcIssuer: "" });
    expect(await shown()).toEqual(["none", false]);
  });
});

describe("logging out", () => {
  const left = async (visitor: Visitor) => (await visitor.call(logout)).next;

  /** As a browser follows a link of our own pages. */
  const link = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

  it("ends the sign-in at the provider too, and comes back to the login", async () => {
    const { subject } = await connected();
    const visitor = await guest();
    await signIn(visitor, subject);
    const row = await world.db.selectFrom("session").select("leave_by").where("leave_by", "is not", null).execute();
    expect(row.length).toBeGreaterThan(0);
    for (const { leave_by } of row) expect(leave_by).toMatch(/^sealed:/);
    const next = new URL((await left(visitor)) ?? "");
    expect(next.origin).toBe(provider.origin);
    const asked = Object.fromEntries(next.searchParams);
    expect(asked.post_logout_redirect_uri).toBe(oidcLogoutAddress(world.vorder.parts.environment));
    const [, claims = ""] = (asked.id_token_hint ?? "").split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ sub: subject, aud: clientId });
    expect((await fetch(next)).status).toBe(200);
    expect(await whoIs(visitor)).toBeNull();
    // Whoever follows a link gets there as well, and who is logged in no more is led nowhere else.
    await signIn(visitor, subject);
    const followed = await visitor.raw("GET", "/logout", { headers: link });
    expect([followed.status, new URL(followed.headers.get("location") ?? "").origin]).toEqual([303, provider.origin]);
    expect((await visitor.raw("GET", "/logout", { headers: link })).headers.get("location")).toBe("/login");
  });

  it("stays local after a login by password, when so configured, and when the provider has no logout", async () => {
    const { username, subject, visitor } = await connected();
    await visitor.call(logout);
    expect(await left(await loggedIn(username))).toBeNull();
    await settle({ oidcSignOut: false });
    const other = await guest();
    await signIn(other, subject);
    expect(await left(other)).toBeNull();
  });

  it("works while impersonating and after a second step", async () => {
    const { id, subject } = await connected({ acl: ["*"] });
    const { id: acted } = await makeUser();
    const visitor = await guest();
    await signIn(visitor, subject);
    await visitor.call(switchUser, { params: { id: acted } });
    expect(await whoIs(visitor)).not.toBeNull();
    expect(new URL((await left(visitor)) ?? "").origin).toBe(provider.origin);
    const kept = await world.db.selectFrom("session").select("id").where("previous_user_id", "=", id).execute();
    expect(kept).toEqual([]);
  });
});

it("counts the sign-ins of a network over all processes", async () => {
  const headers = elsewhere();
  const ask = async () => (await (await guest()).send(beginOidc, { body: { purpose: "login" }, headers })).status;
  expect(await ask()).toBe(200);
  // As other processes have counted meanwhile.
  await world.db.updateTable("oidc_begun").set({ begun: 99 }).where("begun", "=", 1).execute();
  expect(await ask()).toBe(200);
  expect(await ask()).toBe(429);
  expect((await (await guest()).send(beginOidc, { body: { purpose: "login" }, headers: elsewhere() })).status).toBe(
    200,
  );
});

describe("a dishonest provider", () => {
  /** Connected with the liar's one person, so that whatever it says truly lets in. */
  let username = "";
  beforeAll(async () => {
    const user = await makeUser();
    username = user.username;
    const now = world.clock.now();
    await world.db
      .insertInto("oidc_identity")
      .values({ user_id: user.id, issuer: liar.origin, subject: "sub-1", connected_by: "own", connected_at: now })
      .execute();
  });
  beforeEach(() => settle({ oidcIssuer: liar.origin, oidcSecret: clientSecret }));

  async function lied(lie: Forgery, more: Readonly<Record<string, string>> = {}) {
    const visitor = await guest();
    liar.translate("");
    const { url } = await begin(visitor);
    const { state = "", nonce = "" } = Object.fromEntries(new URL(url).searchParams);
    liar.translate(nonce, lie);
    const reply = await finish(visitor, new URLSearchParams({ code: "a-code", state, ...more }).toString());
    return { visitor, reply };
  }

  it("is accepted when its reply is valid", async () => {
    const { visitor, reply } = await lied({}, { iss: liar.origin });
    expect(reply.status).toBe(200);
    expect(await whoIs(visitor)).toBe(username);
  });

  it.each<[string, Forgery, Readonly<Record<string, string>>?]>([
    ["a token for another client", { claims: { aud: "another" } }],
    ["a token for several clients, authorised for another", { claims: { aud: [clientId, "another"], azp: "another" } }],
    ["a token of another issuer", { claims: { iss: "https://elders.example" } }],
    ["an unsigned token", { alg: "none" }],
    ["a token signed with the client secret", { alg: "HS256" }],
    [
      "a token signed with the client secret, with that algorithm in its discovery",
      { alg: "HS256", discovery: { id_token_signing_alg_values_supported: ["HS256"] } },
    ],
    [
      "an unsigned token, with that algorithm in its discovery",
      { alg: "none", discovery: { id_token_signing_alg_values_supported: ["none"] } },
    ],
    ["a token signed with another's key", { forged: true }],
    ["an expired token", { claims: { exp: 1_700_000_000 } }],
    ["a token without an expiry", { claims: { exp: undefined } }],
    ["the token of another login", { claims: { nonce: "another-nonce" } }],
    ["a token without a nonce", { claims: { nonce: undefined } }],
    ["a token without a subject", { claims: { sub: undefined } }],
    ["no token", { token: { access_token: "a", token_type: "Bearer" } }],
    ["an answer of another issuer", {}, { iss: "https://elders.example" }],
    ["a refused login", {}, { error: "access_denied" }],
    ["another issuer name", { discovery: { issuer: "https://elders.example" } }],
    ["an address within the internal network", { discovery: { token_endpoint: "http://127.0.0.2/token" } }],
    ["keys within the internal network", { discovery: { jwks_uri: "http://10.0.0.1/keys" } }],
    ["a token endpoint without TLS", { discovery: { token_endpoint: "http://example.com/token" } }],
  ])("is refused with %s", async (_what, lie, more) => {
    const { visitor, reply } = await lied(lie, more);
    expect(reply.status).toBe(401);
    expect(await whoIs(visitor)).toBeNull();
  });

  it.each([
    ["without TLS", "http://192.0.2.1/logout"],
    ["with another scheme", "javascript:alert(1)"],
    ["that does not exist", undefined],
  ])("redirects nobody who logs out to an address %s", async (_what, address) => {
    const { visitor, reply } = await lied({ discovery: { end_session_endpoint: address } });
    expect(reply.status).toBe(200);
    expect((await visitor.call(logout)).next).toBeNull();
  });

  it("is not accepted twice, even with a copy of everything the browser had", async () => {
    const visitor = await guest();
    liar.translate("");
    const { url } = await begin(visitor);
    const { state = "", nonce = "" } = Object.fromEntries(new URL(url).searchParams);
    liar.translate(nonce);
    const answer = new URLSearchParams({ code: "a-code", state }).toString();
    const kept = visitor.cookie(cookieOf(url));
    expect((await finish(visitor, answer)).status).toBe(200);
    const thief = await guest();
    const cookie = `vorder_session=${thief.cookie("vorder_session")}; ${cookieOf(url)}=${kept}`;
    const replay = await thief.raw("POST", finishOidc.path, {
      headers: { cookie, "content-type": "application/json", "x-requested-with": "XMLHttpRequest", ...elsewhere() },
      body: JSON.stringify({ answer, _token: thief.cookie("XSRF-TOKEN") }),
    });
    expect(replay.status).toBe(401);
    expect(replay.text).toContain("al gebruikt");
    expect(await whoIs(thief)).toBeNull();
  });

  it("cannot retry with the same sign-in", async () => {
    const visitor = await guest();
    liar.translate("");
    const { url } = await begin(visitor);
    const { state = "", nonce = "" } = Object.fromEntries(new URL(url).searchParams);
    liar.translate(nonce, { forged: true });
    const answer = new URLSearchParams({ code: "a-code", state }).toString();
    expect((await finish(visitor, answer)).status).toBe(401);
    liar.translate(nonce);
    expect((await finish(visitor, answer)).status).toBe(401);
  });

  const faults: readonly [string, Forgery["answer"] & object][] = [
    ["a redirect", (_request, response) => void response.writeHead(302, { location: provider.origin }).end()],
    ["a huge answer", (_request, response) => void response.writeHead(200).end(Buffer.alloc(2_000_000, "x"))],
    ["a page", (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>")],
    ["no answer", () => undefined],
    ["half an answer", (_request, response) => void response.writeHead(200, { "content-length": "99" }).write("{")],
    ["a broken connection", (request) => void request.socket.destroy()],
    ["an error", (_request, response) => void response.writeHead(500).end()],
  ];

  it.each(faults)(
    "is reported when it answers discovery with %s, and the password still works",
    async (_what, answer) => {
      liar.translate("", { at: "discovery", answer });
      const visitor = await guest();
      const refused = await visitor.refused(beginOidc, { body: { purpose: "login" } });
      expect(refused.body.errors?.common?.[0]).toContain("cannot be reached now or does not answer properly");
      await visitor.call(login, { body: { username, password }, headers: elsewhere() });
      expect(await whoIs(visitor)).toBe(username);
    },
  );

  it.each(faults)("is reported when it answers for the token with %s", async (_what, answer) => {
    const { visitor, reply } = await lied({ at: "token", answer });
    expect(reply.status).toBe(401);
    expect(await whoIs(visitor)).toBeNull();
  });

  it.each(faults)("is reported when it answers for its keys with %s", async (_what, answer) => {
    const { visitor, reply } = await lied({ at: "keys", answer });
    expect(reply.status).toBe(401);
    expect(await whoIs(visitor)).toBeNull();
  });
});
