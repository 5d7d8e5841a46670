/** Going away from a screen where something typed is not saved yet: asked first, whether by a link, by "back" or by closing the tab. */
import { useBlocker } from "@tanstack/react-router";
import { confirm } from "./dialogs.web.tsx";

/** Asks before what was typed is lost, for as long as `unsaved` holds. */
export function useUnsavedGuard(unsaved: boolean, words: { readonly question: string; readonly leave: string }): void {
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async () => !(await confirm(words.question, { yes: words.leave, danger: true })),
  });
}
