/**
 * Pre-collection (precasso): a claim for which reminders are sent in the client's own name before it becomes a file. The debtor is asked only for
 * the principal; the client receives the money and reports it. Pure (domain facts 9, W6).
 */

/** The page of a record. */
export const recordAddress = (id: number): string => `/precasso/show/${id}`;
