/** What threads do for uploads: find out how a file is written, show its first rows, open archives. No database, no calls. */
import { readFile } from "node:fs/promises";
import type { FileStyle } from "../import/layout.ts";
import { type ArchivePart, isArchive, openArchive, readParts } from "./archive.server.ts";
import { type Format, readSample, type Sniffed, sniff } from "./reader.server.ts";

export { stageRows } from "../import/stage-rows.server.ts";

/** An upload that has been looked into. */
export interface OpenedUpload extends Sniffed {
  /** The table of an archive; null where the upload is the table itself. */
  readonly table: Uint8Array | null;
  readonly tableName: string | null;
  /** What lies beside the table in an archive. */
  readonly documents: readonly ArchivePart[];
}

/** Opens an upload and finds out how its table is written. @throws validation where it has none that can be read. */
export async function openUpload(
  given: { readonly path: string } | { readonly bytes: Uint8Array },
): Promise<OpenedUpload> {
  const bytes = "path" in given ? await readFile(given.path) : given.bytes;
  if (!(await isArchive(bytes))) return { ...(await sniff(bytes)), table: null, tableName: null, documents: [] };
  const { table, documents } = await openArchive(bytes);
  return { ...(await sniff(table.bytes)), table: table.bytes, tableName: table.name, documents };
}

/** The header and first rows of a table read in a chosen style. @throws validation */
export const sampleOf = (given: { readonly bytes: Uint8Array; readonly format: Format; readonly style: FileStyle }) =>
  readSample(given.bytes, given.format, given.style);

/** The bytes of some parts of an archive by their position. @throws validation */
export const partsOf = (given: { readonly bytes: Uint8Array; readonly positions: ReadonlySet<number> }) =>
  readParts(given.bytes, given.positions);
