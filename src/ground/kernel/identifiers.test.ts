/** Identifiers and payment references: examples of the domain facts (8.2, 8.3), with the arithmetic of the check digits. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  containsBsn,
  creditorId,
  formatIban,
  formatPaymentReference,
  houseLine,
  isBsn,
  isEmail,
  maskBsn,
  parseBic,
  parseEstablishment,
  parseIban,
  parseKvk,
  parsePaymentReference,
  parsePostcode,
  parseRfReference,
  parseRsin,
  parseVatNumber,
  paymentReference,
  referenceSum,
  rfReference,
  splitAddressLine,
  splitHouseNumber,
} from "./identifiers.ts";
import { parsePhone } from "./phones.server.ts";

describe("accounts", () => {
  it("an IBAN has valid check digits and length", () => {
    expect(parseIban("NL91 ABNA 0417 1643 00")).toBe("NL91ABNA0417164300");
    expect(parseIban("nl20ingb0001234567")).toBe("NL20INGB0001234567");
    for (const wrong of ["NL91ABNA0417164301", "NL91ABNA041716430", "", "ABNA0417164300"])
      expect(parseIban(wrong)).toBeUndefined();
    expect(formatIban("NL91ABNA0417164300")).toBe("NL91 ABNA 0417 1643 00");
  });

  it("a BIC has 8 or 11 characters", () => {
    expect(parseBic("abnanl2a")).toBe("ABNANL2A");
    expect(parseBic("ABNANL2AXXX")).toBe("ABNANL2AXXX");
    expect(parseBic("ABNA")).toBeUndefined();
  });

  it("the SEPA creditor identifier contains the KvK number", () =>
    expect(creditorId("12345678")).toBe("NL69ZZZ123456780000"));
});

describe("registration numbers", () => {
  it("KvK numbers keep their leading zeros", () => {
    expect(parseKvk("01234567")).toBe("01234567");
    for (const wrong of ["1234567", "123456789", "1234567a"]) expect(parseKvk(wrong)).toBeUndefined();
    expect(parseEstablishment("000012345678")).toBe("000012345678");
  });

  it("an RSIN passes the 11-test", () => {
    expect(parseRsin("001855013")).toBe("001855013");
    expect(parseRsin("001855014")).toBeUndefined();
  });

  it("a VAT id passes the 11-test, or mod 97 over the whole", () => {
    for (const vat of ["NL001855013B01", "NL000099998B57", "NL123456789B13"]) expect(parseVatNumber(vat)).toBe(vat);
    expect(parseVatNumber("nl 0018.55.013.b01")).toBe("NL001855013B01");
    for (const wrong of ["NL123456789B14", "NL001855013A01", "BE0123456789"])
      expect(parseVatNumber(wrong)).toBeUndefined();
  });
});

describe("a BSN, which may not be stored (UAVG art. 46)", () => {
  it("is detected by the 11-test", () => {
    // 1×9 + 1×8 + 1×7 + 2×6 + 2×5 + 2×4 + 3×3 + 3×2 − 3 = 66 = 6 × 11
    expect(isBsn("111222333")).toBe(true);
    expect(isBsn("123456782")).toBe(true);
    expect(isBsn("123456789")).toBe(false);
    expect(isBsn("000000000")).toBe(false);
  });

  it("is found and masked in text; KvK numbers, IBANs and amounts are left unchanged", () => {
    expect(containsBsn("BSN: 111222333, graag bellen")).toBe(true);
    expect(maskBsn("BSN 111222333.")).toBe("BSN *********.");
    for (const text of ["KvK 12345678", "NL91ABNA0417164300", "factuur 123456789", "kenmerk 5000056789012345"]) {
      expect(containsBsn(text)).toBe(false);
    }
  });
});

describe("addresses", () => {
  it("postcodes are normalised, and SA, SD and SS do not exist", () => {
    expect(parsePostcode("1012ab")).toBe("1012 AB");
    expect(parsePostcode("1012 AB")).toBe("1012 AB");
    for (const wrong of ["0123 AB", "1234 SS", "1234 SA", "1234", "12345 AB"])
      expect(parsePostcode(wrong)).toBeUndefined();
  });

  it.each([
    ["12", "12", ""],
    ["12-A bis", "12", "A bis"],
    ["12 hs", "12", "hs"],
    ["12/3", "12", "3"],
    ["104b", "104", "b"],
  ])("house number %s", (text, number, addition) => {
    expect(splitHouseNumber(text)).toEqual({ number, addition });
  });

  it.each([
    ["12", "A", "12 A"],
    ["159", "-III", "159-III"],
    ["3", "/2", "3/2"],
    ["12", "", "12"],
    ["12", null, "12"],
    ["", null, ""],
  ])("%s and %s are written %s", (houseNumber, addition, line) => {
    expect(houseLine({ houseNumber, addition })).toBe(line);
  });

  it.each([
    ["Keizersgracht 12-A bis", "Keizersgracht", "12", "A bis"],
    ["Keizersgracht 12 2", "Keizersgracht", "12", "2"],
    ["Plein 1944 5", "Plein 1944", "5", ""],
    ["2e Dwarsstraat 7", "2e Dwarsstraat", "7", ""],
  ])("%s is split into street and house number", (line, street, number, addition) => {
    expect(splitAddressLine(line)).toEqual({ street, number, addition });
  });

  it("a line without a number is not an address", () => expect(splitAddressLine("Postbus")).toBeUndefined());

  it("a house number starts with a digit", () => expect(splitHouseNumber("bis")).toBeUndefined());

  it("e-mail addresses", () => {
    for (const good of ["a@example.nl", "Jan.de-Vries+x@mail.example.co.uk"]) expect(isEmail(good)).toBe(true);
    for (const bad of ["a@b", "a b@example.nl", "a@example.nl, b@example.nl", "@example.nl", "a@-x.nl"])
      expect(isEmail(bad)).toBe(false);
  });
});

describe("phone numbers", () => {
  it("are stored in E.164, and a mobile number is recognised", () => {
    expect(parsePhone("06-12 34 56 78")).toEqual({ e164: "+31612345678", isMobile: true });
    expect(parsePhone("020 624 1111")).toEqual({ e164: "+31206241111", isMobile: false });
    expect(parsePhone("+32 470 12 34 56")).toEqual({ e164: "+32470123456", isMobile: true });
    expect(parsePhone("0470 12 34 56", "BE")).toEqual({ e164: "+32470123456", isMobile: true });
    for (const wrong of ["06", "12345", "", "onbekend"]) expect(parsePhone(wrong)).toBeUndefined();
  });
});

describe("betalingskenmerk", () => {
  it.each([
    // Payload, Σ digit × weight (2,4,8,5,10,9,7,3,6,1 from the right), reference: 11 − Σ mod 11, 10 → 1, 11 → 0
    ["000056789012345", 215, "5000056789012345"], // 215 mod 11 = 6
    ["234534622567", 263, "12234534622567"], // 263 mod 11 = 10
    ["1234567", 174, "271234567"], // 174 mod 11 = 9
    ["20261234", 173, "3820261234"],
    ["123456789", 264, "09123456789"], // 0 → 11 → 0
    ["2026000123", 72, "502026000123"],
    ["26001234567", 167, "9126001234567"],
    ["1000003", 34, "171000003"], // 1 → 10 → 1
    ["1000008", 44, "071000008"],
  ])("of %s: %i, %s", (payload, sum, reference) => {
    expect(referenceSum(reference.slice(1))).toBe(sum);
    expect(paymentReference(payload)).toBe(reference);
    expect(parsePaymentReference(formatPaymentReference(reference))).toBe(reference);
  });

  it("any single wrong digit is detected", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_000, max: 99_999_999 }),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (payload, place, by) => {
          const reference = paymentReference(String(payload));
          const at = 2 + (place % (reference.length - 2));
          const wrong = reference.slice(0, at) + ((Number(reference[at]) + by) % 10) + reference.slice(at + 1);
          const sums = [referenceSum(reference.slice(1)), referenceSum(wrong.slice(1))].map((sum) => sum % 11);
          // The check digit cannot tell the remainders 0 and 1 apart from 10 and 0: 10 becomes 1 there, which 11 − 10 is too.
          fc.pre(!sums.every((rest) => rest === 1 || rest === 10));
          expect(parsePaymentReference(wrong)).toBeUndefined();
        },
      ),
    );
  });

  it("is shown in groups of four from the right", () => {
    expect(formatPaymentReference("5000056789012345")).toBe("5000 0567 8901 2345");
    expect(formatPaymentReference("12234534622567")).toBe("12 2345 3462 2567");
  });

  it("with seven digits has no check digit; other lengths are invalid", () => {
    expect(parsePaymentReference("1234567")).toBe("1234567");
    for (const wrong of ["12345678", "123456789012345", "281234567", "a71234567"])
      expect(parsePaymentReference(wrong)).toBeUndefined();
    expect(() => paymentReference("123456")).toThrow(RangeError);
  });
});

describe("ISO 11649", () => {
  it.each([
    ["539007547034", "RF18539007547034"],
    ["2026000123", "RF462026000123"],
    ["12345", "RF7812345"],
    ["INC0012345", "RF22INC0012345"],
  ])("of %s is %s", (payload, reference) => {
    expect(rfReference(payload)).toBe(reference);
    expect(parseRfReference(reference.replace(/(.{4})/g, "$1 "))).toBe(reference);
    expect(parseRfReference(`RF00${payload}`)).toBeUndefined();
  });

  it("accepts only letters and digits", () => expect(() => rfReference("A-1")).toThrow(RangeError));
});
