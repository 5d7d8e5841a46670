/** Composes a client for its page out of the modules below. */
import { sql } from "kysely";
import { visibleFiles } from "../../cases/files/files.server.ts";
import {
  changeMapping,
  forgetMapping,
  mappingsOf,
  type RememberedMapping,
} from "../../exchange/intake/intake.server.ts";
import { fieldError } from "../../ground/kernel/errors.ts";
import { type Ctx, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { loadWorkflows } from "../../letters/workflows/workflows.server.ts";
import { allowedWorkflows, requireClient, requireStaff, setWorkflows } from "../customers/customers.server.ts";
import { people } from "../employees/employees.server.ts";
import {
  type ClientMapping,
  clientFigures,
  clientScreen,
  clientWorkflows,
  dropMapping,
  listMappings,
  setClientWorkflows,
  updateMapping,
} from "./client-page.contract.ts";
import { clientPageTexts } from "./client-page.texts.ts";
import { searchAnswer } from "./search.server.ts";

const isStaff = ({ user }: Ctx): boolean => user.kind === "staff" || user.kind === "system";

/** How many files each person with a login sees, of those that the reader sees too: of all the clients that were assigned. */
async function filesOfPeople(ctx: Ctx, clientId: number) {
  if (!isStaff(ctx)) return [];
  const { rows } = await sql<{ user_id: number; files: number; open_files: number }>`
    select contact.user_id, count(case_file.id) as files,
      count(case_file.id) filter (where case_file.status <> 'closed') as open_files
    from client_contact contact join user_client on user_client.user_id = contact.user_id
    left join case_file on case_file.client_id = user_client.client_id and ${visibleFiles(ctx.user)}
    where contact.client_id = ${clientId} and contact.user_id is not null
    group by contact.user_id`.execute(ctx.db);
  return rows.map((row) => ({ userId: row.user_id, files: row.files, openFiles: row.open_files }));
}

const figures = handle(clientFigures, async (ctx, { params }) => {
  const client = await requireClient(ctx, params.id);
  const { rows } = await sql<{ files: number; open_files: number; open_cents: number | null }>`
    select count(*) as files, count(*) filter (where status <> 'closed') as open_files,
      (sum(open_cents) filter (where status <> 'closed'))::bigint as open_cents
    from case_file where client_id = ${client.id} and ${visibleFiles(ctx.user)}`.execute(ctx.db);
  const [all] = rows;
  return {
    files: all?.files ?? 0,
    openFiles: all?.open_files ?? 0,
    openCents: all?.open_cents ?? 0,
    people: await filesOfPeople(ctx, client.id),
  };
});

const workflows = handle(clientWorkflows, async (ctx, { params }) => {
  const client = await requireClient(ctx, params.id);
  const allowed = [...((await allowedWorkflows(ctx.db, client.id)) ?? [])];
  const own = [client.workflowConsumer, client.workflowBusiness, ...allowed];
  // The people of a client need the names of its own, and not how other clients' files go.
  const known = [...(await loadWorkflows(ctx.db)).values()].filter(({ code }) => isStaff(ctx) || own.includes(code));
  return {
    consumer: client.workflowConsumer,
    business: client.workflowBusiness,
    allowed,
    known: known.map(({ code, name, category }) => ({ code, name, category })),
    version: client.version,
  };
});

const setWorkflowsAnswer = handle(setClientWorkflows, async (ctx, { params, body }) => {
  // Whose client it is comes first: a foreign one must not tell whether a workflow exists.
  await requireClient(ctx, params.id);
  const known = await loadWorkflows(ctx.db);
  for (const field of ["consumer", "business"] as const) {
    if (!known.has(body[field])) throw fieldError(field, "customers.errorWorkflow");
  }
  if (body.allowed.some((code) => !known.has(code))) throw fieldError("allowed", "customers.errorWorkflow");
  const { version } = await setWorkflows(ctx, params.id, body);
  return { version };
});

async function shown(ctx: Ctx, mappings: readonly RememberedMapping[]): Promise<ClientMapping[]> {
  const names = await people(
    ctx.db,
    mappings.flatMap(({ updatedBy }) => (updatedBy === null ? [] : [updatedBy])),
  );
  return mappings.map(({ id, name, isDefault, columns, updatedAt, updatedBy }) => ({
    id,
    name,
    isDefault,
    columns: Object.entries(columns).map(([field, title]) => ({ field, title })),
    updatedAt: updatedAt.toISOString(),
    updatedBy: updatedBy === null ? null : (names.get(updatedBy)?.name ?? null),
  }));
}

const change = handle(updateMapping, async (ctx, { params, body }) => {
  const [mapping] = await shown(ctx, [await changeMapping(ctx, params.id, params.mappingId, body)]);
  if (!mapping) throw fieldError("common", "customers.errorRequired");
  return mapping;
});

export const clientPageServer = defineModule({
  name: "client-page",
  screens: [clientScreen],
  texts: [clientPageTexts],
  handlers: [
    searchAnswer,
    figures,
    workflows,
    setWorkflowsAnswer,
    handle(listMappings, async (ctx, { params }) => {
      const client = await requireClient(ctx, params.id);
      requireStaff(ctx);
      return { items: await shown(ctx, await mappingsOf(ctx, client.id)) };
    }),
    change,
    handle(dropMapping, async (ctx, { params }) => {
      await forgetMapping(ctx, params.id, params.mappingId);
      return {};
    }),
  ],
});
