/** The event record: reading it, adding to it, and the balances that other rooms show of it. */
import { sql } from "kysely";
import { recordBalances } from "../files/files.server.ts";
import type { BalanceProjection } from "../files/files.ts";
import type { PlainDate } from "../kernel/dates.ts";
import { VorderError } from "../kernel/errors.ts";
import { kept } from "../platform/server/kept.ts";
import type { Db, WorkCtx } from "../platform/server/room.ts";
import { LawRefusal } from "../rules/rules.server.ts";
import type { DebtRefusal } from "../rules/rules.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import type { Tariffs } from "../tariffs/tariffs.ts";
import { type Balance, balanceOf } from "./balance.ts";
import { type ClaimEvent, type EventKind, eventData, eventKinds, type NewEvent } from "./events.ts";
import { mayRaise, raiseRefusals } from "./raising.server.ts";
import { supposed } from "./supposed.ts";

interface Row {
  readonly id: number;
  readonly file_id: number;
  readonly kind: string;
  readonly on_date: PlainDate;
  readonly amount_cents: number;
  readonly data: unknown;
  readonly reverses_id: number | null;
}

const isEventKind = (kind: string): kind is EventKind => eventKinds.some((known) => known === kind);

function eventOf(row: Row): ClaimEvent {
  if (!isEventKind(row.kind)) throw new VorderError("internal", { cause: `unknown kind of event: ${row.kind}` });
  return {
    id: row.id,
    kind: row.kind,
    on: row.on_date,
    amount: row.amount_cents,
    ...(row.reverses_id === null ? {} : { reverses: row.reverses_id }),
    data: eventData[row.kind].parse(row.data),
    // The schema of the kind has just parsed the data, which the compiler cannot see through the union.
  } as ClaimEvent;
}

const columns = ["id", "file_id", "kind", "on_date", "amount_cents", "data", "reverses_id"] as const;

/** The events of a file in the order of entry, as one column of a statement on `case_file`; `balanceFrom` reads it. */
export const eventsColumn = sql<readonly Row[]>`coalesce((select jsonb_agg(to_jsonb(e) order by e.id) from (
  select id, file_id, kind, on_date, amount_cents, data, reverses_id from claim_event
  where claim_event.file_id = case_file.id) as e), '[]'::jsonb)`;

/** The balance of a file on a date by what `eventsColumn` gave. @throws missingTariff. */
export const balanceFrom = (rows: readonly Row[], tariffs: Tariffs, asOf: PlainDate): Balance =>
  balanceOf(rows.map(eventOf), tariffs, asOf);

/** The events of these files in the order of entry. Every file asked for is in the map, if only with an empty list. */
export async function loadEvents(db: Db, fileIds: readonly number[]): Promise<Map<number, ClaimEvent[]>> {
  const events = new Map<number, ClaimEvent[]>(fileIds.map((id) => [id, []]));
  if (fileIds.length === 0) return events;
  const rows = await db
    .selectFrom("claim_event")
    .modifyFront(kept)
    .select(columns)
    .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
    .orderBy("file_id")
    .orderBy("id")
    .execute();
  for (const row of rows) events.get(row.file_id)?.push(eventOf(row));
  return events;
}

/** The events of one file in the order of entry. */
export const eventsOf = async (db: Db, fileId: number): Promise<ClaimEvent[]> =>
  (await loadEvents(db, [fileId])).get(fileId) ?? [];

/** The balance of one file on a date, with its derivation. @throws missingTariff. */
export const fileBalance = async (db: Db, fileId: number, asOf: PlainDate): Promise<Balance> =>
  balanceOf(await eventsOf(db, fileId), await loadTariffs(db), asOf);

export interface FileEvents {
  readonly fileId: number;
  readonly events: readonly NewEvent[];
}

export interface Appended {
  /** The id of each event, in the order given; of the earlier one where the effect key was known. */
  readonly ids: readonly number[];
  /** How many were new. */
  readonly added: number;
}

/** Files are locked in the order of their ids, so that two who append to several never wait for each other. */
const lockFiles = (db: Db, fileIds: readonly number[]) =>
  sql`select id from case_file where id = any(${[...fileIds]}::bigint[]) order by id for no key update`.execute(db);

type AppendCtx = Pick<WorkCtx, "db" | "clock" | "ids" | "user" | "say" | "lang">;

/** Files with those events left out that were entered before under the same key: they add nothing. */
async function unknownOnly(db: Db, files: readonly FileEvents[]): Promise<readonly FileEvents[]> {
  const keys = files.flatMap(({ events }) =>
    events.flatMap(({ effectKey }) => (effectKey === undefined ? [] : [effectKey])),
  );
  if (keys.length === 0) return files;
  const rows = await db
    .selectFrom("claim_event")
    .select("effect_key")
    .where("effect_key", "=", sql<string>`any(${keys}::text[])`)
    .execute();
  if (rows.length === 0) return files;
  const known = new Set(rows.map(({ effect_key }) => effect_key));
  return files.map(({ fileId, events }) => ({
    fileId,
    events: events.filter(({ effectKey }) => effectKey === undefined || !known.has(effectKey)),
  }));
}

/**
 * Why the law gate forbids these events; nothing where it lets them be entered. `fresh` files have no events yet.
 * Whoever acts on many files asks it beforehand; `insertEvents` asks it again.
 */
