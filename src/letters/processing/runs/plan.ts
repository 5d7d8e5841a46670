/** What a run would do with one file: shared by planning, the preview of a single step, and execution. */

import { type PlainDate, shownDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import {
  barredInvoices,
  type ContactFact,
  type GateAction,
  type GateFacts,
  gate,
  isLaterToday,
  isQuiet,
  type JudgingMoment,
  type Purpose,
  refusal,
} from "../../../law/rules/rules.ts";
import {
  type Balance,
  balanceOf,
  bikFor,
  judgeNotice,
  type Notice,
  withoutInvoices,
} from "../../../money/claims/claims.ts";
import { nextStep, type Situation, type Step, stepFacts, type Workflow } from "../../workflows/workflows.ts";
import { type FileInputs, gateFacts, type PlanEnvironment } from "./gate-facts.ts";
import type { Planned, PlannedRow, Reason, Verdict } from "./run-vocabulary.ts";

type BikResult = NonNullable<ReturnType<typeof bikFor>>;
type ContactChannel = ContactFact["channel"];

/** The balance that may be demanded on a day: without the invoices that are time-barred by then. */
export function demandable(inputs: FileInputs, balance: Balance, environment: PlanEnvironment): Balance {
  const { claim, debtor } = gateFacts(inputs, balance, null, environment);
  return withoutInvoices(balance, barredInvoices(claim, debtor.isConsumer, environment.at.today));
}

/** The months before limitation in which a claim is reviewed (domain facts 9, W5). */
export const nearLimitationMonths = 6;

const contactChannels: Readonly<Record<string, ContactChannel>> = {
  post: "post",
  email: "email",
  sms: "sms",
  call: "call",
};

/** All parts of a step, as acts that the law gate judges one by one. */
function actsOf(step: Pick<Step, "channel" | "effect">): GateAction[] {
  const acts: GateAction[] = [];
  const channel = contactChannels[step.channel];
  const purpose: Purpose = step.effect === "notice14" ? "notice14" : "dunning";
  if (channel) acts.push({ kind: "contact", channel, purpose });
  if (step.effect === "bik") acts.push({ kind: "charge_bik" });
  if (step.effect === "summons" || step.effect === "handover") acts.push({ kind: step.effect });
  return acts;
}

/** The refusals of several acts, without duplicates. */
function refusalsOf(acts: readonly GateAction[], facts: GateFacts, at: JudgingMoment): Reason[] {
  const seen = new Map<string, Reason>();
  for (const act of acts) {
    const verdict = gate(act, facts, at);
    if (!verdict.allowed)
      for (const refusal of verdict.refusals) seen.set(`${refusal.rule} ${refusal.textKey}`, refusal);
  }
  return [...seen.values()];
}

/** Why a row waits although no law refuses it. */
export const waiting = (rule: string, values: Reason["values"] = {}): Reason => ({
  rule,
  article: "house",
  textKey: `processing.wait_${rule}`,
  values,
  possibleFrom: null,
});

/** Why a message that is made now goes out later today. */
export const laterToday = (reason: Reason): Reason => ({ ...reason, textKey: "processing.wait_laterToday" });

/** A missing tariff as a reason; other errors are rethrown. */
function missingTariff(error: unknown): Reason {
  const tariff = error instanceof VorderError ? error.detail.data?.tariff : undefined;
  const on = error instanceof VorderError ? error.detail.data?.date : undefined;
  if (typeof tariff !== "string" || typeof on !== "string") throw error;
  return {
    rule: "tariffMissing",
    article: "house",
    textKey: `tariffs.missing_${tariff}`,
    values: { date: shownDate(on) },
    possibleFrom: null,
  };
}

const blank = (situation: Situation, on: PlainDate) => ({
  fileId: situation.fileId,
  workflowCode: situation.place?.workflowCode ?? "",
  round: situation.place?.round ?? 1,
  position: 0,
  channel: "task",
  template: "",
  effect: "none",
  dueOn: on,
  reasons: [],
  openCents: situation.openCents,
  costCents: 0,
  step: null,
  passed: [],
  again: false,
});

const row = (situation: Situation, on: PlainDate, verdict: Verdict, rest: Partial<PlannedRow>): Planned => ({
  kind: "row",
  row: { ...blank(situation, on), verdict, ...rest },
});

const stops = (hold: GateFacts["holds"][number]): boolean => hold.stops !== false;

function closing(inputs: FileInputs, balance: Balance, environment: PlanEnvironment): Planned | null {
  const { situation } = inputs;
  const tolerance = situation.client.toleranceCents ?? environment.toleranceCents;
  if (balance.invoiced === 0 || balance.open > tolerance || inputs.holds.some(stops)) return null;
  const letter: GateAction = { kind: "contact", channel: "post", purpose: "closing" };
  const facts = gateFacts(inputs, balance, null, environment);
  const goes = gate(letter, facts, environment.at).allowed;
  return row(situation, environment.at.today, "close", {
    channel: goes ? "post" : "task",
    template: goes ? "POST_CLOSED" : "",
    effect: "close",
    openCents: balance.open,
  });
}

/** The ground of costs: for a consumer a 14-day letter, for a business the due date (BW 6:96(4), (6)). */
export const groundOf = ({ isConsumer }: { readonly isConsumer: boolean }): "notice" | "default" =>
  isConsumer ? "notice" : "default";

/** Costs are charged over the invoices that the 14-day letter named, if there was one. */
const chargedInvoices = (notice: Notice | null): readonly string[] | undefined =>
  notice && notice.event.data.invoices.length > 0 ? notice.event.data.invoices : undefined;

type DueInvoice = Balance["ledger"]["invoices"][number];

/** Whether the costs of an invoice were let go: all that were due then, so those of a later letter or default are not. */
const isWaived = ({ costsWaivedOn: on }: FileInputs, notice: Notice | null, { event }: DueInvoice): boolean =>
  on !== undefined && (notice ? notice.event.on <= on : event.data.dueDate < on);

/**
 * The costs that a step's letter announces or charges, over the invoices that may still be demanded; null for other steps.
 * @param known the balance of today, if the caller has calculated it
 */
export function stepBik(
  inputs: FileInputs,
  step: Pick<Step, "effect">,
  notice: Notice | null,
  environment: PlanEnvironment,
  known?: Balance,
): BikResult | null {
  if (step.effect !== "notice14" && step.effect !== "bik") return null;
  const { tariffs, at } = environment;
  const { situation } = inputs;
  const { events } = situation;
  const balance = known ?? balanceOf(events, tariffs, at.today);
  const left = demandable(inputs, balance, environment).ledger.invoices;
  const claims = step.effect === "bik";
  const named = claims ? chargedInvoices(notice) : undefined;
  const charged = claims ? left.filter((invoice) => !isWaived(inputs, notice, invoice)) : left;
  const due = charged.filter(({ number, event }) => (named ? named.includes(number) : event.data.dueDate < at.today));
  const isWhole = charged.length === balance.ledger.invoices.length;
  const invoices = isWhole ? named : due.map(({ number }) => number);
  return bikFor(events, tariffs, at.today, {
    ...(invoices && { invoices }),
    ...(step.effect === "notice14" ? { moment: "all", known: balance } : { ground: groundOf(situation.debtor) }),
  });
}

/** Why the status of a file stops it; holds and arrangements have reasons of their own. A monitored file continues in its phase. */
function standsStill({ situation, holds }: FileInputs, { category }: Workflow): string | null {
  const { status } = situation;
  if (holds.some(stops)) return null;
  if (status.startsWith("monitoring") && category === "phase") return null;
  return status === "paused" || status === "suspend" || status.startsWith("monitoring") ? `status_${status}` : null;
}

function judged(inputs: FileInputs, environment: PlanEnvironment): Planned {
  const { situation } = inputs;
  const { events, place, placedOn: fallback, happened } = situation;
  const { tariffs, at, dueUntil } = environment;
  if (situation.closedOn !== null)
    return row(situation, at.today, "refuse", { reasons: [refusal("fileClosed", null, { on: situation.closedOn })] });
  const balance = balanceOf(events, tariffs, at.today);
  const closed = closing(inputs, balance, environment);
  if (closed) return closed;
  const definition = place ? environment.workflows.of(place) : undefined;
  if (!place || !definition) return row(situation, at.today, "wait", { reasons: [waiting("noWorkflow")] });
  const stands = standsStill(inputs, definition);
  if (stands) return row(situation, at.today, "wait", { reasons: [waiting(stands)], openCents: balance.open });
  const notice = judgeNotice(events, tariffs, at.today);
  const facts = stepFacts(events, notice, balance.open, inputs.reach, { fallback, happened });
  const next = nextStep(definition, place, facts, at.today, calendarOf(tariffs));
  if (next.kind === "none") return row(situation, at.today, "wait", { reasons: [waiting("noMoreSteps")] });
  const { step, passed } = next;
  const common = {
    position: step.position,
    channel: step.channel,
    template: step.template,
    effect: step.effect,
    openCents: balance.open,
    step,
    passed,
  };
  if (next.kind === "waiting") return row(situation, at.today, "wait", { ...common, reasons: [waiting("noDate")] });
  if (dueUntil !== null && next.dueOn > dueUntil) return { kind: "notDue" };
  const whole = { ...common, round: next.again ? place.round + 1 : place.round, again: next.again };
  const reasons = refusalsOf(actsOf(step), gateFacts(inputs, balance, notice, environment), at);
  const later = reasons.filter((reason) => isLaterToday(step.channel, reason, at.today));
  // A step by hand is made at a moment of its own, so only lasting refusals are shown beforehand.
  const anyHour = step.byHand && !environment.byHandNow;
  const lasting = reasons.filter((reason) => !(anyHour ? isQuiet(reason) : later.includes(reason)));
  if (lasting.length > 0) return row(situation, next.dueOn, "refuse", { ...whole, reasons: lasting });
  if (step.byHand) return row(situation, next.dueOn, "wait", { ...whole, reasons: [waiting("byHand")] });
  return row(situation, next.dueOn, "do", {
    ...whole,
    reasons: later.map(laterToday),
    costCents: stepBik(inputs, step, notice, environment, balance)?.total ?? 0,
  });
}

/** The due step of a file, or why it cannot be made. A missing tariff is a reason too, never an amount of 0. */
export function planFile(inputs: FileInputs, environment: PlanEnvironment): Planned {
  try {
    return judged(inputs, environment);
  } catch (error) {
    return row(inputs.situation, environment.at.today, "refuse", { reasons: [missingTariff(error)] });
  }
}
