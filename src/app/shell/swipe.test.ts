import { describe, expect, it } from "vitest";
import { isOpenAfter, panelHeight, panelWidth, shownLength } from "./swipe.ts";

describe("the slide-out menu", () => {
  it("takes 80 % of the screen, at most 300 pixels", () => {
    expect(panelWidth(320)).toBe(256);
    expect(panelWidth(390)).toBe(300);
    expect(panelWidth(1440)).toBe(300);
  });

  it("leaves the search panel 20 % of the screen, at most 120 pixels", () => {
    expect(panelHeight(500)).toBe(100);
    expect(panelHeight(600)).toBe(120);
    expect(panelHeight(844)).toBe(120);
  });

  it.each([
    // was open, way, open after: of a panel of 300 pixels 40 % is 120
    [false, 19, false],
    [false, 119, false],
    [false, 120, false],
    [false, 121, true],
    [true, -19, true],
    [true, -179, true],
    [true, -180, false],
    [true, -300, false],
  ])("with the menu open %s, a swipe of %d pixels leaves it open %s", (wasOpen, way, after) => {
    expect(isOpenAfter(wasOpen, way, 300)).toBe(after);
  });

  it("follows the finger from 20 pixels on and never leaves its own width", () => {
    expect(shownLength(false, 10, 300)).toBe(0);
    expect(shownLength(false, 50, 300)).toBe(50);
    expect(shownLength(false, 900, 300)).toBe(300);
    expect(shownLength(true, -900, 300)).toBe(0);
  });
});
