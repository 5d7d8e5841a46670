/** Money that came in and waits for a person, though it says itself which file it is for. */
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import type { Hint } from "./matching.ts";

/** What names a file by itself; an account, a name or an amount only suggests one. */
const naming: readonly Hint[] = ["reference", "endToEnd", "number"];

const waitingRows = batchedRows(
  async (db, fileIds: readonly number[]) =>
    (
      await sql<{ file_id: number; on: PlainDate }>`${prepared}
        select f.id as file_id, min(e.value_date) as "on" from bank_entry e
        cross join lateral jsonb_array_elements(e.match -> 'suggestions') as s
        join case_file f on f.id = (s ->> 'fileId')::bigint
        where e.state = 'review' and e.amount_cents > 0 and f.id = ${anyOf(fileIds)}
          and jsonb_exists_any(s -> 'hints', ${[...naming]}::text[])
        group by f.id`.execute(asSystem(db, "money that waits for a person is there whoever looks at its file"))
    ).rows,
  ({ file_id }) => file_id,
);

/** The day of the oldest receipt that waits for a person and names one of these files; files without any are not in the map. */
export async function receiptsInReview(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, PlainDate>> {
  return new Map((await waitingRows(db, fileIds, undefined)).map(({ file_id, on }) => [file_id, on]));
}
