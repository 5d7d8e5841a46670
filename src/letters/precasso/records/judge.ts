/** The next step of a record, and whether the law allows it now: shared by plans, runs and the page of a record. Pure. */
import { debtorFlags, isCompleteAddress } from "../../../cases/persons/persons.ts";
import { ofAgeOn } from "../../../cases/states/states.ts";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, percentOf, sumCents } from "../../../ground/kernel/money.ts";
import { calendarOf, scaleCosts, type Tariffs, tariffOn } from "../../../ground/tariffs/tariffs.ts";
import {
  type GateAction,
  type GateFacts,
  gate,
  type Interruption,
  isBarred,
  isLaterToday,
  type JudgingMoment,
  limitationsOf,
  type Refusal,
  refusal,
  usualLimitation,
} from "../../../law/rules/rules.ts";
import { laterToday } from "../../processing/processing.ts";
import { type NextStep, nextStep, type Step, type Workflows } from "../../workflows/workflows.ts";
import type { Verdict } from "../runs/run.ts";
import { dueInvoices, type OpenInvoice, openInvoices, type RecordSituation } from "./record.ts";

export interface RecordEnvironment {
  readonly workflows: Pick<Workflows, "get" | "of">;
  readonly tariffs: Tariffs;
  readonly at: JudgingMoment;
  readonly provider: GateFacts["provider"];
  readonly policy: GateFacts["policy"];
  /** When claims of a legal type lapse, by its id. */
  readonly limitations: ReadonlyMap<number, GateFacts["claim"]["limitation"]>;
}

/** Why something waits, in the form of a refusal by the law gate. */
export type Reason = Omit<Refusal, "rule"> & { readonly rule: string };

/** Why a record is not converted into a file. */
export type ConvertWhy = "ended" | "nothingOpen";

export interface Judged {
  readonly step: Step | null;
  /** The template of its message: a business gets a last reminder instead of the 14-day letter. */
  readonly template: string;
  readonly effect: "none" | "notice14" | "convert";
  readonly dueOn: PlainDate | null;
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  /** The amount asked: only the open principal that is due. */
  readonly openCents: Cents;
}

/** The collection costs that a 14-day letter announces: never asked in pre-collection (BW 6:96(6); Besluit BIK art. 2). */
export interface AnnouncedCosts {
  readonly principalCents: Cents;
  readonly cents: Cents;
  readonly vatCents: Cents;
  /** Percent × 10,000; 0 where the client can reclaim it. */
  readonly vatRate: number;
}

function costsOver(
  invoices: readonly OpenInvoice[],
  { claim, creditor }: RecordSituation,
  { tariffs, at }: RecordEnvironment,
): AnnouncedCosts {
  const principalCents = sumCents(invoices.map(({ openCents }) => openCents));
  const cents = scaleCosts(principalCents, tariffOn(tariffs, "bik_scale", at.today)).amount;
  const raised = !(claim.canReclaimVat ?? creditor.canReclaimVat);
  const vatRate = raised ? tariffOn(tariffs, "vat", at.today).rate : 0;
  return { principalCents, cents, vatCents: percentOf(cents, vatRate), vatRate };
}

export const announcedCosts = (situation: RecordSituation, environment: RecordEnvironment): AnnouncedCosts =>
  costsOver(dueInvoices(situation.invoices, situation.payments, environment.at.today), situation, environment);

/** Whether the 14-day letter names higher costs than are due over what is left of its invoices: posted now it would be void (BW 6:96(6)). */
export function announcesTooMuch(situation: RecordSituation, environment: RecordEnvironment): boolean {
  const { notice14, invoices, payments } = situation;
  if (notice14 === null) return false;
  const left = openInvoices(invoices, payments).filter(({ number }) => notice14.invoices.includes(number));
  const { cents, vatCents } = costsOver(left, situation, environment);
  return notice14.announcedCents > cents + vatCents;
}

const isConsumer = ({ debtor }: RecordSituation): boolean => debtor.fileType === "private";

const oldestOpen = ({ invoices, payments }: RecordSituation): PlainDate | null =>
  openInvoices(invoices, payments).find(({ openCents }) => openCents > 0)?.dueDate ?? null;

