/**
 * The rows of an upload with their verdicts, as COPY takes them. It needs no more than the bytes and what the rows are held against, so
 * that a thread can do it.
 */

import { arrayText, escaped } from "../../../ground/platform/server/postgres/copy-rows.ts";
import { invoiceKey } from "../../../money/claims/claims.ts";
import { readRows } from "../reading/reader.server.ts";
import type { RowProblem, RowWorld } from "../reading/row-reader.server.ts";
import type { BatchRecord } from "../uploads/uploads.server.ts";
import { maxCell } from "./layout.ts";
import { bsnColumns, type CheckedRow, checkRow, plainColumns, storableCells } from "./rows.server.ts";

export interface StagingTask {
  readonly batch: Pick<BatchRecord, "id" | "mode" | "format" | "style" | "header" | "mapping">;
  readonly bytes: Uint8Array;
  readonly world: RowWorld;
}

/** Rows that can be placed as far as the file itself tells: lists alike long, as PostgreSQL writes arrays. */
export interface StagedKeys {
  readonly rows: string;
  readonly clients: string;
  readonly refs: string;
  readonly invoices: string;
  /** By which an invoice is compared with those of other files: its owner, number and amount; an owner of 0 where it may stand in two. */
  readonly owners: string;
  readonly numbers: string;
  readonly cents: string;
}

export interface StagedPiece {
  readonly text: Uint8Array<ArrayBuffer>;
  /** How many rows of the file have been read, its header among them. */
  readonly read: number;
  readonly keys: StagedKeys;
}

/** What is known once all rows have been read. */
export interface StagingResult {
  /** Whether a citizen service number was taken out of a cell. */
  readonly isCleaned: boolean;
  /** The first rows of those groups of which one row at least is refused. */
  readonly refused: readonly number[];
}

/** The rows of one reference so far: the first of them, whose debt it is, and the rows that first named each of its invoices. */
interface Group {
  readonly row: number;
  readonly whose: string | null;
  readonly firstInvoice: string | null;
  /** Those after the first. */
  more: Map<string, number> | undefined;
}

/** What the rows before tell of a row: whether its invoice was seen, and which row its file begins with. */
class Groups {
  readonly #ofClients = new Map<number, Map<string, Group>>();

  judge(checked: CheckedRow, row: number): { leader: number | null; duplicateOf: number | null; otherDebtor: boolean } {
    const { clientId, clientRef, invoiceNumber, whose } = checked;
    if (clientId === null || clientRef === null) return { leader: null, duplicateOf: null, otherDebtor: false };
    const groups = this.#of(clientId);
    const first = groups.get(clientRef);
    if (!first) {
      groups.set(clientRef, { row, whose, firstInvoice: invoiceNumber, more: undefined });
      return { leader: row, duplicateOf: null, otherDebtor: false };
    }
    return {
      leader: first.row,
      duplicateOf: invoiceNumber === null ? null : firstRowWith(first, invoiceNumber, row),
      otherDebtor: isOther(first.whose, whose),
    };
  }

  #of(clientId: number): Map<string, Group> {
    const known = this.#ofClients.get(clientId);
    if (known) return known;
    const groups = new Map<string, Group>();
    this.#ofClients.set(clientId, groups);
    return groups;
  }
}

/** Whether two rows name different debtors; one that names none is of whoever the other names. */
const isOther = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other && one.toLowerCase() !== other.toLowerCase();

/** The row that named an invoice of a group before; null where this one is the first. */
function firstRowWith(group: Group, invoice: string, row: number): number | null {
  if (invoice === group.firstInvoice) return group.row;
  group.more ??= new Map();
  const before = group.more.get(invoice) ?? null;
  if (before === null) group.more.set(invoice, row);
  return before;
}

/** By which an invoice is compared with those of other files. */
interface ClaimKey {
  readonly owner: number;
  readonly number: string;
  readonly cents: number;
}

/** The first row and file of each invoice of an upload. */
class Claims {
  readonly #first = new Map<string, { readonly row: number; readonly leader: number | null }>();

  /** The row of another file of this upload that claims the same invoice; null where this one is the first, or of the same file. */
  doubleOf({ owner, number, cents }: ClaimKey, row: number, leader: number | null): number | null {
    const key = `${owner} ${cents} ${number}`;
    const first = this.#first.get(key);
    if (first) return first.leader === leader ? null : first.row;
    this.#first.set(key, { row, leader });
    return null;
  }
}

