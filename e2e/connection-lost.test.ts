/** The server goes while somebody types, or refuses, or forgets: that is said, nothing typed is lost, and what is sent again happens once. */
import type { BrowserContext, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { faultsOf, gone, send } from "./page.ts";
import { makeClient } from "./portfolio.ts";

const password = "een lang wachtwoord 26";
let app: RunningApp;
let context: BrowserContext;
let page: Page;

const made = z.object({ id: z.number() });
const dialog = (): Locator => page.getByRole("dialog");

beforeAll(async () => {
  app = await startApp();
  await app.createUser("anna", password, "*", "Anna de Wit");
  ({ context, page } = await app.open());
  await logIn(page, "anna", password);
  await makeClient(page, "Zonnekracht B.V.");
});
afterAll(() => app.close());
afterEach(async () => {
  await context.setOffline(false);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

const team = (name: string): Locator => page.getByRole("row", { name: new RegExp(name) });
const teamForm = async (name: string): Promise<Locator> => {
  await page.goto("/settings/team");
  await page.getByRole("button", { name: "Team toevoegen" }).click();
  await dialog().getByLabel(/^Naam/).fill(name);
  return dialog().getByLabel(/^Naam/);
};

describe("a screen whose data are slow", () => {
  /** Holds the answer to a call until it is released. */
  async function held(path: string): Promise<() => void> {
    let release = (): void => undefined;
    const free = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        await free;
        await route.continue();
      },
    );
    return () => release();
  }
  const waiting = (): Locator => page.locator("main").getByRole("status").filter({ has: bones() }).first();
  const bones = (): Locator => page.locator(".mantine-Skeleton-root");

  test("shows the rows of the table that comes, each with as many bars as columns, and no spinner", async () => {
    const release = await held("/api/v4/merchant");
    await page.goto("/settings/merchant");
    // While the screen itself is fetched, a page stands there.
    const rows = page.locator("main [role=status]:not([data-shape])").filter({ has: bones() });
    await rows.waitFor();
    expect(await rows.getAttribute("aria-label")).toBe("Laden…");
    const perRow = await rows.locator("> div").evaluateAll((all) => all.map((row) => row.childElementCount));
    expect(await page.locator(".mantine-Loader-root:visible").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    release();
    await gone(bones());
    await page.getByText("Nog geen webshops").waitFor();
    await send(page, "POST", "/api/v4/merchant", {
      ...{ name: "Winkel", webshopName: "", url: "", kvkNumber: "", externalId: "" },
      client: 1,
    });
    await page.reload();
    await page.getByRole("row", { name: /Winkel/ }).waitFor();
    const columns = await page.locator("main thead th[data-key]").count();
    expect(perRow).toEqual(Array.from({ length: 10 }, () => columns));
  });

  test("shows a page for a page, and moves nothing when it comes", async () => {
    const release = await held("/api/v4/client/1");
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/v4/client/1");
    await page.goto("/customer/1");
    await asked;
    await waiting().waitFor();
    expect(await waiting().getAttribute("data-shape")).toBe("page");
    expect(await page.locator(".mantine-Loader-root:visible").count()).toBe(0);
    // What stands while the screen itself is fetched gives way to what stands while its data are.
    const top = await vi.waitFor(
      async () => {
        const box = await waiting().boundingBox();
        if (!box) throw new Error("not drawn yet");
        return box.y;
      },
      { timeout: 120_000 },
    );
    release();
    await page.getByRole("heading", { name: "Zonnekracht B.V." }).waitFor();
    const title = await page.locator("main h1").boundingBox();
    expect(Math.abs((title?.y ?? 0) - top)).toBeLessThan(24);
  });
});

describe("a form that cannot be saved because the connection is lost", () => {
  test("stays filled in under a notice, and is sent automatically, once, when the server is back", async () => {
    const name = await teamForm("Minnelijk");
    const notice = page.getByText("Het systeem is even niet bereikbaar");
    await app.kill();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await notice.waitFor();
    expect(await name.inputValue()).toBe("Minnelijk");
    await dialog().getByText("Wordt vanzelf verstuurd zodra de verbinding er weer is").waitFor();
    expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
    await app.restart();
    await gone(notice);
    await gone(dialog());
    await team("Minnelijk").waitFor();
    expect(await team("Minnelijk").count()).toBe(1);
  });

  test("reports that there is no network before anything is sent", async () => {
    const name = await teamForm("Zonder net");
    const notice = page.getByText("Er is geen verbinding met het netwerk");
    await context.setOffline(true);
    await notice.waitFor();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByRole("alert").waitFor();
    expect(await name.inputValue()).toBe("Zonder net");
    await context.setOffline(false);
    await gone(notice);
    await gone(dialog());
    await team("Zonder net").waitFor();
    expect(await team("Zonder net").count()).toBe(1);
  });

  test("is offered, not sent automatically, after further typing, and never sent once the form is closed", async () => {
    const name = await teamForm("Eerste");
    const notice = page.getByText("Er is geen verbinding met het netwerk");
    const save = dialog().getByRole("button", { name: "Opslaan" });
    await context.setOffline(true);
    await save.click();
    await dialog().getByRole("alert").waitFor();
    await name.fill("Eerste en tweede");
    await context.setOffline(false);
    await gone(notice);
    await dialog().getByText("De verbinding is er weer").waitFor();
    expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
    await dialog().getByRole("button", { name: "Opnieuw versturen" }).click();
    await gone(dialog());
    await team("Eerste en tweede").waitFor();
    await teamForm("Nooit");
    await context.setOffline(true);
    await save.click();
    await dialog().getByText("Wordt vanzelf verstuurd").waitFor();
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await gone(dialog());
    await context.setOffline(false);
    await gone(notice);
    await page.reload();
    await team("Eerste en tweede").waitFor();
    expect(await team("Nooit").count()).toBe(0);
  });

  test("is saved once when the server saved it but the answer was lost", async () => {
    await teamForm("Antwoord kwijt");
    let lost = 0;
    await page.route("**/api/v4/team", async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await dialog().getByRole("alert").waitFor();
    await dialog().getByRole("button", { name: "Opslaan" }).click();
    await gone(dialog());
    await team("Antwoord kwijt").waitFor();
    expect([lost, await team("Antwoord kwijt").count()]).toEqual([1, 1]);
  });
});

describe("a search that fails", () => {
  const client = (): Locator => dialog().getByRole("combobox", { name: /Opdrachtgever/ });
  const option = (name: string | RegExp): Locator => page.getByRole("option", { name });
  const searches = "**/api/customer/search?*keywords*";
  const open = async (): Promise<void> => {
    await page.goto("/settings/merchant");
    await page.getByRole("button", { name: "Webshop toevoegen" }).first().click();
    await client().waitFor();
  };

  test("says so in its list, keeps what was typed and is tried again from there", async () => {
    await open();
    await page.route(searches, (route: Route) =>
      route.fulfill({ status: 500, json: { code: "internal", message: "x" } }),
    );
    await client().fill("Zonne");
    await option(/Zoeken is mislukt\. Opnieuw proberen/).waitFor();
    expect(await page.getByText("Niets gevonden").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(searches);
    await client().press("ArrowDown");
    await client().press("Enter");
    await option(/Zonnekracht/).waitFor();
    expect(await client().inputValue()).toBe("Zonne");
    await option(/Zonnekracht/).click();
    await expect.poll(() => client().inputValue()).toMatch(/Zonnekracht/);
  });

  test("says that there is no network", async () => {
    await open();
    await context.setOffline(true);
    await client().fill("Zonne");
    await option(/Zoeken kan niet: er is geen verbinding\./).waitFor();
    // What could not be read is read again when the network is back.
    await context.setOffline(false);
    await option(/Zonnekracht/).waitFor();
  });

  test("asks for a login when the session is over, and searches again after it", async () => {
    await open();
    await context.clearCookies({ name: "vorder_session" });
    await client().fill("Zonne");
    await page.getByText("De sessie is verlopen").waitFor();
    await page.locator("input[type=password]").fill(password);
    await page.getByRole("button", { name: "Inloggen", exact: true }).click();
    await gone(page.getByText("De sessie is verlopen"));
    await client().fill("Zonnek");
    await option(/Zonnekracht/).waitFor();
  });

  test("says what is refused when a role is missing", async () => {
    await open();
    await page.route(searches, (route: Route) =>
      route.fulfill({ status: 403, json: { code: "forbidden", message: "Daar mag u niet bij." } }),
    );
    await client().fill("Zonne");
    await page.getByText("De sessie is verlopen").waitFor();
    await dialog().last().getByRole("button", { name: "Annuleren" }).click();
    await gone(page.getByText("De sessie is verlopen"));
    expect(await page.getByText("Niets gevonden").count()).toBe(0);
  });
});

test("a list that is read again by itself asks for a login when it is opened, and not each time after", async () => {
  let refused = 0;
  await page.route(
    (url) => url.pathname === "/api/v4/processing/run",
    (route) => {
      refused += 1;
      return route.fulfill({ status: 403, json: { code: "forbidden", message: "Daar mag u niet bij." } });
    },
  );
  await page.goto("/processing/monitoring");
  await page.getByText("De sessie is verlopen").waitFor();
  await dialog().last().getByRole("button", { name: "Annuleren" }).click();
  await gone(page.getByText("De sessie is verlopen"));
  const before = refused;
  await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(before + 1);
  expect(await page.getByText("De sessie is verlopen").count()).toBe(0);
});

test("a record that somebody else deleted meanwhile is reported as gone and leaves the list", async () => {
  const { id } = made.parse(await send(page, "POST", "/api/v4/team", { name: "Al weg" }));
  await page.goto("/settings/team");
  await team("Al weg").waitFor();
  await send(page, "DELETE", `/api/v4/team/${id}`);
  await team("Al weg")
    .getByRole("button", { name: /Verwijderen/ })
    .click();
  await dialog().getByRole("button", { name: "Verwijderen" }).click();
  await page.getByText("Al weg was al verwijderd. De lijst is bijgewerkt.").waitFor();
  await gone(team("Al weg"));
});

test("deleting a nameless record that is already gone is no error either", async () => {
  const found = z.object({ items: z.array(made) });
  const [client] = found.parse(await send(page, "GET", "/api/customer/search?keywords=Zonnekracht")).items;
  const body = { name: "Webshop al weg", url: "https://alweg.example", client: client?.id };
  const { id } = made.parse(await send(page, "POST", "/api/v4/merchant", body));
  await page.goto("/settings/merchant");
  const row = page.getByRole("row", { name: /Webshop al weg/ });
  await row.waitFor();
  await send(page, "DELETE", `/api/v4/merchant/${id}`);
  await row.getByRole("button", { name: /Verwijderen/ }).click();
  await dialog().getByRole("button", { name: "Ja", exact: true }).click();
  await page.getByText("Dit was al verwijderd. De lijst is bijgewerkt.").waitFor();
  await gone(row);
  expect(await page.getByText(/Niet gevonden/).count()).toBe(0);
});

describe("a delete", () => {
  /** Asks for the delete of a team while every answer to it is the given one. */
  const removeWhile = async (answer: (route: Route) => Promise<void>): Promise<void> => {
    if (await team("Blijft").count()) await page.reload();
    else {
      await send(page, "POST", "/api/v4/team", { name: "Blijft" });
      await page.goto("/settings/team");
    }
    await page.route("**/api/v4/team/*", (route) =>
      route.request().method() === "DELETE" ? answer(route) : route.fallback(),
    );
    await team("Blijft")
      .getByRole("button", { name: /Verwijderen/ })
      .click();
    await dialog().getByRole("button", { name: "Verwijderen" }).click();
  };
  const alert = (text: string | RegExp): Locator => page.getByRole("alert").getByText(text);

  test.each([
    ["500", (route: Route) => route.fulfill({ status: 500, json: {} }), "Er ging bij ons iets mis"],
    ["no network", (route: Route) => route.abort(), "Geen verbinding met de server"],
  ])("that fails says so and leaves the row: %s", async (_what, answer, shownText) => {
    await removeWhile(answer);
    await alert(shownText).waitFor();
    await team("Blijft").waitFor();
    expect(await page.getByText("Blijft is verwijderd").count()).toBe(0);
  });

  test("that is refused asks for a login, and is carried out after it", async () => {
    let refused = 0;
    await removeWhile((route) => {
      refused += 1;
      return refused > 1 ? route.fallback() : route.fulfill({ status: 403, json: { code: "forbidden", message: "x" } });
    });
    await page.locator("input[type=password]").fill(password);
    await page.getByRole("button", { name: "Inloggen", exact: true }).click();
    await gone(team("Blijft"));
    expect(refused).toBe(2);
  });
});

describe("what is typed into a long form", () => {
  const reference = (): Locator => page.getByLabel(/^Kenmerk|^Referentie/).first();
  const offer = (): Locator => page.getByText(/Er staat nog invoer van .* die niet is opgeslagen/);

  test("is offered after a reload, and can be restored or discarded", async () => {
    await page.goto("/file/create/new");
    await reference().fill("KENMERK-CONCEPT");
    await page.reload();
    await offer().waitFor();
    expect(await reference().inputValue()).toBe("");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Terugzetten" }).click();
    expect(await reference().inputValue()).toBe("KENMERK-CONCEPT");
    await page.reload();
    await page.getByRole("button", { name: "Weggooien" }).click();
    await gone(offer());
    await page.reload();
    await reference().waitFor();
    expect(await offer().count()).toBe(0);
  });

  test("is kept by whoever cancels, is asked and stays; gone once they leave", async () => {
    const company = (): Locator => page.getByLabel(/^Bedrijfsnaam/).first();
    const kept = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await page.goto("/customer/create");
    await company().fill("NIET WEG B.V.");
    await expect.poll(kept).toContain("NIET WEG");
    const cancel = page.locator("form").getByRole("button", { name: "Annuleren", exact: true });
    const question = page.getByRole("dialog");
    await cancel.click();
    await question.getByRole("button", { name: "Annuleren", exact: true }).click();
    await gone(question);
    expect(await company().inputValue()).toBe("NIET WEG B.V.");
    expect(await kept()).toContain("NIET WEG");
    await cancel.click();
    await question.getByRole("button", { name: "Weggaan", exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/customer/create");
    await expect.poll(kept).not.toContain("NIET WEG");
  });

  test("is gone after a logout by typed address, and is never shown to another user", async () => {
    await page.goto("/file/create/new");
    await reference().fill("NIET VOOR EEN ANDER");
    await page.goto("/logout");
    await page.waitForURL((url) => url.pathname === "/login");
    const kept = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await page.getByLabel("Gebruikersnaam").waitFor();
    expect(await kept()).not.toContain("NIET VOOR EEN ANDER");
    await logIn(page, "anna", password);
    await page.goto("/file/create/new");
    await reference().waitFor();
    expect(await offer().count()).toBe(0);
  });
});

test("a logout in one tab clears the other tab's draft, and drafts are kept again once the same person logs in", async () => {
  const reference = (): Locator => page.getByLabel(/^Kenmerk|^Referentie/).first();
  const kept = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await page.goto("/file/create/new");
  await reference().fill("VOOR DE LOGOUT");
  await expect.poll(kept).toContain("VOOR DE LOGOUT");
  const other = await context.newPage();
  await other.goto("/logout");
  await other.waitForURL((url) => url.pathname === "/login");
  await expect.poll(kept).not.toContain("VOOR DE LOGOUT");
  await reference().fill("NA DE LOGOUT");
  expect(await reference().inputValue()).toBe("NA DE LOGOUT");
  expect(await kept()).not.toContain("LOGOUT");
  await logIn(other, "anna", password);
  await page.reload();
  await reference().fill("WEER TERUG");
  await expect.poll(kept).toContain("WEER TERUG");
  await other.close();
});

test("a page that cannot start because the server does not answer says so, and starts by itself when it does", async () => {
  let refused = 0;
  await page.route("**/api/v4/users/csrf", (route) => {
    refused += 1;
    return refused > 2 ? route.fallback() : route.fulfill({ status: 503, json: { code: "unavailable", message: "x" } });
  });
  await page.goto("/settings/team");
  await page.getByText("Vorder kan niet starten.").waitFor();
  await page.getByRole("navigation", { name: "Menu" }).waitFor();
  expect(refused).toBe(3);
});

test("a navigation that is refused gets a page with a way back", async () => {
  const answer = await page.goto("/api/v4/merchant/99999999");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { level: 1, name: "Pagina niet gevonden" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Naar het begin" }).click();
  await page.getByRole("navigation", { name: "Menu" }).waitFor();
});

test("the language chosen at the login is saved for the person, in every browser", async () => {
  const { page: first } = await app.open();
  await first.goto("/login");
  const names = first.getByRole("navigation", { name: "Taal" }).getByRole("button");
  await expect.poll(() => names.allTextContents()).toEqual(["Nederlands", "English", "Français", "Deutsch"]);
  await first.getByRole("button", { name: "Deutsch" }).click();
  await first.getByLabel("Benutzername").fill("anna");
  await first.locator("input[type=password]").fill(password);
  await first.getByRole("button", { name: "Anmelden", exact: true }).click();
  await first.waitForURL((url) => !url.pathname.startsWith("/login"));
  await first.locator('html[lang="de"]').waitFor({ state: "attached" });
  const { page: second } = await app.open();
  await logIn(second, "anna", password);
  await second.locator('html[lang="de"]').waitFor({ state: "attached" });
  await send(second, "PUT", "/api/v4/users/language", { language: "nl" });
  await second.reload();
  await second.locator('html[lang="nl"]').waitFor({ state: "attached" });
});
