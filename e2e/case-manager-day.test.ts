/**
 * A case manager's morning without a mouse: what waits, done, moved, handed to another day in the week, and something new; then the same
 * week with the mouse.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, textShown } from "./page.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

const subjectsReply = z.object({ items: z.array(z.object({ id: z.number(), code: z.string() })) });
const file = z.looseObject({ number: z.string() });

describe("a case manager's morning", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let client: number;
  const numbers: string[] = [];

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "noor", name: "Noor Bakker" }));
    client = await makeClient(page, "Zonnekracht Energie B.V.");
    const { items } = subjectsReply.parse(await send(page, "GET", "/api/v4/agenda/subjects"));
    const subject = (code: string): number => items.find((one) => one.code === code)?.id ?? 0;
    for (const [at, code] of ["call_debtor", "client_question", "document_missing"].entries()) {
      const id = await makeFile(page, client, { clientRef: `M-${at}`, lastName: ["Aal", "Beek", "Cremer"][at] ?? "" });
      const item = { subject: subject(code), on: "2026-11-20", urgent: at === 0 };
      await send(page, "POST", `/api/v4/file/${id}/agenda`, item);
      numbers.push(file.parse(await send(page, "GET", `/api/v4/file/${id}`)).number);
    }
  });
  beforeEach(() => {
    onTestFailed(async ({ task }) => {
      await page.screenshot({ path: `.vorder/morning-${task.name.slice(0, 30).replace(/\W+/g, "-")}.png` });
    });
  });
  afterAll(() => app.close());

  const press = (key: string) => page.keyboard.press(key);
  const has = (what: Locator): Promise<boolean> => what.evaluate((node) => node.contains(document.activeElement));
  /** Goes on with Tab until something has the focus. */
  async function tabTo(what: Locator): Promise<void> {
    await what.waitFor();
    for (let steps = 0; steps < 80; steps++) {
      if (await has(what)) return;
      await press("Tab");
    }
    throw new Error(`Tab does not come to ${what}`);
  }
  const row = (name: string): Locator => page.locator("tr[data-row]").filter({ hasText: name });
  /** What stands in the row with the focus. */
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.closest("tr[data-row]")?.textContent ?? "");
  const dialog = (): Locator => page.getByRole("dialog");
  const day = (on: string): Locator => page.locator(`[data-day="${on}"]`);

  /** To a screen by its name, over the palette. */
  async function goTo(name: string): Promise<void> {
    await press("Control+k");
    const field = page.getByRole("dialog").locator("input");
    await field.waitFor();
    await page.keyboard.type(name);
    await page.getByRole("option", { name, selected: true }).first().waitFor();
    await press("Enter");
    await gone(page.getByRole("dialog"));
  }

  test("begins with the waiting items, and leads to a file and back", async () => {
    await page.goto("/");
    await tabTo(page.getByRole("link", { name: "Agendapunten voor vandaag" }));
    await press("Enter");
    await page.waitForURL(/\/file-agenda\/new/);
    await row("Aal").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await press("j");
    expect(await focused()).toContain(numbers[0]);
    await press("Enter");
    await page.waitForURL(/\/file\/show-new\//);
    await page
      .getByText(numbers[0] ?? "")
      .first()
      .waitFor();
    await goTo("Agenda");
    await page.waitForURL(/\/file-agenda\/new/);
    await row("Aal").waitFor();
  });

  test("an item is completed with its result; the next one gets the focus", async () => {
    await press("j");
    await expect.poll(focused).toContain(numbers[0]);
    await press("d");
    await dialog().getByLabel("Uitkomst").waitFor();
    await expect.poll(() => has(dialog().getByLabel("Uitkomst"))).toBe(true);
    await page.keyboard.type("Betaalt vrijdag");
    await tabTo(dialog().getByRole("button", { name: "Afhandelen" }));
    expect(await faultsOf(page)).toEqual([]);
    await press("Enter");
    await textShown(page, "1 agendapunt afgehandeld.");
    await gone(row("Aal"));
    await gone(dialog());
    await expect.poll(focused).toContain(numbers[1]);
  });

  test("another item is moved to the next working day", async () => {
    await press("m");
    await expect.poll(() => has(dialog().getByRole("button", { name: "Morgen" }))).toBe(true);
    await press("Enter");
    await tabTo(dialog().getByRole("button", { name: "Verplaatsen" }));
    await press("Enter");
    await textShown(page, "Verplaatst naar 23-11-2026.");
    await gone(row("Beek"));
    await gone(dialog());
  });

  test("a new item is planned on a file that is found by name", async () => {
    await expect.poll(focused).toContain(numbers[2]);
    await press("n");
    await tabTo(dialog().getByRole("combobox", { name: "Dossier" }));
    await page.keyboard.type("Aal");
    await page.getByRole("option", { name: `${numbers[0]} · S. Aal` }).waitFor();
    await press("ArrowDown");
    await press("Enter");
    await tabTo(dialog().getByRole("combobox", { name: "Onderwerp" }));
    await page.keyboard.type("Roldatum");
    await page.getByRole("option", { name: "Roldatum" }).waitFor();
    await press("ArrowDown");
    await press("Enter");
    await tabTo(dialog().getByRole("button", { name: "Plannen" }));
    await press("Enter");
    await textShown(page, "Het agendapunt is gepland.");
    await row("Roldatum").waitFor();
    await gone(dialog());
  });

  test("in the week view Alt and an arrow key move an item to another day, and it keeps the focus", async () => {
    await tabTo(page.getByRole("tab", { name: "Mijn dag" }));
    for (let steps = 0; steps < 3; steps++) await press("ArrowRight");
    await press("Enter");
    await page.waitForURL(/tab=week/);
    const card = page.getByRole("button", { name: /Document ontbreekt/ });
    await tabTo(card);
    expect(await faultsOf(page)).toEqual([]);
    await press("Alt+ArrowRight");
    await day("2026-11-23").filter({ has: card }).waitFor();
    await expect.poll(() => has(card)).toBe(true);
    await press("Alt+ArrowRight");
    await day("2026-11-24").filter({ has: card }).waitFor();
    await expect.poll(() => has(card)).toBe(true);
  });

  test("an item can be dragged with the mouse, and a mistake undone", async () => {
    const card = page.getByRole("button", { name: /Document ontbreekt/ });
    await card.dragTo(day("2026-11-25"));
    await day("2026-11-25").filter({ has: card }).waitFor();
    await textShown(page, "Verplaatst naar 25-11-2026.");
    const undo = page
      .locator(".mantine-Notification-root")
      .filter({ hasText: "25-11-2026" })
      .getByRole("button", { name: "Ongedaan maken" });
    // Hovering pauses the timers of all notifications, so that none closes and moves this one during the click.
    await undo.hover();
    await undo.click();
    await day("2026-11-24").filter({ has: card }).waitFor();
  });

  test("the day is complete when no item is left", async () => {
    await page.goto("/file-agenda/new");
    await row("Roldatum").waitFor();
    await press("j");
    await press("x");
    await tabTo(page.getByRole("button", { name: "1 afhandelen" }));
    await press("Enter");
    await tabTo(dialog().getByRole("button", { name: "Afhandelen" }));
    await press("Enter");
    await textShown(page, "Niets meer te doen vandaag");
  });

  test("all items of the list, over its pages, are completed at once, and that is undone", async () => {
    const id = await makeFile(page, client, { clientRef: "M-9", lastName: "Zwart" });
    const { items } = subjectsReply.parse(await send(page, "GET", "/api/v4/agenda/subjects"));
    const item = { subject: items[0]?.id ?? 0, on: "2026-11-20" };
    await Promise.all(Array.from({ length: 52 }, () => send(page, "POST", `/api/v4/file/${id}/agenda`, item)));
    await page.goto("/file-agenda/new");
    await row("Zwart").first().waitFor();
    // The work is over before the browser hears that it began: what is done in an instant is seen as well.
    await page.route("**/api/v4/agenda/works", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const response = await route.fetch();
      await expect
        .poll(async () => JSON.stringify(await send(page, "GET", "/api/v4/agenda/works")))
        .toMatch(/"state":"done"/);
      await route.fulfill({ response });
    });
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Alle 52 selecteren" }).click();
    await page.getByRole("button", { name: "52 afhandelen" }).click();
    await dialog().getByRole("button", { name: "52 afhandelen" }).click();
    await textShown(page, "52 agendapunten afgehandeld.");
    await textShown(page, "Niets meer te doen vandaag");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await textShown(page, "52 agendapunten teruggezet.");
    await row("Zwart").first().waitFor();
    // Another tab keeps how many rows a page has and what is filtered, but not the page.
    await page.goto(`/file-agenda/new?per-page=25&page=2&subject=${item.subject}`);
    await page.getByRole("tab", { name: "Alles" }).click();
    await page.waitForURL((url) => url.searchParams.get("tab") === "all");
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      "per-page": "25",
      subject: String(item.subject),
      tab: "all",
    });
    expect(complaints.list()).toEqual([]);
  });
});
