/** The one clock, id source and random source of a process. Pure code gets them as arguments. */
import { randomBytes, randomUUID } from "node:crypto";
import { dateInAmsterdam, type PlainDate } from "../../../kernel/dates.ts";

export interface Clock {
  /** The present instant. */
  now(): Date;
  /** The legal date of the present instant, in Europe/Amsterdam. */
  today(): PlainDate;
}

export interface Ids {
  uuid(): string;
}

export interface Random {
  bytes(count: number): Uint8Array;
}

function clockOf(now: () => Date): Clock {
  // Every request asks for the date, and converting a time zone is slow: within a minute the date is the same.
  let known = { minute: Number.NaN, date: dateInAmsterdam(now()) };
  return {
    now,
    today() {
      const at = now();
      const minute = Math.floor(at.getTime() / 60_000);
      if (minute !== known.minute) known = { minute, date: dateInAmsterdam(at) };
      return known.date;
    },
  };
}

export const systemClock: Clock = clockOf(() => new Date());

/** A clock that starts at `from` and then runs (VORDER_CLOCK). */
export const clockFrom = (from: Date): Clock => {
  const lead = from.getTime() - Date.now();
  return clockOf(() => new Date(Date.now() + lead));
};

/** A clock that stands still until it is set, for tests and demo data. */
export interface HandClock extends Clock {
  set(instant: Date): void;
}

export const handClock = (start: Date): HandClock => {
  let present = start;
  return {
    ...clockOf(() => present),
    set(instant) {
      present = instant;
    },
  };
};

export const systemIds: Ids = { uuid: () => randomUUID() };
export const systemRandom: Random = { bytes: (count) => new Uint8Array(randomBytes(count)) };
