/** Recent contacts with debtors over all their files, for the provider's limits (Bki 4). Visits: `visits.server.ts`. */

import { sql } from "kysely";
import type { Recipient } from "../../../cases/parties/parties.ts";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { anyOf, prepared, unseen } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import type { Situation } from "../../workflows/workflows.ts";
import type { Contact } from "../runs/gate-facts.ts";

const daysOfContact = 7;

interface ContactRow<Owner = string> extends Contact {
  readonly key: string;
  readonly owner: Owner;
}

/** E-mails and SMS of a later module since a day: to addresses, by address, and about debtors, by debtor. */
interface ContactReader {
  readonly byAddress: (db: Db, addresses: readonly string[], since: PlainDate) => Promise<readonly ContactRow[]>;
  readonly byDebtor: (db: Db, debtors: readonly number[], since: PlainDate) => Promise<readonly ContactRow<number>[]>;
}
const contactReaders: ContactReader[] = [];
export const addContactReader = (reader: ContactReader): void => void contactReaders.push(reader);

const byOwner = <Owner>(rows: readonly ContactRow<Owner>[]): ReadonlyMap<Owner, readonly Contact[]> => {
  const found = new Map<Owner, Contact[]>();
  for (const { owner, key, channel, on } of rows) found.set(owner, [...(found.get(owner) ?? []), { key, channel, on }]);
  return found;
};

/**
 * Calls on the files of a debtor `d`, as joins in a fixed order: `offset 0` keeps the planner from changing it. Most debtors had no call in these
 * days, which the index case_file_debtor_contacted answers without reading their files; joining all files at once took forty times as long.
 */
const callsWith = (since: PlainDate) => sql`
  cross join lateral (select id from case_file where debtor_id = d.id and last_contact_at >= ${unseen(since)} offset 0) f
  cross join lateral (select id, at from file_log where file_id = f.id and type = 'call' and at >= ${unseen(since)} offset 0) l`;

/**
 * E-mails and SMS to these addresses, except withdrawn ones and those that never arrived, and calls with debtors of these numbers, by address. A call that was made
 * to one of these numbers counts for all who have it: a line in a household or a care home rings no more often because several debtors share it.
 */
const rowsByAddress = batchedRows(
  async (db, addresses: readonly string[], since: PlainDate) => {
    const { rows } = await sql<ContactRow>`${prepared}
      select to_address as owner, m.effect_key as key, channel, ${legalDate("send_after")} as on
      from message m where to_address = ${anyOf(addresses, "text")} and channel in ('email', 'sms') and send_after >= ${unseen(since)}
        and refused is null and not exists (select from outbox where key = m.effect_key and state in ('cancelled', 'dead'))
      union all
      select coalesce(d.mobile, d.phone), 'l' || l.id, 'call', ${legalDate("l.at")}
      from debtor d ${callsWith(since)}
      where d.mobile = ${anyOf(addresses, "text")} or d.phone = ${anyOf(addresses, "text")}
      union all
      select a.number, 'l' || a.log_id, 'call', ${legalDate("a.dialled_at")}
      from call_attempt a where a.number = ${anyOf(addresses, "text")} and a.dialled_at >= ${unseen(since)}`.execute(
      asSystem(db, "a person is not written to too often, whichever file it is about"),
    );
    for (const { byAddress } of contactReaders) rows.push(...(await byAddress(db, addresses, since)));
    return rows;
  },
  ({ owner }) => owner,
);

/**
 * E-mails and SMS about these debtors to addresses that they had before, by debtor: a corrected address does not start the count anew. What never
 * arrived there does not count. Most debtors have had no other address, which the index of the channels answers. Beside them what later modules
 * sent about these debtors.
 */
const rowsByFormer = batchedRows(
  async (db, debtors: readonly number[], since: PlainDate) => {
    const { rows } = await sql<ContactRow<number>>`${prepared}
      select c.debtor_id as owner, m.effect_key as key, m.channel, ${legalDate("m.send_after")} as on
      from debtor_channel c
      cross join lateral (select file_id, channel, send_after, effect_key from message
        where to_address = c.value and channel in ('email', 'sms') and send_after >= ${unseen(since)} and refused is null offset 0) m
      join case_file f on f.id = m.file_id and f.debtor_id = c.debtor_id
      where c.debtor_id = ${anyOf(debtors)}
        and not exists (select from outbox where key = m.effect_key and state in ('cancelled', 'dead'))`.execute(
      asSystem(db, "a person is not written to too often, whichever file it is about"),
    );
    for (const { byDebtor } of contactReaders) rows.push(...(await byDebtor(db, debtors, since)));
    return rows;
  },
  ({ owner }) => owner,
);

