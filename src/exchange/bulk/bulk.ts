/** Work on many files at once: its actions, its states, and what is told of a file before and after. Pure. */

import { pastedNumbers } from "../../cases/file-search/file-search.ts";

export const bulkActions = [
  "workflow",
  "step",
  "step_go",
  "step_repeat",
  "case_manager",
  "status",
  "flag",
  "unflag",
  "note",
  "agenda",
  "cost",
  "close",
  "reopen",
  "interest",
  "unfreeze",
  "interest_terms",
  "send",
] as const;
export type BulkKind = (typeof bulkActions)[number];

export const bulkStates = [
  "planning",
  "planned",
  "making",
  "done",
  "undoing",
  "undone",
  "failed",
  "cancelled",
] as const;
export type BulkState = (typeof bulkStates)[number];

export const bulkVerdicts = ["do", "same", "refuse"] as const;
export type BulkVerdict = (typeof bulkVerdicts)[number];

export const bulkRowStates = ["planned", "excluded", "done", "dropped", "failed", "undone", "kept"] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

/** What became of a file of a work, or would: in the order in which totals tell of it. */
export const outcomes = [
  "do",
  "done",
  "same",
  "refuse",
  "excluded",
  "dropped",
  "failed",
  "undone",
  "kept",
] as const satisfies readonly (BulkVerdict | BulkRowState)[];

/** So many files at most in one work. */
export const maxFiles = 100_000;
/** So many lines at most may be pasted. */
export const maxLines = 20_000;

/** What is told of a file before and after. */
export const factFields = [
  "status",
  "phase",
  "caseManager",
  "place",
  "nextStep",
  "nextActionOn",
  "holds",
  "agenda",
  "lines",
  "openCents",
  "interestCents",
  "costsCents",
] as const;
export type FactField = (typeof factFields)[number];
/** The facts of which totals count how many files change, and from what into what. */
export const countedFacts = ["status", "phase", "caseManager", "place", "nextStep", "holds"] as const;
export type Fact = string | number | null | readonly string[];
export type Facts = Readonly<Record<FactField, Fact>>;

/** A next step as a fact: its text key and what stands in it, as one text. */
export const stepFact = (step: { readonly key: string; readonly values?: unknown } | null): string | null =>
  step === null ? null : JSON.stringify({ key: step.key, values: step.values });

/** What moves by itself from one day to the next, and so says nothing about whether somebody changed the file. */
const drifting: ReadonlySet<FactField> = new Set(["openCents", "interestCents", "lines", "nextStep", "nextActionOn"]);

const text = (fact: Fact): string => JSON.stringify(fact);

/** The fields in which two looks at a file differ. */
export const changedFields = (before: Facts, after: Facts): readonly FactField[] =>
  factFields.filter((field) => text(before[field]) !== text(after[field]));

/** Whether somebody changed a file between two looks at it. */
export const isSameFile = (before: Facts, now: Facts): boolean =>
  changedFields(before, now).every((field) => drifting.has(field));

/** Lines of pasted text that hold something: one number each, or several with commas, tabs or spaces between. */
export function pastedLines(pasted: string): readonly { readonly line: number; readonly text: string }[] {
  return pasted.split(/\r?\n/).flatMap((row, at) => pastedNumbers(row).map((text) => ({ line: at + 1, text })));
}
