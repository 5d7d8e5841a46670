/**
 * Somebody begins to work here: an administrator adds a group, a team and an employee by invitation; the employee opens the link from
 * the mail, chooses a password, logs in, and finds what the group opens and nothing else. Then the employee leaves.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from "vitest";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { faultsOf, gone, textShown } from "./page.ts";

const password = "een lang wachtwoord 26";
const chosen = "acht ezels aan het ontbijt";
const name = "Wilhelmina van Oosterwijck-Terpstra";
const address = "w.vanoosterwijck@example.nl";

describe("an employee", () => {
  let app: RunningApp;
  let mailbox: Mailbox;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vorder-employees-"));
    mailbox = await openMailbox();
    app = await startApp({ SMTP_URL: mailbox.url, MAIL_FROM: "incasso@voorbeeld.example" });
    await app.createUser("beheer", password, "*", "A. Beheer");
    await app.createUser("behandelaar", password, "ROLE_EMPLOYEE", "B. Blijft");
    ({ page } = await app.open());
    await logIn(page, "beheer", password);
  });
  beforeEach(() => {
    onTestFailed(async ({ task }) => {
      await page.screenshot({
        path: join(import.meta.dirname, "../.vorder", `employees-${task.id}.png`),
        fullPage: true,
      });
    });
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  const dialog = () => page.getByRole("dialog");
  /** Types a date as a person does, and goes on to the next field. */
  const day = async (label: string, text: string): Promise<void> => {
    const field = page.getByLabel(label, { exact: true });
    await field.click();
    await field.fill(text);
    await field.press("Tab");
    await page.getByRole("heading", { level: 1 }).click();
    await gone(page.locator(".mantine-DateInput-monthThead"));
  };
  const clean = async (): Promise<void> => expect(await faultsOf(page)).toEqual([]);

  test("belongs to a group created by an administrator", async () => {
    await page.goto("/employee-group/list");
    await page.getByText("Nog geen groepen").waitFor();
    await clean();
    await page.getByRole("button", { name: "Groep toevoegen" }).click();
    await dialog().getByLabel(/^Naam/).fill("Dossierbehandeling");
    await dialog().getByRole("searchbox").fill("ROLE_FILE_SEARCH");
    await dialog()
      .locator("li", { has: page.getByTitle("ROLE_FILE_SEARCH", { exact: true }) })
      .getByRole("checkbox")
      .check();
    await dialog().getByRole("searchbox").fill("ROLE_EMPLOYEE");
    await dialog()
      .locator("li", { has: page.getByTitle("ROLE_EMPLOYEE", { exact: true }) })
      .getByRole("checkbox")
      .check();
    await clean();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Groep Dossierbehandeling is opgeslagen.");
    const row = page.getByRole("row", { name: /Dossierbehandeling/ });
    await row.getByRole("cell", { name: "0, Leden: Dossierbehandeling" }).waitFor();
    // On a telephone each row is a card, which spends no line on a count of none.
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 390, height: 844 });
    await row.waitFor();
    expect(await row.locator('[data-label="Leden"]').isVisible()).toBe(false);
    await page.setViewportSize(size);
  });

  test("and to a team", async () => {
    await page.goto("/settings/team");
    await page.getByText("Nog geen teams").waitFor();
    await page.getByRole("button", { name: "Team toevoegen" }).click();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByText("Vul een naam in.").waitFor();
    await dialog().getByLabel(/^Naam/).fill("Minnelijk");
    await dialog().getByLabel("Telefoon").fill("030 123 45 67");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Team Minnelijk is opgeslagen.");
    await clean();
  });

  test("is added with an invitation", async () => {
    await page.goto("/employee");
    await page.getByRole("button", { name: "Medewerker toevoegen" }).click();
    await page.waitForURL("**/employee/new");
    await page.getByLabel(/^Naam/).fill(name);
    await page.getByLabel("Gebruikersnaam").fill("wilhelmina");
    await page.getByRole("button", { name: "Medewerker opslaan" }).click();
    // An invitation goes to an address.
    await page.locator("[data-field=email][aria-invalid=true]").waitFor();
    await page.getByLabel("E-mailadres").fill(address);
    await page
      .getByRole("combobox", { name: "Groep" })
      .or(page.getByLabel("Groep", { exact: true }))
      .first()
      .click();
    await page.getByRole("option", { name: "Dossierbehandeling" }).click();
    await page.getByLabel("Teams").first().click();
    await page.getByRole("option", { name: "Minnelijk" }).click();
    await page.keyboard.press("Escape");
    await page.getByLabel("Dossierbehandelaar").check();
    await day("In dienst vanaf", "20-11-2026");
    await day("Datum VOG", "19-08-2026");
    await page.getByText("Deze VOG was bij indiensttreding ouder dan drie maanden.").waitFor();
    await day("Datum VOG", "20-08-2026");
    await gone(page.getByText("Deze VOG was bij indiensttreding ouder dan drie maanden."));
    await clean();
    await page.getByRole("button", { name: "Medewerker opslaan" }).click();
    await textShown(page, /De uitnodiging gaat naar/);
    await page.waitForURL(/\/employee\/\d+$/);
    await page.getByRole("heading", { name }).waitFor();
    await clean();
  });

  test("has a training on record with its certificate", async () => {
    const file = join(folder, "certificaat.pdf");
    await writeFile(file, "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n");
    await page.getByRole("tab", { name: "Scholing" }).click();
    await page.getByRole("button", { name: "Scholing toevoegen" }).click();
    await dialog().getByLabel("Datum").fill("10-11-2026");
    await dialog().getByLabel("Datum").press("Tab");
    await dialog().getByLabel("Onderwerp").fill("Wki in de praktijk");
    await dialog().locator("input[type=file]").setInputFiles(file);
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Wki in de praktijk is opgeslagen.");
    await gone(dialog());
    const fetched = page.waitForEvent("download");
    await page.getByRole("row").getByRole("button", { name: "certificaat.pdf" }).click();
    expect(await readFile(await (await fetched).path(), "latin1")).toContain("%PDF-1.7");
  });

  test("chooses a password by the mailed link, and sees what the group's roles allow and no more", async () => {
    const mail = await mailbox.mailTo(address);
    const link = /\/reset-password\/[\w-]+/.exec(mail)?.[0] ?? "";
    expect(mail).toContain("wilhelmina");
    const { context, page: own } = await app.open();
    await own.goto(link);
    const fields = own.locator("input[type=password]");
    await fields.nth(0).fill(chosen);
    await fields.nth(1).fill(chosen);
    await own.locator("form button[type=submit]").click();
    await own.getByRole("status").waitFor();
    await logIn(own, "wilhelmina", chosen);
    await own.goto("/file/search");
    await own.getByRole("heading", { name: "Dossiers" }).first().waitFor();
    const menu = own.getByRole("navigation").first();
    expect(await menu.getByText("Medewerkers").count()).toBe(0);
    for (const closed of ["/employee", "/employee-group/list", "/settings/team"]) {
      await own.goto(closed);
      await own.getByText("Access Denied!").or(own.getByText("Geen toegang")).first().waitFor();
    }
    await context.close();
  });

  test("leaves, and can no longer log in", async () => {
    await page.goto("/employee?search=wilhelmina");
    await page.getByRole("button", { name: `Meer: ${name}` }).click();
    await page.getByRole("menuitem", { name: "Uitschakelen" }).click();
    await dialog().getByText("kan dan niet meer inloggen").waitFor();
    await dialog().getByRole("button", { name: "Uitschakelen" }).click();
    await textShown(page, `${name} is uitgeschakeld.`);
    await clean();
    const { context, page: own } = await app.open();
    await own.goto("/login");
    await own.getByLabel("Gebruikersnaam").fill("wilhelmina");
    await own.locator("input[type=password]").fill(chosen);
    await own.getByRole("button", { name: "Inloggen", exact: true }).click();
    await own.getByRole("alert").first().waitFor();
    await context.close();
  });

  test("keeps the group in use: deleting it is refused, and archiving is offered", async () => {
    await page.goto("/employee-group/list");
    await page.getByRole("button", { name: "Verwijderen: Dossierbehandeling" }).click();
    await dialog().getByRole("button", { name: "Verwijderen" }).click();
    await dialog().getByText("1 gebruiker").waitFor();
    await dialog().getByRole("button", { name: "Archiveren" }).click();
    await textShown(page, /Dossierbehandeling is gearchiveerd/);
    await page.getByText("Nog geen groepen").waitFor();
  });
});
