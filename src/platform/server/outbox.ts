/**
 * Effects to the outside are rows written in the transaction of the change, and are carried out afterwards (`outbox-delivery.ts`), with
 * back-off. One that was handed over and not answered is `uncertain`: it is shown, and never sent again by itself.
 */
import { sql } from "kysely";
import { z } from "zod";
import type { Clock } from "./clock.ts";
import { type Db, event, type WorkCtx } from "./room.ts";

/** True where the message reaches a debtor: it then leaves only when the law allows contact, however late it comes to its turn. */
const contactHours = z.boolean().optional();

export const mailPayload = z.object({
  contactHours,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  from: z.string().optional(),
  replyTo: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  attachments: z.array(z.object({ name: z.string(), mime: z.string(), storageKey: z.string() })).optional(),
});
export type MailPayload = z.infer<typeof mailPayload>;

export const smsPayload = z.object({ contactHours, to: z.string(), text: z.string(), sender: z.string().optional() });
export type SmsPayload = z.infer<typeof smsPayload>;

/** A letter that is set when its turn comes, with what holds then: to whom, and what a person adds to its template. */
export const letterPayload = z.object({
  /** The party that it is for, 0 for the debtor itself. */
  recipient: z.number().int(),
  note: z.string().optional(),
  subject: z.string().optional(),
});
type LetterPayload = z.infer<typeof letterPayload>;

export type OutboxItem = {
  /** The effect's own key, unique for ever: `run:12:file:34:step:2`. */
  readonly key: string;
  /** Not before this instant (contact hours); at once where absent. */
  readonly notBefore?: Date;
} & (
  | { readonly kind: "mail"; readonly payload: MailPayload }
  | { readonly kind: "sms"; readonly payload: SmsPayload }
  | { readonly kind: "letter"; readonly payload: LetterPayload }
);

export const outboxStates = ["pending", "sending", "sent", "kept", "uncertain", "dead", "cancelled"] as const;
export type OutboxState = (typeof outboxStates)[number];

/** Tells upper rooms what became of an effect. */
export const outboxSettled = event(
  "outbox.settled",
  z.object({ key: z.string(), state: z.enum(outboxStates), error: z.string().nullable(), at: z.string() }),
);

export async function putOutbox(db: Db, clock: Clock, item: OutboxItem): Promise<void> {
  await db
    .insertInto("outbox")
    .values({
      key: item.key,
      kind: item.kind,
      payload: JSON.stringify(item.payload),
      state: "pending",
      next_attempt_at: item.notBefore ?? clock.now(),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** Notes an effect that nobody shall carry: readable, as where no gateway is set. For a portfolio that comes with its past. */
export async function keepOutbox(ctx: Pick<WorkCtx, "db" | "clock" | "emit">, item: OutboxItem): Promise<void> {
  const { db, clock } = ctx;
  await putOutbox(db, clock, item);
  const { key } = item;
  const kept = await db
    .updateTable("outbox")
    .set({ state: "kept", sent_at: clock.now() })
    .where("key", "=", key)
    .where("state", "=", "pending")
    .executeTakeFirst();
  if (kept.numUpdatedRows > 0n)
    await ctx.emit(outboxSettled, { key, state: "kept", error: null, at: clock.now().toISOString() });
}

/** Puts a dead, uncertain or kept row back in the queue, not before an instant; false when there is none to send again. */
export async function sendAgain(db: Db, clock: Clock, key: string, notBefore = clock.now()): Promise<boolean> {
  const done = await db
    .updateTable("outbox")
    .set({ state: "pending", attempts: 0, next_attempt_at: notBefore, last_error: null })
    .where("key", "=", key)
    .where("state", "in", ["dead", "uncertain", "kept"])
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Notes of an uncertain row that it did go, because a person knows; false when it is not uncertain. */
export async function confirmSent({ db, clock, emit }: Pick<WorkCtx, "db" | "clock" | "emit">, key: string) {
  const { rows } = await sql<{ at: Date }>`
    update outbox set state = 'sent', last_error = null, sent_at = coalesce(handed_at, ${clock.now()})
    where key = ${key} and state = 'uncertain' returning sent_at as at`.execute(db);
  for (const { at } of rows) await emit(outboxSettled, { key, state: "sent", error: null, at: at.toISOString() });
  return rows.length > 0;
}

/** Cancels a row that has not been sent; false when it is too late. */
export async function cancelOutbox(db: Db, key: string): Promise<boolean> {
  const done = await db
    .updateTable("outbox")
    .set({ state: "cancelled" })
    .where("key", "=", key)
    .where("state", "in", ["pending", "dead", "uncertain", "kept"])
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Cancels those of these rows that nobody has tried to hand over or that did not go; gives their keys. */
export async function recallOutbox(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    update outbox set state = 'cancelled'
    where key = any(${[...keys]}::text[]) and state in ('pending', 'dead', 'kept') returning key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Takes away what effects said and to whom; those that had not gone never go. */
export async function forgetOutbox(db: Db, keys: readonly string[]): Promise<void> {
  const payloads = { mail: { to: "", subject: "", text: "" }, sms: { to: "", text: "" }, letter: { recipient: 0 } };
  await sql`update outbox set payload = ${JSON.stringify(payloads)}::jsonb -> kind, last_error = null,
      state = case when state in ('pending', 'kept', 'uncertain', 'dead') then 'cancelled' else state end
    where key = any(${[...keys]}::text[]) and kind in ('mail', 'sms', 'letter')`.execute(db);
}
