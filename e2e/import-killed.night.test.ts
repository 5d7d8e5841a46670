/** An import of 100,000 rows whose server dies half-way, and is finished by the next one: every row is one file, once. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { gone, send } from "./page.ts";
import { makeClient } from "./portfolio.ts";

const password = "een lang wachtwoord 26";
const rows = 100_000;
const spoken = rows.toLocaleString("nl-NL");
const batches = z.object({
  items: z.array(z.looseObject({ id: z.number(), state: z.string(), filesPlaced: z.number() })),
});
const files = z.object({ total: z.number() });

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  await app.createUser("beheer", password, "*", "B. Heer");
  ({ page } = await app.open());
  await logIn(page, "beheer", password);
  await makeClient(page, "Wonen aan Zee");
});
afterAll(() => app.close());

function csv(): Buffer {
  const head =
    "client_ref;debtor_type;last_name;street;house_no;postcode;city;invoice_number;invoice_date;due_date;amount;claim_title\n";
  const lines = Array.from(
    { length: rows },
    (_, at) => `G-${at};P;Jansen;Kade;${(at % 900) + 1};3011 AA;Rotterdam;F-${at};01-03-2026;31-03-2026;100,00;Huur\n`,
  );
  return Buffer.from(head + lines.join(""));
}

const batch = async () => batches.parse(await send(page, "GET", "/api/v4/file/import")).items[0];

test("an import cut off by a killed server is finished by the next one", { timeout: 600_000 }, async () => {
  await page.goto("/file/import");
  await page.getByLabel("Opdrachtgever").first().fill("Wonen");
  await page.getByRole("option", { name: /Wonen aan Zee/ }).click();
  await page.locator("input[type=file]").setInputFiles({ name: "groot.csv", mimeType: "text/csv", buffer: csv() });
  await page.getByRole("button", { name: "Uploaden" }).click();
  await page.getByRole("button", { name: "Regels controleren" }).click();
  const place = page.getByRole("button", { name: `${spoken} dossiers aanmaken` });
  await place.waitFor({ timeout: 240_000 });
  await place.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: `${spoken} dossiers aanmaken` }).click();
  await gone(dialog);
  const half = { timeout: 240_000, interval: 200 };
  await expect.poll(async () => (await batch())?.filesPlaced, half).toBeGreaterThan(rows / 2);
  await app.kill();
  await app.restart();

  await page.goto("/file/import/view-uploaded");
  const left = await batch();
  expect(left?.state).toBe("placing");
  expect(left?.filesPlaced).toBeLessThan(rows);
  await page.getByRole("link", { name: "groot.csv" }).click();
  await page.getByRole("link", { name: "Naar de import" }).click();
  await page.getByText(`${spoken} dossiers aangemaakt`).waitFor({ timeout: 300_000 });
  const found = files.parse(await send(page, "GET", "/api/v4/file/count"));
  expect(found.total).toBe(rows);
});
