/** The terms that run from a judgment, how a case stands, what is planned of it, and whose a billed line is: at their edges. */
import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { latestStage, plansOf, proceedingsOf, type Stage } from "./proceedings.ts";
import { type OfficeReport, officeReport } from "./reports.ts";
import { articleOf, judgeCost } from "./tariff.ts";

const calendar = calendarOf(seededTariffs);
const report = (kind: string, on: string, more: object = {}): OfficeReport =>
  officeReport.parse({ key: `${kind} ${on}`, fileNumber: "2026-1", on, kind, ...more });
const judgment = (on: string, more: object = {}) =>
  report("judgment", on, { caseNumber: "1 CV", principal: "1800.00", ...more });
const standing = (...reports: readonly OfficeReport[]) =>
  proceedingsOf(reports, { cents: 180_000, inPart: false }, calendar);

describe("the stage", () => {
  test.each<[name: string, reports: readonly OfficeReport[], stage: Stage | undefined]>([
    ["no reports", [], undefined],
    ["accepted by the office", [report("accepted", "2026-06-01")], undefined],
    ["the summons was served", [report("service", "2026-06-01", { of: "summons" })], undefined],
    ["summons", [report("summons", "2026-06-01")], "summons"],
    ["judgment", [judgment("2026-07-08")], "judgment"],
    ["the judgment was served", [report("service", "2026-07-20")], "service"],
    ["closed", [report("closed", "2026-09-01")], "closed"],
    [
      "a payment does not change it",
      [judgment("2026-07-08"), report("payment", "2026-07-09", { amount: "1.00" })],
      "judgment",
    ],
    ["on one day the later stage counts", [judgment("2026-07-08"), report("summons", "2026-07-08")], "judgment"],
    [
      "on one day the later stage counts, in any order of reports",
      [report("summons", "2026-07-08"), judgment("2026-07-08")],
      "judgment",
    ],
    [
      "a report with an earlier date that comes late does not count",
      [report("seizure", "2026-08-03"), report("closed", "2026-08-02")],
      "seizure",
    ],
    [
      "a summons on a later day does not undo a judgment",
      [judgment("2026-07-08"), report("summons", "2026-07-09")],
      "summons",
    ],
  ])("%s", (_name, reports, stage) => {
    expect(latestStage(reports)?.stage).toBe(stage);
    expect(standing(...reports).stage).toBe(stage ?? "amicable");
  });

  test("without reports: no date, no court, no number, no money", () => {
    expect(standing()).toEqual({
      ...{ stage: "amicable", stageOn: null, court: "", caseNumber: "", summonsOn: null, rollDate: null },
      ...{ title: null, services: [], seizures: [], paidCents: 0, withheldCents: 0 },
    });
  });

  test("of two reports of one day the one that was told last counts: the office corrects itself", () => {
    const first = report("summons", "2026-06-01", { key: "1", rollDate: "2026-06-17", caseNumber: "1 CV" });
    const corrected = report("summons", "2026-06-01", { key: "2", rollDate: "2026-06-24", caseNumber: "2 CV" });
    expect(standing(first, corrected)).toMatchObject({ rollDate: "2026-06-24", caseNumber: "2 CV" });
  });

  test("a judgment on opposition takes the place of the one by default, and is no longer open to it", () => {
    const byDefault = judgment("2026-07-08", { byDefault: true, caseNumber: "1 CV" });
    const served = report("service", "2026-07-20", { inPerson: true });
    const onOpposition = judgment("2026-10-14", { caseNumber: "9 CV", principal: "1000.00" });
    // Three months after 14 October: Thursday 14 January. Twenty years begin on the 15th of October.
    for (const reports of [
      [byDefault, served, onOpposition],
      [onOpposition, served, byDefault],
    ])
      expect(standing(...reports).title).toMatchObject({
        ...{ on: "2026-10-14", caseNumber: "9 CV", awardedCents: 100_000, byDefault: false },
        ...{ oppositionUntil: null, appealUntil: "2027-01-14", expiresOn: "2046-10-15" },
      });
  });

  test("the latest of each kind counts, whatever was reported first", () => {
    const summons = [
      report("summons", "2026-06-03", { court: "Utrecht", caseNumber: "S2", rollDate: "2026-06-24" }),
      report("summons", "2026-06-01", { court: "Almere", caseNumber: "S1", rollDate: "2026-06-17" }),
    ];
    const known = { court: "Utrecht", caseNumber: "S2", summonsOn: "2026-06-03", rollDate: "2026-06-24" };
    expect(standing(...summons)).toMatchObject(known);
    expect(standing(...summons.toReversed())).toMatchObject(known);
    expect(standing(...summons, judgment("2026-07-08")).caseNumber).toBe("1 CV");
  });

  test("money is added up, with the part that the office keeps: 10.00 + 2.50, of which 1.25", () => {
    const paid = [
      report("payment", "2026-08-01", { amount: "10.00", withheld: "1.25" }),
      report("payment", "2026-08-02", { amount: "2.50" }),
    ];
    expect(standing(...paid)).toMatchObject({ paidCents: 1250, withheldCents: 125 });
  });

  test("seizures with object and third party", () => {
    expect(standing(report("seizure", "2026-08-03", { type: "loon", thirdParty: "Werkgever" })).seizures).toEqual([
      { on: "2026-08-03", type: "loon", thirdParty: "Werkgever" },
    ]);
  });
});

