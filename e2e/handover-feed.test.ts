/** The return feed in a browser: what an office tells of a file, a word that nobody knows, a bill above the scale, and the case on the page of its file. */
import { mkdirSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, send } from "./page.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

const made = z.looseObject({ id: z.number(), version: z.number() });
const batch = z.looseObject({
  id: z.number(),
  state: z.string(),
  count: z.number().nullable(),
  totalCents: z.number().nullable(),
  sha256: z.string().nullable(),
});
const pictures = process.env.VORDER_PICTURES;

describe("the return feed", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let office: number;
  let file: number;
  let number: string;

  const dialog = (): Locator => page.getByRole("dialog");
  const said = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
  const picture = async (name: string): Promise<void> => {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name}.png` });
  };

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "jurist", name: "J. Urist" }));
    const bailiff = made.parse(await send(page, "POST", "/api/v4/bailiff", { name: "Kantoor Gracht" }));
    const destination = made.parse(
      await send(page, "POST", "/api/v4/handover-destination", {
        ...{ name: "Gracht", bailiff: bailiff.id, types: ["amicable"], channel: "download", format: "json" },
      }),
    );
    office = destination.id;
    const { items } = z
      .looseObject({ items: z.array(z.looseObject({ needs: z.array(z.looseObject({ id: z.string() })) })) })
      .parse(await send(page, "GET", "/bailiff/handover/handover-types"));
    const levels = Object.fromEntries(items.flatMap(({ needs }) => needs.map(({ id }) => [id, "off"])));
    await send(page, "PUT", `/api/v4/handover-destination/${office}/levels`, { levels, version: destination.version });
    const client = await makeClient(page, "Bekend B.V.", "12345678");
    await send(page, "POST", "/bailiff/handover-masterdata/add-client/masterdata", {
      ...{ destination: office, client, externalId: "K-1" },
    });
    file = await makeFile(page, client, { clientRef: "A-1", lastName: "Proef" });
    const shown = await send(page, "GET", `/api/v4/file/${file}`);
    number = z.looseObject({ number: z.string() }).parse(shown).number;
  });
  afterAll(() => app.close());

  const handedOver = async (): Promise<void> => {
    const asked = { type: "amicable", destination: office, files: [file] };
    const { id } = batch.parse(await send(page, "POST", "/api/v4/bailiff/send-files", asked));
    const now = async () => batch.parse(await send(page, "GET", `/bailiff/handover-status/${id}`));
    while ((await now()).state !== "queued") await page.waitForTimeout(200);
    await page.evaluate(async (address) => {
      await (await fetch(address, { headers: { "x-requested-with": "XMLHttpRequest" } })).arrayBuffer();
    }, `/api/v4/handover-batch/${id}/download`);
    const { count, totalCents, sha256 } = await now();
    await send(page, "POST", `/api/v4/handover-batch/${id}/receipt`, {
      ...{ count, total: ((totalCents ?? 0) / 100).toFixed(2), sha256 },
      files: [{ fileNumber: number, state: "accepted", officeNumber: "G-1", reason: "" }],
    });
  };

  test("what cannot be carried out waits in a list, where a person says what a word means and books at the scale", async () => {
    await handedOver();
    const of = (key: string, kind: string, on: string, more: object): object => ({
      key,
      kind,
      on,
      fileNumber: number,
      ...more,
    });
    const reports = [
      of("1", "summons", "2026-06-01", { court: "Rechtbank Midden-Nederland", caseNumber: "1234567 CV EXPL 26-1" }),
      of("2", "judgment", "2026-07-01", { caseNumber: "1234567 CV EXPL 26-1", principal: "90.00", costs: "50.00" }),
      of("3", "seizure", "2026-08-01", { type: "loon", thirdParty: "Werkgever B.V." }),
      of("4", "cost", "2026-08-02", { act: "2b", exVat: "150.00", description: "Betekening" }),
      of("5", "BTL-1", "2026-08-03", { amount: "10.00" }),
    ];
    await page.goto("/bailiff/handover/monitoring");
    await page.getByRole("tab", { name: "Berichten" }).click();
    await page.getByRole("button", { name: "Terugmelding inlezen" }).click();
    await dialog().getByLabel("Tekst").fill(JSON.stringify({ reports }));
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await page.getByText("Alleen wat wacht").click();
    await said("Hoger dan het Btag-tarief van die dag");
    await said("Onbekende code van het kantoor");
    await picture("waiting-1440-light");
    expect(await faultsOf(page)).toEqual([]);

    await page
      .getByRole("row")
      .filter({ hasText: "Onbekende code" })
      .getByRole("button", { name: "Afhandelen" })
      .click();
    await dialog().getByRole("checkbox", { name: "Voortaan altijd" }).check();
    await picture("assign-1440-light");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Toekennen" }).click();
    await dialog().waitFor({ state: "detached" });

    await page.getByRole("row").filter({ hasText: "Btag-tarief" }).getByRole("button", { name: "Afhandelen" }).click();
    await dialog().getByRole("button", { name: "Boek tot het tarief" }).click();
    await dialog().waitFor({ state: "detached" });
    await said("Niets gevonden");
  });

  test("the page of the file shows how the case stands, and until when", async () => {
    await page.goto(`/file/show-new/${file}?tab=handover`);
    await said("Gerechtelijk traject");
    await said("Rechtbank Midden-Nederland");
    await said(/Werkgever B\.V\./);
    await said("Titel verjaart op");
    await picture("proceedings-1440-light");
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await said("Gerechtelijk traject");
    await picture("proceedings-390-dark");
    expect(await faultsOf(page)).toEqual([]);
    await page.goto("/bailiff/handover/monitoring");
    await page.getByRole("tab", { name: "Berichten" }).click();
    await picture("reports-390-dark");
    expect(complaints.list()).toEqual([]);
  });
});
