/** What is wrong with a template, before anybody sends it (domain facts 5: Wki art. 11, Bki 3.1 and 4.1, plain language). */
import {
  type BodyBlock,
  type BodyInline,
  insertedBlocks,
  type TemplateBody,
  type TemplateCategory,
  type TemplateChannel,
} from "../rendering/body.ts";
import { renderTemplate } from "../rendering/render.ts";
import { smsText } from "../rendering/sms.ts";
import { inlinesOf, usedVariables } from "../rendering/used.ts";
import { exampleValues, isVariable } from "../rendering/variables.ts";
import { measures as allMeasures, type Measure, measuresIn } from "./measures.ts";
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
    | "smsTooLong"
    | "measureNotHeld"
    | "ownUntranslated";
  /** The variable, the word, the number of words or of segments, or the measure of how hard the text is. */
  readonly value?: string | number;
  /** The sentence that it is about. */
  readonly quote?: string;
}

export type FindingRule = TemplateFinding["rule"];

export interface LintSubject {
  readonly channel: TemplateChannel;
  readonly code: string;
  readonly category: TemplateCategory;
  readonly subject: string;
  readonly body: TemplateBody;
  /** The measures that can follow it, by the workflows that send it; where nobody says, all of a judicial one and none of any other. */
  readonly measures?: readonly Measure[];
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
    need(!insertedBlocks.some((kind) => blocks.has(kind)), "blockNotAllowed");
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

const sentencesOf = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(/[.!?:;]\s|\n/));

function lintLanguage(of: LintSubject): TemplateFinding[] {
  const found: TemplateFinding[] = [];
  for (const block of of.body.content) {
    if (block.type === "heading" && textsOf(block).join("").trim() === "") {
      found.push({ severity: "error", rule: "emptyHeading" });
    }
  }
  const texts = of.body.content.flatMap(textsOf);
  const sentences = sentencesOf(texts);
  for (const sentence of sentences) {
    const length = lengthOf(sentence);
    if (length > longestSentence)
      found.push({ severity: "warning", rule: "longSentence", value: length, quote: sentence.trim() });
  }
  for (const word of hardWordsIn([of.subject, ...texts].join("\n"))) {
    const quote = sentences.find((sentence) => sentence.toLowerCase().includes(word))?.trim() ?? of.subject;
    found.push({ severity: "warning", rule: "hardWord", value: word, quote });
  }
  const measure = lixOf(sentences);
  const isLong = sentences.reduce((sum, sentence) => sum + lengthOf(sentence), 0) >= fewestWords;
  if (isLong && measure > hardestText) found.push({ severity: "warning", rule: "hardText", value: measure });
  return found;
}

/** What a text threatens with and cannot follow (Bki art. 4.1): each measure once. A call script says to whoever calls what not to say. */
function lintMeasures(of: LintSubject): TemplateFinding[] {
  if (of.channel === "call") return [];
  const held = of.measures ?? (of.category === "judicial" ? allMeasures : []);
  return measuresIn([of.subject, ...of.body.content.flatMap(textsOf)].join("\n"))
    .filter(({ measure }) => !held.includes(measure))
    .map(({ word }) => ({ severity: "error", rule: "measureNotHeld", value: word }));
}

/** How hard the words of a body are to read: sentences, words a sentence, and LIX. */
export function readingOf(body: TemplateBody): {
  readonly sentences: number;
  readonly wordsPerSentence: number;
  readonly lix: number;
} {
  const sentences = sentencesOf(body.content.flatMap(textsOf)).filter((sentence) => /\p{L}/u.test(sentence));
  const count = sentences.reduce((sum, sentence) => sum + lengthOf(sentence), 0);
  return {
    sentences: sentences.length,
    wordsPerSentence: sentences.length === 0 ? 0 : Math.round(count / sentences.length),
    lix: lixOf(sentences),
  };
}

/** Every finding, errors first. An empty list: it may be used as it is. */
export function lintTemplate(of: LintSubject): TemplateFinding[] {
  const found = [...lintVariables(of), ...lintLaw(of), ...lintMeasures(of), ...lintLanguage(of)];
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
