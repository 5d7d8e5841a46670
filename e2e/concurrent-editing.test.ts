/** Two people on one file: each is told of the other, a save that comes second shows both versions, and nothing typed is lost. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { type Complaints, complaintsOf, faultsOf, gone } from "./page.ts";
import { makeClient, makeFile } from "./portfolio.ts";

const password = "een lang wachtwoord 26";

describe("two people on one file", () => {
  let app: RunningApp;
  let anna: Page;
  let bas: Page;
  let complaints: Complaints;
  let address: string;

  beforeAll(async () => {
    app = await startApp();
    await app.createUser("anna", password, "*", "Anna de Wit");
    await app.createUser("bas", password, "*", "Bas Kuipers");
    const first = await app.open();
    anna = first.page;
    complaints = await complaintsOf(first.context);
    bas = (await app.open()).page;
    await logIn(anna, "anna", password);
    await logIn(bas, "bas", password);
    const file = await makeFile(anna, await makeClient(anna, "Zonnekracht B.V."), { clientRef: "Z-1" });
    address = `/file/show-new/${file}`;
  });
  afterAll(() => app.close());

  const dialog = (page: Page): Locator => page.getByRole("dialog");

  test("the second person sees who already has the file open", async () => {
    await anna.goto(address);
    await anna.getByText("Dossier aangemaakt").first().waitFor();
    await bas.goto(address);
    await bas.getByText(/Nu ook in dit dossier: .*Anna de Wit/).waitFor();
  });

  test("a later, conflicting save shows both versions and keeps what was typed", async () => {
    for (const page of [anna, bas]) {
      await page.getByRole("button", { name: "wijzigen", exact: true }).first().click();
      await dialog(page).getByLabel("Plaats").waitFor();
    }
    await dialog(anna).getByLabel("Plaats").fill("Zeist");
    await dialog(anna).getByRole("button", { name: "Opslaan" }).click();
    await gone(dialog(anna));
    await dialog(bas).getByLabel("Straat").fill("Nieuwe Gracht");
    await dialog(bas).getByRole("button", { name: "Opslaan" }).click();
    await dialog(bas).getByText("Intussen gewijzigd").first().waitFor();
    await dialog(bas).getByRole("cell", { name: "Zeist" }).waitFor();
    expect(await dialog(bas).getByLabel("Straat").inputValue()).toBe("Nieuwe Gracht");
    expect(await faultsOf(bas)).toEqual([]);
    await dialog(bas)
      .getByRole("row")
      .filter({ hasText: "Zeist" })
      .getByRole("button", { name: /overnemen/i })
      .click();
    await dialog(bas).getByRole("button", { name: "Mijn invoer houden" }).click();
    await dialog(bas).getByRole("button", { name: "Opslaan" }).click();
    await gone(dialog(bas));
    await bas
      .getByText(/Nieuwe Gracht 112/)
      .first()
      .waitFor();
    await bas.getByText(/Zeist/).first().waitFor();
  });

  test("an administrator is added to the debtor, and all contact goes to the administrator only", async () => {
    await anna.goto(`${address}?tab=parties`);
    await anna.getByRole("button", { name: "Partij toevoegen" }).click();
    await dialog(anna).getByRole("combobox", { name: "Rol" }).click();
    await anna.getByRole("option", { name: /bewindvoerder \(bescherm/ }).click();
    await dialog(anna).getByLabel("Achternaam").fill("Bewind");
    await dialog(anna).getByLabel("Straat").fill("Kade");
    await dialog(anna).getByLabel("Huisnummer").fill("1");
    await dialog(anna).getByLabel("Postcode").fill("1011 AB");
    await dialog(anna).getByLabel("Plaats").fill("Amsterdam");
    expect(await faultsOf(anna)).toEqual([]);
    await dialog(anna).getByRole("button", { name: "Partij toevoegen" }).click();
    await gone(dialog(anna));
    await anna
      .getByText(/Bewind/)
      .first()
      .waitFor();

    await anna.getByRole("button", { name: "Meer acties", exact: true }).click();
    await anna.getByRole("menuitem", { name: "Blokkade plaatsen" }).click();
    await dialog(anna).getByRole("combobox", { name: "Reden van de blokkade" }).click();
    await anna
      .getByRole("option", { name: /bewind/i })
      .first()
      .click();
    await dialog(anna).getByRole("combobox", { name: "Contact alleen via" }).click();
    await anna.getByRole("option", { name: /Bewind/ }).click();
    await dialog(anna).getByLabel("Toelichting").fill("Beschikking van de rechtbank");
    await dialog(anna)
      .locator("input[type=file]")
      .setInputFiles({ name: "beschikking.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF") });
    expect(await faultsOf(anna)).toEqual([]);
    await dialog(anna).getByRole("button", { name: "Blokkade plaatsen" }).click();
    await gone(dialog(anna));
    await anna.getByText(/contact alleen via .*Bewind/).waitFor();
    await anna.getByText(/brieven, e-mail en telefoon gaan naar Bewind, bewindvoerder/).waitFor();
    await anna.getByText("beschikking.pdf").first().waitFor();
    expect(await faultsOf(anna)).toEqual([]);
  });

  test("a state is ended with a reason; an address and a number are noted with their source", async () => {
    await anna.getByRole("button", { name: "Beëindigen: beschermingsbewind" }).click();
    await dialog(anna).getByRole("button", { name: "Beëindigen" }).click();
    await dialog(anna).getByText("Dit veld is verplicht.").waitFor();
    await dialog(anna).getByLabel("Waarom eindigt dit?").fill("Bewind opgeheven door de rechtbank");
    await dialog(anna).getByRole("button", { name: "Beëindigen" }).click();
    await gone(dialog(anna));
    await anna.getByText("Bewind opgeheven door de rechtbank").waitFor();

    const act = async (name: string): Promise<void> => {
      await anna.getByRole("button", { name: "Acties voor Bewind" }).click();
      await anna.getByRole("menuitem", { name }).click();
    };
    await act("Adres toevoegen");
    await dialog(anna).getByLabel("Straat").fill("Postbus");
    await dialog(anna).getByLabel("Huisnummer").fill("77");
    await dialog(anna).getByLabel("Postcode").fill("onzin");
    await dialog(anna).getByLabel("Plaats").fill("Utrecht");
    await dialog(anna).getByRole("button", { name: "Opslaan" }).click();
    await dialog(anna).getByText("Dit is geen geldige postcode.").waitFor();
    await dialog(anna).getByLabel("Postcode").fill("3511 AA");
    expect(await faultsOf(anna)).toEqual([]);
    await dialog(anna).getByRole("button", { name: "Opslaan" }).click();
    await gone(dialog(anna));
    await anna.getByText(/Postbus 77, 3511 AA Utrecht/).waitFor();

    await act("E-mailadres of nummer toevoegen");
    await dialog(anna).getByRole("textbox", { name: "Adres of nummer" }).fill("post@bewind.example");
    await dialog(anna).getByRole("button", { name: "Opslaan" }).click();
    await gone(dialog(anna));
    await anna.getByText(/post@bewind.example/).waitFor();
    expect(await faultsOf(anna)).toEqual([]);
    expect(complaints.list()).toEqual([]);
  });
});
