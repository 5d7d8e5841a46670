/**
 * Which file claims which invoice: one file for each invoice of a client or group of clients (`claimed_invoice`, decision 0080). The unique key of
 * that table decides, so that one of two simultaneous claims is refused.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { followFiles, visibleFiles } from "../../../cases/files/files.server.ts";
import type { FileChange } from "../../../cases/files/files.ts";
import { writeLogs } from "../../../cases/logs/logs.server.ts";
import { FieldProblems, type Message, VorderError } from "../../../ground/kernel/errors.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched, batchedRows, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { allowedLine } from "./allowed-line.server.ts";
import { invoiceKey } from "./claimed.ts";

/** An invoice that a file is to claim; a refusal is reported beside `field`. */
export interface WantedInvoice {
  readonly fileId: number;
  readonly eventId: number;
  readonly number: string;
  readonly cents: Cents;
  readonly field?: string | undefined;
}

/** An invoice of a client that another file claims. */
export interface DuplicateClaim {
  /** Its index in the list that was asked for. */
  readonly at: number;
  readonly fileId: number;
  readonly fileNumber: string;
  /** Whether the user may see that file. */
  readonly seen: boolean;
}

/** An invoice as a client or a file would claim it. */
export interface InvoiceToCompare {
  readonly clientId: number;
  /** The file that is not to be compared with itself. */
  readonly fileId?: number | undefined;
  readonly number: string;
  readonly cents: Cents;
}

/** The owner of a client's invoices: its group, or itself. */
const ownerOf = sql<number>`coalesce(-client.client_group_id, client.id)`;

/** The invoices that another file claims already, one duplicate for each. Reads only. */
export async function duplicateClaims(
  ctx: Pick<WorkCtx, "db" | "user">,
  sought: readonly InvoiceToCompare[],
): Promise<readonly DuplicateClaim[]> {
  if (sought.length === 0) return [];
  const asked = sought.map(({ clientId, fileId, number, cents }, at) => ({
    at,
    client: clientId,
    file: fileId ?? null,
    key: invoiceKey(number),
    cents,
  }));
  const { rows } = await sql<DuplicateClaim>`
    select k.at, case_file.id as "fileId", case_file.number as "fileNumber", ${visibleFiles(ctx.user)} as seen
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as k(at integer, client bigint, file bigint, key text, cents bigint)
    join client on client.id = k.client
    cross join lateral (select file_id from claimed_invoice c
      where c.owner_id = ${ownerOf} and c.number_key = k.key and c.amount_cents = k.cents and c.state <> 'allowed'
        and c.file_id is distinct from k.file order by c.file_id limit 1) as c
    join case_file on case_file.id = c.file_id order by k.at`.execute(ctx.db);
  return rows;
}

/** Why an invoice cannot be claimed; a file that the reader may not see is not named. */
export const doubleMessage = (
  { seen, fileNumber }: Pick<DuplicateClaim, "seen" | "fileNumber">,
  { number, cents }: { readonly number: string; readonly cents: Cents },
): Message => {
  const values = { number, amount: decimalFromCents(cents) };
  return seen
    ? { key: "claims.doubleInvoice", values: { ...values, file: fileNumber } }
    : { key: "claims.doubleUnseen", values };
};

/** Another file claims an invoice already: reported beside the field of each, with the files that the reader may see. */
export class DoubleCollection extends VorderError {
  constructor(refused: readonly { readonly wanted: WantedInvoice; readonly twin: DuplicateClaim }[]) {
    const { fields } = new FieldProblems(
      refused.map(({ wanted, twin }) => ({ field: wanted.field ?? "common", message: doubleMessage(twin, wanted) })),
    );
    const double = refused.flatMap(({ wanted, twin }) =>
      twin.seen ? [{ invoice: wanted.number, file: { id: twin.fileId, number: twin.fileNumber } }] : [],
    );
    super("validation", { fields, data: { double } });
  }
}

type ClaimCtx = Pick<WorkCtx, "db" | "user">;

interface Put {
  readonly owner: number;
  readonly key: string;
  readonly missing: WantedInvoice;
}

