/** Numbers that people and papers carry: how each is written, checked and stored (domain facts 8.2 and 8.3). */
import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from "ibantools";

const withoutSpace = (text: string): string => text.replace(/[\s.-]/g, "");

/** The IBAN in electronic form, or undefined if its check digits or its length are wrong (ISO 13616). */
export function parseIban(text: string): string | undefined {
  const iban = electronicFormatIBAN(text);
  return iban && isValidIBAN(iban) ? iban : undefined;
}

/** The IBAN in groups of four, for people. */
export const formatIban = (iban: string): string => friendlyFormatIBAN(iban) ?? iban;

/** The BIC in capitals, or undefined if it is none (ISO 9362: 8 or 11 characters). */
export function parseBic(text: string): string | undefined {
  const bic = withoutSpace(text).toUpperCase();
  return isValidBIC(bic) ? bic : undefined;
}

/** KvK number: 8 digits; leading zeros stay, there is no public check digit. */
export const parseKvk = (text: string): string | undefined => {
  const kvk = withoutSpace(text);
  return /^\d{8}$/.test(kvk) ? kvk : undefined;
};

/** Number of an establishment (vestigingsnummer): 12 digits. */
export const parseEstablishment = (text: string): string | undefined => {
  const number = withoutSpace(text);
  return /^\d{12}$/.test(number) ? number : undefined;
};

/** The 11-test of BSN and RSIN: Σ digit × (9,8,7,6,5,4,3,2,−1) is divisible by 11. */
function passesElevenTest(nineDigits: string): boolean {
  if (!/^\d{9}$/.test(nineDigits) || /^0{9}$/.test(nineDigits)) return false;
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += Number(nineDigits[i]) * (i === 8 ? -1 : 9 - i);
  return sum % 11 === 0;
}

/** RSIN: 9 digits that pass the 11-test. */
export const parseRsin = (text: string): string | undefined => {
  const rsin = withoutSpace(text);
  return passesElevenTest(rsin) ? rsin : undefined;
};

/** Whether a field holds a BSN: 8 or 9 digits that pass the 11-test. A private agency may not keep one (UAVG art. 46). */
export const isBsn = (text: string): boolean => {
  const digits = withoutSpace(text);
  return /^\d{8,9}$/.test(digits) && passesElevenTest(digits.padStart(9, "0"));
};

/** Nine digits that stand alone and pass the 11-test. Eight digits are left be, for most of those are KvK numbers. */
const bsnInText = /(?<![\d.,-])\d{9}(?![\d-])/g;
const nineDigits = /\d{9}/;

/** Whether free text holds something that can only be taken for a BSN; such text is refused or masked. */
export const containsBsn = (text: string): boolean =>
  // Asked of every cell of a large import: most texts are too short for it.
  text.length >= 9 &&
  nineDigits.test(text) &&
  [...text.matchAll(bsnInText)].some(([digits]) => passesElevenTest(digits));

/** Free text with each BSN replaced by asterisks, for imports, mails and notes. */
export const maskBsn = (text: string): string =>
  text.length < 9 || !nineDigits.test(text)
    ? text
    : text.replace(bsnInText, (digits) => (passesElevenTest(digits) ? "*********" : digits));

