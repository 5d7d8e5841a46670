/** Court papers of files: looked at, kept as documents of the file version by version, and taken back from a word processor. */

import { z } from "zod";
import { settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { ofFile, requireFile } from "../../../cases/files/files.server.ts";
import { safeName, writeLog } from "../../../cases/logs/logs.server.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import {
  blob,
  type Ctx,
  type Handler,
  handle,
  type UploadedFile,
} from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { LawRefusal, translateRefusals } from "../../../law/rules/rules.server.ts";
import { attachDocument, pdfOf } from "../../../letters/correspondence/correspondence.server.ts";
import { filePapers, requireOffice } from "../../handover/handover.server.ts";

import { courtPaperKinds } from "../templates/shape.ts";
import { offeredTemplates } from "../templates/templates.server.ts";
import { draftFor, type FileDraft, requireTemplateKind } from "./draft.server.ts";
import {
  type CourtPaperRow,
  type CourtPapers,
  listCourtPapers,
  type PaperChoices,
  paperChoices,
  previewCourtPaper,
  returnCourtPaper,
  rewriteCourtPaper,
  storeCourtPaper,
} from "./drafting.contract.ts";
import { paperFacts } from "./facts.server.ts";
import { paperLayout } from "./layout.server.ts";
import type { PaperPage } from "./page.ts";
import { paperTitles } from "./paper.ts";
import { courtAddress } from "./values.ts";

const docxMime = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** Loaded with the first paper: the library behind it is large, and no start has to wait for it. */
const docxOf = async (page: PaperPage): Promise<Uint8Array> => (await import("./docx.server.ts")).paperDocx(page);

const kindOf = (kind: string) => z.enum(courtPaperKinds).parse(kind);

/** The papers of a file, the newest first, each with its versions. @throws notFound. */
async function papersOf(ctx: Pick<Ctx, "db" | "user">, fileId: number): Promise<CourtPaperRow[]> {
  const rows = await ofFile(ctx, await requireFile(ctx, fileId))
    .selectFrom("court_paper as p")
    .innerJoin("court_paper_version as v", "v.paper_id", "p.id")
    .innerJoin("court_template as t", "t.id", "p.template_id")
    .innerJoin("document as docx", "docx.id", "v.docx_document_id")
    .leftJoin("document as pdf", "pdf.id", "v.pdf_document_id")
    .leftJoin("app_user as u", "u.id", "v.made_by")
    .select(["p.id", "p.kind", "p.template_id", "t.name as template", "v.version", "v.template_version", "v.choices"])
    .select(["v.as_of", "v.open_cents", "v.made_at", "u.name as maker", "docx.id as docx_id", "docx.name as docx_name"])
    .select(["pdf.id as pdf_id", "pdf.name as pdf_name"])
    .where("p.file_id", "=", fileId)
    .orderBy("p.id", "desc")
    .orderBy("v.version", "desc")
    .limit(500)
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((versions) => {
    const [first] = versions;
    if (!first) return [];
    const written = paperChoices.safeParse(versions.find(({ choices }) => choices !== null)?.choices);
    return [
      {
        id: first.id,
        kind: kindOf(first.kind),
        templateId: first.template_id,
        template: first.template,
        choices: written.success ? written.data : null,
        versions: versions.map((row) => ({
          version: row.version,
          templateVersion: row.template_version,
          asOf: row.as_of,
          openCents: row.open_cents,
          unchecked: paperChoices.safeParse(row.choices).data?.unchecked ?? false,
          docx: { documentId: row.docx_id, name: row.docx_name },
          pdf: row.pdf_id === null ? null : { documentId: row.pdf_id, name: row.pdf_name ?? "" },
          madeAt: row.made_at.toISOString(),
          madeBy: row.maker,
        })),
      },
    ];
  });
}

async function requirePaper(ctx: Ctx, fileId: number, paperId: number): Promise<CourtPaperRow> {
  const found = (await papersOf(ctx, fileId)).find(({ id }) => id === paperId);
  if (!found) throw notFound();
  return found;
}

