/** Consistency checks of pre-collection: the open amount follows from invoices and payments, and messages match their effects. */
import { sql } from "kysely";
import { statementCheck } from "../../ground/platform/server/audit/checks.ts";
import { sealedCheck } from "../../ground/platform/server/audit/sealed.ts";
import type { Check } from "../../ground/platform/server/http/module.ts";

/** Only retention erases texts. */
const wordsMayGo = sql`exists (select from precasso_record r where r.id = t.record_id and r.erased_on is not null)`;

export const precassoChecks: readonly Check[] = [
  sealedCheck({
    table: "precasso_record",
    columns: "id client_id client_ref created_at created_on created_by import_id",
    called: "pre-collection record",
  }),
  sealedCheck({
    table: "precasso_invoice",
    columns: "id record_id client_id number number_key invoice_date due_date cents",
    called: "pre-collection invoice",
  }),
  sealedCheck({
    table: "precasso_payment",
    columns: "id record_id paid_on cents reference told_by payment_key noted_at noted_by import_id",
    called: "pre-collection payment",
    mayChange: wordsMayGo,
  }),
  sealedCheck({
    table: "precasso_line",
    columns: "id record_id at user_id key values note",
    called: "pre-collection line",
    mayChange: wordsMayGo,
  }),
  sealedCheck({
    table: "precasso_message",
    columns:
      "id record_id run_id step channel template_code text_code language to_address subject body_text effect_key name size_bytes sha256 open_cents created_at created_by",
    called: "pre-collection message",
    mayChange: wordsMayGo,
  }),
  statementCheck(
    "letters of pre-collection and their content",
    "precasso_message",
    sql`select 'record ' || r.number || ': letter ' || m.id || ' is kept as another content than the one it was made with' as problem
      from precasso_message m join precasso_record r on r.id = m.record_id
      where m.storage_key is not null and split_part(split_part(m.storage_key, '/', 2), '-', 1) <> m.sha256 order by m.id`,
  ),
  statementCheck(
    "14-day letters of pre-collection",
    "precasso_record",
    sql`select 'record ' || r.number || ': its 14-day letter is not the one that was sent on that day' as problem
      from precasso_record r left join precasso_message m on m.id = (r.notice14 ->> 'messageId')::bigint and m.record_id = r.id
      where r.notice14 is not null and coalesce(m.posted_on, m.created_on) is distinct from (r.notice14 ->> 'sentOn')::date order by r.id`,
  ),
  statementCheck(
    "what is open in pre-collection",
    "precasso_record",
    sql`select 'record ' || r.number || ': ' || r.open_cents || ' cents are open, but its invoices and payments come to ' || s.open as problem
      from precasso_record r cross join lateral (select greatest(0,
        coalesce((select sum(i.cents) from precasso_invoice i where i.record_id = r.id), 0)
        - coalesce((select sum(p.cents) from precasso_payment p where p.record_id = r.id and p.taken_back_at is null), 0)) as open) s
      where r.open_cents <> s.open or (r.state = 'paid' and s.open > 0) order by r.id`,
  ),
  statementCheck(
    "messages of pre-collection and their effects",
    "precasso_message",
    sql`select 'record ' || r.number || ': message ' || m.id || ' (' || m.channel || ') has no place in the outbox' as problem
      from precasso_message m join precasso_record r on r.id = m.record_id
      where m.channel <> 'post' and not exists (select from outbox o where o.key = m.effect_key) order by m.id`,
  ),
  statementCheck(
    "effects of pre-collection and their messages",
    "outbox",
    sql`select 'the outbox holds ' || o.kind || ' ' || o.id || ' (' || o.key || ', ' || o.state || ') in a client''s name, of which no message tells' as problem
      from outbox o where o.key like 'precasso:%' and not exists (select from precasso_message m where m.effect_key = o.key)
      order by o.id`,
  ),
];
