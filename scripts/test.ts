/** npm test: everything that proves Vorder on one machine: the checks, the tests of rules, over HTTP, and in the browser. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./chromium.ts";
import { checkSteps, outcomeText, runTests, sum, workFolder } from "./steps.ts";

const outcomes = [...checkSteps(), runTests("rules and HTTP", ["--project", "unit", "--project", "http"])];

const browser = ensureChromium();
if ("path" in browser) {
  outcomes.push(runTests("browser", ["--project", "e2e"], { VORDER_CHROMIUM: browser.path }));
} else {
  process.stdout.write(`✗ browser: ${browser.problem}\n`);
  outcomes.push({ passed: 0, failed: 1 });
}

const outcome = sum(outcomes);
mkdirSync(workFolder, { recursive: true });
writeFileSync(join(workFolder, "outcome.json"), JSON.stringify(outcome));
process.stdout.write(`\n${outcomeText(outcome)}\n`);
process.exitCode = outcome.failed === 0 ? 0 : 1;
