/** Erases what was typed for many files at once, and by what they were looked for; each file keeps its own words until its term is over. */
import { sql } from "kysely";
import { instantInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away the words, the search and the pasted lines of works asked for before a day; what was done to which files stays. */
export async function eraseBulkWords({ db }: WorkCtx, before: PlainDate): Promise<void> {
  await sql`with wordless as (select id, jsonb_build_object('by', chosen -> 'by') as chosen, case action ->> 'kind'
        when 'note' then (action - 'content') || '{"subject": "–"}'
        when 'cost' then action || '{"description": "–"}'
        when 'flag' then action - 'reason'
        when 'unflag' then action - 'reason'
        -- The reason of a closing is one of a list.
        when 'close' then action - 'note'
        else (action - 'note') || case when action ? 'reason' then '{"reason": "–"}' else '{}' end::jsonb end as action
      from bulk where asked_at < ${instantInAmsterdam(before)} and state not in ('planning', 'making', 'undoing'))
    update bulk set chosen = wordless.chosen, action = wordless.action, missing = '[]' from wordless
    where bulk.id = wordless.id and (bulk.chosen, bulk.action, bulk.missing) is distinct from (wordless.chosen, wordless.action, '[]'::jsonb)`.execute(
    db,
  );
}
