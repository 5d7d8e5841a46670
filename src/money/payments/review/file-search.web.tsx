/** Searches files by number, reference or name while the user types. */
import { Combobox, Loader, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, type Ref, useState } from "react";
import { usePlatformTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { retryValue } from "../../../ground/platform/web/inputs/choice-list.web.ts";
import { useSearchFailure } from "../../../ground/platform/web/inputs/search-failure.web.tsx";
import { type FileSuggestion, findFilesForEntry } from "../payments.contract.ts";

export interface FileSearchProps {
  readonly label: string;
  readonly onChoose: (file: FileSuggestion) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

export function FileSearch(props: FileSearchProps): ReactNode {
  const t = usePlatformTexts();
  const [text, setText] = useState("");
  const [keywords] = useDebouncedValue(text.trim(), 500);
  const combobox = useCombobox();
  const found = useCall(findFilesForEntry, { query: { keywords } }, { enabled: keywords !== "" });
  const failure = useSearchFailure(found.isFetching ? null : found.error);
  const files = keywords === "" ? [] : (found.data?.items ?? []);
  const choose = (id: string): void => {
    if (id === retryValue) return void found.refetch();
    const file = files.find(({ fileId }) => String(fileId) === id);
    combobox.closeDropdown();
    setText("");
    if (file) props.onChoose(file);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target>
        <TextInput
          {...(props.ref === undefined ? {} : { ref: props.ref })}
          label={props.label}
          placeholder={t("typeToSearch")}
          value={text}
          rightSection={found.isFetching ? <Loader size={14} /> : null}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={300} style={{ overflowY: "auto" }}>
          {files.map((file) => (
            <Combobox.Option key={file.fileId} value={String(file.fileId)}>
              <b>{file.number}</b> {file.debtor} · {file.client} · {file.clientRef}
            </Combobox.Option>
          ))}
          {failure !== undefined && (
            <Combobox.Option value={retryValue}>
              {failure} {t("tryAgain")}
            </Combobox.Option>
          )}
          {files.length === 0 && failure === undefined && (
            <Combobox.Empty>
              {keywords === "" ? t("enterCharacters") : found.isFetching ? t("searching") : t("noElements")}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
