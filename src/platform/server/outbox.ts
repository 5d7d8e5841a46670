/**
 * Effects to the outside are rows written in the transaction of the change, and are carried out afterwards, at most one at a time,
 * with back-off. A row whose carrier died between sending and noting it is `uncertain`: it is shown, and never sent again by itself.
 */
import { sql } from "kysely";
import { z } from "zod";
import type { Clock } from "./clock.ts";
import { type Db, event, type JobCtx, type WorkCtx } from "./room.ts";

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

/** After this many failed attempts a row is dead, and waits for a person. */
export const maxAttempts = 8;

/** Minutes to wait after a failed attempt: 1, 2, 4 … 128. */
export const backOffMinutes = (attempts: number): number => 2 ** Math.max(0, attempts - 1);

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

/** What came of an effect when its turn had come. `kept`: nothing is set up to carry it. */
export type Delivery =
  | {
      readonly state: "sent" | "kept";
      /** What else is to be written in the transaction that notes it: of a letter, the letter. */
      note?(ctx: WorkCtx): Promise<void>;
    }
  | { readonly state: "failed"; readonly error: string }
  /** Not now: to be tried again from `at` on, which counts as no attempt. */
  | { readonly state: "later"; readonly at: Date }
  | Refused;

/** It must not go, and is not tried again until a person sends it again. */
export interface Refused {
  readonly state: "refused";
  /** What stands in the way, in short. */
  readonly error: string;
  /** Notes it where people look, in the transaction that stops it. */
  note?(ctx: WorkCtx): Promise<void>;
}

/** What becomes of an effect that is not simply handed over: known already, or found out by making it. */
export type Turn = Delivery | (() => Promise<Delivery>);

export interface Carriers {
  mail(payload: MailPayload, key: string): Promise<Delivery>;
  sms(payload: SmsPayload, key: string): Promise<Delivery>;
  /** The instant itself if a debtor may be reached then, else the first later one at which it may (Bki art. 4.2). */
  contactMoment(at: Date): Promise<Date>;
  /**
   * Asked once about all letters that are due together, and about what reaches a debtor later than it was put in. By key, how a letter is
   * made and what may not go any more; what is not among them is handed over.
   */
  turnsOf(ctx: JobCtx, keys: readonly string[]): Promise<ReadonlyMap<string, Turn>>;
}

/** What leaves this soon after it was put in was judged just now. */
const judgedMinutes = 10;

interface Claimed {
  id: number;
  key: string;
  kind: string;
  payload: unknown;
  attempts: number;
  created_at: Date;
}

