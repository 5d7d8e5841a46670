/** Terms and plans around a judgment, past weekends and holidays (Algemene termijnenwet art. 1): worked days of 2026 and 2027. */
import { describe, expect, it } from "vitest";
import { plainCalendar } from "../../../ground/kernel/calendar.ts";
import { plansOf, proceedingsOf } from "./proceedings.ts";
import { officeReport } from "./reports.ts";

const reported = (kind: string, on: string, more: Readonly<Record<string, unknown>> = {}) =>
  officeReport.parse({ key: `${kind}-${on}`, fileNumber: "26-1", kind, on, ...more });
const judged = (on: string, byDefault: boolean) =>
  reported("judgment", on, { caseNumber: "1 CV", principal: "1750.01", byDefault });
const caseOf = (...reports: readonly ReturnType<typeof reported>[]) =>
  proceedingsOf(reports, { cents: 175_001, inPart: false }, plainCalendar);

describe("appeal", () => {
  it.each([
    ["three months, ending on a Thursday", "2026-01-30", "2026-04-30"],
    ["ending on Liberation Day, a Tuesday: Wednesday", "2026-02-05", "2026-05-06"],
    ["ending on Boxing Day, a Saturday: Monday", "2026-09-26", "2026-12-28"],
    ["ending in February, which has no 30th and whose 28th is a Sunday: Monday", "2026-11-30", "2027-03-01"],
    ["ending on Whit Monday: Tuesday", "2026-02-25", "2026-05-26"],
  ])("%s", (_what, on, until) => {
    expect(caseOf(judged(on, false)).title?.appealUntil).toBe(until);
  });

  it("is open above 1,750.00 of claim, and not by default", () => {
    const least = { cents: 175_000, inPart: true };
    expect(proceedingsOf([judged("2026-01-30", false)], least, plainCalendar).title?.appealUntil).toBeNull();
    expect(proceedingsOf([judged("2026-01-30", true)], least, plainCalendar).title?.appealUntil).toBeNull();
    expect(caseOf(judged("2026-01-30", true)).title?.appealUntil).toBeNull();
  });

  it("is open to the claimant alone where a judgment by default awarded its claim in part (Rv 335)", () => {
    const report = judged("2026-01-30", true);
    const served = reported("service", "2026-02-10", { inPerson: true });
    const standing = proceedingsOf([report, served], { cents: 175_001, inPart: true }, plainCalendar);
    expect(standing.title).toMatchObject({ appealUntil: "2026-04-30", oppositionUntil: "2026-03-10" });
    expect(plansOf(report, standing, plainCalendar).map(({ on, note, about }) => [on, note, about])).toEqual([
      ["2026-01-30", "planJudgment", "2026-01-30"],
      ["2045-07-31", "planTitleLapses", "2046-01-31"],
      ["2026-04-16", "planAppealInPart", "2026-04-30"],
      ["2026-05-01", "planAppealInPartOver", "2026-04-30"],
    ]);
  });
});

describe("opposition", () => {
  it.each([
    ["four weeks, ending on a Thursday", "2026-10-08", true, "2026-11-05"],
    ["ending on a Saturday: Monday", "2026-10-10", true, "2026-11-09"],
    ["ending on New Year's Day, a Friday: Monday", "2026-12-04", true, "2027-01-04"],
    ["not started where it was not served in person", "2026-10-08", false, null],
  ])("%s", (_what, served, inPerson, until) => {
    const reports = [judged("2026-09-01", true), reported("service", served, { inPerson })];
    expect(caseOf(...reports).title?.oppositionUntil).toBe(until);
  });

  it("eight weeks for a debtor who lives abroad, past New Year's Day as well", () => {
    const opposed = (served: string) => {
      const reports = [judged("2026-09-01", true), reported("service", served, { inPerson: true })];
      return proceedingsOf(reports, { cents: 175_001, inPart: false }, plainCalendar, true).title?.oppositionUntil;
    };
    expect(opposed("2026-10-08")).toBe("2026-12-03");
    // 6 November and 56 days: Friday 1 January, so Monday the 4th.
    expect(opposed("2026-11-06")).toBe("2027-01-04");
  });
});

describe("what is planned", () => {
  const planned = (report: ReturnType<typeof reported>) =>
    plansOf(report, caseOf(report), plainCalendar).map(({ note, on }) => `${note} ${on}`);

  it.each([
    // Wednesday the 2nd: Monday and Tuesday lie between.
    ["a Wednesday", "2026-12-02", "2026-11-30"],
    ["a Monday: the Thursday before", "2026-11-30", "2026-11-26"],
    // Good Friday is equated with a holiday (art. 3(2)): Thursday and Wednesday are the two.
    ["the Tuesday after Easter", "2026-04-07", "2026-04-01"],
  ])("before a hearing on %s", (_what, roll, before) => {
    expect(planned(reported("summons", "2026-03-01", { rollDate: roll }))).toEqual([
      `planBeforeRoll ${before}`,
      `planRoll ${roll}`,
    ]);
  });

  it.each([
    ["a Tuesday: Thursday is its last day", "2026-10-06", "2026-10-09"],
    ["a Thursday: Monday is its last day", "2026-10-08", "2026-10-13"],
  ])("after the order that was served on %s", (_what, served, over) => {
    expect(planned(reported("service", served))).toContain(`planOrderOver ${over}`);
  });
});
