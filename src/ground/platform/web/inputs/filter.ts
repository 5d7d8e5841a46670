/** The rules of a set of filters (specification, points 3 and 4): what is sent of it, when it is empty, and how it is emptied. Pure. */

import { mapRecord } from "../../../kernel/records.ts";

/** Two dates, of which either may be open. */
export interface DateSpan {
  readonly from: string | null;
  readonly until: string | null;
}

export type FilterField = string | readonly string[] | DateSpan | null | undefined;
export type FilterSet = Readonly<Record<string, FilterField>>;

const isSpan = (value: FilterField): value is DateSpan =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "from" in value;

const textOf = (value: string | readonly string[] | null | undefined): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value.trim() : value.join(",");

/** The two fields that a range of dates is sent as: `date` gives `dateFrom` and `dateTo`. */
export const spanFields = (name: string, span: DateSpan): Readonly<Record<string, string | null>> => ({
  [`${name}From`]: span.from,
  [`${name}To`]: span.until,
});

/** What is sent: each field that holds something, a range as its two dates. */
export function activeFilters(set: FilterSet): Readonly<Record<string, string>> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(set)) {
    const fields = isSpan(value) ? spanFields(name, value) : { [name]: textOf(value) };
    for (const [field, text] of Object.entries(fields)) if (text) sent[field] = text;
  }
  return sent;
}

/** Whether no field holds anything. */
export const isEmptySet = (set: FilterSet): boolean => Object.keys(activeFilters(set)).length === 0;

/** Every field and every range emptied. */
export const emptied = <Set extends FilterSet>(set: Set): { readonly [Name in keyof Set]: DateSpan | null } =>
  mapRecord(set, (value) => (isSpan(value) ? { from: null, until: null } : null));
