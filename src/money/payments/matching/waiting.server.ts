/** Money that came in and waits for a person, though it says itself which file it is for. */
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";

const waitingRows = batchedRows(
  async (db, fileIds: readonly number[]) =>
    (
      await sql<{ file_id: number; on: PlainDate }>`${prepared}
        select named.file_id, min(e.value_date) as "on" from bank_entry e
        cross join lateral unnest(files_named_in(e.match)) as named (file_id)
        where e.state = 'review' and e.amount_cents > 0 and files_named_in(e.match) && ${[...fileIds]}::bigint[]
          and named.file_id = ${anyOf(fileIds)}
        group by named.file_id`.execute(db)
    ).rows,
  ({ file_id }) => file_id,
);

/**
 * The day of the oldest receipt that waits for a person and names one of these files by its reference, its number or the id of a collection; an
 * account, a name or an amount only suggests one. Files without any are not in the map.
 */
export async function receiptsInReview(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, PlainDate>> {
  return new Map((await waitingRows(db, fileIds, undefined)).map(({ file_id, on }) => [file_id, on]));
}
