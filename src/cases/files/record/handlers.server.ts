/** Calls of the record of a file. */

import { listed } from "../../../ground/kernel/listed.ts";
import { handle } from "../../../ground/platform/server/http/module.ts";
import { assignManager, visitFile } from "../files.contract.ts";
import { fileStatuses } from "../files.ts";
import { claimHandlers } from "./claim.server.ts";
import { fileStatusColours, statusColours } from "./colours.contract.ts";
import { type FileState, requireFile } from "./record.server.ts";
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

export const fileHandlers = [visit, colours, manager, ...claimHandlers];
