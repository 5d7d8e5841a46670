import { describe, expect, it } from "vitest";
import { activeFilters, emptied, isEmptySet } from "./filter.ts";

// The filter of the API request log (specification, point 3).
const set = {
  id: "7",
  ip: " 10.0.0.1 ",
  date: { from: "2026-11-01", until: "2026-11-20" },
  request: "",
  type: null,
  response: undefined,
};

describe("a set of filters", () => {
  it("sends each field that holds something, and a range as dateFrom and dateTo", () => {
    expect(activeFilters(set)).toEqual({ id: "7", ip: "10.0.0.1", dateFrom: "2026-11-01", dateTo: "2026-11-20" });
  });

  it.each([
    [{ from: "2026-11-01", until: null }, { dateFrom: "2026-11-01" }],
    [{ from: null, until: "2026-11-20" }, { dateTo: "2026-11-20" }],
    [{ from: null, until: null }, {}],
  ])("of the range %j sends only %j", (date, sent) => {
    expect(activeFilters({ date })).toEqual(sent);
  });

  it("is empty when no field holds anything", () => {
    expect(isEmptySet(set)).toBe(false);
    expect(isEmptySet({ id: "", ip: "  ", type: [], date: { from: null, until: null } })).toBe(true);
    expect(isEmptySet({})).toBe(true);
  });

  it("is emptied field by field, its range too", () => {
    expect(emptied(set)).toEqual({
      id: null,
      ip: null,
      date: { from: null, until: null },
      request: null,
      type: null,
      response: null,
    });
    expect(isEmptySet(emptied(set))).toBe(true);
  });
});
