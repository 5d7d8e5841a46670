/** The nodes that a template has besides plain text: a variable in a line, and blocks that are filled when it is sent. */
import { mergeAttributes, Node } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";

/** Only what a letter, an e-mail and a template know: paragraphs, headings, lists, bold and italic. */
export const starter = StarterKit.configure({
  blockquote: false,
  code: false,
  codeBlock: false,
  document: false,
  horizontalRule: false,
  link: false,
  strike: false,
  underline: false,
  heading: { levels: [1, 2, 3] },
});

/** The whole text. Its parts, which are no words, stand beside paragraphs and lists and never within them. */
export const wholeNode = (hasParts: boolean) =>
  Node.create({ name: "doc", topNode: true, content: hasParts ? "(block | part)+" : "block+" });

/** What is shown of a variable: its label, and on pointing at it what it is and what it is now. */
export interface Chip {
  readonly label: string;
  readonly title: string;
}

/** A variable: one piece that cannot be typed into, shown by its label, with a place to press that takes it away. */
export const variableNode = (chipOf: (name: string) => Chip) =>
  Node.create({
    name: "variable",
    group: "inline",
    inline: true,
    atom: true,
    addAttributes: () => ({ name: { default: "" } }),
    parseHTML: () => [
      { tag: "span[data-variable]", getAttrs: (element) => ({ name: element.dataset.variable ?? "" }) },
    ],
    renderHTML: ({ node, HTMLAttributes }) => {
      const name = String(node.attrs.name);
      const { label, title } = chipOf(name);
      return [
        "span",
        mergeAttributes(HTMLAttributes, { "data-variable": name, title }),
        ["span", {}, label],
        ["span", { "data-take-away": "", "aria-hidden": "true" }],
      ];
    },
    renderText: ({ node }) => chipOf(String(node.attrs.name)).label,
  });

/** Writes what the variables are called and what they are now on those that are shown already. */
export function renewChips(within: HTMLElement, chipOf: (name: string) => Chip): void {
  for (const chip of within.querySelectorAll<HTMLElement>("[data-variable]")) {
    const { label, title } = chipOf(chip.dataset.variable ?? "");
    const words = chip.firstElementChild;
    if (words && words.textContent !== label) words.textContent = label;
    if (chip.title !== title) chip.title = title;
  }
}

/** A block that stands for something made when the text is sent: the specification of the claim, how to pay. */
export const blockNode = (name: string, label: string) =>
  Node.create({
    name,
    group: "part",
    atom: true,
    parseHTML: () => [{ tag: `div[data-block="${name}"]` }],
    renderHTML: () => ["div", { "data-block": name }, label],
  });
