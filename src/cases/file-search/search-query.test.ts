import { describe, expect, test } from "vitest";
import { editDistance, errorsIn, meaningsOf, nearest } from "./ranking.ts";
import { readSearch } from "./search-query.ts";

describe("a search text", () => {
  test.each([
    ["26-000123", { fileNumber: "26-000123", words: [] }],
    ["1012 ab 12-A", { place: { postcode: "1012 AB", houseNumber: "12" }, words: [] }],
    ["NL91ABNA0417164300", { iban: "NL91ABNA0417164300", words: [] }],
    // Payload 26000123, its check digit by the rule of domain facts 8.3; ten digits may be a phone number as well.
    ["3820261234", { paymentReference: "3820261234", phones: ["3820261234"], words: [] }],
    ["0612345678", { phones: ["0612345678"], words: [] }],
    ["6 1234 5678", { phones: ["6 1234 5678", "0612345678"], words: [] }],
    ["31612345678", { phones: ["31612345678", "+31612345678"] }],
    ["12345678", { kvk: "12345678", fileNumber: "12-345678" }],
    ["de Boer & Zn.", { words: ["de", "boer", "zn"], phones: [], numbers: [] }],
    ["26-000123 26-000124;ZLE002012", { numbers: ["26-000123", "26-000124", "zle002012"], words: [] }],
    ["12-3-1980", { birthDate: "1980-03-12", words: [] }],
    ["1980-03-12", { birthDate: "1980-03-12" }],
    ["Jansen 12/03/1980", { birthDate: "1980-03-12", words: ["jansen"] }],
    ["jansen@", { emailPart: "jansen@", words: [] }],
    ["885", { numberPart: "885", words: ["885"] }],
    ["88", { words: ["88"] }],
    ["Jansen, Zwolle", { numbers: [], words: ["jansen", "zwolle"] }],
    ["31-02-1980", { words: [] }],
  ])("%s", (text, query) => {
    expect(readSearch(text)).toMatchObject(query);
  });

  test("is not read as an impossible date, nor as part of an e-mail address when it has spaces", () => {
    expect(readSearch("31-02-1980").birthDate).toBeUndefined();
    expect(readSearch("de boer").emailPart).toBeUndefined();
    expect(readSearch("88").numberPart).toBeUndefined();
  });
});

describe("a typing error", () => {
  test.each([
    ["brenbrinkma", "brembrinkma", 1],
    ["haverzwag", "haverzwaag", 1],
    ["jansne", "jansen", 1],
    ["jansen", "jansen", 0],
    ["korneliss", "cornelisse", 2],
    ["", "abc", 3],
  ])("%s is from %s by %i", (typed, stands, errors) => {
    expect(editDistance(typed, stands)).toBe(errors);
    expect(editDistance(stands, typed)).toBe(errors);
  });

  test("is allowed in one letter of three, and never in a number", () => {
    expect(errorsIn(["haverzwag", "zwolle"], ["haverzwaag", "zwolle"])).toBe(1);
    expect(errorsIn(["jan"], ["jon"])).toBe(1);
    expect(errorsIn(["jan"], ["joe"])).toBeUndefined();
    expect(errorsIn(["12"], ["13"])).toBeUndefined();
    expect(errorsIn(["hav"], ["haverzwaag"])).toBe(0);
  });

  test("puts the name with the fewest errors first, and leaves out names that are too different", () => {
    const names = ["broekbrinkma", "brembrinkma", "bembrinkma", "duisterbrinkma"];
    expect(nearest(["brenbrinkma"], names, (name) => [name])).toEqual(["brembrinkma", "broekbrinkma", "bembrinkma"]);
  });

  // One letter in three may be wrong: of 6 letters two, of 4 one.
  test.each([
    ["jansne", ["jans", "jannes", "jansen", "pietersen", "janse"], ["jansen 1", "janse 1", "jans 2", "jannes 2"]],
    ["smid", ["smit", "smidt", "schmidt"], ["smit 1", "smidt 1"]],
    ["haverzwag", ["haverzwaag", "zwolle"], ["haverzwaag 1"]],
  ])("%s may mean other words, the nearest first", (typed, among, expected) => {
    expect(meaningsOf(typed, among).map(({ word, errors }) => `${word} ${errors}`)).toEqual(expected);
  });
});
