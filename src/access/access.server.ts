/** The door of the access room: logging in and out, passwords, acting as somebody else, and users for the rooms above. */
import { z } from "zod";
import { notFound, VorderError } from "../kernel/errors.ts";
import { answer, type Ctx, job, preparedAnswer, redirect, room } from "../platform/server/room.ts";
import {
  askReset,
  captchaChallenge,
  changePassword,
  completeReset,
  csrfToken,
  currentUser,
  endOtherSessions,
  endOwnSession,
  knowBrowser,
  listOwnSessions,
  login,
  logout,
  logoutUser,
  switchUser,
} from "./access.contract.ts";
import { accessTexts } from "./access.texts.ts";
import { accountTexts } from "./account.texts.ts";
import { aclAnswers, rightsHistory } from "./acl.server.ts";
import { aclTexts } from "./acl.texts.ts";
import { captchaFor } from "./captcha.server.ts";
import { sweepGuesses } from "./guesses.server.ts";
import { changeOwnPassword, logIn, meOf, prepareChange, prepareLogin } from "./login.server.ts";
import { askForReset, becomeKnown, checkAsker, chooseNewPassword, sendResetLinks } from "./reset.server.ts";
import { userRecord } from "./rights.server.ts";
import { roleTexts } from "./roles.texts.ts";
import { endOne, endOthers, ownSessions } from "./sessions.server.ts";
import { loadActor, maySwitch } from "./users.server.ts";

export type { Grant, UserKind } from "./access.ts";
export { openFirstDoor } from "./first-admin.server.ts";
export {
  createGroup,
  deleteGroup,
  type GroupChanges,
  type NewGroup,
  type UserGroup,
} from "./groups.server.ts";
export { inviteUser } from "./invite.server.ts";
export { passwordProblem } from "./passwords.ts";
export {
  addUser,
  choosePasswordFor,
  holdersOf,
  setActive,
  type UserChanges,
  updateUser,
} from "./people.server.ts";
export {
  lastChange,
  requireMayGrant,
  requireMayManage,
  type UserRecord,
  userRecord,
  visibleUsers,
} from "./rights.server.ts";
export { effectiveAcl, mayManage } from "./rights.ts";
export {
  assignTeams,
  createUser,
  loadActor,
  loadCaller,
  type NewUser,
  setPassword,
  userIdByName,
  userNames,
} from "./users.server.ts";

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
  if (!maySwitch(ctx.user.acl, target.acl)) throw refuse("access.errorStronger");
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
  if (ctx.user.id !== 0) await ctx.audit({ action: "access.logout", subject: "app_user", subjectId: ctx.user.id });
  await ctx.session.end();
  return isCall(ctx) ? {} : redirect("/login");
}

/** Goes back to oneself; somebody who acts as nobody else is simply logged out ("*" makes every role look held). */
async function endSwitch(ctx: Ctx) {
  if (!ctx.user.previous) return endSession(ctx);
  await ctx.audit({ action: "access.switchBack", subject: "app_user", subjectId: ctx.user.id });
  await ctx.session.impersonate(ctx.user.previous.id, null);
  return isCall(ctx) ? {} : redirect("/");
}

const sweep = job({
  name: "access.sweep",
  cron: "17 * * * *",
  payload: z.object({}),
  run: (jobCtx) => jobCtx.tx((ctx) => sweepGuesses(ctx.db, ctx.clock.now())),
});

export const accessServer = room({
  name: "access",
  texts: [accessTexts, accountTexts, aclTexts, roleTexts],
  history: rightsHistory,
  answers: [
    answer(csrfToken, async (ctx) => ({ token: ctx.session.token() })),
    answer(currentUser, async (ctx) => ({ user: ctx.user.kind === "guest" ? null : meOf(ctx.user) })),
    ...aclAnswers,
    answer(switchUser, (ctx, { params }) => switchTo(ctx, params.id)),
    preparedAnswer(
      login,
      (ctx, { body }) => prepareLogin(ctx, body),
      (ctx, _input, prepared) => logIn(ctx, prepared),
    ),
    answer(captchaChallenge, (ctx, { query }) => captchaFor(ctx, query.action)),
    preparedAnswer(
      askReset,
      (ctx, { body }) => checkAsker(ctx, body),
      (ctx, { body }, check) => askForReset(ctx, body, check),
    ),
    answer(completeReset, (ctx, { body }) => chooseNewPassword(ctx, body)),
    preparedAnswer(
      changePassword,
      (ctx, { body }) => prepareChange(ctx, body),
      (ctx, { body }, tried) => changeOwnPassword(ctx, body, tried),
    ),
    answer(listOwnSessions, (ctx) => ownSessions(ctx)),
    answer(endOwnSession, (ctx, { params }) => endOne(ctx, params.id)),
    answer(endOtherSessions, (ctx) => endOthers(ctx)),
    answer(knowBrowser, (ctx, { body }) => becomeKnown(ctx, body.token)),
    answer(logout, (ctx) => endSession(ctx)),
    answer(logoutUser, (ctx) => endSwitch(ctx)),
  ],
  jobs: [sendResetLinks, sweep],
});
