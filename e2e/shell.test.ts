/** The shell around every screen (specification, points 2, 4 and 9): header, menu, panels, footer, palette, and what comes and goes by the clock. */
import type { BrowserContext, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, setColorScheme } from "./page.ts";
import { begin, password } from "./portfolio.ts";

const made = z.object({ id: z.number() });
const noon = new Date("2026-11-20T11:00:00Z");

describe("the shell in a browser", () => {
  let app: RunningApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, context, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }));
    await app.createUser("zoeker", password, "ROLE_FILE_SEARCH,ROLE_EMPLOYEE", "Z. Oeker");
  });
  afterAll(() => app.close());
  afterEach(() => context.unrouteAll({ behavior: "ignoreErrors" }));

  const menu = (): Locator => page.getByRole("navigation", { name: "Menu" });
  const heading = (name?: string | RegExp): Locator =>
    page.getByRole("heading", { level: 1, ...(name ? { name } : {}) });
  const openLanguages = (): Promise<void> => page.getByRole("button", { name: /(Taal|Language|Sprache)$/ }).click();
  const openUserMenu = (): Promise<void> => page.getByRole("button", { name: /^Gebruikersmenu/ }).click();
  const stored = (key: string): Promise<string | null> => page.evaluate((name) => localStorage.getItem(name), key);

  /** Answers a call as the server does, with some facts of our own. */
  async function changing(path: string, changes: Readonly<Record<string, unknown>>): Promise<void> {
    await context.route(`**${path}`, async (route) => {
      const answer = await route.fetch();
      const body = z.record(z.string(), z.unknown()).parse(await answer.json());
      await route.fulfill({ response: answer, json: { ...body, ...changes } });
    });
  }

  async function go(path: string): Promise<void> {
    await page.goto(path);
    await heading().first().waitFor();
  }

  /** A page of the same session with a clock of its own: Playwright's holds for a whole context. */
  async function timed(): Promise<Page> {
    const own = await app.open({ storageState: await context.storageState() });
    await own.page.clock.install({ time: noon });
    return own.page;
  }

  describe("the header", () => {
    test("is compact below 1560 pixels", async () => {
      const header = page.locator("header");
      const language = page.getByRole("button", { name: /Taal$/ });
      for (const [width, isCompact, name] of [
        [1560, "false", "Nederlands"],
        [1559, "true", "NL"],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await go("/");
        expect(await header.getAttribute("data-compact")).toBe(isCompact);
        expect(await language.textContent()).toBe(name);
      }
    });

    test("links home from its logo, and searches files through a form that posts the field search", async () => {
      await go("/settings/merchant");
      const form = page.locator("header form");
      expect(await form.getAttribute("method")).toBe("post");
      expect(new URL((await form.getAttribute("action")) ?? "", app.base).pathname).toBe("/file/search");
      expect(await form.getByRole("searchbox").getAttribute("name")).toBe("search");
      await page.getByRole("link", { name: /^Vorder/ }).click();
      await page.waitForURL((url) => url.pathname === "/");
    });

    test("offers Dutch, English and French, and German unless the provider has switched it off", async () => {
      const names = (): Promise<string[]> => page.getByRole("menuitemradio").allTextContents();
      await changing("/api/v4/shell/info", { offerGerman: false });
      await go("/");
      await openLanguages();
      await expect.poll(names).toEqual(["Nederlands", "English", "Français"]);
      expect(await page.getByRole("menuitemradio", { name: "Nederlands" }).getAttribute("aria-checked")).toBe("true");
      await context.unrouteAll();
      await go("/");
      await openLanguages();
      await expect.poll(names).toEqual(["Nederlands", "English", "Français", "Deutsch"]);
      await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
      await expect.poll(() => stored("lang")).toBe("de");
      await go("/");
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
      // The house stops offering it, and what is stored is not trusted.
      await changing("/api/v4/shell/info", { offerGerman: false });
      await go("/");
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("nl");
      await page.evaluate(() => localStorage.setItem("lang", "../../xx"));
      await go("/");
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("nl");
      await send(page, "PUT", "/api/v4/users/language", { language: "nl" });
      await context.unrouteAll();
    });

    test("keeps its language, on the server too, where the texts of another cannot be loaded", async () => {
      const { page: own } = await app.open({ storageState: await context.storageState() });
      await own.route("**/api/v3/translate/get?lang=fr", (route) => route.fulfill({ status: 500, json: {} }));
      const kept: string[] = [];
      own.on("request", (request) => {
        if (request.url().endsWith("/api/v4/users/language")) kept.push(request.method());
      });
      await own.goto("/");
      await own.getByRole("button", { name: /Taal$/ }).click();
      await own.getByRole("menuitemradio", { name: "Français" }).click();
      await own.getByRole("alert").first().waitFor();
      const asked = own.waitForRequest((request) => new URL(request.url()).pathname === "/api/v4/file");
      await own.locator("header form").getByRole("searchbox").fill("Zon");
      await own.keyboard.press("Enter");
      expect((await asked).headers()["accept-language"]).toBe("nl");
      expect(await own.evaluate(() => [document.documentElement.lang, localStorage.getItem("lang")])).not.toContain(
        "fr",
      );
      expect(kept).toEqual([]);
      await own.close();
    });

    test("names the environment, except in production", async () => {
      const badge = page.locator("header").getByText("TEST", { exact: true });
      await go("/");
      await badge.waitFor();
      await changing("/api/v4/shell/info", { env: "prod" });
      await go("/");
      await page.locator("footer address").waitFor();
      expect(await badge.count()).toBe(0);
    });

    test("lets one change the password, and leave by /logout, or by /logout-user while acting as somebody else", async () => {
      const users = z.object({ items: z.array(z.object({ id: z.number(), username: z.string() })) });
      const { context: own, page: mine } = await app.open();
      await logIn(mine, "beheer", password);
      const leave = async (name: string): Promise<string> => {
        await mine.getByRole("button", { name: /^Gebruikersmenu/ }).click();
        const left = mine.waitForRequest((request) => /^\/logout/.test(new URL(request.url()).pathname));
        await mine.getByRole("menuitem", { name }).click();
        return new URL((await left).url()).pathname;
      };
      const all = users.parse(await send(mine, "GET", "/api/v4/users"));
      await send(mine, "GET", `/api/v4/users/switch/${all.items.find(({ username }) => username === "zoeker")?.id}`);
      await mine.goto("/");
      await mine.getByRole("heading", { name: /Z\. Oeker/ }).waitFor();
      await mine.getByRole("button", { name: /^Gebruikersmenu van Z\. Oeker/ }).click();
      await mine.getByRole("menuitem", { name: "Wachtwoord wijzigen" }).waitFor();
      await mine.keyboard.press("Escape");
      expect(await leave("Terug naar mijzelf")).toBe("/logout-user");
      await mine.getByRole("heading", { name: /B\. Heer/ }).waitFor();
      expect(await leave("Uitloggen")).toBe("/logout");
      await mine.waitForURL("**/login");
      await own.close();
    });

    test("follows the system's light or dark scheme, or the chosen one, and remembers it", async () => {
      const scheme = (): Promise<string | null> => page.locator("html").getAttribute("data-mantine-color-scheme");
      const choose = async (name: string): Promise<void> => {
        await openUserMenu();
        await page.getByRole("menuitemradio", { name }).click();
        await page.keyboard.press("Escape");
      };
      await go("/");
      await setColorScheme(page, "dark");
      await setColorScheme(page, "light");
      await choose("Donker");
      await expect.poll(scheme).toBe("dark");
      await go("/");
      expect(await scheme()).toBe("dark");
      await choose("Zoals het systeem");
      await expect.poll(scheme).toBe("light");
      await choose("Ruim");
      await go("/");
      expect(await page.locator("html").getAttribute("data-density")).toBe("comfortable");
      await choose("Compact");
    });

    test("opens menus that have no accessibility fault, and gives the focus back", async () => {
      await go("/");
      for (const name of [/Taal$/, /^Gebruikersmenu/, /^Mijn taken/]) {
        const button = page.getByRole("button", { name });
        await button.click();
        const opened = page.locator('[role="menu"]:visible, [role="dialog"]:visible');
        await opened.waitFor();
        expect(await faultsOf(page), String(name)).toEqual([]);
        await page.keyboard.press("Escape");
        await opened.waitFor({ state: "hidden" });
        await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
      }
    });
  });

  describe("the menu", () => {
    const item = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
      name,
      icon: "list",
      link: "",
      children: [],
      opened: false,
      ...more,
    });
    const items = [
      item("Open", { opened: true, granted: true, children: [item("Onder open", { link: "/settings/merchant" })] }),
      item("Dicht", {
        granted: true,
        children: [item("Onder dicht", { link: "/" }), item("Niet", { link: "/x", granted: false })],
      }),
      item("Zonder woord", { link: "/file/search" }),
      item("Elders", { link: "https://elders.example/" }),
      item("Verboden", { link: "/settings/acl", granted: false }),
    ];
    beforeEach(() => changing("/api/v4/menu/user", { items }));

    test("hides only screens without permission, and opens and closes", async () => {
      await go("/");
      await menu().getByText("Zonder woord").waitFor();
      expect(
        await menu()
          .getByText(/Verboden|Niet/)
          .count(),
      ).toBe(0);
      expect(await menu().getByRole("link", { name: "Elders" }).getAttribute("href")).toBe("https://elders.example/");
      await menu().getByRole("link", { name: "Onder open" }).waitFor();
      const closed = menu().getByRole("button", { name: "Dicht" });
      expect(await closed.getAttribute("aria-expanded")).toBe("true"); // It holds the screen that is open.
      await closed.click();
      await gone(menu().getByText("Onder dicht"));
      await menu().getByRole("button", { name: "Open" }).click();
      await gone(menu().getByText("Onder open"));
    });

    test("closes all its items when a small screen navigates", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await go("/");
      const panel = page.getByRole("dialog", { name: "Menu" });
      const openMenu = (): Promise<void> => page.getByRole("button", { name: "Menu openen" }).click();
      await openMenu();
      await panel.getByRole("link", { name: "Onder open" }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await panel.getByRole("button", { name: "Dicht" }).click();
      await panel.getByRole("link", { name: "Zonder woord" }).click();
      await page.waitForURL("**/file/search");
      await openMenu();
      await panel.getByRole("link", { name: "Zonder woord" }).waitFor();
      expect(await panel.getByRole("link", { name: /Onder/ }).count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    test("uses the whole width on a tablet in portrait, with the search beside its button", async () => {
      await go("/");
      const opens = page.getByRole("button", { name: "Menu openen" });
      for (const [width, isBehind] of [
        [959, true],
        [960, false],
        [768, true],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await opens.isVisible(), await menu().isVisible()]).toEqual([width, isBehind, !isBehind]);
        expect(await page.getByRole("search").first().isVisible()).toBe(true);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    test("says so when it cannot be loaded, and the screen stays", async () => {
      await context.unrouteAll();
      await context.route("**/api/v4/menu/user", (route) => route.fulfill({ status: 500, json: {} }));
      await go("/");
      await page.getByRole("alert").getByText("Er ging bij ons iets mis.").waitFor();
      expect(await heading().count()).toBe(1);
    });
  });

  describe("on a small screen", () => {
    let touched: Page;
    beforeAll(async () => {
      const small = await app.open({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        storageState: await context.storageState(),
      });
      touched = small.page;
      await touched.goto("/");
      await touched.getByRole("heading", { level: 1 }).waitFor();
      await gone(touched.locator("#preloader"));
    });
    afterAll(() => touched.context().close());

    /** Puts a finger down, moves it and lifts it. */
    async function swipe(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
      const session = await touched.context().newCDPSession(touched);
      const at = ([x, y]: readonly [number, number]) => ({ touchPoints: [{ x, y }] });
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(from) });
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(to) });
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await session.detach();
    }

    test("the menu takes 80 % of it, at most 300 pixels, and opens past 40 % of that", async () => {
      const panel = touched.getByRole("dialog", { name: "Menu", includeHidden: true });
      const isOpen = (): Promise<string | null> => panel.getAttribute("data-open");
      for (const [way, open] of [
        [19, "false"],
        [119, "false"],
        [121, "true"],
      ] as const) {
        await swipe([5, 400], [5 + way, 400]);
        await expect.poll(isOpen, { message: `a swipe of ${way}` }).toBe(open);
      }
      await expect.poll(async () => (await panel.boundingBox())?.width).toBe(300);
      await swipe([290, 400], [120, 400]);
      await expect.poll(isOpen).toBe("true");
      await swipe([290, 400], [100, 400]);
      await expect.poll(isOpen).toBe("false");
      await touched.setViewportSize({ width: 320, height: 500 });
      await touched.getByRole("button", { name: "Menu openen" }).click();
      await expect.poll(async () => (await panel.boundingBox())?.width).toBe(256);
      await touched.keyboard.press("Escape");
      await expect.poll(isOpen).toBe("false");
    });

    test("the search comes down from the top: 20 % of it, at most 120 pixels", async () => {
      const panel = touched.getByRole("dialog", { name: "Zoeken" });
      const button = touched.getByRole("button", { name: "Zoeken openen" });
      const height = async (): Promise<number | undefined> => (await panel.boundingBox())?.height;
      await touched.setViewportSize({ width: 390, height: 500 });
      await button.click();
      await expect.poll(height).toBe(100);
      expect(await faultsOf(touched)).toEqual([]);
      await touched.keyboard.press("Escape");
      await gone(panel);
      await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
      await touched.setViewportSize({ width: 390, height: 844 });
      await swipe([200, 20], [200, 67]); // 47 of 120 pixels: not past 40 %.
      expect(await panel.count()).toBe(0);
      await swipe([200, 20], [200, 70]);
      await expect.poll(height).toBe(120);
      await swipe([200, 110], [200, 20]);
      await gone(panel);
      await button.click();
      await panel.getByRole("searchbox").fill("KENMERK");
      await touched.keyboard.press("Enter");
      await touched.waitForURL("**/file/search?search=KENMERK");
      await gone(panel);
    });
  });

  describe("the footer", () => {
    test("shows the company, and at its year the release, by keyboard too", async () => {
      const company = {
        name: "Incasso Noord",
        address: "Kade 1, 9711 AA Groningen",
        phone: "050 123 45 67",
        email: "post@noord.example",
        website: "https://www.noord.example/",
      };
      const social = [
        { name: "LinkedIn", url: "https://linkedin.example/noord" },
        { name: "YouTube", url: "https://youtube.example/noord" },
      ];
      const release = { release: "4.2.0+abc1234", pod: "web-7", releaseDate: "2026-11-19", year: 2026 };
      await changing("/api/v4/shell/info", { company, social, footer: "Wki 1234", ...release });
      await go("/");
      const foot = page.getByRole("contentinfo");
      await foot.getByText("Incasso Noord, Kade 1, 9711 AA Groningen").waitFor();
      await foot.getByText("Wki 1234").waitFor();
      const links = await foot.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(links).toEqual([
        "tel:0501234567",
        "mailto:post@noord.example",
        "https://www.noord.example/",
        "https://linkedin.example/noord",
        "https://youtube.example/noord",
      ]);
      const year = foot.getByRole("button", { name: /2026/ });
      await foot.getByRole("link").last().focus();
      await page.keyboard.press("Tab");
      expect(await year.evaluate((node) => node === document.activeElement)).toBe(true);
      const tooltip = page.getByRole("tooltip");
      await tooltip.waitFor();
      expect(await tooltip.textContent()).toBe("Versie 4.2.0+abc1234 · web-7 · Uitgebracht 19-11-2026");
    });

    test("offers scroll-to-top after 100 pixels", async () => {
      await go("/");
      await page.evaluate(() => {
        document.body.style.minHeight = "3000px";
      });
      const up = page.getByRole("button", { name: "Naar boven" });
      const scrolled = (): Promise<number> => page.evaluate(() => window.scrollY);
      await page.evaluate(() => window.scrollTo(0, 100));
      await expect.poll(scrolled).toBe(100);
      expect(await up.count()).toBe(0);
      await page.evaluate(() => window.scrollTo(0, 101));
      await up.click();
      await expect.poll(scrolled).toBe(0);
      await gone(up);
    });
  });

  describe("timing", () => {
    test("the preloader goes 500 ms after the start, with a fade of 500 ms", async () => {
      const still = await timed();
      await still.clock.pauseAt(noon.getTime() + 1000);
      await still.goto("/");
      const preloader = still.locator("#preloader");
      await still.locator("header").waitFor();
      const look = async (): Promise<string> =>
        (await preloader.count()) === 0 ? "gone" : ((await preloader.getAttribute("class")) ?? "there");
      const seen: string[] = [];
      for (const millis of [499, 1, 499, 1]) {
        await still.clock.runFor(millis);
        seen.push(await look());
      }
      expect(seen).toEqual(["there", "fading", "fading", "gone"]);
      await still.context().close();
    });

    test("the loader counts requests, ticks every 100 ms, and hides a second after the last", async () => {
      const own = await timed();
      await own.goto("/");
      await own.getByRole("heading", { level: 1 }).waitFor();
      const bar = own.locator("[data-shown]");
      const isShown = (): Promise<string | null> => bar.getAttribute("data-shown");
      const progress = (): Promise<number> =>
        bar
          .locator("div")
          .evaluate((done) => Number(/scaleX\(([\d.]+)\)/.exec(done.getAttribute("style") ?? "")?.[1] ?? 0));
      await own.getByRole("navigation", { name: "Menu" }).getByRole("button", { name: "Instellingen" }).click();
      const link = own.getByRole("link", { name: "Webshops" });
      // Once with its code, so that only the reading is left for when the clock stands still.
      await link.click();
      await own.getByRole("heading", { name: "Webshops" }).waitFor();
      await own.getByRole("link", { name: /^Vorder/ }).click();
      await own.waitForURL((url) => url.pathname === "/");
      await own.clock.pauseAt(noon.getTime() + 600_000);
      await expect.poll(isShown).toBe("false");
      const held: Route[] = [];
      await own.route("**/api/v4/merchant*", (route) => void held.push(route));
      await link.click();
      await expect.poll(() => held.length).toBe(1);
      await expect.poll(isShown).toBe("true");
      const first = await progress();
      await own.clock.runFor(99);
      expect(await progress()).toBe(first);
      await own.clock.runFor(1);
      await expect.poll(progress).toBeGreaterThan(first);
      expect(await progress()).toBeLessThan(1);
      await held[0]?.continue();
      await expect.poll(progress).toBe(1);
      await own.clock.runFor(999);
      expect(await isShown()).toBe("true");
      await own.clock.runFor(1);
      await expect.poll(isShown).toBe("false");
      await own.context().close();
    });
  });

  describe("the palette", () => {
    const input = (): Locator => page.getByPlaceholder(/Ga naar een scherm of dossier/);
    const found = (name: string | RegExp): Locator => page.getByRole("option", { name });
    async function ask(words: string): Promise<void> {
      await page.keyboard.press("Control+k");
      await input().fill(words);
    }
    beforeEach(() => go("/"));

    test("finds a screen by its name in any language, also one that no menu holds", async () => {
      for (const words of ["Webshops", "Merchants", "Commerçants", "Händler"]) {
        await ask(words);
        await found(/Webshops/)
          .first()
          .waitFor();
        await page.keyboard.press("Escape");
        await input().waitFor({ state: "hidden" });
      }
      await ask("Change password");
      await found("Wachtwoord wijzigen").click();
      await page.waitForURL("**/change-password");
    });

    test("finds a file by number, name, IBAN and postcode", async () => {
      const client = made.parse(
        await send(page, "POST", "/api/v4/client", {
          company: "Zonnekracht B.V.",
          legalForm: "bv",
          kvk: "12345678",
          street: "Zonnelaan",
          houseNumber: "8",
          postcode: "3521 CD",
          city: "Utrecht",
        }),
      ).id;
      const debtor = {
        initials: "V.",
        lastName: "Palethoek",
        street: "Dwaallichtplein",
        houseNumber: "1",
        postcode: "3511 AB",
        city: "Utrecht",
        iban: "NL91ABNA0417164300",
      };
      const { id } = made.parse(
        await send(page, "POST", "/api/v4/file", {
          client,
          clientRef: "KENMERK-1",
          fileType: "private",
          debtor,
          interest: { kind: "none" },
          invoices: [{ number: "F-1", date: "2026-09-01", dueDate: "2026-09-15", amount: "100.00" }],
        }),
      );
      const { number } = z.object({ number: z.string() }).parse(await send(page, "GET", `/api/v4/file/${id}`));
      for (const words of [number, "Palethoek", "NL91ABNA0417164300", "NL91 ABNA 0417 1643 00", "3511 AB"]) {
        await go("/");
        await ask(words);
        await found(/\d · .*Palethoek/)
          .first()
          .click();
        await page.waitForURL(`**/file/show-new/${id}`);
      }
      // Enter opens the best hit, also where it comes only after the key.
      await go("/");
      await ask(number);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/file/show-new/${id}`);
      // What can be done with it stands beside it, for who may do it.
      await go("/");
      await ask(number);
      await found(`Betaling boeken: ${number}`).click();
      await page.getByRole("dialog", { name: "Betaling boeken" }).waitFor();
      expect(new URL(page.url()).search).toBe("");
      const { page: theirs } = await app.open();
      await logIn(theirs, "zoeker", password);
      await theirs.getByRole("heading", { level: 1 }).waitFor();
      await theirs.keyboard.press("Control+k");
      await theirs.getByPlaceholder(/Ga naar een scherm of dossier/).fill(number);
      await theirs
        .getByRole("option", { name: /Palethoek/ })
        .first()
        .waitFor();
      expect(await theirs.getByRole("option", { name: /Betaling boeken|Nieuw dossier/ }).count()).toBe(0);
      await theirs.context().close();
    });

    test("is navigated by the arrow keys, and tells a screen reader which entry is selected", async () => {
      await ask("nieuw");
      const field = page.getByRole("combobox", { name: "Zoeken" }).last();
      const chosen = (): Promise<string | null> =>
        field.evaluate(
          (node) => document.getElementById(node.getAttribute("aria-activedescendant") ?? "")?.textContent ?? null,
        );
      await found(/Nieuw dossier/)
        .first()
        .waitFor();
      const first = await chosen();
      await page.keyboard.press("ArrowDown");
      await expect.poll(chosen).not.toBe(first);
      await page.keyboard.press("ArrowUp");
      await expect.poll(chosen).toBe(first);
      expect(await page.locator('[role=option][aria-selected="true"]').count()).toBe(1);
      expect(await faultsOf(page)).toEqual([]);
    });

    test("carries out the chosen command, and has no accessibility fault", async () => {
      await ask("");
      await found(/Instellingen › Webshops/).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await input().fill("donker");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
      await page.evaluate(() => localStorage.removeItem("vorder.scheme"));
    });
  });

  test("the list of keys has no accessibility fault", async () => {
    await go("/");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Sneltoetsen" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  test("the browser console shows no errors", () => {
    expect(complaints.list()).toEqual([]);
  });
});
