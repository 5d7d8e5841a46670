/** Consistency checks of messages: each has its effect, each effect its message, and a made letter its document. */
import { sql } from "kysely";
import { statementCheck } from "../../ground/platform/server/audit/checks.ts";
import { sealedCheck } from "../../ground/platform/server/audit/sealed.ts";
import type { Check } from "../../ground/platform/server/http/module.ts";

export const messageChecks: readonly Check[] = [
  sealedCheck({
    table: "message",
    columns: "id file_id channel template_code language to_address subject body_text effect_key created_at created_by",
    called: "message",
    fileId: sql`t.file_id`,
    // Retention takes words away; a letter of a later day gets its words when it is made.
    mayChange: sql`t.erased_at is not null or (t.channel = 'post' and t.document_id is not null)`,
  }),
  sealedCheck({
    table: "message",
    lots: "message_template",
    columns: "id template_mark",
    called: "template mark",
    fileId: sql`t.file_id`,
    mayChange: sql`t.channel = 'post' and t.document_id is not null`,
  }),
  sealedCheck({
    table: "document",
    columns: "id file_id kind name mime size_bytes sha256 created_at created_by",
    called: "document",
    fileId: sql`t.file_id`,
    // Retention takes the name with the content.
    mayChange: sql`t.erased_at is not null`,
  }),
  statementCheck(
    "documents and their content",
    "document",
    sql`select 'file ' || f.number || ': document ' || d.id || ' is kept as another content than the one it was made with' as problem
      from document d join case_file f on f.id = d.file_id
      where d.storage_key is not null and split_part(split_part(d.storage_key, '/', 2), '-', 1) <> d.sha256 order by d.id`,
  ),
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
        -- What goes out in a client's name is of another record, which looks after it.
        and o.key not like 'precasso:%'
      order by o.id`,
  ),
];
