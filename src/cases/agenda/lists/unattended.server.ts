/** Neglected open files: without a case manager, or without any date on which something is to happen. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { listed } from "../../../ground/kernel/listed.ts";
import { countCap, toPage } from "../../../ground/kernel/query.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { singleFlight } from "../../../ground/platform/server/postgres/single-flight.ts";
import { filePhases, fileStatuses } from "../../files/files.ts";
import { type UnattendedFile, type UnattendedQuery, unattendedFiles } from "../items/items.contract.ts";
import { visibleAgendas } from "../items/record.server.ts";

const noOwner = sql<SqlBool>`case_file.case_manager_id is null and case_file.closed_on is null`;
// A file with an arrangement has the days of its terms.
const noDate = sql<SqlBool>`case_file.next_action_on is null and case_file.closed_on is null
  and case_file.status <> 'term_payment' and not exists (
    select from agenda_item where agenda_item.file_id = case_file.id and agenda_item.state = 'open')`;

/** What is lacking, as conditions of which no file meets two: each is looked up by an index of its own. */
function lacking(lacks: UnattendedQuery["filter"]["lacks"]): readonly RawBuilder<SqlBool>[] {
  if (lacks === "owner") return [noOwner];
  return lacks === "date" ? [noDate] : [noOwner, sql<SqlBool>`case_file.case_manager_id is not null and ${noDate}`];
}

// File numbers rise with their ids. The sums keep the planner from walking all files in their order until it has met enough of the few.
const orderColumns = {
  number: sql`case_file.id + 0`,
  placedOn: sql`case_file.placed_on`,
  openCents: sql`case_file.open_cents + 0`,
} as const;

interface Page {
  readonly ids: number[];
  readonly total: number;
}

/** The ids of the page in its order, and how many there are up to one more than the cap; all from indexes that hold such files only. */
async function pageOf(ctx: Ctx, { filter, order, offset, limit }: UnattendedQuery): Promise<Page> {
  const { client, status, lacks } = filter;
  const column = orderColumns[order?.field ?? "placedOn"];
  const direction = order?.direction === "desc" ? sql`desc` : sql`asc`;
  const allowed = [
    visibleAgendas(ctx.user),
    ...(client?.length ? [sql<SqlBool>`case_file.client_id = any(${client}::bigint[])`] : []),
    ...(status?.length ? [sql<SqlBool>`case_file.status = any(${status}::text[])`] : []),
  ];
  const files = (rest: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join(
      lacking(lacks).map(
        (lack) => sql`(select case_file.id, ${column} as place from case_file
          where ${lack} and ${sql.join(allowed, sql` and `)} ${rest})`,
      ),
      sql` union all `,
    );
  const inOrder = sql`order by place ${direction}, id ${direction}`;
  const { rows } = await singleFlight(
    ctx.db,
    sql<Page>`with counted as materialized (select count(*) as total from (select from (${files(sql``)}) as found
        limit ${countCap + 1}) as capped)
      select total, array(select id from (${files(sql`${inOrder} limit ${offset + limit}`)}) as found ${inOrder}
        limit ${limit} offset ${offset}) as ids
      from counted`,
  );
  return rows[0] ?? { ids: [], total: 0 };
}

interface Row {
  readonly id: number;
  readonly number: string;
  readonly clientName: string;
  readonly debtorName: string;
  readonly phase: string;
  readonly status: string;
  readonly caseManager: string | null;
  readonly placedOn: PlainDate;
  readonly openCents: number;
  readonly undated: boolean;
}

async function rowsOf({ db }: Ctx, ids: readonly number[]): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`select case_file.id, case_file.number, client.company as "clientName",
      debtor.display_name as "debtorName", case_file.phase, case_file.status, app_user.name as "caseManager",
      case_file.placed_on as "placedOn", case_file.open_cents as "openCents", (${noDate}) as undated
    from unnest(${[...ids]}::bigint[]) with ordinality as page(id, place)
      join case_file on case_file.id = page.id
      join client on client.id = case_file.client_id
      join debtor on debtor.id = case_file.debtor_id
      left join app_user on app_user.id = case_file.case_manager_id
    order by page.place`.execute(asSystem(db, "the rows of a page whose ids the actor may see"));
  return rows;
}

function toUnattended({ undated, ...row }: Row): UnattendedFile {
  const lacks: UnattendedFile["lacks"] = [
    ...(row.caseManager === null ? ["owner" as const] : []),
    ...(undated ? ["date" as const] : []),
  ];
  return {
    ...row,
    phase: listed(filePhases, row.phase),
    status: listed(fileStatuses, row.status),
    currency: "EUR",
    lacks,
  };
}

export const unattendedHandler = handle(unattendedFiles, async (ctx, { query }) => {
  const { ids, total } = await pageOf(ctx, query);
  return toPage((await rowsOf(ctx, ids)).map(toUnattended), total, query.limit);
});
