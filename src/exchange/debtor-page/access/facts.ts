/** What a person is asked before anything personal shows, and whether the answer is right. Pure. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Level } from "../debtor-page.ts";

export interface Person {
  readonly fileType: string;
  readonly birthDate: PlainDate | null;
  readonly postcode: string;
  readonly houseNumber: string;
  readonly city: string;
}

export type Fact = "birthDate" | "address";

/** What is asked before anything personal shows: the date of birth where it is known, else postcode and house number. */
export const factOf = ({ fileType, birthDate }: Person): Fact =>
  fileType === "private" && birthDate !== null ? "birthDate" : "address";

export const levelOf = (fact: Fact): Level => (fact === "birthDate" ? "full" : "letter");

export interface Answer {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly postcode: string;
  readonly houseNumber: string;
}

const digits = (text: string): string => text.replace(/\D/g, "").replace(/^0+/, "");
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** An answer and the truth, each as one text of one shape: equal only where every part is right, so that no part is told by itself. */
export function factTexts(fact: Fact, person: Person, answer: Answer): readonly [given: string, right: string] {
  if (fact === "birthDate") {
    const [year = "", month = "", day = ""] = (person.birthDate ?? "").split("-");
    return [
      [digits(answer.year), digits(answer.month), digits(answer.day)].join("-"),
      [digits(year), digits(month), digits(day)].join("-"),
    ];
  }
  // "112-2", "112 2" and "112" with an addition elsewhere: the number is what counts.
  const number = (text: string): string => /\d+/.exec(text)?.[0]?.replace(/^0+/, "") ?? "";
  return [
    [plain(answer.postcode), number(answer.houseNumber)].join("-"),
    // Countries without postcodes: a file has a "-" there, and whoever owes fills in the town.
    [plain(person.postcode) || plain(person.city), number(person.houseNumber)].join("-"),
  ];
}

export const isAnswered = (fact: Fact, answer: Answer): boolean =>
  fact === "birthDate"
    ? [answer.day, answer.month, answer.year].every((part) => digits(part) !== "")
    : plain(answer.postcode) !== "" && /\d/.test(answer.houseNumber);
