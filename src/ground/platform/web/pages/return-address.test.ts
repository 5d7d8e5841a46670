import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loginWithReturn, returnFrom, startFor } from "./return-address.ts";

const leadsTo = (wanted: string): string => returnFrom(`?return=${encodeURIComponent(wanted)}`);

describe("after a login", () => {
  it.each([
    "/",
    "/settings/merchant",
    "/file/search?search=a%26b&page=2",
    "/file/show-new/7?tab=log#line-3",
    "/logins",
  ])("returns to %s", (path) => {
    expect(leadsTo(path)).toBe(path);
    expect(returnFrom(new URL(loginWithReturn(path), "https://vorder.test").search)).toBe(path);
  });

  it.each([
    "",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\\evil.example",
    "\t//evil.example",
    " //evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "/login",
    "/login?return=/login",
    "/login/",
    "/./login",
  ])("goes to the file search instead of %j", (wanted) => {
    expect(leadsTo(wanted)).toBe("/file/search");
  });

  it("is not broken by a query that cannot be decoded", () => {
    expect(returnFrom("?return=%E0%A4%A")).toBe("/file/search");
    expect(returnFrom("")).toBe("/file/search");
  });

  it("never leaves this site, whatever the address contains", () => {
    const parts = fc.array(
      fc.constantFrom("/", "\\", "\t", "\n", ".", "..", ":", "@", "evil.example", "javascript:", "a", "?", "#"),
    );
    fc.assert(
      fc.property(parts, (pieces) => {
        const url = new URL(leadsTo(pieces.join("")), "https://vorder.test");
        expect(url.origin).toBe("https://vorder.test");
      }),
    );
  });

  it("is the home page for a user who may not search files", () => {
    expect(startFor(["ROLE_FILE_SEARCH"])).toBe("/file/search");
    expect(startFor(["*"])).toBe("/file/search");
    expect(startFor(["ROLE_CONTACT_PERSON"])).toBe("/");
    expect(returnFrom("", startFor([]))).toBe("/");
  });
});
