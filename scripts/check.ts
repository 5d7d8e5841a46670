/** npm run check: types, lint, architecture, dead code. */
import { checkSteps, outcomeText, runStep, sum } from "./steps.ts";

const architecture = runStep("architecture", "vitest", ["run", "--project", "unit", "src/architecture/"]);
const outcome = sum([...(await checkSteps()), await architecture]);
process.stdout.write(`${outcomeText(outcome)}\n`);
process.exitCode = outcome.failed === 0 ? 0 : 1;
