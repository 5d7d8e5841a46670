/** The balance for a debt counsellor as a page. Pure. */
import { dateParts, type PlainDate } from "../../../ground/kernel/dates.ts";
import { formatLongDate, formatMoney, groupIban, groupReference } from "../../../letters/templates/templates.ts";
import { type PaperBlock, type PaperPage, printable } from "../drafting/page.ts";
import type { ClaimOnDay } from "../drafting/paper.ts";

interface Facts {
  readonly judged: {
    readonly situation: {
      readonly number: string;
      readonly clientRef: string;
      readonly claimTitle: string;
      readonly claimDescription: string;
      readonly paymentReference: string;
    };
  };
  readonly client: { readonly company: string };
  readonly provider: {
    readonly registeredName: string;
    readonly phone: string;
    readonly email: string;
    readonly iban: string;
    readonly wkiNumber: string;
  };
  readonly debtor: { readonly displayName: string };
  readonly claim: ClaimOnDay;
}

export function balancePage(
  { judged, client, provider, debtor, claim }: Facts,
  birthDate: PlainDate | null,
  tables: PaperBlock[],
): PaperPage {
  const { number, clientRef, claimTitle, claimDescription, paymentReference } = judged.situation;
  const { year, month, day } = dateParts(claim.asOf);
  const facts: readonly (readonly [string, string])[] = [
    [
      "Schuldenaar",
      birthDate === null ? debtor.displayName : `${debtor.displayName}, geboren op ${formatLongDate(birthDate, "nl")}`,
    ],
    ["Schuldeiser", client.company],
    ["Ons dossier", number],
    ["Kenmerk van de schuldeiser", clientRef],
    ["Grondslag", `${claimTitle}: ${claimDescription}`],
    ["Contact", `${provider.registeredName}, ${provider.phone}, ${provider.email}`],
    ["Betalen op", `${groupIban(provider.iban)} onder vermelding van ${groupReference(paymentReference)}`],
  ];
  return {
    title: "Saldo-opgave",
    subtitle: `Stand op ${formatLongDate(claim.asOf, "nl")}: ${formatMoney(claim.totals.open, "nl")}`,
    date: [year, month, day],
    author: printable(provider.registeredName),
    running: number,
    footer:
      provider.wkiNumber === "" ? [] : [`${printable(provider.registeredName)} · Wki ${printable(provider.wkiNumber)}`],
    blocks: [
      {
        kind: "table",
        caption: "Gegevens",
        columns: [
          { title: "", wide: 30, right: false },
          { title: "", wide: 70, right: false },
        ],
        rows: facts.map(([name, value]) => [name, printable(value)]),
        total: null,
      },
      ...tables,
    ],
  };
}
