/** Pre-collection in a browser: claims by form and by upload, a run in the client's name, payments told, house style, and a record that becomes a file. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, setColorScheme } from "./page.ts";
import { begin, registerProvider } from "./portfolio.ts";

/** The smallest picture there is: one pixel. */
const logo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

describe("pre-collection", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin(
      { username: "precasso", name: "P. Recasso" },
      {},
      { acceptDownloads: true },
    ));
    await registerProvider(page);
    // The debtor pays to the client: without its account nothing goes out.
    await send(page, "POST", "/api/v4/client", {
      company: "Zonnekracht Energie B.V.",
      legalForm: "bv",
      kvk: "12345678",
      street: "Zonnelaan",
      houseNumber: "8",
      postcode: "3521 CD",
      city: "Utrecht",
      phone: "+31301234567",
      email: "service@zonnekracht.example",
      iban: "NL91ABNA0417164300",
      accountHolder: "Zonnekracht Energie B.V.",
    });
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog");
  const row = (name: string): Locator => page.getByRole("row").filter({ hasText: name });
  const picture = async (name: string): Promise<void> => {
    if (process.env.VORDER_PICTURES === undefined) return;
    for (const width of [1600, 1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `.vorder/precasso-${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await setColorScheme(page, "dark");
    await page.screenshot({ path: `.vorder/precasso-${name}-dark.png`, fullPage: true });
    await setColorScheme(page, "light");
  };
  const chooseClient = async (): Promise<void> => {
    await page.getByLabel("Opdrachtgever").first().fill("Zonnekracht");
    await page.getByRole("option", { name: /Zonnekracht Energie/ }).click();
  };

  test("a claim is entered by the form", async () => {
    await page.goto("/precasso/create");
    await chooseClient();
    for (const [label, text] of [
      ["Referentie van de opdrachtgever", "PRE-1"],
      ["Achternaam", "Yıldız"],
      ["E-mail", "yildiz@example.nl"],
      ["Straat", "Kanaalstraat"],
      ["Huisnummer", "112"],
      ["Postcode", "3531 CL"],
      ["Plaats", "Utrecht"],
      ["Factuurnummer", "PF-1"],
      ["Factuurdatum", "01-10-2026"],
      ["Vervaldatum", "01-11-2026"],
      ["Bedrag", "100,00"],
    ] as const) {
      await page
        .getByLabel(new RegExp(`^${label}`))
        .first()
        .fill(text);
      await page.keyboard.press("Tab");
    }
    expect(await faultsOf(page)).toEqual([]);
    await picture("create");
    await page.getByRole("button", { name: "In precasso nemen" }).click();
    await page.waitForURL((url) => url.pathname === "/precasso/search");
    await row("Yıldız").waitFor();
  });

  async function uploaded(name: string, csv: string): Promise<void> {
    await chooseClient();
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByRole("button", { name: "Uploaden" }).click();
    await page.getByRole("button", { name: "Regels controleren" }).waitFor();
    await picture("columns");
    await page.getByRole("button", { name: "Regels controleren" }).click();
  }
  async function made(button: RegExp): Promise<void> {
    await page.getByRole("button", { name: button }).click();
    await dialog().getByRole("button", { name: button }).click();
    await gone(dialog());
  }

  test("claims are uploaded: rejected rows state the reason and can be downloaded, and every uploader sees the result", async () => {
    await page.goto("/precasso/upload");
    expect(await faultsOf(page)).toEqual([]);
    await picture("upload");
    const head =
      "client_ref;last_name;street;house_no;postcode;city;email;invoice_number;invoice_date;due_date;amount\n";
    const rows =
      "PRE-2;de Boer;Markt;7;8011 AA;Zwolle;boer@example.nl;PF-2;01-10-2026;01-11-2026;80,00\n" +
      "PRE-3;Bakker;Kade;1;0000 AA;Rotterdam;;PF-3;01-10-2026;01-11-2026;60,00\n";
    await uploaded("vorderingen.csv", head + rows);
    await row("PRE-3")
      .getByText(/Postcode/)
      .first()
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture("checked");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Afgekeurde regels downloaden (1)" }).click();
    expect(await readFile(await (await download).path(), "utf8")).toContain("PRE-3");
    await made(/1 vordering inlezen/);
    await page.getByText("1 vordering in precasso").waitFor();
    await row("PRE-2")
      .getByRole("link", { name: /^P\d{7}$/ })
      .waitFor();
    await page.goto("/precasso/upload/view-uploaded");
    await row("vorderingen.csv").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture("uploads");
  });

  test("a run reminds in the client's name", async () => {
    await page.goto("/processing-precasso");
    await page.getByRole("button", { name: "Plan maken" }).click();
    // Thrown away only by whoever says so twice.
    await page.getByRole("button", { name: "Plan weggooien" }).click();
    await dialog().getByText("Er is nog niets verzonden.").waitFor();
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await dialog().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "2 uitvoeren" }).click();
    await dialog().getByRole("button", { name: "2 uitvoeren" }).click();
    await page.getByText("Klaar", { exact: true }).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture("run");
    for (const path of [
      "/precasso/view-documents",
      "/processing-precasso/last-processing",
      "/precasso/actions",
      "/precasso/export",
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("progressbar").first().waitFor({ state: "detached" });
      expect(await faultsOf(page), path).toEqual([]);
      await picture(path.split("/").at(-1) ?? "");
    }
  });

  test("payments are reported by an upload, and the same upload again changes nothing", async () => {
    const csv = "client_ref;paid_on;amount\nPRE-2;18-11-2026;80,00\nPRE-1;18-11-2026;25,00\nPRE-9;18-11-2026;5,00\n";
    await page.goto("/precasso/upload?kind=precassoPayments");
    await uploaded("betalingen.csv", csv);
    await made(/2 betalingen verwerken/);
    await page.getByText("2 betalingen verwerkt, samen € 105,00.").waitFor();
    await picture("payments");
    expect(await faultsOf(page)).toEqual([]);
    await page.goto("/precasso/upload?kind=precassoPayments");
    await uploaded("betalingen.csv", csv);
    await page.getByRole("radio", { name: /al geïmporteerd 2/ }).waitFor({ state: "attached" });
    expect(await page.getByRole("button", { name: /betalingen verwerken/ }).isDisabled()).toBe(true);
    await page.goto("/precasso/search");
    await row("de Boer").getByText("Betaald").waitFor();
    await row("Yıldız").getByText("€ 75,00").waitFor();
    await picture("search");
  });

  test("the client's letters get their own text and are previewed", async () => {
    await page.goto("/precasso/house-style");
    await chooseClient();
    await page.getByLabel("Naam van de afzender").fill("Zonnekracht Klantenservice");
    await page.getByLabel("Nederlands", { exact: true }).fill("U betaalt € 40 extra");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.getByText("Noem hier geen bedrag").waitFor();
    await page.getByLabel("Nederlands", { exact: true }).fill("Vragen? Wij helpen u graag.");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await page.getByText("Huisstijl opgeslagen").first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture("house-style");
    // A logo that comes while the sender is being written is no change by somebody else, and what is saved is not asked about.
    await page.getByLabel("Website").fill("https://zonnekracht.example");
    await page.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
    const shownLogo = page.getByRole("img", { name: /^Logo/ });
    await shownLogo.waitFor();
    // One that did not come, as from a server with too much to do, is asked for again.
    const width = (node: Node) => {
      if (!(node instanceof HTMLImageElement)) return 0;
      return node.decode().then(
        () => node.naturalWidth,
        () => {
          const { src } = node;
          node.src = src;
          return 0;
        },
      );
    };
    await expect.poll(() => shownLogo.evaluate(width)).toBe(1);
    const saved = page.waitForResponse(
      (reply) => reply.request().method() === "PUT" && /house\/\d+$/.test(reply.url()),
    );
    await page.getByRole("button", { name: "Opslaan" }).click();
    expect((await saved).status()).toBe(200);
    // Until what came back is shown, leaving is asked about.
    await gone(page.locator("button[type=submit][data-loading]"));
    const address = page.url();
    await page.locator("nav a").first().click();
    await page.waitForURL((url) => url.pathname !== "/precasso/house-style");
    await page.goto(address);
    await expect.poll(() => page.getByLabel("Website").inputValue()).toBe("https://zonnekracht.example");
    const letter = page.getByRole("listitem").filter({ hasText: "veertiendagenbrief" });
    await letter.getByRole("button", { name: "Eigen tekst maken" }).click();
    await letter.getByText(/Eigen tekst sinds/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture("own-texts");
    await page.getByRole("button", { name: "Veertiendagenbrief" }).click();
    await dialog().locator("canvas").first().waitFor();
    await picture("preview");
    await page.keyboard.press("Escape");
    await gone(dialog());
  });

  test("a record becomes a file, with its payments and sent messages", async () => {
    await page.goto("/precasso/search");
    await page
      .getByRole("link", { name: /^P\d{7}$/ })
      .and(row("Yıldız").getByRole("link"))
      .click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture("record");
    await page.getByRole("button", { name: "Omzetten in een dossier" }).click();
    await dialog().getByRole("button", { name: "Omzetten in een dossier" }).click();
    await page
      .getByText(/Dossier 26-\d+ is gemaakt/)
      .first()
      .waitFor();
    await page.getByRole("link", { name: /^26-\d+$/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/file/show-new/"));
    await page.getByText("PRE-1").first().waitFor();
    await page
      .getByText(/Uit precasso P0000001/)
      .first()
      .waitFor();
    expect(complaints.list()).toEqual([]);
  });

  test("an upload of payments is withdrawn; a record that became a file keeps its payment, as the plan says", async () => {
    await page.goto("/precasso/upload/view-uploaded");
    await row("betalingen.csv").last().getByRole("link").first().click();
    await page.getByRole("link", { name: "Naar de import" }).click();
    await page.getByRole("button", { name: "Import terugdraaien…" }).click();
    await dialog().getByText("Worden teruggedraaid: 1").waitFor();
    await dialog().getByText("Blijven zoals ze zijn: 1").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture("undo");
    await dialog().getByLabel("Reden").fill("Verkeerd bestand");
    await dialog().getByRole("button", { name: "1 betaling terugdraaien" }).click();
    await gone(dialog());
    await page.getByText("Teruggedraaid: 1 van 2 betalingen tellen niet meer mee.").waitFor();
    await page.goto("/precasso/search");
    await row("de Boer").getByText("Loopt", { exact: true }).waitFor();
    expect(complaints.list()).toEqual([]);
  });
});
