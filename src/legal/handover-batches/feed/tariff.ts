/** Whether a line of an office's bill keeps to the scale of its day (Btag art. 2), and whose it is. Pure. */

import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, percentOf } from "../../../ground/kernel/money.ts";
import { btagArticles, type Tariffs, tariffOn } from "../../../ground/tariffs/tariffs.ts";

export interface BilledLine {
  readonly on: PlainDate;
  readonly act: string;
  readonly exVat: Cents;
  readonly vat: Cents;
  /** Whether the office says that the debtor owes it. */
  readonly chargeable: boolean;
}

export interface CostFacts {
  /** The judgment or other title of the file on that day. */
  readonly title: { readonly on: PlainDate; readonly reference: string } | null;
  /** The client offsets the VAT of this claim, so that the debtor does not owe it (Btag art. 10). */
  readonly canReclaimVat: boolean;
}

export type CostVerdict =
  /** `flag`: nobody but a person can say whether it is too much. */
  | {
      readonly of: "debtor";
      readonly article: string;
      readonly amount: Cents;
      readonly vat: Cents;
      readonly flag: "noScale" | null;
    }
  | { readonly of: "client"; readonly exVat: Cents; readonly vat: Cents }
  | { readonly of: "nobody"; readonly problem: "aboveScale" | "vat"; readonly most: Cents };

/** The article of the Btag that a word names: "2a", "2 a", "art. 2 sub a", "Btag 2A"; empty where it names none. */
export function articleOf(act: string): string {
  const found = /^(?:btag\s*)?(?:art(?:ikel|\.)?\s*)?2?\s*(?:(?:lid\s*1\s*)?sub\s*|onder\s*)?([a-x])$/i.exec(
    act.trim(),
  );
  const article = found?.[1] ? `2${found[1].toLowerCase()}` : "";
  return btagArticles.includes(article) ? article : "";
}

/**
 * Whose a line is. Costs of the summons are awarded by the judge, and nothing is the debtor's before there is a title (Rv 237, 434a): till then
 * it is the client's. A line above the scale is nobody's until a person has looked.
 */
export function judgeCost(line: BilledLine, { title, canReclaimVat }: CostFacts, tariffs: Tariffs): CostVerdict {
  const { on, exVat, vat, chargeable } = line;
  const mostVat = percentOf(exVat, tariffOn(tariffs, "vat", on).rate);
  if (vat > mostVat) return { of: "nobody", problem: "vat", most: mostVat };
  const article = articleOf(line.act);
  const most = article === "" ? undefined : tariffOn(tariffs, "btag", on).acts[article];
  if (chargeable && most !== undefined && exVat > most) return { of: "nobody", problem: "aboveScale", most };
  const owed = chargeable && title !== null && title.on <= on && article !== "2a";
  if (!owed) return { of: "client", exVat, vat };
  const tax = canReclaimVat ? 0 : vat;
  const flag = most === undefined ? ("noScale" as const) : null;
  return { of: "debtor", article: article === "" ? "" : `Btag ${article}`, amount: exVat + tax, vat: tax, flag };
}
