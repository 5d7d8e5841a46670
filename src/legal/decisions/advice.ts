/**
 * Whether to sue: what speaks for it and against it, rule by rule, and the advice that follows. Pure. The rules can be read by whoever decides;
 * a person decides, and says why where it is otherwise than advised.
 */
import type { HoldKind } from "../../cases/files/files.ts";
import type { LogText } from "../../cases/logs/logs.ts";
import { daysBetween, type PlainDate } from "../../ground/kernel/dates.ts";
import type { Cents } from "../../ground/kernel/money.ts";
import type { StageCosts } from "./stage-costs.ts";

export const advices = ["sue", "settle", "wait", "writeOff"] as const;
export type Advice = (typeof advices)[number];

/** The rules in the order in which they are asked: the first that advises against suing gives the advice. */
export const adviceRules = [
  "open",
  "insolvency",
  "counselling",
  "standing",
  "law",
  "address",
  "means",
  "former",
  "benefit",
  "threeYears",
  "cliff",
  "limitation",
] as const;
export type AdviceRule = (typeof adviceRules)[number];

/** Recovery is reckoned over so many months: what is not expected within them is to be told to the client (DBR). */
export const recoveryMonths = 36;
/** A summons needs an address that was checked within so many days (domain facts 4.6). */
export const addressDays = 30;
/** From so many days before the claim lapses on, that weighs for suing. */
export const limitationDays = 92;

export interface AdviceFacts {
  readonly today: PlainDate;
  /** What may be demanded: principal, interest and costs, without what is time-barred. */
  readonly open: Cents;
  /** The case in which a judge awarded what is open; null where none did. */
  readonly awarded: string | null;
  /** Whether something is open that is time-barred. */
  readonly barred: boolean;
  /** Null where a tariff has no row for the day. */
  readonly costs: StageCosts | null;
  readonly holds: readonly HoldKind[];
  /** How many rules of law refuse a handover beside states and the address. */
  readonly refusals: number;
  readonly addressVerifiedOn: PlainDate | null;
  readonly barredOn: PlainDate | null;
  /** What the debtor can pay a month by the last statement of income and expenses; null where there is none. */
  readonly capacity: Cents | null;
  /** Handovers of this file and of other files of the same person, and how many ended with something still open. */
  readonly former: { readonly count: number; readonly unpaid: number };
}

export interface AdviceLine {
  readonly rule: AdviceRule;
  readonly weighs: "for" | "against" | "neutral";
  /** What it advises instead of suing; null where it does not stand in the way. */
  readonly advice: Exclude<Advice, "sue"> | null;
  readonly why: LogText;
}

export interface Judgement {
  readonly advice: Advice;
  /** The rule that the advice follows from; null where nothing speaks against suing. */
  readonly by: AdviceRule | null;
  readonly lines: readonly AdviceLine[];
  /** Claim and costs as a judgment would award them; null where the costs are not known. */
  readonly award: Cents | null;
  /** What of that may come in within three years: all of it where nothing is known of the debtor's means. */
  readonly recoverable: Cents | null;
  /** What is left of that after what is paid beforehand. */
  readonly benefit: Cents | null;
}

const insolvency: ReadonlySet<HoldKind> = new Set(["bankruptcy", "wsnp"]);
const counselling: ReadonlySet<HoldKind> = new Set(["shv", "moratorium", "broad_moratorium"]);
const resting: ReadonlySet<HoldKind> = new Set([
  "dispute",
  "complaint",
  "deceased",
  "promise",
  "manual",
  "returned_mail",
]);

type Line = Omit<AdviceLine, "rule">;
const text = (key: string, values: LogText["values"] = {}): LogText => ({ key: `decisions.${key}`, values });
const pro = (key: string, values?: LogText["values"]): Line => ({
  weighs: "for",
  advice: null,
  why: text(key, values),
});
const neutral = (key: string, values?: LogText["values"]): Line => ({
  weighs: "neutral",
  advice: null,
  why: text(key, values),
});
const against = (advice: AdviceLine["advice"], key: string, values?: LogText["values"]): Line => ({
  weighs: "against",
  advice,
  why: text(key, values),
});

function held({ holds }: AdviceFacts, kinds: ReadonlySet<HoldKind>, key: string): Line {
  const found = holds.find((kind) => kinds.has(kind));
  return found ? against("wait", key, { state: { text: `files.hold_${found}` } }) : pro(`${key}None`);
}

interface Sums {
  readonly award: Cents | null;
  readonly recoverable: Cents | null;
  readonly benefit: Cents | null;
}

