/** Every setting of the house, declared once: its group, how it is typed in, what fits, and what holds where nobody chose. */
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from "ibantools";
import { z } from "zod";
import { parsePlainDate } from "../kernel/dates.ts";

export const settingGroups = [
  "provider",
  "registration",
  "money",
  "online",
  "social",
  "footer",
  "languages",
  "contact",
  "arrangements",
  "retention",
  "mail",
  "bounces",
  "sms",
  "print",
  "sending",
  "addresses",
  "access",
  "signin",
  "bot",
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** How a value is typed in: the screen picks its field by this. `cents` is money; `secret` is never shown again once saved. */
export type SettingInput =
  | "text"
  | "long"
  | "email"
  | "url"
  | "phone"
  | "date"
  | "time"
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
  /** Of a secret: the settings that say where and as whom it is sent. Where one of them changes, the secret is cleared. */
  readonly boundTo?: readonly string[];
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
const hostName = z
  .string()
  .trim()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)?$/i, { error: "settings.errorHost" });
/** A time of day within the hours of the law, 07:00–20:00 (Bki art. 4.2): the house may be stricter, never wider. */
const contactTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "settings.errorTime", abort: true })
  .refine((text) => text >= "07:00" && text <= "20:00", { error: "settings.errorContactHours" });

const text = (group: SettingGroup, max: number, input: SettingInput = "text") =>
  setting({ group, input, schema: line(max), default: "" });
const number = (group: SettingGroup, min: number, max: number, standard: number, input: SettingInput = "number") =>
  setting({ group, input, schema: whole(min, max), default: standard });
/** Encrypted, it is longer than what was typed. */
const secret = (group: SettingGroup, ...boundTo: readonly string[]) =>
  setting({ group, input: "secret", schema: line(8000), default: "", boundTo });
const yesNo = (group: SettingGroup, standard: boolean) =>
  setting({ group, input: "switch", schema: z.boolean(), default: standard });
const securities = ["starttls", "tls", "none"] as const;
const security = (group: SettingGroup, standard: (typeof securities)[number]) =>
  setting({ group, input: "choice", schema: z.enum(securities), default: standard, choices: securities });
