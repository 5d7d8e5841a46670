/**
 * Takes in what offices report of files, whatever way it came: each line once, and one that cannot be carried out waits with its reason and
 * holds up no other.
 */
import { createHash } from "node:crypto";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { date, dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { addEventReader, refreshNextSteps } from "../../../letters/workflows/workflows.server.ts";
import { addTitleReader } from "../../handover/handover.server.ts";
import { endBatchIfDone } from "../batches/ends.server.ts";
import { noteEvents } from "../batches/events.server.ts";
import { applyVerdict, followAccepted } from "../batches/office.server.ts";
import { carryOut, reportsToApply, type StoredReport } from "./effects.server.ts";
import {
  type OfficeReport,
  type ReadReport,
  type ReportKind,
  type ReportProblem,
  readReport,
  reportKinds,
} from "./reports.ts";

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
addEventReader("summons", (db, fileIds) => reportedDays(db, fileIds, "summons", sql`r.reported_on`));
addEventReader("rollDate", (db, fileIds) => reportedDays(db, fileIds, "summons", sql`(r.data ->> 'rollDate')::date`));
addEventReader("judgment", (db, fileIds) => reportedDays(db, fileIds, "judgment", sql`r.reported_on`));

// What an office is told of the judgment that it is to carry out.
addTitleReader(async (db, fileId, caseNumber) => {
  const reports = await reportsToApply({ db }, fileId);
  const judgment = reports.findLast((report) => report.kind === "judgment" && report.caseNumber === caseNumber);
  if (judgment?.kind !== "judgment") return null;
  const summons = reports.findLast((report) => report.kind === "summons" && report.court !== "");
  const service = reports.findLast((report) => report.kind === "service" && report.of === "title");
  return {
    court: summons?.kind === "summons" ? summons.court : "",
    byDefault: judgment.byDefault,
    servedOn: service ? date(service.on) : null,
  };
});

interface Held {
  readonly id: number;
  readonly batch_id: number;
  readonly file_id: number;
  readonly state: string;
}

export interface FeedOffice {
  readonly id: number;
  readonly name: string;
}

/**
 * The file of a report: the latest that this office has under the number, before any that it has ended; for its verdict, the one that was sent
 * and that it has not answered yet.
 */
function heldBy({ db }: WorkCtx, destinationId: number, report: OfficeReport): Promise<Held | undefined> {
  const isVerdict = report.kind === "accepted" || report.kind === "rejected";
  return asSystem(db, "what an office tells of a file is matched to what it was sent")
    .selectFrom("handover_batch_file as f")
    .innerJoin("handover_batch as b", "b.id", "f.batch_id")
    .innerJoin("case_file", "case_file.id", "f.file_id")
    .select(["f.id", "f.batch_id", "f.file_id", "f.state"])
    .where("b.destination_id", "=", destinationId)
    .where("case_file.number", "=", report.fileNumber)
    .where("f.state", "in", isVerdict ? ["sent", "accepted", "rejected", "processed"] : ["accepted", "processed"])
    .orderBy(sql`f.state = ${isVerdict ? "sent" : "accepted"}`, "desc")
    .orderBy("f.id", "desc")
    .executeTakeFirst();
}

const isRecord = (line: unknown): line is Readonly<Record<string, unknown>> =>
  typeof line === "object" && line !== null && !Array.isArray(line);

/** Of what a line says, in whatever order it names its fields. */
export const hashOf = (line: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(isRecord(line) ? Object.entries(line).sort(([a], [b]) => (a < b ? -1 : 1)) : line) ?? "")
    .digest("hex");

/** A line without a name of the office's is named by what it says. */
const named = (line: unknown): unknown =>
  isRecord(line) && (line.key === undefined || line.key === "")
    ? { ...line, key: `row-${hashOf(line).slice(0, 40)}` }
    : line;

/** A line as it is kept; one that is far too long only by its beginning. */
function storedLine(line: unknown): string {
  const text = JSON.stringify(line ?? null);
  return text.length <= 20_000 ? text : JSON.stringify({ begins: cutText(text, 2000) });
}

/** What the words of an office mean, as people said once and for all. */
async function codesOf({ db }: WorkCtx, destinationId: number): Promise<ReadonlyMap<string, ReportKind>> {
  const rows = await db
    .selectFrom("handover_code")
    .select(["code", "kind"])
    .where("destination_id", "=", destinationId)
    .execute();
  return new Map(
    rows.flatMap(({ code, kind }) => {
      const known = reportKinds.find((each) => each === kind);
      return known ? [[code, known] as const] : [];
    }),
  );
}

async function note(ctx: WorkCtx, report: OfficeReport, held: Held, office: string): Promise<void> {
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
      reason: { key: `handover-batches.report_${report.kind}` },
      ...(ends ? { from: "accepted", to: "processed" } : {}),
    },
  ]);
  if (ends) await endBatchIfDone(ctx, held.batch_id);
}

