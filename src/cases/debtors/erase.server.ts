import { sql } from "kysely";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Unties records of which nothing is known any more, so that nobody finds out by the others of the same person who they were. */
export async function unlinkRecords({ db }: WorkCtx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = sql`any(${[...ids]}::bigint[])`;
  await sql`delete from debtor_merge where kept_id = ${gone} or merged_id = ${gone}`.execute(db);
  // The others stay together, under one that is left.
  await sql`update debtor_person set person_id = left_over.id
    from (select person_id, min(debtor_id) as id from debtor_person
      where person_id = ${gone} and debtor_id <> all(${[...ids]}::bigint[]) group by person_id) as left_over
    where debtor_person.person_id = left_over.person_id and debtor_person.debtor_id <> all(${[...ids]}::bigint[])`.execute(
    db,
  );
  await sql`delete from debtor_person where debtor_id = ${gone}`.execute(db);
}
