/** Dated agreements with a client in the database, and which of them holds on a day. */
import type { Selectable } from "kysely";
import { z } from "zod";
import { addDays, date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { decimalFromRate, percentOf, rateFromDecimal } from "../../../ground/kernel/money.ts";
import { type Ctx, type Db, handle } from "../../../ground/platform/server/http/module.ts";
import type { ClientCommission, ClientTerms } from "../../../ground/platform/server/postgres/database.types.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { tariffOn } from "../../../ground/tariffs/tariffs.ts";
import { editableClient, requireClient, requireStaff } from "../record/clients.server.ts";
import {
  addCommission,
  addTerms,
  type ClientCommissionRow,
  type ClientTermsRow,
  dropCommission,
  dropTerms,
  listCommissions,
  listTerms,
  tryCommission,
} from "./agreements.contract.ts";
import {
  type AgreedTerms,
  agreedFileTypes,
  commissionOn,
  commissionVats,
  compoundings,
  costsMethods,
  hasBegun,
  interestKinds,
  interestPeriods,
  type NewTerms,
} from "./agreements.ts";

/** A value that a check constraint keeps to a list, as that list's type. */
function listed<T extends string>(values: readonly T[], value: string, otherwise: T): T {
  return values.find((known) => known === value) ?? otherwise;
}

type TermsRow = Selectable<ClientTerms>;
type CommissionRow = Selectable<ClientCommission>;

/** numeric(7,4) as an exact rate. */
const rateOf = (numeric: string): number => rateFromDecimal(numeric) ?? 0;

const agreedOf = (row: TermsRow): AgreedTerms => ({
  interestKind: listed(interestKinds, row.interest_kind, "legal"),
  interestRate: rateOf(row.interest_rate),
  interestPer: listed(interestPeriods, row.interest_per, "year"),
  compounding: listed(compoundings, row.compounding, "none"),
  dayCount: row.day_count === "ACT/ACT" ? "ACT/ACT" : "ACT/365F",
  costsMethod: listed(costsMethods, row.costs_method, "scale"),
  costsPercent: rateOf(row.costs_percent),
  costsCents: row.costs_cents,
  canReclaimVat: row.can_reclaim_vat,
});

export interface DatedTerms {
  readonly clientId: number;
  readonly fileType: (typeof agreedFileTypes)[number];
  readonly validFrom: PlainDate;
  readonly terms: AgreedTerms;
}

/** Every agreement on interest and costs of these clients, oldest first; `termsOn` finds the one of a day. */
export async function agreedTermsOf(db: Db, clientIds: readonly number[]): Promise<readonly DatedTerms[]> {
  if (clientIds.length === 0) return [];
  const rows = await db
    .selectFrom("client_terms")
    .selectAll()
    .where("client_id", "in", [...new Set(clientIds)])
    .orderBy("valid_from")
    .execute();
  return rows.map((row) => ({
    clientId: row.client_id,
    fileType: listed(agreedFileTypes, row.file_type, "private"),
    validFrom: row.valid_from,
    terms: agreedOf(row),
  }));
}

/** What was agreed with a client for claims on consumers or businesses on a day; undefined where nothing was. */
export const termsOn = (
  all: readonly DatedTerms[],
  clientId: number,
  fileType: string,
  on: PlainDate,
): AgreedTerms | undefined =>
  all.findLast((row) => row.clientId === clientId && row.fileType === fileType && row.validFrom <= on)?.terms;

interface Dated {
  readonly id: number;
  readonly valid_from: PlainDate;
  readonly note: string | null;
  readonly created_at: Date;
  readonly maker: string | null;
}

/** What a dated row says of itself; `next` is the row that succeeds it. */
function datedOf(row: Dated, next: Dated | undefined, today: PlainDate) {
  const validUntil = next ? addDays(next.valid_from, -1) : null;
  const over = validUntil !== null && validUntil < today;
  return {
    id: row.id,
    validFrom: row.valid_from,
    validUntil,
    state: row.valid_from > today ? ("future" as const) : over ? ("past" as const) : ("current" as const),
    note: row.note,
    createdAt: row.created_at.toISOString(),
    createdBy: row.maker,
  };
}

async function termsRows(ctx: Ctx, clientId: number): Promise<ClientTermsRow[]> {
  const rows = await ctx.db
    .selectFrom("client_terms")
    .leftJoin("app_user", "app_user.id", "client_terms.created_by")
    .selectAll("client_terms")
    .select("app_user.name as maker")
    .where("client_id", "=", clientId)
    .orderBy("valid_from", "desc")
    .orderBy("file_type")
    .execute();
  return rows.map((row) => {
    const later = rows.filter((other) => other.file_type === row.file_type && other.valid_from > row.valid_from);
    const agreed = agreedOf(row);
    return {
      ...datedOf(row, later.at(-1), ctx.clock.today()),
      fileType: listed(agreedFileTypes, row.file_type, "private"),
      ...agreed,
      interestRate: decimalFromRate(agreed.interestRate),
      costsPercent: decimalFromRate(agreed.costsPercent),
    };
  });
}

const bandsShape = z.array(z.object({ from: z.number().int(), rate: z.number().int() }));

const commissionRowsOf = (ctx: Ctx, clientId: number) =>
  ctx.db
    .selectFrom("client_commission")
    .leftJoin("app_user", "app_user.id", "client_commission.created_by")
    .selectAll("client_commission")
    .select("app_user.name as maker")
    .where("client_id", "=", clientId)
    .orderBy("valid_from", "desc")
    .execute();

const agreementOf = (row: CommissionRow) => ({
  bands: bandsShape.parse(row.bands),
  keepsCosts: row.keeps_costs,
  noCureNoPay: row.no_cure_no_pay,
  minimumCents: row.minimum_cents,
  fileFeeCents: row.file_fee_cents,
});

async function commissionRows(ctx: Ctx, clientId: number): Promise<ClientCommissionRow[]> {
  const rows = await commissionRowsOf(ctx, clientId);
  return rows.map((row, at) => {
    const agreement = agreementOf(row);
    return {
      ...datedOf(row, rows[at - 1], ctx.clock.today()),
      ...agreement,
      bands: agreement.bands.map(({ from, rate }) => ({ from, rate: decimalFromRate(rate) })),
      precassoFeeCents: row.precasso_fee_cents,
      vat: listed(commissionVats, row.vat, "standard"),
    };
  });
}

/** A new row succeeds the ones before; it cannot be slipped in before one that has begun, for that one is in use. */
function requireAfter(rows: readonly { readonly validFrom: string }[], validFrom: string, today: PlainDate): void {
  if (rows.some((row) => row.validFrom === validFrom)) throw fieldError("validFrom", "customers.errorDateTaken");
  const begun = rows.some((row) => hasBegun(row.validFrom, today) && row.validFrom > validFrom);
  if (begun) throw fieldError("validFrom", "customers.errorBeforeInUse");
}

type Judge = (ctx: Ctx, clientId: number, terms: NewTerms) => Promise<void>;
const judges: Judge[] = [];

/** Lets a module above refuse conditions before they are kept; each throws where it does. */
export const judgeConditions = (judge: Judge): void => {
  judges.push(judge);
};

const newTermsAnswer = handle(addTerms, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  const before = (await termsRows(ctx, client.id)).filter(({ fileType }) => fileType === body.fileType);
  requireAfter(before, body.validFrom, ctx.clock.today());
  for (const judge of judges) await judge(ctx, client.id, body);
  const { id } = await ctx.db
    .insertInto("client_terms")
    .values({
      client_id: client.id,
      file_type: body.fileType,
      valid_from: date(body.validFrom),
      interest_kind: body.interestKind,
      interest_rate: body.interestRate,
      interest_per: body.interestPer,
      compounding: body.compounding,
      day_count: body.dayCount,
      costs_method: body.costsMethod,
      costs_percent: body.costsPercent,
      costs_cents: body.costsCents,
      can_reclaim_vat: body.canReclaimVat,
      note: body.note || null,
      created_at: ctx.clock.now(),
      created_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: "client.addTerms", subject: "client", subjectId: client.id, after: body });
  const made = (await termsRows(ctx, client.id)).find((row) => row.id === id);
  if (!made) throw notFound();
  return made;
});

