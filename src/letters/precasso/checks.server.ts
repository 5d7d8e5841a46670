/** What must hold of records of pre-collection: what is open follows from invoices and payments, and messages and effects belong together. */
import { sql } from "kysely";
import { statementCheck } from "../../ground/platform/server/audit/checks.ts";
import type { Check } from "../../ground/platform/server/http/module.ts";

export const precassoChecks: readonly Check[] = [
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
