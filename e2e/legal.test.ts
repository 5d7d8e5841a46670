/** The lawyers' screens in a browser: the competent court with its reasons, what a place is known for, and what a summons costs. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, textShown } from "./page.ts";
import { begin } from "./portfolio.ts";

describe("courts and court costs", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "jurist", name: "J. Urist" }));
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog");

  test("a postcode and an amount give the competent court, with each rule that applies", async () => {
    await page.goto("/courts");
    await page.getByLabel("Postcode van de debiteur").fill("3511 EX");
    await textShown(page, "Rechtbank Midden-Nederland, Utrecht: kantonrechter");
    await textShown(page, "postcodegebied 3467–3769");
    await textShown(page, "Niet meer dan € 25.000,00: kantonrechter.");
    // Where it sits, and that nobody has checked it.
    await page.getByText("Vrouwe Justitiaplein 1, 3511 EX Utrecht").first().waitFor();
    await page.getByRole("status").getByText("Niet nagekeken").waitFor();
    await page.getByLabel("Vordering", { exact: true }).fill("veel");
    await textShown(page, "Vul een bedrag in, zoals 1.250,00.");
    await page.getByLabel("Postcode van de debiteur").fill("Utrecht");
    await textShown(page, "Vul een Nederlandse postcode in, zoals 3511 EX.");
    await page.getByLabel("Postcode van de debiteur").fill("3511 EX");
    await page.getByLabel("Vordering", { exact: true }).fill("25.000,01");
    await textShown(page, "Rechtbank Midden-Nederland, Utrecht: civiele kamer (advocaat verplicht)");
  });

  test("an address counts as checked once its source is entered", async () => {
    await page.getByRole("button", { name: "Wijzigen: Utrecht" }).click();
    await dialog().getByLabel("Bron").fill("");
    await dialog().getByLabel("Nagekeken op").fill("19-11-2026");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByText("Noem de bron waarin het is nagekeken.").waitFor();
    await dialog().getByLabel("Bron").fill("rechtspraak.nl");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Utrecht is opgeslagen.");
    await page.getByRole("row").filter({ hasText: "Utrecht" }).getByText("19-11-2026").waitFor();
    await textShown(page, "30 van 31 adressen zijn niet nagekeken");
  });

  test("an office is added with a price, found, archived, and restored from the notice", async () => {
    await page.goto("/bailiff");
    await page.getByRole("button", { name: "Kantoor toevoegen" }).click();
    await dialog().getByLabel("Naam").fill("Grachten & Partners");
    await dialog().getByLabel("Plaats").fill("Amsterdam");
    await dialog().getByLabel("IBAN").fill("NL91ABNA0417164301");
    await dialog().getByRole("button", { name: "Afspraak toevoegen" }).click();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByText("Dit is geen geldig IBAN.").waitFor();
    await dialog().getByText("Kies een ambtshandeling.").waitFor();
    await dialog().getByLabel("IBAN").fill("NL91ABNA0417164300");
    await dialog().getByRole("combobox", { name: "Ambtshandeling" }).click();
    await page.getByRole("option", { name: "2 a", exact: true }).click();
    await dialog().getByLabel("Prijs", { exact: true }).fill("95");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Grachten & Partners is toegevoegd.");
    await page.getByRole("button", { name: "Archiveren: Grachten & Partners" }).click();
    await textShown(page, "Nog geen kantoren");
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await page.getByRole("button", { name: "Wijzigen: Grachten & Partners" }).waitFor();
  });

  test("the costs of a summons are calculated while typing, with a warning just above a band", async () => {
    await page.goto("/subpoena-salary");
    await page.getByLabel("Hoofdsom").fill("4,8,0");
    await textShown(page, "Vul een bedrag in, zoals 1.250,00.");
    await page.getByLabel("Hoofdsom").fill("480");
    await page.getByLabel("Rente").fill("12");
    await page.getByLabel("Buitengerechtelijke kosten").fill("72");
    // 564.00: 350.00 of fee, a point of 144.00, the summons 125.57.
    await page
      .getByRole("row", { name: /Proceskosten/ })
      .getByText("€ 619,57")
      .waitFor();
    await textShown(
      page,
      "De vordering ligt € 64,00 boven € 500,00. Wie dat deel laat vallen, bespaart € 268,00 aan kosten",
    );
    await page.getByRole("combobox", { name: "Eiser" }).click();
    await page.getByRole("option", { name: "Natuurlijk persoon" }).click();
    // The fee of a natural person is 233.00.
    await page
      .getByRole("row", { name: /Proceskosten/ })
      .getByText("€ 502,57")
      .waitFor();
  });

  test.each([
    // 850.00 + 22.10 + 127.50 = 999.60: 350.00 + 144.00 + 125.57; half a point is 72.00.
    ["K1", ["850", "22,10", "127,50"], "Rechtspersoon", 1, false, "€ 619,57", "€ 72,00"],
    // 169.90: 93.00 + 43.00 + 125.57 + 26.37 of VAT; 21.50.
    ["K2", ["120", "1,50", "48,40"], "Natuurlijk persoon", 1, true, "€ 287,94", "€ 21,50"],
    // 490.00: 139.00 + 87.00 + 125.57; 43.50.
    ["K3", ["410", "18,50", "61,50"], "Rechtspersoon", 1, false, "€ 351,57", "€ 43,50"],
    // 564.00: 350.00 + 144.00 + 125.57; 72.00.
    ["K4", ["480", "12", "72"], "Rechtspersoon", 1, false, "€ 619,57", "€ 72,00"],
    // 5,055.00: 559.00 + 2 × 360.00 + 125.57; 180.00 is capped at 144.00.
    ["K5", ["4200", "310", "545"], "Rechtspersoon", 2, false, "€ 1.404,57", "€ 144,00"],
    // 20,205.00: 1,504.00 + 2 × 577.00 + 125.57; 288.50 is capped at 144.00.
    ["K6", ["18000", "1250", "955"], "Rechtspersoon", 2, false, "€ 2.783,57", "€ 144,00"],
  ] as const)("%s to the cent", async (_name, [principal, interest, costs], claimant, points, vat, total, after) => {
    await page.goto("/subpoena-salary");
    await page.getByLabel("Hoofdsom").fill(principal);
    await page.getByLabel("Rente").fill(interest);
    await page.getByLabel("Buitengerechtelijke kosten").fill(costs);
    await page.getByRole("combobox", { name: "Eiser" }).click();
    await page.getByRole("option", { name: claimant }).click();
    await page.getByLabel("Punten").fill(String(points));
    await page.getByLabel(/btw/i).first().setChecked(vat);
    await page
      .getByRole("row", { name: /Proceskosten/ })
      .getByText(total)
      .waitFor();
    await page
      .getByRole("row", { name: /Nakosten/ })
      .getByText(after)
      .first()
      .waitFor();
  });

  test("a file of 2024 is calculated by the tariffs of 2024, each shown with its source", async () => {
    await page.goto("/subpoena-salary");
    await page.getByLabel("Hoofdsom").fill("850");
    await page.getByLabel("Rente").fill("22,10");
    await page.getByLabel("Buitengerechtelijke kosten").fill("127,50");
    await page.getByLabel("Dag van de dagvaarding").fill("01-03-2024");
    await page.keyboard.press("Escape");
    // 328.00 of fee, a point of 135.00, the summons 112.37; half a point of 67.50 after it.
    await page
      .getByRole("row", { name: /Proceskosten/ })
      .getByText("€ 575,37")
      .waitFor();
    await page.getByRole("row", { name: /Griffierecht.*tarief vanaf 01-01-2024.*€ 328,00/ }).waitFor();
    await page.getByRole("row", { name: /Salaris gemachtigde.*01-02-2024.*rechtspraak\.nl.*€ 135,00/i }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("a scale is shown beside its predecessor", async () => {
    await page.getByRole("tab", { name: "Salaris gemachtigde" }).click();
    const row = page.getByRole("row").filter({ hasText: "€ 1.250,00" });
    // 144.00 after 135.00.
    await row.getByText("€ 9,00").waitFor();
    await page.getByRole("tab", { name: "Griffierecht kanton" }).click();
    // Every column has the year before beside it: of a natural person 233.00 after 226.00.
    await page.getByRole("row").filter({ hasText: "€ 1.500,00" }).getByText("€ 7,00").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints.list()).toEqual([]);
  });
});
