import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import type { Recipient } from "../../parties/parties.ts";
import { debtorFlags, displayName, parseLegalForm, searchName, sortName } from "../../persons/persons.ts";
import { mournedFrom, speakerOf } from "../../states/speakers.ts";
import { mayBecome, nextStatuses } from "../../states/transitions.ts";
import type { HoldKind } from "../files.ts";
import { fileNumber, fileStatuses, parseFileNumber, referencePayload } from "../files.ts";

const person = {
  fileType: "private" as const,
  initials: "J.P.",
  firstName: "Jan",
  prefix: "van der",
  lastName: "Meer-Oosterhuis",
  companyName: null,
};

describe("names", () => {
  test("are shown with the prefix first, sorted with it last, and found by each word", () => {
    expect(displayName(person)).toBe("J.P. van der Meer-Oosterhuis");
    expect(sortName(person)).toBe("meer-oosterhuis j.p. van der");
    expect(searchName(person)).toBe("meer oosterhuis jan j p van der");
  });
  test("of a company are its own; a company without a name has the person's", () => {
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

  test("an arrangement may start in every open status, under monitoring too", () => {
    const without = fileStatuses.filter((status) => !mayBecome(status, "term_payment"));
    expect(without).toEqual(["closed"]);
  });
});

describe("who speaks for a debtor", () => {
  const party = (partyId: number, role: Recipient["role"]): Recipient => ({
    partyId,
    role,
    liable: false,
    wishes: null,
    displayName: role,
    fileType: "private",
    gender: "unknown",
    prefix: null,
    lastName: role,
    address: {
      street: "Kade",
      houseNumber: "1",
      addition: null,
      postcode: "1011 AA",
      city: "Amsterdam",
      country: "NL",
    },
    email: null,
    mobile: null,
    phone: null,
    language: "nl",
  });
  const state = (kind: HoldKind | "minor", partyId: number | null = null) => ({
    kind,
    since: date("2026-11-01"),
    partyId,
  });
  const all = [
    party(1, "counsellor"),
    party(2, "administrator"),
    party(3, "heir"),
    party(4, "notary"),
    party(5, "other"),
  ];

  test.each([
    ["nobody if there is no state", [], all, null],
    ["nobody in a dispute", [state("dispute")], all, null],
    ["the counsellor in debt counselling", [state("shv")], all, ["shv", 1]],
    [
      "the administrator rather than the counsellor",
      [state("shv"), state("administration")],
      all,
      ["administration", 2],
    ],
    ["a notary rather than the heirs", [state("deceased")], all, ["deceased", 4]],
    [
      "the heirs rather than an administrator, whose task has ended",
      [state("administration"), state("deceased")],
      all.slice(0, 3),
      ["deceased", 3],
    ],
    ["the party that the state names, whatever its role", [state("shv", 5)], all, ["shv", 5]],
    ["the party that a state of another kind names", [state("moratorium", 5)], all, ["moratorium", 5]],
    ["the representative of a minor", [state("minor")], [...all, party(6, "legal_representative")], ["minor", 6]],
    ["nobody yet for a minor without a representative", [state("minor")], all, ["minor", null]],
    [
      "the guardian rather than the counsellor",
      [state("shv"), state("guardianship")],
      [...all, party(6, "legal_representative")],
      ["guardianship", 6],
    ],
    ["the party with the role if the named one no longer exists", [state("shv", 99)], all, ["shv", 1]],
    ["a counsellor who is not known yet", [state("shv")], [], ["shv", null]],
    ["a trustee in bankruptcy who is not known yet", [state("bankruptcy")], all, ["bankruptcy", null]],
    ["a WSNP trustee who is not known yet", [state("wsnp"), state("shv")], all, ["wsnp", null]],
  ] as const)("%s", (_name, states, parties, expected) => {
    const speaker = speakerOf(states, parties);
    expect(speaker && [speaker.kind, speaker.to?.partyId ?? null]).toEqual(expected);
  });

  test.each([
    ["2026-11-20", "2027-02-21"],
    ["2026-11-30", "2027-03-01"],
  ])("after a death on %s no payment is demanded before %s", (since, from) => {
    expect(mournedFrom(date(since))).toBe(from);
  });
});
