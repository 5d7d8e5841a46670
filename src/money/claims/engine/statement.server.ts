/** All claims of a file, as the file page shows them. */

import { dateOfDay, type PlainDate } from "../../../ground/kernel/dates.ts";
import { decimalFromRate, sumCents } from "../../../ground/kernel/money.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { userNames } from "../../../people/access/access.server.ts";
import { type ArrangementState, arrangementsOf } from "../agreements/arrangement.ts";
import { arrangementRulesOf } from "../agreements/arrangement-rules.server.ts";
import { allocationOf } from "../bookings/booking.server.ts";
import { unprovedBy } from "../collection-costs/rights.ts";
import { chargedInterest, openInterest } from "../interest/interest.ts";
import { eventsOf } from "../record/record.server.ts";
import { type Balance, balanceOf, bikFor, withoutInvoices } from "./balance.ts";
import { type ClaimEvent, type EventKind, type EventOf, isKind, standingEvents } from "./events.ts";
import type { ArrangementRow, ClaimStatement } from "./statement.contract.ts";

const ofKind = <K extends EventKind>(events: readonly ClaimEvent[], kind: K): (EventOf<K> & ClaimEvent)[] =>
  events.filter((event): event is EventOf<K> & ClaimEvent => isKind(event, kind));

export const arrangementOut = (state: ArrangementState): ArrangementRow => ({
  id: state.id,
  status: state.status,
  interest: state.plan.interest,
  frequency: state.plan.frequency,
  total: state.plan.total,
  kind: state.plan.kind ?? "terms",
  debt: state.plan.debt ?? null,
  proposedOn: state.proposedOn,
  activeFrom: state.activeFrom,
  endedOn: state.endedOn,
  pausedOn: state.pausedOn,
  pausedUntil: state.pausedUntil,
  breaksOn: state.breaksOn,
  version: state.version,
  terms: state.terms.map(({ on, amount, status, received, receivedOn }) => ({
    on,
    amount,
    status,
    received,
    receivedOn,
  })),
});

/** The void 14-day letters, with the reason. */
const voidNoticesOut = (events: readonly ClaimEvent[]): ClaimStatement["voidNotices"] =>
  events.flatMap((event) => {
    if (!isKind(event, "reversal") || event.data.voids === undefined) return [];
    const letter = events.find(({ id }) => id === event.reverses);
    return letter ? [{ id: letter.id, sentOn: letter.on, why: event.data.voids, reason: event.data.reason }] : [];
  });

/** Why a standing letter is invalid; costs on the ground of a client's letter imply that it is valid. */
function flawOf(letter: EventOf<"notice14">, standing: readonly ClaimEvent[], { ledger }: Balance) {
  const judged = ledger.notices.find(({ event }) => event.id === letter.id)?.voidReason ?? null;
  const used = standing.some((event) => isKind(event, "bik") && event.on >= letter.on);
  return judged ?? (used ? null : unprovedBy(letter));
}

const invoicesOut = ({ ledger }: Balance): ClaimStatement["invoices"] =>
  ledger.invoices.map(({ event, accrual, credits, awarded }) => ({
    id: event.id,
    number: event.data.number,
    date: event.on,
    dueDate: event.data.dueDate,
    interestFrom: dateOfDay(accrual.startDay),
    description: event.data.description ?? "",
    amount: event.amount,
    credited: sumCents(credits.map(({ amount }) => amount)),
    principal: accrual.principal,
    interest: openInterest(accrual),
    interestCharged: chargedInterest(accrual),
    awarded,
  }));

interface Entry {
  readonly at: string;
  readonly user: string;
}

