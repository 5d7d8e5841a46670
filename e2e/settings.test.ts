/** Settings in a browser: the house's own, its holidays, the tariffs of the law, and the history of all of them. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logIn, type RunningApp } from "./app.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type Complaints, faultsOf, gone, textShown } from "./page.ts";
import { begin, password } from "./portfolio.ts";

describe("settings", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await openMailbox();
    ({ app, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }));
    await app.createUser("medewerker", password, "ROLE_EMPLOYEE", "M. de Werker");
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const dialog = (): Locator => page.getByRole("dialog");
  const save = (): Promise<void> => page.getByRole("button", { name: "Opslaan", exact: true }).click();
  /** Saves and waits until it is done: the notification alone may be that of the time before. */
  const saved = async (): Promise<void> => {
    await save();
    await gone(page.getByText("nog niet opgeslagen"));
    await textShown(page, "Instellingen opgeslagen.");
  };
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  const row = (text: string | RegExp): Locator => page.getByRole("row").filter({ hasText: text });

  test("missing settings are listed at the top and link to their fields", async () => {
    await page.goto("/settings/global");
    await textShown(page, "Er kan nog niets uitgaan");
    await page.getByRole("alert").getByRole("link", { name: "KvK-nummer" }).click();
    await expect.poll(() => field("KvK-nummer").evaluate((input) => input === document.activeElement)).toBe(true);
    const given = {
      "Statutaire naam": "Incasso Voorbeeld B.V.",
      Straat: "Stationsplein",
      Huisnummer: "10",
      Postcode: "3511 ED",
      Plaats: "Utrecht",
      Telefoon: "030 200 10 10",
      "KvK-nummer": "90001234",
      "Registratienummer incassodienstverlener (Wki)": "IN-2025-0042",
      "Registratie geldig tot en met": "31-03-2030",
      "IBAN derdengeldenrekening": "NL02ABNA0123456789",
    };
    for (const [label, value] of Object.entries(given)) {
      await field(label).fill(value);
      // A calendar that closes behind somebody who has gone on takes nobody back.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 30)));
      expect(await field(label).evaluate((input) => input === document.activeElement)).toBe(true);
    }
    await textShown(page, "10 wijzigingen nog niet opgeslagen");
    await saved();
    // Only the gateways are left, and those hold nothing back that could not be read.
    await expect
      .poll(() => page.getByRole("main").getByRole("alert").first().textContent())
      .toBe("Nog niet ingesteld; berichten blijven leesbaar in de uitbak: E-mailgateway, Sms-gateway");
  });

  test("a setting is found by its text, shows its error beside the field, and can be reset to its default", async () => {
    await field("Zoek in instellingen").fill("contact vanaf");
    await expect.poll(() => page.getByText("Laagste termijnbedrag").count()).toBe(0);
    await field("Contact vanaf").fill("06:30");
    await save();
    await textShown(page, "De wet staat contact alleen toe van 07:00 tot 20:00");
    await field("Contact vanaf").fill("08:30");
    await saved();
    await page.getByRole("button", { name: "Terug naar standaard: Contact vanaf" }).click();
    expect(await field("Contact vanaf").inputValue()).toBe("07:00");
  });

  test("leaving with unsaved changes asks for confirmation", async () => {
    await page.getByRole("link", { name: "Feestdagen" }).click();
    await dialog().getByText("Uw wijzigingen zijn nog niet opgeslagen").waitFor();
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await gone(dialog());
    expect(new URL(page.url()).pathname).toBe("/settings/global");
    expect(await field("Contact vanaf").inputValue()).toBe("07:00");
    await saved();
    await field("Zoek in instellingen").fill("");
  });

  test("what would be erased is shown before retention is switched on", async () => {
    await page.getByRole("link", { name: "Bekijk wat er nu gewist zou worden" }).click();
    await page.getByText("Wissen staat uit").waitFor();
    await page.getByText("Geen enkel gesloten dossier is over zijn termijn").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Naar de instellingen" }).click();
    await field("Dossiers bewaren na sluiten (maanden)").waitFor();
  });

  test("a test mail reports the server's answer in plain words", async () => {
    const { port } = new URL(mailbox.url);
    const test = page.getByRole("button", { name: "Proefmail versturen" });
    const to = field("Proefbericht naar").first();
    await field("Mailserver").fill("127.0.0.1");
    await textShown(page, "Sla eerst op: de proef gebruikt de opgeslagen instellingen.");
    await field("Poort").first().fill("1");
    await page
      .getByRole("textbox", { name: "Beveiliging" })
      .or(page.getByRole("combobox", { name: "Beveiliging" }))
      .first()
      .click();
    await page.getByRole("option", { name: "Geen" }).click();
    await saved();
    await to.fill("sanne@example.nl");
    await test.click();
    await textShown(page, "Er komt geen verbinding: controleer server, poort en beveiliging.");
    await field("Poort").first().fill(port);
    await saved();
    await test.click();
    await textShown(page, "Verstuurd: de server heeft het bericht aangenomen.");
    expect(await mailbox.mailTo("sanne@example.nl")).toContain("Dit is een proefbericht van Incasso Voorbeeld B.V.");
  });

  test("the history shows who changed what, with old and new values", async () => {
    await page.getByRole("button", { name: "Geschiedenis" }).click();
    const lines = dialog();
    await lines.getByText("Proefmail verstuurd").first().waitFor();
    await lines.getByRole("row").filter({ hasText: "Contact vanaf" }).filter({ hasText: "08:30" }).first().waitFor();
    await page.keyboard.press("Escape");
    await gone(lines);
  });

  test("a holiday of the provider is added with its effect shown, removed and restored", async () => {
    await page.goto("/settings/holidays?year=2026");
    await row("Hemelvaartsdag").filter({ hasText: "Pasen + 39" }).waitFor();
    await page.getByRole("button", { name: "Dag toevoegen" }).click();
    await dialog().getByLabel("Datum").fill("31-12-2026");
    await page.keyboard.press("Tab");
    await dialog().getByLabel("Naam").fill("Oudjaar");
    await dialog().getByLabel("Ook geen contact met debiteuren").check();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Oudjaar is toegevoegd.");
    await row("Oudjaar").getByText("Kantoor gesloten, geen contact").waitFor();
    await page.getByRole("button", { name: "Verwijderen: Oudjaar" }).click();
    await expect.poll(() => row("Oudjaar").count()).toBe(0);
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await row("Oudjaar").waitFor();
    await page.goto("/settings/holidays?year=2029");
    await textShown(page, "De gelijkgestelde dagen van 2029 zijn nog niet ingevoerd");
    await page.getByRole("link", { name: "Gelijkgestelde dagen invoeren" }).click();
    await page.waitForURL("**/settings/tariffs?kind=equated_days");
  });

  test("a tariff gets a successor: prefilled and compared, and the warning disappears", async () => {
    await page.goto("/settings/tariffs");
    const warning = page.getByRole("link", { name: "Voor wettelijke rente ontbreekt nog een tarief per 01-01-2027." });
    await warning.waitFor();
    await page.getByRole("button", { name: "Opvolger invoeren" }).click();
    expect(await dialog().getByLabel("Geldig vanaf").inputValue()).toBe("01-01-2027");
    const pct = dialog().getByLabel("Percentage per jaar");
    expect(await pct.inputValue()).toBe("4");
    await pct.fill("5,5");
    const example = dialog().getByRole("row").filter({ hasText: "Rente over € 1.000,00, een jaar" });
    await example.filter({ hasText: "40,00" }).filter({ hasText: "55,00" }).filter({ hasText: "15,00" }).waitFor();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByText("Vul de bron in.").waitFor();
    await dialog().getByRole("textbox", { name: "Bron" }).fill("Stb. 2026, 999");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Het tarief is opgeslagen; de volgende berekening gebruikt het.");
    await row("01-01-2027").getByText("Nog niet ingegaan").waitFor();
    await row("01-01-2026").filter({ hasText: "31-12-2026" }).waitFor();
    await expect.poll(() => warning.count()).toBe(0);
  });

  test("a row that has not started can be changed; a row in use can only be corrected with a reason", async () => {
    expect(await page.getByRole("button", { name: /^Wijzigen: / }).count()).toBe(1);
    await page.getByRole("button", { name: "Verbeteren: wettelijke rente 01-01-2026" }).click();
    await dialog().getByText("Deze regel is in gebruik en blijft leesbaar.").waitFor();
    await dialog().getByLabel("Percentage per jaar").fill("4,25");
    await dialog().getByLabel("Reden van de verbetering").fill("Verkeerd overgenomen uit het besluit.");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await row("01-01-2026").filter({ hasText: "Vervangen" }).filter({ hasText: "4 %" }).waitFor();
    await row("01-01-2026").filter({ hasText: "Geldt nu" }).filter({ hasText: "4,25 %" }).waitFor();
  });

  test("bands have rows of fields, and errors are shown beside the right field", async () => {
    await page.getByRole("tab", { name: "Griffierecht kanton" }).click();
    await page.waitForURL("**/settings/tariffs?kind=court_fee_kanton");
    await row("6 klassen, € 139,00 tot € 1.504,00").waitFor();
    await page.getByRole("button", { name: "Opvolger invoeren" }).click();
    await dialog().getByRole("textbox", { name: "Bron" }).fill("Stcrt. 2026, 1");
    await dialog().getByLabel("Vordering tot en met").nth(1).fill("400,00");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByText("De grenzen moeten oplopen.").waitFor();
    await dialog().getByLabel("Vordering tot en met").nth(1).fill("1.500,00");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await row("01-01-2027").getByText("Nog niet ingegaan").waitFor();
  });

  test("all changes of settings are in one list, by section and by person", async () => {
    await page.goto("/settings/history?subject=tariff");
    await row("Tarieven").filter({ hasText: "Verbeterd" }).filter({ hasText: "Percentage: 4 → 4.25" }).waitFor();
    expect(await row("Algemene instellingen").count()).toBe(0);
    await page.goto("/settings/history?who=niemand");
    await textShown(page, "Niets gevonden.");
  });

  test("a user who only works with tariffs can read them", async () => {
    const { context: other, page: clerk } = await app.open();
    await logIn(clerk, "medewerker", password);
    await clerk.goto("/settings/tariffs");
    await clerk.getByText("Alleen wie instellingen beheert, kan tarieven invoeren.").waitFor();
    expect(await clerk.getByRole("button", { name: "Opvolger invoeren" }).count()).toBe(0);
    await clerk.goto("/settings/holidays");
    await clerk.getByText("ROLE_SETTINGS").waitFor();
    await other.close();
  });

  test("the browser console shows no errors", () => {
    expect(complaints.list()).toEqual([]);
  });
});
