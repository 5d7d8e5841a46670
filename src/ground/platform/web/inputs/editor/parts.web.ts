/** Parts of a text that are said under a condition, or once for each row of a list: a frame around words, headed by what it depends on. */
import { type Attributes, Node } from "@tiptap/core";
import type { Node as DocumentNode } from "@tiptap/pm/model";
import type { EditorView, NodeView, ViewMutationRecord } from "@tiptap/pm/view";

/** What the head of such a frame says, and what its buttons are called. */
export interface PartLabels {
  readonly head: (node: { readonly attrs: Record<string, unknown> }) => string;
  /** Turns a condition round; absent where there is nothing to turn. */
  readonly turn?: string;
  /** Takes the frame away; the words stay. */
  readonly unwrap: string;
}

function button(label: string, sign: string, onPress: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.title = label;
  made.setAttribute("aria-label", label);
  made.textContent = sign;
  made.addEventListener("click", onPress);
  return made;
}

/** Puts the words of a frame in its place. */
function unwrap(view: EditorView, position: number | undefined): void {
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || !node) return;
  view.dispatch(view.state.tr.replaceWith(position, position + node.nodeSize, node.content));
  view.focus();
}

function turn(view: EditorView, position: number | undefined): void {
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || !node) return;
  view.dispatch(view.state.tr.setNodeMarkup(position, null, { ...node.attrs, filled: node.attrs.filled !== true }));
  view.focus();
}

function frame(
  view: EditorView,
  shown: DocumentNode,
  position: () => number | undefined,
  words: () => PartLabels,
): NodeView {
  const dom = document.createElement("div");
  dom.dataset.part = shown.type.name;
  const head = document.createElement("div");
  head.contentEditable = "false";
  const label = document.createElement("span");
  const { turn: turned, unwrap: unwrapped } = words();
  head.append(label);
  if (turned !== undefined) head.append(button(turned, "⇄", () => turn(view, position())));
  head.append(button(unwrapped, "×", () => unwrap(view, position())));
  const contentDOM = document.createElement("div");
  dom.append(head, contentDOM);
  const show = (node: DocumentNode): void => {
    label.textContent = words().head(node);
  };
  show(shown);
  return {
    dom,
    contentDOM,
    update(node) {
      if (node.type !== shown.type) return false;
      show(node);
      return true;
    },
    stopEvent: (event) => event.target instanceof HTMLButtonElement,
    ignoreMutation: (change: ViewMutationRecord) => change.type !== "selection" && head.contains(change.target),
  };
}

interface PartSpec {
  readonly name: "condition" | "repeat";
  readonly content: string;
  readonly attributes: Attributes;
  readonly words: () => PartLabels;
}

const part = ({ name, content, attributes, words }: PartSpec) =>
  Node.create({
    name,
    group: "part",
    content,
    defining: true,
    addAttributes: () => attributes,
    parseHTML: () => [{ tag: `div[data-part="${name}"]` }],
    renderHTML: ({ HTMLAttributes }) => ["div", { ...HTMLAttributes, "data-part": name }, 0],
    addNodeView:
      () =>
      ({ editor, node, getPos }) =>
        frame(editor.view, node, getPos, words),
  });

/** Reads an attribute of what is pasted; whoever takes the text judges it. */
const pasted = (name: string, fallback: string) => ({
  default: fallback,
  parseHTML: (element: HTMLElement) => element.getAttribute(name) ?? fallback,
});

/** @param blocks the names of the blocks that may stand in it beside words. */
export const conditionNode = (blocks: readonly string[], words: () => PartLabels) =>
  part({
    name: "condition",
    content: `(${["paragraph", "heading", "bulletList", "orderedList", "repeat", ...blocks].join(" | ")})+`,
    attributes: {
      name: pasted("name", ""),
      filled: { default: true, parseHTML: (element) => element.getAttribute("filled") !== "false" },
    },
    words,
  });

export const repeatNode = (words: () => PartLabels) =>
  part({ name: "repeat", content: "paragraph+", attributes: { over: pasted("over", "") }, words });
