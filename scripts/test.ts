/**
 * npm test: everything that proves Vorder on one machine: the checks, the tests of rules, over HTTP, and in the browser. Their server is the
 * PostgreSQL that is installed, else the embedded one; what depends on the embedded one is run on it in any case.
 *   npm test -- --installed   insists on an installed PostgreSQL, and installs it where it can
 *   npm run test:night        what takes too long for each change: every screen in eight looks, an import of 100,000 rows that is killed
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
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
  // The last of the checks uses one core alone for most of a minute: the tests begin beside it.
  const tests = buildGallery().then(() => onServer("rules, HTTP and browser", projects));
  const [steps, tested] = await Promise.all([checkSteps(), tests]);
  return [...steps, ...missing, tested];
}

async function night(): Promise<Outcome[]> {
  return "problem" in browser ? [problem(`browser: ${browser.problem}`)] : [await onServer("night", ["night"])];
}

const outcome = sum(values.night ? await night() : await everything());
mkdirSync(workFolder, { recursive: true });
writeFileSync(join(workFolder, "outcome.json"), JSON.stringify(outcome));
process.stdout.write(`\n${outcomeText(outcome)}\n`);
process.exitCode = outcome.failed === 0 ? 0 : 1;
