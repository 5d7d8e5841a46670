/** The papers of a file: what each is, new ones, and the one on which a state rests. */

import { requireFile } from "../../../cases/files/files.server.ts";
import { attachedTo, followAttachments, safeName, writeLog } from "../../../cases/logs/logs.server.ts";
import { placeHold, wantedState } from "../../../cases/states/states.server.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { type Ctx, handle, type UploadedFile } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { attachDocument, papersOf } from "../../../letters/correspondence/correspondence.server.ts";
import {
  findNoticeCopies,
  noticeDocuments,
  proveNotice,
  unproveNotice,
} from "../../../money/notices/notices.server.ts";
import { requireOffice } from "../internal.server.ts";
import { addPaper, type FilePaper, kindPaper, listPapers, placeStateOnPaper, restState } from "./papers.contract.ts";
import { kindOfDocument, type PaperKind, type PaperSource, paperKinds, paperOfState, paperSources } from "./papers.ts";

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
export async function papersWithKinds(ctx: Pick<Ctx, "db" | "user">, fileId: number) {
  const documents = await papersOf(ctx.db, fileId);
  const attached = await attachedTo(ctx, fileId);
  const rows = await ctx.db
    .selectFrom("file_paper")
    .select(["document_id", "attachment_id", "kind"])
    .where("file_id", "=", fileId)
    .execute();
  const kinds = new Map(rows.map((row) => [keyOf(keyIn(row)), paperKinds.find((kind) => kind === row.kind) ?? null]));
  // What came in as the copy of the client's own letter is known to be that.
  const notices = await noticeDocuments(ctx, fileId);
  return {
    documents: documents.map((document) => ({
      ...document,
      paper:
        kinds.get(keyOf({ source: "document", id: document.id })) ??
        (notices.has(document.id) ? ("notice14" as const) : kindOfDocument[document.kind]),
    })),
    attached: attached.map((one) => ({ ...one, paper: kinds.get(keyOf({ source: "log", id: one.id })) ?? null })),
  };
}

/** The papers of a file that the reader may see, oldest first. The caller has asked whether the file may be seen. */
export async function filePapers(ctx: Pick<Ctx, "db" | "user">, fileId: number): Promise<FilePaper[]> {
  const { documents, attached } = await papersWithKinds(ctx, fileId);
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

async function setKind(ctx: Ctx, fileId: number, key: PaperKey, kind: PaperKind | null): Promise<void> {
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

/** Says of a paper what it is, and lets a client's own 14-day letter count by its copy. @throws validation where costs rest on it as one. */
async function judgeKind(
  ctx: Ctx,
  fileId: number,
  key: PaperKey,
  kind: { readonly before: PaperKind | null; readonly after: PaperKind | null },
): Promise<void> {
  await setKind(ctx, fileId, key, kind.after);
  if (kind.after === "notice14") await proveNotice(ctx, fileId, key);
  else if (kind.before === "notice14" && !(await unproveNotice(ctx, fileId, key)))
    throw fieldError("kind", "file-documents.costsRestOnIt");
}

findNoticeCopies(async ({ db }, fileId) => {
  const found = await asSystem(db, "costs rest on the notice, whoever asks for them")
    .selectFrom("file_paper")
    .leftJoin("log_attachment", "log_attachment.id", "file_paper.attachment_id")
    .select(["document_id", "attachment_id"])
    .where("file_paper.file_id", "=", fileId)
    .where("file_paper.kind", "=", "notice14")
    .where("log_attachment.removed_at", "is", null)
    .orderBy("file_paper.id")
    .executeTakeFirst();
  return found ? keyIn(found) : null;
});

followAttachments(async (ctx, { id, fileId }, is) => {
  const key = { source: "log", id } as const;
  if (is === "removed") {
    if (!(await unproveNotice(ctx, fileId, key))) throw fieldError("common", "file-documents.costsRestOnIt");
    return;
  }
  const row = await ctx.db.selectFrom("file_paper").select("kind").where("attachment_id", "=", id).executeTakeFirst();
  if (row?.kind === "notice14") await proveNotice(ctx, fileId, key);
});

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

/** Keeps what came in with a request as a paper of a file. @throws validation on `file`; mediaType; tooLarge */
async function keepPaper(
  ctx: Ctx,
  fileId: number,
  kind: PaperKind,
  files: readonly UploadedFile[],
): Promise<FilePaper> {
  const [given] = files.filter(({ field }) => field === "file");
  if (!given || files.length !== 1) throw fieldError("file", "log-work.noFiles");
  const name = safeName(given.name);
  const bytes = await given.bytes();
  if (bytes.length === 0) throw fieldError("file", "log-work.emptyFile", { name });
  const key = { source: "document", id: await attachDocument(ctx, fileId, { name, bytes }) } as const;
  await judgeKind(ctx, fileId, key, { before: null, after: kind });
  const paper = await requirePaper(ctx, fileId, key);
  await ctx.audit({ action: "file.paper", subject: "file", subjectId: fileId, after: { name, kind } });
  await writeLog(ctx, {
    fileId,
    type: "document",
    subject: { key: "file-documents.logAdded", values: { name: paper.name } },
    ref: { kind: "document", id: key.id },
  });
  return paper;
}

const add = handle(addPaper, async (ctx, { params, body, files }) => {
  requireOffice(ctx);
  const file = await requireFile(ctx, params.id);
  if (body.holdId !== undefined) await requireState(ctx, file.id, body.holdId);
  const paper = await keepPaper(ctx, file.id, body.kind, files);
  if (body.holdId !== undefined) await rest(ctx, file.id, body.holdId, paper);
  return paper;
});

const placeState = handle(placeStateOnPaper, async (ctx, { params, body: { paper: key, ...state }, files }) => {
  requireOffice(ctx);
  if (key !== undefined && files.length > 0) throw fieldError("file", "file-documents.onePaper");
  const { file, hold } = await placeHold(ctx, params.id, { ...state, ...(await wantedState(ctx, params.id, state)) });
  const paper =
    key === undefined
      ? await keepPaper(ctx, file.id, paperOfState(state.kind), files)
      : await requirePaper(ctx, file.id, key);
  await rest(ctx, file.id, hold.id, paper);
  return { holdId: hold.id, paper };
});

export const paperHandlers = [
  handle(listPapers, async (ctx, { params }) => {
    await requireFile(ctx, params.id);
    const items = await filePapers(ctx, params.id);
    return { items, states: await statesOn(ctx, params.id, items) };
  }),
  add,
  placeState,
  handle(kindPaper, async (ctx, { params: { id, paperId, ...params }, body }) => {
    requireOffice(ctx);
    await requireFile(ctx, id);
    const source = paperSources.find((known) => known === params.source);
    if (source === undefined) throw notFound();
    const key = { source, id: paperId };
    const before = await requirePaper(ctx, id, key);
    await judgeKind(ctx, id, key, { before: before.kind, after: body.kind });
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
  handle(restState, async (ctx, { params, body }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    await requireState(ctx, params.id, params.holdId);
    await rest(ctx, params.id, params.holdId, body.paper && (await requirePaper(ctx, params.id, body.paper)));
    return {};
  }),
];