interface Taking {
  readonly wanted: readonly WantedInvoice[];
  readonly state: "single" | "found";
}

/** Claims the free invoices and returns the others. Ordered by key, so that two concurrent calls cannot deadlock. */
const take = batched(takeAll, ({ state }: Taking) => state);

async function takeAll(db: Db, asked: readonly Taking[]): Promise<readonly (readonly Put[])[]> {
  const wanted = asked.flatMap((each, asking) => each.wanted.map((invoice) => ({ ...invoice, asking })));
  const state = asked[0]?.state ?? "single";
  const rows = wanted.map(({ fileId, eventId, number, cents }, at) => ({
    at,
    file_id: fileId,
    event_id: eventId,
    number_key: invoiceKey(number),
    amount_cents: cents,
  }));
  // The clients are locked, so that none changes its group before the invoices are entered.
  await sql`select 1 from client where id in (select client_id from case_file
    where id = any(${[...new Set(wanted.map(({ fileId }) => fileId))]}::bigint[])) order by id for share`.execute(
    asSystem(db, "an invoice is claimed once, whoever sees the other file"),
  );
  const { rows: left } = await sql<{ at: number; owner: number; key: string }>`
    with w as materialized (select w.*, ${ownerOf} as owner_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as w(at integer, file_id bigint, event_id bigint, number_key text, amount_cents bigint)
      join case_file on case_file.id = w.file_id join client on client.id = case_file.client_id),
    taken as (insert into claimed_invoice (event_id, amount_cents, file_id, owner_id, number_key, state)
      select event_id, amount_cents, file_id, owner_id, number_key, ${state} from w
      where ${state === "found"} or not exists (select from claimed_invoice o where o.owner_id = w.owner_id
        and o.number_key = w.number_key and o.amount_cents = w.amount_cents and o.state = 'found')
      order by owner_id, number_key, amount_cents, at
      on conflict do nothing returning event_id, amount_cents)
    select w.at, w.owner_id as owner, w.number_key as key from w left join taken using (event_id, amount_cents)
    where taken.event_id is null order by w.at`.execute(db);
  const missing: Put[][] = asked.map(() => []);
  for (const { at, owner, key } of left) {
    const invoice = wanted[at];
    if (invoice) missing[invoice.asking]?.push({ owner, key, missing: invoice });
  }
  return missing;
}

async function refuse(ctx: ClaimCtx, left: readonly Put[]): Promise<never> {
  const asked = left.map(({ owner, key, missing }, at) => ({
    at,
    owner,
    key,
    cents: missing.cents,
    event: missing.eventId,
  }));
  const { rows } = await sql<DuplicateClaim>`
    select distinct on (k.at) k.at, case_file.id as "fileId", case_file.number as "fileNumber", ${visibleFiles(ctx.user)} as seen
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as k(at integer, owner bigint, key text, cents bigint, event bigint)
    join claimed_invoice c on c.owner_id = k.owner and c.number_key = k.key and c.amount_cents = k.cents and c.state <> 'allowed'
      and c.event_id <> k.event
    join case_file on case_file.id = c.file_id order by k.at, case_file.id`.execute(ctx.db);
  throw new DoubleCollection(
    left.flatMap(({ missing }, at) => {
      const twin = rows.find((row) => row.at === at);
      return [{ wanted: missing, twin: twin ?? { at, fileId: 0, fileNumber: "", seen: false } }];
    }),
  );
}

interface ClaimedKey {
  readonly owner: number;
  readonly key: string;
  readonly cents: Cents;
}

/** Invoices that are single again, because another file released theirs, are no longer listed as duplicates. */
const clear = batchedWrite(async (db, keys: readonly ClaimedKey[]) => {
  await sql`update claimed_invoice c set state = 'single'
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(owner bigint, key text, cents bigint)
    where c.owner_id = k.owner and c.number_key = k.key and c.amount_cents = k.cents and c.state = 'found'
      and not exists (select from claimed_invoice o where o.owner_id = c.owner_id and o.number_key = c.number_key
        and o.amount_cents = c.amount_cents and o.event_id <> c.event_id and o.state <> 'allowed')`.execute(db);
});

