/** The clients in the database: who may see which, look-ups for other modules, search. */
import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { isLanguage } from "../../../ground/kernel/texts.ts";
import type { Actor, Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import type { Client as ClientTable, DB } from "../../../ground/platform/server/postgres/database.types.ts";
import { asSeen, asSystem, guarded, type Seen } from "../../../ground/platform/server/postgres/guarded.ts";
import { contains } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { people } from "../../employees/employees.server.ts";
import { type Client, genders } from "../customers.ts";
import type { ClientRow } from "./clients.contract.ts";

/**
 * The clients an actor may see, as a condition on `client`: staff and the system all of them, a customer its own, a contact person those
 * assigned, a guest none.
 */
export function visibleClients({ kind, clientIds }: Pick<Actor, "kind" | "clientIds">): Seen {
  if (kind === "staff" || kind === "system") return asSeen(sql<SqlBool>`true`);
  return asSeen(sql<SqlBool>`client.id = any(${[...clientIds]}::bigint[])`);
}

/** The clients that whoever asks may see, to select from: what stands in them is joined by their key. */
export const selectClients = ({ db, user }: { readonly db: Db; readonly user: Pick<Actor, "kind" | "clientIds"> }) =>
  guarded(db, visibleClients(user), (whole) => whole.selectFrom("client"));

/** Whether an actor may see this client. Says nothing about whether there is one. */
export const maySeeClient = (actor: Pick<Actor, "kind" | "clientIds">, clientId: number): boolean =>
  actor.kind === "staff" || actor.kind === "system" || actor.clientIds.includes(clientId);

type Row = Selectable<ClientTable>;

const clientOf = (row: Row): Client => ({
  id: row.id,
  number: row.number,
  company: row.company,
  legalForm: row.legal_form,
  kvk: row.kvk,
  vatNumber: row.vat_number,
  canReclaimVat: row.can_reclaim_vat,
  isPublicBody: row.is_public_body,
  clientGroupId: row.client_group_id,
  iban: row.iban,
  accountHolder: row.account_holder,
  street: row.street,
  houseNumber: row.house_number,
  addition: row.addition,
  postcode: row.postcode,
  city: row.city,
  country: row.country,
  phone: row.phone,
  email: row.email,
  website: row.website,
  contactSalutation: genders.find((gender) => gender === row.contact_salutation) ?? "unknown",
  contactName: row.contact_name,
  contactPhone: row.contact_phone,
  contactEmail: row.contact_email,
  language: isLanguage(row.language) ? row.language : "nl",
  workflowConsumer: row.workflow_consumer,
  workflowBusiness: row.workflow_business,
  dayCount: row.day_count === "ACT/ACT" ? "ACT/ACT" : "ACT/365F",
  writeOffToleranceCents: row.write_off_tolerance_cents,
  arrangementGraceWorkingDays: row.arrangement_grace_working_days,
  arrangementBrokenAfterDays: row.arrangement_broken_after_days,
  arrangementAllowedMisses: row.arrangement_allowed_misses,
  arrangementMinTermCents: row.arrangement_min_term_cents,
  arrangementMaxMonths: row.arrangement_max_months,
  arrangementSelfServiceCents: row.arrangement_self_service_cents,
  bikInstalmentRule: row.bik_instalment_rule,
  mandateOn: row.mandate_on,
  mandateUntil: row.mandate_until,
  setoffConsent: row.setoff_consent,
  accountManagerId: row.account_manager_id,
  caseManagerId: row.case_manager_id,
  teamId: row.team_id,
  active: row.active,
  version: row.version,
});

/** A client by id, or undefined. Visibility is the caller's to ask (`maySeeClient`). */
export async function clientById(db: Db, id: number): Promise<Client | undefined> {
  return (await clientsById(db, [id])).get(id);
}

const clientRows = batchedRows(
  (db, ids: readonly number[]) =>
    asSystem(db, "whoever looks one up asks beside it who may see it (maySeeClient)")
      .selectFrom("client")
      .selectAll()
      .where("id", "=", anyOf([...new Set(ids)]))
      .execute(),
  ({ id }) => id,
);

/** Clients by id; ids that none has are absent. */
export async function clientsById(db: Db, ids: readonly number[]): Promise<Map<number, Client>> {
  return new Map((await clientRows(db, ids, undefined)).map((row) => [row.id, clientOf(row)]));
}

/** A client by its number, as imports name it; undefined where there is none or the actor may not see it. */
export async function clientByNumber(db: Db, actor: Actor, number: string): Promise<Client | undefined> {
  const row = await selectClients({ db, user: actor })
    .selectAll()
    .where("number", "=", number.trim())
    .executeTakeFirst();
  return row && clientOf(row);
}

/** Every word must stand in the name, number, place or KvK number. */
export const clientMatches = (words: string) => (eb: ExpressionBuilder<DB, "client">) =>
  eb.and(
    words
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, 10)
      .map((word) => contains(["client.company", "client.number", "client.city", "client.kvk"], word)),
  );

