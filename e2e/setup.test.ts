/**
 * A provider from nothing: from the link that the first start prints to an employee and a client's contact person who are at work.
 * Nothing is done beside the screens: no file, no SQL, no command.
 */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from "vitest";
import { logIn, patience, type RunningApp, startApp } from "./app.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type Complaints, complaintsOf, textShown } from "./page.ts";

const password = "een lang wachtwoord 26";
const linkIn = (text: string): string => /\/reset-password\/[\w-]+/.exec(text)?.[0] ?? "";

describe("a provider is set up from an empty database", () => {
  let app: RunningApp;
  let mailbox: Mailbox;
  let context: BrowserContext;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    mailbox = await openMailbox();
    app = await startApp({}, "nothing");
    ({ context, page } = await app.open());
    complaints = await complaintsOf(context);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const dialog = (): Locator => page.getByRole("dialog");
  const save = (): Promise<void> => page.getByRole("button", { name: "Opslaan", exact: true }).click();
  async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
    await within
      .getByRole("combobox", { name: label })
      .or(within.getByLabel(label, { exact: true }))
      .first()
      .click();
    await page.getByRole("option", { name: option, exact: true }).click();
  }
  /** A picture of where it stopped, beside the other leavings of a run. */
  const pictured = (name: string): void =>
    onTestFailed(async () => void (await page.screenshot({ path: `.vorder/setup-${name}.png` })));

  /** Opens the link of a mail as its receiver, chooses a password and logs in. */
  async function comeIn(link: string, username: string): Promise<Page> {
    const { page: own } = await app.open();
    await own.goto(link);
    const fields = own.locator("input[type=password]");
    await fields.first().waitFor();
    for (const field of await fields.all()) await field.fill(password);
    await own.locator("button[type=submit]").click();
    await own.getByText("Uw wachtwoord is gewijzigd").waitFor();
    await logIn(own, username, password);
    return own;
  }

  async function invitationOf(address: string): Promise<string> {
    await vi.waitFor(async () => expect(linkIn(await mailbox.mailTo(address))).not.toBe(""), patience);
    return linkIn(await mailbox.mailTo(address));
  }

  test("the administrator logs in through the link that the first start prints", async () => {
    pictured("admin");
    const link = linkIn(app.output());
    expect(link).not.toBe("");
    await page.goto(link);
    const fields = page.locator("input[type=password]");
    await fields.first().waitFor();
    for (const field of await fields.all()) await field.fill(password);
    await page.locator("button[type=submit]").click();
    await textShown(page, "Uw wachtwoord is gewijzigd");
    await logIn(page, "admin", password);
  });

  test("enters the company details and the mail server", async () => {
    pictured("company");
    await page.goto("/settings/global");
    const given = {
      "Statutaire naam": "Incasso Voorbeeld B.V.",
      Straat: "Stationsplein",
      Huisnummer: "10",
      Postcode: "3511 ED",
      Plaats: "Utrecht",
      Telefoon: "030 200 10 10",
      "E-mailadres": "info@voorbeeld.example",
      "KvK-nummer": "90001234",
      "Registratienummer incassodienstverlener (Wki)": "IN-2025-0042",
      "Registratie geldig tot en met": "31-03-2030",
      "IBAN derdengeldenrekening": "NL02ABNA0123456789",
      Mailserver: "127.0.0.1",
      Poort: new URL(mailbox.url).port,
      Afzenderadres: "incasso@voorbeeld.example",
    };
    for (const [label, value] of Object.entries(given))
      await page.getByLabel(label, { exact: true }).first().fill(value);
    await choose(page, "Beveiliging", "Geen");
    await save();
    await textShown(page, "Instellingen opgeslagen.");
  });

  test("checks the legal tariffs and enters one that is about to be missing", async () => {
    pictured("tariff");
    await page.goto("/settings/tariffs");
    await page.getByRole("button", { name: "Opvolger invoeren" }).click();
    await dialog().getByRole("textbox", { name: "Bron" }).fill("Stb. 2026, 999");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Het tarief is opgeslagen; de volgende berekening gebruikt het.");
  });

  test("creates a team, and a group with the roles it needs", async () => {
    pictured("team");
    await page.goto("/settings/team");
    await page.getByRole("button", { name: "Team toevoegen" }).first().click();
    await dialog().getByLabel("Naam").fill("Team Minnelijk");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Team Team Minnelijk is opgeslagen.");
    await page.goto("/employee-group/list");
    await page.getByRole("button", { name: "Groep toevoegen" }).first().click();
    await dialog().getByLabel("Naam").fill("Dossierbehandelaars");
    for (const role of ["Medewerker", "Dossiers zoeken en inzien", "Dossiers aanmaken"])
      await dialog().getByRole("checkbox", { name: role, exact: true }).check();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Groep Dossierbehandelaars is opgeslagen.");
  });

  test("invites an employee, who chooses a password and sees what the group's roles allow, and no more", async () => {
    pictured("employee");
    await page.goto("/employee/new");
    await page.getByLabel("Naam").first().fill("Fatma Yılmaz");
    await page.getByLabel("Gebruikersnaam").fill("fatma");
    await page.getByLabel("E-mailadres").fill("fatma@voorbeeld.example");
    await choose(page, "Groep", "Dossierbehandelaars");
    await choose(page, "Teams", "Team Minnelijk");
    await page.keyboard.press("Escape");
    await page.getByLabel("Dossierbehandelaar", { exact: true }).check();
    await page.getByRole("button", { name: "Medewerker opslaan" }).click();
    await textShown(page, /De uitnodiging gaat naar fatma@voorbeeld.example/);

    const fatma = await comeIn(await invitationOf("fatma@voorbeeld.example"), "fatma");
    await fatma.goto("/file/create/new");
    await fatma.getByRole("heading", { level: 1 }).waitFor();
    await fatma.goto("/settings/global");
    await fatma.getByText("ROLE_SETTINGS").waitFor();
    await fatma.context().close();
  });

  test("adds a client with a contact person, who is invited and sees their own dashboard, and no more", async () => {
    pictured("client");
    await page.goto("/customer/create");
    await page.getByLabel("Bedrijfsnaam").fill("Zonnekracht Energie B.V.");
    await choose(page, "Rechtsvorm", "Besloten vennootschap (bv)");
    await page.getByLabel("KvK-nummer").fill("12345678");
    await page.getByLabel("Straat").fill("Zuiderdijk");
    await page.getByLabel("Huisnummer").fill("7");
    await page.getByLabel("Postcode").fill("1601 AA");
    await page.getByLabel("Plaats").fill("Enkhuizen");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.waitForURL(/\/customer\/\d+$/);
    await page.getByRole("tab", { name: "Contactpersonen", exact: true }).click();
    await page.getByRole("button", { name: "Contactpersoon toevoegen" }).click();
    await dialog().getByLabel("Naam").fill("Vera Smit");
    await dialog().getByLabel("E-mailadres").fill("vera@zonnekracht.example");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, /Vera Smit is opgeslagen/);
    await page.getByRole("button", { name: /Vera Smit/ }).click();
    await page.getByRole("menuitem", { name: "Login maken" }).click();
    await dialog().getByLabel("Gebruikersnaam").fill("vera");
    await dialog().getByRole("button", { name: "Maken en uitnodigen" }).click();
    await textShown(page, /is uitgenodigd per e-mail/);

    const vera = await comeIn(await invitationOf("vera@zonnekracht.example"), "vera");
    await vera.goto("/dashboard");
    await vera.getByText("Nog geen dossiers").waitFor();
    await vera.goto("/employee");
    await vera.getByText("ROLE_MANAGE_EMPLOYEE").waitFor();
    await vera.context().close();
  });

  test("the browser console shows no errors", () => {
    expect(complaints.list()).toEqual([]);
  });
});
