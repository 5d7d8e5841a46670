/** The gesture of the slide-out menu and of the search panel, pure: lengths and ways in pixels (specification, point 9). */

/** A way shorter than this is no swipe. */
export const swipeThreshold = 20;
/** The panel stays open when more than this part of it is in sight. */
export const openThreshold = 0.4;
const widestPanel = 300;
const highestPanel = 120;

/** 80 % of the screen, at most 300 pixels. */
export const panelWidth = (screenWidth: number): number => Math.min(widestPanel, Math.round(screenWidth * 0.8));

/** 20 % of the screen, at most 120 pixels. */
export const panelHeight = (screenHeight: number): number => Math.min(highestPanel, Math.round(screenHeight * 0.2));

/** How much of a panel is in sight during a swipe of `way` pixels the way that opens it (negative: back). */
export function shownLength(wasOpen: boolean, way: number, length: number): number {
  if (Math.abs(way) < swipeThreshold) return wasOpen ? length : 0;
  return Math.max(0, Math.min(length, (wasOpen ? length : 0) + way));
}

/** Whether the panel is open after the finger has left. */
export const isOpenAfter = (wasOpen: boolean, way: number, length: number): boolean =>
  Math.abs(way) < swipeThreshold ? wasOpen : shownLength(wasOpen, way, length) > length * openThreshold;
