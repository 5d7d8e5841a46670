/** The rates of an invoice by start day: the dated rows of the tariffs combined with the agreed terms, as one list of steps. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { dateOfDay } from "../../../ground/kernel/dates.ts";
import type { Rate } from "../../../ground/kernel/money.ts";
import { missingTariff, type RateRow, type TariffKind, type Tariffs } from "../../../ground/tariffs/tariffs.ts";
import type { InterestTerms } from "../engine/events.ts";

/** The rate applies from `day`. */
export interface RateStep {
  readonly day: number;
  readonly rate: Rate;
  readonly per: "year" | "month";
  /** Whether the rate is legal (and compounds yearly) or contractual. */
  readonly legal: boolean;
  /** The source of the figure; empty for a contract. */
  readonly source: string;
  readonly article: string;
}

export interface Schedule {
  readonly steps: readonly RateStep[];
  readonly tariff: TariffKind | undefined;
}

const articles = {
  statutory: "BW 6:119",
  commercial: "BW 6:119a",
  government: "BW 6:119b",
  contractual: "BW 6:119 lid 3",
} as const;

/** Government debtors owe the commercial rate (BW 6:120(2)). */
const rowsFor = (tariffs: Tariffs, kind: "statutory" | "commercial" | "government"): readonly RateRow[] =>
  kind === "statutory" ? tariffs.interest_statutory : tariffs.interest_commercial;

const legalStep = (row: RateRow, margin: Rate, article: string): RateStep => ({
  day: row.fromDay,
  rate: row.rate + margin,
  per: "year",
  legal: true,
  source: row.source,
  article,
});

/**
 * A rate that is confirmed unchanged is not a step: lines are split only at real changes (domain facts 2.3). Where the legal rate replaces an
 * agreed one it is higher, so comparing the rates is enough.
 */
const realSteps = (steps: readonly RateStep[]): RateStep[] =>
  steps.filter((step, at) => steps[at - 1]?.rate !== step.rate);

function contractualSchedule(terms: InterestTerms, tariffs: Tariffs): Schedule {
  const agreed = { rate: terms.rate, per: terms.per, legal: false, source: "", article: articles.contractual };
  const { floor } = terms;
  if (floor === "none") return { steps: [{ ...agreed, day: Number.NEGATIVE_INFINITY }], tariff: undefined };
  const yearly = terms.per === "month" ? terms.rate * 12 : terms.rate;
  const steps = rowsFor(tariffs, floor).map((row) =>
    row.rate > yearly ? legalStep(row, 0, articles[floor]) : { ...agreed, day: row.fromDay },
  );
  return { steps: realSteps(steps), tariff: `interest_${floor}` };
}

function buildSchedule(terms: InterestTerms, tariffs: Tariffs): Schedule {
  if (terms.kind === "none") return { steps: [], tariff: undefined };
  if (terms.kind === "contractual") return contractualSchedule(terms, tariffs);
  const kind = terms.kind;
  return {
    steps: realSteps(rowsFor(tariffs, kind).map((row) => legalStep(row, terms.rate, articles[kind]))),
    tariff: kind === "statutory" ? "interest_statutory" : "interest_commercial",
  };
}

const schedules = new WeakMap<Tariffs, Map<string, Schedule>>();

/** The steps for these terms; cached per set of tariffs. */
export function scheduleFor(terms: InterestTerms, tariffs: Tariffs): Schedule {
  let known = schedules.get(tariffs);
  if (!known) {
    known = new Map();
    schedules.set(tariffs, known);
  }
  const key = `${terms.kind}|${terms.rate}|${terms.per}|${terms.floor}`;
  let schedule = known.get(key);
  if (!schedule) {
    schedule = buildSchedule(terms, tariffs);
    known.set(key, schedule);
  }
  return schedule;
}

/** The index of the step of a day. @throws missingTariff if the first one starts later: never a rate of 0. */
export function stepOn(schedule: Schedule, day: number): number {
  const { steps } = schedule;
  let at = steps.length - 1;
  while (at >= 0 && (steps[at]?.day ?? 0) > day) at--;
  if (at < 0) throw missingTariff(schedule.tariff ?? "interest_statutory", dateOfDay(day) satisfies PlainDate);
  return at;
}
