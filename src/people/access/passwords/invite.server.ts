/** Inviting a user: a mail with a link to choose a password, so that nobody ever knows another's. */
import { fieldError } from "../../../ground/kernel/errors.ts";
import { fillText } from "../../../ground/kernel/texts.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import { accessTexts } from "../access.texts.ts";
import { inviteDays, invitedHash } from "../access.ts";
import { requireMayManage } from "../acl/rights.server.ts";
import { makeLink, voidLinks } from "./password-links.server.ts";

/**
 * Mails a user, in the user's language, a link to choose a password. It may be used for a week; a former invitation is void.
 * @throws {VorderError} notFound; validation: who holds more, may not log in, or has no mail address.
 */
export async function inviteUser(ctx: WorkCtx, userId: number): Promise<{ readonly expiresAt: Date }> {
  const { user } = await requireMayManage(ctx, userId);
  if (!user.active) throw fieldError("common", "access.errorInactive");
  if (user.email === null || user.email === "") throw fieldError("email", "access.errorNoEmail");
  await voidLinks(ctx, userId, "invite");
  const { id, link, token, expiresAt } = await makeLink(ctx, userId, "invite");
  const { tradeName } = await providerSettings(ctx.db);
  const texts = accessTexts.texts[user.lang];
  const values = {
    name: user.name,
    username: user.username,
    days: inviteDays,
    link: user.kind === "staff" ? `${link}${invitedHash}` : link,
    provider: tradeName || "Vorder",
  };
  await ctx.send({
    key: `access.invite:${id}`,
    kind: "mail",
    secret: token,
    payload: {
      to: user.email,
      subject: fillText(texts.inviteMailSubject, values, user.lang),
      text: fillText(texts.inviteMailText, values, user.lang),
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
