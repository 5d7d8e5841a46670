/** Tables, pickers and filters, each behaviour once: on the widget gallery of the platform, and what needs a server on a real list. */
import { readFile } from "node:fs/promises";
import type { BrowserContext, Download, Locator, Page, Route } from "playwright-core";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { type Complaints, complaintsOf, faultsOf, gone, send, setColorScheme } from "./page.ts";
import { goWithin } from "./screens.ts";
import { type Gallery, serveGallery } from "./widget-gallery.ts";

const password = "een lang wachtwoord 26";
const made = z.object({ id: z.number() });
const start = new Date("2026-11-20T08:00:00Z");

let app: RunningApp;
let gallery: Gallery;
let context: BrowserContext;
let page: Page;
let complaints: Complaints;

beforeAll(async () => {
  app = await startApp();
  gallery = await serveGallery(app.base);
  await app.createUser("beheer", password, "*", "B. Heer");
  ({ context, page } = await app.open({ baseURL: gallery.base }));
  complaints = await complaintsOf(context);
  await logIn(page, "beheer", password);
});
afterAll(async () => {
  await app.close();
  await gallery.close();
});

/** A page whose clock goes only when it is told to, of the same person. */
async function withClock(path: string, run: (timed: Page) => Promise<void>): Promise<void> {
  const storageState = await context.storageState();
  const { context: apart, page: timed } = await app.open({ storageState, baseURL: gallery.base });
  await timed.clock.install({ time: start });
  await timed.goto(path);
  await timed.getByRole("heading", { level: 1 }).first().waitFor();
  await gone(timed.locator("#preloader"));
  await timed.clock.pauseAt(new Date(start.getTime() + 3_600_000));
  try {
    await run(timed);
  } finally {
    await apart.close();
  }
}

const table = (name: string): Locator =>
  page
    .locator("section", { has: page.locator("table") })
    .filter({
      has: page.locator("caption", { hasText: new RegExp(`^${name}$`) }),
    })
    .last();
