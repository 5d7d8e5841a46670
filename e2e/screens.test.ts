/**
 * Every screen, as a person who may see everything would find it empty: no accessibility fault, no error in the console, a title, and its
 * words in each language. A screen that a module declares is looked at by itself: in Dutch on a wide light window, and in one other language
 * on a dark telephone, each time come to from another screen. Each of these is read by a person of its own, whose window stays as it is.
 * `screens.night.test.ts` looks at every size in both schemes, and loads each screen whole.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { faultsOf, setColorScheme } from "./page.ts";
import { goWithin, inspect, type Look, read, seen, visit } from "./screens.ts";

const password = "een lang wachtwoord 26";

const wide: Look = { width: 1440, scheme: "light" };
const telephone: Look = { width: 390, scheme: "dark" };

describe("every screen", () => {
  let app: RunningApp;
  let dutch: Page;
  const readers = new Map<string, Page>();
  const complaints: string[] = [];

  async function openFor(language: string, { width, scheme }: Look): Promise<Page> {
    await app.createUser(`beheer-${language}`, password, "*", "B. Heer");
    const { page } = await app.open({ viewport: { width, height: 900 }, colorScheme: scheme });
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`${new URL(page.url()).pathname}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`${new URL(page.url()).pathname}: ${error.message}`));
    return page;
  }

  beforeAll(async () => {
    app = await startApp();
    dutch = await openFor("nl", wide);
    for (const language of ["en", "fr"]) {
      const page = await openFor(language, telephone);
      await logIn(page, `beheer-${language}`, password);
      await read(page, language);
      // Within the application the language stays that of the page that was loaded.
      await page.reload();
      readers.set(language, page);
    }
  });
  afterAll(() => app.close());

  test("login has no accessibility fault, in light and in dark", async () => {
    await dutch.goto("/login");
    expect(await faultsOf(dutch)).toEqual([]);
    await setColorScheme(dutch, "dark");
    expect(await faultsOf(dutch)).toEqual([]);
    await setColorScheme(dutch, "light");
    await logIn(dutch, "beheer-nl", password);
    await read(dutch, "nl");
  });

  test.each(seen)("%s, in Dutch and in %s", async (path, language) => {
    const reader = readers.get(language) ?? dutch;
    await visit(dutch, path, "nl", goWithin);
    await inspect(dutch, wide, path);
    await visit(reader, path, language, goWithin);
    expect(await reader.locator("html").getAttribute("lang")).toBe(language);
    await inspect(reader, telephone, `${path} in ${language}`);
  });

  test("the browser console shows no errors", () => {
    // Nobody has begun the sign-in that this address ends: it is refused, as it should be.
    const refused = /^\/login\/oidc: .* status of 401/;
    expect(complaints.filter((complaint) => !refused.test(complaint))).toEqual([]);
  });

  test("a guest is sent to the login from a guarded screen", async () => {
    const guest = await app.open();
    await guest.page.goto("/settings/merchant");
    await guest.page.getByRole("heading", { name: "Inloggen", exact: true }).waitFor();
    await guest.context.close();
  });

  test("a logged-in user is redirected from the login to the file search", async () => {
    await dutch.goto("/login");
    await dutch.waitForURL((url) => url.pathname === "/file/search");
  });
});
