/** Inviting a user: a mail with a link to choose a password, so that nobody ever knows another's. */
import { fieldError } from "../kernel/errors.ts";
import { fillText } from "../kernel/texts.ts";
import type { WorkCtx } from "../platform/server/room.ts";
import { providerSettings } from "../settings/settings.server.ts";
import { accessTexts } from "./access.texts.ts";
import { inviteDays } from "./access.ts";
import { makeLink, voidLinks } from "./links.server.ts";
import { requireMayManage } from "./rights.server.ts";

/**
 * Mails a user, in the user's language, a link to choose a password. It may be used for a week; a former invitation is void.
 * @throws {VorderError} notFound; validation: who holds more, may not log in, or has no mail address.
 */
export async function inviteUser(ctx: WorkCtx, userId: number): Promise<{ readonly expiresAt: Date }> {
  const { user } = await requireMayManage(ctx, userId);
  if (!user.active) throw fieldError("common", "access.errorInactive");
  if (user.email === null || user.email === "") throw fieldError("email", "access.errorNoEmail");
  await voidLinks(ctx, userId, "invite");
  const { id, link, expiresAt } = await makeLink(ctx, userId, "invite");
  const { tradeName } = await providerSettings(ctx.db);
  const texts = accessTexts.texts[user.lang];
  const values = {
    name: user.name,
    username: user.username,
    days: inviteDays,
    link,
    provider: tradeName || "Vorder",
  };
  await ctx.send({
    key: `access.invite:${id}`,
    kind: "mail",
    payload: {
      to: user.email,
      subject: fillText(texts.inviteMailSubject, values),
      text: fillText(texts.inviteMailText, values),
    },
  });
  await ctx.audit({
    action: "access.inviteUser",
    subject: "app_user",
    subjectId: userId,
    after: { email: user.email, until: expiresAt.toISOString() },
  });
  return { expiresAt };
}
