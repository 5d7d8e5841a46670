/**
 * Widths of columns. A short list lays itself out; a long one, and one whose columns were drawn wider, is measured once and then
 * fixed, so that rows coming into sight never make the columns jump.
 */
import { useMediaQuery } from "@mantine/hooks";
import { type CSSProperties, type PointerEvent, type RefObject, useCallback, useLayoutEffect, useState } from "react";
import type { Column } from "./column.web.tsx";
import type { ColumnSettings } from "./settings.web.tsx";

export const longListRows = 100;
/** The column of the buttons, which is no column that anybody declared. */
export const actionsKey = " actions";
/** Where rows are cards: as the style sheet has it. */
const narrowWindow = "(max-width: 599px)";
const narrowest = 40;
const widest = 1200;

const within = (width: number): number => Math.max(narrowest, Math.min(widest, Math.round(width)));

export interface Widths {
  readonly table: { readonly "data-fixed": boolean };
  readonly of: (column: Pick<Column<never>, "key" | "width" | "share">) => CSSProperties;
  readonly drag: (event: PointerEvent<HTMLElement>, key: string) => void;
  readonly reset: (key: string) => void;
  /** Wider by so many pixels, or narrower: what the pointer does, by keyboard. */
  readonly step: (key: string, by: number) => void;
}

const measured = (box: HTMLElement | null): Record<string, number> => {
  const widths: Record<string, number> = {};
  for (const cell of box?.querySelectorAll<HTMLElement>("thead :is([data-key], [data-buttons])") ?? [])
    widths[cell.dataset.key ?? actionsKey] = cell.getBoundingClientRect().width;
  return widths;
};

export function useFixedWidths<Row>(
  box: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  settings: ColumnSettings,
  change: (changes: Partial<ColumnSettings>) => void,
  rowCount: number,
): Widths {
  const [natural, setNatural] = useState<Readonly<Record<string, number>> | undefined>();
  // Cards have no columns to measure.
  const isNarrow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false });
  const fixed = !isNarrow && (rowCount > longListRows || Object.keys(settings.widths).length > 0);
  const shape = `${fixed} ${rowCount > 0} ${columns.map(({ key }) => key).join(" ")}`;
  const [measuredShape, setMeasuredShape] = useState("");
  useLayoutEffect(() => {
    if (measuredShape === shape) return;
    // The drawing that has just been made had no fixed widths: it is the one to measure.
    setNatural(fixed && rowCount > 0 ? measured(box.current) : undefined);
    setMeasuredShape(shape);
  }, [shape, measuredShape, fixed, rowCount, box]);
  const isFixed = fixed && natural !== undefined && measuredShape === shape;
  const drag = useCallback(
    (event: PointerEvent<HTMLElement>, key: string) => {
      event.preventDefault();
      const grip = event.currentTarget;
      const startX = event.clientX;
      const start = grip.parentElement?.getBoundingClientRect().width ?? narrowest;
      const move = (now: globalThis.PointerEvent): void => {
        change({
          widths: { ...settings.widths, [key]: within(start + now.clientX - startX) },
        });
      };
      const stop = (): void => {
        grip.removeEventListener("pointermove", move);
        grip.removeEventListener("pointerup", stop);
      };
      grip.setPointerCapture(event.pointerId);
      grip.addEventListener("pointermove", move);
      grip.addEventListener("pointerup", stop);
    },
    [change, settings.widths],
  );
  return {
    table: { "data-fixed": isFixed },
    of: (column) => {
      if (isNarrow) return {};
      const width = settings.widths[column.key] ?? (isFixed ? natural?.[column.key] : column.width);
      if (width === undefined) return column.share === undefined ? {} : { width: `${column.share}%` };
      return { width, minWidth: column.width === undefined ? undefined : Math.min(width, column.width) };
    },
    drag,
    step: (key, by) => {
      const now = settings.widths[key] ?? measured(box.current)[key];
      if (now !== undefined) change({ widths: { ...settings.widths, [key]: within(now + by) } });
    },
    reset: (key) =>
      change({ widths: Object.fromEntries(Object.entries(settings.widths).filter(([other]) => other !== key)) }),
  };
}
