/** Who viewed which files: recorded by the server for every call, once an hour for each person and file. */
import { sql } from "kysely";
import type { Actor, Db } from "../../ground/platform/server/http/module.ts";
import type { Clock } from "../../ground/platform/server/process/clock.ts";

interface View {
  readonly fileId: number;
  readonly userId: number;
  readonly actingId: number;
}

type Looker = Pick<Actor, "id" | "previous">;

const viewsOf = ({ id, previous }: Looker, fileIds: readonly number[]): View[] =>
  [...new Set(fileIds)].map((fileId) => ({ fileId, userId: id, actingId: previous?.id ?? 0 }));

/** In the order of the key, so that two processes that note the same files never wait for each other in a ring. */
const inOrder = (views: readonly View[]): View[] =>
  views.toSorted((a, b) => a.fileId - b.fileId || a.userId - b.userId || a.actingId - b.actingId);

async function write(db: Db, clock: Clock, views: readonly View[]): Promise<void> {
  const now = clock.now();
  await sql`insert into file_view (file_id, on_day, user_id, acting_id, first_at, last_at)
    select f.id, ${clock.today()}::date, v."userId", v."actingId", ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(inOrder(views))}::jsonb) as v("fileId" bigint, "userId" bigint, "actingId" bigint)
    join case_file f on f.id = v."fileId"
    on conflict (file_id, on_day, user_id, acting_id) do update set last_at = excluded.last_at, times = file_view.times + 1`.execute(
    db,
  );
}

/** Notes that somebody got these files' data by a piece of work: an export. */
export const noteViews = (
  ctx: { readonly db: Db; readonly clock: Clock },
  who: Looker,
  fileIds: readonly number[],
): Promise<void> =>
  who.id === 0 || fileIds.length === 0 ? Promise.resolve() : write(ctx.db, ctx.clock, viewsOf(who, fileIds));

/** What one process knows to be noted in this hour; beyond it the same is noted again. */
const mostRemembered = 200_000;

/**
 * Notes for the transport. The first look of an hour waits until it is written, with those of everybody who looks at the same moment in one
 * statement; the next ones of that hour cost nothing.
 */
export function viewNotes(db: Db, clock: Clock): (who: Looker, fileIds: readonly number[]) => Promise<void> {
  const noted = new Set<string>();
  let hour = "";
  let waiting = new Map<string, View>();
  let writing: ReadonlyMap<string, View> = new Map();
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await last.catch(() => undefined);
    const lot = waiting;
    waiting = new Map();
    writing = lot;
    next = undefined;
    last = write(db, clock, [...lot.values()]);
    try {
      await last;
      for (const key of lot.keys()) noted.add(key);
    } finally {
      if (writing === lot) writing = new Map();
    }
  };
  return async (who, fileIds) => {
    const now = clock.now().toISOString().slice(0, 13);
    if (now !== hour || noted.size > mostRemembered) noted.clear();
    hour = now;
    let fresh = false;
    let underWay: Promise<unknown> | undefined;
    for (const view of viewsOf(who, fileIds)) {
      const key = `${view.fileId} ${view.userId} ${view.actingId}`;
      if (noted.has(key)) continue;
      // Somebody who looks while their look is being written looks once.
      if (writing.has(key)) {
        underWay = last;
        continue;
      }
      waiting.set(key, view);
      fresh = true;
    }
    if (fresh) next ??= flush();
    await Promise.all([underWay, fresh && next]);
  };
}
