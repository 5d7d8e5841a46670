/** Going away from a screen where something typed is not saved yet: asked first, whether by a link, by "back" or by closing the tab. */
import { useBlocker } from "@tanstack/react-router";
import { textOf } from "../content/texts.web.ts";
import { confirm } from "./dialogs.web.tsx";

/** Asks before what was typed is lost, for as long as `unsaved` holds. */
export function useUnsavedGuard(unsaved: boolean, words: { readonly question: string; readonly leave: string }): void {
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async () => !(await confirm(words.question, { yes: words.leave, danger: true })),
  });
}

/** The same for a form: asks for as long as something in it is not saved, and lets go the moment it counts as saved. */
export function useUnsavedForm(form: { readonly isDirty: () => boolean }): void {
  const unsaved = form.isDirty();
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    // Asked of the form itself: a page that leaves once it is saved may do so before it is drawn again.
    shouldBlockFn: async () =>
      form.isDirty() &&
      !(await confirm(textOf("platform.leaveQuestion"), { yes: textOf("platform.leave"), danger: true })),
  });
}
