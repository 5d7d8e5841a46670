/** The maker of workflows in a browser: a draft changed by keyboard, judged over the open files, refused where the law refuses, put live. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { logIn, type RunningApp } from "./app.ts";
import { type Complaints, faultsOf, focused, gone, send, textShown } from "./page.ts";
import { begin, makeClient, makeFile, password } from "./portfolio.ts";

describe("a change of a workflow", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "maker", name: "W. Maker" }));
    const client = await makeClient(page, "Zon Energie B.V.");
    await makeFile(page, client, { clientRef: "WF-1" });
  });
  afterAll(() => app.close());
  const dialog = (): Locator => page.getByRole("dialog");
  const step = (name: string | RegExp): Locator => page.getByRole("listitem").getByRole("link", { name });

  test("the diagram is navigated by arrow keys, and shows what the law requires before each step", async () => {
    await page.goto("/workflow");
    await page.getByRole("link", { name: "Consument: minnelijk en gerechtelijk" }).click();
    await textShown(page, "termijn veertiendagenbrief voorbij");
    await page.getByRole("button", { name: "Concept maken" }).press("Enter");
    await textShown(page, "Dit is een concept.");
    await step(/Veertiendagenbrief/).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator(":focus").textContent()).toContain("Brief met incassokosten");
    expect(await faultsOf(page)).toEqual([]);
  });

  test("costs before the end of the term are refused beside their field", async () => {
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Telt vanaf" }).click();
    await page.getByRole("option", { name: "begin van de workflow" }).click();
    await page.getByRole("button", { name: "Opslaan" }).press("Enter");
    await textShown(page, /Een consument is pas kosten verschuldigd/);
    expect(await faultsOf(page)).toEqual([]);
    // What is not saved is not left without a question; what is saved is.
    await page.getByRole("button", { name: "Annuleren" }).click();
    const question = dialog().filter({ hasText: "nog niet opgeslagen" });
    await question.getByRole("button", { name: "Annuleren" }).click();
    await gone(question);
    await page.getByRole("combobox", { name: "Telt vanaf" }).click();
    await page.getByRole("option", { name: "dag waarop incassokosten verschuldigd zijn" }).click();
    await page.getByRole("button", { name: "Opslaan" }).press("Enter");
    await textShown(page, "is opgeslagen in het concept.");
  });

  test("a step is moved by mouse and back by keyboard, and the focus follows it", async () => {
    const names = () => page.locator("section ol a[data-open] b").allTextContents();
    const before = await names();
    await step(/E-mail met betaallink/).dragTo(step(/Sms met betaallink/));
    await expect.poll(names).toEqual([before[0], before[2], before[1], ...before.slice(3)]);
    await step(/E-mail met betaallink/).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(names).toEqual(before);
    await expect.poll(() => page.locator(":focus").textContent()).toContain("E-mail met betaallink");
  });

  test("removing a step by keyboard shows the effect on open files, and the draft goes live", async () => {
    await step(/E-mail met betaallink/).focus();
    await page.keyboard.press("Delete");
    await dialog().getByRole("button", { name: "Ja" }).press("Enter");
    await step(/E-mail met betaallink/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Wat als" }).press("Enter");
    await page.getByRole("button", { name: /doorrekenen/ }).press("Enter");
    await textShown(page, "1 open dossier");
    await page.getByRole("table").getByText("Totaal, 26 weken").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    // Each number opens the files behind it.
    await page.getByRole("button", { name: "Dossiers achter Brieven, 26 weken: 1" }).press("Enter");
    await page.getByRole("heading", { name: "Dossiers: Brieven, 26 weken" }).waitFor();
    await page.getByRole("table", { name: "Dossiers" }).getByText("1 → 1").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Terug naar de workflow" }).press("Enter");
    await page.getByRole("button", { name: "Actief maken" }).press("Enter");
    await dialog().getByLabel("Reden").fill("Geen e-mail meer");
    await dialog().getByRole("button", { name: "Actief maken" }).press("Enter");
    await textShown(page, "Versie 2 is actief.");
    expect(complaints.list()).toEqual([]);
  });

  test("the file that waits on the old version is moved by a plan and keeps its date", async () => {
    await page.getByRole("button", { name: "Wat als" }).press("Enter");
    // What was calculated before stands until then, and is replaced.
    const asked = page.waitForResponse((reply) => reply.request().method() === "POST" && /what-if$/.test(reply.url()));
    await page.getByRole("button", { name: "Opnieuw doorrekenen" }).press("Enter");
    await asked;
    await page.getByRole("button", { name: "1 dossier overzetten" }).press("Enter");
    await dialog().getByText("Houdt de datum, waar het dezelfde stap is").waitFor();
    await dialog().getByLabel("Reden").fill("Iedereen gelijk");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "1 dossier overzetten" }).press("Enter");
    await textShown(page, "1 overgezet, 0 gebleven waar ze waren");
    await page.getByRole("link", { name: "Terug naar de workflow" }).press("Enter");
    await textShown(page, /Versie 2 Actief · Open dossiers: 1/);
    await textShown(page, /Versie 1 Vervangen · Open dossiers: 0/);
    expect(complaints.list()).toEqual([]);
  });

  test("what has been calculated is not asked for again and again, which would keep a forgotten session alive", async () => {
    const { context: own, page: other } = await app.open();
    await logIn(other, "maker", password);
    const asked: string[] = [];
    other.on("request", (request) => {
      if (/[/](what-if|replay)$/.test(request.url())) asked.push(request.url());
    });
    await other.clock.install();
    const [workflow = ""] = /(?<=workflow[/])[0-9]+/.exec(page.url()) ?? [];
    await other.goto(`/workflow/${workflow}/what-if`);
    await textShown(other, "1 overgezet, 0 gebleven waar ze waren");
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    const before = asked.length;
    await other.clock.runFor(10_000);
    expect(asked.length).toBe(before);
    await own.close();
  });

  test("a client's variant lists its differences, and nothing else", async () => {
    await page.getByRole("button", { name: "Variant voor een opdrachtgever" }).press("Enter");
    await focused(dialog());
    await dialog().getByRole("combobox", { name: "Opdrachtgever" }).fill("Zon");
    await page.getByRole("option", { name: /Zon Energie/ }).click();
    await dialog().getByLabel("Code").fill("W1-ZON");
    await dialog().getByLabel("Naam").fill("Zon Energie, consument");
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Nieuwe workflow" }).press("Enter");
    await textShown(page, "Er verschilt nog niets.");
    await step(/Laatste aanmaning/).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Dagen later").fill("16");
    await page.getByRole("button", { name: "Opslaan" }).press("Enter");
    await textShown(page, "Dagen later: 16 (14)");
    expect(await faultsOf(page)).toEqual([]);
  });

  test("what was typed in a step stays when a colleague throws its draft away", async () => {
    await page.goto("/workflow");
    await page.getByRole("link", { name: "Consument: minnelijk en gerechtelijk" }).click();
    await page.getByRole("button", { name: "Concept maken" }).press("Enter");
    await textShown(page, "Dit is een concept.");
    await step(/Laatste aanmaning/).focus();
    await page.keyboard.press("Enter");
    const days = page.getByLabel("Dagen later");
    await days.fill("17");
    const [workflow = ""] = /(?<=workflow[/])[0-9]+/.exec(page.url()) ?? [];
    const draft = z.looseObject({ version: z.number() });
    const { version } = draft.parse(await send(page, "GET", `/api/v4/workflow/${workflow}`));
    await send(page, "DELETE", `/api/v4/workflow/${workflow}/draft`, { version });
    // The workflow is read again, as it is whenever somebody comes back to the window after a while.
    const again = page.waitForResponse((reply) => reply.url().endsWith(`/workflow/${workflow}`));
    await page.waitForTimeout(10_500);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await again;
    await page
      .getByRole("alert")
      .getByText(/heeft dit concept intussen actief gemaakt of weggegooid/)
      .waitFor();
    expect(await days.inputValue()).toBe("17");
    await page.getByRole("heading", { level: 1, name: /Laatste aanmaning/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Annuleren" }).click();
    await dialog().filter({ hasText: "nog niet opgeslagen" }).getByRole("button", { name: "Weggaan" }).click();
    await page.getByRole("button", { name: "Concept maken" }).waitFor();
    expect(complaints.list()).toEqual([]);
  });

  test("a new workflow starts as a copy, and disappears with its draft", async () => {
    await page.goto("/workflow");
    await page.getByRole("button", { name: "Nieuwe workflow" }).press("Enter");
    await dialog().getByLabel("Code").fill("W9");
    await dialog().getByLabel("Naam").fill("Proef");
    await dialog().getByRole("combobox", { name: "Begin als kopie van" }).click();
    await page.getByRole("option", { name: /W4 Consument naar bedrag/ }).click();
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Nieuwe workflow" }).press("Enter");
    await textShown(page, "daarna: W5M");
    await textShown(page, "Niets staat in de weg om dit concept actief te maken.");
    await page.getByRole("button", { name: "Concept weggooien" }).press("Enter");
    await dialog().getByRole("button", { name: "Ja" }).press("Enter");
    await textShown(page, "Het concept is weg.");
    expect(complaints.list()).toEqual([]);
  });
});
