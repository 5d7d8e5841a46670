/** Calls and the screen of the house's own settings. */
import { z } from "zod";
import { any } from "../kernel/access.ts";
import { call, rowVersion, screen } from "../kernel/contract.ts";
import { recordStates } from "../platform/mail-records.ts";
import { oidcFaults } from "../platform/oidc-faults.ts";
import { globalSettingsSchema, secretKeys } from "./settings.ts";

/** Values of all settings; secrets come out as "" and are listed in `filledSecrets` where they are filled in. */
const globalSettingsReply = z.object({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  filledSecrets: z.array(z.string()),
  /** What still keeps messages from going out, the gravest first. */
  missing: z.array(z.object({ key: z.string(), why: z.enum(["missing", "expired"]), blocks: z.boolean() })),
  /** The address that people come back to from an OpenID provider, to be registered there. */
  oidcReturn: z.string(),
  /** Where people come to from its sign-out. */
  oidcLeft: z.string(),
  version: z.number().int(),
  updatedAt: z.string().nullable(),
  updatedBy: z.string().nullable(),
});

export const readGlobalSettings = call({
  method: "GET",
  path: "/api/v4/settings/global",
  who: any("ROLE_SETTINGS"),
  summary: "The house's own settings.",
  reply: globalSettingsReply,
});

export const saveGlobalSettings = call({
  method: "PUT",
  path: "/api/v4/settings/global",
  who: any("ROLE_SETTINGS"),
  summary: "Saves the house's own settings; an empty secret keeps the one that is there, null clears it.",
  body: globalSettingsSchema.extend({
    version: rowVersion,
    ...Object.fromEntries(secretKeys.map((key) => [key, z.string().trim().max(5000).nullable()])),
  }),
  reply: globalSettingsReply,
});

const faults = [
  "noGateway",
  "login",
  "notFound",
  "connection",
  "security",
  "refused",
  "timeout",
  "notAllowed",
] as const;
const testReply = z.object({
  outcome: z.enum(["sent", ...faults]),
  /** The same in a sentence. */
  message: z.string(),
});

export const testMail = call({
  method: "POST",
  path: "/api/v4/settings/test-mail",
  who: any("ROLE_SETTINGS"),
  summary: "Sends a test mail by the saved settings and tells what came of it; five in ten minutes.",
  body: z.strictObject({ to: z.email({ error: "settings.errorEmail" }).max(254) }),
  reply: testReply,
  replayable: false,
});

export const testSms = call({
  method: "POST",
  path: "/api/v4/settings/test-sms",
  who: any("ROLE_SETTINGS"),
  summary: "Sends a test SMS by the saved settings and tells what came of it; five in ten minutes.",
  body: z.strictObject({ to: z.string().trim().max(20) }),
  reply: testReply,
  replayable: false,
});

const mailRecord = z.object({
  state: z.enum(recordStates),
  name: z.string(),
  found: z.string(),
  wanted: z.string(),
  /** What it means, in a sentence. */
  text: z.string(),
});

export const checkMailDomain = call({
  method: "POST",
  path: "/api/v4/settings/mail-domain",
  who: any("ROLE_SETTINGS"),
  summary:
    "Asks the name servers what they say of the domain that mails are sent from (SPF, DKIM, DMARC); five in ten minutes.",
  body: z.strictObject({}),
  reply: z.object({ domain: z.string(), spf: mailRecord, dkim: mailRecord, dmarc: mailRecord }),
  replayable: false,
});

export const checkBounces = call({
  method: "POST",
  path: "/api/v4/settings/check-bounces",
  who: any("ROLE_SETTINGS"),
  summary: "Opens the mailbox of returned mails by the saved settings and tells what came of it; five in ten minutes.",
  body: z.strictObject({}),
  reply: z.object({ outcome: z.enum(["works", ...faults]), message: z.string() }),
  replayable: false,
});

export const makeDkimKey = call({
  method: "POST",
  path: "/api/v4/settings/dkim-key",
  who: any("ROLE_SETTINGS"),
  summary: "Makes a key to sign mails with and keeps it sealed; nothing is signed by it before that is switched on.",
  body: z.strictObject({ version: rowVersion }),
  reply: globalSettingsReply,
});

export const testOidc = call({
  method: "POST",
  path: "/api/v4/settings/test-oidc",
  who: any("ROLE_SETTINGS"),
  summary: "Tries the saved OpenID provider: discovery, keys and client; five in ten minutes.",
  body: z.strictObject({}),
  reply: z.object({
    outcome: z.enum(["works", "notSet", ...oidcFaults]),
    /** The same in a sentence. */
    message: z.string(),
  }),
  replayable: false,
});

export const settingsHistoryScreen = screen({
  path: "/settings/history",
  who: any("ROLE_SETTINGS"),
  title: "settings.historyTitle",
});

export const globalSettingsScreen = screen({
  path: "/settings/global",
  who: any("ROLE_SETTINGS"),
  title: "settings.globalTitle",
});
