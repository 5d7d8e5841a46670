/** Calls by which a draft is tried on a share of new files beside the live version. */
import { z } from "zod";
import { all } from "../../../ground/kernel/access.ts";
import { call, rowVersion } from "../../../ground/kernel/contract.ts";
import { calendarDate } from "../../../ground/kernel/query.ts";
import { arms, findings } from "./comparison.ts";

const who = all("ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE");
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const workflowParam = z.object({ workflow: id });
const why = z.string().trim().min(1).max(1000);

export const abTestStates = ["running", "promoted", "stopped"] as const;

const armShape = z.object({
  arm: z.enum(arms),
  number: z.number().int(),
  /** Files that began with it, and how many it needs. */
  files: z.number().int(),
  needed: z.number().int(),
  /** Files of it on which a dispute was raised: shown all along, since it is harm and no success that a trial is stopped for. */
  disputed: z.number().int(),
  /** Of the files that are compared; null before they may be. */
  compared: z.number().int().nullable(),
  paid: z.number().int().nullable(),
});

const trialShape = z.object({
  id: z.number().int(),
  state: z.enum(abTestStates),
  share: z.number().int(),
  days: z.number().int(),
  baseline: z.number().int(),
  difference: z.number().int(),
  reason: z.string(),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  endReason: z.string(),
  endedBy: z.string(),
  endedAt: z.iso.datetime().nullable(),
  arms: z.array(armShape),
  /** The day from which it is compared; null while there are too few files. */
  readableOn: calendarDate().nullable(),
  result: z
    .object({
      finding: z.enum(findings),
      /** In percentage points, challenger less champion, and between what it lies (95 %). */
      difference: z.number(),
      from: z.number(),
      to: z.number(),
      z: z.number(),
    })
    .nullable(),
  version: z.number().int(),
});
export type AbTest = z.infer<typeof trialShape>;

export const readAbTests = call({
  method: "GET",
  path: "/api/v4/workflow/{workflow}/trial",
  who,
  summary: "The trials of a workflow, the newest first, with their results as soon as these mean something.",
  params: workflowParam,
  reply: z.object({
    items: z.array(trialShape),
    /** Percent of the files of the last year that were paid within ninety days; null where there were none. */
    usual: z.number().int().nullable(),
  }),
});

export const startAbTest = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/trial",
  who,
  summary:
    "Gives the draft a share of the new files of its workflow. Refused while it has faults, as putting it live is.",
  params: workflowParam,
  body: z.strictObject({
    share: z.number().int().min(5).max(50),
    days: z.number().int().min(14).max(365),
    baseline: z.number().int().min(1).max(95),
    difference: z.number().int().min(1).max(50),
    reason: why,
    /** Of the draft, as it was seen. */
    version: rowVersion,
  }),
  reply: trialShape,
});

export const endAbTest = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/trial/{id}/end",
  who,
  summary:
    "Ends a trial: the challenger goes live, or takes no more new files. Files stay on the version that they began with until they are moved.",
  params: z.object({ workflow: id, id }),
  body: z.strictObject({ promote: z.boolean(), reason: why, version: rowVersion }),
  reply: trialShape,
});
