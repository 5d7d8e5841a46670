/** The editor's surface: TipTap below Mantine's toolbar. Fetched only where an editor stands. */
import { RichTextEditor } from "@mantine/tiptap";
import type { EditorView } from "@tiptap/pm/view";
import type { Editor } from "@tiptap/react";
import { useEditor } from "@tiptap/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import { styleNonce } from "../../theme/nonce.web.ts";

import type { EditorDocument, Insertion, RichTextEditorProps } from "./document.web.ts";
import { InsertedParts, InsertedVariables } from "./insertions.web.tsx";

import { marking } from "./marking.web.ts";
import { blockNode, type Chip, renewChips, starter, variableNode, wholeNode } from "./nodes.web.ts";
import { conditionNode, repeatNode } from "./parts.web.ts";
import styles from "./surface.module.css";
import "@mantine/tiptap/styles.layer.css";

/** What the frames of conditions and repeats say, in the reader's language. */
function usePartWords(latest: RefObject<RichTextEditorProps>) {
  const t = usePlatformTexts();
  const texts = useRef(t);
  texts.current = t;
  const labelIn = (list: readonly Insertion[] | undefined, name: string): string =>
    list?.find((known) => known.name === name)?.label ?? name;
  return {
    condition: () => ({
      head: ({ attrs }: { attrs: Record<string, unknown> }) =>
        texts.current(attrs.filled === true ? "editorIf" : "editorIfNot", {
          name: labelIn(latest.current.conditions, String(attrs.name)),
        }),
      turn: texts.current("editorTurn"),
      unwrap: texts.current("editorUnwrap"),
    }),
    repeat: () => ({
      head: ({ attrs }: { attrs: Record<string, unknown> }) =>
        texts.current("editorForEach", { name: labelIn(latest.current.repeats, String(attrs.over)) }),
      unwrap: texts.current("editorUnwrap"),
    }),
  };
}

/** Takes a variable away where its cross is pressed: on a screen that is touched there is no other sure way. */
function takeAway(view: EditorView, event: Event): boolean {
  const pressed = event.target;
  if (!(pressed instanceof HTMLElement) || pressed.dataset.takeAway === undefined) return false;
  const chip = pressed.closest("[data-variable]");
  if (!chip || !view.editable) return false;
  const at = view.posAtDOM(chip, 0);
  const position = view.state.doc.nodeAt(at)?.type.name === "variable" ? at : at - 1;
  if (view.state.doc.nodeAt(position)?.type.name !== "variable") return false;
  event.preventDefault();
  view.dispatch(view.state.tr.delete(position, position + 1));
  return true;
}

/** What such a text is made of. */
function nodesOf(
  { blocks = [], conditions = [], repeats = [] }: RichTextEditorProps,
  chipOf: (name: string) => Chip,
  words: ReturnType<typeof usePartWords>,
  latest: RefObject<RichTextEditorProps>,
) {
  const names = blocks.map(({ name }) => name);
  return [
    starter,
    wholeNode(blocks.length + conditions.length + repeats.length > 0),
    variableNode(chipOf),
    marking((text) => latest.current.marksIn?.(text) ?? []),
    ...blocks.map((block) => blockNode(block.name, block.label)),
    ...(repeats.length > 0 ? [repeatNode(words.repeat)] : []),
    ...(conditions.length > 0 ? [conditionNode(names, words.condition)] : []),
  ];
}

export function EditorSurface(props: RichTextEditorProps & { height: number }): ReactNode {
  const t = usePlatformTexts();
  const latest = useRef(props);
  latest.current = props;
  const { variables = [], blocks = [], conditions = [], repeats = [], disabled = false, value } = props;
  const words = usePartWords(latest);
  const chipOf = (name: string): Chip => {
    const known = latest.current.variables?.find((variable) => variable.name === name);
    return { label: known?.label ?? name, title: known?.hint ?? name };
  };
  const shown = useRef<EditorDocument | null>(value);
  // While a tab that keeps its contents is hidden, its editor is gone, whatever `immediatelyRender` promises in types.
  const editor: Editor | null = useEditor({
    extensions: nodesOf(props, chipOf, words, latest),
    content: value,
    editable: !disabled,
    immediatelyRender: true,
    injectNonce: styleNonce,
    editorProps: {
      attributes: { "aria-label": props.label, role: "textbox", "aria-multiline": "true" },
      handleDOMEvents: { pointerdown: takeAway },
    },
    onUpdate: ({ editor: changed }) => {
      const document: EditorDocument = { ...changed.getJSON(), type: "doc" };
      shown.current = document;
      latest.current.onChange(document);
    },
  });
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);
  useEffect(() => {
    // Its view comes a moment after the editor itself; until then there is no chip, and asking for the view breaks the page.
    if (editor && !editor.isDestroyed && variables.length > 0) renewChips(editor.view.dom, chipOf);
  });
  // A value that was set from outside replaces the text; the one that this editor has just given does not.
  useEffect(() => {
    if (editor === null || value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <RichTextEditor
      editor={editor}
      classNames={{ content: styles.content ?? "" }}
      labels={{
        boldControlLabel: t("editorBold"),
        italicControlLabel: t("editorItalic"),
        bulletListControlLabel: t("editorBullets"),
        orderedListControlLabel: t("editorNumbers"),
        h2ControlLabel: t("editorHeading"),
        undoControlLabel: t("editorUndo"),
        redoControlLabel: t("editorRedo"),
      }}
    >
      <Toolbar editor={editor} variables={variables} blocks={blocks} conditions={conditions} repeats={repeats} />
      <RichTextEditor.Content style={{ display: "grid", height: props.height, overflowY: "auto" }} />
    </RichTextEditor>
  );
}

function Toolbar(
  props: { editor: Editor | null } & Required<
    Pick<RichTextEditorProps, "variables" | "blocks" | "conditions" | "repeats">
  >,
): ReactNode {
  const { editor, variables = [], blocks = [], conditions = [], repeats = [] } = props;
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.H2 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
      {editor !== null && variables.length + blocks.length > 0 && (
        <InsertedVariables editor={editor} variables={variables} blocks={blocks} />
      )}
      {editor !== null && conditions.length + repeats.length > 0 && (
        <InsertedParts editor={editor} conditions={conditions} repeats={repeats} />
      )}
    </RichTextEditor.Toolbar>
  );
}