/** The day after the term of the last letter: for a consumer the 14-day letter, for a business the last reminder. */
const termOver = (situation: RecordSituation): PlainDate | null => {
  if (isConsumer(situation)) return situation.notice14?.bikDueFrom ?? null;
  return situation.termUntil === null ? null : addDays(situation.termUntil, 1);
};

export function nextOf(situation: RecordSituation, { workflows, tariffs, at }: RecordEnvironment): NextStep {
  const definition = workflows.of(situation);
  const due = oldestOpen(situation);
  if (!definition || due === null) return { kind: "none", passed: [] };
  const { debtor, position, previousDoneOn, termUntil, payments } = situation;
  const openCents = sumCents(openInvoices(situation.invoices, payments).map(({ openCents }) => openCents));
  const lastPaid = payments.reduce<PlainDate | null>((last, { on }) => (last === null || on > last ? on : last), null);
  return nextStep(
    definition,
    { position, startedOn: due, previousDoneOn, shiftDays: 0, termUntil },
    {
      // Steps count from the due date itself; a rule of the law gate forbids reminders before the day after it.
      inDefaultFrom: due,
      bikDueFrom: termOver(situation),
      newInstalments: false,
      partPaidOn: lastPaid,
      eventDays: {},
      openCents,
      claimCents: sumCents(situation.invoices.map(({ cents }) => cents)),
      hasEmail: debtor.email !== null,
      hasMobile: debtor.mobile !== null,
      hasPhone: debtor.phone !== null || debtor.mobile !== null,
    },
    at.today,
    calendarOf(tariffs),
  );
}

const descriptionOf = (situation: RecordSituation): string =>
  situation.claim.description ?? situation.claim.title ?? situation.invoices.map(({ number }) => number).join(", ");

/** A payment recognises what it pays, the oldest first: the term of limitation of that begins anew (BW 3:318, 3:319). */
const recognitions = ({ invoices, payments }: RecordSituation): Interruption[] =>
  payments.map(({ on, reference: text }, at) => {
    const before = openInvoices(invoices, payments.slice(0, at));
    const after = openInvoices(invoices, payments.slice(0, at + 1));
    const paid = after.filter(({ openCents }, of) => openCents < (before[of]?.openCents ?? 0));
    const proof = { source: "event" as const, id: 0, documentId: null, text };
    return { on, kind: "payment", invoices: paid.map(({ number }) => number), proof };
  });

/** The claimed invoices: those that are due, or all open ones if none is due yet. */
function claimFacts(situation: RecordSituation, { at, limitations }: RecordEnvironment): GateFacts["claim"] {
  const { claim, invoices, payments } = situation;
  const due = dueInvoices(invoices, payments, at.today);
  const open = sumCents(due.map(({ openCents }) => openCents));
  return {
    title: claim.title ?? descriptionOf(situation),
    description: descriptionOf(situation),
    invoices: (due.length > 0 ? due : openInvoices(invoices, payments)).map(({ number, date, dueDate, openCents }) => ({
      number,
      date,
      dueOn: dueDate,
      openCents,
    })),
    principalCents: open,
    openCents: open,
    limitation: limitations.get(claim.legalTypeId ?? 0) ?? usualLimitation(claim.title ?? ""),
    interruptions: recognitions(situation),
    bikChargedCents: 0,
  };
}

/** Nobody can be noted beside the debtor of a record, so a minor has no representative to write to (BW 1:245). */
const minor = ({ debtor: { birthDate } }: RecordSituation, today: PlainDate): GateFacts["speaker"] =>
  birthDate !== null && today < ofAgeOn(birthDate) ? { kind: "minor", since: birthDate, to: null } : null;

/** The last day of a hold that stands; null where there is none. */
const heldUntil = ({ holdUntil }: RecordSituation, today: PlainDate): PlainDate | null =>
  holdUntil !== null && holdUntil >= today ? holdUntil : null;

