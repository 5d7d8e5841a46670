/** How two records are recognised as the same person. Pure. */
export const likenesses = ["nameAddress", "email", "phone", "iban", "birthDate", "kvk"] as const;
export type Likeness = (typeof likenesses)[number];

/** Where a person is shown. */
export const debtorAddress = (id: number): string => `/debtor/${id}`;

/** A record and all that are tied to it by these pairs, directly or by others. */
export function tiedTo(id: number, pairs: readonly (readonly [number, number])[]): Set<number> {
  const tied = new Set([id]);
  for (const one of tied) {
    for (const [left, right] of pairs) {
      if (left === one) tied.add(right);
      if (right === one) tied.add(left);
    }
  }
  return tied;
}
