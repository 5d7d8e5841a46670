/** What a person means by the text in the search field. Pure. */
import { isEmail, parseIban, parsePaymentReference, splitHouseNumber } from "../kernel/identifiers.ts";
import { parseFileNumber, searchWords } from "./files.ts";

export type Sought =
  | { readonly kind: "number"; readonly number: string }
  | { readonly kind: "reference"; readonly reference: string }
  | { readonly kind: "iban"; readonly iban: string }
  | { readonly kind: "email"; readonly email: string }
  | { readonly kind: "place"; readonly postcode: string; readonly houseNumber: string | null }
  | { readonly kind: "phone"; readonly digits: string }
  | { readonly kind: "words"; readonly words: readonly string[] };

const placePattern = /^([1-9]\d{3})\s?([a-z]{2})(?:[\s,]+(\d.*))?$/i;
const phonePattern = /^(\+|00)?[\d\s().-]{9,20}$/;

/** Reads the text: a number, an IBAN and the like are recognised by their form; everything else is words of a name. */
export function readSearch(text: string): Sought {
  const trimmed = text.trim();
  const number = parseFileNumber(trimmed);
  if (number !== undefined) return { kind: "number", number };
  const iban = parseIban(trimmed);
  if (iban !== undefined) return { kind: "iban", iban };
  if (isEmail(trimmed)) return { kind: "email", email: trimmed.toLowerCase() };
  const place = placePattern.exec(trimmed);
  if (place) {
    return {
      kind: "place",
      postcode: `${place[1]} ${(place[2] ?? "").toUpperCase()}`,
      houseNumber: splitHouseNumber(place[3] ?? "")?.number ?? null,
    };
  }
  const digits = trimmed.replace(/\D/g, "");
  // A payment reference never begins with a zero and a trunk prefix at once; its check digit decides.
  const reference = digits.length >= 9 && /^[\d\s]+$/.test(trimmed) ? parsePaymentReference(digits) : undefined;
  if (reference !== undefined && !/^0[1-9]\d{8}$/.test(digits)) return { kind: "reference", reference };
  if (phonePattern.test(trimmed)) return { kind: "phone", digits: trimmed };
  return {
    kind: "words",
    words: searchWords(trimmed)
      .split(" ")
      .filter((word) => word !== "")
      .slice(0, 8),
  };
}
