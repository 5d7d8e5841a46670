/** npm run check: types, lint, architecture, dead code. */
import { checkSteps, outcomeText, runStep, sum } from "./steps.ts";

const outcome = sum([
  ...checkSteps(),
  runStep("architecture", "vitest", ["run", "--project", "unit", "src/architecture.test.ts"]),
]);
process.stdout.write(`${outcomeText(outcome)}\n`);
process.exitCode = outcome.failed === 0 ? 0 : 1;
