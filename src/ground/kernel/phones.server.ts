/** Phone numbers are stored in E.164 (domain facts 8.2). The number plans are large, so only the server reads them. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

export interface Phone {
  /** "+31612345678" */
  readonly e164: string;
  /** Whether it can take a text message. */
  readonly isMobile: boolean;
}

/** The number in E.164, or undefined if it is not one that exists. A number without country code is of `country`. */
export function parsePhone(text: string, country = "NL"): Phone | undefined {
  const region: CountryCode = isSupportedCountry(country) ? country : "NL";
  const parsed = parsePhoneNumberFromString(text, region);
  // A number of a known kind is valid; asking first would match it against the number plans twice.
  const kind = parsed?.getType();
  if (!parsed || (kind === undefined && !parsed.isValid())) return undefined;
  return { e164: parsed.number, isMobile: kind === "MOBILE" || kind === "FIXED_LINE_OR_MOBILE" };
}
