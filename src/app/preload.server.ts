/**
 * What a page will ask for next, told to the browser with the page itself: the chunks of the stages of a visit (`chunks.ts`), so that they
 * come side by side and not one after the other.
 */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { showScreen } from "../cases/file-page/file-page.contract.ts";
import { searchScreen } from "../cases/file-search/file-search.contract.ts";
import type { Screen } from "../ground/kernel/contract.ts";

/** What Vite notes of a chunk. */
const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), css: z.array(z.string()).optional() }),
);

/** A pattern of the addresses of a screen. */
export const patternOf = ({ path }: Screen): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`);

const [list, file] = [patternOf(searchScreen), patternOf(showScreen)];

/** The stages that whoever asks for a path goes through; `known`: the browser was here before and may be logged in. */
const stagesOf = (path: string, known: boolean): readonly string[] => {
  if (!known) return ["login"];
  if (file.test(path)) return ["login", "shell", "list", "file"];
  return list.test(path) ? ["login", "shell", "list"] : ["login", "shell"];
};

/** Reads the manifest of a build; gives the links that go into the head of a page, none where nothing is built. */
export async function openPreloads(manifestPath: string): Promise<(path: string, known: boolean) => string> {
  const text = await readFile(manifestPath, "utf8").catch(() => "{}");
  const chunks = Object.values(manifestShape.parse(JSON.parse(text))).filter(({ file: name }) => name.endsWith(".js"));
  const linksOf = (stage: string): string =>
    chunks
      .filter(({ name }) => name === stage)
      .map(({ file: script, css = [] }) =>
        [
          ...css.map((sheet) => `<link rel="stylesheet" href="/${sheet}">`),
          `<link rel="modulepreload" href="/${script}">`,
        ].join(""),
      )
      .join("");
  const links = new Map(["login", "shell", "list", "file"].map((stage) => [stage, linksOf(stage)]));
  return (path, known) =>
    stagesOf(path, known)
      .map((stage) => links.get(stage) ?? "")
      .join("");
}
