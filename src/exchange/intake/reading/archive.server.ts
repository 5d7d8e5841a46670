/** An archive of rows and documents: opened as a stream, believed in nothing, unpacked only as far as it may be. */

import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { shownFileName } from "../../../ground/kernel/file-name.ts";

/** The most documents of one archive. */
export const maxDocuments = 5000;
/** The most that an archive may hold unpacked, and one part of it. */
const mostUnpacked = 400 * 1024 * 1024;
const mostOfPart = 100 * 1024 * 1024;

export interface ArchivePart {
  /** The order in the archive, which is its key: names may stand twice. */
  readonly position: number;
  /** The last part of its path; folders lead nowhere. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

export const refused = (key: string, values?: Record<string, number>): VorderError =>
  fieldError("file", `intake.${key}`, values);

const open = promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer);

const opened = async (bytes: Uint8Array): Promise<ZipFile> => {
  try {
    // Names with ".." or a drive, and sizes that lie, are errors of the library (decodeStrings, validateEntrySizes).
    return await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true });
  } catch {
    throw refused("unreadable");
  }
};

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
// Folders, and what an operating system leaves beside the files.
const isNothing = (path: string): boolean =>
  path.endsWith("/") || path.startsWith("__MACOSX/") || /^(\.|thumbs\.db$|desktop\.ini$)/i.test(baseName(path));

const isEncrypted = (entry: Entry): boolean => (entry.generalPurposeBitFlag & 1) === 1;

/** What is worth packing shrinks to a tenth, a table that repeats itself to a fiftieth; only zeros and the like to less than this. */
const mostRatio = 100;
/** So much may come of anything. */
const harmless = 10 * 1024 * 1024;

/** Judged by what the directory states, before anything is unpacked; a part that holds more than stated breaks off when it is read. */
const isBomb = ({ uncompressedSize, compressedSize }: Entry): boolean =>
  uncompressedSize > harmless && uncompressedSize > compressedSize * mostRatio;

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await promisify(zip.openReadStream.bind(zip))(entry);
  for await (const piece of stream) if (Buffer.isBuffer(piece)) yield piece;
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

export interface ArchiveEntry {
  readonly path: string;
  /** Unpacked. */
  readonly size: number;
}

/** Goes through the entries of a zip in their order; `take` may unpack each piece by piece. @throws validation where it is broken or too much. */
export async function eachEntry(
  bytes: Uint8Array,
  take: (entry: ArchiveEntry, open: () => AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const zip = await opened(bytes);
  if (zip.entryCount > maxDocuments * 2) throw refused("tooManyDocuments", { maximum: maxDocuments });
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      if (unpacked > mostUnpacked || isBomb(entry)) throw refused("bomb");
      if (isEncrypted(entry)) throw refused("encrypted");
      await take({ path: entry.fileName, size: entry.uncompressedSize }, () => contentOf(zip, entry));
    }
  } catch (error) {
    if (error instanceof VorderError) throw error;
    // What the library throws for a broken or lying archive is a plain error; only its text tells of a name that leads out.
    const leadsOut = error instanceof Error && /^(?:invalid relative|absolute) path/.test(error.message);
    throw refused(leadsOut ? "leadsOut" : "unreadable");
  } finally {
    zip.close();
  }
}

/** Goes through the parts in their order; `take` gets a reader for those that it wants. */
async function eachPart(
  bytes: Uint8Array,
  take: (part: ArchivePart, read: () => Promise<Uint8Array>) => Promise<void>,
): Promise<void> {
  let position = 0;
  await eachEntry(bytes, async ({ path, size }, open) => {
    if (isNothing(path)) return;
    if (size > mostOfPart) throw refused("bomb");
    position++;
    if (position > maxDocuments + 1) throw refused("tooManyDocuments", { maximum: maxDocuments });
    const name = shownFileName(path);
    await take({ position, name, path, size }, () => wholeOf(open()));
  });
}

/** Whether a zip is an archive of ours to open, and no workbook, which is a zip as well. @throws validation where it is broken or too much. */
export async function isArchive(bytes: Uint8Array): Promise<boolean> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false;
  let isBook = false;
  let parts = 0;
  await eachPart(bytes, async ({ path }) => {
    parts++;
    if (path === "[Content_Types].xml" || path.startsWith("xl/")) isBook = true;
  });
  return parts > 0 && !isBook;
}

const isTable = (name: string): boolean => /\.(csv|xlsx)$/i.test(name);

export interface OpenedArchive {
  readonly table: { readonly name: string; readonly bytes: Uint8Array };
  readonly documents: readonly ArchivePart[];
}

/** The rows of an archive and the names of its documents. @throws validation where it has no table, or more than one. */
export async function openArchive(bytes: Uint8Array): Promise<OpenedArchive> {
  const documents: ArchivePart[] = [];
  const tables: { name: string; bytes: Uint8Array }[] = [];
  await eachPart(bytes, async (part, read) => {
    if (!isTable(part.name)) documents.push(part);
    else if (tables.length > 0) throw refused("severalTables");
    else tables.push({ name: part.name, bytes: await read() });
  });
  const [table] = tables;
  if (!table) throw refused("noTable");
  return { table, documents };
}

/** The bytes of some parts by their position. */
export async function readParts(bytes: Uint8Array, positions: ReadonlySet<number>): Promise<Map<number, Uint8Array>> {
  const found = new Map<number, Uint8Array>();
  await eachPart(bytes, async ({ position }, read) => {
    if (positions.has(position)) found.set(position, await read());
  });
  return found;
}
