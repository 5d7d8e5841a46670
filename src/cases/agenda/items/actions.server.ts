/** Actions on agenda items by people: plan, change, move, archive, undo, and correct neglected files. */
import { sql } from "kysely";
import { date } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { type Ctx, type Db, handle } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { assignFile, requireFile, selectFiles } from "../../files/files.server.ts";
import { visitJudge } from "../../logs/logs.server.ts";
import { archiveItems, restoreItems } from "./archiving.server.ts";
import {
  type AgendaItem,
  archiveAgenda,
  assignUnattended,
  createAgendaItem,
  planAgain,
  restoreAgenda,
  updateAgendaItem,
} from "./items.contract.ts";
import { planAgendas } from "./plan.server.ts";
import { insertItems, lockItems, recordHistory, requireItem, visibleAgendas } from "./record.server.ts";
import { changesOf, moveItems } from "./rescheduling.server.ts";
import { requireLawful, requireOnce, visitSubject } from "./visits.server.ts";

/** A file whose agenda the reader may see. @throws notFound, alike for the people of clients, who may see none. */
export async function requireAgendaFile(ctx: Ctx, id: number) {
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  return requireFile(ctx, id);
}

/**
 * Somebody of the house who may log in. It stays so until the end of the transaction: whoever shuts their login meanwhile waits, and is told of the
 * item. @throws validation on `field`.
 */
export async function requireOwner(db: Db, id: number, field = "owner"): Promise<void> {
  const found = await db
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", id)
    .where("kind", "=", "staff")
    .where("active", "=", true)
    .forShare()
    .executeTakeFirst();
  if (!found) throw fieldError(field, "agenda.ownerUnknown");
}

/** The code of a subject that may be chosen. @throws validation on `field`. */
async function requireSubject(db: Db, id: number, field = "subject"): Promise<string> {
  const found = await db
    .selectFrom("agenda_subject")
    .select("code")
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (!found) throw fieldError(field, "agenda.subjectUnknown");
  return found.code;
}

