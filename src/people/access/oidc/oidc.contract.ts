/** Calls and the screen of signing in by an OpenID provider. */
import { z } from "zod";
import { open } from "../../../ground/kernel/access.ts";
import { call, screen } from "../../../ground/kernel/contract.ts";
import { me } from "../sign-in/me.contract.ts";

/** Where people come back to from their provider. */
export const oidcScreen = screen({ path: "/login/oidc", who: open, title: "access.loginTitle" });

export const oidcOffer = call({
  method: "GET",
  path: "/api/v4/oidc",
  who: open,
  summary:
    "The OpenID provider that staff may log in by, by the name on its button; null where there is none, or not for them.",
  reply: z.object({ name: z.string().nullable() }),
});

export const beginOidc = call({
  method: "POST",
  path: "/api/v4/oidc/begin",
  who: open,
  summary:
    "Begins to log in by the provider, or to connect one's own account with it: by an invitation, or signed in to it. Gives the address to go to.",
  body: z.strictObject({
    purpose: z.enum(["login", "connect", "invitation"]),
    /** The token of an invitation. */
    token: z.string().max(100).optional(),
    /** The screen to come back to. */
    returnTo: z.string().max(1000).optional(),
  }),
  reply: z.object({ url: z.string() }),
  replayable: false,
});

export const finishOidc = call({
  method: "POST",
  path: "/api/v4/oidc/finish",
  who: open,
  summary: "Ends it with what the provider sent the browser back with, word for word.",
  body: z.strictObject({ answer: z.string().max(8000) }),
  reply: z.object({
    /** Who is logged in now. */
    user: me,
    /** Whether the account was connected by somebody who was logged in to it already. */
    connected: z.boolean(),
    /** The screen that was asked for; always a path of ours. */
    returnTo: z.string().nullable(),
  }),
  replayable: false,
});
