/**
 * The bailiffs' and lawyers' part, attacked role by role: each prescribed call and screen of it, asked by a person of every single role, by one
 * of a client who was given the role all the same, by a guest, and for what is not there.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Access, allows, type Role, roles } from "../../ground/kernel/access.ts";
import { type Call, pathParameters } from "../../ground/kernel/contract.ts";
import { portfolio } from "../../letters/processing/processing.factory.ts";
import { prescribedCalls, prescribedScreens } from "../prescribed.ts";
import { startWorld, type Visitor, type World, wrong } from "../testing/world.factory.ts";

const isOurs = (path: string): boolean => /^(\/api\/v4)?\/(bailiff|courts|subpoena-)/.test(path);

let world: World;
let calls: readonly Call[];
let clientId: number;

beforeAll(async () => {
  world = await startWorld();
  ({ clientId } = await portfolio(world, 2));
  const all = world.vorder.modules.flatMap((module) => module.handlers.map(({ call }) => call));
  calls = prescribedCalls
    .filter(([, path]) => isOurs(path))
    .flatMap(([method, path]) => all.filter((call) => call.method === method && call.path === path));
});
afterAll(() => world.close());

/** Asks for what is not there, with nothing in the body. */
const knock = (visitor: Visitor, call: Call) => {
  const params = Object.fromEntries(pathParameters(call.path).map((name) => [name, Number.MAX_SAFE_INTEGER]));
  return visitor.send(call, { params: wrong(params), ...(call.method === "GET" ? {} : { body: wrong({}) }) });
};
const name = ({ method, path }: Call): string => `${method} ${path}`;
/** All but the one, and the one that only a session holds. */
const others: readonly Role[] = roles.filter((role) => role !== "ROLE_LEGAL" && role !== "ROLE_PREVIOUS_ADMIN");

describe("the calls", () => {
  test("are the 21 of the specification, each restricted to the legal role", () => {
    expect(calls).toHaveLength(21);
    for (const { who } of calls) expect(who).toEqual({ kind: "any", roles: ["ROLE_LEGAL"] });
  });

  test("are refused to a person of any other role, and to a guest", async () => {
    const visitors: (readonly [string, Visitor, number])[] = [["guest", world.guest(), 401]];
    for (const role of others) visitors.push([role, await world.login([role]), 403]);
    const everythingElse = await world.login([...others]);
    visitors.push(["all other roles together", everythingElse, 403]);
    const faults: string[] = [];
    for (const [who, visitor, status] of visitors)
      for (const call of calls) {
        const reply = await knock(visitor, call);
        if (reply.status !== status) faults.push(`${who}: ${name(call)} answers ${reply.status}`);
      }
    expect(faults).toEqual([]);
  });

  test("do not exist for a client's people, whatever their role", async () => {
    const faults: string[] = [];
    for (const kind of ["customer", "contact"] as const) {
      const visitor = await world.login({ acl: ["ROLE_LEGAL", "ROLE_FILE_SEARCH"], kind, clientIds: [clientId] });
      for (const call of calls) {
        const reply = await knock(visitor, call);
        // What is wrong with a body may be told before who asks: it tells nothing of anybody.
        if (![400, 404].includes(reply.status)) faults.push(`${kind}: ${name(call)} answers ${reply.status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test("answer 404 for records that do not exist", async () => {
    const lawyer = await world.login(["ROLE_LEGAL"]);
    const faults: string[] = [];
    for (const call of calls.filter(({ path, method }) => path.includes("{") && method !== "POST")) {
      const reply = await knock(lawyer, call);
      if (reply.status !== 404) faults.push(`${name(call)} answers ${reply.status}`);
    }
    expect(faults).toEqual([]);
  });
});

describe("the screens", () => {
  test("are the seven of the specification, open to the legal role only", () => {
    const ours = prescribedScreens.filter(([path]) => isOurs(path)).map(([path]) => path);
    expect(ours).toHaveLength(7);
    const screens = world.vorder.modules.flatMap((module) => module.screens);
    const whoOf = (path: string): Access | undefined => screens.find((screen) => screen.path === path)?.who;
    for (const path of ours) {
      const who = whoOf(path);
      if (!who) throw new Error(`no screen ${path}`);
      expect([path, roles.filter((role) => allows(who, [role], true))]).toEqual([path, ["ROLE_LEGAL"]]);
      expect([path, allows(who, ["ROLE_LEGAL"], false)]).toEqual([path, false]);
    }
  });
});
