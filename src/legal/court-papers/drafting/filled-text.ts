/** The words of a section with its variables filled in. A value is text all the way and can never become markup. Pure. */
import type { Section } from "../templates/shape.ts";
import { type CourtValues, courtVariables, isCourtVariable } from "../templates/variables.ts";
import { type Lines, type PaperBlock, printable, type Run } from "./page.ts";

type Inline = NonNullable<Extract<Section["body"]["content"][number], { type: "paragraph" }>["content"]>[number];

export interface Fill {
  readonly values: CourtValues;
  /** What a place is called that has no value. */
  readonly label: (name: string) => string;
  /** Names whose place was marked, in order of appearance. */
  readonly missing: Set<string>;
  /** Names whose value stands in the words. */
  readonly named: Set<string>;
  /** The number of the last numbered paragraph. */
  count: number;
}

const styled = (text: string, marks: readonly { readonly type: "bold" | "italic" }[] = []): Run => ({
  text,
  ...(marks.some(({ type }) => type === "bold") && { bold: true as const }),
  ...(marks.some(({ type }) => type === "italic") && { italic: true as const }),
});

/** "Bakker B.V." at the end of a sentence takes no second period. */
const afterPeriod = (before: Run | undefined, text: string): string =>
  before?.text.endsWith(".") && /^\.(?!\.)/.test(text) ? text.slice(1) : text;

/** Undefined where an optional variable has no value. */
function filledRun(node: Extract<Inline, { type: "variable" }>, fill: Fill): Run | undefined {
  const { name } = node.attrs;
  const value = isCourtVariable(name) ? printable(fill.values[name] ?? "").trim() : "";
  if (value !== "") {
    fill.named.add(name);
    return styled(value, node.marks);
  }
  if (isCourtVariable(name) && courtVariables[name].optional) return undefined;
  fill.missing.add(name);
  return { text: `[${printable(fill.label(name))}]`, bold: true };
}

/** The lines of a paragraph, or undefined where an optional variable in it is empty. */
export function filledLines(content: readonly Inline[] | undefined, fill: Fill): Lines | undefined {
  const lines: Run[][] = [[]];
  for (const node of content ?? []) {
    const line = lines.at(-1) ?? [];
    if (node.type === "hardBreak") lines.push([]);
    else if (node.type === "text") {
      const text = afterPeriod(line.at(-1), printable(node.text));
      if (text !== "") line.push(styled(text, node.marks));
    } else {
      const run = filledRun(node, fill);
      if (run === undefined) return undefined;
      line.push(run);
    }
  }
  return lines;
}

/** A body as blocks; its paragraphs count on where they are numbered. */
export function filledBody(body: Section["body"], numbered: boolean, fill: Fill): PaperBlock[] {
  return body.content.flatMap((block): PaperBlock[] => {
    // The blocks of letters have no place in a court paper: what is made from the file follows the words.
    if (block.type === "claimSpecification" || block.type === "paymentBlock" || block.type === "debtorPage") return [];
    if (block.type === "bulletList" || block.type === "orderedList") {
      const items = block.content
        .map((item) => item.content.flatMap((paragraph) => filledLines(paragraph.content, fill) ?? []))
        .filter((lines) => lines.flat().length > 0);
      return items.length === 0 ? [] : [{ kind: "list", ordered: block.type === "orderedList", items }];
    }
    const lines = filledLines(block.content, fill);
    if (lines === undefined || lines.flat().length === 0) return [];
    if (block.type === "heading")
      return [
        {
          kind: "heading",
          text: lines
            .flat()
            .map(({ text }) => text)
            .join(""),
        },
      ];
    if (numbered) fill.count += 1;
    return [{ kind: "paragraph", number: numbered ? `${fill.count}.` : "", lines }];
  });
}
