/** Handles the merchants' calls. */

import { any } from "../../ground/kernel/access.ts";
import { fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { type Actor, type Ctx, type Db, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../ground/platform/server/postgres/database.ts";
import { refuseIfUsed, usesOf } from "../../ground/platform/server/postgres/references.ts";
import { clientById, maySeeClient, selectClients } from "../customers/customers.server.ts";
import {
  createMerchant,
  deleteMerchant,
  getMerchant,
  listMerchants,
  type MerchantRow,
  merchantSettings,
  updateMerchant,
} from "./merchants.contract.ts";
import { merchantTexts } from "./merchants.texts.ts";
import type { MerchantPayload } from "./merchants.ts";

const columns = {
  name: "merchant.name",
  webshopName: "merchant.webshop_name",
  url: "merchant.url",
  kvkNumber: "merchant.kvk_number",
  externalId: "merchant.external_id",
  createdAt: "merchant.created_at",
} as const;

/** The merchants that this user may see: those of the clients that the user may see. */
const visibleTo = (db: Db, actor: Actor) =>
  selectClients({ db, user: actor })
    .innerJoin("merchant", "merchant.client_id", "client.id")
    .select([
      "merchant.id",
      "merchant.name",
      "merchant.webshop_name",
      "merchant.url",
      "merchant.kvk_number",
      "merchant.external_id",
      "merchant.created_at",
      "merchant.version",
      "merchant.client_id",
      "client.company",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof visibleTo>["executeTakeFirstOrThrow"]>>;

const toRow = (row: Row): MerchantRow => ({
  id: row.id,
  name: row.name,
  webshopName: row.webshop_name,
  url: row.url,
  client: { id: row.client_id, company: row.company },
  kvkNumber: row.kvk_number,
  externalId: row.external_id,
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

async function requireMerchant({ db, user }: Ctx, id: number): Promise<MerchantRow> {
  const row = await visibleTo(db, user).where("merchant.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toRow(row);
}

/** Staff read what happened to any merchant, also to one that is gone; the people of a client what happened to their own. */
async function maySeeHistory({ db, user }: Ctx, id: string): Promise<boolean> {
  if (user.kind === "staff" || user.kind === "system") return true;
  if (!/^\d{1,15}$/.test(id)) return false;
  return (await visibleTo(db, user).where("merchant.id", "=", Number(id)).executeTakeFirst()) !== undefined;
}

const toColumns = (payload: MerchantPayload) => ({
  client_id: payload.client,
  name: payload.name,
  webshop_name: payload.webshopName,
  url: payload.url,
  kvk_number: payload.kvkNumber,
  external_id: payload.externalId,
});

/** The client must be one that this user may see, or it does not exist. */
async function requireClient({ db, user }: Ctx, id: number): Promise<void> {
  if (!maySeeClient(user, id) || !(await clientById(db, id))) throw fieldError("client", "merchants.clientUnknown");
}

/** A merchant that files name stays with their client: its name stands on them, and must not be another client's to change. */
async function requireUnused({ db }: Ctx, id: number): Promise<void> {
  // A file that is about to name it waits for this lock, and one that has done so is counted.
  await db.selectFrom("merchant").select("id").where("id", "=", id).forUpdate().execute();
  if ((await usesOf(db, "merchant", id)).length > 0) throw fieldError("client", "merchants.clientInUse");
}

/** Runs a write and turns what the database refuses into an error beside the field. */
async function saving<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === "merchant_external_id") throw fieldError("externalId", "merchants.externalIdTaken");
    throw error;
  }
}

export const merchantsServer = defineModule({
  name: "merchants",
  screens: [merchantSettings],
  texts: [merchantTexts],
  history: [
    {
      subject: "merchant",
      who: any("ROLE_SETTINGS"),
      name: "merchants.heading",
      field: (field) => `merchants.${field === "client.company" ? "client" : field}`,
      visible: maySeeHistory,
    },
  ],
  handlers: [
    handle(listMerchants, async ({ db, user }, { query }) => {
      const { field, direction } = query.order ?? { field: "name", direction: "asc" };
      const rows = await visibleTo(db, user).orderBy(columns[field], direction).orderBy("merchant.id").execute();
      return { items: rows.map(toRow) };
    }),

    handle(getMerchant, async (ctx, { params }) => requireMerchant(ctx, params.id)),

    handle(createMerchant, async (ctx, { body }) => {
      await requireClient(ctx, body.client);
      const { id } = await saving(() =>
        ctx.db
          .insertInto("merchant")
          .values({ ...toColumns(body), created_at: ctx.clock.now() })
          .returning("id")
          .executeTakeFirstOrThrow(),
      );
      const merchant = await requireMerchant(ctx, id);
      await ctx.audit({ action: "merchant.create", subject: "merchant", subjectId: id, after: merchant });
      return merchant;
    }),

    handle(updateMerchant, async (ctx, { params, body }) => {
      const before = await requireMerchant(ctx, params.id);
      await requireClient(ctx, body.client);
      if (body.client !== before.client.id) await requireUnused(ctx, params.id);
      const { version = before.version, ...payload } = body;
      const done = await saving(() =>
        ctx.db
          .updateTable("merchant")
          .set((set) => ({ ...toColumns(payload), version: set("version", "+", 1) }))
          .where("id", "=", params.id)
          .where("version", "=", version)
          .executeTakeFirst(),
      );
      const current = await requireMerchant(ctx, params.id);
      if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
      await ctx.audit({ action: "merchant.update", subject: "merchant", subjectId: params.id, before, after: current });
      return current;
    }),

    handle(deleteMerchant, async (ctx, { params }) => {
      const before = await requireMerchant(ctx, params.id);
      await refuseIfUsed(ctx, "merchant", params.id);
      try {
        await ctx.db.deleteFrom("merchant").where("id", "=", params.id).execute();
      } catch (error) {
        // A file that named it since the look above.
        if (brokenConstraint(error)) throw fieldError("common", "merchants.inUse");
        throw error;
      }
      await ctx.audit({ action: "merchant.delete", subject: "merchant", subjectId: params.id, before });
      return {};
    }),
  ],
});
