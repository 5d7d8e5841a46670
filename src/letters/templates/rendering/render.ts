/**
 * A template's body with its variables filled in: a neutral document, from which a letter, a mail and an SMS are made. Content is data
 * all the way: a value can never become markup, because nothing here or behind it reads text as markup.
 */
import type { Language } from "../../../ground/kernel/texts.ts";
import {
  type BodyInline,
  type InsertedBlock,
  insertedBlocks,
  isInserted,
  type PlainBlock,
  type TemplateBody,
} from "./body.ts";
import { withoutConditions } from "./conditions.ts";
import { namesBetweenPercents } from "./own-texts.ts";
import { formatValue, isVariable, type TemplateValues, templateVariables, type VariableName } from "./variables.ts";

export interface Inline {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
}

/** A paragraph is lines (split at hard breaks) of inlines. */
export type Lines = readonly (readonly Inline[])[];

export type DocumentBlock =
  | { readonly kind: "paragraph"; readonly lines: Lines }
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly lines: Lines }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Lines[])[] }
  | InsertedDocumentBlock;

interface InsertedDocumentBlock {
  readonly kind: InsertedBlock;
}

export const isInsertedPart = (block: DocumentBlock): block is InsertedDocumentBlock =>
  insertedBlocks.some((kind) => kind === block.kind);

export interface DocumentModel {
  readonly language: Language;
  readonly blocks: readonly DocumentBlock[];
  /** Variables that are needed and have no value: the document must not go out. */
  readonly missing: readonly VariableName[];
  /** Names that are no variable: the template is wrong. */
  readonly unknown: readonly string[];
}

interface Fill {
  readonly values: TemplateValues;
  readonly language: Language;
  readonly missing: Set<VariableName>;
  readonly unknown: Set<string>;
}

/** Control characters have no place in a document and would break a PDF, an XML or a mail header. */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ");

const withMarks = (text: string, marks: readonly { type: "bold" | "italic" }[] = []): Inline => ({
  text,
  ...(marks.some((mark) => mark.type === "bold") && { bold: true as const }),
  ...(marks.some((mark) => mark.type === "italic") && { italic: true as const }),
});

/** "Bakker B.V." at the end of a sentence takes no second period. */
const afterPeriod = (before: Inline | undefined, text: string): string =>
  before?.text.endsWith(".") && /^\.(?!\.)/.test(text) ? text.slice(1) : text;

/** The lines of a paragraph, or undefined where an optional variable in it is empty. */
function fillLines(content: readonly BodyInline[] | undefined, fill: Fill): Lines | undefined {
  const lines: Inline[][] = [[]];
  for (const node of content ?? []) {
    const line = lines.at(-1) ?? [];
    if (node.type === "hardBreak") lines.push([]);
    else if (node.type === "text") {
      const text = afterPeriod(line.at(-1), clean(node.text));
      if (text !== "") line.push(withMarks(text, node.marks));
    } else if (!isVariable(node.attrs.name)) fill.unknown.add(node.attrs.name);
    else {
      const name = node.attrs.name;
      const text = formatValue(name, fill.values[name], fill.language);
      if (text === undefined && templateVariables[name].optional) return undefined;
      if (text === undefined) fill.missing.add(name);
      else line.push(withMarks(clean(text), node.marks));
    }
  }
  return lines;
}

function fillBlock(block: PlainBlock, fill: Fill): DocumentBlock | undefined {
  if (isInserted(block)) return { kind: block.type };
  if (block.type === "bulletList" || block.type === "orderedList") {
    const items = block.content
      .map((item) =>
        item.content.map((paragraph) => fillLines(paragraph.content, fill)).filter((lines) => lines !== undefined),
      )
      .filter((item) => item.length > 0);
    return items.length > 0 ? { kind: "list", ordered: block.type === "orderedList", items } : undefined;
  }
  const lines = fillLines(block.content, fill);
  if (!lines) return undefined;
  return block.type === "heading" ? { kind: "heading", level: block.attrs.level, lines } : { kind: "paragraph", lines };
}

/** The variables of a subject that are needed and have no value. */
export const missingInSubject = (subject: string, values: TemplateValues, language: Language): VariableName[] =>
  namesBetweenPercents(subject)
    .filter((name) => isVariable(name))
    .filter((name) => !templateVariables[name].optional && formatValue(name, values[name], language) === undefined);

/** Fills a body with values in a language. What its subject needs and has no value is missing too. */
export function renderTemplate(
  body: TemplateBody,
  values: TemplateValues,
  language: Language,
  subject = "",
): DocumentModel {
  const missing = new Set(missingInSubject(subject, values, language));
  const fill: Fill = { values, language, missing, unknown: new Set() };
  const plain = withoutConditions(body, values, language);
  const blocks = plain.content.map((block) => fillBlock(block, fill)).filter((block) => block !== undefined);
  return { language, blocks, missing: [...fill.missing], unknown: [...fill.unknown] };
}

/** A subject line with its `%name%` placeholders filled; one line, without control characters, at most 200 long. */
export const renderSubject = (subject: string, values: TemplateValues, language: Language): string =>
  clean(
    clean(
      subject.replace(/%(\w+)%/g, (whole, name: string) =>
        isVariable(name) ? (formatValue(name, values[name], language) ?? "") : whole,
      ),
    )
      .trim()
      // Where this parts a sign of two units, what is left of it goes too.
      .slice(0, 200),
  ).trim();

const textOf = (lines: Lines): string => lines.map((line) => line.map((inline) => inline.text).join("")).join("\n");

/** The document as plain text: blocks parted by a blank line. `insert` writes the blocks that are put in. */
export const plainText = (model: DocumentModel, insert: (kind: InsertedBlock) => string = () => ""): string =>
  model.blocks
    .map((block) => {
      if (isInsertedPart(block)) return insert(block.kind);
      if (block.kind !== "list") return textOf(block.lines);
      return block.items
        .map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${item.map(textOf).join("\n  ")}`)
        .join("\n");
    })
    .filter((text) => text !== "")
    .join("\n\n");
