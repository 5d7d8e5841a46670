/** What leaves the house as a list: files as an export, and addresses to be looked up, whose results come back. */
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "playwright-core";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send } from "./page.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

describe("exports and address lists", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  const files: number[] = [];

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }, {}, { acceptDownloads: true }));
    const client = await makeClient(page, "Zonnekracht B.V.");
    for (const [clientRef, lastName] of [
      ["Z-1", "Van der Meer-Oosterhuis"],
      ["Z-2", "Yıldız"],
      ["Z-3", "De Wit"],
    ] as const)
      files.push(await makeFile(page, client, { clientRef, lastName }));
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog");
  const row = (name: string): Locator => page.getByRole("row").filter({ hasText: name });
  async function saved(act: () => Promise<void>): Promise<Download> {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return download;
  }

  test("an export is counted, made in the background and downloaded", async () => {
    await page.goto("/file/file-export-all?search=Z-2");
    await page.getByText("1 dossier gevonden").waitFor();
    await page.getByRole("button", { name: "Filter Zoeken weghalen" }).click();
    await page.getByText("3 dossiers gevonden").waitFor();
    await page.getByRole("button", { name: "Alle kolommen" }).click();
    await page.getByLabel("Hoofdsom").uncheck();
    await page.getByText("Excel (XLSX)", { exact: true }).click();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "3 dossiers exporteren" }).click();
    const download = await saved(() => row("klaar").getByRole("link", { name: "Downloaden" }).click());
    const [head, ...rows] = await readSheet(await download.path());
    expect(head).toContain("Referentie");
    expect(head).not.toContain("Hoofdsom");
    expect(rows.map((cells) => cells[1])).toEqual(["Z-1", "Z-2", "Z-3"]);
    expect(complaints.list()).toEqual([]);
  });

  test("an address check is requested, its list is exported, and the results are imported after a review", async () => {
    for (const id of files) await send(page, "POST", `/api/v4/file/${id}/address-check`, { note: "" });
    await page.goto("/address-surveillance");
    await row("Yıldız").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const list = await saved(() => page.getByRole("button", { name: "Lijst voor bureau (CSV)" }).click());
    const lines = (await readFile(await list.path(), "utf8")).trim().split("\n").slice(1);
    const [one, two] = lines.map((line) => line.split(";")[0] ?? "");
    await expect.poll(() => row("uitgezet").count()).toBe(3);

    await page.getByRole("button", { name: "Uitkomsten inlezen" }).click();
    const content = `check_number;result;street;house_no;postcode;city\n${one};verhuisd;Nieuwe Gracht;7;3512 LH;Utrecht\n${two};weg\n`;
    await dialog()
      .locator("input[type=file]")
      .setInputFiles({ name: "uitkomsten.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
    await dialog().getByRole("button", { name: "Bekijken" }).click();
    await dialog().getByText("Onbekende uitkomst.").waitFor();
    await dialog().getByText("kan worden vastgelegd").waitFor();
    await dialog().getByRole("button", { name: "1 uitkomst vastleggen" }).click();
    await page.getByText("1 uitkomst vastgelegd.").waitFor();
    await page.keyboard.press("Escape");
    await gone(dialog());
    await gone(row("Van der Meer-Oosterhuis"));
  });

  test("entering a result by hand shows its effect, and asks for the new address when somebody moved", async () => {
    await page.getByRole("button", { name: "Uitkomst vastleggen: S. De Wit" }).click();
    await dialog().getByText("Het adres geldt als gecontroleerd en brieven gaan weer uit.").waitFor();
    await dialog().getByRole("combobox", { name: "Uitkomst" }).click();
    await page.getByRole("option", { name: "verhuisd" }).click();
    await dialog().getByLabel("Straat").fill("Nieuwe Gracht");
    await dialog().getByLabel("Huisnummer").fill("9");
    await dialog().getByLabel("Postcode").fill("12");
    await dialog().getByLabel("Plaats").fill("Utrecht");
    await dialog().getByRole("button", { name: "Vastleggen" }).click();
    await dialog().getByText("Dit is geen geldige postcode.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByLabel("Postcode").fill("3512 LH");
    await dialog().getByRole("button", { name: "Vastleggen" }).click();
    await gone(dialog());
    await gone(row("De Wit"));
    expect(complaints.list()).toEqual([]);
  });
});
