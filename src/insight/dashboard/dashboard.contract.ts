/** The dashboard of a client's people: their own files in figures, and what waits for their answer. */
import { z } from "zod";
import { filePhases } from "../../cases/files/files.ts";
import { any } from "../../ground/kernel/access.ts";
import { call, screen } from "../../ground/kernel/contract.ts";
import { calendarDate, option } from "../../ground/kernel/query.ts";
import { dashboardPeriods, questions } from "./dashboard.ts";

const who = any("ROLE_CONTACT_PERSON_DASHBOARD");
const whole = z.number().int();
const fileName = { fileId: whole, number: z.string(), clientRef: z.string(), debtorName: z.string() };

/** Amounts in whole cents, dates "YYYY-MM-DD". `from` is null for all of the time. */
export const dashboardReply = z.object({
  clients: z.array(option),
  from: calendarDate().nullable(),
  today: calendarDate(),
  /** Placed in the period, with the principal that was claimed. */
  placed: z.object({ files: whole, cents: whole }),
  /** Received in the period: payments less what was reversed or paid back. */
  collected: z.object({ payments: whole, cents: whole }),
  closed: z.object({ files: whole }),
  /** What is open now, whatever the period. */
  open: z.object({ files: whole, cents: whole }),
  byPhase: z.array(z.object({ phase: z.enum(filePhases), files: whole, cents: whole })),
  /** The last twelve months, the oldest first; `month` is "YYYY-MM". */
  byMonth: z.array(z.object({ month: z.string(), placedCents: whole, collectedCents: whole })),
  payments: z.array(z.object({ ...fileName, on: calendarDate(), cents: whole })),
  questions: z.object({
    total: whole,
    items: z.array(z.object({ ...fileName, question: z.enum(questions), since: calendarDate().nullable() })),
  }),
});
export type Dashboard = z.infer<typeof dashboardReply>;

export const readDashboard = call({
  method: "GET",
  path: "/api/v4/dashboard",
  who,
  summary: "The files that the user may see, in figures: placed, collected, open, by phase, and what needs an answer.",
  query: z.object({
    client: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    period: z.enum(dashboardPeriods).default("year"),
  }),
  reply: dashboardReply,
});

export const dashboardScreen = screen({ path: "/dashboard", who, title: "dashboard.title" });
