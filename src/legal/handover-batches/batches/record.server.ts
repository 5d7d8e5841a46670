/** The record of a batch: read through the visibility of its files, and changed with an event that says who and why. */
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { worksOn } from "../../../ground/platform/server/jobs/works.ts";
import type { HandoverBatch as BatchTable } from "../../../ground/platform/server/postgres/database.types.ts";
import type { Clock } from "../../../ground/platform/server/process/clock.ts";
import type { DestinationRecord } from "../destinations/record.server.ts";
import { type BatchState, type HandoverType, handoverTypes } from "../handover-batches.ts";
import { type HandoverBatch, handoverBatch } from "./batches.contract.ts";
import { visibleBatches } from "./events.server.ts";
import { readTold } from "./told.ts";

export type BatchRow = Selectable<BatchTable>;

export const workKey = (batchId: number): string => `handover:${batchId}`;
export const effectKey = ({ id, sendings }: Pick<BatchRow, "id" | "sendings">): string => `handover:${id}:${sendings}`;
/** A batch that goes by e-mail becomes a second effect. */
export const mailKey = (batch: Pick<BatchRow, "id" | "sendings">): string => `${effectKey(batch)}:mail`;
/** That a batch was taken back, as an effect of its own; the office knows it by the name of the batch. */
export const recallKey = (batch: Pick<BatchRow, "id" | "sendings">): string => `${effectKey(batch)}:recall`;
export const recallMailKey = (batch: Pick<BatchRow, "id" | "sendings">): string => `${recallKey(batch)}:mail`;
/** The batch of an effect's key; undefined for any other effect. */
export const batchOfEffect = (key: string): number | undefined => {
  const id = /^handover:(\d{1,15}):\d+(?::recall)?(?::mail)?$/.exec(key)?.[1];
  return id === undefined ? undefined : Number(id);
};

export const typeOf = (batch: Pick<BatchRow, "type">): HandoverType => z.enum(handoverTypes).parse(batch.type);

