/** States that only a natural person can be in, and whether the debtor of a file is one (Fw 284; Wgs 5; BW 1:378, 1:431). */
import { sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { Db } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../ground/platform/server/postgres/legal-date.ts";
import { anyOf, prepared } from "../../ground/platform/server/postgres/prepared-statements.ts";
import { holdKinds } from "../files/files.ts";
import { isOfNaturalPersons } from "./holds.ts";

const legalEntities = batchedRows(
  async (db, fileIds: readonly number[]) =>
    (
      await sql<{ file_id: number }>`${prepared} select case_file.id as file_id from case_file
        join debtor on debtor.id = case_file.debtor_id
        where case_file.id = ${anyOf(fileIds)} and not debtor.is_natural_person`.execute(
        asSystem(db, "which states a file may have depends on who owes"),
      )
    ).rows,
  ({ file_id }) => file_id,
);

/** Which of these files are owed by a legal entity. */
export const owedByLegalEntity = async (db: Db, fileIds: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set((await legalEntities(db, fileIds, undefined)).map(({ file_id }) => file_id));

const personalRows = batchedRows(
  async (db, debtorIds: readonly number[], on: PlainDate) =>
    (
      await sql<{ debtor_id: number }>`${prepared} select distinct case_file.debtor_id from file_hold
        join case_file on case_file.id = file_hold.file_id
        join debtor on debtor.id = case_file.debtor_id and debtor.is_natural_person
        where case_file.debtor_id = ${anyOf(debtorIds)} and file_hold.lifted_at is null
          and (file_hold.until_date is null or file_hold.until_date >= ${on})
          and file_hold.kind = any(${holdKinds.filter(isOfNaturalPersons)}::text[])`.execute(
        asSystem(db, "a state of a person is one on whichever of its files it was noted"),
      )
    ).rows,
  ({ debtor_id }) => debtor_id,
);

/** Which of these debtors are natural persons and, on a day, in a state that only a natural person can be in. */
export const inPersonalState = async (
  db: Db,
  debtorIds: readonly number[],
  on: PlainDate,
): Promise<ReadonlySet<number>> => new Set((await personalRows(db, debtorIds, on)).map(({ debtor_id }) => debtor_id));

const guardianshipRows = batchedRows(
  async (db, fileIds: readonly number[], on: PlainDate) =>
    (
      await sql<{ file_id: number; from: PlainDate; until: PlainDate }>`${prepared}
        select file_id, from_date as "from", least(until_date + 1, ${legalDate("lifted_at")}) as until
        from file_hold where file_id = ${anyOf(fileIds)} and kind = 'guardianship'
          and (lifted_at is not null or until_date < ${on})
          and (lifted_at is null
            or ${legalDate("lifted_at")} > ${legalDate("placed_at")})
        order by id`.execute(db)
    ).rows,
  ({ file_id }) => file_id,
);

/**
 * The guardianships of these files that are over on a day: from their day until the first one without them. What was noted and lifted on the
 * same day was a mistake and never stood. Files without any are not in the map.
 */
export async function endedGuardianships(
  db: Db,
  fileIds: readonly number[],
  on: PlainDate,
): Promise<ReadonlyMap<number, readonly { readonly from: PlainDate; readonly until: PlainDate }[]>> {
  const rows = await guardianshipRows(db, fileIds, on);
  return Map.groupBy(rows, ({ file_id }) => file_id);
}
