/** How what was done to one file is taken back, as its row remembers it. */
import { sql } from "kysely";
import { z } from "zod";
import { settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { assignFile } from "../../../cases/files/files.server.ts";
import { closingReasons, filePhases, fileStatuses, holdKinds } from "../../../cases/files/files.ts";
import { withdrawLine } from "../../../cases/logs/logs.server.ts";
import { closeFile, liftHold, placeHold, reopenFile, setStatus } from "../../../cases/states/states.server.ts";
import { holdStages, stateEffects } from "../../../cases/states/states.ts";
import { date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { recallMessages } from "../../../letters/correspondence/correspondence.server.ts";
import { restorePlace } from "../../../letters/workflows/workflows.server.ts";
import { undoInterest } from "../../../money/bulk-interest/bulk-interest.server.ts";
import { bookings } from "../../../money/claims/claims.server.ts";

const standing = { status: z.enum(fileStatuses), phase: z.enum(filePhases) };
const formerShape = z.object({
  workflow: z.string(),
  position: z.number(),
  startedOn: z.string(),
  previousDoneOn: z.string().nullable(),
  shiftDays: z.number(),
  shiftBeforeNotice: z.number().exactOptional(),
  /** Of the workflow; what was kept before there were several has none. */
  definitionVersion: z.number().int().exactOptional(),
  termUntil: z.string().nullable(),
  stoppedOn: z.string().nullable(),
  /** A day that a step keeps from an earlier version; what was kept before it was remembered has none. */
  keptPosition: z.number().nullable().exactOptional(),
  keptOn: z.string().nullable().exactOptional(),
});
/** A hold as it lay on the file before it was lifted. */
const formerHold = z.object({
  kind: z.enum(holdKinds),
  reason: z.string().nullable(),
  /** Its own day; works of before it was kept have none. */
  since: z.string().nullable().default(null),
  until: z.string().nullable(),
  effect: z.enum(stateEffects),
  stage: z.enum(holdStages).nullable(),
  source: z.string().nullable(),
  sourceReference: z.string().nullable(),
  contactPartyId: z.number().nullable(),
  interestFrozenFrom: z.string().nullable(),
});

/** How a thing that was done is taken back. */
export const undoing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("manager"), id: z.number().nullable() }),
  z.object({ kind: z.literal("status"), ...standing }),
  z.object({ kind: z.literal("hold"), id: z.number() }),
  z.object({ kind: z.literal("agenda"), key: z.string() }),
  z.object({ kind: z.literal("event"), id: z.number() }),
  z.object({ kind: z.literal("reopen") }),
  z.object({ kind: z.literal("close"), reason: z.enum(closingReasons), id: z.number().nullable() }),
  z.object({ kind: z.literal("place"), place: formerShape.nullable(), ...standing }),
  z.object({ kind: z.literal("line"), id: z.number() }),
  z.object({ kind: z.literal("interest"), ids: z.array(z.number()) }),
  z.object({ kind: z.literal("flag"), hold: formerHold }),
  /** A message, what was charged with it, and where the file stood before. */
  z.object({
    kind: z.literal("message"),
    id: z.number(),
    events: z.array(z.number()),
    place: formerShape.nullable(),
    ...standing,
  }),
]);
export type Undoing = z.output<typeof undoing>;

const dayOf = (text: string | null): PlainDate | null => (text === null ? null : date(text));

/** All that a hold says, so that it can be placed anew. */
export async function formerHoldOf(ctx: WorkCtx, holdId: number): Promise<z.output<typeof formerHold>> {
  const [row] = await holdRows(ctx.db, [holdId], undefined);
  return formerHold.parse(row);
}

const holdRows = batchedRows(
  (db, holdIds: readonly number[]) =>
    db
      .selectFrom("file_hold")
      .select([
        "id",
        "kind",
        "reason",
        "from_date as since",
        "until_date as until",
        "effect",
        "stage",
        "source",
        "source_reference as sourceReference",
        "contact_party_id as contactPartyId",
        "interest_frozen_from as interestFrozenFrom",
      ])
      .where("id", "=", sql<number>`any(${[...holdIds]}::bigint[])`)
      .execute(),
  ({ id }) => id,
);

const closureRows = batchedRows(
  (db, fileIds: readonly number[]) =>
    db
      .selectFrom("file_closure")
      .select(["file_id", "reason", "closing_reason_id as id"])
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("reopened_at", "is", null)
      .execute(),
  ({ file_id }) => file_id,
);

/** Why a closed file was closed, so that it can be closed again. */
export async function lastClosure(ctx: WorkCtx, fileId: number) {
  const [row] = await closureRows(ctx.db, [fileId], undefined);
  return { reason: z.enum(closingReasons).catch("withdrawn").parse(row?.reason), id: row?.id ?? null };
}

/** Calls a message back and puts its file back before the step that sent it. @throws validation where it has left. */
async function callBack(ctx: WorkCtx, fileId: number, undo: Undoing & { kind: "message" }, reason: string) {
  if (!(await recallMessages(ctx, [undo.id])).includes(undo.id)) throw fieldError("common", "bulk.hasLeft");
  for (const event of undo.events) await bookings.reverse(ctx, fileId, event, { reason, kinds: ["bik"] });
  await restorePlace(ctx, fileId, undo, reason);
}

/** Takes back what was done to one file. @throws what the module that owns it throws. */
export async function takeBack(ctx: WorkCtx, fileId: number, undo: Undoing, reason: string): Promise<void> {
  switch (undo.kind) {
    case "manager":
      await assignFile(ctx, fileId, undo.id);
      return;
    case "status":
      await setStatus(ctx, fileId, { status: undo.status, phase: undo.phase, byHand: true });
      return;
    case "hold":
      await liftHold(ctx, fileId, undo.id, { reason, neverLay: true });
      return;
    case "agenda":
      await settleAgenda(ctx, { fileId, key: undo.key });
      return;
    case "event":
      await bookings.reverse(ctx, fileId, undo.id, { reason, kinds: ["cost", "freeze"] });
      return;
    case "reopen":
      await reopenFile(ctx, fileId, { note: reason });
      return;
    case "close":
      await closeFile(ctx, fileId, { reason: undo.reason, closingReasonId: undo.id ?? undefined, note: reason });
      return;
    case "place":
      await restorePlace(ctx, fileId, undo, reason);
      return;
    case "line":
      await withdrawLine(ctx, fileId, undo.id, reason);
      return;
    case "message":
      await callBack(ctx, fileId, undo, reason);
      return;
    case "interest":
      await undoInterest(ctx, fileId, undo.ids, reason);
      return;
    case "flag": {
      const { since, until, interestFrozenFrom, ...hold } = undo.hold;
      await placeHold(ctx, fileId, {
        ...hold,
        source: hold.source ?? undefined,
        sourceReference: hold.sourceReference ?? undefined,
        since: dayOf(since) ?? undefined,
        until: dayOf(until),
        interestFrozenFrom: dayOf(interestFrozenFrom),
      });
      return;
    }
  }
}
