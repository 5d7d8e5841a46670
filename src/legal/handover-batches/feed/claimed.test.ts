/** What was claimed of the judge of first instance, to the cent, with its arithmetic (Rv 332(1)). */
import { describe, expect, it } from "vitest";
import { plainCalendar } from "../../../ground/kernel/calendar.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import {
  bik,
  cost,
  entered,
  eur,
  judgment as judgedEvent,
  owedFrom,
  payment,
  statutory,
} from "../../../money/claims/claims.factory.ts";
import { claimedOf } from "./claimed.ts";
import { proceedingsOf } from "./proceedings.ts";
import { officeReport } from "./reports.ts";

const told = (kind: string, on: string, more: Readonly<Record<string, unknown>> = {}) =>
  officeReport.parse({ key: `${kind}-${on}`, fileNumber: "26-1", kind, on, ...more });
const reference = "1234567 CV EXPL 26-1";
const summons = told("summons", "2026-07-01", { court: "Utrecht" });
const judgment = told("judgment", "2026-09-01", { caseNumber: reference, principal: "100.00" });

const claimed = (events: Parameters<typeof entered>[0], reports = [summons, judgment]) =>
  claimedOf(entered(events), seededTariffs, reports)?.cents;

// 1,500.00 from 2026-04-01 at 4 %: 91 days until the summons, 1,500 × 4 % × 91/365 = 14.9589 → 14.96; costs 225.00 (15 %).
const claim = [statutory(), owedFrom("1500.00", "2026-04-01", { number: "F1" }), bik("2026-05-07", "225.00")];

describe("what was claimed", () => {
  it("is the principal with interest until the day of the summons and the collection costs", () => {
    // 1,500.00 + 14.96 + 225.00
    expect(claimed(claim)).toBe(eur("1739.96"));
  });

  it("is above the limit of appeal by interest or costs alone", () => {
    // 1,725.00 + 1,725 × 4 % × 91/365 (17.2027 → 17.20) = 1,742.20; with costs of 258.75: 2,000.95
    const more = [statutory(), owedFrom("1725.00", "2026-04-01", { number: "F1" })];
    expect(claimed(more)).toBe(eur("1742.20"));
    const withCosts = claimed([...more, bik("2026-05-07", "258.75")]);
    expect(withCosts).toBe(eur("2000.95"));
    // 1,735.00 + 1,735 × 4 % × 91/365 (17.3024 → 17.30) = 1,752.30
    const byInterest = claimed([statutory(), owedFrom("1735.00", "2026-04-01")]);
    expect(byInterest).toBe(eur("1752.30"));
    for (const cents of [withCosts ?? 0, byInterest ?? 0])
      expect(proceedingsOf([summons, judgment], { cents, inPart: false }, plainCalendar).title?.appealUntil).toBe(
        "2026-12-01",
      );
  });

  it("is less what was paid before the summons, and not what was paid after it", () => {
    // 2026-06-01, 61 days: 1,500 × 4 % × 61/365 = 10.0274 → 10.03; 325.00 − 225.00 − 10.03 = 89.97; 1,410.03 is left
    // and bears 30 days: 4.6357 → 4.64
    const paid = [...claim, payment("2026-06-01", "325.00"), payment("2026-08-01", "1000.00")];
    expect(claimed(paid)).toBe(eur("1414.67"));
  });

  it("has no costs of the proceedings, and stays what it was once the award took its place", () => {
    const title = { on: date("2026-09-01"), reference };
    const judged = judgedEvent("2026-09-01", reference, { principal: eur("100.00"), costs: eur("619.57") });
    const more = [cost("2026-09-10", "136.71", "execution", { title }), cost("2026-06-30", "12.00")];
    expect(claimed([...claim, judged, ...more])).toBe(eur("1739.96"));
  });

  it("is reckoned until service of the summons, or the judgment, where that is all that was told", () => {
    const served = told("service", "2026-07-01", { of: "summons" });
    expect(claimed(claim, [judgment, served])).toBe(eur("1739.96"));
    // 153 days: 1,500 × 4 % × 153/365 = 25.1507 → 25.15; a summons of later is of another case.
    expect(claimed(claim, [judgment])).toBe(eur("1750.15"));
    expect(claimed(claim, [judgment, told("summons", "2026-10-01")])).toBe(eur("1750.15"));
    expect(claimed(claim, [summons])).toBeUndefined();
  });

  it("has none of what was time-barred and left out: 800.00 of 2020 beside 1,500.00", () => {
    const more = [owedFrom("800.00", "2020-04-01", { number: "F0" }), ...claim];
    expect(claimed(more)).toBeGreaterThan(eur("2539.96"));
    const sued = claimedOf(entered(more), seededTariffs, [summons, judgment], new Set(["F0"]));
    expect(sued?.cents).toBe(eur("1739.96"));
    expect(proceedingsOf([summons, judgment], sued, plainCalendar).title?.appealUntil).toBeNull();
  });

  it("is at least what was awarded of principal and collection costs", () => {
    const awarded = told("judgment", "2026-09-01", { caseNumber: reference, principal: "1500.00", bik: "240.00" });
    // Costs that the file never had: 1,740.00 + 14.96
    expect(claimed(claim.slice(0, 2), [summons, awarded])).toBe(eur("1754.96"));
  });
});

describe("what was awarded in part", () => {
  // 2,000.00 from 2026-04-01 with costs of 300.00
  const sued = [statutory(), owedFrom("2000.00", "2026-04-01", { number: "F1" }), bik("2026-05-07", "300.00")];
  const awarded = (principal: string, costs: string) =>
    told("judgment", "2026-09-01", { caseNumber: reference, principal, bik: costs, byDefault: true });
  const inPart = (report: ReturnType<typeof awarded>, more: Parameters<typeof entered>[0] = []) =>
    claimedOf(entered([...sued, ...more]), seededTariffs, [summons, report])?.inPart;

  it("is less principal or collection costs than were claimed; what interest was reckoned until does not matter", () => {
    expect(inPart(awarded("2000.00", "300.00"))).toBe(false);
    expect(inPart(awarded("2300.00", "0.00"))).toBe(false);
    expect(inPart(awarded("2000.00", "299.99"))).toBe(true);
    expect(inPart(awarded("1500.00", "300.00"))).toBe(true);
  });

  it("is not what was paid between summons and judgment, and by which the claim was lowered", () => {
    // 2026-08-01, 122 days: 2,000 × 4 % × 122/365 = 26.7397 → 26.74; 826.74 pays costs and interest, and 500.00 of principal.
    const paid = [payment("2026-08-01", "826.74")];
    expect(inPart(awarded("1500.00", "0.00"), paid)).toBe(false);
    // A judge who did not hear of the payment awards all that was claimed.
    expect(inPart(awarded("2000.00", "300.00"), paid)).toBe(false);
    expect(inPart(awarded("1499.99", "0.00"), paid)).toBe(true);
  });
});
