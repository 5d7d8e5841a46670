/** Makers of claims on their way in, for tests and for whoever needs a file. */
import { counter, mapOfFile } from "../../app/testing/serial.factory.ts";
import type { Visitor, World } from "../../app/testing/world.factory.ts";
import { searchFiles } from "../../cases/file-search/file-search.contract.ts";
import type { CreatedFile } from "../../cases/files/files.server.ts";
import type { NewDebtor } from "../../cases/persons/persons.server.ts";
import type { BodyOf, ReplyOf } from "../../ground/kernel/contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { getBalance } from "../../money/claims/bookings/bookings.contract.ts";
import { clientById } from "../../people/customers/customers.server.ts";
import type { createFile } from "./create/create.contract.ts";
import {
  checkImport,
  listImportRows,
  placeImport,
  readImport,
  type StartCalls,
  uploadImport,
} from "./import/import.contract.ts";
import type { ImportMode } from "./import/layout.ts";
import { type Placement, placeClaims } from "./import/place.server.ts";

const serial = counter();
const numbers = mapOfFile<string | number, string>();

/** The invoice of a file by its reference: F-1 of the first, another for each further one, since no two files claim the same invoice. */
export function numberOf(of: string | number): string {
  const known = numbers.get(of);
  if (known !== undefined) return known;
  numbers.set(of, numbers.size === 0 ? "F-1" : `F-1${serial()}`);
  return numbers.get(of) ?? "";
}

const placedFor = mapOfFile<number, true>();
/** F-1 for the first file of a client. */
function firstNumber(client: number): string {
  if (placedFor.has(client)) return `F-9${serial()}`;
  placedFor.set(client, true);
  return "F-1";
}

/** A consumer's claim of € 100.00 that fell due on 31 March 2026; a reference of its own each time. */
export const fileOf = (
  client: number,
  changes: Partial<BodyOf<typeof createFile>> = {},
): BodyOf<typeof createFile> => ({
  client,
  clientRef: `ZK-${serial()}`,
  fileType: "private",
  debtor: {
    gender: "female",
    initials: "S.",
    lastName: "Yıldız",
    street: "Kanaalstraat",
    houseNumber: "112",
    addition: "2",
    postcode: "3531cl",
    city: "Utrecht",
    mobile: "06 12345678",
    email: "S.Yildiz@example.nl",
  },
  claim: { title: "Levering van energie", description: "Jaarafrekening 2025" },
  ...changes,
  invoices: changes.invoices ?? [
    { number: firstNumber(client), date: "2026-03-01", dueDate: "2026-03-31", amount: "100.00" },
  ],
});

/** A consumer who can be reached by post alone. */
export const somebody: NewDebtor = {
  fileType: "private",
  gender: "unknown",
  initials: "A.M.",
  firstName: null,
  prefix: null,
  lastName: "Jansen",
  companyName: null,
  legalForm: null,
  kvk: null,
  birthDate: null,
  street: "Dorpsstraat",
  houseNumber: "1",
  addition: null,
  postcode: "4811 AB",
  city: "Breda",
  country: "NL",
  phone: null,
  mobile: null,
  email: null,
  iban: null,
  language: "nl",
};

/** Places one claim past the transport. */
export async function placeOne(world: World, clientId: number, changes: Partial<Placement> = {}): Promise<CreatedFile> {
  const client = await clientById(world.db, clientId);
  if (!client) throw new Error(`no client ${clientId}`);
  const plain: Placement = {
    client,
    clientRef: `P-${serial()}`,
    merchantId: null,
    debtor: somebody,
    claimBasis: "contract",
    claimTitle: "Koop",
    claimDescription: null,
    contractDate: null,
    interest: null,
    canReclaimVat: null,
    bikChargedCents: 0,
    notice14: null,
    dispute: false,
    invoices: changes.invoices ?? [
      {
        number: firstNumber(clientId),
        date: date("2026-03-01"),
        dueDate: date("2026-03-31"),
        cents: 10_000,
        description: null,
      },
    ],
  };
  const [file] = await world.work((ctx) => placeClaims(ctx, [{ ...plain, ...changes }], { kind: "form" }));
  if (!file) throw new Error("nothing was placed");
  return file;
}

/** A CSV line of the standard layout, from the columns that matter to a test. */
export function csvOf(rows: readonly Readonly<Record<string, string>>[], separator = ";"): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (text: string): string => (/["\n;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [header, ...rows.map((row) => header.map((name) => row[name] ?? ""))]
    .map((cells) => cells.map(cell).join(separator))
    .join("\r\n");
}

/** A row that is good as it stands. */
export const validRow = (changes: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const ref = changes.client_ref ?? `R-${serial()}`;
  return { ...plainRow, client_ref: ref, invoice_number: numberOf(ref), ...changes };
};

const plainRow: Readonly<Record<string, string>> = {
  client_ref: "",
  debtor_type: "P",
  initials: "J.",
  last_name: "de Boer",
  street: "Marktplein",
  house_no: "7-B",
  postcode: "8011 AA",
  city: "Zwolle",
  email: "j.deboer@example.nl",
  invoice_number: "",
  invoice_date: "01-03-2026",
  due_date: "31-03-2026",
  amount: "1.234,56",
  claim_title: "Koopovereenkomst",
};

type Batch = ReplyOf<typeof readImport>;
type Rows = readonly Readonly<Record<string, string>>[];

/** Somebody who imports for a client. */
export class Importer {
  readonly #world: World;
  readonly #staff: Visitor;
  readonly #client: number;
  readonly #calls: StartCalls;

  /** `calls` begin the check and the placing; those of files where none are named. */
  constructor(
    world: World,
    staff: Visitor,
    client: number,
    calls: StartCalls = { check: checkImport, place: placeImport },
  ) {
    this.#world = world;
    this.#staff = staff;
    this.#client = client;
    this.#calls = calls;
  }

  /** Uploads rows and has them checked. */
  async seen(rows: Rows, mode: ImportMode = "new"): Promise<Batch> {
    const files = { file: { name: `${mode}.csv`, content: csvOf(rows) } };
    const body = { client: this.#client, mode };
    return this.checked(await this.#staff.call(uploadImport, { body, files }));
  }

  /** Has an upload checked with the columns that were proposed for it. */
  async checked({ id, style, mapping, version }: Batch): Promise<Batch> {
    const body = { client: this.#client, style, mapping, version };
    await this.#staff.call(this.#calls.check, { params: { id }, body });
    await this.#world.drain();
    return this.#staff.call(readImport, { params: { id } });
  }

  /** Has the good rows of what was checked placed. */
  async made({ id, version }: Pick<Batch, "id" | "version">): Promise<Batch> {
    await this.#staff.call(this.#calls.place, { params: { id }, body: { version } });
    await this.#world.drain();
    return this.#staff.call(readImport, { params: { id } });
  }

  placed = async (rows: Rows, mode: ImportMode = "new"): Promise<Batch> => this.made(await this.seen(rows, mode));

  async rowsOf({ id }: Pick<Batch, "id">) {
    return (await this.#staff.call(listImportRows, { params: { id }, query: { limit: 100 } })).items;
  }

  async fileOf(ref: string) {
    const { items } = await this.#staff.call(searchFiles, { query: { filter: { search: ref } } });
    const [file] = items.filter(({ clientRef }) => clientRef === ref);
    if (!file) throw new Error(`no file of ${ref}`);
    return file;
  }

  async principalOf(ref: string): Promise<string> {
    const params = { id: (await this.fileOf(ref)).id };
    return (await this.#staff.call(getBalance, { params })).principal;
  }
}
