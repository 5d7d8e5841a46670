/** Logins of the people of clients: made and changed through the public interface of the access module, whose grant rule holds here too. */

import { fieldError } from "../../../ground/kernel/errors.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { addUser, inviteUser, setActive, updateUser } from "../../access/access.server.ts";
import { editableClient, selectClients } from "../record/clients.server.ts";
import { changeLogin, inviteAgain, loginChoices, makeLogin } from "./contacts.contract.ts";
import { requireContact, shownContact } from "./contacts.server.ts";
import { clientLoginRoles, grantableToClients } from "./contacts.ts";

/** The clients whose files a person is to see: all known, and the one of this page among them. */
async function requireClients(ctx: Ctx, own: number, clientIds: readonly number[]): Promise<void> {
  if (!clientIds.includes(own)) throw fieldError("clientIds", "customers.errorOwnClient");
  const seen = await selectClients(ctx)
    .select("id")
    .where("id", "in", [...clientIds])
    .execute();
  if (seen.length < new Set(clientIds).size) throw fieldError("clientIds", "customers.errorClientUnknown");
}

const withClient = (clientIds: readonly number[], more: readonly number[]) => [...new Set([...clientIds, ...more])];

const make = handle(makeLogin, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  const contact = await requireContact(ctx, client.id, params.contactId);
  if (contact.user_id !== null) throw fieldError("common", "customers.errorLoginThere");
  if (contact.email === null) throw fieldError("common", "customers.errorMailNeeded");
  await requireClients(ctx, client.id, body.clientIds);
  const { known } = await shownContact(ctx, client.id, contact.id);
  const { useExisting, clientIds, ...login } = body;
  let userId: number;
  if (useExisting) {
    if (!known) throw fieldError("useExisting", "customers.errorNoKnownLogin");
    userId = known.userId;
    const before = await ctx.db.selectFrom("user_client").select("client_id").where("user_id", "=", userId).execute();
    const seen = before.map(({ client_id }) => client_id);
    await updateUser(ctx, userId, { clientIds: withClient(seen, clientIds) });
  } else {
    userId = await addUser(ctx, { ...login, name: contact.name, email: contact.email, clientIds });
    await inviteUser(ctx, userId);
  }
  await ctx.db
    .updateTable("client_contact")
    .set((eb) => ({ user_id: userId, version: eb("version", "+", 1) }))
    .where("id", "=", contact.id)
    .execute();
  await ctx.audit({
    action: "client.makeLogin",
    subject: "client",
    subjectId: client.id,
    after: { contact: contact.name, userId, clientIds, existing: useExisting },
  });
  return shownContact(ctx, client.id, contact.id);
});

/** The login of a contact. @throws validation: this person has none. */
async function requireLogin(ctx: Ctx, clientId: number, contactId: number) {
  const client = await editableClient(ctx, clientId);
  await requireContact(ctx, client.id, contactId);
  const contact = await shownContact(ctx, client.id, contactId);
  if (!contact.login) throw fieldError("common", "customers.errorNoLogin");
  return { client, contact, login: contact.login };
}

const change = handle(changeLogin, async (ctx, { params, body }) => {
  const { client, contact, login } = await requireLogin(ctx, params.id, params.contactId);
  await requireClients(ctx, client.id, body.clientIds);
  // What somebody was given elsewhere and is not of this list stays as it is.
  const elsewhere = login.acl.filter((role) => !clientLoginRoles.some((known) => known === role));
  const acl = [...elsewhere, ...body.acl];
  await updateUser(ctx, login.userId, { acl, clientIds: body.clientIds }, body.version);
  await setActive(ctx, login.userId, body.active);
  await ctx.audit({
    action: "client.changeLogin",
    subject: "client",
    subjectId: client.id,
    before: { contact: contact.name, acl: login.acl, clients: login.clients, active: login.active },
    after: { contact: contact.name, acl, clientIds: body.clientIds, active: body.active },
  });
  return shownContact(ctx, client.id, contact.id);
});

const invite = handle(inviteAgain, async (ctx, { params }) => {
  const { client, contact, login } = await requireLogin(ctx, params.id, params.contactId);
  if (!login.active) throw fieldError("common", "customers.errorLoginInactive");
  await inviteUser(ctx, login.userId);
  await ctx.audit({
    action: "client.invite",
    subject: "client",
    subjectId: client.id,
    after: { contact: contact.name, userId: login.userId },
  });
  return { sentTo: contact.email ?? "" };
});

export const loginHandlers = [
  handle(loginChoices, async (ctx) => ({ roles: [...grantableToClients(ctx.user.acl)] })),
  make,
  change,
  invite,
];
