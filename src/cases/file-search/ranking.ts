/** The distance of a typed word to the words of a name, and the ranking of names. Pure. */

/**
 * The letters that are wrong, too many, too few or exchanged with their neighbour (optimal string alignment): "brenbrinkma" is 1 from
 * "brembrinkma", "janzne" 2 from "jansen".
 */
export function editDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const step = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isExchanged ? Math.min(step, (before[j - 2] ?? 0) + 1) : step);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** One letter in three may be wrong, and one at least. */
const mostErrors = (word: string): number => Math.max(1, Math.floor(word.length / 3));

/** A word that a typed one may mean. */
export interface Meaning {
  readonly word: string;
  readonly errors: number;
}

/** Which of these words a typed one may mean, those with the fewest errors first. */
export const meaningsOf = (typed: string, among: readonly string[]): Meaning[] =>
  among
    .map((word) => ({ word, errors: editDistance(typed, word) }))
    .filter(({ errors }) => errors <= mostErrors(typed))
    .sort((a, b) => a.errors - b.errors);

/** The errors of a word, by the word in the text that is nearest to it; undefined where none is near. Numbers have no errors. */
function errorsOf(word: string, among: readonly string[]): number | undefined {
  if (among.some((other) => other.startsWith(word))) return 0;
  if (/\d/.test(word)) return undefined;
  const least = Math.min(...among.map((other) => editDistance(word, other)));
  return least <= mostErrors(word) ? least : undefined;
}

/** The errors of all words together; undefined where one of them is near to nothing. */
export function errorsIn(words: readonly string[], among: readonly string[]): number | undefined {
  let sum = 0;
  for (const word of words) {
    const errors = errorsOf(word, among);
    if (errors === undefined) return undefined;
    sum += errors;
  }
  return sum;
}

/** Those that are near to the words, the nearest first, otherwise in the order in which they come. */
export function nearest<T>(words: readonly string[], all: readonly T[], wordsOf: (one: T) => readonly string[]): T[] {
  return all
    .flatMap((one) => {
      const errors = errorsIn(words, wordsOf(one));
      return errors === undefined ? [] : [{ one, errors }];
    })
    .sort((a, b) => a.errors - b.errors)
    .map(({ one }) => one);
}
