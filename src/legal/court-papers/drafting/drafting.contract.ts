/** Court papers of a file: what they can be written with, one looked at, one kept, and one that came back from a word processor. */
import { z } from "zod";
import { holdKinds } from "../../../cases/files/files.ts";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { calendarDate, plainDateOf } from "../../../ground/kernel/query.ts";
import { filePaper } from "../../handover/handover.contract.ts";
import { paperSources } from "../../handover/handover.ts";
import { claimTypes, courtPaperKinds, defenceSchema, sectionFacts, sectionSchema } from "../templates/shape.ts";

export const drafts = any("ROLE_LEGAL", "ROLE_FILE_EDIT");
const id = z.number().int();
const recordId = id.min(1).max(Number.MAX_SAFE_INTEGER);
const kind = z.enum(courtPaperKinds);
const day = plainDateOf("court-papers.errorDate").nullable();

/** What a person chooses for a paper. */
export const paperChoices = z.strictObject({
  template: recordId,
  claimType: z.enum(claimTypes),
  /** Keys of the sections that do not always stand in it. */
  sections: z.array(z.string().max(40)).max(60),
  defences: z.array(defenceSchema).max(40),
  evidence: z
    .array(
      z.strictObject({
        source: z.enum(paperSources),
        id: recordId,
        title: z.string().trim().min(1, { error: "court-papers.errorExhibit" }).max(200),
      }),
    )
    .max(100),
  summonsOn: day,
  rollOn: day,
  rollTime: z
    .string()
    .trim()
    .regex(/^(([01]\d|2[0-3])[:.][0-5]\d)?$/, { error: "court-papers.errorTime" }),
  /** The last day to pay that a notice grants. */
  payBefore: day,
  /** The day of the amounts; today where nobody says, and that of the insolvency for a claim that is lodged in it. */
  asOf: day,
  /** The bailiff who serves it, or the lawyer who signs it; "" to be filled in later. */
  signer: z.string().trim().max(100),
  /** To whom a claim is lodged; "" to be filled in later. */
  recipient: z.string().trim().max(200),
  /** Whoever keeps it answers for an address of the court that nobody has checked. */
  unchecked: z.boolean().default(false),
});
export type PaperChoices = z.infer<typeof paperChoices>;

const version = z.object({
  version: id,
  /** Null for one that came back from a word processor. */
  templateVersion: id.nullable(),
  asOf: calendarDate().nullable(),
  openCents: id.nullable(),
  /** It names an address of the court that nobody had checked; whoever made it answers for that. */
  unchecked: z.boolean(),
  docx: z.object({ documentId: id, name: z.string() }),
  pdf: z.object({ documentId: id, name: z.string() }).nullable(),
  madeAt: z.iso.datetime(),
  madeBy: z.string().nullable(),
});

export const courtPaperRow = z.object({
  id,
  kind,
  templateId: id,
  template: z.string(),
  /** What the newest version that was written here was made with. */
  choices: paperChoices.nullable(),
  versions: z.array(version),
});
export type CourtPaperRow = z.infer<typeof courtPaperRow>;

const shownReason = z.object({
  rule: z.string(),
  article: z.string(),
  text: z.string(),
  possibleFrom: z.string().nullable(),
});

export const listCourtPapers = call({
  method: "GET",
  path: "/api/v4/file/{id}/court-paper",
  who: drafts,
  summary: "The court papers of a file with their versions, and what a new one can be written with.",
  params: idParam,
  reply: z.object({
    items: z.array(courtPaperRow),
    templates: z.array(
      z.object({
        id,
        kind,
        name: z.string(),
        sections: z.array(sectionSchema.omit({ body: true, numbered: true })),
        defences: z.array(defenceSchema),
      }),
    ),
    today: calendarDate(),
    claimType: z.enum(claimTypes),
    consumer: z.boolean(),
    facts: z.array(z.enum(sectionFacts)),
    evidence: z.array(filePaper.extend({ title: z.string() })),
    /** Where the court sits, and when somebody checked that address; null where no place is chosen or sure. */
    place: z
      .object({
        city: z.string(),
        address: z.string().nullable(),
        checkedOn: calendarDate().nullable(),
        source: z.string(),
      })
      .nullable(),
    /** Days of the week on which the court has its roll, 1 for Monday; none where nobody noted them. */
    rollWeekdays: z.array(id),
    /** The insolvency that lies on the file. */
    state: z.object({ kind: z.enum(holdKinds), from: calendarDate() }).nullable(),
    /** Why the law lets nothing but a claim in the insolvency be kept now. */
    reasons: z.array(shownReason),
  }),
});
export type CourtPapers = z.infer<typeof listCourtPapers.reply>;

export const previewCourtPaper = call({
  method: "POST",
  path: "/api/v4/file/{id}/court-paper/preview",
  who: drafts,
  summary: "A court paper as it would be written now, as PDF; nothing is kept.",
  params: idParam,
  body: paperChoices,
  carries: "blob",
});

const kept = z.object({
  paper: courtPaperRow,
  /** Places that are marked in it, to be filled in. */
  missing: z.array(z.string()),
});

export const storeCourtPaper = call({
  method: "POST",
  path: "/api/v4/file/{id}/court-paper",
  who: drafts,
  summary:
    "Writes a court paper as DOCX and PDF and keeps both with the file. What the law does not let be claimed now is refused, and so is an address of the court that nobody has checked, unless whoever keeps it answers for it (`unchecked`).",
  params: idParam,
  body: paperChoices,
  reply: kept,
});

const paperParams = idParam.extend({ paperId: idParam.shape.id });

export const rewriteCourtPaper = call({
  method: "PUT",
  path: "/api/v4/file/{id}/court-paper/{paperId}",
  who: drafts,
  summary: "Writes a court paper anew, as its next version; the template stays its own.",
  params: paperParams,
  body: paperChoices,
  reply: kept,
});

export const returnCourtPaper = call({
  method: "POST",
  path: "/api/v4/file/{id}/court-paper/{paperId}/returned",
  who: drafts,
  summary:
    "Keeps what came back from a word processor (field `file`, DOCX) as the next version of a paper; nothing is merged.",
  params: paperParams,
  carries: "files",
  reply: courtPaperRow,
});
