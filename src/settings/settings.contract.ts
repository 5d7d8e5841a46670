/** Calls and the screen of the house's own settings. */
import { z } from "zod";
import { any } from "../kernel/access.ts";
import { call, screen } from "../kernel/contract.ts";
import { globalSettingsSchema, secretKeys } from "./settings.ts";

/** Values of all settings; secrets come out as "" and are listed in `filledSecrets` where they are filled in. */
const globalSettingsReply = z.object({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  filledSecrets: z.array(z.string()),
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
    version: z.number().int(),
    ...Object.fromEntries(secretKeys.map((key) => [key, z.string().trim().max(500).nullable()])),
  }),
  reply: globalSettingsReply,
});

export const globalSettingsScreen = screen({
  path: "/settings/global",
  who: any("ROLE_SETTINGS"),
  title: "settings.globalTitle",
});
