/** The representatives of debtors, read for a thousand files at once. */
import { sql } from "kysely";
import { addDays, addYears, type PlainDate } from "../../ground/kernel/dates.ts";
import { listed } from "../../ground/kernel/listed.ts";
import type { Db } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared, unseen } from "../../ground/platform/server/postgres/prepared-statements.ts";
import { holdKinds } from "../files/files.ts";
import { recipientsOf } from "../parties/parties.server.ts";
import { elsewhereByFile } from "./elsewhere.server.ts";
import {
  ofAgeOn,
  type Speaker,
  type SpeakingState,
  type StatesChange,
  speakerOf,
  speakingKinds,
  withElsewhere,
} from "./speakers.ts";

const youngRows = batchedRows(
  (db, fileIds: readonly number[], today: PlainDate) =>
    asSystem(db, "who may be written to depends on the age of the debtor, whoever writes")
      .selectFrom("case_file as f")
      .modifyFront(prepared)
      .innerJoin("debtor as d", "d.id", "f.debtor_id")
      .select(["f.id", "d.birth_date"])
      .where("f.id", "=", anyOf(fileIds))
      // A day more than eighteen years, for those born on 29 February.
      .where("d.birth_date", ">=", unseen(addDays(addYears(today, -18), -1)))
      .execute(),
  ({ id }) => id,
);

/** The files whose debtor has not come of age on a day. */
async function minorsAmong(
  db: Db,
  fileIds: readonly number[],
  today: PlainDate,
): Promise<readonly { readonly fileId: number; readonly birthDate: PlainDate }[]> {
  const rows = await youngRows(db, fileIds, today);
  return rows.flatMap(({ id, birth_date: born }) =>
    born !== null && today < ofAgeOn(born) ? [{ fileId: id, birthDate: born }] : [],
  );
}

const speakingRows = batchedRows(
  async (db, fileIds: readonly number[], today: PlainDate) =>
    (
      await sql<{ fileId: number; kind: string; since: PlainDate; partyId: number | null }>`${prepared}
        select file_id as "fileId", kind, from_date as since, contact_party_id as "partyId" from file_hold
        where file_id = ${anyOf(fileIds)} and lifted_at is null
          and (contact_party_id is not null or kind = any(${[...speakingKinds]}))
          and (until_date is null or until_date >= ${today} or kind = 'deceased') order by id`.execute(db)
    ).rows,
  ({ fileId }) => fileId,
);

/**
 * Who speaks for the debtors of these files on a day. Files of which the debtor speaks for itself are not in the map. A death does not end
 * with the pause that it brought: it counts until it is lifted. A state in another file of the same person counts as well. With `change`, as
 * that would leave their states.
 */
export async function speakersOf(
  db: Db,
  fileIds: readonly number[],
  today: PlainDate,
  change: StatesChange = (states) => states,
): Promise<ReadonlyMap<number, Speaker>> {
  const present = new Map<number, SpeakingState[]>();
  for (const { fileId, ...row } of await speakingRows(db, fileIds, today))
    present.set(fileId, [...(present.get(fileId) ?? []), { ...row, kind: listed(holdKinds, row.kind) }]);
  for (const { fileId, birthDate } of await minorsAmong(db, fileIds, today))
    present.set(fileId, [...(present.get(fileId) ?? []), { kind: "minor", since: birthDate, partyId: null }]);
  const others = Map.groupBy(await elsewhereByFile(db, fileIds, today), ({ key }) => key);
  const states = new Map(
    fileIds.flatMap((id) => {
      const elsewhere = (others.get(id) ?? []).map(({ state }) => state);
      const changed = withElsewhere(change(present.get(id) ?? []), elsewhere);
      return changed.length === 0 ? [] : [[id, changed] as const];
    }),
  );
  const parties = await recipientsOf(db, [...states.keys()], today);
  return new Map(
    [...states].flatMap(([fileId, of]) => {
      const speaker = speakerOf(of, parties.get(fileId) ?? []);
      return speaker === null ? [] : [[fileId, speaker] as const];
    }),
  );
}
