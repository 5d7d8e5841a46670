/** Calls for a replay: deciding past steps again with a version of a workflow. */
import { z } from "zod";
import { all } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { calendarDate, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { shownWork } from "../../../ground/platform/platform.contract.ts";
import { replayKinds, replayOutcome } from "./replay.ts";

const who = all("ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE");
const workflowParam = z.object({ workflow: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

const shownReplay = z.object({
  id: z.number().int(),
  toVersion: z.number().int(),
  /** The draft was changed since. */
  stale: z.boolean(),
  since: calendarDate(),
  askedAt: z.iso.datetime(),
  outcome: replayOutcome.nullable(),
  work: shownWork.nullable(),
});
export type ShownReplay = z.infer<typeof shownReplay>;

export const requestReplay = call({
  method: "POST",
  path: "/api/v4/workflow/{workflow}/replay",
  who,
  summary:
    "Decides the steps of the last months again by a version of the workflow, for the files that the asker may see; nothing is changed.",
  params: workflowParam,
  body: z.strictObject({ number: z.number().int().min(1).max(100_000), months: z.number().int().min(1).max(36) }),
  reply: shownReplay,
});

export const latestReplays = call({
  method: "GET",
  path: "/api/v4/workflow/{workflow}/replay",
  who,
  summary: "The reader's own latest replay of each version of a workflow, the newest first.",
  params: workflowParam,
  reply: z.object({ items: z.array(shownReplay) }),
});

const row = z.object({
  fileId: z.number().int(),
  fileNumber: z.string(),
  clientName: z.string(),
  doneOn: calendarDate(),
  kind: z.enum(replayKinds),
  before: z.string(),
  after: z.string(),
  /** So many days later than it was; less than 0 is earlier. */
  days: z.number().int().nullable(),
});
export type ReplayRow = z.infer<typeof row>;

export const listReplayRows = call({
  method: "GET",
  path: "/api/v4/workflow/replay/{id}/row",
  who,
  summary: "The steps that would have been decided otherwise, with their files.",
  params: idParam,
  query: tableQuery({ order: ["doneOn"], filter: { kind: z.enum(replayKinds) } }),
  reply: pageOf(row),
});
