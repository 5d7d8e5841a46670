/** The papers of a file: what each is, new ones, and the one on which a state rests. */
import { attachDocument, papersOf } from "../correspondence/correspondence.server.ts";
import { requireFile } from "../files/files.server.ts";
import { fieldError, notFound } from "../kernel/errors.ts";
import { attachedTo, safeName, writeLog } from "../logs/logs.server.ts";
import { answer, type Ctx } from "../platform/server/room.ts";
import { requireOffice } from "./office.server.ts";
import { addPaper, type FilePaper, kindPaper, listPapers, restState } from "./papers.contract.ts";
import { bornAs, type PaperKind, type PaperSource, paperKinds, paperSources } from "./papers.ts";

interface PaperKey {
  readonly source: PaperSource;
  readonly id: number;
}

const keyOf = ({ source, id }: PaperKey): string => `${source}:${id}`;

/** The columns that lead to a paper. */
export const columnsOf = ({ source, id }: PaperKey) => ({
  document_id: source === "document" ? id : null,
  attachment_id: source === "log" ? id : null,
});

/** The paper that columns lead to. */
const keyIn = (row: { document_id: number | null; attachment_id: number | null }): PaperKey =>
  row.document_id === null
    ? { source: "log", id: row.attachment_id ?? 0 }
    : { source: "document", id: row.document_id };

/** The papers of a file as they are kept, oldest first, and what each is. The caller has asked whether the file may be seen. */
export async function keptPapers(ctx: Pick<Ctx, "db" | "user">, fileId: number) {
  const documents = await papersOf(ctx.db, fileId);
  const attached = await attachedTo(ctx, fileId);
  const rows = await ctx.db
    .selectFrom("file_paper")
    .select(["document_id", "attachment_id", "kind"])
    .where("file_id", "=", fileId)
    .execute();
  const said = new Map(rows.map((row) => [keyOf(keyIn(row)), paperKinds.find((kind) => kind === row.kind) ?? null]));
  return {
    documents: documents.map((document) => ({
      ...document,
      paper: said.get(keyOf({ source: "document", id: document.id })) ?? bornAs[document.kind],
    })),
    attached: attached.map((one) => ({ ...one, paper: said.get(keyOf({ source: "log", id: one.id })) ?? null })),
  };
}

/** The papers of a file that the reader may see, oldest first. The caller has asked whether the file may be seen. */
export async function filePapers(ctx: Pick<Ctx, "db" | "user">, fileId: number): Promise<FilePaper[]> {
  const { documents, attached } = await keptPapers(ctx, fileId);
  const out = (
    source: PaperSource,
    ours: boolean,
    { id, name, mime, on, url, paper }: (typeof attached)[number],
  ): FilePaper => ({ source, id, name, mime, on, url, kind: paper, ours });
  return [
    ...documents.map((document) => out("document", document.kind !== "attachment", document)),
    ...attached.map((one) => out("log", false, one)),
  ];
}

/** @throws notFound for a paper of another file, or one that the reader may not see. */
export async function requirePaper(ctx: Ctx, fileId: number, key: PaperKey): Promise<FilePaper> {
  const found = (await filePapers(ctx, fileId)).find((paper) => keyOf(paper) === keyOf(key));
  if (!found) throw notFound();
  return found;
}

async function sayKind(ctx: Ctx, fileId: number, key: PaperKey, kind: PaperKind | null): Promise<void> {
  const { document_id, attachment_id } = columnsOf(key);
  await ctx.db
    .deleteFrom("file_paper")
    .where("file_id", "=", fileId)
    .where((eb) =>
      document_id === null ? eb("attachment_id", "=", attachment_id) : eb("document_id", "=", document_id),
    )
    .execute();
  if (kind === null) return;
  await ctx.db
    .insertInto("file_paper")
    .values({
      file_id: fileId,
      document_id,
      attachment_id,
      kind,
      noted_at: ctx.clock.now(),
      noted_by: ctx.user.id || null,
    })
    .execute();
}