/** Rows for which the database is to be asked, gathered for a piece. */
class Keys {
  readonly #rows: number[] = [];
  readonly #clients: number[] = [];
  readonly #refs: string[] = [];
  readonly #invoices: string[] = [];
  readonly #claimed: ClaimKey[] = [];

  add(row: number, clientId: number, clientRef: string, invoice: string, claimed: ClaimKey): void {
    this.#rows.push(row);
    this.#clients.push(clientId);
    this.#refs.push(clientRef);
    this.#invoices.push(invoice);
    this.#claimed.push(claimed);
  }

  written(): StagedKeys {
    return {
      rows: `{${this.#rows.join(",")}}`,
      clients: `{${this.#clients.join(",")}}`,
      refs: arrayText(this.#refs),
      invoices: arrayText(this.#invoices),
      owners: `{${this.#claimed.map(({ owner }) => owner).join(",")}}`,
      numbers: arrayText(this.#claimed.map(({ number }) => number)),
      cents: `{${this.#claimed.map(({ cents }) => cents).join(",")}}`,
    };
  }
}

const unclaimed: ClaimKey = { owner: 0, number: "", cents: 0 };

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === "" || cell.trim() === "");
const withoutNul = (text: string | null): string | null =>
  text?.includes("\u0000") ? text.replaceAll("\u0000", "") : text;
/** With keys that the database takes. */
const storable = (row: CheckedRow): CheckedRow => ({
  ...row,
  clientRef: withoutNul(row.clientRef),
  invoiceNumber: withoutNul(row.invoiceNumber),
});
const copied = (text: string | null): string => (text === null ? "\\N" : escaped(text));

/** A NUL as JSON escapes it, and not the six signs of a text that names it, whose backslash is escaped itself. */
const escapedNul = /(?<!\\)((?:\\\\)*)\\u0000/g;

/** A value as JSON in a line of COPY. The signs that COPY would take for its own are escaped in JSON already, so that only backslashes are left. */
function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes("\\") ? escaped(json.replace(escapedNul, "$1")) : json;
}

/** Whether the joined cells of a row hold nothing that needs a second look: signs of COPY, of arrays, or nine digits that stand alone. */
const isPlain = (joined: string): boolean =>
  joined.length < maxCell && !/["\\\0\t\n\r]/.test(joined) && !/(?<![\d.,-])\d{9}(?![\d-])/.test(joined);

/** One upload on its way into the staging table, row by row in their order. */
class Staging {
  readonly #task: StagingTask;
  readonly #plain: ReadonlySet<number>;
  readonly #secret: ReadonlySet<number>;
  readonly #groups = new Groups();
  readonly #claims = new Claims();
  readonly #refused = new Set<number>();
  #isCleaned = false;
  #keys = new Keys();

  constructor(task: StagingTask) {
    this.#task = task;
    this.#plain = plainColumns(task.batch.mapping);
    this.#secret = bsnColumns(task.batch.header);
  }

  get all(): StagingResult {
    return { isCleaned: this.#isCleaned, refused: [...this.#refused] };
  }

  /** The keys since they were asked for last. */
  takeKeys(): StagedKeys {
    const keys = this.#keys.written();
    this.#keys = new Keys();
    return keys;
  }

  /** The line of a row. */
  line(all: readonly string[], row: number): string {
    const { batch, world } = this.#task;
    const width = batch.header.length;
    const cells = all.length === width ? all : Array.from({ length: width }, (_, column) => all[column] ?? "");
    const checked = storable(checkRow(cells, world));
    const { leader, duplicateOf, otherDebtor } = this.#groups.judge(checked, row);
    const problems: RowProblem[] = [...checked.problems];
    if (all.length > width && !isBlank(all.slice(width))) problems.push({ field: null, key: "intake.extraCells" });
    if (otherDebtor) {
      const key = batch.mode === "correct" ? "intake.otherValues" : "intake.otherDebtor";
      problems.push({ field: "clientRef", key, values: { row: leader ?? row } });
    }
    let rejected = checked.verdict === "rejected" || problems.some((problem) => !problem.warning);
    const claimed = this.#claimed(checked);
    const doubleOf = rejected || duplicateOf !== null || !claimed ? null : this.#claims.doubleOf(claimed, row, leader);
    if (doubleOf !== null) {
      problems.push({ field: "invoiceNumber", key: "intake.doubleInRow", values: { row: doubleOf } });
      rejected = true;
    }
    const isDuplicate = duplicateOf !== null && !rejected;
    if (isDuplicate) {
      const values = { row: duplicateOf };
      if (batch.mode === "precassoPayments") problems.push({ field: null, key: "intake.sameRow", values });
      else problems.push({ field: "invoiceNumber", key: "intake.duplicateOf", values });
    }
    const verdict = rejected ? "rejected" : isDuplicate ? "duplicate" : checked.verdict;
    if (rejected && leader !== null) this.#refused.add(leader);
    const { clientId, clientRef, invoiceNumber, amountCents } = checked;
    if (!rejected && !isDuplicate && clientId !== null) {
      this.#keys.add(row, clientId, clientRef ?? "", invoiceNumber ?? "", claimed ?? unclaimed);
    }
    const data = rejected || isDuplicate ? "\\N" : jsonText(checked.data);
    const problemsText = problems.length === 0 ? "\\N" : jsonText(problems);
    const keys = `${clientId ?? "\\N"}\t${copied(clientRef)}\t${copied(invoiceNumber)}`;
    return `${batch.id}\t${row}\t${this.#cells(cells)}\t${verdict}\t${problemsText}\t${keys}\t${amountCents ?? "\\N"}\t${leader ?? "\\N"}\t${data}\n`;
  }

  /** What a new claim is compared by; nothing for corrections, withdrawals and payments, and where it may stand in two files. */
  #claimed({ clientId, invoiceNumber, amountCents, mayDouble }: CheckedRow): ClaimKey | null {
    const { mode } = this.#task.batch;
    if (mode === "correct" || mode === "withdraw" || mode === "precassoPayments" || mayDouble) return null;
    if (clientId === null || invoiceNumber === null || amountCents === null) return null;
    const owner = this.#task.world.owners.get(clientId) ?? clientId;
    return { owner, number: invoiceKey(invoiceNumber), cents: amountCents };
  }

  /** The cells as they may be kept. */
  #cells(cells: readonly string[]): string {
    if (this.#secret.size === 0 && isPlain(cells.join(" "))) return `{"${cells.join('","')}"}`;
    const kept = storableCells(cells, this.#secret, this.#plain);
    this.#isCleaned ||= kept.some((cell, column) => cell !== cells[column]);
    return escaped(arrayText(kept));
  }
}

/** Large enough that looking up the rows of a piece is worth its way to the database, small enough that it is soon under way. */
const pieceLength = 1024 * 1024;

/** Lines on their way into a piece. */
class Lines {
  // The next line may be a long one: a row has at most two hundred cells of four thousand signs, and most have a thousand in all.
  #bytes = Buffer.allocUnsafeSlow(pieceLength + 256 * 1024);
  #length = 0;

  get isFull(): boolean {
    return this.#length >= pieceLength;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(line: string): void {
    // A sign takes at most three bytes.
    if (this.#length + line.length * 3 > this.#bytes.length) this.#grow(line.length * 3);
    this.#length += this.#bytes.write(line, this.#length, "utf8");
  }

  #grow(by: number): void {
    const larger = Buffer.allocUnsafeSlow(this.#length + by + pieceLength);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  /** The lines since they were taken last. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.buffer, 0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(pieceLength + 256 * 1024);
    this.#length = 0;
    return taken;
  }
}

/** Reads and judges every row. @throws validation where the file is no table that can be read. */
export async function* stageRows(task: StagingTask): AsyncGenerator<StagedPiece, StagingResult> {
  const staging = new Staging(task);
  const lines = new Lines();
  let read = 0;
  for await (const rows of readRows(task.bytes, task.batch.format, task.batch.style)) {
    for (const cells of rows) {
      read++;
      // The first row is the header.
      if (read > 1 && !isBlank(cells)) lines.add(staging.line(cells, read));
      if (lines.isFull) yield { text: lines.take(), read, keys: staging.takeKeys() };
    }
  }
  if (!lines.isEmpty) yield { text: lines.take(), read, keys: staging.takeKeys() };
  return staging.all;
}
