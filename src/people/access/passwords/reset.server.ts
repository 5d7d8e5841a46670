/** Choosing a new password by a link that was mailed: the answer never tells whether there is such a user. */
import { sql } from "kysely";
import { z } from "zod";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { fillText, isLanguage, type Language } from "../../../ground/kernel/texts.ts";
import { type Ctx, type Failure, failure, job, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import { accessTexts } from "../access.texts.ts";
import { resetMinutes } from "../access.ts";
import { notifyOwner } from "../second-factor/account-mail.server.ts";
import { type BotCheck, botCheck, spendBotCheck } from "../sign-in/captcha.server.ts";
import { requireGoodPassword } from "../sign-in/login.server.ts";
import { trustDevice } from "../sign-in/password-guessing.server.ts";
import { setPassword } from "../users/users.server.ts";
import { makeLink } from "./password-links.server.ts";

/** Links an hour and user; more requests are answered alike and send nothing. */
const linksPerHour = 3;
/** A mail address may belong to several users; each gets a link of their own, up to this many. */
const usersPerAddress = 5;

interface Receiver {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly lang: Language;
}

async function receivers(ctx: WorkCtx, login: string): Promise<Receiver[]> {
  const typed = login.trim().toLowerCase();
  const rows = await ctx.db
    .selectFrom("app_user")
    .select(["id", "username", "email", "lang"])
    .where("active", "=", true)
    .where((eb) => eb.or([eb(sql`lower(username)`, "=", typed), eb(sql`lower(email)`, "=", typed)]))
    .orderBy("id")
    .limit(usersPerAddress)
    .execute();
  return rows.flatMap(({ id, username, email, lang }) =>
    email === null ? [] : [{ id, username, email, lang: isLanguage(lang) ? lang : "nl" }],
  );
}

async function recentLinks(ctx: WorkCtx, userId: number): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("password_reset")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("kind", "=", "reset")
    .where("created_at", ">", new Date(ctx.clock.now().getTime() - 3_600_000))
    .executeTakeFirstOrThrow();
  return count;
}

async function sendLink(ctx: WorkCtx, to: Receiver): Promise<void> {
  // The row of the user queues requests for it, so that the limit holds when several come at once.
  await ctx.db.selectFrom("app_user").select("id").where("id", "=", to.id).forUpdate().execute();
  if ((await recentLinks(ctx, to.id)) >= linksPerHour) return;
  const { id, link, token } = await makeLink(ctx, to.id, "reset");
  await ctx.audit({ action: "access.askReset", subject: "app_user", subjectId: to.id, by: to });
  const { tradeName } = await providerSettings(ctx.db);
  const texts = accessTexts.texts[to.lang];
  const values = {
    username: to.username,
    minutes: resetMinutes,
    link,
    provider: tradeName || "Vorder",
  };
  await ctx.send({
    key: `access.reset:${id}`,
    kind: "mail",
    secret: token,
    payload: {
      to: to.email,
      subject: fillText(texts.resetMailSubject, values, to.lang),
      text: fillText(texts.resetMailText, values, to.lang),
    },
  });
}

/** Finds out who asked and mails them; a job, so that the answer takes as long for a name that nobody has. */
export const sendResetLinks = job({
  name: "access.reset",
  payload: z.object({ login: z.string() }),
  run: async (jobCtx, { login }) => {
    await jobCtx.tx(async (ctx) => {
      for (const to of await receivers(ctx, login)) await sendLink(ctx, to);
    });
  },
});

export interface ResetRequest {
  readonly username: string;
  readonly captcha?: string | null | undefined;
}

/** The slow part of asking for a link. */
export const checkRequester = (ctx: Ctx, { captcha }: ResetRequest): Promise<BotCheck> =>
  botCheck(ctx, "reset_password", captcha);

/** Asks for a link. */
export async function requestReset(ctx: Ctx, asked: ResetRequest, check: BotCheck): Promise<{ asked: true } | Failure> {
  if (!(await spendBotCheck(ctx, check))) {
    return failure(new VorderError("validation", { fields: { common: [{ key: "access.errorCaptcha" }] } }));
  }
  await ctx.enqueue(sendResetLinks, { login: asked.username });
  return { asked: true };
}

export interface NewPassword {
  readonly token: string;
  readonly password: string;
  readonly passwordRepeat: string;
}

/** Uses a link up; whom it was made for, undefined where it is not good (any more). */
async function spendLink(ctx: Ctx, token: string) {
  const used = await ctx.db
    .updateTable("password_reset")
    .set({ used_at: ctx.clock.now() })
    .where("token_hash", "=", hashOf(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.clock.now())
    .returning("user_id")
    .executeTakeFirst();
  return (
    used &&
    (await ctx.db
      .selectFrom("app_user")
      .select(["id", "username", "name", "email", "password_hash"])
      .where("id", "=", used.user_id)
      .where("active", "=", true)
      .executeTakeFirst())
  );
}

/**
 * Makes this browser one of the user's with a link, once, and leaves the password as it is: while others guess at the account, its owner
 * logs in here all the same, by the part of the budget that only known browsers have.
 */
export async function registerBrowser(ctx: Ctx, token: string): Promise<{ done: true }> {
  const user = await spendLink(ctx, token);
  if (!user || user.password_hash === null) throw fieldError("common", "access.errorResetLink");
  await trustDevice(ctx, user.id);
  await ctx.audit({ action: "access.knowBrowser", subject: "app_user", subjectId: user.id, by: user });
  return { done: true };
}

/** Sets the password that a link was made for, once. The browser is trusted from then on, so its owner gets in. */
export async function chooseNewPassword(ctx: Ctx, chosen: NewPassword): Promise<{ done: true }> {
  const user = await spendLink(ctx, chosen.token);
  if (!user) throw fieldError("common", "access.errorResetLink");
  // A password that is refused throws, and the link is unused again.
  requireGoodPassword(chosen.password, chosen.passwordRepeat, [user.username, user.name, user.email ?? ""]);
  await setPassword(ctx.db, ctx, user.id, chosen.password);
  await trustDevice(ctx, user.id);
  await ctx.audit({ action: "access.resetPassword", subject: "app_user", subjectId: user.id, by: user });
  // The first one, chosen by an invitation, changes nothing.
  if (user.password_hash !== null) await notifyOwner(ctx, user.id, "password");
  return { done: true };
}
