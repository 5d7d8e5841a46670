/**
 * The typed client: a call's declaration is all that a screen needs to use it.
 *
 * - `useCall(listMerchants, { query })` reads and keeps in step;
 * - `useAct(saveMerchant, { invalidates: [listMerchants] })` changes;
 * - `api(call, input)` is the plain promise below both.
 */

import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Call, ReplyOf } from "../../../kernel/contract.ts";
import { showError, showGone } from "../feedback/errors.web.ts";
import { type AnyInput, api, type CallInput } from "./call.web.ts";
import { ApiError } from "./transport.web.ts";

export { showError } from "../feedback/errors.web.ts";
export { addressOf, api, type CallInput, download, respond } from "./call.web.ts";
export { ApiError, type Files } from "./transport.web.ts";

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
  /** At once, before anything is read again: a draft is cleared here, or a reload meanwhile would offer it as not yet sent. */
  readonly onAccepted?: (reply: ReplyOf<C>, input: CallInput<C>) => void;
  /** Once what became stale has been read again. */
  readonly onSuccess?: (reply: ReplyOf<C>, input: CallInput<C>) => void | Promise<void>;
}

export type Act<C extends Call> = UseMutationResult<ReplyOf<C>, ApiError, CallInput<C>> & {
  /**
   * Like `mutateAsync`, but an error becomes a notification and the answer is then undefined. What was to be deleted and is gone already is
   * told as that, and is no error. Inside `<Form>` use `mutateAsync`.
   */
  readonly run: (input: CallInput<C>) => Promise<ReplyOf<C> | undefined>;
};

/** Changes by a call. `mutateAsync` throws `ApiError` (a `<Form>` shows it); `run` shows it as a notification. */
export function useAct<C extends Call>(call: C, options: ActOptions<C> = {}): Act<C> {
  const client = useQueryClient();
  const wasDeleted = (error: unknown): boolean => call.method === "DELETE" && error instanceof ApiError && error.isGone;
  const renew = (): Promise<unknown> =>
    Promise.all((options.invalidates ?? []).map((read) => client.invalidateQueries({ queryKey: [callKey(read)] })));
  const mutation = useMutation<ReplyOf<C>, ApiError, CallInput<C>>({
    mutationFn: async (input) => {
      const reply = await api(call, input);
      options.onAccepted?.(reply, input);
      return reply;
    },
    onSuccess: async (reply, input) => {
      await renew();
      await options.onSuccess?.(reply, input);
    },
    // What is gone already still stands in the list from which it was to be deleted.
    onError: (error) => (wasDeleted(error) ? renew() : undefined),
  });
  const run = async (input: CallInput<C>): Promise<ReplyOf<C> | undefined> => {
    try {
      return await mutation.mutateAsync(input);
    } catch (error) {
      if (wasDeleted(error)) showGone();
      else showError(error);
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

/** Makes all answers stale, so that everything on the screen is read again. */
export function useInvalidateAll(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}
