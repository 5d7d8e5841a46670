/**
 * Interest of one invoice, line by line (domain facts 2.3). A line is a period with one rate and one base; it is rounded to the cent,
 * half up; the interest is the sum of the lines. The first day counts, the last does not.
 */
import { civilDay, dateOfDay, dateParts, daysInMonth, isLeapYear } from "../../../ground/kernel/dates.ts";
import { type Cents, divideHalfUp, multiplyDivide, type Rate } from "../../../ground/kernel/money.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import type { InterestTerms } from "../engine/events.ts";
import { accrue, type Lapse, openLapse, removeLapsed, settle } from "./lapse.ts";
import { type Schedule, scheduleFor, stepOn } from "./schedule.ts";

/** One period of interest. Days are day numbers (ground/kernel/dates.ts). */
export interface InterestLine {
  readonly from: number;
  readonly until: number;
  readonly base: Cents;
  readonly rate: Rate;
  readonly per: "year" | "month";
  readonly interest: Cents;
  /** The source of the rate; empty for a contract. */
  readonly source: string;
  readonly article: string;
  /** No interest was claimed in this period. */
  readonly frozen: boolean;
  /** Interest added to the base at the end of the line (BW 6:119(2)). */
  readonly capitalised: Cents;
}

/** Periods without interest: from the first day up to, excluding, the second; ascending and disjoint. */
export type Freezes = readonly (readonly [number, number])[];

/** The interest account of an invoice during the calculation of a balance. */
export interface Accrual {
  readonly terms: InterestTerms;
  readonly schedule: Schedule;
  readonly startDay: number;
  readonly freezes: Freezes;
  principal: Cents;
  /** Unpaid capitalised interest, which bears interest itself. */
  capitalised: Cents;
  /** Unpaid interest of closed lines since the last capitalisation. */
  running: Cents;
  /** The start of the open line. */
  lineFrom: number;
  readonly lines: InterestLine[];
  step: number;
  /** Months between capitalisations, and the number of the next one. */
  readonly stride: 1 | 12;
  turn: number;
  turnDay: number;
  bucketFrom: number;
  /** Monthly compounding keeps its base unrounded: the part of the base below a cent, in millionths of a cent. */
  fraction: bigint;
  /** For a claim with a judgment: the lapse of its interest. */
  readonly lapse: Lapse | undefined;
}

const never = Number.POSITIVE_INFINITY;
const million = 1_000_000;

function monthsOn(start: number, months: number): number {
  const { year, month, day } = dateParts(dateOfDay(start));
  const index = year * 12 + month - 1 + months;
  const y = Math.floor(index / 12);
  const m = index - y * 12 + 1;
  return civilDay(y, m, Math.min(day, daysInMonth(y, m)));
}

export function openAccrual(
  terms: InterestTerms,
  tariffs: Tariffs,
  startDay: number,
  freezes: Freezes,
  principal: Cents,
  judgedOn?: number,
): Accrual {
  const monthly = terms.kind === "contractual" && (terms.per === "month" || terms.compounding === "monthly");
  const stride = monthly ? 1 : 12;
  return {
    terms,
    schedule: scheduleFor(terms, tariffs),
    startDay,
    freezes,
    principal,
    capitalised: 0,
    running: 0,
    lineFrom: startDay,
    lines: [],
    step: -1,
    stride,
    turn: 1,
    turnDay: terms.kind === "none" ? never : monthsOn(startDay, stride),
    bucketFrom: startDay,
    fraction: 0n,
    lapse: judgedOn === undefined ? undefined : openLapse(judgedOn),
  };
}

/** Days of a period in ordinary and in leap years, for ACT/ACT. */
function daysByYear(from: number, until: number): { ordinary: number; leap: number } {
  let ordinary = 0;
  let leap = 0;
  for (let at = from; at < until; ) {
    const { year } = dateParts(dateOfDay(at));
    const end = Math.min(until, civilDay(year + 1, 1, 1));
    if (isLeapYear(year)) leap += end - at;
    else ordinary += end - at;
    at = end;
  }
  return { ordinary, leap };
}

function yearlyInterest(account: Accrual, from: number, until: number, base: Cents, rate: Rate): Cents {
  if (account.terms.dayCount === "ACT/365F") return multiplyDivide(base, (until - from) * rate, 365 * million);
  const { ordinary, leap } = daysByYear(from, until);
  return multiplyDivide(base, (ordinary * 366 + leap * 365) * rate, 365 * 366 * million);
}

/** A month's rate for part of a month, on the unrounded base. */
function monthlyInterest(account: Accrual, until: number, base: Cents, rate: Rate, per: "year" | "month"): Cents {
  const exactBase = BigInt(base) * BigInt(million) + account.fraction;
  const denominator = BigInt(account.turnDay - account.bucketFrom) * BigInt(million) * (per === "year" ? 12n : 1n);
  const exact = divideHalfUp(exactBase * BigInt(rate) * BigInt(until - account.lineFrom), denominator);
  const rounded = divideHalfUp(exact, BigInt(million));
  if (account.terms.compounding === "monthly") account.fraction += exact - rounded * BigInt(million);
  return Number(rounded);
}

const frozenOn = (freezes: Freezes, day: number): boolean =>
  freezes.some(([from, until]) => from <= day && day < until);

/** Removes interest that has lapsed by a day: it is not owed and bears no interest. */
function dropLapsed(account: Accrual, today: number): void {
  if (!account.lapse) return;
  const lapsed = removeLapsed(account.lapse, today);
  const capitalised = Math.min(lapsed, account.capitalised);
  account.capitalised -= capitalised;
  account.running -= lapsed - capitalised;
}

