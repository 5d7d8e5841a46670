/** Keeps the focus in a table when what had it goes: a button that is disabled while it acts, or whose row has changed with the act or is gone. */
import { type RefObject, useEffect } from "react";
import { addFocusPlaces } from "../feedback/dialogs/focus-places.web.ts";

interface Focused {
  readonly element: HTMLElement;
  /** Of its row: its key, and how many stood before it. */
  readonly key: string | undefined;
  readonly at: number;
}

const rowsOf = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("tr[data-row]")];

/** What had the focus, the row that it was in, or the one that now stands where that was; the page where there is none. */
function placeFor(box: HTMLElement, { element, key, at }: Focused): HTMLElement | null {
  if (element.isConnected) return element;
  const rows = rowsOf(box);
  const same = rows.find(({ dataset }) => dataset.row === key);
  return same ?? rows[Math.min(at, rows.length - 1)] ?? document.getElementById("main");
}

export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Focused | undefined;
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const row = target.closest<HTMLElement>("tr[data-row]");
      const element = box.current;
      // A dialog that was opened from a row gives the focus back to it.
      if (target.closest('[role="dialog"]') !== null) return;
      last =
        element !== null && row !== null && element.contains(row) && target.matches("button, a, tr")
          ? { element: target, key: row.dataset.row, at: rowsOf(element).indexOf(row) }
          : undefined;
    };
    // Whoever clicks beside it has left it, but not in a dialog that was opened from it, nor in what that has opened.
    const onPointer = ({ target }: PointerEvent): void => {
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      if (last && target instanceof Node && !last.element.contains(target)) last = undefined;
    };
    const isLost = (): boolean => document.activeElement === document.body && document.hasFocus();
    const restore = (): void => {
      if (last && box.current !== null && isLost()) placeFor(box.current, last)?.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(restore);
    // Not the table alone: what closes beside it may leave the focus nowhere.
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    // A dialog that closes after the row that it was opened from has changed gives the focus to that row.
    const forget = addFocusPlaces((gone) =>
      last?.element === gone && box.current !== null ? placeFor(box.current, last) : null,
    );
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPointer);
    return () => {
      forget();
      watch.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPointer);
      // The act has emptied the list.
      if (last && isLost()) document.getElementById("main")?.focus({ preventScroll: true });
    };
  }, [box]);
}
