/** A request to change a debtor's data: which fields it may have, and what differs. Pure. */
import { addressFields, type DebtorParticular } from "../../persons/persons.ts";

/** Fields of the debtor that somebody outside may ask to have changed. */
export const requestFields = [
  "initials",
  "firstName",
  "prefix",
  "lastName",
  "companyName",
  ...addressFields,
  "phone",
  "mobile",
  "email",
  "iban",
  "language",
] as const satisfies readonly DebtorParticular[];
export type RequestField = (typeof requestFields)[number];

export type RequestedData = Partial<Record<RequestField, string | null>>;

/** Only what would really change: fields asked for whose value is another than now. */
export function realChanges(wanted: RequestedData, present: Readonly<Record<string, unknown>>): RequestedData {
  const plain = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
  return Object.fromEntries(
    requestFields.flatMap((field) => {
      const asked = wanted[field];
      return asked === undefined || plain(asked) === plain(present[field]) ? [] : [[field, asked]];
    }),
  );
}

/** Fields that somebody else changed between the request and now, so that accepting would undo that unseen. */
export const changedSince = (
  wanted: RequestedData,
  then: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): RequestField[] => requestFields.filter((field) => field in wanted && (then[field] ?? null) !== (now[field] ?? null));
