/** What of an upload can be had back: the original, the rejected rows with their reasons, and an empty layout. */
import { notFound } from "../kernel/errors.ts";
import { answer, blob, type Ctx } from "../platform/server/room.ts";
import { csvBlob } from "../platform/server/sheets.ts";
import { type BatchRecord, originalOf, requireBatch } from "./batch.server.ts";
import { problemsOf } from "./findings.server.ts";
import { downloadLayout, downloadOriginal, downloadRejected } from "./intake.contract.ts";
import { columnName, fieldsOf } from "./intake.ts";

/** What was uploaded as CSV comes back with its own separator. */
const separatorOf = ({ format, style }: BatchRecord): string => (format === "csv" ? style.separator : ";");

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
  const name = batch.fileName.replace(/(\.\w+)?$/, `-${ctx.say({ key: "intake.rejectedName" }, ctx.lang)}.csv`);
  return csvBlob(name, lines, { language: ctx.lang, separator: separatorOf(batch) });
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
  const lines = [fields.map((field) => columnName(field, mode)), fields.map((field) => exampleLine[field] ?? "")];
  const ending = mode === "new" ? "" : `-${ctx.say({ key: `intake.mode_${mode}` }, ctx.lang)}`;
  return csvBlob(`${name}${ending}.csv`, lines, { language: ctx.lang, separator: ";" });
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
  const lines = [batch.header, ...rows.map(({ cells }) => cells)];
  const name = batch.fileName.replace(/(\.\w+)?$/, ".csv");
  return csvBlob(name, lines, { language: ctx.lang, separator: separatorOf(batch) });
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
