/** What a court paper's form begins with, and which sections a claim offers. */

import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { belongs, type ClaimType, type Section } from "../templates/shape.ts";
import { type CourtPaperRow, type CourtPapers, storeCourtPaper } from "./drafting.contract.ts";

export type Offered = CourtPapers["templates"][number];
export type OfferedSection = Offered["sections"][number];

export interface PaperFormProps {
  readonly fileId: number;
  readonly known: CourtPapers;
  /** The paper that gets a new version; a new paper where absent. */
  readonly paper?: CourtPaperRow | undefined;
  /** With which template a new paper begins. */
  readonly template?: number | undefined;
  readonly close: () => void;
}

const asSection = (section: OfferedSection): Section => ({
  ...section,
  numbered: false,
  body: { type: "doc", content: [{ type: "paragraph" }] },
});

/** The sections that may be chosen for a claim. */
export function choosable(
  known: CourtPapers,
  template: Offered | undefined,
  claimType: ClaimType,
  undisputed: boolean,
) {
  const facts = new Set(known.facts.filter((fact) => fact !== "undisputed" || undisputed));
  return (template?.sections ?? []).filter(
    (section) =>
      section.use !== "always" && belongs(asSection(section), { claimType, consumer: known.consumer, facts }),
  );
}

export const proposed = (sections: readonly OfferedSection[]): string[] =>
  sections.filter(({ use }) => use === "proposed").map(({ key }) => key);

export function firstChoices({
  known,
  paper,
  template,
}: Pick<PaperFormProps, "known" | "paper" | "template">): BodyOf<typeof storeCourtPaper> {
  // Whoever makes the next version answers for an unchecked address anew.
  if (paper?.choices) return { ...paper.choices, unchecked: false };
  const chosen =
    known.templates.find(({ id }) => id === (paper?.templateId ?? template)) ??
    known.templates.find(({ kind }) => kind === (known.state ? "claim" : "summons")) ??
    known.templates[0];
  return {
    template: chosen?.id ?? 0,
    claimType: known.claimType,
    sections: proposed(choosable(known, chosen, known.claimType, true)),
    defences: [],
    evidence: known.evidence
      .filter(({ kind }) => kind !== null && kind !== "other")
      .map(({ source, id, title, name }) => ({ source, id, title: labelled(title, name).slice(0, 200) })),
    summonsOn: null,
    rollOn: null,
    rollTime: "",
    payBefore: null,
    asOf: null,
    signer: "",
    recipient: "",
    unchecked: false,
  };
}

export const usePaperForm = (props: PaperFormProps) =>
  useCallForm(storeCourtPaper, firstChoices(props), (values) => values);
export type PaperFormState = ReturnType<typeof usePaperForm>;
