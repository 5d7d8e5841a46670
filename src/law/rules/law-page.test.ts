/**
 * The page on the law holds a line for every rule, with the article of the catalogue, what it refuses and an example, and none for a rule that
 * is not there; the tests and sources that it names are there.
 */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ruleArticles } from "./catalogue.ts";

const root = new URL("../../../", import.meta.url);
const readPage = (): Promise<string> => readFile(new URL("docs/law.md", root), "utf8");

interface Line {
  readonly code: string;
  readonly article: string;
  readonly refuses: string;
  readonly example: string;
}

/** The lines of the page's tables of rules, in the order of the page. */
async function linesOfPage(): Promise<readonly Line[]> {
  const page = await readPage();
  return [...page.matchAll(/^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|([^|]*)\|$/gm)].map(
    ([, code = "", article = "", refuses = "", example = ""]) => ({
      code,
      article: article.trim(),
      refuses: refuses.trim(),
      example: example.trim(),
    }),
  );
}

test("docs/law.md names each rule of the catalogue once, with its article", async () => {
  const byCode = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);
  const named = (await linesOfPage()).map(({ code, article }): [string, string] => [code, article]);
  expect(named.sort(byCode)).toEqual(Object.entries(ruleArticles).sort(byCode));
});

test("each line states what its rule refuses, with an example", async () => {
  const bare = (await linesOfPage()).filter(({ refuses, example }) => refuses === "" || example === "");
  expect(bare.map(({ code }) => code)).toEqual([]);
});

test("every file that the page names is there", async () => {
  const there = globSync("{src,docs}/**/*.{ts,tsx,md,sql}", { cwd: root }).map((file) => `/${file}`);
  const named = [...(await readPage()).matchAll(/`([\w/.-]+\.ts)`|\]\(([\w/.-]+\.md)\)/g)].map(
    ([, ts, md]) => ts ?? md ?? "",
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((file) => !there.some((each) => each.endsWith(`/${file}`)))).toEqual([]);
});
