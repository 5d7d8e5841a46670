/** Requests to the payment provider: to create a payment, and to read its status. Only these change a payment. */
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { type JobCtx, job } from "../../ground/platform/server/http/module.ts";
import { providerSettings } from "../../ground/settings/settings.server.ts";
import type { PaymentOrder } from "./online-payments.ts";
import { providerNamed } from "./provider.server.ts";
import { giveUp, settle } from "./settle.server.ts";

const payload = z.object({ id: z.number().int() });

/** The number of attempts to create a payment, all within the hour in which the provider recognises our key. */
const mostAttempts = 4;

const paymentOf = (ctx: JobCtx, id: number) =>
  ctx.db
    .selectFrom("online_payment")
    .innerJoin("case_file", "case_file.id", "online_payment.file_id")
    .selectAll("online_payment")
    .select("case_file.number")
    .where("online_payment.id", "=", id)
    .executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof paymentOf>>>;

async function orderOf(ctx: JobCtx, row: Row): Promise<PaymentOrder> {
  const { baseUrl } = ctx.environment;
  const lang = (["nl", "en", "fr", "de"] as const).find((known) => known === row.lang) ?? "nl";
  const { tradeName } = await providerSettings(ctx.db);
  const about = ctx.translate({ key: "online-payments.description", values: { number: row.number } }, lang);
  return {
    key: row.key,
    cents: row.amount_cents,
    description: `${tradeName} ${about}`.trim().slice(0, 200),
    lang,
    returnUrl: `${baseUrl}${row.return_path}`,
    callbackUrl: `${baseUrl}/api/v4/online-payment/${row.key}`,
  };
}

/** Creates a payment at the provider. If a worker dies here, the next one repeats the request with the same key. */
async function openOne(ctx: JobCtx, id: number): Promise<void> {
  const row = await paymentOf(ctx, id);
  if (row?.state !== "waiting") return;
  const provider = await providerNamed(ctx, row.provider);
  if (!provider) return ctx.tx((tx) => giveUp(tx, id, "refused"));
  // From here on the provider may know the payment.
  const { attempts } = await ctx.db
    .updateTable("online_payment")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), handed_at: ctx.clock.now() }))
    .where("id", "=", id)
    .returning("attempts")
    .executeTakeFirstOrThrow();
  const opened = await provider.open(await orderOf(ctx, row));
  if (opened.outcome === "refused") return ctx.tx((tx) => giveUp(tx, id, "refused"));
  if (opened.outcome !== "open") {
    ctx.log.warn({ payment: id, outcome: opened.outcome, why: opened.why }, "an online payment was not opened");
    return tryLater(ctx, row, attempts, opened.outcome === "deferred" ? row.handed_at : ctx.clock.now());
  }
  await ctx.db
    .updateTable("online_payment")
    .set({ state: "open", provider_id: opened.id, checkout_url: opened.checkoutUrl })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "uncertain"])
    .execute();
}

/**
 * Retries, or gives up: a payment that was never accepted is refused, one that may have been is uncertain. `handedAt`: since when the provider may
 * know it.
 */
async function tryLater(ctx: JobCtx, { id }: Row, attempts: number, handedAt: Date | null): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.db.updateTable("online_payment").set({ handed_at: handedAt }).where("id", "=", id).execute();
    if (attempts < mostAttempts) await tx.enqueue(openJob, { id }, { after: later(ctx, attempts * 5) });
    else await giveUp(tx, id, handedAt === null ? "refused" : "uncertain");
  });
}

const later = (ctx: JobCtx, seconds: number): Date => new Date(ctx.clock.now().getTime() + seconds * 1000);

export const openJob = job({
  name: "online-payments.open",
  payload,
  retries: 5,
  expireSeconds: 120,
  lanes: 4,
  run: (ctx, { id }): Promise<void> => openOne(ctx, id),
});

/** Reads the status of a payment by the provider's id, or by the id of a webhook call while ours is unknown. */
async function refreshStatus(ctx: JobCtx, id: number, hint: string): Promise<void> {
  const row = await paymentOf(ctx, id);
  if (!row) return;
  const provider = await providerNamed(ctx, row.provider);
  const known = row.provider_id ?? hint;
  if (!provider || known === "") return;
  const reported = await provider.read(known);
  if (reported === undefined) throw new Error(`payment ${id} cannot be asked for now`);
  // An id from a call that is unknown or belongs to another payment is ignored.
  if (reported === "gone" || (row.provider_id === null && reported.key !== row.key)) return;
  await ctx.tx((tx) => settle(tx, id, reported));
}

export const queryPaymentJob = job({
  name: "online-payments.ask",
  payload: payload.extend({ hint: z.string().max(100).default("") }),
  retries: 8,
  expireSeconds: 120,
  run: (ctx, { id, hint }) => refreshStatus(ctx, id, hint),
});

/** Between two runs. */
const quarter = 15 * 60_000;
const week = 7 * 86_400_000;

/**
 * Paid payments that are asked about in this quarter of an hour, so that one that is paid back or charged back is known of although its webhook call
 * got lost: each once a week for the eight weeks in which a debtor can have a direct debit paid back, then every four weeks up to the thirteen months
 * in which an unauthorised one comes back.
 */
const paidOnes = ({ db, clock }: JobCtx) => {
  const now = clock.now().getTime();
  const turn = Math.floor(now / quarter);
  const turns = sql<number>`case when settled_at > ${new Date(now - 8 * week)} then ${week / quarter}::bigint
    else ${(4 * week) / quarter}::bigint end`;
  return db
    .selectFrom("online_payment")
    .select(["id", sql<string>`'paid'`.as("state")])
    .where("state", "=", sql.lit("paid"))
    .where("settled_at", ">", new Date(now - 57 * week))
    .where(sql<SqlBool>`id % ${turns} = ${turn}::bigint % ${turns}`)
    .orderBy("id", "desc")
    .limit(500)
    .execute();
};

/** Payments without news: webhook calls can get lost. They are not read any more a month after their creation. */
async function refreshSilent(ctx: JobCtx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const rows = await ctx.db
    .selectFrom("online_payment")
    .select(["id", "state"])
    .where("state", "in", ["waiting", "open", "uncertain"])
    .where("created_at", "<", new Date(now - 10 * 60_000))
    .where("created_at", ">", new Date(now - 31 * 86_400_000))
    .orderBy("id")
    .limit(500)
    .execute();
  const paid = await paidOnes(ctx);
  await ctx.tx(async (tx) => {
    for (const { id, state } of [...rows, ...paid])
      if (state === "waiting") await tx.enqueue(openJob, { id }, { key: `open:${id}` });
      else await tx.enqueue(queryPaymentJob, { id }, { key: `ask:${id}` });
  });
}

export const silentJob = job({
  name: "online-payments.silent",
  payload: z.object({}),
  cron: "*/15 * * * *",
  run: (ctx) => refreshSilent(ctx),
});
