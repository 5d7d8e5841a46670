/** The search field above a list; tells what is typed after a pause. */
import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { searchDebounceMillis } from "../platform/web/choices.web.tsx";

export function SearchBox(props: { label: string; value: string; onSearch: (text: string) => void }): ReactNode {
  const [text, setText] = useState(props.value);
  const search = useDebouncedCallback(props.onSearch, searchDebounceMillis);
  return (
    <TextInput
      type="search"
      w={260}
      maw="100%"
      size="sm"
      leftSection={<IconSearch size={16} aria-hidden />}
      aria-label={props.label}
      placeholder={props.label}
      value={text}
      maxLength={100}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