async function read(ctx: Ctx, fileId: number): Promise<CourtPapers> {
  const wanted = { kind: "claim", asOf: null, summonsOn: null, undisputed: true, claimType: null } as const;
  const { judged, claimType, facts, place, insolvency } = await paperFacts(ctx, fileId, wanted);
  const { situation, refusals } = judged;
  const templates = await offeredTemplates(ctx.db);
  const kindName = (kind: string | null, name: string): string =>
    kind === null ? name : ctx.translate({ key: `file-documents.kind_${kind}` }, "nl");
  const own = await papersOf(ctx, fileId);
  const drafts = new Set(
    own.flatMap(({ versions }) => versions.flatMap(({ docx, pdf }) => [docx.documentId, pdf?.documentId])),
  );
  const papers = (await filePapers(ctx, fileId)).filter(({ source, id }) => source !== "document" || !drafts.has(id));
  return {
    items: own,
    templates: templates.map(({ sections, version: _v, active: _a, ...template }) => ({
      ...template,
      sections: sections.map(({ body: _b, numbered: _n, ...section }) => section),
    })),
    today: ctx.clock.today(),
    claimType,
    consumer: situation.debtor.isConsumer,
    facts: [...facts],
    evidence: papers.map((paper) => ({ ...paper, title: kindName(paper.kind, paper.name) })),
    place: place && {
      city: place.city,
      address: courtAddress(place),
      checkedOn: place.checkedOn,
      source: place.source,
    },
    rollWeekdays: [...(place?.rollWeekdays ?? [])],
    state: insolvency && { kind: insolvency.kind, from: insolvency.from },
    reasons: translateRefusals(ctx, refusals).reasons,
  };
}

const fileName = ({ facts, template }: FileDraft, today: string, version: number, extension: string): string =>
  `${facts.judged.situation.number}-${paperTitles[template.kind].toLowerCase().replaceAll(/[^a-z]+/g, "-")}-${today}-v${version}.${extension}`;

/** Whether it sends somebody to an address of the court that nobody has checked. */
const namesUnchecked = ({ named, facts }: FileDraft): boolean =>
  named.has("courtAddress") && facts.place?.checkedOn === null;

/** @throws validation where nobody answers for an address that nobody has checked. */
function requireChecked(draft: FileDraft, { unchecked }: PaperChoices): void {
  if (namesUnchecked(draft) && !unchecked) throw fieldError("unchecked", "court-papers.errorUnchecked");
}

/**
 * A claim in an insolvency is lodged in just the state that forbids all else, and in no other; everything else needs what a handover needs.
 * @throws refused; validation where there is no insolvency to lodge it in.
 */
function requireAllowed(ctx: Ctx, { template, facts }: FileDraft): void {
  const { refusals } = facts.judged;
  if (template.kind === "claim" && facts.insolvency === null)
    throw fieldError("template", "court-papers.errorNoInsolvency");
  if (template.kind === "claim") return;
  const { invoices } = facts.judged.balance.ledger;
  const isAwarded = invoices.some(({ awarded, accrual }) => awarded && accrual.principal > 0);
  if ((template.kind === "summons" || template.kind === "notice") && isAwarded)
    throw fieldError("template", "court-papers.errorAwarded");
  if (refusals.length === 0) return;
  throw new LawRefusal(
    ctx,
    refusals.map((refusal) => ({ ...refusal, field: "" })),
  );
}

/** Writes the next version of a paper and keeps it. */
async function keep(
  ctx: Ctx,
  fileId: number,
  paperId: number,
  version: number,
  choices: PaperChoices,
  draft: FileDraft,
) {
  const { page, template, facts } = draft;
  const unchecked = namesUnchecked(draft);
  const today = ctx.clock.today();
  const pdf = await pdfOf.page(paperLayout, page);
  const names = { docx: fileName(draft, today, version, "docx"), pdf: fileName(draft, today, version, "pdf") };
  const docxId = await attachDocument(ctx, fileId, { name: names.docx, bytes: await docxOf(page) });
  const pdfId = await attachDocument(ctx, fileId, { name: names.pdf, bytes: pdf });
  await ctx.db
    .insertInto("court_paper_version")
    .values({
      paper_id: paperId,
      version,
      template_version: template.version,
      choices: JSON.stringify({ ...choices, unchecked }),
      as_of: facts.claim.asOf,
      open_cents: facts.claim.totals.open,
      docx_document_id: docxId,
      pdf_document_id: pdfId,
      made_at: ctx.clock.now(),
      made_by: ctx.user.id || null,
    })
    .execute();
  await ctx.audit({
    action: "file.court-paper",
    subject: "file",
    subjectId: fileId,
    after: {
      paper: paperId,
      version,
      template: template.id,
      templateVersion: template.version,
      ...(unchecked && { unchecked }),
    },
  });
  await writeLog(ctx, {
    fileId,
    type: "document",
    subject: {
      key: `court-papers.${unchecked ? "logKeptUnchecked" : "logKept"}`,
      values: { name: template.name, version: String(version) },
    },
    ref: { kind: "document", id: docxId },
  });
  // The clock for lodging the claim stops with the claim itself.
  if (template.kind === "claim") await settleAgenda(ctx, { fileId, subject: "insolvency_claim" });
  return { paper: await requirePaper(ctx, fileId, paperId), missing: [...draft.missing] };
}

