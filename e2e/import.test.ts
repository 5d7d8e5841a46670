/** The import beyond new claims: corrections with both sides, instalments with documents beside them, all uploads, and places of pick-up. */
import { text as textOf } from "node:stream/consumers";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, textShown } from "./page.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

async function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return Buffer.from(await textOf(zip.outputStream.setEncoding("latin1")), "latin1");
}

describe("imports", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }, {}, { acceptDownloads: true }));
    const client = await makeClient(page, "Wonen aan Zee");
    await makeFile(page, client, { clientRef: "W-1", lastName: "Yıldız", email: "s@example.nl" });
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog");
  const row = (name: string): Locator => page.getByRole("row").filter({ hasText: name });

  async function uploaded(name: string, buffer: Buffer): Promise<void> {
    await page.getByLabel("Opdrachtgever").first().fill("Wonen");
    await page.getByRole("option", { name: /Wonen aan Zee/ }).click();
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await page.getByRole("button", { name: "Uploaden" }).click();
    await page.getByRole("button", { name: "Regels controleren" }).click();
  }

  async function made(button: RegExp): Promise<void> {
    await page.getByRole("button", { name: button }).click();
    await dialog().getByRole("button", { name: button }).click();
    await gone(dialog());
  }

  test("a correction shows current and new values before anything is changed", async () => {
    await page.goto("/file/import");
    await page.getByText("Correcties", { exact: true }).click();
    const csv = "client_ref;street;house_no;postcode;city;email;invoice_number;amount\n";
    await uploaded(
      "adressen.csv",
      Buffer.from(`${csv}W-1;Duinweg;5;2584 AA;Den Haag;-;F-W-1;80,00\nW-2;;;;Delft;;;\n`),
    );
    // Not the sample beside the columns, which holds the new street alone.
    await row("Kanaalstraat").waitFor();
    const text = (await row("Kanaalstraat").innerText()).replace(/\s+/g, " ");
    expect(text).toContain("Straat Kanaalstraat → Duinweg");
    expect(text).toContain("E-mail s@example.nl → leeg");
    expect(text).toContain("Factuur F-W-1 € 100,00 → € 80,00");
    await row("Deze referentie heeft geen dossier.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await made(/1 dossier wijzigen/);
    await page.getByText("1 dossier gewijzigd.").waitFor();
  });

  test("columns that a colleague chose meanwhile are shown, and not written over unseen", async () => {
    await page.goto("/file/import");
    await page.getByRole("radiogroup", { name: "Soort import" }).getByText("Correcties").click();
    await uploaded("plaatsen.csv", Buffer.from("client_ref;city\nW-1;Delft\n"));
    await row("Delft").first().waitFor();
    await page.getByRole("button", { name: "Kolommen wijzigen" }).click();
    await page.getByRole("button", { name: "Regels controleren" }).waitFor();
    const id = new URL(page.url()).searchParams.get("upload");
    const batch = z.looseObject({ client: z.object({ id: z.number() }), style: z.unknown(), version: z.number() });
    const { client, style, version } = batch.parse(await send(page, "GET", `/api/v4/file/import/${id}`));
    const theirs = { client: client.id, style, mapping: { clientRef: 0 }, version };
    await send(page, "PUT", `/api/v4/file/import/${id}`, theirs);
    // The upload is read again, as it is whenever somebody comes back to the window after a while.
    const again = page.waitForResponse((reply) => reply.url().endsWith(`/file/import/${id}`));
    await page.waitForTimeout(10_500);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await again;
    await page.getByRole("button", { name: "Regels controleren" }).click();
    await textShown(page, /Iemand anders heeft dit intussen gewijzigd/);
    await page.getByRole("button", { name: "Kolommen wijzigen" }).waitFor();
    await gone(row("Delft"));
  });

  test("instalments are imported with their documents, and each document is attached to its contract", async () => {
    await page.goto("/file/import/subscription");
    const csv =
      "contract_no;period_from;period_to;instalment_amount;instalment_due_date;last_name;street;house_no;postcode;city;claim_title\n" +
      "C-77;01-02-2026;28-02-2026;120,00;01-02-2026;Bakker;Kade;1;3011 AA;Rotterdam;Huur\n" +
      "C-77;01-03-2026;31-03-2026;120,00;01-03-2026;Bakker;Kade;1;3011 AA;Rotterdam;Huur\n";
    const parts = { "termijnen.csv": csv, "C-77 contract.pdf": "%PDF-1.4\n%%EOF\n", "logo.pdf": "%PDF-1.4\n%%EOF\n" };
    await uploaded("termijnen.zip", await zipOf(parts));
    await page.getByText("1 van 2 documenten horen bij een regel.").waitFor();
    await made(/Termijnen in 1 dossier plaatsen/);
    await page.getByText("1 dossier gewijzigd.").waitFor();
    await page.getByRole("tab", { name: "Documenten" }).click();
    await row("C-77 contract.pdf").getByRole("link").waitFor();
    await row("logo.pdf").getByText("De naam noemt geen referentie").waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("an import can be withdrawn while its files are untouched", async () => {
    await page.getByRole("button", { name: "Import terugdraaien…" }).click();
    await dialog().getByText("Worden teruggedraaid: 1").waitFor();
    await dialog().getByLabel("Reden").fill("Verkeerde opdrachtgever gekozen");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "1 dossier intrekken" }).click();
    await page.getByText("Teruggedraaid: 1 van 1 dossiers ingetrokken.").waitFor();
    await page.getByRole("tab", { name: "Regels" }).click();
    await row("C-77").first().waitFor();
    expect(await page.getByRole("button", { name: "Import terugdraaien…" }).count()).toBe(0);
  });

  test("an administrator sees every upload, downloads the original, and configures where files are fetched", async () => {
    await page.goto("/file/import/view-uploaded");
    await expect.poll(() => row("B. Heer").count()).toBe(3);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "adressen.csv" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Origineel downloaden" }).click();
    expect((await download).suggestedFilename()).toBe("adressen.csv");
    await page.getByRole("button", { name: "Alle uploads" }).click();

    await page.getByRole("tab", { name: "Ophaalplaatsen" }).click();
    await page.getByRole("button", { name: "Ophaalplaats toevoegen" }).click();
    await dialog().getByLabel("Opdrachtgever").fill("Wonen");
    await page.getByRole("option", { name: /Wonen aan Zee/ }).click();
    await dialog().getByLabel("Naam").first().fill("Map van Wonen aan Zee");
    await dialog().getByLabel("Map", { exact: true }).fill("wonen");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await gone(dialog());
    await row("Map van Wonen aan Zee")
      .getByRole("button", { name: /Verbinding testen/ })
      .click();
    await page.getByText("Bereikt; er wachten 0 bestanden.").waitFor();
    // What came of fetching shows by itself, once it is done.
    await page.getByRole("button", { name: "Handelingen: Map van Wonen aan Zee" }).click();
    await page.getByRole("menuitem", { name: "Nu ophalen" }).click();
    await row("Map van Wonen aan Zee").getByText("in orde").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints.list()).toEqual([]);
  });
});
