/**
 * Calls of the second factor: the second step of signing in, one's own factors, and what administrators do about them. Those of the second
 * step are open, because whoever is at it is nobody yet; each asks itself whose first step was passed in this browser.
 */
import { z } from "zod";
import { any, open, roles, user } from "../../../ground/kernel/access.ts";
import { call, idParam, type ReplyOf, rowVersion } from "../../../ground/kernel/contract.ts";
import { me } from "../sign-in/me.contract.ts";

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

export const factorKinds = ["totp", "passkey"] as const;
const methods = z.object({ totp: z.boolean(), passkey: z.boolean(), recovery: z.boolean() });

/** What the refused login (`factor`) carries: which step is missing, and how it can be taken. */
export const missingStep = z.object({ step: z.enum(["factor", "enrolment"]), methods });
export type MissingStep = z.infer<typeof missingStep>;

const code = z.string().trim().min(1).max(40);
const factorName = z.string().trim().min(1).max(60);

export const signInStep = call({
  method: "GET",
  path: "/api/v4/users/sign-in",
  who: open,
  summary: "Which step of signing in is missing in this browser; `none` where nobody has begun.",
  reply: z.object({ step: z.enum(["none", "factor", "enrolment"]), methods: methods.nullable() }),
});

export const proveCode = call({
  method: "POST",
  path: "/api/v4/users/sign-in/code",
  who: open,
  summary: "The second step of signing in, by a code of an authenticator or a recovery code. Each counts once.",
  body: z.strictObject({ kind: z.enum(["totp", "recovery"]), code }),
  reply: z.object({ user: me }),
  replayable: false,
});

/** What a challenge is for; what answers one answers no other. */
export const passkeyPurposes = ["signIn", "factor", "confirm"] as const;
export type PasskeyPurpose = (typeof passkeyPurposes)[number];

const options = z.record(z.string(), z.unknown());

export const passkeyChallenge = call({
  method: "POST",
  path: "/api/v4/users/passkey/challenge",
  who: open,
  summary: "A challenge to a passkey: to sign in without a password, as the second step, or to confirm who one is.",
  body: z.strictObject({ purpose: z.enum(passkeyPurposes) }),
  reply: z.object({ options }),
  replayable: false,
});

