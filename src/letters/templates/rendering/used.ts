/** What a body is made of, read without filling it. Pure. */
import { type BodyBlock, type BodyInline, isInserted, type TemplateBody } from "./body.ts";
import { namesBetweenPercents } from "./own.ts";
import { sourceText } from "./source.ts";

export const inlinesOf = (block: BodyBlock): readonly BodyInline[] => {
  if (isInserted(block)) return [];
  if (block.type === "bulletList" || block.type === "orderedList") {
    return block.content.flatMap((item) => item.content.flatMap((paragraph) => paragraph.content ?? []));
  }
  return block.content ?? [];
};

/** The variables that a subject and a body name, each once, in order of appearance. */
export const usedVariables = (subject: string, body: TemplateBody): string[] => [
  ...new Set([
    ...namesBetweenPercents(subject),
    ...body.content.flatMap(inlinesOf).flatMap((node) => (node.type === "variable" ? [node.attrs.name] : [])),
  ]),
];

/** The words of a body for those who compare, search or check templates of their own. */
export const bodyWords = { source: sourceText, variables: usedVariables };
