/** Page, page size, sort and filters of a list, kept in the address so that they can be linked to and gone back to. */
import { useMemo } from "react";
import { z } from "zod";
import type { Call, ParamsOf, QueryOf, ReplyOf } from "../../../kernel/contract.ts";
import { defaultPageSize, mostOffset, pageSizes } from "../../../kernel/query.ts";
import { api, type CallInput } from "../http/call.web.ts";
import { type Search, useAddressQuery } from "../pages/links.web.tsx";
import { type Sort, sortOf, sortText } from "./table.ts";

export type FilterValue = string | number | boolean | readonly string[] | null | undefined;
export type FilterChanges = Readonly<Record<string, FilterValue>>;

/** The rows of a list call. */
export type RowOf<C extends Call> = ReplyOf<C> extends { readonly items: readonly (infer Row)[] } ? Row : never;

export interface ReadRows<Row> {
  readonly items: readonly Row[];
  readonly total?: number | undefined;
}

export interface TableState<Query = unknown, Row = unknown> {
  readonly page: number;
  readonly perPage: number;
  readonly sort: Sort | undefined;
  /** The filters that are set, by name, as texts of the address. */
  readonly filter: Readonly<Record<string, string>>;
  /** Whether a filter is set that does not hold by default: an empty list is then a matter of the filters. */
  readonly isFiltered: boolean;
  /** What to hand to `useCall(list, { query })`. Checked against the call's declaration: a bad address is as good as none. */
  readonly query: Query;
  readonly setPage: (page: number) => void;
  /** Goes to the last page in the place of one that lies beyond the end; "back" does not lead there again. */
  readonly correctPage: (page: number) => void;
  readonly setPerPage: (perPage: number) => void;
  readonly setSort: (sort: Sort | undefined) => void;
  /** Sets some filters and leaves the others; null or "" takes one away. Goes back to the first page. */
  readonly setFilter: (changes: FilterChanges) => void;
  readonly clearFilters: () => void;
  /** Filters and sort as the address holds them: what a saved view keeps. */
  readonly arrangement: string;
  /** Puts an arrangement in the place of the present one, under the name of a saved view; null: of none, on purpose. */
  readonly arrange: (arrangement: string, view: number | null, options?: { readonly push?: boolean }) => void;
  /** What the address says of saved views: an id, "-" for none on purpose, nothing where it does not speak of them. */
  readonly view: string | undefined;
  /** Whether the address says nothing at all of this list. */
  readonly isFresh: boolean;
  /** Reads rows of the present filters and sort, whatever the page. Throws `ApiError`. */
  readonly read: (part: { offset: number; limit: number; signal: AbortSignal }) => Promise<ReadRows<Row>>;
}

export interface TableStateOptions<C extends Call = Call> {
  /** Leads the names in the address, where a screen has two lists. */
  readonly prefix?: string;
  readonly sort?: Sort;
  readonly perPage?: (typeof pageSizes)[number];
  /** Filters that hold as long as the address says nothing of them. */
  readonly filter?: FilterChanges;
  /** Filters that the screen itself sets, and no person changes. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The path parameters of the call, where it has them. */
  readonly params?: ParamsOf<C>;
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

/** The page of the address; one that lies further than any list goes is the last that may be asked for, and so beyond the end. */
const pageOf = (text: string | undefined, perPage: number): number =>
  Math.min(wholeAtLeastOne(text) ?? 1, Math.floor(mostOffset / perPage) + 1);

/** The state of a list in the address: `const table = useTableState(searchFiles)`. */
export function useTableState<C extends Call>(
  call: C,
  options: TableStateOptions<C> = {},
): TableState<QueryOf<C>, RowOf<C>> {
  const address = useAddressQuery();
  const { values, set } = address;
  const name = (key: string): string => (options.prefix === undefined ? key : `${options.prefix}-${key}`);
  const perPage =
    pageSizes.find((size) => String(size) === values[name("per-page")]) ?? options.perPage ?? defaultPageSize;
  const page = pageOf(values[name("page")], perPage);
  const shape = useMemo(() => filterShape(call), [call]);
  const sortInAddress = values[name("sort")];
  const wantedSort = sortInAddress === undefined ? options.sort : sortOf(sortInAddress);
  const filter = readFilter(shape, values, name, options.filter);
  const { query, sort } = checkedQuery(call, shape, { page, perPage, sort: wantedSort, filter }, options.fixed);
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
    isFiltered: Object.entries(filter).some(([key, text]) => text !== textOfFilter(options.filter?.[key])),
    query,
    setPage: (next) => set({ [name("page")]: next === 1 ? null : next }, { push: true }),
    correctPage: (next) => set({ [name("page")]: next === 1 ? null : next }),
    setPerPage: (next) => set({ ...reset, [name("per-page")]: next === defaultPageSize ? null : next }),
    setSort: (next) =>
      set({ ...reset, [name("sort")]: sortText(next) ?? (options.sort ? none : null) } satisfies Search),
    setFilter,
    ...arranging({ names: [...Object.keys(shape), "sort"], name, values, set }),
    read: ({ offset, limit, signal }) => {
      const input = { params: options.params, query: { ...Object(query), offset, limit }, signal };
      // A list call's own query, of another page; its reply has been checked against the declaration.
      return api(call, input as unknown as CallInput<C>, { quiet: true }) as Promise<ReadRows<RowOf<C>>>;
    },
    clearFilters: () => setFilter(Object.fromEntries(Object.keys(shape).map((key) => [key, null]))),
  };
}

/** Stands in the address for "nothing", where the absence of a value would mean the default. */
const none = "-";

/** The part of the state that saved views use. */
function arranging(spec: {
  names: readonly string[];
  name: (key: string) => string;
  values: Readonly<Record<string, string>>;
  set: (changes: Search, options?: { readonly push?: boolean }) => void;
}): Pick<TableState, "arrangement" | "arrange" | "view" | "isFresh"> {
  const { names, name, values, set } = spec;
  const kept = names.flatMap((key) => {
    const value = values[name(key)];
    return value === undefined ? [] : [[key, value]];
  });
  const view = values[name("view")];
  return {
    arrangement: new URLSearchParams(kept).toString(),
    view,
    isFresh: kept.length === 0 && view === undefined && values[name("page")] === undefined,
    arrange: (arrangement, id, options) => {
      const wanted = new URLSearchParams(arrangement);
      const changes = Object.fromEntries(names.map((key) => [name(key), wanted.get(key)]));
      set({ ...changes, [name("page")]: null, [name("view")]: id ?? none }, options);
    },
  };
}

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
function checkedQuery<C extends Call>(
  call: C,
  shape: Readonly<Record<string, unknown>>,
  wanted: Wanted,
  fixed: Readonly<Record<string, unknown>> = {},
) {
  const base = { offset: (wanted.page - 1) * wanted.perPage, limit: wanted.perPage };
  const fits = (query: object): boolean => call.query.safeParse(query).success;
  const sort = wanted.sort && fits({ ...base, order: wanted.sort }) ? wanted.sort : undefined;
  const filter: Record<string, string | string[]> = {};
  for (const [key, text] of Object.entries(wanted.filter)) {
    const value = isList(shape[key]) ? text.split(",") : text;
    if (fits({ ...base, filter: { [key]: value } })) filter[key] = value;
  }
  // The declaration has just accepted these values.
  const query = { ...base, ...(sort ? { order: sort } : {}), filter: { ...filter, ...fixed } } as QueryOf<C>;
  return { query, sort };
}
