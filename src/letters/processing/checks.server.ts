/** Consistency checks of runs: their results exist, and what a step charges or announces is in the record of the claim. */
import { sql } from "kysely";
import { statementCheck } from "../../ground/platform/server/audit/checks.ts";
import type { Check } from "../../ground/platform/server/http/module.ts";

export const runChecks: readonly Check[] = [
  statementCheck(
    "rows of runs",
    "run_row",
    sql`select 'file ' || f.number || ': run ' || r.run_id || ' made message ' || r.message_id
        || case when m.id is null then ', which is gone' else ', which is of another file' end as problem
      from run_row r join case_file f on f.id = r.file_id left join message m on m.id = r.message_id
      where r.message_id is not null and (m.id is null or m.file_id <> r.file_id)
      union all
      select 'file ' || f.number || ': run ' || r.run_id || ' made document ' || r.document_id
        || case when d.id is null then ', which is gone' else ', which is of another file' end
      from run_row r join case_file f on f.id = r.file_id left join document d on d.id = r.document_id
      where r.document_id is not null and (d.id is null or d.file_id <> r.file_id)`,
  ),
  statementCheck(
    "steps and what they charge",
    "run_row",
    sql`select 'file ' || f.number || ': step ' || r.step || ' of run ' || r.run_id || ' (' || r.effect
        || ') was made, and its booking of ' || r.cost_cents || ' cents is not there' as problem
      from run_row r join case_file f on f.id = r.file_id
      where r.state = 'done' and r.verdict = 'do' and r.effect in ('bik', 'notice14') and r.cost_cents > 0
        and not exists (select from claim_event e where e.file_id = r.file_id and e.kind = r.effect
          and e.effect_key like 'step:' || r.file_id || ':%:' || r.effect)
      order by r.run_id, r.file_id`,
  ),
];
