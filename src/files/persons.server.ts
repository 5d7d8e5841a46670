/** The people of a file as records: the debtor and its parties with their addresses and channels. */
import type { PlainDate } from "../kernel/dates.ts";
import { notFound } from "../kernel/errors.ts";
import type { Db } from "../platform/server/room.ts";
import { debtorById } from "./debtor.server.ts";
import type { DebtorAddress, DebtorChannel, FileParty } from "./parties.contract.ts";
import { addressKinds, channelInUse, channelKinds, consents, partyRoles, sources } from "./parties.ts";
import { type FileState, listed } from "./record.server.ts";

export const sourceOf = (source: string | null) => (source === null ? null : listed(sources, source));

/** Former, visiting and correspondence addresses, newest first. */
export async function addressesOf(db: Db, debtorId: number): Promise<DebtorAddress[]> {
  const rows = await db
    .selectFrom("debtor_address")
    .selectAll()
    .where("debtor_id", "=", debtorId)
    .orderBy("until_date", (order) => order.desc().nullsFirst())
    .orderBy("id", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: listed(addressKinds, row.kind),
    street: row.street,
    houseNumber: row.house_number,
    addition: row.addition,
    postcode: row.postcode,
    city: row.city,
    country: row.country,
    until: row.until_date,
    source: sourceOf(row.source),
    checkedOn: row.checked_on,
    version: row.version,
  }));
}

/** The channels of a debtor: those that are noted, and the ones in use of which nothing more is known. */
export async function channelsOf(
  db: Db,
  debtor: {
    readonly id: number;
    readonly email: string | null;
    readonly mobile: string | null;
    readonly phone: string | null;
  },
): Promise<DebtorChannel[]> {
  const rows = await db
    .selectFrom("debtor_channel")
    .selectAll()
    .where("debtor_id", "=", debtor.id)
    .orderBy("id")
    .limit(100)
    .execute();
  return channelKinds.flatMap((kind) => {
    const noted = rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        id: row.id,
        kind,
        value: row.value,
        consent: listed(consents, row.consent),
        consentOn: row.consent_on,
        preferred: row.preferred,
        validUntil: row.valid_until,
        source: sourceOf(row.source),
        inUse: row.value === debtor[kind],
        version: row.version,
      }));
    const used = debtor[kind];
    if (used === null || noted.some(({ value }) => value === used)) return noted;
    const bare = { consent: "unknown", consentOn: null, preferred: false, validUntil: null, source: null } as const;
    return [{ id: null, kind, value: used, ...bare, inUse: true, version: 0 }, ...noted];
  });
}

/** A debtor or party with everything by which it is reached. @throws notFound. */
export async function personById(db: Db, id: number) {
  const of = await debtorById(db, id);
  const row = await db.selectFrom("debtor").select("address_source").where("id", "=", id).executeTakeFirst();
  return {
    ...of,
    addressSource: sourceOf(row?.address_source ?? null),
    addresses: await addressesOf(db, id),
    channels: await channelsOf(db, of),
  };
}

/** Those beside the debtor of a file, who stand there now first. `partyId` keeps to one. */
export async function partiesOf(db: Db, fileId: number, showsNotes: boolean, partyId?: number): Promise<FileParty[]> {
  const rows = await db
    .selectFrom("file_party")
    .selectAll()
    .where("file_id", "=", fileId)
    .$if(partyId !== undefined, (found) => found.where("id", "=", partyId ?? 0))
    .orderBy("until_date", (order) => order.desc().nullsFirst())
    .orderBy("id")
    .limit(50)
    .execute();
  const parties: FileParty[] = [];
  for (const row of rows) {
    parties.push({
      id: row.id,
      role: listed(partyRoles, row.role),
      solidary: row.solidary,
      reference: row.reference,
      note: showsNotes ? row.note : null,
      from: row.from_date,
      until: row.until_date,
      version: row.version,
      person: await personById(db, row.debtor_id),
    });
  }
  return parties;
}

/** That somebody belongs to a file: its debtor, or a party. @throws notFound. */
export async function requirePerson(db: Db, file: FileState, debtorId: number): Promise<void> {
  if (file.debtorId === debtorId) return;
  const party = await db
    .selectFrom("file_party")
    .select("id")
    .where("file_id", "=", file.id)
    .where("debtor_id", "=", debtorId)
    .executeTakeFirst();
  if (!party) throw notFound();
}

/** Writes onto the debtor the channel that is used of a kind; the version goes on, for a letter may depend on it. */
export async function useChannel(
  db: Db,
  debtorId: number,
  kind: (typeof channelKinds)[number],
  today: PlainDate,
): Promise<void> {
  const rows = await db
    .selectFrom("debtor_channel")
    .select(["value", "consent", "preferred", "valid_until"])
    .where("debtor_id", "=", debtorId)
    .where("kind", "=", kind)
    .orderBy("id")
    .execute();
  const known = rows.map((row) => ({
    value: row.value,
    consent: listed(consents, row.consent),
    preferred: row.preferred,
    validUntil: row.valid_until,
  }));
  await db
    .updateTable("debtor")
    .set((eb) => ({ [kind]: channelInUse(known, today), version: eb("version", "+", 1) }))
    .where("id", "=", debtorId)
    .where(kind, "is distinct from", channelInUse(known, today))
    .execute();
}
