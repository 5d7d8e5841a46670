/** Texts of a fixed list, as the database keeps them. */
import { VorderError } from "./errors.ts";

/** A value that a check constraint keeps to a list, as that list's type. */
export function listed<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((known) => known === value);
  if (found === undefined) throw new VorderError("internal", { cause: `not in its list: ${value}` });
  return found;
}
