/** A body as text for comparison and search, and with placeholders for missing values. Pure. */
import type { Language } from "../../../ground/kernel/texts.ts";
import {
  type BodyBlock,
  type BodyInline,
  isInserted,
  type PlainBlock,
  type PlainBody,
  type TemplateBody,
} from "./body.ts";
import { withoutConditions } from "./conditions.ts";
import { missingInSubject } from "./render.ts";
import { formatValue, isVariable, type TemplateValues, templateVariables } from "./variables.ts";

const inlineSource = (node: BodyInline): string =>
  node.type === "text" ? node.text : node.type === "variable" ? `{${node.attrs.name}}` : "\n";

const lineSource = (content: readonly BodyInline[] | undefined): string => (content ?? []).map(inlineSource).join("");

function blockSource(block: BodyBlock): string {
  if (isInserted(block)) return `[${block.type}]`;
  if (block.type === "condition") {
    const { name, filled } = block.attrs;
    return [`[${filled ? "if" : "if not"} ${name}]`, ...block.content.map(blockSource), "[end if]"].join("\n\n");
  }
  if (block.type === "repeat")
    return [`[for each ${block.attrs.over}]`, ...block.content.map(blockSource), "[end for]"].join("\n\n");
  if (block.type === "bulletList" || block.type === "orderedList") {
    return block.content
      .map(({ content }, at) => {
        const mark = block.type === "bulletList" ? "-" : `${at + 1}.`;
        return `${mark} ${content.map((paragraph) => lineSource(paragraph.content)).join("\n  ")}`;
      })
      .join("\n");
  }
  return `${block.type === "heading" ? "# " : ""}${lineSource(block.content)}`;
}

/** The words of a body with its variables by name: what a search looks in, and two versions are compared by. */
export const sourceText = (body: TemplateBody): string => body.content.map(blockSource).join("\n\n");

/** A body without the empty paragraphs at its end that an editor leaves there for the cursor. */
export function tidied<Block extends BodyBlock>(body: { readonly type: "doc"; readonly content: Block[] }) {
  const isEmpty = (block: BodyBlock): boolean => block.type === "paragraph" && (block.content ?? []).length === 0;
  const last = body.content.findLastIndex((block) => !isEmpty(block));
  return { type: "doc" as const, content: last < 0 ? body.content : body.content.slice(0, last + 1) };
}

export interface Marked {
  readonly subject: string;
  readonly body: PlainBody;
  /** Variables that the text needs and that have no value, and names that are no variable; each once. */
  readonly missing: readonly string[];
}

/** A subject and a body in which what has no value stands as a marked place, never as nothing: for looking at, not for sending. */
export function withPlaces(
  { subject, body }: { readonly subject: string; readonly body: TemplateBody },
  values: TemplateValues,
  language: Language,
  labelOf: (name: string) => string,
): Marked {
  const inSubject = missingInSubject(subject, values, language);
  const missing = new Set<string>(inSubject);
  const place = (node: BodyInline): BodyInline => {
    if (node.type !== "variable") return node;
    const { name } = node.attrs;
    const known = isVariable(name);
    if (known && (templateVariables[name].optional || formatValue(name, values[name], "nl") !== undefined)) return node;
    missing.add(name);
    return { type: "text", text: `[${labelOf(name)}]`, marks: [{ type: "bold" }] };
  };
  const inlines = (content: readonly BodyInline[] | undefined) => (content ?? []).map(place);
  const content = withoutConditions(body, values, language).content.map((block): PlainBlock => {
    if (isInserted(block)) return block;
    if (block.type !== "bulletList" && block.type !== "orderedList")
      return { ...block, content: inlines(block.content) };
    return {
      ...block,
      content: block.content.map((item) => ({
        ...item,
        content: item.content.map((paragraph) => ({ ...paragraph, content: inlines(paragraph.content) })),
      })),
    };
  });
  return {
    subject: inSubject.reduce((line, name) => line.replaceAll(`%${name}%`, () => `[${labelOf(name)}]`), subject),
    body: { type: "doc", content },
    missing: [...missing],
  };
}
