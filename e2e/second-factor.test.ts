/** A second factor in a browser: required, enrolled by passkey and by app, used at the login and over a page, managed and taken. */
import { Secret, TOTP } from "otpauth";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, logIn, type RunningApp, startApp } from "./app.ts";
import { type Complaints, complaintsOf, faultsOf, gone, setColorScheme } from "./page.ts";

const password = "een lang wachtwoord 26";
const stepMillis = 30_000;

/** Gives a page an authenticator that verifies its user and keeps passkeys, as a telephone or laptop does. Says how many it keeps. */
async function withAuthenticator(context: BrowserContext, page: Page): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
}

const codeAt = (secret: string, millis: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: millis });

describe("a second factor in a browser", () => {
  let app: RunningApp;
  let baseURL: string;
  let context: BrowserContext;
  let page: Page;
  let complaints: Complaints;
  let passkeys: () => Promise<number>;
  let secret = "";
  let codes: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    baseURL = `http://localhost:${port}`;
    // The codes of an app follow the real time.
    app = await startApp({ PORT: String(port), BASE_URL: baseURL, VORDER_CLOCK: undefined });
    await app.createUser("beheer", password, "*", "B. Eheer");
    await app.createUser("medewerker", password, "ROLE_EMPLOYEE,ROLE_FILE_SEARCH", "M. Edewerker");
    ({ context, page } = await app.open({ baseURL }));
    complaints = await complaintsOf(context);
    passkeys = await withAuthenticator(context, page);
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog").last();
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
  const fits = async (): Promise<void> => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
  };
  const enter = async (name: string): Promise<void> => {
    await page.goto("/login");
    await page.getByLabel("Gebruikersnaam").fill(name);
    await page.locator("input[type=password]").fill(password);
    await page.keyboard.press("Enter");
  };
  const inside = (): Promise<void> => page.waitForURL((url) => !url.pathname.startsWith("/login"));

  test("an administrator makes it required, needs one at once, and creates a passkey in the login dialog", async () => {
    await logIn(page, "beheer", password);
    await page.goto("/settings/acl");
    await button("Tweede stap verplichten").click();
    await dialog().getByRole("combobox", { name: "Rollen" }).click();
    await page.getByRole("option", { name: "Medewerker", exact: true }).click();
    await page.keyboard.press("Escape");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog()
      .getByText(/De sessie is verlopen/)
      .waitFor();
    await dialog().locator("input[type=password]").fill(password);
    await page.keyboard.press("Enter");
    await page.getByText("Voor uw account is een tweede stap verplicht").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog()
      .getByRole("button", { name: /^Passkey/ })
      .click();
    await dialog().getByLabel("Naam").fill("Laptop");
    await dialog().getByRole("button", { name: "Passkey toevoegen" }).click();
    await page.getByRole("heading", { name: "Uw herstelcodes" }).waitFor();
    expect(await dialog().locator("li code").count()).toBe(10);
    await dialog().getByRole("button", { name: "Ik heb ze bewaard" }).click();
    await gone(dialog());
    await page.getByRole("link", { name: "M. Edewerker" }).waitFor();
  });

  test("a passkey signs in without a password", async () => {
    await context.clearCookies();
    await page.goto("/login");
    await button("Inloggen met een passkey").click();
    await inside();
    await page.goto("/account/security");
    await page.getByText("Laptop").waitFor();
    await page.getByText("Herstelcodes: nog 10 van 10").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await setColorScheme(page, "dark");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page)).toEqual([]);
    await fits();
    await page.setViewportSize({ width: 1440, height: 900 });
    await setColorScheme(page, "light");
  });

  test("an authenticator app is set up at the login by keyboard, and the recovery codes can be saved", async () => {
    await context.clearCookies();
    await enter("medewerker");
    await button(/^Authenticator-app/).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: "QR-code voor uw app" }).waitFor();
    secret = ((await page.locator("main code").first().textContent()) ?? "").replaceAll(" ", "");
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await setColorScheme(page, "dark");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page)).toEqual([]);
    await fits();
    const code = page.getByLabel("Code uit de app");
    expect([await code.getAttribute("autocomplete"), await code.getAttribute("inputmode")]).toEqual([
      "one-time-code",
      "numeric",
    ]);
    await code.fill("000000");
    await page.keyboard.press("Enter");
    await page.getByText("Deze code klopt niet").waitFor();
    await code.fill(codeAt(secret, Date.now()));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Uw herstelcodes" }).waitFor();
    codes = await page.locator("main li code").allTextContents();
    expect(await faultsOf(page)).toEqual([]);
    await fits();
    const download = page.waitForEvent("download");
    await button("Downloaden").click();
    expect((await download).suggestedFilename()).toBe("vorder-codes.txt");
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("main li code").first().isVisible()).toBe(true);
    expect(await button("Downloaden").isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await setColorScheme(page, "light");
    await button("Ik heb ze bewaard").click();
    await inside();
  });

  test("a recovery code replaces the app, once", async () => {
    await context.clearCookies();
    await enter("medewerker");
    await button("Herstelcode gebruiken").click();
    await page.getByLabel("Herstelcode").fill(codes[0] ?? "");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await inside();
    await page.goto("/account/security");
    await page.getByText("Herstelcodes: nog 9 van 10").waitFor();
  });

  test("own factors are named, added and removed, except the last required one", async () => {
    await button("Authenticator-app hernoemen").click();
    await dialog().getByLabel("Naam").fill("Werktelefoon");
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await button("Werktelefoon hernoemen").waitFor();
    await button("Werktelefoon verwijderen").click();
    await dialog().getByRole("button", { name: "Verwijderen" }).click();
    await page.getByText("Voor uw account is een tweede stap verplicht").first().waitFor();
    await page.goto("/account/security");
    await button("Passkey toevoegen").click();
    await dialog().getByRole("button", { name: "Passkey toevoegen" }).click();
    await button("Passkey verwijderen").click();
    await dialog().getByRole("button", { name: "Verwijderen" }).click();
    await page.getByText("“Passkey” is verwijderd.").waitFor();
    await gone(dialog());
    // The device forgot it too: what it offers next is the administrator's.
    expect(await passkeys()).toBe(1);
  });

  test("a code of the app completes the login after the password, also in the login dialog", async () => {
    await context.clearCookies();
    await button("Nieuwe herstelcodes").click();
    await dialog().getByLabel("Gebruikersnaam").waitFor();
    await dialog().locator("input[type=password]").fill(password);
    await page.keyboard.press("Enter");
    // The code that set the app up counted already. That of the next half minute is good too, as clocks differ.
    await dialog()
      .getByLabel("Code uit de app")
      .fill(codeAt(secret, Date.now() + stepMillis));
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Nieuwe herstelcodes maken?").waitFor();
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await gone(dialog());
  });

  test("an administrator removes a lost factor with a reason", async () => {
    await context.clearCookies();
    await page.goto("/login");
    await button("Inloggen met een passkey").click();
    await inside();
    await page.goto("/settings/acl");
    await page.getByRole("link", { name: "M. Edewerker" }).click();
    await page.getByText("nog 9 herstelcodes").waitFor();
    await button("Tweede stap verwijderen").click();
    await dialog().getByLabel("Reden").fill("Telefoon kwijt, teruggebeld op bekend nummer");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Tweede stap verwijderen" }).click();
    await page.getByText("Verplicht, nog niet ingesteld").waitFor();
    await context.clearCookies();
    await enter("medewerker");
    await page.getByText("Voor uw account is een tweede stap verplicht").waitFor();
  });

  test("the browser console shows no errors", () => {
    expect(complaints.list()).toEqual([]);
  });
});
