/** The balance of a file as a debt counsellor reads it: a row for each invoice and one for the costs, which add up to what is open. Pure. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { ClaimOnDay } from "../drafting/paper.ts";

export const balanceColumns = [
  "schuldeiser",
  "dossiernummer",
  "kenmerk",
  "schuldenaar",
  "geboortedatum",
  "contact",
  "telefoon",
  "e-mail",
  "peildatum",
  "soort schuld",
  "factuurnummer",
  "ontstaan op",
  "oorspronkelijk bedrag",
  "hoofdsom",
  "rente",
  "kosten",
  "totaal",
  "iban",
  "betalingskenmerk",
] as const;

export interface BalanceOf {
  readonly creditor: string;
  readonly number: string;
  readonly clientRef: string;
  readonly debtor: string;
  readonly birthDate: PlainDate | null;
  readonly contact: string;
  readonly phone: string;
  readonly email: string;
  readonly debtKind: string;
  readonly iban: string;
  readonly reference: string;
}

type Cell = string | null | { readonly cents: Cents } | { readonly date: PlainDate };

export function balanceRows(of: BalanceOf, claim: ClaimOnDay): Cell[][] {
  const row = (
    kind: string,
    invoice: string,
    on: PlainDate | null,
    amounts: { readonly original: Cents; readonly principal: Cents; readonly interest: Cents; readonly costs: Cents },
  ): Cell[] => [
    of.creditor,
    of.number,
    of.clientRef,
    of.debtor,
    of.birthDate && { date: of.birthDate },
    of.contact,
    of.phone,
    of.email,
    { date: claim.asOf },
    kind,
    invoice,
    on && { date: on },
    { cents: amounts.original },
    { cents: amounts.principal },
    { cents: amounts.interest },
    { cents: amounts.costs },
    { cents: amounts.principal + amounts.interest + amounts.costs },
    of.iban,
    of.reference,
  ];
  const { costs } = claim.totals;
  return [
    ...claim.invoices
      .filter(({ principal, interest }) => principal !== 0 || interest !== 0)
      .map(({ number, date, amount, credited, principal, interest }) =>
        row(of.debtKind, number, date, { original: amount - credited, principal, interest, costs: 0 }),
      ),
    ...(costs === 0 ? [] : [row("kosten", "", null, { original: costs, principal: 0, interest: 0, costs })]),
  ];
}
