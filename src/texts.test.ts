/** The texts of all modules: the same blanks in every language, and one of a thing where there is one. */
import { readFileSync } from "node:fs";
import { glob, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  fillText,
  joinedIn,
  type Language,
  labelledIn,
  languages,
  type moduleTexts,
  type rows,
  type TextRow,
} from "./ground/kernel/texts.ts";

const texts = z.record(z.string(), z.string());
const declared = z.object({
  module: z.string(),
  texts: z.object({ nl: texts, en: texts, fr: texts, de: texts }),
});

/** Every text in its four languages, by its full key. */
async function allTexts() {
  const found = new Map<string, Record<(typeof languages)[number], string>>();
  for await (const path of glob("**/*.texts.ts", { cwd: import.meta.dirname })) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(import.meta.dirname, path)).href);
    for (const value of Object.values(module)) {
      const module = declared.safeParse(value).data;
      for (const key of Object.keys(module?.texts.en ?? {})) {
        const of = (language: (typeof languages)[number]): string => module?.texts[language][key] ?? "";
        found.set(`${module?.module}.${key}`, { nl: of("nl"), en: of("en"), fr: of("fr"), de: of("de") });
      }
    }
  }
  return found;
}

const all = await allTexts();

const blanksOf = (text: string): string =>
  [...new Set([...text.matchAll(/%(\w+)(?:\|[^|%]*\|[^|%]*)?%/g)].map(([, name]) => name))].sort().join(" ");

/** A number before what looks like a plural: "%count% files", but neither "%count% of %total% files" nor "the first %count% rows". */
const plural = /(?<!the first )%(?:count|files|days|months|years|left|terms|grace)% (?:[a-z-]+ ){0,2}?[a-z]+s\b/;

/** Sentences of the specification, which are as they are. */
const prescribed = ["Session expired, or current user doesn't have permissions to perform this action!"];

/** Every text of every language with its key. */
const each = [...all].flatMap(([key, text]) => languages.map((language) => ({ key, language, text: text[language] })));

const lineOf = ({ key, language, text }: (typeof each)[number]): string => `${key} (${language}): ${text}`;

