/** An office that is reached by SFTP: a batch is dropped there as one archive, and what it leaves for us is fetched. */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";
import type { JobCtx } from "../../../ground/platform/server/http/module.ts";
import type { Delivery, HandOver } from "../../../ground/platform/server/outbox/outbox-delivery.ts";
import {
  connectSftp,
  type DroppedFile,
  dropFile,
  inFolder,
  readUpTo,
  type SftpConnection,
  SftpFault,
  SftpUnknown,
  type SftpWhy,
} from "../../../ground/platform/server/outbox/sftp.ts";
import { noteSent } from "../batches/office.server.ts";
import { packageOf, zipOf } from "../batches/package.server.ts";
import type { BatchRow } from "../batches/record.server.ts";
import { type DestinationRecord, secretOf } from "../destinations/record.server.ts";
import { storableJson } from "../feed/storable.ts";

/** Text key of what stands in the way. */
const faults: Readonly<Record<SftpWhy, string>> = {
  notAllowed: "platform.outbox.notAllowed",
  unreachable: "platform.outbox.connection",
  login: "platform.outbox.login",
  ended: "platform.outbox.connection",
  hostKey: "handover-batches.errorHostKey",
  size: "handover-batches.errorSize",
};

async function connected(ctx: Pick<JobCtx, "environment">, to: DestinationRecord): Promise<SftpConnection> {
  const { host, port, username, host_key: hostKey } = to;
  const password = secretOf(ctx.environment, to, "password");
  const privateKey = secretOf(ctx.environment, to, "private_key");
  const place = { host, port, username, password, privateKey, hostKey };
  return connectSftp(place, ctx.environment);
}

/** Drops a file at an office. Tried again it looks first at what lies there, so that nothing is there twice. */
async function dropped(ctx: JobCtx, to: DestinationRecord, file: DroppedFile, over: HandOver): Promise<Delivery> {
  let connection: SftpConnection | undefined;
  try {
    connection = await connected(ctx, to);
    await dropFile(connection, file, over);
    return { state: "sent" };
  } catch (error) {
    ctx.log.warn({ err: error, destination: to.id, file: file.name }, "nothing was left at an office");
    if (error instanceof SftpUnknown) return { state: "uncertain", error: "platform.outbox.unanswered" };
    return { state: "failed", error: faults[error instanceof SftpFault ? error.why : "unreachable"] };
  } finally {
    await connection?.close();
  }
}

export async function deliverSftp(
  ctx: JobCtx,
  to: DestinationRecord,
  batch: BatchRow,
  over: HandOver,
): Promise<Delivery> {
  const whole = await packageOf(ctx, batch, to.name);
  const open = async () => zipOf(ctx, batch, whole);
  const delivery = await dropped(ctx, to, { folder: to.folder, name: `${batch.key}.zip`, open }, over);
  return delivery.state === "sent" ? { state: "sent", note: (work) => noteSent(work, batch.id) } : delivery;
}

/** Leaves a text at an office. */
export const leaveSftp = (
  ctx: JobCtx,
  to: DestinationRecord,
  { name, text }: { readonly name: string; readonly text: string },
  over: HandOver,
): Promise<Delivery> =>
  dropped(ctx, to, { folder: to.folder, name, open: async () => Readable.from([Buffer.from(text)]) }, over);

/** Leaves beside a batch that it was taken back. */
export function recallSftp(ctx: JobCtx, to: DestinationRecord, batch: BatchRow, over: HandOver): Promise<Delivery> {
  const at = (batch.ended_at ?? ctx.clock.now()).toISOString();
  const recall = { batch: batch.key, recalledAt: at, reason: batch.recall_reason ?? "" };
  return leaveSftp(ctx, to, { name: `${batch.key}.recall.json`, text: `${JSON.stringify(recall, null, 2)}\n` }, over);
}

/** A message that an office left: a receipt, reports, or what it holds. */
const message = z.looseObject({});

export interface LeftMessage {
  readonly name: string;
  /** Undefined where it is no JSON. */
  readonly content: z.infer<typeof message> | undefined;
}

/** What becomes of messages that an office left. */
export interface Takers {
  /** Whether it was taken in: one that was not stays there, and holds up no other. */
  take(left: LeftMessage): Promise<boolean>;
  /** One that is too large to be read. */
  tooLarge(name: string, size: number): Promise<void>;
}

const mostMessages = 200;
const mostBytes = 20_000_000;

/** The content of a message, undefined where it is no JSON. */
function contentIn(bytes: unknown): LeftMessage["content"] {
  try {
    return message.parse(storableJson(String(bytes)));
  } catch {
    return undefined;
  }
}

/** Puts a message that was taken in away; where one of its name lies there, beside that. */
async function putAway({ client, asked }: SftpConnection, folder: string, name: string): Promise<void> {
  const done = inFolder(folder, "done");
  await asked(async () => {
    if (!(await client.exists(done))) await client.mkdir(done, true);
    const other = `${name.replace(/\.json$/, "")}-${randomBytes(4).toString("hex")}.json`;
    const free = (await client.exists(inFolder(done, name))) ? other : name;
    await client.rename(inFolder(folder, name), inFolder(done, free));
  });
}

/** Reads what an office left for us, hands each over, and puts it away once it was taken in. */
export async function fetchMessages(
  ctx: Pick<JobCtx, "environment" | "log" | "signal">,
  to: DestinationRecord,
  { take, tooLarge }: Takers,
): Promise<void> {
  const connection = await connected(ctx, to);
  const { client, asked, close } = connection;
  try {
    const folder = to.receipt_folder;
    const found = (await asked(() => client.list(inFolder(folder, "").replace(/\/$/, "")))).filter(
      ({ type, name }) => type === "-" && /^[\w][\w.-]*\.json$/.test(name),
    );
    let taken = 0;
    for (const { name, size } of found) {
      if (ctx.signal.aborted || taken === mostMessages) return;
      if (size > mostBytes) {
        await tooLarge(name, size);
        continue;
      }
      const bytes = await asked(() => readUpTo(client, inFolder(folder, name), size));
      // One that is still being written is for the next look.
      if (bytes.length > size) continue;
      const content = contentIn(bytes);
      if (!(await take({ name, content }))) continue;
      taken += 1;
      await putAway(connection, folder, name).catch((error: unknown) => {
        // Taken in twice it is one; the next look tries again.
        ctx.log.warn({ err: error, name }, "a message of an office could not be put away");
      });
    }
  } finally {
    await close();
  }
}
