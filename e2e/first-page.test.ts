/** What the first pages ask of the network and of the eye: few requests, little script, and nothing that moves once it is shown. */
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

let app: RunningApp;
let known: BrowserContext;
let file: number;

beforeAll(async () => {
  const begun = await begin({ username: "beheer", name: "B. Heer" });
  app = begun.app;
  known = begun.page.context();
  file = await makeFile(begun.page, await makeClient(begun.page, "Zonnekracht B.V."), { clientRef: "EERSTE-1" });
});
afterAll(() => app.close());

const shifts = z.number();

/** Opens an address in a browser without a cache; gives what is asked for, how much script comes, and how far the page moves (layout shift). */
async function openCold(path: string, loggedIn: boolean) {
  const state = loggedIn ? { storageState: await known.storageState() } : {};
  const { context, page } = await app.open({ ...state, viewport: { width: 1440, height: 900 } });
  const addresses: string[] = [];
  const weights: Promise<number>[] = [];
  page.on("request", (request) => addresses.push(new URL(request.url()).pathname));
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      weights.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.addInitScript(`window.moved = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => { if (!entry.hadRecentInput) window.moved += entry.value; }))
      .observe({ type: "layout-shift", buffered: true });`);
  await page.goto(path);
  await page.locator("main, form").first().waitFor();
  await page.waitForLoadState("networkidle");
  const moved = shifts.parse(await page.evaluate("window.moved"));
  const scriptBytes = (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0);
  await context.close();
  return { addresses, moved, scriptBytes };
}

const scripts = (addresses: readonly string[]): number => addresses.filter((path) => path.endsWith(".js")).length;
const twice = (addresses: readonly string[]): string[] =>
  addresses.filter((path, at) => path.startsWith("/assets/") && addresses.indexOf(path) !== at);

test.for([
  { page: "the login", path: () => "/login", loggedIn: false, requests: 15, kilobytes: 120 },
  { page: "the list of files", path: () => "/file/search", loggedIn: true, requests: 25, kilobytes: 230 },
  { page: "a file", path: () => `/file/show-new/${file}`, loggedIn: true, requests: 35, kilobytes: 345 },
])(
  "$page comes in at most $requests requests and $kilobytes kB of script, and stays where it was drawn",
  async ({ path, loggedIn, requests, kilobytes }) => {
    const { addresses, moved, scriptBytes } = await openCold(path(), loggedIn);
    expect(addresses.length, addresses.join("\n")).toBeLessThanOrEqual(requests);
    expect(scripts(addresses)).toBeGreaterThan(1);
    // What the page announces and what it then asks for are the same files.
    expect(twice(addresses)).toEqual([]);
    // As it comes over the wire.
    expect(scriptBytes).toBeGreaterThan(50_000);
    expect(scriptBytes).toBeLessThanOrEqual(kilobytes * 1000);
    expect(moved).toBeLessThanOrEqual(0.02);
  },
);
