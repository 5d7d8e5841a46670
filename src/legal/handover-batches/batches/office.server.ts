/** What an office makes of a batch: that it left, the receipt, and what becomes of each file by it. */
import { planAgendas, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { lockFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { moveFile } from "../../../cases/states/states.server.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { fileSteps } from "../../../letters/workflows/workflows.server.ts";
import { endAnswered, endHeld } from "./ends.server.ts";
import { type EventKind, noteEvents } from "./events.server.ts";
import { refuseRecall } from "./recall.server.ts";
import { flawOf, type Receipt, type ReceiptFlaw, stateBy } from "./receipt.ts";
import { type BatchRow, changeBatch, lockedBatch, typeOf } from "./record.server.ts";
import { storedTold } from "./told.ts";
import { rowsToSend } from "./work.server.ts";

/** The mail with the batch came back after it had left: it has not left, and may go again, unless the office has answered it. */
export async function requeueBouncedBatch(ctx: WorkCtx, batch: BatchRow): Promise<void> {
  if (batch.state !== "sent" || batch.receipt_at !== null) return;
  await changeBatch(ctx, batch.id, { state: "queued", sent_at: null });
  await ctx.db
    .updateTable("handover_batch_file")
    .set({ state: "queued", state_at: ctx.clock.now() })
    .where("batch_id", "=", batch.id)
    .where("state", "=", "sent")
    .execute();
}

/** The batch has left. It is not done by that: the office's receipt says whether it took it. */
export async function noteSent(ctx: WorkCtx, batchId: number, kind: EventKind = "sent"): Promise<void> {
  const batch = await lockedBatch(ctx, batchId);
  if (batch?.state !== "queued") return;
  const now = ctx.clock.now();
  await changeBatch(ctx, batchId, { state: "sent", sent_at: now, delivery_error: null });
  await ctx.db
    .updateTable("handover_batch_file")
    .set({ state: "sent", state_at: now })
    .where("batch_id", "=", batchId)
    .where("state", "=", "queued")
    .execute();
  await noteEvents(ctx, [{ batchId, kind, from: "queued", to: "sent" }]);
}

const problemOf: Readonly<Record<ReceiptFlaw, string>> = {
  count: "handover-batches.problemCount",
  total: "handover-batches.problemTotal",
  hash: "handover-batches.problemHash",
  files: "handover-batches.problemFiles",
};

interface Row {
  readonly id: number;
  readonly file_id: number;
  readonly number: string;
  readonly open_cents: number | null;
}

/** What an accepted or rejected file becomes here: its phase, and a line on its timeline. */
async function applyToFile(
  ctx: WorkCtx,
  batch: BatchRow,
  row: Pick<Row, "file_id">,
  told: Omit<Receipt["files"][number], "fileNumber">,
  office: string,
) {
  const file = await lockFile(ctx, row.file_id);
  const accepted = told.state === "accepted";
  const type = typeOf(batch);
  const subject = accepted
    ? { key: "handover-batches.logAccepted", values: { office, number: told.officeNumber || "–" } }
    : { key: "handover-batches.logRejected", values: { office } };
  await writeLog(ctx, { fileId: row.file_id, type: "status", subject, content: told.reason || null });
  if (!accepted || file.status === "closed" || type === "insolvency_check") return;
  if (type !== "transfer_back") await endTask(ctx, row.file_id);
  const phase = type === "transfer_back" ? "judicial" : "bailiff";
  await moveFile(ctx, file, { status: file.status, phase }, { key: "handover-batches.logPhase", values: { office } });
  if (type === "transfer_back") await endHeld(ctx, row.file_id, batch.destination_id);
}

const words = { gone: "handover-batches.refusedGone", changed: "handover-batches.refusedChanged" };

/** What the file refuses is told beside it: the office has it all the same, and the files beside it go on. */
async function tryOnFile(
  ctx: WorkCtx,
  batch: BatchRow,
  row: Pick<Row, "id" | "file_id">,
  told: Omit<Receipt["files"][number], "fileNumber">,
  office: string,
): Promise<void> {
  const tried = await withSavepoint(ctx, () => applyToFile(ctx, batch, row, told, office), words);
  if (!("refused" in tried)) return;
  const [why] = tried.refused;
  const reason = ctx.translate(why, "nl");
  await noteEvents(ctx, [{ batchId: batch.id, batchFileId: row.id, kind: "notCarried", reason: why }]);
  await planAgendas(ctx, [
    {
      fileId: row.file_id,
      subject: "bailiff_status",
      on: ctx.clock.today(),
      note: ctx.translate({ key: "handover-batches.planNotCarried", values: { office, reason } }, "nl"),
      key: `handover-${row.id}-notCarried`,
    },
  ]);
}

/** The handover that the workflow waited for has come about: its step is done, and so is what was planned for it. */
async function endTask(ctx: WorkCtx, fileId: number): Promise<void> {
  await fileSteps.completeTask(ctx, fileId, "TASK_HANDOVER");
  await settleAgenda(ctx, { fileId, subject: "summons_approval" });
}

/** Says once what is wrong with a receipt, however often the office gives the same one. */
async function noteWrong(ctx: WorkCtx, batch: BatchRow, problem: string, reason: string | Message): Promise<void> {
  const last = await ctx.db
    .selectFrom("handover_event")
    .select("reason")
    .where("batch_id", "=", batch.id)
    .where("kind", "=", "receiptWrong")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (batch.problem === problem && last?.reason === storedTold(reason)) return;
  await changeBatch(ctx, batch.id, { problem });
  await noteEvents(ctx, [{ batchId: batch.id, kind: "receiptWrong", reason }]);
}

/** A receipt that cannot be read at all is shown, and changes nothing. */
export async function noteUnread(ctx: WorkCtx, batchId: number): Promise<void> {
  const batch = await lockedBatch(ctx, batchId);
  if (batch?.state === "sent" || batch?.state === "queued")
    await noteWrong(ctx, batch, "handover-batches.problemShape", { key: "handover-batches.problemShape" });
}

/**
 * Notes a receipt. One that is not of what was sent changes no state: it is shown as wrong. Told twice it is one. Gives what is wrong with it.
 * @param unread rows of it that could not be read: their files are answered by a later one.
 */
export async function applyReceipt(
  ctx: WorkCtx,
  batchId: number,
  receipt: Omit<Receipt, "batch">,
  unread = 0,
): Promise<ReceiptFlaw | undefined> {
  await noteSent(ctx, batchId);
  const found = await lockedBatch(ctx, batchId);
  if (!found || found.receipt_at !== null) return undefined;
  // It had accepted the batch before it heard that it was taken back: it keeps it, and is asked to give its files back.
  const kept = await refuseRecall(ctx, found);
  const batch = kept ? await lockedBatch(ctx, batchId) : found;
  if (!batch) return undefined;
  if (batch.state === "recalled") {
    await changeBatch(ctx, batchId, { problem: "handover-batches.problemLate", receipt_at: ctx.clock.now() });
    await noteEvents(ctx, [{ batchId, kind: "lateReceipt" }]);
    return undefined;
  }
  if (batch.state !== "sent") return undefined;
  const going = await rowsToSend(ctx, batchId).execute();
  const rows = going.filter(({ state }) => state === "sent");
  const sent = {
    count: batch.count ?? 0,
    totalCents: batch.total_cents ?? 0,
    sha256: batch.sha256 ?? "",
    fileNumbers: going.map(({ number }) => number),
    unanswered: rows.map(({ number }) => number),
  };
  const flaw = flawOf(sent, receipt, unread);
  if (flaw) {
    const summary = `${receipt.count} · ${receipt.total} · ${receipt.sha256.slice(0, 16)}`;
    const ours = `${sent.count} · ${decimalFromCents(sent.totalCents)} · ${sent.sha256.slice(0, 16)}`;
    await noteWrong(ctx, batch, problemOf[flaw], `${summary} ≠ ${ours}`);
    return flaw;
  }
  await takeReceipt(ctx, batch, rows, receipt.files, unread);
  return undefined;
}

/** The numbers of the files of a batch that went and of which the office has not said whether it takes them. */
export const unansweredOf = async (ctx: WorkCtx, batchId: number): Promise<string[]> =>
  (await rowsToSend(ctx, batchId).execute()).flatMap(({ state, number }) => (state === "sent" ? [number] : []));

const officeName = async ({ db }: WorkCtx, { destination_id }: BatchRow): Promise<string> =>
  (
    await db
      .selectFrom("handover_destination")
      .select("name")
      .where("id", "=", destination_id)
      .executeTakeFirstOrThrow()
  ).name;

interface FileVerdict {
  readonly kind: "accepted" | "rejected";
  readonly officeNumber?: string;
  readonly reason?: string;
}

/** What an office says of one file, where it gives no receipt of the whole batch. The last of them makes the batch what a receipt would. */
export async function applyVerdict(ctx: WorkCtx, batchId: number, rowId: number, verdict: FileVerdict): Promise<void> {
  const batch = await lockedBatch(ctx, batchId);
  const row = await ctx.db
    .selectFrom("handover_batch_file")
    .select(["id", "file_id", "state"])
    .where("id", "=", rowId)
    .executeTakeFirst();
  if (batch?.state !== "sent" || row?.state !== "sent") return;
  const { kind: state, officeNumber = "", reason = "" } = verdict;
  await changeFile(ctx, row.id, { state, officeNumber, reason });
  await noteEvents(ctx, [{ batchId, batchFileId: row.id, kind: state, from: "sent", to: state, reason }]);
  await tryOnFile(ctx, batch, row, { state, officeNumber, reason }, await officeName(ctx, batch));
  await endReceipt(ctx, batchId);
  await endAnswered(ctx, batch);
}

/**
 * Once the office has answered for every file, the batch is what it made of it.
 * @param told what it says just now, which is noted of the files afterwards.
 */
async function endReceipt(
  ctx: WorkCtx,
  batchId: number,
  told: readonly { readonly id: number; readonly state: string }[] = [],
): Promise<void> {
  const rows = await ctx.db
    .selectFrom("handover_batch_file")
    .select(["id", "state"])
    .where("batch_id", "=", batchId)
    .where("state", "in", ["sent", "accepted", "rejected", "processed"])
    .execute();
  const fresh = new Map(told.map(({ id, state }) => [id, state]));
  const files = rows.map(({ id, state }) => ({ state: fresh.get(id) ?? state }));
  if (files.some((file) => file.state === "sent")) return;
  const to = stateBy(files);
  await changeBatch(ctx, batchId, { state: to, receipt_at: ctx.clock.now(), problem: null });
  await noteEvents(ctx, [{ batchId, kind: "receipt", from: "sent", to }]);
}

const changeFile = (
  { db, clock }: WorkCtx,
  id: number,
  { state, officeNumber, reason }: { readonly state: string; readonly officeNumber: string; readonly reason: string },
) =>
  db
    .updateTable("handover_batch_file")
    .set({
      state,
      office_number: officeNumber || null,
      reason: reason || null,
      state_at: clock.now(),
      reported_at: clock.now(),
    })
    .where("id", "=", id)
    .execute();

/** Lets the return feed go on with what it was told of files before the office had accepted them. */
type Accepted = (
  ctx: WorkCtx,
  office: { readonly id: number; readonly name: string },
  numbers: readonly string[],
) => Promise<void>;
const onAccepted: Accepted[] = [];
export const followAccepted = (follow: Accepted): void => {
  onAccepted.push(follow);
};

async function takeReceipt(
  ctx: WorkCtx,
  batch: BatchRow,
  rows: readonly Row[],
  files: Receipt["files"],
  unread: number,
): Promise<void> {
  const office = await officeName(ctx, batch);
  const byNumber = new Map(files.map((file) => [file.fileNumber, file]));
  const isWhole = rows.every(({ number }) => byNumber.has(number));
  if (isWhole)
    await endReceipt(
      ctx,
      batch.id,
      rows.map(({ id, number }) => ({ id, state: byNumber.get(number)?.state ?? "" })),
    );
  // In the order of the files' ids: each is locked from here on.
  for (const row of [...rows].sort((a, b) => a.file_id - b.file_id)) {
    const file = byNumber.get(row.number);
    if (!file) continue;
    await changeFile(ctx, row.id, file);
    await noteEvents(ctx, [
      { batchId: batch.id, batchFileId: row.id, kind: file.state, from: "sent", to: file.state, reason: file.reason },
    ]);
    await tryOnFile(ctx, batch, row, file, office);
  }
  if (!isWhole)
    await noteWrong(ctx, batch, "handover-batches.problemRows", {
      key: "handover-batches.reasonRows",
      values: { rows: unread },
    });
  await endAnswered(ctx, batch);
  const mine = new Set(rows.map(({ number }) => number));
  const numbers = files
    .filter(({ state, fileNumber }) => state === "accepted" && mine.has(fileNumber))
    .map(({ fileNumber }) => fileNumber);
  for (const follow of onAccepted) await follow(ctx, { id: batch.destination_id, name: office }, numbers);
}
