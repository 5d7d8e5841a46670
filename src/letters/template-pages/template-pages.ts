/** The pages for editing templates: their channels, and the messages about each language. Pure. */
import type { Language } from "../../ground/kernel/texts.ts";

/** The channels that have pages of their own, as their addresses name them. */
export const editedChannels = ["email", "post", "sms"] as const;
export type EditedChannel = (typeof editedChannels)[number];

/** Who asks for a template: a step of a workflow, the product by itself, or whoever writes a message. */
export const templateTypes = ["workflow", "product", "house"] as const;
export type TemplateType = (typeof templateTypes)[number];

/** How a language of a template stands beside the others: behind where another was changed since. */
export const languageStates = ["there", "behind", "missing"] as const;
export type LanguageState = (typeof languageStates)[number];

interface Aligned {
  readonly language: Language;
  readonly changedAt: Date | null;
  readonly alignedAt: Date | null;
}

/** How a language stands beside the others of its template. What came with the product says the same in all. */
export function stateOf(language: Language, all: readonly Aligned[]): LanguageState {
  const one = all.find((each) => each.language === language);
  if (!one) return "missing";
  const alignedAt = one.alignedAt?.getTime() ?? 0;
  return all.some((other) => other !== one && (other.changedAt?.getTime() ?? 0) > alignedAt) ? "behind" : "there";
}

/** After so many days somebody reads a text for plain language again. */
export const reviewDays = 365;
