/** Calls of the workflows: their definitions, and the position of a file in its own. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../ground/kernel/contract.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf } from "../../ground/kernel/query.ts";
import { stepAnchors, stepChannels, stepEffects, stepOutcomes, workflowCategories } from "./schedule/definition.ts";
import { dateChoices } from "./schedule/transfer.ts";

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
  summary: "The active workflows with their steps, by code; of a file, those that take it.",
  query: z.object({ file: idParam.shape.id.optional() }),
  reply: itemsOf(
    z.object({ code: z.string(), name: z.string(), category: z.enum(workflowCategories), steps: z.array(stepShape) }),
  ),
});

/** The place of a file: what was done, what comes next and when, and why then. */
export const fileWorkflow = z.object({
  fileId: z.number().int(),
  workflow: z
    .object({
      code: z.string(),
      name: z.string(),
      /** On which version the file is, and which one new files begin with. */
      version: z.number().int(),
      newest: z.number().int(),
    })
    .nullable(),
  startedOn: calendarDate().nullable(),
  /** Since when the file stands still, while it does. */
  stoppedOn: calendarDate().nullable(),
  /** Why it stands still, in the reader's language: holds, an arrangement, its status. */
  still: z.array(z.object({ why: z.string(), reason: z.string(), until: calendarDate().nullable() })),
  /** Whether a person paused it, so that a person may resume it here. */
  paused: z.boolean(),
  /** Whether the next step may be skipped. */
  skippable: z.boolean(),
  next: z
    .object({
      position: z.number().int(),
      name: z.string(),
      channel: z.enum(stepChannels),
      byHand: z.boolean(),
      dueOn: calendarDate().nullable(),
      anchor: z.enum(stepAnchors),
      anchoredOn: calendarDate().nullable(),
      offsetDays: z.number().int(),
      /** What moved the date away from anchor and offset, in the reader's language. */
      moved: z.array(z.string()),
    })
    .nullable(),
  steps: z.array(
    stepShape.extend({
      done: z.array(
        z.object({
          on: calendarDate(),
          outcome: z.enum(stepOutcomes),
          runId: z.number().int().nullable(),
          user: z.string(),
          reason: z.string().nullable(),
        }),
      ),
      /** When it is expected, if each step is done on its day; null where that is not known or it is over. */
      expectedOn: calendarDate().nullable(),
      /** False where its condition does not hold as the file is now: it will be passed on the record. */
      applies: z.boolean(),
    }),
  ),
  version: z.number().int(),
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

const who = any("ROLE_WORKFLOW_FILE");
const words = z.string().trim().max(500);
/** Why, in free words; a citizen service number in them is masked, as in every note. */
const reason = words.min(1).transform(maskBsn);

export const changeFileWorkflow = call({
  method: "PUT",
  path: "/api/v4/file/{id}/workflow",
  who,
  summary: "Puts a file at the beginning of a workflow; what was done before stays on the record.",
  params: idParam,
  body: z.strictObject({
    workflow: z.string().min(1).max(40),
    reason: words.transform(maskBsn).prefault(""),
    version: rowVersion.optional(),
  }),
  reply: fileWorkflow,
});

export const pauseFileWorkflow = call({
  method: "POST",
  path: "/api/v4/file/{id}/workflow/pause",
  who,
  summary: "Lets a file stand still for a reason, until a day if one is given; it then goes on by itself.",
  params: idParam,
  body: z.strictObject({ reason, until: calendarDate().nullable().default(null), version: rowVersion }),
  reply: fileWorkflow,
});

export const resumeFileWorkflow = call({
  method: "POST",
  path: "/api/v4/file/{id}/workflow/resume",
  who,
  summary: "Ends a pause: the file goes on with the step that it left, its dates moved by the days it stood still.",
  params: idParam,
  body: z.strictObject({ version: rowVersion }),
  reply: fileWorkflow,
});

export const skipWorkflowStep = call({
  method: "POST",
  path: "/api/v4/file/{id}/workflow/skip",
  who,
  summary: "Passes the next step for a reason, on the record. The 14-day letter cannot be skipped (BW 6:96(6)).",
  params: idParam,
  body: z.strictObject({
    position: z.number().int().min(1).max(1000),
    reason,
    version: rowVersion,
  }),
  reply: fileWorkflow,
});

const awaited = z.object({ name: z.string(), on: calendarDate().nullable() }).nullable();

export const readFileVersion = call({
  method: "GET",
  path: "/api/v4/file/{id}/workflow/version",
  who,
  summary:
    "What would become of a file in the live version of its workflow: the step that it waits for, before and after.",
  params: idParam,
  reply: z.object({
    from: z.number().int(),
    to: z.number().int(),
    before: awaited,
    after: awaited,
    /** The day that it may keep; null where it waits for another step there. */
    keepable: calendarDate().nullable(),
    /** Steps that it would have behind it without having done them. */
    passed: z.array(z.string()),
    /** What is under way on the file, so that it cannot be moved before its end is known. */
    underWay: z.string().nullable(),
    version: z.number().int(),
  }),
});

export const moveFileVersion = call({
  method: "POST",
  path: "/api/v4/file/{id}/workflow/version",
  who,
  summary:
    "Moves a file to the live version of its workflow; the step that it waits for keeps its day or gets a new one.",
  params: idParam,
  body: z.strictObject({ dates: z.enum(dateChoices), reason, version: rowVersion }),
  reply: fileWorkflow,
});

export {
  changeStep,
  editStepScreen,
  listWorkflowVersions,
  publishDraft,
  readWorkflow,
  removeStep,
  startDraft,
  workflowScreen,
  workflowsScreen,
} from "./versions/versions.contract.ts";
