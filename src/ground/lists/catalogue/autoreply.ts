/** The automatic replies' variables, and what a reply looks like with values in place of them. Pure. */
import { fillText, type Language, languages } from "../../kernel/texts.ts";
import type { Names } from "../engine/list.ts";

/** What may stand in a reply as %name%, with a sample for the preview. */
export const autoreplyVariables = {
  name: "A. de Vries",
  fileNumber: "26-000123",
  company: "Voorbeeld Incasso B.V.",
  phone: "020 123 45 67",
  email: "info@voorbeeld.example",
  website: "https://voorbeeld.example",
  date: "20-11-2026",
} as const;

/** The first name between percent signs that is no variable. */
export function unknownVariable(text: string): string | undefined {
  for (const [, name = ""] of text.matchAll(/%(\w+)%/g)) {
    if (!Object.hasOwn(autoreplyVariables, name)) return name;
  }
  return undefined;
}

/** The first variable in any language of a text that is none, with the language. */
export function unknownIn(names: Names): { readonly language: Language; readonly variable: string } | undefined {
  for (const language of languages) {
    const variable = unknownVariable(names[language]);
    if (variable !== undefined) return { language, variable };
  }
  return undefined;
}

/** The reply in a language with sample values; the Dutch text where it has none in that language. */
export const sampleReply = (of: { readonly subject: Names; readonly reply: Names }, language: Language) => ({
  subject: fillText(of.subject[language] || of.subject.nl, autoreplyVariables, language),
  text: fillText(of.reply[language] || of.reply.nl, autoreplyVariables, language),
});
