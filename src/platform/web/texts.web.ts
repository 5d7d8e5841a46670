/** Texts on the screen: loaded before the first paint and kept in the language that the person chose. */
import { useCallback, useSyncExternalStore } from "react";
import { z } from "zod";
import {
  defaultLanguage,
  fallbackLanguage,
  fillText,
  isLanguage,
  type Language,
  languages,
  type TextKey,
  type Texts,
} from "../../kernel/texts.ts";
import type { platformTexts } from "../platform.texts.ts";
import { createStore } from "./store.ts";
import { sendForJson, speak } from "./transport.web.ts";

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

/** The language kept from last time, if it is one that we speak; else the default. What is stored is never trusted. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(languageKey);
  return isLanguage(stored) ? stored : defaultLanguage;
}

/** German is offered by a setting of the house, the others always. */
const offered = createStore<readonly Language[]>(languages.filter((language) => language !== "de"));

/** Tells what the house offers, as the shell's facts say. */
export const offerGerman = (isOffered: boolean): void =>
  offered.set((now) => (now.includes("de") === isOffered ? now : languages.filter((one) => one !== "de" || isOffered)));

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

/** Switches to a language and remembers it. */
export async function setLanguage(language: Language): Promise<void> {
  await speakIn(language);
  localStorage.setItem(languageKey, language);
}

async function speakIn(language: Language): Promise<void> {
  speak(language);
  await load(language);
  document.documentElement.lang = language;
  spoken.set(language);
}

/** The language now spoken. */
export const currentLanguage = spoken.get;

/** The language now spoken; the component is drawn again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(spoken.subscribe, spoken.get);

const found = (key: string): string | undefined =>
  loaded.get(spoken.get())?.get(key) ?? loaded.get(fallbackLanguage)?.get(key);

/** The text of a full key, `room.key`; an unknown key is its own text, an empty one an empty text (specification, point 9). */
export const textOf = (key: string, values: Values = {}): string => fillText(found(key) ?? key, values);

export const hasText = (key: string): boolean => found(key) !== undefined;

/** A room's texts by their short keys: `const t = useTexts<typeof merchantTexts>("merchants")`, then `t("name")`. */
export function useTexts<T extends Texts>(room: T["room"]): (key: TextKey<T>, values?: Values) => string {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language must give a new function, so that what is memoised by it is drawn again.
  return useCallback((key, values) => textOf(`${room}.${key}`, values), [room, language]);
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
