/**
 * Delivers a batch to the print house by SFTP, as one archive with its hash beside it. What is unknown stays uncertain until a person has looked there:
 * a batch that is printed twice is letters that go twice.
 */
import { fieldError } from "../../ground/kernel/errors.ts";
import { type Ctx, type Db, type JobCtx, on, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { cancelOutbox, confirmSent, outboxSettled, putOutbox } from "../../ground/platform/server/outbox/outbox.ts";
import type { Delivery, HandOver, PlannedDelivery } from "../../ground/platform/server/outbox/outbox-delivery.ts";
import {
  connectSftp,
  dropFile,
  type SftpConnection,
  SftpFault,
  type SftpPlace,
  SftpUnknown,
  type SftpWhy,
} from "../../ground/platform/server/outbox/sftp.ts";
import type { Environment } from "../../ground/platform/server/process/environment.ts";
import { globalSettings, openSetting, pemOf } from "../../ground/settings/settings.server.ts";
import { batchOf, lockBatch, needsSecondEyes, noteEvent, refusedBy } from "./batches.server.ts";
import { archiveOf } from "./making/files.server.ts";
import { leaveOutRefused } from "./making/remake.server.ts";

const effectKey = (batchId: number, sendings: number): string => `print-batch:${batchId}:${sendings}`;

const sendingOf = (key: string): { readonly batchId: number; readonly sendings: number } | undefined => {
  const found = /^print-batch:(\d{1,15}):(\d{1,9})$/.exec(key);
  return found ? { batchId: Number(found[1]), sendings: Number(found[2]) } : undefined;
};

/** Where batches are dropped; undefined where the house has no such place. */
async function placeOf(
  db: Db,
  environment: Environment,
): Promise<(SftpPlace & { readonly folder: string }) | undefined> {
  const all = await globalSettings(db);
  if (all.printSftpHost === "") return undefined;
  return {
    host: all.printSftpHost,
    port: all.printSftpPort,
    username: all.printSftpUser,
    password: openSetting(environment, all, "printSftpPassword"),
    privateKey: pemOf(openSetting(environment, all, "printSftpKey")),
    hostKey: all.printSftpHostKey,
    folder: all.printSftpFolder,
  };
}

/** Whether the house delivers by SFTP. */
export const deliversBySftp = async (db: Db): Promise<boolean> => (await globalSettings(db)).printSftpHost !== "";

/**
 * Gives a batch to the outbox, to be dropped at the print house; again where it failed, or where a person has looked and it is not there. Where
 * letters of it may not go any more it is made anew without them first, and is not on its way yet.
 * @throws refused where it is not ready, is on its way, or four eyes are wanted; validation where the house has no such place.
 */
export async function deliver(ctx: Ctx, batchId: number, version: number) {
  const batch = await lockBatch(ctx, batchId, version);
  if (batch.state !== "ready" || batch.delivery === "pending" || batch.posted > 0) throw refusedBy("cannotDeliver");
  if (await needsSecondEyes(ctx, batch)) throw refusedBy("fourEyes");
  if (!(await deliversBySftp(ctx.db))) throw fieldError("common", "print-batches.noPlace");
  // What may lie with the print house already is not made into something else.
  if (batch.delivery !== "uncertain" && (await leaveOutRefused(ctx, batchId)) > 0) return batchOf(ctx, batchId);
  const sendings = batch.sendings + 1;
  await putOutbox(ctx, { key: effectKey(batchId, sendings), kind: "handover", payload: { batch: batchId } });
  await ctx.db
    .updateTable("print_batch")
    .set({ sendings, delivery: "pending", delivery_error: null, version: batch.version + 1 })
    .where("id", "=", batchId)
    .execute();
  await noteEvent(ctx, batchId, "approved");
  return batchOf(ctx, batchId);
}

async function noteDelivered(ctx: WorkCtx, batchId: number): Promise<void> {
  const noted = await ctx.db
    .updateTable("print_batch")
    .set((eb) => ({
      state: "delivered",
      delivery: "sent",
      delivery_error: null,
      delivered_at: ctx.clock.now(),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", batchId)
    .where("state", "=", "ready")
    .executeTakeFirst();
  if (noted.numUpdatedRows > 0n) await noteEvent(ctx, batchId, "handedOver");
}

/** Notes that a batch whose delivery is uncertain lies with the print house, as a person has seen. @throws refused for any other. */
export async function confirmDelivered(ctx: Ctx, batchId: number, version: number) {
  const batch = await lockBatch(ctx, batchId, version);
  if (batch.state !== "ready" || batch.delivery !== "uncertain") throw refusedBy("cannotDeliver");
  if (await needsSecondEyes(ctx, batch)) throw refusedBy("fourEyes");
  await confirmSent(ctx, effectKey(batchId, batch.sendings));
  await noteDelivered(ctx, batchId);
  return batchOf(ctx, batchId);
}

/** Takes a batch out of the outbox before it is withdrawn. @throws refused where it is being delivered just now. */
export async function stopDelivery(
  ctx: WorkCtx,
  batch: { readonly id: number; readonly sendings: number; readonly delivery: string | null },
): Promise<void> {
  if (batch.delivery !== "pending") return;
  if (!(await cancelOutbox(ctx.db, effectKey(batch.id, batch.sendings)))) throw refusedBy("beingDelivered");
  await ctx.db.updateTable("print_batch").set({ delivery: "cancelled" }).where("id", "=", batch.id).execute();
}

/** Text key of what stands in the way. */
const faults: Readonly<Record<SftpWhy, string>> = {
  notAllowed: "platform.outbox.notAllowed",
  unreachable: "platform.outbox.connection",
  login: "platform.outbox.login",
  ended: "platform.outbox.connection",
  hostKey: "print-batches.otherKey",
  size: "print-batches.otherSize",
};

/** A batch that was sent before may lie with the print house: it goes as it was. */
async function leaveOutBeforeFirst(ctx: WorkCtx, batchId: number): Promise<number> {
  const { sendings } = await lockBatch(ctx, batchId);
  return sendings === 1 ? leaveOutRefused(ctx, batchId) : 0;
}

/** A delivery that is tried again tells on its batch why. Its version stays: what a person does with it meanwhile is no less right. */
const failedBecause = (batchId: number, error: string): Delivery => ({
  state: "failed",
  error,
  async note({ db }) {
    await db
      .updateTable("print_batch")
      .set({ delivery_error: error })
      .where("id", "=", batchId)
      .where("delivery", "=", "pending")
      .execute();
  },
});

async function drop(ctx: JobCtx, batchId: number, over: HandOver): Promise<Delivery> {
  const place = await placeOf(ctx.db, ctx.environment);
  if (!place) return { state: "refused", error: "print-batches.noPlace" };
  let connection: SftpConnection | undefined;
  // It may have waited for the print house's server for days.
  if ((await ctx.tx((tx) => leaveOutBeforeFirst(tx, batchId))) > 0)
    return { state: "refused", error: "print-batches.madeAgain" };
  try {
    const archive = await archiveOf(ctx, batchId);
    if (!archive) return { state: "refused", error: "print-batches.notPrinted" };
    connection = await connectSftp(place, ctx.environment);
    await dropFile(connection, { folder: place.folder, ...archive }, over);
    return { state: "sent", note: (work) => noteDelivered(work, batchId) };
  } catch (error) {
    ctx.log.warn({ err: error, batch: batchId }, "a print batch was not delivered");
    if (error instanceof SftpUnknown) return { state: "uncertain", error: "platform.outbox.unanswered" };
    if (error instanceof SftpFault) return failedBecause(batchId, faults[error.why]);
    // Before it is handed over, whatever breaks off leaves a hidden file only, under a name that nobody looks at.
    return failedBecause(batchId, "platform.outbox.connection");
  } finally {
    await connection?.close();
  }
}

/** How batches that are due are delivered; nothing of other effects. */
export async function printDeliveries(
  ctx: JobCtx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PlannedDelivery>> {
  const turns = new Map<string, PlannedDelivery>();
  for (const key of keys) {
    const batchId = sendingOf(key)?.batchId;
    if (batchId === undefined) continue;
    const batch = await ctx.db
      .selectFrom("print_batch")
      .select(["state", "sendings"])
      .where("id", "=", batchId)
      .executeTakeFirst();
    // One that was withdrawn, or whose letters are told to be posted already, is not printed by this.
    const isDue = batch?.state === "ready" && effectKey(batchId, batch.sendings) === key;
    turns.set(
      key,
      isDue ? (over: HandOver) => drop(ctx, batchId, over) : { state: "refused", error: "print-batches.cannotDeliver" },
    );
  }
  return turns;
}

/** Notes on a batch what became of its delivery where it did not arrive; told twice it is one. */
export const noteDelivery = on(outboxSettled, async (job, { key, state, error }) => {
  const sending = sendingOf(key);
  if (!sending || (state !== "uncertain" && state !== "dead" && state !== "kept")) return;
  const { batchId, sendings } = sending;
  await job.tx(async (ctx) => {
    // Of an earlier sending nothing is noted any more: the batch was given to the outbox again since.
    const noted = await ctx.db
      .updateTable("print_batch")
      .set((eb) => ({ delivery: state, delivery_error: error, version: eb("version", "+", 1) }))
      .where("id", "=", batchId)
      .where("sendings", "=", sendings)
      .where("state", "=", "ready")
      .where((eb) => eb("delivery", "is distinct from", state))
      .returning("id")
      .executeTakeFirst();
    if (!noted) return;
    // What was only kept, because this installation sends nothing, has no reason to tell.
    const why = error === null ? { why: "" } : { error };
    await noteEvent(ctx, batchId, state === "uncertain" ? "uncertain" : "deliveryFailed", why);
  });
});
