/** The house's day: it comes with every answer of the server, so that "today" is the same on every computer, however its clock stands. */
import { useSyncExternalStore } from "react";
import { dateInAmsterdam, type PlainDate, parsePlainDate } from "../../../kernel/dates.ts";
import { createStore } from "../http/observable.ts";

const heard = createStore<PlainDate | undefined>(undefined);

/** @param day what an answer says; nothing is known by one that says none. */
export const setServerDay = (day: string | null): void => {
  const known = parsePlainDate(day ?? "");
  if (known !== undefined) heard.set(known);
};

/** Until the first answer it is the day of this computer, in Amsterdam. */
export const houseDay = (): PlainDate => heard.get() ?? dateInAmsterdam(new Date());

export const useHouseDay = (): PlainDate => {
  useSyncExternalStore(heard.subscribe, heard.get);
  return houseDay();
};

const balancesHeard = createStore<string | undefined>(undefined);

const lastDay = (days: string): string => days.slice(-"2026-11-23".length);
const isSpan = (days: string): boolean => days.includes("/");

/**
 * Whether an answer says more of the balances than is known: of a later day, or that they have been renewed. Of several servers one may have
 * learnt that later than another.
 */
const isMoreInformative = (days: string, known: string | undefined): boolean =>
  known === undefined || lastDay(days) > lastDay(known) || (lastDay(days) === lastDay(known) && isSpan(known));

/** @param days what an answer says of the balances that lists show (`balancesHeader`); nothing is known by one that says none. */
export const setBalancesDay = (days: string | null): void => {
  if (days !== null && isMoreInformative(days, balancesHeard.get())) balancesHeard.set(days);
};

/** Calls back when balances are of another day than those that were shown: midnight has passed, or they have been renewed. */
export const onBalancesRenewed = (renewed: () => void): (() => void) => {
  let shown = balancesHeard.get();
  return balancesHeard.subscribe(() => {
    const [before, now] = [shown, balancesHeard.get()];
    shown = now;
    if (before !== undefined && now !== undefined && !isSpan(now)) renewed();
  });
};

/** "2026-11-23", or "2026-11-16/2026-11-23" while they are being renewed; undefined before the first answer. */
export const useBalancesDay = (): string | undefined =>
  useSyncExternalStore(balancesHeard.subscribe, balancesHeard.get);