const nextVersion = ({ versions }: CourtPaperRow): number => Math.max(0, ...versions.map(({ version }) => version)) + 1;

/** @throws validation; mediaType; tooLarge */
async function takeBack(ctx: Ctx, fileId: number, paper: CourtPaperRow, files: readonly UploadedFile[]) {
  const [given] = files.filter(({ field }) => field === "file");
  if (!given || files.length !== 1) throw fieldError("file", "court-papers.errorOneFile");
  const name = safeName(given.name);
  if (!name.toLowerCase().endsWith(".docx")) throw fieldError("file", "court-papers.errorDocx");
  const docxId = await attachDocument(ctx, fileId, { name, bytes: await given.bytes() });
  const kept = await asSystem(ctx.db, "the document that this transaction has just made")
    .selectFrom("document")
    .select("mime")
    .where("id", "=", docxId)
    .executeTakeFirst();
  // What it is tells its content and not its name; what was just put down goes with the transaction.
  if (kept?.mime !== docxMime) throw fieldError("file", "court-papers.errorDocx");
  const version = nextVersion(paper);
  await ctx.db
    .insertInto("court_paper_version")
    .values({
      paper_id: paper.id,
      version,
      docx_document_id: docxId,
      made_at: ctx.clock.now(),
      made_by: ctx.user.id || null,
    })
    .execute();
  await ctx.audit({
    action: "file.court-paper",
    subject: "file",
    subjectId: fileId,
    after: { paper: paper.id, version, name },
  });
  await writeLog(ctx, {
    fileId,
    type: "document",
    subject: { key: "court-papers.logReturned", values: { name: paper.template, version: String(version) } },
    ref: { kind: "document", id: docxId },
  });
  return requirePaper(ctx, fileId, paper.id);
}

/** One at a time for a paper, so that no two versions get one number. */
const lockPaper = async (ctx: Ctx, fileId: number, paperId: number): Promise<CourtPaperRow> => {
  await ctx.db
    .selectFrom("court_paper")
    .select("id")
    .where("id", "=", paperId)
    .where("file_id", "=", fileId)
    .forUpdate()
    .execute();
  return requirePaper(ctx, fileId, paperId);
};

export const draftingHandlers: readonly Handler[] = [
  handle(listCourtPapers, async (ctx, { params }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    return read(ctx, params.id);
  }),
  handle(previewCourtPaper, async (ctx, { params, body }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    const { page, template } = await draftFor(ctx, params.id, body);
    return blob({
      content: await pdfOf.page(paperLayout, page),
      mime: "application/pdf",
      name: `${template.kind}.pdf`,
      disposition: "inline",
    });
  }),
  handle(storeCourtPaper, async (ctx, { params, body }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    const draft = await draftFor(ctx, params.id, body);
    requireAllowed(ctx, draft);
    requireChecked(draft, body);
    const { id } = await ctx.db
      .insertInto("court_paper")
      .values({
        file_id: params.id,
        template_id: draft.template.id,
        kind: draft.template.kind,
        created_at: ctx.clock.now(),
        created_by: ctx.user.id || null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return keep(ctx, params.id, id, 1, body, draft);
  }),
  handle(rewriteCourtPaper, async (ctx, { params, body }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    const paper = await lockPaper(ctx, params.id, params.paperId);
    const draft = await draftFor(ctx, params.id, { ...body, template: paper.templateId });
    requireTemplateKind(draft.template, paper.kind);
    requireAllowed(ctx, draft);
    requireChecked(draft, body);
    return keep(ctx, params.id, paper.id, nextVersion(paper), { ...body, template: paper.templateId }, draft);
  }),
  handle(returnCourtPaper, async (ctx, { params, files }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    return takeBack(ctx, params.id, await lockPaper(ctx, params.id, params.paperId), files);
  }),
];
