/** The house's own settings: the values, what is still missing, and the provider as others see it. */
import { z } from "zod";
import type { PlainDate } from "../kernel/dates.ts";
import { keysOf } from "../kernel/records.ts";
import type { Language } from "../kernel/texts.ts";
import { settingDeclarations } from "./declarations.ts";

export { type SettingGroup, type SettingInput, settingDeclarations, settingGroups } from "./declarations.ts";

type Declarations = typeof settingDeclarations;
export type SettingKey = keyof Declarations;
export type GlobalSettings = { readonly [K in SettingKey]: z.output<Declarations[K]["schema"]> };

export const settingKeys = keysOf(settingDeclarations);

/** Keys whose values never leave the server and never stand in the audit trail. */
export const secretKeys = settingKeys.filter((key) => settingDeclarations[key].input === "secret");

/** The settings that a secret is bound to: where and as whom it is sent. */
export const settingsBoundTo = (secret: SettingKey): readonly SettingKey[] => {
  const declared = settingDeclarations[secret];
  return settingKeys.filter((key) => "boundTo" in declared && declared.boundTo?.includes(key));
};

// Under each key stands the schema of that very key.
const schemas = Object.fromEntries(settingKeys.map((key) => [key, settingDeclarations[key].schema])) as {
  [K in SettingKey]: Declarations[K]["schema"];
};

/** All settings as one object; unknown keys are an error. */
export const globalSettingsSchema = z.strictObject(schemas);

/** What two settings together must be; each problem beside the field that is easiest to mend. */
export function settingProblems(all: Pick<GlobalSettings, "contactFrom" | "contactUntil">): readonly SettingProblem[] {
  return all.contactFrom < all.contactUntil ? [] : [{ key: "contactUntil", error: "settings.errorContactOrder" }];
}

export interface SettingProblem {
  readonly key: SettingKey;
  readonly error: string;
}

/** The defaults, overlaid by what was chosen. A chosen value that no longer fits its declaration gives way to the default. */
export function settingsOf(chosen: Readonly<Record<string, unknown>>): GlobalSettings {
  const values = settingKeys.map((key) => {
    const { schema, default: standard } = settingDeclarations[key];
    const parsed = Object.hasOwn(chosen, key) ? schema.safeParse(chosen[key]) : undefined;
    return [key, parsed?.success ? parsed.data : standard];
  });
  // Every key is there, each with a value that its own schema gave or its own default.
  return Object.fromEntries(values) as GlobalSettings;
}

/** The provider as letters, mails and the footer show it. */
export interface ProviderSettings {
  readonly registeredName: string;
  /** The trade name, or the registered one where there is none. */
  readonly tradeName: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly linkedin: string;
  readonly iban: string;
  readonly bic: string;
  readonly accountHolder: string;
  readonly kvk: string;
  readonly vatNumber: string;
  readonly wkiNumber: string;
  /** "" or the last day of the registration, "YYYY-MM-DD". */
  readonly wkiValidUntil: string;
  /** Where answers to mails go: the address of its own, or the general one. */
  readonly replyTo: string;
  /** A line of the house's own under letters and mails; "" where there is none. */
  readonly footer: Readonly<Record<Language, string>>;
}

export const providerOf = (all: GlobalSettings): ProviderSettings => ({
  registeredName: all.registeredName,
  tradeName: all.tradeName || all.registeredName,
  street: all.street,
  houseNumber: all.houseNumber,
  addition: all.addition,
  postcode: all.postcode,
  city: all.city,
  country: all.country,
  phone: all.phone,
  email: all.email,
  website: all.website,
  linkedin: all.linkedin,
  iban: all.iban,
  bic: all.bic,
  accountHolder: all.accountHolder || all.registeredName,
  kvk: all.kvk,
  vatNumber: all.vatNumber,
  wkiNumber: all.wkiNumber,
  wkiValidUntil: all.wkiValidUntil,
  replyTo: all.mailReplyTo || all.email,
  footer: { nl: all.letterFooterNl, en: all.letterFooterEn, fr: all.letterFooterFr, de: all.letterFooterDe },
});

/** The line of the house's own in the footer of the application. */
export const appFooterOf = (all: GlobalSettings, language: Language): string =>
  ({ nl: all.appFooterNl, en: all.appFooterEn, fr: all.appFooterFr, de: all.appFooterDe })[language];

/** The house's pages elsewhere, those that are filled in. */
export const socialLinks = (all: GlobalSettings): { readonly name: string; readonly url: string }[] =>
  [
    { name: "LinkedIn", url: all.linkedin },
    { name: "Facebook", url: all.facebook },
    { name: "Instagram", url: all.instagram },
    { name: "X", url: all.x },
    { name: "YouTube", url: all.youtube },
  ].filter(({ url }) => url !== "");

/** Why nothing, or not everything, can go out yet. */
export interface MissingSetting {
  readonly key: SettingKey;
  /** `expired`: filled in, but no longer valid. */
  readonly why: "missing" | "expired";
  /** False: what goes out is held back, but the rest works. */
  readonly blocks: boolean;
}

/** What the law wants to see in everything that goes out (Wki art. 11 and 18; Bki art. 3.1 and 4.1), or that money needs. */
const needed = ["registeredName", "street", "houseNumber", "postcode", "city", "kvk", "wkiNumber", "iban"] as const;

/**
 * What is still missing before anything may be sent. `mailByEnvironment`: the environment names a mail server, so that the settings
 * need not.
 */
export function missingSettings(
  all: GlobalSettings,
  today: PlainDate,
  mailByEnvironment: boolean,
): readonly MissingSetting[] {
  const missing: MissingSetting[] = needed
    .filter((key) => all[key] === "")
    .map((key) => ({ key, why: "missing", blocks: true }));
  if (all.phone === "" && all.email === "") missing.push({ key: "phone", why: "missing", blocks: true });
  if (all.wkiValidUntil === "") missing.push({ key: "wkiValidUntil", why: "missing", blocks: true });
  else if (all.wkiValidUntil < today) missing.push({ key: "wkiValidUntil", why: "expired", blocks: true });
  if (all.smtpHost === "" && !mailByEnvironment) missing.push({ key: "smtpHost", why: "missing", blocks: false });
  if (all.smsUrl === "") missing.push({ key: "smsUrl", why: "missing", blocks: false });
  return missing;
}
