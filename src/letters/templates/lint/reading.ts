/** How hard a text is to read, for level B1 (Rki art. 1): what can be reckoned of it. Whether it is understood, a reader decides. Pure. */

/** Patterns by language; what somebody at level B1 does not use. A summons to pay keeps its name, which businesses know (sommatie). */
const hardWords = {
  nl: `alsmede|anderszins|bovengenoemde?|conform|dan wel|derhalve|desbetreffende?|dienaangaande|dientengevolge|doch|gelieve|heden|in gebreke|
    ingevolge|inzake|jegens|middels|mitsdien|onderhavige?|op straffe van|sommeren|te uwen laste|ten bedrage van|ten behoeve van|teneinde|thans|
    voornoemde?|zulks`,
  en: "aforementioned|failing which|forthwith|henceforth|hereby|herewith|notwithstanding|prior to|pursuant|remittance|thereof|therein",
  fr: "à défaut de quoi|en sus|eu égard|ledit|nonobstant|par la présente|susmentionnée?s?|susvisée?s?",
  de: `anbei|bezüglich|diesbezüglich|hinsichtlich|mittels|obige[nrms]?|seitens|vorgenannte[nrms]?|widrigenfalls|zwecks`,
};
const anyHardWord = Object.values(hardWords).join("|").replaceAll(/\n\s*/g, "");
const hard = new RegExp(`(?<!\\p{L})(?:${anyHardWord})(?!\\p{L})`, "giu");

/** The words of letters of old in a text, each once: a reader at level B1 does not use them. */
export const hardWordsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(hard)].map(([word]) => word.toLowerCase())),
];

/** Words per sentence and long words in a hundred (LIX): up to 30 children's books, up to 40 plain texts, from 50 on official ones. */
export function lixOf(sentences: readonly string[]): number {
  const words = sentences.flatMap((sentence) => sentence.match(/\p{L}+/gu) ?? []);
  const spoken = sentences.filter((sentence) => /\p{L}/u.test(sentence)).length;
  if (words.length === 0) return 0;
  const long = words.filter((word) => [...word].length > 6).length;
  return Math.round(words.length / spoken + (100 * long) / words.length);
}
