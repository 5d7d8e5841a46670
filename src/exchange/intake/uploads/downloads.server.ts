/** What of an upload can be had back: the original, the rejected rows with their reasons, and an empty layout. */
import { notFound } from "../../../ground/kernel/errors.ts";
import { blob, type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { csvBlob } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { selectClients } from "../../../people/customers/customers.server.ts";
import { problemsOf } from "../import/findings.server.ts";
import { downloadLayout, downloadOriginal, downloadRejected } from "../import/import.contract.ts";
import { columnName, fieldsOf } from "../import/layout.ts";
import { type BatchRecord, originalOf, requireBatch } from "./uploads.server.ts";

/** What was uploaded as CSV comes back with its own separator. */
const separatorOf = ({ format, style }: BatchRecord): string => (format === "csv" ? style.separator : ";");

/** Rows read at a time: an upload may hold a quarter of a million. */
const stepSize = 2000;

async function* rowsOf(ctx: Ctx, batch: BatchRecord, verdict?: "rejected") {
  for (let after = 0; ; ) {
    let step = ctx.db
      .selectFrom("import_row")
      .select(["row_number", "cells", "problems"])
      .where("batch_id", "=", batch.id)
      .where("row_number", ">", after)
      .orderBy("row_number")
      .limit(stepSize);
    if (verdict) step = step.where("verdict", "=", verdict);
    const rows = await step.execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < stepSize) return;
    after = last.row_number;
  }
}

const rejected = handle(downloadRejected, async (ctx, { params }) => {
  const batch = await requireBatch(ctx, params.id);
  if (batch.isErased) throw notFound();
  const reasonOf = (raw: unknown): string =>
    problemsOf(ctx, raw)
      .filter(({ warning }) => !warning)
      .map(({ field, message }) =>
        field === null ? message : `${ctx.translate({ key: `intake.field_${field}` }, ctx.lang)}: ${message}`,
      )
      .join(" / ");
  const head = [...batch.header, ctx.translate({ key: "intake.reason" }, ctx.lang)];
  async function* lines(): AsyncGenerator<string[]> {
    for await (const { cells, problems } of rowsOf(ctx, batch, "rejected")) yield [...cells, reasonOf(problems)];
  }
  const name = batch.fileName.replace(/(\.\w+)?$/, `-${ctx.translate({ key: "intake.rejectedName" }, ctx.lang)}.csv`);
  return csvBlob(name, head, lines(), { language: ctx.lang, separator: separatorOf(batch) });
});

// A person and a claim that cannot exist, so that an example that is uploaded by mistake harms nobody.
const exampleLine: Readonly<Record<string, string>> = {
  clientRef: "VOORBEELD-1",
  debtorType: "P",
  gender: "V",
  initials: "A.B.",
  lastName: "Voorbeeld",
  street: "Voorbeeldstraat",
  houseNumber: "12",
  addition: "A",
  postcode: "1012 AB",
  city: "Amsterdam",
  country: "NL",
  email: "voorbeeld@example.nl",
  language: "nl",
  invoiceNumber: "F-2026-001",
  invoiceDate: "01-03-2026",
  dueDate: "31-03-2026",
  amount: "123,45",
  claimTitle: "Koopovereenkomst",
  legalType: "sale",
  description: "Bestelling 2026-001",
  vatReclaim: "Y",
  dispute: "N",
  contractNumber: "VOORBEELD-1",
  periodFrom: "01-03-2026",
  periodTo: "31-03-2026",
  reason: "Rechtstreeks geregeld",
  paidOn: "15-04-2026",
  paymentReference: "TRX-2026-0415",
};

/** The number of a client that the reader may see, as an example; 10001 as long as there is none. */
async function exampleClient(ctx: Ctx): Promise<string> {
  const client = await selectClients(ctx).select("number").orderBy("number").limit(1).executeTakeFirst();
  return client?.number ?? "10001";
}

const layout = handle(downloadLayout, async (ctx, { query }) => {
  const mode = query.mode ?? "new";
  const fields = fieldsOf[mode];
  const name = ctx.translate({ key: "intake.layoutName" }, ctx.lang);
  const head = fields.map((field) => columnName(field, mode));
  const example: Readonly<Record<string, string>> = { ...exampleLine, clientNumber: await exampleClient(ctx) };
  const rows = [fields.map((field): string => example[field] ?? "")];
  const ending = mode === "new" ? "" : `-${ctx.translate({ key: `intake.mode_${mode}` }, ctx.lang)}`;
  return csvBlob(`${name}${ending}.csv`, head, rows, { language: ctx.lang, separator: ";" });
});

const mimes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Its rows as they are kept: without citizen service numbers. */
async function cleaned(ctx: Ctx, batch: BatchRecord) {
  async function* lines(): AsyncGenerator<string[]> {
    for await (const { cells } of rowsOf(ctx, batch)) yield cells;
  }
  const name = batch.fileName.replace(/(\.\w+)?$/, ".csv");
  return csvBlob(name, batch.header, lines(), { language: ctx.lang, separator: separatorOf(batch) });
}

const original = handle(downloadOriginal, async (ctx, { params }) => {
  const batch = await requireBatch(ctx, params.id);
  const kept = originalOf(batch);
  const key = batch.archiveKey ?? batch.storageKey;
  if (kept === "gone") throw notFound();
  await ctx.audit({ action: "intake.download", subject: "import_batch", subjectId: batch.id });
  if (kept === "cleaned" || key === null) return cleaned(ctx, batch);
  const mime = batch.archiveKey === null ? mimes[batch.format] : "application/zip";
  return blob({ content: await ctx.storage.open(key), mime, name: batch.fileName });
});

export const downloadHandlers = [rejected, layout, original];
