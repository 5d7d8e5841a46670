/**
 * npm test: everything that proves Vorder on one machine: the checks, the tests of rules, over HTTP, and in the browser. Their server is the
 * PostgreSQL that is installed, else the embedded one; what depends on the embedded one is run on it in any case.
 *   npm test -- --installed   insists on an installed PostgreSQL, and installs it where it can
 *   npm run test:night        what takes too long for each change: every screen in eight looks, an import of 100,000 rows that is killed
 */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { buildGallery } from "../e2e/widget-gallery.ts";
import { ensureChromium } from "./chromium.ts";
import { requireServer, startTestServer } from "./postgres.ts";
import { checkSteps, lost, type Outcome, outcomeText, runTests, sum, workFolder } from "./steps.ts";

const { values } = parseArgs({
  options: { installed: { type: "boolean", default: false }, night: { type: "boolean", default: false } },
});

function problem(text: string): Outcome {
  process.stdout.write(`✗ ${text}\n`);
  return lost;
}

const browser = ensureChromium();
const chromium = "path" in browser ? { VORDER_CHROMIUM: browser.path } : undefined;

/** Builds what the tests start and open. @throws where it cannot be built, with what the build says. */
async function build(): Promise<void> {
  const prepare = join(import.meta.dirname, "prepare.mjs");
  await promisify(execFile)(process.execPath, [prepare, "--tools", "--web", "--server"]);
  await buildGallery();
}

/** Runs projects of Vitest, side by side, on one server. */
async function onServer(title: string, projects: readonly string[]): Promise<Outcome> {
  const server = await startTestServer();
  try {
    const chosen = projects.flatMap((name) => ["--project", name]);
    return await runTests(`${title} on ${server.name}`, chosen, { DATABASE_URL: server.url, ...chromium });
  } finally {
    await server.stop();
  }
}

async function everything(): Promise<Outcome[]> {
  const missing = [
    ...("problem" in browser ? [problem(`browser: ${browser.problem}`)] : []),
    ...(values.installed && !requireServer()
      ? [problem("PostgreSQL: there is none here and it cannot be installed (apt install postgresql)")]
      : []),
  ];
  const projects = ["unit", "http", "embedded", ...(chromium ? ["e2e"] : [])];
  // A build uses one core for most of its time, and so does the last of the checks: the checks run beside the builds and the first tests.
  const tests = build().then(() => onServer("rules, HTTP and browser", projects));
  const [steps, tested] = await Promise.all([checkSteps(), tests]);
  return [...steps, ...missing, tested];
}

async function night(): Promise<Outcome[]> {
  await build();
  return "problem" in browser ? [problem(`browser: ${browser.problem}`)] : [await onServer("night", ["night"])];
}

const outcome = sum(values.night ? await night() : await everything());
mkdirSync(workFolder, { recursive: true });
writeFileSync(join(workFolder, "outcome.json"), JSON.stringify(outcome));
process.stdout.write(`\n${outcomeText(outcome)}\n`);
process.exitCode = outcome.failed === 0 ? 0 : 1;
