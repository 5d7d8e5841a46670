/** What is told of many files at once is, file by file and fact by fact, what trying the very thing gives. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadActor } from "../access/access.server.ts";
import { startWorld, type Visitor, type World } from "../app/world.factory.ts";
import { freezeFrom } from "../claims/claims.server.ts";
import { interestTerms } from "../claims/claims.ts";
import { makeClient } from "../customers/customers.factory.ts";
import { addParty } from "../files/files.contract.ts";
import { closeFile, placeHold, setStatus } from "../files/files.server.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { date } from "../kernel/dates.ts";
import type { Actor, WorkCtx } from "../platform/server/room.ts";
import { claimOf, person, portfolio } from "../processing/processing.factory.ts";
import { judgedStep, takeStep } from "../processing/processing.server.ts";
import { refreshNextSteps } from "../workflows/workflows.server.ts";
import { type BulkAction, bulkChoices } from "./bulk.contract.ts";
import { readFacts } from "./facts.server.ts";
import { foretell } from "./foretell.server.ts";
import { plannedOf, tryOne } from "./plan.server.ts";

const manyRoles = ["ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS", "ROLE_FILE_EDIT", "ROLE_FINANCE", "ROLE_AGENDA"];

describe("what is told and what is tried", () => {
  let world: World;
  let visitor: Visitor;
  let staff: Actor;
  let team: Actor;
  let manager: number;
  let costType: number;
  let subject: number;
  let files: number[] = [];

  beforeAll(async () => {
    world = await startWorld();
    visitor = await world.login(manyRoles);
    const { costTypes, subjects } = await visitor.call(bulkChoices, {});
    costType = Number(costTypes[0]?.id);
    subject = Number(subjects[0]?.id);
    const actorOf = async (id: number): Promise<Actor> => {
      const actor = await loadActor(world.db, id, null);
      if (!actor) throw new Error("no such user");
      return actor;
    };
    staff = await actorOf(visitor.userId);
    manager = (await world.login({ name: "M. Anager", acl: ["ROLE_EMPLOYEE"] })).userId;
    await world.db.updateTable("app_user").set({ is_case_manager: true }).where("id", "=", manager).execute();
    // A case manager who sees nothing but one file.
    team = { ...(await actorOf(manager)), seesAllFiles: false };
    files = await variety();
  }, 60_000);
  afterAll(() => world.close());

  const act = (run: (ctx: WorkCtx) => Promise<unknown>): Promise<unknown> => world.work(run, staff);

  /** Files in all the states that an action looks at. */
  async function variety(): Promise<number[]> {
    const { clientId, fileIds } = await portfolio(world, 10);
    const [
      ,
      begun = 0,
      paused = 0,
      closed = 0,
      twice = 0,
      vulnerable = 0,
      given = 0,
      suspended = 0,
      frozen = 0,
      far = 0,
    ] = fileIds;
    await act(async (ctx) => {
      await takeStep(ctx, { fileId: begun, position: (await judgedStep(ctx, begun)).position });
      await setStatus(ctx, paused, { status: "paused" });
      await placeHold(ctx, closed, { kind: "dispute" });
      await closeFile(ctx, closed, { reason: "withdrawn" });
      await placeHold(ctx, twice, { kind: "dispute" });
      await placeHold(ctx, twice, { kind: "shv", until: date("2027-03-01") });
      await placeHold(ctx, vulnerable, { kind: "administration" });
      await setStatus(ctx, suspended, { status: "suspend" });
      await freezeFrom(ctx, given, { from: date("2026-06-01"), reason: "Agreed" });
      await placeHold(ctx, frozen, { kind: "dispute", interestFrozenFrom: date("2026-10-01") });
    });
    await world.db.updateTable("case_file").set({ case_manager_id: manager }).where("id", "=", given).execute();
    // Held days ago: its dates have moved by as many when it goes on.
    const held = (await placeOne(world, clientId)).id;
    await act((ctx) => placeHold(ctx, held, { kind: "dispute" }));
    const ago = date("2026-11-02");
    await world.db
      .updateTable("file_workflow")
      .set({ stopped_on: ago })
      .where("file_id", "in", [held, paused])
      .execute();
    // One that is under way and before a step that may be skipped, and one that is at the end of its workflow.
    const late = (await placeOne(world, (await makeClient(world.db, world.clock)).id)).id;
    const last = (await placeOne(world, clientId)).id;
    for (const [id, position] of [
      [late, 1],
      [far, 3],
      [last, 9],
    ] as const)
      await world.db
        .updateTable("file_workflow")
        .set({ position, previous_done_on: date("2026-11-10") })
        .where("file_id", "=", id)
        .execute();
    return [...fileIds, held, late, last, ...(await represented(clientId))];
  }

  /** Files beside whose debtor an administrator stands, who is reached where the debtor is not: as it is, and under states. */
  async function represented(clientId: number): Promise<number[]> {
    const unreached = claimOf({ debtor: person({ email: null, mobile: null }) });
    const ids: number[] = [];
    for (const kinds of [[], ["administration"], ["dispute"], ["dispute", "administration"]] as const) {
      const { id } = await placeOne(world, clientId, unreached);
      ids.push(id);
      const body = { role: "administrator", from: "2026-11-01", person: { ...person(), language: "nl" } } as const;
      await visitor.call(addParty, { params: { id }, body });
      // Past its letter, so that the next step hangs on how somebody is reached.
      await world.db
        .updateTable("file_workflow")
        .set({ position: 1, previous_done_on: date("2026-11-10") })
        .where("file_id", "=", id)
        .execute();
      await act(async (ctx) => {
        await refreshNextSteps(ctx, [id]);
        for (const kind of kinds) await placeHold(ctx, id, { kind });
      });
    }
    return ids;
  }

  const today = () => world.clock.today();

  const tryEach = (action: BulkAction, actor: Actor) =>
    world.work(async (ctx) => {
      const seen = await readFacts(ctx.db, files, today());
      const tried = new Map<number, ReturnType<typeof plannedOf>>();
      for (const id of files) tried.set(id, await tryOne(ctx, 1, id, action, seen.get(id)));
      return tried;
    }, actor);

  const tellAll = (action: BulkAction, actor: Actor) =>
    world.work(async (ctx) => {
      const seen = await readFacts(ctx.db, files, today());
      return new Map(
        [...(await foretell(ctx, seen, action))].map(([id, told]) => {
          const file = seen.get(id);
          if (!file) throw new Error(`file ${id} was not asked for`);
          return [id, plannedOf(id, file, told)];
        }),
      );
    }, actor);

  // Each action with how many of the files it leaves to be tried.
  const actions: readonly (readonly [what: string, action: () => BulkAction, left: number])[] = [
    ["case_manager, caseManagerId: manager", () => ({ kind: "case_manager", caseManagerId: manager }), 0],
    ["case_manager, caseManagerId: null", () => ({ kind: "case_manager", caseManagerId: null }), 0],
    ["status, status: paused", () => ({ kind: "status", status: "paused" }), 0],
    ["status, status: in_progress", () => ({ kind: "status", status: "in_progress" }), 0],
    [
      "status, status: in_progress, phase: monitoring",
      () => ({ kind: "status", status: "in_progress", phase: "monitoring" }),
      0,
    ],
    ["status, status: no_more_steps", () => ({ kind: "status", status: "no_more_steps" }), 0],
    ["flag, hold: dispute, reason: All", () => ({ kind: "flag", hold: "dispute", reason: "All" }), 0],
    ["flag, hold: shv, until: 2027-01-31", () => ({ kind: "flag", hold: "shv", until: "2027-01-31" }), 0],
    ["flag, hold: administration", () => ({ kind: "flag", hold: "administration" }), 0],
    ["unflag, hold: dispute", () => ({ kind: "unflag", hold: "dispute" }), 1],
    ["unflag, hold: shv", () => ({ kind: "unflag", hold: "shv" }), 1],
    ["unflag, hold: administration", () => ({ kind: "unflag", hold: "administration" }), 0],
    ["note, subject: To all, content: Text", () => ({ kind: "note", subject: "To all", content: "Text" }), 0],
    ["agenda, subject", () => ({ kind: "agenda", subject }), 0],
    [
      "cost, costType, cents: 1250, description: Register",
      () => ({ kind: "cost", costType, cents: 1250, description: "Register" }),
      0,
    ],
    [
      "cost, costType, cents: 1250, title",
      () => ({
        kind: "cost",
        costType,
        cents: 1250,
        description: "Register",
        title: { on: "2026-11-01", reference: "Rb Utrecht 26/88" },
      }),
      0,
    ],
    [
      "interest, from: 2026-06-01, reason: Agreed",
      () => ({ kind: "interest", from: "2026-06-01", reason: "Agreed" }),
      0,
    ],
    [
      "interest, from: 2026-06-01, until: 2026-07-01, reason: Agreed",
      () => ({ kind: "interest", from: "2026-06-01", until: "2026-07-01", reason: "Agreed" }),
      0,
    ],
    ["close, reason: withdrawn", () => ({ kind: "close", reason: "withdrawn" }), 0],
    ["reopen", () => ({ kind: "reopen" }), 1],
    ["workflow, workflow: W2, reason: Business", () => ({ kind: "workflow", workflow: "W2", reason: "Business" }), 0],
    ["workflow, workflow: W1, reason: Anew", () => ({ kind: "workflow", workflow: "W1", reason: "Anew" }), 0],
    ["step, reason: Not now", () => ({ kind: "step", reason: "Not now" }), 0],
    ["send", () => ({ kind: "send" }), 0],
    ["step_go forward", () => ({ kind: "step_go", workflow: "W1", position: 7, reason: "Straight on" }), 0],
    ["step_go back", () => ({ kind: "step_go", workflow: "W1", position: 2, reason: "Once more" }), 0],
    ["step_repeat", () => ({ kind: "step_repeat", reason: "Once more" }), 0],
    ["unfreeze", () => ({ kind: "unfreeze", from: "2026-11-01", reason: "Over" }), 0],
    [
      "no interest",
      () => ({ kind: "interest_terms", interest: interestTerms.parse({ kind: "none" }), reason: "Agreed" }),
      0,
    ],
    [
      "commercial interest",
      () => ({ kind: "interest_terms", interest: interestTerms.parse({ kind: "commercial" }), reason: "Agreed" }),
      0,
    ],
    [
      "interest of 8 percent",
      () => ({
        kind: "interest_terms",
        interest: interestTerms.parse({ kind: "contractual", rate: 80_000 }),
        reason: "Agreed",
      }),
      0,
    ],
  ];

  /** What the law forbids on every file of this house: all of them are consumers. */
  const forbidden = ["cost, costType, cents: 1250, description: Register", "commercial interest"];

  test.each(actions)("%s", async (what, given, left) => {
    const action = given();
    const told = await tellAll(action, staff);
    const tried = await tryEach(action, staff);
    const ofTold = new Map([...tried].filter(([id]) => told.has(id)));
    expect(told).toEqual(ofTold);
    expect(files.length - told.size).toBe(left);
    expect([...tried.values()].some(({ verdict }) => verdict === "do")).toBe(!forbidden.includes(what));
  });

  test("under a state in which somebody else speaks the next step is another one, and is told so", async () => {
    const told = await tellAll({ kind: "flag", hold: "administration" }, staff);
    const [represented] = files.slice(-4);
    const file = told.get(represented ?? 0);
    const after = file?.after;
    expect(file?.before?.nextStep).not.toContain("EM_FIRST");
    expect(after && "nextStep" in after ? after.nextStep : null).toContain("EM_FIRST");
  });

  test("a file that the person does not see is no file, told or tried", async () => {
    const action: BulkAction = { kind: "note", subject: "Seen?" };
    const told = await tellAll(action, team);
    expect([...told.values()].filter(({ verdict }) => verdict === "do")).toHaveLength(1);
    expect(told).toEqual(await tryEach(action, team));
  });
});
