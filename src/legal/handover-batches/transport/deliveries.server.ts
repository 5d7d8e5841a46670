/** Carries batches out of the outbox, notes what came of them, and asks offices for what they have to say. */
import { z } from "zod";
import { calendarDate } from "../../../ground/kernel/query.ts";
import { type JobCtx, job, on, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { confirmSent, outboxSettled } from "../../../ground/platform/server/outbox/outbox.ts";
import type { HandOver, PlannedDelivery } from "../../../ground/platform/server/outbox/outbox-delivery.ts";
import { noteEvents } from "../batches/events.server.ts";
import { applyReceipt, noteSent, requeueBouncedBatch } from "../batches/office.server.ts";
import { noteRecall, noteRecallReported } from "../batches/recall.server.ts";
import { readReceipt } from "../batches/receipt.ts";
import {
  type BatchRow,
  batchOfEffect,
  changeBatch,
  effectKey,
  heardSince,
  isHeard,
  lockedBatch,
  mailKey,
  recallKey,
  recallMailKey,
} from "../batches/record.server.ts";
import type { DestinationRecord } from "../destinations/record.server.ts";
import { noteFailedMessage, takeIn } from "../feed/failed-messages.server.ts";
import { ingestReports } from "../feed/ingest.server.ts";
import { storeHoldings } from "../monitoring/holdings.server.ts";
import { answerById, answerKey, questionOfEffect } from "../register/answer.server.ts";
import { noteAnswerDelivery } from "../register/questions.server.ts";
import {
  noteWithdrawal,
  withdrawalById,
  withdrawalKey,
  withdrawalOfEffect,
  withdrawalText,
} from "../roll/withdrawal.server.ts";
import { deliverHttps, fetchBatchAnswer, NoAnswer, noteAnswer, noticeHttps, recallHttps } from "./https.server.ts";
import { answerMail, deliverMail, recallMail, withdrawMail } from "./mail.server.ts";
import { deliverSftp, fetchMessages, type LeftMessage, leaveSftp, recallSftp, type Takers } from "./sftp.server.ts";

const destinationOf = ({ db }: Pick<JobCtx, "db">, id: number): Promise<DestinationRecord> =>
  db.selectFrom("handover_destination").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const batchById = ({ db }: Pick<JobCtx, "db">, id: number): Promise<BatchRow | undefined> =>
  db.selectFrom("handover_batch").selectAll().where("id", "=", id).executeTakeFirst();

/** Whether an earlier attempt may have arrived: the office is then asked before anything is sent. */
async function mayHaveArrived({ db }: Pick<JobCtx, "db">, { id, sendings }: BatchRow): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select(["attempts", "claim"])
    .where("key", "=", effectKey({ id, sendings }))
    .executeTakeFirst();
  return (row?.claim ?? 0) > 1;
}

/** Whether the batch itself is being handed over at this moment. */
async function isGoing({ db }: JobCtx, batch: BatchRow): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where("key", "in", [effectKey(batch), mailKey(batch)])
    .where("state", "=", "sending")
    .executeTakeFirst();
  return row !== undefined;
}

async function recallDelivery(ctx: JobCtx, key: string, batch: BatchRow | undefined): Promise<PlannedDelivery> {
  if (batch?.state !== "recalled" || batch.recall !== "pending" || recallKey(batch) !== key)
    return { state: "refused", error: "handover-batches.notRecalled" };
  // An office can take back only what has arrived: what is on its way is waited for.
  if (await isGoing(ctx, batch)) return { state: "later", at: new Date(ctx.clock.now().getTime() + 60_000) };
  const to = await destinationOf(ctx, batch.destination_id);
  switch (to.channel) {
    case "https":
      return (over: HandOver) => recallHttps(ctx, to, batch, over);
    case "sftp":
      return (over: HandOver) => recallSftp(ctx, to, batch, over);
    case "mail":
      return (over: HandOver) => recallMail(to, batch, over);
    default:
      return { state: "kept" };
  }
}

