/** Calls and screens of processing runs, of what waits, and of a single step by hand. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { shownWork } from "../../../ground/platform/platform.contract.ts";
import { handOutcomes, stepChannels } from "../../workflows/workflows.ts";
import { rowStates, runScope, runStates, verdicts } from "../processing.ts";

const id = z.number().int();
const cents = z.number().int();
const instant = z.string();
const processing = any("ROLE_PROCESSING");

export const newRunScreen = screen({ path: "/processing/new", who: processing, title: "processing.newTitle" });
export const monitoringScreen = screen({
  path: "/processing/monitoring",
  who: processing,
  title: "processing.monitoringTitle",
});
export const inHoldScreen = screen({ path: "/processing/in-hold", who: processing, title: "processing.inHoldTitle" });

/** A reason in the reader's language, with the rule, its article and the first day or instant on which it no longer applies. */
const shownReason = z.object({
  rule: z.string(),
  article: z.string(),
  text: z.string(),
  possibleFrom: z.string().nullable(),
});
export type ShownReason = z.infer<typeof shownReason>;

/** A group of rows that a run treats alike. */
const runTotal = z.object({
  step: z.number().int(),
  workflow: z.string(),
  name: z.string(),
  channel: z.enum(stepChannels),
  verdict: z.enum(verdicts),
  state: z.enum(rowStates),
  files: z.number().int(),
  openCents: cents,
  costCents: cents,
});

export const run = z.object({
  id,
  state: z.enum(runStates),
  scope: runScope,
  /** The names of the clients in the scope. */
  clients: z.array(z.object({ id, text: z.string() })),
  asOf: calendarDate(),
  plannedBy: z.string().nullable(),
  plannedAt: instant,
  startedBy: z.string().nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  stopAsked: z.boolean(),
  /** Due files, and how many of them the plan has examined. */
  dueFiles: z.number().int(),
  lookedAt: z.number().int(),
  /** The number of rows to be made, and their results. */
  toDo: z.number().int(),
  done: z.number().int(),
  dropped: z.number().int(),
  failed: z.number().int(),
  error: z.string().nullable(),
  /** The current or last job of the run. */
  work: shownWork.nullable(),
  version: z.number().int(),
});
export type Run = z.infer<typeof run>;

export const runDetail = run.extend({
  totals: z.array(runTotal),
  /** The reasons why rows are not made, the most frequent first. */
  reasons: z.array(z.object({ rule: z.string(), article: z.string(), text: z.string(), files: z.number().int() })),
});
export type RunDetail = z.infer<typeof runDetail>;

export const planRun = call({
  method: "POST",
  path: "/api/v4/processing/run",
  who: processing,
  summary: "Plans a run over the files that are due. Nothing is sent: the plan is looked at first.",
  body: runScope,
  reply: run,
});

export const listRuns = call({
  method: "GET",
  path: "/api/v4/processing/run",
  who: processing,
  summary: "Runs, newest first, with what has become of them so far.",
  query: tableQuery({ order: ["plannedAt"], filter: { state: z.enum(runStates) } }),
  reply: pageOf(run),
});

export const readRun = call({
  method: "GET",
  path: "/api/v4/processing/run/{id}",
  who: processing,
  summary: "One run with its totals by step, channel and verdict.",
  params: idParam,
  reply: runDetail,
});

export const runRow = z.object({
  fileId: id,
  fileNumber: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  workflow: z.string(),
  step: z.number().int(),
  stepName: z.string(),
  channel: z.enum(stepChannels),
  template: z.string(),
  dueOn: calendarDate(),
  verdict: z.enum(verdicts),
  state: z.enum(rowStates),
  reasons: z.array(shownReason),
  possibleFrom: z.string().nullable(),
  openCents: cents,
  costCents: cents,
  /** Other files of the same person and client in this plan. */
  together: z.number().int(),
  error: z.string().nullable(),
  attempts: z.number().int(),
  documentId: id.nullable(),
  doneAt: instant.nullable(),
});
export type RunRow = z.infer<typeof runRow>;

export const listRunRows = call({
  method: "GET",
  path: "/api/v4/processing/run/{id}/row",
  who: processing,
  summary: "The rows of a run: per file the step, the document, the amounts, or the reason why not.",
  params: idParam,
  query: tableQuery({
    order: ["fileNumber", "dueOn", "openCents", "costCents", "doneAt"],
    filter: {
      verdict: z.enum(verdicts),
      state: z.enum(rowStates),
      step: z.coerce.number().int().min(0).max(100),
      workflow: z.string().max(40),
      channel: z.enum(stepChannels),
      rule: z.string().max(60),
      together: z.stringbool(),
      search: z.string().trim().min(1).max(100),
    },
  }),
  reply: pageOf(runRow),
});

