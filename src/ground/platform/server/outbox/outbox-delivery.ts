/**
 * Carries out due effects of the outbox. Each channel has a loop of its own, so that a hanging mail server delays no letters or SMS. A worker that
 * takes a row increments its claim number, and stores a result only while that number is current: a worker that was silent for too long cannot
 * change or send what another has judged meanwhile.
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
import { contactTerms } from "./outbox-items.ts";
import type { HandedOver } from "./return-path.ts";

/** After this many failed attempts a row is dead, and waits for a person. */
export const maxAttempts = 8;

/** Minutes until the next attempt: 1, 2, 4 … 128. */
export const backOffMinutes = (attempts: number): number => 2 ** Math.max(0, attempts - 1);

/** The result of carrying out an effect. `kept`: no carrier is configured. */
export type Delivery =
  | {
      readonly state: "sent" | "kept";
      /** Additional writes in the transaction of the result: for a letter, the letter. */
      note?(ctx: WorkCtx): Promise<void>;
    }
  | {
      readonly state: "failed";
      readonly error: string;
      /** Records the reason where users see it, while it is tried again. */
      note?(ctx: WorkCtx): Promise<void>;
    }
  /** Handed over, and it is unclear whether it was accepted. */
  | { readonly state: "uncertain"; readonly error: string }
  /** Not now: retried from `at` on, without counting as an attempt. */
  | { readonly state: "later"; readonly at: Date; readonly error?: string }
  | Refused;

/** It must not be sent, and is not retried until a person sends it again. */
export interface Refused {
  readonly state: "refused";
  /** A short reason. */
  readonly error: string;
  /** Records the reason where users see it, in the transaction that stops it. */
  note?(ctx: WorkCtx): Promise<void>;
}

/** The decision on an effect that is not simply handed over: known already, or the result of making it. */
export type PlannedDelivery = Delivery | ((over: HandOver) => Promise<Delivery>);

/** The calls of a carrier about its row. */
export interface HandOver {
  /** The row, and the number of times it was taken. */
  readonly row: HandedOver;
  /** Records that the message may have been sent from now on; false if it may not be sent any more. */
  handOver(): Promise<boolean>;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

export interface Carriers {
  mail(payload: MailPayload, key: string, turn: HandOver): Promise<Delivery>;
  sms(payload: SmsPayload, key: string, turn: HandOver): Promise<Delivery>;
  /** The time limit of a conversation. */
  readonly seconds: number;
  /** Gives for a country the instant itself if a debtor there may be contacted then, otherwise the first later one (Bki art. 4.2). */
  contactMoments(at: Date): Promise<(country: string) => Date>;
  /**
   * Called once for all letters and batches due together, and for delayed messages to debtors. By key, how a letter is made or a batch is
   * delivered, and what may not be sent any more; all others are handed over.
   */
  deliveriesOf(ctx: JobCtx, keys: readonly string[]): Promise<ReadonlyMap<string, PlannedDelivery>>;
}

/** Effects of one channel. Letters due together are judged together, so the next ones wait for the last of them. */
export interface Channel {
  readonly kind: "mail" | "sms" | "letter" | "handover";
  /** The concurrency. */
  readonly slots: number;
  readonly together: boolean;
}

export const channels: readonly Channel[] = [
  { kind: "mail", slots: 20, together: false },
  { kind: "sms", slots: 10, together: false },
  { kind: "letter", slots: 20, together: true },
  { kind: "handover", slots: 4, together: false },
];

/** An effect carried out within this time of its creation was judged recently enough. */
const judgedMinutes = 10;

interface Claimed {
  id: number;
  key: string;
  kind: string;
  payload: unknown;
  attempts: number;
  claim: number;
  created_at: Date;
  /** Sealed; null without a secret. */
  secret: string | null;
}

/** The silence of a worker after which its row is judged by another: far longer than a conversation. */
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
 * Judges the rows of workers that have been silent for too long. A message that may have been sent is shown as uncertain, and never sent again
 * automatically. All others, including letters, which are made in the transaction of their result, are carried out again.
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

/** The interval of looking for newly due effects while others are in progress. */
const lookMillis = 1000;

/** Carries out the due effects of a channel until none is left or the process stops; a slow one delays no others. */
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

const termsOf = z.object(contactTerms);

/** The decisions on rows that reach a debtor and are not simply handed over, requested together. */
async function deliveriesOf(
  ctx: JobCtx,
  carriers: Carriers,
  due: readonly Claimed[],
): Promise<ReadonlyMap<string, PlannedDelivery>> {
  const now = ctx.clock.now();
  const letters = due.filter(({ kind }) => kind === "letter" || kind === "handover");
  const messages = due.flatMap((row) => {
    const terms = termsOf.safeParse(row.payload).data;
    return terms?.contactHours === true ? [{ row, country: terms.country ?? "NL" }] : [];
  });
  try {
    const opensAt = await carriers.contactMoments(now);
    const waits = messages.flatMap(({ row, country }): [string, PlannedDelivery][] => {
      const at = opensAt(country);
      return at > now ? [[row.key, { state: "later", at }]] : [];
    });
    const waiting = new Set(waits.map(([key]) => key));
    const isLate = (row: Claimed): boolean => now.getTime() - row.created_at.getTime() > judgedMinutes * 60_000;
    const late = messages.filter(({ row }) => !waiting.has(row.key) && isLate(row));
    const asked = [...letters, ...late.map(({ row }) => row)].map(({ key }) => key);
    const turns = asked.length === 0 ? [] : await carriers.deliveriesOf(ctx, asked);
    return new Map([...turns, ...waits]);
  } catch (error) {
    return new Map([...letters, ...messages.map(({ row }) => row)].map(({ key }) => [key, failed(error)]));
  }
}

/** Records that a row may have been sent from now on, unless another worker has judged it meanwhile. */
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

/** Delivers a message with its secret part inserted; the other side's answer is stored without it. */
async function carryWhole<P extends { readonly text: string; readonly html?: string | undefined }>(
  ctx: JobCtx,
  row: Claimed,
  payload: P,
  by: (payload: P) => Promise<Delivery>,
): Promise<Delivery> {
  const complete = wholeMessage(ctx.environment, row.key, payload, row.secret);
  if (!complete) return { state: "refused", error: "platform.outbox.sealed" };
  const delivery = await by(complete.payload);
  if (complete.secret === undefined || !("error" in delivery) || delivery.error === undefined) return delivery;
  return { ...delivery, error: delivery.error.replaceAll(complete.secret, oneTimePlace) };
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
    // A full or lost disk says nothing about this effect, and may be corrected.
    if (isStorageError(error))
      return { state: "later", at: new Date(ctx.clock.now().getTime() + 60_000), error: reasonOf(error).key };
    return failed(error);
  }
}

/** The new state of a row after a result, and the reason. */
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
    // The additional writes belong to the result: if they fail nothing has happened, and it is retried.
    await settle(ctx, row, delivery).catch((error) => settle(ctx, row, failed(error)));
  } catch (error) {
    // Nothing could be stored: the row is judged by its own state when its worker counts as silent.
    ctx.log.error({ err: error, effect: row.key }, "what became of an effect could not be noted");
  }
}

/** Stores the result of a row with its additional writes, unless another worker or a person has judged it meanwhile. */
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
      // A late answer is still true: a message judged uncertain was sent.
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
