/** A form keeps the record that it began with while something in it is not saved, whatever is read meanwhile. */

import { useCallback, useEffect, useState } from "react";
import { useUnsavedForm } from "../../feedback/unsaved.web.ts";

/** Tells whether something in the form is not saved yet. */
export type OnTyping = (typing: boolean) => void;

/**
 * The record of a form that begins anew with each version, `key={shown.version}`. While something typed is not saved it stays the record that
 * the form began with: what somebody else has saved meanwhile is told on saving, and takes nothing away.
 */
export function useHeld<Row>(newest: Row): { readonly shown: Row; readonly onTyping: OnTyping } {
  const [held, setHeld] = useState<{ readonly row: Row } | undefined>();
  const shown = held === undefined ? newest : held.row;
  const onTyping = useCallback<OnTyping>((typing) => setHeld(typing ? { row: shown } : undefined), [shown]);
  return { shown, onTyping };
}

/** Tells whoever holds the record of a form when something in it is not saved, and when all of it is. */
export function useTellTyping(typing: boolean, onTyping: OnTyping): void {
  useEffect(() => onTyping(typing), [typing, onTyping]);
}

/** A form of a record that somebody holds: it tells when something in it is not saved, and asks before it is left so. */
export function useHeldForm(form: { readonly isDirty: () => boolean }, onTyping: OnTyping): void {
  useUnsavedForm(form);
  useTellTyping(form.isDirty(), onTyping);
}
