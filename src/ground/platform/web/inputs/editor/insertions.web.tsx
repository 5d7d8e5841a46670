/** The menus of what can be put into a text: variables and blocks, and parts that depend on the file. */
import { RichTextEditor } from "@mantine/tiptap";
import { IconGitBranch, IconVariable } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import type { ReactNode } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import { type InsertionChoice, InsertionList } from "../insertion-list.web.tsx";
import type { RichTextEditorProps } from "./document.web.ts";

interface ListProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly choices: readonly InsertionChoice[];
}

const EditorList = ({ label, icon, choices }: ListProps): ReactNode => (
  <InsertionList
    label={label}
    choices={choices}
    button={(open) => (
      <RichTextEditor.Control aria-label={label} title={label} onClick={open}>
        {icon}
      </RichTextEditor.Control>
    )}
  />
);

/** The list that is gone through where the cursor stands, whose columns can be named there. */
const listAt = (editor: Editor): unknown => editor.getAttributes("repeat").over;

/** Variables and blocks. Columns of a list are offered within its repeat only, and come first there. */
export function InsertedVariables(
  props: { editor: Editor } & Required<Pick<RichTextEditorProps, "variables" | "blocks">>,
): ReactNode {
  const t = usePlatformTexts();
  const { editor, variables = [], blocks = [] } = props;
  const here = listAt(editor);
  const offered = [
    ...variables.filter(({ list }) => list !== undefined && list === here),
    ...variables.filter(({ list }) => list === undefined),
  ];
  const put = (content: { type: string; attrs?: { name: string } }): void => {
    editor.chain().focus().insertContent(content).run();
  };
  return (
    <EditorList
      label={t("editorVariable")}
      icon={<IconVariable size={16} />}
      choices={[
        ...blocks.map((block) => ({ ...block, insert: () => put({ type: block.name }) })),
        ...offered.map((one) => ({ ...one, insert: () => put({ type: "variable", attrs: { name: one.name } }) })),
      ]}
    />
  );
}

/** Puts a frame around the words at the cursor; where they cannot stand in it, an empty one comes after them. */
function wrap(editor: Editor, type: "condition" | "repeat", attrs: Record<string, unknown>): void {
  if (editor.chain().focus().wrapIn(type, attrs).run()) return;
  const { $to } = editor.state.selection;
  const depth = $to.node(1).type.name === "condition" ? 2 : 1;
  const at = $to.depth === 0 ? editor.state.doc.content.size : $to.after(depth);
  editor
    .chain()
    .focus()
    .insertContentAt(at, { type, attrs, content: [{ type: "paragraph" }] })
    .setTextSelection(at + 2)
    .run();
}

/** Conditions, which hold no others, and repeats over the lists of a file. */
export function InsertedParts(
  props: { editor: Editor } & Required<Pick<RichTextEditorProps, "conditions" | "repeats">>,
): ReactNode {
  const t = usePlatformTexts();
  const { editor, conditions = [], repeats = [] } = props;
  const inRepeat = editor.isActive("repeat");
  const inCondition = editor.isActive("condition");
  return (
    <EditorList
      label={t("editorPart")}
      icon={<IconGitBranch size={16} />}
      choices={[
        ...(inRepeat ? [] : repeats).map(({ name, label, hint }) => ({
          name: `each ${name}`,
          label: t("editorForEach", { name: label }),
          hint,
          insert: () => wrap(editor, "repeat", { over: name }),
        })),
        ...(inRepeat || inCondition ? [] : conditions).map(({ name, label, hint }) => ({
          name: `if ${name}`,
          label: t("editorIf", { name: label }),
          hint,
          insert: () => wrap(editor, "condition", { name, filled: true }),
        })),
      ]}
    />
  );
}
