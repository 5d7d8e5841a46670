/**
 * Carries out what is due in the outbox. Each channel has a loop of its own, so that a mail server that hangs holds up no letter and no SMS.
 * Whoever takes a row gets its next claim number, and whatever it finds out is noted only while that is the last one: a worker that was
 * silent for too long can neither put back nor hand over what another has judged meanwhile.
 */
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import type { JobCtx, WorkCtx } from "../http/module.ts";
import { isStorageError, reasonOf } from "../jobs/reasons.ts";
import { oneTimePlace, spentSecret, wholeMessage } from "./one-time.ts";
import {
  type MailPayload,
  mailPayload,
  type OutboxState,
  outboxSettled,
  type SmsPayload,
  smsPayload,
} from "./outbox.ts";
import type { HandedOver } from "./return-path.ts";

/** After this many failed attempts a row is dead, and waits for a person. */
export const maxAttempts = 8;

/** Minutes to wait after a failed attempt: 1, 2, 4 … 128. */
export const backOffMinutes = (attempts: number): number => 2 ** Math.max(0, attempts - 1);

/** What came of an effect when its turn had come. `kept`: nothing is set up to carry it. */
export type Delivery =
  | {
      readonly state: "sent" | "kept";
      /** What else is to be written in the transaction that notes it: of a letter, the letter. */
      note?(ctx: WorkCtx): Promise<void>;
    }
  | { readonly state: "failed"; readonly error: string }
  /** Handed over, and nothing tells whether it was taken. */
  | { readonly state: "uncertain"; readonly error: string }
  /** Not now: to be tried again from `at` on, which counts as no attempt. */
  | { readonly state: "later"; readonly at: Date; readonly error?: string }
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
export type PlannedDelivery = Delivery | ((over: HandOver) => Promise<Delivery>);

