/**
 * One act on all items that a filter finds: archived or moved by a job, part by part, and taken back the same way. Each part says in its own
 * transaction what became of its items, so that a worker may be killed at any point, and another goes on.
 */
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { allows } from "../../../ground/kernel/access.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import {
  type Ctx,
  type Handler,
  handle,
  type JobCtx,
  type JobOutcome,
  job,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { worksOn } from "../../../ground/platform/server/jobs/works.ts";
import type { AgendaWork as AgendaWorkTable } from "../../../ground/platform/server/postgres/database.types.ts";
import { loadActor } from "../../../people/access/access.server.ts";
import { maxWorkItems } from "../agenda.ts";
import { requireAhead, requireOwner } from "../items/actions.server.ts";
import { archiveItems, restoreItems } from "../items/archiving.server.ts";
import type { AgendaItem, AgendaQuery } from "../items/items.contract.ts";
import { lockVisible, visibleItems } from "../items/record.server.ts";
import { moveItems, placedOf } from "../items/rescheduling.server.ts";
import { eachLawful } from "../items/visits.server.ts";
import { conditionOf } from "../lists/list.server.ts";
import {
  type AgendaAct,
  type AgendaWork,
  agendaAct,
  agendaWork,
  listAgendaWorks,
  startAgendaWork,
  undoAgendaWork,
} from "./mass-edit.contract.ts";

type Work = Selectable<AgendaWorkTable>;

/** So many items are worked on in one transaction. */
const partSize = 200;

const workKey = (id: number): string => `agenda-work:${id}`;

async function shown(ctx: Ctx, works: readonly Work[]): Promise<AgendaWork[]> {
  const { rows } = await sql<Pick<AgendaWork, "id" | "done" | "left" | "undone" | "kept">>`select work_id as id,
      count(*) filter (where state in ('done', 'undone', 'kept')) as done, count(*) filter (where state = 'left') as left,
      count(*) filter (where state = 'undone') as undone, count(*) filter (where state = 'kept') as kept
    from agenda_work_row where work_id = any(${works.map(({ id }) => id)}::bigint[]) group by work_id`.execute(ctx.db);
  const counts = new Map(rows.map((row) => [row.id, row]));
  const keys = works.map(({ id }) => workKey(id));
  const jobs = await worksOn(ctx, keys);
  return works.map((work) =>
    agendaWork.parse({
      ...counts.get(work.id),
      id: work.id,
      kind: agendaAct.parse(work.act).kind,
      state: work.state,
      items: work.items,
      askedAt: work.asked_at.toISOString(),
      work: jobs.get(workKey(work.id)) ?? null,
    }),
  );
}

async function shownOne(ctx: Ctx, work: Work): Promise<AgendaWork> {
  const [one] = await shown(ctx, [work]);
  if (!one) throw notFound();
  return one;
}

async function begin(ctx: Ctx, work: Work, items: number): Promise<void> {
  const { kind } = agendaAct.parse(work.act);
  const key = work.state === "undoing" ? "agenda.workUndo" : `agenda.work_${kind}`;
  const title = ctx.translate({ key, values: { count: items } }, ctx.lang);
  await ctx.track(agendaWorkJob, { workId: work.id }, title, workKey(work.id));
}

async function checkAct(ctx: Ctx, act: AgendaAct): Promise<void> {
  if (act.kind === "done") return;
  if (act.on === undefined && act.owner === undefined) throw fieldError("common", "agenda.nothingToMove");
  if (act.on !== undefined) requireAhead(ctx, act.on);
  if (act.owner !== undefined) await requireOwner(ctx.db, act.owner);
}

