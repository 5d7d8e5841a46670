import { describe, expect, it } from "vitest";
import { codeOf, errorsOf, fileNameOf, fillPath, listPairs, multipartPairs, queryPairs } from "./dialect.ts";

describe("the dialect, written (specification, point 7)", () => {
  it("writes queries in bracket notation and skips nulls", () => {
    expect(queryPairs({ a: 1, b: null, c: undefined, d: { e: "x", f: null }, g: ["p", "q"], h: false })).toEqual([
      ["a", "1"],
      ["d[e]", "x"],
      ["g[]", "p"],
      ["g[]", "q"],
      ["h", "false"],
    ]);
  });

  it("writes list queries with offset, limit, order and filters", () => {
    const query = {
      offset: 50,
      limit: 100,
      order: { field: "name", direction: "desc" },
      filter: { search: "de wit", client: null },
    };
    expect(listPairs(query)).toEqual([
      ["_offset", "50"],
      ["_limit", "100"],
      ["_order[name]", "desc"],
      ["_filter[search]", "de wit"],
    ]);
    expect(listPairs({ offset: 0, limit: 50, order: undefined, filter: {} })).toEqual([
      ["_offset", "0"],
      ["_limit", "50"],
    ]);
  });

  it("writes multipart fields with nested keys, indexed arrays, booleans as 1 or 0, and no nulls", () => {
    const file = { name: "a.csv" };
    class Upload {
      readonly file = file;
    }
    const upload = new Upload();
    expect(multipartPairs({ a: { b: [true, false], c: null }, f: upload, n: 7 })).toEqual([
      ["a[b][0]", "1"],
      ["a[b][1]", "0"],
      ["f", upload],
      ["n", 7],
    ]);
  });

  it("fills and escapes path parameters, and refuses a missing one", () => {
    expect(fillPath("/file/{id}/logs/{x}", { id: 3, x: "a/b" })).toBe("/file/3/logs/a%2Fb");
    expect(() => fillPath("/file/{id}", {})).toThrow("{id}");
  });
});

describe("errors, read (specification, point 8)", () => {
  it.each([
    [{ errors: { name: ["a", "b"], common: ["c"] } }, { name: ["a", "b"], common: ["c"] }],
    [{ error_data: { name: "a" } }, { name: ["a"] }],
    [{ error_message: "no" }, { common: ["no"] }],
    [{ error: "no" }, { common: ["no"] }],
    [{ errors: {}, error: "no" }, { common: ["no"] }],
    [{ message: "no list" }, undefined],
    ["text", undefined],
  ])("%j", (body, errors) => {
    expect(errorsOf(body)).toEqual(errors);
  });

  it("recognises a CSRF refusal by the code field only, never by a word in a message", () => {
    expect(codeOf({ code: "csrf" })).toBe("csrf");
    expect(codeOf({ code: "validation", errors: { name: ["csrf B.V. is taken"] } })).toBe("validation");
    expect(codeOf({ message: "csrf" })).toBeUndefined();
  });

  it("takes the name of a download from its header", () => {
    expect(fileNameOf("attachment; filename=\"a.pdf\"; filename*=UTF-8''Y%C4%B1ld%C4%B1z.pdf")).toBe("Yıldız.pdf");
    expect(fileNameOf('attachment; filename="a b.pdf"')).toBe("a b.pdf");
    expect(fileNameOf(null)).toBeUndefined();
  });
});
