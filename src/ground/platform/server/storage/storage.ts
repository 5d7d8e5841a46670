/** Where documents and attachments lie: a local folder by default, an S3-compatible store by STORAGE_URL. */
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
  /** Names the object; holds its hash, so that a reader notices damage. */
  readonly key: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** As the content tells it. */
  readonly mime: StorableType;
}

/** An object of which the content is not what was kept. */
export class DamagedObject extends Error {
  constructor(key: string) {
    super(`the stored object ${key} is damaged`);
  }
}

export interface Storage {
  /**
   * Keeps a file durably under a new key.
   * @throws {VorderError} mediaType where the content is of no allowed kind or not of the kind that was claimed.
   */
  put(bytes: Uint8Array, about: { readonly mime?: string; readonly name: string }): Promise<Stored>;
  /**
   * Keeps what comes piece by piece, however much it is: it lies on the local disk meanwhile. Its kind is told by how it begins.
   * @throws {VorderError} mediaType where that is no allowed kind; whatever the pieces throw, and then nothing is kept.
   */
  putStream(pieces: AsyncIterable<Uint8Array | string>, about: { readonly name: string }): Promise<Stored>;
  /**
   * The content piece by piece; where it no longer has the hash in its key the stream fails at its end.
   * @throws {VorderError} notFound.
   */
  open(key: string): Promise<Readable>;
  /** @throws {VorderError} notFound; Error where the content no longer has the hash in its key. */
  get(key: string): Promise<Uint8Array>;
  /** Lets go of what something refers to until now; for the transaction's own storage, once that has committed. */
  delete(key: string): Promise<void>;
  /** Takes back at once what was put for work that came to nothing, so that nothing ever referred to it. */
  discard(key: string): Promise<void>;
  /** Resolves where something can be written now. @throws what keeps it from being written. */
  probe(): Promise<void>;
  /** When an object was kept; undefined where there is none. */
  storedAt(key: string): Promise<Date | undefined>;
  /** Every key, in no particular order: for verification and backup. */
  keys(): AsyncIterable<string>;
  /** What writes that were killed left before an instant, by name; none where the place itself lets nothing of them be seen. */
  leftovers(before: Date): AsyncIterable<string>;
  /** Takes such a thing away. */
  removeLeftover(name: string): Promise<void>;
  /** Keeps bytes under a key that a backup names. @throws Error where they do not have the hash in the key. */
  restore(key: string, bytes: Uint8Array): Promise<void>;
}

const binary = "application/octet-stream";

const hashPiece = 1024 * 1024;

/** The hash of content; whoever is served is let in between its pieces, for a hundred megabytes take a quarter of a second. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (let from = 0; from < bytes.length; from += hashPiece) {
    if (from > 0) await setImmediate();
    hash.update(bytes.subarray(from, from + hashPiece));
  }
  return hash.digest("hex");
}

/** The hash that a key promises. A key of any other form was never ours, so that no path can be smuggled in. */
function promisedHash(key: string): string {
  const hash = keyPattern.exec(key)?.[1];
  if (hash === undefined) throw notFound();
  return hash;
}

const sameKind = (claimed: string | undefined, found: StorableType): boolean => {
  const plain = claimed?.split(";")[0]?.trim().toLowerCase();
  if (!plain || plain === binary || plain === found) return true;
  // Senders speak of text in many ways; a text is kept as the text it is.
  const textual = (mime: string) => /^(text|message)\/|[/+](xml|json|csv)$|ms-excel$/.test(mime);
  return (textual(plain) && textual(found)) || plain.replace("x-", "").includes(found.split("/")[1] ?? "");
};

/** So much of a stream tells its kind. */
const headBytes = 64 * 1024;

/** Writes a stream to a local file; returns that and how it begins. */
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

/** Passes content on and looks at the end whether it was what the key promises. */
async function* verified(key: string, content: Readable): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== promisedHash(key)) throw new DamagedObject(key);
}

const newKey = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}-${randomBytes(8).toString("hex")}`;

/** A storage upon a store of objects. */
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
    async putStream(pieces, { name }) {
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
    },
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

/** The storage that the settings name. */
export function openStorage(environment: Pick<Environment, "dataDir" | "storageUrl">): Storage {
  const { storageUrl, dataDir } = environment;
  if (storageUrl === undefined) return storageOn(folderStore(join(dataDir, "storage")));
  if (storageUrl.startsWith("file:")) return storageOn(folderStore(fileURLToPath(storageUrl)));
  return storageOn(openBucket(storageUrl));
}
