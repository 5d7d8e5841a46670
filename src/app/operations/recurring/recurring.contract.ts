/** The work that comes round by the clock: when it ran last, what came of it, and when it is next. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, screen } from "../../../ground/kernel/contract.ts";

const who = any("ROLE_ADMIN");

export const recurringStates = ["known", "waiting", "running", "paused", "done", "failed"] as const;

export const recurringWork = z.object({
  job: z.string(),
  name: z.string(),
  state: z.enum(recurringStates),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Whether its hour passed while nobody worked, and it was caught up. */
  missed: z.boolean(),
  error: z.string().nullable(),
  /** On the clock in Amsterdam: 2026-11-21T03:20. */
  next: z.string(),
});
export type RecurringWork = z.infer<typeof recurringWork>;

export const listRecurring = call({
  method: "GET",
  path: "/api/v4/recurring",
  who,
  summary: "All work that comes round by the clock, the next first.",
  reply: z.object({ items: z.array(recurringWork) }),
});

export const runRecurring = call({
  method: "POST",
  path: "/api/v4/recurring/{job}/run",
  who,
  summary: "Runs recurring work again that failed; a worker takes it up within seconds.",
  params: z.object({ job: z.string().max(100) }),
  reply: z.object({ items: z.array(recurringWork) }),
});

export const recurringScreen = screen({ path: "/settings/recurring", who, title: "recurring.title" });
