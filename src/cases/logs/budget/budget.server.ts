/** Statements of income and expenses on the timeline, and what a debtor can pay by the last of them. */
import { sql } from "kysely";
import { dateInAmsterdam } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import { type Ctx, type Db, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { addBudgetEntry, type Budget, readBudget, removeBudgetEntry } from "../lines/line-details.contract.ts";
import { type Row, requireLine } from "../lines/lines.server.ts";
import { writeNote } from "../lines/write.server.ts";
import type { LogText } from "../logs.ts";
import { type BudgetEntry, type BudgetSide, budgetKinds, budgetSides, type Capacity, capacityFrom } from "./budget.ts";

/** What somebody earns and spends is for the house alone: a client's people see that it was told, and not what. */
async function requireStatement(ctx: Pick<Ctx, "db" | "user" | "saw">, logId: number): Promise<Row> {
  const line = await requireLine(ctx, logId);
  if (ctx.user.kind !== "staff" || line.type !== "income_expenses") throw notFound();
  return line;
}

const sideOf = (side: string): BudgetSide => budgetSides.find((known) => known === side) ?? "expense";

/** Of each kind that a statement does not tell yet, what an earlier one of the same file said last. */
async function earlierThan(db: Db, line: Pick<Row, "id" | "file_id" | "at">): Promise<Budget["earlier"]> {
  const rows = await asSystem(db, "earlier lines of a file whose line was shown")
    .selectFrom("log_budget_entry as entry")
    .innerJoin("file_log", "file_log.id", "entry.log_id")
    .distinctOn(["entry.side", "entry.kind"])
    .select(["entry.side", "entry.kind", "entry.amount_cents", "file_log.at"])
    .where("file_log.file_id", "=", line.file_id)
    .where("file_log.id", "<>", line.id)
    .where("file_log.at", "<=", line.at)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("log_budget_entry as own")
            .select("own.id")
            .where("own.log_id", "=", line.id)
            .whereRef("own.side", "=", "entry.side")
            .whereRef("own.kind", "=", "entry.kind"),
        ),
      ),
    )
    .orderBy("entry.side", "desc")
    .orderBy("entry.kind")
    .orderBy("file_log.at", "desc")
    .orderBy("entry.id", "desc")
    .execute();
  return rows.map(({ side, kind, amount_cents, at }) => ({
    side: sideOf(side),
    kind,
    amountCents: amount_cents,
    on: dateInAmsterdam(at),
  }));
}

async function entriesOf(db: Db, logId: number): Promise<Budget["entries"]> {
  const rows = await db.selectFrom("log_budget_entry").selectAll().where("log_id", "=", logId).orderBy("id").execute();
  return rows.map(({ id, side, kind, amount_cents, note }) => ({
    id,
    side: sideOf(side),
    kind,
    amountCents: amount_cents,
    note,
  }));
}

const capacityBy = (entries: Budget["entries"]): Capacity =>
  capacityFrom(entries.map(({ side, kind, amountCents }) => ({ side, kind, cents: amountCents })));

async function shown(db: Db, line: Row): Promise<Budget> {
  const entries = await entriesOf(db, line.id);
  const earlier = await earlierThan(db, line);
  return { logId: line.id, entries, earlier, ...capacityBy(entries), version: line.version };
}

const read = handle(readBudget, async (ctx, { params }) => shown(ctx.db, await requireStatement(ctx, params.id)));

const add = handle(addBudgetEntry, async (ctx, { params, body }) => {
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

const remove = handle(removeBudgetEntry, async (ctx, { params }) => {
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
  const last = await asSystem(
    db,
    "what a debtor can pay follows from the last statement on the file, whoever judges it",
  )
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
  return { ...capacityBy(await entriesOf(db, last.id)), logId: last.id };
}

/** What the debtors of files can pay a month, as `capacityOf` says it: by file, where there is such a statement. */
export async function capacitiesOf(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, Capacity>> {
  const { rows } = await sql<{ fileId: number; side: string; kind: string; cents: number }>`
    select last.file_id as "fileId", entry.side, entry.kind, entry.amount_cents as cents from (
      select distinct on (file_id) file_id, id from file_log
      where file_id = any(${[...fileIds]}::bigint[]) and type = 'income_expenses'
        and exists (select from log_budget_entry e where e.log_id = file_log.id and e.side = 'income')
      order by file_id, at desc, id desc) as last
    join log_budget_entry entry on entry.log_id = last.id`.execute(
    asSystem(db, "what somebody can pay is judged by the last budget, whoever judges"),
  );
  const entries = Map.groupBy(rows, ({ fileId }) => fileId);
  return new Map(
    [...entries].map(([fileId, of]) => [
      fileId,
      capacityFrom(of.map(({ side, kind, cents }) => ({ side: sideOf(side), kind, cents }))),
    ]),
  );
}

/** Keeps a statement of income and expenses that somebody gave as a whole, as a line of its own. Amounts are whole cents a month, above zero. */
export async function stateBudget(
  ctx: WorkCtx,
  fileId: number,
  subject: LogText,
  entries: readonly BudgetEntry[],
): Promise<Capacity> {
  const logId = await writeNote(ctx, { fileId, type: "income_expenses", subject });
  if (entries.length > 0)
    await ctx.db
      .insertInto("log_budget_entry")
      .values(
        entries.map(({ side, kind, cents }) => ({
          log_id: logId,
          side,
          kind,
          amount_cents: cents,
          note: null,
          added_at: ctx.clock.now(),
          added_by: ctx.user.id || null,
        })),
      )
      .execute();
  return capacityFrom(entries);
}

export const budgetHandlers: readonly Handler[] = [read, add, remove];
