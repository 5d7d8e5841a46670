/** The allowed transitions of the status of a file. Pure (domain facts 6 and 9). */
import type { FileStatus } from "../files/files.ts";

/**
 * Where each status may go (domain facts 9, end: not_started → in_progress ⇄ paused ⇄ term_payment / suspend; 6: any open status
 * may be suspended and resumes where it was). A closed file only opens again, by `reopenFile`.
 */
const transitions: Readonly<Record<FileStatus, readonly FileStatus[]>> = {
  not_started: ["in_progress", "paused", "term_payment", "suspend", "monitoring", "no_more_steps", "closed"],
  in_progress: ["paused", "term_payment", "suspend", "monitoring", "no_more_steps", "closed"],
  paused: ["not_started", "in_progress", "term_payment", "suspend", "monitoring", "no_more_steps", "closed"],
  term_payment: ["in_progress", "paused", "suspend", "monitoring", "no_more_steps", "closed"],
  suspend: [
    "not_started",
    "in_progress",
    "paused",
    "term_payment",
    "monitoring",
    "monitoring_in_progress",
    "no_more_steps",
    "closed",
  ],
  monitoring: ["monitoring_in_progress", "in_progress", "paused", "term_payment", "suspend", "closed"],
  monitoring_in_progress: ["monitoring", "in_progress", "paused", "term_payment", "suspend", "no_more_steps", "closed"],
  no_more_steps: ["in_progress", "paused", "term_payment", "suspend", "monitoring", "closed"],
  closed: ["not_started", "in_progress", "monitoring", "no_more_steps"],
};

/** The statuses that a file in this status may be given; staying where it is always goes. */
export const nextStatuses = (from: FileStatus): readonly FileStatus[] => transitions[from];
export const mayBecome = (from: FileStatus, to: FileStatus): boolean => from === to || transitions[from].includes(to);
