/**
 * `npm run drill`: the drills there are. `npm run drill -- NAME`: breaks what the product stands on, and measures whether its promises hold.
 *   npm run drill -- mail --note   also writes its lines into docs/reliability.md
 * Ends with 1 where a promise is broken. DATABASE_URL names the server to make databases on; without it the embedded one is started.
 */
import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Drill, noteFigures } from "./reliability.ts";

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const files = globSync(fileURLToPath(new URL("drill/*.ts", import.meta.url))).sort();
const nameOf = (file: string): string => basename(file, ".ts");

async function drillOf(file: string): Promise<Drill> {
  const { drill }: { readonly drill?: unknown } = await import(pathToFileURL(file).href);
  if (!(drill instanceof Drill)) throw new Error(`${file} exports no drill`);
  return drill;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { note: { type: "boolean", default: false } },
});
const [name] = positionals;
const file = files.find((one) => nameOf(one) === name);
if (file === undefined) {
  for (const one of files) say(`${nameOf(one).padEnd(14)} ${(await drillOf(one)).about}`);
  process.exitCode = name === undefined ? 0 : 1;
} else {
  const figures = await (await drillOf(file)).run(say);
  for (const { holds, promise, figure, target } of figures)
    say(`${holds ? "✓" : "✗"} ${promise}: ${figure} (${target})`);
  if (values.note) noteFigures(nameOf(file), figures);
  process.exitCode = figures.length > 0 && figures.every(({ holds }) => holds) ? 0 : 1;
}
