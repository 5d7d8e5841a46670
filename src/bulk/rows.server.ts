/** The files of a work as its screen lists them and as its result file holds them. */
import type { Selectable } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../files/files.server.ts";
import type { ReplyOf } from "../kernel/contract.ts";
import { centsFromDecimal } from "../kernel/money.ts";
import { toPage } from "../kernel/query.ts";
import type { BulkRow as Row } from "../platform/server/database.types.ts";
import { pagedList } from "../platform/server/paged-list.ts";
import type { Ctx } from "../platform/server/room.ts";
import { sheetBlob } from "../platform/server/sheets.ts";
import { type BulkRow, bulkRow, type listBulkRows } from "./bulk.contract.ts";
import type { Facts } from "./bulk.ts";
import { shownChanges } from "./facts.server.ts";
import { requireRun, written } from "./runs.server.ts";
import { sayStep, sayWhy, stepTaken, whys } from "./why.server.ts";

type Found = Pick<
  Selectable<Row>,
  "file_id" | "verdict" | "state" | "before" | "after" | "made" | "reasons" | "error"
> & { readonly number: string; readonly display_name: string; readonly company: string };

function changesOf(ctx: Ctx, row: Found): BulkRow["changes"] {
  const step = stepTaken.safeParse(row.after);
  // What it became is worth more than what it would have become.
  const after = row.made ?? (step.success ? null : row.after);
  // Written by the plan and the making, in this very shape.
  const seen = { before: row.before as Facts | null, after: after as Facts | null };
  const changes = seen.before && seen.after ? shownChanges(ctx, seen.before, seen.after) : [];
  if (!step.success) return changes;
  return [{ field: "step", as: "text", before: null, after: sayStep(ctx, step.data.step) }, ...changes];
}

function shown(ctx: Ctx, row: Found): BulkRow {
  const told = whys.parse(row.error) ?? whys.parse(row.reasons) ?? [];
  return bulkRow.parse({
    fileId: row.file_id,
    fileNumber: row.number,
    debtorName: row.display_name,
    clientName: row.company,
    verdict: row.verdict,
    state: row.state,
    changes: changesOf(ctx, row),
    reasons: told.map((each) => sayWhy(ctx, each)),
  });
}

// A file that its owner no longer sees shows nothing of itself.
const found = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom("bulk_row")
    .innerJoin("case_file", "case_file.id", "bulk_row.file_id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .where("bulk_row.bulk_id", "=", id)
    .where(visibleFiles(ctx.user));

const columns = [
  "bulk_row.file_id",
  "bulk_row.verdict",
  "bulk_row.state",
  "bulk_row.before",
  "bulk_row.after",
  "bulk_row.made",
  "bulk_row.reasons",
  "bulk_row.error",
  "case_file.number",
  "debtor.display_name",
  "client.company",
] as const;

export async function rowPage(
  ctx: Ctx,
  id: number,
  query: z.output<(typeof listBulkRows)["query"]>,
): Promise<ReplyOf<typeof listBulkRows>> {
  await requireRun(ctx, id);
  let wanted = found(ctx, id);
  const { verdict, state } = query.filter;
  if (verdict?.length) wanted = wanted.where("bulk_row.verdict", "in", verdict);
  if (state?.length) wanted = wanted.where("bulk_row.state", "in", state);
  const { rows, total } = await pagedList(ctx.db, wanted, query, (list) =>
    // Files are numbered about as they come; only who asks for their numbers has them sorted by these.
    (query.order ? list.orderBy("case_file.number", query.order.direction) : list)
      .select(columns)
      .orderBy("bulk_row.file_id", query.order?.direction ?? "asc"),
  );
  ctx.saw(rows.map((row) => row.file_id));
  return toPage(
    rows.map((row) => shown(ctx, row)),
    total,
    query.limit,
  );
}

function sideOf(ctx: Ctx, change: BulkRow["changes"][number], which: "before" | "after"): string {
  const value = change[which];
  if (value === null) return "–";
  if (change.as === "money") return written(ctx, { cents: centsFromDecimal(value) ?? 0 });
  return change.as === "date" ? written(ctx, { date: value }) : value;
}

async function linesOf(ctx: Ctx, id: number): Promise<string[][]> {
  const say = (key: string): string => ctx.say({ key: `bulk.${key}` }, ctx.lang);
  const lines = [["file", "debtor", "client", "outcome", "before", "after", "why"].map(say)];
  const step = 2000;
  for (let after = 0; ; ) {
    const rows = await found(ctx, id)
      .where("bulk_row.file_id", ">", after)
      .select(columns)
      .orderBy("bulk_row.file_id")
      .limit(step)
      .execute();
    for (const row of rows.map((each) => shown(ctx, each))) {
      const outcome =
        row.state !== "planned" ? say(`state_${row.state}`) : row.verdict ? say(`verdict_${row.verdict}`) : "";
      const side = (which: "before" | "after") =>
        row.changes.map((change) => `${say(`field_${change.field}`)}: ${sideOf(ctx, change, which)}`).join("; ");
      lines.push([
        row.fileNumber,
        row.debtorName,
        row.clientName,
        outcome,
        side("before"),
        side("after"),
        row.reasons.join(" "),
      ]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < step) break;
    after = last.file_id;
  }
  return lines;
}

export async function resultOf(ctx: Ctx, id: number, format: "csv" | "xlsx") {
  const run = await requireRun(ctx, id);
  const missing = z.array(z.object({ line: z.number(), text: z.string() })).parse(run.missing);
  const unknown = ctx.say({ key: "bulk.unknown" }, ctx.lang);
  const lines = await linesOf(ctx, id);
  const saidLine = (line: number): string => ctx.say({ key: "bulk.line", values: { line: String(line) } }, ctx.lang);
  for (const { line, text } of missing) lines.push([text, "", "", unknown, "", "", saidLine(line)]);
  const [head = [], ...rows] = lines;
  return sheetBlob(format, `bulk-${id}`, head, rows, ctx.lang);
}
