/**
 * SFTP to a destination that a user set: connected through the guard, its host key verified before anything secret is sent, and a file uploaded so
 * that its reader finds it complete, once, under a name that is never used again.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Socket } from "node:net";
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
  /** The expected SHA-256 of the host key; a server with another key gets nothing. */
  readonly hostKey: string;
}

export type SftpWhy = "notAllowed" | "unreachable" | "hostKey" | "login" | "size" | "ended";

/** Nothing was handed over. */
export class SftpFault extends Error {
  readonly why: SftpWhy;
  /** The SHA-256 of the server's host key; "" if it sent none. */
  readonly hostKey: string;
  constructor(why: SftpWhy, hostKey = "", cause?: unknown) {
    super(`SFTP: ${why}`, { cause });
    this.why = why;
    this.hostKey = hostKey;
  }
}

/** The file may have been delivered: the answer was lost, and the file could not be looked for. */
export class SftpUnknown extends Error {}

/** The SHA-256 of a host key in the form of `ssh-keygen -l`. */
export const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

export interface SftpConnection {
  readonly client: SftpClient;
  readonly hostKey: string;
  /** Runs a conversation; one in which nothing is heard for too long is ended, and fails. */
  asked<R>(run: () => Promise<R>): Promise<R>;
  /** Whether it was ended because nothing was heard. */
  isSilent(): boolean;
  /** Never fails, and waits for no server that hangs. */
  close(): Promise<void>;
}

/** A connection whose conversations end when nothing comes or goes for so many seconds: a server may hang for ever. */
function connectionOf(client: SftpClient, hostKey: string, socket: Socket, seconds: number): SftpConnection {
  let isSilent = false;
  socket.on("timeout", () => {
    isSilent = true;
    socket.destroy();
  });
  const asked = async <R>(run: () => Promise<R>): Promise<R> => {
    socket.setTimeout(seconds * 1000);
    try {
      return await run();
    } finally {
      socket.setTimeout(0);
    }
  };
  const close = async (): Promise<void> => {
    await asked(() => client.end()).catch(() => undefined);
    socket.destroy();
  };
  return { client, hostKey, asked, isSilent: () => isSilent, close };
}

/** The bytes of a file that was said to have this size, and at most one more: a server may send without an end. */
export async function readUpTo(client: SftpClient, path: string, size: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of client.createReadStream(path)) {
    const bytes = Buffer.from(piece).subarray(0, size + 1 - length);
    pieces.push(bytes);
    length += bytes.byteLength;
    // Leaving the loop ends the stream.
    if (length > size) break;
  }
  return Buffer.concat(pieces);
}

interface Outgoing {
  readonly outgoingAllow: readonly OutgoingException[];
  /** So long a server may be silent in a conversation. */
  readonly gatewaySeconds: number;
}

/** @throws SftpFault */
export async function connectSftp(
  place: SftpPlace,
  { outgoingAllow: allowed, gatewaySeconds }: Outgoing,
): Promise<SftpConnection> {
  const { host, port, username, password, privateKey } = place;
  const sock = await openSocket({ kind: "sftp", host, port }, allowed, readyMillis).catch((error) => {
    throw new SftpFault(error instanceof OutgoingRefused ? "notAllowed" : "unreachable", "", error);
  });
  const { default: Client } = await import("ssh2-sftp-client");
  // Without these listeners the library prints errors after the end to the console.
  const client = new Client("vorder", { error: () => undefined, end: () => undefined, close: () => undefined });
  let hostKey = "";
  try {
    await client.connect({
      sock,
      username,
      ...(password === "" ? {} : { password }),
      ...(privateKey === "" ? {} : { privateKey }),
      readyTimeout: readyMillis,
      // Nothing secret is sent before the host key is verified.
      hostVerifier: (key: Buffer) => {
        hostKey = fingerprintOf(key);
        return hostKey === place.hostKey;
      },
    });
    return connectionOf(client, hostKey, sock, gatewaySeconds);
  } catch (error) {
    await client.end().catch(() => undefined);
    sock.destroy();
    if (hostKey !== "" && hostKey !== place.hostKey) throw new SftpFault("hostKey", hostKey, error);
    const isLogin = error instanceof Error && /authentication|privateKey|passphrase/i.test(error.message);
    throw new SftpFault(isLogin ? "login" : "unreachable", hostKey, error);
  }
}

/** The path of a name in a folder as entered by the user. */
export const inFolder = (folder: string, name: string): string => `${folder.replace(/\/+$/, "") || "."}/${name}`;

/** The size of the file; undefined if there is none. */
async function sizeOf(client: SftpClient, path: string): Promise<number | undefined> {
  if (!(await client.exists(path))) return undefined;
  return (await client.stat(path)).size;
}

export interface DroppedFile {
  readonly folder: string;
  /** Never used again for other content. */
  readonly name: string;
  /** Returns the same bytes each time. */
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

/** Renames an uploaded file to its final name. If the answer is lost, the files on the server decide. @throws SftpFault; SftpUnknown */
async function rename(client: SftpClient, hidden: string, final: string, size: number): Promise<void> {
  try {
    await client.rename(hidden, final);
  } catch (error) {
    const [there, here] = await Promise.all([sizeOf(client, final), sizeOf(client, hidden)]).catch(() => {
      throw new SftpUnknown("nobody knows whether it was renamed", { cause: error });
    });
    if (there === size) return;
    // Neither name exists: it was renamed, and fetched at once.
    if (there === undefined && here === undefined) return;
    throw new SftpFault("ended", "", error);
  }
}

/**
 * Uploads a file: written under a hidden name, its size verified, and renamed; its hash follows in a file beside it. A complete file of an earlier
 * attempt is not written again. Streams in pieces.
 * @throws SftpFault if nothing was handed over; SftpUnknown if it is unclear.
 */
export async function dropFile({ client, asked }: SftpConnection, file: DroppedFile, over: HandOver): Promise<void> {
  const { size, sha256 } = await measured(file);
  const final = inFolder(file.folder, file.name);
  const lies = await asked(() => sizeOf(client, final));
  if (lies !== undefined && lies !== size) throw new SftpFault("size");
  if (lies === undefined) {
    const hidden = inFolder(file.folder, `.${file.name}.${randomBytes(4).toString("hex")}.part`);
    const content = await file.open();
    await asked(() => client.put(content, hidden));
    if ((await asked(() => sizeOf(client, hidden))) !== size) throw new SftpFault("size");
    if (!(await over.handOver())) throw new SftpFault("ended");
    await asked(() => rename(client, hidden, final, size));
  }
  const sums = inFolder(file.folder, `${file.name}.sha256`);
  try {
    await asked(async () => {
      if ((await sizeOf(client, sums)) === undefined)
        await client.put(Readable.from([Buffer.from(`${sha256}  ${file.name}\n`)]), sums);
    });
  } catch (error) {
    throw new SftpUnknown("it lies there, and its hash may not", { cause: error });
  }
}
