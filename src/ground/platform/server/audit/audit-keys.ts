/**
 * The keys of the audit trail's chain. They are outside the database: in AUDIT_KEY, or in a file of the data folder. There may be several; the last
 * one seals, the earlier ones verify what they sealed.
 */

import { createHash, randomBytes } from "node:crypto";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../process/environment.ts";
import { codeOf } from "../process/error-code.ts";

export interface AuditKey {
  /** Identifies a key without revealing it. */
  readonly id: string;
  readonly secret: string;
}

export interface AuditKeys {
  readonly all: ReadonlyMap<string, AuditKey>;
  /** The key used for sealing. */
  readonly current: AuditKey;
}

type Place = Pick<Environment, "auditKey" | "dataDir">;

const fileOf = (place: Place): string => join(place.dataDir, "audit-key");

const keyOf = (secret: string): AuditKey => ({
  id: createHash("sha256").update(`audit key ${secret}`).digest("hex").slice(0, 12),
  secret,
});

function ringOf(secrets: readonly string[]): AuditKeys | undefined {
  const keys = secrets.map((secret) => secret.trim()).filter(Boolean);
  const last = keys.at(-1);
  if (last === undefined) return undefined;
  return { all: new Map(keys.map((secret) => [keyOf(secret).id, keyOf(secret)])), current: keyOf(last) };
}

const freshSecret = (): string => randomBytes(32).toString("base64url");

const readRing = async (place: Place): Promise<AuditKeys | undefined> =>
  place.auditKey === undefined
    ? ringOf((await readFile(fileOf(place), "utf8").catch(() => "")).split("\n"))
    : ringOf(place.auditKey.split(","));

/** The keys of this installation; creates the file with a first one if it is missing. */
export async function auditKeys(place: Place): Promise<AuditKeys> {
  const known = await readRing(place);
  if (known) return known;
  const file = fileOf(place);
  await mkdir(dirname(file), { recursive: true });
  // Another process may have created it first; then its key is used.
  await writeFile(file, `${freshSecret()}\n`, { mode: 0o600, flag: "wx", flush: true }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  const made = await readRing(place);
  if (!made) throw new Error(`the file ${file} holds no key of the audit trail`);
  return made;
}

/** Adds a key that seals from now on. @throws Error with a plain message if the keys are set by the environment. */
export async function rotateAuditKey(place: Place): Promise<AuditKey> {
  if (place.auditKey !== undefined)
    throw new Error("the keys of the audit trail stand in AUDIT_KEY: add one there, after a comma, and start again");
  await auditKeys(place);
  const secret = freshSecret();
  await appendFile(fileOf(place), `${secret}\n`, { mode: 0o600, flush: true });
  return keyOf(secret);
}
