/** Warns of claims that lapse soon (BW 3:307 and following): an agenda item six months before, early enough for a letter that interrupts. */
import { sql } from "kysely";
import { z } from "zod";
import { planAgenda, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { addMonths, type PlainDate, shownDate } from "../../../ground/kernel/dates.ts";
import { type Db, type JobCtx, job, type SystemDb, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../../ground/platform/server/jobs/record-failures.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { nextLapse } from "../../../law/rules/rules.ts";
import { balanceOf, judgeNotice } from "../../../money/claims/claims.ts";
import { type FileInputs, gateFacts, nearLimitationMonths } from "../processing.ts";
import { loadInputs, type RunEnvironment, runEnvironment } from "../runs/inputs.server.ts";

const batch = 500;
/** The shortest term is that of a sale to a consumer, 24 months (BW 7:28), unless the provider's list has a shorter one. */
const usualMonths = 24;

const keyOf = (on: string): string => `limitation:${on}`;

/**
 * Under which key a day is warned of. One whose warning was settled stands again where the interruption was taken back or the letter came back: it
 * has a key of its own each time. What a person archived is not planned again.
 */
async function keyOfDay({ db }: WorkCtx, fileId: number, on: string): Promise<string> {
  const { rows } = await sql<{ settled: number }>`
    select count(*)::int as settled from agenda_item where file_id = ${fileId} and archived_why = 'settled'
      and starts_with(item_key, ${keyOf(on)})`.execute(asSystem(db, "a warning is planned once, whoever has it"));
  const settled = rows[0]?.settled ?? 0;
  return settled === 0 ? keyOf(on) : `${keyOf(on)}:${settled}`;
}

/** Open files with an invoice that fell due long enough ago; the next ones after an id. */
async function candidates(db: SystemDb, after: number, dueUntil: PlainDate): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from case_file f where f.id > ${after} and f.closed_on is null and exists (
      select from claim_event e where e.file_id = f.id and e.kind = 'invoice' and e.data ->> 'dueDate' <= ${dueUntil})
    order by f.id limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The shortest term in the list of legal types. */
async function shortestTerm(db: Db): Promise<number> {
  const { rows } = await sql<{ months: number | null }>`
    select min(least(limitation_months, consumer_months)) as months from legal_type`.execute(db);
  return Math.min(usualMonths, rows[0]?.months ?? usualMonths);
}

/** The next open invoice to lapse, with its date and article; null if there is none. */
function lapseOf(inputs: FileInputs, environment: RunEnvironment): { on: PlainDate; article: string } | null {
  const { events } = inputs.situation;
  const { tariffs, at } = environment;
  const balance = balanceOf(events, tariffs, at.today);
  const notice = judgeNotice(events, tariffs, at.today);
  const { claim, debtor } = gateFacts(inputs, balance, notice, environment);
  const next = nextLapse(claim, debtor.isConsumer, at.today);
  return next ? { on: next.barredOn, article: next.article } : null;
}

async function warn(ctx: WorkCtx, fileId: number, lapse: ReturnType<typeof lapseOf>): Promise<void> {
  const isNear = lapse !== null && addMonths(lapse.on, -nearLimitationMonths) <= ctx.clock.today();
  const before = { fileId, subject: "limitation_warning", keyPrefix: keyOf("") } as const;
  // A letter has interrupted it, or the debtor has paid; perhaps another invoice lapses soon.
  const key = isNear ? await keyOfDay(ctx, fileId, lapse.on) : null;
  await settleAgenda(ctx, key === null ? before : { ...before, exceptKey: key });
  if (!isNear || key === null) return;
  const on = shownDate(lapse.on);
  await planAgenda(ctx, {
    fileId,
    subject: "limitation_warning",
    on: ctx.clock.today(),
    note: ctx.translate({ key: "agenda.lapsesOn", values: { on, article: lapse.article } }, "nl"),
    urgent: true,
    key,
  });
}

async function warnAll(ctx: JobCtx): Promise<void> {
  const environment = await runEnvironment(ctx, null);
  const dueUntil = addMonths(environment.at.today, nearLimitationMonths - (await shortestTerm(ctx.db)));
  const failures = new RecordFailures(ctx);
  for (let after = 0; !ctx.signal.aborted; ) {
    const ids = await candidates(ctx.db, after, dueUntil);
    if (ids.length === 0) return failures.end();
    const inputs = await loadInputs(ctx.db, ids, environment.at.today);
    for (const each of inputs.values()) {
      const { fileId } = each.situation;
      await failures.attempt({ file: fileId }, async () => {
        const lapse = lapseOf(each, environment);
        await ctx.tx((tx) => warn(tx, fileId, lapse));
      });
    }
    after = ids.at(-1) ?? after;
  }
}

export const limitationJob = job({
  name: "processing.limitation",
  payload: z.object({}),
  // Sunday night: a week is short compared with the six months of warning.
  cron: "10 3 * * 0",
  expireSeconds: 7200,
  run: (ctx) => warnAll(ctx),
});