/** The rows of the glossary's tables, cell by cell, without their heads. */
const glossary = readFileSync(join(import.meta.dirname, "../docs/glossary.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && !line.startsWith("| ---"))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );

/** Whether a text has a word, alone or with what its plural and its cases add; what stands in a blank is not a word. */
const has = (text: string, word: string): boolean =>
  new RegExp(`(?<!\\p{L})${word}(?:e|s|n|x|es|en|er|’s)?(?!\\p{L})`, "iu").test(text.replaceAll(/%\w+%/g, "…"));

type Accepted<Row extends TextRow> = { readonly file: Row } extends Parameters<typeof rows<{ readonly file: Row }>>[0]
  ? true
  : false;

type InDutch<Dutch extends string, Other extends string> = {
  readonly [Each in Language]: { readonly file: Each extends "nl" ? Dutch : Other };
};
type AcceptedTexts<Dutch extends string, Other extends string> =
  InDutch<Dutch, Other> extends Parameters<typeof moduleTexts<"files", InDutch<Dutch, Other>>>[1] ? true : false;

describe("texts", () => {
  test.each([
    ["%count% %count|file|files%", { count: 1 }, "en", "1 file"],
    ["%count% %count|file|files%", { count: "1" }, "en", "1 file"],
    ["%count% %count|file|files%", { count: 1312 }, "en", "1,312 files"],
    ["%count% %count|file|files%", { count: "1.312" }, "en", "1.312 files"],
    ["%count% %count|file|files%", { count: 0 }, "en", "0 files"],
    ["%count% %count|dossier|dossiers%", { count: 0 }, "nl", "0 dossiers"],
    ["%count% %count|dossier|dossiers%", { count: 0 }, "fr", "0 dossier"],
    ["%count% %count|dossier|dossiers%", { count: 2 }, "fr", "2 dossiers"],
    ["%count% %count|Akte|Akten%", { count: 1_000_000 }, "de", "1.000.000 Akten"],
    ["%count|Er is|Er zijn% %count%", { count: 2 }, "nl", "Er zijn 2"],
    ["%name%", { name: "%count|a|b%", count: 1 }, "en", "%count|a|b%"],
    ["%count% %count|file|files% %unknown%", {}, "en", "%count% %count|file|files% %unknown%"],
    ["run %id%", { id: "1385" }, "nl", "run 1385"],
  ] as const)("%s with %j in %s is %s", (text, values, language, filled) => {
    expect(fillText(text, values, language)).toBe(filled);
  });

  test("that are joined have the signs of their language: French keeps a narrow space before a colon or a semicolon", () => {
    expect(languages.map((language) => labelledIn(language, ["Batch", "Kantoor", ""]))).toEqual([
      "Batch: Kantoor",
      "Batch: Kantoor",
      "Batch\u202f: Kantoor",
      "Batch: Kantoor",
    ]);
    expect(joinedIn("fr", ["a", "b"])).toBe("a\u202f; b");
    expect(joinedIn("nl", ["a", "b"])).toBe("a; b");
  });

  test("with a count have a form for one and for other in each language, or do not compile", () => {
    // Each is what the compiler says of a row with these forms; `npm run check` reads it.
    const accepted: readonly [
      Accepted<["%n% %n|a|b%", "%n% %n|a|b%", "%n% %n|a|b%", "%n% %n|a|b%"]>,
      Accepted<["%n% b", "%n% b", "%n% b", "%n% b"]>,
      Accepted<["%n% b", "%n% %n|a|b%", "%n% b", "%n% b"]>,
      Accepted<["%n% %n|a|b%", "%n% %n|a%", "%n% %n|a|b%", "%n% %n|a|b%"]>,
      AcceptedTexts<"%n% %n|a|b%", "%n% %n|a|b%">,
      AcceptedTexts<"%n% %n|a|b%", "%n% b">,
    ] = [true, true, false, false, true, false];
    expect(accepted).toHaveLength(6);
  });

  test("have the same blanks in every language", () => {
    const differing = [...all].filter(([, text]) => new Set(languages.map((one) => blanksOf(text[one]))).size > 1);
    expect(all.size).toBeGreaterThan(3000);
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test.each([
    [
      "files.status_",
      "monitoring monitoring_in_progress in_progress paused not_started closed no_more_steps term_payment suspend",
    ],
    ["files.phase_", "amicable judicial monitoring bailiff partner shv"],
    ["workflow-editor.category_", "standard client_specific staffel phase precasso"],
    ["agenda.excluded_", "vo_address received_advance terminated state_of_affairs"],
    ["lists.agenda-subject.exclusion.", "vo_address received_advance terminated state_of_affairs"],
    ["files.gender_", "male female unknown"],
    ["files.type_", "private company"],
    ["employees.department_", "administrative financial commercial"],
  ])("name every value that the specification enumerates: %s", (key, values) => {
    const unnamed = values
      .split(" ")
      .flatMap((value) =>
        languages
          .filter((language) => !all.get(key + value)?.[language])
          .map((language) => `${key}${value} ${language}`),
      );
    expect(unnamed).toEqual([]);
  });

  test("tell the hours of the law as what the law allows: the house may write in fewer", () => {
    const told = all.get("correspondence.quietHours");
    const stricter = { nl: "strenger", en: "stricter", fr: "plus stricts", de: "strenger" } as const;
    expect(languages.filter((language) => !told?.[language].includes(stricter[language]))).toEqual([]);
  });

  test("say one file of one file", () => {
    expect([...all].filter(([, { en }]) => plural.test(en)).map(([key, { en }]) => `${key}: ${en}`)).toEqual([]);
    // "bezoek(en)", "visit(s)" and a form that is only the sign of both.
    expect(each.filter(({ text }) => /\p{L}\((?:e|n|s|x|en|es|er)\)/u.test(text)).map(lineOf)).toEqual([]);
  });

  test("have one apostrophe", () => {
    const straight = each.filter(({ text }) => /\p{L}['`´]|['`´]\p{L}/u.test(text) && !prescribed.includes(text));
    expect(straight.map(lineOf)).toEqual([]);
  });
});

describe("the glossary", () => {
  const words = glossary.filter((cells) => cells.length === 6 && cells[0]?.startsWith("`"));
  const never = glossary.filter((cells) => cells.length === 3 && languages.some((language) => language === cells[0]));

  test("names what is in the code", async () => {
    const tables = await readFile(
      join(import.meta.dirname, "ground/platform/server/postgres/database.types.ts"),
      "utf8",
    );
    const folders = await readdir(import.meta.dirname, { recursive: true });
    const isKnown = (name: string): boolean =>
      new RegExp(`\\b${name}\\b`).test(tables) || folders.some((folder) => folder.endsWith(`/${name}`));
    expect(words.length).toBeGreaterThan(40);
    expect(words.map(([code = ""]) => code.replaceAll("`", "")).filter((name) => !isKnown(name))).toEqual([]);
  });

  test("has the words of the texts", () => {
    const missing = words.flatMap(([, ...cells]) =>
      languages
        .filter((language, at) => !each.some((one) => one.language === language && has(one.text, cells[at] ?? "?")))
        .map((language) => `${language}: ${cells.join(", ")}`),
    );
    expect(missing).toEqual([]);
  });

  test("has one name for the kind of a claim by law, and another for the words that say what it rests on", () => {
    const namesOf = (keys: readonly string[]) =>
      keys.map((key) => languages.map((language) => (all.get(key)?.[language] ?? key).toLowerCase()).join(", "));
    const [kind, ...otherKinds] = namesOf([
      "lists.legal-type.one",
      "intake.legalType",
      "intake.field_legalType",
      "exports.legalType",
      "file-page.legalType",
    ]);
    const [basis, ...otherBases] = namesOf([
      "intake.field_claimTitle",
      "exports.claimTitle",
      "file-page.claimTitle",
      "handover.claimTitle",
    ]);
    expect(kind).toBe("rechtsgrond, legal type, fondement juridique, anspruchsgrundlage");
    expect(basis).toBe("grondslag, claim title, fondement, grundlage");
    expect(new Set(otherKinds)).toEqual(new Set([kind]));
    expect(new Set(otherBases)).toEqual(new Set([basis]));
  });

  test("has no two words for one thing", () => {
    const twice = never.flatMap(([language, , others = ""]) =>
      others
        .split(", ")
        .flatMap((word) =>
          each
            .filter((one) => one.language === language && has(one.text, word))
            .map((one) => `${word}: ${lineOf(one)}`),
        ),
    );
    expect(never.length).toBeGreaterThan(20);
    expect(twice).toEqual([]);
  });
});
