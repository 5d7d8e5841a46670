/**
 * The head of the audit trail's chain, stored outside the database, so that deleting lines at the end, or all lines, is detected. A head that is no
 * longer in the chain is kept as evidence, until somebody accepts the trail as it is.
 */

import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Environment } from "../process/environment.ts";

const headShape = z.object({
  /** The number of sealed lines. */
  seq: z.number().int().nonnegative(),
  /** The seal of the last of them, hexadecimal. */
  hash: z.string(),
  at: z.iso.datetime(),
});
export type AuditHead = z.infer<typeof headShape>;

type Place = Pick<Environment, "dataDir">;

const headFile = (place: Place): string => join(place.dataDir, "audit-head.json");

/** The last stored head; undefined if there is none. @throws Error if the file is invalid. */
export async function readHead(place: Place): Promise<AuditHead | undefined> {
  const text = await readFile(headFile(place), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : headShape.parse(JSON.parse(text));
}

/** Writes the head atomically. */
export async function writeHead(place: Place, head: AuditHead): Promise<void> {
  const file = headFile(place);
  const fresh = `${file}.${randomBytes(4).toString("hex")}.part`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(fresh, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true });
  await rename(fresh, file);
}

/** The head as text for people and for `verify --head`. */
export const headText = ({ seq, hash }: Pick<AuditHead, "seq" | "hash">): string => `${seq}:${hash}`;

/** @throws Error with a plain message if the text is invalid. */
export function parseHead(text: string): Pick<AuditHead, "seq" | "hash"> {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (seq === undefined || hash === undefined) throw new Error("a head is written as LINES:SEAL, such as 1204:3fa0…");
  return { seq: Number(seq), hash };
}

/** Sends the head to a log server (RFC 5424 over UDP, facility "log audit", severity "notice"). */
export async function sendHead(to: URL, head: AuditHead): Promise<void> {
  const line = `<109>1 ${head.at} ${hostname()} vorder ${process.pid} audit-head - ${headText(head)}`;
  const socket = createSocket(to.hostname.includes(":") ? "udp6" : "udp4");
  try {
    await new Promise<void>((done, failed) => {
      socket.once("error", failed);
      socket.send(line, Number(to.port || 514), to.hostname, (error) => (error ? failed(error) : done()));
    });
  } finally {
    socket.close();
  }
}
