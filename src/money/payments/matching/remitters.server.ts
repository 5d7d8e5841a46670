/** Whoever passes on what many debtors paid, from an account of their own. Later modules know them. */
import type { Db } from "../../../ground/platform/server/http/module.ts";

/** The name of whose account this is; undefined if it is nobody's who passes money on. */
type RemitterOf = (db: Db, iban: string) => Promise<string | undefined>;
const known: RemitterOf[] = [];

/** Registers a later module that knows such accounts. */
export const recogniseRemitters = (remitterOf: RemitterOf): void => {
  known.push(remitterOf);
};

/** Who passes money on from this account; undefined for a debtor's, and for none. */
export async function remitterOf(db: Db, iban: string | null): Promise<string | undefined> {
  if (iban === null) return undefined;
  for (const find of known) {
    const name = await find(db, iban);
    if (name !== undefined) return name;
  }
  return undefined;
}