function sumsOf({ open, costs, capacity }: AdviceFacts): Sums {
  if (costs === null) return { award: null, recoverable: null, benefit: null };
  const award = open + costs.awarded;
  const recoverable = capacity === null ? award : Math.min(award, capacity * recoveryMonths);
  return { award, recoverable, benefit: recoverable - costs.outlay };
}

function openLine({ open, barred, awarded }: AdviceFacts): Line {
  if (awarded !== null) return against("wait", "whyAwarded", { number: awarded });
  if (open > 0) return pro("whyOpen", { amount: { cents: open } });
  return barred ? against("writeOff", "whyAllBarred") : against("wait", "whyNothingOpen");
}

function addressLine({ addressVerifiedOn: on, today }: AdviceFacts): Line {
  if (on === null) return against("wait", "whyNeverChecked");
  const values = { date: { date: on } };
  return daysBetween(on, today) > addressDays ? against("wait", "whyCheckedLong", values) : pro("whyChecked", values);
}

function meansLine({ capacity, former }: AdviceFacts): Line {
  if (capacity === null) return neutral("whyMeansUnknown");
  const values = { amount: { cents: capacity } };
  if (capacity > 0) return pro("whyMeans", values);
  return former.unpaid > 0
    ? against("writeOff", "whyNoMeansBefore", { count: former.unpaid })
    : against("wait", "whyNoMeans");
}

function formerLine({ former, capacity }: AdviceFacts): Line {
  if (former.count === 0) return neutral("whyNoFormer");
  if (former.unpaid === 0) return pro("whyFormerPaid", { count: former.count });
  const values = { count: former.unpaid };
  return capacity === null ? against("wait", "whyFormerUnpaid", values) : neutral("whyFormerKnown", values);
}

function benefitLine({ costs, capacity }: AdviceFacts, { benefit, recoverable }: Sums): Line {
  if (costs === null || benefit === null || recoverable === null) return neutral("whyCostsUnknown");
  const values = {
    recoverable: { cents: recoverable },
    outlay: { cents: costs.outlay },
    benefit: { cents: Math.abs(benefit) },
  };
  if (benefit > 0) return pro("whyBenefit", values);
  return against(capacity !== null && capacity > 0 ? "settle" : "writeOff", "whyNoBenefit", values);
}

function threeYearsLine({ capacity }: AdviceFacts, { award, recoverable }: Sums): Line {
  if (capacity === null || award === null || recoverable === null) return neutral("whyTermUnknown");
  const values = { amount: { cents: recoverable }, award: { cents: award } };
  return recoverable < award ? against("settle", "whyNotInTerm", values) : pro("whyInTerm", values);
}

function cliffLine({ costs }: AdviceFacts): Line {
  if (!costs?.cliff) return neutral("whyNoCliff");
  const { limit, over, saves } = costs.cliff;
  return neutral("whyCliff", { limit: { cents: limit }, over: { cents: over }, saves: { cents: saves } });
}

function limitationLine({ barredOn, today }: AdviceFacts): Line {
  if (barredOn === null) return neutral("whyLimitationUnknown");
  const values = { date: { date: barredOn } };
  return daysBetween(today, barredOn) <= limitationDays
    ? pro("whyLimitationNear", values)
    : neutral("whyLimitation", values);
}

const asked: Readonly<Record<AdviceRule, (facts: AdviceFacts, sums: Sums) => Line>> = {
  open: openLine,
  insolvency: (facts) => held(facts, insolvency, "whyInsolvent"),
  counselling: (facts) => held(facts, counselling, "whyCounselling"),
  standing: (facts) => held(facts, resting, "whyStands"),
  law: ({ refusals }) => (refusals > 0 ? against("wait", "whyRefused", { count: refusals }) : pro("whyLawful")),
  address: addressLine,
  means: meansLine,
  former: formerLine,
  benefit: benefitLine,
  threeYears: threeYearsLine,
  cliff: cliffLine,
  limitation: limitationLine,
};

/** The advice on a file, with every rule that was asked and what it was reckoned from. */
export function judge(facts: AdviceFacts): Judgement {
  const sums = sumsOf(facts);
  const lines = adviceRules.map((rule): AdviceLine => ({ rule, ...asked[rule](facts, sums) }));
  const decisive = lines.find(({ advice }) => advice !== null);
  return { advice: decisive?.advice ?? "sue", by: decisive?.rule ?? null, lines, ...sums };
}
