/**
 * SFTP to a place that a user set: connected through the guard for what goes out, its key looked at before anything secret is sent, and a file
 * dropped so that whoever fetches it finds it whole, once, under a name that is never used again.
 */
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type SftpClient from "ssh2-sftp-client";
import type { HandOver } from "./outbox-delivery.ts";
import { type OutgoingException, OutgoingRefused, openSocket } from "./outgoing.ts";

const readyMillis = 15_000;

export interface SftpPlace {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly privateKey: string;
  /** The SHA-256 that was agreed on; a server that shows another key gets nothing. */
  readonly hostKey: string;
}

export type SftpWhy = "notAllowed" | "unreachable" | "hostKey" | "login" | "size" | "ended";

/** Nothing was handed over. */
export class SftpFault extends Error {
  readonly why: SftpWhy;
  /** The SHA-256 of the key that the server showed; "" where it showed none. */
  readonly hostKey: string;
  constructor(why: SftpWhy, hostKey = "", cause?: unknown) {
    super(`SFTP: ${why}`, { cause });
    this.why = why;
    this.hostKey = hostKey;
  }
}

/** It may lie there, or have lain there: the answer was lost, and it could not be looked for. */
export class SftpUnknown extends Error {}

/** The SHA-256 of a server's key as `ssh-keygen -l` shows it. */
export const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

/** @throws SftpFault */
export async function connectSftp(
  place: SftpPlace,
  allowed: readonly OutgoingException[],
): Promise<{ readonly client: SftpClient; readonly hostKey: string }> {
  const { host, port, username, password, privateKey } = place;
  const sock = await openSocket({ kind: "sftp", host, port }, allowed, readyMillis).catch((error) => {
    throw new SftpFault(error instanceof OutgoingRefused ? "notAllowed" : "unreachable", "", error);
  });
  const { default: Client } = await import("ssh2-sftp-client");
  // Without these the library writes to the console what happens after the end.
  const client = new Client("vorder", { error: () => undefined, end: () => undefined, close: () => undefined });
  let hostKey = "";
  try {
    await client.connect({
      sock,
      username,
      ...(password === "" ? {} : { password }),
      ...(privateKey === "" ? {} : { privateKey }),
      readyTimeout: readyMillis,
      // Nothing secret is sent before the key is known to be the one that was agreed on.
      hostVerifier: (key: Buffer) => {
        hostKey = fingerprintOf(key);
        return hostKey === place.hostKey;
      },
    });
    return { client, hostKey };
  } catch (error) {
    await client.end().catch(() => undefined);
    sock.destroy();
    if (hostKey !== "" && hostKey !== place.hostKey) throw new SftpFault("hostKey", hostKey, error);
    const isLogin = error instanceof Error && /authentication|privateKey|passphrase/i.test(error.message);
    throw new SftpFault(isLogin ? "login" : "unreachable", hostKey, error);
  }
}

/** The path of a name in a folder as it was typed. */
export const inFolder = (folder: string, name: string): string => `${folder.replace(/\/+$/, "") || "."}/${name}`;

/** The size of what lies there; undefined where nothing does. */
async function sizeOf(client: SftpClient, path: string): Promise<number | undefined> {
  if (!(await client.exists(path))) return undefined;
  return (await client.stat(path)).size;
}

export interface DroppedFile {
  readonly folder: string;
  /** Never used again for anything else. */
  readonly name: string;
  /** Gives the same bytes whenever it is asked. */
  open(): Promise<Readable>;
}

async function measured(file: DroppedFile): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  await pipeline(await file.open(), async (pieces: AsyncIterable<Uint8Array>) => {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.byteLength;
    }
  });
  return { size, sha256: hash.digest("hex") };
}

/** Gives an uploaded file its name. Where the answer is lost, what lies there tells. @throws SftpFault; SftpUnknown */
async function rename(client: SftpClient, hidden: string, final: string, size: number): Promise<void> {
  try {
    await client.rename(hidden, final);
  } catch (error) {
    const [there, here] = await Promise.all([sizeOf(client, final), sizeOf(client, hidden)]).catch(() => {
      throw new SftpUnknown("nobody knows whether it was renamed", { cause: error });
    });
    if (there === size) return;
    // Neither name is there: it was renamed, and fetched at once.
    if (there === undefined && here === undefined) return;
    throw new SftpFault("ended", "", error);
  }
}

/**
 * Drops a file: written under a hidden name, its size looked at, and renamed; its hash comes last, in a file beside it. What an earlier attempt left
 * whole is not written again. In memory stands a piece at a time.
 * @throws SftpFault where nothing was handed over; SftpUnknown where nobody knows.
 */
export async function dropFile(client: SftpClient, file: DroppedFile, over: HandOver): Promise<void> {
  const { size, sha256 } = await measured(file);
  const final = inFolder(file.folder, file.name);
  const lies = await sizeOf(client, final);
  if (lies !== undefined && lies !== size) throw new SftpFault("size");
  if (lies === undefined) {
    const hidden = inFolder(file.folder, `.${file.name}.${randomBytes(4).toString("hex")}.part`);
    await client.put(await file.open(), hidden);
    if ((await sizeOf(client, hidden)) !== size) throw new SftpFault("size");
    if (!(await over.handOver())) throw new SftpFault("ended");
    await rename(client, hidden, final, size);
  }
  const sums = inFolder(file.folder, `${file.name}.sha256`);
  try {
    if ((await sizeOf(client, sums)) === undefined)
      await client.put(Readable.from([Buffer.from(`${sha256}  ${file.name}\n`)]), sums);
  } catch (error) {
    throw new SftpUnknown("it lies there, and its hash may not", { cause: error });
  }
}
