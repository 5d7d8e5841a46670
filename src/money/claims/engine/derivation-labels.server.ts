/** The derivation as returned by the calls: each label in the reader's language, amounts as decimals. */
import { shownDate } from "../../../ground/kernel/dates.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import { decimalFromCents, decimalFromRate } from "../../../ground/kernel/money.ts";
import type { Language } from "../../../ground/kernel/texts.ts";
import type { DerivationNode, LabelValue } from "./derivation.ts";
import type { ExplainNode } from "./statement.contract.ts";

/** Translates a text into a language; implemented by the server's contexts. */
export interface Speaker {
  translate(message: Message, language?: Language): string;
}

const locales: Readonly<Record<Language, string>> = { nl: "nl-NL", en: "en-GB", fr: "fr-FR", de: "de-DE" };
const formats = new Map<Language, Intl.NumberFormat>();

/** Cents formatted as euros of the language. */
export function shownMoney(cents: number, language: Language): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(locales[language], { style: "currency", currency: "EUR" });
    formats.set(language, format);
  }
  // A whole number of cents divided by 100 is the double nearest to that decimal, so two decimals print it exactly.
  return format.format(cents / 100);
}

function shown(value: LabelValue, speaker: Speaker, language: Language): string {
  switch (value.kind) {
    case "date":
      return shownDate(value.value);
    case "money":
      return shownMoney(value.value, language);
    case "rate": {
      const rate = decimalFromRate(value.value);
      return language === "en" ? rate : rate.replace(".", ",");
    }
    case "number":
      return String(value.value);
    case "text":
      return value.value;
    case "term":
      return speaker.translate({ key: `claims.${value.value}` }, language);
  }
}

/** The label of a node as a sentence, for screens and letters. */
export function labelText(
  node: Pick<DerivationNode, "label" | "values">,
  speaker: Speaker,
  language: Language,
): string {
  const values = Object.fromEntries(
    Object.entries(node.values).map(([name, value]) => [name, shown(value, speaker, language)]),
  );
  return speaker.translate({ key: `claims.${node.label}`, values }, language).trim();
}

const plain = (value: LabelValue): { kind: LabelValue["kind"]; value: string | number } => {
  if (value.kind === "money") return { kind: "money", value: decimalFromCents(value.value) };
  if (value.kind === "rate") return { kind: "rate", value: decimalFromRate(value.value) };
  return { kind: value.kind, value: value.value };
};

/** A derivation as the call gives it. */
export const explained = (node: DerivationNode, speaker: Speaker, language: Language): ExplainNode => ({
  label: node.label,
  values: Object.fromEntries(Object.entries(node.values).map(([name, value]) => [name, plain(value)])),
  text: labelText(node, speaker, language),
  amount: decimalFromCents(node.amount),
  article: node.article,
  source: node.source,
  children: node.children.map((child) => explained(child, speaker, language)),
});
