/** Texts on the screen: loaded before the first paint and kept in the language that the person chose. */
import { useCallback, useSyncExternalStore } from "react";
import { z } from "zod";
import {
  defaultLanguage,
  fallbackLanguage,
  fillText,
  isLanguage,
  joinedIn,
  type Language,
  labelledIn,
  languages,
  type TextKey,
  type Texts,
} from "../../../kernel/texts.ts";
import type { platformTexts } from "../../platform.texts.ts";
import { createStore } from "../http/observable.ts";
import { sendForJson, setRequestLanguage } from "../http/transport.web.ts";

export type Values = Readonly<Record<string, string | number>>;

/** Where the chosen language is kept (specification, point 9). */
export const languageKey = "lang";

/** Names of the languages, each in its own words. */
export const languageNames: Readonly<Record<Language, string>> = {
  nl: "Nederlands",
  en: "English",
  fr: "Français",
  de: "Deutsch",
};

const translationReply = z.object({ translations: z.record(z.string(), z.string()) });

/** The language kept from last time, if it is one of ours; else the default. What is stored is never trusted. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(languageKey);
  return isLanguage(stored) ? stored : defaultLanguage;
}

/** German is offered unless a setting of the house says otherwise, the others always. */
const offered = createStore<readonly Language[]>(languages);

/** Tells what the house offers, as the shell's facts say. */
export const offerGerman = (isOffered: boolean): void =>
  offered.update((now) =>
    now.includes("de") === isOffered ? now : languages.filter((one) => one !== "de" || isOffered),
  );

/** The languages that can be chosen here. */
export const useOfferedLanguages = (): readonly Language[] => useSyncExternalStore(offered.subscribe, offered.get);

const spoken = createStore<Language>(defaultLanguage);
/** The texts that have been loaded, by language and full key. */
const loaded = new Map<Language, ReadonlyMap<string, string>>();

async function load(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const body = await sendForJson({
    method: "GET",
    path: "/api/v3/translate/get",
    query: [["lang", language]],
    quiet: true,
  });
  loaded.set(language, new Map(Object.entries(translationReply.parse(body).translations)));
}

/**
 * Loads the texts of the stored language, or of the default where the house does not offer that one; what it offers is only asked where
 * the answer matters. Throws `ApiError` if the texts cannot be loaded.
 */
export async function startTexts(isGermanOffered: () => Promise<boolean>): Promise<void> {
  const stored = storedLanguage();
  if (stored === "de") offerGerman(await isGermanOffered());
  await speakIn(offered.get().includes(stored) ? stored : defaultLanguage);
}

/** Keeps the choice of the person who is logged in on the server, whose mails are in that language too. The application hands it in. */
let keep: ((language: Language) => Promise<unknown>) | undefined;

/** Marks a choice that was made before the login: it becomes that of whoever logs in now. */
const chosenKey = "vorder.language-chosen";

/** Switches to a language and remembers it: on the server, and in this browser for its next login. */
export async function setLanguage(language: Language): Promise<void> {
  await load(language);
  await keep?.(language);
  await speakIn(language);
  localStorage.setItem(languageKey, language);
  if (keep === undefined) sessionStorage.setItem(chosenKey, language);
}

/**
 * From now on the language is that of the person who is logged in, as the server has it; one that was chosen at the login is theirs now.
 * Not for somebody who acts as another, and so speaks their own.
 */
export async function adoptLanguage(
  own: Language,
  save: (language: Language) => Promise<unknown>,
  isGermanOffered: () => Promise<boolean>,
): Promise<void> {
  keep = save;
  const chosen = sessionStorage.getItem(chosenKey);
  sessionStorage.removeItem(chosenKey);
  if (isLanguage(chosen) && chosen === spoken.get()) {
    if (chosen !== own) await save(chosen);
    return;
  }
  if (own === spoken.get()) return;
  if (own === "de") offerGerman(await isGermanOffered());
  if (!offered.get().includes(own)) return;
  await speakIn(own);
  localStorage.setItem(languageKey, own);
}

/** Screens and what the server says about them are in one language: where the texts cannot be loaded, it stays the one it was. */
async function speakIn(language: Language): Promise<void> {
  await load(language);
  setRequestLanguage(language);
  document.documentElement.lang = language;
  spoken.set(language);
}

/** The language now spoken. */
export const currentLanguage = spoken.get;

/** The language now spoken; the component is drawn again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(spoken.subscribe, spoken.get);

const found = (key: string): string | undefined =>
  loaded.get(spoken.get())?.get(key) ?? loaded.get(fallbackLanguage)?.get(key);

/** The text of a full key, `module.key`; an unknown key is its own text, an empty one an empty text (specification, point 9). */
export const textOf = (key: string, values: Values = {}): string => fillText(found(key) ?? key, values, spoken.get());

/** A label and what it is of, with a colon as the language now spoken sets it. */
export const labelled = (...parts: readonly string[]): string => labelledIn(spoken.get(), parts);

/** Sentences or facts in one line, with semicolons as the language now spoken sets them. */
export const joined = (parts: readonly string[]): string => joinedIn(spoken.get(), parts);

export const hasText = (key: string): boolean => found(key) !== undefined;

/** A module's texts by their short keys: `const t = useTexts<typeof merchantTexts>("merchants")`, then `t("name")`. */
export function useTexts<T extends Texts>(module: T["module"]): (key: TextKey<T>, values?: Values) => string {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language must give a new function, so that what is memoised by it is drawn again.
  return useCallback((key, values) => textOf(`${module}.${key}`, values), [module, language]);
}

/** Texts by full key, for keys that come as data: statuses, menu names, log lines. */
export function useAnyText(): (key: string, values?: Values) => string {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  return useCallback((key, values) => textOf(key, values), [language]);
}

/** The platform's own texts. */
export const usePlatformTexts = (): ((key: TextKey<typeof platformTexts>, values?: Values) => string) =>
  useTexts<typeof platformTexts>("platform");
