/** Where objects lie: what differs between a folder and a bucket. */
import type { Readable } from "node:stream";

/** Content that lies in a local file because it may be too large for the memory. */
export interface Spooled {
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly size: number;
}

/** A place for objects: what differs between a folder and a bucket. */
export interface ObjectStore {
  write(key: string, content: Uint8Array | Spooled, mime: string): Promise<void>;
  /** Undefined where there is no such object. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** The same, piece by piece. */
  stream(key: string): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<string>;
  /** When an object was written; undefined where there is none. */
  writtenAt(key: string): Promise<Date | undefined>;
  /** Parts of files that a killed process left; a store without it has none. */
  leftovers?(before: Date): AsyncIterable<string>;
  removeLeftover?(name: string): Promise<void>;
  /** @throws where nothing can be written now; a store without it is asked nothing. */
  probe?(): Promise<void>;
}

/** The key of an object: its hash, and what tells it from others of the same content. */
export const keyPattern = /^[0-9a-f]{2}\/([0-9a-f]{64})-[0-9a-f]{16}$/;
