/** The files of a work as its screen lists them and as its result file holds them. */
import type { Selectable } from "kysely";
import { z } from "zod";
import { selectFiles } from "../../../cases/files/files.server.ts";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import type { BulkRow as Row } from "../../../ground/platform/server/postgres/database.types.ts";
import { sheetBlob } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { type BulkRow, bulkRow, type listBulkRows } from "../bulk.contract.ts";
import type { Facts } from "../bulk.ts";
import { changedStep, translateStep, translateWhy, whys } from "../forecast/reasons.server.ts";
import { shownChanges } from "./file-facts.server.ts";
import { requireRun, written } from "./runs.server.ts";

type Found = Pick<
  Selectable<Row>,
  "file_id" | "verdict" | "state" | "before" | "after" | "made" | "reasons" | "error"
> & { readonly number: string; readonly display_name: string; readonly company: string };

function changesOf(ctx: Ctx, row: Found): BulkRow["changes"] {
  const step = changedStep.safeParse(row.after);
  // What it became is worth more than what it would have become.
  const after = row.made ?? (step.success ? null : row.after);
  // Written by the plan and the making, in this very shape.
  const seen = { before: row.before as Facts | null, after: after as Facts | null };
  const changes = seen.before && seen.after ? shownChanges(ctx, seen.before, seen.after) : [];
  if (!step.success) return changes;
  return [{ field: "step", as: "text", before: null, after: translateStep(ctx, step.data.step) }, ...changes];
}

function shown(ctx: Ctx, row: Found): BulkRow {
  const reasons = whys.parse(row.error) ?? whys.parse(row.reasons) ?? [];
  return bulkRow.parse({
    fileId: row.file_id,
    fileNumber: row.number,
    debtorName: row.display_name,
    clientName: row.company,
    verdict: row.verdict,
    state: row.state,
    changes: changesOf(ctx, row),
    reasons: reasons.map((each) => translateWhy(ctx, each)),
  });
}

// A file that its owner no longer sees shows nothing of itself.
const found = (ctx: Ctx, id: number) =>
  selectFiles(ctx)
    .innerJoin("bulk_row", "bulk_row.file_id", "case_file.id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .where("bulk_row.bulk_id", "=", id);

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

/** Read some thousand at a time, and handed on row by row. */
async function* linesOf(ctx: Ctx, id: number): AsyncGenerator<string[]> {
  const translate = (key: string): string => ctx.translate({ key: `bulk.${key}` }, ctx.lang);
  const step = 2000;
  for (let after = 0; ; ) {
    const rows = await found(ctx, id)
      .where("bulk_row.file_id", ">", after)
      .select(columns)
      .orderBy("bulk_row.file_id")
      .limit(step)
      .execute();
    ctx.listed(rows.map((row) => row.file_id));
    for (const row of rows.map((each) => shown(ctx, each))) {
      const outcome =
        row.state !== "planned"
          ? translate(`state_${row.state}`)
          : row.verdict
            ? translate(`verdict_${row.verdict}`)
            : "";
      const side = (which: "before" | "after") =>
        row.changes.map((change) => `${translate(`field_${change.field}`)}: ${sideOf(ctx, change, which)}`).join("; ");
      yield [
        row.fileNumber,
        row.debtorName,
        row.clientName,
        outcome,
        side("before"),
        side("after"),
        row.reasons.join(" "),
      ];
    }
    const last = rows.at(-1);
    if (!last || rows.length < step) break;
    after = last.file_id;
  }
}

export async function resultOf(ctx: Ctx, id: number, format: "csv" | "xlsx") {
  const run = await requireRun(ctx, id);
  const missing = z.array(z.object({ line: z.number(), text: z.string() })).parse(run.missing);
  const unknown = ctx.translate({ key: "bulk.unknown" }, ctx.lang);
  const saidLine = (line: number): string =>
    ctx.translate({ key: "bulk.line", values: { line: String(line) } }, ctx.lang);
  const head = ["file", "debtor", "client", "outcome", "before", "after", "why"].map((key) =>
    ctx.translate({ key: `bulk.${key}` }, ctx.lang),
  );
  async function* lines(): AsyncGenerator<string[]> {
    yield* linesOf(ctx, id);
    for (const { line, text } of missing) yield [text, "", "", unknown, "", "", saidLine(line)];
  }
  return sheetBlob(format, `bulk-${id}`, head, lines(), ctx.lang);
}
