/** What a correction would change of a claim, and what that does to its interest: planned here, made in change-make. */

import type { changeClaim } from "../../../cases/files/files.server.ts";
import type { FilePhase } from "../../../cases/files/files.ts";
import type { LogText, LogValue } from "../../../cases/logs/logs.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, decimalFromRate, type Rate } from "../../../ground/kernel/money.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { withHypothetical } from "../../../money/claims/claims.server.ts";
import { balanceOf, type ClaimEvent, type NewEvent, standingEvents, termsOf } from "../../../money/claims/claims.ts";
import type { ReadNotice } from "../import/claim-words.server.ts";
import { noticeEvent } from "../import/place.server.ts";
import type { ClaimCorrection, CorrectionData } from "./change-rows.server.ts";
import {
  claimedOf,
  clientNotice,
  type InvoiceChange,
  invoiceChange,
  invoiceEvents,
  type Judged,
  type Refused,
  refusedInvoice,
  refusedNotice,
  refusedTerms,
  type TermsChange,
  termsEvent,
} from "./correction.server.ts";

/** A value as it is and as it will be. */
export interface Change {
  readonly label: LogText;
  readonly before: LogValue;
  readonly after: LogValue;
}

/** An invoice of which another amount is claimed. */
export interface AmountChange {
  readonly invoice: string;
  readonly before: Cents;
  readonly after: Cents;
}

/** The claim of a file as it is kept, beside its events. */
export interface ClaimRow {
  readonly phase: FilePhase;
  readonly client_ref: string;
  readonly claim_title: string | null;
  readonly claim_description: string | null;
  readonly contract_date: PlainDate | null;
  /** The client's own number for the merchant. */
  readonly merchant: string | null;
  readonly disputed: boolean;
  readonly reference_taken: boolean;
  readonly debtor: { readonly file_type: string };
}

/** What is to be changed of a claim; null or absent: nothing of that kind. */
export interface ClaimPlan {
  readonly words: ClaimChange | null;
  readonly terms: TermsChange | null;
  readonly invoice: InvoiceChange | null;
  readonly notice14: ReadNotice | null;
  readonly dispute: boolean;
}

/** What the rows of a file are judged on. */
export interface FileFacts {
  readonly events: readonly ClaimEvent[];
  readonly today: PlainDate;
  readonly tariffs: Tariffs;
}

type ClaimChange = Parameters<typeof changeClaim>[2];

interface Part<T> {
  readonly refused: readonly Refused[];
  readonly changes: readonly Change[];
  readonly plan: T;
}

export function amountChange({ invoice, before, after }: AmountChange): Change {
  const label = { key: "intake.changeAmount", values: { invoice } };
  return { label, before: { cents: before }, after: { cents: after } };
}

const dateOr = (date: PlainDate | null): LogValue => (date === null ? "" : { date });
const yesOr = (is: boolean): LogValue => ({ text: is ? "intake.yes" : "intake.no" });
const label = (field: string): LogText => ({ key: `intake.field_${field}` });

/** The words of the claim, its reference and its merchant. */
function planWords(row: ClaimRow, claim: ClaimCorrection): Part<ClaimChange | null> {
  const merchant = claim.merchant === undefined ? row.merchant : (claim.merchant?.externalId ?? null);
  const contractDate = claim.contractDate === undefined ? row.contract_date : claim.contractDate;
  const now = { title: row.claim_title ?? "", description: row.claim_description ?? "" };
  const { clientRef = row.client_ref, title = now.title, description = now.description } = claim;
  const all: readonly (Change & { readonly set: ClaimChange })[] = [
    { label: label("clientRef"), before: row.client_ref, after: clientRef, set: { clientRef } },
    { label: label("claimTitle"), before: now.title, after: title, set: { title } },
    { label: label("description"), before: now.description, after: description, set: { description } },
    {
      label: label("contractDate"),
      before: dateOr(row.contract_date),
      after: dateOr(contractDate),
      set: { contractDate },
    },
    {
      label: label("merchantExternalId"),
      before: row.merchant ?? "",
      after: merchant ?? "",
      set: { merchantId: claim.merchant?.id ?? null },
    },
  ];
  const changed = all.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  return {
    refused:
      clientRef !== row.client_ref && row.reference_taken
        ? [{ field: "newClientRef", key: "files.referenceTaken" }]
        : [],
    changes: changed.map(({ set: _set, ...change }) => change),
    plan: changed.length === 0 ? null : Object.assign({}, ...changed.map(({ set }) => set)),
  };
}