export const passkeyAnswer = z.strictObject({
  id: base64url(1400),
  clientDataJSON: base64url(4000),
  authenticatorData: base64url(4000),
  signature: base64url(4000),
  userHandle: base64url(200).nullish(),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

export const passkeySignIn = call({
  method: "POST",
  path: "/api/v4/users/passkey/sign-in",
  who: open,
  summary:
    "Signs in by a passkey: without a password, where the authenticator has verified its user, or as the second step.",
  body: z.strictObject({ purpose: z.enum(["signIn", "factor"]), answer: passkeyAnswer }),
  reply: z.object({ user: me }),
  replayable: false,
});

export const beginTotp = call({
  method: "POST",
  path: "/api/v4/users/factors/totp",
  who: open,
  summary: "A new secret for an authenticator app. Nothing is kept until a code of it has come back with the ticket.",
  reply: z.object({
    /** Holds the secret, sealed for this user and browser; good for ten minutes. */
    ticket: z.string(),
    /** To be typed where no camera is at hand. */
    secret: z.string(),
    uri: z.string(),
    /** The picture, as an address that an image takes. */
    qr: z.string(),
  }),
  replayable: false,
});

const enrolled = z.object({
  /** Who is logged in now. */
  user: me,
  /** Made with the first factor, and shown this once. */
  recoveryCodes: z.array(z.string()).nullable(),
});

export const confirmTotp = call({
  method: "POST",
  path: "/api/v4/users/factors/totp/confirm",
  who: open,
  summary: "Adds an authenticator app whose code is right; ends the sign-in where a factor was missing.",
  body: z.strictObject({ ticket: z.string().min(1).max(1000), code, name: factorName }),
  reply: enrolled,
  replayable: false,
});

export const beginPasskey = call({
  method: "POST",
  path: "/api/v4/users/factors/passkey",
  who: open,
  summary: "What an authenticator needs to make a passkey for the user.",
  reply: z.object({ options }),
  replayable: false,
});

export const confirmPasskey = call({
  method: "POST",
  path: "/api/v4/users/factors/passkey/confirm",
  who: open,
  summary: "Adds a passkey; ends the sign-in where a factor was missing.",
  body: z.strictObject({
    name: factorName,
    answer: z.strictObject({
      id: base64url(1400),
      clientDataJSON: base64url(4000),
      attestationObject: base64url(100_000),
      transports: z.array(z.string().max(30)).max(10).default([]),
    }),
  }),
  reply: enrolled,
  replayable: false,
});

const factor = z.object({
  id: z.number().int(),
  kind: z.enum(factorKinds),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Factor = z.infer<typeof factor>;

export const ownFactors = call({
  method: "GET",
  path: "/api/v4/users/factors",
  who: user,
  summary:
    "One's own second factors, how many recovery codes are left, and until when they may be changed without confirming.",
  reply: z.object({
    items: z.array(factor),
    recoveryLeft: z.number().int(),
    required: z.boolean(),
    hasPassword: z.boolean(),
    provedUntil: z.iso.datetime().nullable(),
  }),
});

export const confirmIdentity = call({
  method: "POST",
  path: "/api/v4/users/factors/confirm",
  who: user,
  summary: "Shows once more who one is, by password, code or passkey, before one's factors are changed.",
  body: z.strictObject({
    kind: z.enum(["password", "totp", "recovery", "passkey"]),
    /** The password or the code. */
    value: z.string().max(1024).default(""),
    answer: passkeyAnswer.nullish(),
  }),
  reply: z.object({ done: z.literal(true) }),
  replayable: false,
});

export const renameFactor = call({
  method: "PUT",
  path: "/api/v4/users/factors/{id}",
  who: user,
  summary: "Gives one of one's own factors another name.",
  params: idParam,
  body: z.strictObject({ name: factorName }),
  reply: z.object({ done: z.literal(true) }),
});

export const removeFactor = call({
  method: "DELETE",
  path: "/api/v4/users/factors/{id}",
  who: user,
  summary: "Removes one of one's own factors; the last one only where none is required.",
  params: idParam,
  reply: z.object({
    /** Which passkey it was, so that the browser can have its keeper forget it; null for an app. */
    passkey: z.object({ relyingParty: z.string(), credential: z.string() }).nullable(),
  }),
});
export type RemovedPasskey = NonNullable<ReplyOf<typeof removeFactor>["passkey"]>;

export const newRecoveryCodes = call({
  method: "POST",
  path: "/api/v4/users/factors/recovery-codes",
  who: user,
  summary: "Makes new recovery codes, shown this once; the former ones are worthless.",
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  replayable: false,
});

const whoManages = any("ROLE_MANAGE_EMPLOYEE", "ROLE_SETTINGS_ACL");

export const factorsOfUser = call({
  method: "GET",
  path: "/api/v4/acl/users/{id}/factors",
  who: whoManages,
  summary: "A user's second factors, as far as who manages users sees them.",
  params: idParam,
  reply: z.object({ items: z.array(factor), recoveryLeft: z.number().int(), required: z.boolean() }),
});

export const removeFactorsOf = call({
  method: "POST",
  path: "/api/v4/acl/users/{id}/factors/remove",
  who: whoManages,
  summary:
    "Takes all second factors of somebody who has lost them, with the reason, and ends their sessions. Not one's own.",
  params: idParam,
  body: z.strictObject({ reason: z.string().trim().min(5).max(500) }),
  reply: z.object({ removed: z.number().int() }),
});

const rule = z.object({
  roles: z.array(z.string()),
  groupIds: z.array(z.number().int()),
  version: z.number().int(),
  /** How many users must have a second factor by this, and how many of those have none yet. */
  demanded: z.number().int(),
  without: z.number().int(),
});

export const getFactorRule = call({
  method: "GET",
  path: "/api/v4/acl/factor-rule",
  who: any("ROLE_SETTINGS_ACL"),
  summary: "For which roles and groups a second factor is required.",
  reply: rule,
});

export const setFactorRule = call({
  method: "PUT",
  path: "/api/v4/acl/factor-rule",
  who: any("ROLE_SETTINGS_ACL"),
  summary:
    "Says for which roles and groups a second factor is required; it holds from the next request of each of them.",
  body: z.strictObject({
    roles: z.array(z.union([z.literal("*"), z.enum(roles).exclude(["ROLE_PREVIOUS_ADMIN"])])).max(roles.length),
    groupIds: z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(1000),
    version: rowVersion,
  }),
  reply: rule,
});