/** ISO 7064 mod 97-10 over digits and letters (A = 10 … Z = 35). */
function mod97(text: string): number {
  let rest = 0;
  for (const sign of text) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Dutch VAT id `NL#########B##`: the 11-test on its digits (legal persons) or mod 97 over the whole (sole traders). */
export function parseVatNumber(text: string): string | undefined {
  const vat = withoutSpace(text).toUpperCase();
  const match = /^NL(\d{9})B\d{2}$/.exec(vat);
  if (!match) return undefined;
  return passesElevenTest(match[1] ?? "") || mod97(vat) === 1 ? vat : undefined;
}

/** Dutch postcode in the form "1012 AB", or undefined; SA, SD and SS are not given out. */
export function parsePostcode(text: string): string | undefined {
  const match = /^([1-9]\d{3})\s?([A-Z]{2})$/.exec(text.trim().toUpperCase());
  if (!match || ["SA", "SD", "SS"].includes(match[2] ?? "")) return undefined;
  return `${match[1]} ${match[2]}`;
}

/** A house number is digits; everything after them is the addition. */
export interface HouseNumber {
  readonly number: string;
  readonly addition: string;
}

/** "12-A bis" → 12 and "A bis"; undefined where no digits lead. */
export function splitHouseNumber(text: string): HouseNumber | undefined {
  const match = /^(\d{1,5})\s*[-/]?\s*(.{0,10})$/.exec(text.trim());
  return match ? { number: match[1] ?? "", addition: (match[2] ?? "").trim() } : undefined;
}

/** House number and addition as they are written: "12 A", and "159-III" where the addition brings its own dash. */
export function houseLine(of: { readonly houseNumber: string; readonly addition: string | null }): string {
  const addition = of.addition?.trim() ?? "";
  return addition === "" || /^[-/]/.test(addition)
    ? `${of.houseNumber}${addition}`
    : [of.houseNumber, addition].filter((part) => part !== "").join(" ");
}

/**
 * "Keizersgracht 12-A bis" → street and house number; undefined where none follows the street. A year that ends a street's name, as in
 * "Plein 1944 5", stays with it.
 */
export function splitAddressLine(text: string): ({ readonly street: string } & HouseNumber) | undefined {
  const line = text.trim();
  const match =
    /^(.*\D\s+1[5-9]\d\d)\s+(\d.*)$/.exec(line) ?? /^(.*\D)\s+(\d{1,5}\s*[-/]?\s*\S{0,6}(?:\s\S{1,6})?)$/.exec(line);
  const house = match ? splitHouseNumber(match[2] ?? "") : undefined;
  return match && house ? { street: (match[1] ?? "").trim(), ...house } : undefined;
}

const referenceWeights = [2, 4, 8, 5, 10, 9, 7, 3, 6, 1];

/** Σ of digits times weights, from the right (betalingskenmerk). */
export function referenceSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    sum += Number(digits[digits.length - 1 - i]) * (referenceWeights[i % 10] ?? 0);
  }
  return sum;
}

const referenceCheck = (digits: string): string => {
  const check = 11 - (referenceSum(digits) % 11);
  return String(check === 10 ? 1 : check === 11 ? 0 : check);
};

/**
 * The betalingskenmerk of a payload (betaalvereniging.nl): 7–12 digits get a check and a length digit, 15 digits a check digit.
 * Text, for it may begin with 0. Throws for any other payload, which only our own code can give.
 */
export function paymentReference(payload: string): string {
  if (!/^(\d{7,12}|\d{15})$/.test(payload)) throw new RangeError(`no payload of a betalingskenmerk: ${payload}`);
  const body = payload.length === 15 ? payload : `${payload.length % 10}${payload}`;
  return referenceCheck(body) + body;
}

/** The betalingskenmerk without spaces, or undefined if check or length digit are wrong. Seven digits carry no check. */
export function parsePaymentReference(text: string): string | undefined {
  const reference = text.replace(/\s/g, "");
  if (/^\d{7}$/.test(reference)) return reference;
  if (!/^(\d{9,14}|\d{16})$/.test(reference)) return undefined;
  if (reference.length < 16 && Number(reference[1]) !== (reference.length - 2) % 10) return undefined;
  return referenceCheck(reference.slice(1)) === reference[0] ? reference : undefined;
}

/** In groups of four from the right, the way payment slips show it. */
export const formatPaymentReference = (reference: string): string =>
  reference.replace(/(?<=\d)(?=(?:\d{4})+$)/g, " ").trim();

/** The ISO 11649 creditor reference of a text of at most 21 letters and digits; throws for anything else. */
export function rfReference(payload: string): string {
  const body = payload.toUpperCase();
  if (!/^[0-9A-Z]{1,21}$/.test(body)) throw new RangeError(`no payload of a creditor reference: ${payload}`);
  return `RF${String(98 - mod97(`${body}RF00`)).padStart(2, "0")}${body}`;
}

/** The ISO 11649 reference without spaces, or undefined if its check digits are wrong. */
export function parseRfReference(text: string): string | undefined {
  const reference = text.replace(/\s/g, "").toUpperCase();
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(reference)) return undefined;
  return mod97(reference.slice(4) + reference.slice(0, 4)) === 1 ? reference : undefined;
}

/** SEPA creditor identifier of a Dutch creditor, from its KvK number and a four-digit suffix. */
export const creditorId = (kvk: string, suffix = "0000"): string => {
  const body = `${kvk}${suffix}`;
  return `NL${String(98 - mod97(`${body}NL00`)).padStart(2, "0")}ZZZ${body}`;
};

/** Whether a text has the form of an e-mail address that a mail server would take. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>(),;:\\"[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,63}$/u.test(text);