export function gateFacts(situation: RecordSituation, environment: RecordEnvironment): GateFacts {
  const { provider, policy, at } = environment;
  const { debtor, claim, creditor, invoices, state, spokenFor } = situation;
  const held = heldUntil(situation, at.today);
  const complete = isCompleteAddress(debtor);
  return {
    file: {
      closedOn: situation.endedOn,
      atBailiff: false,
      contractual: claim.basis === "contract",
      contractOn: claim.contractDate ?? invoices.map(({ date }) => date).sort()[0] ?? null,
      contractBinds: false,
    },
    debtor: {
      ...debtorFlags(debtor.fileType, debtor.legalForm),
      birthDate: debtor.birthDate,
      endedGuardianships: [],
      country: debtor.country,
      name: situation.debtorName,
      addressComplete: complete,
      addressVerifiedOn: null,
    },
    reach: {
      country: debtor.country,
      addressComplete: complete,
      email: debtor.email,
      mobile: debtor.mobile,
      phone: debtor.phone,
      blocked: situation.blocked,
    },
    speaker: minor(situation, at.today) ?? (spokenFor && { ...spokenFor, to: null, elsewhere: true }),
    provider,
    creditor: { name: creditor.company, addressComplete: creditor.addressComplete },
    claim: claimFacts(situation, environment),
    notice14: situation.notice14 && {
      sentOn: situation.notice14.sentOn,
      voidReason: null,
      paidInTime: false,
      bikDueFrom: situation.notice14.bikDueFrom,
      proof: true,
    },
    holds: [
      ...(state === "disputed" ? [{ kind: "dispute", until: null }] : []),
      ...(held === null ? [] : [{ kind: "hand", until: held }]),
    ],
    arrangementActive: false,
    contacts: situation.contacts,
    policy,
  };
}

const waiting = (rule: string, possibleFrom: string | null, values: Reason["values"] = {}): Reason => ({
  rule,
  article: "house",
  textKey: `precasso.wait_${rule}`,
  values,
  possibleFrom,
});

/** Some of what is due is time-barred (the gate refuses where all is): a message of pre-collection would ask for all of it. */
function partlyBarred({ claim, debtor }: GateFacts, today: PlainDate): Reason[] {
  const barred = limitationsOf(claim, debtor.isConsumer).filter((each) => each.openCents > 0 && isBarred(each, today));
  const [first] = barred;
  if (first === undefined) return [];
  const values = { numbers: barred.map(({ number }) => number).join(", "), count: barred.length };
  return [{ rule: "timeBarred", article: first.article, textKey: "precasso.partlyBarred", values, possibleFrom: null }];
}

function refusalsOf(action: GateAction, situation: RecordSituation, environment: RecordEnvironment): Reason[] {
  const facts = gateFacts(situation, environment);
  const verdict = gate(action, facts, environment.at);
  const { today } = environment.at;
  // What is to be done about it can only be done on a file.
  const refused = (verdict.allowed ? [] : verdict.refusals).map((each): Reason => {
    if (each.rule === "speakerUnknown") return { ...each, article: "BW 1:245", textKey: "precasso.minor" };
    return each.rule === "stateElsewhere" ? { ...each, textKey: "precasso.stateElsewhere" } : each;
  });
  const goes = action.kind === "contact" && refused.every((reason) => isLaterToday(action.channel, reason, today));
  return goes ? [...refused, ...partlyBarred(facts, today)] : refused;
}

/** Contact hours are applied by the outbox and by country; and a message has counted for the limits of a week since it was made. */
const heldToElsewhere: ReadonlySet<string> = new Set([
  "contactHours",
  "contactHouse",
  "contactHoursThere",
  "frequencyDay",
  "frequencyWeek",
]);

/** Why an e-mail or SMS that was made and waits may not leave any more. */
export function waitingRefusals(
  channel: "email" | "sms",
  situation: RecordSituation,
  environment: RecordEnvironment,
): readonly Reason[] {
  const facts = gateFacts(situation, environment);
  const verdict = gate({ kind: "contact", channel, purpose: "dunning" }, facts, environment.at);
  const refusals = verdict.allowed ? [] : verdict.refusals.filter(({ rule }) => !heldToElsewhere.has(rule));
  return [...refusals, ...partlyBarred(facts, environment.at.today)];
}

/** What a letter that waits to be printed asks, and when it was made. */
interface WaitingLetter {
  readonly id: number;
  readonly madeOn: PlainDate;
}

