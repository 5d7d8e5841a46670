/** The event record: reading it, appending to it, and the stored balances that other modules show. */
import { sql } from "kysely";
import { recordBalances } from "../../../cases/files/files.server.ts";
import type { BalanceProjection } from "../../../cases/files/files.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched, batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { LawRefusal } from "../../../law/rules/rules.server.ts";
import type { DebtRefusal } from "../../../law/rules/rules.ts";
import { claimAgain, claimFirst, stillClaiming, type WantedInvoice } from "../duplicate-invoices/claimed.server.ts";
import { claimedInvoices } from "../duplicate-invoices/claimed.ts";
import { type Balance, balanceOf } from "../engine/balance.ts";
import {
  type ClaimEvent,
  type EventKind,
  enteredEvent,
  eventData,
  eventKinds,
  type NewEvent,
} from "../engine/events.ts";
import { withHypothetical } from "../engine/hypothetical.ts";
import { mayRaise, raiseRefusals } from "./law-gate.server.ts";

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly on_date: PlainDate;
  readonly amount_cents: number;
  readonly data: unknown;
  readonly reverses_id: number | null;
}

const isEventKind = (kind: string): kind is EventKind => eventKinds.some((known) => known === kind);

function eventOf(row: Row): ClaimEvent {
  if (!isEventKind(row.kind)) throw new VorderError("internal", { cause: `unknown kind of event: ${row.kind}` });
  const reverses = row.reverses_id ?? undefined;
  const { id, kind, on_date: on, amount_cents: amount, data } = row;
  return enteredEvent({ id, kind, on, amount, reverses, data });
}

/** The events of a file in order of entry, as one column of a query on `case_file`; `balanceFrom` reads it. */
export const eventsColumn = sql<readonly Row[]>`coalesce((select jsonb_agg(to_jsonb(e) order by e.id) from (
  select id, kind, on_date, amount_cents, data, reverses_id from claim_event
  where claim_event.file_id = case_file.id) as e), '[]'::jsonb)`;

/** The balance of a file on a date from the value of `eventsColumn`. @throws missingTariff. */
export const balanceFrom = (rows: readonly Row[], tariffs: Tariffs, asOf: PlainDate): Balance =>
  balanceOf(rows.map(eventOf), tariffs, asOf);

/** An event as one value in its file's list: the fields of `Row`, in that order. */
type Packed = readonly [number, string, PlainDate, number, unknown, number | null];

const unpacked = ([id, kind, on_date, amount_cents, data, reverses_id]: Packed): ClaimEvent =>
  eventOf({ id, kind, on_date, amount_cents, data, reverses_id });

/** One row per file: for many files, reading one row per event took longer than judging them. */
const eventRows = batchedRows(
  async (db, fileIds: readonly number[]) => {
    const all = asSystem(db, "a balance rests on every event of its file");
    const read = await sql<{ readonly file_id: number; readonly events: readonly Packed[] }>`${prepared} select file_id,
        json_agg(json_build_array(id, kind, on_date, amount_cents, data, reverses_id) order by id) as events
      from claim_event where file_id = ${anyOf(fileIds)} group by file_id`.execute(all);
    return read.rows;
  },
  ({ file_id }) => file_id,
);

/** The events of these files in order of entry. Every file is in the map, possibly with an empty list. */
export async function loadEvents(db: Db, fileIds: readonly number[]): Promise<Map<number, ClaimEvent[]>> {
  const rows = await eventRows(db, fileIds, undefined);
  const found = new Map(rows.map(({ file_id, events }) => [file_id, events.map(unpacked)]));
  return new Map(fileIds.map((id) => [id, found.get(id) ?? []]));
}

/** The events of one file in order of entry. */
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
  /** The id of each event, in the order given; the existing one if the effect key was known. */
  readonly ids: readonly number[];
  /** The number of new events. */
  readonly added: number;
}

/** Locks the files in order of id, so that concurrent appends cannot deadlock. */
const lockFiles = batchedWrite((db, fileIds: readonly number[]) =>
  sql`select id from case_file where id = any(${[...fileIds]}::bigint[]) order by id for no key update`.execute(
    asSystem(db, "a file is locked before its claim changes"),
  ),
);

type AppendCtx = Pick<WorkCtx, "db" | "clock" | "ids" | "user" | "translate" | "lang">;

/** The existing events with these effect keys. */
const knownKeys = batchedRows(
  (db, keys: readonly string[]) =>
    asSystem(db, "an effect is entered once, whoever asks for it again")
      .selectFrom("claim_event")
      .select(["id", "effect_key"])
      .where("effect_key", "=", sql<string>`any(${[...keys]}::text[])`)
      .execute(),
  ({ effect_key }) => effect_key,
);

