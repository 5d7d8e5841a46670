/**
 * The first sheet of a workbook as rows of text. What it would unpack to is limited before any of it is read: a workbook of 66 kB can
 * hold sixty megabytes of strings, or one cell a million rows down, for which the reader would make all rows between.
 */
import { readSheet } from "read-excel-file/node";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { maxColumns, maxRows } from "../import/layout.ts";
import { type ArchiveEntry, eachEntry, refused } from "./archive.server.ts";

/** The most that the parts of a workbook which are read may hold unpacked: a sheet of 250,000 rows has 180 MB. */
const mostOfText = 300 * 1024 * 1024;
/** The most cells of a sheet from its corner to its last row and column, empty ones among them. */
const mostCells = 20_000_000;

/** Number of a column by its letters: A is 1, ZZ is 702. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** The cells of a sheet in which a formula failed, by row and column from 1. */
type Failed = readonly (readonly [row: number, column: number])[];

/** How far the cells of a sheet reach and which of their formulas failed, found in the text of its part as it is unpacked. */
class Extent {
  readonly failed: [row: number, column: number][] = [];
  #row = 0;
  #rows = 0;
  #column = 0;
  #cells = 0;

  /** Takes in a piece of text; every cell of it must stand in one piece. @throws validation where it goes too far. */
  see(text: string): void {
    for (const [, letters = "", row = ""] of text.matchAll(/<(?:\w+:)?c\s[^<>]*?\br="([A-Z]{1,9})(\d{1,9})"/g)) {
      this.#column = Math.max(this.#column, columnNumber(letters));
      this.#row = Math.max(this.#row, Number(row));
    }
    for (const [, row = ""] of text.matchAll(/<(?:\w+:)?row\s[^<>]*?\br="(\d{1,9})"/g))
      this.#row = Math.max(this.#row, Number(row));
    this.#rows += text.match(/<(?:\w+:)?row[\s/>]/g)?.length ?? 0;
    this.#cells += text.match(/<(?:\w+:)?c[\s/>]/g)?.length ?? 0;
    for (const { index } of text.matchAll(/<(?:\w+:)?c\s[^<>]*?\bt="e"/g)) {
      const tag = text.slice(index, text.indexOf(">", index));
      const [, letters = "", row = ""] = /\sr="([A-Z]{1,9})(\d{1,9})"/.exec(tag) ?? [];
      this.failed.push([Number(row), columnNumber(letters)]);
    }
    if (Math.max(this.#row, this.#rows) > maxRows + 1) throw refused("tooManyRows", { maximum: maxRows });
    // A sheet may be formatted far to the right of its last column; what reaches further was never meant for people.
    if (this.#column > maxColumns * 5) throw refused("tooManyColumns", { maximum: maxColumns });
    if (this.#row * this.#column > mostCells || this.#cells > mostCells) throw refused("bomb");
  }
}

/** Pieces of text that end with the end of a tag, but for the last. */
async function* tagwise(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of content) {
    rest += Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("latin1");
    const end = rest.lastIndexOf(">") + 1;
    if (end === 0 && rest.length > 1_000_000) throw refused("unreadable");
    if (end > 0) yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest;
}

const isText = ({ path }: ArchiveEntry): boolean => /\.(xml|rels)$/i.test(path);
const isSheet = ({ path }: ArchiveEntry): boolean => /(^|\/)worksheets\/[^/]+\.xml$/i.test(path);

/** The parts that say which sheet is the first. */
const bookPath = "xl/workbook.xml";
const relationsPath = "xl/_rels/workbook.xml.rels";

/** The part of the first sheet, as the workbook names it; undefined where it does not. */
function firstSheet(book = "", relations = ""): string | undefined {
  const id = /<(?:\w+:)?sheet\s[^<>]*?\s\w+:id="([^"<>]+)"/.exec(book)?.[1];
  const tags = relations.match(/<(?:\w+:)?Relationship\s[^<>]*>/g) ?? [];
  const target = /\sTarget="([^"<>]+)"/.exec(tags.find((tag) => /\sId="([^"<>]+)"/.exec(tag)?.[1] === id) ?? "")?.[1];
  return target?.startsWith("/") ? target.slice(1) : target && `xl/${target}`;
}

/**
 * Looks through a workbook; the cells of its first sheet in which a formula failed, which the reader takes for empty ones.
 * @throws validation where a workbook is broken, declares a document type, or holds more than is read.
 */
export async function refuseHugeWorkbook(bytes: Uint8Array): Promise<Failed> {
  let unpacked = 0;
  const failed = new Map<string, Failed>();
  const texts = new Map<string, string>([
    [bookPath, ""],
    [relationsPath, ""],
  ]);
  await eachEntry(bytes, async (entry, open) => {
    if (!isText(entry)) return;
    unpacked += entry.size;
    if (unpacked > mostOfText) throw refused("bomb");
    const extent = isSheet(entry) ? new Extent() : undefined;
    for await (const text of tagwise(open())) {
      // No writer of workbooks declares one, and an entity of it could be anything.
      if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw refused("unreadable");
      extent?.see(text);
      const before = texts.get(entry.path);
      if (before !== undefined) texts.set(entry.path, before + text);
    }
    if (extent) failed.set(entry.path, extent.failed);
  });
  return failed.get(firstSheet(texts.get(bookPath), texts.get(relationsPath)) ?? "") ?? [];
}

/** What stands in a cell whose formula failed, whatever the failure. */
const failure = "#N/A";

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // A number of a sheet has a point whatever the language; amounts of it are read in that style.
  if (typeof cell === "number") return String(Math.round(cell * 1e6) / 1e6);
  // A text that some program cut in the middle of a character; the database takes no half of one.
  return String(cell).toWellFormed();
};

/** The rows of the first sheet, empty ones left out. @throws validation where it cannot be read or is too much. */
export async function sheetRows(bytes: Uint8Array): Promise<string[][]> {
  const failed = await refuseHugeWorkbook(bytes);
  try {
    const sheet = (await readSheet(Buffer.from(bytes))).map((row): unknown[] => [...row]);
    for (const [row, column] of failed) {
      const cells = sheet[row - 1];
      // Beyond what the reader gives there are only such cells.
      if (cells && column <= cells.length) cells[column - 1] = failure;
    }
    return sheet.flatMap((row) => (row.some((cell) => cell !== null) ? [row.map(cellText)] : []));
  } catch (error) {
    throw error instanceof VorderError ? error : refused("unreadable");
  }
}