const around = (title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const rowsOf = (box: Locator): Locator => box.locator("tbody tr[data-row]");
const dialog = (name?: string): Locator => page.getByRole("dialog", name === undefined ? {} : { name });

async function saved(act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return download;
}

describe("the widget gallery", () => {
  beforeAll(async () => {
    await page.goto("/widget-gallery");
  });
  // As somebody who leaves it and comes back: what was opened or typed is gone, and what is loaded stays.
  beforeEach(async () => {
    await goWithin(page, "/widget-gallery/broken");
    await goWithin(page, "/widget-gallery");
    await rowsOf(table("DataTable")).first().waitFor();
  });

  describe("a table", () => {
    test("obeys the flags and classes of rows and columns", async () => {
      const box = table("Row flags");
      const row = (id: number): Locator => box.locator(`tr[data-row="${id}"]`);
      expect(await row(1).locator("input").isChecked()).toBe(true);
      expect(await row(2).getAttribute("data-variant")).toBe("warning");
      expect(await box.getByText("details of 2").count()).toBe(1);
      expect(await box.getByText("details of 1").count()).toBe(0);
      await row(1).getByRole("button", { name: "Details tonen" }).click();
      await box.getByText("details of 1").waitFor();
      // A dotted key names a value and a cell alike.
      const cell = row(3).locator("td.gallery-td");
      expect(await cell.textContent()).toBe("Fietsenmakerij De Ketting B.V.");
      expect(await cell.getAttribute("data-variant")).toBe("danger");
      expect(await box.locator("th.gallery-th").count()).toBe(1);
      expect(await box.locator("th.gallery-both, td.gallery-both").count()).toBe(4);
      expect(await row(1).locator("i").textContent()).toBe("=1+1");
    });

    test("cuts long text at 50 characters, with the whole as title", async () => {
      const long = table("Row flags").locator('tr[data-row="2"] td.gallery-td span');
      expect(await long.textContent()).toBe("Bakkerij en Banketbakkerij 't Hoekje van de Kerkst...");
      expect(await long.getAttribute("title")).toBe(
        "Bakkerij en Banketbakkerij 't Hoekje van de Kerkstraat te Sint-Oedenrode V.O.F.",
      );
    });

    test("shows an invalid date unchanged, with a warning", async () => {
      const warnings: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "warning") warnings.push(message.text());
      });
      await page.reload();
      const cells = table("Row flags").locator("td.gallery-both");
      await expect.poll(() => cells.allTextContents()).toEqual(["20-11-2026", "20 november", ""]);
      expect(warnings).toContain("wrong date format from the server: 20 november");
    });

    test("moves, widens and hides columns by keyboard, keeps that, and undoes it", async () => {
      const box = table("FilterBar");
      const keys = (): Promise<(string | null)[]> =>
        box.locator("thead th[data-key]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-key")));
      const width = async (): Promise<number> => (await box.locator("th[data-key=ip]").boundingBox())?.width ?? 0;
      const open = around("FilterBar").getByRole("button", { name: "Kolommen" });
      const act = async (name: string): Promise<void> => {
        await dialog().getByRole("button", { name, exact: true }).focus();
        await page.keyboard.press("Enter");
      };
      const before = await width();
      await open.focus();
      await page.keyboard.press("Enter");
      await act("IP breder");
      await expect.poll(width).toBeGreaterThan(before);
      await act("IP naar rechts");
      await dialog().getByRole("checkbox", { name: "Soort" }).focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("Escape");
      const moved = ["date", "ip", "request", "response"];
      await expect.poll(keys).toEqual(moved);
      await page.reload();
      await rowsOf(box).first().waitFor();
      expect(await keys()).toEqual(moved);
      expect(await width()).toBeGreaterThan(before);
      await open.click();
      await act("Standaardkolommen terugzetten");
      await expect.poll(keys).toEqual(["ip", "date", "request", "type", "response"]);
    });

    test("does not trust what local storage holds", async () => {
      const place = await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.endsWith("/widget-gallery.log")) ?? "";
        localStorage.setItem(key, '{"hidden":"ip","order":[1],"widths":{"ip":99999}}');
        // This column may not be hidden, and that one does not exist.
        const other = key.replace(/log$/, "gallery");
        localStorage.setItem(other, '{"hidden":["number","gone"],"order":["gone"],"widths":{"gone":100}}');
        return key;
      });
      expect(place).toMatch(/^vorder\.columns\.\d+\.\/widget-gallery\.log$/);
      await page.reload();
      await rowsOf(table("FilterBar")).first().waitFor();
      expect(await table("FilterBar").locator("thead th[data-key]").count()).toBe(5);
      expect(await table("DataTable").locator("thead th[data-key]").count()).toBe(8);
    });

    test("is exported as shown: numbers as numbers, dates as dates, and no text as a formula", async () => {
      const save = async (title: string, format: "CSV" | "Excel"): Promise<string> => {
        await around(title).getByRole("button", { name: "Exporteren" }).click();
        const download = await saved(() =>
          dialog("Exporteren")
            .getByRole("button", { name: new RegExp(`^Getoonde regels.*${format}`) })
            .click(),
        );
        expect(download.suggestedFilename()).toMatch(/\.(csv|xlsx)$/);
        return download.path();
      };
      const csv = await readFile(await save("Row flags", "CSV"), "utf8");
      expect(csv).toBe(
        "\uFEFFKlant;Datum;Formule\r\n" +
          "Zonnekracht Energie B.V.;20-11-2026;'=1+1\r\n" +
          "Bakkerij en Banketbakkerij 't Hoekje van de Kerkstraat te Sint-Oedenrode V.O.F.;20 november;" +
          `"'@SUM(A1);""x"""\r\n` +
          "Fietsenmakerij De Ketting B.V.;;-12,50\r\n",
      );
      const texts = await readSheet(await save("Row flags", "Excel"));
      expect(texts.map((row) => row[2])).toEqual(["Formule", "=1+1", '@SUM(A1);"x"', "-12,50"]);
      const rows = await readSheet(await save("DataTable", "Excel"));
      expect(rows.length).toBe(13);
      expect(rows[1]).toEqual([
        "26-041235",
        "J.P. van der Meer-Oosterhuis",
        "Utrecht",
        "Zonnekracht Energie B.V.",
        "in behandeling",
        new Date("2026-11-01T00:00:00Z"),
        98,
        123.45,
      ]);
    });
  });

  describe("filters", () => {
    const active = async (): Promise<unknown> =>
      JSON.parse((await page.getByLabel("active filters").textContent()) ?? "");
    const bar = (): Locator => around("FilterBar").getByRole("search");

    test("send only what is set, a range as two dates, and can all be cleared at once", async () => {
      await bar().getByLabel("IP").fill("10.0.0.2");
      await page.keyboard.press("Enter");
      await expect.poll(active).toEqual({ ip: "10.0.0.2" });
      await bar().getByLabel("vanaf").fill("01-11-2026");
      await page.keyboard.press("Tab");
      await bar().getByLabel("t/m").fill("10-11-2026");
      await page.keyboard.press("Tab");
      await expect.poll(active).toEqual({ ip: "10.0.0.2", dateFrom: "2026-11-01", dateTo: "2026-11-10" });
      await expect.poll(() => rowsOf(table("FilterBar")).count()).toBe(3);
      await bar().getByRole("button", { name: "Filters wissen" }).click();
      await expect.poll(active).toEqual({});
      expect(await bar().getByLabel("IP").inputValue()).toBe("");
      expect(await bar().getByLabel("vanaf").inputValue()).toBe("");
      expect(await bar().getByRole("button", { name: "Filters wissen" }).count()).toBe(0);
    });
  });

  describe("pickers", () => {
    const state = async (): Promise<Record<string, unknown>> =>
      z
        .record(z.string(), z.unknown())
        .parse(JSON.parse((await page.getByLabel("limits", { exact: true }).textContent()) ?? ""));

    test("ask the server 500 ms after the last key, and only for a text", () =>
      withClock("/widget-gallery", async (timed) => {
        const asked: string[] = [];
        timed.on("request", (request) => {
          const url = new URL(request.url());
          if (url.pathname === "/api/customer/search") asked.push(url.searchParams.get("keywords") ?? "");
        });
        const picker = timed.getByLabel("ClientPicker", { exact: true }).first();
        const said = (text: string): Promise<void> => timed.getByText(text).filter({ visible: true }).waitFor();
        await picker.click();
        await timed.clock.runFor(300);
        await said("Voer 1 of meer tekens in");
        await picker.pressSequentially("Zon");
        await timed.clock.runFor(499);
        expect(asked).toEqual([]);
        await timed.clock.runFor(1);
        await expect.poll(() => asked).toEqual(["Zon"]);
        await timed.clock.resume();
        await said("Niets gevonden. Probeer een andere zoekopdracht.");
        await picker.fill("   ");
        await said("Voer 1 of meer tekens in");
        await timed.clock.fastForward(1000);
        expect(asked).toEqual(["Zon"]);
      }));

    test("show at most 1,000 options of 40 pixels in a list of 300", async () => {
      await page.locator("input").and(page.getByLabel("Many options")).click();
      const options = page.getByRole("option", { name: /^Option / });
      await options.first().waitFor();
      expect(await options.count()).toBe(1000);
      expect((await options.first().boundingBox())?.height).toBe(40);
      const list = page.getByRole("listbox").filter({ has: options.first() });
      expect((await list.boundingBox())?.height ?? 0).toBeLessThanOrEqual(300);
      await page.locator("input").and(page.getByLabel("Many options")).fill("Option 1200");
      await page.getByRole("option", { name: "Option 1200" }).click();
      expect((await state()).many).toEqual(["m1199"]);
    });

    test("keep a date within its limits, typed or picked", async () => {
      const day = page.getByLabel("Day in limits");
      // By hand: a jump of the focus by code, out of a field whose calendar is open, is given back to it.
      const type = async (text: string): Promise<void> => {
        await day.click();
        await day.fill(text);
        await page.keyboard.press("Tab");
      };
      await type("09-11-2026");
      expect((await state()).day).toBe(null);
      await type("10-11-2026");
      await expect.poll(async () => (await state()).day).toBe("2026-11-10");
      await day.click();
      // The calendar of the next field, which the tab opened, goes away.
      const ninth = page.getByRole("button", { name: "9 november 2026", exact: true });
      await expect.poll(() => ninth.count()).toBe(1);
      expect(await ninth.isDisabled()).toBe(true);
      expect(await page.getByRole("button", { name: "26 november 2026", exact: true }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "25 november 2026", exact: true }).click();
      await expect.poll(async () => (await state()).day).toBe("2026-11-25");
    });

    test("return a date and time only when both are set, separated by a space", async () => {
      const moment = page.getByRole("group", { name: "Moment" });
      await moment.getByLabel("Datum").fill("20-11-2026");
      await page.keyboard.press("Tab");
      expect((await state()).moment).toBe(null);
      await moment.getByLabel("Tijd").fill("9.05");
      await page.keyboard.press("Tab");
      await expect.poll(async () => (await state()).moment).toBe("2026-11-20 09:05");
      await moment.getByLabel("Tijd").fill("");
      await page.keyboard.press("Tab");
      await expect.poll(async () => (await state()).moment).toBe(null);
      expect(await moment.getByLabel("Datum").inputValue()).toBe("20-11-2026");
    });

    test.each([
      ["several", "a multiple select needs an array as its value"],
      ["single", "a single select cannot take an array as its value"],
    ])("of clients refuse a value of the wrong shape: %s", async (misuse, message) => {
      await page.getByRole("button", { name: `misuse ${misuse}` }).click();
      expect(await page.getByLabel("complaint").textContent()).toContain(message);
    });

    test("of dates keep what is no date that may be chosen, and say so until it is one", async () => {
      const wrong = "Vul een datum in die hier mag";
      const until = around("Pickers").getByLabel("t/m", { exact: true });
      for (const typed of ["31-11-2026", "31-10-2026"]) {
        await until.fill(typed);
        await until.press("Tab");
        await around("Pickers").getByText(wrong).waitFor();
        expect(await until.inputValue()).toBe(typed);
      }
      await until.fill("30-11-2026");
      await gone(around("Pickers").getByText(wrong));

      const moment = around("Form").getByRole("group", { name: "DateTimeField" });
      await moment.getByLabel("Datum").fill("20-11-2026");
      await moment.getByLabel("Tijd").fill("930");
      await moment.getByLabel("Datum").fill("32-11-2026");
      await around("Form").getByText("saved", { exact: true }).click();
      await around("Form").getByRole("button", { name: "Opslaan" }).click();
      await moment.getByText(wrong).waitFor();
      expect(await moment.getByLabel("Datum").inputValue()).toBe("32-11-2026");
    });

    test("of files shorten names longer than 10 characters and join their errors", async () => {
      const section = around("Pickers");
      expect(await section.locator("li", { hasText: "zonnekrach..." }).getAttribute("title")).toContain(
        "zonnekracht-2026-04.csv",
      );
      await section.getByText("error 1 / error 2").waitFor();
    });

    test("wait with the editor until the page stands, and give it 500 pixels", () =>
      withClock("/widget-gallery", async (timed) => {
        const editor = timed.getByRole("textbox", { name: "RichTextEditor of the house" });
        await timed.getByRole("button", { name: "write" }).click();
        await timed.clock.runFor(999);
        expect(await editor.count()).toBe(0);
        await timed.clock.runFor(1);
        await timed.clock.resume();
        await editor.waitFor();
        expect((await editor.boundingBox())?.height).toBe(500);
      }));
  });

  describe("accessibility and small screens", () => {
    const opened: readonly (readonly [string, () => Promise<void>])[] = [
      ["columns", () => around("DataTable").first().getByRole("button", { name: "Kolommen" }).click()],
      ["export", () => around("DataTable").first().getByRole("button", { name: "Exporteren" }).click()],
      ["choice", () => around("FilterBar").getByLabel("Soort").first().click()],
      ["calendar", () => page.getByLabel("Day in limits").click()],
      ["remote search", () => page.getByLabel("ClientPicker", { exact: true }).first().click()],
    ];
    for (const [name, open] of opened)
      test(`with its ${name} open, in light and dark`, async () => {
        await open();
        for (const colorScheme of ["light", "dark"] as const) {
          await setColorScheme(page, colorScheme);
          expect(await faultsOf(page, "[data-portal]")).toEqual([]);
        }
        await setColorScheme(page, "light");
      });

    test("keeps the buttons of its rows in sight where it is wider than the window", async () => {
      await page.setViewportSize({ width: 700, height: 844 });
      const box = table("DataTable");
      await box.evaluate((node) => node.scrollTo({ left: 0 }));
      const [room, whole] = await box.evaluate((node) => [node.clientWidth, node.scrollWidth]);
      expect(whole).toBeGreaterThan(room ?? 0);
      const buttons = rowsOf(table("DataTable")).first().locator("td").last().getByRole("button").last();
      const [edge, end] = [await box.boundingBox(), await buttons.boundingBox()];
      expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    test("fits a telephone: its rows are cards, and nothing is wider than the page", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      const box = table("DataTable");
      expect(await box.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(false);
      const labelled = rowsOf(box).first().locator('[data-card="labelled"]').first();
      expect(await labelled.getAttribute("data-label")).toBe("Debiteur");
      const bar = around("FilterBar").getByRole("search");
      for (const label of ["IP", "vanaf", "t/m", "Antwoord"])
        expect((await bar.getByLabel(label).first().boundingBox())?.width ?? 0).toBeGreaterThan(100);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
  });
});

describe("a list loaded from the server", () => {
  const address = (): URLSearchParams => new URL(page.url()).searchParams;
  const rows = (): Locator => page.locator("tbody tr[data-row]");
  const secondPage = /_offset=50\b/;
  const views = (): Locator => page.getByRole("button", { name: /^Weergave: / });
  const chooseIn = async (name: string | RegExp): Promise<void> => {
    await views().click();
    await page.getByRole("menuitem", { name }).first().click();
  };
  const named = (name: string): Promise<void> =>
    page.getByRole("button", { name: `Weergave: ${name}`, exact: true }).waitFor();

  beforeAll(async () => {
    const { id: client } = made.parse(
      await send(page, "POST", "/api/v4/client", {
        company: "Zonnekracht Energie B.V.",
        legalForm: "bv",
        kvk: "12345678",
        street: "Zonnelaan",
        houseNumber: "8",
        postcode: "3521 CD",
        city: "Utrecht",
      }),
    );
    for (let number = 1; number <= 55; number++) {
      await send(page, "POST", "/api/v4/file", {
        client,
        clientRef: `KENMERK-${number}`,
        fileType: "private",
        debtor: {
          initials: "V.",
          lastName: `Voorbeeld${number}`,
          street: "Dwaallichtplein",
          houseNumber: String(number),
          postcode: "3511 AB",
          city: "Utrecht",
        },
        interest: { kind: "none" },
        invoices: [{ number: `F-${number}`, date: "2026-09-01", dueDate: "2026-09-15", amount: `${100 + number}.00` }],
      });
    }
  });
  beforeEach(async () => {
    await page.goto("/file/search");
    await rows().first().waitFor();
  });

  test("saves a view (filters, sort and columns) under a name; it can be chosen, changed, deleted and restored", async () => {
    await page.goto("/file/search?phase=amicable&sort=-openCents");
    await page.getByRole("button", { name: "Kolommen" }).click();
    await dialog().getByLabel("Plaats", { exact: true }).click();
    await page.keyboard.press("Escape");
    await chooseIn("Opslaan als…");
    // It opens with its first field ready to be typed into.
    await dialog().locator('[data-field="name"]:focus').waitFor();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByText("Geef de weergave een naam.").waitFor();
    await dialog().getByLabel("Naam").fill("Hoogste eerst");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await named("Hoogste eerst");

    await chooseIn("Standaard");
    await expect.poll(() => [address().get("phase"), address().get("sort")]).toEqual([null, null]);
    await chooseIn("Hoogste eerst");
    await expect.poll(() => [address().get("phase"), address().get("sort")]).toEqual(["amicable", "-openCents"]);
    expect(await page.locator("thead th[data-key=city]").count()).toBe(0);
    await rows().first().getByText("Voorbeeld55").waitFor();

    await page.locator("thead th[data-key=openCents] button").click();
    await named("Hoogste eerst (gewijzigd)");
    await chooseIn("‘Hoogste eerst’ bijwerken");
    await named("Hoogste eerst");
    await page.reload();
    await named("Hoogste eerst");
    expect(address().get("sort")).toBe(null);

    await chooseIn("Naam en delen…");
    await dialog().getByLabel("Naam").fill("Minnelijk");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await named("Minnelijk");
    await chooseIn("‘Minnelijk’ verwijderen");
    await named("Standaard");
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await named("Minnelijk");
  });

  test("opens with the default view only when the address names none", async () => {
    await chooseIn("Minnelijk");
    await chooseIn("Hiermee openen");
    await page.getByText("Deze lijst opent voortaan met ‘Minnelijk’.").waitFor();
    await page.goto("/file/search");
    await named("Minnelijk");
    expect(address().get("phase")).toBe("amicable");
    await page.goto("/file/search?status=paused");
    await named("Standaard");
    expect(address().get("phase")).toBe(null);
    await page.goto("/file/search");
    await named("Minnelijk");
    // Emptying the filters is no fresh start.
    await chooseIn("Standaard");
    await expect.poll(() => address().get("view")).toBe("-");
    await page.reload();
    await named("Standaard");
    await chooseIn("Minnelijk");
    await chooseIn("Niet meer hiermee openen");
    await page.getByText("Deze lijst opent weer zonder weergave.").waitFor();
  });

  test("has saved views that work by keyboard and have no accessibility fault when open", async () => {
    await views().press("Enter");
    await page.getByRole("menuitem", { name: "Standaard" }).waitFor();
    expect(await faultsOf(page, "[data-portal]")).toEqual([]);
    const here = page.locator("[role=menuitem]:focus");
    for (let step = 0; step < 3 && (await here.allTextContents())[0] !== "Minnelijk"; step++)
      await page.keyboard.press("ArrowDown");
    expect(await here.textContent()).toBe("Minnelijk");
    await page.keyboard.press("Enter");
    await named("Minnelijk");
    await chooseIn("Standaard");
  });

  test("has scroll-to-top within its own box, and marks a selected row in forced colors", async () => {
    const box = page.locator("main section[data-stale]").first();
    const up = page.getByRole("button", { name: "Naar boven" });
    expect(await up.count()).toBe(0);
    await box.evaluate((node) => node.scrollTo(0, 400));
    await up.click();
    await expect.poll(() => box.evaluate((node) => node.scrollTop)).toBe(0);
    await gone(up);
    await page.emulateMedia({ forcedColors: "active" });
    await rows().first().getByRole("checkbox").check();
    const ground = (row: number): Promise<string> =>
      rows()
        .nth(row)
        .locator("td")
        .first()
        .evaluate((cell) => getComputedStyle(cell).backgroundColor);
    await expect.poll(async () => (await ground(0)) === (await ground(1))).toBe(false);
    await page.emulateMedia({ forcedColors: "none" });
  });

  test.each([
    ["500", (route: Route) => route.fulfill({ status: 500, json: {} }), "Er ging bij ons iets mis"],
    ["no network", (route: Route) => route.abort(), "Geen verbinding met de server"],
  ])("says why the next page is not there: %s; trying again leads to it", async (_what, answer, said) => {
    await page.route(secondPage, answer);
    await page.getByRole("button", { name: "Volgende pagina" }).click();
    const told = page.getByRole("main").getByRole("alert");
    await told.getByText(said).waitFor();
    expect(await rows().count()).toBe(0);
    expect(await page.getByText("Geen resultaten").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(secondPage);
    await told.getByRole("button", { name: "Opnieuw proberen" }).click();
    await gone(told);
    await expect.poll(() => rows().count()).toBe(5);
  });

  test("asks for a login when the next page is refused, and shows the page after it", async () => {
    let refused = 0;
    await page.route(secondPage, (route) => {
      refused += 1;
      return refused > 1 ? route.fallback() : route.fulfill({ status: 403, json: { code: "forbidden", message: "x" } });
    });
    await page.getByRole("button", { name: "Volgende pagina" }).click();
    await page.locator("input[type=password]").fill(password);
    await page.getByRole("button", { name: "Inloggen", exact: true }).click();
    await expect.poll(() => rows().count()).toBe(5);
    await page.unroute(secondPage);
  });

  test("shows the last page when the requested one no longer exists", async () => {
    await page.goto("/file/search?page=9");
    await expect.poll(() => rows().count()).toBe(5);
    await expect.poll(() => address().get("page")).toBe("2");
  });

  test("with more than a hundred rows on a page has its columns as wide as what stands in them", async () => {
    const longPage = /\/api\/v4\/file\?.*_limit=1000/;
    const found = z.looseObject({ items: z.array(z.looseObject({ id: z.number() })) });
    await page.route(longPage, async (route) => {
      const response = await route.fetch();
      const body = found.parse(await response.json());
      const copies = [0, 1, 2].flatMap((copy) => body.items.map((row) => ({ ...row, id: row.id + copy * 1000 })));
      await route.fulfill({ response, json: { ...body, items: copies, total: copies.length } });
    });
    await page.goto("/file/search?per-page=1000");
    await page.locator("table[data-fixed=true] tbody tr[data-row]").first().waitFor();
    const cut = await rows()
      .first()
      .locator("td")
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.innerHTML),
      );
    expect(cut).toEqual([]);
    await page.unroute(longPage);
  });

  test("is exported whole, a thousand rows at a time", async () => {
    const parts: (string | null)[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.searchParams.get("_limit") === "1000") parts.push(url.searchParams.get("_offset"));
    });
    await page.getByRole("button", { name: "Exporteren" }).first().click();
    const download = await saved(() =>
      page.getByRole("button", { name: "Alle gevonden regels (55): Excel (XLSX)" }).click(),
    );
    const sheet = await readSheet(await download.path());
    expect(sheet.length).toBe(56);
    expect(new Set(sheet.slice(1).map((row) => row[0])).size).toBe(55);
    expect(parts).toEqual(["0"]);
    page.removeAllListeners("request");
    await page.getByText("55 regels geëxporteerd.").waitFor();
  });

  test("stops a cancelled export", async () => {
    await page.route(/_limit=1000/, () => undefined);
    await page.getByRole("button", { name: "Exporteren" }).first().click();
    await page.getByRole("button", { name: "Alle gevonden regels (55): Excel (XLSX)" }).click();
    await dialog("Exporteren").getByText("Regels ophalen… 0 van 55").waitFor();
    const ended = page.waitForEvent("requestfailed");
    await dialog("Exporteren").getByRole("button", { name: "Annuleren" }).click();
    await ended;
    await gone(dialog("Exporteren"));
    await page.unroute(/_limit=1000/);
  });

  test("searches 500 ms after the last key, and clears the text together with the filters", () =>
    withClock("/view-documents", async (timed) => {
      const sought = (): string | null => new URL(timed.url()).searchParams.get("search");
      const search = timed.getByRole("main").getByRole("searchbox");
      await search.pressSequentially("bestaat niet");
      await timed.clock.runFor(499);
      expect(sought()).toBe(null);
      await timed.clock.runFor(1);
      await expect.poll(sought).toBe("bestaat niet");
      await timed.clock.resume();
      await timed.getByRole("search").getByRole("button", { name: "Filters wissen" }).click();
      await expect.poll(() => search.inputValue()).toBe("");
      await expect.poll(sought).toBe(null);
    }));
});

test("the browser console shows no error and no violation of the content security policy", () => {
  // A component that throws is told of by React itself; the client picker's two errors are asked for above.
  expect(complaints.list().filter((line) => !line.includes("select"))).toEqual([]);
});