/** Who is in charge of a file on which something may be planned: no closed one. It stays as it is until the transaction ends. @throws validation */
export async function requireOpenFile(db: Db, fileId: number): Promise<{ readonly caseManagerId: number | null }> {
  const { closed_on, case_manager_id: caseManagerId } = await asSystem(
    db,
    "nothing is planned on a closed file, whoever plans it",
  )
    .selectFrom("case_file")
    .select(["closed_on", "case_manager_id"])
    .where("id", "=", fileId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (closed_on !== null) throw fieldError("common", "files.isClosed");
  return { caseManagerId };
}

export function requireAhead(ctx: Pick<Ctx, "clock">, on: string, field = "on"): void {
  if (on < ctx.clock.today()) throw fieldError(field, "agenda.onPast");
}

function requireRepeat(repeat: AgendaItem["repeat"] | undefined, on: string): void {
  if (repeat?.until && repeat.until < on) throw fieldError("repeat.until", "agenda.untilBefore");
}

const create = handle(createAgendaItem, async (ctx, { params, body }) => {
  const file = await requireAgendaFile(ctx, params.id);
  // The owner before the file, as whoever takes over from an owner locks them, so that the two cannot lock each other out.
  if (body.owner !== undefined) await requireOwner(ctx.db, body.owner);
  const { caseManagerId } = await requireOpenFile(ctx.db, file.id);
  requireAhead(ctx, body.on);
  requireRepeat(body.repeat, body.on);
  const code = await requireSubject(ctx.db, body.subject);
  if (code === visitSubject) {
    requireOnce(body.repeat);
    await visitJudge().planned(ctx, { fileId: file.id, on: date(body.on), itemId: null, field: "on" });
  }
  const ownerId = body.owner ?? caseManagerId ?? ctx.user.id;
  const [made] = await insertItems(ctx, [
    {
      fileId: file.id,
      subjectId: body.subject,
      on: date(body.on),
      ownerId,
      ofManager: ownerId === caseManagerId,
      note: maskBsn(body.note),
      urgent: body.urgent,
      repeat: body.repeat,
    },
  ]);
  if (!made) throw new VorderError("internal");
  return requireItem(ctx, made.id);
});

const update = handle(updateAgendaItem, async (ctx, { params, body }) => {
  const [item] = await lockItems(ctx, [params.id]);
  if (!item) throw notFound();
  if (item.version !== body.version) throw new VorderError("conflict", { data: { current: item } });
  if (item.state !== "open") throw fieldError("common", "agenda.isArchived");
  const changes = changesOf(item, body);
  if (changes.on && body.on !== undefined) requireAhead(ctx, body.on);
  requireRepeat(body.repeat, body.on ?? item.on);
  const code =
    changes.subject && body.subject !== undefined ? await requireSubject(ctx.db, body.subject) : item.subject.code;
  if (changes.owner && body.owner !== undefined) await requireOwner(ctx.db, body.owner);
  if (Object.keys(changes).length === 0) return item;
  const repeat = body.repeat === undefined ? item.repeat : body.repeat;
  if (code === visitSubject) requireOnce(repeat);
  if (changes.on || changes.subject)
    await requireLawful(ctx, { ...item, subject: { ...item.subject, code } }, body.on ?? item.on);
  const ownerId = body.owner ?? item.owner?.id ?? null;
  await ctx.db
    .updateTable("agenda_item")
    .set({
      subject_id: body.subject ?? item.subject.id,
      on_date: date(body.on ?? item.on),
      note: body.note === undefined ? item.note : maskBsn(body.note) || null,
      urgent: body.urgent ?? item.urgent,
      repeat_every: repeat?.every ?? null,
      repeat_unit: repeat?.unit ?? null,
      repeat_until: repeat?.until ? date(repeat.until) : null,
      // Who chooses another day or rhythm begins it anew.
      ...(changes.on || changes.repeat ? { repeat_anchor: repeat ? date(body.on ?? item.on) : null } : {}),
      version: item.version + 1,
      ...(changes.owner ? await ownedBy(ctx.db, item.fileId, ownerId) : {}),
    })
    .where("id", "=", item.id)
    .execute();
  await recordHistory(ctx, [{ itemId: item.id, fileId: item.fileId, act: "changed", changes }]);
  return requireItem(ctx, item.id);
});

/** An item that is given to the file's own case manager goes along when the file gets another. */
async function ownedBy(db: Db, fileId: number, ownerId: number | null) {
  const file = await asSystem(db, "an item is given to whoever handles its file")
    .selectFrom("case_file")
    .select("case_manager_id")
    .where("id", "=", fileId)
    .forShare()
    .executeTakeFirstOrThrow();
  return { owner_id: ownerId, of_manager: ownerId === file.case_manager_id };
}

const archive = handle(archiveAgenda, async (ctx, { body }) => {
  await lockItems(ctx, body.ids);
  const { archived, planned } = await archiveItems(ctx, [...new Set(body.ids)], {
    why: "done",
    outcome: maskBsn(body.outcome),
  });
  return { archived: [...archived], planned: [...planned] };
});

const restore = handle(restoreAgenda, async (ctx, { body }) => {
  const items = await lockItems(ctx, body.ids);
  if (items.some(({ status, state }) => status === "closed" && state === "archived"))
    throw fieldError("common", "agenda.fileClosed");
  const restored: number[] = [];
  const others = items.filter(({ subject }) => subject.code !== visitSubject);
  restored.push(
    ...(await restoreItems(
      ctx,
      others.map(({ id }) => id),
    )),
  );
  for (const item of items.filter(({ subject, state }) => subject.code === visitSubject && state === "archived")) {
    if (item.on >= ctx.clock.today()) await requireLawful(ctx, item, item.on, "common");
    restored.push(...(await restoreItems(ctx, [item.id])));
  }
  return { restored };
});

/** The day that each of these items had before it was moved last: it may go back there, though that day is over. */
async function formerDays(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; day: string }>`select distinct on (item_id) item_id as id,
      changes -> 'on' ->> 0 as day
    from agenda_history where item_id = any(${[...ids]}::bigint[]) order by item_id, id desc`.execute(db);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

const move = handle(planAgain, async (ctx, { body }) => {
  const wanted = new Map(body.items.map((item) => [item.id, item]));
  const owners = new Set(body.items.flatMap(({ owner }) => (owner === undefined || owner === null ? [] : [owner])));
  for (const owner of owners) await requireOwner(ctx.db, owner);
  const items = await lockItems(ctx, [...wanted.keys()]);
  const stale = items.filter((item) => item.state !== "open" || wanted.get(item.id)?.version !== item.version);
  const moving = items.filter((item) => !stale.includes(item));
  const former = await formerDays(ctx.db, [...wanted.keys()]);
  for (const { id, on } of moving) {
    const to = wanted.get(id)?.on ?? on;
    if (to !== on && to !== former.get(id)) requireAhead(ctx, to);
  }
  const placed = ({
    id,
    on,
  }: AgendaItem): { readonly on?: string | undefined; readonly owner?: number | null | undefined } =>
    wanted.get(id) ?? { on };
  const isVisit = (item: AgendaItem): boolean =>
    item.subject.code === visitSubject && (placed(item).on ?? item.on) !== item.on;
  const moved = [
    ...(await moveItems(
      ctx,
      moving.filter((item) => !isVisit(item)),
      placed,
    )),
  ];
  for (const item of moving.filter(isVisit)) {
    await requireLawful(ctx, item, placed(item).on ?? item.on);
    moved.push(...(await moveItems(ctx, [item], placed)));
  }
  return { moved, stale: stale.map(({ id }) => id) };
});

const assignFiles = handle(assignUnattended, async (ctx, { body }) => {
  const { caseManager, item } = body;
  if (caseManager === undefined && item === undefined) throw fieldError("common", "agenda.nothingToMend");
  if (item) {
    requireAhead(ctx, item.on, "item.on");
    await requireSubject(ctx.db, item.subject, "item.subject");
  }
  const wanted = [...new Set(body.files)].sort((a, b) => a - b);
  const seen = await selectFiles(ctx)
    .select(["id", "case_manager_id"])
    .where("id", "in", wanted)
    .where("closed_on", "is", null)
    .where(visibleAgendas(ctx.user))
    .execute();
  if (seen.length < wanted.length) throw notFound();
  let assigned = 0;
  for (const file of seen.toSorted((a, b) => a.id - b.id)) {
    if (caseManager === undefined || file.case_manager_id === caseManager) continue;
    await assignFile(ctx, file.id, caseManager);
    assigned++;
  }
  const planned = item
    ? await planAgendas(
        ctx,
        seen.map(({ id }) => ({ fileId: id, subject: item.subject, on: date(item.on), note: maskBsn(item.note) })),
        "item.on",
      )
    : 0;
  return { assigned, planned };
});

export const actHandlers = [create, update, archive, restore, move, assignFiles];
