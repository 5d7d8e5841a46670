/** The public interface of the claims module on the server, and the handlers of its calls. */

import { type SqlBool, sql } from "kysely";
import { findFilesByKey, flagFilesBy } from "../../cases/file-search/file-search.server.ts";
import { requireFile } from "../../cases/files/files.server.ts";
import { arrangedWhere } from "../../cases/states/states.server.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import { type Ctx, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { arrangementAnswers, foreseeArrangement, storeArrangementRequest } from "./agreements/agreements.server.ts";
import { agreementTexts } from "./agreements/agreements.texts.ts";
import { askedOf } from "./agreements/arrangement.ts";
import { requesterHandlers } from "./agreements/arrangement-requests.server.ts";
import { arrangementRulesOf } from "./agreements/arrangement-rules.server.ts";
import { followPromise, promise, promiseHandlers, takePromiseBack } from "./agreements/promises.server.ts";
import { settlementAnswers } from "./agreements/settlement.server.ts";
import { settlementTexts } from "./agreements/settlement.texts.ts";
import {
  allocationOf,
  type Booked,
  bookCosts,
  bookPayment,
  followBookings,
  foreseePayment,
  freezeFrom,
  notifyBookingFollowers,
  reverseEvent,
  reversePayment,
} from "./bookings/booking.server.ts";
import { chargeableCosts, choiceHandlers, chosenCost, requireDescription } from "./bookings/booking-options.server.ts";
import {
  bookCost,
  bookCreditNote,
  bookPaymentCall,
  bookRefundCall,
  bookWriteOff,
  explainBalance,
  freezeInterest,
  getBalance,
  getClaim,
  previewPayment,
  reverseEventCall,
  reversePaymentCall,
} from "./bookings/bookings.contract.ts";
import { costHandlers, enterClientCost } from "./bookings/costs.server.ts";
import { bookCredit } from "./bookings/credit-note.server.ts";
import { bookJudgment } from "./bookings/judgment.server.ts";
import { bookRefund, writeOffAmount } from "./bookings/refund.server.ts";
import { claimTexts } from "./claims.texts.ts";
import { allowedLine } from "./duplicate-invoices/allowed-line.server.ts";
import {
  allowDuplicates,
  duplicateClaims,
  followClaims,
  hasDuplicateInvoice,
} from "./duplicate-invoices/claimed.server.ts";
import { duplicateInvoiceHandlers } from "./duplicate-invoices/duplicates.server.ts";
import { derive } from "./engine/derivation.ts";
import { explained } from "./engine/derivation-labels.server.ts";
import { chainOf } from "./engine/events.ts";
import { shownStatement } from "./engine/statement.server.ts";
import { interestTexts } from "./interest/interest.texts.ts";
import { checkTerms, interestHandlers, sameTerms } from "./interest/interest-settings.server.ts";
import { claimChecks } from "./record/checks.server.ts";
import { noteInterruption } from "./record/interruption.server.ts";
import { firstRefusals } from "./record/law-gate.server.ts";
import { afterCorrection, refreshJob } from "./record/nightly.server.ts";
import {
  balanceFrom,
  claimsOf,
  enterFirst,
  eventsColumn,
  fileBalance,
  firstBalance,
  firstEvents,
  eventsOf as recordedEvents,
} from "./record/record.server.ts";
import { balancesForReaders, renewalJob, renewForWork } from "./record/renewal.server.ts";

import "./interest/state-freeze.server.ts";
import { approvalHandlers } from "./interest/approvals.server.ts";
import { approvalTexts } from "./interest/approvals.texts.ts";
import "./interest/conditions.server.ts";
import { approvalsScreen, interestScreen } from "./claims.contract.ts";
import { noticeHandlers, voidNotice } from "./collection-costs/void-notice.server.ts";
import { unlawfulHandlers } from "./interest/unlawful.server.ts";

export { DoubleCollection } from "./duplicate-invoices/claimed.server.ts";
export { arrangementAnswered } from "./engine/events.server.ts";
export { foreseeBalances, withHypothetical } from "./engine/hypothetical.server.ts";
export { judgeBarred, statementOf } from "./engine/statement.server.ts";
export { enterCapacity } from "./record/capacity.server.ts";
export { erasePromiseNotes } from "./record/erase.server.ts";
export { promisesMade } from "./record/interruption.server.ts";
export { appendEvents, appendMany, eventsOf, fileBalance, loadEvents, refusalsFor } from "./record/record.server.ts";

// A file is found by the number of an invoice, including a reversed one.
findFilesByKey(
  (isKey) => sql`select file_id from claim_event where kind = 'invoice' and ${isKey(sql`lower(data ->> 'number')`)}`,
);
// An arrangement continues under a hold, so the status of the file does not show it.
flagFilesBy(
  "arrangement",
  sql<SqlBool>`case_file.id in (select latest.file_id from (
    select distinct on (file_id) file_id, data ->> 'action' as action from claim_event
    where kind = 'arrangement' and data ->> 'action' in ('activate', 'pause', 'resume', 'complete', 'break', 'cancel')
    order by file_id, id desc) as latest
    where latest.action in ('activate', 'pause', 'resume'))`,
);

arrangedWhere(sql<SqlBool>`coalesce((select data ->> 'action' from claim_event
  where claim_event.file_id = case_file.id and kind = 'arrangement'
    and data ->> 'action' in ('activate', 'pause', 'resume', 'complete', 'break', 'cancel')
  order by claim_event.id desc limit 1) in ('activate', 'pause', 'resume'), false)`);

flagFilesBy("double", hasDuplicateInvoice);
followClaims(async (db, fileId) => claimsOf(fileId, await recordedEvents(db, fileId)));

// A receipt may keep a promise.
followBookings((ctx, fileId) => followPromise(ctx, fileId));

