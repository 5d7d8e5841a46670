/** A step that a person ends, and where the file goes from there: to the next step, or into the workflow that the task hands it to. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { recordStep, refreshNextSteps, type StepDone } from "./positions.server.ts";
import { startWorkflows } from "./start.server.ts";

/** Records that a step is done, and notes what comes next; see `recordStep`. A task that is skipped hands the file to no other workflow. */
export async function completeStep(ctx: WorkCtx, done: StepDone): Promise<void> {
  await recordStep(ctx, done);
  const { nextWorkflow } = done.step;
  if (nextWorkflow === null || done.outcome === "skipped") await refreshNextSteps(ctx, [done.fileId]);
  else await startWorkflows(ctx, [{ fileId: done.fileId, workflowCode: nextWorkflow }]);
}
