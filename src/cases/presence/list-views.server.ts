/** Which lists showed which files to whom: collected in memory and written once a second, so that no list waits for it. */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { type Db, job } from "../../ground/platform/server/http/module.ts";
import type { ListSeen, NoteListed } from "../../ground/platform/server/http/read-trail.ts";
import type { Clock } from "../../ground/platform/server/process/clock.ts";
import type { Logger } from "../../ground/platform/server/process/log.ts";

interface Listed {
  readonly at: string;
  readonly day: string;
  readonly user: number;
  readonly acting: number;
  readonly call: string;
  readonly query: unknown;
  readonly files: readonly number[];
}

const flushMillis = 1000;
/** Lists that wait at most while the database is away; beyond it the oldest are given up, and the log says so. */
const mostWaiting = 20_000;

const write = (db: Db, lists: readonly Listed[]) =>
  sql`insert into file_list_view (at, on_day, user_id, acting_id, call, query, file_ids)
    select l.at, l.day, l."user", l.acting, l.call, l.query, l.files
    from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as l(at timestamptz, day date, "user" bigint, acting bigint, call text,
      query jsonb, files bigint[])`.execute(db);

/** Notes for the transport. `end` writes what waits, before the process stops. */
export function listViewNotes(
  db: Db,
  clock: Clock,
  log: Logger,
): { readonly note: NoteListed; readonly end: () => Promise<void> } {
  let waiting: Listed[] = [];
  let isDue = false;
  const flush = async (): Promise<void> => {
    const lot = waiting;
    waiting = [];
    try {
      if (lot.length > 0) await write(db, lot);
    } catch (error) {
      log.warn({ err: error, lists: lot.length }, "which lists were seen is not noted yet");
      waiting = [...lot, ...waiting];
      if (waiting.length > mostWaiting) {
        log.error({ lists: waiting.length - mostWaiting }, "which lists were seen was not noted");
        waiting = waiting.slice(-mostWaiting);
      }
    }
  };
  const soon = async (): Promise<void> => {
    await wait(flushMillis, undefined, { ref: false });
    isDue = false;
    await flush();
    if (waiting.length > 0) begin();
  };
  const begin = (): void => {
    if (isDue) return;
    isDue = true;
    void soon();
  };
  return {
    note(who, { call, query, fileIds }: ListSeen) {
      const now = clock.now().toISOString();
      const [user, acting] = [who.id, who.previous?.id ?? 0];
      waiting.push({ at: now, day: clock.today(), user, acting, call, query, files: [...fileIds] });
      begin();
    },
    end: flush,
  };
}

/** So long it is told who saw a file in a list; who opened it is told for as long as there is the file. */
const retentionDays = 180;

export const forgetListViews = job({
  name: "files.forget-list-views",
  payload: z.object({}),
  cron: "41 2 * * *",
  run: async ({ tx, clock }) => {
    const before = new Date(clock.now().getTime() - retentionDays * 86_400_000);
    await tx(({ db }) => db.deleteFrom("file_list_view").where("at", "<", before).execute());
  },
});
