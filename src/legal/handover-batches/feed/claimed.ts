/** What the judge of first instance had to decide on: above 1,750.00 appeal is open (Rv 332(1)). Pure. */
import { date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, centsFromDecimal, sumCents } from "../../../ground/kernel/money.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { type Balance, balanceOf, type ClaimEvent, withoutInvoices } from "../../../money/claims/claims.ts";
import { type OfficeReport, ofKind, type ReportOf } from "./reports.ts";

/** The day of the last summons before the judgment; where no office told of one, the day of the judgment. */
function summonedIn(reports: readonly OfficeReport[], judgment: ReportOf<"judgment">): PlainDate {
  const served = ofKind(reports, "service").filter(({ of }) => of === "summons");
  const lastOf = (told: readonly { readonly on: string }[]) => told.findLast(({ on }) => on <= judgment.on)?.on;
  return date(lastOf(ofKind(reports, "summons")) ?? lastOf(served) ?? judgment.on);
}

/** The day of the last judgment's summons; undefined where there is no judgment. */
export function summonedOn(reports: readonly OfficeReport[]): PlainDate | undefined {
  const judgment = ofKind(reports, "judgment").at(-1);
  return judgment && summonedIn(reports, judgment);
}

/** What was claimed, and whether the judge awarded less of it: the claimant may appeal then, by default too (Rv 335). */
export interface Claimed {
  readonly cents: Cents;
  readonly inPart: boolean;
}

/** Principal and collection costs: what a judgment names apart from interest, which runs on. */
const principalAndCosts = ({ principal, ledger }: Balance): Cents =>
  principal + sumCents(ledger.costs.filter(({ group }) => group === "bik").map(({ open }) => open));

/**
 * What was claimed in the case of the last judgment: principal, interest until the day of the summons, and collection costs; costs of the proceedings
 * do not count. A judge awards no more than was claimed (Rv 23), so an award of more principal and collection costs than the file knows of counts.
 * What was paid between summons and judgment is no part that was refused.
 * @param leftOut the invoices that were time-barred then, and not claimed.
 * @returns undefined where there is no judgment.
 */
export function claimedOf(
  events: readonly ClaimEvent[],
  tariffs: Tariffs,
  reports: readonly OfficeReport[],
  leftOut: ReadonlySet<string> = new Set(),
): Claimed | undefined {
  const judgment = ofKind(reports, "judgment").at(-1);
  if (!judgment) return undefined;
  // What was awarded took the place of the claim, also where it was of the day of the summons or an earlier judgment by default.
  const claim = events.filter(({ kind }) => kind !== "judgment");
  const on = (day: PlainDate): Balance => withoutInvoices(balanceOf(claim, tariffs, day), leftOut);
  const summoned = on(summonedIn(reports, judgment));
  const sued = principalAndCosts(summoned);
  const awarded = (centsFromDecimal(judgment.principal) ?? 0) + (centsFromDecimal(judgment.bik) ?? 0);
  return {
    cents: Math.max(sued, awarded) + summoned.interest,
    inPart: awarded < Math.min(sued, principalAndCosts(on(date(judgment.on)))),
  };
}
