/**
 * Texts of the house's own in a template: put in before it is filled, so that what renders, lints and counts knows one kind of template. Such a
 * text is data: of it only the names of the product's variables are read, and never those of other texts.
 */
import { fallbackLanguage, type Language } from "../../../ground/kernel/texts.ts";
import {
  type BodyBlock,
  type BodyInline,
  type Condition,
  isInserted,
  type PlainBlock,
  type Repeat,
  type TemplateBody,
} from "./body.ts";
import { isVariable } from "./variables.ts";

/** The languages to try, in order: the wanted one, English for those who read neither, Dutch, which always exists. */
export const languagesToTry = (wanted: Language): Language[] => [
  ...new Set<Language>([wanted, wanted === "nl" ? "nl" : fallbackLanguage, "nl"]),
];

/** A text of the house's own by language; an empty one is told in the next best. */
export type OwnTexts = Readonly<Record<Language, string>>;

export const ownTextIn = (texts: OwnTexts, language: Language): string =>
  languagesToTry(language)
    .map((each) => texts[each].trim())
    .find((text) => text !== "") ?? "";

/** The names that stand between percent signs: "%fileNumber%". */
export const namesBetweenPercents = (text: string): string[] => [...text.matchAll(/%(\w+)%/g)].map((m) => m[1] ?? "");

type Marks = Extract<BodyInline, { type: "text" }>["marks"];

/** A line as the nodes of a body. A name that is no variable of the product stays the words that it is. */
function inlineOf(line: string, marks: Marks): BodyInline[] {
  const marked = marks === undefined ? {} : { marks };
  return line.split(/(%\w+%)/).flatMap((part): BodyInline[] => {
    if (part === "") return [];
    const name = /^%(\w+)%$/.exec(part)?.[1] ?? "";
    return isVariable(name)
      ? [{ type: "variable", attrs: { name }, ...marked }]
      : [{ type: "text", text: part, ...marked }];
  });
}

const linesOf = (text: string, marks: Marks): BodyInline[] =>
  text
    .split(/\r?\n/)
    .flatMap((line, at): BodyInline[] => [
      ...(at > 0 ? [{ type: "hardBreak" as const }] : []),
      ...inlineOf(line, marks),
    ]);

const ownNameOf = (node: BodyInline, own: ReadonlyMap<string, string>): string | undefined =>
  node.type === "variable" && !isVariable(node.attrs.name) ? own.get(node.attrs.name) : undefined;

const inlines = (content: readonly BodyInline[] | undefined, own: ReadonlyMap<string, string>): BodyInline[] =>
  (content ?? []).flatMap((node) => {
    const text = ownNameOf(node, own);
    return text === undefined || node.type === "hardBreak" ? [node] : linesOf(text, node.marks);
  });

/** A paragraph that is such a text alone becomes as many paragraphs as the text has. */
function plainOf(block: PlainBlock, own: ReadonlyMap<string, string>): PlainBlock[] {
  if (isInserted(block)) return [block];
  if (block.type === "bulletList" || block.type === "orderedList") {
    const content = block.content.map((item) => ({
      ...item,
      content: item.content.map((paragraph) => ({ ...paragraph, content: inlines(paragraph.content, own) })),
    }));
    return [{ ...block, content }];
  }
  const [only, ...others] = block.content ?? [];
  const text = block.type === "paragraph" && only && others.length === 0 ? ownNameOf(only, own) : undefined;
  if (text === undefined || only?.type === "hardBreak") return [{ ...block, content: inlines(block.content, own) }];
  return text
    .split(/\r?\n\s*\n/)
    .map((paragraph) => ({ type: "paragraph" as const, content: linesOf(paragraph, only?.marks) }));
}

function blocksOf(block: BodyBlock, own: ReadonlyMap<string, string>): BodyBlock[] {
  if (block.type !== "condition" && block.type !== "repeat") return plainOf(block, own);
  if (block.type === "condition") {
    const content = block.content.flatMap((inner): Condition["content"] =>
      inner.type === "repeat" ? [repeated(inner, own)] : plainOf(inner, own),
    );
    return [{ ...block, content }];
  }
  return [repeated(block, own)];
}

const repeated = (block: Repeat, own: ReadonlyMap<string, string>): Repeat => ({
  ...block,
  content: block.content.map((paragraph) => ({ ...paragraph, content: inlines(paragraph.content, own) })),
});

/** A subject and body with the texts of the house's own put in: `own` by name, in the language of the template. */
export function withOwnTexts<T extends { readonly subject: string; readonly body: TemplateBody }>(
  template: T,
  own: ReadonlyMap<string, string>,
): T {
  if (own.size === 0) return template;
  const subject = template.subject.replace(/%(\w+)%/g, (whole, name: string) =>
    isVariable(name) ? whole : (own.get(name)?.replace(/\s+/g, " ") ?? whole),
  );
  return {
    ...template,
    subject,
    body: { type: "doc", content: template.body.content.flatMap((block) => blocksOf(block, own)) },
  };
}
