/** An office of bailiffs: what the house keeps of it. */
import { z } from "zod";
import { isEmail, parseIban, parseKvk, parsePostcode, parseVatNumber } from "../../ground/kernel/identifiers.ts";
import { btagArticles } from "../../ground/tariffs/tariffs.ts";

const line = (max: number) => z.string().trim().max(max).default("");

/** Text that is empty, or is turned into its usual form by a parser; what the parser does not know is an error. */
const parsed = (max: number, parse: (text: string) => string | undefined, error: string) =>
  line(max)
    .refine((text) => text === "" || parse(text) !== undefined, { error })
    .transform((text) => parse(text) ?? "");

/** A price that was agreed for one act of office. */
const price = z.strictObject({
  act: z
    .string({ error: "bailiffs.errorAct" })
    .refine((act) => btagArticles.includes(act), { error: "bailiffs.errorAct" }),
  /** What the office charges the house for the act, without VAT. */
  cents: z.number({ error: "bailiffs.errorPrice" }).int().min(1, { error: "bailiffs.errorPrice" }).max(100_000_00),
});
export type AgreedPrice = z.infer<typeof price>;

/** What an office may have agreed to report: that it took files, how a case goes, money that came in, what it bills, what it holds. */
export const officeReports = ["receipts", "proceedings", "payments", "costs", "holdings"] as const;

/** What the form sends. */
export const bailiffPayload = z.strictObject({
  name: z.string().trim().min(1).max(200),
  street: line(150),
  postcode: parsed(10, parsePostcode, "bailiffs.errorPostcode"),
  city: line(100),
  postAddress: line(200),
  region: line(200),
  contactName: line(100),
  email: line(200).refine((text) => text === "" || isEmail(text), { error: "bailiffs.errorEmail" }),
  phone: line(30),
  iban: parsed(40, parseIban, "bailiffs.errorIban"),
  vatNumber: parsed(20, parseVatNumber, "bailiffs.errorVat"),
  kvkNumber: parsed(12, parseKvk, "bailiffs.errorKvk"),
  openingHours: line(300),
  reports: z.array(z.enum(officeReports)).max(officeReports.length).default([]),
  /** Days within which it reports at the latest of each file that it has. */
  reportEveryDays: z
    .number({ error: "bailiffs.errorEvery" })
    .int({ error: "bailiffs.errorEvery" })
    .min(1, { error: "bailiffs.errorEvery" })
    .max(366, { error: "bailiffs.errorEvery" })
    .nullable()
    .default(null),
  remarks: line(2000),
  prices: z
    .array(price)
    .max(24)
    .check((context) => {
      const acts = context.value.map(({ act }) => act);
      for (const [at, act] of acts.entries())
        if (acts.indexOf(act) < at)
          context.issues.push({ code: "custom", message: "bailiffs.errorTwice", path: [at, "act"], input: act });
    })
    .default([]),
});
export type BailiffPayload = z.output<typeof bailiffPayload>;
