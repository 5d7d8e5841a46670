/** Our own bank accounts: only their statements are accepted. */
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { parseIban } from "../../../ground/kernel/identifiers.ts";
import type { Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { AccountKind } from "../payments.ts";
import { requireBank, visibleBank } from "../review/entries.server.ts";
import { accountRows } from "./lists.server.ts";

export interface NewAccount {
  readonly iban: string;
  readonly name: string;
  readonly kind: AccountKind;
}

/** Adds an own account. @throws validation on `iban` if it is invalid or exists already. */
export async function addAccount(ctx: WorkCtx, account: NewAccount): Promise<number> {
  requireBank(ctx.user);
  const iban = parseIban(account.iban);
  if (iban === undefined) throw fieldError("iban", "payments.badIban");
  const added = await ctx.db
    .insertInto("bank_account")
    .values({ iban, name: account.name, kind: account.kind, created_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column("iban").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw fieldError("iban", "payments.knownIban");
  await ctx.audit({
    action: "bank_account.create",
    subject: "bank_account",
    subjectId: added.id,
    after: { ...account, iban },
  });
  return added.id;
}

/** Changes its name, kind or active state. @throws notFound; conflict. */
export async function changeAccount(
  ctx: Ctx,
  id: number,
  change: { readonly name: string; readonly kind: AccountKind; readonly active: boolean; readonly version: number },
): Promise<void> {
  const present = await ctx.db
    .selectFrom("bank_account")
    .select(["name", "kind", "active", "version"])
    .where("id", "=", id)
    .where(visibleBank(ctx.user))
    .forUpdate()
    .executeTakeFirst();
  if (!present) throw notFound();
  const { version, ...values } = change;
  if (present.version !== version) throw new VorderError("conflict", { data: { current: await oneAccount(ctx, id) } });
  await ctx.db
    .updateTable("bank_account")
    .set({ ...values, version: version + 1 })
    .where("id", "=", id)
    .execute();
  await ctx.audit({
    action: "bank_account.update",
    subject: "bank_account",
    subjectId: id,
    before: present,
    after: values,
  });
}

/** @throws notFound */
export async function oneAccount(ctx: Ctx, id: number) {
  const row = (await accountRows(ctx)).find((account) => account.id === id);
  if (!row) throw notFound();
  return row;
}
