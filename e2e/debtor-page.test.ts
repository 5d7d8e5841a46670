/** The debtor's own page on a telephone, in a real browser: somebody agrees to pay in parts and pays the first; with axe, in both schemes and four languages. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { freePort, type RunningApp } from "./app.ts";
import { type Complaints, complaintsOf, faultsOf, send, textShown } from "./page.ts";
import { begin, makeClient, makeFile, registerProvider } from "./portfolio.ts";

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const given = z.object({ path: z.string(), code: z.string() });
const settings = z.object({ values: z.record(z.string(), z.unknown()), version: z.number() });

describe("the debtor's own page on a telephone", () => {
  let app: RunningApp;
  let staff: Page;
  let page: Page;
  let complaints: Complaints;
  let heardByStaff: Complaints;
  let file: number;
  /** A file of somebody whose date of birth is known. */
  let whole: number;
  let path: string;

  /** No fault of axe and nothing wider than the page, in both schemes and on both screens; with pictures where they are asked for. */
  async function looks(name: string): Promise<void> {
    for (const [width, viewport] of [
      ["390", phone],
      ["1440", desk],
    ] as const) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([name, width, colorScheme, await faultsOf(page)]).toEqual([name, width, colorScheme, []]);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([name, width, wide]).toEqual([name, width, 0]);
        if (process.env.VORDER_PICTURES !== undefined)
          await page.screenshot({ path: `.vorder/debtor-${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(phone);
  }

  beforeAll(async () => {
    // Whoever pays is sent on by the address that the installation says it has.
    const port = await freePort();
    ({
      app,
      page: staff,
      complaints: heardByStaff,
    } = await begin(
      { username: "pagina", name: "P. Agina" },
      { PORT: String(port), BASE_URL: `http://localhost:${port}` },
    ));
    await registerProvider(staff);
    const { values, version } = settings.parse(await send(staff, "GET", "/api/v4/settings/global"));
    await send(staff, "PUT", "/api/v4/settings/global", { ...values, onlineProvider: "simulated", version });
    const client = await makeClient(staff, "Zonnekracht Energie B.V.");
    file = await makeFile(staff, client, {
      clientRef: "DP-1",
      lastName: "van den Heuvel-Oosterhout",
      amount: "480.00",
    });
    const opened = await app.open({ viewport: phone });
    ({ page } = opened);
    complaints = await complaintsOf(opened.context);
  });
  afterAll(() => app.close());

  test("staff create a link on the file, and see it listed there", async () => {
    await staff.goto(`/file/show-new/${file}`);
    await staff.getByRole("button", { name: "Link geven" }).click();
    const dialog = staff.getByRole("dialog");
    const address = await dialog.locator("code").first().textContent();
    path = new URL(address ?? "").pathname;
    expect(await faultsOf(staff)).toEqual([]);
    if (process.env.VORDER_PICTURES !== undefined) await staff.screenshot({ path: ".vorder/debtor-staff-given.png" });
    await dialog.getByText("Sluiten").click();
    await staff.getByText("nog niet gebruikt").first().waitFor();
  });

  test("the entry page asks for a fact that is not in the link, and shows no personal data", async () => {
    await page.goto(path);
    await textShown(page, "Postcode");
    expect(await page.locator("body").textContent()).not.toContain("Zonnekracht");
    await looks("door");
    await page.getByLabel("Postcode").fill("3531cl");
    await page.getByLabel("Huisnummer").fill("1");
    await page.getByRole("button").first().click();
    await page.getByRole("alert").waitFor();
    await looks("door-wrong");
    await page.getByLabel("Huisnummer").fill("112");
    await page.getByRole("button").first().click();
    await page.waitForURL("**/debtor-page");
    await looks("overview");
  });

  test("every page can be used on a telephone, in both schemes", async () => {
    await page.goto(`/debtor-page/claim/${file}`);
    await looks("claim");
    for (const act of ["pay", "terms", "dispute", "budget", "help"]) {
      await page.goto(`/debtor-page/claim/${file}/${act}`);
      await looks(act);
    }
  });

  test("in four languages nothing is cut off", async () => {
    for (const lang of ["en", "fr", "de", "nl"]) {
      for (const where of ["", `/claim/${file}`, `/claim/${file}/pay`, `/claim/${file}/terms`, `/claim/${file}/help`]) {
        await page.goto(`/debtor-page${where}?lang=${lang}`);
        expect(await page.getAttribute("html", "lang")).toBe(lang);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([lang, where, wide]).toEqual([lang, where, 0]);
        if (process.env.VORDER_PICTURES !== undefined && where === `/claim/${file}`)
          await page.screenshot({ path: `.vorder/debtor-claim-${lang}.png`, fullPage: true });
      }
    }
  });

  test("instalments are previewed, agreed to, and shown on the page", async () => {
    await page.goto(`/debtor-page/claim/${file}`);
    await page.getByRole("link", { name: "In delen betalen" }).click();
    await page.getByLabel("Bedrag per keer").fill("100,00");
    await page.getByRole("button", { name: "Controleren" }).click();
    await textShown(page, "Klopt dit?");
    await looks("terms-check");
    await page.getByRole("button", { name: "Ik ga akkoord" }).click();
    await page.getByRole("status").waitFor();
    await looks("terms-done");
  });

  test("the first instalment is paid at the bank, and only the bank's word counts", async () => {
    await page.getByRole("link", { name: "Nu betalen" }).click();
    await page.getByRole("button", { name: "Verder" }).click();
    await page.waitForURL("**/simulated-bank/**");
    await looks("bank");
    await page.getByRole("button", { name: "Betalen" }).click();
    await page.waitForURL("**/debtor-page/pay/**");
    await page.getByText(/Wij hebben uw betaling van €\s100,00 ontvangen/).waitFor();
    await looks("paid");
    await page.goto(`/debtor-page/claim/${file}`);
    await textShown(page, /betaling ontvangen|In delen|De volgende betaling/i);
    expect(complaints.list()).toEqual([]);
  });

  test("staff see what the debtor did on the page", async () => {
    await staff.reload();
    await staff.getByText("online betaling begonnen").first().waitFor();
    await staff.getByText("betaling in delen voorgesteld").first().waitFor();
    if (process.env.VORDER_PICTURES !== undefined)
      await staff.screenshot({ path: ".vorder/debtor-staff.png", fullPage: true });
  });

  test("it can be read and used without JavaScript", async () => {
    const { path: another } = given.parse(await send(staff, "POST", `/api/v4/file/${file}/debtor-link`));
    const { page: plain } = await app.open({ viewport: phone, javaScriptEnabled: false });
    await plain.goto(another);
    await plain.getByLabel("Postcode").fill("3531 CL");
    await plain.getByLabel("Huisnummer").fill("112");
    await plain.getByRole("button").first().click();
    await plain.getByText("Zonnekracht Energie B.V.").first().waitFor();
  });

  test("after entering a date of birth the debtor sees everything and chooses a channel, and staff see the choice", async () => {
    whole = await makeFile(staff, await makeClient(staff, "Waterkracht B.V."), {
      clientRef: "DP-2",
      lastName: "Groen",
      amount: "250.00",
      email: "groen@example.nl",
      birthDate: "1985-03-07",
    });
    const { path: own } = given.parse(await send(staff, "POST", `/api/v4/file/${whole}/debtor-link`));
    await page.goto(own);
    for (const [name, text] of [
      ["day", "7"],
      ["month", "3"],
      ["year", "1985"],
    ] as const)
      await page.locator(`input[name=${name}]`).fill(text);
    await looks("door-birth");
    await page.getByRole("button").first().click();
    await page.waitForURL("**/debtor-page");
    await page.goto(`/debtor-page/claim/${whole}`);
    await looks("claim-full");
    for (const act of ["change", "contact", "help"]) {
      await page.goto(`/debtor-page/claim/${whole}/${act}`);
      await looks(`${act}-full`);
    }
    await page.goto(`/debtor-page/claim/${whole}/contact`);
    await page.getByLabel("Per sms").check();
    await page.getByRole("button", { name: "Versturen" }).click();
    await page.getByText("Wij hebben geen mobiel nummer van u").first().waitFor();
    await looks("contact-wrong");
    await page.getByLabel("Per post").check();
    await page.getByRole("button", { name: "Versturen" }).click();
    await page.getByRole("status").waitFor();
    await staff.goto(`/file/show-new/${whole}?tab=parties`);
    await staff.getByText("per post, niet per e-mail of sms").first().waitFor();
    expect(await faultsOf(staff)).toEqual([]);
    if (process.env.VORDER_PICTURES !== undefined)
      await staff.screenshot({ path: ".vorder/debtor-staff-wish.png", fullPage: true });
    await staff.getByRole("button", { name: "Keuze weghalen" }).click();
    await staff.getByText("per post, niet per e-mail of sms").first().waitFor({ state: "detached" });
  });

  test("what the debtor writes and uploads is shown as plain text on every staff screen", async () => {
    const hostile = `"><img src=x onerror="window.struck=1"><script>window.struck=1</script>`;
    await page.goto(`/debtor-page/claim/${whole}/dispute`);
    await page.getByRole("radio").last().check();
    await page.locator("textarea").fill(hostile);
    await page.locator("input[type=file]").setInputFiles({
      name: `"><img src=x onerror=window.struck=1>.pdf`,
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"),
    });
    await page.getByRole("button", { name: "Versturen" }).click();
    await page.getByRole("status").waitFor();
    await page.goto(`/debtor-page/claim/${whole}/help`);
    await page.locator("textarea").fill(hostile);
    await page.getByRole("button", { name: "Versturen" }).click();
    await page.getByRole("status").waitFor();
    for (const path of [`/file/show-new/${whole}`, `/file/show-new/${whole}?tab=parties`, "/agenda", "/file/search"]) {
      await staff.goto(path);
      await staff.getByRole("heading", { level: 1 }).first().waitFor();
      await staff.waitForLoadState("networkidle");
      expect([path, await staff.evaluate(() => "struck" in window)]).toEqual([path, false]);
    }
    await staff.goto(`/file/show-new/${whole}`);
    await staff.getByText("onerror=", { exact: false }).first().waitFor();
    expect(await staff.locator("img[src=x]").count()).toBe(0);
    expect(heardByStaff.list()).toEqual([]);
  });
});
