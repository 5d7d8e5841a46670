/** The menus of what can be put into a text: variables and blocks, and parts that depend on the file. */
import { Menu, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconGitBranch, IconVariable } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { type ReactNode, useState } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import type { Insertion, RichTextEditorProps } from "./document.web.ts";
import styles from "./surface.module.css";

/** More than so many are searched. */
const manyVariables = 10;

const holds = ({ name, label, hint = "" }: Insertion, sought: string): boolean =>
  `${name} ${label} ${hint}`.toLowerCase().includes(sought.trim().toLowerCase());

interface MenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly searched: boolean;
  readonly children: (sought: string) => ReactNode;
}

function InsertionMenu({ label, icon, searched, children }: MenuProps): ReactNode {
  const t = usePlatformTexts();
  const [sought, setSought] = useState("");
  return (
    <Menu position="bottom-start" withinPortal returnFocus={false} onClose={() => setSought("")}>
      <Menu.Target>
        <RichTextEditor.Control aria-label={label} title={label}>
          {icon}
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown mah={320} maw="min(420px, calc(100vw - 24px))" style={{ overflowY: "auto" }}>
        {searched && (
          <TextInput
            size="xs"
            aria-label={t("search")}
            placeholder={t("search")}
            value={sought}
            data-autofocus
            onChange={(event) => setSought(event.currentTarget.value)}
          />
        )}
        {children(sought)}
      </Menu.Dropdown>
    </Menu>
  );
}

const Hint = ({ of }: { of: Insertion }): ReactNode =>
  of.hint === undefined ? null : <div className={styles.hint}>{of.hint}</div>;

/** The list that is gone through where the cursor stands, whose columns can be named there. */
const listAt = (editor: Editor): unknown => editor.getAttributes("repeat").over;

/** Variables and blocks. Columns of a list are offered within its repeat only, and come first there. */
export function InsertedVariables(
  props: { editor: Editor } & Required<Pick<RichTextEditorProps, "variables" | "blocks">>,
): ReactNode {
  const t = usePlatformTexts();
  const { editor, variables = [], blocks = [] } = props;
  return (
    <InsertionMenu
      label={t("editorVariable")}
      icon={<IconVariable size={16} />}
      searched={variables.length > manyVariables}
    >
      {(sought) => {
        const here = listAt(editor);
        const columns = variables.filter(({ list }) => list !== undefined && list === here);
        const others = variables.filter(({ list }) => list === undefined);
        return (
          <>
            {blocks.map(({ name, label }) => (
              <Menu.Item key={name} onClick={() => editor.chain().focus().insertContent({ type: name }).run()}>
                {label}
              </Menu.Item>
            ))}
            {blocks.length > 0 && variables.length > 0 && <Menu.Divider />}
            {[...columns, ...others]
              .filter((variable) => holds(variable, sought))
              .map((variable) => (
                <Menu.Item
                  key={variable.name}
                  onClick={() =>
                    editor
                      .chain()
                      .focus()
                      .insertContent({ type: "variable", attrs: { name: variable.name } })
                      .run()
                  }
                >
                  {variable.label}
                  <Hint of={variable} />
                </Menu.Item>
              ))}
          </>
        );
      }}
    </InsertionMenu>
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
  return (
    <InsertionMenu label={t("editorPart")} icon={<IconGitBranch size={16} />} searched>
      {(sought) => (
        <>
          {!editor.isActive("repeat") &&
            repeats
              .filter((list) => holds(list, sought))
              .map((list) => (
                <Menu.Item key={list.name} onClick={() => wrap(editor, "repeat", { over: list.name })}>
                  {t("editorForEach", { name: list.label })}
                  <Hint of={list} />
                </Menu.Item>
              ))}
          {!editor.isActive("condition") &&
            !editor.isActive("repeat") &&
            conditions
              .filter((condition) => holds(condition, sought))
              .map((condition) => (
                <Menu.Item
                  key={condition.name}
                  onClick={() => wrap(editor, "condition", { name: condition.name, filled: true })}
                >
                  {t("editorIf", { name: condition.label })}
                  <Hint of={condition} />
                </Menu.Item>
              ))}
        </>
      )}
    </InsertionMenu>
  );
}
