/** The account that a client is paid on. Another account means money elsewhere: two people look at it, and the client is told. */
import type { Selectable } from "kysely";
import { holds } from "../../../ground/kernel/access.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { fillText } from "../../../ground/kernel/texts.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import type { ClientIbanChange } from "../../../ground/platform/server/postgres/database.types.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import { eyesOf, personOf } from "../../access/access.ts";
import type { Client } from "../customers.ts";
import { clientById, editableClient, requireClient } from "../record/clients.server.ts";
import { detailTexts } from "../record/details.texts.ts";
import { type AccountChange, decideAccount, readAccount, requestAccount } from "./iban.contract.ts";

type Row = Selectable<ClientIbanChange>;

const openChange = (ctx: Ctx, clientId: number) =>
  ctx.db
    .selectFrom("client_iban_change")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("state", "=", "open")
    .executeTakeFirst();

/** Whether anybody else could look at a change: in a house of one, that one decides and the audit trail says so. */
async function someoneElse(ctx: Ctx, askedBy: number): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom("app_user")
    .leftJoin("user_group", (join) =>
      join.onRef("user_group.id", "=", "app_user.group_id").on("user_group.archived_at", "is", null),
    )
    .select(["app_user.acl", "user_group.acl as group_acl"])
    .where("app_user.active", "=", true)
    .where("app_user.kind", "=", "staff")
    .where("app_user.id", "!=", askedBy)
    .execute();
  return rows.some(({ acl, group_acl }) => holds([...acl, ...(group_acl ?? [])], "ROLE_MANAGE_CLIENT"));
}

async function mayDecide(ctx: Ctx, change: Row): Promise<boolean> {
  if (!holds(ctx.user.acl, "ROLE_MANAGE_CLIENT")) return false;
  return !eyesOf(ctx.user).includes(change.asked_by) || !(await someoneElse(ctx, change.asked_by));
}

async function stateOf(ctx: Ctx, client: Client) {
  const isStaff = ctx.user.kind === "staff" || ctx.user.kind === "system";
  const row = isStaff ? await openChange(ctx, client.id) : undefined;
  return { iban: client.iban, accountHolder: client.accountHolder, open: row ? await shown(ctx, row) : null };
}

async function shown(ctx: Ctx, row: Row): Promise<AccountChange> {
  const asker = await ctx.db.selectFrom("app_user").select("name").where("id", "=", row.asked_by).executeTakeFirst();
  return {
    id: row.id,
    iban: row.iban,
    accountHolder: row.account_holder,
    formerIban: row.former_iban,
    askedAt: row.asked_at.toISOString(),
    askedBy: asker?.name ?? "",
    mayDecide: await mayDecide(ctx, row),
  };
}

/** The last four signs: enough to know an account by, too little to use. */
const ending = (iban: string | null): string => (iban === null ? "–" : `… ${iban.slice(-4)}`);

type Notice = "ibanAsked" | "ibanApproved";

/** Tells the contact that the client has now, by mail, at the address that stood there before. */
async function notifyClient(
  ctx: Ctx,
  client: Client,
  notice: Notice,
  change: { id: number; iban: string },
): Promise<void> {
  const to = client.contactEmail ?? client.email;
  if (to === null) return;
  const { tradeName, phone } = await providerSettings(ctx.db);
  const texts = detailTexts.texts[client.language];
  const values = {
    name: client.contactName ?? client.company,
    company: client.company,
    former: ending(client.iban),
    wanted: ending(change.iban),
    provider: tradeName || "Vorder",
    phone: phone || "–",
  };
  await ctx.send({
    key: `client.${notice}:${change.id}`,
    kind: "mail",
    payload: {
      to,
      subject: fillText(texts[`${notice}Subject`], values, client.language),
      text: fillText(texts[`${notice}Text`], values, client.language),
    },
  });
}

const write = (ctx: Ctx, clientId: number, iban: string, accountHolder: string) =>
  ctx.db
    .updateTable("client")
    .set((eb) => ({
      iban,
      account_holder: accountHolder,
      updated_at: ctx.clock.now(),
      updated_by: ctx.user.id || null,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", clientId)
    .execute();

async function after(ctx: Ctx, clientId: number) {
  const client = await clientById(ctx.db, clientId);
  if (!client) throw notFound();
  return stateOf(ctx, client);
}

const ask = handle(requestAccount, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  if (await openChange(ctx, client.id)) throw fieldError("common", "customers.errorChangeOpen");
  const before = { iban: client.iban, accountHolder: client.accountHolder };
  if (client.iban === body.iban && client.accountHolder === body.accountHolder) {
    throw fieldError("iban", "customers.errorSameAccount");
  }
  if (client.iban === null) {
    await write(ctx, client.id, body.iban, body.accountHolder);
    await ctx.audit({ action: "client.setAccount", subject: "client", subjectId: client.id, before, after: body });
    return after(ctx, client.id);
  }
  const { id } = await ctx.db
    .insertInto("client_iban_change")
    .values({
      client_id: client.id,
      iban: body.iban,
      account_holder: body.accountHolder,
      former_iban: client.iban,
      asked_at: ctx.clock.now(),
      asked_by: personOf(ctx.user),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await notifyClient(ctx, client, "ibanAsked", { id, iban: body.iban });
  await ctx.audit({ action: "client.askAccount", subject: "client", subjectId: client.id, before, after: body });
  return after(ctx, client.id);
});

const decide = handle(decideAccount, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  const change = await openChange(ctx, client.id);
  if (!change || change.id !== params.changeId) throw notFound();
  if (body.approve && !(await mayDecide(ctx, change))) throw fieldError("common", "customers.errorOwnChange");
  await ctx.db
    .updateTable("client_iban_change")
    .set({ state: body.approve ? "approved" : "refused", decided_at: ctx.clock.now(), decided_by: ctx.user.id })
    .where("id", "=", change.id)
    .execute();
  if (body.approve) {
    await write(ctx, client.id, change.iban, change.account_holder);
    await notifyClient(ctx, client, "ibanApproved", change);
  }
  await ctx.audit({
    action: body.approve ? "client.approveAccount" : "client.refuseAccount",
    subject: "client",
    subjectId: client.id,
    before: { iban: client.iban, accountHolder: client.accountHolder },
    after: {
      iban: change.iban,
      accountHolder: change.account_holder,
      askedBy: change.asked_by,
      alone: change.asked_by === ctx.user.id,
    },
  });
  return after(ctx, client.id);
});

export const accountHandlers = [
  handle(readAccount, async (ctx, { params }) => stateOf(ctx, await requireClient(ctx, params.id))),
  ask,
  decide,
];
