/** Finding files and going through them: one field for everything, filters in the address, a file beside the list, next and previous. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, turn } from "./page.ts";
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

test("filters are chosen in a panel, stand in the address and are taken away one by one", async () => {
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
  for (const scheme of ["dark", "light"] as const) {
    await turn(page, scheme);
    expect([scheme, await faultsOf(page)]).toEqual([scheme, []]);
  }
  await page.keyboard.press("Escape");
  await page.reload();
  await rows().getByText("Bakker").waitFor();
  await page.getByRole("button", { name: /Met kenmerk/ }).click();
  await expect.poll(() => rows().count()).toBe(names.length);
  expect(address().get("ageTo")).toBe("30");
});

test("the list fits a screen of 1440 beside the menu, and what is cut off says the whole", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/file/search");
  const box = page.locator("section", { has: rows() }).last();
  await rows().first().waitFor();
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await rows().first().locator("td").nth(3).getAttribute("title")).toMatch(/^Koninklijke .* B\.V\.$/);
});

test("a file stands beside the list, follows the keys, and opens with its place in the list", async () => {
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
    await turn(page, scheme);
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

test("nothing was complained of meanwhile", () => {
  expect(complaints.list()).toEqual([]);
});
