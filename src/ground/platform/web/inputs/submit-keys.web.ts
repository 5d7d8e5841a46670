import type { KeyboardEvent } from "react";

/**
 * Ctrl+Enter saves from every field of a form, by its submit button: `onKeyDownCapture={submitByKeys}`. Seen before the field has it, because
 * an editor breaks the line at it.
 */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const form = event.currentTarget;
  const isMeant = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
  // A form in a modal lies inside the form below it in React's tree, and its keys are its own.
  if (!isMeant || !(event.target instanceof Node && form.contains(event.target))) return;
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  if (button === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (!button.disabled) form.requestSubmit(button);
}