/** Chooses the open items that the filters find and has the act done to them. @throws validation: none, too many, or no such act. */
async function startWork(ctx: Ctx, filter: AgendaQuery["filter"], asked: AgendaAct): Promise<AgendaWork> {
  await checkAct(ctx, asked);
  const act = asked.kind === "done" ? { ...asked, outcome: maskBsn(asked.outcome) } : asked;
  const condition = await conditionOf(ctx, { ...filter, state: "open" });
  const now = ctx.clock.now();
  const { id } = await ctx.db
    .insertInto("agenda_work")
    .values({ user_id: ctx.user.id, act: JSON.stringify(act), state: "making", items: 0, asked_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const chosen = visibleItems(ctx)
    .where(condition)
    .select([sql<number>`${id}::bigint`.as("work_id"), "agenda_item.id as item_id", "agenda_item.version"])
    .limit(maxWorkItems + 1);
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db
    .insertInto("agenda_work_row")
    .columns(["work_id", "item_id", "version"])
    .expression(chosen)
    .executeTakeFirstOrThrow();
  const items = Number(numInsertedOrUpdatedRows);
  if (items === 0) throw fieldError("common", "agenda.nothingFound");
  if (items > maxWorkItems) throw fieldError("common", "agenda.tooMany", { max: maxWorkItems });
  const work = await ctx.db
    .updateTable("agenda_work")
    .set({ items })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: "agenda.work", subject: "agenda_work", subjectId: id, after: { act, filter, items } });
  await begin(ctx, work, items);
  return shownOne(ctx, work);
}

/** A work is its owner's alone. @throws validation where it is not over, or nothing of it can be taken back. */
async function startUndo(ctx: Ctx, id: number): Promise<AgendaWork> {
  const found = await ctx.db
    .selectFrom("agenda_work")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", ctx.user.id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  const { done } = await shownOne(ctx, found);
  if (found.state !== "done" || done === 0) throw fieldError("common", "agenda.notUndoable");
  const work = await ctx.db
    .updateTable("agenda_work")
    .set({ state: "undoing", finished_at: null })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: "agenda.workUndo", subject: "agenda_work", subjectId: id });
  await begin(ctx, work, done);
  return shownOne(ctx, work);
}

interface Row {
  readonly item_id: number;
  readonly version: number;
  readonly before: unknown;
}

const nextRows = (ctx: WorkCtx, workId: number, state: "planned" | "done"): Promise<Row[]> =>
  ctx.db
    .selectFrom("agenda_work_row")
    .select(["item_id", "version", "before"])
    .where("work_id", "=", workId)
    .where("state", "=", state)
    .orderBy("item_id")
    .limit(partSize)
    .forUpdate()
    .skipLocked()
    .execute();

interface RowOutcome {
  readonly id: number;
  readonly state: "done" | "left" | "undone" | "kept";
  readonly version: number;
  readonly before?: { readonly on: string; readonly owner: number | null };
}

async function note(ctx: WorkCtx, workId: number, outcomes: readonly RowOutcome[]): Promise<void> {
  await sql`update agenda_work_row set state = n.state, version = n.version, before = coalesce(n.before, agenda_work_row.before)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as n (id bigint, state text, version integer, before jsonb)
    where work_id = ${workId} and item_id = n.id`.execute(ctx.db);
}

async function makePart(ctx: WorkCtx, workId: number, act: AgendaAct): Promise<number> {
  const rows = await nextRows(ctx, workId, "planned");
  const versions = new Map(rows.map((row) => [row.item_id, row.version]));
  const items = await lockVisible(ctx, [...versions.keys()]);
  const fit = items.filter(({ id, state, version }) => state === "open" && version === versions.get(id));
  const ids = fit.map(({ id }) => id);
  if (act.kind === "done") await archiveItems(ctx, ids, { why: "done", outcome: act.outcome });
  const made =
    act.kind === "done"
      ? fit
      : await eachLawful(
          ctx,
          fit,
          (item) => act.on ?? item.on,
          (some) => moveItems(ctx, some, () => act),
        );
  const done = new Map(made.map((item) => [item.id, placedOf(item)]));
  const outcomes = rows.map(({ item_id: id, version }): RowOutcome => {
    const was = done.get(id);
    return was
      ? { id, state: "done", version: version + 1, before: { on: was.on, owner: was.owner } }
      : { id, state: "left", version };
  });
  await note(ctx, workId, outcomes);
  return rows.length;
}

const former = z.object({ on: z.string(), owner: z.number().nullable() });

