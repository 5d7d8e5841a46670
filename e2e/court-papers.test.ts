/** Court papers in a browser: a template opened and compared, a summons written for a file in the form, looked at, kept, opened as DOCX. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { docxText, zipEntries } from "../src/legal/court-papers/read-document.factory.ts";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, focused, gone, send, textShown } from "./page.ts";
import { begin, makeClient, registerProvider } from "./portfolio.ts";

const made = z.looseObject({ id: z.number() });
const shown = z.looseObject({ number: z.string(), debtor: z.looseObject({ version: z.number() }) });

describe("court papers", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let file: number;
  let number: string;

  const dialog = (): Locator => page.getByRole("dialog").last();

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "jurist", name: "J. Urist" }));
    await registerProvider(page);
    const client = await makeClient(page, "Ovenbouw & Zonen B.V.");
    const address = { street: "Kanaalstraat", houseNumber: "112", postcode: "3531 CL", city: "Utrecht" };
    const created = await send(page, "POST", "/api/v4/file", {
      client,
      clientRef: "OV-1",
      fileType: "company",
      debtor: { companyName: "Bakkerij Zoet B.V.", legalForm: "bv", kvk: "87654321", ...address },
      claim: { title: "Koop", description: "levering van twee ovens" },
      invoices: [{ number: "OV-77", date: "2026-03-01", dueDate: "2026-03-31", amount: "900.00" }],
    });
    file = made.parse(created).id;
    ({ number } = shown.parse(await send(page, "GET", `/api/v4/file/${file}`)));
  });
  afterAll(() => app.close());

  test("a template shows its sections, accepts changed text, and lists the changes", async () => {
    await page.goto("/subpoena-template");
    await page.getByRole("heading", { name: "Processtuksjablonen" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Dagvaarding geldvordering" }).click();
    await page.getByRole("button", { name: /Buitengerechtelijke kosten.*bedrijven/ }).click();
    await page.getByRole("textbox", { name: "Kop" }).fill("Incassokosten");
    const editor = page.getByRole("textbox", { name: "Tekst" });
    await editor.waitFor();
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Dagvaarding geldvordering is opgeslagen.");
    // The shipped text has a correction of its own before it.
    await page.getByRole("button", { name: "Vergelijken" }).first().click();
    await dialog().locator("ins").getByText("Incassokosten").waitFor();
    await page.keyboard.press("Escape");
    expect(await faultsOf(page)).toEqual([]);
  });

  test("leaving a template with a changed heading asks first", async () => {
    const question = dialog().filter({ hasText: "nog niet opgeslagen" });
    await page.getByRole("textbox", { name: "Kop" }).fill("Half");
    await page.getByRole("link", { name: "Processtuksjablonen" }).first().click();
    await question.getByRole("button", { name: "Annuleren" }).click();
    await gone(question);
    expect(await page.getByRole("textbox", { name: "Kop" }).inputValue()).toBe("Half");
  });

  test("a summons for a file is drafted from the list of templates, previewed and saved in seven clicks", async () => {
    await page.goto("/subpoena-template");
    await page.getByRole("button", { name: "Maken voor een dossier: Dagvaarding geldvordering" }).click();
    await focused(dialog());
    await dialog().getByRole("combobox", { name: "Dossier" }).fill(number);
    await page.getByRole("option", { name: new RegExp(number) }).click();
    await dialog().getByRole("button", { name: "Naar het dossier" }).click();
    await dialog().getByLabel("Deurwaarder of advocaat").waitFor();
    expect(await dialog().getByRole("checkbox", { name: /^koop/ }).isChecked()).toBe(true);
    await dialog().getByLabel("Dag van de dagvaarding").fill("07-12-2026");
    await dialog().getByLabel("Roldatum").fill("10-12-2026");
    await dialog().getByLabel("Tijd").fill("10:00");
    await dialog().getByLabel("Deurwaarder of advocaat").fill("mr. D. Exploot");
    await dialog().getByRole("button", { name: "Voorbeeld" }).click();
    await textShown(page, /ligt ten minste een week/);
    await dialog().getByLabel("Roldatum").fill("23-12-2026");
    await dialog().getByRole("button", { name: "Voorbeeld" }).click();
    await page.getByRole("dialog").locator("canvas").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Opslaan bij het dossier" }).click();
    // Nobody has checked where the bakery is established.
    await textShown(page, "Het adres is de laatste 30 dagen niet nagekeken.");
    const { debtor } = shown.parse(await send(page, "GET", `/api/v4/file/${file}`));
    const { id: _id, fileType: _t, isConsumer: _c, isNaturalPerson: _n, displayName: _d, ...fields } = debtor;
    await send(page, "PUT", `/api/v4/file/${file}/debtor`, {
      ...fields,
      addressVerifiedOn: "2026-11-19",
    });
    await dialog().getByRole("button", { name: "Opslaan bij het dossier" }).click();
    // Nor where the court sits: whoever keeps it answers for that by name.
    await textShown(
      page,
      "Niemand heeft het adres van de rechtbank nagekeken: Vrouwe Justitiaplein 1, 3511 EX Utrecht.",
    );
    await textShown(page, "Kijk het adres van de rechtbank na, of sta ervoor in.");
    await dialog().getByRole("checkbox", { name: "Ik sta in voor dit adres" }).check();
    await dialog().getByRole("button", { name: "Opslaan bij het dossier" }).click();
    await textShown(page, "Dagvaarding geldvordering staat bij het dossier.");
    await textShown(page, "adres rechtbank niet nagekeken");
  });

  test("the saved document opens as DOCX with the file's data, and is listed among its documents", async () => {
    const fetched = page.waitForEvent("download");
    await page.getByRole("link", { name: /dagvaarding.*\.docx$/ }).click();
    const path = await (await fetched).path();
    const words = await docxText(await readFile(path));
    for (const text of ["Bakkerij Zoet B.V.", "mr. D. Exploot", "twee ovens", "23 december 2026"])
      expect(words).toContain(text);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("tab", { name: "Documenten" }).click();
    await page
      .getByRole("link", { name: /dagvaarding.*\.pdf$/ })
      .first()
      .waitFor();
  });

  test("a bundle is made in one click and downloaded, and its list of hashes names each of its files", async () => {
    await page.getByRole("tab", { name: "Overdracht" }).click();
    await page.getByRole("button", { name: "Bundel maken" }).click();
    const link = page.getByRole("link", { name: "ZIP downloaden" });
    await link.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const fetched = page.waitForEvent("download");
    await link.click();
    const entries = await zipEntries(await readFile(await (await fetched).path()));
    const named = (entries.get("SHA256SUMS") ?? "")
      .trim()
      .split("\n")
      .map((line) => line.slice(66));
    expect(named).toEqual([...entries.keys()].filter((name) => name !== "SHA256SUMS"));
    expect(named).toContain("01-opbouw-van-de-vordering.pdf");
    expect(complaints.list()).toEqual([]);
  });
});
