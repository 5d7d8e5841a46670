/** Mails to whoever owns an account about what happened to the ways into it: the one who did it may be somebody else. */
import { fillText, isLanguage } from "../../../ground/kernel/texts.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import { factorTexts } from "./factor.texts.ts";

export type AccountEvent =
  | "added"
  | "removed"
  | "removedAll"
  | "recovery"
  | "codes"
  | "guessed"
  | "connected"
  | "disconnected"
  | "password"
  | "address";

/**
 * Mails the owner of an account, at `to` where it is another address than the present one; nothing where there is none. `key` keeps what
 * happens again and again to one mail.
 */
export async function notifyOwner(
  ctx: WorkCtx,
  userId: number,
  event: AccountEvent,
  values: Readonly<Record<string, string | number>> = {},
  key: string = ctx.ids.uuid(),
  to?: string | null,
): Promise<void> {
  const user = await ctx.db
    .selectFrom("app_user")
    .select(["name", "username", "email", "lang"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const address = to === undefined ? user.email : to;
  if (address === null || address === "") return;
  const { tradeName } = await providerSettings(ctx.db);
  const language = isLanguage(user.lang) ? user.lang : "nl";
  const texts = factorTexts.texts[language];
  const all = { name: user.name, username: user.username, provider: tradeName || "Vorder", ...values };
  const what = fillText(texts[`mail_${event}`], all, language);
  await ctx.send({
    key: `access.factor:${event}:${key}`,
    kind: "mail",
    payload: {
      to: address,
      subject: fillText(texts.mailSubject, all, language),
      text: fillText(texts.mailText, { ...all, what, advice: texts[`mailAdvice_${event}`] }, language),
    },
  });
}