const version = z.number().int().min(1);

export const excludeRows = call({
  method: "POST",
  path: "/api/v4/processing/run/{id}/exclude",
  who: processing,
  summary: "Takes files out of a plan, or puts them back.",
  params: idParam,
  body: z.strictObject({ files: z.array(id.positive()).min(1).max(1000), excluded: z.boolean() }),
  reply: run,
});

export const makeRunCall = call({
  method: "POST",
  path: "/api/v4/processing/run/{id}/make",
  who: processing,
  summary: "Makes a plan: takes its rows whose inputs have not changed since; the others drop out and say so.",
  params: idParam,
  body: z.strictObject({ version }),
  reply: run,
});

export const stopRun = call({
  method: "POST",
  path: "/api/v4/processing/run/{id}/stop",
  who: processing,
  summary: "Stops a run after the files in hand; what is left stays planned.",
  params: idParam,
  reply: run,
});

export const retryRun = call({
  method: "POST",
  path: "/api/v4/processing/run/{id}/retry",
  who: processing,
  summary: "Tries the failed rows of a run again, or one of them.",
  params: idParam,
  body: z.strictObject({ file: id.positive().optional() }),
  reply: run,
});

export const cancelRun = call({
  method: "POST",
  path: "/api/v4/processing/run/{id}/cancel",
  who: processing,
  summary: "Throws a plan away; nothing of it was made.",
  params: idParam,
  reply: run,
});

export const sampleOfRun = call({
  method: "GET",
  path: "/api/v4/processing/run/{id}/sample/{fileId}",
  who: processing,
  summary: "The letter of one row as it would be made now, as PDF. Nothing is kept.",
  params: idParam.extend({ fileId: idParam.shape.id }),
  carries: "blob",
});

/** Why a file waits. */
export const holdCauses = ["hold", "arrangement", "refused", "byHand", "other"] as const;

export const heldRow = z.object({
  fileId: id,
  fileNumber: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  status: z.string(),
  cause: z.enum(holdCauses),
  stepName: z.string().nullable(),
  dueOn: calendarDate().nullable(),
  reasons: z.array(shownReason),
  /** The first day or instant on which nothing prevents it, if known. */
  possibleFrom: z.string().nullable(),
  openCents: cents,
});
export type HeldRow = z.infer<typeof heldRow>;

export const listHeld = call({
  method: "GET",
  path: "/api/v4/processing/in-hold",
  who: processing,
  summary: "Files that wait: what for, by which rule, and from when they can go on.",
  query: tableQuery({
    order: ["dueOn"],
    filter: {
      cause: z.enum(holdCauses),
      client: idParam.shape.id,
      search: z.string().trim().min(1).max(100),
    },
  }),
  reply: pageOf(heldRow),
});

/** The next step of one file with its current verdict. */
const stepNow = z.object({
  fileId: id,
  verdict: z.enum(verdicts),
  position: z.number().int(),
  name: z.string().nullable(),
  channel: z.enum(stepChannels).nullable(),
  byHand: z.boolean(),
  /** The possible outcomes of a step by hand; empty for other steps. */
  outcomes: z.array(z.enum(handOutcomes)),
  dueOn: calendarDate().nullable(),
  reasons: z.array(shownReason),
  possibleFrom: z.string().nullable(),
  openCents: cents,
  costCents: cents,
});
export type StepNow = z.infer<typeof stepNow>;

export const readStep = call({
  method: "GET",
  path: "/api/v4/file/{id}/step",
  who: any("ROLE_FILE_EDIT", "ROLE_PROCESSING"),
  summary: "The next step of a file: whether it may be done now, and if not, by which rule and until when.",
  params: idParam,
  // The call script, if the step is a call.
  reply: stepNow.extend({ script: z.string().nullable() }),
});

export const doStep = call({
  method: "POST",
  path: "/api/v4/file/{id}/step",
  who: any("ROLE_FILE_EDIT", "ROLE_PROCESSING"),
  summary: "Does the next step of a file now, through the same gate as a run. A step by hand needs its outcome.",
  params: idParam,
  body: z.strictObject({
    /** The step that the user saw; if it has changed the call is a conflict. */
    position: z.number().int().min(0).max(100),
    outcome: z.enum(handOutcomes).optional(),
  }),
  reply: stepNow.extend({ documentId: id.nullable() }),
});

/** Choices of the planning form: the workflows with their steps. */
export const runChoices = call({
  method: "GET",
  path: "/api/v4/processing/choices",
  who: processing,
  summary: "The workflows and steps among which a run can choose.",
  reply: itemsOf(
    z.object({
      code: z.string(),
      name: z.string(),
      steps: z.array(z.object({ position: z.number().int(), name: z.string(), channel: z.enum(stepChannels) })),
    }),
  ),
});
