/** What the browser tests do through a page beside clicking: calls in its session, and hearing its complaints. */
import axe from "axe-core";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { vi } from "vitest";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Makes a call as the page's own person, and gives its JSON. Throws where it is refused. */
export const send = (
  page: Page,
  method: string,
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  page.evaluate(
    async ([verb, address, fields]) => {
      const headers = { accept: "application/json", "x-requested-with": "XMLHttpRequest" };
      const { token } = await (await fetch("/api/v4/users/csrf", { headers })).json();
      const response = await fetch(address, {
        method: verb,
        headers: { ...headers, "content-type": "application/json" },
        ...(verb === "GET" ? {} : { body: JSON.stringify({ ...fields, _token: token }) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${verb} ${address}: ${response.status} ${text}`);
      return text === "" ? {} : JSON.parse(text);
    },
    [method, path, body ?? {}] as const,
  );

export interface Complaints {
  /** Errors in the console, uncaught errors and breaches of the content security policy; not the refusals that a test asks for. */
  readonly list: () => readonly string[];
}

/** Hears what the pages of a context complain about from now on. */
export async function complaintsOf(context: BrowserContext): Promise<Complaints> {
  const heard: string[] = [];
  await context.exposeFunction("hearBreach", (breach: string) => heard.push(breach));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      Reflect.get(
        window,
        "hearBreach",
      )(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
    );
  });
  context.on("console", (message) => {
    // The browser itself notes each answer that is no success.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) heard.push(message.text());
  });
  context.on("weberror", (error) => heard.push(error.error().message));
  return { list: () => heard };
}

/** Waits until nothing of what is named is in the page any more; a panel that closes may bear the name of the one that opened. */
export const gone = (what: Locator): Promise<void> =>
  // Not expect.poll, which hooks may not call.
  vi.waitFor(
    async () => {
      const left = await what.count();
      if (left > 0) throw new Error(`${left} still there: ${what}`);
    },
    { timeout: 120_000, interval: 50 },
  );

/** Waits until a text is shown. */
export const textShown = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

/**
 * Waits until a dialog has taken the focus: it does so a moment after it is shown, which takes a list of choices away from whoever typed
 * into it before.
 */
export const focused = (dialog: Locator): Promise<void> => dialog.locator(":focus").waitFor();

/** Waits until what was opened or closed is drawn as it stays. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      // What goes by how far a list is scrolled has no end of its own.
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** What axe-core finds wrong with the page as it stands, with whatever is open over it, or with a part of it. */
export async function faultsOf(page: Page, within?: string): Promise<string[]> {
  await page.locator("#preloader").waitFor({ state: "detached" });
  // Colours are judged once they have arrived, not on their way; what waits for newer rows is dimmed until these are there.
  if (within === undefined) await gone(page.locator('[data-stale="true"]'));
  await drawn(page);
  // Into the page itself, once for each load: a builder that starts a page of its own for each report takes four times as long.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (part) => {
    const { violations } = await window.axe.run(part ?? document, {
      resultTypes: ["violations"],
      iframes: false,
      // Only a rule on sound that plays by itself would have to have the media loaded first; there is none.
      preload: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`);
  }, within);
}

/** Turns the system to dark or light, and waits until the page has followed. */
export async function setColorScheme(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
}
