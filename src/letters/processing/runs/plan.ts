/** What a run would do with one file: the same function plans it, previews a single step and decides again at the moment of making. */

import type { Recipient } from "../../../cases/parties/parties.ts";
import type { Speaker } from "../../../cases/states/states.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { calendarOf, type Tariffs } from "../../../ground/tariffs/tariffs.ts";
import type { Interruption } from "../../../law/rules/rules.ts";
import {
  type At,
  barredInvoices,
  type ContactFact,
  contractLimitation,
  type GateAction,
  type GateFacts,
  gate,
  isQuiet,
  type Purpose,
  refusal,
  saleLimitation,
} from "../../../law/rules/rules.ts";
import {
  type Balance,
  balanceOf,
  bikFor,
  interruptionsOf,
  isKind,
  judgeNotice,
  type Notice,
  owedOn,
  standingEvents,
  withoutInvoices,
} from "../../../money/claims/claims.ts";
import {
  nextStep,
  type Situation,
  type Step,
  stepFacts,
  type Workflow,
  type Workflows,
} from "../../workflows/workflows.ts";
import type { Planned, PlannedRow, Reason, Verdict } from "./run-vocabulary.ts";

type BikResult = NonNullable<ReturnType<typeof bikFor>>;
type ContactChannel = ContactFact["channel"];
type HoldFact = GateFacts["holds"][number];

/** What holds for every file of a plan, loaded once. */
export interface PlanEnvironment {
  readonly workflows: Workflows;
  readonly tariffs: Tariffs;
  readonly at: At;
  readonly provider: GateFacts["provider"];
  readonly policy: GateFacts["policy"];
  /** At most this open amount closes a file; a client may have its own. */
  readonly toleranceCents: Cents;
  /** Steps due later are not looked at; null looks at the next step whenever it is due. */
  readonly dueUntil: PlainDate | null;
  /** A person acts at this very moment, so that contact hours bind steps by hand as well. */
  readonly byHandNow?: boolean;
}

/** What is read of one file. */
export interface FileInputs {
  readonly situation: Situation;
  /** Who is written to: the debtor, or whoever speaks for it. */
  readonly reach: Recipient;
  readonly speaker: Speaker | null;
  readonly holds: readonly HoldFact[];
  readonly endedGuardianships: GateFacts["debtor"]["endedGuardianships"];
  /** Contacts with the same person over all files, of the last days. */
  readonly contacts: readonly ContactFact[];
  readonly blocked: GateFacts["reach"]["blocked"];
  /** Demands that went out and promises to pay: what interrupted limitation beside the events of the claim. */
  readonly interruptions: readonly Interruption[];
  /** The day of a letter that a print house has not told to be posted; whether an office of bailiffs has the file, or soon will. */
  readonly letterAwaited?: PlainDate | undefined;
  readonly withOffice?: boolean;
}

const complete = (address: Situation["debtor"]["address"]): boolean =>
  [address.street, address.houseNumber, address.city].every((part) => part.trim() !== "") &&
  (address.country !== "NL" || /^\d{4} ?[A-Za-z]{2}$/.test(address.postcode.trim()));

/** Of a file without a legal type the title says whether it is a sale, which lapses in two years for a consumer (BW 7:28). */
const saysSale = (title: string): boolean =>
  /^(consumenten)?koop(overeenkomst)?\b|^(sale|purchase)\b/i.test(title.trim());

/** The day of the contract; where it is not known, that of the oldest invoice is the latest that it can be. */
const contractDay = ({ contractDate }: Situation, { invoices }: Balance["ledger"]): PlainDate | null =>
  contractDate ?? invoices.map(({ event }) => event.on).sort()[0] ?? null;

/** The facts that the law gate judges on. */
export function gateFacts(
  inputs: FileInputs,
  balance: Balance,
  notice: Notice | null,
  environment: PlanEnvironment,
): GateFacts {
  const { situation, reach, speaker } = inputs;
  const { debtor, client } = situation;
  const { ledger } = balance;
  return {
    file: {
      closedOn: situation.closedOn,
      atBailiff: situation.phase === "bailiff" || inputs.withOffice === true,
      contractual: situation.contractual,
      contractOn: contractDay(situation, ledger),
      contractBinds: standingEvents(situation.events).some((event) => isKind(event, "capacity")),
    },
    debtor: {
      isConsumer: debtor.isConsumer,
      isNaturalPerson: debtor.isNaturalPerson,
      birthDate: debtor.birthDate,
      endedGuardianships: inputs.endedGuardianships,
      country: debtor.address.country,
      name: debtor.displayName,
      addressComplete: complete(debtor.address),
      addressVerifiedOn: debtor.addressVerifiedOn,
    },
    reach: {
      country: reach.address.country,
      addressComplete: complete(reach.address),
      email: reach.email,
      mobile: reach.mobile,
      phone: reach.phone,
      blocked: inputs.blocked,
    },
    speaker,
    provider: environment.provider,
    creditor: { name: client.company, addressComplete: complete(client.address) },
    claim: {
      title: situation.claimTitle,
      description: situation.claimDescription,
      invoices: ledger.invoices.map((account) => ({
        number: account.number,
        date: account.event.on,
        dueOn: account.event.data.dueDate,
        openCents: owedOn(account),
      })),
      principalCents: balance.principal,
      openCents: balance.open,
      limitation: situation.limitation ?? (saysSale(situation.claimTitle) ? saleLimitation : contractLimitation),
      interruptions: [...interruptionsOf(situation.events, ledger), ...inputs.interruptions],
      bikChargedCents: balance.costsCharged,
    },
    notice14: notice && {
      sentOn: notice.event.on,
      voidReason: notice.voidReason,
      paidInTime: notice.paidInTime,
      bikDueFrom: notice.event.data.bikDueFrom,
      proof: notice.event.data.documentId !== undefined || notice.event.data.attachmentId !== undefined,
    },
    holds: inputs.holds,
    arrangementActive: situation.status === "term_payment",
    letterAwaited: inputs.letterAwaited,
    contacts: inputs.contacts,
    policy: environment.policy,
  };
}