const beside = (debtorId: number, address: string): string => `${debtorId} ${address}`;

/**
 * E-mails and SMS about these debtors on all their files to the addresses of their representatives, and calls on those files. Messages to an
 * administrator about other debtors do not count: the limits apply per debtor (house policy, Bki 4).
 */
async function contactsBeside(db: Db, people: readonly Addressed[], since: PlainDate) {
  const others = people.filter(({ reach }) => reach.partyId !== null);
  if (others.length === 0) return byOwner<string>([]);
  const debtors = [...new Set(others.map(({ situation }) => situation.debtor.id))];
  const addresses = [...new Set(others.flatMap(({ reach }) => addressesIn(reach)))];
  const { rows } = await sql<ContactRow>`${prepared}
    select f.debtor_id || ' ' || m.to_address as owner, m.effect_key as key, m.channel,
      ${legalDate("m.send_after")} as on
    from message m join case_file f on f.id = m.file_id
    where m.to_address = ${anyOf(addresses, "text")} and f.debtor_id = ${anyOf(debtors)}
      and m.channel in ('email', 'sms') and m.send_after >= ${unseen(since)}
      and m.refused is null and not exists (select from outbox where key = m.effect_key and state in ('cancelled', 'dead'))
    union all
    select d.id || ' ', 'l' || l.id, 'call', ${legalDate("l.at")}
    from debtor d ${callsWith(since)}
    where d.id = ${anyOf(debtors)}`.execute(
    asSystem(db, "a person is not written to too often, whichever file it is about"),
  );
  return byOwner(rows);
}

/** A file and its recipient. */
interface Addressed {
  readonly situation: Situation;
  readonly reach: Recipient;
}

const addressesIn = ({ email, mobile, phone }: Pick<Recipient, "email" | "mobile" | "phone">): string[] =>
  [email, mobile, phone].filter((address) => address !== null);

/**
 * Whoever sends these debtors, or to these addresses, one more e-mail or SMS waits for whoever is about to, so that each counts the other's, over all
 * files and records. Files and records are locked before people: who did it the other way round would be waited for by whom it waits for.
 */
export async function lockMessagesTo(
  db: Db,
  { debtors = [], addresses = [] }: { readonly debtors?: readonly number[]; readonly addresses?: readonly string[] },
): Promise<void> {
  // In one order, so that two who lock several never wait for each other. By number too: representatives have other addresses.
  await sql`${prepared} select pg_advisory_xact_lock(hashtextextended('message ' || person, 0))
    from (select distinct person from (
        select unnest(array[d.id::text, d.email, d.mobile]) as person from debtor d where d.id = ${anyOf(debtors)}
        union all select unnest(${[...addresses]}::text[])) as named
      where person is not null order by person) as n`.execute(
    asSystem(db, "a person is not written to too often, whichever file it is about"),
  );
}

/** The contacts with debtors, and with the recipients in their place, from seven days before a day on: in the order of the people. */
export async function contactsWith(
  db: Db,
  people: readonly Addressed[],
  day: PlainDate,
): Promise<readonly (readonly Contact[])[]> {
  const since = addDays(day, -daysOfContact);
  const known = [...new Set(people.flatMap(({ situation }) => addressesIn(situation.debtor)))];
  const byAddress = byOwner(await rowsByAddress(db, known, since));
  const debtors = [...new Set(people.map(({ situation }) => situation.debtor.id))];
  const byFormer = byOwner(await rowsByFormer(db, debtors, since));
  const besides = await contactsBeside(db, people, since);
  return people.map(({ situation, reach }) => {
    const { id } = situation.debtor;
    const own = [
      ...addressesIn(situation.debtor).flatMap((address) => byAddress.get(address) ?? []),
      ...(byFormer.get(id) ?? []),
    ];
    // Calls are recorded with the file, not with a number.
    const theirs =
      reach.partyId === null
        ? []
        : ["", ...addressesIn(reach)].flatMap((address) => besides.get(beside(id, address)) ?? []);
    return [...new Map([...own, ...theirs].map((each) => [each.key, each])).values()];
  });
}

/** The same by file, where each has one recipient. */
export async function contactsOf(
  db: Db,
  people: readonly Addressed[],
  today: PlainDate,
): Promise<ReadonlyMap<number, readonly Contact[]>> {
  const contacts = await contactsWith(db, people, today);
  return new Map(people.map(({ situation }, at) => [situation.fileId, contacts[at] ?? []]));
}
