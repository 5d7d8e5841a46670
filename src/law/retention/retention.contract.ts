/** What closed files know of persons and goes when its term is over: what that would be now. */
import { z } from "zod";
import { closingReasons } from "../../cases/files/files.ts";
import { all } from "../../ground/kernel/access.ts";
import { call, screen } from "../../ground/kernel/contract.ts";
import { calendarDate, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { retentionReasons, retentionStages } from "./retention.ts";

// Whoever sees the list sees the files that stand in it.
const who = all("ROLE_SETTINGS", "ROLE_FILE_SEARCH");
const whole = z.number().int();

const part = z.object({ files: whole, documents: whole, bytes: whole });

export const retentionState = call({
  method: "GET",
  path: "/api/v4/retention",
  who,
  summary:
    "What would be erased now of the closed files whose term is over, and what is kept although its term is over.",
  reply: z.object({
    /** Whether each night does so. */
    enabled: z.boolean(),
    /** Months after closing: of a file, and of its papers for the books. */
    months: whole,
    fiscalMonths: whole,
    /** Files whose persons, messages and documents would go; documents are those that go with them. */
    files: part,
    /** Files erased before whose papers for the books would go now. */
    books: part,
    /** Files that stay, by what keeps them. */
    kept: z.object({ hold: whole, handover: whole }),
  }),
});
export type RetentionState = z.infer<typeof retentionState.reply>;

const dueFile = z.object({
  id: whole,
  number: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  closedOn: calendarDate(),
  reason: z.enum(closingReasons).nullable(),
  stage: z.enum(retentionStages),
  documents: whole,
  bytes: whole,
  messages: whole,
  /** What keeps it; null where it would go. */
  kept: z.enum(retentionReasons).nullable(),
});
export type DueFile = z.infer<typeof dueFile>;

export const retentionFiles = call({
  method: "GET",
  path: "/api/v4/retention/files",
  who,
  summary: "The closed files whose term is over, the longest closed first: what would go of each, or what keeps it.",
  query: tableQuery({
    order: ["closedOn", "number"],
    filter: { outcome: z.enum(["erased", "kept"]), stage: z.enum(retentionStages) },
  }),
  reply: pageOf(dueFile),
});

export const retentionScreen = screen({ path: "/settings/retention", who, title: "retention.title" });
