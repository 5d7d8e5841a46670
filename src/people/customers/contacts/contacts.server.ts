/** The people of a client in the database. */
import { type Selectable, sql } from "kysely";
import { holds } from "../../../ground/kernel/access.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { isLanguage } from "../../../ground/kernel/texts.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import type { ClientContact } from "../../../ground/platform/server/postgres/database.types.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { updateUser } from "../../access/access.server.ts";
import { type Client, genders } from "../customers.ts";
import { editableClient, requireClient } from "../record/clients.server.ts";
import { phone } from "../record/create.server.ts";
import { addContact, type Contact, dropContact, listContacts, updateContact } from "./contacts.contract.ts";
import { type ContactValues, contactRoles, loginKinds } from "./contacts.ts";

type Row = Selectable<ClientContact>;

interface LoginRow {
  id: number;
  username: string;
  kind: string;
  acl: string[];
  active: boolean;
  lang: string;
  has_password: boolean;
  last_login_at: Date | null;
  version: number;
  clients: { id: number; company: string }[];
}

/** The logins of these people, by user. The companies of other clients are for staff, who see them all. */
async function loginsOf(ctx: Ctx, userIds: readonly number[]): Promise<Map<number, Contact["login"]>> {
  const { rows } = await sql<LoginRow>`
    select u.id, u.username, u.kind, u.acl, u.active, u.lang, u.password_hash is not null as has_password, u.last_login_at,
      u.version, coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'company', c.company) order by c.company, c.id)
        from user_client uc join client c on c.id = uc.client_id where uc.user_id = u.id), '[]') as clients
    from app_user u where u.id = any(${[...userIds]}::bigint[])`.execute(
    asSystem(ctx.db, "the logins of people of a client that was shown, for staff, who see all clients"),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        userId: row.id,
        username: row.username,
        kind: loginKinds.find((kind) => kind === row.kind) ?? "contact",
        acl: row.acl,
        active: row.active,
        lang: isLanguage(row.lang) ? row.lang : "nl",
        hasPassword: row.has_password,
        lastLoginAt: row.last_login_at?.toISOString() ?? null,
        clients: row.clients,
        version: row.version,
      },
    ]),
  );
}

/** Logins of people of clients that have these mail addresses, by address. */
async function knownByMail(ctx: Ctx, emails: readonly string[]): Promise<Map<string, NonNullable<Contact["known"]>>> {
  if (emails.length === 0) return new Map();
  const { rows } = await sql<{ id: number; username: string; name: string; email: string }>`
    select distinct on (lower(email)) id, username, name, lower(email) as email from app_user
    where lower(email) = any(${[...emails]}::text[]) and kind <> 'staff' and active
    order by lower(email), id`.execute(ctx.db);
  return new Map(rows.map(({ id, email, ...row }) => [email, { userId: id, ...row }]));
}

const mailOf = (row: Pick<Row, "email">): string => (row.email ?? "").toLowerCase();

async function shown(ctx: Ctx, rows: readonly Row[]): Promise<Contact[]> {
  // Who logs in, and to what, is the business of staff.
  const forStaff = ctx.user.kind === "staff" || ctx.user.kind === "system";
  const userIds = forStaff ? rows.flatMap((row) => (row.user_id === null ? [] : [row.user_id])) : [];
  const logins = await loginsOf(ctx, userIds);
  const without = forStaff ? rows.filter((row) => row.user_id === null && row.email !== null).map(mailOf) : [];
  const known = await knownByMail(ctx, without);
  return rows.map((row) => ({
    id: row.id,
    salutation: genders.find((gender) => gender === row.salutation) ?? "unknown",
    name: row.name,
    jobTitle: row.job_title,
    roles: contactRoles.filter((role) => row.roles.includes(role)),
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    isMain: row.is_main,
    login: (row.user_id === null ? undefined : logins.get(row.user_id)) ?? null,
    known: (row.user_id === null ? known.get(mailOf(row)) : undefined) ?? null,
    version: row.version,
  }));
}

const rowsOf = (ctx: Ctx, clientId: number) =>
  ctx.db.selectFrom("client_contact").selectAll().where("client_id", "=", clientId);

