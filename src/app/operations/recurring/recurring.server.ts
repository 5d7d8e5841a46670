/** Shows the work that comes round by the clock, and has what failed run again. */
import { z } from "zod";
import { fieldError, type Message, notFound } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle, type JobDecl } from "../../../ground/platform/server/http/module.ts";
import { nextHour, type Recurring, rerunFailed } from "../../../ground/platform/server/jobs/recurring.ts";
import { reasonNoted, translateReason } from "../../../ground/platform/server/jobs/works.ts";
import { listRecurring, type RecurringWork, recurringStates, runRecurring } from "./recurring.contract.ts";

const byClock = (jobs: readonly JobDecl[]): Recurring[] =>
  jobs.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ name, cron }]));

/** The text of a job's name: "claims.refresh" is "recurring.claims_refresh". */
const textOf = (job: string): string => `recurring.${job.replace(/[.-]/g, "_")}`;

async function all(ctx: Ctx, jobs: readonly JobDecl[]): Promise<RecurringWork[]> {
  const translate = (message: Message): string => ctx.translate(message, ctx.lang);
  const rows = new Map((await ctx.db.selectFrom("recurring_work").selectAll().execute()).map((row) => [row.job, row]));
  return byClock(jobs)
    .map(({ name, cron }) => {
      const row = rows.get(name);
      return {
        job: name,
        name: translate({ key: textOf(name) }),
        state: z.enum(recurringStates).parse(row?.state ?? "known"),
        startedAt: row?.started_at?.toISOString() ?? null,
        finishedAt: row?.finished_at?.toISOString() ?? null,
        missed: row?.missed ?? false,
        error: row?.error == null ? null : translateReason(translate, reasonNoted(row.error)),
        next: nextHour(cron, ctx.clock.now()),
      };
    })
    .sort((a, b) => (a.next < b.next ? -1 : 1));
}

export const recurringHandlers = (jobs: () => readonly JobDecl[]): readonly Handler[] => [
  handle(listRecurring, async (ctx) => ({ items: await all(ctx, jobs()) })),
  handle(runRecurring, async (ctx, { params }) => {
    if (!byClock(jobs()).some(({ name }) => name === params.job)) throw notFound();
    if (!(await rerunFailed(ctx.db, params.job))) throw fieldError("common", "recurring.notFailed");
    await ctx.audit({ action: "recurring.run", subject: "recurring_work", subjectId: params.job });
    return { items: await all(ctx, jobs()) };
  }),
];
