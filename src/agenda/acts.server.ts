/** What people do with agenda items: plan, change, move, archive, take back, and mend files that nobody thinks of. */
import { sql } from "kysely";
import { assignFile, requireFile } from "../files/files.server.ts";
import type { BodyOf } from "../kernel/contract.ts";
import { date } from "../kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../kernel/errors.ts";
import { maskBsn } from "../kernel/identifiers.ts";
import { answer, type Ctx, type Db } from "../platform/server/room.ts";
import {
  type AgendaItem,
  archiveAgenda,
  createAgendaItem,
  mendFiles,
  planAgain,
  restoreAgenda,
  updateAgendaItem,
} from "./agenda.contract.ts";
import { planAgendas } from "./plan.server.ts";
import { type Changes, insertItems, keepHistory, lockItems, requireItem, visibleAgendas } from "./record.server.ts";
import { archiveItems, restoreItems } from "./write.server.ts";

/** A file whose agenda the reader may see. @throws notFound, alike for the people of clients, who may see none. */
export async function requireAgendaFile(ctx: Ctx, id: number) {
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  return requireFile(ctx, id);
}

/** Somebody of the house who may log in. @throws validation on `field`. */
async function requireOwner(db: Db, id: number, field = "owner"): Promise<void> {
  const found = await db
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", id)
    .where("kind", "=", "staff")
    .where("active", "=", true)
    .executeTakeFirst();
  if (!found) throw fieldError(field, "agenda.ownerUnknown");
}

async function requireSubject(db: Db, id: number, field = "subject"): Promise<void> {
  const found = await db
    .selectFrom("agenda_subject")
    .select("id")
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (!found) throw fieldError(field, "agenda.subjectUnknown");
}

function requireAhead(ctx: Ctx, on: string, field = "on"): void {
  if (on < ctx.clock.today()) throw fieldError(field, "agenda.onPast");
}

function requireRepeat(repeat: AgendaItem["repeat"] | undefined, on: string): void {
  if (repeat?.until && repeat.until < on) throw fieldError("repeat.until", "agenda.untilBefore");
}

const create = answer(createAgendaItem, async (ctx, { params, body }) => {
  const file = await requireAgendaFile(ctx, params.id);
  requireAhead(ctx, body.on);
  requireRepeat(body.repeat, body.on);
  await requireSubject(ctx.db, body.subject);
  if (body.owner !== undefined) await requireOwner(ctx.db, body.owner);
  const ownerId = body.owner ?? file.caseManagerId ?? ctx.user.id;
  const [made] = await insertItems(ctx, [
    {
      fileId: file.id,
      subjectId: body.subject,
      on: date(body.on),
      ownerId,
      ofManager: ownerId === file.caseManagerId,
      note: maskBsn(body.note),
      urgent: body.urgent,
      repeat: body.repeat,
    },
  ]);
  if (!made) throw new VorderError("internal");
  return requireItem(ctx, made.id);
});

type Body = BodyOf<typeof updateAgendaItem>;

/** What a change comes to, field by field; what stays as it was is left out. */
function changesOf(item: AgendaItem, body: Body): Changes {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["subject", item.subject.id, body.subject],
    ["on", item.on, body.on],
    ["owner", item.owner?.id ?? null, body.owner],
    ["note", item.note, body.note === undefined ? undefined : maskBsn(body.note) || null],
    ["urgent", item.urgent, body.urgent],
    ["repeat", item.repeat, body.repeat],
  ];
  return Object.fromEntries(
    pairs.flatMap(([field, from, to]) =>
      to === undefined || JSON.stringify(from) === JSON.stringify(to) ? [] : [[field, [from, to] as const]],
    ),
  );
}

