/** Calls about the effect of another version of a workflow on open files, and moving files to it. */
import { z } from "zod";
import { all } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { shownWork } from "../../ground/platform/platform.contract.ts";
import { verdicts } from "../processing/processing.ts";
import { dateChoices } from "../workflows/workflows.ts";
import { changes, figures, outcome, rowChoices, whatIfStates } from "./what-if.ts";

const who = all("ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE");
const workflowParam = z.object({ workflow: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

export const whatIfScreen = screen({ path: "/workflow/{workflow}/what-if", who, title: "what-if.title" });

const whatIf = z.object({
  id: z.number().int(),
  workflow: z.object({ id: z.number().int(), code: z.string(), name: z.string() }),
  toVersion: z.number().int(),
  /** Whether that version is live, so that files can be moved to it. */
  live: z.boolean(),
  /** The draft was changed since. */
  stale: z.boolean(),
  state: z.enum(whatIfStates),
  asOf: calendarDate(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  files: z.number().int(),
  outcome: outcome.nullable(),
  /** Files of older versions that wait to be moved (without those that were chosen to stay), were moved, or were left. */
  toMove: z.number().int(),
  moved: z.number().int(),
  dropped: z.number().int(),
  dates: z.enum(dateChoices).nullable(),
  reason: z.string(),
  work: shownWork.nullable(),
  version: z.number().int(),
});
export type WhatIf = z.infer<typeof whatIf>;

export const requestWhatIf = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/what-if",
  who,
  summary:
    "Judges the open files that the asker may see by a version of the workflow; a job does it, and nothing is changed.",
  params: workflowParam,
  body: z.strictObject({ number: z.number().int().min(1).max(100_000) }),
  reply: whatIf,
});

export const latestWhatIf = call({
  method: "GET",
  path: "/api/v4/workflow/{workflow}/what-if",
  who,
  summary: "The reader's own latest judgement of each version of a workflow, the newest first.",
  params: workflowParam,
  reply: z.object({ items: z.array(whatIf) }),
});

const row = z.object({
  fileId: z.number().int(),
  fileNumber: z.string(),
  clientName: z.string(),
  fromVersion: z.number().int(),
  change: z.enum(changes),
  before: z.string(),
  beforeOn: calendarDate().nullable(),
  beforeVerdict: z.enum(verdicts),
  after: z.string(),
  afterOn: calendarDate().nullable(),
  afterVerdict: z.enum(verdicts),
  /** The day that its step may keep when it is moved. */
  keepable: calendarDate().nullable(),
  /** Chosen for this file alone; null where it goes like the others. */
  chosen: z.enum(rowChoices).nullable(),
  state: z.enum(["judged", "moved", "dropped"]),
  /** Why it was left where it was, in the reader's language. */
  why: z.string().nullable(),
  /** What it adds to the figure that was asked for; of costs in cents. */
  counted: z.object({ before: z.number().int(), after: z.number().int() }).nullable(),
});
export type WhatIfRow = z.infer<typeof row>;

export const listWhatIfRows = call({
  method: "GET",
  path: "/api/v4/workflow/what-if/{id}/row",
  who,
  summary:
    "The files behind a judgement, or behind one figure of it: what each waits for, before and after, and the day that it may keep.",
  params: idParam,
  query: tableQuery({
    order: ["fileNumber", "beforeOn", "afterOn"],
    /** week: the Monday of a week; without it, all weeks. only: files that add something else with this version. */
    filter: { change: z.enum(changes), figure: z.enum(figures), week: calendarDate(), only: z.enum(["differs"]) },
  }),
  reply: pageOf(row),
});

export const chooseForFile = call({
  method: "PUT",
  path: "/api/v4/workflow/what-if/{id}/row/{file}",
  who,
  summary:
    "Chooses for one file of a plan otherwise than for all: its step keeps its day, gets a new one, or the file stays.",
  params: idParam.extend({ file: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  body: z.strictObject({ chosen: z.enum(rowChoices).nullable() }),
  reply: whatIf,
});

export { latestReplays, requestReplay } from "./replay/replay.contract.ts";

export const moveFiles = call({
  method: "POST",
  path: "/api/v4/workflow/what-if/{id}/move",
  who,
  summary:
    "Moves the judged files to the live version, each by what was chosen for it alone, else for all; a file that went on since is left, and says so.",
  params: idParam,
  body: z.strictObject({
    dates: z.enum(dateChoices),
    reason: z.string().trim().min(1).max(500).transform(maskBsn),
    version: rowVersion,
  }),
  reply: whatIf,
});
