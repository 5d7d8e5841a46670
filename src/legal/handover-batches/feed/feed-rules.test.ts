/** The return feed, pure: what is read of a line and of a CSV, what a cost may be by its scale, and how a case stands. Worked examples. */
import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { contentOf } from "./content.ts";
import { linesOfCsv, looksLikeCsv } from "./csv.ts";
import { plansOf, proceedingsOf, titleOf } from "./proceedings.ts";
import { type OfficeReport, officeReport, readReport } from "./reports.ts";
import { articleOf, type BilledLine, judgeCost } from "./tariff.ts";

const calendar = calendarOf(seededTariffs);
const today = "2026-11-20";
const head = { key: "k1", fileNumber: "2026-1", on: "2026-11-01" };
const report = (more: Readonly<Record<string, unknown>>): OfficeReport => officeReport.parse({ ...head, ...more });

describe("a line of an office's report", () => {
  const wrong: readonly (readonly [what: string, line: unknown, problem: string])[] = [
    ["not an object", "closed", "shape"],
    ["no kind", head, "shape"],
    ["a code of the office's own", { ...head, kind: "BTK" }, "unknownCode"],
    ["a number as code", { ...head, kind: 42 }, "unknownCode"],
    ["an amount with a comma", { ...head, kind: "payment", amount: "10,00" }, "shape"],
    ["a negative amount", { ...head, kind: "payment", amount: "-10.00" }, "shape"],
    ["a future date", { ...head, on: "2026-11-21", kind: "closed" }, "future"],
    ["a judgment without amounts", { ...head, kind: "judgment", caseNumber: "1" }, "shape"],
    [
      "a judgment whose parts do not sum to the total",
      { ...head, kind: "judgment", caseNumber: "1", principal: "100.00", costs: "50.00", awarded: "149.99" },
      "sum",
    ],
    ["the name of an object property as code", { ...head, kind: "constructor" }, "unknownCode"],
  ];
  test.each(wrong)("with %s is held for review", (_what, line, problem) => {
    expect(readReport(line, today)).toMatchObject({ problem });
  });

  test("is read with the meaning that a person gave to its term", () => {
    const codes = new Map([["BTK", "service" as const]]);
    expect(readReport({ ...head, kind: "BTK" }, today, codes)).toMatchObject({
      code: "BTK",
      report: { kind: "service", of: "title", inPerson: false },
    });
  });
});

describe("a CSV", () => {
  test("has its columns by name, in any order, with the amounts and days that offices write", () => {
    const text =
      '\uFEFFfile_number;date;cost_code;ex_vat;vat;chargeable;description\r\n2026-1;01-11-2026;2b;1.136,71;"28,7";J;"Betekening; ""bevel"""\r\n';
    expect(linesOfCsv(text)).toEqual([
      {
        fileNumber: "2026-1",
        on: "2026-11-01",
        act: "2b",
        exVat: "1136.71",
        vat: "28.70",
        chargeable: true,
        description: 'Betekening; "bevel"',
        kind: "cost",
        times: 1,
      },
    ]);
  });

  test("with a duplicate line gives two reports, and the same file again gives the same two", () => {
    const text = "file_number,date,code,amount\n2026-1,2026-11-01,payment,50.00\n2026-1,2026-11-01,payment,50.00\n";
    expect(linesOfCsv(text).map(({ times }) => times)).toEqual([1, 2]);
    expect(linesOfCsv(text)).toEqual(linesOfCsv(text));
  });

  test("keeps extra columns, drops no row, and ignores a column named __proto__", () => {
    const [line] = linesOfCsv("key;kind;__proto__\na;closed;x;y;z\n");
    expect(line).toEqual({ key: "a", kind: "closed", beyond: ["y", "z"] });
    expect(Object.getPrototypeOf(line)).toBe(Object.prototype);
    expect(linesOfCsv("key;kind\n\n;;\nb;closed")).toHaveLength(1);
  });

  test("is distinguished from JSON, and anything else is neither", () => {
    expect(looksLikeCsv('{"reports":[]}')).toBe(false);
    expect(looksLikeCsv("key;kind\n")).toBe(true);
    expect(contentOf("{ half")).toBeUndefined();
    expect(contentOf("<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>")).toBeUndefined();
    expect(contentOf('{"reports":[1,"a",null]}')?.reports).toEqual([1, "a", null]);
  });
});

describe("an article of the Btag", () => {
  test.each([
    ["2a", "2a"],
    ["2 B", "2b"],
    ["art. 2 sub j", "2j"],
    ["Btag 2i", "2i"],
    ["i", "2i"],
    ["2z", ""],
    ["informatiekosten", ""],
    ["", ""],
    ["22a", ""],
  ])("%j is %j", (act, article) => {
    expect(articleOf(act)).toBe(article);
  });
});

