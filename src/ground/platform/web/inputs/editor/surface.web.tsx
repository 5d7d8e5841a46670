/** The editor's surface: TipTap below Mantine's toolbar. Fetched only where an editor stands. */
import { Menu, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconVariable } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { useEditor } from "@tiptap/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import { styleNonce } from "../../theme/nonce.web.ts";
import type { EditorDocument, RichTextEditorProps } from "./document.web.ts";
import { marking } from "./marking.web.ts";
import { blockNode, starter, variableNode } from "./nodes.web.ts";
import styles from "./surface.module.css";
import "@mantine/tiptap/styles.layer.css";

export function EditorSurface(props: RichTextEditorProps & { height: number }): ReactNode {
  const t = usePlatformTexts();
  const latest = useRef(props);
  latest.current = props;
  const { variables = [], blocks = [], disabled = false, value } = props;
  const shown = useRef<EditorDocument | null>(value);
  // While a tab that keeps its contents is hidden, its editor is gone, whatever `immediatelyRender` promises in types.
  const editor: Editor | null = useEditor({
    extensions: [
      starter,
      variableNode((name) => latest.current.variables?.find((variable) => variable.name === name)?.label ?? name),
      marking((text) => latest.current.marksIn?.(text) ?? []),
      ...blocks.map((block) => blockNode(block.name, block.label)),
    ],
    content: value,
    editable: !disabled,
    immediatelyRender: true,
    injectNonce: styleNonce,
    editorProps: { attributes: { "aria-label": props.label, role: "textbox", "aria-multiline": "true" } },
    onUpdate: ({ editor: changed }) => {
      const document: EditorDocument = { ...changed.getJSON(), type: "doc" };
      shown.current = document;
      latest.current.onChange(document);
    },
  });
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);
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
          <Insertions editor={editor} variables={variables} blocks={blocks} />
        )}
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content style={{ display: "grid", height: props.height, overflowY: "auto" }} />
    </RichTextEditor>
  );
}

/** More than so many are searched. */
const manyVariables = 10;

/** The menu of what can be put into the text. */
function Insertions(
  props: { editor: Editor } & Required<Pick<RichTextEditorProps, "variables" | "blocks">>,
): ReactNode {
  const t = usePlatformTexts();
  const { editor, variables = [], blocks = [] } = props;
  const [sought, setSought] = useState("");
  const found = variables.filter(({ name, label, hint = "" }) =>
    `${name} ${label} ${hint}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  return (
    <Menu position="bottom-start" withinPortal returnFocus={false} onClose={() => setSought("")}>
      <Menu.Target>
        <RichTextEditor.Control aria-label={t("editorVariable")} title={t("editorVariable")}>
          <IconVariable size={16} />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {variables.length > manyVariables && (
          <TextInput
            size="xs"
            aria-label={t("search")}
            placeholder={t("search")}
            value={sought}
            data-autofocus
            onChange={(event) => setSought(event.currentTarget.value)}
          />
        )}
        {blocks.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => editor.chain().focus().insertContent({ type: name }).run()}>
            {label}
          </Menu.Item>
        ))}
        {blocks.length > 0 && variables.length > 0 && <Menu.Divider />}
        {found.map(({ name, label, hint }) => (
          <Menu.Item
            key={name}
            onClick={() => editor.chain().focus().insertContent({ type: "variable", attrs: { name } }).run()}
          >
            {label}
            {hint !== undefined && <div className={styles.hint}>{hint}</div>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
