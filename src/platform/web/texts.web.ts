/** Texts on the screen: loaded before the first paint, spoken through i18next, kept in the language that the person chose. */
import i18next from "i18next";
import { useCallback, useSyncExternalStore } from "react";
import { z } from "zod";
import {
  defaultLanguage,
  fallbackLanguage,
  isLanguage,
  type Language,
  type TextKey,
  type Texts,
} from "../../kernel/texts.ts";
import type { platformTexts } from "../platform.texts.ts";
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

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, "translation")) return;
  const body = await sendForJson({
    method: "GET",
    path: "/api/v3/translate/get",
    query: [["lang", language]],
    quiet: true,
  });
  i18next.addResourceBundle(language, "translation", translationReply.parse(body).translations);
}

/** Starts i18next with the texts of the stored language. Throws `ApiError` if they cannot be loaded. */
export async function startTexts(): Promise<void> {
  const language = storedLanguage();
  await i18next.init({
    lng: language,
    fallbackLng: fallbackLanguage,
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { prefix: "%", suffix: "%", escapeValue: false },
  });
  await speakIn(language);
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
  await i18next.changeLanguage(language);
}

/** The language now spoken. */
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : defaultLanguage);

const onLanguage = (listener: () => void): (() => void) => {
  i18next.on("languageChanged", listener);
  return () => i18next.off("languageChanged", listener);
};

/** The language now spoken; the component is drawn again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage);

/** The text of a full key, `room.key`; an empty key gives an empty text (specification, point 9). */
export const textOf = (key: string, values: Values = {}): string => (key === "" ? "" : i18next.t(key, { ...values }));

export const hasText = (key: string): boolean => i18next.exists(key);

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