describe("a line of an office's bill", () => {
  const on = date("2026-09-20");
  const title = { on: date("2026-09-01"), reference: "1234567 CV EXPL 26-1" };
  const line = (more: Partial<BilledLine>): BilledLine => ({
    ...{ on, act: "2b", exVat: 13_671, vat: 0, chargeable: true },
    ...more,
  });
  const judged = (more: Partial<BilledLine>, canReclaimVat = true, known: typeof title | null = title) =>
    judgeCost(line(more), { title: known, canReclaimVat }, seededTariffs);

  test("is charged to the debtor by the scale of its date, once there is a title", () => {
    expect(judged({})).toEqual({ of: "debtor", article: "Btag 2b", amount: 13_671, vat: 0, flag: null });
    // 2024-03: 122.34; a cent more is above it.
    const old = { on: date("2024-03-01"), exVat: 12_234 };
    const oldTitle = { on: date("2024-02-01"), reference: "x" };
    expect(judged(old, true, oldTitle)).toMatchObject({ of: "debtor", amount: 12_234 });
    expect(judged({ ...old, exVat: 12_235 }, true, oldTitle)).toEqual({
      of: "nobody",
      problem: "aboveScale",
      most: 12_234,
    });
  });

  test("has VAT for the debtor only when the client cannot reclaim it", () => {
    // 136.71 × 21 % = 28.7091 → 28.71; 136.71 + 28.71 = 165.42
    expect(judged({ vat: 2871 }, false)).toMatchObject({ of: "debtor", amount: 16_542, vat: 2871 });
    expect(judged({ vat: 2871 }, true)).toMatchObject({ of: "debtor", amount: 13_671, vat: 0 });
    expect(judged({ vat: 2872 }, false)).toEqual({ of: "nobody", problem: "vat", most: 2871 });
  });

  test.each([
    ["before the judgment", { on: date("2026-08-31") }],
    ["that the office marks as not chargeable", { chargeable: false }],
    ["of the summons, which the court awards", { act: "2a", exVat: 12_557 }],
  ])("a cost %s is borne by the client", (_what, more) => {
    expect(judged(more)).toMatchObject({ of: "client" });
  });

  test("without a title is charged to the client, and above the scale still to nobody", () => {
    expect(judged({}, true, null)).toEqual({ of: "client", exVat: 13_671, vat: 0 });
    expect(judged({ act: "2a", exVat: 12_558 }, true, null)).toMatchObject({ of: "nobody", problem: "aboveScale" });
  });

  test("that is in no scale is booked and flagged", () => {
    expect(judged({ act: "KvK", exVat: 350 })).toEqual({
      of: "debtor",
      article: "",
      amount: 350,
      vat: 0,
      flag: "noScale",
    });
  });
});

describe("the stage of a case", () => {
  const summons = report({ kind: "summons", on: "2026-06-01", court: "Utrecht", rollDate: "2026-06-17" });
  const judgment = report({
    kind: "judgment",
    on: "2026-07-08",
    caseNumber: "1 CV",
    principal: "1800.00",
    byDefault: true,
  });
  const service = report({ kind: "service", on: "2026-07-20", inPerson: true });
  const seizure = report({ kind: "seizure", on: "2026-08-03", type: "loon", thirdParty: "Werkgever" });

  test("follows the dates of the reports, in whatever order they arrive", () => {
    const reports = [seizure, judgment, service, summons];
    const found = proceedingsOf(reports, { cents: 180_000, inPart: false }, calendar);
    expect(found).toMatchObject({ stage: "seizure", stageOn: "2026-08-03", court: "Utrecht", rollDate: "2026-06-17" });
    expect(proceedingsOf([...reports].reverse(), { cents: 180_000, inPart: false }, calendar)).toEqual(found);
  });

  test("has a title for twenty years, opposition for four weeks after service in person, and then no appeal", () => {
    expect(proceedingsOf([judgment, service], { cents: 180_000, inPart: false }, calendar).title).toEqual({
      on: "2026-07-08",
      caseNumber: "1 CV",
      byDefault: true,
      awardedCents: 180_000,
      expiresOn: "2046-07-09",
      oppositionUntil: "2026-08-17",
      appealUntil: null,
    });
    expect(proceedingsOf([judgment], { cents: 180_000, inPart: false }, calendar).title?.oppositionUntil).toBeNull();
  });

  test.each([
    // Rv 332: more than 1,750.00 was claimed.
    [175_000, null],
    [175_001, "2026-10-08"],
    [undefined, null],
  ])("of a defended claim of %s cents appeal is open until %s", (cents, until) => {
    const defended = officeReport.parse({ ...judgment, byDefault: false });
    if (defended.kind !== "judgment") throw new Error("no judgment");
    expect(
      titleOf(defended, [], cents === undefined ? undefined : { cents, inPart: false }, calendar).appealUntil,
    ).toBe(until);
  });

  test("plans tasks with a deadline", () => {
    const plans = (one: OfficeReport, all: readonly OfficeReport[]) =>
      plansOf(one, proceedingsOf(all, { cents: 180_000, inPart: false }, calendar), calendar).map(
        ({ subject, on }) => `${subject} ${on}`,
      );
    expect(plans(summons, [summons])).toEqual(["roll_date 2026-06-15", "roll_date 2026-06-17"]);
    expect(plans(judgment, [judgment])).toEqual(["judgment_received 2026-07-08", "limitation_warning 2046-01-09"]);
    expect(plans(service, [judgment, service])).toEqual(["bailiff_status 2026-07-23", "judgment_received 2026-08-18"]);
    expect(plans(seizure, [seizure])).toEqual(["bailiff_status 2026-09-02"]);
  });
});
