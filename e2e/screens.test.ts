/** Every screen, as a person who may see everything would find it empty: no accessibility fault, no error in the console, a title. */
import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screens } from "../src/app/screens.contract.ts";
import { logIn, type RunningApp, startApp } from "./app.ts";

const password = "een lang wachtwoord 26";

/** Screens that need a record in their address are looked at in the story, where there is one. */
const plain = screens.map(({ path }) => path).filter((path) => !path.includes("{"));
const widths = [1600, 1280, 390] as const;

async function faults(page: Page): Promise<string[]> {
  await page.locator("#preloader").waitFor({ state: "detached" });
  // Colours are judged once they have arrived, not on their way.
  await page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`);
}

/** Turns the system to dark or light, and waits until the page has followed. */
async function turn(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
}

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
    expect(await faults(page)).toEqual([]);
    await turn(page, "dark");
    expect(await faults(page)).toEqual([]);
    await turn(page, "light");
    await logIn(page, "beheer", password);
  });

  test.each(plain.filter((path) => path !== "/login" && path !== "/access-denied"))("%s", async (path) => {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    expect(await page.locator("h1").first().textContent(), `${path} has no page`).not.toMatch(
      /niet gevonden|geen toegang|mis/i,
    );
    await page.waitForLoadState("networkidle");
    expect(await page.title()).not.toBe("");
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faults(page), `${path} at ${width}`).toEqual([]);
      // Nothing but a table may be wider than the screen.
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
    await turn(page, "dark");
    expect(await faults(page), `${path} in dark`).toEqual([]);
    await turn(page, "light");
    await page.setViewportSize({ width: 1440, height: 900 });
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
