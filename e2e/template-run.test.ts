/** A letter from nothing to the post: its template written, put into a workflow that goes live, a run planned and made, the letter read. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfText } from "../src/legal/court-papers/read-document.factory.ts";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, send, textShown } from "./page.ts";
import { begin, makeClient, makeFile, registerProvider } from "./portfolio.ts";

describe("a custom letter", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let client: number;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "schrijver", name: "S. Chrijver" }));
    await registerProvider(page);
    client = await makeClient(page, "Zonnekracht Energie B.V.");
  });
  afterAll(() => app.close());
  const panel = (): Locator => page.getByRole("tabpanel");
  const dialog = (): Locator => page.getByRole("dialog");
  const insert = async (search: string, name: RegExp): Promise<void> => {
    await panel().getByRole("button", { name: "Variabele invoegen" }).click();
    await page.locator(".mantine-Combobox-search:visible").fill(search);
    await page.getByRole("option", { name }).click();
  };
  const write = async (name: string, subject: string, text: string): Promise<void> => {
    await panel().getByLabel("Naam").fill(name);
    await panel().getByLabel("Onderwerp").fill(subject);
    await panel().getByRole("textbox", { name: "Tekst" }).click();
    // A language that is added begins with what stands in the first.
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
    await textShown(page, "Het betaalblok ontbreekt.");
    await insert("telefoon", /Telefoon van het bureau/);
    await insert("betaalblok", /Betaalblok/);
    await textShown(page, "Niets op te merken.");
  };
  const choose = async (field: string, option: string | RegExp): Promise<void> => {
    await page.getByRole("combobox", { name: field, exact: true }).click();
    await page.getByRole("option", { name: option }).click();
  };

  test("is written with what the law requires, which is checked while typing", async () => {
    await page.goto("/post-mail/template");
    await page.getByRole("button", { name: "Toevoegen" }).click();
    await page.getByLabel("Code").fill("POST_PROEF");
    await write("Vriendelijk verzoek", "Uw rekening van %clientName%", "Is de rekening u ontgaan? Bel ons op ");
    const others = [
      ["English", "Friendly request", "Your bill from %clientName%", "Did the bill escape you? Call us on "],
      ["Français", "Demande amicale", "Votre facture de %clientName%", "La facture vous a échappé ? Appelez-nous au "],
      [
        "Deutsch",
        "Freundliche Bitte",
        "Ihre Rechnung von %clientName%",
        "Haben Sie die Rechnung übersehen? Rufen Sie uns an: ",
      ],
    ] as const;
    // A step can be a letter only where every reader has it in his language.
    for (const [language, name, subject, text] of others) {
      await page.getByRole("tab", { name: language }).click();
      await page.getByRole("button", { name: `${language} toevoegen` }).click();
      await write(name, subject, text);
    }
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Vriendelijk verzoek is opgeslagen.");
  });

  test("is put before the first step of a workflow, which then goes live", async () => {
    await page.goto("/workflow");
    await page.getByRole("link", { name: "Consument: minnelijk en gerechtelijk" }).click();
    await page.getByRole("button", { name: "Concept maken" }).click();
    await page.getByRole("button", { name: "Stap toevoegen na Veertiendagenbrief" }).click();
    await choose("Kanaal", "Post");
    await choose("Sjabloon of taak", /POST_PROEF/);
    await choose("Telt vanaf", "begin van de workflow");
    await page.getByLabel("Dagen later").fill("0");
    // Of every file, and not only of those that can be mailed.
    await page.locator('button[aria-label="Wissen"]').click();
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "is opgeslagen in het concept.");
    await page.getByRole("button", { name: "Eerder: Stap met sjabloon POST_PROEF" }).click();
    await page
      .getByRole("button", { name: "Eerder: Stap met sjabloon POST_PROEF" })
      .and(page.locator(":disabled"))
      .waitFor();
    await page.getByRole("button", { name: "Actief maken" }).click();
    await dialog().getByLabel("Reden").fill("Eerst vriendelijk");
    await dialog().getByRole("button", { name: "Actief maken" }).click();
    await textShown(page, "Versie 2 is actief.");
  });

  test("is sent by a run with the written text and the file's data", async () => {
    const file = await makeFile(page, client, { clientRef: "EIGEN-1", lastName: "Yıldız", amount: "480.00" });
    const claim = { title: "Levering van energie", description: "Jaarafrekening 2025", contractDate: null, version: 1 };
    await send(page, "PUT", `/api/v4/file/${file}/claim-description`, claim);
    await page.goto("/processing/new");
    await page.getByRole("button", { name: "Plan maken" }).click();
    await textShown(page, "Stap met sjabloon POST_PROEF");
    await page.getByRole("button", { name: "1 brief verzenden" }).click();
    await dialog().getByRole("button", { name: "1 brief verzenden" }).click();
    await page.waitForURL((url) => url.pathname === "/processing/monitoring");
    await page.getByText("Klaar", { exact: true }).first().waitFor();
    await page.goto(`/file/show-new/${file}`);
    const link = page.locator('a[href*="/documents/"]').first();
    await link.waitFor();
    const pdf = await page.request.get((await link.getAttribute("href")) ?? "", {
      headers: { "x-requested-with": "XMLHttpRequest" },
    });
    const text = await pdfText(await pdf.body());
    expect(text).toContain("Uw rekening van Zonnekracht Energie B.V.");
    expect(text).toContain("Is de rekening u ontgaan? Bel ons op");
    expect(text).toContain("Yıldız");
    expect(complaints.list()).toEqual([]);
  });
});
