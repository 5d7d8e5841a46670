/**
 * The HTTP dialect, read side (specification, point 7): bracket notation in queries and multipart fields, and the two list
 * dialects. Hostile keys, depths and counts are refused; objects have no prototype.
 */
import { VorderError } from "../../../kernel/errors.ts";

const maxDepth = 5;
const maxKeys = 1000;
const maxItems = 1000;
// Bold text in a list of a template in one language is at depth 13.
const deepestJson = 15;

export type Tree = { [key: string]: Tree | string };

const forbidden = new Set(["__proto__", "constructor", "prototype"]);

const refuse = (): never => {
  throw new VorderError("unreadable");
};

/** "a[b][0]" → ["a","b","0"]. */
export function keyPath(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!match) return refuse();
  const [, head = "", rest = ""] = match;
  const path = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "")];
  if (path.length > maxDepth || path.some((part) => forbidden.has(part))) return refuse();
  return path;
}

// Objects without a prototype have only keys that were sent.
const emptyTree = (): Tree => Object.create(null) as Tree;

function put(tree: Tree, path: readonly string[], value: string): void {
  let node = tree;
  for (const [index, rawKey] of path.entries()) {
    // `a[]=1&a[]=2` appends; the next free index replaces the empty one.
    const key = rawKey === "" ? String(Object.keys(node).length) : rawKey;
    if (index === path.length - 1) {
      node[key] = value;
      return;
    }
    const next = node[key];
    if (next === undefined) {
      const made = emptyTree();
      node[key] = made;
      node = made;
    } else if (typeof next === "string") refuse();
    else node = next;
  }
}

/** Converts nodes whose keys are 0…n-1 into arrays, from the leaves up. */
function withArrays(node: Tree | string): unknown {
  if (typeof node === "string") return node;
  const keys = Object.keys(node);
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key));
  if (isList) {
    const indexes = keys.map(Number).sort((a, b) => a - b);
    if (indexes.length > maxItems || indexes.some((value, at) => value !== at)) return refuse();
    return indexes.map((index) => withArrays(node[String(index)] ?? ""));
  }
  const made: Record<string, unknown> = Object.create(null);
  for (const key of keys) made[key] = withArrays(node[key] ?? "");
  return made;
}

/** Nested fields from flat `name → value` pairs in bracket notation. */
export function fromPairs(pairs: Iterable<readonly [string, string]>): Record<string, unknown> {
  const tree = emptyTree();
  let count = 0;
  for (const [key, value] of pairs) {
    // The database refuses NUL in text, and no user types it.
    if (++count > maxKeys || value.includes("\u0000")) refuse();
    put(tree, keyPath(key), value);
  }
  const made: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(tree)) made[key] = withArrays(tree[key] ?? "");
  return made;
}

/** Parses a query string in bracket notation. */
export const parseQuery = (text: string): Record<string, unknown> =>
  text === "" ? {} : fromPairs(new URLSearchParams(text));

const listKeys = new Set(["_offset", "_limit", "_order", "_filter", "offset", "limit", "sortBy", "sortOrder"]);

/** Converts both list dialects into `{offset, limit, order, filter}`, the shape of `tableQuery`. */
export function foldListQuery(raw: Record<string, unknown>): Record<string, unknown> {
  const folded: Record<string, unknown> = {};
  const offset = raw._offset ?? raw.offset;
  const limit = raw._limit ?? raw.limit;
  if (offset !== undefined) folded.offset = offset;
  if (limit !== undefined) folded.limit = limit;
  if (isRecord(raw._order)) {
    const [field, ...more] = Object.keys(raw._order);
    if (field === undefined || more.length > 0) return refuse();
    folded.order = { field, direction: lower(raw._order[field]) };
  } else if (typeof raw.sortBy === "string" && raw.sortBy !== "") {
    folded.order = { field: raw.sortBy, direction: lower(raw.sortOrder ?? "asc") };
  }
  const filter: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) if (!listKeys.has(key)) filter[key] = value;
  if (isRecord(raw._filter)) Object.assign(filter, raw._filter);
  // Forms send an empty filter value for "no filter".
  folded.filter = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  return folded;
}

const lower = (value: unknown): unknown => (typeof value === "string" ? value.toLowerCase() : value);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Refuses JSON that is too deep, has too many keys, or has a key that could reach a prototype. */
export function guardJson(value: unknown, depth = 0, budget = { keys: 20_000 }): void {
  // The database takes neither NUL nor half of a character.
  if (typeof value === "string" && (value.includes("\u0000") || !value.isWellFormed())) refuse();
  if (typeof value !== "object" || value === null) return;
  if (depth > deepestJson) refuse();
  for (const [key, inner] of Object.entries(value)) {
    if (--budget.keys < 0 || forbidden.has(key) || !key.isWellFormed()) refuse();
    guardJson(inner, depth + 1, budget);
  }
}