/** Claims the invoices of files that have none yet. @throws {DoubleCollection} */
export async function claimFirst(ctx: ClaimCtx, wanted: readonly WantedInvoice[]): Promise<void> {
  if (wanted.length === 0) return;
  const left = await take(ctx.db, { wanted, state: "single" });
  if (left.length > 0) await refuse(ctx, left);
}

interface Claiming {
  readonly fileIds: readonly number[];
  readonly wanted: readonly WantedInvoice[];
}

/** An invoice that a file claimed, and whether it still does. */
interface Claimed extends ClaimedKey {
  readonly file: number;
  readonly event: number;
  readonly gone: boolean;
}

/** Releases all invoices of files except those in the list; returns all that they had claimed. */
const letGoOfOthers = batched(async (db, asked: readonly Claiming[]) => {
  const keep = asked.flatMap(({ wanted }) => wanted.map(({ eventId, cents }) => ({ event: eventId, cents })));
  const { rows } = await sql<Claimed>`
    with keep as (select * from jsonb_to_recordset(${JSON.stringify(keep)}::jsonb) as k(event bigint, cents bigint)),
    gone as (delete from claimed_invoice c where file_id = any(${asked.flatMap(({ fileIds }) => fileIds)}::bigint[])
      and not exists (select from keep where keep.event = c.event_id and keep.cents = c.amount_cents)
      returning event_id, amount_cents)
    select c.file_id as file, c.event_id as event, c.owner_id as owner, c.number_key as key, c.amount_cents as cents,
      gone.event_id is not null as gone
    from claimed_invoice c left join gone using (event_id, amount_cents)
    where c.file_id = any(${asked.flatMap(({ fileIds }) => fileIds)}::bigint[])`.execute(db);
  const claimed = Map.groupBy(rows, ({ file }) => file);
  return asked.map(({ fileIds }) => fileIds.flatMap((id) => claimed.get(id) ?? []));
});

/**
 * Makes files claim exactly these invoices. With `lowers` the debt was lowered: that is never refused, and a resulting duplicate is listed instead.
 * @throws {DoubleCollection}
 */
export async function claimAgain(
  ctx: ClaimCtx,
  fileIds: readonly number[],
  wanted: readonly WantedInvoice[],
  lowers: boolean,
): Promise<void> {
  const { db } = ctx;
  const claimed = await letGoOfOthers(db, { fileIds, wanted });
  const has = new Set(claimed.filter(({ gone }) => !gone).map(({ event, cents }) => `${event} ${cents}`));
  const news = wanted.filter(({ eventId, cents }) => !has.has(`${eventId} ${cents}`));
  if (news.length > 0) {
    const left = await take(db, { wanted: news, state: "single" });
    if (left.length > 0 && !lowers) await refuse(ctx, left);
    if (left.length > 0) await find(db, left);
  }
  await clear(
    db,
    claimed.filter(({ gone }) => gone),
  );
}

/** Enters invoices that another file claims too, and marks both as duplicates. */
async function find(db: Db, left: readonly Put[]): Promise<void> {
  const keys = left.map(({ owner, key, missing }) => ({ owner, key, cents: missing.cents }));
  await sql`update claimed_invoice c set state = 'found'
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(owner bigint, key text, cents bigint)
    where c.owner_id = k.owner and c.number_key = k.key and c.amount_cents = k.cents and c.state = 'single'`.execute(
    db,
  );
  await take(db, { wanted: left.map(({ missing }) => missing), state: "found" });
}

/** A withdrawn or duplicate file releases its invoices; one that received money keeps them. */
const letsGo = (change: FileChange): boolean =>
  change.kind === "closed" && (change.reason === "withdrawn" || change.reason === "duplicate");

/** Releases the invoices of files that received no money. */
const release = batchedRows<number, ClaimedKey & { readonly file: number }>(
  async (db, fileIds) => {
    const { rows } = await sql<ClaimedKey & { file: number }>`
      delete from claimed_invoice using case_file
      where claimed_invoice.file_id = any(${[...fileIds]}::bigint[]) and case_file.id = file_id and paid_cents = 0
      returning file_id as file, owner_id as owner, number_key as key, amount_cents as cents`.execute(db);
    return rows;
  },
  ({ file }) => file,
);

