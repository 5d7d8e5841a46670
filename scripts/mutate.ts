/**
 * npm run mutate [-- MODULE …] [--fresh]: makes small changes to the pure modules, one at a time, and asks the pure tests which of
 * them they notice. Ends with 1 where a module has fewer than 90 % killed, or where an accepted survivor is none any more.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type Mutant, mutate } from "./mutate/mutants.ts";
import { type MutantOutcome, outcome, type Plan, resultLine } from "./mutate/plan.ts";
import { moduleNames, root, sourcesOf, testsOf } from "./mutate/scope.ts";
import { workFolder } from "./steps.ts";

const threshold = 90;
/** A mutant that is still being tried after so long goes round for ever in code that does not count its rounds. */
const patience = 30_000;
const folder = join(workFolder, "mutate");

const acceptedList = z.array(
  z.strictObject({ file: z.string(), line: z.string(), change: z.string(), reason: z.string().min(20) }),
);
type Accepted = z.infer<typeof acceptedList>[number];
const accepted = acceptedList.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, "mutate/accepted.json"), "utf8")),
);
const known = z.object({ key: z.string(), outcomes: z.array(outcome) });

interface Result extends Mutant {
  readonly outcome: MutantOutcome;
}

const isKilled = ({ outcome }: Result): boolean => outcome === "killed" || outcome === "endless";
const isMeant = (entry: Accepted, mutant: Mutant): boolean =>
  entry.file === mutant.file && entry.line === mutant.text && entry.change === mutant.change;

function outcomesIn(path: string): Map<number, MutantOutcome> {
  const found = new Map<number, MutantOutcome>();
  if (!existsSync(path)) return found;
  let begun: number | undefined;
  for (const text of readFileSync(path, "utf8").split("\n").filter(Boolean)) {
    const line = resultLine.parse(JSON.parse(text));
    if ("begun" in line) begun = line.begun;
    else if ("leftOut" in line) process.stdout.write(`  not asked, for it fails as the source is: ${line.leftOut}\n`);
    else {
      found.set(line.id, line.outcome);
      begun = undefined;
    }
  }
  if (begun !== undefined) found.set(begun, "endless");
  return found;
}

/** One worker tries what is still to be tried; it is ended where a mutant does not come to an end. */
async function attempt(plan: Plan): Promise<void> {
  const path = join(folder, "plan.json");
  writeFileSync(path, JSON.stringify(plan));
  const config = join(import.meta.dirname, "mutate/vitest.config.ts");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const end = new AbortController();
  let size = -1;
  const watch = setInterval(() => {
    const now = existsSync(plan.results) ? readFileSync(plan.results).length : 0;
    if (now === size && now > 0) end.abort();
    size = now;
  }, patience);
  await new Promise<void>((resolve, reject) => {
    const options = { cwd: root, env: { ...process.env, VORDER_MUTATION_PLAN: path }, signal: end.signal };
    execFile(process.execPath, [vitest, "run", "--config", config], options, (error, stdout, stderr) => {
      const nothing = !existsSync(plan.results);
      if (error && nothing && !end.signal.aborted) reject(new Error(`${stdout}${stderr}`));
      else resolve();
    });
  }).finally(() => clearInterval(watch));
}

async function outcomesOf(module: string, fresh: boolean): Promise<readonly Result[]> {
  const sources = sourcesOf(module);
  const tests = testsOf(module);
  const mutants: Mutant[] = [];
  const files = sources.map((file) => {
    const firstId = mutants.length;
    mutants.push(...mutate(file, readFileSync(join(root, file), "utf8"), firstId).mutants);
    return { file, firstId };
  });
  const own = [
    "fast-check-stub",
    "mutants",
    "plan",
    "scope",
    "switch",
    "try.mutants",
    "vitest-stub",
    "vitest.config",
  ].map((name) => `scripts/mutate/${name}.ts`);
  const hash = createHash("sha256");
  for (const path of [...new Set([...own, ...sources, ...tests.flatMap(({ imports }) => imports)])].sort()) {
    hash.update(path).update(readFileSync(join(root, path)));
  }
  const key = hash.digest("hex");
  const name = module.replaceAll("/", "-");
  const kept = join(folder, `${name}.json`);
  if (!fresh && existsSync(kept)) {
    const before = known.parse(JSON.parse(readFileSync(kept, "utf8")));
    if (before.key === key) return withOutcomes(mutants, before.outcomes);
  }
  const results = join(folder, `${name}.lines`);
  rmSync(results, { force: true });
  const found = new Map<number, MutantOutcome>();
  for (;;) {
    const ids = mutants.map((_, id) => id).filter((id) => !found.has(id));
    if (ids.length === 0) break;
    const before = found.size;
    await attempt({
      files,
      fileOf: mutants.map(({ file }) => file),
      tests: tests.map(({ file, imports }) => ({ file, imports: [...imports] })),
      ids,
      results,
    });
    for (const [id, outcome] of outcomesIn(results)) found.set(id, outcome);
    if (found.size === before) throw new Error(`${module}: the run does not go on`);
  }
  const outcomes = mutants.map((_, id) => found.get(id) ?? "survived");
  writeFileSync(kept, JSON.stringify({ key, outcomes }));
  return withOutcomes(mutants, outcomes);
}

const withOutcomes = (mutants: readonly Mutant[], outcomes: readonly MutantOutcome[]): readonly Result[] =>
  mutants.map((mutant, id) => ({ ...mutant, outcome: outcomes[id] ?? "survived" }));

const write = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Tells what a module's tests missed. Returns whether they are good enough. */
function report(module: string, results: readonly Result[]): boolean {
  const sources = sourcesOf(module);
  const meant = accepted.filter(({ file }) => sources.includes(file));
  const stale = meant.filter((entry) => !results.some((mutant) => !isKilled(mutant) && isMeant(entry, mutant)));
  const isAccepted = (mutant: Result): boolean => !isKilled(mutant) && meant.some((entry) => isMeant(entry, mutant));
  const counted = results.filter((mutant) => !isAccepted(mutant));
  const killed = counted.filter(isKilled).length;
  const score = counted.length === 0 ? 100 : (killed / counted.length) * 100;
  for (const { file, line, change, outcome } of counted.filter((mutant) => !isKilled(mutant))) {
    write(`  ${file}:${line}  ${change}${outcome === "uncovered" ? "  (no test comes here)" : ""}`);
  }
  for (const { file, line, change } of stale) write(`  accepted, but no survivor: ${file}: ${line}: ${change}`);
  const alike = results.length - counted.length;
  write(`${module}: ${results.length} mutants, ${alike} equivalent, ${killed} killed, ${score.toFixed(1)} %`);
  return score >= threshold && stale.length === 0;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { fresh: { type: "boolean" } } });
const chosen = moduleNames.filter(
  (name) => positionals.length === 0 || positionals.some((part) => name.startsWith(part)),
);
if (chosen.length === 0) throw new Error(`no such module; there are ${moduleNames.join(", ")}`);
mkdirSync(folder, { recursive: true });
let good = true;
for (const module of chosen) good = report(module, await outcomesOf(module, values.fresh === true)) && good;
process.exitCode = good ? 0 : 1;
