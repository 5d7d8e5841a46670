/**
 * Templates of court papers as data: an ordered list of sections, each with the cases in which it belongs in a paper, and known defences with what
 * answers them (Rv 111(3) asks for both). Pure.
 */
import { z } from "zod";
import { plainBody } from "../../../letters/templates/templates.ts";
import { type ClaimType, claimTypes } from "../../courts/courts.ts";

export { type ClaimType, claimTypes };

/** A writ of summons, a notice before it, a petition, and the claim as it is lodged with a trustee or administrator. */
export const courtPaperKinds = ["summons", "notice", "petition", "claim"] as const;
export type CourtPaperKind = (typeof courtPaperKinds)[number];

/** Whether a section stands in every paper, is proposed, or is there to be chosen. */
export const sectionUses = ["always", "proposed", "optional"] as const;
export type SectionUse = (typeof sectionUses)[number];

export const debtorKinds = ["all", "consumer", "business"] as const;
/** What must be so for a section to belong: that something was paid, that collection costs or interest are claimed, which judge hears it, no defence. */
export const sectionFacts = ["none", "paid", "costs", "interest", "kanton", "civil", "undisputed"] as const;
export type SectionFact = (typeof sectionFacts)[number];

/** What follows the words of a section: tables and lists made from the file. */
export const sectionBlocks = ["none", "claim", "courtCosts", "defences", "evidence"] as const;
export type SectionBlock = (typeof sectionBlocks)[number];

const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: "court-papers.errorKey" });

export const sectionSchema = z.strictObject({
  key,
  /** The heading; "" for a section without one. */
  title: z.string().trim().max(120),
  use: z.enum(sectionUses),
  /** For which kinds of claim; none for all. */
  claimTypes: z.array(z.enum(claimTypes)).max(claimTypes.length),
  /** Against whom. */
  against: z.enum(debtorKinds),
  fact: z.enum(sectionFacts),
  /** Whether its paragraphs count on through the paper. */
  numbered: z.boolean(),
  block: z.enum(sectionBlocks),
  body: plainBody,
});
export type Section = z.infer<typeof sectionSchema>;

export const defenceSchema = z.strictObject({
  defence: z.string().trim().min(1, { error: "court-papers.errorDefence" }).max(2000),
  rebuttal: z.string().trim().min(1, { error: "court-papers.errorRebuttal" }).max(4000),
});
export type Defence = z.infer<typeof defenceSchema>;

/** Each section has a key of its own. */
const distinct = (sections: readonly Section[]): boolean =>
  new Set(sections.map((one) => one.key)).size === sections.length;

export const templateFields = {
  name: z.string().trim().min(1, { error: "court-papers.errorName" }).max(100),
  /** Whether it is offered on files. */
  active: z.boolean(),
  sections: z
    .array(sectionSchema)
    .min(1, { error: "court-papers.errorSections" })
    .max(60)
    .refine(distinct, { error: "court-papers.errorKeyTwice" }),
  defences: z.array(defenceSchema).max(40),
};

/** What of a file decides which sections belong. */
export interface SectionCase {
  readonly claimType: ClaimType;
  readonly consumer: boolean;
  readonly facts: ReadonlySet<SectionFact>;
}

/** Whether a section may stand in a paper of this case. */
export const belongs = (section: Section, of: SectionCase): boolean =>
  (section.claimTypes.length === 0 || section.claimTypes.includes(of.claimType)) &&
  (section.against === "all" || (section.against === "consumer") === of.consumer) &&
  (section.fact === "none" || of.facts.has(section.fact));

/** The sections of a paper in order: those that always stand in it, and of the others those that were chosen. */
export const chosenSections = (
  sections: readonly Section[],
  of: SectionCase,
  chosen: ReadonlySet<string>,
): readonly Section[] =>
  sections.filter((section) => belongs(section, of) && (section.use === "always" || chosen.has(section.key)));