const newCommissionAnswer = handle(addCommission, async (ctx, { params, body }) => {
  const client = await editableClient(ctx, params.id);
  requireAfter(await commissionRows(ctx, client.id), body.validFrom, ctx.clock.today());
  const bands = body.bands.map(({ from, rate }) => ({ from, rate: rateOf(rate) }));
  const { id } = await ctx.db
    .insertInto("client_commission")
    .values({
      client_id: client.id,
      valid_from: date(body.validFrom),
      bands: JSON.stringify(bands),
      keeps_costs: body.keepsCosts,
      no_cure_no_pay: body.noCureNoPay,
      minimum_cents: body.minimumCents,
      file_fee_cents: body.fileFeeCents,
      precasso_fee_cents: body.precassoFeeCents,
      vat: body.vat,
      note: body.note || null,
      created_at: ctx.clock.now(),
      created_by: ctx.user.id || null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: "client.addCommission", subject: "client", subjectId: client.id, after: body });
  const made = (await commissionRows(ctx, client.id)).find((row) => row.id === id);
  if (!made) throw notFound();
  return made;
});

/** Takes away a row that is still to come. @throws notFound; validation: it has begun. */
async function dropDated(
  ctx: Ctx,
  params: { readonly id: number; readonly rowId: number },
  table: "client_terms" | "client_commission",
): Promise<Record<string, never>> {
  const client = await editableClient(ctx, params.id);
  const row = await ctx.db
    .selectFrom(table)
    .select(["id", "valid_from"])
    .where("id", "=", params.rowId)
    .where("client_id", "=", client.id)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (hasBegun(row.valid_from, ctx.clock.today())) throw fieldError("common", "customers.errorInUse");
  await ctx.db.deleteFrom(table).where("id", "=", row.id).execute();
  const action = table === "client_terms" ? "client.dropTerms" : "client.dropCommission";
  await ctx.audit({ action, subject: "client", subjectId: client.id, before: { validFrom: row.valid_from } });
  return {};
}

