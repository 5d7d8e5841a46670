/** The reply to a conflicting change: the current version and its author. */

import { VorderError } from "../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { lastChange } from "../../people/access/access.server.ts";

/** The conflict of whoever read `current` before it was changed; `on` is what the change was audited under. */
export async function conflict(
  ctx: Pick<WorkCtx, "db">,
  current: object,
  on: { readonly subject: "debtor" | "file"; readonly id: number },
): Promise<VorderError> {
  return new VorderError("conflict", { data: { current, ...(await lastChange(ctx.db, on.subject, on.id)) } });
}
