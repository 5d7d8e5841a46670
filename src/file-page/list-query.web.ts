/** The query of a list of files, as the address of that list has it. */

export interface ListQuery {
  readonly filter: Readonly<Record<string, string | readonly string[]>>;
  readonly order?: { readonly field: string; readonly direction: "asc" | "desc" };
}

const lists = new Set(["client", "phase", "status", "caseManager"]);

/** The query of a list from the address it had: what the table itself keeps there. */
export function listQuery(search: string): ListQuery {
  const values = Object.fromEntries(new URLSearchParams(search));
  const filter: Record<string, string | string[]> = {};
  for (const [name, text] of Object.entries(values)) {
    if (name === "page" || name === "per-page" || name === "sort" || text === "") continue;
    filter[name] = lists.has(name) ? text.split(",") : text;
  }
  const sort = /^(-?)(\w+)$/.exec(values.sort ?? "");
  return { filter, ...(sort ? { order: { field: sort[2] ?? "", direction: sort[1] ? "desc" : "asc" } } : {}) };
}
