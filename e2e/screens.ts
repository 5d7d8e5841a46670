/** What every screen owes, looked at in a list of sizes and colour schemes. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { modules } from "../src/modules.ts";
import { drawn, faultsOf, send, setColorScheme } from "./page.ts";

export interface Look {
  /** In pixels. */
  readonly width: number;
  readonly scheme: "light" | "dark";
}

/** As the committed matrix lists them, which a test holds against the modules. */
const matrix = readFileSync(`${import.meta.dirname}/../docs/snapshots/access-matrix.tsv`, "utf8");
const screens = [...matrix.matchAll(/^screen (\S+)\t/gm)].map(([, path = ""]) => path);

/** Screens that need a record in their address are looked at in the story, where there is one. */
const plain = screens.filter((path) => !path.includes("{"));
/** The address of each, and the language that it is seen in besides Dutch. */
export const seen = plain
  .filter((path) => path !== "/login" && path !== "/access-denied")
  .map((path, index) => [path, index % 2 === 0 ? "en" : "fr"] as const);

/** Each with every set of roles that just suffices for it; all of them where one alone does not. */
export const leastRoles = [...matrix.matchAll(/^screen (\S+)\t(any|all)\(([^)]*)\)/gm)].flatMap(
  ([, path = "", kind, named = ""]) => {
    const roles = named.split(", ");
    const sets = kind === "any" ? roles.map((role) => [role]) : [roles];
    return plain.includes(path) ? sets.map((set) => [path, set] as const) : [];
  },
);

/** A key that stands where its text should. */
const bareKey = new RegExp(
  `(?<![\\w@./-])(${modules.map((name) => name.replace(/^.*\//, "")).join("|")})\\.[a-z]\\w*(?![\\w.@/-])`,
);

/** Has the page's person read a language from the next page on. */
export const read = (page: Page, language: string): Promise<unknown> =>
  send(page, "PUT", "/api/v4/users/language", { language });

/** Loads a screen whole, as from a link in a mail. */
export const load = (page: Page, path: string): Promise<unknown> => page.goto(path);

/**
 * Goes to a screen within the application, as from its menu: what is loaded already stays. An address that leads on to the screen that is
 * open already shows nothing new, and is loaded whole.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const heading = document.querySelector("h1");
    if (heading) heading.dataset.before = heading.textContent ?? "";
    history.pushState(null, "", to);
  }, path);
  const isNew = (): boolean => {
    const heading = document.querySelector("h1");
    return heading !== null && heading.dataset.before !== (heading.textContent ?? "");
  };
  const hasCome = await page.waitForFunction(isNew, undefined, { timeout: 10_000 }).catch(() => undefined);
  if (!hasCome) await load(page, path);
}

/** Goes to a screen, and looks at what every screen owes in the language that is read. */
export async function visit(page: Page, path: string, language: string, go = load): Promise<void> {
  await go(page, path);
  const heading = page.locator("h1").first();
  await heading.waitFor();
  expect(await heading.textContent(), `${path} has no page`).not.toMatch(/niet gevonden|geen toegang|vastgelopen/i);
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.title(), { message: `${path} in ${language}` }).toMatch(/\S · Vorder$/);
  expect(await page.locator("body").innerText(), `${path} in ${language}`).not.toMatch(bareKey);
}

/** Looks at the screen that is open, as another window in another scheme would show it. */
export async function inspectIn(page: Page, look: Look, name: string): Promise<void> {
  await page.setViewportSize({ width: look.width, height: 900 });
  await setColorScheme(page, look.scheme);
  await inspect(page, look, name);
}

/** Looks at the screen that is open: no accessibility fault, and nothing but a table is wider than the window. */
export async function inspect(page: Page, { width, scheme }: Look, name: string): Promise<void> {
  expect(await faultsOf(page), `${name} at ${width}, ${scheme}`).toEqual([]);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess, `${name} at ${width}, ${scheme}`).toBeLessThanOrEqual(0);
}

/** What opens something on a screen: its menus, lists of choices, panels of filters and columns, and the acts beside its title. */
const openers = 'main :is(button[aria-haspopup], input[aria-haspopup="listbox"], [data-actions] button)';
/** What lies over a screen once it is open. */
const layers = ':is([role="dialog"], [role="menu"], [role="listbox"]):visible';

/** Numbers what can be opened, of a list only in its first row. */
const numberOpeners = (page: Page): Promise<number> =>
  page.evaluate((selector) => {
    const firstRow = document.querySelector("tr[data-row]");
    const found = [...document.querySelectorAll<HTMLButtonElement | HTMLInputElement>(selector)].filter((opener) => {
      const row = opener.closest("tr[data-row]");
      return opener.checkVisibility() && !opener.disabled && (row === null || row === firstRow);
    });
    found.forEach((opener, at) => {
      // A field of several choices that is not typed in is opened by its box: its input is there for the keyboard alone.
      const box = opener.dataset.type === "hidden" ? opener.closest<HTMLElement>(".mantine-Input-input") : null;
      (box ?? opener).dataset.opener = String(at);
    });
    return found.length;
  }, openers);

/** How far what lies over the screen sticks out of the window, in pixels to the left and to the right. */
const sticksOut = (page: Page): Promise<number[]> =>
  page.locator(layers).evaluateAll((all) =>
    all
      .map((layer) => layer.getBoundingClientRect())
      .flatMap(({ left, right }) => [Math.max(0, -left), Math.max(0, right - window.innerWidth)])
      .map(Math.round)
      .filter((excess) => excess > 0),
  );

/**
 * Opens one after the other what can be opened on a screen, and looks at it: no accessibility fault, nothing beyond the window. An act that
 * leads to another screen is left, as that one is looked at by itself.
 */
export async function inspectOpened(page: Page, path: string, { width, scheme }: Look): Promise<number> {
  await page.setViewportSize({ width, height: 900 });
  await setColorScheme(page, scheme);
  const start = async (): Promise<number> => {
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await page.waitForLoadState("networkidle");
    return numberOpeners(page);
  };
  const count = await start();
  let seenOpen = 0;
  for (let at = 0; at < count; at++) {
    const opener = page.locator(`[data-opener="${at}"]`);
    if ((await opener.count()) === 0 && (await start()) <= at) break;
    const name = await opener.evaluate((node) => node.getAttribute("aria-label") ?? node.textContent);
    const isAct = await opener.evaluate((node) => !node.hasAttribute("aria-haspopup"));
    await opener.click();
    await page.waitForLoadState("networkidle");
    await drawn(page);
    if (new URL(page.url()).pathname === path && (await page.locator(layers).count()) > 0) {
      seenOpen += 1;
      const where = `${path}: ${name} at ${width}, ${scheme}`;
      expect(await faultsOf(page), where).toEqual([]);
      expect(await sticksOut(page), where).toEqual([]);
      await page.keyboard.press("Escape");
    }
    // A form that opens something of its own, and an act that was carried out, leave the screen as it was not.
    if (isAct || new URL(page.url()).pathname !== path || (await page.locator(layers).count()) > 0) await start();
  }
  return seenOpen;
}
