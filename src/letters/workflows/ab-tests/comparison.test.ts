/** The statistics of champion and challenger against published worked examples, and the split of many files. */
import { describe, expect, test } from "vitest";
import { armOf, compare, filesNeeded, isSplitOff } from "./comparison.ts";

describe("how many files are needed", () => {
  test.each([
    // (1.959964 + 0.841621)² × (0.30 × 0.70 + 0.35 × 0.65) ÷ 0.05² = 7.84888 × 175 = 1,373.6
    ["30 % to 35 %, half and half", { share: 50, baseline: 30, difference: 5 }, 1_374, 1_374],
    // Chow, Shao and Wang, example 4.2.4 turned to 80 % power: 65 % to 85 %: 7.84888 × 0.355 ÷ 0.04 = 69.7
    ["65 % to 85 %, half and half", { share: 50, baseline: 65, difference: 20 }, 70, 70],
    // One in five: 7.84888 × (0.21 ÷ 4 + 0.2275) ÷ 0.0025 = 879.1
    ["30 % to 35 %, one in five", { share: 20, baseline: 30, difference: 5 }, 880, 3_520],
  ])("%s", (_name, plan, challenger, champion) => {
    expect(filesNeeded(plan)).toEqual({ challenger, champion });
  });

  test("a difference beyond a hundred percent is capped below it", () => {
    expect(filesNeeded({ share: 50, baseline: 95, difference: 50 }).challenger).toBeGreaterThan(0);
  });
});

describe("what the comparison says", () => {
  test("the interval of Newcombe (1998), 56 of 70 against 48 of 80: 0.0524 to 0.3339", () => {
    const { difference, between, z, finding } = compare({ files: 80, paid: 48 }, { files: 70, paid: 56 }, 50);
    expect(difference).toBeCloseTo(0.2, 4);
    expect([between.from.toFixed(4), between.to.toFixed(4)]).toEqual(["0.0524", "0.3339"]);
    // 0.2 ÷ √(0.6933 × 0.3067 × (1/70 + 1/80)) = 2.65
    expect(z).toBeCloseTo(2.65, 2);
    expect(finding).toBe("better");
  });

  test("swapped, it is worse by the same amount", () => {
    const { finding, z } = compare({ files: 70, paid: 56 }, { files: 80, paid: 48 }, 50);
    expect([finding, z.toFixed(2)]).toEqual(["worse", "-2.65"]);
  });

  test("a difference within chance does not count", () => {
    expect(compare({ files: 1_000, paid: 300 }, { files: 1_000, paid: 320 }, 50).finding).toBe("none");
    expect(compare({ files: 1_000, paid: 300 }, { files: 1_000, paid: 342 }, 50).finding).toBe("better");
    expect(compare({ files: 1_000, paid: 300 }, { files: 1_000, paid: 300 }, 50)).toMatchObject({
      finding: "none",
      z: 0,
    });
  });

  test("when almost nobody or everybody paid, the test is not valid and gives no result", () => {
    expect(compare({ files: 100, paid: 1 }, { files: 100, paid: 7 }, 50).finding).toBe("tooFew");
    expect(compare({ files: 100, paid: 100 }, { files: 100, paid: 100 }, 50).finding).toBe("tooFew");
    expect(compare({ files: 100, paid: 0 }, { files: 100, paid: 0 }, 50)).toMatchObject({ finding: "tooFew", z: 0 });
  });
});

test.each([
  // 200 of 1,000 expected: 22² × (1/200 + 1/800) = 3.03, below 10.83
  ["one in five, 222 of 1,000", { champion: 778, challenger: 222 }, 20, false],
  // 50² × (1/200 + 1/800) = 15.63
  ["one in five, 250 of 1,000", { champion: 750, challenger: 250 }, 20, true],
  ["one in five, 150 of 1,000", { champion: 850, challenger: 150 }, 20, true],
  ["half and half, 3 of 3", { champion: 0, challenger: 3 }, 50, false],
  ["no files yet", { champion: 0, challenger: 0 }, 50, false],
])("whether files were divided as planned: %s", (_name, files, share, expected) => {
  expect(isSplitOff(files, share)).toBe(expected);
});

test("a wrong split of files is not compared, whatever the payments", () => {
  expect(compare({ files: 750, paid: 225 }, { files: 250, paid: 125 }, 20).finding).toBe("split");
  expect(compare({ files: 800, paid: 240 }, { files: 200, paid: 100 }, 20).finding).toBe("better");
});

test("the version is assigned by a threshold on the file's own number", () => {
  expect([0, 0.199_999, 0.2, 0.999_999].map((point) => armOf(point, 20))).toEqual([
    "challenger",
    "challenger",
    "champion",
    "champion",
  ]);
});