/** The balance as it may be demanded on a day: without the invoices that are time-barred by then. */
export function demandable(inputs: FileInputs, balance: Balance, environment: PlanEnvironment): Balance {
  const { claim, debtor } = gateFacts(inputs, balance, null, environment);
  return withoutInvoices(balance, barredInvoices(claim, debtor.isConsumer, environment.at.today));
}

/** Months before limitation in which a claim is looked at (domain facts 9, W5). */
export const nearLimitationMonths = 6;

const contactChannels: Readonly<Record<string, ContactChannel>> = {
  post: "post",
  email: "email",
  sms: "sms",
  call: "call",
};

/** Everything that a step does, as acts that the law gate judges one by one. */
function actsOf(step: Pick<Step, "channel" | "effect">): GateAction[] {
  const acts: GateAction[] = [];
  const channel = contactChannels[step.channel];
  const purpose: Purpose = step.effect === "notice14" ? "notice14" : "dunning";
  if (channel) acts.push({ kind: "contact", channel, purpose });
  if (step.effect === "bik") acts.push({ kind: "charge_bik" });
  if (step.effect === "summons" || step.effect === "handover") acts.push({ kind: step.effect });
  return acts;
}

/** The refusals of several acts, each once. */
function refusalsOf(acts: readonly GateAction[], facts: GateFacts, at: At): Reason[] {
  const seen = new Map<string, Reason>();
  for (const act of acts) {
    const verdict = gate(act, facts, at);
    if (!verdict.allowed)
      for (const refusal of verdict.refusals) seen.set(`${refusal.rule} ${refusal.textKey}`, refusal);
  }
  return [...seen.values()];
}

const waiting = (rule: string, values: Reason["values"] = {}): Reason => ({
  rule,
  article: "house",
  textKey: `processing.wait_${rule}`,
  values,
  possibleFrom: null,
});

/** The missing row of the tariffs as a reason; any other error is ours and goes on. */
function missingTariff(error: unknown): Reason {
  const tariff = error instanceof VorderError ? error.detail.data?.tariff : undefined;
  const on = error instanceof VorderError ? error.detail.data?.date : undefined;
  if (typeof tariff !== "string" || typeof on !== "string") throw error;
  return {
    rule: "tariffMissing",
    article: "house",
    textKey: "tariffs.missingRow",
    values: { kind: tariff, date: on },
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

const stops = (hold: HoldFact): boolean => hold.stops !== false;

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

/** What costs rest on: a consumer's on a 14-day letter, a business's on its due date alone (BW 6:96(4), (6)). */
export const groundOf = ({ isConsumer }: { readonly isConsumer: boolean }): "notice" | "default" =>
  isConsumer ? "notice" : "default";

/** Costs are charged over the invoices that the 14-day letter named, where there was one. */
const chargedInvoices = (notice: Notice | null): readonly string[] | undefined =>
  notice && notice.event.data.invoices.length > 0 ? notice.event.data.invoices : undefined;

/** What a step's letter announces or charges, over the invoices that may still be demanded; null for steps that do neither. */
export function stepBik(
  inputs: FileInputs,
  step: Pick<Step, "effect">,
  notice: Notice | null,
  environment: PlanEnvironment,
): BikResult | null {
  if (step.effect !== "notice14" && step.effect !== "bik") return null;
  const { tariffs, at } = environment;
  const { situation } = inputs;
  const { events } = situation;
  const balance = balanceOf(events, tariffs, at.today);
  const left = demandable(inputs, balance, environment).ledger.invoices;
  const named = step.effect === "bik" ? chargedInvoices(notice) : undefined;
  const due = left.filter(({ number, event }) => (named ? named.includes(number) : event.data.dueDate < at.today));
  const isWhole = left.length === balance.ledger.invoices.length;
  const invoices = isWhole ? named : due.map(({ number }) => number);
  return bikFor(events, tariffs, at.today, {
    ...(invoices && { invoices }),
    ...(step.effect === "notice14" ? { moment: "all" } : { ground: groundOf(situation.debtor) }),
  });
}

/** Why a file stands still by its status alone; holds and arrangements speak for themselves. A phase goes on while a file is watched. */
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
  // By hand a person acts at a moment of its own, so that only what lasts is said beforehand.
  const lasting = step.byHand && !environment.byHandNow ? reasons.filter((reason) => !isQuiet(reason)) : reasons;
  if (lasting.length > 0) return row(situation, next.dueOn, "refuse", { ...whole, reasons: lasting });
  if (step.byHand) return row(situation, next.dueOn, "wait", { ...whole, reasons: [waiting("byHand")] });
  return row(situation, next.dueOn, "do", {
    ...whole,
    costCents: stepBik(inputs, step, notice, environment)?.total ?? 0,
  });
}

/** What is due on a file, or why it cannot be done. A missing tariff is a reason like any other, never an amount of 0. */
export function planFile(inputs: FileInputs, environment: PlanEnvironment): Planned {
  try {
    return judged(inputs, environment);
  } catch (error) {
    return row(inputs.situation, environment.at.today, "refuse", { reasons: [missingTariff(error)] });
  }
}
