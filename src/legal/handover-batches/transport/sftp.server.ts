/**
 * An office that is reached by SFTP. A batch is written under a hidden name, looked at, and renamed to a name that is never used again; the
 * file with its hash comes last. Whether a rename whose answer was lost went through is seen from what lies there.
 */
import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import SftpClient from "ssh2-sftp-client";
import { z } from "zod";
import { fingerprintOf } from "../../../exchange/intake/intake.server.ts";
import type { JobCtx } from "../../../ground/platform/server/http/module.ts";
import type { Delivery, HandOver } from "../../../ground/platform/server/outbox/outbox-delivery.ts";
import { OutgoingRefused, openSocket } from "../../../ground/platform/server/outbox/outgoing.ts";
import { noteSent } from "../batches/office.server.ts";
import { packageOf, zipOf } from "../batches/package.server.ts";
import type { BatchRow } from "../batches/record.server.ts";
import { type DestinationRecord, secretOf } from "../destinations/record.server.ts";

const readyMillis = 15_000;

class SftpFault extends Error {
  /** Text key of what stands in the way. */
  readonly key: string;
  constructor(key: string, cause?: unknown) {
    super(key, { cause });
    this.key = key;
  }
}

async function connected(ctx: Pick<JobCtx, "environment">, to: DestinationRecord): Promise<SftpClient> {
  const { host, port, username } = to;
  const password = secretOf(ctx.environment, to, "password");
  const privateKey = secretOf(ctx.environment, to, "private_key");
  const sock = await openSocket({ kind: "sftp", host, port }, ctx.environment.outgoingAllow, readyMillis).catch(
    (error) => {
      throw new SftpFault(
        error instanceof OutgoingRefused ? "platform.outbox.notAllowed" : "platform.outbox.connection",
        error,
      );
    },
  );
  const client = new SftpClient("vorder", { error: () => undefined, end: () => undefined, close: () => undefined });
  let shown = "";
  try {
    await client.connect({
      sock,
      username,
      ...(password === "" ? {} : { password }),
      ...(privateKey === "" ? {} : { privateKey }),
      readyTimeout: readyMillis,
      // Nothing secret is sent before the key is known to be the one that was agreed on.
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key);
        return shown === to.host_key;
      },
    });
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    sock.destroy();
    const isOther = shown !== "" && shown !== to.host_key;
    throw new SftpFault(isOther ? "handover-batches.errorHostKey" : "platform.outbox.login", error);
  }
}

const within = (folder: string, name: string): string => `${folder.replace(/\/+$/, "") || "."}/${name}`;

/** The size of what lies there; undefined where nothing does. */
async function sizeOf(client: SftpClient, path: string): Promise<number | undefined> {
  if (!(await client.exists(path))) return undefined;
  return (await client.stat(path)).size;
}

async function upload(client: SftpClient, to: DestinationRecord, batch: BatchRow, bytes: Buffer, over: HandOver) {
  const final = within(to.folder, `${batch.key}.zip`);
  const lies = await sizeOf(client, final);
  // An earlier attempt went through although its answer was lost.
  if (lies === undefined) {
    const hidden = within(to.folder, `.${batch.key}.${randomBytes(4).toString("hex")}.part`);
    await client.put(bytes, hidden);
    if ((await sizeOf(client, hidden)) !== bytes.length) throw new SftpFault("handover-batches.errorSize");
    if (!(await over.handOver())) throw new SftpFault("platform.outbox.ended");
    await client.rename(hidden, final).catch(async (error: unknown) => {
      if ((await sizeOf(client, final)) !== bytes.length) throw error;
    });
  } else if (lies !== bytes.length) throw new SftpFault("handover-batches.errorSize");
  const hash = createHash("sha256").update(bytes).digest("hex");
  const sums = within(to.folder, `${batch.key}.zip.sha256`);
  if ((await sizeOf(client, sums)) === undefined) await client.put(Buffer.from(`${hash}  ${batch.key}.zip\n`), sums);
}

export async function deliverSftp(
  ctx: JobCtx,
  to: DestinationRecord,
  batch: BatchRow,
  over: HandOver,
): Promise<Delivery> {
  const bytes = await buffer(zipOf(ctx, batch, await packageOf(ctx, batch, to.name)));
  let client: SftpClient | undefined;
  try {
    client = await connected(ctx, to);
    await upload(client, to, batch, bytes, over);
    return { state: "sent", note: (work) => noteSent(work, batch.id) };
  } catch (error) {
    ctx.log.warn({ err: error, batch: batch.id }, "a batch was not uploaded");
    // Tried again it looks first at what lies there, so that nothing is there twice.
    return { state: "failed", error: error instanceof SftpFault ? error.key : "platform.outbox.connection" };
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** A message that an office left: a receipt, reports, or what it holds. */
const message = z.looseObject({});

export interface LeftMessage {
  readonly name: string;
  /** Undefined where it is no JSON. */
  readonly content: z.infer<typeof message> | undefined;
}

const mostMessages = 200;
const mostBytes = 20_000_000;

/** Reads what an office left for us, hands each over, and puts it away once it was taken in. */
export async function fetchMessages(
  ctx: Pick<JobCtx, "environment" | "log">,
  to: DestinationRecord,
  take: (left: LeftMessage) => Promise<void>,
): Promise<void> {
  const client = await connected(ctx, to);
  try {
    const folder = to.receipt_folder;
    const found = (await client.list(within(folder, "").replace(/\/$/, "")))
      .filter(({ type, name, size }) => type === "-" && /^[\w][\w.-]*\.json$/.test(name) && size <= mostBytes)
      .slice(0, mostMessages);
    for (const { name } of found) {
      const bytes = await client.get(within(folder, name));
      let content: LeftMessage["content"];
      try {
        content = message.parse(JSON.parse(String(bytes)));
      } catch {
        content = undefined;
      }
      await take({ name, content });
      const done = within(folder, "done");
      if (!(await client.exists(done))) await client.mkdir(done, true);
      await client.rename(within(folder, name), `${done}/${name}`).catch((error: unknown) => {
        // Taken in twice it is one; the next look tries again.
        ctx.log.warn({ err: error, name }, "a message of an office could not be put away");
      });
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}
