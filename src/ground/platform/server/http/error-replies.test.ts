/** What the server says of its own, outside any screen: titles of jobs, refusals, names of files. */
import { expect, test } from "vitest";
import { moduleTexts } from "../../../kernel/texts.ts";
import { TextTable } from "./error-replies.ts";

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
