/** Files that stand still in their workflow, and go on: their dates wait, and have moved by as many days then. */
import { sql } from "kysely";
import { settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { lockFile } from "../../../cases/files/files.server.ts";
import type { FileChange, HoldKind } from "../../../cases/files/files.ts";
import { recipientsOf } from "../../../cases/parties/parties.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { loadWorkflows } from "../schedule/definitions.server.ts";
import { isDecided, standsStill, wentOn } from "../schedule/situation.ts";
import { endedPrefix, lockPlaces, refreshNextSteps, updatePlaces } from "./positions.server.ts";

/** The states on whose beginning or end a step may hang (`disputeAnswered`, `counselling`). */
const datesSteps: ReadonlySet<HoldKind> = new Set(["dispute", "shv", "wsnp"]);

/** Those of these files of which a step to come hangs on a state. */
const waitingForState = batchedRows(
  (db, fileIds: readonly number[]) =>
    db
      .selectFrom("file_workflow as place")
      .innerJoin("workflow_step as step", (join) =>
        join
          .onRef("step.workflow_code", "=", "place.workflow_code")
          .onRef("step.version_number", "=", "place.definition_version")
          .onRef("step.position", ">", "place.position"),
      )
      .select("place.file_id")
      .distinct()
      .where("place.file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("step.event", "in", ["disputeAnswered", "counselling"])
      .execute(),
  ({ file_id }) => file_id,
);

const waitsForState = async ({ db }: WorkCtx, fileId: number): Promise<boolean> =>
  (await waitingForState(db, [fileId], undefined)).length > 0;

/** Follows the state of files: while one stands still its dates wait, and when it goes on they have moved by as many days. */
export async function followFile(ctx: WorkCtx, file: { readonly id: number }, change: FileChange): Promise<void> {
  if (change.kind === "closed") return stop(ctx, file.id);
  // What is opened again under a state or an arrangement stands still until that ends.
  if (change.kind === "reopened")
    return standsStill((await lockFile(ctx, file.id)).status) ? undefined : resume(ctx, file.id);
  // How the debtor is reached, or who is reached in its place.
  if (change.kind === "debtor" || change.kind === "party") return refreshNextSteps(ctx, [file.id]);
  if (change.kind === "held" || change.kind === "released") {
    const beside = await recipientsOf(ctx.db, [file.id], ctx.clock.today());
    if (beside.has(file.id) || (datesSteps.has(change.hold) && (await waitsForState(ctx, file.id))))
      await refreshNextSteps(ctx, [file.id]);
    return;
  }
  if (change.kind === "status" && isDecided(change.from, change.to))
    await settleAgenda(ctx, { fileId: file.id, keyPrefix: endedPrefix });
  if (change.kind !== "status" || standsStill(change.from) === standsStill(change.to)) return;
  if (standsStill(change.to)) await stop(ctx, file.id);
  else await resume(ctx, file.id);
}

const stop = (ctx: WorkCtx, fileId: number): Promise<void> =>
  stopPlaces(ctx.db, [{ file_id: fileId, stopped_on: ctx.clock.today() }]);

const stopPlaces = batchedWrite(
  (db, stopped: readonly { readonly file_id: number; readonly stopped_on: PlainDate }[]) =>
    sql`update file_workflow set stopped_on = s.stopped_on, version = file_workflow.version + 1
    from jsonb_populate_recordset(null::file_workflow, ${JSON.stringify(stopped)}::jsonb) as s
    where file_workflow.file_id = s.file_id and file_workflow.stopped_on is null`.execute(db),
);

async function resume(ctx: WorkCtx, fileId: number): Promise<void> {
  const today = ctx.clock.today();
  const [place] = await lockPlaces(ctx.db, [fileId], undefined);
  if (!place?.stopped_on) return;
  const { stopped_on: stoppedOn, previous_done_on: previousDoneOn, shift_days: shiftDays } = place;
  const { kept_position: position, kept_on: on } = place;
  const kept = position === null || on === null ? null : { position, on };
  const { workflow_code: workflowCode, definition_version: definitionVersion } = place;
  const definition = kept ? (await loadWorkflows(ctx.db)).of({ workflowCode, definitionVersion }) : undefined;
  const moved = wentOn({ stoppedOn, previousDoneOn, shiftDays, kept }, definition, today);
  const dates = {
    previous_done_on: moved.previousDoneOn,
    shift_days: moved.shiftDays,
    kept_on: moved.kept?.on ?? null,
  };
  await updatePlaces(ctx.db, [{ ...place, ...dates, stopped_on: null }]);
  await refreshNextSteps(ctx, [fileId]);
}
