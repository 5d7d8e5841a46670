/**
 * When each invoice lapses (BW 3:307 and following, 7:28), and what may not be demanded any more. Each invoice has its own term; what
 * interrupts one does not interrupt another.
 */

import { addDays, addMonths, afterTerm, latest, type PlainDate } from "../../ground/kernel/dates.ts";
import type { Interruption } from "./facts.ts";
import { type GateFacts, type JudgingMoment, type LimitationTerm, type Refusal, refusal } from "./facts.ts";

type Claim = GateFacts["claim"];

/** When one invoice lapses and why then. */
export interface InvoiceLimitation {
  readonly number: string;
  readonly dueOn: PlainDate | null;
  readonly openCents: number;
  /** The first day on which it is time-barred; null where no due date is known. */
  readonly barredOn: PlainDate | null;
  /** Of the term that runs now. */
  readonly article: string;
  /** The interruptions that counted, in the order of their days. One that came after the term had run out changed nothing. */
  readonly interruptions: readonly Interruption[];
}

/** After an interruption the same term runs again, at most five years (BW 3:319(2)). */
const longestRenewed = 60;
/** A judgment may be enforced for twenty years (BW 3:324(1)). */
const judgmentMonths = 240;

/** The term that holds for whoever owes the claim. */
const termOf = ({ limitation }: Claim, isConsumer: boolean): LimitationTerm =>
  (isConsumer ? limitation.consumer : null) ?? limitation;

function lapseOf(
  dueOn: PlainDate,
  term: LimitationTerm,
  interruptions: readonly Interruption[],
): Pick<InvoiceLimitation, "barredOn" | "article" | "interruptions"> {
  let { months, article } = term;
  let barredOn = afterTerm(addDays(dueOn, 1), months);
  const counted: Interruption[] = [];
  for (const interruption of interruptions) {
    const { on, kind } = interruption;
    if (on <= dueOn || on >= barredOn) continue;
    if (kind === "judgment") [months, article] = [judgmentMonths, "BW 3:324"];
    const renewed = kind === "judgment" ? judgmentMonths : Math.min(months, longestRenewed);
    // The new term begins on the next day; limitation is never earlier for it than without (BW 3:319).
    barredOn = latest(barredOn, afterTerm(addDays(on, 1), renewed));
    counted.push(interruption);
  }
  return { barredOn, article, interruptions: counted };
}

/** When each invoice of a claim lapses, in the order of the claim. */
export function limitationsOf(claim: Claim, isConsumer: boolean): InvoiceLimitation[] {
  const term = termOf(claim, isConsumer);
  const sorted = [...claim.interruptions].sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  return claim.invoices.map(({ number, dueOn, openCents }) => ({
    number,
    dueOn,
    openCents,
    ...(dueOn === null
      ? { barredOn: null, article: term.article, interruptions: [] }
      : lapseOf(
          dueOn,
          term,
          sorted.filter(({ invoices }) => invoices.includes(number)),
        )),
  }));
}

export const isBarred = ({ barredOn }: Pick<InvoiceLimitation, "barredOn">, today: PlainDate): boolean =>
  barredOn !== null && today >= barredOn;

/** The open invoices that are time-barred on a day: they are neither dunned nor sued. */
export const barredInvoices = (claim: Claim, isConsumer: boolean, today: PlainDate): ReadonlySet<string> =>
  new Set(
    limitationsOf(claim, isConsumer)
      .filter((each) => each.openCents > 0 && isBarred(each, today))
      .map(({ number }) => number),
  );

/** The open invoice that lapses next; undefined where none does any more. */
export function nextLapse(
  claim: Claim,
  isConsumer: boolean,
  today: PlainDate,
): (InvoiceLimitation & { readonly barredOn: PlainDate }) | undefined {
  const running = limitationsOf(claim, isConsumer).flatMap((each) =>
    each.openCents > 0 && each.barredOn !== null && today < each.barredOn ? [{ ...each, barredOn: each.barredOn }] : [],
  );
  return running.sort((a, b) => (a.barredOn < b.barredOn ? -1 : 1))[0];
}

/** A bailiff needs time: a summons within these months of limitation is not begun without a lawyer (domain facts 4.6). */
const monthsBeforeLimitation = 3;

/** Refuses where nothing that is open can be demanded any more, and a summons while an invoice of it lapses soon. */
export function limitationRules({ claim, debtor }: GateFacts, { today }: JudgingMoment, summons: boolean): Refusal[] {
  const open = limitationsOf(claim, debtor.isConsumer).filter(({ openCents }) => openCents > 0);
  const last = open.reduce<InvoiceLimitation | undefined>(
    (latest, each) => ((latest?.barredOn ?? "") > (each.barredOn ?? "") ? latest : each),
    undefined,
  );
  if (last !== undefined && open.every((each) => isBarred(each, today))) {
    const rule = last.article === claim.limitation.consumer?.article ? "timeBarredSale" : "timeBarred";
    return [withArticle(refusal(rule, null, { on: last.barredOn ?? today }), last.article)];
  }
  const next = summons ? nextLapse(claim, debtor.isConsumer, today) : undefined;
  if (next && addMonths(today, monthsBeforeLimitation) >= next.barredOn)
    return [withArticle(refusal("limitationNear", null, { on: next.barredOn }), next.article)];
  return [];
}

const withArticle = (refused: Refusal, article: string): Refusal =>
  article === "" ? refused : { ...refused, article };
