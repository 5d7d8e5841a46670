/** j and k go down and up the rows, Enter opens one, x selects it; [ and ] turn the page. Never stolen from what is being typed. */
import { type RefObject, useEffect, useRef } from "react";
import { isTyping } from "../feedback/keys.web.tsx";

const tables: RefObject<HTMLElement | null>[] = [];

/** The table that the keys mean: the one with the focus in it, else the first of the page. */
const isMeant = (box: RefObject<HTMLElement | null>): boolean => {
  const focused = tables.find((table) => table.current?.contains(document.activeElement));
  return (focused ?? tables.find((table) => table.current !== null)) === box;
};

const rowsOf = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("tr[data-row]")];

function step(box: HTMLElement, by: 1 | -1): void {
  const rows = rowsOf(box);
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[now < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, now + by))];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  acts: {
    readonly onToggle: ((key: string) => void) | undefined;
    /** Turns the page forward or back, where there is one to turn to. */
    readonly onPage: ((by: 1 | -1) => void) | undefined;
  },
): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    tables.push(box);
    return () => {
      tables.splice(tables.indexOf(box), 1);
    };
  }, [box]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const element = box.current;
      if (element === null || event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !isMeant(box))
        return;
      const { onToggle, onPage } = latest.current;
      const row = rowsOf(element).find((candidate) => candidate === document.activeElement);
      if (event.key === "j" || event.key === "k") step(element, event.key === "j" ? 1 : -1);
      else if (event.key === "Enter" && row) row.querySelector<HTMLElement>("[data-open]")?.click();
      else if (event.key === "x" && row && onToggle) onToggle(row.dataset.row ?? "");
      else if ((event.key === "[" || event.key === "]") && onPage) onPage(event.key === "]" ? 1 : -1);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [box]);
}
