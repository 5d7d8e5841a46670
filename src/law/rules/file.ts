/** Rules about the file as a whole: closed, held, under an arrangement, the provider's registration, the claim's description. */
import { mournedFrom, ofAgeOn } from "../../cases/states/states.ts";
import { addDays, addYears, type PlainDate } from "../../ground/kernel/dates.ts";
import {
  type GateAction,
  type GateFacts,
  type HoldFact,
  type JudgingMoment,
  protectedByWki,
  type Refusal,
  type Rule,
  refusal,
} from "./facts.ts";

/** Whether an action presses the debtor: telling and closing never do, everything else does. */
const presses = (action: GateAction): boolean =>
  action.kind !== "contact" || action.purpose === "dunning" || action.purpose === "notice14";

export const holdRules: Readonly<Record<string, Rule>> = {
  dispute: "holdDispute",
  complaint: "holdComplaint",
  shv: "holdShv",
  wsnp: "holdWsnp",
  bankruptcy: "holdBankruptcy",
  moratorium: "holdMoratorium",
  broad_moratorium: "holdBroadMoratorium",
  administration: "holdAdministration",
  guardianship: "holdGuardianship",
  vulnerable: "holdVulnerable",
  deceased: "holdDeceased",
  returned_mail: "holdReturnedMail",
  promise: "holdPromise",
};

function heldBy(hold: HoldFact, action: GateAction): boolean {
  if (hold.stops === false) return false;
  if (presses(action)) return true;
  // Whatever its purpose, a letter to an address that sent one back does not arrive.
  return hold.kind === "returned_mail" && action.kind === "contact" && action.channel === "post";
}

export const endOf = (hold: HoldFact) => (hold.until === null ? null : addDays(hold.until, 1));

/**
 * While somebody speaks for the debtor, nothing goes to anybody else, whatever its purpose (domain facts 6); and where nobody is noted who
 * does, nothing goes at all. Whoever does not answer for the debt is told of it, never pressed for it (Bki 4.1).
 */
function addressRefusals(action: GateAction, { speaker }: GateFacts): Refusal[] {
  const reaches = action.kind === "contact" || action.kind === "summons" || action.kind === "handover";
  if (speaker?.elsewhere && reaches) return [refusal("stateElsewhere", null)];
  if (action.kind !== "contact") return [];
  const { to } = action;
  if (to?.spokenFor) return [refusal("stateElsewhere", null)];
  if (speaker !== null && speaker.to === null)
    return [refusal("speakerUnknown", null, {}, `speakerUnknown_${speaker.kind}`)];
  if (speaker?.to)
    return to === undefined || to.partyId === speaker.to.partyId
      ? []
      : [refusal("contactOnlyVia", null, { name: speaker.to.displayName })];
  return to !== undefined && !to.liable && presses(action) ? [refusal("notLiable", null, { name: to.name })] : [];
}

/** The day from which heirs or notary may be pressed; null where that has come, and where nobody died (domain facts 6). */
function mournedUntil(action: GateAction, { speaker }: GateFacts, { today }: JudgingMoment): PlainDate | null {
  if (speaker?.kind !== "deceased" || speaker.elsewhere || !presses(action)) return null;
  const from = mournedFrom(speaker.since);
  return today < from ? from : null;
}

function holdRefusals(action: GateAction, facts: GateFacts, at: JudgingMoment): Refusal[] {
  const mourned = mournedUntil(action, facts, at);
  const outlasts = ({ until }: HoldFact): boolean => mourned === null || until === null || addDays(until, 1) >= mourned;
  const holds = facts.holds.filter((hold) => heldBy(hold, action) && (hold.kind !== "deceased" || outlasts(hold)));
  return [
    ...(mourned === null || holds.some(({ kind }) => kind === "deceased") ? [] : [refusal("holdDeceased", mourned)]),
    ...holds.map((hold) => refusal(holdRules[hold.kind] ?? "hold", endOf(hold))),
    ...addressRefusals(action, facts),
  ];
}

/** So many years after coming of age, or after the end of a guardianship, a contract can be avoided that was made before (BW 3:52(1)(a)). */
const yearsToAvoid = 3;

/** Why a contract does not bind the debtor by itself, and from when it does all the same; null where no day is known. */
export interface Incapacity {
  readonly kind: "minor" | "guardianship";
  readonly until: PlainDate | null;
}

/**
 * Whether what was agreed on can be avoided: it was made as a minor (BW 1:234, 3:32), until three years after coming of age, or under
 * guardianship (BW 1:381), as long as that stands and three years longer. Null where it binds.
 */
export function incapacityAt(
  { debtor, file, speaker }: Pick<GateFacts, "debtor" | "file" | "speaker">,
  today: PlainDate,
): Incapacity | null {
  const { contractOn } = file;
  if (contractOn === null) return null;
  if (speaker?.kind === "guardianship" && contractOn >= speaker.since) return { kind: "guardianship", until: null };
  const under = debtor.endedGuardianships.find(({ from, until }) => from <= contractOn && contractOn < until);
  const avoidable = under && addYears(under.until, yearsToAvoid);
  if (avoidable !== undefined && today < avoidable) return { kind: "guardianship", until: avoidable };
  if (debtor.birthDate === null) return null;
  const ofAge = ofAgeOn(debtor.birthDate);
  const until = addYears(ofAge, yearsToAvoid);
  return contractOn < ofAge && today < until ? { kind: "minor", until } : null;
}

