/** Completing a step by hand, and where the file continues: at the next step, or in the workflow that the task moves it to. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { recordStep, refreshNextSteps, type StepDone } from "./positions.server.ts";
import { refuseOthersWorkflow, startWorkflows } from "./start.server.ts";

/**
 * Records that a step is done, and notes what comes next; see `recordStep`. A task that is skipped hands the file to no other workflow.
 * @throws validation on `workflow` where it would hand the file to another client's variant.
 */
export async function completeStep(ctx: WorkCtx, done: StepDone): Promise<void> {
  await recordStep(ctx, done);
  const { nextWorkflow } = done.step;
  if (nextWorkflow === null || done.outcome === "skipped") await refreshNextSteps(ctx, [done.fileId]);
  else {
    await refuseOthersWorkflow(ctx, done.fileId, nextWorkflow);
    await startWorkflows(ctx, [{ fileId: done.fileId, workflowCode: nextWorkflow }]);
  }
}
