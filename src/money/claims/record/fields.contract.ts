/** Shared parts of the claims' calls: permissions, amounts, dates. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { date, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { type Cents, centsFromDecimal } from "../../../ground/kernel/money.ts";
import { calendarDate } from "../../../ground/kernel/query.ts";

export const reading = any("ROLE_FILE_SEARCH");
export const booking = any("ROLE_EMPLOYEE_FINANCE", "ROLE_FINANCE", "ROLE_FILE_EDIT");

/** An amount as a decimal: "1234.56", or as a number. At least one cent. */
export const amount = z
  .union([z.string().trim(), z.number()])
  .refine(
    (value) => (centsFromDecimal(String(value)) ?? 0) > 0 && (centsFromDecimal(String(value)) ?? 0) <= 100_000_000_000,
    {
      error: "claims.amountWrong",
    },
  )
  .transform((value): Cents => centsFromDecimal(String(value)) ?? 0)
  .describe('A decimal of at most two places, such as "1234.56".');

export const plainDate = z
  .string()
  .refine((value) => parsePlainDate(value) !== undefined, { error: "claims.dateWrong" })
  .transform((value) => date(value))
  .describe("YYYY-MM-DD");

export const decimal = z.string().describe('A decimal with two places, such as "1234.56".');
export const cents = z.number().int();
export const id = z.number().int();
export const isoDate = calendarDate();
export const shortText = z.string().trim().max(200);
/** The title of a cost: its date and its reference (court and number). */
export const costTitle = z.strictObject({ on: plainDate, reference: shortText.min(1) });
/** Why, in free words; a citizen service number in them is masked. */
export const reason = shortText.transform(maskBsn).prefault("");
/** The same where there must be one. */
export const requiredReason = shortText.min(1).transform(maskBsn);
/** The last event that a reader saw: changing from an older state is a conflict. */
export const seen = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