function planInvoice(judged: Judged, wanted: CorrectionData["invoice"]): Part<InvoiceChange | null> {
  if (wanted === null) return { refused: [], changes: [], plan: null };
  const change = invoiceChange(judged.events, wanted);
  if (!change) return { refused: [{ field: "invoiceNumber", key: "intake.noSuchInvoice" }], changes: [], plan: null };
  const { number, from, to } = change;
  const of = (key: string): LogText => ({ key: `intake.${key}`, values: { invoice: number } });
  const changes: Change[] = [];
  if (to.cents !== undefined) changes.push(amountChange({ invoice: number, before: from.cents, after: to.cents }));
  if (to.date) changes.push({ label: of("changeInvoiceDate"), before: dateOr(from.date), after: dateOr(to.date) });
  if (to.dueDate) changes.push({ label: of("changeDueDate"), before: dateOr(from.dueDate), after: dateOr(to.dueDate) });
  if (to.description !== undefined) {
    changes.push({ label: of("changeDescription"), before: from.description, after: to.description ?? "" });
  }
  return { refused: refusedInvoice(judged, change), changes, plan: changes.length === 0 ? null : change };
}

function planTerms(judged: Judged, { interest, bikCharged, canReclaimVat }: ClaimCorrection): Part<TermsChange | null> {
  const { interest: now, bik } = termsOf(standingEvents(judged.events));
  const changes: Change[] = [];
  const change: { -readonly [K in keyof TermsChange]: TermsChange[K] } = {};
  if (interest && (interest.kind !== now.kind || interest.rate !== now.rate || interest.per !== now.per)) {
    change.interest = interest;
    const kind = (of: string): LogValue => ({ text: `interest.kind_${of}` });
    if (interest.kind !== now.kind)
      changes.push({ label: label("interestType"), before: kind(now.kind), after: kind(interest.kind) });
    if (interest.rate !== now.rate) {
      const rate = (of: Rate): LogValue => ({ rate: decimalFromRate(of) });
      changes.push({ label: label("interestPct"), before: rate(now.rate), after: rate(interest.rate) });
    }
  }
  if (bikCharged !== undefined && bikCharged !== bik.alreadyCharged) {
    change.bikCharged = bikCharged;
    const charged = { before: { cents: bik.alreadyCharged }, after: { cents: bikCharged } };
    changes.push({ label: label("bikCharged"), ...charged });
  }
  if (canReclaimVat !== undefined && canReclaimVat === bik.vat) {
    change.canReclaimVat = canReclaimVat;
    changes.push({ label: label("vatReclaim"), before: yesOr(!bik.vat), after: yesOr(canReclaimVat) });
  }
  const isSame = Object.keys(change).length === 0;
  return { refused: isSame ? [] : refusedTerms(judged, change), changes, plan: isSame ? null : change };
}

/** The entry of another letter of the client; none for a business, or where nothing had fallen due when it was sent. */
export function noticeOf(events: readonly ClaimEvent[], notice14: ReadNotice, fileType: string, tariffs: Tariffs) {
  const standing = standingEvents(events);
  const invoices = standing.flatMap((event) => {
    const cents = event.kind === "invoice" ? claimedOf(events, event.data.number) : undefined;
    return event.kind === "invoice" && cents !== undefined ? [{ ...event.data, cents }] : [];
  });
  const debtor = { fileType: fileType === "company" ? ("company" as const) : ("private" as const) };
  return noticeEvent({ notice14, debtor, invoices }, termsOf(standing).bik, tariffs);
}

