/** The frame of an e-mail about a file: its blocks, its sender and the registration number. Pure. */
import { fillText, labelledIn } from "../../../ground/kernel/texts.ts";
import type { MailBlock, MailFrame } from "../../templates/templates.ts";
import { wording } from "../letters/fixed-texts.ts";
import type { LetterModel } from "../letters/letter.ts";
import { footerLines, paymentRows, specificationPage } from "../letters/letter-page.ts";
import { ownPageWords } from "../letters/own-page-texts.ts";

function specificationBlock(model: LetterModel): MailBlock | null {
  if (!model.blocks.specification) return null;
  const page = specificationPage(model.blocks.specification, model.language);
  return {
    title: page.title,
    facts: page.facts.map(([label, lines]) => [label, lines.join(", ")]),
    tables: page.parts,
    closing: [labelledIn(model.language, page.open), page.asOf],
  };
}

function paymentBlock(model: LetterModel): MailBlock | null {
  const { payment } = model.blocks;
  if (!payment) return null;
  return {
    title: wording[model.language].labels.payment,
    facts: paymentRows(payment, model.language),
    tables: [],
    closing: [],
  };
}

function pageBlock({ blocks, language }: LetterModel): MailBlock | null {
  const { page } = blocks;
  if (!page) return null;
  const { title, what, asks, open } = ownPageWords[language];
  return { title, facts: [], tables: [], closing: [what, fillText(open, { address: page.address }, language), asks] };
}

const inserts: Readonly<Record<Parameters<MailFrame["insert"]>[0], (model: LetterModel) => MailBlock | null>> = {
  claimSpecification: specificationBlock,
  paymentBlock,
  debtorPage: pageBlock,
};

/** Whom it is about, where somebody else than the debtor is written to. */
const concerned = ({ concerns, file, language }: LetterModel): string[] =>
  concerns === null ? [] : [labelledIn(language, [wording[language].labels.debtor, `${concerns} · ${file.number}`])];

/** The frame of a mail: its blocks, and who sends it with the registration number (Wki art. 11). */
export const mailFrame = (model: LetterModel, subject: string): MailFrame => ({
  subject,
  footer: [...concerned(model), ...footerLines(model.provider, model.language)],
  insert: (kind) => inserts[kind](model),
});
