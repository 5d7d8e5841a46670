/** The public interface of the clients' module: its answers, and what other modules may call. */
import { sql } from "kysely";
import { any } from "../../ground/kernel/access.ts";
import { parseIban, parseKvk } from "../../ground/kernel/identifiers.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import { clientGroupRows } from "../../ground/lists/lists.server.ts";
import {
  type Ctx,
  defineModule,
  type Handler,
  handle,
  type NamesOfIds,
} from "../../ground/platform/server/http/module.ts";
import { userNames } from "../access/access.server.ts";
import { teams } from "../employees/employees.server.ts";
import { accountHandlers } from "./account/account.server.ts";
import { agreementHandlers } from "./agreements/agreements.server.ts";
import { contactHandlers } from "./contacts/contacts.server.ts";
import { loginHandlers } from "./contacts/logins.server.ts";
import { customerCreateScreen, customerSearchScreen } from "./customers.contract.ts";
import { customersTexts } from "./customers.texts.ts";
import { type Client, genders } from "./customers.ts";
import { paperHandlers } from "./documents/documents.server.ts";
import { searchCustomers } from "./record/choices.contract.ts";
import {
  type ClientDetail,
  clientGroupOptions,
  countries,
  createClientCall,
  dropClient,
  readClient,
  salutations,
  setClientActive,
  similarClients,
  updateClientCall,
} from "./record/clients.contract.ts";
import {
  clientOptions,
  clientRowOf,
  findClients,
  peopleOf,
  requireClient,
  requireStaff,
  selectClients,
} from "./record/clients.server.ts";
import { countryPage } from "./record/countries.ts";
import { createClient } from "./record/create.server.ts";
import { detailTexts } from "./record/details.texts.ts";
import { partnerHandlers } from "./record/partners.server.ts";
import { deleteClient, setActive, updateClient } from "./record/update.server.ts";

export { agreedTermsOf, judgeConditions, termsOn } from "./agreements/agreements.server.ts";
export { type AgreedTerms, agreedCosts } from "./agreements/agreements.ts";
export type { Client } from "./customers.ts";
export {
  clientById,
  clientMatches,
  clientOptions,
  clientRowOf,
  clientsById,
  editableClient,
  maySeeClient,
  peopleOf,
  requireClient,
  requireStaff,
  selectClients,
  visibleClients,
} from "./record/clients.server.ts";
export { createClient } from "./record/create.server.ts";
export { clientsInCharge, handOverClients } from "./record/takeover.server.ts";
export { allowedWorkflows, setWorkflows } from "./record/update.server.ts";

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Salutations in a language: what a form shows, and how a letter opens. */
export function salutationsIn(language: Language) {
  const texts: Readonly<Record<string, string>> = customersTexts.texts[language];
  return genders.map((id) => ({
    id,
    text: texts[`salutation${capital(id)}`] ?? id,
    opening: texts[`opening${capital(id)}`] ?? id,
  }));
}

/** A client as its page shows it. */
async function detailOf(ctx: Ctx, client: Client): Promise<ClientDetail> {
  const { created_at, updated_at, updated_by } = await selectClients(ctx)
    .leftJoin("app_user", "app_user.id", "client.updated_by")
    .select(["client.created_at", "client.updated_at", "app_user.name as updated_by"])
    .where("client.id", "=", client.id)
    .executeTakeFirstOrThrow();
  const team = client.teamId === null ? undefined : (await teams(ctx.db)).find(({ id }) => id === client.teamId);
  const groups = client.clientGroupId === null ? [] : await clientGroupRows(ctx.db, "all");
  return {
    ...client,
    ...clientRowOf(client, await peopleOf(ctx.db, [client])),
    teamName: team?.text ?? null,
    clientGroupName: groups.find(({ id }) => id === client.clientGroupId)?.name ?? null,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at?.toISOString() ?? null,
    updatedBy: updated_by,
  };
}

const create = handle(createClientCall, async (ctx, { body }) => {
  requireStaff(ctx);
  const made = await createClient(ctx.db, ctx.clock, body, ctx.user.id || null);
  await ctx.audit({
    action: "client.create",
    subject: "client",
    subjectId: made.id,
    after: { ...body, number: made.number },
  });
  return made;
});

const similar = handle(similarClients, async (ctx, { query }) => {
  requireStaff(ctx);
  const kvk = parseKvk(query.kvk ?? "");
  const iban = parseIban(query.iban ?? "");
  if (kvk === undefined && iban === undefined) return { items: [] };
  const rows = await selectClients(ctx)
    .select(["id", "number", "company", "active", sql<boolean>`coalesce(kvk = ${kvk ?? null}, false)`.as("by_kvk")])
    .where((eb) =>
      eb.or([
        ...(kvk === undefined ? [] : [eb("kvk", "=", kvk)]),
        ...(iban === undefined ? [] : [eb("iban", "=", iban)]),
      ]),
    )
    .where("id", "!=", query.except ?? 0)
    .orderBy("active", "desc")
    .orderBy("id")
    .limit(5)
    .execute();
  return { items: rows.map(({ by_kvk, ...row }) => ({ ...row, same: by_kvk ? ("kvk" as const) : ("iban" as const) })) };
});