interface Outcome {
  readonly problem: ReportProblem | null;
  readonly held?: Held | undefined;
  readonly refusal?: Message;
  readonly flags?: readonly string[];
}

const words = { gone: "handover-batches.refusedGone", changed: "handover-batches.refusedChanged" };

/** What a person chose who tries a line again. */
type Choice = Pick<StoredReport, "atScale" | "confirmed">;

/** Carries out a line that was read; what law or file refuse leaves nothing behind but its reason. */
async function carried(
  ctx: WorkCtx,
  office: FeedOffice,
  id: number,
  read: ReadReport,
  choice: Choice = {},
): Promise<Outcome> {
  if (!("report" in read)) return { problem: read.problem };
  const { report } = read;
  const held = await heldBy(ctx, office.id, report);
  if (!held) return { problem: "unknownFile" };
  if (report.kind === "accepted" || report.kind === "rejected") {
    if (held.state === "sent") await applyVerdict(ctx, held.batch_id, held.id, report);
    return { problem: null, held };
  }
  const tried = await withSavepoint(
    ctx,
    async () => {
      const received = { id, fileId: held.file_id, office: office.name, destinationId: office.id, report, ...choice };
      const effect = await carryOut(ctx, received);
      if (!effect.problem) await note(ctx, report, held, office.name);
      return effect;
    },
    words,
  );
  if ("refused" in tried) return { problem: "refused", held, refusal: tried.refused[0] };
  const { problem = null, flags = [] } = tried.done;
  return { problem, held, flags };
}

async function keep(ctx: WorkCtx, id: number, read: ReadReport, outcome: Outcome): Promise<void> {
  const report = "report" in read ? read.report : undefined;
  await ctx.db
    .updateTable("handover_report")
    .set({
      batch_file_id: outcome.held?.id ?? null,
      kind: report?.kind ?? null,
      code: read.code,
      reported_on: report ? date(report.on) : null,
      problem: outcome.problem,
      refusal: outcome.refusal ? JSON.stringify(outcome.refusal) : null,
      flags: [...(outcome.flags ?? [])],
    })
    .where("id", "=", id)
    .execute();
  const { problem, held } = outcome;
  // A step may hang on a summons or a judgment.
  if (problem === null && held && (report?.kind === "summons" || report?.kind === "judgment"))
    await refreshNextSteps(ctx, [held.file_id]);
}

