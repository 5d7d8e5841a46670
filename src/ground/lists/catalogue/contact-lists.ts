/** Lists about who is spoken with and what comes in: partners, blocked numbers, kinds of files, labels of e-mail. */
import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { z } from "zod";
import { isEmail, parseKvk } from "../../kernel/identifiers.ts";
import {
  choice,
  choices,
  day,
  flag,
  formed,
  long,
  longNames,
  names,
  settingList,
  text,
  whole,
  words,
} from "../engine/list.ts";
import { unknownIn } from "./autoreply.ts";

const empty = (value: string): boolean => value === "";
const trimmed = (max: number) => z.string().trim().max(max);

const email = trimmed(254)
  .refine((value) => empty(value) || isEmail(value), { error: "lists.emailWrong" })
  .default("");
const kvk = trimmed(8)
  .refine((value) => empty(value) || parseKvk(value) !== undefined, { error: "lists.kvkWrong" })
  .default("");
const iban = z
  .string()
  .transform((value) => electronicFormatIBAN(value) ?? "")
  .pipe(z.string().refine((value) => empty(value) || isValidIBAN(value), { error: "lists.ibanWrong" }))
  .default("");

export const partners = settingList({
  name: "partner",
  table: "partner",
  title: "name",
  unique: ["name"],
  fields: {
    name: text(200),
    kind: choice(["bailiff", "collection_partner", "debt_help", "lawyer", "administrator", "registry", "other"]),
    kvk: formed(kvk),
    contactName: text(120, { optional: true }),
    email: formed(email, { input: "email" }),
    phone: text(40, { optional: true }),
    street: text(120, { optional: true, aside: true }),
    postcode: text(12, { optional: true, aside: true }),
    city: text(80, { optional: true }),
    iban: formed(iban, { aside: true }),
    ourNumber: text(60, { optional: true, aside: true }),
    note: long(1000),
  },
});

/** Companies of one owner, each of them a client: files are looked for by group. */
export const clientGroups = settingList({
  name: "client-group",
  table: "client_group",
  title: "name",
  unique: ["name"],
  fields: { name: text(100), note: long(1000) },
});

/** Numbers that are never called or texted. The server writes them in E.164. */
export const blacklist = settingList({
  name: "blacklist",
  table: "blacklist",
  title: "number",
  unique: ["number"],
  fields: {
    number: formed(trimmed(40).min(1), { input: "phone", required: true }),
    channels: choices(["call", "sms"], ["call", "sms"]),
    reason: text(300),
    source: choice(["debtor", "client", "register", "own"], "debtor"),
    until: day(),
    addedBy: text(120, { optional: true, given: true }),
  },
});

export const uploadPurposes = ["import", "attachment", "document", "statement", "news"] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** Endings of files that a computer would run, or that a browser would: refused whatever else is said. */
const dangerous =
  /^(exe|com|bat|cmd|ms[cip]|scr|pif|ps1|vbs|vbe|js|jse|mjs|ws[cfh]|sct|hta|chm|cpl|jar|jnlp|sh|app|dll|lnk|url|scf|reg|s?html?|xht|xhtml|svgz?|mht(ml)?|swf|php\d?|iso|img|vhdx?|docm|xl[als]m|xll|pptm|dotm|xltm)$/;

/** Whether a file of this name could be run by who opens it. Windows leaves points and spaces at its end out. */
export const isDangerousName = (name: string): boolean =>
  dangerous.test(/\.([a-z0-9]+)[.\s]*$/i.exec(name)?.[1]?.toLowerCase() ?? "");

const ending = trimmed(8)
  .toLowerCase()
  .transform((value) => value.replace(/^\./, ""))
  .pipe(z.string().regex(/^[a-z0-9]{1,8}$/, { error: "lists.mime-type.endingWrong" }))
  .refine((value) => !dangerous.test(value), { error: "lists.mime-type.dangerous" });

/** Which kinds of content may be uploaded, where, and how large. What the storage cannot recognise by its content is refused by the server. */
export const mimeTypes = settingList({
  name: "mime-type",
  table: "mime_type",
  title: "mime",
  unique: ["mime"],
  fields: {
    mime: formed(trimmed(120).toLowerCase().min(1), { required: true }),
    extensions: words(10, ending),
    maxMegabytes: whole(1, 100, 10, { suffix: "MB" }),
    purposes: choices(uploadPurposes, ["attachment"]),
  },
});

/** Labels of incoming e-mail that are answered by themselves. */
export const autoreplyLabels = settingList({
  name: "autoreply-label",
  table: "autoreply_label",
  title: "name",
  unique: ["name"],
  ordered: true,
  fields: {
    name: names(),
    words: words(50),
    looksIn: choice(["subject", "body", "both"], "both"),
    subject: names(200),
    reply: longNames(5000, true),
    active: flag(false),
    quietHours: flag(true),
  },
  rule: ({ subject, reply }) => {
    for (const [field, texts] of Object.entries({ subject, reply })) {
      const wrong = unknownIn(texts);
      if (wrong)
        return [`${field}.${wrong.language}`, "lists.autoreply-label.unknownVariable", { variable: wrong.variable }];
    }
    return undefined;
  },
});

const sender = trimmed(254)
  .toLowerCase()
  .refine((value) => (value.startsWith("@") ? isEmail(`x${value}`) : isEmail(value)), {
    error: "lists.sender-label.senderWrong",
  });

/** What a sender's e-mail is labelled with: by the whole address, or else by its domain. */
export const senderLabels = settingList({
  name: "sender-label",
  table: "sender_label",
  title: "sender",
  unique: ["sender"],
  fields: {
    sender: formed(sender, { required: true }),
    label: text(80),
    kind: choice(["debtor", "client", "bailiff", "partner", "authority", "other"]),
    priority: choice(["low", "normal", "high"], "normal"),
    ignored: flag(false),
  },
});
