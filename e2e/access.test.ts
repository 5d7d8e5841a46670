/** An installation from its first start: the administrator gets in, gives rights by group and by role, is refused, asks why, acts as another. */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { type Complaints, complaintsOf, faultsOf, gone, send } from "./page.ts";

const password = "een lang wachtwoord 26";
const users = z.object({ items: z.array(z.object({ id: z.number(), username: z.string() })) });

describe("rights in a browser", () => {
  let app: RunningApp;
  let context: BrowserContext;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    app = await startApp();
    ({ context, page } = await app.open());
    complaints = await complaintsOf(context);
  });
  afterAll(() => app.close());

  const dialog = (): Locator => page.getByRole("dialog");
  const role = (name: string): Locator => page.getByRole("checkbox", { name, exact: true });
  /** What the bar at the foot says of the change. */
  async function barText(): Promise<string> {
    const bar = page.getByRole("status").filter({ hasText: /rol|Groep/ });
    return ((await bar.first().textContent()) ?? "").replace(/\s+/g, " ");
  }

  async function idOf(username: string): Promise<number> {
    const { items } = users.parse(await send(page, "GET", "/api/v4/users?_limit=100"));
    return items.find((user) => user.username === username)?.id ?? 0;
  }
  const openRights = async (username: string): Promise<void> => {
    await page.goto(`/settings/acl/edit/${await idOf(username)}`);
    await page.getByRole("button", { name: "Waarom?" }).waitFor();
  };
  async function review(): Promise<void> {
    await page.getByRole("button", { name: "Nakijken en opslaan" }).click();
    await dialog().getByRole("button", { name: "Opslaan" }).waitFor();
  }
  const save = async (): Promise<void> => {
    await review();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
  };

  test("the first start prints a link by which the administrator chooses a password and gets in", async () => {
    const link = /\/reset-password\/[\w-]{43}/.exec(app.output())?.[0] ?? "";
    expect(link).not.toBe("");
    await page.goto(link);
    await page.locator("input[type=password]").first().fill(password);
    await page.locator("input[type=password]").last().fill(password);
    await page.getByRole("button", { name: "Wachtwoord opslaan" }).click();
    await page.getByRole("status").waitFor();
    await logIn(page, "admin", password);
    await page.goto("/settings/acl");
    await page.getByRole("link", { name: "Beheerder" }).waitFor();
  });

  test("a group is made, given roles after a look at what they open, and its members hold them", async () => {
    await app.createUser("medewerker", password, "ROLE_EMPLOYEE", "M. Edewerker");
    await page.goto("/settings/acl?list=groups");
    await page.getByRole("button", { name: "Nieuwe groep" }).first().click();
    await dialog().getByLabel(/^Naam/).fill("Financiële administratie");
    await dialog().getByRole("button", { name: "Toevoegen" }).click();
    await page.waitForURL(/\/settings\/acl\/group\/\d+/);
    await role("Financiën").check();
    await role("Facturen downloaden").check();
    expect(await barText()).toMatch(/^\+ 2 rollen opent \d+ schermen en \d+ aanroepen meer voor 0 leden$/);
    await review();
    await dialog().getByText("/payments/import").first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await page.getByText("Rechten van Financiële administratie opgeslagen").waitFor();

    await openRights("medewerker");
    await page.getByRole("combobox", { name: "Groep" }).click();
    await page.getByRole("option", { name: "Financiële administratie" }).click();
    expect(await barText()).toContain("Groep: – → Financiële administratie");
    await save();
    await page.getByText("Rechten van M. Edewerker opgeslagen").waitFor();
    const row = page.getByRole("listitem").filter({ has: role("Financiën") });
    expect(await row.textContent()).toContain("via groep");
    expect(await role("Financiën").isChecked()).toBe(false);
  });

  test("“why?” names the group, the person's own role, or what is missing and who could grant it", async () => {
    await openRights("medewerker");
    await page.getByRole("button", { name: "Waarom?" }).click();
    const ask = async (words: string, option: RegExp): Promise<string> => {
      const field = dialog().getByRole("combobox", { name: "Scherm of aanroep" });
      await field.fill(words);
      await page.getByRole("option", { name: option }).first().click();
      const answer = dialog().getByRole("status").last();
      await answer.getByText(/^(Ja|Nee)$/).waitFor();
      await answer
        .getByText(/Geven kan|door de|voor iedereen|ingelogd/)
        .first()
        .waitFor();
      return (await answer.textContent()) ?? "";
    };
    expect(await ask("/payments/import", /payments\/import$/)).toContain(
      "Jadoor de rol Financiën van de groep Financiële administratie",
    );
    const missing = await ask("/settings/acl", /· \/settings\/acl$/);
    expect(missing).toContain("ROLE_SETTINGS_ACL");
    expect(missing).toContain("Geven kan: Beheerder");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await gone(dialog());
  });

  test("a saved change can be undone, and the history shows both", async () => {
    await openRights("medewerker");
    await role("Agenda").check();
    await save();
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await page.getByText("Rechten van M. Edewerker teruggezet").waitFor();
    await expect.poll(() => role("Agenda").isChecked()).toBe(false);
    // Its notices lie over the buttons of the title for a while.
    await openRights("medewerker");
    await page.getByRole("button", { name: /Geschiedenis/ }).click();
    await dialog()
      .getByText(/\bAgenda\b/)
      .first()
      .waitFor();
    expect(await dialog().getByText("Gewijzigd", { exact: true }).count()).toBeGreaterThanOrEqual(3);
    await page.keyboard.press("Escape");
    await gone(dialog());
  });

  test("roles are found by name, by code and by the address that they open; an expanded role lists its addresses", async () => {
    await openRights("medewerker");
    const boxes = page.locator("main li input[type=checkbox]");
    expect(await boxes.count()).toBe(49);
    const find = page.getByRole("searchbox", { name: "Zoek een rol of scherm" });
    await find.fill("deurwaarders");
    expect(await boxes.count()).toBe(1);
    await find.fill("ROLE_NEWS");
    expect(await boxes.count()).toBe(1);
    await find.fill("/settings/acl/edit");
    expect(await boxes.count()).toBe(1);
    await page.getByRole("button", { name: /^Rechten beheren:/ }).click();
    await page.getByText("/settings/acl/edit/{id}").waitFor();
    await find.fill("onvindbaar");
    await page.getByText("Geen rol gevonden").waitFor();
  });

  test("a concurrent change is shown beside one's own, and nothing is lost", async () => {
    await openRights("medewerker");
    await role("Agenda").check();
    const id = await idOf("medewerker");
    const { version, acl } = z
      .object({ version: z.number(), acl: z.array(z.string()) })
      .parse(await send(page, "GET", `/api/v4/acl/users/${id}`));
    await send(page, "PUT", `/api/v4/acl/users/${id}`, { acl: [...acl, "ROLE_NEWS"], version });
    await save();
    const conflict = page.getByRole("alert").filter({ hasText: "heeft deze rechten intussen gewijzigd" });
    await conflict.waitFor();
    await gone(dialog());
    expect(await conflict.textContent()).toContain("Nieuws schrijven");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Mijn keuze houden" }).click();
    expect(await role("Agenda").isChecked()).toBe(true);
    await role("Nieuws schrijven").check();
    await save();
    await page.getByText("Rechten van M. Edewerker opgeslagen").last().waitFor();
    const saved = z.object({ acl: z.array(z.string()) }).parse(await send(page, "GET", `/api/v4/acl/users/${id}`));
    expect([...saved.acl].sort()).toEqual(["ROLE_AGENDA", "ROLE_EMPLOYEE", "ROLE_NEWS"]);
  });

  test("the last user with all rights sees a message and keeps them", async () => {
    await openRights("admin");
    await role("Alle rollen (*)").uncheck();
    await save();
    await dialog().getByText("Dit is de laatste gebruiker met alle rollen (*)", { exact: false }).waitFor();
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await gone(dialog());
    await page.getByRole("button", { name: "Herstellen" }).click();
    expect(await role("Alle rollen (*)").isChecked()).toBe(true);
  });

  test("a rights manager with few roles sees which roles they may not grant, and why", async () => {
    await app.createUser("rechten", password, "ROLE_SETTINGS_ACL,ROLE_EMPLOYEE", "R. Echten");
    const other = await app.open();
    await logIn(other.page, "rechten", password);
    await other.page.goto(`/settings/acl/edit/${await idOf("rechten")}`);
    const locked = other.page
      .getByRole("listitem")
      .filter({ has: other.page.getByTitle("ROLE_LEGAL", { exact: true }) });
    await locked.getByText("u heeft deze rol zelf niet").waitFor();
    expect(await locked.getByRole("checkbox").isDisabled()).toBe(true);
    await other.page.goto(`/settings/acl/edit/${await idOf("admin")}`);
    await other.page.getByText(/Deze gebruiker heeft rollen die u niet heeft/).waitFor();
    expect(await other.page.getByRole("checkbox", { name: "Medewerker", exact: true }).isDisabled()).toBe(true);
    await other.context.close();
  });

  test("impersonation from the list shows the user's name, denies changes of rights, and can be ended", async () => {
    await page.goto("/settings/acl");
    await page.getByRole("button", { name: "Werken als M. Edewerker" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page
      .getByText(/M\. Edewerker/)
      .first()
      .waitFor();
    await page.goto("/settings/acl");
    await page
      .getByText(/Geen toegang/)
      .first()
      .waitFor();
    await page.goto("/");
    await page
      .getByRole("link", { name: /[Tt]erug/ })
      .or(page.getByRole("button", { name: /[Tt]erug/ }))
      .first()
      .click();
    await page.getByText("Beheerder").first().waitFor();
    expect(JSON.stringify(await send(page, "GET", "/api/v3/user/get"))).toContain('"username":"admin"');
  });

  test("the page of all roles has no accessibility fault and fits, wide and on a phone, light and dark", async () => {
    await openRights("medewerker");
    await page.getByRole("button", { name: /^Verwerken:/ }).click();
    await role("Juridisch").check();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await faultsOf(page), `at ${width}`).toEqual([]);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `at ${width}`).toBeLessThanOrEqual(0);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: "attached" });
    expect(await faultsOf(page), "in dark").toEqual([]);
    await page.getByRole("button", { name: "Herstellen" }).click();
  });

  test("the browser console shows no errors", () => {
    expect(complaints.list()).toEqual([]);
  });
});
