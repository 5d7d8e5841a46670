/** Evaluates conditions and repeats of a body for the values of one file; the result contains neither. Pure. */
import type { Language } from "../../../ground/kernel/texts.ts";
import {
  type BodyBlock,
  type BodyInline,
  type BodyParagraph,
  isInserted,
  type PlainBlock,
  type PlainBody,
  type Repeat,
  type TemplateBody,
} from "./body.ts";
import { formatValue, hasValue, isVariable, listOf, type TemplateValues, templateVariables } from "./variables.ts";

/** The paragraphs that stand directly in a block: those of an item of a list, or of what is said for each row. */
export const paragraphsOf = (
  block: Exclude<BodyBlock, { type: "condition" }>,
): readonly Pick<BodyParagraph, "content">[] => {
  if (isInserted(block)) return [];
  if (block.type === "repeat") return block.content;
  if (block.type === "bulletList" || block.type === "orderedList")
    return block.content.flatMap(({ content }) => content);
  return [block];
};

/** The blocks of a body with those that stand under a condition, in order of appearance. */
export const blocksIn = (body: TemplateBody): readonly Exclude<BodyBlock, { type: "condition" }>[] =>
  body.content.flatMap((block) => (block.type === "condition" ? block.content : [block]));

/** A paragraph for one row, its columns as the words that they are; undefined where an optional one is empty. */
function paragraphFor(
  paragraph: BodyParagraph,
  { over }: Repeat["attrs"],
  row: TemplateValues,
  language: Language,
): BodyParagraph | undefined {
  const content: BodyInline[] = [];
  for (const node of paragraph.content ?? []) {
    const name = node.type === "variable" ? node.attrs.name : "";
    if (node.type !== "variable" || !isVariable(name) || listOf(name) !== over) content.push(node);
    else {
      const text = formatValue(name, row[name], language);
      if (text === undefined && templateVariables[name].optional) return undefined;
      content.push(text === undefined ? node : { type: "text", text, ...(node.marks && { marks: node.marks }) });
    }
  }
  return { type: "paragraph", content };
}

function rowsOf({ attrs, content }: Repeat, values: TemplateValues, language: Language): PlainBlock[] {
  const items = (values.lists?.[attrs.over] ?? []).flatMap((row) => {
    const paragraphs = content.flatMap((paragraph) => paragraphFor(paragraph, attrs, row, language) ?? []);
    return paragraphs.length > 0 ? [{ type: "listItem" as const, content: paragraphs }] : [];
  });
  return items.length > 0 ? [{ type: "bulletList", content: items }] : [];
}

function carriedOut(block: BodyBlock, values: TemplateValues, language: Language): PlainBlock[] {
  if (block.type === "repeat") return rowsOf(block, values, language);
  if (block.type !== "condition") return [block];
  if (hasValue(block.attrs.name, values) !== block.attrs.filled) return [];
  return block.content.flatMap((inner) => (inner.type === "repeat" ? rowsOf(inner, values, language) : [inner]));
}

/** A body in which every condition and every repeat is carried out. */
export const withoutConditions = (body: TemplateBody, values: TemplateValues, language: Language): PlainBody => ({
  type: "doc",
  content: body.content.flatMap((block) => carriedOut(block, values, language)),
});
