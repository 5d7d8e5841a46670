/** What the house must be able to show, in a browser: the copy of a client's own 14-day letter, and what makes a minor's contract bind. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, send, setColorScheme } from "./page.ts";
import { begin, makeClient } from "./portfolio.ts";

const made = z.looseObject({ id: z.number() });
const pdf = { mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n% stuk\n%%EOF\n") };

describe("evidence of notices", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let client: number;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin(
      { username: "beheer", name: "B. Heer" },
      { VORDER_CLOCK: "2026-11-20T09:00:00Z" },
    ));
    client = await makeClient(page, "Zonnekracht B.V.");
  });
  afterAll(() => app.close());

  /** The page at the width of a desk in light, of a telephone, and in dark. */
  async function look(name: string): Promise<void> {
    expect(await faultsOf(page)).toEqual([]);
    await page.screenshot({ path: `.vorder/${name}.png`, fullPage: true });
    await setColorScheme(page, "dark");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `.vorder/${name}-390.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await setColorScheme(page, "light");
  }

  const fileOf = async (clientRef: string, more: object): Promise<number> =>
    made.parse(
      await send(page, "POST", "/api/v4/file", {
        client,
        clientRef,
        fileType: "private",
        debtor: {
          initials: "S.",
          lastName: "Yıldız",
          street: "Kanaalstraat",
          houseNumber: "112",
          postcode: "3531 CL",
          city: "Utrecht",
          ...("birthDate" in more ? { birthDate: more.birthDate } : {}),
        },
        invoices: [{ number: `F-${clientRef}`, date: "2026-03-01", dueDate: "2026-03-31", amount: "100.00" }],
        ...("notice14" in more ? { notice14: more.notice14 } : {}),
        ...("claim" in more ? { claim: more.claim } : {}),
      }),
    ).id;

  test("the client's own 14-day letter shows that its copy is missing until somebody adds one", async () => {
    const notice14 = { sentOn: "2026-05-04", announced: "40.00", sameAddress: true };
    const file = await fileOf("BRIEF-1", { notice14 });
    await page.goto(`/file/show-new/${file}?tab=money`);
    await page.getByText("Telt nog niet: er staat geen afschrift van de brief in het dossier.").waitFor();
    await look("notice-copy");
    await page.getByRole("button", { name: "Afschrift van de veertiendagenbrief toevoegen" }).click();
    const form = page.getByRole("form", { name: "Document toevoegen" });
    await form.locator('input[type="file"]').setInputFiles({ name: "brief.pdf", ...pdf });
    await form.locator('button[type="submit"]').click();
    await page.getByText("Telt nog niet", { exact: false }).waitFor({ state: "detached" });
    await page.screenshot({ path: ".vorder/notice-copy-there.png", fullPage: true });
  });

  test("the form of a new file asks for the copy once a letter is entered", async () => {
    await page.goto("/file/create/new");
    await page.getByRole("button", { name: "Meer gegevens" }).click();
    await page.getByLabel("Eigen veertiendagenbrief verzonden op").fill("04-05-2026");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "27 april 2026" }).waitFor({ state: "detached" });
    await page.getByText("Afschrift van de veertiendagenbrief").waitFor();
    await look("notice-form");
  });

  test("the reason why a minor's contract is binding is noted and shown with its document", async () => {
    const claim = { title: "Abonnement", description: "Sportschool", contractDate: "2025-03-01" };
    const file = await fileOf("JONG-1", { birthDate: "2007-05-10", claim });
    await page.goto(`/file/show-new/${file}?tab=parties`);
    await page.getByText("is gesloten door een minderjarige", { exact: false }).waitFor();
    await look("capacity");
    await page.getByRole("button", { name: "Binding vastleggen" }).click();
    const form = page.getByRole("form", { name: "Binding vastleggen" });
    await form.getByLabel("Dag", { exact: false }).first().fill("01-03-2025");
    await form.getByLabel("Door wie, en waaruit dat blijkt").fill("M. Yıldız (moeder), brief van 1 maart 2025");
    await form.locator('input[type="file"]').setInputFiles({ name: "toestemming.pdf", ...pdf });
    await page.screenshot({ path: ".vorder/capacity-form.png" });
    expect(await faultsOf(page)).toEqual([]);
    await form.locator('button[type="submit"]').click();
    await page.getByText("Vastgelegd is dat zij de debiteur toch bindt:").waitFor();
    await page.getByText("M. Yıldız (moeder), brief van 1 maart 2025", { exact: false }).first().waitFor();
    await look("capacity-noted");
    expect(complaints.list()).toEqual([]);
  });
});
