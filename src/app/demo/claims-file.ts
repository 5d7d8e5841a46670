/** The CSV that a client sends with its new claims, in the layout of the import (domain facts 8.5). Pure. */
import { debtorParticulars } from "../../cases/persons/persons.ts";
import { columnName, type ImportField } from "../../exchange/intake/intake.ts";
import { addDays, type PlainDate, shownDate } from "../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import type { DemoClient } from "./clients.ts";
import { type Person, person } from "./people.ts";
import type { Chance } from "./seeded-random.ts";

/** The columns that clients of the demo portfolio fill in. */
const fields = [
  "clientNumber",
  "clientRef",
  "debtorType",
  ...debtorParticulars,
  "invoiceNumber",
  "invoiceDate",
  "dueDate",
  "amount",
  "description",
  "claimTitle",
  "legalType",
] as const satisfies readonly ImportField[];
type Row = Record<(typeof fields)[number], string>;

export interface DemoInvoice {
  readonly number: string;
  readonly date: PlainDate;
  readonly dueDate: PlainDate;
  readonly cents: number;
}

/** A claim as a client sends it in. */
export interface DemoClaim {
  readonly client: DemoClient;
  readonly clientRef: string;
  readonly debtor: Person;
  readonly invoices: readonly DemoInvoice[];
}

/** An amount that is more often small than large, in cents. */
function amount(chance: Chance, [least, most]: readonly [number, number]): number {
  const share = chance.next() * chance.next();
  return Math.round((least + share * (most - least)) * 100);
}

/** A claim of a client, placed on `placed`; `serial` makes its reference and its invoice numbers. */
export function demoClaim(chance: Chance, client: DemoClient, placed: PlainDate, serial: number): DemoClaim {
  const count = chance.whole(...client.invoices);
  const newest = addDays(placed, -chance.whole(38, 110));
  const term = chance.pick([14, 14, 30]);
  const invoices = Array.from({ length: count }, (_, at): DemoInvoice => {
    const date = addDays(newest, -30 * (count - 1 - at));
    return {
      number: `${client.prefix}-${String(serial).padStart(6, "0")}-${at + 1}`,
      date,
      dueDate: addDays(date, term),
      cents: amount(chance, client.amounts),
    };
  });
  const clientRef = `${client.prefix}${String(serial).padStart(6, "0")}`;
  return { client, clientRef, debtor: person(chance, client.consumerShare), invoices };
}

const cell = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const rowOf = ({ client, clientRef, debtor }: DemoClaim, invoice: DemoInvoice): Row => ({
  ...debtor,
  clientNumber: client.number,
  clientRef,
  debtorType: debtor.type,
  gender: debtor.gender === "male" ? "M" : debtor.gender === "female" ? "V" : "",
  birthDate: shownDate(debtor.birthDate),
  country: "NL",
  invoiceNumber: invoice.number,
  invoiceDate: shownDate(invoice.date),
  dueDate: shownDate(invoice.dueDate),
  amount: decimalFromCents(invoice.cents).replace(".", ","),
  description: client.invoiceText,
  claimTitle: client.title,
  legalType: client.legalType,
});

/** The file with these claims: one row for each invoice. */
export function claimsFile(claims: readonly DemoClaim[]): string {
  const rows = claims.flatMap((claim) => claim.invoices.map((invoice) => rowOf(claim, invoice)));
  const header = fields.map((field) => columnName(field)).join(";");
  return [header, ...rows.map((row) => fields.map((field) => cell(row[field])).join(";"))].join("\r\n");
}
