/** Four eyes and cooling-off before a plan is sent, where the settings want them. */
import { amsterdamClock } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { eyesOf } from "../../../people/access/access.ts";

/** Whoever planned something; null where nobody in person did. */
interface Planned {
  readonly plannedBy: number | null;
  /** Its place in the audit trail, which knows who planned it under a colleague's name. */
  readonly trail?: { readonly action: string; readonly subject: string; readonly id: number };
}

/** The same, and when. */
interface Plan extends Planned {
  readonly plannedAt: Date;
}

/** Whether the person at the keyboard planned it, under whatever name. */
export async function isOwnPlan(
  { db, user }: Pick<WorkCtx, "db" | "user">,
  { plannedBy, trail }: Planned,
): Promise<boolean> {
  if (plannedBy !== null && eyesOf(user).includes(plannedBy)) return true;
  if (trail === undefined) return false;
  const acted = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject", "=", trail.subject)
    .where("subject_id", "=", String(trail.id))
    .where("action", "=", trail.action)
    .where("acting_for", "=", (user.previous ?? user).username)
    .executeTakeFirst();
  return acted !== undefined;
}

/** If configured, another user sends a plan, and not at once. @throws refused. */
export async function requireSecondLook(ctx: WorkCtx, plan: Plan): Promise<void> {
  const { sendFourEyes, sendCoolingMinutes } = await globalSettings(ctx.db);
  if (sendFourEyes && (await isOwnPlan(ctx, plan)))
    throw new VorderError("refused", { fields: { common: [{ key: "processing.fourEyes" }] } });
  const from = new Date(plan.plannedAt.getTime() + sendCoolingMinutes * 60_000);
  if (ctx.clock.now() >= from) return;
  const { minutes } = amsterdamClock(from);
  const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  throw new VorderError("refused", { fields: { common: [{ key: "processing.coolingOff", values: { time } }] } });
}
