/** The list of clients with the figures of their files: one query, however many clients. */
import { type RawBuilder, sql } from "kysely";
import { selectFiles } from "../../cases/files/files.server.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { type Ctx, handle } from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { clientMatches, clientRowOf, clientsById, peopleOf, selectClients } from "../customers/customers.server.ts";
import { teams } from "../employees/employees.server.ts";
import { listClients } from "./client-page.contract.ts";

type Query = Parameters<Parameters<typeof handle<typeof listClients>>[1]>[1]["query"];

const columns = {
  number: sql`client.number`,
  company: sql`lower(client.company)`,
  city: sql`lower(client.city)`,
  openFiles: sql`coalesce(figures.open_files, 0)`,
  openCents: sql`coalesce(figures.open_cents, 0)`,
} as const;

/** Open files and what is owed on them, by client, as far as the reader may see files. */
const figuresOf = (ctx: Ctx) =>
  selectFiles(ctx)
    .select([
      "client_id",
      sql<number>`count(*)`.as("open_files"),
      sql<number>`sum(open_cents)::bigint`.as("open_cents"),
    ])
    .where("status", "!=", "closed")
    .groupBy("client_id");

function found(ctx: Ctx, { filter }: Query) {
  const { search = "", active, accountManager, caseManager, team, legalForm, hasOpenFiles } = filter;
  let query = selectClients(ctx)
    .leftJoin(figuresOf(ctx).as("figures"), "figures.client_id", "client.id")
    .where(clientMatches(search));
  if (active !== undefined) query = query.where("client.active", "=", active);
  if (accountManager !== undefined) query = query.where("client.account_manager_id", "=", accountManager);
  if (caseManager !== undefined) query = query.where("client.case_manager_id", "=", caseManager);
  if (team !== undefined) query = query.where("client.team_id", "=", team);
  if (legalForm !== undefined) query = query.where("client.legal_form", "=", legalForm);
  if (hasOpenFiles !== undefined) query = query.where("figures.open_files", hasOpenFiles ? "is not" : "is", null);
  return query;
}

const page = async (ctx: Ctx, query: Query) => {
  const { field, direction } = query.order ?? { field: "company", direction: "asc" };
  const by: RawBuilder<unknown> = columns[field];
  const { rows, total } = await pagedList(ctx.db, found(ctx, query), query, (list) =>
    list
      .select(["client.id", "figures.open_files", "figures.open_cents"])
      .orderBy(by, direction)
      .orderBy("client.id", direction),
  );
  const clients = await clientsById(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const names = await peopleOf(ctx.db, [...clients.values()]);
  const teamNames = new Map((await teams(ctx.db)).map(({ id, text }) => [id, text]));
  const forStaff = ctx.user.kind === "staff" || ctx.user.kind === "system";
  const items = rows.flatMap((row) => {
    const client = clients.get(row.id);
    if (!client) return [];
    return [
      {
        ...clientRowOf(client, names),
        teamName: client.teamId === null ? null : (teamNames.get(client.teamId) ?? null),
        openFiles: forStaff ? (row.open_files ?? 0) : null,
        openCents: forStaff ? (row.open_cents ?? 0) : null,
      },
    ];
  });
  return toPage(items, total, query.limit);
};

export const searchAnswer = handle(listClients, (ctx, { query }) => page(ctx, query));
