/** What the dashboard of a client's people counts: periods, and the questions that only the client can answer. */
import { addMonths, date, type PlainDate } from "../../ground/kernel/dates.ts";

export const dashboardPeriods = ["month", "year", "all"] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];

/** The first day of the period that holds `today`; null for all of the time. */
export const periodStart = (period: DashboardPeriod, today: PlainDate): PlainDate | null =>
  period === "all" ? null : date(period === "month" ? `${today.slice(0, 7)}-01` : `${today.slice(0, 4)}-01-01`);

/** The first day of the twelve months that end with the one of `today`. */
export const twelveMonthsFrom = (today: PlainDate): PlainDate => addMonths(date(`${today.slice(0, 7)}-01`), -11);

/**
 * What waits for the client: the debtor disputes the claim or complains, and only the client knows what was agreed; or the workflow
 * has no more steps, and the client decides what happens (domain facts 5 and 9).
 */
export const questions = ["dispute", "complaint", "no_more_steps"] as const;
export type Question = (typeof questions)[number];