/** A batch of which the actor may see a file. @throws notFound. */
export async function requireBatch(ctx: Pick<Ctx, "db" | "user">, id: number, lock = false): Promise<BatchRow> {
  const rows = ctx.db
    .selectFrom("handover_batch")
    .selectAll()
    .where("id", "=", id)
    .where(visibleBatches(ctx, "handover_batch.id"));
  const row = await (lock ? rows.forUpdate() : rows).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * A batch that this user may act on: one with a file that the user may not see is another's work.
 * @throws notFound; conflict where somebody was first; validation where a job is at it, or its state is another.
 */
export async function lockBatch(
  ctx: Pick<Ctx, "db" | "user" | "clock" | "translate" | "lang">,
  id: number,
  version: number | undefined,
  states: readonly BatchState[],
  otherState = "handover-batches.errorState",
): Promise<BatchRow> {
  const row = await requireBatch(ctx, id, true);
  const { rows: hidden } = await sql`select 1 from handover_batch_file f join case_file on case_file.id = f.file_id
    where f.batch_id = ${id} and not ${visibleFiles(ctx.user)} limit 1`.execute(ctx.db);
  if (hidden.length > 0) throw notFound();
  if (version !== undefined && row.version !== version)
    throw new VorderError("conflict", { data: { current: await shownBatch(ctx, id) } });
  if (row.moving !== null)
    throw new VorderError("refused", { fields: { common: [{ key: "handover-batches.errorMoving" }] } });
  if (!states.some((state) => state === row.state))
    throw new VorderError("refused", { fields: { common: [{ key: otherState }] } });
  return row;
}

export async function lockedBatch({ db }: WorkCtx, id: number): Promise<BatchRow | undefined> {
  return db.selectFrom("handover_batch").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** So long an office is heard about a batch of which it has ended every file: its last bill, or a payment, comes after it. */
export const heardSince = (clock: Clock): Date => new Date(clock.now().getTime() - 90 * 86_400_000);

/** Whether an office is heard: one that is archived gets nothing more, and still tells of what it has, or had until lately. */
export async function isHeard(
  { db, clock }: Pick<WorkCtx, "db" | "clock">,
  to: Pick<DestinationRecord, "id" | "archived_at">,
): Promise<boolean> {
  if (to.archived_at === null) return true;
  const had = await db
    .selectFrom("handover_batch")
    .select("id")
    .where("destination_id", "=", to.id)
    .where((eb) =>
      eb.or([
        eb("state", "in", ["queued", "sent", "accepted", "partly"]),
        eb.and([eb("state", "=", "processed"), eb("ended_at", ">=", heardSince(clock))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return had !== undefined;
}

export async function changeBatch(
  { db }: Pick<WorkCtx, "db">,
  id: number,
  set: Partial<Omit<BatchRow, "id" | "version" | "missing" | "mapping">> & { mapping?: string },
): Promise<void> {
  await db
    .updateTable("handover_batch")
    .set((eb) => ({ ...set, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

type Reader = Pick<Ctx, "db" | "user" | "translate" | "lang" | "clock">;

interface Counted {
  readonly batch_id: number;
  readonly state: string;
  readonly count: number;
  readonly cents: number;
  readonly said: Date | null;
}

const dayMillis = 86_400_000;

async function countsOf({ db, user }: Reader, ids: readonly number[]): Promise<readonly Counted[]> {
  const { rows } =
    await sql<Counted>`select f.batch_id, f.state, count(*) as count, sum(coalesce(f.open_cents, 0))::bigint as cents,
      max(f.reported_at) as said
    from handover_batch_file f join case_file on case_file.id = f.file_id
    where f.batch_id = any(${[...ids]}::bigint[]) and ${visibleFiles(user)}
    group by f.batch_id, f.state`.execute(db);
  return rows;
}

const silentFrom: readonly string[] = ["sent", "accepted", "partly"];

async function shownBatches(ctx: Reader, rows: readonly BatchRow[]): Promise<HandoverBatch[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countsOf(ctx, ids);
  const translate = (message: Parameters<Ctx["translate"]>[0]): string => ctx.translate(message, ctx.lang);
  const works = await worksOn(ctx, ids.map(workKey));
  const destinations = await ctx.db.selectFrom("handover_destination").select(["id", "name", "channel"]).execute();
  const people = await ctx.db
    .selectFrom("app_user")
    .select(["id", "name"])
    .where("id", "in", [0, ...rows.flatMap(({ made_by }) => made_by ?? [])])
    .execute();
  return rows.map((row) => {
    const own = counts.filter(({ batch_id }) => batch_id === row.id);
    const words = [row.sent_at, row.receipt_at, ...own.map(({ said }) => said)].filter((at) => at !== null);
    const last = Math.max(0, ...words.map((at) => at.getTime()));
    const silent = silentFrom.includes(row.state) && last > 0;
    const destination = destinations.find(({ id }) => id === row.destination_id);
    return handoverBatch.parse({
      id: row.id,
      key: row.key,
      type: row.type,
      destination: { id: row.destination_id, text: destination?.name ?? "" },
      channel: destination?.channel ?? "",
      format: row.format,
      state: row.state,
      moving: row.moving,
      files: own.map(({ state, count, cents }) => ({ state, count, openCents: cents })),
      count: row.count,
      totalCents: row.total_cents,
      sha256: row.sha256,
      delivery: row.delivery,
      deliveryError: row.delivery_error === null ? null : readTold(row.delivery_error, translate),
      problem: row.problem === null ? null : translate({ key: row.problem }),
      recall: row.recall,
      recallError: row.recall_error === null ? null : readTold(row.recall_error, translate),
      missing: row.missing,
      work: works.get(workKey(row.id)) ?? null,
      silentDays: silent ? Math.floor((ctx.clock.now().getTime() - last) / dayMillis) : null,
      madeAt: row.made_at.toISOString(),
      madeBy: people.find(({ id }) => id === row.made_by)?.name ?? "",
      sentAt: row.sent_at?.toISOString() ?? null,
      receiptAt: row.receipt_at?.toISOString() ?? null,
      version: row.version,
    });
  });
}

export async function shownBatch(ctx: Reader, id: number): Promise<HandoverBatch> {
  const [shown] = await shownBatches(ctx, [await requireBatch(ctx, id)]);
  if (!shown) throw notFound();
  return shown;
}

interface Wanted {
  readonly offset: number;
  readonly limit: number;
  readonly filter: {
    readonly destination?: readonly number[] | undefined;
    readonly type?: readonly string[] | undefined;
    readonly state?: readonly string[] | undefined;
  };
}

export async function batchPage(ctx: Ctx, { offset, limit, filter }: Wanted, direction: "asc" | "desc" = "desc") {
  let found = ctx.db.selectFrom("handover_batch").where(visibleBatches(ctx, "handover_batch.id"));
  if (filter.destination?.length) found = found.where("destination_id", "in", [...filter.destination]);
  if (filter.type?.length) found = found.where("type", "in", [...filter.type]);
  if (filter.state?.length) found = found.where("state", "in", [...filter.state]);
  const { rows, total } = await pagedList(ctx.db, found, { offset, limit }, (page) =>
    page.selectAll().orderBy("id", direction),
  );
  return toPage(await shownBatches(ctx, rows), total, limit);
}
