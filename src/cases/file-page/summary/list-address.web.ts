/** The query of a list of files, read from the address of that list. */
import { z } from "zod";
import { fileFilters } from "../../file-search/file-search.contract.ts";

export interface ListQuery {
  readonly filter: Readonly<Record<string, string | readonly string[]>>;
  readonly order?: { readonly field: string; readonly direction: "asc" | "desc" };
}

// Filters that take several values have them in the address with commas between them.
const isList = (name: string): boolean => Reflect.get(fileFilters, name) instanceof z.ZodArray;

/** The query of a list from the address it had: what the table itself keeps there. */
export function listQuery(search: string): ListQuery {
  const values = Object.fromEntries(new URLSearchParams(search));
  const filter: Record<string, string | string[]> = {};
  for (const [name, text] of Object.entries(values)) {
    if (!Object.hasOwn(fileFilters, name) || text === "") continue;
    filter[name] = isList(name) ? text.split(",") : text;
  }
  const sort = /^(-?)(\w+)$/.exec(values.sort ?? "");
  return { filter, ...(sort ? { order: { field: sort[2] ?? "", direction: sort[1] ? "desc" : "asc" } } : {}) };
}
