/**
 * Pre-collection (precasso): a claim that is reminded in the client's own name before it becomes a file. The debtor is asked for the principal
 * and for nothing else; the money goes to the client, who tells us of it. Pure (domain facts 9, W6).
 */

/** The page of a record. */
export const recordAddress = (id: number): string => `/precasso/show/${id}`;
