/** Letters of a run in a browser: merged into a batch, fetched, told as posted, and one that comes back. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfText, zipBytes } from "../src/legal/court-papers/read-document.factory.ts";
import { logIn, type RunningApp } from "./app.ts";
import { type Complaints, faultsOf, send, setColorScheme, textShown } from "./page.ts";
import { begin, makeClient, makeFile, password, registerProvider } from "./portfolio.ts";

describe("print batches", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  const picture = async (name: string): Promise<void> => {
    if (process.env.VORDER_PICTURES === undefined) return;
    await page.screenshot({ path: `.vorder/${name}.png`, fullPage: true });
    await setColorScheme(page, "dark");
    await page.screenshot({ path: `.vorder/${name}-dark.png`, fullPage: true });
    await setColorScheme(page, "light");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `.vorder/${name}-390.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "drukwerk", name: "D. Rukwerk" }));
    await registerProvider(page);
    const client = await makeClient(page, "Zonnekracht Energie B.V.");
    const claim = { title: "Levering van energie", description: "Jaarafrekening 2025", contractDate: null, version: 1 };
    for (const lastName of ["Yıldız", "van den Heuvel-Oosterhout", "Bakker", "Verhuisd"]) {
      const file = await makeFile(page, client, { clientRef: `P-${lastName}`, lastName, amount: "480.00" });
      await send(page, "PUT", `/api/v4/file/${file}/claim-description`, claim);
    }
  });
  afterAll(() => app.close());

  /** Recalls somebody's waiting letter with a reason. */
  async function recall(lastName: string): Promise<void> {
    await page.getByRole("row", { name: lastName }).getByRole("button", { name: "Intrekken" }).click();
    const asked = page.getByRole("dialog");
    await asked.getByRole("textbox").fill("De debiteur is verhuisd");
    await asked.getByRole("button", { name: "Intrekken" }).click();
    await textShown(page, "Brief ingetrokken; zijn stap is weer aan de beurt.");
  }

  /** No batch is asked for while what was chosen last is still counted. */
  async function choosesWhatIsCounted(): Promise<void> {
    const make = page.getByRole("button", { name: "3 brieven samenvoegen" });
    const address = /\/api\/v4\/print-batch\/plan\?.*templateCode/;
    let count = (): void => {};
    const isCounted = new Promise<void>((resolve) => {
      count = resolve;
    });
    await page.route(address, async (route) => {
      await isCounted;
      await route.continue();
    });
    // What cannot be chosen by is left out of the list, and of what is counted.
    await page.goto("/merging/new?client=abc&run=x&dateFrom=never");
    await make.waitFor();
    await page.locator("search").getByLabel("Soort brief").click();
    await page.getByRole("option", { name: "Veertiendagenbrief" }).click();
    await expect.poll(() => make.isDisabled()).toBe(true);
    count();
    await expect.poll(() => make.isEnabled()).toBe(true);
    await page.unroute(address);
    // Where they cannot be counted that is told, and can be tried again.
    const isPlan = (url: URL): boolean => url.pathname === "/api/v4/print-batch/plan";
    await page.route(isPlan, (route) => route.fulfill({ status: 402, json: { code: "refused", message: "Nu niet." } }));
    await page.goto("/merging/new");
    await textShown(page, "Nu niet.");
    await page.unroute(isPlan);
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await make.waitFor();
    // Of many clients five are named; what is left stands in a line of its own, so that the letters add up.
    await page.route(isPlan, async (route) => {
      const reply = await route.fetch();
      const plan: object = await reply.json();
      const clients = [..."ABCDEFG"].map((letter, id) => ({ id, text: `Klant ${letter}`, letters: 10 }));
      await route.fulfill({ response: reply, json: { ...plan, clients, letters: 70 } });
    });
    await page.goto("/merging/new");
    const shares = page.locator("ul", { has: page.getByText("Klant A", { exact: true }) }).locator("li");
    await textShown(page, "Klant E");
    expect(await shares.allTextContents()).toEqual(
      [..."ABCDE"].map((letter) => `Klant ${letter}10`).concat("Overige20"),
    );
    await page.unroute(isPlan);
    await page.goto("/merging/new");
    await make.waitFor();
  }

  test("a run makes waiting letters, one of which is recalled, and a batch takes the others in three clicks", async () => {
    await page.goto("/merging/new");
    await textShown(page, "Er wacht geen brief op een partij.");
    await page.goto("/processing/new");
    await page.getByRole("button", { name: "Plan maken" }).click();
    await page.getByRole("button", { name: "4 brieven verzenden" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "4 brieven verzenden" }).click();
    await page.waitForURL((url) => url.pathname === "/processing/monitoring");
    await page.getByText("Klaar", { exact: true }).first().waitFor();
    await page.goto("/merging/new");
    await textShown(page, "Veertiendagenbrief");
    expect(await page.getByText("POST_WIK14").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await picture("merging");
    await recall("Verhuisd");
    await choosesWhatIsCounted();
    await page.getByRole("button", { name: "3 brieven samenvoegen" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "3 brieven samenvoegen" }).click();
    await page.getByRole("link", { name: "Downloaden (zip)" }).waitFor();
  });

  test("a batch that there is not is told once, and not asked for again and again", async () => {
    const { context: own, page: other } = await app.open();
    await logIn(other, "drukwerk", password);
    const unknown = 987_654;
    const asked: string[] = [];
    other.on("request", (request) => {
      if (request.url().endsWith(`/api/v4/print-batch/${unknown}`)) asked.push(request.url());
    });
    await other.clock.install();
    await other.goto(`/merging/new?batch=${unknown}`);
    await textShown(other, "Niet gevonden.");
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    await other.clock.runFor(10_000);
    expect(asked.length).toBe(before);
    await own.close();
  });

  test("a batch opened after the session has ended asks for a login, and is then there", async () => {
    const { context: own, page: other } = await app.open();
    await logIn(other, "drukwerk", password);
    await other.goto("/merging/new");
    const link = other.getByRole("link", { name: /^Partij \d+$/ });
    await link.waitFor();
    await own.clearCookies();
    // By key: a list that reads itself again meanwhile says above its rows that nobody is logged in, and moves them from under the mouse.
    await link.press("Enter");
    const login = other.getByRole("dialog");
    await login.locator("input[type=password]").fill(password);
    await login.getByRole("button", { name: "Inloggen", exact: true }).click();
    await other.getByRole("link", { name: "Downloaden (zip)" }).waitFor();
    await own.close();
  });

  /** What is fetched by a link or button of the page. */
  const fetched = async (name: string | RegExp): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const sum = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

  test("the screen shows its parts and its list with their checksums, which match the downloads", async () => {
    const files = page.getByRole("main");
    await files.getByText("Elk deel begint en eindigt met een scheidingsblad").waitFor();
    const part = await fetched("Deel 1 openen");
    expect(part.name).toMatch(/^print-\d+-part-0001\.pdf$/);
    await files.getByText(sum(part.bytes)).waitFor();
    const words = await pdfText(part.bytes);
    expect(words).toMatch(/^ ?Begin van een deel /);
    expect(words).toContain("Einde van een deel");
    for (const name of ["Yıldız", "van den Heuvel-Oosterhout", "Bakker"])
      expect(words.split(`S. ${name}`).length, name).toBeGreaterThan(1);
    const list = await fetched("Lijst (csv)");
    await files.getByText(sum(list.bytes)).waitFor();
    expect(list.bytes.toString("utf8").trim().split("\r\n")).toHaveLength(4);
  });

  test("the batch is downloaded as one ZIP with all parts and the checksums", async () => {
    const zip = await fetched("Downloaden (zip)");
    expect(zip.name).toMatch(/^print-\d+\.zip$/);
    const entries = await zipBytes(zip.bytes);
    const sums = [...entries].find(([name]) => name.endsWith("-sha256.txt"))?.[1].toString("utf8") ?? "";
    expect(entries.size).toBe(3);
    for (const [name, bytes] of entries) if (!name.endsWith(".txt")) expect(sums).toContain(`${sum(bytes)}  ${name}\n`);
  });

  test("a future posting date is refused, and the right one is entered in two clicks", async () => {
    await page.getByRole("button", { name: "Gepost melden" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Gepost op").fill("30-11-2026");
    await form.getByRole("button", { name: "Gepost melden" }).click();
    await form.getByText("Deze dag moet nog komen.").waitFor();
    await form.getByLabel("Gepost op").fill("20-11-2026");
    await form.getByRole("button", { name: "Gepost melden" }).click();
    await textShown(page, "De brieven staan als gepost.");
    expect(await faultsOf(page)).toEqual([]);
    await picture("batch");
  });

  test("a returned letter puts its file on hold", async () => {
    await page.getByRole("button", { name: /^Retour melden: .*Bakker/ }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: "Reden" }).click();
    await page.getByRole("option", { name: "verhuisd" }).click();
    await form.getByRole("button", { name: "Retour melden" }).click();
    await textShown(page, "deels retour");
    // Its row has no act any more; who goes on by keyboard goes on from that row.
    await expect
      .poll(() =>
        page
          .locator("tr:focus")
          .innerText()
          .catch(() => ""),
      )
      .toContain("Bakker");
    expect(complaints.list()).toEqual([]);
  });
});
