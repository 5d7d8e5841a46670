/** The texts of all rooms: the same blanks in every language, and one of a thing where there is one. */
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fillText, languages } from "./kernel/texts.ts";

const texts = z.record(z.string(), z.string());
const declared = z.object({
  room: z.string(),
  texts: z.object({ nl: texts, en: texts, fr: texts, de: texts }),
});

/** Every text in its four languages, by its full key. */
async function allTexts() {
  const found = new Map<string, Record<(typeof languages)[number], string>>();
  for await (const path of glob("**/*.texts.ts", { cwd: import.meta.dirname })) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(import.meta.dirname, path)).href);
    for (const value of Object.values(module)) {
      const room = declared.safeParse(value).data;
      for (const key of Object.keys(room?.texts.en ?? {})) {
        const of = (language: (typeof languages)[number]): string => room?.texts[language][key] ?? "";
        found.set(`${room?.room}.${key}`, { nl: of("nl"), en: of("en"), fr: of("fr"), de: of("de") });
      }
    }
  }
  return found;
}

const all = await allTexts();

const blanksOf = (text: string): string =>
  [...new Set([...text.matchAll(/%(\w+)(?:\|[^|%]*\|[^|%]*)?%/g)].map(([, name]) => name))].sort().join(" ");

/** A number before what looks like a plural: "%count% files", but neither "%count% of %total% files" nor "the first %count% rows". */
const plural = /(?<!the first )%(?:count|files)% (?:[a-z-]+ ){0,2}?[a-z]+s\b/;

describe("texts", () => {
  test.each([
    ["%count% %count|file|files%", { count: 1 }, "1 file"],
    ["%count% %count|file|files%", { count: "1" }, "1 file"],
    ["%count% %count|file|files%", { count: "1.312" }, "1.312 files"],
    ["%count% %count|file|files%", { count: 0 }, "0 files"],
    ["%count|Er is|Er zijn% %count%", { count: 2 }, "Er zijn 2"],
    ["%name%", { name: "%count|a|b%", count: 1 }, "%count|a|b%"],
    ["%count|file|files% %unknown%", {}, "%count|file|files% %unknown%"],
  ])("%s with %j is %s", (text, values, filled) => {
    expect(fillText(text, values)).toBe(filled);
  });

  test("have the same blanks in every language", () => {
    const differing = [...all].filter(([, text]) => new Set(languages.map((one) => blanksOf(text[one]))).size > 1);
    expect(all.size).toBeGreaterThan(3000);
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test("say one file of one file", () => {
    // Some have a text of their own for one.
    const ownForOne = (key: string): boolean =>
      [`${key}_one`, `${key}One`, key.replace(/Many$/, "One")].some((one) => one !== key && all.has(one));
    const always = [...all].filter(([key, { en }]) => plural.test(en) && !ownForOne(key));
    expect(always.map(([key, { en }]) => `${key}: ${en}`)).toEqual([]);
  });
});
