/**
 * `npm run drill`: the drills there are, and their counts. `npm run drill -- NAME`: breaks what the product stands on, and measures whether its
 * promises hold.
 *   npm run drill -- kills --kills 20                       with other counts than the full ones
 *   npm run drill -- kills --small                          with the smallest counts: does it run at all?
 *   npm run drill -- kills --note                           also writes its lines into docs/reliability.md
 *   npm run drill -- all --full --note                      all drills in turn, each in a process of its own
 *   npm run drill -- all --full --note --rest               goes on where that was stopped: drills that were noted today are left out
 * Ends with 1 where a promise is broken. DATABASE_URL names the server to make databases on; without it the embedded one is started.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Drill, notedToday, noteFigures } from "./reliability.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const took = (since: number): string => {
  const seconds = Math.round((performance.now() - since) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

const drills = new Map<string, Drill>();
for (const file of globSync(fileURLToPath(new URL("drill/*.ts", import.meta.url))).sort()) {
  const { drill }: { readonly drill?: unknown } = await import(pathToFileURL(file).href);
  if (!(drill instanceof Drill)) throw new Error(`${file} exports no drill`);
  drills.set(basename(file, ".ts"), drill);
}

const countNames = [...new Set([...drills.values()].flatMap(({ counts }) => Object.keys(counts)))];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    note: { type: "boolean" },
    small: { type: "boolean" },
    full: { type: "boolean" },
    rest: { type: "boolean" },
    ...Object.fromEntries(countNames.map((name) => [name, { type: "string" as const }])),
  },
});

/** How often, by the option, else by the size that was asked for. @throws Error where the option is no count. */
function countOf(drill: Drill, name: string): number {
  const count = drill.counts[name];
  if (!count) throw new Error(`the drill has no count ${name}`);
  const given: unknown = Object.entries(values).find(([option]) => option === name)?.[1];
  if (given === undefined) return values.small ? count.small : count.full;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} wants a whole number`);
  return number;
}

async function runOne(name: string, drill: Drill): Promise<boolean> {
  const begun = performance.now();
  const figures = await drill.run(print, (count) => countOf(drill, count));
  for (const { holds, promise, figure, target } of figures)
    print(`${holds ? "✓" : "✗"} ${promise}: ${figure} (${target})`);
  print(`${name} took ${took(begun)}`);
  if (values.note) noteFigures(name, figures);
  return figures.length > 0 && figures.every(({ holds }) => holds);
}

/** Runs every drill in a process of its own, so that one that breaks keeps none of the others from running. */
function runAll(): boolean {
  const begun = performance.now();
  const done = values.rest ? notedToday() : new Set<string>();
  const options = process.argv.slice(2).filter((one) => one !== "all" && one !== "--rest");
  const broken: string[] = [];
  for (const name of drills.keys()) {
    if (done.has(name)) continue;
    print(`\n${name}`);
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name, ...options], {
      stdio: "inherit",
    });
    if (status !== 0) broken.push(name);
  }
  print(`\n${broken.length === 0 ? "✓ every promise held" : `✗ broken: ${broken.join(", ")}`}, ${took(begun)}`);
  return broken.length === 0;
}

const [name] = positionals;
const drill = name === undefined ? undefined : drills.get(name);
if (name === "all") process.exitCode = runAll() ? 0 : 1;
else if (name !== undefined && drill) process.exitCode = (await runOne(name, drill)) ? 0 : 1;
else {
  for (const [each, { about, counts }] of drills) {
    const options = Object.entries(counts).map(([option, { full, small }]) => `--${option} ${full} (${small})`);
    print(`${each.padEnd(12)} ${[about, ...options].join("  ")}`);
  }
  process.exitCode = name === undefined ? 0 : 1;
}
