/**
 * Writes the decided rows of a run, a few to a transaction: all of them or none. Where one fails they are written one by one, so that each
 * shares its fate with none.
 */
import { sql } from "kysely";
import { type Message, VorderError } from "../kernel/errors.ts";
import { kept } from "../platform/server/kept.ts";
import type { Db, JobCtx, WorkCtx } from "../platform/server/room.ts";
import { refreshNextSteps } from "../workflows/workflows.server.ts";
import { discardStep, makeClosing, type PreparedStep, unchangedFiles, writeStep } from "./effects.server.ts";
import type { RunEnvironment } from "./inputs.server.ts";
import type { FileInputs, PlannedRow } from "./processing.ts";

/** So many files are written in one transaction, and so many transactions run at once. */
const together = 8;
const writers = 2;

export interface TakenRow {
  readonly file_id: number;
  readonly step: number;
  readonly inputs_hash: string;
}

/** What became of a row: nothing to do with whether the law allows it, which was decided before. */
type Outcome =
  | {
      readonly state: "done";
      readonly messageId: number | null;
      readonly documentId: number | null;
      readonly isNew: boolean;
    }
  | { readonly state: "dropped" | "failed"; readonly error: Message | { readonly text: string } };

export const dropped = (why: string): Outcome => ({ state: "dropped", error: { key: `processing.dropped_${why}` } });

/** What went wrong, for the person who looks at the run: our own refusals in the reader's language, anything else as it was said. */
export function failure(error: unknown): Outcome {
  const own = error instanceof VorderError ? Object.values(error.detail.fields ?? {}).flat()[0] : undefined;
  if (own) return { state: "failed", error: own };
  return { state: "failed", error: { text: (error instanceof Error ? error.message : String(error)).slice(0, 500) } };
}

export type Decided =
  | { readonly kind: "step"; readonly taken: TakenRow; readonly prepared: PreparedStep }
  | { readonly kind: "close"; readonly taken: TakenRow; readonly inputs: FileInputs; readonly row: PlannedRow }
  | { readonly kind: "over"; readonly taken: TakenRow; readonly outcome: Outcome };

/** Takes rows for this transaction: those that no other worker has, or has finished. */
async function claim(db: Db, runId: number, rows: readonly TakenRow[]): Promise<ReadonlySet<number>> {
  const files = rows.map(({ file_id }) => file_id);
  const found = await sql<{ file_id: number }>`${kept} select file_id from run_row where run_id = ${runId}
    and file_id = any(${files}::bigint[]) and state = 'planned' order by file_id for update skip locked`.execute(db);
  return new Set(found.rows.map(({ file_id }) => file_id));
}

interface Noted {
  readonly taken: TakenRow;
  readonly outcome: Outcome;
}

async function note(db: Db, runId: number, noted: readonly Noted[], at: Date): Promise<void> {
  const rows = noted.map(({ taken: { file_id, step }, outcome }) => ({
    file_id,
    step,
    state: outcome.state,
    error: outcome.state === "done" ? null : outcome.error,
    message_id: outcome.state === "done" ? outcome.messageId : null,
    document_id: outcome.state === "done" ? outcome.documentId : null,
  }));
  await sql`update run_row set state = n.state, attempts = attempts + 1, done_at = ${at}, error = n.error,
      message_id = n.message_id, document_id = n.document_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(file_id bigint, step integer, state text, error jsonb, message_id bigint, document_id bigint)
    where run_row.run_id = ${runId} and run_row.file_id = n.file_id and run_row.step = n.step
      and run_row.state = 'planned'`.execute(db);
}

type ToWrite = Exclude<Decided, { kind: "over" }>;

const inputsOf = (decided: ToWrite): FileInputs => (decided.kind === "step" ? decided.prepared.inputs : decided.inputs);

/** Writes decided rows in one transaction, all or nothing, and says what became of each that it could take. */
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
    const unchanged = await unchangedFiles(tx, ours.map(inputsOf));
    const noted: Noted[] = [];
    for (const each of ours) {
      const isSame = unchanged.has(each.taken.file_id);
      const outcome = isSame ? await writeOne(tx, runId, each, environment) : dropped("changed");
      noted.push({ taken: each.taken, outcome });
    }
    const stepped = ours.filter(({ kind, taken: row }) => kind === "step" && unchanged.has(row.file_id));
    await refreshNextSteps(
      tx,
      stepped.map((each) => each.taken.file_id),
    );
    await note(tx.db, runId, noted, tx.clock.now());
    return noted;
  });
}

async function writeOne(tx: WorkCtx, runId: number, each: ToWrite, environment: RunEnvironment): Promise<Outcome> {
  const composed =
    each.kind === "step"
      ? await writeStep(tx, each.prepared, environment, runId)
      : await makeClosing(tx, each.inputs, each.row, environment);
  const { messageId = null, documentId = null, created = true } = composed ?? {};
  return { state: "done", messageId, documentId, isNew: created };
}

/**
 * Writes decided rows. Where one of them fails, nothing of them all has been written, and they are written one by one, so that each
 * shares its fate with none.
 */
async function write(
  ctx: JobCtx,
  runId: number,
  decided: readonly ToWrite[],
  environment: RunEnvironment,
): Promise<void> {
  let noted: readonly Noted[];
  try {
    noted = await writeTogether(ctx, runId, decided, environment);
  } catch (error) {
    const [first, ...others] = decided;
    if (first === undefined) return;
    if (others.length > 0) {
      for (const each of decided) await write(ctx, runId, [each], environment);
      return;
    }
    // A database that is gone is no fault of the file: the job fails, and the row is taken again.
    noted = [{ taken: first.taken, outcome: failure(error) }];
    await note(ctx.db, runId, noted, ctx.clock.now());
    ctx.log.warn({ err: error, run: runId, file: first.taken.file_id }, "a row of a run failed");
  }
  const made = new Set(
    noted.flatMap(({ taken, outcome }) => (outcome.state === "done" && outcome.isNew ? [taken.file_id] : [])),
  );
  for (const each of decided)
    if (each.kind === "step" && !made.has(each.taken.file_id)) await discardStep(ctx, each.prepared);
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

/** Writes a batch. Rows that another worker has meanwhile are left to it. */
export async function writeRows(
  ctx: JobCtx,
  runId: number,
  decided: readonly Decided[],
  environment: RunEnvironment,
): Promise<void> {
  const over = decided.flatMap((each) => (each.kind === "over" ? [each] : []));
  const toWrite = decided.flatMap((each) => (each.kind === "over" ? [] : [each]));
  if (over.length > 0) await note(ctx.db, runId, over, ctx.clock.now());
  await inParallel([...chunks(toWrite, together)], writers, (some) => write(ctx, runId, some, environment));
}
