/** The secrets among the settings: each is sealed for the address and the user that stand beside it. */
import type { Environment } from "../platform/server/process/environment.ts";
import { openSecret, type SecretPurpose } from "../platform/server/process/secrets.ts";
import { type GlobalSettings, type SettingKey, settingsBoundTo } from "./settings.ts";

export const purposeOf = (all: GlobalSettings, key: SettingKey): SecretPurpose => [
  "setting",
  key,
  ...settingsBoundTo(key).map((bound) => String(all[bound])),
];

/** A secret of the settings, for the address that stands beside it; "" where there is none. */
export const openSetting = (environment: Environment, all: GlobalSettings, key: SettingKey): string =>
  openSecret(environment, purposeOf(all, key), String(all[key]));
