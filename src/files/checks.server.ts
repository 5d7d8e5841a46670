/** What must hold of the record of a file. */
import { sql } from "kysely";
import { statementCheck } from "../platform/server/checks.ts";
import type { Check } from "../platform/server/room.ts";

export const fileChecks: readonly Check[] = [
  statementCheck(
    "files and how they ended",
    "case_file",
    sql`select 'file ' || f.number || case when f.status = 'closed' then ' is closed, and nothing tells why' else ' is open, and is noted as closed' end as problem
      from case_file f
      where (f.status = 'closed') <> exists (select from file_closure c where c.file_id = f.id and c.reopened_at is null)
      order by f.id`,
  ),
];