/** Those of these files that claim their invoices, without withdrawn ones. */
export async function stillClaiming(db: Db, fileIds: readonly number[]): Promise<readonly number[]> {
  return (await claimingFiles(db, fileIds, undefined)).map(({ id }) => id);
}

const claimingFiles = batchedRows<number, { readonly id: number }>(
  async (db, fileIds) => {
    const { rows } = await sql<{ id: number }>`select id from case_file where id = any(${[...fileIds]}::bigint[])
      and (status <> 'closed' or exists (select from claimed_invoice where file_id = case_file.id))`.execute(
      asSystem(db, "an invoice is claimed once, whoever sees the other file"),
    );
    return rows;
  },
  ({ id }) => id,
);

/** The invoices of a file; set by the event record, which is in a later module. */
type Reader = (db: Db, fileId: number) => Promise<readonly WantedInvoice[]>;

/** Releases the invoices of files that close, and claims them again for files that reopen; the reopening is refused if another file has them. */
export const followClaims = (wantedOf: Reader): void =>
  followFiles(async (ctx, file, change) => {
    if (letsGo(change)) await clear(ctx.db, await release(ctx.db, [file.id], undefined));
    if (change.kind === "reopened") await claimAgain(ctx, [file.id], await wantedOf(ctx.db, file.id), false);
  });

/** A released invoice of a file. */
export interface Freed {
  readonly fileId: number;
  readonly fileNumber: string;
  readonly number: string;
}

/** Allows the invoices that match a condition on `c` (claimed_invoice) to be claimed by another file too, recorded with name and reason. */
export async function free(ctx: WorkCtx, where: RawBuilder<SqlBool>, reason: string): Promise<readonly Freed[]> {
  const { rows } = await sql<Freed & { readonly keys: readonly ClaimedKey[] }>`
    with freed as (update claimed_invoice c set state = 'allowed', allowed_by = ${ctx.user.id || null},
        allowed_at = ${ctx.clock.now()}, allowed_reason = ${reason}
      where c.state <> 'allowed' and ${where} returning c.*)
    select case_file.id as "fileId", case_file.number as "fileNumber", claim_event.data ->> 'number' as number,
      jsonb_agg(jsonb_build_object('owner', owner_id, 'key', number_key, 'cents', freed.amount_cents)) as keys
    from freed join case_file on case_file.id = freed.file_id join claim_event on claim_event.id = freed.event_id
    group by 1, 2, 3 order by 1`.execute(ctx.db);
  for (const { fileId, number } of rows) {
    await ctx.audit({ action: "claims.allow_double", subject: "file", subjectId: fileId, after: { number, reason } });
  }
  await writeLogs(
    ctx,
    rows.map(({ fileId, number }) => allowedLine(fileId, number, ctx.user.name, reason)),
  );
  await clear(
    ctx.db,
    rows.flatMap(({ keys }) => keys),
  );
  return rows;
}

/** Releases invoices that files of this client, or of its group, claim. */
export function allowDuplicates(
  ctx: WorkCtx,
  clientId: number,
  invoices: readonly { readonly number: string; readonly cents: Cents }[],
  reason: string,
): Promise<readonly Freed[]> {
  const asked = JSON.stringify(invoices.map(({ number, cents }) => ({ key: invoiceKey(number), cents })));
  const where = sql<SqlBool>`(c.owner_id, c.number_key, c.amount_cents) in (select ${ownerOf}, k.key, k.cents
    from client, jsonb_to_recordset(${asked}::jsonb) as k(key text, cents bigint) where client.id = ${clientId})`;
  return free(ctx, where, reason);
}

/** Files with an invoice that another file claims too and that nobody has allowed; a condition on `case_file`. */
export const hasDuplicateInvoice = sql<SqlBool>`case_file.id in (select c.file_id from claimed_invoice c where c.state = 'found'
  and exists (select from claimed_invoice o where o.owner_id = c.owner_id and o.number_key = c.number_key
    and o.amount_cents = c.amount_cents and o.event_id <> c.event_id and o.state <> 'allowed'))`;
