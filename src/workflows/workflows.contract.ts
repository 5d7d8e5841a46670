/** Calls of the workflows: their definitions, and the place of a file in its own. */
import { z } from "zod";
import { any } from "../kernel/access.ts";
import { call, idParam } from "../kernel/contract.ts";
import { itemsOf } from "../kernel/query.ts";
import { stepAnchors, stepChannels, stepEffects, stepOutcomes, workflowCategories } from "./workflows.ts";

const stepShape = z.object({
  position: z.number().int(),
  name: z.string(),
  anchor: z.enum(stepAnchors),
  offsetDays: z.number().int(),
  phase: z.string(),
  channel: z.enum(stepChannels),
  template: z.string(),
  effect: z.enum(stepEffects),
  byHand: z.boolean(),
});

export const listWorkflows = call({
  method: "GET",
  path: "/api/v4/workflow",
  who: any("ROLE_PROCESSING", "ROLE_WORKFLOW_FILE", "ROLE_FILE_EDIT"),
  summary: "The active workflows with their steps, by code.",
  reply: itemsOf(
    z.object({ code: z.string(), name: z.string(), category: z.enum(workflowCategories), steps: z.array(stepShape) }),
  ),
});

/** The place of a file: what was done, what comes next and when, and why then. */
export const fileWorkflow = z.object({
  fileId: z.number().int(),
  workflow: z.object({ code: z.string(), name: z.string() }).nullable(),
  startedOn: z.iso.date().nullable(),
  /** Since when the file stands still, while it does. */
  stoppedOn: z.iso.date().nullable(),
  next: z
    .object({
      position: z.number().int(),
      name: z.string(),
      channel: z.enum(stepChannels),
      byHand: z.boolean(),
      dueOn: z.iso.date().nullable(),
      anchor: z.enum(stepAnchors),
      anchoredOn: z.iso.date().nullable(),
      offsetDays: z.number().int(),
      /** What moved the date away from anchor and offset, in the reader's language. */
      moved: z.array(z.string()),
    })
    .nullable(),
  steps: z.array(
    stepShape.extend({
      done: z.array(z.object({ on: z.iso.date(), outcome: z.enum(stepOutcomes), runId: z.number().int().nullable() })),
    }),
  ),
});
export type FileWorkflow = z.infer<typeof fileWorkflow>;

export const readFileWorkflow = call({
  method: "GET",
  path: "/api/v4/file/{id}/workflow",
  who: any("ROLE_FILE_SEARCH"),
  summary: "The place of a file in its workflow: steps done, the next one, its date and why.",
  params: idParam,
  reply: fileWorkflow,
});

export const changeFileWorkflow = call({
  method: "PUT",
  path: "/api/v4/file/{id}/workflow",
  who: any("ROLE_WORKFLOW_FILE"),
  summary: "Puts a file at the beginning of a workflow; what was done before stays on the record.",
  params: idParam,
  body: z.strictObject({ workflow: z.string().min(1).max(40) }),
  reply: fileWorkflow,
});
