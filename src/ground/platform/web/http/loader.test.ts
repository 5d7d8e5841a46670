import { describe, expect, it } from "vitest";
import { returnFrom } from "../pages/return-address.ts";
import { ended, idle, started, ticked } from "./loader.ts";

describe("the global loader", () => {
  it("is complete only when the last of several requests has ended", () => {
    const two = started(started(idle));
    expect(ended(two)).toMatchObject({ running: 1, progress: two.progress });
    expect(ended(ended(two))).toEqual({ running: 0, progress: 100 });
  });

  it("always advances and never completes by itself", () => {
    let state = started(idle);
    for (let tick = 0; tick < 500; tick++) {
      const next = ticked(state);
      expect(next.progress).toBeGreaterThanOrEqual(state.progress);
      expect(next.progress).toBeLessThan(95.01);
      state = next;
    }
    expect(ticked(idle)).toBe(idle);
  });
});

describe("the way back after a login", () => {
  it.each([
    ["", "/file/search"],
    ["?return=%2Fsettings%2Fmerchant%3Fpage%3D2", "/settings/merchant?page=2"],
    ["?return=https%3A%2F%2Fevil.example", "/file/search"],
    ["?return=%2F%2Fevil.example", "/file/search"],
    ["?return=%2F%5Cevil.example", "/file/search"],
    ["?return=%2Flogin", "/file/search"],
  ])("%s leads to %s", (query, address) => {
    expect(returnFrom(query)).toBe(address);
  });
});
