/**
 * The provider's main job, as a person does it: log in, import a client's claims, look at a run before it is made, make it, read the
 * letters, import the bank statement, watch files close, and ask of an amount why it is what it is.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { claimsFile } from "./claims.ts";
import { faultsOf, gone } from "./page.ts";
import { statement } from "./statement.ts";

// Letters by the hundred take their time on a busy machine.
const password = "een lang wachtwoord 26";
const thirdPartyAccount = "NL69TEST0000000001";

const provider = {
  "Statutaire naam": "Voorbeeld Incasso B.V.",
  Straat: "Dwaallichtplein",
  Huisnummer: "1",
  Postcode: "3511 AB",
  Plaats: "Utrecht",
  Telefoon: "+31300000100",
  "E-mailadres": "info@voorbeeld-incasso.example",
  "KvK-nummer": "12345678",
  "Registratienummer incassodienstverlener (Wki)": "WKI-2024-0001",
};

const counted = z.object({ total: z.number() });
const list = z.object({ items: z.array(z.looseObject({ id: z.number(), number: z.string() })), total: z.number() });

describe("from an imported claim to a closed file", () => {
  let app: RunningApp;
  let page: Page;
  let folder: string;
  const claims = claimsFile("");

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vorder-story-"));
    app = await startApp();
    await app.createUser("behandelaar", password, "*", "S. Visser");
    ({ page } = await app.open({ acceptDownloads: true }));
  });
  beforeEach(() => {
    // What the person saw when it went wrong.
    onTestFailed(async ({ task }) => {
      await page.screenshot({
        path: join(import.meta.dirname, "../.vorder", `${task.name.slice(0, 40).replace(/\W+/g, "-")}.png`),
      });
    });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Reads a call as the page itself would. */
  const read = (path: string): Promise<unknown> =>
    page.evaluate(
      async (address) =>
        (
          await fetch(address, { headers: { accept: "application/json", "x-requested-with": "XMLHttpRequest" } })
        ).json(),
      path,
    );

  test("a person logs in", async () => {
    await logIn(page, "behandelaar", password);
    await page.getByRole("heading", { name: /S\. Visser|Dossiers/ }).waitFor();
  });

  test("says who the provider is, because nobody may collect without saying so", async () => {
    await page.goto("/settings/global");
    for (const [label, value] of Object.entries(provider))
      await page.getByLabel(label, { exact: true }).first().fill(value);
    await page.getByLabel("IBAN derdengeldenrekening").fill(thirdPartyAccount);
    await page.getByRole("button", { name: "Opslaan" }).first().click();
    // Not "nog niet opgeslagen", which stands there before.
    await page.getByText("Instellingen opgeslagen.").first().waitFor();
  });

  test("adds a client", async () => {
    await page.goto("/customer/create");
    await page
      .getByLabel(/^Bedrijfsnaam|^Naam/)
      .first()
      .fill("Zonnekracht Energie B.V.");
    await page.getByLabel("Rechtsvorm").first().click();
    await page.getByRole("option", { name: /Besloten vennootschap/ }).click();
    await page.getByLabel("KvK-nummer").first().fill("12345678");
    await page.getByLabel("Straat").first().fill("Zonnelaan");
    await page.getByLabel("Huisnummer").first().fill("8");
    await page.getByLabel("Postcode").first().fill("3521 CD");
    await page.getByLabel("Plaats").first().fill("Utrecht");
    await page.locator("form button[type=submit]").click();
    await page.getByText("Zonnekracht Energie B.V.").first().waitFor();
  });

  test("uploads 500 rows, looks at the verdict on each, and makes files of the good ones", async () => {
    const csv = join(folder, "zonnekracht.csv");
    await writeFile(csv, claims.csv);
    await page.goto("/file/import");
    await page.getByLabel("Opdrachtgever").first().fill("Zonnekracht");
    await page.getByRole("option", { name: /Zonnekracht/ }).click();
    await page.locator("input[type=file]").setInputFiles(csv);
    await page.getByRole("button", { name: "Uploaden" }).click();
    await page.getByRole("button", { name: "Regels controleren" }).click();
    await page.getByRole("button", { name: /470 dossiers aanmaken/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /470 dossiers aanmaken/ })
      .click();
    await page
      .getByText(/470 dossiers/)
      .first()
      .waitFor();
    const rejected = page.waitForEvent("download");
    await page.getByRole("button", { name: /afgekeurde/i }).click();
    const path = join(folder, "afgekeurd.csv");
    await (await rejected).saveAs(path);
    const lines = (await readFile(path, "utf8")).trim().split(/\r?\n/);
    expect(lines).toHaveLength(1 + claims.bad);
    expect(lines[0]).toContain("Reden");
  });

  test("the same file again changes nothing", async () => {
    await page.goto("/file/import");
    await page.getByLabel("Opdrachtgever").first().fill("Zonnekracht");
    await page.getByRole("option", { name: /Zonnekracht/ }).click();
    await page.locator("input[type=file]").setInputFiles(join(folder, "zonnekracht.csv"));
    await page.getByRole("button", { name: "Uploaden" }).click();
    await page.getByRole("button", { name: "Regels controleren" }).click();
    await page.getByText("al geïmporteerd").first().waitFor();
    expect(await page.getByRole("button", { name: /0 dossiers aanmaken/ }).isDisabled()).toBe(true);
    expect(list.parse(await read("/api/v4/file")).total).toBe(470);
  });

  test("looks at a run before it is made: what is sent, what is not and why, and a letter as it will look", async () => {
    await page.goto("/processing/new");
    await page.getByRole("button", { name: "Plan maken" }).click();
    await page.getByText("Klaar om te maken").first().waitFor();
    expect(await page.getByText("Totalen per stap").isVisible()).toBe(true);
    const sample = await page
      .getByRole("link", { name: /Voorbeeldbrief/ })
      .first()
      .getAttribute("href");
    const pdf = await page.request.get(sample ?? "", { headers: { "x-requested-with": "XMLHttpRequest" } });
    expect(pdf.headers()["content-type"]).toBe("application/pdf");
    expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
    // Looking made nothing: no document, no message.
    expect(counted.parse(await read("/api/v4/document")).total).toBe(0);
  });

  test("makes it, named with verb and number", async () => {
    const send = page.getByRole("button", { name: "470 brieven verzenden" });
    await send.click();
    await page.getByRole("dialog").getByRole("button", { name: "470 brieven verzenden" }).click();
    await page.waitForURL((url) => url.pathname === "/processing/monitoring");
    await page.getByText("Klaar", { exact: true }).first().waitFor({ timeout: 540_000 });
    expect(counted.parse(await read("/api/v4/document")).total).toBe(470);
  });

  test("reads a letter as PDF from the file it belongs to", async () => {
    const { items } = list.parse(await read("/api/v4/file?_limit=50&_order[number]=asc"));
    await page.goto(`/file/show-new/${items[0]?.id}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const link = await page.locator('a[href*="/documents/"]').first().getAttribute("href");
    const pdf = await page.request.get(link ?? "", { headers: { "x-requested-with": "XMLHttpRequest" } });
    expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("a second run sends nothing more today, and says when", async () => {
    await page.goto("/processing/new");
    await page.getByRole("button", { name: "Plan maken" }).click();
    await page.getByText("Er is niets aan de beurt in deze keuze.").waitFor();
  });

  test("imports the bank statement: who paid in full is closed, the rest is booked or shown for review", async () => {
    const { items } = list.parse(await read("/api/v4/file?_limit=50&_order[number]=asc"));
    const files = await Promise.all(
      items.slice(0, 4).map(async ({ id }) => shown.parse(await read(`/api/v4/file/${id}`))),
    );
    const [paid, part, over, unknown] = files;
    if (!paid || !part || !over || !unknown) throw new Error("there are too few files");
    const receipts = [
      { amount: paid.balance.open, reference: paid.paymentReference },
      { amount: "10.00", reference: part.paymentReference },
      { amount: euros(centsOf(over.balance.open) + 2500), reference: over.paymentReference },
      { amount: "37.00", text: "betaling voor mijn buurman" },
    ].map((receipt, index) => ({
      ...receipt,
      name: `Debiteur ${index}`,
      iban: `NL${["20", "90", "63", "36"][index]}TEST000000001${index}`,
    }));
    const xml = join(folder, "afschrift.xml");
    await writeFile(
      xml,
      statement({ iban: thirdPartyAccount, date: "2026-11-20", number: 1, opening: "1000.00", receipts }),
    );

    await page.goto("/payments/import");
    await page.getByRole("button", { name: "Rekening toevoegen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Naam").fill("Derdengelden");
    await dialog.getByLabel("IBAN").fill(thirdPartyAccount);
    await dialog.locator("button[type=submit]").click();
    await gone(dialog);
    await page.locator("input[type=file]").setInputFiles(xml);
    await page.getByText("Verwerkt", { exact: true }).first().waitFor();

    const after = await Promise.all(files.map(async ({ id }) => shown.parse(await read(`/api/v4/file/${id}`))));
    expect(after.map(({ status }) => status)).toEqual(["closed", "in_progress", "in_progress", "in_progress"]);
    expect(after[0]?.balance.open).toBe("0.00");
    expect(after[1]?.balance.paid).toBe("10.00");
    await page.getByRole("link", { name: /Betalingen beoordelen \(2\)/ }).click();
    await page.getByText("Debiteur 3").first().click();
    await page.getByText("betaling voor mijn buurman").first().waitFor();
    // Who paid too much is booked by a person; the file takes no further steps, and the surplus is somebody’s work.
    await page.getByText("Debiteur 2").first().click();
    await page.getByRole("button", { name: "Boeken op dossier" }).first().click();
    await page.getByRole("heading", { name: /Betalingen beoordelen/ }).waitFor();
    await expect.poll(async () => shown.parse(await read(`/api/v4/file/${over.id}`)).status).toBe("no_more_steps");
  });

  test("the same statement again books nothing twice", async () => {
    await page.goto("/payments/import");
    await page.locator("input[type=file]").setInputFiles(join(folder, "afschrift.xml"));
    await page.getByText("Verwerkt", { exact: true }).nth(1).waitFor();
    const { items } = list.parse(await read("/api/v4/file?_limit=50&_order[number]=asc"));
    const again = shown.parse(await read(`/api/v4/file/${items[1]?.id}`));
    expect(again.balance.paid).toBe("10.00");
  });

  test("asks of an amount why it is what it is, on the page of the closed file", async () => {
    const { items } = list.parse(await read("/api/v4/file?_limit=50&_order[number]=asc"));
    await page.goto(`/file/show-new/${items[0]?.id}`);
    await page.getByText("gesloten").first().waitFor();
    await page
      .getByRole("button", { name: /Waarom/ })
      .first()
      .click();
    await page.getByText("Waarom dit bedrag?").first().waitFor();
    await page.getByRole("button", { name: "Alles uitklappen" }).click();
    await page.getByRole("dialog").getByText(/6:119/).first().waitFor();
    await page
      .getByRole("dialog")
      .getByText(/79 dagen/)
      .first()
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

const shown = z.looseObject({
  id: z.number(),
  status: z.string(),
  paymentReference: z.string(),
  balance: z.object({ open: z.string(), paid: z.string() }).loose(),
});

const centsOf = (decimal: string): number => Number(decimal.replace(".", ""));
const euros = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
