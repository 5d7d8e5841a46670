/** Written demands that were sent: they interrupt limitation (BW 3:317). */
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import type { Interruption } from "../../../law/rules/rules.ts";

/** A letter that comes back is known within so many days of its sending. */
const daysToReturn = 42;

interface Row {
  readonly fileId: number;
  readonly id: number;
  readonly on: PlainDate;
  readonly documentId: number | null;
  readonly subject: string;
  readonly invoices: string[];
}

type ReturnedReader = (db: Db, fileIds: readonly number[]) => Promise<readonly number[]>;
const readers: ReturnedReader[] = [];

/** Adds a later module's reader of the letters of files that are known to have come back, by message. */
export const addReturnedReader = (reader: ReturnedReader): void => void readers.push(reader);

const demandRows = batchedRows(
  async (db, fileIds: readonly number[]) => {
    const { rows } = await sql<Row>`${prepared}
      select m.file_id as "fileId", m.id, sent.on, m.document_id as "documentId", m.subject, array(
        select e.data ->> 'number' from claim_event e
        where e.file_id = m.file_id and e.kind = 'invoice' and e.entered_at <= m.created_at) as invoices
      from message m left join outbox o on o.key = m.effect_key
      cross join lateral (select coalesce(m.posted_on,
        ${legalDate(sql`case when m.channel = 'post' then m.send_after else o.sent_at end`)}) as on) as sent
      where m.file_id = ${anyOf(fileIds)} and m.refused is null
        and (m.purpose in ('dunning', 'notice14') or m.purpose is null and exists (select from template t
          where t.channel = m.channel and t.code = m.template_code and t.category in ('notice', 'demand')))
        and case m.channel
          when 'post' then m.document_id is not null and coalesce(m.posting, '') not in ('awaited', 'recalled')
            and not exists (select from file_hold h where h.file_id = m.file_id and h.kind = 'returned_mail' and not h.never_lay
              and h.from_date between sent.on and sent.on + ${daysToReturn}::integer)
          when 'email' then o.state = 'sent' else false end
      order by m.id`.execute(asSystem(db, "what was demanded is the same for everybody who judges it"));
    const returned = new Set<number>();
    for (const read of readers) for (const id of await read(db, fileIds)) returned.add(id);
    return rows.filter(({ id }) => !returned.has(id));
  },
  ({ fileId }) => fileId,
);

/**
 * The letters and e-mails by which payment of these files was demanded, each of the invoices that stood on the file when it was written. An
 * e-mail counts once it was handed over; a letter from the day of its posting, so not while a print house has yet to report it, and not where
 * post came back to the file after it, nor one that is known to have come back itself, however late.
 */
export async function demandsSent(
  db: Db,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Interruption[]>> {
  const rows = await demandRows(db, fileIds, undefined);
  const found = new Map<number, Interruption[]>();
  for (const { fileId, id, on, documentId, subject, invoices } of rows) {
    const proof = { source: "message" as const, id, documentId, text: subject };
    found.set(fileId, [...(found.get(fileId) ?? []), { on, kind: "demand", invoices, proof }]);
  }
  return found;
}