async function claimDue(db: Db, clock: Clock, count: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update outbox set state = 'sending', attempts = attempts + 1, next_attempt_at = ${new Date(clock.now().getTime() + 300_000)}
    where id in (
      select id from outbox where state = 'pending' and next_attempt_at <= ${clock.now()}
      order by next_attempt_at limit ${count} for update skip locked)
    returning id, key, kind, payload, attempts, created_at`.execute(db);
  return rows;
}

/**
 * Rows left in `sending` past their time: their carrier died, and whether they went out is unknown. A letter is made in the transaction that
 * says so: where nothing says so it was not made, and has its turn again.
 */
export const markUncertain = (ctx: JobCtx): Promise<void> =>
  ctx.tx(async ({ db, clock, emit }) => {
    await db
      .updateTable("outbox")
      .set({ state: "pending" })
      .where("kind", "=", "letter")
      .where("state", "=", "sending")
      .where("next_attempt_at", "<", clock.now())
      .execute();
    const error = "the sending process ended before the answer came";
    const rows = await db
      .updateTable("outbox")
      .set({ state: "uncertain", last_error: error })
      .where("state", "=", "sending")
      .where("next_attempt_at", "<", clock.now())
      .returning("key")
      .execute();
    for (const { key } of rows)
      await emit(outboxSettled, { key, state: "uncertain", error, at: clock.now().toISOString() });
  });

/** Carries out due effects until none is left or the process stops. */
export async function deliverDue(ctx: JobCtx, carriers: Carriers): Promise<number> {
  let delivered = 0;
  while (!ctx.signal.aborted) {
    const due = await claimDue(ctx.db, ctx.clock, 20);
    if (due.length === 0) break;
    const turns = await turnsOf(ctx, carriers, due);
    await Promise.all(due.map((row) => deliverOne(ctx, carriers, row, turns.get(row.key))));
    delivered += due.length;
  }
  return delivered;
}

const failed = (error: unknown) =>
  ({ state: "failed", error: error instanceof Error ? error.message : String(error) }) as const;

const hoursOf = z.object({ contactHours });

/** What becomes of those rows that reach a debtor and are not simply handed over, asked for all of them together. */
async function turnsOf(ctx: JobCtx, carriers: Carriers, due: readonly Claimed[]): Promise<ReadonlyMap<string, Turn>> {
  const now = ctx.clock.now();
  const letters = due.filter(({ kind }) => kind === "letter");
  const messages = due.filter(({ payload }) => hoursOf.safeParse(payload).data?.contactHours === true);
  try {
    const opensAt = messages.length === 0 ? now : await carriers.contactMoment(now);
    const isLate = (row: Claimed): boolean => now.getTime() - row.created_at.getTime() > judgedMinutes * 60_000;
    const asked = [...letters, ...(opensAt > now ? [] : messages.filter(isLate))].map(({ key }) => key);
    const turns = asked.length === 0 ? [] : await carriers.turnsOf(ctx, asked);
    const waits = opensAt > now ? messages : [];
    return new Map([...turns, ...waits.map(({ key }): [string, Turn] => [key, { state: "later", at: opensAt }])]);
  } catch (error) {
    return new Map([...letters, ...messages].map(({ key }) => [key, failed(error)]));
  }
}

async function carry(carriers: Carriers, row: Claimed, turn: Turn | undefined): Promise<Delivery> {
  try {
    if (turn !== undefined) return typeof turn === "function" ? await turn() : turn;
    if (row.kind === "mail") return await carriers.mail(mailPayload.parse(row.payload), row.key);
    if (row.kind === "sms") return await carriers.sms(smsPayload.parse(row.payload), row.key);
    return { state: "failed", error: `nobody carries a ${row.kind} of this key` };
  } catch (error) {
    return failed(error);
  }
}

/** What a row becomes by what came of it, and why. */
function settled(
  delivery: Exclude<Delivery, { state: "later" }>,
  attempts: number,
): { readonly state: OutboxState; readonly error: string | null } {
  if (delivery.state === "refused") return { state: "dead", error: delivery.error.slice(0, 500) };
  if (delivery.state !== "failed") return { state: delivery.state, error: null };
  return { state: attempts >= maxAttempts ? "dead" : "pending", error: delivery.error.slice(0, 500) };
}

async function deliverOne(ctx: JobCtx, carriers: Carriers, row: Claimed, turn: Turn | undefined): Promise<void> {
  const delivery = await carry(carriers, row, turn);
  if (delivery.state === "later") return postpone(ctx, row, delivery.at);
  if (delivery.state === "failed" || delivery.note === undefined) return settle(ctx, row, delivery);
  // What is to be noted with it belongs to it: where that fails nothing of it has happened, and it is tried again.
  await settle(ctx, row, delivery).catch((error) => settle(ctx, row, failed(error)));
}

async function settle(ctx: JobCtx, row: Claimed, delivery: Exclude<Delivery, { state: "later" }>): Promise<void> {
  const { state, error } = settled(delivery, row.attempts);
  const now = ctx.clock.now();
  const next = new Date(now.getTime() + backOffMinutes(row.attempts) * 60_000);
  await ctx.tx(async (work) => {
    await work.db
      .updateTable("outbox")
      .set({ state, last_error: error, ...(error === null ? { sent_at: now } : { next_attempt_at: next }) })
      .where("id", "=", row.id)
      .execute();
    if (delivery.state !== "failed") await delivery.note?.(work);
    if (state !== "pending") await work.emit(outboxSettled, { key: row.key, state, error, at: now.toISOString() });
  });
}

async function postpone({ db }: JobCtx, row: Claimed, at: Date): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ state: "pending", attempts: row.attempts - 1, next_attempt_at: at })
    .where("id", "=", row.id)
    .execute();
}
