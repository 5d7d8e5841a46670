/** Statements of income and expenses on the timeline, and what a debtor can pay by the last of them. */
import { fieldError, notFound } from "../kernel/errors.ts";
import { type Cents, centsFromDecimal } from "../kernel/money.ts";
import { type Answer, answer, type Ctx, type Db } from "../platform/server/room.ts";
import { type BudgetSide, budgetKinds, budgetSides, type Capacity, capacityFrom } from "./budget.ts";
import { type Row, requireLine } from "./lines.server.ts";
import { addBudgetEntry, type Budget, readBudget, removeBudgetEntry } from "./log-work.contract.ts";

/** What somebody earns and spends is for the house alone: a client's people see that it was told, and not what. */
async function requireStatement(ctx: Pick<Ctx, "db" | "user" | "saw">, logId: number): Promise<Row> {
  const line = await requireLine(ctx, logId);
  if (ctx.user.kind !== "staff" || line.type !== "income_expenses") throw notFound();
  return line;
}

const sideOf = (side: string): BudgetSide => budgetSides.find((known) => known === side) ?? "expense";

async function shown(db: Db, line: Pick<Row, "id" | "version">): Promise<Budget> {
  const rows = await db
    .selectFrom("log_budget_entry")
    .selectAll()
    .where("log_id", "=", line.id)
    .orderBy("id")
    .execute();
  const entries = rows.map(({ id, side, kind, amount_cents, note }) => ({
    id,
    side: sideOf(side),
    kind,
    amountCents: amount_cents,
    note,
  }));
  const capacity = capacityFrom(entries.map(({ amountCents, ...entry }) => ({ ...entry, cents: amountCents })));
  return { logId: line.id, entries, ...capacity, version: line.version };
}

const read = answer(readBudget, async (ctx, { params }) => shown(ctx.db, await requireStatement(ctx, params.id)));

const add = answer(addBudgetEntry, async (ctx, { params, body }) => {
  const line = await requireStatement(ctx, params.id);
  const side = budgetSides.find((known) => known === params.x);
  if (side === undefined) throw notFound();
  const kinds: readonly string[] = budgetKinds[side];
  if (!kinds.includes(body.kind)) throw fieldError("kind", "log-work.unknownKind");
  const cents = centsFromDecimal(body.amount);
  if (cents === undefined || cents < 1) throw fieldError("amount", "log-work.amountNeeded");
  await ctx.db
    .insertInto("log_budget_entry")
    .values({
      log_id: line.id,
      side,
      kind: body.kind,
      amount_cents: cents,
      note: body.note || null,
      added_at: ctx.clock.now(),
      added_by: ctx.user.id || null,
    })
    .execute();
  await ctx.audit({
    action: "log.budget",
    subject: "file_log",
    subjectId: line.id,
    after: { side, kind: body.kind, amountCents: cents },
  });
  return shown(ctx.db, line);
});

const remove = answer(removeBudgetEntry, async (ctx, { params }) => {
  const entry = await ctx.db.selectFrom("log_budget_entry").selectAll().where("id", "=", params.id).executeTakeFirst();
  if (!entry) throw notFound();
  const line = await requireStatement(ctx, entry.log_id);
  await ctx.db.deleteFrom("log_budget_entry").where("id", "=", entry.id).execute();
  await ctx.audit({
    action: "log.budget",
    subject: "file_log",
    subjectId: line.id,
    before: { side: entry.side, kind: entry.kind, amountCents: entry.amount_cents },
  });
  return shown(ctx.db, line);
});

/** What a debtor can pay a month by the last statement on the file that has an income; undefined where there is none. */
export async function capacityOf(db: Db, fileId: number): Promise<(Capacity & { readonly logId: number }) | undefined> {
  const last = await db
    .selectFrom("file_log")
    .select("file_log.id")
    .where("file_id", "=", fileId)
    .where("type", "=", "income_expenses")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("log_budget_entry")
          .select("log_budget_entry.id")
          .whereRef("log_budget_entry.log_id", "=", "file_log.id")
          .where("side", "=", "income"),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("file_log.id", "desc")
    .executeTakeFirst();
  if (!last) return undefined;
  const { entries } = await shown(db, { id: last.id, version: 1 });
  const plain = entries.map(({ side, kind, amountCents }) => ({ side, kind, cents: amountCents as Cents }));
  return { ...capacityFrom(plain), logId: last.id };
}

export const budgetAnswers: readonly Answer[] = [read, add, remove];
