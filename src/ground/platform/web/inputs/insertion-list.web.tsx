/** A list behind a button of what can be put into a text, to be searched and gone through by arrows while one types. */
import { Combobox, useCombobox } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { holdsText } from "../../../kernel/fold-text.ts";
import { usePlatformTexts } from "../content/texts.web.ts";
import type { Insertion } from "./editor/document.web.ts";

export interface InsertionChoice extends Insertion {
  /** Puts it in. */
  readonly insert: () => void;
}

const holds = ({ name, label, hint = "" }: Insertion, sought: string): boolean =>
  holdsText(`${name} ${label} ${hint}`, sought);

interface InsertionListProps {
  readonly label: string;
  /** In the order in which they are offered; each `name` once. */
  readonly choices: readonly InsertionChoice[];
  /** The button that opens it, which is told what to do. */
  readonly button: (open: () => void) => ReactElement;
}

export function InsertionList({ label, choices, button }: InsertionListProps): ReactElement {
  const t = usePlatformTexts();
  const [sought, setSought] = useState("");
  const list = useCombobox({
    onDropdownOpen: () => list.focusSearchInput(),
    onDropdownClose: () => {
      list.resetSelectedOption();
      setSought("");
    },
  });
  const found = choices.filter((choice) => holds(choice, sought));
  return (
    <Combobox
      store={list}
      position="bottom-start"
      width="min(420px, calc(100vw - 24px))"
      onOptionSubmit={(name) => {
        list.closeDropdown();
        choices.find((choice) => choice.name === name)?.insert();
      }}
    >
      <Combobox.Target targetType="button">{button(() => list.toggleDropdown())}</Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded
          aria-label={t("search")}
          placeholder={t("search")}
          value={sought}
          onChange={(event) => {
            setSought(event.currentTarget.value);
            list.selectFirstOption();
          }}
        />
        <Combobox.Options aria-label={label} mah={280} style={{ overflowY: "auto" }}>
          {found.map(({ name, label: title, hint }) => (
            <Combobox.Option key={name} value={name}>
              {title}
              {hint !== undefined && <div style={{ fontSize: 11, opacity: 0.8 }}>{hint}</div>}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t("noElements")}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
