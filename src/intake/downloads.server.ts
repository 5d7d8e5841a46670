/** What of an upload can be had back: the original, the rejected rows with their reasons, and an empty layout. */
import { stringify } from "csv-stringify/sync";
import { notFound } from "../kernel/errors.ts";
import { answer, blob, type Ctx } from "../platform/server/room.ts";
import { type BatchRecord, originalOf, requireBatch } from "./batch.server.ts";
import { problemsOf } from "./findings.server.ts";
import { downloadLayout, downloadOriginal, downloadRejected } from "./intake.contract.ts";
import { columnName, fieldsOf } from "./intake.ts";

const rejected = answer(downloadRejected, async (ctx, { params }) => {
  const batch = await requireBatch(ctx, params.id);
  if (batch.isErased) throw notFound();
  const found = await ctx.db
    .selectFrom("import_row")
    .select(["cells", "problems"])
    .where("batch_id", "=", batch.id)
    .where("verdict", "=", "rejected")
    .orderBy("row_number")
    .execute();
  const reasonOf = (raw: unknown): string =>
    problemsOf(ctx, raw)
      .filter(({ warning }) => !warning)
      .map(({ field, message }) =>
        field === null ? message : `${ctx.say({ key: `intake.field_${field}` }, ctx.lang)}: ${message}`,
      )
      .join(" / ");
  const lines = [
    [...batch.header, ctx.say({ key: "intake.reason" }, ctx.lang)],
    ...found.map(({ cells, problems }) => [...cells, reasonOf(problems)]),
  ];
  return blob({
    content: stringify(lines, {
      delimiter: batch.format === "csv" ? batch.style.separator : ";",
      bom: true,
      escape_formulas: true,
    }),
    mime: "text/csv; charset=utf-8",
    name: batch.fileName.replace(/(\.\w+)?$/, `-${ctx.say({ key: "intake.rejectedName" }, ctx.lang)}.csv`),
  });
});

// A person and a claim that cannot exist, so that an example that is uploaded by mistake harms nobody.
const exampleLine: Readonly<Record<string, string>> = {
  clientNumber: "10001",
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
};

const layout = answer(downloadLayout, async (ctx, { query }) => {
  const mode = query.mode ?? "new";
  const fields = fieldsOf[mode];
  const name = ctx.say({ key: "intake.layoutName" }, ctx.lang);
  return blob({
    content: stringify(
      [fields.map((field) => columnName(field, mode)), fields.map((field) => exampleLine[field] ?? "")],
      { delimiter: ";", bom: true },
    ),
    mime: "text/csv; charset=utf-8",
    name: mode === "new" ? `${name}.csv` : `${name}-${ctx.say({ key: `intake.mode_${mode}` }, ctx.lang)}.csv`,
  });
});

const mimes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Its rows as they are kept: without citizen service numbers. */
async function cleaned(ctx: Ctx, batch: BatchRecord) {
  const rows = await ctx.db
    .selectFrom("import_row")
    .select("cells")
    .where("batch_id", "=", batch.id)
    .orderBy("row_number")
    .execute();
  const delimiter = batch.format === "csv" ? batch.style.separator : ";";
  return blob({
    content: stringify([[...batch.header], ...rows.map(({ cells }) => cells)], {
      delimiter,
      bom: true,
      escape_formulas: true,
    }),
    mime: mimes.csv,
    name: batch.fileName.replace(/(\.\w+)?$/, ".csv"),
  });
}

const original = answer(downloadOriginal, async (ctx, { params }) => {
  const batch = await requireBatch(ctx, params.id);
  const kept = originalOf(batch);
  const key = batch.archiveKey ?? batch.storageKey;
  if (kept === "gone") throw notFound();
  await ctx.audit({ action: "intake.download", subject: "import_batch", subjectId: batch.id });
  if (kept === "cleaned" || key === null) return cleaned(ctx, batch);
  const mime = batch.archiveKey === null ? mimes[batch.format] : "application/zip";
  return blob({ content: await ctx.storage.open(key), mime, name: batch.fileName });
});

export const downloadAnswers = [rejected, layout, original];
