/** Whether a file could go to a bailiff now: the law gate's word on it (domain facts 4.6). */
import { balanceOf } from "../claims/claims.ts";
import { requireFile } from "../files/files.server.ts";
import { notFound } from "../kernel/errors.ts";
import type { Ctx } from "../platform/server/room.ts";
import { gate } from "../rules/rules.ts";
import { judgeNotice } from "../workflows/workflows.ts";
import { loadInputs, runEnvironment } from "./inputs.server.ts";
import type { ShownReason } from "./processing.contract.ts";
import { gateFacts } from "./processing.ts";
import { sayReasons } from "./shown.server.ts";

/** What stands in the way of handing a file over; no reasons where nothing does. @throws notFound. */
export async function handoverRefusals(
  ctx: Ctx,
  fileId: number,
): Promise<{ reasons: ShownReason[]; possibleFrom: string | null }> {
  await requireFile(ctx, fileId);
  const environment = await runEnvironment(ctx, null, true);
  const { tariffs, at } = environment;
  const inputs = (await loadInputs(ctx.db, [fileId], at.today)).get(fileId);
  if (!inputs) throw notFound();
  const { events } = inputs.situation;
  const balance = balanceOf(events, tariffs, at.today);
  const facts = gateFacts(inputs, balance, judgeNotice(events, tariffs, at.today), environment);
  const verdict = gate({ kind: "handover" }, facts, at);
  return sayReasons(ctx, verdict.allowed ? [] : verdict.refusals);
}
