/** Reads what a row says of the claim itself: how it bears interest, and the client's own 14-day letter. */

import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, rateFromDecimal } from "../../../ground/kernel/money.ts";
import { debtRefusals } from "../../../law/rules/rules.ts";
import type { InterestTerms } from "../../../money/claims/claims.ts";
import type { RowReader, RowWorld } from "../reading/row-reader.server.ts";

/** The rate is percent × 10,000: a margin on a legal kind, the rate itself where contractual. */
export type ReadInterest = Pick<InterestTerms, "kind" | "rate" | "per">;

/** A 14-day letter that the client sent itself (BW 6:96(6)). */
export interface ReadNotice {
  readonly sentOn: PlainDate;
  readonly method: "post" | "email";
  /** The costs that it named, VAT included; null where the row does not tell. */
  readonly announced?: Cents | null;
  /** Whether it went to the address of the row. */
  readonly sameAddress?: boolean | null;
}

/** Older claims have been barred for long, and the rates of their time are not all known. */
export const oldestInvoice = "2003-01-01";

const interestKinds: Readonly<Record<string, InterestTerms["kind"]>> = {
  statutory: "statutory",
  wettelijk: "statutory",
  "wettelijke rente": "statutory",
  commercial: "commercial",
  handelsrente: "commercial",
  government: "government",
  overheid: "government",
  contractual: "contractual",
  contractueel: "contractual",
  "contractuele rente": "contractual",
  none: "none",
  geen: "none",
};

/** How the claim bears interest; null where the row does not say. */
export function readInterest(row: RowReader): ReadInterest | null {
  const text = row.text("interestType", 40).toLowerCase();
  const percent = row.text("interestPct", 20).replace("%", "").trim().replace(",", ".");
  if (text === "" && percent === "") return null;
  const kind = text === "" ? "contractual" : interestKinds[text];
  if (kind === undefined) {
    row.refuse("interestType", "badInterest");
    return null;
  }
  const rate = percent === "" ? 0 : rateFromDecimal(percent);
  if (rate === undefined || rate < 0 || rate > 1_000_000) row.refuse("interestPct", "badPercentage");
  if (kind === "contractual" && percent === "") row.refuse("interestPct", "required");
  return { kind, rate: rate ?? 0, per: "year" };
}

/** Tells a row whose interest the law gate will not let onto a consumer's file. */
export function judgeInterest(row: RowReader, { kind, rate, per }: ReadInterest, rates: RowWorld["rates"]): void {
  const byContract = kind === "contractual" || kind === "none";
  const terms = { kind, rate, per, compounding: byContract ? "none" : "yearly", floor: "statutory" } as const;
  const facts = { isConsumer: true, contractual: true, holds: [], oldestDue: null, ...rates };
  for (const found of debtRefusals({ kind: "interest", terms, approved: false }, facts))
    row.forbid(found.field === "rate" ? "interestPct" : "interestType", found);
}

/** The client's own 14-day letter; null where the row names none. */
export function readNotice(row: RowReader): ReadNotice | null {
  const sentOn = row.date("wikLetterDate");
  const method = row.text("wikLetterMethod", 20).toLowerCase();
  if (sentOn === null) return null;
  if (sentOn > row.today) row.refuse("wikLetterDate", "inFuture");
  if (!["", "post", "brief", "letter", "email", "e-mail", "mail"].includes(method)) {
    row.refuse("wikLetterMethod", "badMethod");
  }
  return {
    sentOn,
    method: method.includes("mail") ? "email" : "post",
    announced: row.amount("wikLetterAmount"),
    sameAddress: row.yesNo("wikLetterAddress"),
  };
}
