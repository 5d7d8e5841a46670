/** Checks a template for errors before it is used (domain facts 5: Wki art. 11, Bki 3.1 and 4.1, plain language). */
import type { Language } from "../../../ground/kernel/texts.ts";
import {
  type BodyInline,
  insertedBlocks,
  type TemplateBody,
  type TemplateCategory,
  type TemplateChannel,
} from "../rendering/body.ts";
import { blocksIn, paragraphsOf } from "../rendering/conditions.ts";
import { namesBetweenPercents } from "../rendering/own-texts.ts";
import { renderTemplate } from "../rendering/render.ts";
import { smsText } from "../rendering/sms.ts";
import { usedVariables } from "../rendering/used-variables.ts";
import { conditionNames, exampleValues, isVariable, listOf, templateVariables } from "../rendering/variables.ts";
import { measures as allMeasures, type Measure, measuresIn } from "./measures.ts";
import {
  fewestWords,
  hardestEase,
  hardOf,
  hardWordsIn,
  readingEase,
  sentencesIn,
  typedVariables,
  variableSign,
  wordsIn,
} from "./reading.ts";

export interface TemplateFinding {
  /** An error keeps the template from being used; a warning is advice. */
  readonly severity: "error" | "warning";
  readonly rule:
    | "unknownVariable"
    | "unknownCondition"
    | "outsideRepeat"
    | "emptySubject"
    | "emptyBody"
    | "emptyHeading"
    | "registrationMissing"
    | "reachMissing"
    | "specificationMissing"
    | "paymentMissing"
    | "blockNotAllowed"
    | "typedVariable"
    | "linkInSubject"
    | "longSentence"
    | "hardSentence"
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
  readonly language: Language;
  readonly category: TemplateCategory;
  readonly subject: string;
  readonly body: TemplateBody;
  /** The measures that can follow it, by the workflows that send it; where nobody says, all of a judicial one and none of any other. */
  readonly measures?: readonly Measure[];
}

/** An SMS of more segments costs more than it says. */
const mostSegments = 3;

/** Columns of a list that are named where no row of that list is gone through, each once. */
function outsideRepeats({ subject, body }: LintSubject): string[] {
  const named = blocksIn(body).flatMap((block) =>
    paragraphsOf(block).flatMap(({ content = [] }) =>
      content.flatMap((node) => {
        const name = node.type === "variable" ? node.attrs.name : "";
        const list = isVariable(name) ? listOf(name) : undefined;
        return list === undefined || (block.type === "repeat" && block.attrs.over === list) ? [] : [name];
      }),
    ),
  );
  const inSubject = namesBetweenPercents(subject).filter((name) => isVariable(name) && listOf(name) !== undefined);
  return [...new Set([...inSubject, ...named])];
}

/** The words of a subject, in which a name between percent signs is a variable. */
const ofSubject = (subject: string): string => subject.replace(/%\w+%/g, variableSign);

const lintVariables = (of: LintSubject): TemplateFinding[] => [
  ...usedVariables(of.subject, of.body)
    .filter((name) => !isVariable(name))
    .map((name): TemplateFinding => ({ severity: "error", rule: "unknownVariable", value: name })),
  ...of.body.content.flatMap((block): TemplateFinding[] =>
    block.type === "condition" && !conditionNames.includes(block.attrs.name)
      ? [{ severity: "error", rule: "unknownCondition", value: block.attrs.name }]
      : [],
  ),
  ...outsideRepeats(of).map((value): TemplateFinding => ({ severity: "error", rule: "outsideRepeat", value })),
  ...[...new Set([ofSubject(of.subject), ...blocksIn(of.body).flatMap(textsOf)].join("\n").match(typedVariables))].map(
    (value): TemplateFinding => ({ severity: "error", rule: "typedVariable", value }),
  ),
  // What opens the reader's page stands in the message and nowhere else; a subject is kept, listed and logged.
  ...(namesBetweenPercents(of.subject).includes("paymentLink")
    ? [{ severity: "error" as const, rule: "linkInSubject" as const }]
    : []),
];

const isOptional = (name: string): boolean => isVariable(name) && templateVariables[name].optional;

/** The variables that every message names: not those of a condition, of a list without rows, or beside an optional one that may be empty. */
const alwaysNamed = (body: TemplateBody): string[] =>
  body.content
    .flatMap((block) => (block.type === "condition" || block.type === "repeat" ? [] : paragraphsOf(block)))
    .map(({ content = [] }) => content.flatMap((node) => (node.type === "variable" ? [node.attrs.name] : [])))
    .filter((names) => !names.some(isOptional))
    .flat();

