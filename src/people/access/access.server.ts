/** The public interface of the access module: logging in and out, passwords, acting as somebody else, and users for the modules above. */
import { z } from "zod";
import { notFound, VorderError } from "../../ground/kernel/errors.ts";
import type { Language } from "../../ground/kernel/texts.ts";
import {
  type Ctx,
  defineModule,
  handle,
  job,
  preparedHandler,
  redirect,
} from "../../ground/platform/server/http/module.ts";
import {
  accountScreen,
  aclEditScreen,
  aclGroupScreen,
  aclScreen,
  changePasswordScreen,
  loginScreen,
  oidcScreen,
  requestResetScreen,
  resetScreen,
} from "./access.contract.ts";
import { accessTexts } from "./access.texts.ts";
import { coversAcl, maySwitch } from "./access.ts";
import { aclHandlers, rightsHistory } from "./acl/acl.server.ts";
import { aclTexts } from "./acl/acl.texts.ts";
import { userRecord } from "./acl/rights.server.ts";
import { roleTexts } from "./acl/roles.texts.ts";
import { oidcHandlers } from "./oidc/oidc.server.ts";
import { oidcTexts } from "./oidc/oidc.texts.ts";
import { leavingOf } from "./oidc/oidc-attempt.server.ts";
import { identityHandlers } from "./oidc/oidc-identity.server.ts";
import {
  checkRequester,
  chooseNewPassword,
  registerBrowser,
  requestReset,
  sendResetLinks,
} from "./passwords/reset.server.ts";
import { factorTexts } from "./second-factor/factor.texts.ts";
import { factorRuleHandlers } from "./second-factor/factor-rule.server.ts";
import { stepHandlers } from "./second-factor/factor-step.server.ts";
import { factorHandlers } from "./second-factor/factors.server.ts";
import { accountTexts } from "./sign-in/account.texts.ts";
import { captchaFor } from "./sign-in/captcha.server.ts";
import { changeOwnPassword, logIn, meOf, prepareChange, prepareLogin } from "./sign-in/login.server.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "./sign-in/own-sessions.contract.ts";
import { sweepGuesses } from "./sign-in/password-guessing.server.ts";
import { trustBrowser } from "./sign-in/sessions.contract.ts";
import { endOne, endOthers, ownSessions } from "./sign-in/sessions.server.ts";
import {
  captchaChallenge,
  changePassword,
  chooseLanguage,
  completeReset,
  csrfToken,
  currentUser,
  login,
  logout,
  logoutUser,
  requestPasswordReset,
  switchUser,
} from "./sign-in/sign-in.contract.ts";
import { factorState } from "./sign-in/sign-in.server.ts";
import { loadActor } from "./users/users.server.ts";

export { createGroup, deleteGroup } from "./acl/groups.server.ts";
export { lastChange, requireMayManage, userLists, userRecord } from "./acl/rights.server.ts";
export {
  addUser,
  choosePasswordFor,
  holdersOf,
  setActive,
  type UserChanges,
  updateUser,
} from "./acl/user-changes.server.ts";
export { inviteUser } from "./passwords/invite.server.ts";
export { passwordProblem } from "./passwords/passwords.ts";
export { resealFactors } from "./second-factor/codes.server.ts";
export { revokeFactors } from "./second-factor/factor-rule.server.ts";
export { createFirstAdmin } from "./sign-in/first-admin.server.ts";
export { passwordHashing } from "./sign-in/hashing.server.ts";
export {
  createUser,
  loadActor,
  loadCaller,
  setPassword,
  userIdByName,
  userNames,
} from "./users/users.server.ts";

/** Begins to act as another user. One who cannot log in is the same as none. */
async function switchTo(ctx: Ctx, targetId: number) {
  // A link or a picture can send a navigation, never this header (specification gives the call the method GET).
  if (ctx.request.headers["x-requested-with"] === undefined)
    throw new VorderError("forbidden", { data: { loggedIn: true } });
  const refuse = (key: string) => new VorderError("validation", { fields: { common: [{ key }] } });
  if (ctx.user.previous) throw refuse("access.errorNested");
  const seen = await userRecord(ctx.db, ctx.user, targetId);
  const target = seen && (await loadActor(ctx.db, targetId, null));
  if (!target) throw notFound();
  if (target.id === ctx.user.id) throw refuse("access.errorSelf");
  if (!maySwitch(ctx.user, { ...seen.sight, acl: target.acl }))
    throw refuse(coversAcl(ctx.user.acl, target.acl) ? "access.errorSeesMore" : "access.errorStronger");
  // The other's own factor is not asked for; that one was passed where one must be is.
  const { required } = await factorState(ctx.db, target.id);
  if (required && !(await ctx.session.proof())?.factorAt) throw refuse("factor.errorSwitch");
  await ctx.session.impersonate(target.id, ctx.user.id);
  await ctx.audit({
    action: "access.switch",
    subject: "app_user",
    subjectId: target.id,
    after: { username: target.username },
  });
  const acting = await loadActor(ctx.db, target.id, ctx.user.id);
  if (!acting) throw notFound();
  return { user: meOf(acting) };
}

