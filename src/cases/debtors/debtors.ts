/** By what two records look like one person. Pure. */
export const likenesses = ["nameAddress", "email", "phone", "iban", "birthDate", "kvk"] as const;
export type Likeness = (typeof likenesses)[number];

/** Where a person is shown. */
export const debtorAddress = (id: number): string => `/debtor/${id}`;
