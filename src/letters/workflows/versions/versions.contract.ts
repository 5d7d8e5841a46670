/** Workflows for their editors: versions, the steps of a draft, its errors, and putting it live. */
import { z } from "zod";
import { filePhases } from "../../../cases/files/files.ts";
import { all } from "../../../ground/kernel/access.ts";
import { call, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";
import {
  audiences,
  stepAnchors,
  stepChannels,
  stepEffects,
  versionStates,
  workflowCategories,
  workflowEvents,
} from "../schedule/definition.ts";
import { edgeRules } from "./gate-of-step.ts";
import { stepFields } from "./inherit.ts";

const who = all("ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE");
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const workflowParam = z.object({ workflow: id });
const stepParam = z.object({ workflow: id, id });

export const workflowsScreen = screen({ path: "/workflow", who, title: "workflow-editor.title" });
export const workflowScreen = screen({ path: "/workflow/{workflow}", who, title: "workflow-editor.workflow" });
export const editStepScreen = screen({
  path: "/workflow/{workflow}/step/{id}/edit",
  who,
  title: "workflow-editor.editStep",
});

const head = {
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  category: z.enum(workflowCategories),
  audience: z.enum(audiences),
};

/** What a variant has of its own: a step that it added, left out, moved, or changed in these fields, from the parent's value to its own. */
const difference = z.object({
  kind: z.enum(["added", "removed", "moved", "changed"]),
  position: z.number().int(),
  name: z.string(),
  fields: z.array(z.object({ field: z.enum(stepFields), parent: z.string(), own: z.string() })),
});
export type DrawnDifference = z.infer<typeof difference>;

const related = z.object({ id: z.number().int(), code: z.string(), name: z.string() });

const versionShape = z.object({
  number: z.number().int(),
  state: z.enum(versionStates),
  note: z.string(),
  createdBy: z.string(),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime().nullable(),
  /** Open files on it that the reader may see. */
  files: z.number().int(),
});

const workflowRow = z.object({
  ...head,
  /** The workflow of the house that it inherits from, and the client that it is for. */
  parent: z.string().nullable(),
  client: z.string().nullable(),
  live: z.number().int().nullable(),
  draft: z.number().int().nullable(),
  steps: z.number().int(),
  files: z.number().int(),
  /** Of these, on a version that is not live any more. */
  behind: z.number().int(),
});
export type WorkflowRow = z.infer<typeof workflowRow>;

export const listWorkflowVersions = call({
  method: "GET",
  path: "/api/v4/workflow/overview",
  who,
  summary: "Every workflow with its live version, its draft and how many open files are on it.",
  reply: itemsOf(workflowRow),
});

const fault = z.object({ field: z.string(), text: z.string() });

const drawnStep = z.object({
  id: z.number().int(),
  key: z.number().int(),
  position: z.number().int(),
  name: z.string(),
  anchor: z.enum(stepAnchors),
  /** What it waits for, where its anchor is an event. */
  event: z.enum(workflowEvents).nullable(),
  offsetDays: z.number().int(),
  phase: z.enum(filePhases),
  channel: z.enum(stepChannels),
  template: z.string(),
  effect: z.enum(stepEffects),
  byHand: z.boolean(),
  lapseDays: z.number().int().nullable(),
  termDays: z.number().int().nullable(),
  /** Applies only to those who can be reached so. */
  needs: z.enum(["email", "mobile", "phone"]).nullable(),
  /** Bounds of the open amount in cents, both included. */
  minOpenCents: z.number().int().nullable(),
  maxOpenCents: z.number().int().nullable(),
  /** Bounds of what was claimed, in cents: the invoices less what was credited. */
  minClaimCents: z.number().int().nullable(),
  maxClaimCents: z.number().int().nullable(),
  /** The workflow in which the file goes on after it. */
  nextWorkflow: z.string().nullable(),
  /** The rules of the law gate on the edge that leads here. */
  gate: z.array(z.object({ rule: z.enum(edgeRules), article: z.string() })),
  /** Open files whose next step it is, as far as the reader may see them. */
  files: z.number().int(),
  faults: z.array(fault),
  /** What differs from the live version; null where this is it. */
  change: z.enum(["same", "new", "changed", "moved"]).nullable(),
});
export type DrawnStep = z.infer<typeof drawnStep>;

const drawn = z.object({
  ...head,
  number: z.number().int(),
  state: z.enum(versionStates),
  note: z.string(),
  basedOn: z.number().int().nullable(),
  steps: z.array(drawnStep),
  /** What is wrong with the version as a whole. */
  faults: z.array(z.string()),
  /** Steps of the live version that are not in this one. */
  removed: z.array(z.object({ position: z.number().int(), name: z.string(), files: z.number().int() })),
  versions: z.array(versionShape),
  /** Of a client's variant: the workflow that it inherits from, the version of it, the client, and what differs. */
  parent: related.extend({ number: z.number().int(), client: z.string() }).nullable(),
  differences: z.array(difference),
  /** The variants that clients have of this workflow, each with the number of steps that differ. */
  variants: z.array(related.extend({ client: z.string(), differs: z.number().int() })),
  headVersion: z.number().int(),
  version: z.number().int(),
});
export type DrawnWorkflow = z.infer<typeof drawn>;

export const readWorkflow = call({
  method: "GET",
  path: "/api/v4/workflow/{workflow}",
  who,
  summary: "A version of a workflow as it is drawn: the one asked for, else the draft, else the live one.",
  params: workflowParam,
  query: z.object({ number: z.coerce.number().int().positive().max(100_000).optional() }),
  reply: drawn,
});

export const stepChoices = call({
  method: "GET",
  path: "/api/v4/workflow/step-choices",
  who,
  summary: "The templates and tasks that a step may use, by channel.",
  reply: itemsOf(z.object({ channel: z.enum(stepChannels), code: z.string(), name: z.string() })),
});

export const startDraft = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/draft",
  who,
  summary: "Begins a draft from the live version. A workflow has one draft at a time.",
  params: workflowParam,
  reply: drawn,
});