/**
 * What the law wants to see. Letters and mails carry name, address, KvK and registration number in their fixed frame (footer), so
 * only an SMS has to name them itself: who is speaking, with the registration number, and how to reach them.
 */
function lintLaw(of: LintSubject): TemplateFinding[] {
  // What stands under a condition may be left out, so that it tells nothing of what must be there.
  const always = of.body.content.filter((block) => block.type !== "condition");
  const used = new Set([...(of.channel === "sms" ? [] : namesBetweenPercents(of.subject)), ...alwaysNamed(of.body)]);
  const blocks = new Set(always.map((block) => block.type));
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
    const known: readonly string[] = [...insertedBlocks, "condition", "repeat"];
    need(!of.body.content.some(({ type }) => known.includes(type)), "blockNotAllowed");
  }
  return found;
}

/** What a reader takes in; a variable counts as one short word. */
const words = (content: readonly BodyInline[]): string =>
  content.map((node) => (node.type === "text" ? node.text : node.type === "variable" ? variableSign : "\n")).join("");

/** The texts of a block that a reader takes in one by one: a paragraph, a heading, each item of a list. */
const textsOf = (block: Parameters<typeof paragraphsOf>[0]): string[] =>
  paragraphsOf(block).map(({ content }) => words(content ?? []));

/** A sentence as it is quoted: what stands for a variable is left open. */
const quoted = (sentence: string): string => sentence.replaceAll(variableSign, "…").trim();

function lintLanguage(of: LintSubject): TemplateFinding[] {
  const found: TemplateFinding[] = [];
  for (const block of blocksIn(of.body)) {
    if (block.type === "heading" && textsOf(block).join("").trim() === "") {
      found.push({ severity: "error", rule: "emptyHeading" });
    }
  }
  const texts = blocksIn(of.body).flatMap(textsOf);
  const sentences = texts.flatMap(sentencesIn).map(({ text }) => text);
  for (const sentence of sentences) {
    const why = hardOf(sentence, of.language);
    if (why === "long")
      found.push({
        severity: "warning",
        rule: "longSentence",
        value: wordsIn(sentence).length,
        quote: quoted(sentence),
      });
    if (why === "hard") found.push({ severity: "warning", rule: "hardSentence", quote: quoted(sentence) });
  }
  for (const word of hardWordsIn([of.subject, ...texts].join("\n"))) {
    const sentence = sentences.find((one) => one.toLowerCase().includes(word));
    found.push({ severity: "warning", rule: "hardWord", value: word, quote: sentence ? quoted(sentence) : of.subject });
  }
  const ease = readingEase(sentences, of.language);
  const isLong = sentences.flatMap(wordsIn).length >= fewestWords;
  if (isLong && ease < hardestEase) found.push({ severity: "warning", rule: "hardText", value: ease });
  return found;
}

/** What a text threatens with and cannot follow (Bki art. 4.1): each measure once. A call script says to whoever calls what not to say. */
function lintMeasures(of: LintSubject): TemplateFinding[] {
  if (of.channel === "call") return [];
  const held = of.measures ?? (of.category === "judicial" ? allMeasures : []);
  return measuresIn([of.subject, ...blocksIn(of.body).flatMap(textsOf)].join("\n"))
    .filter(({ measure }) => !held.includes(measure))
    .map(({ word }) => ({ severity: "error", rule: "measureNotHeld", value: word }));
}

/** How hard the words of a body are to read: sentences, words a sentence, and reading ease. */
export function readingOf(
  body: TemplateBody,
  language: Language,
): { readonly sentences: number; readonly wordsPerSentence: number; readonly ease: number } {
  const sentences = blocksIn(body)
    .flatMap(textsOf)
    .flatMap(sentencesIn)
    .map(({ text }) => text);
  return {
    sentences: sentences.length,
    wordsPerSentence: sentences.length === 0 ? 0 : Math.round(sentences.flatMap(wordsIn).length / sentences.length),
    ease: readingEase(sentences, language),
  };
}

/** Every finding, errors first. An empty list: it may be used as it is. */
export function lintTemplate(of: LintSubject): TemplateFinding[] {
  const found = [...lintVariables(of), ...lintLaw(of), ...lintMeasures(of), ...lintLanguage(of)];
  const always = of.body.content.filter(({ type }) => type !== "condition" && type !== "repeat");
  const model = renderTemplate({ type: "doc", content: always }, exampleValues, of.language);
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
