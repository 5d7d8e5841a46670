/** A text that a reload leaves as it is. It stands by itself, because the login needs none. */
import { useState } from "react";
import { dropDraft, readDraft, storeDraft } from "./drafts.web.ts";

const textIn = (name: string): string => {
  const value = readDraft(name)?.value;
  return typeof value === "string" ? value : "";
};

/** The state of a text that a reload leaves as it is; an empty one leaves nothing behind. */
export function useStoredText(name: string): readonly [text: string, setText: (text: string) => void] {
  const [state, setState] = useState(() => ({ name, text: textIn(name) }));
  const text = state.name === name ? state.text : textIn(name);
  const setText = (next: string): void => {
    if (next === "") dropDraft(name);
    else storeDraft(name, next);
    setState({ name, text: next });
  };
  return [text, setText];
}
