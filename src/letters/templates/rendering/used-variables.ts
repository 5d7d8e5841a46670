/** The variables and blocks of a body, read without filling it. Pure. */
import type { BodyInline, TemplateBody } from "./body.ts";
import { blocksIn, paragraphsOf } from "./conditions.ts";
import { namesBetweenPercents } from "./own-texts.ts";
import { sourceText } from "./source.ts";

const named = (content: readonly BodyInline[] = []): string[] =>
  content.flatMap((node) => (node.type === "variable" ? [node.attrs.name] : []));

/** The variables that a subject and a body say, each once, in order of appearance; what they only ask for in a condition is none of them. */
export const usedVariables = (subject: string, body: TemplateBody): string[] => [
  ...new Set([
    ...namesBetweenPercents(subject),
    ...blocksIn(body)
      .flatMap(paragraphsOf)
      .flatMap(({ content }) => named(content)),
  ]),
];

/** The words of a body for those who compare, search or check templates of their own. */
export const bodyWords = { source: sourceText, variables: usedVariables };
