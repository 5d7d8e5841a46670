/**
 * Writes the judged rows of a run, a few per transaction: all of them or none. If one fails they are written one by one, so that a failure affects
 * only its own row.
 */
import { sql } from "kysely";
import type { Db, JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { endsSlice, reasonOf } from "../../../ground/platform/server/jobs/reasons.ts";
import {
  isStuck,
  rowTries,
  StuckRows,
  waitBriefly,
  waitForOneRow,
} from "../../../ground/platform/server/jobs/stuck-rows.ts";
import type { NotedReason } from "../../../ground/platform/server/jobs/works.ts";
import { runBatched } from "../../../ground/platform/server/postgres/batched.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { refreshNextSteps } from "../../workflows/workflows.server.ts";
import type { FileInputs, PlannedRow } from "../processing.ts";
import { contactsOf, lockMessagesTo } from "../steps/contacts.server.ts";
import { DecidedMessages, isMessage } from "../steps/decided-messages.ts";
import { discardStep, makeClosing, type PreparedStep, unchangedFiles, writeStep } from "./effects.server.ts";
import type { RunEnvironment } from "./inputs.server.ts";

/** The number of files in one transaction, which share statements, and of concurrent transactions. */
const together = 16;
const writers = 2;

export interface LockedRow {
  readonly file_id: number;
  readonly step: number;
  readonly inputs_hash: string;
  readonly attempts: number;
}

/** The result of writing a row; whether the law allows it was decided before. */
type Outcome =
  | {
      readonly state: "done";
      readonly messageId: number | null;
      readonly documentId: number | null;
      readonly isNew: boolean;
    }
  | { readonly state: "dropped" | "failed"; readonly error: NotedReason }
  /** It hit a limit of the database, and is retried after the others. */
  | { readonly state: "planned"; readonly threw: unknown };

export const dropped = (why: string): Outcome => ({ state: "dropped", error: { key: `processing.dropped_${why}` } });

/**
 * The error of one file, for the user of the run; the technical error is logged.
 * @throws errors that are not caused by the file: system failures end the slice, and the row is retried.
 */
export function failure(ctx: JobCtx, runId: number, taken: LockedRow, error: unknown): Outcome {
  const isAgain = isStuck(ctx, error);
  if (!isAgain && endsSlice(ctx, error)) throw error;
  const logId = ctx.ids.uuid().slice(0, 8);
  ctx.log.warn({ err: error, run: runId, file: taken.file_id, logId }, "a row of a run failed");
  if (isAgain && taken.attempts + 1 < rowTries) return { state: "planned", threw: error };
  return { state: "failed", error: reasonOf(error, logId) };
}

export type Decided =
  | { readonly kind: "step"; readonly taken: LockedRow; readonly prepared: PreparedStep }
  | { readonly kind: "close"; readonly taken: LockedRow; readonly inputs: FileInputs; readonly row: PlannedRow }
  | { readonly kind: "over"; readonly taken: LockedRow; readonly outcome: Outcome };

/** Locks rows for this transaction: those that no other worker has taken or finished. */
async function claim(db: Db, runId: number, rows: readonly LockedRow[]): Promise<ReadonlySet<number>> {
  const files = rows.map(({ file_id }) => file_id);
  const found = await sql<{ file_id: number }>`${prepared} select file_id from run_row where run_id = ${runId}
    and file_id = ${anyOf(files)} and state = 'planned' order by file_id for update skip locked`.execute(db);
  return new Set(found.rows.map(({ file_id }) => file_id));
}

interface Noted {
  readonly taken: LockedRow;
  readonly outcome: Outcome;
}

async function note(db: Db, runId: number, noted: readonly Noted[], at: Date): Promise<void> {
  const rows = noted.map(({ taken: { file_id, step }, outcome }) => ({
    file_id,
    step,
    state: outcome.state,
    error: "error" in outcome ? outcome.error : null,
    message_id: outcome.state === "done" ? outcome.messageId : null,
    document_id: outcome.state === "done" ? outcome.documentId : null,
  }));
  await sql`update run_row set state = n.state, attempts = attempts + 1, error = n.error,
      done_at = case when n.state <> 'planned' then ${at}::timestamptz end,
      message_id = n.message_id, document_id = n.document_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(file_id bigint, step integer, state text, error jsonb, message_id bigint, document_id bigint)
    where run_row.run_id = ${runId} and run_row.file_id = n.file_id and run_row.step = n.step
      and run_row.state = 'planned'`.execute(db);
}

type ToWrite = Exclude<Decided, { kind: "over" }>;

const inputsOf = (decided: ToWrite): FileInputs => (decided.kind === "step" ? decided.prepared.inputs : decided.inputs);

const isWritten = (each: ToWrite): boolean => each.kind === "step" && isMessage(each.prepared.row);

/**
 * The rows without the mails and SMS that are too many for their people (Bki 4): counted once nobody else can write to these, for since the rows were
 * judged others may have. A letter is not counted.
 */
async function notTooMany(
  tx: WorkCtx,
  rows: readonly ToWrite[],
  environment: RunEnvironment,
): Promise<readonly ToWrite[]> {
  const people = rows.filter(isWritten).map(inputsOf);
  if (people.length === 0) return rows;
  if (rows.length > 1) await waitBriefly(tx.db);
  await lockMessagesTo(tx.db, { debtors: people.map(({ situation }) => situation.debtor.id) });
  const contacts = await contactsOf(tx.db, people, environment.at.today);
  const decided = new DecidedMessages();
  return rows.filter((each) => {
    if (!isWritten(each)) return true;
    const { situation, ...others } = inputsOf(each);
    const inputs = { ...others, situation, contacts: contacts.get(situation.fileId) ?? [] };
    const planned = decided.judge(inputs, environment);
    if (planned.kind !== "row" || planned.row.verdict !== "do") return false;
    decided.add(inputs, planned.row, environment);
    return true;
  });
}

/** Writes judged rows in one transaction, all or none, and returns the result of each that it could lock. */
async function writeTogether(
  ctx: JobCtx,
  runId: number,
  decided: readonly ToWrite[],
  environment: RunEnvironment,
): Promise<readonly Noted[]> {
  return ctx.tx(async (tx) => {
    const taken = await claim(
      tx.db,
      runId,
      decided.map((each) => each.taken),
    );
    const ours = decided.filter((each) => taken.has(each.taken.file_id));
    if (ours.length === 0) return [];
    if (decided.length === 1) await waitForOneRow(tx.db);
    const unchanged = await unchangedFiles(tx, ours.map(inputsOf), decided.length === 1);
    const same = ours.filter((each) => unchanged.has(each.taken.file_id));
    const fitting = await notTooMany(tx, same, environment);
    const outcomes = await writeAll(tx, runId, fitting, environment);
    const noted = ours.map(
      (each): Noted => ({
        taken: each.taken,
        outcome: outcomes.get(each.taken) ?? dropped(same.includes(each) ? "tooMany" : "changed"),
      }),
    );
    const stepped = fitting.filter(({ kind }) => kind === "step");
    await refreshNextSteps(
      tx,
      stepped.map((each) => each.taken.file_id),
    );
    await note(tx.db, runId, noted, tx.clock.now());
    return noted;
  });
}

/** Writes rows of different files with shared statements. @throws the first error of a row. */
async function writeAll(
  tx: WorkCtx,
  runId: number,
  rows: readonly ToWrite[],
  environment: RunEnvironment,
): Promise<ReadonlyMap<LockedRow, Outcome>> {
  const [first, ...others] = rows;
  if (first === undefined) return new Map();
  if (others.length === 0) return new Map([[first.taken, await writeOne(tx, runId, first, environment)]]);
  const outcomes = await runBatched(tx.db, rows, async (each) => {
    return [each.taken, await writeOne(tx, runId, each, environment)] as const;
  });
  return new Map(
    outcomes.map((outcome) => {
      if ("threw" in outcome) throw outcome.threw;
      return outcome.done;
    }),
  );
}

async function writeOne(tx: WorkCtx, runId: number, each: ToWrite, environment: RunEnvironment): Promise<Outcome> {
  const composed =
    each.kind === "step"
      ? await writeStep(tx, each.prepared, environment, runId)
      : await makeClosing(tx, each.inputs, each.row, environment);
  const { messageId = null, documentId = null, created = true } = composed ?? {};
  return { state: "done", messageId, documentId, isNew: created };
}

/** Writes judged rows. If one fails the transaction is rolled back, and they are written one by one, so that a failure affects only its own row. */
async function write(
  ctx: JobCtx,
  runId: number,
  decided: readonly ToWrite[],
  environment: RunEnvironment,
  stuck: StuckRows,
): Promise<void> {
  let noted: readonly Noted[];
  try {
    noted = await writeTogether(ctx, runId, decided, environment);
    stuck.wentOn();
  } catch (error) {
    const [first, ...others] = decided;
    if (first === undefined) return;
    if (others.length > 0) {
      for (const each of decided) await write(ctx, runId, [each], environment, stuck);
      return;
    }
    noted = [{ taken: first.taken, outcome: failure(ctx, runId, first.taken, error) }];
    await note(ctx.db, runId, noted, ctx.clock.now());
  }
  const made = new Set(
    noted.flatMap(({ taken, outcome }) => (outcome.state === "done" && outcome.isNew ? [taken.file_id] : [])),
  );
  for (const each of decided)
    if (each.kind === "step" && !made.has(each.taken.file_id)) await discardStep(ctx, each.prepared);
  countStuck(noted, stuck);
}

/** @throws the last error, if too many successive rows hit a limit of the database. */
function countStuck(noted: readonly Pick<Noted, "outcome">[], stuck: StuckRows): void {
  for (const { outcome } of noted) if (outcome.state === "planned") stuck.stuck(outcome.threw);
}

async function inParallel<T>(items: readonly T[], workers: number, run: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: workers }, work));
}

function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Writes a batch. Rows taken by another worker are skipped. */
export async function writeRows(
  ctx: JobCtx,
  runId: number,
  decided: readonly Decided[],
  environment: RunEnvironment,
): Promise<void> {
  const over = decided.flatMap((each) => (each.kind === "over" ? [each] : []));
  const toWrite = decided.flatMap((each) => (each.kind === "over" ? [] : [each]));
  if (over.length > 0) await note(ctx.db, runId, over, ctx.clock.now());
  const stuck = new StuckRows();
  countStuck(over, stuck);
  const fresh = toWrite.filter(({ taken }) => taken.attempts === 0);
  const again = toWrite.filter(({ taken }) => taken.attempts > 0);
  await inParallel([...chunks(fresh, together), ...chunks(again, 1)], writers, (some) =>
    write(ctx, runId, some, environment, stuck),
  );
}
