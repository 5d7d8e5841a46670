/** The enumerations of the agenda that the specification prescribes (points 3 and 4). Pure; the rules that use them are in `planning.ts`. */

/** The statuses of files that the agenda can be filtered by (specification, point 3: agenda filter statuses). */
export const agendaStatuses = [
  "not_started",
  "paused",
  "in_progress",
  "no_more_steps",
  "term_payment",
  "closed",
  "monitoring_in_progress",
] as const;

/** Options of the agenda, each of which leaves out the items of its subjects (specification, point 3). */
export const agendaExclusions = ["vo_address", "received_advance", "terminated", "state_of_affairs"] as const;

/** The subjects that the code itself plans, by their code in the list of subjects. */
export type SubjectCode =
  | "call_debtor"
  | "debtor_proposal"
  | "missed_term"
  | "dispute_received"
  | "client_question"
  | "document_missing"
  | "address_check"
  | "summons_approval"
  | "advance_received"
  | "bailiff_status"
  | "roll_date"
  | "judgment_received"
  | "shv_review"
  | "complaint"
  | "limitation_warning"
  | "shv_balance"
  | "agreement_terminated"
  | "heirs"
  | "insolvency_claim"
  | "overpayment"
  | "arisen_costs"
  | "visit"
  | "workflow_ended"
  | "review";

export const repeatUnits = ["day", "week", "month"] as const;
export interface Repeat {
  readonly every: number;
  readonly unit: (typeof repeatUnits)[number];
  /** The last day on which it may come again; null for ever. */
  readonly until: string | null;
}

/** Which part of the open items is wanted, seen from today. */
export const agendaPeriods = ["overdue", "today", "due", "week", "later"] as const;
export type AgendaPeriod = (typeof agendaPeriods)[number];

/** Whose: those of the reader, those of the reader's teams, or all that the reader may see. */
export const agendaScopes = ["mine", "team", "all"] as const;

/** How far one act on a whole list of items is. */
export const agendaWorkStates = ["making", "done", "undoing", "undone"] as const;

/** So many items at most in one act on a whole list. */
export const maxWorkItems = 100_000;