const isCall = (ctx: Ctx): boolean => ctx.request.headers["x-requested-with"] !== undefined;

async function endSession(ctx: Ctx) {
  ctx.forgetSite();
  const next = (await leavingOf(ctx)) ?? null;
  if (ctx.user.id !== 0) await ctx.audit({ action: "access.logout", subject: "app_user", subjectId: ctx.user.id });
  await ctx.session.end();
  return isCall(ctx) ? { next } : redirect(next ?? "/login");
}

/** Goes back to oneself; somebody who acts as nobody else is simply logged out ("*" makes every role look held). */
async function endSwitch(ctx: Ctx) {
  if (!ctx.user.previous) return endSession(ctx);
  await ctx.audit({ action: "access.switchBack", subject: "app_user", subjectId: ctx.user.id });
  await ctx.session.impersonate(ctx.user.previous.id, null);
  return isCall(ctx) ? { next: null } : redirect("/");
}

/** Who is logged in, with the language that they have chosen; this request may ask for another. */
async function whoIs(ctx: Ctx) {
  const own = await loadActor(ctx.db, ctx.user.id, null);
  return { ...meOf(ctx.user), lang: own?.lang ?? ctx.user.lang };
}

/** One language for screens and mails; somebody who acts as another does not choose for them. */
async function keepLanguage(ctx: Ctx, language: Language) {
  if (ctx.user.previous) throw new VorderError("forbidden", { data: { loggedIn: true } });
  await ctx.db
    .updateTable("app_user")
    .set((eb) => ({ lang: language, version: eb("version", "+", 1) }))
    .where("id", "=", ctx.user.id)
    .where("lang", "!=", language)
    .execute();
  return { language };
}

const sweep = job({
  name: "access.sweep",
  cron: "17 * * * *",
  payload: z.object({}),
  run: (jobCtx) => jobCtx.tx((ctx) => sweepGuesses(ctx.db, ctx.clock.now())),
});

export const accessServer = defineModule({
  name: "access",
  screens: [
    accountScreen,
    aclEditScreen,
    aclGroupScreen,
    aclScreen,
    requestResetScreen,
    changePasswordScreen,
    loginScreen,
    oidcScreen,
    resetScreen,
  ],
  texts: [accessTexts, accountTexts, aclTexts, factorTexts, oidcTexts, roleTexts],
  history: rightsHistory,
  handlers: [
    handle(csrfToken, async (ctx) => ({ token: ctx.session.token() })),
    handle(currentUser, async (ctx) => ({ user: ctx.user.kind === "guest" ? null : await whoIs(ctx) })),
    ...aclHandlers,
    ...stepHandlers,
    ...factorHandlers,
    ...factorRuleHandlers,
    ...oidcHandlers,
    ...identityHandlers,
    handle(switchUser, (ctx, { params }) => switchTo(ctx, params.id)),
    preparedHandler(
      login,
      (ctx, { body }) => prepareLogin(ctx, body),
      (ctx, _input, prepared) => logIn(ctx, prepared),
    ),
    handle(captchaChallenge, (ctx, { query }) => captchaFor(ctx, query.action)),
    preparedHandler(
      requestPasswordReset,
      (ctx, { body }) => checkRequester(ctx, body),
      (ctx, { body }, check) => requestReset(ctx, body, check),
    ),
    handle(completeReset, (ctx, { body }) => chooseNewPassword(ctx, body)),
    preparedHandler(
      changePassword,
      (ctx, { body }) => prepareChange(ctx, body),
      (ctx, { body }, tried) => changeOwnPassword(ctx, body, tried),
    ),
    handle(chooseLanguage, (ctx, { body }) => keepLanguage(ctx, body.language)),
    handle(listOwnSessions, (ctx) => ownSessions(ctx)),
    handle(endOwnSession, (ctx, { params }) => endOne(ctx, params.id)),
    handle(endOtherSessions, (ctx) => endOthers(ctx)),
    handle(trustBrowser, (ctx, { body }) => registerBrowser(ctx, body.token)),
    handle(logout, (ctx) => endSession(ctx)),
    handle(logoutUser, (ctx) => endSwitch(ctx)),
  ],
  jobs: [sendResetLinks, sweep],
});
