/** The story of passkeys, told by attacking them with an authenticator in software. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import type { Grant } from "../access.ts";
import { csrfToken, currentUser, logout } from "../sign-in/sign-in.contract.ts";
import { enterPassword, makePerson, nextStep, type Person } from "./factor.factory.ts";
import {
  beginPasskey,
  confirmIdentity,
  confirmPasskey,
  ownFactors,
  type PasskeyPurpose,
  passkeyChallenge,
  passkeySignIn,
  removeFactor,
} from "./factors.contract.ts";
import { type Behaviour, SoftAuthenticator } from "./passkey.factory.ts";

const origin = "https://vorder.example";
let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { BASE_URL: origin } });
});
afterAll(() => world.close());

async function withPasskey(acl: readonly Grant[] = ["ROLE_EMPLOYEE"]) {
  const person = await makePerson(world, acl);
  const visitor = world.guest();
  await enterPassword(visitor, person);
  const authenticator = new SoftAuthenticator(origin);
  const { options } = await visitor.call(beginPasskey);
  const body = { name: "Sleutel", answer: authenticator.create(options) };
  const { recoveryCodes } = await visitor.call(confirmPasskey, { body });
  return { ...person, visitor, authenticator, recoveryCodes: recoveryCodes ?? [] };
}

async function challenge(visitor: Visitor, purpose: PasskeyPurpose): Promise<unknown> {
  // As a page does when it is opened: the cookie is there from then on.
  await visitor.call(csrfToken);
  return (await visitor.call(passkeyChallenge, { body: { purpose } })).options;
}

async function signIn(visitor: Visitor, by: SoftAuthenticator, behaviour?: Behaviour) {
  const answer = by.answer(await challenge(visitor, "signIn"), behaviour);
  return visitor.send(passkeySignIn, { body: { purpose: "signIn", answer } });
}

async function atSecondStep(person: Person): Promise<Visitor> {
  const visitor = world.guest();
  expect((await enterPassword(visitor, person)).json()).toMatchObject({ code: "factor", methods: { passkey: true } });
  return visitor;
}

describe("a passkey", () => {
  it("signs in without a password, and counts as the second factor as well", async () => {
    const anna = await withPasskey();
    expect(anna.recoveryCodes).toHaveLength(10);
    await world.db
      .updateTable("factor_rule")
      .set({ roles: ["ROLE_EMPLOYEE"] })
      .execute();
    const visitor = world.guest();
    expect((await signIn(visitor, anna.authenticator)).status).toBe(200);
    expect((await visitor.call(currentUser)).user?.id).toBe(anna.id);
    const [factor] = (await visitor.call(ownFactors)).items;
    expect(factor).toMatchObject({ kind: "passkey", name: "Sleutel" });
    expect(factor?.lastUsedAt).not.toBeNull();
    await world.db.updateTable("factor_rule").set({ roles: [] }).execute();
  });

  it("is the second step after the password, for its own user only", async () => {
    const [anna, bert] = [await withPasskey(), await withPasskey()];
    const visitor = await atSecondStep(anna);
    const foreign = bert.authenticator.answer(await challenge(visitor, "factor"));
    expect((await visitor.send(passkeySignIn, { body: { purpose: "factor", answer: foreign } })).status).toBe(400);
    expect((await visitor.call(currentUser)).user).toBeNull();
    // One that was asked for this passkey need not name its user, nor verify it: the password was shown.
    const own = anna.authenticator.answer(await challenge(visitor, "factor"), { userHandle: null, verified: false });
    expect((await visitor.send(passkeySignIn, { body: { purpose: "factor", answer: own } })).status).toBe(200);
    expect((await visitor.call(currentUser)).user?.id).toBe(anna.id);
  });

  it("is no way round the provider, where staff may not use their password any more", async () => {
    const anna = await withPasskey();
    const chief = await withPasskey(["ROLE_ADMIN"]);
    const settle = (oidcPasswords: boolean) =>
      world.work((ctx) =>
        changeSettings(ctx, {
          ...{ oidcName: "Voorbeeld ID", oidcIssuer: "https://id.example.test", oidcClientId: "vorder" },
          ...{ oidcSecret: "geheim", oidcPasswords },
        }),
      );
    await settle(false);
    const visitor = world.guest();
    const refused = await signIn(visitor, anna.authenticator);
    expect(refused.status).toBe(401);
    expect(refused.text).toContain("Log in with Voorbeeld ID");
    expect((await visitor.call(currentUser)).user).toBeNull();
    expect((await signIn(world.guest(), chief.authenticator)).status).toBe(200);
    await settle(true);
    expect((await signIn(visitor, anna.authenticator)).status).toBe(200);
  });

  it("confirms the identity before factors are changed", async () => {
    const anna = await withPasskey();
    const [factor] = (await anna.visitor.call(ownFactors)).items;
    const params = { id: factor?.id ?? 0 };
    nextStep(world, 30);
    expect((await anna.visitor.refused(removeFactor, { params })).status).toBe(400);
    const answer = anna.authenticator.answer(await challenge(anna.visitor, "confirm"));
    await anna.visitor.call(confirmIdentity, { body: { kind: "passkey", answer } });
    // The browser is told which passkey to forget.
    const { passkey } = await anna.visitor.call(removeFactor, { params });
    expect(passkey).toEqual({ relyingParty: "vorder.example", credential: answer.id });
    expect((await signIn(world.guest(), anna.authenticator)).status).toBe(400);
  });

  const faults: readonly (readonly [string, Behaviour])[] = [
    ["another origin", { origin: "https://vorder.example.evil.test" }],
    ["the same host without TLS", { origin: "http://vorder.example" }],
    ["another port", { origin: "https://vorder.example:8443" }],
    ["another RP id", { rpId: "evil.test" }],
    ["no user verification", { verified: false }],
    ["no user handle", { userHandle: null }],
    ["the user handle of another user", { userHandle: Buffer.alloc(32, 7).toString("base64url") }],
  ];
  it.each(faults)("is refused with %s", async (_name, behaviour) => {
    const anna = await withPasskey();
    const visitor = world.guest();
    expect((await signIn(visitor, anna.authenticator, behaviour)).status).toBe(400);
    expect((await visitor.call(currentUser)).user).toBeNull();
    expect((await signIn(visitor, anna.authenticator)).status).toBe(200);
  });

  it("answers a challenge once, in its browser, for its purpose, within five minutes", async () => {
    const anna = await withPasskey();
    const [here, there] = [world.guest(), world.guest()];
    await there.send(currentUser);
    const options = await challenge(here, "signIn");
    const body = { purpose: "signIn", answer: anna.authenticator.answer(options) } as const;
    expect((await there.send(passkeySignIn, { body })).status).toBe(400);
    const replies = await Promise.all([here, here, here].map((visitor) => visitor.send(passkeySignIn, { body })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await here.call(logout);
    expect((await here.send(passkeySignIn, { body })).status).toBe(400);

    const pending = await atSecondStep(anna);
    const other = anna.authenticator.answer(await challenge(pending, "factor"));
    expect((await pending.send(passkeySignIn, { body: { purpose: "signIn", answer: other } })).status).toBe(400);

    const late = world.guest();
    const old = anna.authenticator.answer(await challenge(late, "signIn"));
    nextStep(world, 11);
    expect((await late.send(passkeySignIn, { body: { purpose: "signIn", answer: old } })).status).toBe(400);
    const made = anna.authenticator.answer({
      challenge: Buffer.alloc(56, 1).toString("base64url"),
      rpId: "vorder.example",
    });
    expect((await late.send(passkeySignIn, { body: { purpose: "signIn", answer: made } })).status).toBe(400);
  });

  it("with a decreasing counter is refused as copied, and audited", async () => {
    const anna = await withPasskey();
    expect((await signIn(world.guest(), anna.authenticator, { uses: 41 })).status).toBe(200);
    for (const uses of [41, 7]) {
      const reply = await signIn(world.guest(), anna.authenticator, { uses });
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining("may have been copied")]);
    }
    const lines = await world.db
      .selectFrom("audit_log")
      .select("after")
      .where("action", "=", "access.factorFailed")
      .where("subject_id", "=", String(anna.id))
      .execute();
    expect(lines).toEqual(Array(2).fill({ after: expect.objectContaining({ kind: "passkey", copied: true }) }));
    expect((await signIn(world.guest(), anna.authenticator, { uses: 42 })).status).toBe(200);
  });

  it("without a counter keeps working", async () => {
    const anna = await withPasskey();
    for (let time = 0; time < 2; time++)
      expect((await signIn(world.guest(), anna.authenticator, { uses: 0 })).status).toBe(200);
  });

  it("does not work for a user who may not log in", async () => {
    const anna = await withPasskey();
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", anna.id).execute();
    expect((await signIn(world.guest(), anna.authenticator)).status).toBe(400);
  });

  it("is added only from our own address, once, and by the user to whom it was offered", async () => {
    const anna = await makePerson(world);
    const visitor = world.guest();
    await enterPassword(visitor, anna);
    const authenticator = new SoftAuthenticator(origin);
    const { options } = await visitor.call(beginPasskey);
    const evil = authenticator.create(options, { origin: "https://evil.test" });
    expect((await visitor.refused(confirmPasskey, { body: { name: "Sleutel", answer: evil } })).status).toBe(400);
    const answer = authenticator.create(options);
    const other = world.guest();
    await enterPassword(other, await makePerson(world));
    expect((await other.refused(confirmPasskey, { body: { name: "Sleutel", answer } })).status).toBe(400);
    await visitor.call(confirmPasskey, { body: { name: "Sleutel", answer } });
    expect((await visitor.refused(confirmPasskey, { body: { name: "Nog een", answer } })).status).toBe(400);
    const { options: again } = await other.call(beginPasskey);
    // The same credential, with another's consent: it stays the first one's.
    const stolen = authenticator.create(again);
    expect((await other.refused(confirmPasskey, { body: { name: "Gestolen", answer: stolen } })).status).toBe(400);
  });
});
