/** Consistency checks of the record of a file, for verify. */
import { sql } from "kysely";
import { statementCheck } from "../../ground/platform/server/audit/checks.ts";
import type { Check } from "../../ground/platform/server/http/module.ts";
import { closedWithNothingOpen } from "./status-consistency.ts";

export const stateChecks: readonly Check[] = [
  statementCheck(
    "files and how they ended",
    "case_file",
    sql`select 'file ' || f.number || case when f.status = 'closed' then ' is closed, and nothing tells why' else ' is open, and is noted as closed' end as problem
      from case_file f
      where (f.status = 'closed') <> exists (select from file_closure c where c.file_id = f.id and c.reopened_at is null)
      order by f.id`,
  ),
  statementCheck(
    "files closed as paid",
    "case_file",
    sql`select 'file ' || f.number || ' is closed as ' || c.reason || ' with ' || f.open_cents || ' cents open' as problem
      from case_file f join file_closure c on c.file_id = f.id and c.reopened_at is null
      where f.status = 'closed' and f.open_cents > 0 and c.reason = any(${[...closedWithNothingOpen]}::text[]) order by f.id`,
  ),
];
