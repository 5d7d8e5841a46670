/** The general screens in a browser: news for whom it is meant, information for a stranger, and a client's person with the own figures. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp } from "./app.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type Complaints, faultsOf, gone, send, textShown } from "./page.ts";
import { begin, inviteContact, mailing, makeClient, makeFile, password } from "./portfolio.ts";

/** A claim of a consumer that fell due long ago. */
describe("the general screens", () => {
  let app: RunningApp;
  let mailbox: Mailbox;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    mailbox = await openMailbox();
    ({ app, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }, mailing(mailbox)));
    await app.createUser("financien", password, "ROLE_FINANCE", "F. de Vries");
    await app.createUser("zoeker", password, "ROLE_FILE_SEARCH", "Z. Oeker");
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });
  const write = async (place: Page, text: string): Promise<void> => {
    const editor = place.locator("[contenteditable=true]");
    await editor.click();
    await editor.pressSequentially(text);
  };
  /** Somebody's own page, with somebody logged in. */
  const pageOf = async (username: string): Promise<Page> => {
    const { page: own } = await app.open();
    await logIn(own, username, password);
    return own;
  };

  test("a new installation shows its set-up steps, which are ticked off automatically", async () => {
    await page.goto("/");
    await textShown(page, "van 8 stappen gedaan");
    await page.getByRole("link", { name: "Een opdrachtgever toevoegen" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await makeClient(page, "Sportschool De Kuip B.V.", "87654321");
    await page.reload();
    await page.getByText("Een opdrachtgever toevoegen").waitFor();
    expect(await page.getByRole("link", { name: "Een opdrachtgever toevoegen" }).count()).toBe(0);
    await page.getByRole("button", { name: "Niet meer tonen" }).click();
    await gone(page.getByText("stappen gedaan"));
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByText("stappen gedaan").count()).toBe(0);
  });

  test("news is written for a role, previewed, and shown only to users with that role", async () => {
    await page.goto("/news");
    await textShown(page, "Er is geen nieuws");
    await page.getByRole("button", { name: "Nieuwsbericht toevoegen" }).click();
    await page.getByLabel("Titel").fill("Nieuwe bankrekening");
    await write(page, "Let op: <b>NL20 INGB</b> is de nieuwe rekening.");
    await page.getByRole("combobox", { name: "Voor wie" }).click();
    await page.getByRole("option", { name: "Financiën", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Voorbeeld" }).click();
    const preview = page.getByRole("dialog");
    await preview.getByText("Let op: <b>NL20 INGB</b> is de nieuwe rekening.").waitFor();
    await page.keyboard.press("Escape");
    await gone(preview);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "“Nieuwe bankrekening” is opgeslagen.");
    await page.getByRole("row").filter({ hasText: "Nieuwe bankrekening" }).getByText("te zien").waitFor();
    expect(await faultsOf(page)).toEqual([]);

    const reader = await pageOf("financien");
    await reader.goto("/");
    await reader.getByText("1 ongelezen").waitFor();
    await reader.getByRole("link", { name: "Alle berichten" }).click();
    await reader.getByRole("button", { name: /Nieuwe bankrekening/ }).click();
    await reader.getByText("Let op: <b>NL20 INGB</b> is de nieuwe rekening.").waitFor();
    await gone(reader.getByRole("button", { name: "Alles als gelezen markeren" }));
    expect(await faultsOf(reader)).toEqual([]);
    await reader.goto("/");
    await reader.getByRole("heading", { level: 1 }).waitFor();
    expect(await reader.getByText("ongelezen").count()).toBe(0);

    for (const other of [await pageOf("zoeker"), (await app.open()).page]) {
      await other.goto("/news");
      await other.getByText("Er is geen nieuws").waitFor();
      expect(await other.getByRole("button", { name: "Nieuwsbericht toevoegen" }).count()).toBe(0);
    }
    await reader.goto("/news/add");
    await reader.getByRole("heading", { name: "Geen toegang!" }).waitFor();
  });

  test("deleted news is restored with one click", async () => {
    await page.goto("/news?tab=written");
    await page.getByRole("button", { name: "Verwijderen: Nieuwe bankrekening" }).click();
    await textShown(page, "“Nieuwe bankrekening” is verwijderd.");
    await textShown(page, "Er is nog geen bericht geschreven");
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await page.getByRole("row").filter({ hasText: "Nieuwe bankrekening" }).waitFor();
  });

  test("shared information is opened by a guest, counted, and gone once revoked", async () => {
    await page.goto("/shared-info/add");
    await page.getByRole("button", { name: "Nieuwe informatie delen" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Onderwerp").fill("Overzicht van uw dossier");
    await write(page, "Hierbij het overzicht waar u om vroeg.");
    await form.locator("input[type=file]").setInputFiles({
      name: "overzicht.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"),
    });
    expect(await faultsOf(page)).toEqual([]);
    await form.getByRole("button", { name: "Delen", exact: true }).click();
    const shown = form.getByLabel("Adres", { exact: true });
    await shown.waitFor();
    const address = new URL((await shown.innerText()).trim()).pathname;
    expect(address).toMatch(/^\/shared-info\/view\/[\w-]{22}$/);
    await form.getByRole("button", { name: "Sluiten" }).last().click();
    const row = page.getByRole("row").filter({ hasText: "Overzicht van uw dossier" });
    await row.getByText("te zien").waitFor();

    const { page: stranger } = await app.open();
    const answered = await stranger.goto(address);
    expect(answered?.headers()["x-robots-tag"]).toContain("noindex");
    await stranger.getByRole("heading", { level: 1, name: "Overzicht van uw dossier" }).waitFor();
    await stranger.getByText("Hierbij het overzicht waar u om vroeg.").waitFor();
    // Nothing else of the system stands on the page.
    expect(await stranger.getByRole("navigation").count()).toBe(0);
    expect(await stranger.getByRole("banner").count()).toBe(0);
    expect(await faultsOf(stranger)).toEqual([]);
    const fetching = stranger.waitForEvent("download");
    await stranger.getByRole("link", { name: "overzicht.pdf" }).click();
    expect((await fetching).suggestedFilename()).toBe("overzicht.pdf");

    await page.reload();
    const views = z.object({ items: z.array(z.looseObject({ views: z.number() })) });
    expect(views.parse(await send(page, "GET", "/api/v4/shared-info")).items[0]?.views).toBe(1);
    await page.getByRole("button", { name: "Intrekken: Overzicht van uw dossier" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Intrekken" }).click();
    await row.getByText("ingetrokken").waitFor();
    for (const gone of [address, "/shared-info/view/AAAAAAAAAAAAAAAAAAAAAA"]) {
      await stranger.goto(gone);
      await stranger.getByText("Deze informatie is er niet (meer)").waitFor();
    }
  });

  test("a client's contact sees the figures of that client's files only", async () => {
    const own = await makeClient(page, "Zonnekracht B.V.", "12345678");
    const other = await makeClient(page, "Vreemd B.V.", "23456789");
    await makeFile(page, own, { clientRef: "EIGEN-1", amount: "100.00" });
    const second = await makeFile(page, own, { clientRef: "EIGEN-2", amount: "150.00" });
    await makeFile(page, other, { clientRef: "ANDER-1", amount: "9999.00" });
    const { version } = z.looseObject({ version: z.number() }).parse(await send(page, "GET", `/api/v4/file/${second}`));
    await send(page, "POST", `/api/v4/file/${second}/hold`, { kind: "dispute", reason: "Niet geleverd", version });

    const person = await inviteContact(app, page, mailbox, {
      client: own,
      username: "vera",
      name: "Vera Smit",
      acl: ["ROLE_CONTACT_PERSON", "ROLE_CONTACT_PERSON_DASHBOARD", "ROLE_FILE_SEARCH"],
      password,
    });

    await person.goto("/");
    await person.getByRole("link", { name: "Uw dossiers in cijfers" }).click();
    await person.waitForURL("**/dashboard");
    await person.getByText("€ 250,00").first().waitFor();
    await person.getByRole("row").filter({ hasText: "EIGEN-2" }).waitFor();
    expect(await person.getByText(/9\.999|ANDER-1|Vreemd/).count()).toBe(0);
    expect(await faultsOf(person)).toEqual([]);
  });

  test("the browser console shows no errors", () => {
    expect(complaints.list()).toEqual([]);
  });
});
