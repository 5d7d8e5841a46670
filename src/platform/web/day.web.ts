/** The house's day: it comes with every answer of the server, so that "today" is the same on every computer, however its clock stands. */
import { useSyncExternalStore } from "react";
import { dateInAmsterdam, type PlainDate, parsePlainDate } from "../../kernel/dates.ts";
import { createStore } from "./store.ts";

const heard = createStore<PlainDate | undefined>(undefined);

/** @param day what an answer says; nothing is known by one that says none. */
export const hearDay = (day: string | null): void => {
  const known = parsePlainDate(day ?? "");
  if (known !== undefined) heard.set(known);
};

/** Until the first answer it is the day of this computer, in Amsterdam. */
export const houseDay = (): PlainDate => heard.get() ?? dateInAmsterdam(new Date());

export const useHouseDay = (): PlainDate => {
  useSyncExternalStore(heard.subscribe, heard.get);
  return houseDay();
};