/**
 * Minors and guardianship: the claim goes on by whoever represents the debtor, and nobody is summoned in person (BW 1:245, 1:381). What can be
 * avoided is not pressed for, unless it was noted that it binds; a minor's representative is asked, who may ratify or avoid it.
 */
function capacity(action: GateAction, facts: GateFacts, { today }: JudgingMoment): Refusal[] {
  const { debtor, file, speaker } = facts;
  const sues = action.kind === "summons" || action.kind === "handover";
  if (speaker?.kind === "guardianship" && sues) return [refusal("guardianshipSummons", null)];
  const ofAge = debtor.birthDate === null ? null : ofAgeOn(debtor.birthDate);
  if (ofAge !== null && today < ofAge && speaker?.kind !== "guardianship") return sues ? [refusal("minor", ofAge)] : [];
  const incapacity = incapacityAt(facts, today);
  if (!presses(action) || incapacity === null || file.contractBinds || file.contractOn === null) return [];
  const rule = incapacity.kind === "minor" ? "minorAtContract" : "guardianshipAtContract";
  return [refusal(rule, incapacity.until, { on: file.contractOn })];
}

/** Wki 3, 11 and 18: nobody may collect from natural persons without a registration that holds today. */
function registration(
  {
    registrationNumber,
    registrationValidUntil,
  }: Pick<GateFacts["provider"], "registrationNumber" | "registrationValidUntil">,
  today: PlainDate,
): Refusal[] {
  if (registrationNumber.trim() === "") return [refusal("providerUnregistered", null)];
  if (registrationValidUntil !== null && registrationValidUntil < today)
    return [refusal("providerExpired", null, { until: registrationValidUntil })];
  return [];
}

/** Why the provider may not collect from a debtor whom the Wki protects: it is not registered today. */
export const unregisteredFor = (
  debtor: Parameters<typeof protectedByWki>[0],
  provider: Parameters<typeof registration>[0],
  today: PlainDate,
): readonly Refusal[] => (protectedByWki(debtor) ? registration(provider, today) : []);

/** What the description and specification of Bki 3.1 cannot do without; each by the name of its text. */
const specification: readonly (readonly [string, (facts: GateFacts) => boolean])[] = [
  ["missingDebtorName", ({ debtor }) => debtor.name.trim() !== ""],
  ["missingDebtorAddress", ({ debtor }) => debtor.addressComplete],
  ["missingProviderName", ({ provider }) => provider.name.trim() !== ""],
  ["missingProviderAddress", ({ provider }) => provider.address.trim() !== ""],
  ["missingProviderKvk", ({ provider }) => provider.kvk.trim() !== ""],
  ["missingCreditorName", ({ creditor }) => creditor.name.trim() !== ""],
  ["missingCreditorAddress", ({ creditor }) => creditor.addressComplete],
  ["missingInvoices", ({ claim }) => claim.invoices.length > 0],
  ["missingInvoiceNumber", ({ claim }) => claim.invoices.every(({ number }) => number.trim() !== "")],
  ["missingInvoiceDate", ({ claim }) => claim.invoices.every(({ date }) => date !== null)],
  ["missingDueDate", ({ claim }) => claim.invoices.every(({ dueOn }) => dueOn !== null)],
];

function describe(facts: GateFacts): Refusal[] {
  const refusals: Refusal[] = [];
  if (facts.claim.title.trim() === "") refusals.push(refusal("descriptionMissing", null, {}, "missingTitle"));
  if (facts.claim.description.trim() === "")
    refusals.push(refusal("descriptionMissing", null, {}, "missingDescription"));
  for (const [text, present] of specification) {
    if (!present(facts)) refusals.push(refusal("specificationMissing", null, {}, text));
  }
  return refusals;
}

export function fileRules(action: GateAction, facts: GateFacts, at: JudgingMoment): Refusal[] {
  const refusals = [...holdRefusals(action, facts, at), ...capacity(action, facts, at)];
  if (!presses(action)) return refusals;
  if (facts.file.closedOn !== null) refusals.unshift(refusal("fileClosed", null, { on: facts.file.closedOn }));
  if (facts.file.atBailiff && action.kind === "contact") refusals.push(refusal("atBailiff", null));
  if (facts.arrangementActive) refusals.push(refusal("arrangement", null));
  if (facts.letterAwaited !== undefined) refusals.push(refusal("letterNotPosted", null, { on: facts.letterAwaited }));
  // What a file owes is not known while that waits; costs that have arisen are.
  if (facts.paymentInReview !== undefined && action.kind !== "charge_bik" && action.kind !== "charge_cost")
    refusals.push(refusal("paymentInReview", null, { on: facts.paymentInReview }));
  refusals.push(...unregisteredFor(facts.debtor, facts.provider, at.today));
  if (protectedByWki(facts.debtor)) refusals.push(...describe(facts));
  return refusals;
}
