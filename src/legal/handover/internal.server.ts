/** What of a file is the office's own affair. */
import { notFound } from "../../ground/kernel/errors.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** How far a claim is from the court, and what each paper is worth there, is not for the client's people. @throws notFound. */
export function requireOffice({ user }: Pick<WorkCtx, "user">): void {
  if (user.kind !== "staff" && user.kind !== "system") throw notFound();
}
