/** Shared by all bank formats: text normalisation, meaningful references, and the validation of a statement. Pure. */
import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import type { LogValue } from "../../../cases/logs/logs.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import type { BankEntry, BankStatement } from "../payments.ts";

/** Text on one line, trimmed and without repeated spaces, NUL and halves of characters, which the database keeps in no text. */
export const tidy = (value: string | null | undefined): string =>
  (value ?? "").toWellFormed().replaceAll("\0", "").replace(/\s+/g, " ").trim();

/** Placeholders by which banks mark a missing reference. */
const noReference = /^(NOTPROVIDED|NOT PROVIDED|NONREF|NOREF|EREF|PREF|MARF|0*|-+)$/i;

/** A reference, or null for a placeholder. */
export function refOrNull(value: string | null | undefined): string | null {
  const ref = tidy(value);
  return ref === "" || noReference.test(ref) ? null : ref;
}

/** A valid IBAN in its electronic form, or null. */
export function ibanOrNull(value: string | null | undefined): string | null {
  const iban = electronicFormatIBAN(tidy(value));
  return iban !== null && isValidIBAN(iban) ? iban : null;
}

/** Numbers restart each year and some banks send none, so the key includes the closing date. */
export const statementKey = (number: string, to: PlainDate): string => `${number.replace(/^0+(?=.)/, "")}/${to}`;

/** The content of an entry as one text, equal for the same payment on two statements. */
export const contentOf = (entry: BankEntry): string =>
  [
    entry.bookedOn,
    entry.valueDate,
    entry.amountCents,
    entry.counterpartyIban ?? "",
    tidy(entry.counterpartyName).toLowerCase(),
    entry.structuredRef ?? "",
    entry.endToEndId ?? "",
    tidy(entry.description).toLowerCase(),
  ].join("|");

/**
 * Numbers the entries and makes their references unique within the statement. A bank reference on two entries identifies neither, so it is dropped;
 * entries without a reference are identified by their content, equal ones with a counter.
 */
export function uniqueRefs(entries: readonly Omit<BankEntry, "position">[]): BankEntry[] {
  const uses = new Map<string, number>();
  for (const { entryRef } of entries) uses.set(entryRef, (uses.get(entryRef) ?? 0) + 1);
  const alike = new Map<string, number>();
  return entries.map((entry, index) => {
    const numbered = { ...entry, position: index + 1 };
    if (entry.entryRef !== "" && uses.get(entry.entryRef) === 1) return numbered;
    const content = contentOf(numbered);
    const count = (alike.get(content) ?? 0) + 1;
    alike.set(content, count);
    return { ...numbered, bankRef: null, entryRef: `${content}=${count}` };
  });
}

/** A sentence of this module with its values, which shows in the reader's language. */
export interface Finding {
  readonly key: string;
  readonly values: Readonly<Record<string, LogValue>>;
}

/** The account as known before this statement. */
export interface KnownAccount {
  readonly iban: string;
  readonly currency: string;
  readonly active: boolean;
  /** The statement that ends before this one starts. */
  readonly previous: { readonly closingCents: Cents; readonly to: PlainDate } | null;
}

/** The own account of a statement: by IBAN, or by the plain account number of older MT940 files. */
export function accountOf<A extends { readonly iban: string }>(named: string, accounts: readonly A[]): A | undefined {
  const bare = named.replace(/\W/g, "").toUpperCase();
  const exact = accounts.find((account) => account.iban === bare);
  if (exact) return exact;
  const digits = bare.replace(/^0+/, "");
  if (!/^\d{6,10}$/.test(digits)) return undefined;
  const matching = accounts.filter(
    (account) => account.iban.startsWith("NL") && account.iban.slice(8).replace(/^0+/, "") === digits,
  );
  return matching.length === 1 ? matching[0] : undefined;
}

/** Reasons to refuse a whole statement: unknown account, another currency, or a sum that does not match. */
export function refusalsOf(statement: BankStatement, account: KnownAccount | undefined): Finding[] {
  const found: Finding[] = [];
  if (account === undefined) found.push({ key: "payments.unknownAccount", values: { iban: statement.iban } });
  else if (!account.active) found.push({ key: "payments.inactiveAccount", values: { iban: account.iban } });
  else if (account.currency !== statement.currency) {
    found.push({ key: "payments.otherCurrency", values: { currency: statement.currency, expected: account.currency } });
  }
  const reached = statement.openingCents + sumCents(statement.entries.map((entry) => entry.amountCents));
  if (reached !== statement.closingCents) {
    found.push({
      key: "payments.doesNotClose",
      values: { number: statement.number, difference: { cents: statement.closingCents - reached } },
    });
  }
  return found;
}

/** A remark that does not stop the import: a gap between this statement and the previous one. */
export function remarksOf(statement: BankStatement, account: KnownAccount): Finding[] {
  const { previous } = account;
  if (previous === null || previous.closingCents === statement.openingCents) return [];
  return [
    {
      key: "payments.notContinuous",
      values: { date: { date: previous.to }, difference: { cents: statement.openingCents - previous.closingCents } },
    },
  ];
}
