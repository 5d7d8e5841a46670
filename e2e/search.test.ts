/** Finding files and going through them: one field for everything, filters in the address, a file beside the list, next and previous. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, setColorScheme } from "./page.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

const names = ["Aalbers", "Bakker", "Cornelisse", "Dekkers"];

let app: RunningApp;
let page: Page;
let complaints: Complaints;
const ids: number[] = [];

const address = (): URLSearchParams => new URL(page.url()).searchParams;
const rows = (): Locator => page.locator("tbody tr[data-row]");
const peek = (): Locator => page.getByRole("complementary", { name: "Dossier in het kort" });
const heading = (name: string): Locator => page.getByRole("heading", { level: 1, name });

beforeAll(async () => {
  ({ app, page, complaints } = await begin({ username: "zoeker", name: "Z. Zoeker" }));
  const client = await makeClient(page, "Koninklijke Maatschappij voor Zonnekracht, Warmte en Waterkoeling B.V.");
  for (const [at, lastName] of names.entries())
    ids.push(await makeFile(page, client, { clientRef: `Z-${at}`, lastName, amount: `${(at + 1) * 100}.00` }));
  await send(page, "POST", `/api/v4/file/${ids[1]}/hold`, { kind: "dispute", version: 1 });
});
afterAll(() => app.close());

test("one field finds by invoice number, by address and by a name with a typing error", async () => {
  for (const [text, found] of [
    ["F-Z-2", "Cornelisse"],
    ["korneliss", "Cornelisse"],
  ] as const) {
    await page.goto(`/file/search?search=${encodeURIComponent(text)}`);
    await rows().getByText(found).waitFor();
    await expect.poll(() => rows().count()).toBe(1);
  }
  await page.goto("/file/search?search=Kanaalstraat+112");
  await expect.poll(() => rows().count()).toBe(names.length);
});

test("filters are chosen in a panel, kept in the address and removed one by one", async () => {
  await page.goto("/file/search");
  await rows().first().waitFor();
  await page.keyboard.press("?");
  await page.getByRole("row", { name: "f Filters kiezen" }).waitFor();
  await page.keyboard.press("Escape");
  await gone(page.getByRole("dialog"));
  await page.keyboard.press("f");
  // Who comes by a list of choices opens nothing; an arrow does.
  const marks = page.getByRole("combobox", { name: "Met kenmerk" });
  await page.getByRole("combobox", { name: "Status", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => marks.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await marks.getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "betwisting" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("option", { name: "betwisting" }).click();
  await expect.poll(() => address().get("flag")).toBe("dispute");
  await page.getByRole("textbox", { name: "Tot en met dagen" }).fill("30");
  await page.keyboard.press("Enter");
  await expect.poll(() => address().get("ageTo")).toBe("30");
  await expect.poll(() => rows().count()).toBe(1);
  const amount = page.getByRole("textbox", { name: "Vanaf bedrag" });
  await amount.fill("1.2.3");
  await page.keyboard.press("Enter");
  await page.getByText("Vul een bedrag in").waitFor();
  for (const scheme of ["dark", "light"] as const) {
    await setColorScheme(page, scheme);
    expect([scheme, await faultsOf(page)]).toEqual([scheme, []]);
  }
  await amount.fill("");
  await page.keyboard.press("Enter");
  await gone(page.getByText("Vul een bedrag in"));
  await page.keyboard.press("Escape");
  await page.reload();
  await rows().getByText("Bakker").waitFor();
  await page.getByRole("button", { name: /Met kenmerk/ }).click();
  await expect.poll(() => rows().count()).toBe(names.length);
  expect(address().get("ageTo")).toBe("30");
});

test("at 1440 pixels the list fits beside the menu, with debtor, client, amount, status and next action uncut", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/file/search");
  const box = page.locator("section", { has: rows() }).last();
  await rows().first().waitFor();
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Nothing that stands in a row is wider than its cell, the second lines included.
  const cut = await rows().evaluateAll((all) =>
    all
      .flatMap((row) => [...row.querySelectorAll("td, td div")])
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  const first = rows().first();
  expect(await first.locator("td").nth(2).getAttribute("title")).toMatch(/ · Koninklijke .* B\.V\.$/);
  await first.getByText(/^Koninklijke .* B\.V\.$/).waitFor();
  // An amount has its day below it.
  expect(await first.locator("td").nth(3).innerText()).toMatch(/^€[\s\S]*\n20-11-2026$/);
  // The page does not scroll, the list does; what leads back up appears for it too.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
});

test("on a telephone each file is a card with its amount, and the page is no wider than the screen", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/file/search");
  const first = rows().first();
  await first.waitFor();
  const [card, number, amount] = await Promise.all([
    first.boundingBox(),
    first.locator('[data-card="name"]').boundingBox(),
    first.locator('[data-card="figure"]').boundingBox(),
  ]);
  expect(card?.width ?? 0).toBeGreaterThan(330);
  expect(amount?.y).toBe(number?.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faultsOf(page)).toEqual([]);
  await page.locator("thead th[data-key=openCents] button").first().click();
  await expect.poll(() => address().get("sort")).toBe("openCents");
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("a file is previewed beside the list, follows the keys, and opens with its position in the list", async () => {
  await page.goto("/file/search?sort=-openCents");
  await rows().first().waitFor();
  await page.keyboard.press("s");
  await peek().getByText("Dekkers").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await peek().getByText("Cornelisse").waitFor();
  await expect.poll(() => address().get("peek")).toBe(String(ids[2]));
  await page.reload();
  await peek().getByText("Cornelisse").waitFor();
  for (const scheme of ["dark", "light"] as const) {
    await setColorScheme(page, scheme);
    expect([scheme, await faultsOf(page)]).toEqual([scheme, []]);
  }
  await rows().nth(1).locator("td").nth(2).click();
  await page.keyboard.press("j");
  await peek().getByText("Bakker").waitFor();
  await page.keyboard.press("Enter");
  await heading("Bakker").waitFor();
  await page.getByText("3 van 4", { exact: true }).waitFor();
  await page.keyboard.press("j");
  await heading("Aalbers").waitFor();
  await page.getByText("4 van 4", { exact: true }).waitFor();
  await page.keyboard.press("k");
  await heading("Bakker").waitFor();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.getByRole("button", { name: "Gesplitst scherm sluiten" }).click();
  await gone(peek());
  expect(address().get("peek")).toBe(null);
});

test("the browser console shows no errors", () => {
  expect(complaints.list()).toEqual([]);
});

test("the list shows the date of its balances, and is reloaded once they have been recalculated", async () => {
  const [list] = await Promise.all([
    page.waitForResponse((reply) => new URL(reply.url()).pathname === "/api/v4/file"),
    page.goto("/file/search"),
  ]);
  const day = list.headers()["x-vorder-balances"] ?? "";
  const dutch = (on: string): string => on.split("-").reverse().join("-");
  const balances = page.locator("[data-balances]");
  await expect.poll(() => balances.textContent()).toBe(`Saldi van ${dutch(day)}`);
  // Another screen of amounts says it in the same place.
  await page.goto("/customer/search");
  await expect.poll(() => balances.textContent()).toBe(`Saldi van ${dutch(day)}`);
  // Midnight passes: while balances are being renewed, answers tell a span.
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  let told = `${day}/${next}`;
  let answers = 0;
  await page.route(/\/api\/v4\/file\?/, async (route) => {
    const response = await route.fetch();
    answers++;
    await route.fulfill({ response, headers: { ...response.headers(), "x-vorder-balances": told } });
  });
  await page.goto("/file/search");
  await expect
    .poll(() => balances.textContent())
    .toBe(`Saldi van ${dutch(day)} tot en met ${dutch(next)}: ze worden bijgewerkt`);
  expect(await faultsOf(page)).toEqual([]);
  // The answer that says that it is over is of the new day. What was shown before is not taken from memory again: sorted upwards, downwards
  // and not at all the list is asked for three times.
  const before = answers;
  told = next;
  const sort = page.locator("thead th[data-key=openCents] button").first();
  for (const sorted of ["openCents", "-openCents", null]) {
    await sort.click();
    await expect.poll(() => address().get("sort")).toBe(sorted);
    await expect.poll(() => balances.textContent()).toBe(`Saldi van ${dutch(next)}`);
  }
  await expect.poll(() => answers).toBeGreaterThanOrEqual(before + 3);
  await page.unroute(/\/api\/v4\/file\?/);
});