const example = handle(tryCommission, async (ctx, { params, query }) => {
  const client = await requireClient(ctx, params.id);
  requireStaff(ctx);
  const row = (await commissionRowsOf(ctx, client.id)).find(({ id }) => id === params.rowId);
  if (!row) throw notFound();
  const made = commissionOn(agreementOf(row), query.collected, query.costs);
  const today = ctx.clock.today();
  const rate = row.vat === "standard" ? tariffOn(await loadTariffs(ctx.db), "vat", today).rate : 0;
  const vat = percentOf(made.net, rate);
  const parts = made.parts.map((part) => ({ ...part, rate: decimalFromRate(part.rate) }));
  return { ...made, parts, vat, total: made.net + vat };
});

export const agreementHandlers = [
  handle(listTerms, async (ctx, { params }) => ({
    items: await termsRows(ctx, (await requireClient(ctx, params.id)).id),
  })),
  newTermsAnswer,
  handle(dropTerms, (ctx, { params }) => dropDated(ctx, params, "client_terms")),
  handle(listCommissions, async (ctx, { params }) => {
    const client = await requireClient(ctx, params.id);
    requireStaff(ctx);
    return { items: await commissionRows(ctx, client.id) };
  }),
  newCommissionAnswer,
  handle(dropCommission, (ctx, { params }) => dropDated(ctx, params, "client_commission")),
  example,
];
