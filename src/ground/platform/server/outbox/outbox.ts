/**
 * Effects to the outside are rows written in the transaction of the change, and are carried out afterwards (`outbox-delivery.ts`), with back-off.
 * One handed over without an answer is `uncertain`: it is shown, and never sent again automatically.
 */
import { sql } from "kysely";
import { z } from "zod";
import { VorderError } from "../../../kernel/errors.ts";
import { type Db, event, type WorkCtx } from "../http/module.ts";
import { batched, batchedWrite } from "../postgres/batched.ts";
import type { Clock } from "../process/clock.ts";
import type { Environment } from "../process/environment.ts";
import { oneTimePlace, replaced, resealedOneTime, sealOneTime, spentSecret } from "./one-time.ts";
import type { OutboxItem } from "./outbox-items.ts";
import type { HandedOver } from "./return-path.ts";

export {
  letterPayload,
  type MailPayload,
  mailPayload,
  type OutboxItem,
  type SmsPayload,
  smsPayload,
} from "./outbox-items.ts";

export const outboxStates = ["pending", "sending", "sent", "kept", "uncertain", "dead", "cancelled"] as const;
export type OutboxState = (typeof outboxStates)[number];

/** Tells later modules the result of an effect. */
export const outboxSettled = event(
  "outbox.settled",
  z.object({ key: z.string(), state: z.enum(outboxStates), error: z.string().nullable(), at: z.string() }),
);

/** The stored form of an effect: the secret part of its text is stored separately, sealed. */
function written(environment: Environment, item: OutboxItem) {
  if (!("secret" in item) || item.secret === undefined) return { payload: JSON.stringify(item.payload), secret: null };
  const secret = sealOneTime(environment, item.key, item.secret);
  return { payload: JSON.stringify(replaced(item.payload, item.secret, oneTimePlace)), secret };
}

export async function putOutbox(
  { db, clock, environment }: Pick<WorkCtx, "db" | "clock" | "environment">,
  item: OutboxItem,
): Promise<void> {
  const { payload, secret } = written(environment, item);
  const next_attempt_at = (item.notBefore ?? clock.now()).toISOString();
  const { key, kind } = item;
  await insertItems(db, [{ key, kind, payload, secret, next_attempt_at, created_at: clock.now().toISOString() }]);
}

const insertItems = batchedWrite((db, items: readonly ItemRow[]) =>
  sql`insert into outbox (key, kind, payload, secret, state, next_attempt_at, created_at)
    select key, kind, payload::jsonb, secret, 'pending', next_attempt_at, created_at
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i(key text, kind text, payload text, secret text, next_attempt_at timestamptz, created_at timestamptz)
    on conflict (key) do nothing`.execute(db),
);

interface ItemRow {
  readonly key: string;
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
  readonly secret: string | null;
  readonly next_attempt_at: string;
  readonly created_at: string;
}

const markKept = batched(async (db, items: readonly { readonly key: string; readonly at: Date }[]) => {
  const { rows } = await sql<{ key: string }>`update outbox set state = 'kept', sent_at = i.at, secret = ${spentSecret}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i(key text, at timestamptz)
    where outbox.key = i.key and state = 'pending' returning outbox.key`.execute(db);
  const kept = new Set(rows.map(({ key }) => key));
  return items.map(({ key }) => kept.has(key));
});

/** Stores an effect without carrying it out: readable, as without a gateway. For demo data with a history. */
export async function recordUndelivered(
  ctx: Pick<WorkCtx, "db" | "clock" | "environment" | "emit">,
  item: OutboxItem,
): Promise<void> {
  const { db, clock } = ctx;
  await putOutbox(ctx, item);
  const { key } = item;
  if (await markKept(db, { key, at: clock.now() }))
    await ctx.emit(outboxSettled, { key, state: "kept", error: null, at: clock.now().toISOString() });
}

/**
 * Queues a dead, uncertain or kept row again, not before an instant; false if there is none to send again.
 * @throws {VorderError} refused if it contained a one-time link, which is not kept: a new one must be requested.
 */
export async function sendAgain(db: Db, clock: Clock, key: string, notBefore = clock.now()): Promise<boolean> {
  const done = await backInQueue(db, key, notBefore).where("secret", "is", null).executeTakeFirst();
  if (done.numUpdatedRows === 0n) await refuseOneTime(db, key);
  return done.numUpdatedRows > 0n;
}

