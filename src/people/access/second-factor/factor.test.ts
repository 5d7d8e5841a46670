/** The story of the second factor, told by attacking it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { pathParameters } from "../../../ground/kernel/contract.ts";
import { makeGroup, putIn } from "../access.factory.ts";
import {
  changePassword,
  csrfToken,
  currentUser,
  login,
  logout,
  logoutUser,
  switchUser,
} from "../sign-in/sign-in.contract.ts";
import {
  codeOf,
  elsewhere,
  enterPassword,
  makePerson,
  nextStep,
  type Person,
  password,
  withApp,
} from "./factor.factory.ts";
import { revokeFactors } from "./factor-rule.server.ts";
import {
  beginTotp,
  confirmIdentity,
  confirmTotp,
  getFactorRule,
  newRecoveryCodes,
  ownFactors,
  proveCode,
  removeFactor,
  removeFactorsOf,
  renameFactor,
  setFactorRule,
  signInStep,
} from "./factors.contract.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const isLoggedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.call(currentUser)).user !== null;
const prove = (visitor: Visitor, code: string, kind: "totp" | "recovery" = "totp", headers = elsewhere()) =>
  visitor.send(proveCode, { body: { kind, code }, headers });

/** Requires a factor of roles and groups, by hand. */
async function demand(roles: readonly string[], groupIds: readonly number[] = []): Promise<void> {
  await world.db
    .updateTable("factor_rule")
    .set({ roles: [...roles] })
    .execute();
  await world.db.updateTable("user_group").set({ factor_required: false }).execute();
  for (const id of groupIds)
    await world.db.updateTable("user_group").set({ factor_required: true }).where("id", "=", id).execute();
}

async function atSecondStep(person: Person): Promise<Visitor> {
  const visitor = world.guest();
  const reply = await enterPassword(visitor, person);
  expect([reply.status, reply.json()]).toMatchObject([401, { code: "factor" }]);
  return visitor;
}

