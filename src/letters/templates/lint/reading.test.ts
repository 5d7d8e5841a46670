import { describe, expect, test } from "vitest";
import { hardOf, marksIn, readingEase, sentencesIn, syllablesIn } from "./reading.ts";

describe("syllables", () => {
  test.each([
    ["nl", "betalingsverplichting", 6],
    ["nl", "beïnvloeden", 4],
    ["nl", "ideeën", 3],
    ["nl", "moeilijk", 2],
    ["nl", "u", 1],
    ["en", "make", 1],
    ["en", "table", 2],
    ["en", "wanted", 2],
    ["en", "called", 1],
    ["en", "people", 2],
    ["en", "paying", 2],
    ["fr", "lettre", 1],
    ["fr", "payer", 2],
    ["fr", "les", 1],
    ["fr", "créance", 2],
    ["de", "Gläubiger", 3],
    ["de", "Zahlungsaufforderung", 6],
  ] as const)("%s: %s has %i", (language, word, count) => {
    expect(syllablesIn(word, language)).toBe(count);
  });
});

describe("reading ease", () => {
  // Six words and ten syllables (hon-derd, eu-ro, be-ta-len): 206.84 - 0.93 * 6 - 77 * 10 / 6 = 72.93.
  test("nl, by Douma", () =>
    expect(readingEase(["U moet nog honderd euro betalen"], "nl")).toBe(Math.round(206.84 - 0.93 * 6 - (77 * 10) / 6)));
  test("en, by Flesch", () =>
    expect(readingEase(["The cat sat on the mat"], "en")).toBe(Math.round(206.835 - 1.015 * 6 - 84.6)));
  test("fr, by Kandel and Moles", () =>
    expect(readingEase(["Le chat est sur le lit"], "fr")).toBe(Math.round(207 - 1.015 * 6 - 73.6)));
  test("de, by Amstad", () => expect(readingEase(["Der Hund ist nun da"], "de")).toBe(Math.round(180 - 5 - 58.5)));
  test("an empty text is not hard to read", () => expect(readingEase([], "nl")).toBe(100));
});

describe("sentences", () => {
  test("have a position, and an amount does not split one", () => {
    const text = "Betaal € 1.234,56 nu. Bel ons!\nOf schrijf: dat mag.";
    expect(sentencesIn(text).map(({ text: one }) => one)).toEqual([
      "Betaal € 1.234,56 nu.",
      "Bel ons!",
      "Of schrijf:",
      "dat mag.",
    ]);
    for (const { text: one, at } of sentencesIn(text)) expect(text.slice(at, at + one.length)).toBe(one);
  });

  test("are marked when hard to read, and when a variable is plain typed text", () => {
    const long = `Wij ${"en ".repeat(30)}schrijven.`;
    const text = `Kort. ${long} Bel {providerPhone}.`;
    expect(marksIn(text, "nl").map(({ from, to, why }) => [text.slice(from, to), why])).toEqual([
      [long, "long"],
      ["{providerPhone}", "typed"],
    ]);
    expect(hardOf("Kort.", "nl")).toBeUndefined();
  });
});
