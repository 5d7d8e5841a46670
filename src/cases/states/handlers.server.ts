/** Calls of the states of a file: status, holds, closing and opening again. */
import { choiceOf } from "../../ground/lists/lists.server.ts";
import { type Handler, handle } from "../../ground/platform/server/http/module.ts";
import type { FileState } from "../files/files.server.ts";
import { chosenReasons, requireReason } from "./closing-reasons.server.ts";
import { type Hold, liftHold, placeHold } from "./holds.server.ts";
import { recordHandlers, wantedState } from "./records.server.ts";
import { closeByHand, reopenFile, setStatus } from "./state.server.ts";
import {
  changeStatus,
  closeFileByHand,
  closingReasonList,
  liftHoldFromFile,
  placeHoldOnFile,
  reopenFileByHand,
} from "./states.contract.ts";

const stateOf = ({ id, phase, status, version }: FileState) => ({ id, phase, status, version });
const holdOf = (hold: Hold) => ({
  id: hold.id,
  kind: hold.kind,
  reason: hold.reason,
  from: hold.from,
  until: hold.until,
  placedBy: hold.placedBy,
  placedAt: hold.placedAt.toISOString(),
});

export const stateHandlers: readonly Handler[] = [
  ...recordHandlers,
  handle(changeStatus, async (ctx, { params, body }) =>
    stateOf(await setStatus(ctx, params.id, { ...body, byHand: true })),
  ),
  handle(placeHoldOnFile, async (ctx, { params, body }) => {
    const { file, hold } = await placeHold(ctx, params.id, { ...body, ...(await wantedState(ctx, params.id, body)) });
    return { ...stateOf(file), hold: holdOf(hold) };
  }),
  handle(liftHoldFromFile, async (ctx, { params, body }) =>
    stateOf(await liftHold(ctx, params.id, params.holdId, body)),
  ),
  handle(closeFileByHand, async (ctx, { params, body }) => {
    await requireReason(ctx, body);
    return stateOf(await closeByHand(ctx, params.id, body));
  }),
  handle(reopenFileByHand, async (ctx, { params, body }) => stateOf(await reopenFile(ctx, params.id, body))),
  handle(closingReasonList, async (ctx) => ({
    items: (await chosenReasons(ctx.db)).map(({ row, reason }) => ({
      ...choiceOf(row, ctx.lang),
      reason,
      needsNote: row.needsNote,
    })),
  })),
];
