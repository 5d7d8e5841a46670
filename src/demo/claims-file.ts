/** The CSV that a client sends with its new claims, in the layout of the import (domain facts 8.5). Pure. */
import { addDays, type PlainDate } from "../kernel/dates.ts";
import { decimalFromCents } from "../kernel/money.ts";
import type { Chance } from "./chance.ts";
import type { DemoClient } from "./clients.ts";
import { type Person, person } from "./people.ts";

const columns = [
  "client_number",
  "client_ref",
  "debtor_type",
  "gender",
  "initials",
  "first_name",
  "prefix",
  "last_name",
  "company_name",
  "legal_form",
  "kvk",
  "birth_date",
  "street",
  "house_no",
  "addition",
  "postcode",
  "city",
  "country",
  "phone",
  "mobile",
  "email",
  "iban",
  "language",
  "invoice_number",
  "invoice_date",
  "due_date",
  "amount",
  "description",
  "claim_title",
] as const;
type Row = Record<(typeof columns)[number], string>;

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

const dutchDate = (date: string): string => date.split("-").reverse().join("-");
const cell = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const rowOf = ({ client, clientRef, debtor }: DemoClaim, invoice: DemoInvoice): Row => ({
  client_number: client.number,
  client_ref: clientRef,
  debtor_type: debtor.type,
  gender: debtor.gender === "male" ? "M" : debtor.gender === "female" ? "V" : "",
  initials: debtor.initials,
  first_name: debtor.firstName,
  prefix: debtor.prefix,
  last_name: debtor.lastName,
  company_name: debtor.companyName,
  legal_form: debtor.legalForm,
  kvk: debtor.kvk,
  birth_date: dutchDate(debtor.birthDate),
  street: debtor.street,
  house_no: debtor.houseNumber,
  addition: debtor.addition,
  postcode: debtor.postcode,
  city: debtor.city,
  country: "NL",
  phone: debtor.phone,
  mobile: debtor.mobile,
  email: debtor.email,
  iban: debtor.iban,
  language: debtor.language,
  invoice_number: invoice.number,
  invoice_date: dutchDate(invoice.date),
  due_date: dutchDate(invoice.dueDate),
  amount: decimalFromCents(invoice.cents).replace(".", ","),
  description: client.invoiceText,
  claim_title: client.title,
});

/** The file with these claims: one row for each invoice. */
export function claimsFile(claims: readonly DemoClaim[]): string {
  const rows = claims.flatMap((claim) => claim.invoices.map((invoice) => rowOf(claim, invoice)));
  return [columns.join(";"), ...rows.map((row) => columns.map((name) => cell(row[name])).join(";"))].join("\r\n");
}
