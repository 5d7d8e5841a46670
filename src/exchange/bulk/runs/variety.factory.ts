/** Files in all the states that an action on many looks at, and every action with which they are tried. */

import type { Visitor, World } from "../../../app/testing/world.factory.ts";
import { addParty } from "../../../cases/parties/parties.contract.ts";
import { closeFile, placeHold, setStatus } from "../../../cases/states/states.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import type { Actor, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { claimOf, person, portfolio } from "../../../letters/processing/processing.factory.ts";
import { judgedStep, performStep } from "../../../letters/processing/processing.server.ts";
import { refreshNextSteps } from "../../../letters/workflows/workflows.server.ts";
import { bookings } from "../../../money/claims/claims.server.ts";
import { interestTerms } from "../../../money/claims/claims.ts";
import { loadActor } from "../../../people/access/access.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { placeOne } from "../../intake/intake.factory.ts";
import { type BulkAction, bulkChoices } from "../bulk.contract.ts";

const manyRoles = ["ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS", "ROLE_FILE_EDIT", "ROLE_FINANCE", "ROLE_AGENDA"];

export interface Variety {
  readonly files: readonly number[];
  readonly staff: Actor;
  /** A case manager, as somebody who sees nothing but the files given to them. */
  readonly team: Actor;
  readonly manager: number;
  readonly costType: number;
  readonly subject: number;
}

export async function makeVariety(world: World): Promise<Variety> {
  const visitor = await world.login(manyRoles);
  const { costTypes, subjects } = await visitor.call(bulkChoices, {});
  const actorOf = async (id: number): Promise<Actor> => {
    const actor = await loadActor(world.db, id, null);
    if (!actor) throw new Error("no such user");
    return actor;
  };
  const staff = await actorOf(visitor.userId);
  const manager = (await world.login({ name: "M. Anager", acl: ["ROLE_EMPLOYEE"] })).userId;
  await world.db.updateTable("app_user").set({ is_case_manager: true }).where("id", "=", manager).execute();
  const team = { ...(await actorOf(manager)), seesAllFiles: false };
  const files = await variety({ world, visitor, staff, manager });
  return { files, staff, team, manager, costType: Number(costTypes[0]?.id), subject: Number(subjects[0]?.id) };
}

interface House {
  readonly world: World;
  readonly visitor: Visitor;
  readonly staff: Actor;
  readonly manager: number;
}

type Act = (run: (ctx: WorkCtx) => Promise<unknown>) => Promise<unknown>;

/** Files in all the states that an action looks at. */
async function variety({ world, visitor, staff, manager }: House): Promise<number[]> {
  const act: Act = (run) => world.work(run, staff);
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
    await performStep(ctx, { fileId: begun, position: (await judgedStep(ctx, begun)).position });
    await setStatus(ctx, paused, { status: "paused" });
    await placeHold(ctx, closed, { kind: "dispute" });
    await closeFile(ctx, closed, { reason: "withdrawn" });
    await placeHold(ctx, twice, { kind: "dispute" });
    await placeHold(ctx, twice, { kind: "shv", until: date("2027-03-01") });
    await placeHold(ctx, vulnerable, { kind: "administration" });
    await setStatus(ctx, suspended, { status: "suspend" });
    await bookings.freeze(ctx, given, { from: date("2026-06-01"), reason: "Agreed" });
    await placeHold(ctx, frozen, { kind: "dispute", interestFrozenFrom: date("2026-10-01") });
  });
  await world.db.updateTable("case_file").set({ case_manager_id: manager }).where("id", "=", given).execute();
  // Held days ago: its dates have moved by as many when it goes on.
  const held = (await placeOne(world, clientId)).id;
  await act((ctx) => placeHold(ctx, held, { kind: "dispute" }));
  const ago = date("2026-11-02");
  await world.db.updateTable("file_workflow").set({ stopped_on: ago }).where("file_id", "in", [held, paused]).execute();
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
  return [...fileIds, held, late, last, ...(await represented({ world, visitor }, act, clientId))];
}

/** Files beside whose debtor an administrator stands, who is reached where the debtor is not: as it is, and under states. */
async function represented(
  { world, visitor }: Pick<House, "world" | "visitor">,
  act: Act,
  clientId: number,
): Promise<number[]> {
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

/** Each action, with how many of the files its plan leaves to be tried. */
export const variedActions: readonly (readonly [what: string, action: (house: Variety) => BulkAction, left: number])[] =
  [
    ["case_manager, caseManagerId: manager", ({ manager }) => ({ kind: "case_manager", caseManagerId: manager }), 0],
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
    ["agenda, subject", ({ subject }) => ({ kind: "agenda", subject }), 0],
    [
      "cost, costType, cents: 1250, description: Register",
      ({ costType }) => ({ kind: "cost", costType, cents: 1250, description: "Register" }),
      0,
    ],
    [
      "cost, costType, cents: 1250, title",
      ({ costType }) => ({
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
export const forbiddenActions: readonly string[] = [
  "cost, costType, cents: 1250, description: Register",
  "commercial interest",
];