/** Enters a line under its key; undefined where it was told before. Another content under a known key is a line of its own. */
async function entered(ctx: WorkCtx, office: FeedOffice, line: unknown, key: string | undefined) {
  const sha256 = hashOf(line);
  const row = {
    destination_id: office.id,
    data: storedLine(line),
    content_sha256: sha256,
    received_at: ctx.clock.now(),
  };
  const insert = (name: string) =>
    ctx.db
      .insertInto("handover_report")
      .values({ ...row, key: name, problem: "shape" })
      .onConflict((clash) => clash.columns(["destination_id", "key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
  const name = key ?? `unread-${sha256.slice(0, 40)}`;
  const first = await insert(name);
  if (first) return { id: first.id, changed: false };
  const before = await ctx.db
    .selectFrom("handover_report")
    .select("content_sha256")
    .where("destination_id", "=", office.id)
    .where("key", "=", name)
    .executeTakeFirst();
  if (!before || before.content_sha256 === null || before.content_sha256 === sha256) return undefined;
  const second = await insert(`${name.slice(0, 80)}#${sha256.slice(0, 16)}`);
  return second && { id: second.id, changed: true };
}

const fileNumberOf = (line: unknown): string[] =>
  isRecord(line) && typeof line.fileNumber === "string" ? [line.fileNumber.trim()] : [];

/** Locks the files that lines name before any is carried out, in the order of their ids, so that two feeds wait for each other. */
async function lockNamed({ db }: WorkCtx, destinationId: number, lines: readonly unknown[]): Promise<void> {
  const numbers = [...new Set(lines.flatMap(fileNumberOf))];
  if (numbers.length < 2) return;
  await asSystem(db, "what an office tells is booked on its file, whoever tells it")
    .selectFrom("case_file")
    .select("id")
    .where("number", "=", anyOf(numbers, "text"))
    .where("id", "in", (files) =>
      files
        .selectFrom("handover_batch_file as f")
        .innerJoin("handover_batch as b", "b.id", "f.batch_id")
        .select("f.file_id")
        .where("b.destination_id", "=", destinationId),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

export interface IngestedReports {
  readonly taken: number;
  readonly known: number;
  readonly unread: number;
}

/** Takes in lines of a feed; one that was told before is known by its key. */
export async function ingestReports(
  ctx: WorkCtx,
  office: FeedOffice,
  lines: readonly unknown[],
): Promise<IngestedReports> {
  const counts = { taken: 0, known: 0, unread: 0 };
  const today = dateInAmsterdam(ctx.clock.now());
  const codes = await codesOf(ctx, office.id);
  await lockNamed(ctx, office.id, lines);
  for (const each of lines) {
    const line = named(each);
    const read = readReport(line, today, codes);
    const row = await entered(ctx, office, line, "report" in read ? read.report.key : read.key);
    if (!row) {
      counts.known += 1;
      continue;
    }
    const outcome: Outcome = row.changed ? { problem: "changed" } : await carried(ctx, office, row.id, read);
    await keep(ctx, row.id, read, outcome);
    if (outcome.problem === null) counts.taken += 1;
    else counts.unread += 1;
    if ("report" in read && read.report.kind === "accepted" && outcome.problem === null)
      await ingestWaiting(ctx, office, [read.report.fileNumber]);
  }
  return counts;
}

/** One line that waits, tried again; gives what it is now. */
export async function retryIngest(
  ctx: WorkCtx,
  office: FeedOffice,
  row: { readonly id: number; readonly data: unknown; readonly problem: string | null },
  { kind, ...choice }: { readonly kind?: ReportKind } & Choice = {},
): Promise<Outcome> {
  const today = dateInAmsterdam(ctx.clock.now());
  const line = kind && isRecord(row.data) ? { ...row.data, kind } : row.data;
  const read = readReport(line, today, await codesOf(ctx, office.id));
  const outcome = await carried(ctx, office, row.id, read, choice);
  await keep(ctx, row.id, read, outcome);
  return outcome;
}

/** Lines of files that this office had not accepted when they came, now that it has. */
export async function ingestWaiting(ctx: WorkCtx, office: FeedOffice, fileNumbers: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom("handover_report")
    .select(["id", "data", "problem"])
    .where("destination_id", "=", office.id)
    .where("problem", "=", "unknownFile")
    .where("settled_at", "is", null)
    .where(sql<SqlBool>`data ->> 'fileNumber' = any(${[...fileNumbers]}::text[])`)
    .orderBy("id")
    .execute();
  for (const row of rows) await retryIngest(ctx, office, row);
}

followAccepted(ingestWaiting);
