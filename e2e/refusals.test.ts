/** What happens when something is refused or breaks (specification, points 2, 4, 8 and 9): guards, login modal, error catalogue, notices, modals. */
import type { BrowserContext, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { logIn, type RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send } from "./page.ts";
import { begin, makeClient, password } from "./portfolio.ts";
import { goWithin } from "./screens.ts";
import { type Gallery, serveGallery } from "./widget-gallery.ts";

const sessionExpired = "De sessie is verlopen, of u mag deze handeling niet uitvoeren!";

describe("refusals in a browser", () => {
  let app: RunningApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, context, page, complaints } = await begin({ username: "beheer", name: "B. Heer" }));
    await app.createUser("zoeker", password, "ROLE_FILE_SEARCH", "Z. Oeker");
    await app.createUser("klant", password, "ROLE_CONTACT_PERSON", "K. Lant");
    const client = await makeClient(page, "Zonnekracht B.V.");
    await send(page, "POST", "/api/v4/merchant", { name: "Winkel", webshopName: "", client });
  });
  afterAll(() => app.close());
  afterEach(() => context.unrouteAll({ behavior: "ignoreErrors" }));

  const dialog = (): Locator => page.getByRole("dialog");
  const alert = (text: string): Locator => page.getByRole("alert").getByText(text, { exact: true });
  const fillLogin = async (on: Page, name: string): Promise<void> => {
    await on.getByLabel("Gebruikersnaam").fill(name);
    await on.locator("input[type=password]").fill(password);
    await on.getByRole("button", { name: "Inloggen", exact: true }).click();
  };

  describe("a guard", () => {
    /** Logs in at an address as a guest comes to it, and gives where that led. */
    async function enterAt(path: string, name = "beheer"): Promise<string> {
      const { context: own, page: fresh } = await app.open();
      await fresh.goto(path);
      await fresh.getByRole("heading", { name: "Inloggen", exact: true }).waitFor();
      expect(new URL(fresh.url()).pathname).toBe("/login");
      await fillLogin(fresh, name);
      await fresh.waitForURL((url) => url.pathname !== "/login");
      await fresh.locator("header").waitFor();
      const { origin, pathname, search, hash } = new URL(fresh.url());
      expect(origin).toBe(new URL(app.base).origin);
      await own.close();
      return pathname + search + hash;
    }

    test("leads a guest to the login, and back to the wanted page with its query and hash", async () => {
      expect(await enterAt("/settings/merchant?sort=-name&page=1#foot")).toBe(
        "/settings/merchant?sort=-name&page=1#foot",
      );
    });

    test("never redirects to another site after the login", async () => {
      // What an address may hold besides is proved beside `returnFrom`.
      for (const wanted of ["/\t/evil.example", "javascript:alert(1)"])
        expect(await enterAt(`/login?return=${encodeURIComponent(wanted)}`)).toBe("/file/search");
    });

    test("starts at the home page for a user who may not search files", async () => {
      expect(await enterAt("/login", "klant")).toBe("/");
    });

    test("says which role is missing, in the language of the person", async () => {
      const { context: own, page: theirs } = await app.open();
      await logIn(theirs, "zoeker", password);
      for (const [lang, heading] of [
        ["nl", "Geen toegang!"],
        ["en", "Access Denied!"],
        ["fr", "Accès refusé !"],
      ] as const) {
        await send(theirs, "PUT", "/api/v4/users/language", { language: lang });
        await theirs.goto("/settings/merchant");
        await theirs.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
        await theirs.getByText("ROLE_SETTINGS", { exact: true }).waitFor();
        await expect.poll(() => theirs.title()).toBe(`${heading} · Vorder`);
        expect(await faultsOf(theirs)).toEqual([]);
      }
      // It is theirs in every browser, and so in the tests that follow.
      await send(theirs, "PUT", "/api/v4/users/language", { language: "nl" });
      // The menu does not lead there.
      expect(await theirs.locator('nav a[href="/settings/merchant"]').count()).toBe(0);
      await own.close();
    });

    test("answers an unknown address with 404 and the application's page for it", async () => {
      const answer = await page.goto("/bestaat/niet");
      expect(answer?.status()).toBe(404);
      await page.getByRole("heading", { level: 1, name: "Pagina niet gevonden" }).waitFor();
      await expect.poll(() => page.title()).toBe("Pagina niet gevonden · Vorder");
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole("navigation", { name: "Menu" }).waitFor();
      await page.getByRole("button", { name: "Naar het begin" }).click();
      await page.waitForURL((url) => url.pathname === "/");
      expect((await page.goto("/file/search"))?.status()).toBe(200);
    });
  });

  describe("a refusal because a role is missing", () => {
    const save = (): Promise<void> => dialog().getByRole("button", { name: "Opslaan" }).click();
    const passwordField = (): Locator => page.locator("input[type=password]");
    /** Refuses every change of a merchant; the count of those that came. */
    async function refuse(): Promise<{ sent: number; free: boolean }> {
      const refusal = { sent: 0, free: false };
      await context.route("**/api/v4/merchant/*", async (route) => {
        if (route.request().method() !== "PUT" || refusal.free) return route.fallback();
        refusal.sent += 1;
        return route.fulfill({ status: 403, json: { code: "forbidden", message: sessionExpired } });
      });
      return refusal;
    }
    beforeEach(async () => {
      await page.goto("/settings/merchant");
      await page.getByRole("button", { name: "Wijzigen: Winkel" }).click();
      await dialog().getByLabel("Webshopnaam").fill("Blijft staan");
    });
    afterEach(async () => {
      await page.goto("/");
    });

    test("asks for a login once; a second refusal states the reason and keeps what was typed", async () => {
      const refusal = await refuse();
      await save();
      await alert(sessionExpired).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await passwordField().fill(password);
      await page.getByRole("button", { name: "Inloggen", exact: true }).click();
      await gone(passwordField());
      await dialog().getByRole("alert").getByText(sessionExpired).waitFor();
      expect(refusal.sent).toBe(2);
      expect(await dialog().getByLabel("Webshopnaam").inputValue()).toBe("Blijft staan");
    });

    test("is a refusal when the login is cancelled", async () => {
      const refusal = await refuse();
      await save();
      await passwordField().waitFor();
      await page.keyboard.press("Escape");
      await gone(passwordField());
      await dialog().getByRole("alert").getByText(sessionExpired).waitFor();
      expect(refusal.sent).toBe(1);
      expect(await dialog().getByLabel("Webshopnaam").inputValue()).toBe("Blijft staan");
    });

    test("reloads the page when somebody else logs in", async () => {
      await refuse();
      await save();
      await page.getByLabel("Gebruikersnaam").fill("zoeker");
      await passwordField().fill(password);
      await page.getByRole("button", { name: "Inloggen", exact: true }).click();
      await page.getByRole("heading", { name: "Geen toegang!" }).waitFor();
      await context.clearCookies();
      await logIn(page, "beheer", password);
    });
  });

  describe("the error catalogue", () => {
    const cases: readonly (readonly [what: string, status: number, body: unknown, shownText: string, sent: number])[] =
      [
        ["errors", 400, { errors: { common: ["Uit errors."] } }, "Uit errors.", 1],
        ["error_data", 402, { error_data: { common: ["Uit error_data."] } }, "Uit error_data.", 1],
        ["error_message, a text", 400, { error_message: "Uit error_message." }, "Uit error_message.", 1],
        ["error", 400, { error: "Uit error." }, "Uit error.", 1],
        ["a 400 without a list", 400, {}, "Het is niet gelukt.", 1],
        ["a csrf conflict, retried twice", 400, { code: "csrf", error: "De sleutel." }, "De sleutel.", 3],
        ["409, retried twice", 409, {}, "Iemand anders heeft dit intussen gewijzigd.", 3],
        ["500", 500, {}, "Er ging bij ons iets mis. Uw invoer is niet verwerkt.", 1],
        ["any other, with its own words", 418, { message: "Ik ben een theepot." }, "Ik ben een theepot.", 1],
        ["a body that is no JSON", 502, "<html>", "Bad Gateway", 1],
      ];

    async function remove(answer: (route: Route) => Promise<void>): Promise<{ sent: number; tokens: number }> {
      const counted = { sent: 0, tokens: 0 };
      await page.goto("/settings/merchant");
      await page.getByRole("button", { name: "Verwijderen: Winkel" }).click();
      await context.route("**/api/v4/users/csrf", async (route) => {
        counted.tokens += 1;
        await route.continue();
      });
      await context.route("**/api/v4/merchant/*", async (route) => {
        counted.sent += 1;
        await answer(route);
      });
      await dialog().getByRole("button", { name: "Ja", exact: true }).click();
      return counted;
    }

    test.each(cases)("%s", async (_what, status, body, shownText, sent) => {
      const counted = await remove((route) =>
        typeof body === "string" ? route.fulfill({ status, body }) : route.fulfill({ status, json: body }),
      );
      await alert(shownText).waitFor();
      // Each retry fetches its own token first.
      expect(counted).toEqual({ sent, tokens: sent - 1 });
      await page.getByText("Winkel", { exact: true }).waitFor();
    });

    test("404 on a delete is treated as success", async () => {
      const counted = await remove((route) => route.fulfill({ status: 404, json: {} }));
      await page.getByRole("status").getByText("Dit was al verwijderd. De lijst is bijgewerkt.").waitFor();
      expect(counted).toEqual({ sent: 1, tokens: 0 });
    });

    test("404 on a change", async () => {
      await context.route("**/api/v4/merchant/*", (route) =>
        route.request().method() === "PUT" ? route.fulfill({ status: 404, json: {} }) : route.fallback(),
      );
      await page.goto("/settings/merchant");
      await page.getByRole("button", { name: "Wijzigen: Winkel" }).click();
      await dialog().getByLabel("Webshopnaam").fill("Blijft staan");
      await dialog().getByRole("button", { name: "Opslaan" }).click();
      await dialog().getByRole("alert").getByText("Niet gevonden.", { exact: true }).waitFor();
      expect(await dialog().getByLabel("Webshopnaam").inputValue()).toBe("Blijft staan");
    });

    test("no response", async () => {
      const counted = await remove((route) => route.abort());
      await alert("Geen verbinding met de server. Controleer uw verbinding en probeer het opnieuw.").waitFor();
      expect(counted).toEqual({ sent: 1, tokens: 0 });
    });
  });

  test("a screen whose code cannot be loaded keeps the shell and offers a reload", async () => {
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await context.route("**/assets/*.js", (route) => route.abort());
    const menu = page.getByRole("navigation", { name: "Menu" });
    await menu.getByRole("button", { name: "Instellingen" }).click();
    await menu.getByRole("link", { name: "Webshops" }).click();
    await page.getByRole("heading", { name: "Dit scherm kon niet worden opgehaald" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await menu.waitFor();
    await context.unrouteAll();
    await page.getByRole("button", { name: "Pagina opnieuw laden" }).click();
    await page.getByRole("heading", { name: /Webshops/ }).waitFor();
  });

  test("the production build wrote none of it to the console", () => {
    expect(complaints.list()).toEqual([]);
  });

  describe("in the widget gallery", () => {
    let gallery: Gallery;
    let shown: Page;
    let errors: string[];
    beforeAll(async () => {
      gallery = await serveGallery(app.base);
      const opened = await app.open({ baseURL: gallery.base });
      shown = opened.page;
      errors = [];
      shown.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      await logIn(shown, "beheer", password);
    });

    afterAll(() => gallery.close());

    // By keyboard: a click is lost where the page moves under it between the pressing of the mouse and its release.
    const press = (name: string): Promise<void> => shown.getByRole("button", { name, exact: true }).press("Enter");
    const answerOn = (on: Page): Locator =>
      on.locator("section", { has: on.getByRole("heading", { name: "Modals, notifications" }) }).locator("output");
    const modals = (): Locator => shown.getByRole("dialog");
    const isFocused = (locator: Locator): Promise<boolean> =>
      locator.evaluate((node) => node === document.activeElement);

    test("a screen that crashes keeps the shell, offers retry and reload, and is logged to the console in tests", async () => {
      await shown.goto("/widget-gallery/broken");
      await press("break");
      await shown.getByRole("heading", { name: "Dit scherm is vastgelopen" }).waitFor();
      await shown.getByRole("navigation", { name: "Menu" }).waitFor();
      await expect.poll(() => shown.title()).toBe("Dit scherm is vastgelopen · Vorder");
      expect(errors.some((text) => text.includes("broken on purpose"))).toBe(true);
      await press("Opnieuw proberen");
      await shown.getByRole("button", { name: "break", exact: true }).waitFor();
      await press("break");
      await press("Pagina opnieuw laden");
      await shown.getByRole("button", { name: "break", exact: true }).waitFor();
    });

    describe("a modal", () => {
      beforeAll(async () => {
        await shown.goto("/widget-gallery/broken");
        await shown.getByRole("heading", { level: 1, name: "Broken" }).waitFor();
      });
      beforeEach(async () => {
        await goWithin(shown, "/widget-gallery");
        await shown.getByRole("button", { name: "confirm", exact: true }).waitFor();
      });
      // As somebody who leaves it and comes back: what was opened or answered is gone, and what is loaded stays.
      afterEach(() => goWithin(shown, "/widget-gallery/broken"));
      const answer = (): Promise<string | null> => answerOn(shown).textContent();

      test("asks for confirmation, and Escape cancels", async () => {
        await press("confirm");
        await modals().getByText("Weet u het zeker?").waitFor();
        expect(await faultsOf(shown)).toEqual([]);
        await shown.keyboard.press("Escape");
        await expect.poll(answer).toBe("false");
        await gone(modals());
        await expect.poll(() => isFocused(shown.getByRole("button", { name: "confirm", exact: true }))).toBe(true);
        await press("confirm");
        await modals().getByRole("button", { name: "Ja", exact: true }).click();
        await expect.poll(answer).toBe("true");
      });

      test("returns the text that was typed in its text area", async () => {
        await press("promptText");
        expect(await modals().getByRole("button", { name: "OK", exact: true }).isDisabled()).toBe(true);
        await modals().getByRole("textbox").fill("Eerste regel\nTweede regel");
        expect(await faultsOf(shown)).toEqual([]);
        await modals().getByRole("button", { name: "OK", exact: true }).click();
        await expect.poll(answer).toBe("Eerste regel\nTweede regel");
        await press("promptText");
        await modals().getByRole("textbox").fill("Vanuit de tekst");
        await modals().getByRole("textbox").press("Control+Enter");
        await expect.poll(answer).toBe("Vanuit de tekst");
      });

      test("shows a message until it is dismissed", async () => {
        await press("alert");
        await modals().getByText("alert", { exact: true }).waitFor();
        await modals().getByRole("button", { name: "OK", exact: true }).click();
        await gone(modals());
      });

      test("can be stacked, and Escape closes only the top one", async () => {
        await press("stack");
        await modals().getByLabel("below").fill("blijft");
        await modals().getByRole("button", { name: "over", exact: true }).click();
        await modals().nth(1).getByRole("button", { name: "Ja", exact: true }).waitFor();
        await expect.poll(() => modals().count()).toBe(2);
        expect(await faultsOf(shown)).toEqual([]);
        await shown.keyboard.press("Escape");
        await expect.poll(() => modals().count()).toBe(1);
        expect(await modals().getByLabel("below").inputValue()).toBe("blijft");
        await expect.poll(() => isFocused(modals().getByRole("button", { name: "over", exact: true }))).toBe(true);
        await shown.keyboard.press("Escape");
        await expect.poll(() => modals().count()).toBe(0);
        await expect.poll(() => isFocused(shown.getByRole("button", { name: "stack", exact: true }))).toBe(true);
      });
    });

    describe("with a stopped clock", () => {
      // Playwright's clock holds for a whole context, so these tests have one of their own.
      let still: Page;
      beforeAll(async () => {
        const own = await app.open({
          storageState: await shown.context().storageState(),
          baseURL: gallery.base,
          // With all movement, which is what takes this time.
          reducedMotion: "no-preference",
        });
        still = own.page;
        await still.clock.install();
        await still.goto("/widget-gallery");
        await gone(still.locator("#preloader"));
        // What is fetched with the first modal is there before the clock stops.
        await still.getByRole("button", { name: "alert", exact: true }).click();
        await dialogs().getByRole("button", { name: "OK", exact: true }).click();
        await gone(dialogs());
        await still.clock.pauseAt(Date.now() + 600_000);
      });
      afterEach(async () => {
        await still.mouse.move(5, 5);
        // Which no clock takes away.
        for (const close of (await still.getByRole("button", { name: "Melding sluiten" }).all()).reverse())
          await close.click();
        await still.clock.runFor(10_000);
        await gone(still.locator('[role="status"],[role="alert"]').filter({ hasText: "notify" }));
      });
      afterAll(() => still.context().close());
      const dialogs = (): Locator => still.getByRole("dialog");
      const noticeBox = (variant: string): Locator =>
        still.locator('[role="status"],[role="alert"]').filter({ hasText: `notify ${variant}` });
      async function say(variant: string): Promise<void> {
        await still.getByRole("button", { name: `notify ${variant}`, exact: true }).click();
        await noticeBox(variant).waitFor({ state: "attached" });
        await still.clock.runFor(400);
      }

      test.each([
        ["success", "status"],
        ["info", "status"],
        ["warning", "alert"],
        ["danger", "alert"],
      ])("a notice of %s has the role %s", async (variant, role) => {
        await say(variant);
        expect(await noticeBox(variant).getAttribute("role")).toBe(role);
        await noticeBox(variant).getByRole("button", { name: "Melding sluiten" }).waitFor();
      });

      test("a notice disappears after five seconds, an error notice stays until it is dismissed", async () => {
        await say("danger");
        await say("info");
        await still.mouse.move(5, 5);
        await still.clock.runFor(4500);
        expect(await noticeBox("info").count()).toBe(1);
        await still.clock.runFor(600);
        await expect.poll(() => noticeBox("info").count()).toBe(0);
        await still.clock.runFor(3_600_000);
        expect(await noticeBox("danger").count()).toBe(1);
        await noticeBox("danger").getByRole("button", { name: "Melding sluiten" }).click();
        await still.clock.runFor(400);
        await expect.poll(() => noticeBox("danger").count()).toBe(0);
      });

      test.each(["hover", "focus"] as const)("a notice waits while it has the %s", async (how) => {
        await say("success");
        const close = noticeBox("success").getByRole("button", { name: "Melding sluiten" });
        if (how === "hover") await noticeBox("success").hover();
        else await close.focus();
        await still.clock.runFor(60_000);
        expect(await noticeBox("success").count()).toBe(1);
        if (how === "hover") await still.mouse.move(5, 5);
        else await close.blur();
        await still.clock.runFor(4900);
        expect(await noticeBox("success").count()).toBe(1);
        await still.clock.runFor(600);
        await expect.poll(() => noticeBox("success").count()).toBe(0);
      });

      test("a modal closes in 300 ms", async () => {
        await still.getByRole("button", { name: "confirm", exact: true }).click();
        await still.clock.runFor(400);
        await dialogs().getByRole("button", { name: "Ja", exact: true }).waitFor();
        await still.keyboard.press("Escape");
        await expect.poll(() => answerOn(still).textContent()).toBe("false");
        await still.clock.runFor(250);
        expect(await dialogs().count()).toBe(1);
        await still.clock.runFor(100);
        await expect.poll(() => dialogs().count()).toBe(0);
      });
    });
  });
});
