/** The door of the claims room on the server, and the answers to its calls. */

import { type SqlBool, sql } from "kysely";
import { arrangedWhere, findFilesByKey, flagFilesBy, requireFile } from "../files/files.server.ts";
import type { PlainDate } from "../kernel/dates.ts";
import { decimalFromCents } from "../kernel/money.ts";
import { answer, type Ctx, room } from "../platform/server/room.ts";
import { arrangementAnswers } from "./agreeing.server.ts";
import { agreementTexts } from "./agreements.texts.ts";
import { askerAnswers } from "./asker.server.ts";
import {
  allocationOf,
  type Booked,
  bookCosts,
  bookCredit,
  bookPayment,
  followBookings,
  freezeFrom,
  reverseEvent,
  reversePayment,
} from "./booking.server.ts";
import { claimChecks } from "./checks.server.ts";
import { choiceAnswers, chosenCost, requireDescription } from "./choices.server.ts";
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
  reverseEventCall,
  reversePaymentCall,
} from "./claims.contract.ts";
import { claimTexts } from "./claims.texts.ts";
import { costAnswers } from "./costs.server.ts";
import { derive } from "./derivation.ts";
import { interestTexts } from "./interest.texts.ts";
import { interestAnswers } from "./interest-settings.server.ts";
import { explained } from "./labels.server.ts";
import { afterCorrection, refreshJob } from "./nightly.server.ts";
import { followPromise, promiseAnswers } from "./promises.server.ts";
import { fileBalance } from "./record.server.ts";
import { bookRefund, writeOffAmount } from "./refund.server.ts";
import { settlementAnswers } from "./settlement.server.ts";
import { settlementTexts } from "./settlement.texts.ts";
import { statementOf } from "./statement.server.ts";

import "./state-freeze.server.ts";
import { noticeAnswers } from "./void-notice.server.ts";

export { arrangementRulesOf } from "./arrangement-rules.server.ts";
export {
  followArrangement,
  propose as proposeArrangementOn,
} from "./arrangements.server.ts";
export {
  type Booked,
  bookCosts,
  bookCredit,
  followBookings,
  freezeFrom,
  reverseEvent,
} from "./booking.server.ts";
export { chargeableCosts, chosenCost } from "./choices.server.ts";
export { erasePromiseNotes } from "./erase.server.ts";
export { foreseeBalances, supposed } from "./foresee.server.ts";
export {
  actOnInterest,
  checkInterestAct,
  foreseeInterest,
  foreseeRefusals,
  type InterestAct,
  takeInterestBack,
} from "./interest-acts.server.ts";
export { noteInterruption, promisesMade } from "./interruption.server.ts";
export type { Speaker } from "./labels.server.ts";
export { arrangementAnswered } from "./raised.server.ts";
export {
  type Appended,
  appendEvents,
  appendMany,
  balanceFrom,
  enterFirst,
  eventsColumn,
  eventsOf,
  type FileEvents,
  fileBalance,
  firstBalance,
  firstEvents,
  loadEvents,
  refusalsFor,
} from "./record.server.ts";
export { statementOf } from "./statement.server.ts";

// A file is found by the number of an invoice; one that was reversed has been claimed all the same.
findFilesByKey(
  (text) => sql`select file_id from claim_event where kind = 'invoice' and lower(data ->> 'number') = ${text}`,
);
// An arrangement goes on under a hold, so that the status of the file does not tell of it.
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

// What comes in may keep a promise.
followBookings((ctx, fileId) => followPromise(ctx, fileId));

const onDay = (ctx: Ctx, date: PlainDate | undefined): PlainDate => date ?? ctx.clock.today();

const outcome = ({ id, balance }: Booked) => ({ id, open: decimalFromCents(balance.open) });

const reading = [
  answer(getBalance, async (ctx, { params, query }) => {
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
  answer(explainBalance, async (ctx, { params, query }) => {
    await requireFile(ctx, params.id);
    const balance = await fileBalance(ctx.db, params.id, onDay(ctx, query.date));
    return explained(derive(balance, query.part), ctx, ctx.lang);
  }),
  answer(getClaim, async (ctx, { params, query }) => {
    await requireFile(ctx, params.id);
    return statementOf(ctx.db, params.id, onDay(ctx, query.date));
  }),
];

const bookings = [
  ...choiceAnswers,
  answer(bookPaymentCall, async (ctx, { params, body }) => {
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
  answer(reversePaymentCall, async (ctx, { params, body }) =>
    outcome(await reversePayment(ctx, params.id, params.paymentId, body)),
  ),
  answer(reverseEventCall, async (ctx, { params, body }) => {
    const kinds = ["credit_note", "cost", "bik", "write_off", "freeze", "refund", "interruption"] as const;
    return outcome(await reverseEvent(ctx, params.id, params.eventId, { ...body, kinds }));
  }),
  answer(bookCreditNote, async (ctx, { params, body }) => outcome(await bookCredit(ctx, params.id, body))),
  answer(bookCost, async (ctx, { params, body }) =>
    outcome(await bookCosts(ctx, params.id, { ...body, ...(await chosenCost(ctx, body)) })),
  ),
  answer(bookRefundCall, async (ctx, { params, body }) => outcome(await bookRefund(ctx, params.id, body))),
  answer(bookWriteOff, async (ctx, { params, body }) => outcome(await writeOffAmount(ctx, params.id, body))),
  answer(freezeInterest, async (ctx, { params, body }) => outcome(await freezeFrom(ctx, params.id, body))),
];

export const claimsServer = room({
  name: "claims",
  checks: claimChecks,
  texts: [claimTexts, agreementTexts, settlementTexts, interestTexts],
  answers: [
    ...reading,
    ...bookings,
    ...arrangementAnswers,
    ...askerAnswers,
    ...settlementAnswers,
    ...promiseAnswers,
    ...interestAnswers,
    ...costAnswers,
    ...noticeAnswers,
  ],
  jobs: [refreshJob],
  listeners: [afterCorrection],
});