/** Whether an effect has been entered before. */
export const isKnownKey = async (db: Db, key: string): Promise<boolean> =>
  (await knownKeys(db, [key], undefined)).length > 0;

/** Files without the events that exist already under the same key. */
async function unknownOnly(db: Db, files: readonly FileEvents[]): Promise<readonly FileEvents[]> {
  const keys = files.flatMap(({ events }) =>
    events.flatMap(({ effectKey }) => (effectKey === undefined ? [] : [effectKey])),
  );
  const rows = await knownKeys(db, keys, undefined);
  if (rows.length === 0) return files;
  const known = new Set(rows.map(({ effect_key }) => effect_key));
  return files.map(({ fileId, events }) => ({
    fileId,
    events: events.filter(({ effectKey }) => effectKey === undefined || !known.has(effectKey)),
  }));
}

/**
 * Why the law gate forbids these events; empty if it allows them. `fresh` files have no events yet.
 * Bulk actions ask beforehand; `insertEvents` asks again.
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
    return { fileId, before, news: events, all: withHypothetical(before, events) };
  });
  return raiseRefusals(ctx.db, judged, ctx.clock.today());
}

/**
 * The only statement that enters events, after the law gate: each event that raises a debt is judged first.
 * @throws {LawRefusal} for the first file with a forbidden event; then nothing is entered.
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
      // Parsed before entry, so that the stored data are complete, including defaults.
      data: eventData[event.kind].parse(event.data),
      reverses_id: event.reverses ?? null,
      effect_key: event.effectKey ?? ctx.ids.uuid(),
      entered_at: at,
      user_id: ctx.user.id || null,
    })),
  );
  const keys = rows.map((row) => row.effect_key);
  const inserted = await insertRows(ctx.db, rows);
  const idByKey = new Map(inserted.map((row) => [row.effect_key, row.id]));
  if (idByKey.size < rows.length)
    for (const row of await knownKeys(ctx.db, keys, undefined)) idByKey.set(row.effect_key, row.id);
  const ids = keys.map((key) => idByKey.get(key) ?? 0);
  if (fresh) await claimFirst(ctx, firstClaims(files, ids));
  else await claimEntered(ctx, files, ids);
  return { ids, added: inserted.length };
}

/** Inserts events; returns those whose effect key was new. */
const insertRows = batched(async (db, asked: readonly (readonly { readonly effect_key: string }[])[]) => {
  const { rows } = await sql<{ id: number; effect_key: string }>`
    insert into claim_event (file_id, kind, on_date, amount_cents, data, reverses_id, effect_key, entered_at, user_id)
    select file_id, kind, on_date, amount_cents, data, reverses_id, effect_key, entered_at, user_id
    from jsonb_to_recordset(${JSON.stringify(asked.flat())}::jsonb) as e(file_id bigint, kind text, on_date date, amount_cents bigint,
      data jsonb, reverses_id bigint, effect_key text, entered_at timestamptz, user_id bigint)
    on conflict (effect_key) do nothing returning id, effect_key`.execute(db);
  if (asked.length === 1) return [rows];
  const byKey = new Map(rows.map((row) => [row.effect_key, row]));
  return asked.map((events) => events.flatMap(({ effect_key }) => byKey.get(effect_key) ?? []));
});

/** What the first events of files claim; `ids` are the ids of all events in order. */
function firstClaims(files: readonly FileEvents[], ids: readonly number[]): readonly WantedInvoice[] {
  const all = files.flatMap(({ fileId, events }) => events.map((event) => ({ fileId, event })));
  return all.flatMap(({ fileId, event: { kind, amount = 0, data, field } }, at) =>
    kind === "invoice" && amount > 0
      ? [{ fileId, eventId: ids[at] ?? 0, number: data.number, cents: amount, field }]
      : [],
  );
}

/** What a file claims by its events, for `claimAgain`. */
export const claimsOf = (fileId: number, events: readonly ClaimEvent[]): readonly WantedInvoice[] =>
  claimedInvoices(events).map((claimed) => ({ fileId, ...claimed }));

const changesClaims: ReadonlySet<NewEvent["kind"]> = new Set(["invoice", "credit_note", "reversal"]);

/** Whether an event changes the claimed invoices: a reversal of a payment does not. */
const isOfClaim = (event: NewEvent, known: readonly ClaimEvent[]): boolean =>
  event.kind !== "reversal" || known.some(({ id, kind }) => id === event.reverses && changesClaims.has(kind));

