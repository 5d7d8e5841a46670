/** Signing in by a real OpenID provider in a browser: set up, connected, refused to strangers, used, and signed out of. */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientId, clientSecret, type RealProvider, startProvider } from "../src/people/access/oidc/oidc.factory.ts";
import { freePort, logIn, type RunningApp, startApp } from "./app.ts";
import { type Complaints, complaintsOf, faultsOf, setColorScheme } from "./page.ts";

const password = "een lang wachtwoord 26";

describe("signing in by a provider in a browser", () => {
  let provider: RealProvider;
  let app: RunningApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    const baseURL = `http://localhost:${await freePort()}`;
    provider = await startProvider(`${baseURL}/login/oidc`, `${baseURL}/login`);
    // Tokens follow the real time.
    app = await startApp({
      PORT: new URL(baseURL).port,
      BASE_URL: baseURL,
      VORDER_CLOCK: undefined,
      OUTGOING_ALLOW: `127.0.0.1:${new URL(provider.origin).port}`,
    });
    await app.createUser("beheer", password, "*", "B. Eheer");
    await app.createUser("noor", password, "ROLE_EMPLOYEE,ROLE_FILE_SEARCH", "Noor Bakker");
    ({ context, page } = await app.open({ baseURL }));
    page.setDefaultTimeout(60_000);
    complaints = await complaintsOf(context);
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
  const both = async (): Promise<void> => {
    for (const scheme of ["dark", "light"] as const) {
      await setColorScheme(page, scheme);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await faultsOf(page)).toEqual([]);
      }
    }
  };
  /** On the provider's own page. */
  const atProvider = async (name: string): Promise<void> => {
    await page.waitForURL((url) => url.origin === provider.origin);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill("maakt niet uit");
    await button("Sign in").click();
  };
  const byProvider = async (name: string): Promise<void> => {
    await page.goto("/login");
    await button("Inloggen met Voorbeeld ID").click();
    await atProvider(name);
  };

  test("an administrator sets it up and tries it", async () => {
    await logIn(page, "beheer", password);
    await page.goto("/settings/global");
    await page.getByLabel("Naam op de knop").fill("Voorbeeld ID");
    await page.getByLabel("Adres van de provider (issuer)").fill(provider.origin);
    await page.getByLabel("Client-ID").fill(clientId);
    await page.getByLabel("Clientgeheim").fill(clientSecret);
    await button("Opslaan").first().click();
    await button("Verbinding proberen").last().click();
    await page.getByText("Dit werkt: de provider antwoordt en kent deze client.").waitFor();
    await both();
  });

  test("an unknown person is told so, and may still use a password", async () => {
    await context.clearCookies();
    await page.goto("/login");
    await button("Inloggen met Voorbeeld ID").waitFor();
    await both();
    await byProvider("vreemde");
    await page.getByText("hoort hier geen account").waitFor();
    await both();
  });

  test("a user connects their own account, and it is shown as connected", async () => {
    await context.clearCookies();
    await logIn(page, "noor", password);
    await page.goto("/account/security");
    await button("Verbinden met Voorbeeld ID").click();
    await atProvider("noor");
    await page.waitForURL((url) => url.pathname === "/account/security");
    await page.getByText(/Verbonden op/).waitFor();
    await both();
  });

  test("from then on one click logs in, and a logout ends both sessions", async () => {
    await button("Noor Bakker").click();
    await page.getByRole("menuitem", { name: "Uitloggen" }).click();
    await page.waitForURL((url) => url.pathname === "/login");
    await context.clearCookies();
    await byProvider("noor");
    await page.waitForURL((url) => url.origin === app.base && !url.pathname.startsWith("/login"));
    await button("Noor Bakker").click();
    await page.getByRole("menuitem", { name: "Uitloggen" }).click();
    await page.waitForURL((url) => url.origin === provider.origin);
    await button("Sign out").click();
    await page.waitForURL((url) => url.origin === app.base && url.pathname === "/login");
    // The provider knows them no more either: it asks who they are.
    await button("Inloggen met Voorbeeld ID").click();
    await page.getByLabel("Name").waitFor();
  });

  test("the browser console shows no errors", () => {
    expect(complaints.list()).toEqual([]);
  });
});
