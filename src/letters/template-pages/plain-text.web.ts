/** A body as plain text for channels without markup: paragraphs, line ends, and variables in braces. Pure. */
import { isInserted, type TemplateBody } from "../templates/templates.contract.ts";

type Paragraph = Extract<TemplateBody["content"][number], { type: "paragraph" }>;
type Inline = NonNullable<Paragraph["content"]>[number];

const inlineText = (node: Inline): string =>
  node.type === "text" ? node.text : node.type === "variable" ? `{${node.attrs.name}}` : "\n";

const lineText = (content: readonly Inline[] | undefined): string => (content ?? []).map(inlineText).join("");

/** What is typed for a body. Marks and blocks that such a channel does not have are not told. */
export const plainOf = (body: TemplateBody): string =>
  body.content
    .flatMap((block) => {
      if (isInserted(block) || block.type === "condition" || block.type === "repeat") return [];
      if (block.type === "bulletList" || block.type === "orderedList")
        return block.content.flatMap((item) => item.content.map((paragraph) => lineText(paragraph.content)));
      return [lineText(block.content)];
    })
    .join("\n\n");

const inlines = (line: string): Inline[] =>
  line.split(/(\{[a-z][A-Za-z0-9]{0,39}\})/).flatMap((part): Inline[] => {
    if (part === "") return [];
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? [{ type: "text", text: part }] : [{ type: "variable", attrs: { name } }];
  });

/** The body of what was typed. */
export const bodyOf = (typed: string): TemplateBody => ({
  type: "doc",
  content: typed.split(/\n[ \t]*\n/).map((paragraph) => ({
    type: "paragraph" as const,
    content: paragraph
      .split("\n")
      .flatMap((line, at): Inline[] => [...(at > 0 ? [{ type: "hardBreak" as const }] : []), ...inlines(line)]),
  })),
});
