/** A provider's word and the second factor of the house: when it counts, and when the second step comes all the same. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import type { GlobalSettings } from "../../../ground/settings/settings.ts";
import { beginBudget } from "../access.ts";
import { codeOf, elsewhere, makePerson, nextStep, withApp } from "../second-factor/factor.factory.ts";
import { beginTotp, proveCode, signInStep } from "../second-factor/factors.contract.ts";
import { csrfToken, currentUser } from "../sign-in/sign-in.contract.ts";
import { disconnectUser, listIdentitiesOf } from "./identities.contract.ts";
import { beginOidc, finishOidc } from "./oidc.contract.ts";
import { clientId, clientSecret, type ForgingProvider, startForgingProvider } from "./oidc.factory.ts";

let world: World;
let liar: ForgingProvider;
let owner: Awaited<ReturnType<typeof withApp>>;

beforeAll(async () => {
  world = await startWorld({ env: { GATEWAY_SECONDS: "5" } });
  liar = await startForgingProvider();
  owner = await withApp(world);
  await connect(owner.id, "with-app");
});
afterAll(async () => {
  await liar.close();
  await world.close();
});

const connect = (userId: number, subject: string) =>
  world.db
    .insertInto("oidc_identity")
    .values({
      user_id: userId,
      issuer: liar.origin,
      subject,
      connected_by: "own",
      connected_at: world.clock.now(),
    })
    .execute();

const settle = (changes: Partial<GlobalSettings>): Promise<void> =>
  world.work((ctx) =>
    changeSettings(ctx, {
      oidcName: "Voorbeeld ID",
      oidcIssuer: liar.origin,
      oidcClientId: clientId,
      oidcSecret: clientSecret,
      oidcFactorCounts: false,
      oidcFactorAcr: "",
      ...changes,
    }),
  );

const guest = async (): Promise<Visitor> => {
  const visitor = world.guest();
  await visitor.call(csrfToken);
  return visitor;
};
const whoIs = async (visitor: Visitor) => (await visitor.call(currentUser)).user?.username ?? null;

/** Comes back from the provider, which says this of its person. */
async function signIn(subject: string, claims: Readonly<Record<string, unknown>>) {
  const visitor = await guest();
  liar.translate("");
  const { url } = await visitor.call(beginOidc, {
    body: { purpose: "login", returnTo: "/file/7" },
    headers: elsewhere(),
  });
  const { state = "", nonce = "" } = Object.fromEntries(new URL(url).searchParams);
  liar.translate(nonce, { claims: { sub: subject, ...claims } });
  const answer = new URLSearchParams({ code: "a-code", state }).toString();
  return { visitor, reply: await visitor.send(finishOidc, { body: { answer }, headers: elsewhere() }) };
}

describe("a user with an authenticator app who logs in by the provider", () => {
  it.each<[string, Partial<GlobalSettings>, Readonly<Record<string, unknown>>]>([
    ["whose token asserts no factor", { oidcFactorCounts: true }, { amr: ["pwd"] }],
    ["whose token has no assertions", { oidcFactorCounts: true }, {}],
    ["whose token asserts a factor that the provider does not accept", {}, { amr: ["pwd", "mfa"] }],
    [
      "whose token asserts a level that was not requested",
      { oidcFactorCounts: true, oidcFactorAcr: "gold" },
      { acr: "silver" },
    ],
  ])("a user %s must use a second factor here", async (_what, settings, claims) => {
    await settle(settings);
    const { visitor, reply } = await signIn("with-app", claims);
    expect(reply.status).toBe(401);
    expect(reply.json()).toMatchObject({
      code: "factor",
      step: "factor",
      methods: { totp: true },
      returnTo: "/file/7",
    });
    expect(await whoIs(visitor)).toBeNull();
    expect(await visitor.call(signInStep)).toMatchObject({ step: "factor" });
    const wrong = await visitor.send(proveCode, { body: { kind: "totp", code: "000000" }, headers: elsewhere() });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    expect(await whoIs(visitor)).toBeNull();
    nextStep(world);
    const body = { kind: "totp", code: codeOf(world, owner.secret) } as const;
    expect((await visitor.send(proveCode, { body, headers: elsewhere() })).status).toBe(200);
    expect(await whoIs(visitor)).toBe(owner.username);
  });

  it.each<[string, Partial<GlobalSettings>, Readonly<Record<string, unknown>>]>([
    ["mfa", { oidcFactorCounts: true }, { amr: ["pwd", "mfa"] }],
    ["the level that was requested", { oidcFactorCounts: true, oidcFactorAcr: "gold" }, { acr: "gold" }],
  ])("a user whose token asserts %s is logged in if the provider accepts it", async (_what, settings, claims) => {
    await settle(settings);
    const { visitor, reply } = await signIn("with-app", claims);
    expect(reply.json()).toMatchObject({ user: { username: owner.username }, returnTo: "/file/7" });
    expect(await whoIs(visitor)).toBe(owner.username);
  });
});

it("leads a user without a required factor to setting one up, or accepts the provider's factor", async () => {
  const chief = await makePerson(world, ["*"]);
  await sql`update factor_rule set roles = array['*']`.execute(world.owner.db);
  await connect(chief.id, "chief");
  await settle({ oidcFactorCounts: true });
  const without = await signIn("chief", { amr: ["pwd"] });
  expect(without.reply.json()).toMatchObject({ code: "factor", step: "enrolment" });
  expect(await whoIs(without.visitor)).toBeNull();
  const { visitor } = await signIn("chief", { amr: ["mfa"] });
  expect(await whoIs(visitor)).toBe(chief.username);
});

it("ends with the connection for whoever has still to set a factor up", async () => {
  const person = await makePerson(world, ["ROLE_EMPLOYEE"]);
  await sql`update factor_rule set roles = array['ROLE_EMPLOYEE']`.execute(world.owner.db);
  await connect(person.id, "thief");
  await settle({});
  const { visitor, reply } = await signIn("thief", { amr: ["pwd"] });
  expect(reply.json()).toMatchObject({ code: "factor", step: "enrolment" });
  const { visitor: manager } = await withApp(world, ["*"]);
  const [identity] = (await manager.call(listIdentitiesOf, { params: { id: person.id } })).items;
  await manager.call(disconnectUser, { params: { id: person.id, identity: identity?.id ?? 0 } });
  expect(await visitor.call(signInStep)).toEqual({ step: "none", methods: null });
  expect((await visitor.refused(beginTotp)).status).toBe(400);
  await sql`update factor_rule set roles = array['*']`.execute(world.owner.db);
});

it("the number of sign-ins begun per network is limited until the next window", async () => {
  await settle({});
  liar.translate("");
  const headers = { "x-forwarded-for": "192.0.2.44" };
  const visitor = await guest();
  const begin = (from: Readonly<Record<string, string>>, who = visitor) =>
    who.send(beginOidc, { body: { purpose: "login" }, headers: from });
  // All in one browser, whose cookies stay few enough to be sent.
  for (let count = 0; count < beginBudget.network; count++) expect((await begin(headers)).status).toBe(200);
  const refused = await begin(headers);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("Too many sign-ins were begun from this network.");
  expect((await begin({ "x-forwarded-for": "192.0.2.45" }, await guest())).status).toBe(429);
  expect((await begin(elsewhere())).status).toBe(200);
  const inside = await begin(headers, owner.visitor);
  expect(inside.status).toBe(200);
  world.clock.set(new Date(world.clock.now().getTime() + beginBudget.windowMinutes * 60_000));
  expect((await begin(headers)).status).toBe(200);
});
