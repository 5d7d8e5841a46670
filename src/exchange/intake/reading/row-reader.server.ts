/** Reads the cells of one row by the fields that they stand for, and collects what is wrong with them. */

import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { containsBsn } from "../../../ground/kernel/identifiers.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { looksLikeFormula } from "../../../ground/kernel/spreadsheet.ts";
import type { LegalType } from "../../../ground/lists/lists.server.ts";
import type { DebtFacts, Refusal } from "../../../law/rules/rules.ts";
import { type ColumnMapping, type FileStyle, type ImportField, type ImportMode, isOfClaims } from "../import/layout.ts";
import { readAmount, readDate } from "./file-format.ts";

/** What is wrong with a row or worth knowing: a field of the layout (or none) and a text key. */
export interface RowProblem {
  readonly field: ImportField | null;
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** A warning does not keep the row out. */
  readonly warning?: true;
}

/** What the rows of a batch are checked against. */
export interface RowWorld {
  /** Whether whoever imports may let an invoice stand in two files. */
  readonly mayAllowDuplicate: boolean;
  /** Whose the invoices of a client are: its own, or minus its group, by the client. Archived clients, who place nothing new, are not in it. */
  readonly owners: ReadonlyMap<number, number>;
  readonly mode: ImportMode;
  /** For instalments: the client and reference of every file of the client. */
  readonly filed: ReadonlySet<string>;
  readonly mapping: ColumnMapping;
  readonly style: FileStyle;
  readonly today: PlainDate;
  /** The client of the whole batch; null where a column names it. */
  readonly clientId: number | null;
  /** Visible clients by number, in lower case. */
  readonly clients: ReadonlyMap<string, number>;
  /** Legal types by their codes and names in any language, in lower case. */
  readonly legalTypes: ReadonlyMap<string, Pick<LegalType, "id" | "basis">>;
  /** Merchants by client id and external id. */
  readonly merchants: ReadonlyMap<string, number>;
  /** What the law gate asks of interest from a consumer: percent × 10,000 (`law/rules/debt.ts`). */
  readonly rates: Pick<DebtFacts, "fairRate" | "statutoryRate">;
}

const yes = new Set(["y", "yes", "j", "ja", "1", "true", "waar", "oui", "x"]);
const no = new Set(["", "n", "no", "nee", "0", "false", "onwaar", "non"]);
/** What a spreadsheet shows, and writes to a CSV file, where a formula failed or a column is too narrow: in English, Dutch, German and French. */
const failure =
  /^#(?:N\/[AB]|NV|REF!|VERW!|BEZUG!|VALUE!|WAARDE!|WERT!|VALEUR!|DIV\/0!|DEEL\/0!|NAME\?|NAAM\?|NOM\?|NUM!|GETAL!|ZAHL!|NOMBRE!|NULL!|LEEG!|NUL!|SPILL!|OVERLOOP!|CALC!|#+)$/i;

/** A download of rejected rows leads what looks like a formula by an apostrophe: uploaded again, it is none of the text. */
const asEntered = (text: string): string =>
  text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;

/** Reads the cells of a row by their fields, and collects what is wrong with them. */
export class RowReader {
  readonly problems: RowProblem[] = [];
  readonly #failed = new Set<ImportField>();
  readonly #cells: readonly string[];
  readonly #world: RowWorld;

  constructor(cells: readonly string[], world: RowWorld) {
    this.#cells = cells;
    this.#world = world;
  }

  refuse(field: ImportField | null, key: string, values?: RowProblem["values"]): void {
    this.problems.push({ field, key: `intake.${key}`, ...(values && { values }) });
  }

  warn(field: ImportField | null, key: string, values?: RowProblem["values"]): void {
    this.problems.push({ field, key: `intake.${key}`, ...(values && { values }), warning: true });
  }

  /** A rule of the law gate speaks against what stands in a field, so that the row is told now and stops no others later. */
  forbid(field: ImportField, { textKey, values }: Refusal): void {
    this.problems.push({ field, key: textKey, values });
  }

  text(field: ImportField, max = 200): string {
    const column = this.#world.mapping[field];
    if (column === undefined) return "";
    const text = asEntered((this.#cells[column] ?? "").trim());
    // Taken for a value it would be somebody's name; taken for an empty cell, a payment that was never made.
    if (text.startsWith("#") && failure.test(text)) {
      if (!this.#failed.has(field)) this.refuse(field, "failedFormula");
      this.#failed.add(field);
      return "";
    }
    if (text.length > max) this.refuse(field, "tooLong", { maximum: max });
    return text.slice(0, max);
  }

  required(field: ImportField, max = 200): string {
    const text = this.text(field, max);
    if (text === "" && !this.#failed.has(field)) this.refuse(field, "required");
    return text;
  }

  /** Free text, in which a citizen service number is refused. */
  free(field: ImportField, max = 2000): string | null {
    const text = this.text(field, max);
    if (containsBsn(text)) this.refuse(field, "bsn");
    return text || null;
  }

  date(field: ImportField, needed = false): PlainDate | null {
    const text = needed ? this.required(field, 30) : this.text(field, 30);
    if (text === "") return null;
    const date = readDate(text, this.#world.style.dates);
    if (date === undefined) this.refuse(field, "badDate");
    return date ?? null;
  }

  amount(field: ImportField, needed = false): Cents | null {
    const text = needed ? this.required(field, 30) : this.text(field, 30);
    if (text === "") return null;
    const cents = readAmount(text, this.#world.style.decimal);
    if (cents === undefined) this.refuse(field, "badAmount");
    else if (cents < 0) this.refuse(field, "negative");
    return cents ?? null;
  }

  yesNo(field: ImportField): boolean | null {
    const text = this.text(field, 30).toLowerCase();
    if (yes.has(text)) return true;
    if (!no.has(text)) this.refuse(field, "badYesNo");
    return text === "" ? null : false;
  }

  client(): number | null {
    const number = this.text("clientNumber", 30);
    const { clientId, clients, mode, owners } = this.#world;
    const named = number === "" ? undefined : clients.get(number.toLowerCase());
    if (number !== "" && named === undefined) this.refuse("clientNumber", "noSuchClient");
    else if (clientId !== null && named !== undefined && named !== clientId) this.refuse("clientNumber", "otherClient");
    else if (clientId === null && number === "") this.refuse("clientNumber", "required");
    else if (clientId !== null && isOfClaims(mode) && !owners.has(clientId))
      this.refuse("clientNumber", "noSuchClient");
    return clientId ?? named ?? null;
  }

  /** The legal type that the row names; one that is not on the list is told, and the file is placed without. */
  legalType(): Pick<LegalType, "id" | "basis"> | null {
    const named = this.text("legalType", 120).toLowerCase();
    if (named === "") return null;
    const known = this.#world.legalTypes.get(named);
    if (known === undefined) this.warn("legalType", "noSuchLegalType");
    return known ?? null;
  }

  merchant(clientId: number | null): number | null {
    const external = this.text("merchantExternalId", 100);
    if (external === "" || clientId === null) return null;
    const merchant = this.#world.merchants.get(`${clientId}:${external}`);
    if (merchant === undefined) this.refuse("merchantExternalId", "noSuchMerchant");
    return merchant ?? null;
  }

  get today(): PlainDate {
    return this.#world.today;
  }
}
