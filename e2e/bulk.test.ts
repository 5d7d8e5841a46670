/** Work on many files by screen: pasted numbers, a plan that says what would change and why not, made, and taken back. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send } from "./page.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

describe("work on many files", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let third: number;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }));
    const client = await makeClient(page, "Zonnekracht B.V.");
    for (const clientRef of ["Z-1", "Z-2", "Z-3"]) third = await makeFile(page, client, { clientRef });
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog");
  const row = (text: string | RegExp): Locator => page.getByRole("row").filter({ hasText: text });
  const choose = async (name: string, option: string | RegExp): Promise<void> => {
    await page.getByRole("combobox", { name }).click();
    await page.getByRole("option", { name: option }).first().click();
  };

  test("pasted numbers are planned, and unknown ones are reported by line number", async () => {
    await page.goto("/file/bulk-update");
    await page.getByText("Nummers plakken", { exact: true }).click();
    await page.getByLabel("Dossiernummers of referenties van de opdrachtgever").fill("26-000001\nZ-2\n26-999999");
    await choose("Handeling", "Blokkade plaatsen");
    await choose("Soort", "betwisting");
    await page.getByLabel("Reden").fill("Gezamenlijk bezwaar");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Plan maken" }).click();
    await row("26-000001").getByText("wordt gedaan").waitFor();
    await row("26-000002").getByText("wordt gedaan").waitFor();
    await page
      .getByText(/26-999999/)
      .first()
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("the plan is carried out and can be undone", async () => {
    await page.getByRole("button", { name: /^2 dossiers: / }).click();
    await dialog()
      .getByRole("button", { name: /^2 dossiers: / })
      .click();
    await page.getByText("klaar", { exact: true }).first().waitFor();
    for (const number of ["26-000001", "26-000002"]) await row(number).getByText("gedaan", { exact: true }).waitFor();
    await page.getByRole("button", { name: "2 dossiers terugdraaien" }).click();
    await dialog().getByRole("button", { name: "2 dossiers terugdraaien" }).click();
    for (const number of ["26-000001", "26-000002"])
      await row(number).getByText("teruggedraaid", { exact: true }).waitFor();
    await gone(dialog());
    expect(await faultsOf(page)).toEqual([]);
  });

  test("a step is skipped on many files, and the skip is undone", async () => {
    await send(page, "PUT", `/api/v4/file/${third}/workflow`, { workflow: "W2" });
    await page.goto("/file/bulk-update");
    await page.getByText("Nummers plakken", { exact: true }).click();
    await page.getByLabel("Dossiernummers of referenties van de opdrachtgever").fill("26-000003");
    await choose("Handeling", "Volgende stap overslaan");
    await page.getByLabel("Reden").fill("De klant heeft zelf aangemaand");
    await page.getByRole("button", { name: "Plan maken" }).click();
    await row("26-000003").getByText("W2 · 0 → W2 · 1").waitFor();
    await page.getByRole("button", { name: /^1 dossier: / }).click();
    await dialog()
      .getByRole("button", { name: /^1 dossier: / })
      .click();
    await row("26-000003").getByText("gedaan", { exact: true }).waitFor();
    await page.getByRole("button", { name: "1 dossier terugdraaien" }).click();
    await dialog().getByRole("button", { name: "1 dossier terugdraaien" }).click();
    await row("26-000003").getByText("teruggedraaid", { exact: true }).waitFor();
    await gone(dialog());
    expect(await faultsOf(page)).toEqual([]);
  });

  test("the list of files opens this page with its selection", async () => {
    await page.goto("/file/search");
    await row("26-000003").getByRole("checkbox").check();
    await page.getByRole("button", { name: "Bulkwijziging" }).click();
    await page.getByText("1 dossier gekozen").waitFor();
    expect(complaints.list()).toEqual([]);
  });
});
