/** Looking at work that goes on elsewhere. */

import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Call, ReplyOf } from "../../../kernel/contract.ts";
import { type ApiError, type CallInput, useCall } from "./api.web.ts";

/**
 * Reads by a call again and again. The first time it is a reading like any other; from then on it happens by itself, moves no bar and asks
 * nobody to log in.
 */
export function usePolledCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  every: number,
): UseQueryResult<ReplyOf<C>, ApiError> {
  const asked = JSON.stringify(input);
  const [read, setRead] = useState<string | undefined>();
  const list = useCall(call, input, { every, quiet: read === asked });
  if (list.isFetched && read !== asked) setRead(asked);
  return list;
}

/**
 * Reads by a call, and again and again while what it gives is moving. The first time it is a reading like any other; where nothing is given,
 * as for what there is not, it is not asked for again by itself.
 */
export function useMovingCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  every: number,
  isMoving: (reply: ReplyOf<C>) => boolean,
): UseQueryResult<ReplyOf<C>, ApiError> {
  const [moves, setMoves] = useState(false);
  const read = useCall(call, input, { every: moves && every, quiet: moves });
  const now = read.data !== undefined && isMoving(read.data);
  if (moves !== now) setMoves(now);
  return read;
}

/**
 * Does something as soon as a work stands otherwise than when it was last seen. Whether it was seen moving does not matter: a short one begins
 * and ends between two looks. Nothing is done at the first sight of it.
 */
export function useOnChange(stand: string | undefined, then: () => unknown): void {
  const seen = useRef(stand);
  useEffect(() => {
    if (stand === undefined || stand === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = stand;
    if (!isFirst) void then();
  });
}
