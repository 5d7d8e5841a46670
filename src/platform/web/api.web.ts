/**
 * The typed client: a call's declaration is all that a screen needs to use it.
 *
 * - `useCall(listMerchants, { query })` reads and keeps in step;
 * - `useAct(saveMerchant, { invalidates: [listMerchants] })` changes;
 * - `api(call, input)` is the plain promise below both.
 */

import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from "../../kernel/contract.ts";
import { fileNameOf, fillPath, listPairs, type Pair, queryPairs } from "./dialect.ts";
import { notify } from "./notify.web.tsx";
import { ApiError, type Files, type Request, send } from "./transport.web.ts";

export { ApiError, type Files } from "./transport.web.ts";

type Part<Name extends string, T> =
  Record<never, never> extends T ? { readonly [name in Name]?: T | undefined } : { readonly [name in Name]: T };

/** What a call needs: its path parameters, query and body, where it has them; files by field name for `carries: "files"`. */
export type CallInput<C extends Call> = Part<"params", ParamsOf<C>> &
  Part<"query", QueryOf<C>> &
  Part<"body", BodyOf<C>> & { readonly files?: Files | undefined; readonly signal?: AbortSignal | undefined };

type AnyInput = {
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

/** Makes a call that carries a blob and saves it under the name that the server gives it. */
export async function download<C extends Call>(call: C, input: CallInput<C>, fallbackName = "download"): Promise<void> {
  const response = await send(requestOf(call, input));
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

const callKey = (call: Call): string => `${call.method} ${call.path}`;
const keyOf = (call: Call, input: AnyInput): QueryKey => [
  callKey(call),
  input.params ?? {},
  input.query ?? {},
  input.body ?? {},
];

export interface CallOptions {
  /** False: do not ask yet. */
  readonly enabled?: boolean;
  /** Asks again every so many milliseconds, or never (false, the default). */
  readonly every?: number | false;
  /** Moves no bar and shows no login modal: for what runs by itself. */
  readonly quiet?: boolean;
  /** Keep showing the last answer while the next is fetched (default true: a list must not flicker while it is filtered). */
  readonly keep?: boolean;
}

/** Reads by a call and keeps the answer in step with `useAct`'s invalidations. */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: CallOptions = {},
): UseQueryResult<ReplyOf<C>, ApiError> {
  return useQuery<ReplyOf<C>, ApiError>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => api(call, { ...input, signal }, { quiet: options.quiet ?? false }),
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
    ...(options.keep === false ? {} : { placeholderData: keepPreviousData }),
  });
}

export interface ActOptions<C extends Call> {
  /** The reading calls whose answers this change makes stale. */
  readonly invalidates?: readonly Call[];
  readonly onSuccess?: (reply: ReplyOf<C>, input: CallInput<C>) => void | Promise<void>;
}

export type Act<C extends Call> = UseMutationResult<ReplyOf<C>, ApiError, CallInput<C>> & {
  /** Like `mutateAsync`, but an error becomes a notification and the answer is then undefined. Inside `<Form>` use `mutateAsync`. */
  readonly run: (input: CallInput<C>) => Promise<ReplyOf<C> | undefined>;
};

/** Changes by a call. `mutateAsync` throws `ApiError` (a `<Form>` shows it); `run` shows it as a notification. */
export function useAct<C extends Call>(call: C, options: ActOptions<C> = {}): Act<C> {
  const client = useQueryClient();
  const mutation = useMutation<ReplyOf<C>, ApiError, CallInput<C>>({
    mutationFn: (input) => api(call, input),
    onSuccess: async (reply, input) => {
      await Promise.all(
        (options.invalidates ?? []).map((read) => client.invalidateQueries({ queryKey: [callKey(read)] })),
      );
      await options.onSuccess?.(reply, input);
    },
  });
  const run = async (input: CallInput<C>): Promise<ReplyOf<C> | undefined> => {
    try {
      return await mutation.mutateAsync(input);
    } catch (error) {
      showError(error);
      return undefined;
    }
  };
  return { ...mutation, run };
}

/** Makes the answers of reading calls stale, where no `useAct` does it. */
export function useInvalidate(): (...calls: readonly Call[]) => Promise<void> {
  const client = useQueryClient();
  return async (...calls) => {
    await Promise.all(calls.map((read) => client.invalidateQueries({ queryKey: [callKey(read)] })));
  };
}

/** The general error handler: a danger notification with the common message, that stays until it is dismissed. */
export function showError(error: unknown): void {
  const message = error instanceof ApiError ? (error.errors.common?.[0] ?? error.message) : String(error);
  const fields = error instanceof ApiError ? Object.entries(error.errors).filter(([field]) => field !== "common") : [];
  const details = fields.map(([, messages]) => messages[0]).filter((text) => text !== undefined && text !== message);
  notify({ message: [message, ...details].join(" "), variant: "danger", dismissible: true });
}
