/**
 * The head of the audit trail's chain, written down outside the database: whoever cuts lines off at the end, or all of them, cannot take
 * back what stands here. A head that is no longer in the chain stays as it is, as evidence, until somebody accepts the trail as it stands.
 */

import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Environment } from "../process/environment.ts";

const headShape = z.object({
  /** How many lines were sealed. */
  seq: z.number().int().nonnegative(),
  /** The seal of the last of them, hexadecimal. */
  hash: z.string(),
  at: z.iso.datetime(),
});
export type AuditHead = z.infer<typeof headShape>;

type Place = Pick<Environment, "dataDir">;

const headFile = (place: Place): string => join(place.dataDir, "audit-head.json");

/** The head as it was last written down; undefined where none ever was. @throws Error where the file cannot be read as one. */
export async function readHead(place: Place): Promise<AuditHead | undefined> {
  const text = await readFile(headFile(place), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : headShape.parse(JSON.parse(text));
}

/** Writes the head down; it appears whole. */
export async function writeHead(place: Place, head: AuditHead): Promise<void> {
  const file = headFile(place);
  const fresh = `${file}.${randomBytes(4).toString("hex")}.part`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(fresh, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true });
  await rename(fresh, file);
}

/** How a head is told to people and to `verify --head`. */
export const headText = ({ seq, hash }: Pick<AuditHead, "seq" | "hash">): string => `${seq}:${hash}`;

/** @throws Error in plain words where it is none. */
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
