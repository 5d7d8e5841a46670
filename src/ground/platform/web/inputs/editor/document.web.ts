/** What the rich-text editor holds, and what it is given. */

/** The JSON of a document, as TipTap keeps it. */
export interface EditorDocument {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What can be put into the text, shown by its label: a variable in a line (node `variable`), or a block (a node of that name). */
export interface Insertion {
  readonly name: string;
  readonly label: string;
  /** What it is now, in a quieter line: searched too. */
  readonly hint?: string | undefined;
  /** Of a variable that is a column of a list: it is offered within a repeat over that list. */
  readonly list?: string | undefined;
}

/** A part of a text that is marked while it is written. It is shown, and not kept with the text. */
export interface EditorMark {
  readonly from: number;
  readonly to: number;
  readonly tone: "warn" | "bad";
  readonly title: string;
}

export interface RichTextEditorProps {
  readonly value: EditorDocument | null;
  readonly onChange: (value: EditorDocument) => void;
  readonly label: string;
  readonly height?: number | undefined;
  readonly variables?: readonly Insertion[] | undefined;
  readonly blocks?: readonly Insertion[] | undefined;
  /** What words can be made to depend on (node `condition`). */
  readonly conditions?: readonly Insertion[] | undefined;
  /** Lists of which words can be said for each row (node `repeat`). */
  readonly repeats?: readonly Insertion[] | undefined;
  /** What to mark in the text of a paragraph or heading, in which `￼` stands for each variable; asked whenever the text changes. */
  readonly marksIn?: ((text: string) => readonly EditorMark[]) | undefined;
  readonly disabled?: boolean | undefined;
}

/** The words of a document as they are read in a line: a variable in braces, and so what is put in whole. Formatting is not told. */
export function wordsIn(node: unknown): string {
  const { type, text, attrs, content }: Partial<Record<string, unknown>> = { ...Object(node) };
  if (typeof text === "string") return text;
  if (type === "hardBreak") return "\n";
  if (type === "variable") return `{${String(Object(attrs).name)}}`;
  if (!Array.isArray(content)) return type === "doc" || type === "paragraph" ? "" : `{${String(type)}}`;
  const isLine = type === "paragraph" || type === "heading";
  return content.map(wordsIn).join(isLine ? "" : "\n");
}