/** Registers what files claim after these events. @throws {DoubleCollection} */
async function claimEntered(ctx: AppendCtx, files: readonly FileEvents[], ids: readonly number[]): Promise<void> {
  const all = files.flatMap(({ fileId, events }) => events.map((event) => ({ fileId, event })));
  const changed = all.filter(({ event }) => changesClaims.has(event.kind));
  if (changed.length === 0) return;
  const open = await stillClaiming(ctx.db, [...new Set(changed.map(({ fileId }) => fileId))]);
  if (open.length === 0) return;
  const fields = new Map(all.map(({ event }, at) => [ids[at], event.field]));
  const loaded = await loadEvents(ctx.db, open);
  if (!changed.some(({ fileId, event }) => isOfClaim(event, loaded.get(fileId) ?? []))) return;
  const claimed = [...loaded].flatMap(([fileId, events]) => claimsOf(fileId, events));
  const lowers = changed.every(({ event }) => event.kind === "credit_note");
  await claimAgain(
    ctx,
    open,
    claimed.map((each) => ({ ...each, field: fields.get(each.eventId) })),
    lowers,
  );
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

/** The balances of files on a date, and the errors of those that cannot be calculated, by file. */
async function reckon(db: Db, fileIds: readonly number[], asOf: PlainDate) {
  const tariffs = await loadTariffs(db);
  const balances = new Map<number, Balance>();
  const failed = new Map<number, unknown>();
  for (const [fileId, events] of await loadEvents(db, fileIds)) {
    try {
      balances.set(fileId, balanceOf(events, tariffs, asOf));
    } catch (error) {
      failed.set(fileId, error);
    }
  }
  return { balances, failed };
}

const noteBalances = (db: Db, balances: ReadonlyMap<number, Balance>): Promise<void> =>
  recordBalances(
    db,
    [...balances].map(([fileId, balance]) => ({ fileId, ...projectionOf(balance) })),
  );

/** Calculates the balances of files on a date and stores them for lists. Returns them by file. @throws missingTariff. */
export async function refreshBalances(
  db: Db,
  fileIds: readonly number[],
  asOf: PlainDate,
): Promise<ReadonlyMap<number, Balance>> {
  const { balances, failed } = await reckon(db, fileIds, asOf);
  for (const error of failed.values()) throw error;
  await noteBalances(db, balances);
  return balances;
}

/** The same without stopping at an error: a file that cannot be calculated keeps its balance and date. */
export async function refreshSeparately(
  db: Db,
  fileIds: readonly number[],
  asOf: PlainDate,
): Promise<ReadonlyMap<number, unknown>> {
  const { balances, failed } = await reckon(db, fileIds, asOf);
  await noteBalances(db, balances);
  return failed;
}

/** The first events of a file being created, as they will be in force; the ids only give their order. */
export const firstEvents = (events: readonly NewEvent[]): readonly ClaimEvent[] =>
  events.map((event, at) =>
    eventOf({
      id: at + 1,
      kind: event.kind,
      on_date: event.on,
      amount_cents: event.amount ?? 0,
      data: event.data,
      reverses_id: event.reverses ?? null,
    }),
  );

/** The balance of a file's first events. @throws missingTariff. */
export const firstBalance = (events: readonly ClaimEvent[], tariffs: Tariffs, asOf: PlainDate): BalanceProjection =>
  projectionOf(balanceOf(events, tariffs, asOf));

/**
 * Enters the first events of files created in this transaction with their balances (`firstBalance`). Keys increase with the files, so that the
 * events of a batch are adjacent in the index.
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
 * Enters events on many files and stores their new balances; for imports and runs. An event with a known effect key is skipped. Events of one file
 * get ids in the order given.
 */
export async function appendMany(ctx: AppendCtx, files: readonly FileEvents[]): Promise<Appended> {
  if (files.every(({ events }) => events.length === 0)) return { ids: [], added: 0 };
  const fileIds = [...new Set(files.map(({ fileId }) => fileId))];
  await lockFiles(ctx.db, fileIds);
  const appended = await insertEvents(ctx, files);
  await refreshBalances(ctx.db, fileIds, ctx.clock.today());
  return appended;
}

/** Enters events on one file and stores its new balance; see `appendMany`. */
export const appendEvents = (ctx: AppendCtx, fileId: number, events: readonly NewEvent[]): Promise<Appended> =>
  appendMany(ctx, [{ fileId, events }]);
