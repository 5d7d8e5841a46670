/** The items of the agenda as a queue: which comes next, and who has which assigned, so that no two people get the same one. */
import { type SqlBool, sql } from "kysely";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { countUpToCap } from "../../../ground/platform/server/http/paged-list.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { archiveItems, restoreItems } from "../items/archiving.server.ts";
import type { AgendaItem } from "../items/items.contract.ts";
import { itemColumns, lockItems, lockVisible, readItems, toItem, visibleItems } from "../items/record.server.ts";
import { moveItems } from "../items/rescheduling.server.ts";
import { conditionOf } from "../lists/list.server.ts";

/** Whose items, and whether only those that are calls to a debtor, or only those that are none. */
export interface Queue {
  readonly scope: "mine" | "team";
  readonly calls: boolean;
  readonly others?: boolean;
}

/** The subject of an item that is a call to the debtor. */
export const callSubject = "call_debtor";

/** Who takes an item in hand: the session of a person, or something that works through items on its own. */
type Holder = { readonly session: Buffer } | { readonly heldFor: string };

/** So long an item stays in hand of a session that does nothing with it. */
const leaseMinutes = 20;

const holderIs = (holder: Holder) =>
  "session" in holder
    ? sql<SqlBool>`work_lease.session_id = ${holder.session}`
    : sql<SqlBool>`work_lease.held_for = ${holder.heldFor}`;

/** The open items that are due, but for those that somebody else has in hand. */
async function due(ctx: Ctx, { scope, calls, others }: Queue, skip: readonly number[]) {
  const condition = await conditionOf(ctx, { scope, period: "due" }, "page");
  return visibleItems(ctx)
    .where(condition)
    .where(calls ? sql<SqlBool>`agenda_subject.code = ${callSubject}` : sql<SqlBool>`true`)
    .where(others ? sql<SqlBool>`agenda_subject.code is distinct from ${callSubject}` : sql<SqlBool>`true`)
    .where(sql<SqlBool>`agenda_item.id <> all(${[...skip]}::bigint[])`)
    .where(sql<SqlBool>`not exists (select from work_lease where work_lease.item_id = agenda_item.id
      and work_lease.until_at > ${ctx.clock.now()} and not coalesce(${holderIs({ session: ctx.session.id() })}, false))`);
}

/** Due items in the order in which they are worked: urgent ones, then the longest due, then the highest amount. */
async function candidates(
  ctx: Ctx,
  queue: Queue,
  { skip, offset, limit }: { readonly skip: readonly number[]; readonly offset: number; readonly limit: number },
): Promise<AgendaItem[]> {
  const rows = await (await due(ctx, queue, skip))
    .select(itemColumns)
    .orderBy("agenda_item.urgent", "desc")
    .orderBy("agenda_item.on_date")
    .orderBy("case_file.open_cents", "desc")
    .orderBy("agenda_item.id")
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => toItem(row, ctx));
}

/** How many due items wait; counted up to one more than the cap of counts. */
const waiting = async (ctx: Ctx, queue: Queue): Promise<number> => countUpToCap(ctx.db, await due(ctx, queue, []));

/** Those of these items that were free, now in hand of `holder` until an instant. */
async function takeAll(ctx: WorkCtx, ids: readonly number[], holder: Holder, until: Date): Promise<readonly number[]> {
  const session = "session" in holder ? holder.session : null;
  const heldFor = "heldFor" in holder ? holder.heldFor : null;
  // In order of their ids: two who take the same items wait for each other and never lock each other out.
  const { rows } = await sql<{ id: number }>`
    insert into work_lease (item_id, user_id, session_id, held_for, taken_at, until_at)
    select item.id, ${ctx.user.id}, ${session}, ${heldFor}, ${ctx.clock.now()}, ${until}
    from agenda_item item where item.id = any(${[...ids]}::bigint[]) and item.state = 'open' order by item.id
    on conflict (item_id) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      held_for = excluded.held_for, taken_at = excluded.taken_at, until_at = excluded.until_at
      where work_lease.until_at <= ${ctx.clock.now()} or coalesce(${holderIs(holder)}, false)
    returning item_id as id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Takes an item in hand of this session. False where somebody else has it, or it is no longer open. */
async function take(ctx: Ctx, id: number): Promise<boolean> {
  const until = new Date(ctx.clock.now().getTime() + leaseMinutes * 60_000);
  return (await takeAll(ctx, [id], { session: ctx.session.id() }, until)).length > 0;
}

/** What this session has in hand and is still to be done, the last taken first. */
async function inHand(ctx: Ctx): Promise<AgendaItem[]> {
  const { rows } = await sql<{ id: number }>`select item_id as id from work_lease
    where session_id = ${ctx.session.id()} and until_at > ${ctx.clock.now()} order by taken_at desc`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  const items = await readItems(
    ctx,
    sql<SqlBool>`agenda_item.id = any(${ids}::bigint[]) and agenda_item.state = 'open'
      and agenda_item.on_date <= ${ctx.clock.today()}`,
  );
  return items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Everything that this session has in hand goes back, but for one item. */
async function giveBack(ctx: Ctx, except: number | null): Promise<void> {
  await sql`delete from work_lease where session_id = ${ctx.session.id()}
    and item_id is distinct from ${except}::bigint`.execute(ctx.db);
}

/** An item that was worked is nobody's any more. */
const release = ({ db }: Pick<WorkCtx, "db">, id: number): Promise<void> => endLeases(db, [id]);

const endLeases = batchedWrite((db, items: readonly number[]) =>
  db
    .deleteFrom("work_lease")
    .where("item_id", "=", sql<number>`any(${[...items]}::bigint[])`)
    .execute(),
);

/** Everything in hand of something that is no person at a screen goes back. */
async function giveBackFrom({ db }: Pick<WorkCtx, "db">, heldFor: string): Promise<void> {
  await db.deleteFrom("work_lease").where("held_for", "=", heldFor).execute();
}

/**
 * An item that this session may work on, locked until the transaction ends and taken in hand where nobody has it.
 * @throws notFound; validation where it is done, or in hand of somebody else.
 */
async function requireInHand(ctx: Ctx, id: number): Promise<AgendaItem> {
  const [item] = await lockItems(ctx, [id]);
  if (!item) throw notFound();
  if (item.state !== "open") throw fieldError("common", "agenda.isArchived");
  if (!(await take(ctx, id))) throw fieldError("common", "agenda.inOtherHands");
  return item;
}

/** What the work queue, which lies above, does with the agenda. */
export const agendaQueue = {
  candidates,
  waiting,
  take,
  takeAll,
  inHand,
  giveBack,
  giveBackFrom,
  release,
  requireInHand,
  archive: archiveItems,
  restore: restoreItems,
  move: moveItems,
  lockVisible,
};
