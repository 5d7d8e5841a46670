import { expect, it } from "vitest";
import { failedChecks } from "./checks.ts";

it("names the fields in which something was typed that means nothing, and none of the others", () => {
  const checks = new Map<string, () => string | undefined>([
    ["term", () => "Vul een getal in"],
    ["amount", () => undefined],
  ]);
  expect(failedChecks(checks)).toEqual({ term: "Vul een getal in" });
});

it("finds nothing wrong in fields whose text means something", () => {
  expect(failedChecks(new Map([["amount", () => undefined]]))).toEqual({});
});
