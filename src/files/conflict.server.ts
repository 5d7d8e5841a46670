/** A change that came too late: what is there now, and who made it so. */
import { lastChange } from "../access/access.server.ts";
import { VorderError } from "../kernel/errors.ts";
import type { WorkCtx } from "../platform/server/room.ts";

/** The conflict of whoever read `current` before it was changed; `on` is what the change was audited under. */
export async function conflict(
  ctx: Pick<WorkCtx, "db">,
  current: object,
  on: { readonly subject: "debtor" | "file"; readonly id: number },
): Promise<VorderError> {
  return new VorderError("conflict", { data: { current, ...(await lastChange(ctx.db, on.subject, on.id)) } });
}