const update = answer(updateAgendaItem, async (ctx, { params, body }) => {
  const [item] = await lockItems(ctx, [params.id]);
  if (!item) throw notFound();
  if (item.version !== body.version) throw new VorderError("conflict", { data: { current: item } });
  if (item.state !== "open") throw fieldError("common", "agenda.isArchived");
  const changes = changesOf(item, body);
  if (changes.on && body.on !== undefined) requireAhead(ctx, body.on);
  requireRepeat(body.repeat, body.on ?? item.on);
  if (changes.subject && body.subject !== undefined) await requireSubject(ctx.db, body.subject);
  if (changes.owner && body.owner !== undefined) await requireOwner(ctx.db, body.owner);
  if (Object.keys(changes).length === 0) return item;
  const repeat = body.repeat === undefined ? item.repeat : body.repeat;
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
      version: item.version + 1,
      ...(changes.owner ? await ownedBy(ctx.db, item.fileId, ownerId) : {}),
    })
    .where("id", "=", item.id)
    .execute();
  await keepHistory(ctx, [{ itemId: item.id, fileId: item.fileId, act: "changed", changes }]);
  return requireItem(ctx, item.id);
});

/** An item that is given to the file's own case manager goes along when the file gets another. */
async function ownedBy(db: Db, fileId: number, ownerId: number | null) {
  const file = await db
    .selectFrom("case_file")
    .select("case_manager_id")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  return { owner_id: ownerId, of_manager: ownerId === file.case_manager_id };
}

const archive = answer(archiveAgenda, async (ctx, { body }) => {
  await lockItems(ctx, body.ids);
  const { archived, planned } = await archiveItems(ctx, [...new Set(body.ids)], {
    why: "done",
    outcome: maskBsn(body.outcome),
  });
  return { archived: [...archived], planned: [...planned] };
});

const restore = answer(restoreAgenda, async (ctx, { body }) => {
  const items = await lockItems(ctx, body.ids);
  if (items.some(({ status, archivedWhy }) => status === "closed" && archivedWhy === "file_closed"))
    throw fieldError("common", "agenda.fileClosed");
  return { restored: [...(await restoreItems(ctx, [...new Set(body.ids)]))] };
});

const placedOf = ({ id, on, owner, version }: AgendaItem) => ({ id, on, owner: owner?.id ?? null, version });

const move = answer(planAgain, async (ctx, { body }) => {
  const wanted = new Map(body.items.map((item) => [item.id, item]));
  const owners = new Set(body.items.flatMap(({ owner }) => (owner === undefined || owner === null ? [] : [owner])));
  for (const owner of owners) await requireOwner(ctx.db, owner);
  const items = await lockItems(ctx, [...wanted.keys()]);
  const stale = items.filter((item) => item.state !== "open" || wanted.get(item.id)?.version !== item.version);
  const moving = items.filter((item) => !stale.includes(item));
  const after = moving.map((item) => {
    const { on = item.on, owner } = wanted.get(item.id) ?? {};
    return { ...placedOf(item), on, owner: owner === undefined ? (item.owner?.id ?? null) : owner };
  });
  for (const [at, { on }] of after.entries()) if (on !== moving[at]?.on) requireAhead(ctx, on);
  await sql`update agenda_item set on_date = p."on", owner_id = p.owner, version = agenda_item.version + 1,
      of_manager = case when p.owner is not distinct from agenda_item.owner_id then agenda_item.of_manager
        else p.owner is not distinct from (select f.case_manager_id from case_file f where f.id = agenda_item.file_id) end
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as p(id bigint, "on" date, owner bigint)
    where agenda_item.id = p.id`.execute(ctx.db);
  await keepHistory(
    ctx,
    moving.map((item, at) => ({
      itemId: item.id,
      fileId: item.fileId,
      act: "changed",
      changes: changesOf(item, {
        on: after[at]?.on,
        ...(after[at]?.owner == null ? {} : { owner: after[at].owner }),
        version: item.version,
      }),
    })),
  );
  return {
    moved: moving.map((item, at) => ({
      before: placedOf(item),
      after: { ...placedOf(item), ...after[at], version: item.version + 1 },
    })),
    stale: stale.map(({ id }) => id),
  };
});

const mend = answer(mendFiles, async (ctx, { body }) => {
  const { caseManager, item } = body;
  if (caseManager === undefined && item === undefined) throw fieldError("common", "agenda.nothingToMend");
  if (item) {
    requireAhead(ctx, item.on, "item.on");
    await requireSubject(ctx.db, item.subject, "item.subject");
  }
  const wanted = [...new Set(body.files)].sort((a, b) => a - b);
  const seen = await ctx.db
    .selectFrom("case_file")
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
      )
    : 0;
  return { assigned, planned };
});

export const actAnswers = [create, update, archive, restore, move, mend];
