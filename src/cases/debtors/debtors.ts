/** How two records are recognised as the same person. Pure. */
export const likenesses = ["nameAddress", "email", "phone", "iban", "birthDate", "kvk"] as const;
export type Likeness = (typeof likenesses)[number];

/** Where a person is shown. */
export const debtorAddress = (id: number): string => `/debtor/${id}`;