async function undoPart(ctx: WorkCtx, workId: number, act: AgendaAct): Promise<number> {
  const rows = await nextRows(ctx, workId, "done");
  const known = new Map(rows.map((row) => [row.item_id, row]));
  const items = await lockVisible(ctx, [...known.keys()]);
  const state = act.kind === "done" ? "archived" : "open";
  // The items of a closed file stay away with it.
  const fit = items.filter(
    (item) => item.state === state && item.status !== "closed" && item.version === known.get(item.id)?.version,
  );
  const before = ({ id }: AgendaItem) => former.parse(known.get(id)?.before);
  const undone = await eachLawful(
    ctx,
    fit,
    (item) => (act.kind === "done" ? item.on : before(item).on),
    (some) =>
      act.kind === "done"
        ? restoreItems(
            ctx,
            some.map(({ id }) => id),
          )
        : moveItems(ctx, some, before),
  );
  const back = new Set(undone.map(({ id }) => id));
  await note(
    ctx,
    workId,
    rows.map(({ item_id: id, version }) => ({ id, version, state: back.has(id) ? "undone" : "kept" })),
  );
  return rows.length;
}

async function progress(ctx: JobCtx, { id, state }: Work): Promise<void> {
  const { rows } = await sql<{ left: number; total: number }>`select
      count(*) filter (where state = ${state === "making" ? "planned" : "done"}) as left,
      count(*) filter (where ${state === "making"} or state in ('done', 'undone', 'kept')) as total
    from agenda_work_row where work_id = ${id}`.execute(ctx.db);
  const { left = 0, total = 0 } = rows[0] ?? {};
  await ctx.progress(total - left, Math.max(1, total));
}

/** Ends a work, unless another worker has a part of it still. */
async function end(ctx: JobCtx, { id, state }: Work, leaveRest: boolean): Promise<void> {
  await ctx.tx(async (tx) => {
    const open = state === "making" ? "planned" : "done";
    if (leaveRest)
      await tx.db
        .updateTable("agenda_work_row")
        .set({ state: state === "making" ? "left" : "kept" })
        .where("work_id", "=", id)
        .where("state", "=", open)
        .execute();
    await sql`update agenda_work set state = ${state === "making" ? "done" : "undone"}, finished_at = ${tx.clock.now()}
      where id = ${id} and state = ${state}
        and not exists (select from agenda_work_row where work_id = ${id} and state = ${open})`.execute(tx.db);
  });
}

async function continueWork(ctx: JobCtx, workId: number): Promise<JobOutcome> {
  for (;;) {
    const work = await ctx.db.selectFrom("agenda_work").selectAll().where("id", "=", workId).executeTakeFirst();
    if (!work || (work.state !== "making" && work.state !== "undoing")) return;
    const act = agendaAct.parse(work.act);
    // The rights of now decide: who has lost them since does nothing more.
    const actor = await loadActor(ctx.db, work.user_id, null);
    if (!actor || !allows(startAgendaWork.who, actor.acl, true)) return end(ctx, work, true);
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    const part = work.state === "making" ? makePart : undoPart;
    const taken = await ctx.tx((tx) => part(tx, workId, act), actor);
    await progress(ctx, work);
    if (taken === 0) return end(ctx, work, false);
    if (await ctx.isTurnOver()) return "more";
  }
}

export const agendaWorkJob = job({
  name: "agenda.work",
  payload: z.object({ workId: z.number().int() }),
  retries: 10,
  run: (ctx, { workId }) => continueWork(ctx, workId),
});

const dayMillis = 86_400_000;
const recentWorks = 5;

export const workHandlers: readonly Handler[] = [
  handle(startAgendaWork, (ctx, { body }) => startWork(ctx, body.filter, body.act)),
  handle(listAgendaWorks, async (ctx) => {
    const recent = await ctx.db
      .selectFrom("agenda_work")
      .selectAll()
      .where("user_id", "=", ctx.user.id)
      .where("asked_at", ">", new Date(ctx.clock.now().getTime() - dayMillis))
      .orderBy("id", "desc")
      .limit(recentWorks)
      .execute();
    return { items: await shown(ctx, recent) };
  }),
  handle(undoAgendaWork, (ctx, { params }) => startUndo(ctx, params.id)),
];
