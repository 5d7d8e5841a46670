/** Chooses files for an office, and has them judged. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { filesChosenBy, filesNamedBy } from "../../../cases/file-search/file-search.server.ts";
import { pastedNumbers } from "../../../cases/file-search/file-search.ts";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { partsOf, requireDestination } from "../destinations/record.server.ts";
import { type HandoverType, mostFiles, typeRules } from "../handover-batches.ts";
import type { ChosenFiles, HandoverBatch } from "./batches.contract.ts";
import { noteEvents } from "./events.server.ts";
import { shownBatch, workKey } from "./record.server.ts";
import { batchJob } from "./work.server.ts";

/** Files whose workflow has come to the handover. */
export const isDue = (today: string) =>
  sql<SqlBool>`case_file.next_step = 'workflows.step_TASK_HANDOVER' and case_file.next_action_on <= ${today}
    and case_file.closed_on is null`;

/** Of what names no file, so many texts are kept. */
const mostMissing = 200;

interface Found {
  readonly ids: readonly number[];
  /** Pasted texts that name no file, or several. */
  readonly missing: readonly string[];
}

async function pasted(ctx: Ctx, text: string): Promise<Found> {
  const numbers = [...new Set(text.split(/\r?\n/).flatMap(pastedNumbers))];
  const named = await filesNamedBy(ctx, numbers);
  const missing = numbers.filter((one) => !named.has(one)).slice(0, mostMissing);
  return { ids: [...new Set(named.values())], missing: missing.map((one) => cutText(one, 60)) };
}

function condition(
  ctx: Ctx,
  chosen: Exclude<ChosenFiles, { by: "numbers" }>,
): Promise<RawBuilder<SqlBool>> | RawBuilder<SqlBool> {
  switch (chosen.by) {
    case "files":
      return sql<SqlBool>`case_file.id = any(${chosen.files}::bigint[])`;
    case "filter":
      return filesChosenBy(ctx, chosen.filter);
    case "due":
      return isDue(ctx.clock.today());
  }
}

async function filesOf(ctx: Ctx, chosen: ChosenFiles): Promise<Found> {
  if (chosen.by === "numbers") return pasted(ctx, chosen.numbers);
  const which = await condition(ctx, chosen);
  const { rows } = await sql<{ id: number }>`select case_file.id from case_file
    where ${which} and ${visibleFiles(ctx.user)} order by case_file.id limit ${mostFiles + 1}`.execute(ctx.db);
  // A file that may not be seen is not there: a choice by number that names one is wrong as a whole.
  if (chosen.by === "files" && rows.length < new Set(chosen.files).size) throw notFound();
  return { ids: rows.map(({ id }) => id), missing: [] };
}

/** @throws validation where nothing is chosen, too much, or the office does not take this kind; notFound. */
export async function startBatch(
  ctx: Ctx,
  asked: {
    readonly type: HandoverType;
    readonly destination: number;
    readonly chosen: ChosenFiles;
    readonly straight: boolean;
  },
): Promise<HandoverBatch> {
  const destination = await requireDestination(ctx, asked.destination);
  if (destination.archived_at !== null) throw fieldError("destination", "handover-batches.errorArchived");
  if (!partsOf(destination).types.includes(asked.type)) throw fieldError("type", "handover-batches.errorNotTaken");
  const { ids, missing } = await filesOf(ctx, asked.chosen);
  const field = asked.chosen.by === "numbers" ? "chosen.numbers" : "chosen";
  if (ids.length === 0) throw fieldError(field, "handover-batches.errorNoFiles");
  if (ids.length > mostFiles) throw fieldError(field, "handover-batches.errorTooMany", { max: mostFiles });
  const now = ctx.clock.now();
  const { id } = await ctx.db
    .insertInto("handover_batch")
    .values({
      key: ctx.ids.uuid(),
      destination_id: destination.id,
      type: asked.type,
      state: "draft",
      moving: "judging",
      straight: asked.straight,
      missing: JSON.stringify(missing),
      made_at: now,
      made_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { exclusive } = typeRules[asked.type];
  await sql`insert into handover_batch_file (batch_id, file_id, state, exclusive, state_at)
    select ${id}, file_id, 'draft', ${exclusive}, ${now} from unnest(${[...ids]}::bigint[]) as file_id`.execute(ctx.db);
  await noteEvents(ctx, [{ batchId: id, kind: "chosen", to: "draft" }]);
  await ctx.audit({
    action: "handover_batch.create",
    subject: "handover_batch",
    subjectId: id,
    after: { type: asked.type, destination: destination.id, files: ids.length, straight: asked.straight },
  });
  await continueBatch(ctx, id, ids.length);
  return shownBatch(ctx, id);
}

/** Has the job of a batch go on. */
export async function continueBatch(ctx: Ctx, batchId: number, files: number): Promise<void> {
  const title = ctx.translate({ key: "handover-batches.workTitle", values: { id: String(batchId), files } }, ctx.lang);
  await ctx.track(batchJob, { batchId }, title, workKey(batchId));
}
