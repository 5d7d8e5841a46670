/** Going away from a screen where something typed is not saved yet: asked first, whether by a link, by "back" or by closing the tab. */
import { useBlocker } from "@tanstack/react-router";
import { textOf } from "../content/texts.web.ts";
import { confirm } from "./dialogs.web.tsx";

interface Question {
  readonly question: string;
  readonly leave: string;
  /** Other parts of the same page show what was typed again: going there asks nothing. */
  readonly keptOnPage?: boolean;
}

/** Asks before what was typed is lost, for as long as `unsaved` holds. */
export function useUnsavedGuard(unsaved: boolean, { question, leave, keptOnPage = false }: Question): void {
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ current, next }) =>
      !(keptOnPage && current.pathname === next.pathname) && !(await confirm(question, { yes: leave, danger: true })),
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
