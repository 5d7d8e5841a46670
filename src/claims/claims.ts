/** The door of the claims room for pure code: events, the balance and its derivation, collection costs, arrangements. */
export * from "./events.ts";
