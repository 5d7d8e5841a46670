/** The demo bank: accepts every payment and lets its user choose the result. Never used where real money is. */
import { decimalFromCents } from "../../ground/kernel/money.ts";
import type { Ctx, Db } from "../../ground/platform/server/http/module.ts";
import type { PaymentOrder, PaymentProvider, ProviderPayment } from "./online-payments.ts";

export const simulatedAddress = (key: string): string => `/simulated-bank/${key}`;

const idOf = (key: string): string => `sim_${key.replaceAll("-", "")}`;

const rowOf = (db: Db, key: string) =>
  db.selectFrom("simulated_payment").selectAll().where("key", "=", key).executeTakeFirst();

async function read(db: Db, id: string): Promise<ProviderPayment | "gone"> {
  const row = await db.selectFrom("simulated_payment").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return "gone";
  const isBack = row.status === "charged_back";
  return {
    id: row.id,
    key: row.key,
    cents: row.amount_cents,
    status: isBack || row.status === "paid" ? "paid" : row.status === "canceled" ? "canceled" : "open",
    paidAt: row.decided_at,
    returnedCents: isBack ? row.amount_cents : 0,
    checkoutUrl: null,
  };
}

/** @param db a connection that can write outside the caller's transaction. */
export const simulatedProvider = (db: Db, baseUrl: string): PaymentProvider => ({
  name: "simulated",
  async open({ key, cents, description, returnUrl }: PaymentOrder) {
    await db
      .insertInto("simulated_payment")
      .values({ id: idOf(key), key, amount_cents: cents, description, return_url: returnUrl, status: "open" })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
    return { outcome: "open", id: idOf(key), checkoutUrl: `${baseUrl}${simulatedAddress(key)}` };
  },
  read: (id) => read(db, id),
});

/** A payment as its payer sees it at that bank; undefined if it does not exist. */
export async function simulatedPayment(ctx: Pick<Ctx, "db" | "environment">, key: string) {
  if (ctx.environment.env === "prod") return undefined;
  const row = await rowOf(ctx.db, key);
  return (
    row && {
      id: row.id,
      amount: decimalFromCents(row.amount_cents),
      cents: row.amount_cents,
      description: row.description,
      returnUrl: row.return_url,
      isOpen: row.status === "open",
    }
  );
}

/** The payer's decision on an open payment. */
export async function decideSimulated(ctx: Ctx, key: string, status: "paid" | "canceled"): Promise<void> {
  await ctx.db
    .updateTable("simulated_payment")
    .set({ status, decided_at: ctx.clock.now() })
    .where("key", "=", key)
    .where("status", "=", "open")
    .execute();
}
