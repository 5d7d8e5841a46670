/** The page on the law holds a line for every rule, with the article of the catalogue, and none for a rule that is not there. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ruleArticles } from "./rules.ts";

/** The lines of the page's tables of rules: code and article, in the order of the page. */
async function linesOfPage(): Promise<[string, string][]> {
  const page = await readFile(new URL("../../docs/law.md", import.meta.url), "utf8");
  return [...page.matchAll(/^\| `(\w+)` \| ([^|]+?) \| ([^|]+?) \|/gm)].map(([, code = "", article = ""]) => [
    code,
    article,
  ]);
}

test("docs/law.md names each rule of the catalogue once, with its article", async () => {
  const byCode = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);
  expect((await linesOfPage()).sort(byCode)).toEqual(Object.entries(ruleArticles).sort(byCode));
});