/** A person of a client. @throws {VorderError} notFound: no such person, or of another client. */
export async function requireContact(ctx: Ctx, clientId: number, contactId: number): Promise<Row> {
  const row = await rowsOf(ctx, clientId).where("id", "=", contactId).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** A person of a client as the page shows it. */
export async function shownContact(ctx: Ctx, clientId: number, contactId: number): Promise<Contact> {
  const [contact] = await shown(ctx, [await requireContact(ctx, clientId, contactId)]);
  if (!contact) throw notFound();
  return contact;
}

const columnsOf = (client: Client, values: ContactValues) => ({
  salutation: values.salutation,
  name: values.name,
  job_title: values.jobTitle,
  roles: [...new Set(values.roles)],
  phone: phone("phone", values.phone, client.country),
  mobile: phone("mobile", values.mobile, client.country),
  email: values.email,
  is_main: values.isMain,
});

/** The main contact stands in the client's record too, where letters and lists read it. */
async function copyMain(ctx: Ctx, clientId: number): Promise<void> {
  await sql`update client set contact_salutation = coalesce(main.salutation, 'unknown'), contact_name = main.name,
      contact_phone = coalesce(main.phone, main.mobile), contact_email = main.email
    from (select 1) as one left join client_contact main on main.client_id = ${clientId} and main.is_main
    where client.id = ${clientId}`.execute(ctx.db);
}

/** There is one main contact: making somebody it takes it from whoever was. */
const clearMain = (ctx: Ctx, clientId: number, except = 0) =>
  ctx.db
    .updateTable("client_contact")
    .set((eb) => ({ is_main: false, version: eb("version", "+", 1) }))
    .where("client_id", "=", clientId)
    .where("is_main", "=", true)
    .where("id", "!=", except)
    .execute();

const add = handle(addContact, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  const first = (await rowsOf(ctx, client.id).executeTakeFirst()) === undefined;
  const columns = columnsOf(client, { ...body, isMain: body.isMain || first });
  if (columns.is_main) await clearMain(ctx, client.id);
  const { id } = await ctx.db
    .insertInto("client_contact")
    .values({
      ...columns,
      client_id: client.id,
      created_at: ctx.clock.now(),
      created_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (columns.is_main) await copyMain(ctx, client.id);
  await ctx.audit({ action: "client.addContact", subject: "client", subjectId: client.id, after: { id, ...body } });
  return shownContact(ctx, client.id, id);
});

/**
 * A login is called and mailed as its person is. Whoever sets the address can ask for its password, so that this is for those who make
 * logins. @throws {VorderError} validation beside the e-mail address; what the access module refuses.
 */
async function carryToLogin(ctx: Ctx, before: Row, values: ContactValues): Promise<void> {
  if (before.user_id === null || (before.email === values.email && before.name === values.name)) return;
  if (values.email === null) throw fieldError("email", "customers.errorLoginMail");
  if (!holds(ctx.user.acl, "ROLE_MANAGE_CLIENT")) throw fieldError("email", "customers.errorLoginOthers");
  await updateUser(ctx, before.user_id, { name: values.name, email: values.email });
}

const update = handle(updateContact, async (ctx, { params, body: { version, ...values } }) => {
  const client = await editableClient(ctx, params.id);
  const before = await requireContact(ctx, client.id, params.contactId);
  if (before.is_main && !values.isMain) throw fieldError("isMain", "customers.errorMainNeeded");
  const columns = columnsOf(client, values);
  await carryToLogin(ctx, before, values);
  if (columns.is_main) await clearMain(ctx, client.id, before.id);
  const done = await ctx.db
    .updateTable("client_contact")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
    .where("id", "=", before.id)
    .where("version", "=", version)
    .executeTakeFirst();
  const current = await shownContact(ctx, client.id, before.id);
  if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
  if (columns.is_main) await copyMain(ctx, client.id);
  await ctx.audit({
    action: "client.updateContact",
    subject: "client",
    subjectId: client.id,
    before,
    after: { id: before.id, ...columns },
  });
  return current;
});

const drop = handle(dropContact, async (ctx, { params }) => {
  const client = await editableClient(ctx, params.id);
  const contact = await requireContact(ctx, client.id, params.contactId);
  if (contact.is_main) {
    const other = await rowsOf(ctx, client.id).where("id", "!=", contact.id).executeTakeFirst();
    if (other) throw fieldError("common", "customers.errorMainNeeded");
  }
  const login = (await shownContact(ctx, client.id, contact.id)).login;
  if (login) {
    const others = login.clients.flatMap(({ id }) => (id === client.id ? [] : [id]));
    // A login that works must not stay behind without the person it was made for.
    if (others.length === 0 && login.active) throw fieldError("common", "customers.errorLoginActive");
    if (others.length > 0) await updateUser(ctx, login.userId, { clientIds: others });
  }
  await ctx.db.deleteFrom("client_contact").where("id", "=", contact.id).execute();
  if (contact.is_main) await copyMain(ctx, client.id);
  await ctx.audit({ action: "client.dropContact", subject: "client", subjectId: client.id, before: contact });
  return {};
});

export const contactHandlers = [
  handle(listContacts, async (ctx, { params }) => {
    const client = await requireClient(ctx, params.id);
    const rows = await rowsOf(ctx, client.id).orderBy("is_main", "desc").orderBy("name").orderBy("id").execute();
    return { items: await shown(ctx, rows) };
  }),
  add,
  update,
  drop,
];
