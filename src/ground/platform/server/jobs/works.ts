/**
 * Tracked long work of all kinds: one row each, with its progress, the reason of a pause and its turn. The queue writes it; modules find the work
 * of their own records by its key.
 */
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import type { Message } from "../../../kernel/errors.ts";
import type { Language } from "../../../kernel/texts.ts";
import type { Db } from "../postgres/guarded.ts";
import type { Clock } from "../process/clock.ts";

export const workStates = ["waiting", "running", "paused", "done", "failed"] as const;
export type WorkState = (typeof workStates)[number];

/** Unfinished work: in the queue, or to be queued again. Written out to match its index. */
export const isUnderWay = sql<SqlBool>`state in ('waiting', 'running', 'paused')`;

/** Updates the row of a work; does nothing if the job has none. */
export async function noteWork(db: Db, id: string | undefined, change: Record<string, unknown>): Promise<void> {
  if (id) await db.updateTable("job_progress").set(change).where("id", "=", id).execute();
}

const stored = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  logId: z.string().optional(),
});

/** The reason of a failure, and the id of the error in the server's log. */
export interface NotedReason extends Message {
  readonly logId?: string;
}

/** The reason stored with a work, for its reader; for one from before reasons were stored a general one. */
export function reasonNoted(error: string): NotedReason {
  try {
    const { key, values, logId } = stored.parse(JSON.parse(error));
    return { key, ...(values && { values }), ...(logId && { logId }) };
  } catch {
    return { key: "platform.reason.internal" };
  }
}

/** What a person reads of a reason. */
export function translateReason(translate: (message: Message) => string, { logId, ...reason }: NotedReason): string {
  return logId === undefined
    ? translate(reason)
    : `${translate(reason)} ${translate({ key: "platform.reason.logId", values: { id: logId } })}`;
}

/**
 * Assigns a work its next turn among those of its kind and returns it. The works of one user have consecutive turns, and a newcomer starts where
 * the others are: between two slices of one user's work everybody else gets a turn, and small work finishes first.
 */
export async function nextTurn(db: Db, id: string): Promise<{ turn: number; userId: number }> {
  const { rows } = await sql<{ turn: number; user_id: number }>`
    with one as (select job, user_id from job_progress where id = ${id}),
      others as (
        select max(turn) filter (where w.user_id = one.user_id) + 1 as own, min(turn) filter (where w.state <> 'paused') as now
        from job_progress w join one using (job) where w.state in ('waiting', 'running', 'paused') and w.id <> ${id})
    update job_progress set turn = greatest(coalesce(others.own, 0), coalesce(others.now, 0), turn + 1),
      queued_at = now()
    from others where id = ${id} returning turn, user_id`.execute(db);
  const [row] = rows;
  return { turn: row?.turn ?? 0, userId: row?.user_id ?? 0 };
}

export interface ShownWork {
  readonly id: string;
  readonly state: WorkState;
  /** Why it is paused, in the reader's language. */
  readonly error: string | null;
  readonly done: number;
  readonly total: number;
  /** Whether the reader may retry it. */
  readonly own: boolean;
}

interface Reader {
  readonly db: Db;
  readonly user: { readonly id: number };
  readonly lang: Language;
  translate(message: Message, language: Language): string;
}

/** The latest work for each of these keys, as its reader sees it. */
export async function worksOn(
  { db, user, lang, translate }: Reader,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ShownWork>> {
  const { rows } = await sql<{
    id: string;
    key: string;
    state: WorkState;
    error: string | null;
    done: number;
    total: number;
    user_id: number;
  }>`
    select distinct on (key) id, key, state, error, done, total, user_id from job_progress
    where key = any(${[...keys]}::text[]) order by key, queued_at desc, id`.execute(db);
  return new Map(
    rows.map(({ id, key, state, error, done, total, user_id }) => [
      key,
      {
        id,
        state,
        done,
        total,
        error: error === null ? null : translateReason((message) => translate(message, lang), reasonNoted(error)),
        own: user_id === user.id,
      },
    ]),
  );
}

/** Whether work for a key waits, runs or is paused: work that failed for good looks at nothing any more. */
export async function isWorkUnderWay(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select from job_progress where key = ${key} and ${isUnderWay} limit 1`.execute(db);
  return rows.length > 0;
}

const ended = JSON.stringify({ key: "platform.reason.ended" } satisfies Message);

/**
 * Finds unfinished work that no worker has: after its last attempt was killed it has failed; if the queue does not know it, it is queued again.
 * Work of a worker killed earlier is redelivered by the queue itself.
 */
export async function resumeWorks(
  db: Db,
  clock: Clock,
  enqueue: (work: { id: string; job: string; payload: unknown }) => Promise<void>,
): Promise<void> {
  const now = clock.now();
  const inHand = sql`exists (select from pgboss.job q where q.state in ('created', 'retry', 'active')
    and q.data ->> 'progressId' = job_progress.id::text)`;
  const settled = sql`${isUnderWay} and created_at < ${new Date(now.getTime() - 60_000)}`;
  await sql`update job_progress set state = 'failed', error = ${ended}, finished_at = ${now}
    where ${settled} and not ${inHand} and (payload is null or exists (select from pgboss.job q where q.state = 'failed'
      and q.data ->> 'progressId' = job_progress.id::text and q.created_on >= job_progress.queued_at))`.execute(db);
  const { rows } = await sql<{ id: string; job: string; payload: unknown }>`select id, job, payload from job_progress
    where ${settled} and not ${inHand} for update skip locked`.execute(db);
  for (const work of rows) await enqueue(work);
  await sql`update recurring_work set state = 'failed', error = ${ended}, finished_at = ${now}
    where ${isUnderWay} and coalesce(started_at, '-infinity') < ${new Date(now.getTime() - 60_000)}
      and not exists (select from pgboss.job q where q.name = recurring_work.job
        and q.state in ('created', 'retry', 'active'))`.execute(db);
}
