/** How a record about a domain of mails stands in the name servers. Pure. */

/** `weak`: it is there and stops nobody. `wrong`: it contradicts itself, or names another key. `unset`: the house has none to look for. */
export const recordStates = ["good", "weak", "missing", "wrong", "unknown", "unset"] as const;
export type RecordState = (typeof recordStates)[number];
