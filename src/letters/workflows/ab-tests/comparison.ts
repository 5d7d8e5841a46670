/**
 * Champion and challenger: which of two versions a new file begins with, how many files a fair comparison needs, and what it says. Pure.
 *
 * The comparison is planned before the first file: a two-sided test of two proportions (pooled z-test, 5 % by chance), with four chances in five
 * to find the difference that was asked for. It is read once, over the files of one period, when each of them has had its days: whoever looks
 * again and again and stops at the first good number finds differences that are not there.
 */

export const arms = ["champion", "challenger"] as const;
export type Arm = (typeof arms)[number];

/** With which version a file begins; `point` is its own number from 0 up to 1, always the same for it in this trial. */
export const armOf = (point: number, sharePercent: number): Arm =>
  point < sharePercent / 100 ? "challenger" : "champion";

/** Two-sided 5 %, and 80 % to find it. */
const zChance = 1.959964;
const zFound = 0.841621;

export interface AbTestPlan {
  /** Percent of the new files that go to the challenger. */
  readonly share: number;
  /** Percent that is paid so far. */
  readonly baseline: number;
  /** The least difference that is to be found, in percentage points. */
  readonly difference: number;
}

/** So many files each version needs (Chow, Shao and Wang 2008, two proportions, unequal allocation; variances not pooled). */
export function filesNeeded({ share, baseline, difference }: AbTestPlan): Readonly<Record<Arm, number>> {
  const [p1, p2] = [baseline / 100, Math.min(0.99, (baseline + difference) / 100)];
  const ratio = (100 - share) / share;
  const spread = (p1 * (1 - p1)) / ratio + p2 * (1 - p2);
  const challenger = Math.ceil(((zChance + zFound) ** 2 * spread) / (p2 - p1) ** 2);
  return { challenger, champion: Math.ceil(challenger * ratio) };
}

/** Files that are compared, and how many of them were paid in time. */
export interface Compared {
  readonly files: number;
  readonly paid: number;
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Wilson's score interval of a proportion, 95 %. */
function wilson({ files, paid }: Compared): Interval {
  const p = paid / files;
  const z2 = zChance ** 2;
  const middle = p + z2 / (2 * files);
  const half = zChance * Math.sqrt((p * (1 - p)) / files + z2 / (4 * files ** 2));
  return { from: (middle - half) / (1 + z2 / files), to: (middle + half) / (1 + z2 / files) };
}

/** Between what the true difference lies, 95 % (Newcombe 1998, method 10). */
function differenceBetween(champion: Compared, challenger: Compared): Interval {
  const [a, b] = [wilson(challenger), wilson(champion)];
  const [pa, pb] = [challenger.paid / challenger.files, champion.paid / champion.files];
  return {
    from: pa - pb - Math.hypot(pa - a.from, b.to - pb),
    to: pa - pb + Math.hypot(a.to - pa, pb - b.from),
  };
}

export const findings = ["better", "worse", "none", "tooFew", "split"] as const;
type Finding = (typeof findings)[number];

export interface Comparison {
  /**
   * split: files were not shared out as planned, so that nothing can be said of who paid; tooFew: so few were paid, or not paid, that this test does not hold (Cochran: at
   * least five expected of each).
   */
  readonly finding: Finding;
  readonly z: number;
  /** Challenger less champion, in parts of one. */
  readonly difference: number;
  readonly between: Interval;
}

/** Chi-square of one degree of freedom that chance passes once in a thousand times. */
const splitBound = 10.828;

/** Whether so many files went to each version as the share says, chance apart; a fault in sharing out is looked for before any result. */
export function isSplitOff(files: Readonly<Record<Arm, number>>, share: number): boolean {
  const all = files.champion + files.challenger;
  const expected = (all * share) / 100;
  const apart = files.challenger - expected;
  return all > 0 && apart ** 2 / expected + apart ** 2 / (all - expected) > splitBound;
}

/** Compares the share paid; both have files. @param share percent of the files that was to go to the challenger. */
export function compare(champion: Compared, challenger: Compared, share: number): Comparison {
  const pooled = (champion.paid + challenger.paid) / (champion.files + challenger.files);
  const difference = challenger.paid / challenger.files - champion.paid / champion.files;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / champion.files + 1 / challenger.files));
  const z = error === 0 ? 0 : difference / error;
  const expected = Math.min(champion.files, challenger.files) * Math.min(pooled, 1 - pooled);
  const between = differenceBetween(champion, challenger);
  if (isSplitOff({ champion: champion.files, challenger: challenger.files }, share))
    return { finding: "split", z, difference, between };
  if (expected < 5) return { finding: "tooFew", z, difference, between };
  const isChance = Math.abs(z) < zChance;
  return { finding: isChance ? "none" : z > 0 ? "better" : "worse", z, difference, between };
}
