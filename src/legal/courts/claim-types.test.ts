/** What a claim rests on by its legal type or its title, and what the sub-district court judges whatever the amount. */
import { describe, expect, test } from "vitest";
import { type ClaimType, claimTypeOf, isHirePurchase, isSubDistrictMatter } from "./courts.ts";

describe("what a claim rests on", () => {
  test.each<[string, string | null, ClaimType]>([
    ["Overeenkomst", "rent", "rent"],
    ["Huur bedrijfsruimte", null, "rent"],
    ["Autoverhuur", null, "rent"],
    // The legal type goes before the title.
    ["Huur", "loan", "loan"],
    // What a word contains by chance is no kind of claim.
    ["Dienstverlening", null, "services"],
    ["Zakelijke dienstverlening accountant", null, "services"],
    ["Levering schuurpapier", null, "services"],
    ["Bouw van een schuur", null, "construction"],
    ["Verhuur van een schuur", null, "rent"],
    ["Geldlening", null, "loan"],
    ["Kredietverlening", null, "loan"],
    ["Lening", null, "loan"],
    ["Koop", null, "sale"],
    // By which way something was sold, or that a telephone was, makes it no subscription.
    ["Koop via internet", null, "sale"],
    ["Telefonische verkoop", null, "sale"],
    ["Koop van een telefoon", null, "sale"],
    ["Levering van goederen, internetbestelling", null, "sale"],
    ["Abonnement met koop van een telefoon", null, "subscription"],
    ["Internet en telefonie", null, "subscription"],
    ["Levering van gas", null, "subscription"],
    ["Boete", null, "other"],
    // Hire purchase is a sale that is paid in instalments: nothing of it is rent, whose court is where the property lies.
    ["Huurkoop", null, "sale"],
    ["Huurkoopovereenkomst bestelbus", null, "sale"],
    ["Huurkoop van een telefoon met abonnement", null, "sale"],
  ])("%s (%s): %s", (title, legalType, type) => expect(claimTypeOf(title, legalType)).toBe(type));
});

describe("what a claim rests on by its title and its description", () => {
  test.each<[string, string, ClaimType]>([
    // What the title says goes before a word of the description.
    ["Internet en telefonie", "Bestelling 118, maart 2026", "subscription"],
    ["Koop", "Fietsverhuur Voorbeeld, bakfiets", "sale"],
    // One that says little leaves it to the description.
    ["Levering", "Koop van een stadsfiets", "sale"],
    ["Overeenkomst", "Huur van maart 2026", "rent"],
    ["Dienst", "Onderhoud van de cv-ketel", "services"],
  ])("%s, %s: %s", (title, description, type) => expect(claimTypeOf(title, null, description)).toBe(type));
});

describe("the sub-district court whatever the amount", () => {
  test.each<[string, ClaimType, boolean, number, boolean]>([
    ["rent of a business", "rent", false, 9_000_000, true],
    ["a sale to a consumer", "sale", true, 9_000_000, true],
    ["a sale to a business", "sale", false, 9_000_000, false],
    ["40,000.00 lent to a consumer", "loan", true, 4_000_000, true],
    ["a cent more", "loan", true, 4_000_001, false],
    ["30,000.00 lent to a business", "loan", false, 3_000_000, false],
    ["services to a consumer", "services", true, 3_000_000, false],
  ])("%s", (_what, type, consumer, lent, is) => expect(isSubDistrictMatter(type, consumer, lent)).toBe(is));

  test("hire purchase, of a business too", () => {
    const ofBusiness = (title: string) =>
      isSubDistrictMatter(claimTypeOf(title), false, 9_000_000, isHirePurchase(title));
    expect(ofBusiness("Huurkoop van een bestelbus")).toBe(true);
    expect(ofBusiness("Koop van een bestelbus")).toBe(false);
  });
});
