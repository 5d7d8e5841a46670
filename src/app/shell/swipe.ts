/** The slide-out menu's gesture, pure: widths and ways in pixels (specification, point 9). */

/** A way shorter than this is no swipe. */
export const swipeThreshold = 20;
/** The panel stays open when more than this part of it is in sight. */
export const openThreshold = 0.4;
const widestPanel = 300;

/** 80 % of the screen, at most 300 pixels. */
export const panelWidth = (screenWidth: number): number => Math.min(widestPanel, Math.round(screenWidth * 0.8));

/** How much of the panel is in sight during a swipe of `way` pixels to the right (negative: to the left). */
export function shownWidth(wasOpen: boolean, way: number, width: number): number {
  if (Math.abs(way) < swipeThreshold) return wasOpen ? width : 0;
  return Math.max(0, Math.min(width, (wasOpen ? width : 0) + way));
}

/** Whether the panel is open after the finger has left. */
export const isOpenAfter = (wasOpen: boolean, way: number, width: number): boolean =>
  Math.abs(way) < swipeThreshold ? wasOpen : shownWidth(wasOpen, way, width) > width * openThreshold;
