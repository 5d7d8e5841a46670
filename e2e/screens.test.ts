/**
 * Every screen, as a person who may see everything would find it empty: no accessibility fault, no error in the console, a title, and its
 * words in each language. A screen that a room declares is looked at by itself; each is seen in Dutch, and in one other language besides.
 */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screens } from "../src/app/screens.contract.ts";
import { rooms } from "../src/rooms.ts";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { faultsOf, turn } from "./page.ts";

const password = "een lang wachtwoord 26";

/** Screens that need a record in their address are looked at in the story, where there is one. */
const plain = screens.map(({ path }) => path).filter((path) => !path.includes("{"));
/** The address of each, and the language that it is seen in besides Dutch. */
const seen = plain
  .filter((path) => path !== "/login" && path !== "/access-denied")
  .map((path, index) => [path, index % 2 === 0 ? "en" : "fr"] as const);

/** A key that stands where its text should. */
const bareKey = new RegExp(`(?<![\\w@./-])(${rooms.join("|")})\\.[a-z]\\w*(?![\\w.@/-])`);

describe("every screen", () => {
  let app: RunningApp;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    app = await startApp();
    await app.createUser("beheer", password, "*", "B. Heer");
    ({ context, page } = await app.open());
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`${new URL(page.url()).pathname}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`${new URL(page.url()).pathname}: ${error.message}`));
  });
  afterAll(() => app.close());

  test("login has no accessibility fault, in light and in dark", async () => {
    await page.goto("/login");
    expect(await faultsOf(page)).toEqual([]);
    await turn(page, "dark");
    expect(await faultsOf(page)).toEqual([]);
    await turn(page, "light");
    await logIn(page, "beheer", password);
  });

  /** Goes to a screen in a language, and looks at what every screen owes. */
  async function visit(path: string, language: string): Promise<void> {
    await page.evaluate((lang) => localStorage.setItem("lang", lang), language);
    await page.goto(path);
    const heading = page.locator("h1").first();
    await heading.waitFor();
    expect(await heading.textContent(), `${path} has no page`).not.toMatch(/niet gevonden|geen toegang|vastgelopen/i);
    await page.waitForLoadState("networkidle");
    await expect.poll(() => page.title(), { message: `${path} in ${language}` }).toMatch(/\S · Vorder$/);
    expect(await page.locator("body").innerText(), `${path} in ${language}`).not.toMatch(bareKey);
  }

  /** Nothing but a table may be wider than the screen. */
  const excess = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  test.each(seen)("%s, in Dutch and in %s", async (path, language) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    await visit(path, "nl");
    expect(await faultsOf(page), `${path} at 1600`).toEqual([]);
    expect(await excess(), `${path} at 1600`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit(path, language);
    expect(await excess(), `${path} at 1280 in ${language}`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 900 });
    await turn(page, "dark");
    expect(await faultsOf(page), `${path} at 390, dark, in ${language}`).toEqual([]);
    expect(await excess(), `${path} at 390 in ${language}`).toBeLessThanOrEqual(0);
    await turn(page, "light");
  });

  test("nothing was complained about in the console", () => {
    expect(complaints).toEqual([]);
  });

  test("a guest is sent to the login from a guarded screen", async () => {
    const guest = await app.open();
    await guest.page.goto("/settings/merchant");
    await guest.page.getByRole("heading", { name: "Inloggen", exact: true }).waitFor();
    await guest.context.close();
  });

  test("who is logged in goes from the login to the file search", async () => {
    await page.goto("/login");
    await page.waitForURL((url) => url.pathname === "/file/search");
    await context.close();
  });
});
