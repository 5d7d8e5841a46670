/** Handles the calls of the offices of bailiffs. */
import type { Selectable } from "kysely";
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { type Ctx, type Db, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import { brokenConstraint } from "../../ground/platform/server/postgres/database.ts";
import type { Bailiff } from "../../ground/platform/server/postgres/database.types.ts";
import { contains } from "../../ground/platform/server/postgres/like-pattern.ts";
import { anyOf } from "../../ground/platform/server/postgres/prepared-statements.ts";
import { recogniseRemitters } from "../../money/payments/payments.server.ts";
import {
  archiveBailiff,
  type BailiffRow,
  bailiffsScreen,
  createBailiff,
  getBailiff,
  listBailiffs,
  updateBailiff,
} from "./bailiffs.contract.ts";
import { bailiffTexts } from "./bailiffs.texts.ts";
import { type BailiffPayload, officeReports } from "./bailiffs.ts";

const columns = {
  name: "name",
  city: "city",
  region: "region",
  createdAt: "created_at",
} as const;

const prices = z.array(z.object({ act: z.string(), cents: z.number().int() }));

/** What is agreed on with an office is no affair of the clients' people. @throws notFound. */
function requireOffice({ user }: Pick<Ctx, "user">): void {
  if (user.kind !== "staff" && user.kind !== "system") throw notFound();
}

/** What was agreed on with an office for an act, in cents without VAT; undefined where nothing was. */
export async function agreedPrice(db: Db, bailiffId: number, act: string): Promise<number | undefined> {
  const row = await db.selectFrom("bailiff").select("prices").where("id", "=", bailiffId).executeTakeFirst();
  return prices.parse(row?.prices ?? []).find((price) => price.act === act)?.cents;
}

const officesByIban = batchedRows(
  (db, ibans: readonly string[]) =>
    db
      .selectFrom("bailiff")
      .select(["iban", "name"])
      .where("iban", "=", anyOf(ibans, "text"))
      .orderBy("archived_at", (order) => order.desc().nullsFirst())
      .orderBy("id")
      .execute(),
  ({ iban }) => iban,
);
// What an office remits may have been reported of its files already.
recogniseRemitters(async (db, iban) => (await officesByIban(db, [iban], undefined))[0]?.name);

const toRow = (row: Selectable<Bailiff>): BailiffRow => ({
  id: row.id,
  name: row.name,
  street: row.street,
  postcode: row.postcode,
  city: row.city,
  postAddress: row.post_address,
  region: row.region,
  contactName: row.contact_name,
  email: row.email,
  phone: row.phone,
  iban: row.iban,
  vatNumber: row.vat_number,
  kvkNumber: row.kvk_number,
  openingHours: row.opening_hours,
  reports: officeReports.filter((kind) => row.reports.includes(kind)),
  reportEveryDays: row.report_every_days,
  remarks: row.remarks,
  prices: prices.parse(row.prices),
  archivedAt: row.archived_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

const toColumns = (payload: BailiffPayload) => ({
  name: payload.name,
  street: payload.street,
  postcode: payload.postcode,
  city: payload.city,
  post_address: payload.postAddress,
  region: payload.region,
  contact_name: payload.contactName,
  email: payload.email,
  phone: payload.phone,
  iban: payload.iban,
  vat_number: payload.vatNumber,
  kvk_number: payload.kvkNumber,
  opening_hours: payload.openingHours,
  reports: officeReports.filter((kind) => payload.reports.includes(kind)),
  report_every_days: payload.reportEveryDays,
  remarks: payload.remarks,
  prices: JSON.stringify(payload.prices),
});

async function requireBailiff(db: Db, id: number): Promise<BailiffRow> {
  const row = await db.selectFrom("bailiff").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return toRow(row);
}

/** Two offices that are offered never bear one name: nobody could tell them apart. */
async function saving<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === "bailiff_name") throw fieldError("name", "bailiffs.errorNameTaken");
    throw error;
  }
}

const noted = (ctx: Ctx, action: string, id: number, before: BailiffRow | undefined, after: BailiffRow) =>
  ctx.audit({ action: `bailiff.${action}`, subject: "bailiff", subjectId: id, ...(before && { before }), after });

export const bailiffsServer = defineModule({
  name: "bailiffs",
  screens: [bailiffsScreen],
  texts: [bailiffTexts],
  history: [
    { subject: "bailiff", who: any("ROLE_LEGAL"), name: "bailiffs.title", field: (field) => `bailiffs.${field}` },
  ],
  handlers: [
    handle(listBailiffs, async (ctx, { query }) => {
      requireOffice(ctx);
      const { db } = ctx;
      const { field, direction } = query.order ?? { field: "name", direction: "asc" };
      const { search, archived } = query.filter;
      let found = db.selectFrom("bailiff").selectAll();
      found = found.where("archived_at", archived === true ? "is not" : "is", null);
      if (search) found = found.where(contains(["name", "city", "region"], search));
      const rows = await found.orderBy(columns[field], direction).orderBy("id").execute();
      return { items: rows.map(toRow) };
    }),
    handle(getBailiff, (ctx, { params }) => {
      requireOffice(ctx);
      return requireBailiff(ctx.db, params.id);
    }),
    handle(createBailiff, async (ctx, { body }) => {
      requireOffice(ctx);
      const { id } = await saving(() =>
        ctx.db
          .insertInto("bailiff")
          .values({ ...toColumns(body), created_at: ctx.clock.now() })
          .returning("id")
          .executeTakeFirstOrThrow(),
      );
      const made = await requireBailiff(ctx.db, id);
      await noted(ctx, "create", id, undefined, made);
      return made;
    }),
    handle(updateBailiff, async (ctx, { params, body }) => {
      requireOffice(ctx);
      const before = await requireBailiff(ctx.db, params.id);
      const { version, ...payload } = body;
      const done = await saving(() =>
        ctx.db
          .updateTable("bailiff")
          .set((set) => ({ ...toColumns(payload), version: set("version", "+", 1) }))
          .where("id", "=", params.id)
          .where("version", "=", version)
          .executeTakeFirstOrThrow(),
      );
      const current = await requireBailiff(ctx.db, params.id);
      if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current } });
      await noted(ctx, "update", params.id, before, current);
      return current;
    }),
    handle(archiveBailiff, async (ctx, { params, body }) => {
      requireOffice(ctx);
      const before = await requireBailiff(ctx.db, params.id);
      if ((before.archivedAt !== null) === body.archived) return before;
      await saving(() =>
        ctx.db
          .updateTable("bailiff")
          .set((set) => ({
            archived_at: body.archived ? ctx.clock.now() : null,
            version: set("version", "+", 1),
          }))
          .where("id", "=", params.id)
          .execute(),
      );
      const after = await requireBailiff(ctx.db, params.id);
      await noted(ctx, body.archived ? "archive" : "restore", params.id, before, after);
      return after;
    }),
  ],
});
