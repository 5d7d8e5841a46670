/** The recipients of messages about files: read for a thousand files with three index lookups. */
import { sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { listed } from "../../ground/kernel/listed.ts";
import type { Db } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import { anyOf, prepared } from "../../ground/platform/server/postgres/prepared-statements.ts";
import { fileTypes, genders } from "../persons/persons.ts";
import { type PartyRole, type PostalAddress, partyRoles, type Recipient, wishedChannels } from "./parties.ts";

interface PartyRow {
  readonly id: number;
  readonly file_id: number;
  readonly debtor_id: number;
  readonly role: string;
  readonly solidary: boolean;
  readonly display_name: string;
  readonly file_type: string;
  readonly gender: string;
  readonly prefix: string | null;
  readonly last_name: string | null;
  readonly street: string;
  readonly house_number: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
  readonly language: string;
  readonly wishes: string | null;
}

const liableRoles: readonly PartyRole[] = ["joint", "guarantor"];

const placeOf = (row: Omit<PartyRow, "id" | "role">): PostalAddress => ({
  street: row.street,
  houseNumber: row.house_number,
  addition: row.addition,
  postcode: row.postcode,
  city: row.city,
  country: row.country,
});

const addressRows = batchedRows(
  async (db, debtorIds: readonly number[], today: PlainDate) =>
    (
      await sql<PostalAddress & { debtorId: number }>`${prepared}
        select debtor_id as "debtorId", street, house_number as "houseNumber", addition, postcode, city, country
        from debtor_address where debtor_id = ${anyOf(debtorIds)} and kind = 'correspondence'
          and (until_date is null or until_date >= ${today}) order by id`.execute(db)
    ).rows,
  ({ debtorId }) => debtorId,
);

/** Where these people want their letters, of those who gave an address for it that holds; the newest counts. */
export async function correspondenceOf(
  db: Db,
  debtorIds: readonly number[],
  today: PlainDate,
): Promise<ReadonlyMap<number, PostalAddress>> {
  const rows = await addressRows(db, debtorIds, today);
  return new Map(rows.map(({ debtorId, ...address }) => [debtorId, address]));
}

const partyRows = batchedRows(
  async (db, fileIds: readonly number[], today: PlainDate) =>
    (
      await sql<PartyRow>`${prepared}
        select p.id, p.file_id, p.debtor_id, p.role, p.solidary, d.display_name, d.file_type, d.gender, d.prefix, d.last_name,
          d.street, d.house_number, d.addition, d.postcode, d.city, d.country, d.email, d.mobile, d.phone, d.language, w.channel as wishes
        from file_party p join debtor d on d.id = p.debtor_id left join debtor_wish w on w.debtor_id = d.id
        where p.file_id = ${anyOf(fileIds)} and p.from_date <= ${today}
          and (p.until_date is null or p.until_date >= ${today}) order by p.id`.execute(db)
    ).rows,
  (row) => row.file_id,
);

/** Those who stand beside the debtors of these files on a day, oldest first, as they are reached. */
export async function recipientsOf(
  db: Db,
  fileIds: readonly number[],
  today: PlainDate,
): Promise<ReadonlyMap<number, readonly Recipient[]>> {
  const rows = await partyRows(db, fileIds, today);
  const places = await correspondenceOf(
    db,
    rows.map((row) => row.debtor_id),
    today,
  );
  const found = new Map<number, Recipient[]>();
  for (const row of rows) {
    const role = listed(partyRoles, row.role);
    const recipient: Recipient = {
      partyId: row.id,
      role,
      liable: row.solidary || liableRoles.includes(role),
      displayName: row.display_name,
      fileType: listed(fileTypes, row.file_type),
      gender: listed(genders, row.gender),
      prefix: row.prefix,
      lastName: row.last_name,
      address: places.get(row.debtor_id) ?? placeOf(row),
      email: row.email,
      mobile: row.mobile,
      phone: row.phone,
      wishes: wishedChannels.find((channel) => channel === row.wishes) ?? null,
      language: row.language,
    };
    found.set(row.file_id, [...(found.get(row.file_id) ?? []), recipient]);
  }
  return found;
}
