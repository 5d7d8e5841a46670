/**
 * A client from nothing, as a person makes one: its record, people, agreements, documents and account; then as one of its people,
 * who logs in by invitation and sees only what is theirs.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test, vi } from "vitest";
import { z } from "zod";
import { logIn, patience, type RunningApp, startApp } from "./app.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { faultsOf, gone, send, textShown } from "./page.ts";
import { makeClient, makeFile } from "./portfolio.ts";

const password = "een lang wachtwoord 26";
const company = "Warmtebedrijf De Zuiderzon en Dochters Installatietechniek B.V.";

/** A claim of a consumer that fell due long ago. */
describe("a client", () => {
  let app: RunningApp;
  let mailbox: Mailbox;
  let page: Page;
  let address: string;
  let id: number;

  beforeAll(async () => {
    mailbox = await openMailbox();
    app = await startApp({ SMTP_URL: mailbox.url, MAIL_FROM: "incasso@voorbeeld.example" });
    await app.createUser("beheer", password, "*", "B. Heer");
    await app.createUser("collega", password, "*", "C. Ollega");
    ({ page } = await app.open({ acceptDownloads: true }));
    await logIn(page, "beheer", password);
  });
  beforeEach(() => {
    onTestFailed(async ({ task }) => {
      await page.screenshot({ path: `.vorder/customers-${task.name.slice(0, 30).replace(/\W+/g, "-")}.png` });
    });
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const dialog = () => page.getByRole("dialog");
  const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
  const choose = async (label: string, option: string) => {
    await page
      .getByRole("combobox", { name: label })
      .or(page.getByLabel(label, { exact: true }))
      .first()
      .click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };

  /** Typed, and left: the calendar lies over the fields below as long as it is open. */
  const fillDate = async (label: string, text: string) => {
    const field = dialog().getByRole("textbox", { name: label, exact: true });
    await field.fill(text);
    await field.press("Tab");
    await gone(page.locator("[data-dates-dropdown]"));
  };

  test("is made by the form, which says beside the field what is wrong and loses nothing", async () => {
    await page.goto("/customer/create");
    await page.getByLabel("Bedrijfsnaam").fill(company);
    await choose("Rechtsvorm", "Besloten vennootschap (bv)");
    await page.getByLabel("KvK-nummer").fill("1234");
    await page.getByLabel("Straat").fill("Zuiderdijk");
    await page.getByLabel("Huisnummer").fill("7");
    await page.getByLabel("Postcode").fill("1601 AA");
    await page.getByLabel("Plaats").fill("Enkhuizen");
    await page.getByLabel("IBAN").fill("NL20 INGB 0001 2345 67");
    await page.getByLabel("Rekeninghouder").fill("De Zuiderzon");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Een KvK-nummer heeft 8 cijfers.");
    await page.getByLabel("KvK-nummer").fill("12345678");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.waitForURL(/\/customer\/\d+$/);
    address = new URL(page.url()).pathname;
    id = Number(address.split("/").at(-1));
    await page.getByRole("heading", { level: 1, name: company }).waitFor();
    await page.getByText("NL20 INGB 0001 2345 67").waitFor();
  });

  test("with the KvK number of another client shows a link to that client", async () => {
    await page.goto("/customer/create");
    await page.getByLabel("KvK-nummer").fill("12345678");
    const link = page.getByRole("link", { name: new RegExp(company.slice(0, 20)) });
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe(address);
    // What was typed is not thrown away without a question.
    await link.click();
    await dialog().getByRole("button", { name: "Weggaan" }).click();
    await page.waitForURL(`**${address}`);
  });

  test("is edited in place; a concurrent change is shown beside one's own", async () => {
    await page.goto(`${address}?edit=1`);
    await page.getByLabel("Plaats").fill("Hoorn");
    const now = z.looseObject({ version: z.number() }).parse(await send(page, "GET", `/api/v4/client/${id}`));
    const other = { company, legalForm: "bv", kvk: "12345678", street: "Noorderdijk", houseNumber: "7" };
    await send(page, "PUT", `/api/v4/client/${id}`, {
      ...other,
      postcode: "1601 AA",
      city: "Enkhuizen",
      version: now.version,
    });
    await page.getByRole("button", { name: "Opslaan" }).click();
    const conflict = page.getByRole("alert").filter({ hasText: "Intussen gewijzigd" });
    await conflict.waitFor();
    await conflict
      .getByRole("row", { name: /Straat/ })
      .getByRole("button")
      .click();
    await conflict.getByRole("button").last().click();
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.getByText("Noorderdijk 7, 1601 AA Hoorn").waitFor();
  });

  test("has people, agreements, a workflow, documents and notes, each in its own section of the page", async () => {
    await tab("Contactpersonen");
    await page.getByRole("button", { name: "Contactpersoon toevoegen" }).click();
    await dialog().getByLabel("Naam").fill("Vera Smit-van der Meulen");
    await dialog().getByLabel("E-mailadres").fill("vera@zuiderzon.example");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, /Vera Smit-van der Meulen is opgeslagen/);
    await tab("Afspraken");
    await page.getByRole("button", { name: "Afspraak toevoegen" }).first().click();
    await fillDate("Vanaf", "01-01-2026");
    await dialog().getByRole("combobox", { name: "Rente", exact: true }).click();
    await page.getByRole("option", { name: "Contractuele rente" }).click();
    await dialog().getByLabel("Percentage").fill("8,5");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await page.getByText("Contractuele rente 8,5% per jaar").waitFor();
    await page.getByRole("button", { name: "Afspraak toevoegen" }).last().click();
    await fillDate("Vanaf", "01-01-2026");
    await dialog().getByLabel("Percentage").fill("5");
    await dialog()
      .getByLabel(/Geïncasseerde incassokosten zijn voor ons/)
      .check();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await page.getByRole("button", { name: "Voorbeeld berekenen" }).click();
    await dialog().getByLabel("Geïncasseerd").fill("900,00");
    await dialog().getByLabel("Waarvan incassokosten").fill("150,00");
    await dialog().getByText("€ 226,88").waitFor();
    await page.keyboard.press("Escape");
    await tab("Documenten");
    await page.getByRole("button", { name: "Document toevoegen" }).click();
    const content = Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "contract-2026.pdf", mimeType: "application/pdf", buffer: content });
    await dialog().getByRole("combobox", { name: "Soort" }).click();
    await page.getByRole("option", { name: "Contract", exact: true }).click();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "contract-2026.pdf", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("contract-2026.pdf");
    await tab("Notities");
    await page.getByRole("textbox", { name: "Nieuwe notitie" }).fill("Belt liever dan mailt.");
    await page.getByRole("button", { name: "Notitie opslaan" }).click();
    await page.getByText("Belt liever dan mailt.").last().waitFor();
    await tab("Geschiedenis");
    await page.getByText("Provisieafspraak toegevoegd").waitFor();
    await page.reload();
    await page.getByText("Provisieafspraak toegevoegd").waitFor();
  });

  test("is paid to another account only after a colleague approves, and its contact is notified", async () => {
    await page.goto(address);
    await page.getByRole("button", { name: "Rekening wijzigen" }).click();
    await dialog().getByLabel("IBAN").fill("NL91 ABNA 0417 1643 00");
    await dialog().getByLabel("Rekeninghouder").fill("De Zuiderzon");
    await dialog().getByRole("button", { name: "Wijziging aanvragen" }).click();
    await textShown(page, "Een collega die opdrachtgevers beheert, moet dit goedkeuren.");
    expect(await mailbox.mailTo("vera@zuiderzon.example")).toContain("andere rekening");
    const colleague = await app.open();
    await logIn(colleague.page, "collega", password);
    await colleague.page.goto(address);
    await colleague.page.getByRole("button", { name: "Goedkeuren" }).click();
    await colleague.page.getByText("NL91 ABNA 0417 1643 00").waitFor();
    await colleague.context.close();
  });

  test("can invite one of its people, who sees their own client's files and nothing else", async () => {
    const other = await makeClient(page, "Sportschool De Kuip", "87654321");
    await makeFile(page, id, { clientRef: "EIGEN-1" });
    await makeFile(page, other, { clientRef: "ANDER-1" });
    await page.goto(`${address}?tab=contacts`);
    await page.getByRole("button", { name: /Vera Smit-van der Meulen/ }).click();
    await page.getByRole("menuitem", { name: "Login maken" }).click();
    await dialog().getByLabel("Gebruikersnaam").fill("vera");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Maken en uitnodigen" }).click();
    await textShown(page, /is uitgenodigd per e-mail/);
    await page.getByText("Uitgenodigd", { exact: true }).waitFor();
    await vi.waitFor(async () => {
      expect(await mailbox.mailTo("vera@zuiderzon.example")).toContain("/reset-password/");
    }, patience);
    const link = /\/reset-password\/[\w-]+/.exec(await mailbox.mailTo("vera@zuiderzon.example"))?.[0] ?? "";

    const vera = await app.open();
    await vera.page.goto(link);
    const fields = vera.page.locator("input[type=password]");
    await fields.first().waitFor();
    for (const field of await fields.all()) await field.fill(password);
    await vera.page.locator("button[type=submit]").click();
    await vera.page.getByText("Uw wachtwoord is gewijzigd").waitFor();
    await logIn(vera.page, "vera", password);
    await vera.page.goto("/customer/search");
    await vera.page.getByRole("row", { name: new RegExp(company.slice(0, 20)) }).waitFor();
    expect(await vera.page.getByText("Sportschool De Kuip").count()).toBe(0);
    await vera.page.goto(address);
    await vera.page.getByRole("heading", { level: 1, name: company }).waitFor();
    for (const hidden of ["Notities", "Geschiedenis"]) {
      expect(await vera.page.getByRole("tab", { name: hidden }).count()).toBe(0);
    }
    expect(await vera.page.getByRole("button", { name: "Wijzigen" }).count()).toBe(0);
    await vera.page.getByRole("tab", { name: "Afspraken" }).click();
    await vera.page.getByText("Contractuele rente 8,5% per jaar").waitFor();
    expect(await vera.page.getByText("Provisie", { exact: true }).count()).toBe(0);
    await vera.page.goto(`/customer/${other}`);
    await vera.page.getByRole("alert").first().waitFor();
    expect(await vera.page.getByText("Sportschool De Kuip").count()).toBe(0);
    await vera.page.goto("/file/search");
    await vera.page.getByRole("row", { name: new RegExp(company.slice(0, 20)) }).waitFor();
    expect(await vera.page.getByText("Sportschool De Kuip").count()).toBe(0);
    await vera.context.close();
  });

  test("is found by city, with the figures of its files", async () => {
    await page.goto("/customer/search");
    await page.getByLabel("Naam, nummer, plaats of KvK-nummer").fill("hoorn");
    await gone(page.getByText("Sportschool De Kuip"));
    const row = page.getByRole("row", { name: new RegExp(company.slice(0, 20)) });
    await row.getByRole("link", { name: "1", exact: true }).waitFor();
    await row.getByText("€ 102,55").waitFor();
  });

  test.each(["", "?tab=contacts", "?tab=agreements", "?tab=handling", "?tab=documents", "?tab=notes", "?edit=1"])(
    "is looked at without a fault at every width: %s",
    async (part) => {
      await page.goto(address + part);
      await page.waitForLoadState("networkidle");
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await faultsOf(page), `at ${width}`).toEqual([]);
        // Nothing but a table may be wider than the screen.
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(over, `at ${width}`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );

  test("is archived and leaves the list of active clients", async () => {
    await page.goto(address);
    await page.getByRole("button", { name: "Meer" }).click();
    await page.getByRole("menuitem", { name: "Archiveren" }).click();
    await dialog().getByRole("button", { name: "Archiveren" }).click();
    await page.getByText("Gearchiveerd", { exact: true }).waitFor();
    await page.goto("/customer/search");
    await page.getByText("Sportschool De Kuip").waitFor();
    expect(await page.getByText(company).count()).toBe(0);
  });
});
