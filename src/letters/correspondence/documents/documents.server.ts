/** The documents of files: lists, and the bytes of one. Every query goes through the visibility of files. */

import { ofFile, requireFile, selectFiles } from "../../../cases/files/files.server.ts";
import { isNamed } from "../../../cases/persons/persons.server.ts";
import { addDays, instantInAmsterdam, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { blob, type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { containing } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { templateNames } from "../../templates/templates.server.ts";
import { type DocumentRow, listDocuments, listFileDocuments, readDocument } from "../correspondence.contract.ts";
import { type DocumentKind, documentKinds } from "../messages/messages.ts";

// A file has a handful of documents; one with more than this is shown its newest.
const mostOfOneFile = 1000;

const documents = (ctx: Pick<Ctx, "db" | "user">) =>
  selectFiles(ctx)
    .innerJoin("document", "document.file_id", "case_file.id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .leftJoin("message", "message.document_id", "document.id");

const columns = [
  "document.id",
  "document.file_id",
  "document.kind",
  "document.name",
  "document.mime",
  "document.size_bytes",
  "document.created_at",
  "document.erased_at",
  "document.erased_after",
  "case_file.number as file_number",
  "case_file.client_id",
  "client.company as client_name",
  "debtor.display_name as debtor_name",
  "message.channel",
  "message.template_code",
  "message.posting",
] as const;

const query = (ctx: Ctx) => documents(ctx).select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

const kindOf = (kind: string): DocumentKind => documentKinds.find((known) => known === kind) ?? "attachment";

const toDocument = (row: Row, templateName: Awaited<ReturnType<typeof templateNames>>): DocumentRow => ({
  id: row.id,
  fileId: row.file_id,
  fileNumber: row.file_number,
  clientId: row.client_id,
  clientName: row.client_name,
  debtorName: row.debtor_name,
  kind: kindOf(row.kind),
  name: row.name,
  mime: row.mime,
  size: row.size_bytes,
  createdAt: row.created_at.toISOString(),
  templateCode: row.template_code,
  template: row.template_code && templateName(row.channel ?? "post", row.template_code),
  recalled: row.posting === "recalled",
  erased:
    row.erased_at === null || row.erased_after === null
      ? null
      : { at: row.erased_at.toISOString(), months: row.erased_after },
});

/** The documents of a file, newest first. */
async function documentsOf(ctx: Ctx, fileId: number): Promise<DocumentRow[]> {
  const rows = await query(ctx)
    .where("document.file_id", "=", fileId)
    .orderBy("document.id", "desc")
    .limit(mostOfOneFile)
    .execute();
  const templateName = await templateNames(ctx.db, ctx.lang);
  return rows.map((row) => toDocument(row, templateName));
}

async function page(ctx: Ctx, wanted: (typeof listDocuments)["query"]["_output"]) {
  const { filter } = wanted;
  const order = wanted.order ?? { field: "createdAt", direction: "desc" };
  const from = filter.dateFrom && parsePlainDate(filter.dateFrom);
  const to = filter.dateTo && parsePlainDate(filter.dateTo);
  let found = documents(ctx);
  if (filter.kind) found = found.where("document.kind", "=", filter.kind);
  if (filter.client) found = found.where("case_file.client_id", "=", filter.client);
  if (filter.templateCode) found = found.where("message.template_code", "=", filter.templateCode);
  if (from) found = found.where("document.created_at", ">=", instantInAmsterdam(from));
  if (to) found = found.where("document.created_at", "<", instantInAmsterdam(addDays(to, 1)));
  const { search } = filter;
  if (search) {
    const words = containing(search);
    found = found.where((eb) =>
      eb.or([
        eb("case_file.number", "ilike", words),
        eb("case_file.client_ref", "ilike", words),
        isNamed(search),
        eb("document.name", "ilike", words),
      ]),
    );
  }
  const { rows, total } = await pagedList(ctx.db, found, wanted, (list) =>
    list
      .select(columns)
      .orderBy(order.field === "name" ? "document.name" : "document.created_at", order.direction)
      .orderBy("document.id", order.direction),
  );
  const templateName = await templateNames(ctx.db, ctx.lang);
  return toPage(
    rows.map((row) => toDocument(row, templateName)),
    total,
    wanted.limit,
  );
}

export const documentHandlers: readonly Handler[] = [
  handle(listFileDocuments, async (ctx, { params }) => {
    await requireFile(ctx, params.id);
    return { items: await documentsOf(ctx, params.id) };
  }),
  handle(readDocument, async (ctx, { params }) => {
    const shown = await requireFile(ctx, params.id);
    const row = await ofFile(ctx, shown)
      .selectFrom("document")
      .select(["name", "mime", "storage_key"])
      .where("id", "=", params.documentId)
      .where("file_id", "=", params.id)
      .executeTakeFirst();
    // What it held is gone when its term is over.
    if (!row || row.storage_key === null) throw notFound();
    const content = await ctx.storage.get(row.storage_key);
    // Only a PDF is shown by the browser; anything else that came from outside is handed over to be saved.
    const disposition = row.mime === "application/pdf" ? "inline" : "attachment";
    return blob({ content, mime: row.mime, name: row.name, disposition });
  }),
  handle(listDocuments, (ctx, { query: wanted }) => page(ctx, wanted)),
];
