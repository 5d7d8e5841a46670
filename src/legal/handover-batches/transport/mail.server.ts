/** An office that is reached by e-mail: the batch as a ZIP encrypted with AES-256, under a password that was agreed on by other means. */
import type { Readable } from "node:stream";
import type { JobCtx } from "../../../ground/platform/server/http/module.ts";
import type { Delivery, HandOver } from "../../../ground/platform/server/outbox/outbox-delivery.ts";
import { packageOf, zipOf } from "../batches/package.server.ts";
import { type BatchRow, changeBatch, mailKey, recallMailKey } from "../batches/record.server.ts";
import { type DestinationRecord, secretOf } from "../destinations/record.server.ts";
import { answerMailKey } from "../register/answer.server.ts";
import { withdrawalMailKey } from "../roll/withdrawal.server.ts";

/** Larger mails are refused by most mail servers. */
const mostBytes = 20_000_000;

/** An archive in which the package lies encrypted. */
export async function encrypted(name: string, bytes: Uint8Array, password: string): Promise<Uint8Array> {
  const { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import("@zip.js/zip.js");
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new Uint8ArrayWriter(), { password, encryptionStrength: 3 });
  await zip.add(name, new Uint8ArrayReader(bytes), { level: 0 });
  return zip.close();
}

/** What a stream gives; undefined as soon as it is more than a mail may hold. */
async function small(content: Readable): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    // Leaving the loop ends the stream.
    if (size > mostBytes) return undefined;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Gives the batch to the outbox once more, as a mail: whether that went is the mail's own affair. */
export async function deliverMail(
  ctx: JobCtx,
  to: DestinationRecord,
  batch: BatchRow,
  over: HandOver,
): Promise<Delivery> {
  const password = secretOf(ctx.environment, to, "archive_password");
  if (password === "") return { state: "refused", error: "handover-batches.noPassword" };
  const plain = await small(zipOf(ctx, batch, await packageOf(ctx, batch, to.name)));
  if (plain === undefined) return { state: "refused", error: "handover-batches.mailTooLarge" };
  const bytes = await encrypted(`${batch.key}.zip`, plain, password);
  if (!(await over.handOver())) return { state: "failed", error: "platform.outbox.ended" };
  return {
    state: "sent",
    async note(work) {
      const name = `${batch.key}-aes.zip`;
      const stored = await work.storage.put(bytes, { name, mime: "application/zip" });
      if (batch.mail_storage_key !== null) await work.storage.delete(batch.mail_storage_key);
      await changeBatch(work, batch.id, { mail_storage_key: stored.key });
      const values = { id: batch.key, count: batch.count ?? 0 };
      await work.send({
        key: mailKey(batch),
        kind: "mail",
        payload: {
          to: to.email,
          subject: work.translate({ key: "handover-batches.mailSubject", values }, "nl"),
          text: work.translate(
            { key: "handover-batches.mailText", values: { ...values, sum: batch.sha256 ?? "" } },
            "nl",
          ),
          attachments: [{ name, mime: "application/zip", storageKey: stored.key }],
        },
      });
    },
  };
}

/** Gives to the mails that a batch was taken back: its name and why, nothing of its files. */
export async function recallMail(to: DestinationRecord, batch: BatchRow, over: HandOver): Promise<Delivery> {
  if (!(await over.handOver())) return { state: "failed", error: "platform.outbox.ended" };
  return {
    state: "sent",
    async note(work) {
      const values = { id: batch.key, count: batch.count ?? 0, reason: batch.recall_reason ?? "" };
      await work.send({
        key: recallMailKey(batch),
        kind: "mail",
        payload: {
          to: to.email,
          subject: work.translate({ key: "handover-batches.recallSubject", values }, "nl"),
          text: work.translate({ key: "handover-batches.recallText", values }, "nl"),
        },
      });
    },
  };
}

/** Gives to the mails what a client answered. */
export async function answerMail(to: DestinationRecord, id: number, text: string, over: HandOver): Promise<Delivery> {
  if (!(await over.handOver())) return { state: "failed", error: "platform.outbox.ended" };
  return {
    state: "sent",
    async note(work) {
      await work.send({
        key: answerMailKey(id),
        kind: "mail",
        payload: {
          to: to.email,
          subject: work.translate({ key: "handover-batches.answerSubject" }, "nl"),
          text: `${work.translate({ key: "handover-batches.answerText" }, "nl")}\n\n${text}`,
        },
      });
    },
  };
}

/** Gives to the mails which cases an office takes off the roll. */
export async function withdrawMail(
  to: DestinationRecord,
  { id, text, count }: { readonly id: number; readonly text: string; readonly count: number },
  over: HandOver,
): Promise<Delivery> {
  if (!(await over.handOver())) return { state: "failed", error: "platform.outbox.ended" };
  return {
    state: "sent",
    async note(work) {
      const values = { count };
      await work.send({
        key: withdrawalMailKey(id),
        kind: "mail",
        payload: {
          to: to.email,
          subject: work.translate({ key: "handover-batches.withdrawSubject", values }, "nl"),
          text: `${work.translate({ key: "handover-batches.withdrawText", values }, "nl")}\n\n${text}`,
        },
      });
    },
  };
}
