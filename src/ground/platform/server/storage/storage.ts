/** The storage of documents and attachments: a local folder by default, an S3-compatible store by STORAGE_URL. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { notFound, VorderError } from "../../../kernel/errors.ts";
import { contentType, type StorableType } from "../http/content-type.ts";
import type { Environment } from "../process/environment.ts";
import { folderStore } from "./folder-store.ts";
import { keyPattern, type ObjectStore, type Spooled } from "./object-store.ts";
import { openBucket } from "./s3.ts";

export interface Stored {
  /** Identifies the object; contains its hash, so that readers detect damage. */
  readonly key: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** As detected from the content. */
  readonly mime: StorableType;
}

/** An object whose content has changed. */
export class DamagedObject extends Error {
  constructor(key: string) {
    super(`the stored object ${key} is damaged`);
  }
}

export interface Storage {
  /**
   * Stores a file durably under a new key.
   * @throws {VorderError} mediaType if the content is of no allowed kind or not of the claimed kind.
   */
  put(bytes: Uint8Array, about: { readonly mime?: string; readonly name: string }): Promise<Stored>;
  /**
   * Stores a stream of any size, through the local disk. Its kind is detected from its start.
   * @throws {VorderError} mediaType if that is not an allowed kind; errors of the stream, and then nothing is stored.
   */
  putStream(pieces: AsyncIterable<Uint8Array | string>, about: { readonly name: string }): Promise<Stored>;
  /**
   * The content as a stream; if it does not match the hash in its key the stream fails at its end.
   * @throws {VorderError} notFound.
   */
  open(key: string): Promise<Readable>;
  /** @throws {VorderError} notFound; Error if the content does not match the hash in its key. */
  get(key: string): Promise<Uint8Array>;
  /** Deletes an object; with a transaction's own storage, after its commit. */
  delete(key: string): Promise<void>;
  /** Deletes at once what was stored for failed work, and so was never referenced. */
  discard(key: string): Promise<void>;
  /** Resolves if the storage can be written now. @throws the error that prevents it. */
  probe(): Promise<void>;
  /** When an object was stored; undefined if it does not exist. */
  storedAt(key: string): Promise<Date | undefined>;
  /** All keys, unordered: for verification and backup. */
  keys(): AsyncIterable<string>;
  /** The names of incomplete files of killed writes from before an instant; empty if the store has none. */
  leftovers(before: Date): AsyncIterable<string>;
  /** Deletes such a file. */
  removeLeftover(name: string): Promise<void>;
  /** Stores bytes under a key given by a backup. @throws Error if they do not match the hash in the key. */
  restore(key: string, bytes: Uint8Array): Promise<void>;
}

const binary = "application/octet-stream";

const hashPiece = 1024 * 1024;

/** The hash of content; yields between its pieces, because a hundred megabytes take a quarter of a second. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (let from = 0; from < bytes.length; from += hashPiece) {
    if (from > 0) await setImmediate();
    hash.update(bytes.subarray(from, from + hashPiece));
  }
  return hash.digest("hex");
}

/** The hash in a key. Keys of any other form are refused, which prevents path traversal. */
function promisedHash(key: string): string {
  const hash = keyPattern.exec(key)?.[1];
  if (hash === undefined) throw notFound();
  return hash;
}

const sameKind = (claimed: string | undefined, found: StorableType): boolean => {
  const plain = claimed?.split(";")[0]?.trim().toLowerCase();
  if (!plain || plain === binary || plain === found) return true;
  // Senders declare text with various types; the detected one is used.
  const textual = (mime: string) => /^(text|message)\/|[/+](xml|json|csv)$|ms-excel$/.test(mime);
  return (textual(plain) && textual(found)) || plain.replace("x-", "").includes(found.split("/")[1] ?? "");
};

/** The part of a stream that is needed to detect its kind. */
const headBytes = 64 * 1024;

/** Writes a stream to a local file; returns that and its start. */
async function spool(
  pieces: AsyncIterable<Uint8Array | string>,
  path: string,
): Promise<Spooled & { readonly head: Uint8Array }> {
  const hash = createHash("sha256");
  const head: Uint8Array[] = [];
  let size = 0;
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const piece of pieces) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      if (size < headBytes) head.push(bytes.subarray(0, headBytes - size));
      hash.update(bytes);
      size += bytes.byteLength;
      await handle.writeFile(bytes);
    }
  } finally {
    await handle.close();
  }
  return { path, size, sha256: hash.digest("hex"), head: Buffer.concat(head) };
}

/** Passes content on and verifies at the end that it matches the key. */
async function* verified(key: string, content: Readable): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== promisedHash(key)) throw new DamagedObject(key);
}

const newKey = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}-${randomBytes(8).toString("hex")}`;

/** Stores a stream of any size: its kind and its hash are known only once it has come to its end. */
async function putSpooled(store: ObjectStore, pieces: AsyncIterable<Uint8Array | string>, name: string) {
  const folder = await mkdtemp(join(tmpdir(), "vorder-spool-"));
  try {
    const { head, ...spooled } = await spool(pieces, join(folder, "content"));
    const mime = contentType(head, name);
    if (mime === undefined) throw new VorderError("mediaType");
    const { sha256, size } = spooled;
    const key = newKey(sha256);
    await store.write(key, spooled, mime);
    return { key, sha256, size, mime };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A storage on an object store. */
export function storageOn(store: ObjectStore): Storage {
  const write = async (key: string, bytes: Uint8Array, mime: string) => {
    if ((await hashOf(bytes)) !== promisedHash(key))
      throw new Error(`the content of ${key} does not have the hash in its key`);
    await store.write(key, bytes, mime);
  };
  const remove = async (key: string) => {
    promisedHash(key);
    await store.remove(key);
  };
  return {
    async put(bytes, { mime, name }) {
      const found = contentType(bytes, name);
      if (found === undefined || !sameKind(mime, found)) throw new VorderError("mediaType");
      const sha256 = await hashOf(bytes);
      const key = newKey(sha256);
      await write(key, bytes, found);
      return { key, sha256, size: bytes.byteLength, mime: found };
    },
    putStream: (pieces, { name }) => putSpooled(store, pieces, name),
    async open(key) {
      promisedHash(key);
      const content = await store.stream(key);
      if (content === undefined) throw notFound();
      return Readable.from(verified(key, content), { objectMode: false });
    },
    async get(key) {
      const hash = promisedHash(key);
      const bytes = await store.read(key);
      if (bytes === undefined) throw notFound();
      if ((await hashOf(bytes)) !== hash) throw new DamagedObject(key);
      return bytes;
    },
    delete: remove,
    discard: remove,
    probe: async () => store.probe?.(),
    async storedAt(key) {
      promisedHash(key);
      return store.writtenAt(key);
    },
    keys: () => store.list(),
    async *leftovers(before) {
      if (store.leftovers) yield* store.leftovers(before);
    },
    removeLeftover: async (name) => store.removeLeftover?.(name),
    restore: (key, bytes) => write(key, bytes, binary),
  };
}

/** The configured storage. */
export function openStorage(environment: Pick<Environment, "dataDir" | "storageUrl">): Storage {
  const { storageUrl, dataDir } = environment;
  if (storageUrl === undefined) return storageOn(folderStore(join(dataDir, "storage")));
  if (storageUrl.startsWith("file:")) return storageOn(folderStore(fileURLToPath(storageUrl)));
  return storageOn(openBucket(storageUrl));
}
