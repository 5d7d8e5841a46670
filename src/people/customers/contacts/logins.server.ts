/** Logins of the people of clients: made and changed through the public interface of the access module, whose grant rule holds here too. */

import type { z } from "zod";
import { allChecked, fieldError } from "../../../ground/kernel/errors.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { addUser, inviteUser, setActive, updateUser } from "../../access/access.server.ts";
import { editableClient, selectClients } from "../record/clients.server.ts";
import { changeLogin, inviteAgain, loginChoices, makeLogin } from "./contacts.contract.ts";
import { requireContact, shownContact } from "./contacts.server.ts";
import { clientLoginRoles, grantableToClients, type newLogin } from "./contacts.ts";

/** Those of these clients that there are, for whoever asks. */
async function knownClients(ctx: Ctx, clientIds: readonly number[]): Promise<readonly number[]> {
  const seen = await selectClients(ctx)
    .select("id")
    .where("id", "in", [...clientIds])
    .execute();
  return seen.map(({ id }) => id);
}

/** The clients whose files a person is to see: all known, and the one of this page among them. */
function requireClients(own: number, clientIds: readonly number[], known: readonly number[]): void {
  if (!clientIds.includes(own)) throw fieldError("clientIds", "customers.errorOwnClient");
  if (known.length < new Set(clientIds).size) throw fieldError("clientIds", "customers.errorClientUnknown");
}

const withClient = (clientIds: readonly number[], more: readonly number[]) => [...new Set([...clientIds, ...more])];

/** The login of a person: a new one, or the one that they have for another client. */
async function loginFor(
  ctx: Ctx,
  clientId: number,
  contact: Awaited<ReturnType<typeof requireContact>>,
  { useExisting, ...login }: z.output<typeof newLogin>,
  clientIds: readonly number[],
): Promise<number> {
  if (!useExisting) return addUser(ctx, { ...login, name: contact.name, email: contact.email, clientIds });
  const { known } = await shownContact(ctx, clientId, contact.id);
  if (!known) throw fieldError("useExisting", "customers.errorNoKnownLogin");
  const { userId } = known;
  const before = await ctx.db.selectFrom("user_client").select("client_id").where("user_id", "=", userId).execute();
  const seen = before.map(({ client_id }) => client_id);
  await updateUser(ctx, userId, { clientIds: withClient(seen, clientIds) });
  return userId;
}

const make = handle(makeLogin, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  const contact = await requireContact(ctx, client.id, params.contactId);
  if (contact.user_id !== null) throw fieldError("common", "customers.errorLoginThere");
  if (contact.email === null) throw fieldError("common", "customers.errorMailNeeded");
  const clientIds = await knownClients(ctx, body.clientIds);
  let userId = 0;
  // Last what writes, so that its refusals are told with the others; what it wrote is rolled back by any of them.
  await allChecked(
    () => requireClients(client.id, body.clientIds, clientIds),
    async () => {
      userId = await loginFor(ctx, client.id, contact, body, clientIds);
    },
  );
  if (!body.useExisting) await inviteUser(ctx, userId);
  await ctx.db
    .updateTable("client_contact")
    .set((eb) => ({ user_id: userId, version: eb("version", "+", 1) }))
    .where("id", "=", contact.id)
    .execute();
  await ctx.audit({
    action: "client.makeLogin",
    subject: "client",
    subjectId: client.id,
    after: { contact: contact.name, userId, clientIds, existing: body.useExisting },
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
  const clientIds = await knownClients(ctx, body.clientIds);
  // What somebody was given elsewhere and is not of this list stays as it is.
  const elsewhere = login.acl.filter((role) => !clientLoginRoles.some((known) => known === role));
  const acl = [...elsewhere, ...body.acl];
  await allChecked(
    () => requireClients(client.id, body.clientIds, clientIds),
    () => updateUser(ctx, login.userId, { acl, clientIds }, body.version),
  );
  await setActive(ctx, login.userId, body.active);
  await ctx.audit({
    action: "client.changeLogin",
    subject: "client",
    subjectId: client.id,
    before: { contact: contact.name, acl: login.acl, clients: login.clients, active: login.active },
    after: { contact: contact.name, acl, clientIds, active: body.active },
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