/** Active clients that the actor may see, as options, best 50 by name. */
export async function findClients(db: Db, actor: Actor, keywords: string): Promise<{ id: number; text: string }[]> {
  const rows = await selectClients({ db, user: actor })
    .select(["id", "company", "number"])
    .where("active", "=", true)
    .where(clientMatches(keywords))
    .orderBy("company")
    .orderBy("id")
    .limit(50)
    .execute();
  return rows.map(optionOf);
}

const optionOf = (row: { id: number; company: string; number: string }) => ({
  id: row.id,
  text: `${row.company} (${row.number})`,
});

/** Clients as options, by their ids; those the actor may not see are absent. */
export async function clientOptions(db: Db, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await selectClients({ db, user: actor })
    .select(["id", "company", "number"])
    .where("id", "in", [...ids])
    .orderBy("company")
    .execute();
  return rows.map(optionOf);
}

/** Shows a client as a row of the list. */
export const clientRowOf = (client: Client, names: ReadonlyMap<number, { id: number; name: string }>): ClientRow => {
  const person = (id: number | null) => {
    const found = id === null ? undefined : names.get(id);
    return found ? { id: found.id, name: found.name } : null;
  };
  return {
    id: client.id,
    number: client.number,
    company: client.company,
    legalForm: client.legalForm,
    kvk: client.kvk,
    city: client.city,
    contactName: client.contactName,
    email: client.email,
    phone: client.phone,
    accountManager: person(client.accountManagerId),
    caseManager: person(client.caseManagerId),
    active: client.active,
  };
};

/** The people in charge of these clients. */
export const peopleOf = (db: Db, clients: readonly Client[]) =>
  people(
    db,
    clients.flatMap((client) => [client.accountManagerId, client.caseManagerId].filter((id) => id !== null)),
  );

/** @throws {VorderError} notFound: there is none, or not for this actor. */
export async function requireClient(ctx: Pick<Ctx, "db" | "user">, id: number): Promise<Client> {
  const client = maySeeClient(ctx.user, id) ? await clientById(ctx.db, id) : undefined;
  if (!client) throw notFound();
  return client;
}

/** People of clients look at their own and change nothing, whatever roles they hold. @throws {VorderError} forbidden. */
export function requireStaff({ user }: Pick<Ctx, "user">): void {
  if (user.kind !== "staff" && user.kind !== "system") throw new VorderError("forbidden");
}

/**
 * A client that the user may change: seen, and by staff. Changes of one client, of its people and agreements too, go one after the
 * other from here on. @throws {VorderError} notFound; forbidden.
 */
export async function editableClient(ctx: Pick<Ctx, "db" | "user">, id: number): Promise<Client> {
  await requireClient(ctx, id);
  requireStaff(ctx);
  // New files of the client need not wait: they only refer to it.
  await selectClients(ctx).select("id").where("id", "=", id).forNoKeyUpdate().execute();
  return requireClient(ctx, id);
}
