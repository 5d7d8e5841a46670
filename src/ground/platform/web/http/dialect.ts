/** The client's half of the HTTP dialect (specification, points 7 and 8), as pure functions from values to text and back. */

export type Pair<Value = string> = readonly [key: string, value: Value];

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function walk(
  key: string,
  value: unknown,
  arrays: "indexed" | "plain",
  leaf: (key: string, value: unknown) => void,
): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      walk(arrays === "indexed" ? `${key}[${index}]` : `${key}[]`, item, arrays, leaf);
    });
  } else if (isPlain(value)) {
    for (const [name, inner] of Object.entries(value)) walk(key ? `${key}[${name}]` : name, inner, arrays, leaf);
  } else leaf(key, value);
}

/** Query parameters in bracket notation; nulls are skipped, dates must already be ISO texts. */
export function queryPairs(query: Readonly<Record<string, unknown>>): Pair[] {
  const pairs: Pair[] = [];
  walk("", query, "plain", (key, value) => pairs.push([key, String(value)]));
  return pairs;
}

/** A list query (`offset, limit, order, filter`) in the dialect `_offset,_limit,_order[field],_filter[…]`. */
export function listPairs(query: Readonly<Record<string, unknown>>): Pair[] {
  const { offset, limit, order, filter, ...rest } = query;
  const sorted = isPlain(order) && typeof order.field === "string" ? { [order.field]: order.direction } : undefined;
  return queryPairs({ _offset: offset, _limit: limit, _order: sorted, _filter: filter, ...rest });
}

/** The fields of a multipart body: nested bracket keys, indexed arrays, booleans as 1 or 0, nulls left out. */
export function multipartPairs(body: Readonly<Record<string, unknown>>): Pair<unknown>[] {
  const pairs: Pair<unknown>[] = [];
  walk("", body, "indexed", (key, value) => {
    pairs.push([key, typeof value === "boolean" ? (value ? "1" : "0") : value]);
  });
  return pairs;
}

/** Puts path parameters into an address: `/merchant/{id}` with `{id: 3}` is `/merchant/3`. A missing one is our own mistake. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new RangeError(`no value for {${name}} of ${path}`);
    return encodeURIComponent(String(value));
  });

/** Messages per field; `common` holds those of no field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

const asList = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(asList) : typeof value === "string" ? [value] : [];

function fieldsOf(value: unknown): FieldErrors | undefined {
  if (typeof value === "string" || Array.isArray(value)) {
    const common = asList(value);
    return common.length > 0 ? { common } : undefined;
  }
  if (!isPlain(value)) return undefined;
  const fields: Record<string, readonly string[]> = {};
  for (const [field, messages] of Object.entries(value)) {
    const list = asList(messages);
    if (list.length > 0) fields[field] = list;
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** The list of a refused request: errors, else error_data, else error_message, else error (specification, point 8). */
export function errorsOf(body: unknown): FieldErrors | undefined {
  if (!isPlain(body)) return undefined;
  return fieldsOf(body.errors) ?? fieldsOf(body.error_data) ?? fieldsOf(body.error_message) ?? fieldsOf(body.error);
}

/** The `code` of an error body. It alone tells a csrf refusal; a debtor named "csrf" in a message must not (targets, point 2). */
export const codeOf = (body: unknown): string | undefined =>
  isPlain(body) && typeof body.code === "string" ? body.code : undefined;

/** The sentence of an error body, if it has one. */
export const messageOf = (body: unknown): string | undefined =>
  isPlain(body) && typeof body.message === "string" && body.message !== "" ? body.message : undefined;

/** The file name that a download is to be saved under, from its Content-Disposition. */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const extended = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? /filename=([^;]+)/.exec(disposition)?.[1]?.trim();
}
