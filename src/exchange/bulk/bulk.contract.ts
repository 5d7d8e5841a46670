/** Calls and the screen of work on many files at once (specification, point 2). */
import { z } from "zod";
import { fileFilters, fileOrders } from "../../cases/file-search/file-search.contract.ts";
import { closingReasons, filePhases, fileStatuses, holdKinds } from "../../cases/files/files.ts";
import { all } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate, option, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { shownWork } from "../../ground/platform/platform.contract.ts";
import { interestTerms } from "../../money/claims/claims.ts";
import {
  bulkActions,
  bulkRowStates,
  bulkStates,
  bulkVerdicts,
  countedFacts,
  factFields,
  maxFiles,
  outcomes,
} from "./bulk.ts";

const who = all("ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS");
const whole = z.number().int();
const wholeId = idParam.shape.id;
const plainDate = calendarDate();
// As where they are written on one file, a citizen service number in them is masked.
const reason = z.string().trim().min(1).max(500).transform(maskBsn);
const note = z.string().trim().max(1000).transform(maskBsn);

export const bulkScreen = screen({ path: "/file/bulk-update", who, title: "bulk.title" });

/** What is done to each file; the same rules hold as where it is done to one. */
export const bulkAction = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("workflow"), workflow: z.string().min(1).max(50), reason }),
  z.strictObject({ kind: z.literal("step"), reason }).describe("Skips the next step."),
  z
    .strictObject({
      kind: z.literal("step_go"),
      workflow: z.string().min(1).max(50),
      position: whole.min(1).max(1000),
      reason,
    })
    .describe("Puts files of a workflow before one of its steps, on the record and through the gate of the law."),
  z.strictObject({ kind: z.literal("step_repeat"), reason }).describe("Puts files before the step that was over last."),
  z.strictObject({ kind: z.literal("case_manager"), caseManagerId: wholeId.nullable() }),
  z.strictObject({ kind: z.literal("status"), status: z.enum(fileStatuses), phase: z.enum(filePhases).optional() }),
  z.strictObject({
    kind: z.literal("flag"),
    hold: z.enum(holdKinds),
    reason: note.optional(),
    since: plainDate
      .optional()
      .describe(
        "Its own day: of the judgment, the notice, the death; today where absent. Interest rests from then on.",
      ),
    until: plainDate.nullable().optional(),
  }),
  z.strictObject({ kind: z.literal("unflag"), hold: z.enum(holdKinds), reason: note.optional() }),
  z.strictObject({ kind: z.literal("note"), subject: z.string().trim().min(1).max(200), content: note.optional() }),
  z.strictObject({
    kind: z.literal("agenda"),
    subject: wholeId,
    on: plainDate.optional(),
    note: note.optional(),
  }),
  z.strictObject({
    kind: z.literal("cost"),
    costType: wholeId,
    cents: whole.min(1).max(100_000_000).describe("VAT included."),
    title: z
      .strictObject({ on: plainDate, reference: z.string().trim().min(1).max(200) })
      .optional()
      .describe("The judgment or other title that makes costs of court or of execution the debtor's."),
    description: z.string().trim().min(1).max(200).transform(maskBsn),
  }),
  z.strictObject({
    kind: z.literal("close"),
    reason: z.enum(closingReasons),
    closingReasonId: wholeId.optional(),
    note: note.optional(),
  }),
  z.strictObject({ kind: z.literal("reopen"), note: note.optional() }),
  z
    .strictObject({ kind: z.literal("interest"), from: plainDate, until: plainDate.optional(), reason })
    .describe("No interest from a day on, until (not on) another one if given."),
  z
    .strictObject({ kind: z.literal("unfreeze"), from: plainDate, reason })
    .describe("Interest runs again from a day on, but for what a state of the file holds."),
  z
    .strictObject({ kind: z.literal("interest_terms"), interest: interestTerms, reason })
    .describe("How files bear interest, for the whole of their history; no kind is none."),
  z.strictObject({ kind: z.literal("send") }).describe("Does the next step now, through the gate of the law."),
]);
export type BulkAction = z.output<typeof bulkAction>;

const chosen = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("filter"), filter: z.strictObject(fileFilters).partial() }),
  z.strictObject({ by: z.literal("numbers"), numbers: z.string().max(1_000_000) }),
  z.strictObject({ by: z.literal("files"), files: z.array(wholeId).min(1).max(1000) }),
]);
export type Chosen = z.output<typeof chosen>;

const counts = z.object({
  looked: whole,
  do: whole,
  same: whole,
  refuse: whole,
  excluded: whole,
  done: whole,
  dropped: whole,
  failed: whole,
  undone: whole,
  kept: whole,
  /** Made, and can still be taken back. */
  undoable: whole,
});

export const bulkRun = z.object({
  id: whole,
  kind: z.enum(bulkActions),
  /** The action in words, with what it was given. */
  title: z.string(),
  state: z.enum(bulkStates),
  by: z.enum(["filter", "numbers", "files"]),
  files: whole,
  /** Pasted lines of which no file is known: the first thousand. */
  missing: z.array(z.object({ line: whole, text: z.string() })),
  missingCount: whole,
  counts,
  error: z.string().nullable(),
  work: shownWork.nullable(),
  stopAsked: z.boolean(),
  askedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  version: whole,
});
export type BulkRun = z.infer<typeof bulkRun>;