describe("an authenticator app", () => {
  it("is asked for after the password, and completes the login with its code", async () => {
    const anna = await withApp(world);
    const visitor = world.guest();
    const reply = await enterPassword(visitor, anna);
    expect(reply.status).toBe(401);
    expect(reply.json()).toMatchObject({
      code: "factor",
      step: "factor",
      methods: { totp: true, passkey: false, recovery: true },
    });
    expect(reply.text).not.toContain(anna.username);
    expect(await isLoggedIn(visitor)).toBe(false);
    expect((await visitor.call(signInStep)).step).toBe("factor");
    const before = visitor.cookie("vorder_session");
    expect((await prove(visitor, codeOf(world, anna.secret))).status).toBe(200);
    expect(visitor.cookie("vorder_session")).not.toBe(before);
    expect((await visitor.call(currentUser)).user?.id).toBe(anna.id);
    expect((await visitor.call(signInStep)).step).toBe("none");
  });

  it("marks no browser as known before the code is right", async () => {
    const anna = await withApp(world);
    const visitor = await atSecondStep(anna);
    expect(visitor.cookie("vorder_device")).toBeUndefined();
    await prove(visitor, codeOf(world, anna.secret));
    expect(visitor.cookie("vorder_device")).toMatch(/^[\w-]{43}$/);
  });

  it("accepts a code one step early or late, none further off, and each once", async () => {
    const anna = await withApp(world);
    nextStep(world, 10);
    const statusOf = async (steps: number) =>
      (await prove(await atSecondStep(anna), codeOf(world, anna.secret, steps))).status;
    expect([await statusOf(-2), await statusOf(2)]).toEqual([400, 400]);
    expect([await statusOf(-1), await statusOf(-1), await statusOf(0), await statusOf(0), await statusOf(-1)]).toEqual([
      200, 400, 200, 400, 400,
    ]);
    expect([await statusOf(1), await statusOf(1)]).toEqual([200, 400]);
  });

  it("accepts one of many simultaneous uses of a code, in one browser or in several", async () => {
    const anna = await withApp(world);
    const here = await atSecondStep(anna);
    const visitors = [here, here, here, await atSecondStep(anna), await atSecondStep(anna), await atSecondStep(anna)];
    const code = codeOf(world, anna.secret);
    const replies = await Promise.all(visitors.map((visitor) => prove(visitor, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("stores its secret encrypted, for its user only", async () => {
    const anna = await withApp(world);
    const bert = await withApp(world);
    const row = await world.db
      .selectFrom("second_factor")
      .selectAll()
      .where("user_id", "=", anna.id)
      .executeTakeFirstOrThrow();
    expect(row.secret).toMatch(/^sealed:1:/);
    expect(JSON.stringify(row)).not.toContain(anna.secret);
    // Whoever writes into the table cannot give one user the secret of another.
    await world.db.updateTable("second_factor").set({ secret: row.secret }).where("user_id", "=", bert.id).execute();
    nextStep(world, 2);
    expect((await prove(await atSecondStep(bert), codeOf(world, anna.secret))).status).toBe(400);
  });

  it("is added only with a code of the secret that was given to this very user and browser", async () => {
    const anna = await makePerson(world);
    const bert = await makePerson(world);
    const [hers, his] = [world.guest(), world.guest()];
    await enterPassword(hers, anna);
    await enterPassword(his, bert);
    const offer = await hers.call(beginTotp);
    const body = { ticket: offer.ticket, code: codeOf(world, offer.secret), name: "App" };
    const wrong = codeOf(world, offer.secret, 5);
    expect((await hers.refused(confirmTotp, { body: { ...body, code: wrong } })).body.errors).toHaveProperty("code");
    expect((await his.refused(confirmTotp, { body })).status).toBe(400);
    const made = "99999999999999:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    expect((await hers.refused(confirmTotp, { body: { ...body, ticket: made } })).status).toBe(400);
    nextStep(world, 21);
    expect((await hers.refused(confirmTotp, { body: { ...body, code: codeOf(world, offer.secret) } })).status).toBe(
      400,
    );
    const nobody = world.guest();
    await nobody.call(csrfToken);
    const { body: said } = await nobody.refused(beginTotp);
    expect(said.errors?.common).toEqual(["Logging in took too long or has ended already. Begin again."]);
  });
});

describe("a user with the password only", () => {
  it("reaches no call but those that are open to everybody", async () => {
    const anna = await withApp(world, ["*"]);
    const visitor = await atSecondStep(anna);
    const calls = world.vorder.modules.flatMap((module) => module.handlers.map((one) => one.call));
    const closed = calls.filter(({ who }) => who.kind !== "open");
    expect(closed.length).toBeGreaterThan(200);
    const faults: string[] = [];
    for (const call of closed) {
      const params = Object.fromEntries(pathParameters(call.path).map((name) => [name, String(anna.id)]));
      const reply = await visitor.send(call, { params, ...(call.method === "GET" ? {} : { body: {} }) });
      if (reply.status !== 401) faults.push(`${call.method} ${call.path}: ${reply.status}`);
    }
    expect(faults).toEqual([]);
    // Nor does an open one tell of the person.
    for (const call of calls.filter(({ who, method, writes }) => who.kind === "open" && method === "GET" && !writes)) {
      const params = Object.fromEntries(pathParameters(call.path).map((name) => [name, String(anna.id)]));
      expect((await visitor.send(call, { params })).text, call.path).not.toContain(anna.username);
    }
    expect((await visitor.call(signInStep)).step).toBe("factor");
  });

  it("cannot add a factor to an account that has one, and is out after logging out", async () => {
    const anna = await withApp(world);
    const visitor = await atSecondStep(anna);
    expect((await visitor.refused(beginTotp)).status).toBe(400);
    await visitor.call(logout);
    expect((await prove(visitor, codeOf(world, anna.secret))).status).toBe(400);
  });

  it("has fifteen minutes, and none when the password or the right to log in changed meanwhile", async () => {
    const anna = await withApp(world);
    const late = await atSecondStep(anna);
    nextStep(world, 31);
    expect((await prove(late, codeOf(world, anna.secret))).status).toBe(400);
    const changed = await atSecondStep(anna);
    nextStep(world);
    const body = {
      currentPassword: password,
      password: "acht grote geitebokken",
      passwordRepeat: "acht grote geitebokken",
    };
    await anna.visitor.call(changePassword, { body });
    expect((await prove(changed, codeOf(world, anna.secret))).status).toBe(400);
    // Who changed it goes on, and has still passed the factor.
    expect((await anna.visitor.call(ownFactors)).items).toHaveLength(1);
    const bert = await withApp(world);
    const shut = await atSecondStep(bert);
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", bert.id).execute();
    expect((await prove(shut, codeOf(world, bert.secret))).status).toBe(400);
  });
});

describe("guessing at codes", () => {
  it("is limited over sessions and addresses, and reported to the owner once", async () => {
    const anna = await withApp(world);
    nextStep(world, 3);
    const statuses: number[] = [];
    for (let tries = 0; tries < 17; tries++)
      statuses.push((await prove(await atSecondStep(anna), codeOf(world, anna.secret, 50 + tries))).status);
    expect(statuses).toEqual([...Array<number>(15).fill(400), 429, 429]);
    // The right one is not evaluated either.
    expect((await prove(await atSecondStep(anna), codeOf(world, anna.secret))).status).toBe(429);
    const mails = await world.db
      .selectFrom("outbox")
      .select("key")
      .where("key", "like", `access.factor:guessed:${anna.id}:%`)
      .execute();
    expect(mails).toHaveLength(1);
    const lines = await world.db
      .selectFrom("audit_log")
      .select("username")
      .where("action", "=", "access.factorFailed")
      .where("subject_id", "=", String(anna.id))
      .execute();
    expect(lines).toEqual(Array(15).fill({ username: anna.username }));
    // The owner's own browser has a part of the budget that strangers cannot use up.
    await anna.visitor.call(logout);
    expect((await enterPassword(anna.visitor, anna)).status).toBe(401);
    expect((await prove(anna.visitor, codeOf(world, anna.secret))).status).toBe(200);
  });

  it("is impossible without the password: the owner's codes are untouched", async () => {
    const anna = await withApp(world);
    for (let tries = 0; tries < 3; tries++) {
      const stranger = world.guest();
      await stranger.send(login, { body: { username: anna.username, password: "not this one" }, headers: elsewhere() });
      expect((await prove(stranger, codeOf(world, anna.secret))).status).toBe(400);
    }
    expect((await prove(await atSecondStep(anna), codeOf(world, anna.secret))).status).toBe(200);
  });

  it("evaluates no more than the budget when many come at once", async () => {
    const anna = await withApp(world);
    const visitors = await Promise.all(Array.from({ length: 6 }, () => atSecondStep(anna)));
    const tries = Array.from({ length: 30 }, (_, index) => index);
    const replies = await Promise.all(
      tries.map((index) => prove(visitors[index % 6] ?? world.guest(), codeOf(world, anna.secret, 100 + index))),
    );
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(15);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

describe("recovery codes", () => {
  it("are ten, stored as hashes, and valid once each, however they are typed", async () => {
    const anna = await withApp(world);
    expect(new Set(anna.recoveryCodes).size).toBe(10);
    const stored = JSON.stringify(
      await world.db.selectFrom("recovery_code").selectAll().where("user_id", "=", anna.id).execute(),
    );
    for (const code of anna.recoveryCodes) {
      expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
      expect(stored).not.toContain(code);
    }
    const [first = "", second = ""] = anna.recoveryCodes;
    const typed = first.toLowerCase().replaceAll("-", " ").replaceAll("0", "o");
    expect((await prove(await atSecondStep(anna), typed, "recovery")).status).toBe(200);
    expect((await prove(await atSecondStep(anna), first, "recovery")).status).toBe(400);
    const visitors = [await atSecondStep(anna), await atSecondStep(anna), await atSecondStep(anna)];
    const replies = await Promise.all(visitors.map((visitor) => prove(visitor, second, "recovery")));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const mails = await world.db
      .selectFrom("outbox")
      .select("payload")
      .where("key", "like", "access.factor:recovery:%")
      .execute();
    expect(mails.filter((mail) => JSON.stringify(mail).includes(anna.username))).toHaveLength(2);
    expect((await anna.visitor.call(ownFactors)).recoveryLeft).toBe(8);
  });

  it("work for their user only, and no longer once there are new ones", async () => {
    const anna = await withApp(world);
    const bert = await withApp(world);
    const [code = ""] = anna.recoveryCodes;
    expect((await prove(await atSecondStep(bert), code, "recovery")).status).toBe(400);
    const { recoveryCodes } = await anna.visitor.call(newRecoveryCodes);
    expect((await prove(await atSecondStep(anna), code, "recovery")).status).toBe(400);
    expect((await prove(await atSecondStep(anna), recoveryCodes[9] ?? "", "recovery")).status).toBe(200);
  });
});

describe("own factors", () => {
  it("are changed only after a recent confirmation of identity", async () => {
    const anna = await withApp(world);
    const [factor] = (await anna.visitor.call(ownFactors)).items;
    const id = factor?.id ?? 0;
    nextStep(world, 30);
    for (const attempt of [
      anna.visitor.refused(removeFactor, { params: { id } }),
      anna.visitor.refused(beginTotp),
      anna.visitor.refused(newRecoveryCodes),
    ])
      expect((await attempt).body.errors?.common).toEqual(["Confirm first once more that it is you."]);
    const wrong = { body: { kind: "password", value: "not this one" } } as const;
    expect((await anna.visitor.refused(confirmIdentity, wrong)).body.errors).toHaveProperty("value");
    await anna.visitor.call(confirmIdentity, { body: { kind: "totp", value: codeOf(world, anna.secret) } });
    await anna.visitor.call(renameFactor, { params: { id }, body: { name: "Mijn telefoon" } });
    await anna.visitor.call(removeFactor, { params: { id } });
    expect(await anna.visitor.call(ownFactors)).toMatchObject({ items: [], recoveryLeft: 0 });
    const actions = await world.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", String(anna.id))
      .where("action", "like", "%Factor")
      .orderBy("id")
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      "access.addFactor",
      "access.renameFactor",
      "access.removeFactor",
    ]);
    expect((await enterPassword(world.guest(), anna)).status).toBe(200);
  });

  it("are neither another user's nor those of an impersonated user", async () => {
    const anna = await withApp(world);
    const chief = await withApp(world, ["*"]);
    const [factor] = (await anna.visitor.call(ownFactors)).items;
    expect((await chief.visitor.refused(removeFactor, { params: { id: factor?.id ?? 0 } })).status).toBe(404);
    await chief.visitor.call(switchUser, { params: { id: anna.id } });
    for (const attempt of [
      chief.visitor.refused(ownFactors),
      chief.visitor.refused(beginTotp),
      chief.visitor.refused(newRecoveryCodes),
      chief.visitor.refused(removeFactor, { params: { id: factor?.id ?? 0 } }),
      chief.visitor.refused(removeFactorsOf, { params: { id: chief.id }, body: { reason: "round about" } }),
    ])
      expect([400, 403]).toContain((await attempt).status);
  });

  it("end the sessions that began without one", async () => {
    const anna = await makePerson(world);
    const [here, there] = [world.guest(), world.guest()];
    await enterPassword(here, anna);
    await enterPassword(there, anna);
    const { ticket, secret } = await here.call(beginTotp);
    await here.call(confirmTotp, { body: { ticket, code: codeOf(world, secret), name: "App" } });
    expect([await isLoggedIn(here), await isLoggedIn(there)]).toEqual([true, false]);
  });

  it("end the other sessions when one is removed: who came in by a lost one stays no longer", async () => {
    const anna = await withApp(world);
    const there = world.guest();
    await enterPassword(there, anna);
    expect((await prove(there, codeOf(world, anna.secret))).status).toBe(200);
    expect(await isLoggedIn(there)).toBe(true);
    const [factor] = (await anna.visitor.call(ownFactors)).items;
    await anna.visitor.call(removeFactor, { params: { id: factor?.id ?? 0 } });
    expect([await isLoggedIn(anna.visitor), await isLoggedIn(there)]).toEqual([true, false]);
  });
});

describe("where a second factor is required", () => {
  it("a user without one is led to it, and has no session before; of two at once one adds it", async () => {
    await demand(["ROLE_FINANCE"]);
    const anna = await makePerson(world, ["ROLE_FINANCE"]);
    const [here, there] = [world.guest(), world.guest()];
    for (const visitor of [here, there]) {
      const reply = await enterPassword(visitor, anna);
      expect([reply.status, reply.json()]).toMatchObject([401, { code: "factor", step: "enrolment" }]);
      expect(await isLoggedIn(visitor)).toBe(false);
      expect((await prove(visitor, "123456")).status).toBe(400);
    }
    const offers = await Promise.all([here.call(beginTotp), there.call(beginTotp)]);
    const replies = await Promise.all(
      [here, there].map((visitor, index) => {
        const { ticket = "", secret = "" } = offers[index] ?? {};
        return visitor.send(confirmTotp, { body: { ticket, code: codeOf(world, secret), name: "App" } });
      }),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await isLoggedIn(here), await isLoggedIn(there)].sort()).toEqual([false, true]);
    await demand([]);
  });

  it("it holds from the next request, for holders of everything and by group too; the last factor stays", async () => {
    const group = await makeGroup(world, ["ROLE_EMPLOYEE"]);
    const member = await makePerson(world, []);
    await putIn(world, group, member.id);
    const chief = await makePerson(world, ["*"]);
    const other = await makePerson(world, ["ROLE_EMPLOYEE"]);
    const [ofMember, ofChief, ofOther] = [world.guest(), world.guest(), world.guest()];
    for (const [visitor, person] of [
      [ofMember, member],
      [ofChief, chief],
      [ofOther, other],
    ] as const)
      expect((await enterPassword(visitor, person)).status).toBe(200);
    const app = await withApp(world, ["ROLE_LEGAL"]);
    await demand(["ROLE_LEGAL"], [group]);
    expect([await isLoggedIn(ofMember), await isLoggedIn(ofChief), await isLoggedIn(ofOther)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await ofMember.refused(ownFactors)).status).toBe(401);
    const { items, required } = await app.visitor.call(ownFactors);
    expect(required).toBe(true);
    const error = await app.visitor.refused(removeFactor, { params: { id: items[0]?.id ?? 0 } });
    expect(error.body.errors?.common).toEqual(["Your account must have a second step. Add another one first."]);
    expect((await app.visitor.call(ownFactors)).items).toHaveLength(1);
    await demand([]);
    expect(await isLoggedIn(ofMember)).toBe(true);
  });

  it("impersonation is no way round: the actor must have passed one, and the other's is not asked", async () => {
    const group = await makeGroup(world, ["ROLE_EMPLOYEE"]);
    const member = await makePerson(world, []);
    await putIn(world, group, member.id);
    const weak = await makePerson(world, ["ROLE_ADMIN", "ROLE_EMPLOYEE"]);
    const visitor = world.guest();
    await enterPassword(visitor, weak);
    await visitor.call(switchUser, { params: { id: member.id } });
    await demand([], [group]);
    expect(await isLoggedIn(visitor)).toBe(false);
    await enterPassword(visitor, weak);
    expect((await visitor.refused(switchUser, { params: { id: member.id } })).status).toBe(400);
    const strong = await withApp(world, ["ROLE_ADMIN", "ROLE_EMPLOYEE"]);
    await strong.visitor.call(switchUser, { params: { id: member.id } });
    expect((await strong.visitor.call(currentUser)).user?.id).toBe(member.id);
    await strong.visitor.call(logoutUser);
    expect((await strong.visitor.call(currentUser)).user?.id).toBe(strong.id);
    await demand([]);
  });
});

describe("administrators", () => {
  it("choose for which roles it is required, as far as they hold those themselves", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.refused(getFactorRule)).status).toBe(403);
    const settler = await world.login(["ROLE_SETTINGS_ACL", "ROLE_EMPLOYEE"]);
    const strong = await makeGroup(world, ["ROLE_FINANCE"]);
    const { version } = await settler.call(getFactorRule);
    const body = { roles: ["ROLE_FINANCE" as const], groupIds: [], version };
    expect((await settler.refused(setFactorRule, { body })).body.errors).toHaveProperty("roles");
    const ofGroup = { roles: [], groupIds: [strong], version };
    expect((await settler.refused(setFactorRule, { body: ofGroup })).body.errors).toHaveProperty("groupIds");
    const chief = await world.login(["*"]);
    const saved = await chief.call(setFactorRule, { body: { ...body, groupIds: [strong] } });
    expect(saved).toMatchObject({ roles: ["ROLE_FINANCE"], groupIds: [strong], version: version + 1 });
    // It holds for "*" too, so for whoever has set it.
    expect(await isLoggedIn(chief)).toBe(false);
    // What is lifted is lifted only by who holds it.
    const lift = { roles: [], groupIds: [], version: version + 1 };
    expect((await settler.refused(setFactorRule, { body: lift })).status).toBe(400);
    expect((await settler.refused(setFactorRule, { body: { ...lift, version } })).status).toBe(409);
    await demand([]);
  });

  it("remove lost factors of a user with a reason; never their own, nor those of a user with more rights", async () => {
    const anna = await withApp(world);
    const manager = await world.login(["ROLE_MANAGE_EMPLOYEE", "ROLE_EMPLOYEE"]);
    const strong = await withApp(world, ["ROLE_FINANCE"]);
    const reason = "Telefoon kwijt, gebeld op het bekende nummer";
    expect((await manager.refused(removeFactorsOf, { params: { id: anna.id }, body: { reason: " " } })).status).toBe(
      400,
    );
    expect((await manager.refused(removeFactorsOf, { params: { id: strong.id }, body: { reason } })).status).toBe(400);
    expect((await manager.refused(removeFactorsOf, { params: { id: manager.userId }, body: { reason } })).status).toBe(
      400,
    );
    const pending = await atSecondStep(anna);
    expect(await manager.call(removeFactorsOf, { params: { id: anna.id }, body: { reason } })).toEqual({ removed: 1 });
    expect(await isLoggedIn(anna.visitor)).toBe(false);
    expect((await prove(pending, anna.recoveryCodes[0] ?? "", "recovery")).status).toBe(400);
    expect((await enterPassword(world.guest(), anna)).status).toBe(200);
    const line = await world.db
      .selectFrom("audit_log")
      .select("after")
      .where("action", "=", "access.removeFactors")
      .where("subject_id", "=", String(anna.id))
      .executeTakeFirstOrThrow();
    expect(line.after).toEqual({ reason });
    const mail = await world.db
      .selectFrom("outbox")
      .select("payload")
      .where("key", "like", "access.factor:removedAll:%")
      .execute();
    expect(JSON.stringify(mail)).toContain(anna.username);
  });

  it("can remove factors from a shell, so that the last one can log in again", async () => {
    const chief = await withApp(world, ["*"]);
    expect(await world.work((ctx) => revokeFactors(ctx, chief.id, "lost"))).toBe(1);
    expect((await enterPassword(world.guest(), chief)).status).toBe(200);
  });
});
