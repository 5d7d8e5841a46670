/** Sending in a browser: a run that is stopped, goes on and is repeated for what failed; the calendar of what goes out. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, textShown } from "./page.ts";
import { begin, makeClient, makeFile, registerProvider } from "./portfolio.ts";

const described = { title: "Levering van energie", description: "Jaarafrekening 2025", contractDate: null, version: 1 };
const settings = z.object({ values: z.record(z.string(), z.unknown()), version: z.number() });

async function change(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const { values, version } = settings.parse(await send(page, "GET", "/api/v4/settings/global"));
  await send(page, "PUT", "/api/v4/settings/global", { ...values, ...changes, version });
}

describe("a run", () => {
  const letters = 70;
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let database: pg.Client;
  const files: number[] = [];

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "verwerker", name: "V. Erwerker" }));
    database = new pg.Client({ connectionString: app.databaseUrl });
    await database.connect();
    await registerProvider(page);
    const client = await makeClient(page, "Zonnekracht Energie B.V.");
    for (let at = 0; at < letters; at++) {
      const file = await makeFile(page, client, { clientRef: `R-${at}`, lastName: `Proef${at}`, amount: "480.00" });
      await send(page, "PUT", `/api/v4/file/${file}/claim-description`, described);
      files.push(file);
    }
  });
  afterAll(async () => {
    await database.end();
    await app.close();
  });
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
  /** Of these files the database takes no step. */
  const breaks = async (ids: readonly number[]): Promise<void> => {
    await database.query("alter table step_done drop constraint if exists broken_for_a_test");
    if (ids.length > 0)
      await database.query(
        `alter table step_done add constraint broken_for_a_test check (file_id not in (${ids.join(", ")})) not valid`,
      );
  };

  test("is planned for the number of files that was typed, and then anew for another one", async () => {
    const most = page.getByLabel("Hoogstens dossiers");
    const planned = (files: number): Promise<void> => button(`${files} brieven verzenden`).waitFor();
    await page.goto("/processing/new");
    await most.focus();
    await page.keyboard.press("End");
    for (const _digit of "100.000") await page.keyboard.press("Backspace");
    expect(await most.inputValue()).toBe("");
    await page.keyboard.type("12");
    expect(await most.inputValue()).toBe("12");
    await button("Plan maken").click();
    await planned(12);
    await button("Opnieuw plannen").click();
    expect(await most.inputValue()).toBe("12");
    await most.fill("15");
    await button("Plan maken").click();
    await planned(15);
    await button("Opnieuw plannen").click();
    await most.fill("");
    await page.keyboard.press("Tab");
    expect(await most.inputValue()).toBe("100.000");
  });

  test("offers to choose no more rows than are left out at once: those of the page", async () => {
    await button("Plan maken").click();
    await button(`${letters} brieven verzenden`).waitFor();
    await page.getByRole("checkbox", { name: /pagina selecteren/ }).check();
    await page.getByRole("region", { name: "Selectie" }).getByText("50 geselecteerd").waitFor();
    expect(await button(`Alle ${letters} selecteren`).count()).toBe(0);
  });

  test("is paused while it is carried out: the row in progress is finished, the rest waits", async () => {
    await page.goto("/processing/new");
    await button("Plan maken").click();
    await button(`${letters} brieven verzenden`).click();
    await breaks(files.slice(3, 4));
    // One of the first files is held by somebody else, so that the run has not gone on when it is stopped.
    await database.query("begin");
    await database.query("select from case_file where id = $1 for update", [files[1]]);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `${letters} brieven verzenden` })
      .click();
    await button("Stoppen").click();
    await textShown(page, "Stopt na de dossiers die nu worden gemaakt");
    await database.query("rollback");
    await textShown(page, "Stilgezet");
    await textShown(page, `32 van ${letters}`);
    await textShown(page, "1 mislukt");
    expect(await faultsOf(page)).toEqual([]);
    // It is found again as what it is.
    await page.getByRole("main").getByRole("button", { name: "Voortgang van verwerkingen" }).click();
    await page.getByRole("row").filter({ hasText: "Stilgezet" }).getByRole("link").click();
  });

  test("continues when somebody resumes it, with the rows that had failed", async () => {
    await breaks(files.slice(60, 61));
    await button("1 mislukte verzending terugzetten").click();
    await gone(page.getByText("1 mislukt"));
    await textShown(page, "Stilgezet");
    await button("Verder gaan").click();
    await page.getByRole("dialog").getByRole("button", { name: "39 brieven verzenden" }).click();
    await page.getByText("Klaar", { exact: true }).first().waitFor();
    await textShown(page, "1 mislukt");
  });

  test("is repeated for the failed row, and each file has one letter", async () => {
    await breaks([]);
    const rows = page.getByRole("radiogroup", { name: "Oordeel" });
    await rows.getByText("Mislukt").click();
    const again = button(/^Opnieuw proberen: .* Proef60$/);
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/retry$/, async (route) => {
      await isAnswered;
      await route.continue();
    });
    await again.focus();
    await page.keyboard.press("Enter");
    // Until the answer is there it cannot be pressed once more.
    await expect.poll(() => again.isDisabled()).toBe(true);
    answer();
    await gone(page.getByText("1 mislukt"));
    await page.getByText("Klaar", { exact: true }).first().waitFor();
    // The list of failed rows is empty now; what was done in it by keyboard goes on with the page, not at its head.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    const { rows: counted } = await database.query<{ least: number; most: number }>(
      `select min(n)::int as least, max(n)::int as most from (select count(m.id) as n from case_file f
        left join message m on m.file_id = f.id group by f.id) as each`,
    );
    expect(counted).toEqual([{ least: 1, most: 1 }]);
    expect(complaints.list()).toEqual([]);
  });
});

