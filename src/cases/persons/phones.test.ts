import fc from "fast-check";
import { expect, test } from "vitest";
import { date } from "../../ground/kernel/dates.ts";
import { parsePhone } from "../../ground/kernel/phones.server.ts";
import { checkDebtor } from "./persons.checks.server.ts";

/** What becomes of a phone number of a debtor who is fine otherwise; undefined where it is refused. */
function phoneOf(phone: string, country: string): string | null | undefined {
  const { debtor, problems } = checkDebtor(
    {
      fileType: "private",
      gender: "unknown",
      initials: null,
      firstName: null,
      prefix: null,
      lastName: "Jansen",
      companyName: null,
      legalForm: null,
      kvk: null,
      birthDate: null,
      street: "Dorpsstraat",
      houseNumber: "1",
      addition: null,
      postcode: country === "NL" ? "1012 AB" : "1000",
      city: "Hier",
      country,
      phone,
      mobile: null,
      email: null,
      iban: null,
      language: "nl",
    },
    date("2026-06-01"),
  );
  return problems.length > 0 ? undefined : debtor.phone;
}

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""));

test("a number is read by its country's numbering plan, however it is written and however often it is asked for", () => {
  fc.assert(
    fc.property(fc.constantFrom("0", "+31", "0031"), digits(3), digits(6), (before, area, rest) => {
      const written = `${before}${area} ${rest}`;
      expect([phoneOf(written, "NL"), phoneOf(written, "NL")]).toEqual(
        Array.from({ length: 2 }, () => parsePhone(written)?.e164),
      );
    }),
    { numRuns: 3000 },
  );
});

test("a national number is read as one of the debtor's own country", () => {
  expect(phoneOf("020 1234567", "NL")).toBe("+31201234567");
  expect(phoneOf("02 512 34 56", "BE")).toBe("+3225123456");
  expect(phoneOf("03 232 11 11", "BE")).toBe("+3232321111");
  expect(phoneOf("+31 20 123 4567", "BE")).toBe("+31201234567");
  // There is no Dutch area 019.
  expect(phoneOf("019 1234567", "NL")).toBeUndefined();
});
