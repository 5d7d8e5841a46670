/** What the server says of its own, outside any screen: titles of jobs, refusals, names of files. */
import { expect, test } from "vitest";
import { z } from "zod";
import { moduleTexts } from "../../../kernel/texts.ts";
import { TextTable, validationError } from "./error-replies.ts";

const line = { title: "%count% %count|dossier|dossiers%", undone: "Bulkwijziging %id%" };
const table = new TextTable([moduleTexts("bulk", { nl: line, en: line, fr: line, de: line })]);

test.each([
  ["nl", 1_385, "1.385 dossiers"],
  ["en", 1_385, "1,385 dossiers"],
  ["de", 1_000_000, "1.000.000 dossiers"],
  ["nl", 1, "1 dossier"],
] as const)("in %s a count of %s is written as %s", (language, count, said) => {
  expect(table.translate(language, { key: "bulk.title", values: { count } })).toBe(said);
});

test("a number that is an identifier is shown without separators", () => {
  expect(table.translate("nl", { key: "bulk.undone", values: { id: "1385" } })).toBe("Bulkwijziging 1385");
});

test("an empty text where a form is asked for is missing, and any other is not in that form", () => {
  const said = (on: string): unknown =>
    validationError(
      z.strictObject({ on: z.iso.date() }).safeParse({ on }, { reportInput: true }).error ?? new z.core.$ZodError([]),
      table,
    ).detail.fields;
  expect(said("")).toEqual({ on: [{ key: "platform.invalid.required" }] });
  expect(said("31-02-2026")).toEqual({ on: [{ key: "platform.invalid.format" }] });
});
