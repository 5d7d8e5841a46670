/** Tries mutants in the process of one worker: every test that reaches a mutant is run with it until one fails. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, vi } from "vitest";
import { type MutantOutcome, plan } from "./plan.ts";
import { mutantSwitch } from "./switch.ts";
import { type CollectedTest, takeCollected } from "./vitest-stub.ts";

interface Measured extends CollectedTest {
  readonly reached: ReadonlySet<number>;
  readonly passes: number;
  readonly milliseconds: number;
}

const root = join(import.meta.dirname, "../..");
const {
  fileOf,
  tests: testFiles,
  ids,
  results,
} = plan.parse(JSON.parse(readFileSync(process.env.VORDER_MUTATION_PLAN ?? "", "utf8")));
const record = (line: object): void => appendFileSync(results, `${JSON.stringify(line)}\n`);

const bringIn = async (file: string): Promise<readonly CollectedTest[]> => {
  await import(/* @vite-ignore */ join(root, file));
  return takeCollected();
};

/** Tests that fail as the source is: of a property that wants more cases than are tried here. They are told, and not asked. */
const leftOut = new Set<string>();

/** Runs every test once as the source is; those that are slow come last. */
async function measure(tests: readonly CollectedTest[]): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const each of tests) {
    const reached = new Set<number>();
    Object.assign(mutantSwitch, { reached, passed: 0 });
    const since = performance.now();
    try {
      await each.run();
    } catch {
      leftOut.add(each.name);
      record({ leftOut: each.name });
      continue;
    }
    measured.push({ ...each, reached, passes: mutantSwitch.passed, milliseconds: performance.now() - since });
  }
  mutantSwitch.reached = undefined;
  if (measured.length > 0 && measured.every(({ passes }) => passes === 0))
    throw new Error("no test reaches any mutant");
  return measured.sort((one, other) => one.milliseconds - other.milliseconds);
}

/** Whether a test fails with the mutant that is chosen. */
async function notices(run: () => unknown, passes: number): Promise<MutantOutcome | undefined> {
  Object.assign(mutantSwitch, { passed: 0, limit: passes * 4 + 20_000 });
  try {
    await run();
    return mutantSwitch.passed > mutantSwitch.limit ? "endless" : undefined;
  } catch {
    return mutantSwitch.passed > mutantSwitch.limit ? "endless" : "killed";
  } finally {
    mutantSwitch.limit = Number.POSITIVE_INFINITY;
  }
}

async function tryReached(id: number, tests: readonly Measured[]): Promise<{ outcome: MutantOutcome; by?: string }> {
  mutantSwitch.forget();
  mutantSwitch.active = id;
  for (const each of tests) {
    const outcome = await notices(each.run, each.passes);
    if (outcome) return { outcome, by: each.name };
  }
  return { outcome: tests.length === 0 ? "uncovered" : "survived" };
}

/** A mutant of what is worked out while a file is imported: the files are imported anew with it. */
async function tryImported(id: number): Promise<{ outcome: MutantOutcome; by?: string }> {
  const concerned = testFiles.filter(({ imports }) => imports.includes(fileOf[id] ?? ""));
  for (const { file } of concerned) {
    vi.resetModules();
    mutantSwitch.active = id;
    const found: CollectedTest[] = [];
    const failed = await notices(async () => found.push(...(await bringIn(file))), 10_000_000);
    takeCollected();
    if (failed) return { outcome: failed, by: file };
    for (const each of found.filter(({ name }) => !leftOut.has(name))) {
      const outcome = await notices(each.run, 10_000_000);
      if (outcome) return { outcome, by: each.name };
    }
  }
  return { outcome: concerned.length === 0 ? "uncovered" : "survived" };
}

test("mutants", async () => {
  const imported = new Set<number>();
  mutantSwitch.reached = imported;
  const collected: CollectedTest[] = [];
  for (const { file } of testFiles) collected.push(...(await bringIn(file)));
  const tests = await measure(collected);
  for (const id of ids) {
    record({ begun: id });
    const reached = tests.filter((each) => each.reached.has(id));
    let result = await tryReached(id, reached);
    if (imported.has(id) && result.outcome !== "killed" && result.outcome !== "endless") result = await tryImported(id);
    mutantSwitch.active = -1;
    mutantSwitch.forget();
    record({ id, ...result });
  }
});
