/** Calls and screens of runs over records: planned, reviewed, carried out; due and waiting records; and the conversion of one. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { calendarDate, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { shownWork } from "../../../ground/platform/platform.contract.ts";
import { recordStates } from "../records/record.ts";
import { rowStates, runScope, runStates, verdicts } from "./run.ts";

const who = any("ROLE_PROCESSING");
const id = z.number().int();
const cents = z.number().int();
const instant = z.iso.datetime();
const plainDate = calendarDate();

export const precassoRunScreen = screen({ path: "/processing-precasso", who, title: "precasso.runTitle" });
export const precassoLastScreen = screen({
  path: "/processing-precasso/last-processing",
  who,
  title: "precasso.lastTitle",
});
export const precassoActionsScreen = screen({ path: "/precasso/actions", who, title: "precasso.actionsTitle" });

export const run = z.object({
  id,
  state: z.enum(runStates),
  asOf: plainDate,
  plannedBy: z.string().nullable(),
  plannedAt: instant,
  startedBy: z.string().nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  stopAsked: z.boolean(),
  /** The rows to be made with their results, and those held back by a rule or a date. */
  toDo: id,
  done: id,
  dropped: id,
  failed: id,
  kept: id,
  excluded: id,
  version: id,
});
export type Run = z.infer<typeof run>;

export const planPrecasso = call({
  method: "POST",
  path: "/api/v4/precasso/run",
  who,
  summary:
    "Plans what is to be sent in the clients' names today, and which records become files. Nothing goes out yet.",
  body: runScope,
  reply: run,
});
export const listPrecassoRuns = call({
  method: "GET",
  path: "/api/v4/precasso/run",
  who,
  summary: "Runs over records, newest first.",
  query: tableQuery({ order: ["plannedAt"], filter: { state: z.enum(runStates) } }),
  reply: pageOf(run),
});
export const readPrecassoRun = call({
  method: "GET",
  path: "/api/v4/precasso/run/{id}",
  who,
  summary: "One run with its job and its totals by step and channel.",
  params: idParam,
  reply: run.extend({
    work: shownWork.nullable(),
    totals: z.array(
      z.object({
        step: id,
        name: z.string(),
        channel: z.string(),
        verdict: z.enum(verdicts),
        state: z.enum(rowStates),
        records: id,
        openCents: cents,
      }),
    ),
  }),
});

const reason = z.object({
  rule: z.string(),
  article: z.string(),
  text: z.string(),
  possibleFrom: z.string().nullable(),
});

export const runRow = z.object({
  recordId: id,
  number: z.string(),
  debtorName: z.string(),
  clientName: z.string(),
  stepName: z.string(),
  channel: z.string(),
  verdict: z.enum(verdicts),
  state: z.enum(rowStates),
  dueOn: plainDate,
  openCents: cents,
  reasons: z.array(reason),
  error: z.string().nullable(),
  messageId: id.nullable(),
  fileId: id.nullable(),
  fileNumber: z.string().nullable(),
});
export type RunRow = z.infer<typeof runRow>;

export const listPrecassoRows = call({
  method: "GET",
  path: "/api/v4/precasso/run/{id}/rows",
  who,
  summary: "The rows of a run: what happens to each record, or why not.",
  params: idParam,
  query: tableQuery({
    order: ["number", "openCents"],
    filter: { verdict: z.enum(verdicts), state: z.enum(rowStates), search: z.string().trim().min(1).max(100) },
  }),
  reply: pageOf(runRow),
});
export const excludePrecasso = call({
  method: "PUT",
  path: "/api/v4/precasso/run/{id}/excluded",
  who,
  summary: "Takes records out of a plan or puts them back.",
  params: idParam,
  body: z.strictObject({ records: z.array(id.positive()).min(1).max(1000), excluded: z.boolean() }),
  reply: run,
});
export const makePrecasso = call({
  method: "POST",
  path: "/api/v4/precasso/run/{id}/make",
  who,
  summary: "Carries a plan of today out, as a tracked job that goes on where it was broken off.",
  params: idParam,
  body: z.strictObject({ version: rowVersion }),
  reply: run,
});
export const stopPrecasso = call({
  method: "POST",
  path: "/api/v4/precasso/run/{id}/stop",
  who,
  summary: "Stops a run behind the records that it has in hand; it can go on later.",
  params: idParam,
  reply: run,
});
export const retryPrecasso = call({
  method: "POST",
  path: "/api/v4/precasso/run/{id}/retry",
  who,
  summary: "Tries the failed records of a run again.",
  params: idParam,
  reply: run,
});
export const cancelPrecasso = call({
  method: "POST",
  path: "/api/v4/precasso/run/{id}/cancel",
  who,
  summary: "Throws a plan away of which nothing has been made.",
  params: idParam,
  reply: run,
});

export const actionRow = z.object({
  recordId: id,
  number: z.string(),
  debtorName: z.string(),
  clientName: z.string(),
  state: z.enum(recordStates),
  stepName: z.string().nullable(),
  dueOn: plainDate.nullable(),
  openCents: cents,
  verdict: z.enum(verdicts),
  reasons: z.array(reason),
  version: id,
});
export type ActionRow = z.infer<typeof actionRow>;

export const listActions = call({
  method: "GET",
  path: "/api/v4/precasso/action",
  who,
  summary:
    "Records whose turn has come, with whether they may go and why not; those that are disputed, held or at the end of their steps.",
  query: tableQuery({
    order: ["dueOn"],
    filter: {
      client: idParam.shape.id,
      kind: z.enum(["due", "stopped", "ended"]),
      search: z.string().trim().min(1).max(100),
    },
  }),
  reply: pageOf(actionRow),
});

export const convertCall = call({
  method: "POST",
  path: "/api/v4/precasso/record/{id}/convert",
  who,
  summary: "Makes a file of a record, with its history and its 14-day letter; again it gives the same file.",
  params: idParam,
  body: z.strictObject({ version: rowVersion.optional() }),
  reply: z.object({ fileId: id, number: z.string(), isNew: z.boolean() }),
});