describe("the calendar of outgoing messages", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "planner", name: "P. Lanner" }));
    await registerProvider(page);
    const client = await makeClient(page, "Zonnekracht Energie B.V.");
    for (const lastName of ["Yıldız", "Bakker", "Visser"]) {
      const email = `post@${lastName === "Yıldız" ? "yildiz" : lastName.toLowerCase()}.example`;
      const file = await makeFile(page, client, { clientRef: `K-${lastName}`, lastName, email });
      await send(page, "PUT", `/api/v4/file/${file}/claim-description`, described);
      if (lastName === "Visser") continue;
      await send(page, "POST", `/api/v4/file/${file}/message`, {
        channel: "email",
        template: "EM_FREE",
        subject: `Uw vraag, ${lastName}`,
        note: "Wij komen er woensdag op terug.",
        presses: false,
        at: "2026-11-23 09:30",
        key: randomUUID(),
      });
    }
  });
  afterAll(() => app.close());
  const dialog = (): Locator => page.getByRole("dialog");
  const waiting = (): Locator => page.getByRole("table", { name: "Wat klaarstaat" });
  const row = (text: string): Locator => waiting().getByRole("row").filter({ hasText: text });

  test("shows what waits and what is expected on each day, and the messages of a chosen day", async () => {
    await page.goto("/schedule-send/processing");
    await page.getByRole("button", { name: "Later" }).click();
    const monday = page.getByRole("button", { name: /^2 klaar: ma 23-11-2026, E-mail$/ });
    await monday.click();
    await row("Bakker").waitFor();
    expect(await row("Uw vraag").count()).toBe(2);
    expect(await monday.getAttribute("aria-pressed")).toBe("true");
    expect(await faultsOf(page)).toEqual([]);
    // The way back is where the choice is told, and on the day itself.
    await page.getByRole("button", { name: "Filter Dag weghalen" }).click();
    await page.getByRole("button", { name: "Filter Kanaal weghalen" }).click();
    expect(await monday.getAttribute("aria-pressed")).toBe("false");
    await monday.click();
    await monday.click();
    expect(await monday.getAttribute("aria-pressed")).toBe("false");
    expect(await row("Uw vraag").count()).toBe(2);
  });

  test("keeps the days and the span in the address, and shows what it can of a wrong one", async () => {
    const days = page.getByRole("table").first().getByRole("rowheader");
    await page.getByText("Vijf weken", { exact: true }).click();
    await expect.poll(() => days.count()).toBe(35);
    const address = page.url();
    await page.goto("/");
    await page.goto(address);
    await expect.poll(() => days.count()).toBe(35);
    expect(await days.first().innerText()).toContain("23-11-2026");
    await page.getByText("Week", { exact: true }).click();
    await expect.poll(() => days.count()).toBe(7);
    await page.goto("/schedule-send/processing?client=abc&from=2026-02-30&span=year");
    await expect.poll(() => days.count()).toBe(7);
    expect(await days.first().innerText()).toContain("16-11-2026");
    await page.getByRole("button", { name: "Later" }).click();
    await page.goBack();
    await expect.poll(() => days.first().innerText()).toContain("16-11-2026");
    await page.goForward();
    await expect.poll(() => days.first().innerText()).toContain("23-11-2026");
  });

  test("moves waiting messages to a day with capacity, and says beside another day why it has none", async () => {
    await change(page, { emailPerDay: 1 });
    // The week is in the address, and stands again.
    await page.reload();
    await textShown(page, "2 van 1");
    await waiting()
      .getByRole("checkbox", { name: /pagina selecteren/ })
      .check();
    await page.getByRole("button", { name: "Verplaatsen" }).click();
    const move = dialog().getByRole("button", { name: "Verplaatsen" });
    await dialog().getByLabel("Reden").fill("drukte");
    for (const [day, why] of [
      ["22-11-2026", "Op deze dag gaat geen e-mail of sms"],
      ["19-11-2026", "Deze dag is voorbij."],
      ["24-11-2026", "er gaan er al 0 van 1, en u verplaatst er 2."],
    ] as const) {
      await dialog().getByLabel("Naar").fill(day);
      await move.click();
      await dialog().getByText(why).waitFor();
    }
    expect(await faultsOf(page)).toEqual([]);
    // The calendar of the wrong date is closed by going to another field.
    await dialog().getByLabel("Reden").focus();
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await page.getByRole("button", { name: "Selectie opheffen" }).click();
    await row("Bakker").getByRole("checkbox").check();
    await page.getByRole("button", { name: "Verplaatsen" }).click();
    await dialog().getByLabel("Naar").fill("24-11-2026");
    await dialog().getByLabel("Reden").fill("drukte");
    await move.click();
    await textShown(page, "1 bericht verplaatst.");
    await page.getByRole("button", { name: /^1 klaar: di 24-11-2026, E-mail$/ }).waitFor();
  });

  test("withdraws a message with a reason", async () => {
    const chosen = row("Yıldız").getByRole("checkbox");
    await chosen.check();
    await page.getByRole("button", { name: "Terughalen" }).click();
    // Whoever thinks better of it keeps what was chosen.
    await dialog().getByRole("button", { name: "Annuleren" }).click();
    await gone(dialog());
    expect(await chosen.isChecked()).toBe(true);
    await page.getByRole("button", { name: "Terughalen" }).click();
    await dialog().getByLabel(/Reden/).fill("betwist");
    await dialog().getByRole("button", { name: "Terughalen" }).click();
    await textShown(page, "1 bericht teruggehaald.");
    await gone(row("Yıldız"));
    expect(await row("Bakker").count()).toBe(1);
    expect(complaints.list()).toEqual([]);
  });

  test("nothing is planned while the last day is no date: the plan would be for another day", async () => {
    await page.goto("/processing/new");
    const until = page.getByLabel("Aan de beurt tot en met");
    await until.fill("31-11-2026");
    await until.press("Tab");
    await page.getByText("Vul een datum in die hier mag").waitFor();
    expect(await until.inputValue()).toBe("31-11-2026");
    const plan = page.getByRole("button", { name: "Plan maken" });
    expect(await plan.isDisabled()).toBe(true);
    await until.fill("30-11-2026");
    await expect.poll(() => plan.isDisabled()).toBe(false);
  });

  test("a plan leaves messages waiting that exceed the capacity of the day", async () => {
    await change(page, { postPerDay: 2 });
    await page.goto("/processing/new");
    await page.getByRole("button", { name: "Plan maken" }).click();
    await page.getByRole("button", { name: "2 brieven verzenden" }).waitFor();
    await textShown(page, "Deze dag is vol");
    expect(await faultsOf(page)).toEqual([]);
  });
});
