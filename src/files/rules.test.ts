import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  debtorFlags,
  displayName,
  fileNumber,
  fileStatuses,
  mayBecome,
  nextStatuses,
  parseFileNumber,
  parseLegalForm,
  referencePayload,
  searchName,
  sortName,
} from "./files.ts";
import { readSearch } from "./search.ts";

const person = {
  fileType: "private" as const,
  initials: "J.P.",
  firstName: "Jan",
  prefix: "van der",
  lastName: "Meer-Oosterhuis",
  companyName: null,
};

describe("names", () => {
  test("are shown with the prefix before, sorted with it behind, and found by each word", () => {
    expect(displayName(person)).toBe("J.P. van der Meer-Oosterhuis");
    expect(sortName(person)).toBe("meer-oosterhuis j.p. van der");
    expect(searchName(person)).toBe("meer oosterhuis jan j p van der");
  });
  test("of a company are its own; of a company without one the person's", () => {
    const company = { ...person, fileType: "company" as const, companyName: "Bakkerij 't Hoekje V.O.F." };
    expect(displayName(company)).toBe("Bakkerij 't Hoekje V.O.F.");
    expect(searchName(company)).toContain("bakkerij t hoekje v o f");
  });
});

describe("file numbers", () => {
  test("are the year and six digits, seven past the millionth", () => {
    expect(fileNumber(2026, 123)).toBe("26-000123");
    expect(fileNumber(2026, 1_234_567)).toBe("26-1234567");
    expect(referencePayload("26-000123")).toBe("26000123");
  });
  test("are read back as they were written, with or without the dash", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 9_999_999 }), (year, sequence) => {
        const number = fileNumber(year, sequence);
        expect(parseFileNumber(number)).toBe(number);
        expect(parseFileNumber(number.replace("-", ""))).toBe(number);
      }),
    );
    expect(parseFileNumber("26-123")).toBeUndefined();
  });
});

describe("the flags of a debtor (rule E5)", () => {
  test.each([
    ["private", null, true, true],
    ["company", "eenmanszaak", false, true],
    ["company", "vof", false, true],
    ["company", "maatschap", false, true],
    ["company", "cv", false, true],
    ["company", "bv", false, false],
    ["company", "nv", false, false],
    ["company", "stichting", false, false],
    ["company", "vereniging", false, false],
    ["company", "cooperatie", false, false],
    ["company", null, false, true],
  ] as const)("%s, %s", (type, form, isConsumer, isNaturalPerson) => {
    expect(debtorFlags(type, form)).toEqual({ isConsumer, isNaturalPerson });
  });
  test.each([
    ["B.V.", "bv"],
    ["Coöperatie", "cooperatie"],
    ["besloten vennootschap", "bv"],
    ["GmbH", undefined],
  ])("%s is read as %s", (text, form) => {
    expect(parseLegalForm(text)).toBe(form);
  });
});

describe("statuses", () => {
  test("every open status may be suspended and closed, and comes back from suspension (domain facts 6)", () => {
    for (const status of fileStatuses.filter((one) => one !== "closed" && one !== "suspend")) {
      expect(mayBecome(status, "suspend")).toBe(true);
      expect(mayBecome("suspend", status)).toBe(true);
      expect(mayBecome(status, "closed")).toBe(true);
    }
    expect(nextStatuses("closed")).not.toContain("paused");
  });
});

describe("a search text", () => {
  test.each([
    ["26-000123", { kind: "number", number: "26-000123" }],
    ["1012 ab 12-A", { kind: "place", postcode: "1012 AB", houseNumber: "12" }],
    ["NL91ABNA0417164300", { kind: "iban", iban: "NL91ABNA0417164300" }],
    // Payload 26000123, its check digit by the rule of domain facts 8.3.
    ["3820261234", { kind: "reference", reference: "3820261234" }],
    ["0612345678", { kind: "phone", digits: "0612345678" }],
    ["de Boer & Zn.", { kind: "words", words: ["de", "boer", "zn"] }],
  ])("%s", (text, sought) => {
    expect(readSearch(text)).toEqual(sought);
  });
});
