/** Plans a run: for each due record what would be sent or done, or why not. Writes only the plan. */
import { createHash } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Db, type JobCtx, type JobOutcome, job } from "../../../ground/platform/server/http/module.ts";
import { runGuards } from "../../processing/processing.server.ts";
import { waiting } from "../../processing/processing.ts";
import { type Judged, judgeRecord, type RecordEnvironment } from "../records/judge.ts";
import type { RecordSituation } from "../records/record.ts";
import { loadSituations, recordEnvironment } from "../records/situations.server.ts";
import { type RunScope, runScope } from "./run.ts";

/** The number of records judged and written at a time. */
const batchSize = 500;

/** A fingerprint of templates, house styles and the provider's settings: a change of any of them makes a plan outdated. */
export async function textsMark(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select md5(
    coalesce((select string_agg(id || '.' || version, ' ' order by id) from template where code like '%\\_PRE\\_%'), '')
    || coalesce((select string_agg(client_id || '.' || version, ' ' order by client_id) from precasso_house), '')
    || coalesce((select string_agg(own_code || '.' || version, ' ' order by own_code) from precasso_text), '')) as mark`.execute(
    db,
  );
  return rows[0]?.mark ?? "";
}

/** The inputs of a planned row: if any of them has changed when it is made, the row is dropped. */
export function fingerprint(
  situation: RecordSituation,
  judged: Judged,
  environment: RecordEnvironment,
  words: string,
): string {
  const { id, version, creditor, debtor, round } = situation;
  const { step, template, effect, verdict, openCents } = judged;
  const inputs = [
    environment.at.today,
    environment.tariffs.version,
    environment.provider,
    words,
    [id, version, round, creditor.version, debtor.email, debtor.mobile],
    [step?.position, template, effect, verdict, openCents],
  ];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64url").slice(0, 22);
}

/** The row of a run for one record; undefined if its next step is not on a channel of the run. */
export function plannedRow(
  situation: RecordSituation,
  runId: number,
  { channels }: RunScope,
  environment: RecordEnvironment,
  words: string,
) {
  const judged = judgeRecord(situation, environment);
  const { step } = judged;
  if (step === null || (channels.length > 0 && !channels.some((channel) => channel === step.channel))) return undefined;
  return {
    run_id: runId,
    record_id: situation.id,
    step: step.position,
    channel: step.channel,
    template_code: judged.template,
    effect: judged.effect,
    due_on: judged.dueOn ?? environment.at.today,
    verdict: judged.verdict,
    reasons: JSON.stringify(judged.reasons),
    open_cents: judged.openCents,
    inputs_hash: fingerprint(situation, judged, environment, words),
    state: "planned",
  };
}

export type PlannedRow = NonNullable<ReturnType<typeof plannedRow>>;

/** The rows of a plan so far, what the day still takes of each channel, and the mails and SMS by address. A channel without a limit is absent. */
export interface Taken {
  do: number;
  other: number;
  readonly room: Map<string, number>;
  readonly contacted: Map<string, RecordSituation["contacts"]>;
}

/** A record with the messages that the plan holds to the same person: an excess message is refused here already (Bki 4). */
export function withContacted(situation: RecordSituation, { contacted }: Taken): RecordSituation {
  const { email, mobile } = situation.debtor;
  const others = [email, mobile].flatMap((address) => (address === null ? [] : (contacted.get(address) ?? [])));
  return others.length === 0 ? situation : { ...situation, contacts: [...situation.contacts, ...others] };
}

export function noteContact({ debtor }: RecordSituation, row: PlannedRow, { contacted }: Taken, on: PlainDate): void {
  const { channel, verdict } = row;
  if (verdict !== "do" || (channel !== "email" && channel !== "sms")) return;
  const address = channel === "email" ? debtor.email : debtor.mobile;
  if (address !== null) contacted.set(address, [...(contacted.get(address) ?? []), { channel, on }]);
}

/** The row as far as the plan has a place for it; what no longer fits into the day waits for the next one. */
export function placed(planned: PlannedRow, taken: Taken, { max }: RunScope, { at }: RecordEnvironment): PlannedRow[] {
  const left = taken.room.get(planned.channel);
  const full = [{ ...waiting("dayFull"), possibleFrom: addDays(at.today, 1) }];
  const row =
    planned.verdict === "do" && left === 0
      ? { ...planned, verdict: "wait" as const, reasons: JSON.stringify(full) }
      : planned;
  if (taken[row.verdict === "do" ? "do" : "other"]++ >= max) return [];
  if (row.verdict === "do" && left !== undefined) taken.room.set(row.channel, left - 1);
  return [row];
}

/** The records of a scope whose next step is due. */
const dueRecords = (db: Db, { clients }: RunScope, today: PlainDate) =>
  db
    .selectFrom("precasso_record")
    .where("state", "=", "open")
    .where("next_due_on", "<=", today)
    .$if(clients.length > 0, (found) => found.where("client_id", "in", clients));

/** Their ids, the longest overdue first, a batch at a time. */
async function* dueBatches(db: Db, scope: RunScope, today: PlainDate): AsyncGenerator<readonly number[]> {
  for (let after = sql<SqlBool>`true`; ; ) {
    const rows = await dueRecords(db, scope, today)
      .select(["id", "next_due_on"])
      .where(after)
      .orderBy("next_due_on")
      .orderBy("id")
      .limit(batchSize)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = sql<SqlBool>`(next_due_on, id) > (${last.next_due_on}::date, ${last.id}::bigint)`;
  }
}

/**
 * The plan holds as many records that something is sent to or done for as the scope allows. Those that wait or are refused stand beside them, up to
 * the same number: they take nobody's place, or the longest overdue among them would keep out all others day after day. What the day no longer
 * takes of a channel waits.
 */
async function planRun(ctx: JobCtx, runId: number): Promise<JobOutcome> {
  const run = await ctx.db
    .selectFrom("precasso_run")
    .select(["state", "scope"])
    .where("id", "=", runId)
    .executeTakeFirst();
  if (run?.state !== "planning") return;
  const scope = runScope.parse(run.scope);
  const environment = await recordEnvironment(ctx);
  const words = await textsMark(ctx.db);
  const { total } = await dueRecords(ctx.db, scope, environment.at.today)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const room = await runGuards.capacityLeftOn(ctx.db, environment.at.today);
  const taken: Taken = { do: 0, other: 0, room, contacted: new Map() };
  let looked = 0;
  for await (const ids of dueBatches(ctx.db, scope, environment.at.today)) {
    if (ctx.signal.aborted) return "more";
    const situations = await loadSituations(ctx.db, ids, environment.at.today);
    const rows = ids.flatMap((id) => {
      const situation = situations.get(id);
      const row = situation && plannedRow(withContacted(situation, taken), runId, scope, environment, words);
      const rows = row ? placed(row, taken, scope, environment) : [];
      if (situation) for (const each of rows) noteContact(situation, each, taken, environment.at.today);
      return rows;
    });
    if (rows.length > 0)
      await ctx.tx((tx) =>
        tx.db
          .insertInto("precasso_run_row")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    looked += ids.length;
    await ctx.progress(Math.min(looked, total), total);
    if (taken.do >= scope.max) break;
  }
  await ctx.tx((tx) =>
    tx.db
      .updateTable("precasso_run")
      .set((set) => ({ state: "planned", version: set("version", "+", 1) }))
      .where("id", "=", runId)
      .where("state", "=", "planning")
      .execute(),
  );
}

export const planJob = job({
  name: "precasso.plan",
  payload: z.object({ runId: z.number().int() }),
  retries: 10,
  run: (ctx, { runId }) => planRun(ctx, runId),
});
