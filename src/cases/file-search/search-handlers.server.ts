/** Handlers for the list as a whole: its exact count, and the options of its filters. */
import { sql } from "kysely";
import type { Option } from "../../ground/kernel/query.ts";
import { type Actor, type Db, handle } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { countFilesExactly, fileFilterOptions } from "./file-search.contract.ts";
import { countFiles } from "./search.server.ts";
import { addedFilter } from "./search-conditions.server.ts";

/** At most so many to choose from; who has more searches by client first. */
const mostOptions = 1000;

async function merchantsFor(db: Db, user: Actor): Promise<Option[]> {
  const own = user.kind === "staff" ? sql`true` : sql`merchant.client_id = any(${[...user.clientIds]}::bigint[])`;
  const { rows } = await sql<{ id: number; text: string }>`
    select merchant.id, merchant.name as text from merchant where ${own} order by lower(merchant.name), merchant.id
    limit ${mostOptions}`.execute(db);
  return rows;
}

/** Groups that have a client whose files the reader may see. */
async function clientGroupsFor(db: Db, user: Actor): Promise<Option[]> {
  const own = user.kind === "staff" ? sql`true` : sql`client.id = any(${[...user.clientIds]}::bigint[])`;
  const { rows } = await sql<{ id: number; text: string }>`
    select client_group.id, client_group.name as text from client_group
    where exists (select from client where client.client_group_id = client_group.id and ${own})
    order by lower(client_group.name) collate "C", client_group.id limit ${mostOptions}`.execute(
    asSystem(db, "groups of the clients of whoever asks; staff see all"),
  );
  return rows;
}

async function teams(db: Db): Promise<Option[]> {
  const { rows } = await sql<{ id: number; text: string }>`
    select team.id, team.name as text from team order by lower(team.name), team.id limit ${mostOptions}`.execute(db);
  return rows;
}

export const searchHandlers = [
  handle(countFilesExactly, async (ctx, { query }) => ({ total: await countFiles(ctx, query.filter) })),
  handle(fileFilterOptions, async ({ db, user }) => {
    // How we divide and do the work is not for clients.
    const isStaff = user.kind === "staff";
    return {
      clientGroups: await clientGroupsFor(db, user),
      merchants: await merchantsFor(db, user),
      teams: isStaff ? await teams(db) : [],
      workflows: isStaff ? ((await addedFilter("workflow")?.options(db)) ?? []) : [],
    };
  }),
];
