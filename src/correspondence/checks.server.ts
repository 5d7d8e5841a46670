/** What must hold of messages: each has its effect, each effect its message, and a letter that was made has its document. */
import { sql } from "kysely";
import { statementCheck } from "../platform/server/checks.ts";
import type { Check } from "../platform/server/room.ts";

export const messageChecks: readonly Check[] = [
  statementCheck(
    "messages and their effects",
    "message",
    sql`select 'file ' || f.number || ': message ' || m.id || ' (' || m.channel || ', ' || m.template_code || ') has '
        || case when m.channel = 'post' then 'neither a document nor a place in the outbox' else 'no place in the outbox' end as problem
      from message m join case_file f on f.id = m.file_id
      where m.document_id is null and not exists (select from outbox o where o.key = m.effect_key)
      order by m.id`,
  ),
  statementCheck(
    "documents of letters",
    "message",
    sql`select 'file ' || f.number || ': message ' || m.id || ' has document ' || m.document_id
        || case when d.id is null then ', which is gone' else ' of another file' end as problem
      from message m join case_file f on f.id = m.file_id left join document d on d.id = m.document_id
      where m.document_id is not null and (d.id is null or d.file_id <> m.file_id)
      order by m.id`,
  ),
  statementCheck(
    "effects and their messages",
    "outbox",
    sql`select 'the outbox holds ' || o.kind || ' ' || o.id || ' (' || o.key || ', ' || o.state || ') to a debtor, of which no message tells' as problem
      from outbox o
      where (o.kind = 'letter' or (o.payload ->> 'contactHours')::boolean)
        and not exists (select from message m where m.effect_key = o.key)
      order by o.id`,
  ),
];
