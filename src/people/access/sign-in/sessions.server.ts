/** One's own sessions: shown, and ended one by one or all together. */
import { createHash } from "node:crypto";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { endSessions, hashOf, sessionCookie, sessionLasts } from "../../../ground/platform/server/http/session.ts";
import { sessionTerms } from "../users/users.server.ts";
import { deviceOf } from "./devices.ts";
import type { OwnSession } from "./own-sessions.contract.ts";

/** Names a row by a hash of its key: the key itself is the hash of the cookie, and stays here. */
const nameOf = (id: Buffer): string => createHash("sha256").update("session:").update(id).digest("hex").slice(0, 32);

const present = (ctx: Ctx): Buffer =>
  hashOf(ctx.request.cookies[sessionCookie(ctx.environment.baseUrl.startsWith("https:"))] ?? "");

/** The user's sessions that last still, those included in which they act as somebody else. */
function ownRows(ctx: Ctx) {
  return ctx.db
    .selectFrom("session")
    .select(["id", "user_id", "previous_user_id", "created_at", "last_seen_at", "ip", "user_agent"])
    .where((where) =>
      where.or([
        where.and([where("user_id", "=", ctx.user.id), where("previous_user_id", "is", null)]),
        where("previous_user_id", "=", ctx.user.id),
      ]),
    )
    .where(sessionLasts(ctx.clock, sessionTerms))
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();
}

/** @throws {VorderError} validation while one acts as somebody else, whose account is theirs. */
export function requireOneself({ user }: Ctx): void {
  if (user.previous) throw fieldError("common", "access.errorImpersonating");
}

export async function ownSessions(ctx: Ctx): Promise<{ items: OwnSession[] }> {
  requireOneself(ctx);
  const here = present(ctx);
  const items = (await ownRows(ctx)).map((row) => ({
    id: nameOf(row.id),
    device: deviceOf(row.user_agent),
    ip: row.ip,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id.equals(here),
    isActing: row.previous_user_id !== null,
  }));
  return { items };
}

async function end(ctx: Ctx, ids: readonly Buffer[]): Promise<{ ended: number }> {
  await endSessions(ctx.db, ids);
  await ctx.audit({
    action: "access.endSessions",
    subject: "app_user",
    subjectId: ctx.user.id,
    after: { ended: ids.length },
  });
  return { ended: ids.length };
}

export async function endOne(ctx: Ctx, id: string): Promise<{ ended: number }> {
  requireOneself(ctx);
  const here = present(ctx);
  const row = (await ownRows(ctx)).find((one) => nameOf(one.id) === id && !one.id.equals(here));
  if (!row) throw notFound();
  return end(ctx, [row.id]);
}

export async function endOthers(ctx: Ctx): Promise<{ ended: number }> {
  requireOneself(ctx);
  const here = present(ctx);
  return end(
    ctx,
    (await ownRows(ctx)).map(({ id }) => id).filter((id) => !id.equals(here)),
  );
}
