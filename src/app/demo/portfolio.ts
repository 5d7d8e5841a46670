/** A file of the demo as its history knows it. Pure. */
import type { Planned } from "./debtor-behaviour.ts";
import type { Person } from "./people.ts";

export interface DemoFile {
  readonly id: number;
  readonly debtorId: number;
  readonly number: string;
  readonly paymentReference: string;
  readonly clientRef: string;
  readonly debtor: Person;
  /** Week of the portfolio in which it was placed. */
  readonly placedWeek: number;
  /** What the debtor will still do, in the order of the weeks; taken from the front. */
  readonly plan: Planned[];
}
