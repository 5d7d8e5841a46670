/** Marks parts of the text while it is written: decorations, which are never part of the document. */
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { EditorMark } from "./document.web.ts";

/** What stands in a text for a node that is no text: each is one place long, as in the document. */
const leafText = (leaf: Node): string => (leaf.type.name === "hardBreak" ? "\n" : "\uFFFC");

function decorate(document: Node, marksIn: (text: string) => readonly EditorMark[]): DecorationSet {
  const found: Decoration[] = [];
  document.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, leafText);
    const start = position + 1;
    for (const { from, to, tone, title } of marksIn(text))
      found.push(Decoration.inline(start + from, start + to, { "data-mark": tone, title }));
    return false;
  });
  return DecorationSet.create(document, found);
}

const key = new PluginKey<DecorationSet>("marking");

export const marking = (marksIn: (text: string) => readonly EditorMark[]) =>
  Extension.create({
    name: "marking",
    addProseMirrorPlugins: () => [
      new Plugin({
        key,
        state: {
          init: (_config, { doc }) => decorate(doc, marksIn),
          apply: (change, before) => (change.docChanged ? decorate(change.doc, marksIn) : before),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ],
  });
