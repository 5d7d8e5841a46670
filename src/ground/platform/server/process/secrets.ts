/**
 * Passwords and keys that the provider must be able to read again: encrypted (AES-256-GCM) with a key outside the database, and bound to their
 * purpose. A secret sealed for one address cannot be opened for another.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The purpose of a secret, with the address that it is sent to: `["gateway.mail", host, port, user]`. */
export type SecretPurpose = readonly (string | number)[];

/** The source of the keys: the environment, otherwise a file in the data folder. */
interface Keyed {
  readonly dataDir: string;
  readonly secretKeys: readonly Buffer[];
}

const keyBytes = 32;
const sealedPattern = /^sealed:1:([0-9a-f]{8}):([\w-]+)$/;

const idOf = (key: Buffer): string => createHash("sha256").update("secret-key:").update(key).digest("hex").slice(0, 8);
const boundTo = (purpose: SecretPurpose): Buffer => Buffer.from(JSON.stringify(purpose));
const fileOf = ({ dataDir }: Keyed): string => join(dataDir, "secret-key");

/** Parses a key: 32 bytes in base64. Undefined if invalid. */
export function readSecretKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64");
  return key.byteLength === keyBytes ? key : undefined;
}

function keysOfFile(environment: Keyed): Buffer[] {
  let text: string;
  try {
    text = readFileSync(fileOf(environment), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").flatMap((line) => readSecretKey(line) ?? []);
}

const textOf = (keys: readonly Buffer[]): string => `${keys.map((key) => key.toString("base64")).join("\n")}\n`;

/** The keys, the sealing one first: from the environment, otherwise from a file in the data folder, created if missing. */
function keysOf(environment: Keyed): readonly Buffer[] {
  if (environment.secretKeys.length > 0) return environment.secretKeys;
  const kept = keysOfFile(environment);
  if (kept.length > 0) return kept;
  try {
    mkdirSync(environment.dataDir, { recursive: true });
    writeFileSync(fileOf(environment), textOf([randomBytes(keyBytes)]), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // Another process was first: its key is used.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return keysOfFile(environment);
}

const isSealed = (text: string): boolean => sealedPattern.test(text);

/** Encrypts a secret for one purpose; an empty one stays empty. */
export function sealSecret(environment: Keyed, purpose: SecretPurpose, secret: string): string {
  if (secret === "") return "";
  const [key] = keysOf(environment);
  if (!key) throw new Error("there is no key for secrets");
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(boundTo(purpose));
  const content = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return `sealed:1:${idOf(key)}:${Buffer.concat([iv, cipher.getAuthTag(), content]).toString("base64url")}`;
}

/**
 * Decrypts a secret for the purpose for which it was sealed. Empty if there is none, it was sealed for another purpose (another address), or its
 * key is missing: it must then be entered again. A plain one of an older release is returned as it is, until the next start seals it.
 */
export function openSecret(environment: Keyed, purpose: SecretPurpose, sealed: string): string {
  if (!isSealed(sealed)) return sealed;
  const [, id = "", text = ""] = sealedPattern.exec(sealed) ?? [];
  const key = keysOf(environment).find((one) => idOf(one) === id);
  if (!key) return "";
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(boundTo(purpose)).setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return "";
  }
}

const markBy = (key: Buffer, text: string): string =>
  createHmac("sha256", createHash("sha256").update("mark-key:").update(key).digest())
    .update(text)
    .digest("hex")
    .slice(0, 16);

/** A signature of a text that only this installation can create: 16 hexadecimal digits. */
export function markOf(environment: Keyed, text: string): string {
  const [key] = keysOf(environment);
  if (!key) throw new Error("there is no key for secrets");
  return markBy(key, text);
}

/** Whether this installation signed a text, with its current or previous key. */
export const isMarkOf = (environment: Keyed, text: string, mark: string): boolean =>
  keysOf(environment).some((key) => {
    const made = Buffer.from(markBy(key, text));
    const found = Buffer.from(mark);
    return made.byteLength === found.byteLength && timingSafeEqual(made, found);
  });

/** Seals a plain secret, and again one sealed with an older key; undefined if nothing has to be done. */
export function resealed(environment: Keyed, purpose: SecretPurpose, stored: string): string | undefined {
  if (stored === "") return undefined;
  if (!isSealed(stored)) return sealSecret(environment, purpose, stored);
  const [key] = keysOf(environment);
  if (key && sealedPattern.exec(stored)?.[1] === idOf(key)) return undefined;
  const secret = openSecret(environment, purpose, stored);
  return secret === "" ? undefined : sealSecret(environment, purpose, secret);
}

/**
 * Adds a new key before that of the file: it seals from now on, and the previous one opens existing secrets.
 * False if the keys come from the environment, which only the operator can change.
 */
export function addSecretKey(environment: Keyed): boolean {
  if (environment.secretKeys.length > 0) return false;
  const keys = [randomBytes(keyBytes), ...keysOf(environment).slice(0, 1)];
  // Written beside it and renamed, so that an interruption leaves either the old or the new keys.
  writeFileSync(`${fileOf(environment)}.new`, textOf(keys), { mode: 0o600 });
  renameSync(`${fileOf(environment)}.new`, fileOf(environment));
  return true;
}
