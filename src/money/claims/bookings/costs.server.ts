/** The costs of a file: the debtor's costs, derived from the events, and the client's costs, which are not part of the balance. */
import { lockFile, requireFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import { costTypeRows, nameIn } from "../../../ground/lists/lists.server.ts";
import { type Ctx, type Db, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { balanceOf } from "../engine/balance.ts";
import { costGroups, isKind } from "../engine/events.ts";
import { eventsOf } from "../record/record.server.ts";
import { bookClientCost, type CostRow, clientCostChoices, listCosts, reverseClientCost } from "./costs.contract.ts";

const groupOf = (group: string): CostRow["group"] => costGroups.find((known) => known === group) ?? "other";

/** Costs without a type on the list: they follow from the law, a judgment or a payment. */
const ownTypes = new Map([
  ["awarded", "agreements.costAwarded"],
  ["refundExcess", "agreements.costRefundExcess"],
]);

function typeText(ctx: Ctx, { group, type }: { readonly group: string; readonly type: string }): string {
  const key = group === "bik" ? "agreements.bik" : ownTypes.get(type);
  return key === undefined ? type : ctx.translate({ key });
}

async function debtorCosts(ctx: Ctx, fileId: number): Promise<CostRow[]> {
  const events = await eventsOf(ctx.db, fileId);
  const { ledger } = balanceOf(events, await loadTariffs(ctx.db), ctx.clock.today());
  const reversals = new Map(events.flatMap((event) => (isKind(event, "reversal") ? [[event.reverses, event]] : [])));
  const standing = ledger.costs.map(
    (cost): CostRow => ({
      id: cost.id,
      date: cost.on,
      chargedTo: "debtor",
      group: cost.group,
      type: typeText(ctx, cost),
      description: cost.description ?? "",
      article: cost.article,
      amount: cost.amount,
      vat: cost.vat,
      open: cost.open,
      reversed: null,
      reversible: events.some(({ id, kind }) => id === cost.id && (kind === "cost" || kind === "bik")),
    }),
  );
  const reversed = events.flatMap((event): CostRow[] => {
    const reversal = reversals.get(event.id);
    if (!isKind(event, "cost") || !reversal || standing.some(({ id }) => id === event.id)) return [];
    const { group, type, description = "", article = "", vat } = event.data;
    const shown = { group, type, description, article, vat, amount: event.amount, date: event.on, id: event.id };
    return [{ ...shown, chargedTo: "debtor", open: 0, reversed: reversal.data.reason, reversible: false }];
  });
  return [...standing, ...reversed];
}

const clientRows = (db: Db) =>
  db
    .selectFrom("client_cost")
    .innerJoin("cost_type", "cost_type.id", "client_cost.cost_type_id")
    .selectAll("client_cost")
    .select(["cost_type.cost_group", "cost_type.name", "cost_type.btag_article"]);
type ClientRow = Awaited<ReturnType<ReturnType<typeof clientRows>["executeTakeFirstOrThrow"]>>;

async function clientCosts(ctx: Ctx, fileId: number, only?: number): Promise<CostRow[]> {
  let query = clientRows(ctx.db).where("file_id", "=", fileId);
  if (only !== undefined) query = query.where("client_cost.id", "=", only);
  const rows: ClientRow[] = await query.orderBy("client_cost.id").execute();
  const types = new Map((await costTypeRows(ctx.db, "all")).map((row) => [row.id, row]));
  return rows.map((row) => {
    const type = types.get(row.cost_type_id);
    return {
      id: row.id,
      date: row.on_date,
      chargedTo: "client",
      group: groupOf(row.cost_group),
      type: type ? nameIn(type.name, ctx.lang) : "",
      description: row.description,
      article: row.btag_article ?? "",
      amount: row.amount_cents,
      vat: row.vat_cents,
      open: null,
      reversed: row.reversal_reason,
      reversible: row.reversed_at === null,
    };
  });
}

const byDate = (a: CostRow, b: CostRow): number => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1);

const list = handle(listCosts, async (ctx, { params }) => {
  await requireFile(ctx, params.id);
  const items = [...(await debtorCosts(ctx, params.id)), ...(await clientCosts(ctx, params.id))].sort(byDate);
  const of = (side: CostRow["chargedTo"]): CostRow[] =>
    items.filter(({ chargedTo, reversed }) => chargedTo === side && reversed === null);
  const sum = (rows: readonly CostRow[], part: "amount" | "vat"): number => sumCents(rows.map((row) => row[part]));
  return {
    date: ctx.clock.today(),
    items,
    totals: {
      debtor: sum(of("debtor"), "amount"),
      debtorVat: sum(of("debtor"), "vat"),
      debtorOpen: sumCents(of("debtor").map(({ open }) => open ?? 0)),
      client: sum(of("client"), "amount"),
      clientVat: sum(of("client"), "vat"),
    },
  };
});

const clientTypes = async (db: Db) => (await costTypeRows(db)).filter(({ chargeTo }) => chargeTo === "client");

const oneOf = async (ctx: Ctx, fileId: number, id: number): Promise<CostRow> => {
  const [row] = await clientCosts(ctx, fileId, id);
  if (!row) throw notFound();
  return row;
};

export interface ClientCostInput {
  readonly date: string;
  /** Without VAT. */
  readonly amount: number;
  /** The billed VAT; if absent, by the rate of the cost type. */
  readonly vat?: number | undefined;
  /** The id or code of a client cost type. */
  readonly costType: number | string;
  readonly description: string;
  readonly idempotencyKey?: string | undefined;
}

/** Whether it was booked before: sent again it gives its first reply, though the file has closed since. */
const isBooked = async ({ db }: WorkCtx, key: string): Promise<boolean> =>
  (await db.selectFrom("client_cost").select("id").where("effect_key", "=", key).executeTakeFirst()) !== undefined;

/** Charges a cost to the client, outside the claim. @throws notFound; validation for a closed file, a date in the future, or an unknown type. */
export async function enterClientCost(ctx: WorkCtx, fileId: number, input: ClientCostInput): Promise<number> {
  const file = await lockFile(ctx, fileId);
  const key = input.idempotencyKey === undefined ? ctx.ids.uuid() : `client-cost:${file.id}:${input.idempotencyKey}`;
  if (file.status === "closed" && !(await isBooked(ctx, key))) throw fieldError("common", "claims.fileClosed");
  if (input.date > ctx.clock.today()) throw fieldError("date", "claims.dateInFuture");
  const type = (await clientTypes(ctx.db)).find(({ id, code }) => id === input.costType || code === input.costType);
  if (!type) throw fieldError("costType", "claims.noSuchCostType");
  const vat = input.vat ?? Math.round((input.amount * Number(type.vatPercent)) / 100);
  const body = { ...input, costType: type.id, date: date(input.date) };
  const inserted = await ctx.db
    .insertInto("client_cost")
    .values({
      file_id: file.id,
      cost_type_id: type.id,
      on_date: body.date,
      amount_cents: body.amount + vat,
      vat_cents: vat,
      description: body.description,
      effect_key: key,
      entered_at: ctx.clock.now(),
      user_id: ctx.user.id || null,
    })
    .onConflict((conflict) => conflict.column("effect_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return known(ctx, key, { ...body, amount: body.amount + vat });
  await ctx.audit({
    action: "client_cost.book",
    subject: "file",
    subjectId: file.id,
    after: { id: inserted.id, ...body, vat },
  });
  await writeLog(ctx, {
    fileId: file.id,
    type: "payment",
    subject: {
      key: "agreements.logClientCost",
      values: { amount: { cents: body.amount + vat }, type: nameIn(type.name, "nl") },
    },
    content: body.description,
    ref: { kind: "client_cost", id: inserted.id },
  });
  return inserted.id;
}

const book = handle(bookClientCost, async (ctx, { params, body }) => {
  const id = await enterClientCost(ctx, params.id, body);
  return oneOf(ctx, params.id, id);
});

/** The cost that was booked with this key before. @throws validation if it was a different one. */
async function known(
  ctx: WorkCtx,
  key: string,
  asked: { readonly amount: number; readonly costType: number; readonly date: string },
): Promise<number> {
  const row = await ctx.db
    .selectFrom("client_cost")
    .select(["id", "amount_cents", "cost_type_id", "on_date"])
    .where("effect_key", "=", key)
    .executeTakeFirstOrThrow();
  if (row.amount_cents !== asked.amount || row.cost_type_id !== asked.costType || row.on_date !== asked.date)
    throw fieldError("idempotencyKey", "claims.keyReused");
  return row.id;
}

const reverse = handle(reverseClientCost, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  const row = await oneOf(ctx, file.id, params.cost);
  if (row.reversed !== null) return row;
  await ctx.db
    .updateTable("client_cost")
    .set({ reversed_at: ctx.clock.now(), reversed_by: ctx.user.id || null, reversal_reason: body.reason })
    .where("id", "=", params.cost)
    .where("file_id", "=", file.id)
    .execute();
  await ctx.audit({
    action: "client_cost.reverse",
    subject: "file",
    subjectId: file.id,
    after: { id: params.cost, reason: body.reason },
  });
  await writeLog(ctx, {
    fileId: file.id,
    type: "payment",
    subject: { key: "agreements.logClientCostBack", values: { amount: { cents: row.amount }, type: row.type } },
    content: body.reason,
    ref: { kind: "client_cost", id: params.cost },
  });
  return oneOf(ctx, file.id, params.cost);
});

export const costHandlers: readonly Handler[] = [
  list,
  handle(clientCostChoices, async ({ db, lang }) => ({
    items: (await clientTypes(db)).map(({ id, name, vatPercent }) => ({ id, text: nameIn(name, lang), vatPercent })),
  })),
  book,
  reverse,
];