const address = (group: SettingGroup) => setting({ group, input: "url", schema: url, default: "" });
const mailbox = (group: SettingGroup) => setting({ group, input: "email", schema: email, default: "" });

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
  email: mailbox("provider"),
  website: address("provider"),

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
  /** Who pays within the term of a 14-day letter what it asks owes no interest over the days of that term either; the letter says which. */
  forgiveTermInterest: yesNo("money", true),
  /** Costs to which the right arose when the term of a 14-day letter ran out are claimed before a file closes as paid (BW 6:96(6), 6:44). */
  claimArisenCosts: yesNo("money", true),

  /** By whom debtors pay on a page of their own; `simulated` is the bank of the demo, which pays with nothing and is never there where real money is. */
  onlineProvider: setting({
    group: "online",
    input: "choice",
    schema: z.enum(["off", "mollie", "simulated"]),
    default: "off",
    choices: ["off", "mollie", "simulated"],
  }),
  mollieUrl: setting({ group: "online", input: "url", schema: url, default: "https://api.mollie.com" }),
  mollieKey: secret("online", "mollieUrl"),

  linkedin: address("social"),
  facebook: address("social"),
  instagram: address("social"),
  x: address("social"),
  youtube: address("social"),

  /** A line of the house's own under letters and mails, below what the law wants there. */
  letterFooterNl: text("footer", 300, "long"),
  letterFooterEn: text("footer", 300, "long"),
  letterFooterFr: text("footer", 300, "long"),
  letterFooterDe: text("footer", 300, "long"),
  /** A line in the footer of the application itself. */
  appFooterNl: text("footer", 200),
  appFooterEn: text("footer", 200),
  appFooterFr: text("footer", 200),
  appFooterDe: text("footer", 200),

  /** Dutch, English and French are always offered (specification, point 2); German by this setting. */
  offerGerman: yesNo("languages", true),

  /** On which delivery day a letter abroad is deemed received: policy of the house, for the term of the 14-day letter (HR 2016:2704). */
  deliveryDaysNear: number("contact", 2, 30, 5),
  deliveryDaysEurope: number("contact", 2, 30, 8),
  deliveryDaysWorld: number("contact", 2, 60, 15),
  contactFrom: setting({ group: "contact", input: "time", schema: contactTime, default: "07:00" }),
  contactUntil: setting({ group: "contact", input: "time", schema: contactTime, default: "20:00" }),
  callsPerDay: number("contact", 0, 10, 1),
  callsPerWeek: number("contact", 0, 30, 3),
  visitsPerWeek: number("contact", 0, 7, 1),
  messagesPerWeek: number("contact", 0, 30, 2),

  /** Days before a term on which its debtor is reminded of it by e-mail; 0 for no such reminder. */
  termReminderDays: number("arrangements", 0, 14, 3),
  graceWorkingDays: number("arrangements", 0, 60, 5),
  brokenAfterDays: number("arrangements", 1, 120, 14),
  allowedMisses: number("arrangements", 0, 12, 1),
  missWindowMonths: number("arrangements", 1, 36, 6),
  minTermCents: number("arrangements", 1, 1_000_000, 2500, "cents"),
  maxMonths: number("arrangements", 1, 120, 12),
  selfServiceCents: number("arrangements", 0, 100_000_000, 50_000, "cents"),

  /** Whether what closed files know of persons is taken away when its term is over. Off until somebody has looked at what that is. */
  eraseClosedFiles: yesNo("retention", false),
  /** Months that a file is kept after closing: at least two years (Bki art. 5.1). */
  retentionMonths: number("retention", 24, 240, 24),
  /** Months that attachments of a file are kept after its closing: at least as long as the file itself must be (Bki art. 5.1). */
  attachmentRetentionMonths: number("retention", 24, 240, 84),
  /** Months that the books are kept: at least seven years (AWR art. 52). */
  fiscalRetentionMonths: number("retention", 84, 240, 84),

  /** Where this is filled in, it takes the place of the server that the environment names. */
  smtpHost: setting({ group: "mail", input: "text", schema: hostName, default: "" }),
  smtpPort: number("mail", 1, 65_535, 587),
  smtpSecurity: security("mail", "starttls"),
  smtpUser: text("mail", 200),
  smtpPassword: secret("mail", "smtpHost", "smtpPort", "smtpSecurity", "smtpUser"),
  mailFrom: mailbox("mail"),
  mailReplyTo: mailbox("mail"),
  /** Under `SELECTOR._domainkey.DOMAIN` others find the key by which our mails are signed. */
  dkimSelector: setting({
    group: "mail",
    input: "text",
    schema: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)?$/, { error: "settings.errorSelector" }),
    default: "",
  }),
  dkimKey: secret("mail"),
  /** Off until the world knows the key: a signature that nobody can check makes a mail worse than none. */
  dkimSign: yesNo("mail", false),

  /** Mails that cannot be delivered come back to this mailbox, each to an address of its own: "bounces+MARK@house.nl". */
  bounceAddress: setting({
    group: "bounces",
    input: "email",
    // With the mark, what stands before the @ has 64 characters at most.
    schema: email.refine((text) => /^[^+@]{0,28}(@|$)/.test(text), { error: "settings.errorBounceAddress" }),
    default: "",
  }),
  bounceHost: setting({ group: "bounces", input: "text", schema: hostName, default: "" }),
  bouncePort: number("bounces", 1, 65_535, 993),
  bounceSecurity: security("bounces", "tls"),
  bounceUser: text("bounces", 200),
  bouncePassword: secret("bounces", "bounceHost", "bouncePort", "bounceSecurity", "bounceUser"),
  bounceFolder: setting({ group: "bounces", input: "text", schema: line(200).min(1), default: "INBOX" }),

  smsUrl: address("sms"),
  smsKey: secret("sms", "smsUrl"),
  smsSender: setting({
    group: "sms",
    input: "text",
    schema: z
      .string()
      .trim()
      .regex(/^([A-Za-z0-9 ]{1,11}|\+[1-9]\d{6,14})?$/, { error: "settings.errorSender" }),
    default: "",
  }),

  /** A print house posts the letters: a file does not go on before it has told that its letter was posted. */
  printHouse: yesNo("print", false),
  /** Two pages to a sheet. */
  printDuplex: yesNo("print", true),
  /** Where batches are dropped by SFTP; empty: they are downloaded and brought there by hand. */
  printSftpHost: setting({ group: "print", input: "text", schema: hostName, default: "" }),
  printSftpPort: number("print", 1, 65_535, 22),
  printSftpUser: text("print", 200),
  printSftpPassword: secret("print", "printSftpHost", "printSftpPort", "printSftpUser"),
  printSftpKey: secret("print", "printSftpHost", "printSftpPort", "printSftpUser"),
  /** The SHA-256 of the server's key; a server that shows another gets nothing. */
  printSftpHostKey: setting({
    group: "print",
    input: "text",
    schema: z
      .string()
      .trim()
      .regex(/^(SHA256:[A-Za-z0-9+/]{43})?$/, { error: "settings.errorHostKey" }),
    default: "",
  }),
  printSftpFolder: text("print", 300),

  /** Whoever planned a run or a batch does not also send it. */
  sendFourEyes: yesNo("sending", false),
  /** So many minutes lie between the plan of a run and its sending. */
  sendCoolingMinutes: number("sending", 0, 1440, 0),
  /** What may go out on one day; 0 for no limit. */
  postPerDay: number("sending", 0, 1_000_000, 0),
  emailPerDay: number("sending", 0, 1_000_000, 0),
  smsPerDay: number("sending", 0, 1_000_000, 0),

  /** Asked for addresses as JSON, when somebody tells it to; empty: results come by hand or by CSV. */
  addressUrl: address("addresses"),
  addressKey: secret("addresses", "addressUrl"),
  /** How often the address of a file under monitoring is checked (domain facts 9, W5). */
  addressEveryDays: number("addresses", 30, 730, 90),
  /** How old a check may be before a summons or a handover (domain facts 4.6). */
  addressStaleDays: number("addresses", 1, 365, 30),

  /** Staff then see the files of their teams only, instead of all. */
  staffSeeOnlyTeams: yesNo("access", false),
  /** A session that nobody used for this many minutes is over. */
  sessionIdleMinutes: number("access", 5, 480, 60),
  /** A session ends after this many hours in any case. */
  sessionHours: number("access", 1, 24, 12),

  /** What stands on the button: "Log in with …". */
  oidcName: text("signin", 40),
  oidcIssuer: address("signin"),
  oidcClientId: text("signin", 200),
  oidcSecret: secret("signin", "oidcIssuer", "oidcClientId"),
  oidcScopes: setting({
    group: "signin",
    input: "text",
    schema: z
      .string()
      .trim()
      .max(200)
      .regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/, { error: "settings.errorScopes" }),
    default: "openid email",
  }),
  /** Off: staff log in by the provider; who runs the house keeps the password, for the day on which the provider is away. */
  oidcPasswords: yesNo("signin", true),
  /** A first sign-in is then also known by an address that the provider has verified; never that of an administrator. */
  oidcByEmail: yesNo("signin", false),
  /** A second factor that the provider says it asked for (amr "mfa", or the acr below) counts as ours. */
  oidcFactorCounts: yesNo("signin", false),
  oidcFactorAcr: text("signin", 200),
  /** Whoever signed in by the provider is signed out there too, where it offers that. */
  oidcSignOut: yesNo("signin", true),

  /** How much work the bot check asks of a browser; a thousand is a blink. */
  altchaCost: number("bot", 100, 100_000, 1000),
  recaptchaSiteKey: text("bot", 200),
  recaptchaSecret: secret("bot"),
  /** From 0 to 100; answers below are refused (reCAPTCHA's score times a hundred). */
  recaptchaScore: number("bot", 0, 100, 50),
} as const;
