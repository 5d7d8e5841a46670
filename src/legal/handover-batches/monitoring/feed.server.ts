/** Takes in what offices report of files, line by line: one that is not understood is kept, and holds up no other. */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { date, dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { refreshNextSteps, tellEvents } from "../../../letters/workflows/workflows.server.ts";
import { noteEvents } from "../batches/events.server.ts";
import { endBatchIfDone } from "../batches/office.server.ts";
import { type OfficeReport, type ReportKind, readReport } from "./reports.ts";

/** The last day that offices reported of files; the day in court comes beforehand, with the summons. */
async function reportedDays(db: Db, fileIds: readonly number[], kind: ReportKind, day: RawBuilder<unknown>) {
  const { rows } = await sql<{ fileId: number; on: PlainDate }>`
    select f.file_id as "fileId", max(${day}) as on from handover_report r
    join handover_batch_file f on f.id = r.batch_file_id
    where f.file_id = any(${[...fileIds]}::bigint[]) and r.kind = ${kind} and r.problem is null and ${day} is not null
    group by 1`.execute(db);
  return rows;
}

// What steps of workflows may wait for.
tellEvents("summons", (db, fileIds) => reportedDays(db, fileIds, "summons", sql`r.reported_on`));
tellEvents("rollDate", (db, fileIds) => reportedDays(db, fileIds, "summons", sql`(r.data ->> 'rollDate')::date`));
tellEvents("judgment", (db, fileIds) => reportedDays(db, fileIds, "judgment", sql`r.reported_on`));

interface Held {
  readonly id: number;
  readonly batch_id: number;
  readonly file_id: number;
  readonly state: string;
}

/** The file of a report: the latest that this office accepted under the number. */
const heldBy = ({ db }: WorkCtx, destinationId: number, fileNumber: string): Promise<Held | undefined> =>
  db
    .selectFrom("handover_batch_file as f")
    .innerJoin("handover_batch as b", "b.id", "f.batch_id")
    .innerJoin("case_file", "case_file.id", "f.file_id")
    .select(["f.id", "f.batch_id", "f.file_id", "f.state"])
    .where("b.destination_id", "=", destinationId)
    .where("case_file.number", "=", fileNumber)
    .where("f.state", "in", ["accepted", "processed"])
    .orderBy("f.id", "desc")
    .executeTakeFirst();

const keyOfLine = (line: unknown): string =>
  `unread-${createHash("sha256")
    .update(JSON.stringify(line) ?? "")
    .digest("hex")
    .slice(0, 40)}`;

/** A line as it is kept; one that is far too long only by its beginning. */
function keptLine(line: unknown): string {
  const text = JSON.stringify(line ?? null);
  return text.length <= 20_000 ? text : JSON.stringify({ begins: text.slice(0, 2000) });
}

async function apply(ctx: WorkCtx, report: OfficeReport, held: Held, office: string): Promise<void> {
  const values = { office, date: { date: report.on }, kind: { text: `handover-batches.report_${report.kind}` } };
  await writeLog(ctx, { fileId: held.file_id, type: "status", subject: { key: "handover-batches.logReport", values } });
  const ends = report.kind === "closed" && held.state === "accepted";
  const now = ctx.clock.now();
  await ctx.db
    .updateTable("handover_batch_file")
    .set({ reported_at: now, ...(ends ? { state: "processed", state_at: now, reason: report.reason || null } : {}) })
    .where("id", "=", held.id)
    .execute();
  await noteEvents(ctx, [
    {
      batchId: held.batch_id,
      batchFileId: held.id,
      kind: ends ? "processed" : "report",
      reason: ctx.translate({ key: `handover-batches.report_${report.kind}` }, "nl"),
      ...(ends ? { from: "accepted", to: "processed" } : {}),
    },
  ]);
  if (ends) await endBatchIfDone(ctx, held.batch_id);
  if (report.kind === "summons" || report.kind === "judgment") await refreshNextSteps(ctx, [held.file_id]);
}

export interface TakenReports {
  readonly taken: number;
  readonly known: number;
  readonly unread: number;
}

/** Takes in lines of a feed; one that was told before is known by its key. */
export async function takeReports(
  ctx: WorkCtx,
  destination: { readonly id: number; readonly name: string },
  lines: readonly unknown[],
): Promise<TakenReports> {
  const counts = { taken: 0, known: 0, unread: 0 };
  const today = dateInAmsterdam(ctx.clock.now());
  for (const line of lines) {
    const read = readReport(line, today);
    const report = "report" in read ? read.report : undefined;
    const held = report && (await heldBy(ctx, destination.id, report.fileNumber));
    const problem = "problem" in read ? read.problem : held ? null : "unknownFile";
    const inserted = await ctx.db
      .insertInto("handover_report")
      .values({
        destination_id: destination.id,
        key: ("report" in read ? read.report.key : read.key) ?? keyOfLine(line),
        batch_file_id: held?.id ?? null,
        kind: report?.kind ?? null,
        reported_on: report ? date(report.on) : null,
        data: keptLine(line),
        problem,
        received_at: ctx.clock.now(),
      })
      .onConflict((clash) => clash.columns(["destination_id", "key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) counts.known += 1;
    else if (problem !== null || !report || !held) counts.unread += 1;
    else {
      await apply(ctx, report, held, destination.name);
      counts.taken += 1;
    }
  }
  return counts;
}
