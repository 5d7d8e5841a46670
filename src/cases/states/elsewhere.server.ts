/** States under which somebody else speaks for a person, as noted in other files of that person: of any client, and of records not tied by hand. */
import { type RawBuilder, sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { listed } from "../../ground/kernel/listed.ts";
import type { Db } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared, unseen } from "../../ground/platform/server/postgres/prepared-statements.ts";
import { holdKinds } from "../files/files.ts";
import { isNamedAlike } from "../persons/persons.server.ts";
import { type DebtorName, sortName } from "../persons/persons.ts";
import { elsewhereKinds, type SpeakingKind, type SpeakingState } from "./speakers.ts";

interface Elsewhere {
  readonly key: number;
  readonly state: SpeakingState;
}

/**
 * The states of the other files of these debtors. The same debtor is: a record that somebody merged with this one; and one named alike with the same
 * birth date, or at the same address where neither birth dates nor Chamber of Commerce numbers differ; and one of the same number. Whoever was
 * noted to be somebody else is not. A closed file says nothing any more, except that somebody died.
 * @param mine rows of `key`, `debtor_id` (null where there is no record) and what `identifying` names.
 */
async function statesElsewhere(db: Db, mine: RawBuilder<unknown>, today: PlainDate): Promise<Elsewhere[]> {
  const { rows } = await sql<{ key: number; kind: string; since: PlainDate }>`${prepared}
    with mine as (${mine})
    select mine.key, h.kind, h.from_date as since from mine
    cross join lateral (
      select d.id from debtor d
      where d.postcode = mine.postcode and d.house_number = mine.house_number and ${isNamedAlike("d", "mine")}
        and mine.postcode <> '' and (lower(d.addition) = lower(mine.addition)) is not false
        and d.id is distinct from mine.debtor_id
        and (d.birth_date is null or mine.birth_date is null or d.birth_date = mine.birth_date)
        and (d.kvk is null or mine.kvk is null or d.kvk = mine.kvk)
      union all select d.id from debtor d where d.birth_date = mine.birth_date and ${isNamedAlike("d", "mine")}
      union all select d.id from debtor d where d.kvk = mine.kvk
      union all select tied.debtor_id from debtor_person own
        join debtor_person tied on tied.person_id = own.person_id where own.debtor_id = mine.debtor_id
      offset 0) same
    join case_file f on f.debtor_id = same.id
    join file_hold h on h.file_id = f.id and h.lifted_at is null and h.kind = any(${[...elsewhereKinds]}::text[])
    where same.id is distinct from mine.debtor_id
      and (h.kind = 'deceased' or f.status <> 'closed' and (h.until_date is null or h.until_date >= ${unseen(today)}))
      and not exists (select from debtor_apart apart
        where apart.low_id = least(same.id, mine.debtor_id) and apart.high_id = greatest(same.id, mine.debtor_id))
    order by h.id`.execute(
    asSystem(db, "whoever speaks for a debtor does so in all files, whichever client they are of"),
  );
  return rows.map(({ key, kind, since }) => ({
    key,
    state: { kind: listed(holdKinds, kind), since, partyId: null, elsewhere: true },
  }));
}

const identifying = sql`d.file_type, d.sort_name, d.initials, d.first_name, d.birth_date, d.kvk, d.postcode, d.house_number, d.addition`;

/** The states in other files of the debtors of these files, by file. */
export const elsewhereByFile = batchedRows(
  (db, fileIds: readonly number[], today: PlainDate) =>
    statesElsewhere(
      db,
      sql`select f.id as key, d.id as debtor_id, ${identifying}
        from case_file f join debtor d on d.id = f.debtor_id where f.id = ${anyOf(fileIds)}`,
      today,
    ),
  ({ key }) => key,
);

/** Of those who stand beside the debtors of these files, those for whom another speaks by a state in a file of their own. */
async function partiesSpokenFor(db: Db, fileIds: readonly number[], today: PlainDate): Promise<ReadonlySet<number>> {
  if (fileIds.length === 0) return new Set();
  const mine = sql`select p.id as key, d.id as debtor_id, ${identifying}
    from file_party p join debtor d on d.id = p.debtor_id where p.file_id = ${anyOf(fileIds)}`;
  return new Set((await statesElsewhere(db, mine, today)).map(({ key }) => key));
}

/** A debtor without a record: one in pre-collection. */
interface Unrecorded extends DebtorName {
  readonly birthDate: PlainDate | null;
  readonly kvk: string | null;
  readonly postcode: string;
  readonly houseNumber: string;
  readonly addition: string | null;
}

/** Of these debtors, by the key that they are given with, those of whom a file says that somebody else speaks for them, and since when. */
async function debtorsSpokenFor(
  db: Db,
  debtors: ReadonlyMap<number, Unrecorded>,
  today: PlainDate,
): Promise<ReadonlyMap<number, { readonly kind: SpeakingKind; readonly since: PlainDate }>> {
  if (debtors.size === 0) return new Map();
  const given = JSON.stringify(
    [...debtors].map(([key, { birthDate, kvk, postcode, houseNumber, addition, ...name }]) => ({
      ...{
        key,
        file_type: name.fileType,
        sort_name: sortName(name),
        initials: name.initials,
        first_name: name.firstName,
      },
      ...{ birth_date: birthDate, kvk, postcode, house_number: houseNumber, addition },
    })),
  );
  const mine = sql`select d.key, null::bigint as debtor_id, ${identifying} from jsonb_to_recordset(${given}::jsonb)
    as d (key bigint, file_type text, sort_name text, initials text, first_name text, birth_date date, kvk text, postcode text, house_number text, addition text)`;
  return new Map((await statesElsewhere(db, mine, today)).toReversed().map(({ key, state }) => [key, state]));
}

/** Who is spoken for by a state in another file. */
export const spokenForElsewhere = { parties: partiesSpokenFor, debtors: debtorsSpokenFor };
