/** Follows a finger that draws a panel into sight, or out of it, on a small screen. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isOpenAfter, shownLength } from "./swipe.ts";

export interface SwipeSpec {
  readonly isOpen: boolean;
  readonly setOpen: (open: boolean) => void;
  /** The way that opens. */
  readonly way: "right" | "down";
  /** From this width on there is no panel, as what it holds stands on the page: as the style sheets have it. */
  readonly wideFrom: number;
  /** The panel's length along that way, in pixels. */
  readonly length: () => number;
  /** Whether a finger that is put down here may begin a swipe. */
  readonly startsAt: (touch: Touch) => boolean;
}

interface Swipe {
  readonly x: number;
  readonly y: number;
  readonly wasOpen: boolean;
}

/** How much of the panel a finger has drawn into sight, in pixels, or undefined while no finger does. */
export function useSwipe(spec: SwipeSpec): number | undefined {
  const [drawn, setDrawn] = useState<number | undefined>();
  const swipe = useRef<Swipe | undefined>(undefined);
  const latest = useRef(spec);
  latest.current = spec;
  useEffect(() => {
    /** How far the finger went along the panel's way, and across it. */
    const gone = (touch: Touch, from: Swipe): readonly [along: number, across: number] => {
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      return latest.current.way === "right" ? [x, y] : [y, x];
    };
    const start = (event: TouchEvent): void => {
      const { isOpen, startsAt, wideFrom } = latest.current;
      const touch = event.touches[0];
      if (touch === undefined || window.innerWidth >= wideFrom || !startsAt(touch)) return;
      swipe.current = { x: touch.clientX, y: touch.clientY, wasOpen: isOpen };
    };
    const move = (event: TouchEvent): void => {
      const touch = event.touches[0];
      if (touch === undefined || swipe.current === undefined) return;
      const [along, across] = gone(touch, swipe.current);
      // A finger that goes the other way scrolls.
      if (Math.abs(across) > Math.abs(along)) return;
      setDrawn(shownLength(swipe.current.wasOpen, along, latest.current.length()));
    };
    const end = (event: TouchEvent): void => {
      const touch = event.changedTouches[0];
      if (touch !== undefined && swipe.current !== undefined) {
        const [along, across] = gone(touch, swipe.current);
        const { setOpen, length } = latest.current;
        if (Math.abs(along) >= Math.abs(across)) setOpen(isOpenAfter(swipe.current.wasOpen, along, length()));
      }
      swipe.current = undefined;
      setDrawn(undefined);
    };
    document.addEventListener("touchstart", start, { passive: true });
    document.addEventListener("touchmove", move, { passive: true });
    document.addEventListener("touchend", end, { passive: true });
    document.addEventListener("touchcancel", end, { passive: true });
    return () => {
      document.removeEventListener("touchstart", start);
      document.removeEventListener("touchmove", move);
      document.removeEventListener("touchend", end);
      document.removeEventListener("touchcancel", end);
    };
  }, []);
  return drawn;
}

/** Gives the focus back, when a panel closes, to what had it before; asked before anything in the panel takes it. */
export function useReturnOfFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isOpen]);
}
