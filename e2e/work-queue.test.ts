/**
 * The work queue without a mouse: twenty files in a row, each from what is to be done to what came of it. By mouse a call takes three clicks
 * (call, outcome, save), one with a promise four; the walk over agenda, file and composer took twelve.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, setColorScheme, textShown } from "./page.ts";
import { begin, makeClient, registerProvider } from "./portfolio.ts";

const made = z.looseObject({ id: z.number() });
const subjectsReply = z.object({ items: z.array(z.object({ id: z.number(), code: z.string() })) });
const figures = z.object({
  people: z.array(z.looseObject({ done: z.number(), dialled: z.number(), promises: z.number() })),
});
const lists = z.object({ items: z.array(z.looseObject({ id: z.number(), rows: z.number() })) });
const count = 20;

describe("the work queue", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let client: number;
  let call: number;

  const press = (key: string) => page.keyboard.press(key);
  const heading = (): Locator => page.getByRole("heading", { level: 2 }).first();
  const has = (what: Locator): Promise<boolean> => what.evaluate((node) => node.contains(document.activeElement));
  const follow = (): Locator => page.getByRole("combobox", { name: "Volgende actie" });
  const save = (): Locator => page.getByRole("button", { name: "Opslaan en volgende" });
  const picture = async (name: string): Promise<void> => {
    if (process.env.VORDER_PICTURES === undefined) return;
    await page.screenshot({ path: `.vorder/${name}.png`, fullPage: true });
    await setColorScheme(page, "dark");
    await page.screenshot({ path: `.vorder/${name}-dark.png`, fullPage: true });
    await setColorScheme(page, "light");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `.vorder/${name}-390.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  /** A file with a number of its own, and a call to its debtor for today. */
  async function toCall(at: number): Promise<void> {
    const letters = String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
    const { id } = made.parse(
      await send(page, "POST", "/api/v4/file", {
        client,
        clientRef: `W-${at}`,
        fileType: "private",
        debtor: {
          initials: "S.",
          lastName: `Belman${letters}`,
          street: "Kanaalstraat",
          houseNumber: String(100 + at),
          postcode: "3531 CL",
          city: "Utrecht",
          mobile: `+3161000${String(1000 + at)}`,
        },
        invoices: [{ number: `F-${at}`, date: "2026-03-01", dueDate: "2026-03-31", amount: `${100 + at}.00` }],
      }),
    );
    const claim = { title: "Levering van energie", description: "Jaarafrekening 2025", contractDate: null, version: 1 };
    await send(page, "PUT", `/api/v4/file/${id}/claim-description`, claim);
    await send(page, "POST", `/api/v4/file/${id}/agenda`, { subject: call, on: "2026-11-20" });
  }

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "noor", name: "Noor Bakker" }));
    await registerProvider(page);
    client = await makeClient(page, "Zonnekracht Energie B.V.");
    const { items } = subjectsReply.parse(await send(page, "GET", "/api/v4/agenda/subjects"));
    call = items.find(({ code }) => code === "call_debtor")?.id ?? 0;
    for (let at = 0; at < count; at++) await toCall(at);
  });
  beforeEach(() => {
    onTestFailed(async ({ task }) => {
      await page.screenshot({ path: `.vorder/work-queue-${task.name.slice(0, 30).replace(/\W+/g, "-")}.png` });
    });
  });
  afterAll(() => app.close());

  test("twenty calls in a row by keyboard alone: call, outcome, on to the next", async () => {
    await page.goto("/file-agenda/queue");
    for (let at = 0; at < count; at++) {
      // The highest amount first, as the screen says.
      const name = `Belman${String.fromCharCode(97, 97 + count - 1 - at)}`;
      await heading().filter({ hasText: name }).waitFor();
      await expect.poll(() => has(heading())).toBe(true);
      if (at === 0) {
        expect(await faultsOf(page)).toEqual([]);
        await picture("work-queue");
      }
      if (at === 1) {
        // What stands in the form before the call stays in it, the next action too.
        await page.getByLabel("Aantekening").fill("Tweede poging");
        await follow().click();
        await page.getByRole("option").first().click();
        await heading().focus();
      }
      await press("b");
      await textShown(page, /^In gesprek met /);
      await expect.poll(() => has(heading())).toBe(true);
      if (at === 1) {
        expect(await page.getByLabel("Aantekening").inputValue()).toBe("Tweede poging");
        expect(await follow().inputValue()).not.toBe("");
        await page.locator('button[aria-label="Wissen"]').click();
        await heading().focus();
      }
      if (at % 4 === 3) {
        // A promise: answered, promises, the amount and the day stand there.
        await press("1");
        await page.getByRole("group", { name: "Wat zegt wie opneemt?" }).waitFor();
        await press("2");
        const amount = page.getByLabel("Toegezegd bedrag");
        await expect.poll(() => amount.count()).toBe(1);
        await expect.poll(() => has(amount)).toBe(true);
        if (at === 3) {
          expect(await faultsOf(page)).toEqual([]);
          await picture("work-queue-promise");
        }
        await press("Enter");
      } else {
        await press("2");
        await expect.poll(() => has(save())).toBe(true);
        await press("Enter");
      }
      await gone(heading().filter({ hasText: name }));
    }
    await textShown(page, "Alles is gedaan");
    expect(await faultsOf(page)).toEqual([]);
    const { people } = figures.parse(await send(page, "GET", "/api/v4/work-queue/figures"));
    expect(people).toMatchObject([{ done: 20, dialled: 20, promises: 5 }]);
  });

  test("a wrong entry is undone with a key, and the call is offered again", async () => {
    await press("u");
    await textShown(page, "De uitkomst is teruggenomen.");
    await heading().filter({ hasText: "Belmanaa" }).waitFor();
    await textShown(page, /^In gesprek met /);
    await press("1");
    await page.getByRole("group", { name: "Wat zegt wie opneemt?" }).waitFor();
    await press("6");
    await expect.poll(() => has(save())).toBe(true);
    await press("Enter");
    await textShown(page, "Alles is gedaan");
    const { people } = figures.parse(await send(page, "GET", "/api/v4/work-queue/figures"));
    expect(people).toMatchObject([{ done: 20, dialled: 20, promises: 4 }]);
  });

  test("an item that is not a call is completed with a note in the same place", async () => {
    const { items } = z
      .object({ items: z.array(z.object({ id: z.number() })) })
      .parse(await send(page, "GET", "/api/v4/agenda/files?keywords=Belmanab"));
    const { items: subjects } = subjectsReply.parse(await send(page, "GET", "/api/v4/agenda/subjects"));
    const review = subjects.find(({ code }) => code === "review")?.id ?? 0;
    await send(page, "POST", `/api/v4/file/${items[0]?.id ?? 0}/agenda`, { subject: review, on: "2026-11-20" });
    await page.goto("/file-agenda/queue");
    await heading().filter({ hasText: "Belmanab" }).waitFor();
    await expect.poll(() => has(heading())).toBe(true);
    await press("o");
    const note = page.getByLabel("Aantekening");
    await expect.poll(() => has(note)).toBe(true);
    await page.keyboard.type("Nagekeken, klopt.");
    await press("Control+Enter");
    await textShown(page, "Alles is gedaan");
  });

  test("the call list is exported to a dialer, and its results are imported", async () => {
    for (let at = 30; at < 33; at++) await toCall(at);
    // Where the lists cannot be read, nobody is told that there are none.
    await page.route(/\/work-queue\/dialer-lists$/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto("/file-agenda/calls");
    const again = page.getByRole("button", { name: "Opnieuw proberen" });
    await again.waitFor();
    expect(await page.getByText("Nog geen lijsten.").count()).toBe(0);
    await page.unroute(/\/work-queue\/dialer-lists$/);
    await again.click();
    await textShown(page, "Nog geen lijsten.");
    await heading().filter({ hasText: "Belmanbg" }).waitFor();
    await page.getByRole("button", { name: "Lijst maken" }).click();
    await textShown(page, "2 nummers op de lijst.");
    expect(await faultsOf(page)).toEqual([]);
    await picture("call-list");
    const [list] = lists.parse(await send(page, "GET", "/api/v4/work-queue/dialer-lists")).items;
    await page.getByRole("button", { name: "Uitkomsten inlezen" }).click();
    const dialog = page.getByRole("dialog");
    const upload = (lines: readonly string[]) =>
      dialog.locator("input[type=file]").setInputFiles({
        name: "uitkomsten.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["reference;time;line;person", ...lines].join("\n")),
      });
    await upload([`${list?.id}-1;2026-11-20 09:01;perhaps;`]);
    await dialog.getByText("Regel 2: onbekende code in line.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await gone(dialog);
    await page.getByRole("button", { name: /^Lijst \d+ terugnemen$/ }).click();
    await textShown(page, "Wat niet is teruggemeld, staat weer in de bellijst.");
    expect(complaints.list()).toEqual([]);
  });
});
