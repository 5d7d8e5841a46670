/** The partners that a client works with. */
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { editableClient, requireClient, requireStaff } from "./clients.server.ts";
import {
  type ClientPartner,
  dropClientPartner,
  listClientPartners,
  partnerChoices,
  setClientPartner,
} from "./partners.contract.ts";

async function partnersOf(ctx: Ctx, clientId: number): Promise<ClientPartner[]> {
  const rows = await ctx.db
    .selectFrom("client_partner")
    .innerJoin("partner", "partner.id", "client_partner.partner_id")
    .select([
      "partner.id",
      "partner.name",
      "partner.kind",
      "partner.city",
      "partner.phone",
      "partner.email",
      "partner.archived_at",
      "client_partner.reference",
    ])
    .where("client_partner.client_id", "=", clientId)
    .orderBy("partner.name")
    .execute();
  return rows.map(({ archived_at, ...row }) => ({ ...row, archived: archived_at !== null }));
}

const named = (partner: ClientPartner | undefined) =>
  partner && { partner: partner.name, reference: partner.reference };

const set = handle(setClientPartner, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  const before = (await partnersOf(ctx, client.id)).find(({ id }) => id === params.partnerId);
  const partner = await ctx.db
    .selectFrom("partner")
    .select("archived_at")
    .where("id", "=", params.partnerId)
    .executeTakeFirst();
  if (!partner) throw notFound();
  // One that is archived stays with whoever works with it, and comes to nobody new.
  if (!before && partner.archived_at !== null) throw fieldError("partnerId", "customers.errorPartner");
  const reference = body.reference || null;
  await ctx.db
    .insertInto("client_partner")
    .values({ client_id: client.id, partner_id: params.partnerId, reference })
    .onConflict((conflict) => conflict.columns(["client_id", "partner_id"]).doUpdateSet({ reference }))
    .execute();
  const items = await partnersOf(ctx, client.id);
  await ctx.audit({
    action: "client.setPartner",
    subject: "client",
    subjectId: client.id,
    before: named(before),
    after: named(items.find(({ id }) => id === params.partnerId)),
  });
  return { items };
});

const drop = handle(dropClientPartner, async (ctx, { params }) => {
  const client = await editableClient(ctx, params.id);
  const before = (await partnersOf(ctx, client.id)).find(({ id }) => id === params.partnerId);
  if (!before) throw notFound();
  await ctx.db
    .deleteFrom("client_partner")
    .where("client_id", "=", client.id)
    .where("partner_id", "=", params.partnerId)
    .execute();
  await ctx.audit({ action: "client.dropPartner", subject: "client", subjectId: client.id, before: named(before) });
  return { items: await partnersOf(ctx, client.id) };
});

export const partnerHandlers = [
  handle(listClientPartners, async (ctx, { params }) => ({
    items: await partnersOf(ctx, (await requireClient(ctx, params.id)).id),
  })),
  handle(partnerChoices, async (ctx) => {
    requireStaff(ctx);
    const rows = await ctx.db
      .selectFrom("partner")
      .select(["id", "name", "city"])
      .where("archived_at", "is", null)
      .orderBy("position")
      .orderBy("name")
      .execute();
    return { items: rows.map(({ id, name, city }) => ({ id, text: city === "" ? name : `${name}, ${city}` })) };
  }),
  set,
  drop,
];
