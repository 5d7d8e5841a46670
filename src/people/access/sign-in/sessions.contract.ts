/** The screen of one's own account, and the call that makes a browser known. */
import { z } from "zod";
import { open, user } from "../../../ground/kernel/access.ts";
import { call, screen } from "../../../ground/kernel/contract.ts";

export const trustBrowser = call({
  method: "POST",
  path: "/api/v4/users/know-browser",
  who: open,
  summary:
    "Makes the present browser a known one with the token of a reset link, so that its owner can log in with the present password.",
  body: z.strictObject({ token: z.string().max(100) }),
  reply: z.object({ done: z.literal(true) }),
  replayable: false,
});

export const accountScreen = screen({ path: "/account/security", who: user, title: "account.accountTitle" });
