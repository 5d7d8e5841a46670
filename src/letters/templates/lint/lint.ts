/** What is wrong with a template, before anybody sends it (domain facts 5: Wki art. 11, Bki 3.1 and 4.1, plain language). */
import type { BodyBlock, BodyInline, TemplateBody, TemplateCategory, TemplateChannel } from "../rendering/body.ts";
import { renderTemplate } from "../rendering/render.ts";
import { smsText } from "../rendering/sms.ts";
import { inlinesOf, usedVariables } from "../rendering/used.ts";
import { exampleValues, isVariable } from "../rendering/variables.ts";
import { hardWordsIn, lixOf } from "./reading.ts";

export interface TemplateFinding {
  /** An error keeps the template from being used; a warning is advice. */
  readonly severity: "error" | "warning";
  readonly rule:
    | "unknownVariable"
    | "emptySubject"
    | "emptyBody"
    | "emptyHeading"
    | "registrationMissing"
    | "reachMissing"
    | "specificationMissing"
    | "paymentMissing"
    | "blockNotAllowed"
    | "longSentence"
    | "hardWord"
    | "hardText"
    | "smsTooLong";
  /** The variable, the word, the number of words or of segments, or the measure of how hard the text is. */
  readonly value?: string | number;
}

export interface LintSubject {
  readonly channel: TemplateChannel;
  readonly code: string;
  readonly category: TemplateCategory;
  readonly subject: string;
  readonly body: TemplateBody;
}

/** A sentence of more words than this is hard to read at level B1. */
const longestSentence = 25;
/** A text above this measure (LIX) is hard to read at level B1; a text of fewer words says nothing by it. */
const hardestText = 40;
const fewestWords = 30;
/** An SMS of more segments costs more than it says. */
const mostSegments = 3;

const lintVariables = (of: LintSubject): TemplateFinding[] =>
  usedVariables(of.subject, of.body)
    .filter((name) => !isVariable(name))
    .map((name) => ({ severity: "error", rule: "unknownVariable", value: name }));

/**
 * What the law wants to see. Letters and mails carry name, address, KvK and registration number in their fixed frame (footer), so
 * only an SMS has to name them itself: who is speaking, with the registration number, and how to reach them.
 */
function lintLaw(of: LintSubject): TemplateFinding[] {
  const used = new Set(usedVariables(of.subject, of.body));
  const blocks = new Set(of.body.content.map((block) => block.type));
  const found: TemplateFinding[] = [];
  const need = (fine: boolean, rule: TemplateFinding["rule"]) => {
    if (!fine) found.push({ severity: "error", rule });
  };
  if (of.channel === "sms") need(used.has("providerName") && used.has("providerRegistration"), "registrationMissing");
  need(used.has("providerPhone") || used.has("providerEmail"), "reachMissing");
  if (of.channel === "post" && (of.category === "notice" || of.category === "judicial")) {
    need(blocks.has("claimSpecification"), "specificationMissing");
  }
  if (of.channel === "post" && of.category !== "closing" && of.category !== "free")
    need(blocks.has("paymentBlock"), "paymentMissing");
  if (of.channel === "sms" || of.channel === "call") {
    need(!blocks.has("claimSpecification") && !blocks.has("paymentBlock"), "blockNotAllowed");
  }
  return found;
}

/** What a reader takes in; a variable counts as one short word. */
const words = (content: readonly BodyInline[]): string =>
  content.map((node) => (node.type === "text" ? node.text : node.type === "variable" ? "één" : "\n")).join("");

/** The texts of a block that a reader takes in one by one: a paragraph, a heading, each item of a list. */
const textsOf = (block: BodyBlock): string[] => {
  if (block.type !== "bulletList" && block.type !== "orderedList") return [words(inlinesOf(block))];
  return block.content.flatMap((item) => item.content.map((paragraph) => words(paragraph.content ?? [])));
};

const lengthOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => word !== "").length;

function lintLanguage(of: LintSubject): TemplateFinding[] {
  const found: TemplateFinding[] = [];
  for (const block of of.body.content) {
    if (block.type === "heading" && textsOf(block).join("").trim() === "") {
      found.push({ severity: "error", rule: "emptyHeading" });
    }
  }
  const texts = of.body.content.flatMap(textsOf);
  const sentences = texts.flatMap((text) => text.split(/[.!?:;]\s|\n/));
  for (const length of sentences.map(lengthOf))
    if (length > longestSentence) found.push({ severity: "warning", rule: "longSentence", value: length });
  for (const word of hardWordsIn([of.subject, ...texts].join("\n")))
    found.push({ severity: "warning", rule: "hardWord", value: word });
  const measure = lixOf(sentences);
  const isLong = sentences.reduce((sum, sentence) => sum + lengthOf(sentence), 0) >= fewestWords;
  if (isLong && measure > hardestText) found.push({ severity: "warning", rule: "hardText", value: measure });
  return found;
}

/** Every finding, errors first. An empty list: it may be used as it is. */
export function lintTemplate(of: LintSubject): TemplateFinding[] {
  const found = [...lintVariables(of), ...lintLaw(of), ...lintLanguage(of)];
  const model = renderTemplate(of.body, exampleValues, "nl");
  if (model.blocks.every((block) => block.kind === "paragraph" && block.lines.flat().length === 0)) {
    found.push({ severity: "error", rule: "emptyBody" });
  }
  if (of.channel !== "sms" && of.subject.trim() === "") found.push({ severity: "error", rule: "emptySubject" });
  const { segments } = smsText(model);
  if (of.channel === "sms" && segments > mostSegments) {
    found.push({ severity: "warning", rule: "smsTooLong", value: segments });
  }
  return found.toSorted((a, b) => a.severity.localeCompare(b.severity));
}
