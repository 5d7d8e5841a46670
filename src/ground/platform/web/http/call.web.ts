/** The typed call as a plain promise, without the cache of `useCall`: for what runs once, and for the login, which must be small. */
import { z } from "zod";
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from "../../../kernel/contract.ts";
import { fileNameOf, fillPath, listPairs, type Pair, queryPairs } from "./dialect.ts";
import { ApiError, type Files, type Request, send } from "./transport.web.ts";

type Part<Name extends string, T> =
  Record<never, never> extends T ? { readonly [name in Name]?: T | undefined } : { readonly [name in Name]: T };

/** What a call needs: its path parameters, query and body, where it has them; files by field name for `carries: "files"`. */
export type CallInput<C extends Call> = Part<"params", ParamsOf<C>> &
  Part<"query", QueryOf<C>> &
  Part<"body", BodyOf<C>> & { readonly files?: Files | undefined; readonly signal?: AbortSignal | undefined };

export type AnyInput = {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files?: Files | undefined;
  readonly signal?: AbortSignal | undefined;
};

const record = z.record(z.string(), z.unknown());
const recordOf = (value: unknown): Record<string, unknown> => record.parse(value ?? {});

/** A call speaks the list dialect when its query is a `tableQuery`. */
const isList = (call: Call): boolean =>
  call.query instanceof z.ZodObject && "offset" in call.query.shape && "limit" in call.query.shape;

const pairsOf = (call: Call, query: unknown): Pair[] => (isList(call) ? listPairs : queryPairs)(recordOf(query));

const requestOf = (call: Call, input: AnyInput): Request => ({
  method: call.method,
  path: fillPath(call.path, recordOf(input.params)),
  query: pairsOf(call, input.query),
  body: recordOf(input.body),
  files: input.files,
  csrf: call.csrf,
  signal: input.signal,
});

/** Makes a call. Throws `ApiError`; the reply is checked against the declaration, so an old bundle fails in plain words. */
export async function api<C extends Call>(
  call: C,
  input: CallInput<C>,
  options?: { quiet?: boolean },
): Promise<ReplyOf<C>> {
  const response = await send({ ...requestOf(call, input), quiet: options?.quiet ?? false });
  const text = await response.text();
  const reply = call.reply.safeParse(text === "" ? {} : JSON.parse(text));
  if (!reply.success)
    throw new ApiError(response.status, "reply", `${call.method} ${call.path}`, { issues: reply.error.issues });
  // The schema that parsed the value is the one that its type was inferred from.
  return reply.data as ReplyOf<C>;
}

/** The address of a GET call, for a link, a picture or a preview of a document. */
export function addressOf<C extends Call>(call: C, input: CallInput<C>): string {
  const { path, query = [] } = requestOf(call, input);
  const search = new URLSearchParams(query.map(([key, value]) => [key, value])).toString();
  return search ? `${path}?${search}` : path;
}

/** Makes a call that carries a blob, and gives it as it comes. */
export const respond = <C extends Call>(call: C, input: CallInput<C>): Promise<Response> =>
  send(requestOf(call, input));

/** Makes a call that carries a blob and saves it under the name that the server gives it. */
export async function download<C extends Call>(call: C, input: CallInput<C>, fallbackName = "download"): Promise<void> {
  const response = await respond(call, input);
  saveAs(await response.blob(), fileNameOf(response.headers.get("Content-Disposition")) ?? fallbackName);
}

/** Hands a blob to the browser to save. */
export function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
