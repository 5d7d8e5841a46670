/** The difference between what was and what is, field by field. */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface FieldChange {
  /** Dotted for a field within another. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What says nothing of a change: counters of versions and times that stand beside it already. */
const silent = new Set(["version", "updatedAt", "updatedBy"]);

/** The fields that differ, in the order in which they stand; one that is missing on a side is null there. */
export function changedFields(before: unknown, after: unknown, prefix = "", depth = 0): FieldChange[] {
  const was = isFields(before) ? before : {};
  const is = isFields(after) ? after : {};
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return fields.flatMap((field): FieldChange[] => {
    if (same(was[field], is[field]) || (depth === 0 && silent.has(field))) return [];
    const path = prefix === "" ? field : `${prefix}.${field}`;
    const nested = isFields(was[field]) || isFields(is[field]);
    return nested && depth < 3
      ? changedFields(was[field], is[field], path, depth + 1)
      : [{ field: path, before: was[field] ?? null, after: is[field] ?? null }];
  });
}

type Plain = string | number | boolean;
const isPlainList = (value: unknown): value is readonly Plain[] =>
  Array.isArray(value) && value.every((item) => ["string", "number", "boolean"].includes(typeof item));

/**
 * Of two lists of plain values what is in one and not in the other: of forty roles the one that was given. Lists that differ in order
 * only, and values of any other kind, stay whole.
 */
export function onlyDifferent<Both extends { readonly before: unknown; readonly after: unknown }>(both: Both): Both {
  const { before, after } = both;
  if (!isPlainList(before) || !isPlainList(after)) return both;
  const gone = before.filter((item) => !after.includes(item));
  const come = after.filter((item) => !before.includes(item));
  return gone.length + come.length === 0 ? both : { ...both, before: gone, after: come };
}
