/** Handing over to a bailiff in a browser: files chosen, one refused with its reason, the batch made, the receipt told, seen in monitoring. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, focused, send, setColorScheme, textShown } from "./page.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

const made = z.looseObject({ id: z.number(), version: z.number() });

describe("handover in batches", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let office: number;
  const numbers: string[] = [];

  const dialog = (): Locator => page.getByRole("dialog");
  const status = z.looseObject({ key: z.string(), count: z.number(), totalCents: z.number(), sha256: z.string() });

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "jurist", name: "J. Urist" }));
    const bailiff = made.parse(await send(page, "POST", "/api/v4/bailiff", { name: "Kantoor Gracht" }));
    const destination = made.parse(
      await send(page, "POST", "/api/v4/handover-destination", {
        name: "Gracht",
        bailiff: bailiff.id,
        types: ["insolvency_check"],
        channel: "download",
        format: "csv",
      }),
    );
    office = destination.id;
    const levels = { birthDate: "warn" };
    await send(page, "PUT", `/api/v4/handover-destination/${office}/levels`, { levels, version: destination.version });
    for (const [company, kvk, clientRef] of [
      ["Bekend B.V.", "12345678", "A-1"],
      ["Onbekend B.V.", "87654321", "B-1"],
    ] as const) {
      const id = await makeFile(page, await makeClient(page, company, kvk), { clientRef, lastName: "Proef" });
      const file = await send(page, "GET", `/api/v4/file/${id}`);
      numbers.push(z.looseObject({ number: z.string() }).parse(file).number);
    }
  });
  afterAll(() => app.close());

  test("a client is added to the master data of an office, and the log records it", async () => {
    await page.goto(`/bailiff/handover-masterdata/${office}`);
    await textShown(page, "Dossiers van een opdrachtgever die hier ontbreekt, worden geweigerd.");
    await page.getByRole("button", { name: "Toevoegen" }).click();
    await focused(dialog());
    await dialog().getByRole("combobox", { name: "Opdrachtgever" }).fill("Bekend");
    await page.getByRole("option", { name: /^Bekend B\.V\./ }).click();
    await dialog().getByLabel("Nummer daar").fill("K-77");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await page.getByRole("row").filter({ hasText: "K-77" }).waitFor();
    await page.getByRole("tab", { name: "Logboek" }).click();
    await page.getByRole("row").filter({ hasText: "Toegevoegd" }).getByText("Bekend B.V.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test("of two files one is sent; the other is refused with its reason and where to correct it", async () => {
    await page.goto(`/bailiff/handover/insolvency_check/${office}`);
    await page.getByLabel("Dossiernummers of referenties").fill(`${numbers.join("\n")}\nNIET-1`);
    await page.getByRole("button", { name: "Plan maken" }).click();
    await textShown(page, "Plan klaar");
    await textShown(page, "Niet gevonden: NIET-1");
    const rows = page.getByRole("row");
    await rows
      .filter({ hasText: numbers[0] ?? "" })
      .getByText("Gaat mee")
      .waitFor();
    const refused = rows.filter({ hasText: numbers[1] ?? "" });
    await refused.getByText("Opdrachtgever bekend bij kantoor").waitFor();
    await refused.getByRole("button", { expanded: false }).first().click();
    await textShown(page, "Onbekend B.V. is bij Gracht nog niet bekend: noteer onder welk nummer.");
    const mend = page.getByRole("link", { name: "Herstellen: Opdrachtgever bekend bij kantoor" });
    expect(await mend.getAttribute("href")).toBe(`/bailiff/handover-masterdata/${office}`);
    expect(await faultsOf(page)).toEqual([]);
  });

  test("the batch is made and downloaded; a receipt for something else is refused", async () => {
    await page.getByRole("button", { name: "1 dossier overdragen" }).click();
    await dialog().getByRole("button", { name: "1 dossier overdragen" }).click();
    await textShown(page, "Wacht op verzending");
    const fetched = page.waitForEvent("download");
    await page.getByRole("link", { name: "ZIP downloaden" }).click();
    expect((await fetched).suggestedFilename()).toMatch(/^[0-9a-f-]{36}\.zip$/);
    await page.reload();
    await textShown(page, "Verzonden, wacht op ontvangstbewijs");
    const id = new URL(page.url()).searchParams.get("batch");
    const batch = status.parse(await send(page, "GET", `/bailiff/handover-status/${id}`));
    await page.getByRole("button", { name: "Ontvangstbewijs noteren" }).click();
    await dialog().getByLabel("Aantal").fill("1");
    await dialog().getByLabel("Totaal in euro (1234.56)").fill("0.01");
    await dialog().getByLabel("Controlesom (SHA-256)").fill(batch.sha256.slice(0, 12));
    await dialog().getByLabel(`Nummer bij kantoor: ${numbers[0]}`).fill("D-2026-1");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByText("Het totaal is niet dat van de verzonden batch.").waitFor();
    await dialog()
      .getByLabel("Totaal in euro (1234.56)")
      .fill((batch.totalCents / 100).toFixed(2));
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Ontvangstbewijs genoteerd");
    await page.getByRole("row").filter({ hasText: "D-2026-1" }).getByText("Bij de deurwaarder").waitFor();
  });

  test("a batch whose delivery was given up says so beside its name, in the words of the list", async () => {
    await page.route("**/bailiff/handover-status/*", async (route) => {
      const answer = await route.fetch();
      const body = z.record(z.string(), z.unknown()).parse(await answer.json());
      const givenUp = { state: "queued", delivery: "dead", deliveryError: "Er kwam geen verbinding." };
      await route.fulfill({ response: answer, json: { ...body, ...givenUp } });
    });
    await page.reload();
    await page.getByText("Wacht op verzending · Mislukt", { exact: true }).waitFor();
    await page.getByText("Mislukt: Er kwam geen verbinding.", { exact: true }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("monitoring shows the batch, with what happened and who did it", async () => {
    await page.goto("/bailiff/handover/monitoring");
    await page.getByRole("row").filter({ hasText: "Batch 1" }).getByText("Geaccepteerd").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("tab", { name: "Gebeurtenissen" }).click();
    await page.getByRole("row").filter({ hasText: "Ontvangstbewijs" }).getByText("J. Urist").first().waitFor();
    await page.getByRole("tab", { name: "Afstemming" }).click();
    await textShown(page, "Dit kantoor gaf nog niet op wat het onder zich heeft.");
    expect(new URL(page.url()).searchParams.get("tab")).toBe("reconcile");
  });

  test("the court calendar shows a hearing; the office's view of the stage is shown beside ours", async () => {
    const number = numbers[0] ?? "";
    await page.getByRole("tab", { name: "Berichten" }).click();
    await page.getByRole("button", { name: "Terugmelding inlezen" }).click();
    const summons = { key: "1", fileNumber: number, on: "2026-11-20", kind: "summons", rollDate: "2026-12-02" };
    const held = { fileNumber: number, officeNumber: "D-2026-1", open: "1.00" };
    const text = JSON.stringify({ reports: [summons], on: "2026-11-20", holdings: [held] });
    await dialog().getByLabel("Tekst").fill(text);
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Verwerkt: 1; al bekend: 0; niet begrepen: 0");
    await page.getByRole("tab", { name: "Rol", exact: true }).click();
    await page.getByRole("button", { name: "02-12-2026: 1 zaak" }).click();
    // Two working days before: nobody has paid.
    await page.getByRole("row").filter({ hasText: number }).getByText("30-11-2026").waitFor();
    await page.getByRole("tab", { name: "Afstemming" }).click();
    await textShown(page, "1 van 1 verschilt.");
    await page.getByRole("switch", { name: "Alleen verschillen" }).check();
    await page.getByRole("row").filter({ hasText: "D-2026-1" }).getByText("€ 1,00").first().waitFor();
  });

  test("a mapping is previewed on a file, with its changes, before it is saved", async () => {
    await page.goto(`/bailiff/handover-masterdata/${office}?tab=mapping`);
    await page.getByRole("button", { name: "Regel toevoegen" }).click();
    await page.getByLabel("Veld van het kantoor").fill("dossier");
    await page.getByLabel("Ons veld").first().fill("fileNumber");
    await page.getByLabel("Proberen op dossier").fill(numbers[0] ?? "");
    await page.getByRole("button", { name: "Proberen" }).click();
    const row = page
      .getByRole("row")
      .filter({ hasText: "dossier" })
      .filter({ hasText: numbers[0] ?? "" });
    await row.first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Opgeslagen");
  });

  test("levels that a colleague saved meanwhile are not overwritten unseen", async () => {
    const offices = z.object({ items: z.array(made) });
    await page.goto(`/bailiff/handover-masterdata/${office}?tab=levels`);
    const birth = page.getByRole("combobox", { name: "Geboortedatum" });
    const other = page.locator("form [data-field^='levels.']:not([data-field='levels.birthDate'])").first();
    await birth.click();
    await page.getByRole("option", { name: "Kijkt niet" }).click();
    const { items } = offices.parse(await send(page, "GET", "/bailiff/handover/handover-destinations"));
    const version = items.find(({ id }) => id === office)?.version;
    const need = ((await other.getAttribute("data-field")) ?? "").replace("levels.", "");
    const theirs = { levels: { birthDate: "warn", [need]: "warn" }, version };
    await send(page, "PUT", `/api/v4/handover-destination/${office}/levels`, theirs);
    // The list of offices is read again meanwhile, as it is whenever somebody comes back to the window.
    const again = page.waitForResponse((reply) => reply.url().endsWith("/handover-destinations"));
    await page.waitForTimeout(10_500);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await again;
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.getByRole("alert").getByText("Intussen gewijzigd", { exact: true }).waitFor();
    const theirRow = page.getByRole("alert").getByRole("row").filter({ hasNotText: "Geboortedatum" });
    await theirRow.getByRole("button", { name: "Overnemen" }).click();
    await page.getByRole("button", { name: "Mijn invoer houden" }).click();
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Opgeslagen");
    const now = z.object({
      items: z.array(z.looseObject({ id: z.number(), levels: z.record(z.string(), z.string()) })),
    });
    const after = now.parse(await send(page, "GET", "/bailiff/handover/handover-destinations"));
    expect(after.items.find(({ id }) => id === office)?.levels).toEqual({ birthDate: "off", [need]: "warn" });
  });

  test("a mapping that a colleague saved meanwhile shows both, and keeps what was typed", async () => {
    const offices = z.object({ items: z.array(made) });
    const target = page.getByRole("textbox", { name: "Veld van het kantoor" });
    await page.goto(`/bailiff/handover-masterdata/${office}?tab=mapping`);
    await target.fill("zaaknummer");
    const { items } = offices.parse(await send(page, "GET", "/bailiff/handover/handover-destinations"));
    const rule = { target: "kenmerk", source: "", text: "vast", as: "text" };
    const version = items.find(({ id }) => id === office)?.version;
    await send(page, "PUT", `/api/v4/handover-destination/${office}/mapping`, {
      format: "csv",
      mapping: [rule],
      version,
    });
    // A tab of the same page loses it just as well.
    await page.getByRole("tab", { name: "Logboek" }).click();
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.getByRole("alert").getByText('kenmerk: "vast"').waitFor();
    await page.getByRole("alert").getByText("zaaknummer: fileNumber").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await target.inputValue()).toBe("zaaknummer");
    await page.getByRole("button", { name: "Mijn invoer houden" }).click();
    await target.fill("zaak nummer");
    await page.getByRole("button", { name: "Opslaan" }).click();
    // What does not fit is told beside its field.
    await expect.poll(() => target.getAttribute("aria-invalid")).toBe("true");
    await target.fill("zaaknummer");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Opgeslagen");
    await page.reload();
    await expect.poll(() => target.inputValue()).toBe("zaaknummer");
  });

  test("no monitoring list has an accessibility fault, on a wide screen or on a phone in the dark scheme", async () => {
    await page.goto("/bailiff/handover/monitoring");
    for (const [width, scheme] of [
      [1280, "light"],
      [390, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await setColorScheme(page, scheme);
      for (const name of ["Batches", "Rol", "Cijfers", "Gebeurtenissen", "Berichten", "Kosten van kantoren"]) {
        await page.getByRole("tab", { name, exact: true }).click();
        await page.getByRole("tabpanel", { name }).waitFor();
        expect([name, width, await faultsOf(page)]).toEqual([name, width, []]);
      }
    }
    expect(complaints.list()).toEqual([]);
  });
});
