/** Calls and screens of logging in and out, of passwords and of acting as somebody else. */
import { z } from "zod";
import { any, open, user } from "../../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { me } from "./me.contract.ts";

const password = z.string().min(1).max(1024);

export const csrfToken = call({
  method: "GET",
  path: "/api/v4/users/csrf",
  who: open,
  summary: "The csrf token of this session, to be sent as `_token`.",
  reply: z.object({ token: z.string() }),
});

export const currentUser = call({
  method: "GET",
  path: "/api/v3/user/get",
  who: open,
  summary: "The logged-in user, or null where nobody is logged in.",
  reply: z.object({ user: me.nullable() }),
});

/** Those who run the house. */
export const administrators = any("ROLE_ADMIN", "ROLE_SUPER_ADMIN");

export const switchUser = call({
  method: "GET",
  path: "/api/v4/users/switch/{id}",
  who: administrators,
  summary: "Acts as another user, whose roles must all be among one's own; ends with /logout-user.",
  params: idParam,
  reply: z.object({ user: me }),
  writes: true,
});

export const login = call({
  method: "POST",
  path: "/login_check_json",
  who: open,
  summary: "Logs in. `captcha` is the bot check's answer for the action `app_login`. Carries no csrf token.",
  body: z.strictObject({
    username: z.string().max(200),
    password: z.string().max(1024),
    captcha: z.string().max(20_000).nullish(),
  }),
  reply: z.object({ user: me }),
  csrf: false,
  replayable: false,
});

export const captchaActions = ["app_login", "reset_password"] as const;

export const captchaChallenge = call({
  method: "GET",
  path: "/api/v4/captcha/challenge",
  who: open,
  summary: "What the bot check wants for an action: a proof-of-work challenge, a site key, or nothing.",
  query: z.object({ action: z.enum(captchaActions) }),
  reply: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("altcha"), challenge: z.record(z.string(), z.unknown()) }),
    z.object({ kind: z.literal("recaptcha"), siteKey: z.string() }),
    z.object({ kind: z.literal("off") }),
  ]),
});

export const requestPasswordReset = call({
  method: "POST",
  path: "/api/customer/reset-password",
  who: open,
  summary: "Asks for a link to choose a new password; the answer is the same whether or not the user exists.",
  body: z.strictObject({ username: z.string().trim().min(1).max(254), captcha: z.string().max(20_000).nullish() }),
  reply: z.object({ asked: z.literal(true) }),
  replayable: false,
});

export const completeReset = call({
  method: "POST",
  path: "/api/v4/users/reset-password",
  who: open,
  summary: "Chooses a new password with the token of a reset link; the link works once.",
  body: z.strictObject({ token: z.string().max(100), password, passwordRepeat: password }),
  reply: z.object({ done: z.literal(true) }),
  replayable: false,
});

export const changePassword = call({
  method: "POST",
  path: "/do-change-password",
  who: user,
  summary: "Changes one's own password and ends one's other sessions; refused while acting as somebody else.",
  body: z.strictObject({ currentPassword: password, password, passwordRepeat: password }),
  reply: z.object({ done: z.literal(true) }),
  replayable: false,
});

export const chooseLanguage = call({
  method: "PUT",
  path: "/api/v4/users/language",
  who: user,
  summary:
    "One's own language: that of the screens and of the mails to oneself; refused while acting as somebody else.",
  body: z.strictObject({ language: z.enum(languages) }),
  reply: z.object({ language: z.enum(languages) }),
});

const leaving = z.object({ next: z.string().nullable() });

export const logout = call({
  method: "GET",
  path: "/logout",
  who: open,
  summary: "Ends the session; `next` is where a sign-in by a provider is ended there too, to be gone to now.",
  writes: true,
  navigable: true,
  reply: leaving,
});

export const logoutUser = call({
  method: "GET",
  path: "/logout-user",
  who: open,
  summary: "Ends acting as somebody else and goes back to oneself.",
  writes: true,
  navigable: true,
  reply: leaving,
});

export const loginScreen = screen({ path: "/login", who: open, title: "access.loginTitle" });
export const requestResetScreen = screen({
  path: "/customer/reset-password",
  who: open,
  title: "access.askResetTitle",
});
export const resetScreen = screen({ path: "/reset-password/{token}", who: open, title: "access.resetTitle" });
export const changePasswordScreen = screen({
  path: "/change-password",
  who: any("ROLE_CONTACT_PERSON", "ROLE_EMPLOYEE"),
  title: "access.changePasswordTitle",
});
