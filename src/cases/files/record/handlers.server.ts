import { choiceOf } from "../../../ground/lists/lists.server.ts";
import { handle } from "../../../ground/platform/server/http/module.ts";
import {
  assignManager,
  changeStatus,
  closeFileByHand,
  closingReasonList,
  liftHoldFromFile,
  placeHoldOnFile,
  reopenFileByHand,
  updateDebtor,
  visitFile,
} from "../files.contract.ts";
import { fileStatuses } from "../files.ts";
import { changeDebtor } from "../parties/debtor.server.ts";
import { partyHandlers } from "../parties/parties.server.ts";
import { presenceHandlers } from "../presence/presence.server.ts";
import { chosenReasons, requireReason } from "../states/closing-reasons.server.ts";
import { type Hold, liftHold, placeHold } from "../states/holds.server.ts";
import { closeByHand, reopenFile, setStatus } from "../states/state.server.ts";
import { stateHandlers, wantedState } from "../states/states.server.ts";
import { claimHandlers } from "./claim.server.ts";
import { fileStatusColours, statusColours } from "./colours.contract.ts";
import { type FileState, listed, requireFile } from "./record.server.ts";
import { assignFile } from "./takeover.server.ts";

const visit = handle(visitFile, async (ctx, { params }) => {
  const file = await requireFile(ctx, params.id);
  await ctx.db
    .insertInto("file_visit")
    .values({ user_id: ctx.user.id, file_id: file.id, at: ctx.clock.now() })
    .onConflict((conflict) => conflict.columns(["user_id", "file_id"]).doUpdateSet({ at: ctx.clock.now() }))
    .execute();
  return {};
});

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

const manager = handle(assignManager, async (ctx, { params, body }) =>
  stateOf(await assignFile(ctx, params.id, body.caseManagerId, body.version)),
);

const colours = handle(fileStatusColours, async ({ db }) => {
  const rows = await db.selectFrom("file_status").select(["code", "colour"]).where("fixed", "=", true).execute();
  return {
    items: rows.map(({ code, colour }) => ({
      status: listed(fileStatuses, code),
      colour: listed(statusColours, colour),
    })),
  };
});

export const fileHandlers = [
  visit,
  colours,
  manager,
  handle(changeStatus, async (ctx, { params, body }) =>
    stateOf(await setStatus(ctx, params.id, { ...body, byHand: true })),
  ),
  ...partyHandlers,
  ...claimHandlers,
  ...presenceHandlers,
  ...stateHandlers,
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
  handle(updateDebtor, async (ctx, { params, body }) => changeDebtor(ctx, params.id, body)),
  handle(closingReasonList, async (ctx) => ({
    items: (await chosenReasons(ctx.db)).map(({ row, reason }) => ({
      ...choiceOf(row, ctx.lang),
      reason,
      needsNote: row.needsNote,
    })),
  })),
];