function planNotice(
  row: ClaimRow,
  judged: Judged,
  wanted: ReadNotice | undefined,
  tariffs: Tariffs,
): Part<ReadNotice | null> {
  const before = clientNotice(judged.events);
  const isSame =
    before?.on === wanted?.sentOn &&
    before?.data.method === wanted?.method &&
    (wanted?.announced ?? before?.data.announced) === before?.data.announced &&
    (wanted?.sameAddress ?? before?.data.address === "same") === (before?.data.address === "same");
  if (!wanted || isSame || row.debtor.file_type === "company") return { refused: [], changes: [], plan: null };
  const isVain = noticeOf(judged.events, wanted, row.debtor.file_type, tariffs).length === 0;
  const refused = refusedNotice(judged);
  if (isVain) refused.push({ field: "wikLetterDate", key: "intake.letterBeforeDue" });
  const days = { before: dateOr(before?.on ?? null), after: dateOr(wanted.sentOn) };
  return { refused, changes: [{ label: label("wikLetterDate"), ...days }], plan: wanted };
}

function planDispute({ disputed }: ClaimRow, wanted: boolean | undefined): Part<boolean> {
  if (wanted === undefined || wanted === disputed) return { refused: [], changes: [], plan: false };
  // A dispute is settled by whoever has looked into it, not by a line of a file.
  const refused: Refused[] = wanted ? [] : [{ field: "dispute", key: "intake.disputeByHand" }];
  return { refused, changes: [{ label: label("dispute"), before: yesOr(disputed), after: yesOr(wanted) }], plan: true };
}

/** What the interest up to today comes to, before and after; nothing where it stays the same. */
function interestChange(
  { events, today, tariffs }: FileFacts,
  change: InvoiceChange | null,
  terms: TermsChange | null,
) {
  const more: NewEvent[] = change === null ? [] : invoiceEvents(events, change, "", "foreseen");
  const lowered = change?.to.cents === undefined ? 0 : change.from.cents - change.to.cents;
  if (change !== null && lowered > 0) {
    const data = { number: "I", invoice: change.number, mode: "retroactive" as const };
    more.push({ kind: "credit_note", on: today, amount: lowered, data });
  }
  const other = terms === null ? undefined : termsEvent(events, terms, today);
  if (other) more.push(other);
  if (more.length === 0) return [];
  const [before, after] = [events, withHypothetical(events, more)].map(
    (of) => balanceOf(of, tariffs, today).interestCharged,
  );
  if (before === undefined || after === undefined || before === after) return [];
  return [{ label: { key: "intake.changeInterest" }, before: { cents: before }, after: { cents: after } }];
}

/** What a row would change of the claim, or why it cannot. */
export function planClaim(row: ClaimRow, data: CorrectionData, ground: FileFacts) {
  const judged: Judged = { events: ground.events, phase: row.phase, today: ground.today };
  const words = planWords(row, data.claim);
  const invoice = planInvoice(judged, data.invoice);
  const terms = planTerms(judged, data.claim);
  const notice = planNotice(row, judged, data.claim.notice14, ground.tariffs);
  const dispute = planDispute(row, data.claim.dispute);
  const parts = [words, invoice, terms, notice, dispute];
  const problems = parts.flatMap(({ refused }) => refused);
  const changes = parts.flatMap((part) => part.changes);
  if (problems.length > 0 || changes.length === 0) return { problems, changes, amount: null, plan: null };
  const { plan } = invoice;
  const after = plan?.to.cents;
  return {
    problems,
    changes: [...changes, ...interestChange(ground, invoice.plan, terms.plan)],
    amount: plan === null || after === undefined ? null : { invoice: plan.number, before: plan.from.cents, after },
    plan: {
      words: words.plan,
      terms: terms.plan,
      invoice: plan,
      notice14: notice.plan,
      dispute: dispute.plan,
    } satisfies ClaimPlan,
  };
}
