/** How hard a text is to read, for level B1 (Rki art. 1), as far as it can be calculated; a reader decides whether it is understood. Pure. */
import type { Language } from "../../../ground/kernel/texts.ts";

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

/** The sign that stands for a variable in a text that is measured: one word of one syllable. */
export const variableSign = "\uFFFC";

export interface Sentence {
  readonly text: string;
  /** Where it begins in the text that it was found in. */
  readonly at: number;
}

/** The sentences of a text with where each stands. A colon, a semicolon and the end of a line end one too: what follows is read by itself. */
export function sentencesIn(text: string): Sentence[] {
  const found: Sentence[] = [];
  let at = 0;
  for (const part of text.split(/((?<=[.!?:;])\s+|\n)/)) {
    if (/[\p{L}\uFFFC]/u.test(part)) found.push({ text: part, at });
    at += part.length;
  }
  return found;
}

/** Words, and whatever stands for one: a variable, a figure, "6:119a". What encloses and ends them is left out. */
export const wordsIn = (sentence: string): string[] =>
  sentence
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\d\uFFFC]+|[^\p{L}\p{M}\d\uFFFC]+$/gu, ""))
    .filter((word) => word !== "");

/** How the syllables of a language are counted: groups of vowels, less those that are written and not spoken. */
const syllables: Readonly<Record<Language, { readonly vowels: RegExp; readonly silent?: RegExp }>> = {
  // A vowel with a diaeresis begins a syllable of its own: "be-ïn-vloe-den".
  nl: { vowels: /[ëïöü]?[aeiouyáéíóúàèùâêîôû]+|[ëïöü]/gu },
  en: {
    vowels: /(?:[aeiou]|y(?![aeiou]))+/gu,
    silent: /(?<=[aeiouy].*)(?:(?<=[^aeiouytd])ed|(?<=[^aeiouyl]|[aeiouy]l)e)$/u,
  },
  fr: {
    vowels: /é(?=[aâo])|(?:[aeiouàâæéèêëîïôœùûü]|y(?![aeiouéèê]))+/gu,
    silent: /(?<=[aeiouyàâæéèêëîïôœùûü].*[^aeiouyàâæéèêëîïôœùûü])es?$/u,
  },
  de: { vowels: /[aeiouyäöü]+/gu },
};

/** The syllables of a word, as its vowels tell them; at least one. */
export function syllablesIn(word: string, language: Language): number {
  const { vowels, silent } = syllables[language];
  const spoken = word.toLowerCase();
  const groups = (silent ? spoken.replace(silent, "") : spoken).match(vowels) ?? [];
  return Math.max(1, groups.length);
}

/**
 * Reading ease, by the formula published for each language, from words a sentence and syllables a word; about 0 (hard) to 100 (easy):
 * nl Douma 1960, en Flesch 1948, fr Kandel and Moles 1958, de Amstad 1978.
 */
const formulas: Readonly<Record<Language, (words: number, syllables: number) => number>> = {
  nl: (words, each) => 206.84 - 0.93 * words - 77 * each,
  en: (words, each) => 206.835 - 1.015 * words - 84.6 * each,
  fr: (words, each) => 207 - 1.015 * words - 73.6 * each,
  de: (words, each) => 180 - words - 58.5 * each,
};

/** The reading ease of sentences, as a whole number; 100 where there is nothing to read. */
export function readingEase(sentences: readonly string[], language: Language): number {
  const words = sentences.flatMap(wordsIn);
  if (words.length === 0) return 100;
  const spoken = words.reduce((sum, word) => sum + syllablesIn(word, language), 0);
  return Math.round(formulas[language](words.length / sentences.length, spoken / words.length));
}

/** Below this a text is harder than level B1; a text of fewer words says nothing by it. */
export const hardestEase = 60;
export const fewestWords = 30;
/** A sentence of more words than this is hard to read at level B1. */
export const longestSentence = 25;
/** A sentence of at least so many words is judged by itself; one is short of words for a formula, so that the limit lies lower. */
const fewestWordsOfSentence = 12;
const hardestSentence = 25;

/** Why a sentence is hard to read: by its words, by their number, or not at all. */
export function hardOf(sentence: string, language: Language): "long" | "hard" | undefined {
  const { length } = wordsIn(sentence);
  if (length > longestSentence) return "long";
  return length >= fewestWordsOfSentence && readingEase([sentence], language) < hardestSentence ? "hard" : undefined;
}

export interface MarkedRange {
  readonly from: number;
  readonly to: number;
  readonly why: "long" | "hard" | "typed";
}

/** What somebody typed for a variable and the text would say as it stands: `{name}`, `{{ name }}`, `%name%`, `[[name]]`, `<<name>>`. */
export const typedVariables = /\{\{?\s*[\p{L}_][\w .]*\}?\}|%[a-z][A-Za-z0-9]*%|\[\[[^\]]+\]\]|<<[^>]+>>|«[\w.]+»/gu;

/** What an editor marks in a text of one block, in which the sign of a variable stands for each: hard sentences, and variables typed as words. */
export function marksIn(text: string, language: Language): MarkedRange[] {
  const sentences = sentencesIn(text).flatMap(({ text: sentence, at }): MarkedRange[] => {
    const why = hardOf(sentence, language);
    return why ? [{ from: at, to: at + sentence.length, why }] : [];
  });
  const typed = [...text.matchAll(typedVariables)].map(
    ({ index, 0: whole }): MarkedRange => ({
      from: index,
      to: index + whole.length,
      why: "typed",
    }),
  );
  return [...sentences, ...typed];
}