/** Who entered each event, and when. */
async function entries(db: Db, fileId: number): Promise<Map<number, Entry>> {
  const rows = await asSystem(db, "a statement names every payment of its file")
    .selectFrom("claim_event")
    .select(["id", "entered_at", "user_id"])
    .where("file_id", "=", fileId)
    .where("kind", "=", "payment")
    .execute();
  const names = await userNames(
    db,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return new Map(
    rows.map((row) => [row.id, { at: row.entered_at.toISOString(), user: names.get(row.user_id ?? 0)?.name ?? "" }]),
  );
}

function paymentsOut(
  events: readonly ClaimEvent[],
  balance: Balance,
  entered: ReadonlyMap<number, Entry>,
): ClaimStatement["payments"] {
  const reversals = new Map(ofKind(events, "reversal").map((event) => [event.reverses, event]));
  return ofKind(events, "payment")
    .filter(({ on }) => on <= balance.asOf)
    .map((event) => {
      const reversal = reversals.get(event.id);
      return {
        id: event.id,
        date: event.on,
        amount: event.amount,
        kind: event.data.receipt,
        reference: event.data.reference,
        allocated: allocationOf(balance, event.id) ?? { costs: 0, interest: 0, principal: 0, surplus: 0 },
        enteredAt: entered.get(event.id)?.at ?? "",
        user: entered.get(event.id)?.user ?? "",
        reversed: reversal ? { id: reversal.id, date: reversal.on, reason: reversal.data.reason } : null,
      };
    })
    .sort((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));
}

function totalsOf(balance: Balance): ClaimStatement["totals"] {
  const { asOf: _, ledger: __, ...totals } = balance;
  return totals;
}

const frozenOut = (standing: readonly ClaimEvent[]): ClaimStatement["frozen"] =>
  ofKind(standing, "freeze").map(({ id, on, data }) => ({
    id,
    from: on,
    until: data.until ?? null,
    reason: data.reason,
  }));

const costsOut = (balance: Balance): ClaimStatement["costs"] =>
  balance.ledger.costs.map(({ id, on, group, type, description, article, amount, vat: tax, open }) => ({
    id,
    date: on,
    group,
    type,
    description: description ?? "",
    article,
    amount,
    vat: tax,
    open,
  }));

const creditsOut = (standing: readonly ClaimEvent[], leftOut: ReadonlySet<string>): ClaimStatement["credits"] =>
  ofKind(standing, "credit_note")
    .filter(({ data }) => !leftOut.has(data.invoice ?? ""))
    .map(({ id, on, amount, data }) => ({
      id,
      date: on,
      amount,
      number: data.number,
      invoice: data.invoice ?? "",
      mode: data.mode,
      reason: data.reason ?? "",
    }));

const noticesOut = (standing: readonly ClaimEvent[], balance: Balance): ClaimStatement["notices"] =>
  ofKind(standing, "notice14").map((event) => ({
    id: event.id,
    sentOn: event.on,
    lastPayDay: event.data.lastPayDay,
    bikDueFrom: event.data.bikDueFrom,
    bik: event.data.bik,
    vat: event.data.vat,
    by: event.data.by,
    flaw: flawOf(event, standing, balance),
  }));

type BarredInvoices = (ctx: WorkCtx, fileId: number, on: PlainDate) => Promise<ReadonlySet<string>>;
let barredInvoices: BarredInvoices = async () => new Set();
/** Sets which invoices of a visible file are time-barred on a day: a later module judges it, since its letters interrupt limitation too. */
export const judgeBarred = (judge: BarredInvoices): void => {
  barredInvoices = judge;
};

/** The claims of a file on a date, from its events, without the invoices that are excluded. */
export async function statementOf(
  db: Db,
  fileId: number,
  asOf: PlainDate,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<ClaimStatement> {
  const events = await eventsOf(db, fileId);
  const tariffs = await loadTariffs(db);
  const balance = withoutInvoices(balanceOf(events, tariffs, asOf), leftOut);
  const standing = standingEvents(events).filter(({ on }) => on <= asOf);
  const { bik, vat } = bikFor(events, tariffs, asOf, { moment: "all" });
  const { interest } = balance.ledger.terms;
  return {
    date: asOf,
    totals: totalsOf(balance),
    interest: {
      kind: interest.kind,
      rate: decimalFromRate(interest.rate),
      per: interest.per,
      compounding: interest.compounding,
    },
    frozen: frozenOut(standing),
    invoices: invoicesOut(balance),
    costs: costsOut(balance),
    payments: paymentsOut(events, balance, await entries(db, fileId)),
    credits: creditsOut(standing, leftOut),
    writeOffs: ofKind(standing, "write_off").map(({ id, on, amount, data }) => ({
      id,
      date: on,
      amount,
      reason: data.reason,
    })),
    notices: noticesOut(standing, balance),
    voidNotices: voidNoticesOut(events),
    bikDue: { bik, vat },
    arrangements: arrangementsOf(events, asOf, calendarOf(tariffs), await arrangementRulesOf(db, fileId)).map(
      arrangementOut,
    ),
  };
}

/** The claims of a file as its page shows them: the costs that could be charged are those of the letters, not over what is time-barred. */
export async function shownStatement(ctx: WorkCtx, fileId: number, asOf: PlainDate): Promise<ClaimStatement> {
  const statement = await statementOf(ctx.db, fileId, asOf);
  if (statement.bikDue.bik === 0) return statement;
  const barred = await barredInvoices(ctx, fileId, asOf);
  if (barred.size === 0) return statement;
  const events = await eventsOf(ctx.db, fileId);
  const due = ofKind(events, "invoice").filter(({ data }) => data.dueDate < asOf && !barred.has(data.number));
  const invoices = due.map(({ data }) => data.number);
  const { bik, vat } = bikFor(events, await loadTariffs(ctx.db), asOf, { moment: "all", invoices });
  return { ...statement, bikDue: { bik, vat } };
}
