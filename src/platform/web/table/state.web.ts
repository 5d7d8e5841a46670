/** Page, page size, sort and filters of a list, kept in the address so that they can be linked to and gone back to. */
import { useMemo } from "react";
import { z } from "zod";
import type { Call, QueryOf } from "../../../kernel/contract.ts";
import { defaultPageSize, pageSizes } from "../../../kernel/query.ts";
import { type Search, useAddressQuery } from "../nav.web.tsx";
import { type Sort, sortOf, sortText } from "./table.ts";

export type FilterValue = string | number | boolean | readonly string[] | null | undefined;
export type FilterChanges = Readonly<Record<string, FilterValue>>;

export interface TableState<Query = unknown> {
  readonly page: number;
  readonly perPage: number;
  readonly sort: Sort | undefined;
  /** The filters that are set, by name, as texts of the address. */
  readonly filter: Readonly<Record<string, string>>;
  readonly isFiltered: boolean;
  /** What to hand to `useCall(list, { query })`. Checked against the call's declaration: a bad address is as good as none. */
  readonly query: Query;
  readonly setPage: (page: number) => void;
  readonly setPerPage: (perPage: number) => void;
  readonly setSort: (sort: Sort | undefined) => void;
  /** Sets some filters and leaves the others; null or "" takes one away. Goes back to the first page. */
  readonly setFilter: (changes: FilterChanges) => void;
  readonly clearFilters: () => void;
}

export interface TableStateOptions {
  /** Leads the names in the address, where a screen has two lists. */
  readonly prefix?: string;
  readonly sort?: Sort;
  readonly perPage?: (typeof pageSizes)[number];
  /** Filters that hold as long as the address says nothing of them. */
  readonly filter?: FilterChanges;
}

/** The names and schemas of a list call's filters. */
function filterShape(call: Call): Readonly<Record<string, unknown>> {
  if (!(call.query instanceof z.ZodObject)) return {};
  const filter: unknown = call.query.shape.filter;
  const inner: unknown = filter instanceof z.ZodDefault ? filter.def.innerType : filter;
  return inner instanceof z.ZodObject ? inner.shape : {};
}

const isList = (schema: unknown): boolean =>
  schema instanceof z.ZodArray || (schema instanceof z.ZodOptional && isList(schema.def.innerType));

const textOfFilter = (value: FilterValue): string | null =>
  value === null || value === undefined || value === "" ? null : Array.isArray(value) ? value.join(",") : String(value);

const wholeAtLeastOne = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= 1 ? value : undefined;
};

/** The state of a list in the address: `const table = useTableState(searchFiles)`. */
export function useTableState<C extends Call>(call: C, options: TableStateOptions = {}): TableState<QueryOf<C>> {
  const address = useAddressQuery();
  const { values, set } = address;
  const name = (key: string): string => (options.prefix === undefined ? key : `${options.prefix}-${key}`);
  const page = wholeAtLeastOne(values[name("page")]) ?? 1;
  const perPage =
    pageSizes.find((size) => String(size) === values[name("per-page")]) ?? options.perPage ?? defaultPageSize;
  const shape = useMemo(() => filterShape(call), [call]);
  const sortInAddress = values[name("sort")];
  const wantedSort = sortInAddress === undefined ? options.sort : sortOf(sortInAddress);
  const filter = readFilter(shape, values, name, options.filter);
  const { query, sort } = checkedQuery(call, shape, { page, perPage, sort: wantedSort, filter });
  const reset = { [name("page")]: null };
  const setFilter = (changes: FilterChanges): void => {
    const texts: Record<string, string | null> = {};
    // A filter that holds by default is switched off by an empty value in the address, which must stay there.
    for (const [key, value] of Object.entries(changes)) {
      const text = textOfFilter(value);
      texts[name(key)] = text ?? (options.filter?.[key] === undefined ? null : none);
    }
    set({ ...reset, ...texts });
  };
  return {
    page,
    perPage,
    sort,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    query,
    setPage: (next) => set({ [name("page")]: next === 1 ? null : next }, { push: true }),
    setPerPage: (next) => set({ ...reset, [name("per-page")]: next === defaultPageSize ? null : next }),
    setSort: (next) =>
      set({ ...reset, [name("sort")]: sortText(next) ?? (options.sort ? none : null) } satisfies Search),
    setFilter,
    clearFilters: () => setFilter(Object.fromEntries(Object.keys(shape).map((key) => [key, null]))),
  };
}

/** Stands in the address for "nothing", where the absence of a value would mean the default. */
const none = "-";

function readFilter(
  shape: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, string>>,
  name: (key: string) => string,
  defaults: FilterChanges = {},
): Record<string, string> {
  const filter: Record<string, string> = {};
  for (const key of Object.keys(shape)) {
    const text = values[name(key)] ?? textOfFilter(defaults[key]);
    if (text !== null && text !== undefined && text !== "" && text !== none) filter[key] = text;
  }
  return filter;
}

interface Wanted {
  readonly page: number;
  readonly perPage: number;
  readonly sort: Sort | undefined;
  readonly filter: Readonly<Record<string, string>>;
}

/** The query as the call wants it. What its declaration refuses is left out, first the sort, then filter by filter. */
function checkedQuery<C extends Call>(call: C, shape: Readonly<Record<string, unknown>>, wanted: Wanted) {
  const base = { offset: (wanted.page - 1) * wanted.perPage, limit: wanted.perPage };
  const fits = (query: object): boolean => call.query.safeParse(query).success;
  const sort = wanted.sort && fits({ ...base, order: wanted.sort }) ? wanted.sort : undefined;
  const filter: Record<string, string | string[]> = {};
  for (const [key, text] of Object.entries(wanted.filter)) {
    const value = isList(shape[key]) ? text.split(",") : text;
    if (fits({ ...base, filter: { [key]: value } })) filter[key] = value;
  }
  // The declaration has just accepted these values.
  const query = { ...base, ...(sort ? { order: sort } : {}), filter } as QueryOf<C>;
  return { query, sort };
}
