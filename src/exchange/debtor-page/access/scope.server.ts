/** Which files a person may see on a page of their own: those that they owe or answer for, or in which they speak for whoever owes. */
import { sql } from "kysely";
import { recordIdsOf } from "../../../cases/debtors/debtors.server.ts";
import { recipientsOf } from "../../../cases/parties/parties.server.ts";
import { speakersOf } from "../../../cases/states/states.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import type { Level } from "../debtor-page.ts";

/** What somebody is to a file: owes it, speaks for whoever does, or answers for it beside them. */
export type RoleInFile = "owes" | "speaks" | "answers";

interface Near {
  readonly id: number;
  /** The party that this person is in it; null for the debtor itself. */
  readonly partyId: number | null;
}

/**
 * The files in which these records stand, as debtor or as party today: `first`, and the newest of the others, for an administrator may stand in
 * hundreds. Erased files are nobody's.
 */
async function near(db: Db, records: readonly number[], first: number, today: PlainDate): Promise<readonly Near[]> {
  const { rows } = await sql<Near>`
    select id, "partyId" from (select f.id, null::bigint as "partyId" from case_file f
    where f.debtor_id = any(${[...records]}::bigint[]) and f.erased_on is null
    union all
    select f.id, p.id from file_party p join case_file f on f.id = p.file_id
    where p.debtor_id = any(${[...records]}::bigint[]) and f.erased_on is null and p.from_date <= ${today}
      and (p.until_date is null or p.until_date >= ${today})) as all_of_them
    order by id = ${first} desc, id desc limit 200`.execute(
    asSystem(db, "which files are those of whoever came in decides what is shown"),
  );
  return rows;
}

/**
 * The files of the person of a record, with what that person is to each. Where somebody else speaks for whoever owes (a guardian, an
 * administrator, heirs: domain facts 6) nobody but them sees the file, and nobody at all where a state must have somebody and has nobody.
 * @param of the person, and the file that the way in was given for, which is among them however many there are.
 */
export async function filesOf(
  db: Db,
  of: { readonly debtorId: number; readonly fileId: number },
  today: PlainDate,
): Promise<ReadonlyMap<number, RoleInFile>> {
  const rows = await near(db, await recordIdsOf(db, of.debtorId), of.fileId, today);
  const ids = [...new Set(rows.map(({ id }) => id))];
  const speakers = await speakersOf(db, ids, today);
  const parties = await recipientsOf(db, ids, today);
  const found = new Map<number, RoleInFile>();
  for (const { id, partyId } of rows) {
    const speaker = speakers.get(id);
    if (speaker) {
      if (partyId !== null && speaker.to?.partyId === partyId) found.set(id, "speaks");
    } else if (partyId === null) found.set(id, "owes");
    else if (!found.has(id) && parties.get(id)?.some((party) => party.partyId === partyId && party.liable))
      found.set(id, "answers");
  }
  return found;
}

/** Of these files, those that show at a level: by the letter's own facts none but the file that it was about. */
export const shownAt = (
  files: ReadonlyMap<number, RoleInFile>,
  level: Level,
  linkFileId: number,
): ReadonlyMap<number, RoleInFile> =>
  level === "full" ? files : new Map([...files].filter(([id]) => id === linkFileId));

/** The record of whoever is to be spoken to about a file: the debtor, or who speaks for it; null where nobody is known. */
export async function addresseeOf(db: Db, fileId: number, debtorId: number, today: PlainDate): Promise<number | null> {
  const speaker = (await speakersOf(db, [fileId], today)).get(fileId);
  if (!speaker) return debtorId;
  if (speaker.to?.partyId === null || speaker.to?.partyId === undefined) return null;
  const row = await db
    .selectFrom("file_party")
    .select("debtor_id")
    .where("id", "=", speaker.to.partyId)
    .executeTakeFirst();
  return row?.debtor_id ?? null;
}