const seen = z.strictObject({ version: rowVersion });

export const dropDraft = call({
  method: "DELETE",
  path: "/api/v4/workflow/{workflow}/draft",
  who,
  summary: "Throws the draft away; the live version stays as it is.",
  params: workflowParam,
  body: seen,
  reply: z.object({}),
});

export const publishDraft = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/draft/publish",
  who,
  summary:
    "Puts the draft live: new files begin with it, files stay on the version that they are on. Refused while it has faults.",
  params: workflowParam,
  body: z.strictObject({ note: z.string().trim().min(1).max(1000), version: rowVersion }),
  reply: drawn,
});

const days = z.number().int().max(3650);
const cents = z.number().int().min(0).max(100_000_000_000);

export const changeStep = call({
  method: "PUT",
  path: "/api/v4/workflow/{workflow}/step/{id}",
  who,
  summary:
    "Changes a step of a draft. What the scheduler or the law gate would refuse is refused here, beside its field.",
  params: stepParam,
  body: z.strictObject({
    anchor: z.enum(stepAnchors),
    event: z.enum(workflowEvents).nullable(),
    offsetDays: days.min(-365),
    phase: z.enum(filePhases),
    channel: z.enum(stepChannels),
    template: z.string().trim().min(1).max(40),
    effect: z.enum(stepEffects),
    lapseDays: days.min(1).nullable(),
    termDays: days.min(1).nullable(),
    needs: z.enum(["email", "mobile", "phone"]).nullable(),
    minOpenCents: cents.nullable(),
    maxOpenCents: cents.nullable(),
    minClaimCents: cents.nullable(),
    maxClaimCents: cents.nullable(),
    nextWorkflow: z.string().trim().min(1).max(40).nullable(),
    version: rowVersion,
  }),
  reply: drawn,
});

export const addStep = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/draft/step",
  who,
  summary: "Puts a copy of a step behind it in the draft, to be changed from there.",
  params: workflowParam,
  body: z.strictObject({ after: z.number().int().min(0).max(1000), version: rowVersion }),
  reply: z.object({ id: z.number().int() }),
});

export const moveStep = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/step/{id}/move",
  who,
  summary: "Puts a step of the draft at another place.",
  params: stepParam,
  body: z.strictObject({ to: z.number().int().min(1).max(1000), version: rowVersion }),
  reply: drawn,
});

export const removeStep = call({
  method: "DELETE",
  path: "/api/v4/workflow/{workflow}/step/{id}",
  who,
  summary: "Takes a step out of the draft.",
  params: stepParam,
  body: seen,
  reply: drawn,
});