/** Closes the open line on a day and adds its interest; lapsed interest bears none in it, and the line's own lapsed part is removed. */
function closeLine(account: Accrual, until: number): void {
  dropLapsed(account, until);
  addLine(account, until);
  dropLapsed(account, until);
}

function addLine(account: Accrual, until: number): void {
  const from = account.lineFrom;
  const base = account.principal + account.capitalised;
  const step = account.schedule.steps[account.step];
  if (until <= from || base <= 0 || !step) {
    account.lineFrom = Math.max(from, until);
    return;
  }
  const frozen = frozenOn(account.freezes, from);
  const byMonth = !step.legal && account.stride === 1;
  const interest = frozen
    ? 0
    : byMonth
      ? monthlyInterest(account, until, base, step.rate, step.per)
      : yearlyInterest(account, from, until, base, step.rate);
  account.running += interest;
  if (account.lapse) accrue(account.lapse, from, until, interest);
  account.lines.push({
    from,
    until,
    base,
    rate: step.rate,
    per: step.per,
    interest,
    source: step.source,
    article: step.article,
    frozen,
    capitalised: 0,
  });
  account.lineFrom = until;
}

/** The capitalisation at the turn of a month or year, under the rate just before it. */
function atTurn(account: Accrual): { split: boolean; capitalise: boolean } {
  const { terms, stride } = account;
  const yearTurn = stride === 12 || account.turn % 12 === 0;
  const legal = account.schedule.steps[account.step]?.legal ?? true;
  if (legal) {
    // Where the legal rate replaces a lower agreed one, it compounds as the law requires (BW 6:119(2), (3)).
    const capitalise = yearTurn && (terms.kind === "contractual" || terms.compounding !== "none");
    return { split: capitalise, capitalise };
  }
  const capitalise = terms.compounding === "monthly" || (terms.compounding === "yearly" && yearTurn);
  return { split: capitalise || stride === 1, capitalise };
}

function capitalise(account: Accrual): void {
  const joined = account.running;
  if (joined === 0) return;
  account.capitalised += joined;
  account.running = 0;
  const last = account.lines.at(-1);
  if (last) account.lines[account.lines.length - 1] = { ...last, capitalised: last.capitalised + joined };
}

function nextFreezeEdge(freezes: Freezes, after: number): number {
  for (const [from, until] of freezes) {
    if (from > after) return from;
    if (until > after) return until;
  }
  return never;
}

/**
 * Advances the account to a day: applies the rate changes and capitalisations up to and including it. With `close` the open line ends there, as
 * required before a payment or a change of the principal. @throws missingTariff if no rate is known for a day.
 */
export function advance(account: Accrual, today: number, close: boolean): void {
  if (account.terms.kind === "none" || today < account.startDay) return;
  const { steps } = account.schedule;
  if (account.step < 0) account.step = stepOn(account.schedule, account.startDay);
  for (;;) {
    const rateDay = steps[account.step + 1]?.day ?? never;
    const freezeDay = account.freezes.length === 0 ? never : nextFreezeEdge(account.freezes, account.lineFrom);
    const day = Math.min(rateDay, account.turnDay, freezeDay);
    if (day > today) break;
    // An edge of a freeze on the start of the line was processed already, so every iteration advances.
    const capitalisation = day === account.turnDay ? atTurn(account) : { split: false, capitalise: false };
    if (capitalisation.split || day === rateDay || day === freezeDay) closeLine(account, day);
    if (capitalisation.capitalise) capitalise(account);
    if (day === rateDay) account.step++;
    if (day === account.turnDay) {
      account.bucketFrom = day;
      account.turn++;
      account.turnDay = monthsOn(account.startDay, account.turn * account.stride);
    }
  }
  if (close) closeLine(account, today);
}

/** Interest awarded as an amount: it has no period, bears no interest, and lapses with the judgment. */
export function addAwarded(account: Accrual, interest: Cents, on: number): void {
  account.running += interest;
  if (account.lapse) accrue(account.lapse, on - 1, on, interest);
  const line = { from: on, until: on, base: 0, rate: 0, per: "year", source: "", article: "Rv 230" } as const;
  account.lines.push({ ...line, interest, frozen: false, capitalised: 0 });
}

/** Open interest: capitalised and accrued. Complete only after `advance` with `close`. */
export const openInterest = (account: Accrual): Cents => account.capitalised + account.running;

/** All interest of the account, paid or open, without what has lapsed. */
export const chargedInterest = ({ lines, lapse }: Accrual): Cents =>
  lines.reduce((sum, { interest }) => sum + interest, 0) - (lapse?.lapsed ?? 0);

/** Takes an amount off the account in the legal order: capitalised interest, accrued interest, principal. Returns what each received. */
export function payAccrual(account: Accrual, amount: Cents): { interest: Cents; principal: Cents } {
  const capitalised = Math.min(amount, account.capitalised);
  account.capitalised -= capitalised;
  const running = Math.min(amount - capitalised, account.running);
  account.running -= running;
  if (account.lapse) settle(account.lapse, capitalised + running);
  const principal = Math.min(amount - capitalised - running, account.principal);
  account.principal -= principal;
  if (account.principal + account.capitalised === 0) account.fraction = 0n;
  return { interest: capitalised + running, principal };
}

/** The yearly rate of the account on a day, to compare how onerous debts are (BW 6:43(2)). */
export function rateOnDay(account: Accrual, day: number): Rate {
  if (account.terms.kind === "none" || day < account.startDay || frozenOn(account.freezes, day)) return 0;
  const step = account.schedule.steps[stepOn(account.schedule, day)];
  return step ? (step.per === "month" ? step.rate * 12 : step.rate) : 0;
}