/** Fields of the trail that go by another text than their own name. */
const historyFields: Readonly<Record<string, string>> = {
  accountManagerId: "accountManager",
  acl: "loginRights",
  caseManagerId: "caseManager",
  clientIds: "loginClients",
  clients: "loginClients",
  contact: "contacts",
  content: "notes",
  costsCents: "costsAmount",
  costsMethod: "costs",
  fileFeeCents: "fileFee",
  fileType: "debtors",
  interestKind: "interest",
  interestPer: "per",
  interestRate: "rate",
  isMain: "main",
  is_main: "main",
  job_title: "jobTitle",
  kind: "documentKind",
  minimumCents: "minimum",
  name: "personName",
  precassoFeeCents: "precassoFee",
  reference: "partnerReference",
  shared: "documentShared",
  teamId: "team",
  validUntil: "documentUntil",
  vat: "commissionVat",
};

/** What happens to a client, in words. */
const namesOfUsers: NamesOfIds = async ({ db }, ids) =>
  new Map([...(await userNames(db, ids))].map(([id, { name }]) => [id, name]));

/** What clients are called, those that the reader may see. */
async function namesOfClients(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await selectClients(ctx)
    .select(["id", "company"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, company }) => [id, company]));
}

const historyActions = Object.fromEntries(
  [
    "workflows",
    "allowedWorkflows",
    "addContact",
    "updateContact",
    "dropContact",
    "makeLogin",
    "changeLogin",
    "invite",
    "addTerms",
    "dropTerms",
    "addCommission",
    "dropCommission",
    "addDocument",
    "updateDocument",
    "dropDocument",
    "addNote",
    "dropNote",
    "setAccount",
    "askAccount",
    "approveAccount",
    "refuseAccount",
    "updateMapping",
    "dropMapping",
    "setPartner",
    "dropPartner",
  ].map((verb) => [`client.${verb}`, `customers.did_${verb}`]),
);

const answers: readonly Handler[] = [
  handle(searchCustomers, async (ctx, { query: { keywords = "", id } }) => {
    if (id !== undefined) return { items: await clientOptions(ctx.db, ctx.user, [id].flat()) };
    // Remote search asks only for what was typed (specification, point 5).
    if (keywords.trim() === "") return { items: [] };
    return { items: await findClients(ctx.db, ctx.user, keywords) };
  }),
  handle(salutations, async (ctx) => ({ items: salutationsIn(ctx.lang) })),
  handle(countries, async (ctx, { query }) => countryPage(ctx.lang, query)),
  handle(readClient, async (ctx, { params }) => detailOf(ctx, await requireClient(ctx, params.id))),
  handle(clientGroupOptions, async (ctx) => ({
    items: (await clientGroupRows(ctx.db)).map(({ id, name }) => ({ id, text: name })),
  })),
  create,
  similar,
  handle(updateClientCall, async (ctx, { params, body }) => detailOf(ctx, await updateClient(ctx, params.id, body))),
  handle(dropClient, async (ctx, { params }) => {
    await deleteClient(ctx, params.id);
    return {};
  }),
  handle(setClientActive, async (ctx, { params, body }) => detailOf(ctx, await setActive(ctx, params.id, body))),
];

export const customersServer = defineModule({
  name: "customers",
  screens: [customerCreateScreen, customerSearchScreen],
  texts: [customersTexts, detailTexts],
  history: [
    {
      subject: "client",
      who: any("ROLE_EMPLOYEE"),
      name: "customers.historyName",
      field: (field) => `customers.${historyFields[field] ?? field}`,
      actions: historyActions,
      references: {
        accountManagerId: namesOfUsers,
        caseManagerId: namesOfUsers,
        userId: namesOfUsers,
        clientGroupId: async ({ db }) => new Map((await clientGroupRows(db, "all")).map(({ id, name }) => [id, name])),
        clientIds: namesOfClients,
      },
      // What was agreed and noted stands here too, so it is for staff.
      visible: async ({ user }) => user.kind === "staff" || user.kind === "system",
    },
  ],
  handlers: [
    ...answers,
    ...contactHandlers,
    ...loginHandlers,
    ...agreementHandlers,
    ...paperHandlers,
    ...accountHandlers,
    ...partnerHandlers,
  ],
});