describe("the term of opposition", () => {
  const inPerson = { inPerson: true };
  const until = (...services: readonly OfficeReport[]) =>
    standing(judgment("2026-07-08", { byDefault: true }), ...services).title?.oppositionUntil;

  test("begins with the first service to the person himself, on the day of the judgment too", () => {
    // Four weeks after Wednesday 8 July: Wednesday 5 August.
    expect(until(report("service", "2026-07-08", inPerson))).toBe("2026-08-05");
    // The second of two does not begin it anew.
    expect(until(report("service", "2026-07-20", inPerson), report("service", "2026-07-27", inPerson))).toBe(
      "2026-08-17",
    );
  });

  test("does not begin by a service of the summons, of an earlier day, or to somebody else", () => {
    expect(until(report("service", "2026-07-20", { ...inPerson, of: "summons" }))).toBeNull();
    expect(until(report("service", "2026-07-07", inPerson))).toBeNull();
    expect(until(report("service", "2026-07-20"))).toBeNull();
  });

  test("exists for a judgment by default only", () => {
    const defended = standing(judgment("2026-07-08"), report("service", "2026-07-20", inPerson)).title;
    expect(defended).toMatchObject({ oppositionUntil: null, appealUntil: "2026-10-08" });
  });

  test("no appeal is planned when the claim is unknown", () => {
    expect(proceedingsOf([judgment("2026-07-08")], undefined, calendar).title?.appealUntil).toBeNull();
  });
});

describe("what is planned", () => {
  const plans = (one: OfficeReport, ...before: readonly OfficeReport[]) =>
    plansOf(one, standing(...before, one), calendar).map(({ subject, on, note, about }) => [subject, on, note, about]);

  test("after a defended judgment: decide on appeal two weeks before the deadline; over the day after it", () => {
    expect(plans(judgment("2026-07-08"))).toEqual([
      ["judgment_received", "2026-07-08", "planJudgment", "2026-07-08"],
      ["limitation_warning", "2046-01-09", "planTitleLapses", "2046-07-09"],
      ["judgment_received", "2026-09-24", "planAppeal", "2026-10-08"],
      ["judgment_received", "2026-10-09", "planAppealOver", "2026-10-08"],
    ]);
  });

  test("after service: the two days of the order, and the end of opposition", () => {
    const byDefault = judgment("2026-07-08", { byDefault: true });
    expect(plans(report("service", "2026-07-20", { inPerson: true }), byDefault)).toEqual([
      ["bailiff_status", "2026-07-23", "planOrderOver", "2026-07-22"],
      ["judgment_received", "2026-08-18", "planOppositionOver", "2026-08-17"],
    ]);
    expect(plans(report("service", "2026-06-01", { of: "summons" }))).toEqual([]);
  });

  test.each([
    ["seizure", {}, [["bailiff_status", "2026-10-01", "planSeizure", "2026-09-01"]]],
    ["debtor_change", {}, [["address_check", "2026-09-01", "planChanged", null]]],
    ["advice", {}, [["debtor_proposal", "2026-09-01", "planAdvice", null]]],
    ["closed", {}, [["bailiff_status", "2026-09-01", "planClosed", null]]],
    ["summons", {}, []],
    ["accepted", {}, []],
    ["rejected", {}, []],
    ["payment", { amount: "1.00" }, []],
    ["cost", { act: "2b", exVat: "1.00" }, []],
  ])("of %s", (kind, more, planned) => {
    expect(plans(report(kind, "2026-09-01", more))).toEqual(planned);
  });
});

describe("a billed line", () => {
  const line = { on: date("2026-09-20"), act: "2b", exVat: 13_671, vat: 0, chargeable: true };
  const title = { on: date("2026-09-20"), reference: "1 CV" };
  const judged = (more: Partial<typeof line> = {}) =>
    judgeCost({ ...line, ...more }, { title, canReclaimVat: true }, seededTariffs);

  test("of the date of the title is charged to the debtor", () => {
    expect(judged()).toMatchObject({ of: "debtor", article: "Btag 2b" });
  });

  test("above the scale that the office does not charge is the client's", () => {
    expect(judged({ chargeable: false, exVat: 13_672 })).toEqual({ of: "client", exVat: 13_672, vat: 0 });
  });

  test.each([
    [" 2b ", "2b"],
    ["art. 2 sub b", "2b"],
    ["artikel 2 onder b", "2b"],
    ["art 2 b", "2b"],
    ["2y", ""],
    ["KvK", ""],
  ])("%j is article %j", (act, article) => expect(articleOf(act)).toBe(article));
});
