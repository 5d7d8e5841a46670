/** The people of a file as records: the debtor and its parties with their addresses and channels. */

import { sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { notFound } from "../../ground/kernel/errors.ts";
import { listed } from "../../ground/kernel/listed.ts";
import type { Db } from "../../ground/platform/server/http/module.ts";
import type { FileState } from "../files/files.server.ts";
import type { Debtor } from "../persons/persons.contract.ts";
import { debtorsById, noteChannelInUse } from "../persons/persons.server.ts";
import type { DebtorAddress, DebtorChannel, FileParty, Person } from "./parties.contract.ts";
import {
  addressKinds,
  type ChannelKind,
  channelInUse,
  channelKinds,
  consents,
  partyRoles,
  sources,
  type WishedChannel,
  wishedChannels,
} from "./parties.ts";

export const sourceOf = (source: string | null) => (source === null ? null : listed(sources, source));

// Of one person; more are not shown.
const mostEach = 100;

/** Former, visiting and correspondence addresses of people, newest first, by person. */
async function addressesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, DebtorAddress[]>> {
  const rows = await db
    .selectFrom("debtor_address")
    .selectAll()
    .where("debtor_id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy("until_date", (order) => order.desc().nullsFirst())
    .orderBy("id", "desc")
    .limit(mostEach * ids.length)
    .execute();
  const found = new Map<number, DebtorAddress[]>();
  for (const row of rows) {
    const address: DebtorAddress = {
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
    };
    found.set(row.debtor_id, [...(found.get(row.debtor_id) ?? []), address]);
  }
  return found;
}

const channelRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("debtor_channel")
    .selectAll()
    .where("debtor_id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy("id")
    .limit(mostEach * ids.length)
    .execute();

type ChannelRow = Awaited<ReturnType<typeof channelRows>>[number];

/** The channels of a debtor: those that are noted, and the ones in use of which nothing more is known. */
function channelsOf(debtor: Pick<Debtor, ChannelKind>, rows: readonly ChannelRow[]): DebtorChannel[] {
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

export interface Wish {
  readonly channel: WishedChannel;
  readonly source: "debtor" | "client" | "other";
  readonly notedAt: string;
}

/** What these people wish, by their record. */
export async function wishesOf(db: Db, debtorIds: readonly number[]): Promise<ReadonlyMap<number, Wish>> {
  if (debtorIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("debtor_wish")
    .select(["debtor_id", "channel", "source", "noted_at"])
    .where("debtor_id", "in", debtorIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.debtor_id,
      {
        channel: wishedChannels.find((channel) => channel === row.channel) ?? "post",
        source: row.source === "debtor" || row.source === "client" ? row.source : "other",
        notedAt: row.noted_at.toISOString(),
      },
    ]),
  );
}

/** Debtors and parties with everything by which they are reached, by id: three queries, however many they are. */
async function personsById(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  if (ids.length === 0) return new Map();
  const people = await debtorsById(db, ids);
  const addresses = await addressesOf(db, ids);
  const channels = await channelRows(db, ids);
  const wishes = await wishesOf(db, ids);
  return new Map(
    [...people].map(([id, { debtor, addressSource }]) => [
      id,
      {
        ...debtor,
        addressSource: sourceOf(addressSource),
        addresses: addresses.get(id) ?? [],
        channels: channelsOf(
          debtor,
          channels.filter((row) => row.debtor_id === id),
        ),
        wish: wishes.get(id) ?? null,
      },
    ]),
  );
}

/** A debtor or party with everything by which it is reached. @throws notFound. */
export async function personById(db: Db, id: number): Promise<Person> {
  const person = (await personsById(db, [id])).get(id);
  if (!person) throw notFound();
  return person;
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
  const people = await personsById(
    db,
    rows.map((row) => row.debtor_id),
  );
  return rows.flatMap((row) => {
    const person = people.get(row.debtor_id);
    if (!person) return [];
    const party: FileParty = {
      id: row.id,
      role: listed(partyRoles, row.role),
      solidary: row.solidary,
      reference: row.reference,
      note: showsNotes ? row.note : null,
      from: row.from_date,
      until: row.until_date,
      version: row.version,
      person,
    };
    return [party];
  });
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

/** Writes onto the debtor the channel that is used of a kind. */
export async function chooseChannel(
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
  await noteChannelInUse(db, debtorId, kind, channelInUse(known, today));
}
