/** The nodes that a template has besides plain text: a variable in a line, and blocks that are filled when it is sent. */
import { mergeAttributes, Node } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";

/** Only what a letter, an e-mail and a template know: paragraphs, headings, lists, bold and italic. */
export const starter = StarterKit.configure({
  blockquote: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  link: false,
  strike: false,
  underline: false,
  heading: { levels: [1, 2, 3] },
});

/** A variable: one piece that cannot be typed into, shown by its label. */
export const variableNode = (labelOf: (name: string) => string) =>
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
      return ["span", mergeAttributes(HTMLAttributes, { "data-variable": name }), labelOf(name)];
    },
    renderText: ({ node }) => labelOf(String(node.attrs.name)),
  });

/** A block that stands for something made when the text is sent: the specification of the claim, how to pay. */
export const blockNode = (name: string, label: string) =>
  Node.create({
    name,
    group: "block",
    atom: true,
    parseHTML: () => [{ tag: `div[data-block="${name}"]` }],
    renderHTML: () => ["div", { "data-block": name }, label],
  });
