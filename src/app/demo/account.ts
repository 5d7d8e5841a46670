/** What a debtor of the demo owes, as the debtor reckons with it. Pure. */
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { Tariffs } from "../../ground/tariffs/tariffs.ts";
import { balanceOf, type ClaimEvent, isKind, standingEvents } from "../../money/claims/claims.ts";

export class Account {
  readonly #events: readonly ClaimEvent[];
  readonly #tariffs: Tariffs;

  constructor(events: readonly ClaimEvent[], tariffs: Tariffs) {
    this.#events = events;
    this.#tariffs = tariffs;
  }

  /** What is open on a day. */
  openOn(on: PlainDate): number {
    return balanceOf(this.#events, this.#tariffs, on).open;
  }

  /** What a debtor pays who pays all on a day: what the 14-day letter asked of him while its term runs, else what is open. */
  askedOn(on: PlainDate): number {
    const open = this.openOn(on);
    const letter = standingEvents(this.#events)
      .filter((event) => isKind(event, "notice14"))
      .findLast((event) => event.on <= on && on <= event.data.lastPayDay);
    return Math.min(open, letter?.data.asked ?? open);
  }
}