/** What a carrier asks and hears about the row that it carries. */
export interface HandOver {
  /** The row, and how often it was taken up. */
  readonly row: HandedOver;
  /** Notes that the message may have gone from now on; false where it may not go any more. */
  handOver(): Promise<boolean>;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

export interface Carriers {
  mail(payload: MailPayload, key: string, turn: HandOver): Promise<Delivery>;
  sms(payload: SmsPayload, key: string, turn: HandOver): Promise<Delivery>;
  /** So long may a conversation take. */
  readonly seconds: number;
  /** The instant itself if a debtor may be reached then, else the first later one at which it may (Bki art. 4.2). */
  contactMoment(at: Date): Promise<Date>;
  /**
   * Asked once about all letters and batches that are due together, and about what reaches a debtor later than it was put in. By key, how a
   * letter is made or a batch is carried, and what may not go any more; what is not among them is handed over.
   */
  deliveriesOf(ctx: JobCtx, keys: readonly string[]): Promise<ReadonlyMap<string, PlannedDelivery>>;
}

/** What goes the same way. Letters that are due together are judged together, so that their next ones wait for the last of them. */
export interface Channel {
  readonly kind: "mail" | "sms" | "letter" | "handover";
  /** So many at a time. */
  readonly slots: number;
  readonly together: boolean;
}

export const channels: readonly Channel[] = [
  { kind: "mail", slots: 20, together: false },
  { kind: "sms", slots: 10, together: false },
  { kind: "letter", slots: 20, together: true },
  { kind: "handover", slots: 4, together: false },
];

/** What leaves this soon after it was put in was judged just now. */
const judgedMinutes = 10;

interface Claimed {
  id: number;
  key: string;
  kind: string;
  payload: unknown;
  attempts: number;
  claim: number;
  created_at: Date;
  /** Sealed; null where the message holds none. */
  secret: string | null;
}

/** From its worker's last word until the row is judged by another: far longer than a conversation may take. */
const silence = (ctx: JobCtx, { seconds }: Carriers): Date =>
  new Date(ctx.clock.now().getTime() + Math.max(300, seconds + 60) * 1000);

async function claimDue(ctx: JobCtx, carriers: Carriers, kind: string, count: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update outbox set state = 'sending', attempts = attempts + 1, claim = claim + 1, handed_at = null,
      next_attempt_at = ${silence(ctx, carriers)}
    where id in (
      select id from outbox where state = 'pending' and kind = ${kind} and next_attempt_at <= ${ctx.clock.now()}
      order by next_attempt_at limit ${count} for update skip locked)
    returning id, key, kind, payload, attempts, claim, created_at, secret`.execute(ctx.db);
  return rows;
}

/**
 * Judges the rows whose worker has been silent for too long. What it had begun to hand over may have gone: it is shown, and never sent again by
 * itself. What it had not, and a letter, which is made in the transaction that says so, has its turn again.
 */
export const judgeSilent = (ctx: JobCtx, kind: Channel["kind"]): Promise<void> =>
  ctx.tx(async ({ db, clock, emit }) => {
    const unheard = "platform.outbox.ended";
    const { rows } = await sql<{ key: string; state: OutboxState }>`
      update outbox set
        state = case when handed_at is not null then 'uncertain' when attempts >= ${maxAttempts} then 'dead' else 'pending' end,
        secret = case when handed_at is null and attempts < ${maxAttempts} then secret else ${spentSecret} end,
        last_error = ${unheard}
      where state = 'sending' and kind = ${kind} and next_attempt_at < ${clock.now()}
      returning key, state`.execute(db);
    for (const { key, state } of rows)
      if (state !== "pending") await emit(outboxSettled, { key, state, error: unheard, at: clock.now().toISOString() });
  });

/** Looks again this often for what has come due while others are under way. */
const lookMillis = 1000;

/** Carries out the due effects of a channel until none is left or the process stops; one that takes long holds up none but itself. */
export async function deliverDue(ctx: JobCtx, carriers: Carriers, { kind, slots, together }: Channel): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const mayTake = (): number => (ctx.signal.aborted || (together && underWay.size > 0) ? 0 : slots - underWay.size);
  for (;;) {
    const due = mayTake() > 0 ? await claimDue(ctx, carriers, kind, mayTake()) : [];
    if (due.length === 0 && underWay.size === 0) return;
    const turns = due.length === 0 ? new Map<string, PlannedDelivery>() : await deliveriesOf(ctx, carriers, due);
    for (const row of due) {
      const one = deliverOne(ctx, carriers, row, turns.get(row.key)).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await Promise.race([...underWay, setTimeout(lookMillis)]);
  }
}

const failed = (error: unknown): Extract<Delivery, { state: "failed" }> => ({
  state: "failed",
  error: reasonOf(error).key,
});

const hoursOf = z.object({ contactHours: z.boolean().optional() });

/** What becomes of those rows that reach a debtor and are not simply handed over, asked for all of them together. */
async function deliveriesOf(
  ctx: JobCtx,
  carriers: Carriers,
  due: readonly Claimed[],
): Promise<ReadonlyMap<string, PlannedDelivery>> {
  const now = ctx.clock.now();
  const letters = due.filter(({ kind }) => kind === "letter" || kind === "handover");
  const messages = due.filter(({ payload }) => hoursOf.safeParse(payload).data?.contactHours === true);
  try {
    const opensAt = messages.length === 0 ? now : await carriers.contactMoment(now);
    const isLate = (row: Claimed): boolean => now.getTime() - row.created_at.getTime() > judgedMinutes * 60_000;
    const asked = [...letters, ...(opensAt > now ? [] : messages.filter(isLate))].map(({ key }) => key);
    const turns = asked.length === 0 ? [] : await carriers.deliveriesOf(ctx, asked);
    const waits = opensAt > now ? messages : [];
    return new Map([
      ...turns,
      ...waits.map(({ key }): [string, PlannedDelivery] => [key, { state: "later", at: opensAt }]),
    ]);
  } catch (error) {
    return new Map([...letters, ...messages].map(({ key }) => [key, failed(error)]));
  }
}

/** Notes that a row may have gone from now on, unless another worker has judged it meanwhile. */
async function handOver(ctx: JobCtx, carriers: Carriers, { id, claim }: Claimed): Promise<boolean> {
  const noted = await ctx.db
    .updateTable("outbox")
    .set({ handed_at: ctx.clock.now(), next_attempt_at: silence(ctx, carriers) })
    .where("id", "=", id)
    .where("claim", "=", claim)
    .where("state", "=", "sending")
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** Carries a message with its secret part in its place; what the other side says of it is kept without. */
async function carryWhole<P extends { readonly text: string; readonly html?: string | undefined }>(
  ctx: JobCtx,
  row: Claimed,
  payload: P,
  by: (payload: P) => Promise<Delivery>,
): Promise<Delivery> {
  const whole = wholeMessage(ctx.environment, row.key, payload, row.secret);
  if (!whole) return { state: "refused", error: "platform.outbox.sealed" };
  const delivery = await by(whole.payload);
  if (whole.secret === undefined || !("error" in delivery) || delivery.error === undefined) return delivery;
  return { ...delivery, error: delivery.error.replaceAll(whole.secret, oneTimePlace) };
}

async function carry(
  ctx: JobCtx,
  carriers: Carriers,
  row: Claimed,
  turn: PlannedDelivery | undefined,
): Promise<Delivery> {
  const over: HandOver = {
    row: { id: row.id, claim: row.claim },
    handOver: () => handOver(ctx, carriers, row),
    signal: ctx.signal,
  };
  try {
    if (turn !== undefined) return typeof turn === "function" ? await turn(over) : turn;
    if (row.kind === "mail")
      return await carryWhole(ctx, row, mailPayload.parse(row.payload), (mail) => carriers.mail(mail, row.key, over));
    if (row.kind === "sms")
      return await carryWhole(ctx, row, smsPayload.parse(row.payload), (sms) => carriers.sms(sms, row.key, over));
    return { state: "failed", error: `nobody carries a ${row.kind} of this key` };
  } catch (error) {
    ctx.log.warn({ err: error, effect: row.key }, "an effect was not carried");
    // A full or lost disk says nothing about this effect, and may be put right tomorrow.
    if (isStorageError(error))
      return { state: "later", at: new Date(ctx.clock.now().getTime() + 60_000), error: reasonOf(error).key };
    return failed(error);
  }
}

/** What a row becomes by what came of it, and why. */
function settled(
  delivery: Exclude<Delivery, { state: "later" }>,
  attempts: number,
): { readonly state: OutboxState; readonly error: string | null } {
  if (!("error" in delivery)) return { state: delivery.state, error: null };
  const error = delivery.error.slice(0, 500);
  if (delivery.state === "uncertain") return { state: "uncertain", error };
  return { state: delivery.state === "refused" || attempts >= maxAttempts ? "dead" : "pending", error };
}

async function deliverOne(
  ctx: JobCtx,
  carriers: Carriers,
  row: Claimed,
  turn: PlannedDelivery | undefined,
): Promise<void> {
  try {
    const delivery = await carry(ctx, carriers, row, turn);
    if (delivery.state === "later") return await postpone(ctx, row, delivery);
    if (!("note" in delivery)) return await settle(ctx, row, delivery);
    // What is to be noted with it belongs to it: where that fails nothing of it has happened, and it is tried again.
    await settle(ctx, row, delivery).catch((error) => settle(ctx, row, failed(error)));
  } catch (error) {
    // Nothing could be noted: the row is judged by what it says of itself, once it has been silent for long enough.
    ctx.log.error({ err: error, effect: row.key }, "what became of an effect could not be noted");
  }
}

/** Notes what came of a row, with all that belongs to it, unless another worker or a person has judged it meanwhile. */
async function settle(ctx: JobCtx, row: Claimed, delivery: Exclude<Delivery, { state: "later" }>): Promise<void> {
  const { state, error } = settled(delivery, row.attempts);
  const now = ctx.clock.now();
  const next = new Date(now.getTime() + backOffMinutes(row.attempts) * 60_000);
  await ctx.tx(async (work) => {
    const noted = await work.db
      .updateTable("outbox")
      .set({
        state,
        last_error: error,
        ...(state === "pending" ? {} : { secret: spentSecret }),
        ...(error === null ? { sent_at: now } : { next_attempt_at: next }),
      })
      .where("id", "=", row.id)
      .where("claim", "=", row.claim)
      // An answer that comes late is the truth all the same: it tells that what was judged uncertain did go.
      .where("state", "in", state === "sent" ? ["sending", "uncertain"] : ["sending"])
      .executeTakeFirst();
    if (noted.numUpdatedRows === 0n) return;
    if ("note" in delivery) await delivery.note?.(work);
    if (state !== "pending") await work.emit(outboxSettled, { key: row.key, state, error, at: now.toISOString() });
  });
}

async function postpone({ db }: JobCtx, row: Claimed, { at, error }: Extract<Delivery, { state: "later" }>) {
  await db
    .updateTable("outbox")
    .set({ state: "pending", attempts: row.attempts - 1, next_attempt_at: at, last_error: error ?? null })
    .where("id", "=", row.id)
    .where("claim", "=", row.claim)
    .where("state", "=", "sending")
    .execute();
}
