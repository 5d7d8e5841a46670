import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCommon, passwordProblem } from "./passwords.ts";

describe("a new password", () => {
  it.each([
    ["twaalf teken", undefined],
    ["elf tekens!", "access.errorPasswordShort"],
    ["paard batterij nietje juist", undefined],
    ["x".repeat(129), "access.errorPasswordLong"],
    [`${"zeven kleine geitjes ".repeat(6)}ok`, undefined],
  ])("%s: %s", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });

  it.each([
    "welkom123456",
    "Welkom2026!!",
    "wachtwoord12",
    "P@ssw0rd1234",
    "passwordpassword",
    "qwertyuiop123",
    "123456789012",
    "aaaaaaaaaaaa",
    "abcdefghijkl",
    "Zomer2026Zomer2026",
    "w3lk0mw3lk0m",
    "incasso-incasso",
    "vorder-demo-2026",
    "1q1q1q1q1q1q",
    "Amsterdam1975!",
  ])("is refused if it is a commonly guessed one: %s", (password) => {
    expect(isCommon(password)).toBe(true);
  });

  it.each(["hoe groen was mijn dal", "kfW8-zzPq-41mX-0ttB", "correct horse battery staple", "Ťéplá-hruška-v-zime"])(
    "is accepted if it is not: %s",
    (password) => {
      expect(isCommon(password)).toBe(false);
    },
  );

  it("may not consist of the person's own names", () => {
    expect(isCommon("bartholomeus-1985", ["b.jansen", "Bartholomeüs Jansen"])).toBe(true);
    expect(isCommon("bartholomeus-1985")).toBe(false);
  });

  it("is checked whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (password) => {
        const problem = passwordProblem(password);
        return [...password].length < 12
          ? problem === "access.errorPasswordShort"
          : problem !== "access.errorPasswordShort";
      }),
    );
  });
});