/** Which states of a file rest on which of these papers. */
async function statesOn(ctx: Ctx, fileId: number, papers: readonly FilePaper[]) {
  const rows = await ctx.db
    .selectFrom("state_paper")
    .innerJoin("file_hold", "file_hold.id", "state_paper.hold_id")
    .select(["hold_id", "document_id", "attachment_id"])
    .where("file_hold.file_id", "=", fileId)
    .orderBy("hold_id")
    .execute();
  const known = new Map(papers.map((paper) => [keyOf(paper), paper]));
  return rows.flatMap((row) => {
    const paper = known.get(keyOf(keyIn(row)));
    return paper ? [{ holdId: row.hold_id, paper }] : [];
  });
}

async function requireState(ctx: Ctx, fileId: number, holdId: number): Promise<void> {
  const hold = await ctx.db
    .selectFrom("file_hold")
    .select("id")
    .where("id", "=", holdId)
    .where("file_id", "=", fileId)
    .executeTakeFirst();
  if (!hold) throw notFound();
}

async function rest(ctx: Ctx, fileId: number, holdId: number, paper: FilePaper | null): Promise<void> {
  const before = (await statesOn(ctx, fileId, await filePapers(ctx, fileId))).find((one) => one.holdId === holdId);
  await ctx.db.deleteFrom("state_paper").where("hold_id", "=", holdId).execute();
  if (paper !== null)
    await ctx.db
      .insertInto("state_paper")
      .values({ hold_id: holdId, ...columnsOf(paper), noted_at: ctx.clock.now(), noted_by: ctx.user.id || null })
      .execute();
  await ctx.audit({
    action: "file.hold",
    subject: "file",
    subjectId: fileId,
    before: { id: holdId, paper: before?.paper.name ?? null },
    after: { id: holdId, paper: paper?.name ?? null },
  });
}

const add = answer(addPaper, async (ctx, { params, body, files }) => {
  requireOffice(ctx);
  const file = await requireFile(ctx, params.id);
  if (body.holdId !== undefined) await requireState(ctx, file.id, body.holdId);
  const [given] = files.filter(({ field }) => field === "file");
  if (!given || files.length !== 1) throw fieldError("file", "log-work.noFiles");
  const name = safeName(given.name);
  const bytes = await given.bytes();
  if (bytes.length === 0) throw fieldError("file", "log-work.emptyFile", { name });
  const key = { source: "document", id: await attachDocument(ctx, file.id, { name, bytes }) } as const;
  await sayKind(ctx, file.id, key, body.kind);
  const paper = await requirePaper(ctx, file.id, key);
  await ctx.audit({ action: "file.paper", subject: "file", subjectId: file.id, after: { name, kind: body.kind } });
  await writeLog(ctx, {
    fileId: file.id,
    type: "document",
    subject: { key: "file-documents.logAdded", values: { name: paper.name } },
    ref: { kind: "document", id: key.id },
  });
  if (body.holdId !== undefined) await rest(ctx, file.id, body.holdId, paper);
  return paper;
});

export const paperAnswers = [
  answer(listPapers, async (ctx, { params }) => {
    await requireFile(ctx, params.id);
    const items = await filePapers(ctx, params.id);
    return { items, states: await statesOn(ctx, params.id, items) };
  }),
  add,
  answer(kindPaper, async (ctx, { params: { id, paperId, ...params }, body }) => {
    requireOffice(ctx);
    await requireFile(ctx, id);
    const source = paperSources.find((known) => known === params.source);
    if (source === undefined) throw notFound();
    const key = { source, id: paperId };
    const before = await requirePaper(ctx, id, key);
    await sayKind(ctx, id, key, body.kind);
    const after = await requirePaper(ctx, id, key);
    const { name } = after;
    await ctx.audit({
      action: "file.paper",
      subject: "file",
      subjectId: id,
      before: { name, kind: before.kind },
      after: { name, kind: after.kind },
    });
    return after;
  }),
  answer(restState, async (ctx, { params, body }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    await requireState(ctx, params.id, params.holdId);
    await rest(ctx, params.id, params.holdId, body.paper && (await requirePaper(ctx, params.id, body.paper)));
    return {};
  }),
];
