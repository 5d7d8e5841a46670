/**
 * Interest that falls due after a judgment lapses after five years (BW 3:324(3)). 1,000.00 at 4 % without compounding from 1 January 2015,
 * judgment on 1 January 2018: each year bears 40.00, a leap year 40.11 (366/365).
 */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { entered, freeze, interruption, judgment, owedFrom, payment, reversal, terms } from "../claims.factory.ts";
import { balanceOf } from "../engine/balance.ts";
import { derive } from "../engine/derivation.ts";
import type { NewEvent } from "../engine/events.ts";

const fourPercent = terms({ kind: "contractual", rate: 40_000, compounding: "none", floor: "none" });
const owed = owedFrom("1000.00", "2015-01-01", { number: "F1" });
const judged = interruption("2018-01-01", "judgment");
const claim = [fourPercent, owed, judged];

const on = (events: readonly NewEvent[], day: string) => balanceOf(entered(events), seededTariffs, date(day));
const interest = (events: readonly NewEvent[], day: string): string => decimalFromCents(on(events, day).interest);

describe("interest after a judgment", () => {
  it.each<[string, NewEvent[], string, string]>([
    // Up to the judgment 1,096 days (120.11), which stands for twenty years; from it on five years of 1,826 days (200.11).
    ["five years later all of it is owed", [], "2023-01-01", "320.22"],
    // 1 January 2018 has lapsed: 0.11.
    ["a day later that of the first day has lapsed", [], "2023-01-02", "320.22"],
    // 120.11 + 1,826 days up to 1 January 2026 (200.11): 2018, 2019 and 2020 (1,096 days, 120.11) are gone.
    ["eight years later that of three years has lapsed", [], "2026-01-01", "320.22"],
    // A demand on 1 June 2022 keeps all of 2018 on until 1 June 2027: 4,018 days (440.33).
    ["a demand in time preserves all of it", [interruption("2022-06-01", "demand")], "2026-01-01", "440.33"],
    // On 1 June 2024 all before 1 June 2019 had lapsed: 516 days, 56.55.
    ["a demand preserves what had not lapsed", [interruption("2024-06-01", "enforcement")], "2026-01-01", "383.78"],
    // Its force ends with 1 June 2029, and the five years before the day are left: 120.11 + 1,826 days.
    [
      "a demand preserves it for no longer than five years",
      [interruption("2024-06-01", "demand")],
      "2029-06-02",
      "320.22",
    ],
    ["a demand before the judgment preserves nothing", [interruption("2017-12-01", "demand")], "2026-01-01", "320.22"],
    // 50.00 goes to the oldest interest, that of before the judgment, and recognises the rest (BW 3:325(2)).
    ["a payment preserves it, and goes to the oldest", [payment("2022-06-01", "50.00")], "2026-01-01", "390.33"],
    // On 1 June 2024 the interest of 516 days (56.55) had lapsed; 100.00 of the 120.11 of before the judgment is paid: 383.78 − 100.00.
    ["a later payment does not pay what had lapsed", [payment("2024-06-01", "100.00")], "2026-01-01", "283.78"],
    ["a reversed judgment does not count", [reversal("2018-02-01", 3)], "2026-01-01", "440.33"],
    // No interest ran in 2019: 365 days.
    ["no interest of a frozen period lapses", [freeze("2019-01-01", "2020-01-01")], "2026-01-01", "320.22"],
    [
      "a judgment on another invoice does not count",
      [reversal("2018-02-01", 3), interruption("2018-01-01", "judgment", ["F2"])],
      "2026-01-01",
      "440.33",
    ],
  ])("%s", (_name, more, day, left) => {
    expect(interest([...claim, ...more], day)).toBe(left);
    expect(on([...claim, ...more], day).principal).toBe(100_000);
  });

  it("compounded yearly, bears no interest on what has lapsed", () => {
    const yearly = terms({ kind: "contractual", rate: 40_000, compounding: "yearly", floor: "none" });
    const without = on([yearly, owed], "2026-01-01");
    const lapsed = on([yearly, owed, judged], "2026-01-01");
    // Interest of 2018, 2019 and 2020 is gone, and what it bore since 2023 with it.
    expect(lapsed.interest).toBeLessThan(without.interest - 12_011);
    const lines = lapsed.ledger.invoices[0]?.accrual.lines ?? [];
    const before = without.ledger.invoices[0]?.accrual.lines ?? [];
    expect(lines.at(-1)?.base).toBeLessThan(before.at(-1)?.base ?? 0);
  });

  it("the derivation shows what lapsed, and its leaves still sum to the amount", () => {
    const balance = on(claim, "2026-01-01");
    const [node] = derive(balance, "interest").children;
    expect(node?.amount).toBe(balance.interest);
    expect(node?.children.at(-1)).toMatchObject({
      label: "lessInterestLapsed",
      amount: -12_011,
      article: "BW 3:324 lid 3",
      values: { judged: { value: "2018-01-01" }, until: { value: "2021-01-01" } },
    });
    expect(balance.interestCharged).toBe(balance.interest);
  });
});

describe("an awarded amount of interest", () => {
  // 50.00 beside 1,000.00 at 4 % from the judgment on.
  const awarded = [
    fourPercent,
    owed,
    judgment("2018-01-01", "1234567 CV EXPL 18-1", {
      principal: 100_000,
      interest: 5_000,
      terms: { kind: "contractual", rate: 40_000, compounding: "none", floor: "none" },
    }),
  ];

  it("lapses with the judgment, while interest of the days since lapses after five years", () => {
    // 2021 to 2025, 1,826 days: 200.11, and the 50.00.
    expect(interest(awarded, "2026-01-01")).toBe("250.11");
  });

  it("is the oldest, and is therefore paid first", () => {
    // 60.00 takes the 50.00 and 10.00 of 2018, and renews the term until 2 June 2027. In 2028 the rest of 2018 to 2022 has lapsed:
    // 2023 to 2027 are left, 1,826 days.
    expect(interest([...awarded, payment("2022-06-01", "60.00")], "2028-01-01")).toBe("200.11");
  });
});