async function batchDelivery(ctx: JobCtx, key: string, batchId: number): Promise<PlannedDelivery> {
  const batch = await batchById(ctx, batchId);
  if (key.endsWith(":recall")) return recallDelivery(ctx, key, batch);
  // One that was recalled, or given to the outbox again since, does not go by this effect.
  if (batch?.state !== "queued" || effectKey(batch) !== key)
    return { state: "refused", error: "handover-batches.notQueued" };
  const to = await destinationOf(ctx, batch.destination_id);
  switch (to.channel) {
    case "https":
      return async (over: HandOver) => deliverHttps(ctx, to, batch, over, await mayHaveArrived(ctx, batch));
    case "sftp":
      return (over: HandOver) => deliverSftp(ctx, to, batch, over);
    case "mail":
      return (over: HandOver) => deliverMail(ctx, to, batch, over);
    default:
      return { state: "kept" };
  }
}

async function withdrawalDelivery(ctx: JobCtx, id: number): Promise<PlannedDelivery> {
  const withdrawal = await withdrawalById(ctx, id);
  // One that a person has told meanwhile does not go by this effect.
  if (withdrawal?.state !== "pending") return { state: "refused", error: "handover-batches.errorTold" };
  const to = await destinationOf(ctx, withdrawal.destination_id);
  const text = await withdrawalText(ctx, withdrawal);
  const { key } = withdrawal;
  switch (to.channel) {
    case "https":
      return (over: HandOver) => noticeHttps(ctx, to, { kind: "withdrawals", key, body: text }, over);
    case "sftp":
      return (over: HandOver) => leaveSftp(ctx, to, { name: `${key}.withdrawal.json`, text }, over);
    case "mail":
      return (over: HandOver) =>
        withdrawMail(to, { id, text, count: (text.match(/"fileNumber"/g) ?? []).length }, over);
    default:
      return { state: "kept" };
  }
}

async function answerDelivery(ctx: JobCtx, id: number): Promise<PlannedDelivery> {
  const answer = await answerById(ctx, id);
  if (answer?.told !== "pending") return { state: "refused", error: "handover-batches.errorTold" };
  const to = await destinationOf(ctx, answer.destinationId);
  const { key, text } = answer;
  switch (to.channel) {
    case "https":
      return (over: HandOver) => noticeHttps(ctx, to, { kind: "register-answers", key, body: text }, over);
    case "sftp":
      return (over: HandOver) => leaveSftp(ctx, to, { name: `${key}.answer.json`, text }, over);
    case "mail":
      return (over: HandOver) => answerMail(to, id, text, over);
    default:
      return { state: "kept" };
  }
}

