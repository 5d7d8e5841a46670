/** Keys for frequent acts: registered by screens, listed by "?", never stolen from what is being typed. */
import { Kbd } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { createStore } from "../http/observable.ts";

export interface KeyAct {
  /** One letter or sign, as it is typed: "n", "?", "[". */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

/** What the screens now shown have registered. */
export const keyActs = createStore<readonly KeyAct[]>([]);

/** Whether a key is meant for a field, or for the modal on top of the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("input:not([type=checkbox]):not([type=radio]),textarea,select"))
    return true;
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/** Registers keys while the component is there: `useKeys([{ key: "n", label: t("note"), run: openNote }])`. */
export function useKeys(acts: readonly KeyAct[]): void {
  const latest = useRef(acts);
  latest.current = acts;
  const names = acts.map(({ key, label }) => `${key} ${label}`).join("|");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the acts are read when a key falls; only their names make a new list.
  useEffect(() => {
    const mine = latest.current.map((act) => ({
      ...act,
      run: () => latest.current.find(({ key }) => key === act.key)?.run(),
    }));
    keyActs.update((now) => [...now, ...mine]);
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
      const act = mine.find(({ key }) => key === event.key);
      if (act === undefined) return;
      event.preventDefault();
      act.run();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      keyActs.update((now) => now.filter((act) => !mine.some((own) => own === act)));
    };
  }, [names]);
}

/** A key beside the act that it stands for. */
export const KeyHint = (props: { children: string }): ReactNode => (
  <Kbd size="xs" aria-hidden>
    {props.children}
  </Kbd>
);
