/**
 * Carries out a planned run, a few records per transaction: of each its message, its position in the workflow, its timeline line and the row of the
 * run. A worker may be killed at any point and started again without sending anything twice or omitting anything: completed transactions stay,
 * the others are repeated, and each message has a key that the outbox accepts once.
 */
import { z } from "zod";
import {
  type Db,
  type JobCtx,
  type JobOutcome,
  job,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { endsSlice, reasonOf } from "../../../ground/platform/server/jobs/reasons.ts";
import {
  isStuck,
  rowTries,
  StuckRows,
  waitBriefly,
  waitForOneRow,
} from "../../../ground/platform/server/jobs/stuck-rows.ts";
import { prepareLetter, storeLetter } from "../../correspondence/correspondence.server.ts";
import { runGuards } from "../../processing/processing.server.ts";
import { isTooMany } from "../../processing/processing.ts";
import { textCode } from "../house/text-code.server.ts";
import { messageOf } from "../letters/letter.server.ts";
import { judgeRecord, type RecordEnvironment } from "../records/judge.ts";
import type { RecordSituation } from "../records/record.ts";
import { loadSituations, recordEnvironment } from "../records/situations.server.ts";
import { fingerprint, textsMark } from "./plan.server.ts";
import { progressOf } from "./row-counts.server.ts";
import { dropped, noteSteps, type Outcome, type Ready, type Taken, writeStep } from "./write-step.server.ts";

/** The number of records judged, typeset and written at a time. */
const together = 8;

const nextRows = (db: Db, runId: number, after: number): Promise<Taken[]> =>
  db
    .selectFrom("precasso_run_row")
    .select(["record_id", "inputs_hash", "attempts"])
    .where("run_id", "=", runId)
    .where("state", "=", "planned")
    .where("verdict", "=", "do")
    .where("record_id", ">", after)
    .orderBy("record_id")
    .limit(together)
    .execute();

type Judgement = Pick<Ready, "situation" | "judged"> | Parameters<typeof dropped>[0];

function judgementOf(
  situation: RecordSituation | undefined,
  taken: Taken,
  environment: RecordEnvironment,
  words: string,
): Judgement {
  const judged = situation && judgeRecord(situation, environment);
  if (!situation || judged?.verdict !== "do" || !judged.step)
    return judged && isTooMany(judged.reasons) ? "processing.dropped_tooMany" : "precasso.droppedChanged";
  const mark = fingerprint(situation, judged, environment, words);
  return mark === taken.inputs_hash ? { situation, judged } : "precasso.droppedChanged";
}

/** The current records, judged by the same function as in the plan; why not, if anything has changed since. */
async function judgedNow(
  { db }: Pick<WorkCtx, "db">,
  rows: readonly Taken[],
  environment: RecordEnvironment,
): Promise<ReadonlyMap<Taken, Judgement>> {
  const ids = rows.map(({ record_id }) => record_id);
  const situations = await loadSituations(db, ids, environment.at.today);
  const words = await textsMark(db);
  return new Map(rows.map((taken) => [taken, judgementOf(situations.get(taken.record_id), taken, environment, words)]));
}

/** Prepares a row and typesets its letter, outside any transaction. */
async function prepare(
  ctx: JobCtx,
  taken: Taken,
  now: Judgement | undefined,
  environment: RecordEnvironment,
): Promise<Ready | Outcome> {
  if (now === undefined || typeof now === "string") return dropped(now ?? "precasso.droppedChanged");
  if (now.judged.effect === "convert") return { ...now, taken, message: null, letter: null };
  const message = await messageOf(ctx, now.situation, now.judged, environment);
  if (now.judged.step?.channel !== "post") return { ...now, taken, message, letter: null };
  const { situation, judged } = now;
  const code = await textCode(ctx.db, situation.creditor.id, judged.template, message.model.language);
  const letter = await prepareLetter(ctx, code, message.model);
  return { ...now, taken, message, letter: await storeLetter(ctx.storage, letter) };
}

/** Prepares rows side by side; where their records cannot be read together each is read by itself, so that a failure affects only its own row. */
async function prepareAll(ctx: JobCtx, rows: readonly Taken[], environment: RecordEnvironment) {
  const all = await judgedNow(ctx, rows, environment).catch(() => undefined);
  return Promise.allSettled(
    rows.map(async (taken) => {
      const judged = all ?? (await judgedNow(ctx, [taken], environment));
      return prepare(ctx, taken, judged.get(taken), environment);
    }),
  );
}

const discard = async (ctx: JobCtx, ready: Pick<Ready, "letter">): Promise<void> => {
  if (ready.letter?.stored) await ctx.storage.discard(ready.letter.stored.key);
};

const note = (db: Db, runId: number, recordId: number, outcome: Outcome, at: Date) =>
  db
    .updateTable("precasso_run_row")
    .set((set) => ({
      state: outcome.state,
      error: "error" in outcome ? JSON.stringify(outcome.error) : null,
      attempts: set("attempts", "+", 1),
      ...(outcome.state === "done" && { message_id: outcome.messageId, file_id: outcome.fileId }),
      done_at: outcome.state === "planned" ? null : at,
    }))
    .where("run_id", "=", runId)
    .where("record_id", "=", recordId)
    .where("state", "=", "planned")
    .execute();

/** Those of these rows that nobody else has, locked. */
async function claim(db: Db, runId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("precasso_run_row")
    .select("record_id")
    .where("run_id", "=", runId)
    .where("record_id", "in", ids)
    .where("state", "=", "planned")
    .orderBy("record_id")
    .forUpdate()
    .skipLocked()
    .execute();
  return new Set(rows.map(({ record_id }) => record_id));
}

const addressesOf = ({ situation: { debtor } }: Ready): readonly string[] =>
  [debtor.email, debtor.mobile].filter((address) => address !== null);

/** Writes rows of different people in one transaction, all or none. @returns those whose letters are used. */
async function write(ctx: JobCtx, runId: number, lot: readonly Ready[]): Promise<ReadonlySet<Ready>> {
  return ctx.tx(async (tx) => {
    const taken = await claim(
      tx.db,
      runId,
      lot.map(({ situation }) => situation.id),
    );
    const ours = lot.filter(({ situation }) => taken.has(situation.id));
    if (ours.length === 0) return new Set();
    await (lot.length > 1 ? waitBriefly : waitForOneRow)(tx.db);
    await tx.db
      .selectFrom("precasso_record")
      .select("id")
      .where("id", "in", [...taken])
      .orderBy("id")
      .forUpdate()
      .execute();
    const addresses = ours.flatMap((ready) => (ready.message && !ready.letter ? addressesOf(ready) : []));
    if (addresses.length > 0) await runGuards.lockMessagesTo(tx.db, { addresses });
    // Judged again under the locks: a payment reported meanwhile stops it, and so does what was written to the same person.
    const environment = await recordEnvironment(tx);
    const judged = await judgedNow(
      tx,
      ours.map((ready) => ready.taken),
      environment,
    );
    const used = new Set<Ready>();
    for (const ready of ours) {
      const now = judged.get(ready.taken) ?? "precasso.droppedChanged";
      const outcome =
        typeof now === "string" ? dropped(now) : await writeStep(tx, runId, { ...ready, ...now }, environment);
      if (outcome.state === "done") used.add(ready);
      await note(tx.db, runId, ready.taken.record_id, outcome, tx.clock.now());
    }
    await noteSteps(tx, [...used], environment);
    return used;
  });
}

/** @throws what is not the record's own: the slice ends, and the row is tried again; so too if row after row hits a limit of the database. */
async function fail(ctx: JobCtx, runId: number, taken: Taken, error: unknown, stuck: StuckRows): Promise<void> {
  const isAgain = isStuck(ctx, error);
  if (!isAgain && endsSlice(ctx, error)) throw error;
  const logId = ctx.ids.uuid().slice(0, 8);
  ctx.log.warn({ err: error, run: runId, record: taken.record_id, logId }, "a row of a precasso run failed");
  const isLast = !isAgain || taken.attempts + 1 >= rowTries;
  const outcome: Outcome = isLast ? { state: "failed", error: reasonOf(error, logId) } : { state: "planned" };
  await ctx.tx((tx) => note(tx.db, runId, taken.record_id, outcome, tx.clock.now()));
  if (!isLast) stuck.stuck(error);
}

/** Writes rows together. If one fails the transaction is rolled back, and they are written one by one, so that a failure affects only its own row. */
async function makeLot(ctx: JobCtx, runId: number, lot: readonly Ready[], stuck: StuckRows): Promise<void> {
  let used: ReadonlySet<Ready>;
  try {
    used = await write(ctx, runId, lot);
    stuck.wentOn();
  } catch (error) {
    const [first, ...others] = lot;
    if (first === undefined) return;
    if (others.length > 0) {
      for (const ready of lot) await makeLot(ctx, runId, [ready], stuck);
      return;
    }
    await discard(ctx, first);
    return fail(ctx, runId, first.taken, error, stuck);
  }
  for (const ready of lot) if (!used.has(ready)) await discard(ctx, ready);
}

/**
 * Rows in lots that are written together, in their order: no two of a lot are about one person, whose messages count each other, and a record that
 * becomes a file has a transaction of its own.
 */
function lotsToWrite(rows: readonly Ready[]): readonly (readonly Ready[])[] {
  const lots: Ready[][] = [];
  let people = new Set<string>();
  let isOpen = false;
  for (const ready of rows) {
    const addresses = addressesOf(ready);
    const lot = lots.at(-1);
    if (isOpen && lot && ready.message && !addresses.some((address) => people.has(address))) lot.push(ready);
    else {
      lots.push([ready]);
      people = new Set();
      isOpen = ready.message !== null;
    }
    for (const address of addresses) people.add(address);
  }
  return lots;
}

async function makeRows(
  ctx: JobCtx,
  runId: number,
  rows: readonly Taken[],
  tried: readonly PromiseSettledResult<Ready | Outcome>[],
  stuck: StuckRows,
): Promise<void> {
  const all: Ready[] = [];
  for (const [at, taken] of rows.entries()) {
    const each = tried[at];
    if (each?.status === "rejected") await fail(ctx, runId, taken, each.reason, stuck);
    else if (each && "state" in each.value) {
      const outcome = each.value;
      await ctx.tx((tx) => note(tx.db, runId, taken.record_id, outcome, tx.clock.now()));
    } else if (each && "situation" in each.value) all.push(each.value);
  }
  for (const lot of lotsToWrite(all)) await makeLot(ctx, runId, lot, stuck);
}

/** Ends a run; "more" if somebody had failed rows tried again after the last ones were looked for. */
async function end(ctx: JobCtx, runId: number, state: "done" | "planned"): Promise<JobOutcome> {
  return ctx.tx(async (tx): Promise<JobOutcome> => {
    await tx.db.selectFrom("precasso_run").select("id").where("id", "=", runId).forUpdate().execute();
    if (state === "done" && (await nextRows(tx.db, runId, 0)).length > 0) return "more";
    await tx.db
      .updateTable("precasso_run")
      .set((set) => ({
        state,
        finished_at: state === "done" ? tx.clock.now() : null,
        stop_asked_at: null,
        version: set("version", "+", 1),
      }))
      .where("id", "=", runId)
      .where("state", "=", "making")
      .execute();
  });
}

async function makeRun(ctx: JobCtx, runId: number): Promise<JobOutcome> {
  const stuck = new StuckRows();
  const { toDo } = await progressOf(ctx.db, runId);
  let untold = 0;
  let after = 0;
  for (let round = 0; ; round++) {
    const run = await ctx.db
      .selectFrom("precasso_run")
      .select(["state", "stop_asked_at"])
      .where("id", "=", runId)
      .executeTakeFirst();
    if (run?.state !== "making") return;
    if (run.stop_asked_at !== null) return end(ctx, runId, "planned");
    if (ctx.signal.aborted || (round > 0 && (await ctx.isTurnOver()))) return "more";
    // Rows that hit a limit are behind the current position: the last pass starts at the first row.
    const rows = await nextRows(ctx.db, runId, after);
    if (rows.length === 0 && after === 0) return end(ctx, runId, "done");
    after = rows.at(-1)?.record_id ?? 0;
    const environment = await recordEnvironment(ctx);
    await makeRows(ctx, runId, rows, await prepareAll(ctx, rows, environment), stuck);
    untold += rows.length;
    if (untold >= toDo / 100) {
      await ctx.progress((await progressOf(ctx.db, runId)).over, toDo);
      untold = 0;
    }
  }
}

export const makeJob = job({
  name: "precasso.make",
  payload: z.object({ runId: z.number().int() }),
  expireSeconds: 3600,
  retries: 10,
  run: (ctx, { runId }) => makeRun(ctx, runId),
});