/** How batches that are due are carried; nothing of other effects. */
export async function handoverDeliveries(
  ctx: JobCtx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PlannedDelivery>> {
  const turns = new Map<string, PlannedDelivery>();
  for (const key of keys) {
    const batchId = batchOfEffect(key);
    if (batchId !== undefined) turns.set(key, await batchDelivery(ctx, key, batchId));
    const withdrawalId = withdrawalOfEffect(key);
    if (withdrawalId !== undefined) turns.set(key, await withdrawalDelivery(ctx, withdrawalId));
    const questionId = questionOfEffect(key);
    if (questionId !== undefined) turns.set(key, await answerDelivery(ctx, questionId));
  }
  return turns;
}

const deliveryStates = z.enum(["sent", "kept", "uncertain", "dead", "cancelled"]);
type NotedDelivery = Exclude<z.infer<typeof deliveryStates>, "cancelled">;

/** Notes what became of asking an office to take cases off the roll. */
async function noteWithdrawn(
  ctx: JobCtx,
  id: number,
  { key, delivery, error }: { readonly key: string; readonly delivery: NotedDelivery; readonly error: string | null },
): Promise<void> {
  await ctx.tx(async (tx) => {
    const withdrawal = await withdrawalById(tx, id);
    if (!withdrawal) return;
    const { channel } = await destinationOf(tx, withdrawal.destination_id);
    // Given to the mails, nobody was asked: the mail tells.
    if (channel === "mail" && key === withdrawalKey(id) && delivery === "sent") return;
    await noteWithdrawal(tx, id, delivery, error);
  });
}

/** Notes what became of telling an office what a client answered. */
async function noteAnswered(ctx: JobCtx, id: number, key: string, delivery: NotedDelivery): Promise<void> {
  await ctx.tx(async (tx) => {
    const answer = await answerById(tx, id);
    if (!answer) return;
    const { channel } = await destinationOf(tx, answer.destinationId);
    // Given to the mails, nobody was told: the mail tells.
    if (channel === "mail" && key === answerKey(id) && delivery === "sent") return;
    await noteAnswerDelivery(tx, id, delivery);
  });
}

/** Notes on a batch what became of its effect, or of telling that it was taken back, and on a withdrawal what became of it; told twice it is one. */
export const noteDelivery = on(outboxSettled, async (ctx, { key, state, error }) => {
  const batchId = batchOfEffect(key);
  const delivery = deliveryStates.safeParse(state).data;
  const withdrawalId = withdrawalOfEffect(key);
  if (withdrawalId !== undefined && delivery !== undefined && delivery !== "cancelled")
    return noteWithdrawn(ctx, withdrawalId, { key, delivery, error });
  const questionId = questionOfEffect(key);
  if (questionId !== undefined && delivery !== undefined && delivery !== "cancelled")
    return noteAnswered(ctx, questionId, key, delivery);
  if (batchId === undefined || delivery === undefined) return;
  await ctx.tx(async (tx) => {
    const batch = await lockedBatch(tx, batchId);
    if (!batch) return;
    const { channel } = await destinationOf(tx, batch.destination_id);
    if ([recallKey(batch), recallMailKey(batch)].includes(key)) {
      // Given to the mails, nobody was told: the mail tells.
      if (delivery === "cancelled" || (channel === "mail" && key === recallKey(batch) && delivery === "sent")) return;
      return noteRecall(tx, batch, delivery, error);
    }
    if (batch.delivery === delivery || ![effectKey(batch), mailKey(batch)].includes(key)) return;
    // Given to the mails, it has not left: the mail tells.
    if (channel === "mail" && key === effectKey(batch) && delivery === "sent") return;
    if (channel === "mail" && delivery === "sent") await noteSent(tx, batchId);
    if (channel === "mail" && delivery === "dead") await requeueBouncedBatch(tx, batch);
    await changeBatch(tx, batchId, { delivery, delivery_error: error });
    if (delivery === "uncertain" || delivery === "dead")
      await noteEvents(tx, [{ batchId, kind: delivery === "dead" ? "failed" : "uncertain", reason: error ?? "" }]);
  });
});

/** Asks an office over HTTPS for the batches that it has, or may have. */
async function pollAnswers(ctx: JobCtx, to: DestinationRecord): Promise<void> {
  const batches = await ctx.db
    .selectFrom("handover_batch")
    .selectAll()
    .where("destination_id", "=", to.id)
    .where((eb) =>
      eb.or([
        eb("state", "in", ["sent", "accepted", "partly"]),
        eb.and([eb("state", "=", "processed"), eb("ended_at", ">=", heardSince(ctx.clock))]),
        eb.and([eb("state", "=", "queued"), eb("delivery", "=", "uncertain")]),
        eb.and([eb("state", "=", "recalled"), eb("sendings", ">", 0), eb("receipt_at", "is", null)]),
      ]),
    )
    .orderBy("id")
    .execute();
  for (const batch of batches) {
    if (ctx.signal.aborted) return;
    try {
      await pollAnswer(ctx, to, batch);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      ctx.log.warn({ err: error, batch: batch.id }, "an office did not answer for a batch");
    }
  }
}

/** Asks for one batch. @throws {NoAnswer} where there is none, which holds up no other; what kept the office from being reached. */
async function pollAnswer(ctx: JobCtx, to: DestinationRecord, batch: BatchRow): Promise<void> {
  const answer = await fetchBatchAnswer(ctx, to, batch);
  await takeIn(ctx, to, { name: batch.key, content: null }, async (tx) => {
    if (answer) {
      await confirmSent(tx, effectKey(batch));
      if (answer.recalled) await hasHeard(tx, batch);
      await noteAnswer(tx, to, batch, answer);
    } else if (batch.state === "queued") await noteUnknownToOffice(tx, batch.id);
    // It has nothing of that name: there is nothing to take back.
    else if (batch.recall === "uncertain") await hasHeard(tx, batch);
  });
}

/** The office says by itself that it knows: an answer that was lost is made up for. */
async function hasHeard(tx: WorkCtx, { id }: BatchRow): Promise<void> {
  const batch = await lockedBatch(tx, id);
  if (!batch) return;
  await confirmSent(tx, recallKey(batch));
  await noteRecallReported(tx, batch);
}

/** That the office does not know a batch is noted once: a person may then send it again. */
async function noteUnknownToOffice(tx: WorkCtx, batchId: number): Promise<void> {
  const last = await tx.db
    .selectFrom("handover_event")
    .select("kind")
    .where("batch_id", "=", batchId)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (last?.kind === "asked") return;
  await noteEvents(tx, [{ batchId, kind: "asked", reason: { key: "handover-batches.askedInVain" } }]);
}

const holdings = z.looseObject({ on: calendarDate(), holdings: z.array(z.unknown()).max(100_000) });

/** One message that an office left by SFTP: a receipt, reports, what it holds; each part counts by itself. */
export async function ingestMessage(tx: WorkCtx, to: DestinationRecord, { name, content }: LeftMessage): Promise<void> {
  const read = readReceipt(content);
  const batch =
    read &&
    (await tx.db
      .selectFrom("handover_batch")
      .select("id")
      .where("key", "=", read.receipt.batch)
      .where("destination_id", "=", to.id)
      .executeTakeFirst());
  if (read && batch) {
    await applyReceipt(tx, batch.id, read.receipt, read.unread);
    return;
  }
  const held = holdings.safeParse(content).data;
  if (held && held.on <= tx.clock.today()) {
    await storeHoldings(tx, to.id, held.on, held.holdings);
    return;
  }
  const reports = z.looseObject({ reports: z.array(z.unknown()) }).safeParse(content).data?.reports;
  // What is none of these is kept as a line that was not understood.
  await ingestReports(tx, to, reports ?? [{ message: name, content: content ?? null }]);
}

const takersOf = (ctx: JobCtx, to: DestinationRecord): Takers => ({
  take: (left) => takeIn(ctx, to, left, (tx) => ingestMessage(tx, to, left)),
  tooLarge: (name, size) =>
    ctx.tx((tx) => noteFailedMessage(tx, to, { name, content: size }, { key: "handover-batches.messageTooLarge" })),
});

/** Looks at every office that can be asked; one that does not answer holds up no other. */
export const feedJob = job({
  name: "handover-batches.feed",
  payload: z.object({}),
  everySeconds: 300,
  run: async (ctx) => {
    const offices = await ctx.db
      .selectFrom("handover_destination")
      .selectAll()
      .where("channel", "in", ["https", "sftp"])
      .orderBy("id")
      .execute();
    for (const to of offices) {
      if (ctx.signal.aborted) return;
      if (!(await isHeard(ctx, to))) continue;
      try {
        if (to.channel === "https") await pollAnswers(ctx, to);
        else if (to.receipt_folder !== "") await fetchMessages(ctx, to, takersOf(ctx, to));
      } catch (error) {
        ctx.log.warn({ err: error, destination: to.id }, "an office could not be asked");
      }
    }
  },
});
