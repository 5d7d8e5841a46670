/** Steps of a check: each runs a program, shows what it says when it fails, and is counted. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { z } from "zod";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

const root = join(import.meta.dirname, "..");
export const workFolder = join(root, ".vorder");

/** What counts for something that could not even be begun. */
export const lost: Outcome = { passed: 0, failed: 1 };

export const sum = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
});

export const outcomeText = ({ passed, failed }: Outcome): string => `${passed} passed, ${failed} failed`;

const environment = (extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`,
  ...extra,
});

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs one program; it counts as one. What it prints is shown only when it fails. */
export function runStep(name: string, program: string, parameters: readonly string[]): Promise<Outcome> {
  const since = performance.now();
  const options = { cwd: root, env: environment({ FORCE_COLOR: "0" }), maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(program, [...parameters], options, (error, stdout, stderr) => {
      if (error) process.stdout.write(`${stdout}${stderr}`);
      process.stdout.write(`${error ? "✗" : "✓"} ${name} (${seconds(since)})\n`);
      resolve(error ? lost : { passed: 1, failed: 0 });
    });
  });
}

const report = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** So many files are named for the time that they took. */
const namedFiles = 20;

/** The files that took longest, and what all of them took together, in seconds. */
function longest(text: string): string {
  const times = report
    .parse(JSON.parse(text))
    .testResults.map(({ name, startTime, endTime }) => ({
      path: relative(root, name),
      took: (endTime - startTime) / 1000,
    }))
    .sort((one, other) => other.took - one.took);
  const all = times.reduce((total, { took }) => total + took, 0);
  const first = times.slice(0, namedFiles).map(({ path, took }) => `  ${took.toFixed(0).padStart(4)} s  ${path}`);
  return [`${all.toFixed(0)} s in ${times.length} files; the longest:`, ...first].join("\n");
}

/** Counts tests; a file that cannot even be read and an error outside every test count as one failed test each. */
function counted(text: string): Outcome {
  const { success, numPassedTests, numFailedTests, testResults } = report.parse(JSON.parse(text));
  const unread = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = numFailedTests + unread;
  return { passed: numPassedTests, failed: failed === 0 && !success ? 1 : failed };
}

/** Runs Vitest, shows it as it goes, and counts its tests. */
export async function runTests(
  name: string,
  parameters: readonly string[],
  extra: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const since = performance.now();
  const file = join(workFolder, `${name.replaceAll(/\W+/g, "-")}.json`);
  mkdirSync(workFolder, { recursive: true });
  rmSync(file, { force: true });
  process.stdout.write(`\n${name}\n`);
  const child = spawn(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...parameters],
    {
      cwd: root,
      env: environment({ ...(process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: undefined }), ...extra }),
      stdio: "inherit",
    },
  );
  const [status] = await once(child, "exit");
  let outcome = lost;
  try {
    const text = readFileSync(file, "utf8");
    process.stdout.write(`${longest(text)}\n`);
    const found = counted(text);
    // Vitest may end badly after its report is written.
    outcome = status !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
  } catch {
    process.stdout.write("Vitest did not come to a report.\n");
  }
  process.stdout.write(`${outcome.failed === 0 ? "✓" : "✗"} ${name}: ${outcomeText(outcome)} (${seconds(since)})\n`);
  return outcome;
}

/** Types, lint, dead code, side by side: what needs no database and no browser. */
export const checkSteps = (): Promise<Outcome[]> =>
  Promise.all([
    // One checker: each holds the types of all that it meets, so that four take 6 GB and twice the processor time.
    runStep("types", "tsc", ["-p", ".", "--checkers", "1"]),
    runStep("types of pure files, without DOM or Node", "tsc", ["-p", "tsconfig.pure.json"]),
    runStep("lint and format", "biome", ["check", "--error-on-warnings"]),
    runStep("dead code", "knip", ["--cache", "--cache-location", join(workFolder, "knip")]),
  ]);