const backInQueue = (db: Db, key: string, notBefore: Date) =>
  db
    .updateTable("outbox")
    .set({ state: "pending", attempts: 0, next_attempt_at: notBefore, last_error: null })
    .where("key", "=", key)
    .where("state", "in", ["dead", "uncertain", "kept"]);

/** The same for a row whose secret part was deleted: with a new one. */
export async function sendAgainWith(
  { db, environment }: Pick<WorkCtx, "db" | "environment">,
  key: string,
  secret: string,
  notBefore: Date,
): Promise<boolean> {
  const done = await backInQueue(db, key, notBefore)
    .set({ secret: sealOneTime(environment, key, secret) })
    .where("secret", "=", "")
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/**
 * Records that a mail accepted by a server was returned: it counts as failed. A mail sent again meanwhile, or known to have failed, is not changed.
 */
export async function noteReturned(
  { db, clock, emit }: WorkCtx,
  { id, claim }: HandedOver,
  answer: string,
): Promise<void> {
  const returned = await db
    .updateTable("outbox")
    .set({ state: "dead", last_error: answer.slice(0, 500) })
    .where("id", "=", id)
    .where("claim", "=", claim)
    .where("kind", "=", "mail")
    .where("state", "in", ["sent", "uncertain"])
    .returning("key")
    .executeTakeFirst();
  if (!returned) return;
  await emit(outboxSettled, { key: returned.key, state: "dead", error: answer, at: clock.now().toISOString() });
}

async function refuseOneTime(db: Db, key: string): Promise<void> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where("key", "=", key)
    .where("secret", "=", "")
    .executeTakeFirst();
  if (row) throw new VorderError("refused", { fields: { common: [{ key: "platform.outbox.oneTime" }] } });
}

/** Records that an uncertain row was sent, as confirmed by a person; false if it is not uncertain. */
export async function confirmSent({ db, clock, emit }: Pick<WorkCtx, "db" | "clock" | "emit">, key: string) {
  const { rows } = await sql<{ at: Date }>`
    update outbox set state = 'sent', last_error = null, sent_at = coalesce(handed_at, ${clock.now()})
    where key = ${key} and state = 'uncertain' returning sent_at as at`.execute(db);
  for (const { at } of rows) await emit(outboxSettled, { key, state: "sent", error: null, at: at.toISOString() });
  return rows.length > 0;
}

/** Reschedules a waiting row; false if it does not wait any more. */
export async function postponeOutbox(db: Db, key: string, at: Date): Promise<boolean> {
  const done = await db
    .updateTable("outbox")
    .set({ next_attempt_at: at })
    .where("key", "=", key)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Cancels a row that has not been sent; false if it is too late. */
export async function cancelOutbox(db: Db, key: string): Promise<boolean> {
  const done = await db
    .updateTable("outbox")
    .set({ state: "cancelled", secret: spentSecret })
    .where("key", "=", key)
    .where("state", "in", ["pending", "dead", "uncertain", "kept"])
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Cancels those of these rows that were not attempted or failed; returns their keys. */
export async function recallOutbox(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    update outbox set state = 'cancelled', secret = ${spentSecret}
    where key = any(${[...keys]}::text[]) and state in ('pending', 'dead', 'kept') returning key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Erases the content and recipients of effects; those not sent are never sent. */
export async function forgetOutbox(db: Db, keys: readonly string[]): Promise<void> {
  const payloads = { mail: { to: "", subject: "", text: "" }, sms: { to: "", text: "" }, letter: { recipient: 0 } };
  await sql`update outbox set payload = ${JSON.stringify(payloads)}::jsonb -> kind, last_error = null, secret = ${spentSecret},
      state = case when state in ('pending', 'kept', 'uncertain', 'dead') then 'cancelled' else state end
    where key = any(${[...keys]}::text[]) and kind in ('mail', 'sms', 'letter')`.execute(db);
}

/** Seals the secrets of waiting effects again after a change of the key. */
export async function resealOutbox(db: Db, environment: Environment): Promise<void> {
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "key", "secret"])
    .where("secret", "<>", "")
    .forUpdate()
    .execute();
  for (const { id, key, secret } of rows) {
    const anew = resealedOneTime(environment, key, secret ?? "");
    if (anew !== undefined) await db.updateTable("outbox").set({ secret: anew }).where("id", "=", id).execute();
  }
}