export async function refusalsFor(
  ctx: Pick<WorkCtx, "db" | "clock">,
  files: readonly FileEvents[],
  fresh = false,
): Promise<ReadonlyMap<number, readonly DebtRefusal[]>> {
  const raising = files.filter(({ events }) => mayRaise(events));
  if (raising.length === 0) return new Map();
  const entered = fresh
    ? new Map<number, ClaimEvent[]>()
    : await loadEvents(
        ctx.db,
        raising.map(({ fileId }) => fileId),
      );
  const judged = raising.map(({ fileId, events }) => {
    const before = entered.get(fileId) ?? [];
    return { fileId, before, news: events, all: supposed(before, events) };
  });
  return raiseRefusals(ctx.db, judged, ctx.clock.today());
}

/**
 * The one statement that enters events, behind the law gate: whatever raises a debt is judged first, by which way soever it comes.
 * @throws {LawRefusal} of the first file on which the gate forbids one of its events; nothing is entered then.
 */
async function insertEvents(ctx: AppendCtx, files: readonly FileEvents[], fresh = false): Promise<Appended> {
  const refused = await refusalsFor(ctx, fresh ? files : await unknownOnly(ctx.db, files), fresh);
  for (const refusals of refused.values()) throw new LawRefusal(ctx, refusals);
  const at = ctx.clock.now().toISOString();
  const rows = files.flatMap(({ fileId, events }) =>
    events.map((event) => ({
      file_id: fileId,
      kind: event.kind,
      on_date: event.on,
      amount_cents: event.amount ?? 0,
      // Parsed on the way in, so that what stands in the record is whole, defaults and all.
      data: eventData[event.kind].parse(event.data),
      reverses_id: event.reverses ?? null,
      effect_key: event.effectKey ?? ctx.ids.uuid(),
      entered_at: at,
      user_id: ctx.user.id || null,
    })),
  );
  const keys = rows.map((row) => row.effect_key);
  const inserted = await sql<{ id: number; effect_key: string }>`
    insert into claim_event (file_id, kind, on_date, amount_cents, data, reverses_id, effect_key, entered_at, user_id)
    select file_id, kind, on_date, amount_cents, data, reverses_id, effect_key, entered_at, user_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(file_id bigint, kind text, on_date date, amount_cents bigint,
      data jsonb, reverses_id bigint, effect_key text, entered_at timestamptz, user_id bigint)
    on conflict (effect_key) do nothing returning id, effect_key`.execute(ctx.db);
  const idByKey = new Map(inserted.rows.map((row) => [row.effect_key, row.id]));
  if (idByKey.size < rows.length) {
    const known = await ctx.db
      .selectFrom("claim_event")
      .select(["id", "effect_key"])
      .where("effect_key", "=", sql<string>`any(${keys}::text[])`)
      .execute();
    for (const row of known) idByKey.set(row.effect_key, row.id);
  }
  return { ids: keys.map((key) => idByKey.get(key) ?? 0), added: inserted.rows.length };
}

const projectionOf = (balance: Balance): BalanceProjection => ({
  on: balance.asOf,
  principalCents: balance.principal,
  interestCents: balance.interest,
  costsCents: balance.costs,
  paidCents: balance.paid,
  openCents: balance.open,
  overpaidCents: balance.overpaid,
});

/** Reckons the balances of files on a day and notes them for lists. Returns them by file. */
export async function refreshBalances(
  db: Db,
  fileIds: readonly number[],
  asOf: PlainDate,
  tariffs?: Tariffs,
): Promise<Map<number, Balance>> {
  const known = tariffs ?? (await loadTariffs(db));
  const events = await loadEvents(db, fileIds);
  const balances = new Map<number, Balance>();
  for (const [fileId, each] of events) balances.set(fileId, balanceOf(each, known, asOf));
  await recordBalances(
    db,
    [...balances].map(([fileId, balance]) => ({ fileId, ...projectionOf(balance) })),
  );
  return balances;
}

/** The first events of a file that is about to be made, as they will stand on it; their ids tell no more than their order. */
export const firstEvents = (events: readonly NewEvent[]): readonly ClaimEvent[] =>
  events.map((event, at) =>
    eventOf({
      id: at + 1,
      file_id: 0,
      kind: event.kind,
      on_date: event.on,
      amount_cents: event.amount ?? 0,
      data: event.data,
      reverses_id: event.reverses ?? null,
    }),
  );

/** What the first events of a file come to. @throws missingTariff. */
export const firstBalance = (events: readonly ClaimEvent[], tariffs: Tariffs, asOf: PlainDate): BalanceProjection =>
  projectionOf(balanceOf(events, tariffs, asOf));

/**
 * Enters the first events of files that this very transaction made with their balances (`firstBalance`). Their keys go up with the files, so
 * that those of a lot lie side by side in the index.
 */
export const enterFirst = (ctx: AppendCtx, files: readonly FileEvents[]): Promise<Appended> =>
  insertEvents(
    ctx,
    files.map(({ fileId, events }) => ({
      fileId,
      events: events.map((event, at) => ({ effectKey: `first:${fileId}:${at + 1}`, ...event })),
    })),
    true,
  );

/**
 * Enters events on many files and notes their new balances; for imports and runs. An event whose effect key is known already is left out.
 * Events of one file get ids in the order given.
 */
export async function appendMany(ctx: AppendCtx, files: readonly FileEvents[]): Promise<Appended> {
  if (files.every(({ events }) => events.length === 0)) return { ids: [], added: 0 };
  const fileIds = [...new Set(files.map(({ fileId }) => fileId))];
  await lockFiles(ctx.db, fileIds);
  const appended = await insertEvents(ctx, files);
  await refreshBalances(ctx.db, fileIds, ctx.clock.today());
  return appended;
}

/** Enters events on one file and notes its new balance; see `appendMany`. */
export const appendEvents = (ctx: AppendCtx, fileId: number, events: readonly NewEvent[]): Promise<Appended> =>
  appendMany(ctx, [{ fileId, events }]);
