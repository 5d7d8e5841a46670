/** The interface of object stores: implemented by a folder and a bucket. */
import type { Readable } from "node:stream";

/** Content in a local file, because it may be too large for memory. */
export interface Spooled {
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly size: number;
}

/** A place for objects: a folder or a bucket. */
export interface ObjectStore {
  write(key: string, content: Uint8Array | Spooled, mime: string): Promise<void>;
  /** Undefined if the object does not exist. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** The same as a stream. */
  stream(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<string>;
  /** When an object was written; undefined if it does not exist. */
  writtenAt(key: string): Promise<Date | undefined>;
  /** Parts of files left by a killed process; absent if the store has none. */
  leftovers?(before: Date): AsyncIterable<string>;
  removeLeftover?(name: string): Promise<void>;
  /** @throws if nothing can be written now; absent if the store cannot check it. */
  probe?(): Promise<void>;
}

/** The key of an object: its hash, and a unique part. */
export const keyPattern = /^[0-9a-f]{2}\/([0-9a-f]{64})-[0-9a-f]{16}$/;
