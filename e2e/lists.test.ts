/** The lists of settings in a browser: one form and one table for all of them, and what is in use is not deleted but archived. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp } from "./app.ts";
import { type Complaints, send, textShown } from "./page.ts";
import { begin, password } from "./portfolio.ts";

const rows = z.object({ items: z.array(z.looseObject({ id: z.number(), version: z.number() })) });

describe("the lists of settings", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }));
    await app.createUser("medewerker", password, "ROLE_EMPLOYEE", "M. de Werker");
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog");
  const row = (name: string | RegExp): Locator => page.getByRole("row").filter({ hasText: name });
  const save = (): Promise<void> => dialog().getByRole("button", { name: "Opslaan" }).click();
  const more = async (name: string, act: string): Promise<void> => {
    await page.getByRole("button", { name: `Meer: ${name}` }).click();
    await page.getByRole("menuitem", { name: act }).click();
  };
  const read = async (list: string) => rows.parse(await send(page, "GET", `/api/v4/${list}?_limit=-1`)).items;

  test("a record is added with the server's errors beside its fields, then found, changed and archived, which can be undone", async () => {
    await page.goto("/settings/legal-type");
    await page.getByRole("button", { name: "Rechtsgrond toevoegen" }).click();
    await dialog().getByLabel("Naam (Nederlands)").fill("Reisovereenkomst");
    await dialog().getByLabel("Naam (English)").fill("Package travel");
    await dialog().getByLabel("Code").fill("Reis!");
    await dialog().getByLabel("Verjaring consument (maanden)").fill("120");
    await save();
    await dialog().getByText("Een code bestaat uit kleine letters").waitFor();
    await dialog().getByLabel("Code").fill("travel");
    await save();
    await dialog().getByText("Deze termijn kan niet langer zijn dan de gewone.").waitFor();
    await dialog().getByLabel("Verjaring consument (maanden)").fill("24");
    await save();
    await textShown(page, "Reisovereenkomst is toegevoegd.");

    await page.getByRole("main").getByRole("searchbox", { name: "Zoeken" }).fill("package");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("button", { name: "Wijzigen: Reisovereenkomst" }).click();
    expect(await dialog().getByLabel("Code").isDisabled()).toBe(true);
    await dialog().getByLabel("Artikel", { exact: true }).fill("BW 7:500");
    await save();
    await textShown(page, "Reisovereenkomst is opgeslagen.");
    await row("BW 7:500").waitFor();

    await more("Reisovereenkomst", "Archiveren");
    await textShown(page, "Reisovereenkomst is gearchiveerd.");
    await expect.poll(() => row("Reisovereenkomst").count()).toBe(0);
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await row("Reisovereenkomst").waitFor();
  });

  test("nothing typed is lost when somebody else saved first", async () => {
    await page.goto("/settings/legal-type");
    await page.getByRole("button", { name: "Wijzigen: Huur" }).click();
    await dialog().getByLabel("Artikel", { exact: true }).fill("BW 3:308 lid 1");
    const rent = (await read("legal-type")).find(({ code }) => code === "rent");
    if (!rent) throw new Error("no rent");
    const { id, fixed: _f, position: _p, archivedAt: _a, createdAt: _c, updatedAt: _u, updatedBy: _b, ...sent } = rent;
    await send(page, "PUT", `/api/v4/legal-type/${id}`, {
      ...sent,
      name: { nl: "Huur en pacht", en: "", fr: "", de: "" },
    });
    await save();
    await dialog().getByText("Intussen gewijzigd").first().waitFor();
    await dialog().getByRole("cell", { name: "Huur en pacht" }).waitFor();
    expect(await dialog().getByLabel("Artikel", { exact: true }).inputValue()).toBe("BW 3:308 lid 1");
    await dialog()
      .getByRole("row")
      .filter({ hasText: "Huur en pacht" })
      .getByRole("button", { name: /overnemen/i })
      .click();
    await dialog().getByRole("button", { name: "Mijn invoer houden" }).click();
    await save();
    await textShown(page, "Huur en pacht is opgeslagen.");
    await row("BW 3:308 lid 1").waitFor();
  });

  test("a record in use is not deleted: its uses are listed, and it can be archived", async () => {
    await page.goto("/client-costs/template");
    await textShown(page, "Nog niets in deze lijst");
    await page.getByRole("button", { name: "Kostensjabloon toevoegen" }).first().click();
    await dialog().getByLabel("Naam").fill("Standaard");
    for (const [line, cost] of ["Adresonderzoek", "Aangetekende post"].entries()) {
      await dialog().getByRole("button", { name: "Regel toevoegen" }).click();
      await dialog().getByLabel("Kostensoort").nth(line).click();
      await page.getByRole("option", { name: cost }).click();
      await dialog().getByLabel("Bedrag").nth(line).fill("12,50");
    }
    await save();
    await row(/Adresonderzoek per dossier €\s12,50/).waitFor();

    await page.goto("/settings/cost-types");
    await more("Adresonderzoek", "Verwijderen");
    await dialog().getByRole("button", { name: "Verwijderen" }).click();
    await dialog().getByText("1 regel van een kostensjabloon").waitFor();
    await dialog().getByRole("button", { name: "Archiveren" }).click();
    await textShown(page, "Adresonderzoek is gearchiveerd.");
    await expect.poll(() => row("Adresonderzoek").count()).toBe(0);
    await page.getByText("Gearchiveerd", { exact: true }).click();
    await row("Adresonderzoek").waitFor();

    await page.goto("/settings/cost-types");
    await more("Rentecorrectie", "Verwijderen");
    await dialog().getByRole("button", { name: "Verwijderen" }).click();
    await textShown(page, "Rentecorrectie is verwijderd.");
  });

  test("a fixed status says why it cannot be deleted, and a custom one is listed below it", async () => {
    await page.goto("/settings/file-statuses");
    await more("Gepauzeerd", "Verwijderen");
    await dialog().getByRole("button", { name: "Verwijderen" }).click();
    await textShown(page, /vaste waarde waar het programma zelf mee rekent/);
    await page.getByRole("button", { name: "Melding sluiten" }).click();
    await page.getByRole("button", { name: "Status toevoegen" }).click();
    await dialog().getByLabel("Naam (Nederlands)").fill("Wacht op stukken");
    await dialog().getByLabel("Code").fill("waiting_for_papers");
    await dialog().getByLabel("Valt onder").click();
    await page.getByRole("option", { name: "Gepauzeerd" }).click();
    await save();
    await row("Wacht op stukken").waitFor();
    const names = await page.getByRole("row").allTextContents();
    const at = names.findIndex((text) => text.includes("Gepauzeerd") && !text.includes("Wacht"));
    expect(names[at + 1]).toContain("Wacht op stukken");
  });

  test("the order is changed with the arrows", async () => {
    await page.goto("/payment/descriptions");
    await row("Betaling debiteur").waitFor();
    await page.getByRole("button", { name: "Omhoog: Termijnbetaling" }).click();
    await expect
      .poll(async () => (await page.getByRole("row").nth(2).textContent()) ?? "")
      .toContain("Termijnbetaling");
  });

  test("an automatic reply is added, previewed with sample values in each language, and changed", async () => {
    await page.goto("/autoreply-label/template");
    await page.getByRole("button", { name: "Automatisch antwoord toevoegen" }).first().click();
    await page.waitForURL("**/autoreply-label/template/add");
    await page.getByLabel("Naam (Nederlands)").fill("Betalingsregeling");
    await page.getByRole("combobox", { name: "Woorden" }).fill("in termijnen");
    await page.keyboard.press("Enter");
    await page.getByLabel("Onderwerp (Nederlands)").fill("Uw dossier %fileNumber%");
    await page.getByLabel("Antwoord (Nederlands)").fill("Beste %naam%");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Onbekende variabele: naam.");
    await page.getByLabel("Antwoord (Nederlands)").fill("Beste %name%,\nwij antwoorden snel.");
    await page.getByLabel("Antwoord (Français)").fill("Cher %name%");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.waitForURL(/template\/\d+$/);
    await textShown(page, "Uw dossier 26-000123");
    expect(await page.locator("article[lang=nl]").textContent()).toContain("Beste A. de Vries,\nwij antwoorden snel.");
    expect(await page.locator("article[lang=fr]").textContent()).toContain("Cher A. de Vries");
    expect(await page.locator("article[lang=de]").textContent()).toContain("Beste A. de Vries");
    await page.getByRole("button", { name: "Wijzigen" }).click();
    await page.getByLabel("Actief").check();
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.waitForURL(/template\/\d+$/);
    await page.getByRole("link", { name: "Automatische antwoorden" }).click();
    await page.getByRole("link", { name: "Betalingsregeling" }).click();
    await textShown(page, "Voorbeeld");
  });

  test("a phone number is stored in international form", async () => {
    await page.goto("/settings/dialer/blacklist");
    await page.getByRole("button", { name: "Nummer toevoegen" }).first().click();
    await dialog().getByRole("textbox", { name: "Nummer" }).fill("06 - 1234 5678");
    await dialog().getByLabel("Reden").fill("Wil alleen post");
    await save();
    await row("+31612345678").waitFor();
    expect(await row("+31612345678").textContent()).toContain("B. Heer");
  });

  test("a user who may only read cost types sees no button that changes them", async () => {
    const other = await app.open();
    await logIn(other.page, "medewerker", password);
    await other.page.goto("/settings/cost-types");
    await other.page.getByRole("row").filter({ hasText: "Griffierecht" }).waitFor();
    expect(await other.page.getByRole("button", { name: "Kostensoort toevoegen" }).count()).toBe(0);
    expect(await other.page.getByRole("button", { name: /^(Wijzigen|Omhoog)/ }).count()).toBe(0);
    await other.context.close();
  });

  test("the browser console shows no errors", () => {
    expect(complaints.list()).toEqual([]);
  });
});
