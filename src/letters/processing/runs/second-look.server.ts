/** Four eyes and cooling-off before a plan is sent, where the settings want them. */
import { amsterdamClock } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";

/** Whoever planned something, and when; null where nobody in person did. */
interface Plan {
  readonly plannedBy: number | null;
  readonly plannedAt: Date;
}

/** If configured, another user sends a plan, and not at once. @throws refused. */
export async function requireSecondLook(ctx: WorkCtx, { plannedBy, plannedAt }: Plan): Promise<void> {
  const { sendFourEyes, sendCoolingMinutes } = await globalSettings(ctx.db);
  if (sendFourEyes && plannedBy === ctx.user.id)
    throw new VorderError("refused", { fields: { common: [{ key: "processing.fourEyes" }] } });
  const from = new Date(plannedAt.getTime() + sendCoolingMinutes * 60_000);
  if (ctx.clock.now() >= from) return;
  const { minutes } = amsterdamClock(from);
  const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  throw new VorderError("refused", { fields: { common: [{ key: "processing.coolingOff", values: { time } }] } });
}