const runReply = { params: idParam, reply: bulkRun } as const;

export const bulkChoices = call({
  method: "GET",
  path: "/api/v4/file-bulk/choices",
  who,
  summary: "The actions that the reader may do to many files, and what each is chosen from.",
  reply: z.object({
    actions: z.array(z.enum(bulkActions)),
    workflows: z.array(option),
    /** The steps of each workflow, by its code. */
    steps: z.array(z.object({ workflow: z.string(), position: whole, text: z.string() })),
    caseManagers: z.array(option),
    subjects: z.array(option),
    costTypes: z.array(option),
    closingReasons: z.array(
      z.object({ id: whole, reason: z.enum(closingReasons), text: z.string(), needsNote: z.boolean() }),
    ),
  }),
});

export const countBulk = call({
  method: "GET",
  path: "/api/v4/file-bulk/count",
  who,
  summary: `How many files these filters choose, exactly; work takes at most ${maxFiles} of them.`,
  query: tableQuery({ order: fileOrders, filter: fileFilters }),
  reply: z.object({ files: whole }),
});

export const planBulk = call({
  method: "POST",
  path: "/api/v4/file-bulk",
  who,
  summary: "Chooses files and has what would become of each planned in the background. Nothing is changed yet.",
  body: z.strictObject({ chosen, action: bulkAction }),
  reply: bulkRun,
});

export const listBulk = call({
  method: "GET",
  path: "/api/v4/file-bulk",
  who,
  summary: "The reader's own works on many files, newest first.",
  query: tableQuery({ order: ["askedAt"] }),
  reply: pageOf(bulkRun),
});

export const readBulk = call({
  method: "GET",
  path: "/api/v4/file-bulk/{id}",
  who,
  summary: "One work: how far it is and what became of its files.",
  ...runReply,
});

export const bulkRow = z.object({
  fileId: whole,
  fileNumber: z.string(),
  debtorName: z.string(),
  clientName: z.string(),
  verdict: z.enum(bulkVerdicts).nullable(),
  state: z.enum(bulkRowStates),
  changes: z.array(
    z.object({
      field: z.enum([...factFields, "step"]),
      as: z.enum(["text", "money", "date"]),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** Why it is refused, was dropped, or failed. */
  reasons: z.array(z.string()),
});
export type BulkRow = z.infer<typeof bulkRow>;

export const listBulkRows = call({
  method: "GET",
  path: "/api/v4/file-bulk/{id}/rows",
  who,
  summary: "The files of a work: before, after, and why not.",
  params: idParam,
  query: tableQuery({
    order: ["fileNumber"],
    filter: { verdict: z.array(z.enum(bulkVerdicts)).max(10), state: z.array(z.enum(bulkRowStates)).max(10) },
  }),
  reply: pageOf(bulkRow),
});

const sums = z.object({ before: whole, after: whole });

export const bulkTotals = call({
  method: "GET",
  path: "/api/v4/file-bulk/{id}/totals",
  who,
  summary: "What a work comes to in all: sums in cents before and after, the commonest changes, and why others cannot.",
  params: idParam,
  reply: z.object({
    outcomes: z.array(z.object({ outcome: z.enum(outcomes), files: whole, open: sums, interest: sums, costs: sums })),
    effects: z.array(
      z.object({
        field: z.enum([...countedFacts, "step"]),
        before: z.string().nullable(),
        after: z.string().nullable(),
        files: whole,
      }),
    ),
    reasons: z.array(z.object({ text: z.string(), files: whole })),
  }),
});
export type BulkTotals = z.infer<typeof bulkTotals.reply>;

export const excludeBulkRows = call({
  method: "POST",
  path: "/api/v4/file-bulk/{id}/exclude",
  who,
  summary: "Takes files out of a plan, or puts them back.",
  ...runReply,
  body: z.strictObject({ files: z.array(wholeId).min(1).max(1000), excluded: z.boolean() }),
});

const versioned = { ...runReply, body: z.strictObject({ version: rowVersion }) } as const;

export const makeBulk = call({
  method: "POST",
  path: "/api/v4/file-bulk/{id}/make",
  who,
  summary: "Does what was planned, in the background. A file that was changed since is left out, and says so.",
  ...versioned,
});

export const stopBulk = call({
  method: "POST",
  path: "/api/v4/file-bulk/{id}/stop",
  who,
  summary: "Stops the making after the file that is being done; the rest can be gone on with.",
  ...runReply,
});

export const cancelBulk = call({
  method: "POST",
  path: "/api/v4/file-bulk/{id}/cancel",
  who,
  summary: "Throws a plan away of which nothing was made.",
  ...runReply,
});

export const undoBulk = call({
  method: "POST",
  path: "/api/v4/file-bulk/{id}/undo",
  who,
  summary: "Takes back what was made, file by file, where nobody has changed the file since.",
  ...versioned,
});

export const bulkResult = call({
  method: "GET",
  path: "/api/v4/file-bulk/{id}/result",
  who,
  summary: "All files of a work and what became of each, as CSV or XLSX.",
  params: idParam,
  query: z.object({ format: z.enum(["csv", "xlsx"]).default("csv") }),
  carries: "blob",
});