/** The balance as a column of a query on `case_file`, and its calculation for a date. */
export const balanceColumn = { events: eventsColumn, on: balanceFrom };

/** The balances in lists: all as of today for jobs on many files, and for readers within a time limit. */
export const listedBalances = { renewed: renewForWork, forReaders: balancesForReaders };

/** Bookings of payments from other modules, handlers for each booking, and the reversals of an event. */
export const receipts = { book: bookPayment, reverse: reversePayment, follow: followBookings, chainOf };

/** Arrangements: the client's limits, previewing terms, and requesting one for the debtor. */
export const arranging = {
  askedOf,
  rulesOf: arrangementRulesOf,
  foresee: foreseeArrangement,
  ask: storeArrangementRequest,
  promise,
  takePromiseBack,
};

/** Bookings from other modules, interruptions of limitation, and handlers of bookings. */
export const bookings = {
  payment: bookPayment,
  judgment: bookJudgment,
  costs: bookCosts,
  clientCost: enterClientCost,
  credit: bookCredit,
  freeze: freezeFrom,
  interruption: noteInterruption,
  reverse: reverseEvent,
  voidNotice,
  notifyBookingFollowers,
};

/** The claim of a file being created: its events, refusals by the law gate, their balance, and their entry. */
export const firstClaim = { events: firstEvents, refusals: firstRefusals, balance: firstBalance, enter: enterFirst };

/** Invoices that another file claims already: finding, releasing and allowing them. */
export const claimedInvoices = { duplicateClaims, free: allowDuplicates, allowedLine };

/** The cost types that may be charged, and the chosen one. */
export const costChoices = { chargeable: chargeableCosts, chosen: chosenCost };

/** Interest terms: their validity, and whether two are equal. */
export const interestTerms = { check: checkTerms, same: sameTerms };

const onDay = (ctx: Ctx, date: PlainDate | undefined): PlainDate => date ?? ctx.clock.today();

const outcome = ({ id, balance }: Booked) => ({ id, open: decimalFromCents(balance.open) });

const reading = [
  handle(getBalance, async (ctx, { params, query }) => {
    await requireFile(ctx, params.id);
    const balance = await fileBalance(ctx.db, params.id, onDay(ctx, query.date));
    return {
      date: balance.asOf,
      currency: "EUR",
      principal: decimalFromCents(balance.principal),
      interest: decimalFromCents(balance.interest),
      costs: decimalFromCents(balance.costs),
      paid: decimalFromCents(balance.paid),
      open: decimalFromCents(balance.open),
    };
  }),
  handle(explainBalance, async (ctx, { params, query }) => {
    await requireFile(ctx, params.id);
    const balance = await fileBalance(ctx.db, params.id, onDay(ctx, query.date));
    return explained(derive(balance, query.part), ctx, ctx.lang);
  }),
  handle(getClaim, async (ctx, { params, query }) => {
    await requireFile(ctx, params.id);
    return shownStatement(ctx, params.id, onDay(ctx, query.date));
  }),
];

const bookingHandlers = [
  ...choiceHandlers,
  handle(bookPaymentCall, async (ctx, { params, body }) => {
    await requireDescription(ctx, body.description, body.kind);
    const booked = await bookPayment(ctx, params.id, body);
    const to = allocationOf(booked.balance, booked.id) ?? { costs: 0, interest: 0, principal: 0, surplus: 0 };
    return {
      ...outcome(booked),
      date: body.date,
      amount: decimalFromCents(body.amount),
      kind: body.kind,
      reference: body.reference,
      allocated: {
        costs: decimalFromCents(to.costs),
        interest: decimalFromCents(to.interest),
        principal: decimalFromCents(to.principal),
        surplus: decimalFromCents(to.surplus),
      },
    };
  }),
  handle(previewPayment, (ctx, { params, query }) => foreseePayment(ctx, params.id, query)),
  handle(reversePaymentCall, async (ctx, { params, body }) =>
    outcome(await reversePayment(ctx, params.id, params.paymentId, body)),
  ),
  handle(reverseEventCall, async (ctx, { params, body }) => {
    const kinds = [
      "credit_note",
      "cost",
      "bik",
      "write_off",
      "freeze",
      "refund",
      "interruption",
      "capacity",
      "judgment",
    ] as const;
    return outcome(await reverseEvent(ctx, params.id, params.eventId, { ...body, kinds }));
  }),
  handle(bookCreditNote, async (ctx, { params, body }) => outcome(await bookCredit(ctx, params.id, body))),
  handle(bookCost, async (ctx, { params, body }) =>
    outcome(await bookCosts(ctx, params.id, { ...body, ...(await chosenCost(ctx, body)) })),
  ),
  handle(bookRefundCall, async (ctx, { params, body }) => outcome(await bookRefund(ctx, params.id, body))),
  handle(bookWriteOff, async (ctx, { params, body }) => outcome(await writeOffAmount(ctx, params.id, body))),
  handle(freezeInterest, async (ctx, { params, body }) => outcome(await freezeFrom(ctx, params.id, body))),
];

export const claimsServer = defineModule({
  name: "claims",
  screens: [approvalsScreen, interestScreen],
  checks: claimChecks,
  texts: [claimTexts, agreementTexts, settlementTexts, interestTexts, approvalTexts],
  handlers: [
    ...reading,
    ...bookingHandlers,
    ...arrangementAnswers,
    ...requesterHandlers,
    ...settlementAnswers,
    ...promiseHandlers,
    ...interestHandlers,
    ...costHandlers,
    ...noticeHandlers,
    ...approvalHandlers,
    ...unlawfulHandlers,
    ...duplicateInvoiceHandlers,
  ],
  jobs: [refreshJob, renewalJob],
  listeners: [afterCorrection],
});
