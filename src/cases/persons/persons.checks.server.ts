/**
 * A debtor as it is written down: one set of checks for the form, the call and the import. A public interface of its own, for a thread that does
 * nothing but check rows brings neither database nor calls with it.
 */
import { type PlainDate, parsePlainDate } from "../../ground/kernel/dates.ts";
import type { Message } from "../../ground/kernel/errors.ts";
import {
  containsBsn,
  isEmail,
  parseIban,
  parseKvk,
  parsePostcode,
  splitHouseNumber,
} from "../../ground/kernel/identifiers.ts";
import { parsePhone } from "../../ground/kernel/phones.server.ts";
import type { NewDebtor } from "./new-debtor.ts";

/** A debtor as it was typed. Empty texts are the same as null. */
export type DebtorInput = Omit<NewDebtor, "birthDate"> & { readonly birthDate: string | null };

/** What is wrong with a field; the key is one of this module's texts. */
export interface FieldProblem {
  readonly field: string;
  readonly message: Message;
}

const textFields = [
  "initials",
  "firstName",
  "prefix",
  "lastName",
  "companyName",
  "street",
  "city",
  "addition",
] as const;

// Most phone numbers of an import are Dutch, and looking one up in the number plans takes as long as all other checks of a row together. A
// mobile number is one by its form, and of any other geographic number the first three digits after the nought decide (Nummerplan telefoon-
// en ISDN-diensten): each three are looked up once.
const dutchMobile = /^(?:\+31|0031|0)6([1-5]\d{7})$/;
const dutchArea = /^(?:\+31|0031|0)([1-57]\d\d)(\d{6})$/;
const areas = new Map<string, boolean>();

function isDutchArea(area: string, rest: string): boolean {
  const known = areas.get(area);
  if (known !== undefined) return known;
  const found = parsePhone(`+31${area}${rest}`) !== undefined;
  areas.set(area, found);
  return found;
}

// The same number stands in every row of a debtor with many invoices.
const mostLookedUp = 5000;
const lookedUp = new Map<string, string | undefined>();

function lookUp(text: string, country: string): string | undefined {
  const key = `${country} ${text}`;
  if (lookedUp.has(key)) return lookedUp.get(key);
  const found = parsePhone(text, country)?.e164;
  if (lookedUp.size >= mostLookedUp) lookedUp.clear();
  lookedUp.set(key, found);
  return found;
}

function phoneOf(text: string, country: string): string | undefined {
  const bare = text.replace(/[\s().-]/g, "");
  const mobile = dutchMobile.exec(bare);
  if (mobile) return `+316${mobile[1]}`;
  const isNational = bare.startsWith("0") && !bare.startsWith("00");
  const [, area, rest] = (isNational && country !== "NL" ? null : dutchArea.exec(bare)) ?? [];
  if (area !== undefined && rest !== undefined) return isDutchArea(area, rest) ? `+31${area}${rest}` : undefined;
  return lookUp(text, country);
}

/**
 * Checks a debtor and puts it into the form in which it is kept: E.164, electronic IBAN, "1012 AB", number and addition apart.
 * A citizen service number is refused wherever it stands (domain facts 8.2).
 */
export function checkDebtor(
  input: DebtorInput,
  today: PlainDate,
): { readonly debtor: NewDebtor; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, key: string): void => {
    problems.push({ field, message: { key } });
  };
  const parsed = (field: string, text: string | null, parse: (text: string) => string | undefined, key: string) => {
    if (text === null || text.trim() === "") return null;
    const value = parse(text.trim());
    if (value === undefined) refuse(field, key);
    return value ?? null;
  };
  const plain = (text: string | null): string | null => text?.trim() || null;
  for (const field of textFields) {
    const text = input[field];
    if (text !== null && containsBsn(text)) refuse(field, "files.bsnRefused");
  }
  if (input.fileType === "private" && !plain(input.lastName)) refuse("lastName", "files.lastNameRequired");
  if (input.fileType === "company" && !plain(input.companyName)) refuse("companyName", "files.companyNameRequired");
  const postcode =
    input.country === "NL"
      ? parsed("postcode", input.postcode, parsePostcode, "files.badPostcode")
      : plain(input.postcode);
  const house = splitHouseNumber(input.houseNumber);
  if (!house) refuse("houseNumber", "files.badHouseNumber");
  const birthDate = input.birthDate ? parsePlainDate(input.birthDate) : undefined;
  if (input.birthDate && (birthDate === undefined || birthDate > today || birthDate < "1880-01-01")) {
    refuse("birthDate", "files.badBirthDate");
  }
  const phone = (field: "phone" | "mobile") =>
    parsed(field, input[field], (text) => phoneOf(text, input.country), "files.badPhone");
  const debtor: NewDebtor = {
    fileType: input.fileType,
    gender: input.gender,
    initials: plain(input.initials),
    firstName: plain(input.firstName),
    prefix: plain(input.prefix),
    lastName: plain(input.lastName),
    companyName: input.fileType === "company" ? plain(input.companyName) : null,
    legalForm: input.fileType === "company" ? input.legalForm : null,
    kvk: input.fileType === "company" ? parsed("kvk", input.kvk, parseKvk, "files.badKvk") : null,
    birthDate: input.fileType === "private" ? (birthDate ?? null) : null,
    street: input.street.trim(),
    houseNumber: house?.number ?? "",
    // The dash stands between the two, and belongs to neither.
    addition: plain(input.addition)?.replace(/^[-/]\s*(?=.)/, "") ?? (house?.addition || null),
    postcode: postcode ?? "",
    city: input.city.trim(),
    country: input.country,
    phone: phone("phone"),
    mobile: phone("mobile"),
    email: parsed("email", input.email, (text) => (isEmail(text) ? text.toLowerCase() : undefined), "files.badEmail"),
    iban: parsed("iban", input.iban, parseIban, "files.badIban"),
    language: input.language,
  };
  return { debtor, problems };
}
