/** Makes the variables of letters, e-mails and SMS from a file's situation and balance. */

import type { Recipient } from "../../cases/parties/parties.ts";
import { dateOfDay, type PlainDate } from "../../ground/kernel/dates.ts";
import type { Message } from "../../ground/kernel/errors.ts";
import { decimalFromRate, sumCents } from "../../ground/kernel/money.ts";
import { isLanguage, type Language } from "../../ground/kernel/texts.ts";
import { type Balance, type bikFor, isKind, lastNotice, standingEvents } from "../../money/claims/claims.ts";
import {
  type LetterArrangement,
  type LetterBalance,
  type LetterInput,
  type LetterModel,
  type LetterProvider,
  letterModel,
} from "../correspondence/correspondence.ts";
import { languagesToTry } from "../templates/templates.server.ts";
import type { Situation, Translate } from "./schedule/situation.ts";

type BikResult = NonNullable<ReturnType<typeof bikFor>>;
type InvoiceAccount = Balance["ledger"]["invoices"][number];

type InterestKind = InvoiceAccount["accrual"]["terms"]["kind"];

const basisText: Readonly<Record<InterestKind, string>> = {
  none: "workflows.basis_none",
  statutory: "workflows.basis_statutory",
  commercial: "workflows.basis_commercial",
  government: "workflows.basis_government",
  contractual: "workflows.basis_contractual",
};

function interestLines(balance: Balance, translate: Translate, language: Language): LetterBalance["interest"] {
  return balance.ledger.invoices.flatMap(({ accrual, number }) => [
    ...accrual.lines
      .filter(({ interest }) => interest !== 0)
      .map((line) => ({
        invoice: number,
        from: dateOfDay(line.from),
        until: dateOfDay(line.until),
        baseCents: line.base,
        rate: decimalFromRate(line.rate),
        per: line.per,
        days: line.until - line.from,
        basis: translate({ key: basisText[accrual.terms.kind] }, language),
        cents: line.interest,
      })),
    ...lapsedLines(accrual, number, translate({ key: "workflows.basis_lapsed" }, language)),
  ]);
}

/** Interest after a judgment that has lapsed (BW 3:324(3)) comes off again, so that the lines add up to what is asked. */
function lapsedLines(
  { lapse }: InvoiceAccount["accrual"],
  invoice: string,
  basis: string,
): readonly LetterBalance["interest"][number][] {
  if (!lapse || lapse.lapsed === 0) return [];
  const [from, until] = [dateOfDay(lapse.judgedOn), dateOfDay(lapse.lapsedUntil)];
  return [{ invoice, from, until, baseCents: 0, rate: "0", per: "year", days: 0, basis, cents: -lapse.lapsed }];
}

function costs(balance: Balance, translate: Translate, language: Language): Pick<LetterBalance, "costs" | "vat"> {
  const items = balance.ledger.costs;
  const vat = sumCents(items.map((cost) => cost.vat));
  const rate = items.find((cost) => cost.bik && cost.bik.vatRate > 0)?.bik?.vatRate;
  return {
    costs: items.map((cost) => ({
      label: cost.group === "bik" ? translate({ key: "workflows.costBik" }, language) : (cost.description ?? cost.type),
      on: cost.on,
      cents: cost.amount - (rate === undefined ? 0 : cost.vat),
    })),
    vat: rate === undefined || vat === 0 ? null : { rate: decimalFromRate(rate), cents: vat },
  };
}

/** A balance with its lines in the words of a language; the lines add up to the totals. */
export function letterBalance(balance: Balance, translate: Translate, language: Language): LetterBalance {
  const { ledger } = balance;
  const credits = ledger.invoices.flatMap(({ credits: parts }) =>
    parts.map(({ event, amount }) => ({
      label: translate({ key: "workflows.credit", values: { number: event.data.number } }, language),
      on: event.on,
      cents: amount,
    })),
  );
  const writeOffs = ledger.writeOffs.map(({ event, amount }) => ({
    label: translate({ key: "workflows.writeOff" }, language),
    on: event.on,
    cents: amount,
  }));
  return {
    asOf: balance.asOf,
    invoices: ledger.invoices.map(({ event }) => ({
      number: event.data.number,
      invoiceDate: event.on,
      dueDate: event.data.dueDate,
      description: event.data.description ?? "",
      cents: event.amount,
    })),
    credits: [...credits, ...writeOffs],
    interest: interestLines(balance, translate, language),
    ...costs(balance, translate, language),
    payments: ledger.payments.map(({ event, amount }) => ({
      label: isKind(event, "payment") ? event.data.reference : "",
      on: event.on,
      cents: amount,
    })),
    principalCents: balance.invoiced - sumCents([...credits, ...writeOffs].map(({ cents }) => cents)),
    interestCents: balance.interestCharged,
    costsCents: balance.costsCharged,
    paidCents: balance.paid - balance.overpaid,
    openCents: balance.open,
  };
}

export interface LetterOrder {
  readonly situation: Situation;
  /** Who is written to. */
  readonly to: Recipient;
  readonly balance: Balance;
  readonly provider: LetterProvider;
  readonly date: PlainDate;
  readonly translate: Translate;
  /** The languages of its template: all its words are in one of them, the next best where the reader's is not there. */
  readonly written: readonly Language[];
  /** Announced or charged by this letter. */
  readonly bik?: BikResult | undefined;
  readonly payBefore?: PlainDate | undefined;
  /** What becomes of the interest that runs in the term of a 14-day letter. */
  readonly interestInTerm?: "forgiven" | "owed" | undefined;
  readonly closingReason?: Message | undefined;
  readonly arrangement?: LetterArrangement | undefined;
  /** Where whoever is written to has a page of their own. */
  readonly page?: LetterInput["page"] | undefined;
}

/** Everything that a message about a file may say. */
export function modelOf(order: LetterOrder): LetterModel {
  const { situation, provider, translate, bik } = order;
  const { client, debtor } = situation;
  const { to } = order;
  const wanted = isLanguage(to.language) ? to.language : situation.language;
  const language = languagesToTry(wanted).find((each) => order.written.includes(each)) ?? wanted;
  return letterModel({
    language,
    date: order.date,
    provider,
    file: {
      number: situation.number,
      clientRef: situation.clientRef,
      paymentReference: situation.paymentReference,
      claimTitle: situation.claimTitle,
      claimDescription: situation.claimDescription,
      contractDate: situation.contractDate,
    },
    client: { company: client.company, address: client.address },
    debtor,
    to,
    partyId: to.partyId,
    ...(to.partyId !== null && { concerns: debtor.displayName }),
    balance: letterBalance(order.balance, translate, language),
    ...(bik && {
      bik: {
        principalCents: bik.principal,
        cents: bik.bik,
        vatCents: bik.vat,
        vatRate: bik.vatRate === 0 ? null : decimalFromRate(bik.vatRate),
      },
    }),
    ...(order.arrangement && { arrangement: order.arrangement }),
    ...(order.page && { page: order.page }),
    ...(order.payBefore && { payBefore: order.payBefore }),
    ...(order.interestInTerm && { interestInTerm: order.interestInTerm }),
    noticeBy: lastNotice(standingEvents(situation.events))?.data.by ?? "agency",
    ...(situation.caseManager && { caseManager: situation.caseManager }),
    ...(order.closingReason && { closingReason: translate(order.closingReason, language) }),
  });
}