/** Why a letter that was made and waits to be printed may not go any more, or not yet. A part payment crosses a letter every day. */
export function printRefusals(
  { id, madeOn }: WaitingLetter,
  situation: RecordSituation,
  environment: RecordEnvironment,
): readonly Reason[] {
  const { notice14, addressWrongSince: wrong, invoices, payments } = situation;
  const isNotice = notice14?.messageId === id;
  const act = { kind: "contact", channel: "post", purpose: isNotice ? "notice14" : "dunning" } as const;
  const reasons = refusalsOf(act, situation, environment).filter(({ rule }) => !heldToElsewhere.has(rule));
  if (wrong !== null) reasons.push(waiting("returned", null, { date: wrong }));
  if (dueInvoices(invoices, payments, madeOn).length === 0) reasons.push(refusal("claimChanged", null));
  else if (isNotice && announcesTooMuch(situation, environment))
    reasons.push(refusal("noticeVoid", null, { sent: notice14.sentOn }, "noticeVoid_amountTooHigh"));
  return reasons;
}

/** The step as an act that the law gate judges: a consumer's claim is converted only after the term of a 14-day letter. */
function actOf(step: Step, effect: Judged["effect"], situation: RecordSituation): GateAction | null {
  if (effect === "convert") return isConsumer(situation) ? { kind: "charge_bik" } : null;
  const { channel } = step;
  if (channel !== "post" && channel !== "email" && channel !== "sms") return null;
  return { kind: "contact", channel, purpose: effect === "notice14" ? "notice14" : "dunning" };
}

/** The next step of a record and its verdict as of today. */
export function judgeRecord(situation: RecordSituation, environment: RecordEnvironment): Judged {
  const { today } = environment.at;
  const due = dueInvoices(situation.invoices, situation.payments, today);
  const openCents = sumCents(due.map((invoice) => invoice.openCents));
  const nothing = { step: null, template: "", effect: "none", dueOn: null, openCents } as const;
  if (situation.endedOn !== null) return { ...nothing, verdict: "wait", reasons: [waiting("ended", null)] };
  const next = nextOf(situation, environment);
  if (next.kind === "none") return { ...nothing, verdict: "wait", reasons: [waiting("noStep", null)] };
  const { step } = next;
  const effect =
    step.effect === "handover"
      ? "convert"
      : step.effect === "notice14" && isConsumer(situation)
        ? "notice14"
        : ("none" as const);
  const template = step.effect === "notice14" && !isConsumer(situation) ? "POST_PRE_LAST" : step.template;
  const row = { step, template, effect, openCents } as const;
  const { unpostedSince: unposted } = situation;
  if (unposted !== null)
    return { ...row, dueOn: null, verdict: "wait", reasons: [waiting("notPosted", null, { date: unposted })] };
  if (next.kind === "waiting") return { ...row, dueOn: null, verdict: "wait", reasons: [waiting("noDate", null)] };
  const { dueOn } = next;
  const reasons: Reason[] = dueOn > today ? [waiting("notDue", dueOn, { date: dueOn })] : [];
  const held = heldUntil(situation, today);
  if (effect === "convert" && situation.state === "disputed") reasons.push(waiting("disputed", null));
  else if (effect === "convert" && held !== null) reasons.push(waiting("held", addDays(held, 1), { date: held }));
  if (reasons.length > 0) return { ...row, dueOn, verdict: "wait", reasons };
  const { addressWrongSince: wrong } = situation;
  if (step.channel === "post" && wrong !== null)
    return { ...row, dueOn, verdict: "wait", reasons: [waiting("returned", null, { date: wrong })] };
  const act = actOf(step, effect, situation);
  const refusals = act === null ? [] : refusalsOf(act, situation, environment);
  if (effect !== "convert" && situation.creditor.iban === null) refusals.push(waiting("noIban", null));
  const lasting = refusals.filter((reason) => !isLaterToday(step.channel, reason, today));
  if (lasting.length > 0) return { ...row, dueOn, verdict: "refuse", reasons: lasting };
  return { ...row, dueOn, verdict: "do", reasons: refusals.map(laterToday) };
}
