/** What the platform promises on every screen: no work is lost, tables and keys do as they say, and the shell holds, also without its server. */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp } from "./app.ts";
import { type Complaints, gone, send, textShown } from "./page.ts";
import { begin, password } from "./portfolio.ts";

const made = z.object({ id: z.number() });
const merchants = z.object({ items: z.array(z.object({ id: z.number(), name: z.string(), webshopName: z.string() })) });

describe("the platform in a browser", () => {
  let app: RunningApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: Complaints;
  let client: number;

  beforeAll(async () => {
    ({ app, context, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }));
    await app.createUser("collega", password, "*", "C. Ollega");
    client = await makeClient(page);
    for (const number of Array.from({ length: 60 }, (_, index) => index)) await makeFile(page, client, number);
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog");

  async function newMerchant(name: string, webshopName = ""): Promise<number> {
    return made.parse(await send(page, "POST", "/api/v4/merchant", { name, webshopName, client })).id;
  }
  const stored = async (name: string): Promise<string | undefined> =>
    merchants.parse(await send(page, "GET", "/api/v4/merchant")).items.find((one) => one.name === name)?.webshopName;

  async function openMerchant(name: string): Promise<void> {
    await page.goto("/settings/merchant");
    await page.getByRole("button", { name: `Wijzigen: ${name}` }).click();
    await dialog().getByLabel("Webshopnaam").waitFor();
  }
  const saveMerchant = (): Promise<void> => dialog().getByRole("button", { name: "Opslaan" }).click();

  describe("a form", () => {
    test("shows the server's errors beside their fields and puts the focus on the first", async () => {
      await page.goto("/settings/merchant");
      await page.getByRole("button", { name: "Webshop toevoegen" }).first().click();
      const name = dialog().getByLabel(/^Naam/);
      await dialog().getByLabel("Internetadres").fill("webshop");
      await dialog().getByLabel("KvK-nummer").fill("1234");
      await dialog().getByLabel("KvK-nummer").focus();
      await saveMerchant();
      await dialog().getByText("Kies een opdrachtgever.").waitFor();
      await dialog().getByText("Een KvK-nummer heeft acht cijfers.").waitFor();
      await dialog().getByText("Vul een adres in dat begint met http:// of https://.").waitFor();
      expect(await name.getAttribute("aria-invalid")).toBe("true");
      await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
      // The message belongs to its field for a screen reader too.
      const described = await dialog().getByLabel("KvK-nummer").getAttribute("aria-describedby");
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe("Een KvK-nummer heeft acht cijfers.");
      expect(await dialog().getByLabel("Internetadres").inputValue()).toBe("webshop");
    });

    test("is saved by Ctrl+Enter from a line, from a choice and from a text with layout, once", async () => {
      await newMerchant("Met toetsen");
      await openMerchant("Met toetsen");
      await dialog().getByLabel("Webshopnaam").fill("Van de toets");
      await dialog().getByLabel("Webshopnaam").press("Control+Enter");
      await textShown(page, "Met toetsen is opgeslagen");
      expect(await stored("Met toetsen")).toBe("Van de toets");

      // With a cache of its own: what these pages fetch must still be missing when the server is gone.
      const { page: own } = await app.open();
      await logIn(own, "beheer", password);
      const sent: string[] = [];
      own.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("/api/v4/news")) sent.push(request.url());
      });
      for (const field of ["Voor wie", "Te zien vanaf"]) {
        await own.goto("/news/add");
        await own.getByLabel("Titel").fill(`Vanuit ${field}`);
        await own.locator("[contenteditable=true]").fill("Een regel.");
        await own.getByLabel(field).first().press("Control+Enter");
        await own.getByText(`“Vanuit ${field}” is opgeslagen.`).first().waitFor();
      }
      await own.goto("/news/add");
      await own.getByLabel("Titel").fill("Vanuit de tekst");
      const text = own.locator("[contenteditable=true]");
      await text.fill("Zonder nieuwe regel.");
      await text.press("Control+Enter");
      await own.getByText("“Vanuit de tekst” is opgeslagen.").first().waitFor();
      expect(sent).toHaveLength(3);
      await own.context().close();
    });

    test("is sent again with a new token when its token is stale", async () => {
      await newMerchant("Verlopen sleutel");
      await openMerchant("Verlopen sleutel");
      await dialog().getByLabel("Webshopnaam").fill("Toch bewaard");
      // Logging in in another tab gives the browser another session, and so another token.
      const other = await context.newPage();
      await context.clearCookies();
      await logIn(other, "beheer", password);
      await other.close();
      const answers: number[] = [];
      const counting = page.on("response", (response) => {
        if (response.request().method() === "PUT") answers.push(response.status());
      });
      await saveMerchant();
      await textShown(page, "Verlopen sleutel is opgeslagen");
      counting.removeAllListeners("response");
      expect(answers).toEqual([400, 200]);
      expect(await stored("Verlopen sleutel")).toBe("Toch bewaard");
    });

    test("gives up after two retries, says so and keeps what was typed", async () => {
      await newMerchant("Nooit geldig", "Eerst");
      await openMerchant("Nooit geldig");
      let sent = 0;
      // On its way to the server every token is spoiled.
      await page.route("**/api/v4/merchant/*", async (route) => {
        sent += 1;
        const body = z.record(z.string(), z.unknown()).parse(route.request().postDataJSON());
        await route.continue({ postData: JSON.stringify({ ...body, _token: "oud" }) });
      });
      await dialog().getByLabel("Webshopnaam").fill("Daarna");
      await saveMerchant();
      await dialog().getByRole("alert").waitFor();
      expect(sent).toBe(3);
      expect(await dialog().getByLabel("Webshopnaam").inputValue()).toBe("Daarna");
      await page.unroute("**/api/v4/merchant/*");
      expect(await stored("Nooit geldig")).toBe("Eerst");
      await saveMerchant();
      await textShown(page, "Nooit geldig is opgeslagen");
      expect(await stored("Nooit geldig")).toBe("Daarna");
    });

    test("shows both versions when somebody else saved meanwhile", async () => {
      const id = await newMerchant("Samen", "Begin");
      await openMerchant("Samen");
      await dialog().getByLabel("Webshopnaam").fill("Van mij");
      await dialog().getByLabel("Extern nummer").fill("EXT-1");
      const version = z
        .object({ version: z.number() })
        .parse(await send(page, "GET", `/api/v4/merchant/${id}`)).version;
      await send(page, "PUT", `/api/v4/merchant/${id}`, {
        name: "Samen",
        webshopName: "Van de ander",
        client,
        version,
      });
      await saveMerchant();
      await dialog().getByText("Intussen gewijzigd", { exact: true }).waitFor();
      const line = dialog().getByRole("row", { name: /Webshopnaam/ });
      expect(await line.getByRole("cell").allTextContents()).toEqual(
        expect.arrayContaining(["Webshopnaam", "Van mij", "Van de ander"]),
      );
      expect(await dialog().getByLabel("Webshopnaam").inputValue()).toBe("Van mij");
      expect(await dialog().getByLabel("Extern nummer").inputValue()).toBe("EXT-1");
      expect(await stored("Samen")).toBe("Van de ander");
      await dialog().getByRole("button", { name: "Mijn invoer houden" }).click();
      await saveMerchant();
      await textShown(page, "Samen is opgeslagen");
      expect(await stored("Samen")).toBe("Van mij");
    });

    test("asks for a login when the session is gone, and then repeats what was refused", async () => {
      await newMerchant("Sessie weg");
      await openMerchant("Sessie weg");
      await dialog().getByLabel("Webshopnaam").fill("Niet kwijt");
      await context.clearCookies({ name: "vorder_session" });
      await saveMerchant();
      await page.getByText("De sessie is verlopen").waitFor();
      expect(await page.getByLabel("Webshopnaam").inputValue()).toBe("Niet kwijt");
      await page.locator("input[type=password]").fill(password);
      await page.getByRole("button", { name: "Inloggen", exact: true }).click();
      await textShown(page, "Sessie weg is opgeslagen");
      expect(await stored("Sessie weg")).toBe("Niet kwijt");
      expect(new URL(page.url()).pathname).toBe("/settings/merchant");
    });
  });

  describe("a table", () => {
    const address = (): URLSearchParams => new URL(page.url()).searchParams;
    const rows = (): Locator => page.locator("tbody tr[data-row]");
    const headBox = (): Locator => page.locator("thead input[type=checkbox]");
    const boxState = (): Promise<string> =>
      headBox().evaluate((box) =>
        box instanceof HTMLInputElement ? (box.indeterminate ? "some" : box.checked ? "all" : "none") : "absent",
      );

    beforeEach(async () => {
      await page.goto("/file/search");
      await rows().first().waitFor();
    });

    test("sorts in three states, kept in the address", async () => {
      const sort = page.locator("thead th[data-key=openCents] button");
      const cell = page.locator("thead th[data-key=openCents]");
      // 60 files of € 100, € 101, … € 159: the least first, then the most, then in the list's own order.
      for (const [sorted, state, first] of [
        ["openCents", "ascending", "Voorbeeld00"],
        ["-openCents", "descending", "Voorbeeld59"],
        [null, null, "Voorbeeld"],
      ] as const) {
        await sort.click();
        await expect.poll(() => address().get("sort")).toBe(sorted);
        await expect.poll(() => cell.getAttribute("aria-sort")).toBe(state);
        await expect.poll(() => rows().first().textContent()).toContain(first);
      }
      await page.locator("thead th[data-key=debtorName] button").click();
      await page.locator("thead th[data-key=number] button").click();
      await expect.poll(() => address().get("sort")).toBe("number");
      await expect.poll(() => page.locator("thead th[aria-sort]").count()).toBe(1);
    });

    test("keeps page and page size in the address", async () => {
      expect(await rows().count()).toBe(50);
      await page
        .getByRole("navigation", { name: /Pagina/ })
        .getByRole("button", { name: /(^|\D)2$/ })
        .click();
      await expect.poll(() => address().get("page")).toBe("2");
      await expect.poll(() => rows().count()).toBe(10);
      await page.reload();
      await rows().first().waitFor();
      expect(await rows().count()).toBe(10);
      await page.getByLabel("Regels per pagina").selectOption("100");
      await expect.poll(() => address().get("per-page")).toBe("100");
      await expect.poll(() => rows().count()).toBe(60);
      await page.goBack();
      await expect.poll(() => address().get("per-page")).toBe(null);
    });

    test("hides columns for this person only", async () => {
      const city = page.locator("thead th[data-key=city]");
      await city.waitFor();
      await page.getByRole("button", { name: "Kolommen" }).click();
      await dialog().getByLabel("Plaats", { exact: true }).click();
      await gone(city);
      await page.reload();
      await rows().first().waitFor();
      expect(await city.count()).toBe(0);
      await context.clearCookies();
      await logIn(page, "collega", password);
      await page.goto("/file/search");
      await city.waitFor();
      await context.clearCookies();
      await logIn(page, "beheer", password);
      await page.goto("/file/search");
      await rows().first().waitFor();
      expect(await city.count()).toBe(0);
    });

    test("selects none, some or all of a page", async () => {
      expect(await boxState()).toBe("none");
      await rows().nth(1).locator("input[type=checkbox]").check();
      expect(await boxState()).toBe("some");
      await headBox().click();
      expect(await boxState()).toBe("all");
      await page.getByRole("button", { name: "Alle 60 selecteren" }).click();
      await page.getByText("Alle 60 gevonden regels geselecteerd").waitFor();
      await headBox().click();
      expect(await boxState()).toBe("none");
    });

    test("supports keys: j and k move over the rows, x selects, Enter opens", async () => {
      const at = (): Promise<number> =>
        page.evaluate(() =>
          [...document.querySelectorAll("tbody tr[data-row]")].indexOf(document.activeElement ?? document.body),
        );
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      expect(await at()).toBe(1);
      await page.keyboard.press("k");
      expect(await at()).toBe(0);
      await page.keyboard.press("x");
      expect(await rows().first().locator("input[type=checkbox]").isChecked()).toBe(true);
      await page.getByRole("searchbox").fill("jxk");
      expect(await page.getByRole("searchbox").inputValue()).toBe("jxk");
      await rows().first().focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/file\/show-new\/\d+/);
    });

    test("shows the last page instead of an empty one when the page number is beyond the end", async () => {
      await page.goto("/file/search?page=9");
      await expect.poll(() => address().get("page")).toBe("2");
      await expect.poll(() => rows().count()).toBe(10);
      expect(await page.getByText("Niets gevonden").count()).toBe(0);
    });

    test("shows the last page too, with its sort, where the page number is one that no list has", async () => {
      await page.goto("/file/search?page=9007199254740991&sort=-openCents");
      await expect.poll(() => address().get("page")).toBe("2");
      await expect.poll(() => rows().count()).toBe(10);
      expect(address().get("sort")).toBe("-openCents");
    });

    test("says why it is empty, and what to do next", async () => {
      await page.goto("/file/search?search=bestaatniet");
      await page.getByText("Niets gevonden. Probeer een andere zoekopdracht.").waitFor();
      await page.getByRole("button", { name: "Filters wissen" }).last().click();
      await rows().first().waitFor();
      expect(address().get("search")).toBe(null);
    });
  });

  describe("the shell", () => {
    beforeEach(() => page.goto("/"));

    test("uses the chosen language and remembers it", async () => {
      await page.getByRole("button", { name: /Taal$/ }).click();
      await page.getByRole("menuitemradio", { name: "English" }).click();
      await page.getByRole("navigation", { name: "Menu" }).getByText("Files").first().waitFor();
      expect(await page.evaluate(() => [localStorage.getItem("lang"), document.documentElement.lang])).toEqual([
        "en",
        "en",
      ]);
      await page.reload();
      await page.getByRole("button", { name: /Language$/ }).click();
      await page.getByRole("menuitemradio", { name: "Nederlands" }).click();
      await expect.poll(() => page.evaluate(() => localStorage.getItem("lang"))).toBe("nl");
    });

    test("searches files from the header, by the application and by a plain form post", async () => {
      const form = page.locator("header form");
      const wanted = "/file/search?search=KENMERK-07";
      const there = (): string => new URL(page.url()).pathname + new URL(page.url()).search;
      await form.getByRole("searchbox").fill("KENMERK-07");
      await page.keyboard.press("Enter");
      await expect.poll(there).toBe(wanted);
      await expect.poll(() => page.locator("tbody tr[data-row]").count()).toBe(1);
      await page.goto("/");
      await form.getByRole("searchbox").fill("KENMERK-07");
      const posted = page.waitForRequest((request) => request.method() === "POST");
      // A submit that no script hears is the browser's own.
      await form.evaluate((node) => node instanceof HTMLFormElement && node.submit());
      expect(new URL((await posted).url()).pathname).toBe("/file/search");
      await page.waitForURL((url) => url.pathname + url.search === wanted);
    });

    test("goes anywhere from the command palette", async () => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      const input = page.getByPlaceholder(/Ga naar een scherm of dossier/);
      await input.fill("Webshops");
      await page
        .getByRole("option", { name: /Webshops/ })
        .first()
        .waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/settings/merchant");
      await page.keyboard.press("Control+k");
      await input.fill("KENMERK-11");
      await page
        .getByRole("option", { name: /-\d{6} · / })
        .first()
        .click();
      await page.waitForURL(/\/file\/show-new\/\d+/);
    });

    test("lists its keys", async () => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("?");
      await dialog().getByText("Sneltoetsen").waitFor();
      await dialog().getByText("Volgende regel").waitFor();
      await page.keyboard.press("Escape");
      await gone(dialog());
    });

    test("has a menu that slides in on a small screen and closes where it leads", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const panel = page.getByRole("dialog", { name: "Menu" });
      await page.getByRole("button", { name: "Menu openen" }).click();
      await expect.poll(async () => (await panel.boundingBox())?.x).toBe(0);
      expect((await panel.boundingBox())?.width).toBe(300);
      await panel.getByRole("button", { name: "Dossiers" }).click();
      await panel
        .getByRole("link", { name: /zoeken/i })
        .first()
        .click();
      await page.waitForURL("**/file/search");
      await panel.waitFor({ state: "hidden" });
      await page.setViewportSize({ width: 1440, height: 900 });
    });
  });

  test("the browser console shows no error and no violation of the content security policy", () => {
    expect(complaints.list()).toEqual([]);
  });

  test("shows no white page and loses nothing when the server is gone", async () => {
    await newMerchant("Zonder server");
    // In this one nothing had to be said yet: not even the code that says it has been fetched.
    const { page: fresh } = await app.open();
    await logIn(fresh, "beheer", password);
    await fresh.goto("/file/search");
    await fresh.locator("tbody tr[data-row]").first().waitFor();
    await openMerchant("Zonder server");
    await dialog().getByLabel("Webshopnaam").fill("Nog hier");
    await app.kill();
    await saveMerchant();
    await dialog().getByRole("alert").waitFor();
    expect(await dialog().getByLabel("Webshopnaam").inputValue()).toBe("Nog hier");
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await gone(dialog());
    const menu = page.getByRole("navigation", { name: "Menu" });
    await menu.getByRole("button", { name: "Opdrachtgevers" }).click();
    await menu
      .getByRole("link", { name: /toevoegen|nieuw/i })
      .first()
      .click();
    await page.getByRole("button", { name: "Pagina opnieuw laden" }).waitFor();
    await menu.waitFor();

    const alerts = fresh.getByRole("alert");
    for (const [act, number] of [
      [() => fresh.getByRole("button", { name: /Taal$/ }).click(), 1],
      [() => fresh.keyboard.press("Control+k"), 2],
      [() => fresh.keyboard.press("?"), 3],
    ] as const) {
      await act();
      await expect.poll(() => alerts.count()).toBe(number);
    }
    expect(await fresh.locator("tbody tr[data-row]").count()).toBe(50);
    await fresh.locator("thead th[data-key=number] button").click();
    await fresh.getByRole("button", { name: "Opnieuw proberen" }).waitFor();
    await fresh.getByRole("heading", { level: 1 }).waitFor();
  });
});

async function makeClient(page: Page): Promise<number> {
  return made.parse(
    await send(page, "POST", "/api/v4/client", {
      company: "Zonnekracht Energie B.V.",
      legalForm: "bv",
      kvk: "12345678",
      street: "Zonnelaan",
      houseNumber: "8",
      postcode: "3521 CD",
      city: "Utrecht",
    }),
  ).id;
}

/** A file of € 100 plus as many euros as its number. */
async function makeFile(page: Page, client: number, number: number): Promise<void> {
  const two = String(number).padStart(2, "0");
  await send(page, "POST", "/api/v4/file", {
    client,
    clientRef: `KENMERK-${two}`,
    fileType: "private",
    debtor: {
      initials: "V.",
      lastName: `Voorbeeld${two}`,
      street: "Dwaallichtplein",
      houseNumber: String(number + 1),
      postcode: "3511 AB",
      city: "Utrecht",
    },
    interest: { kind: "none" },
    invoices: [{ number: `F-${two}`, date: "2026-09-01", dueDate: "2026-09-15", amount: `${100 + number}.00` }],
  });
}
