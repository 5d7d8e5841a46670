/** The house's own settings: one declaration gives type, default, label and place on the screen. */
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from "ibantools";
import { z } from "zod";
import { parsePlainDate } from "../kernel/dates.ts";

export const settingGroups = [
  "provider",
  "registration",
  "money",
  "access",
  "contact",
  "arrangements",
  "sms",
  "bot",
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** How a value is typed in: the screen picks its field by this. `cents` is money; `secret` is never shown again once saved. */
export type SettingInput =
  | "text"
  | "email"
  | "url"
  | "phone"
  | "date"
  | "number"
  | "cents"
  | "switch"
  | "secret"
  | "choice";

interface Setting<S extends z.ZodType> {
  readonly group: SettingGroup;
  readonly input: SettingInput;
  readonly schema: S;
  readonly default: z.output<S>;
  readonly choices?: readonly string[];
}

const setting = <S extends z.ZodType>(spec: Setting<S>): Setting<S> => spec;

const line = (max: number) => z.string().trim().max(max);
const whole = (min: number, max: number) => z.number().int().min(min).max(max);
const empty = z.literal("");

const iban = z
  .string()
  .transform((text) => electronicFormatIBAN(text) ?? "")
  .pipe(empty.or(z.string().refine((text) => isValidIBAN(text), { error: "settings.errorIban" })));
const bic = z
  .string()
  .trim()
  .toUpperCase()
  .pipe(empty.or(z.string().refine((text) => isValidBIC(text), { error: "settings.errorBic" })));
const plainDate = z
  .string()
  .refine((text) => text === "" || parsePlainDate(text) !== undefined, { error: "settings.errorDate" });
const url = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)), {
    error: "settings.errorUrl",
  });
const email = empty.or(z.email({ error: "settings.errorEmail" }).max(254));

const text = (group: SettingGroup, max: number, input: SettingInput = "text") =>
  setting({ group, input, schema: line(max), default: "" });
const number = (group: SettingGroup, min: number, max: number, standard: number, input: SettingInput = "number") =>
  setting({ group, input, schema: whole(min, max), default: standard });
const yesNo = (group: SettingGroup, standard: boolean) =>
  setting({ group, input: "switch", schema: z.boolean(), default: standard });

/**
 * Every setting. Empty text means "not filled in". Amounts are whole cents.
 * Frequencies and arrangement figures are the house's policy (domain facts 3.4 and 5); the law gives no number.
 */
export const settingDeclarations = {
  registeredName: text("provider", 70),
  tradeName: text("provider", 70),
  street: text("provider", 100),
  houseNumber: text("provider", 10),
  addition: text("provider", 20),
  postcode: text("provider", 10),
  city: text("provider", 80),
  country: setting({
    group: "provider",
    input: "text",
    schema: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, { error: "settings.errorCountry" }),
    default: "NL",
  }),
  phone: text("provider", 30, "phone"),
  email: setting({ group: "provider", input: "email", schema: email, default: "" }),
  website: setting({ group: "provider", input: "url", schema: url, default: "" }),
  linkedin: setting({ group: "provider", input: "url", schema: url, default: "" }),

  kvk: setting({
    group: "registration",
    input: "text",
    schema: z
      .string()
      .trim()
      .regex(/^(\d{8})?$/, { error: "settings.errorKvk" }),
    default: "",
  }),
  vatNumber: text("registration", 20),
  /** Registration number in the register of collection agencies (Wki art. 3 and 11); printed in everything that goes out. */
  wkiNumber: text("registration", 30),
  /** Last day on which that registration holds; without a valid one nothing may be collected (Wki art. 18). */
  wkiValidUntil: setting({ group: "registration", input: "date", schema: plainDate, default: "" }),

  iban: setting({ group: "money", input: "text", schema: iban, default: "" }),
  bic: setting({ group: "money", input: "text", schema: bic, default: "" }),
  accountHolder: text("money", 70),
  /** A file whose open amount is at most this closes by itself; the rest is written off (domain facts 3.1). */
  closeToleranceCents: number("money", 0, 10_000, 100, "cents"),

  /** Staff then see the files of their teams only, instead of all. */
  staffSeeOnlyTeams: yesNo("access", false),

  callsPerDay: number("contact", 0, 10, 1),
  callsPerWeek: number("contact", 0, 30, 3),
  messagesPerWeek: number("contact", 0, 30, 2),

  graceWorkingDays: number("arrangements", 0, 60, 5),
  brokenAfterDays: number("arrangements", 1, 120, 14),
  allowedMisses: number("arrangements", 0, 12, 1),
  missWindowMonths: number("arrangements", 1, 36, 6),
  minTermCents: number("arrangements", 1, 1_000_000, 2500, "cents"),
  maxMonths: number("arrangements", 1, 120, 12),
  selfServiceCents: number("arrangements", 0, 100_000_000, 50_000, "cents"),

  smsUrl: setting({ group: "sms", input: "url", schema: url, default: "" }),
  smsKey: text("sms", 500, "secret"),
  smsSender: setting({
    group: "sms",
    input: "text",
    schema: z
      .string()
      .trim()
      .regex(/^([A-Za-z0-9 ]{1,11}|\+[1-9]\d{6,14})?$/, { error: "settings.errorSender" }),
    default: "",
  }),

  /** How much work the bot check asks of a browser; a thousand is a blink. */
  altchaCost: number("bot", 100, 100_000, 1000),
  recaptchaSiteKey: text("bot", 200),
  recaptchaSecret: text("bot", 200, "secret"),
  /** From 0 to 100; answers below are refused (reCAPTCHA's score times a hundred). */
  recaptchaScore: number("bot", 0, 100, 50),
} as const;

type Declarations = typeof settingDeclarations;
export type SettingKey = keyof Declarations;
export type GlobalSettings = { readonly [K in SettingKey]: z.output<Declarations[K]["schema"]> };

export const settingKeys = Object.keys(settingDeclarations) as SettingKey[];

/** Keys whose values never leave the server and never stand in the audit trail. */
export const secretKeys = settingKeys.filter((key) => settingDeclarations[key].input === "secret");

const schemas = Object.fromEntries(settingKeys.map((key) => [key, settingDeclarations[key].schema])) as {
  [K in SettingKey]: Declarations[K]["schema"];
};

/** All settings as one object; unknown keys are an error. */
export const globalSettingsSchema = z.strictObject(schemas);

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
});
