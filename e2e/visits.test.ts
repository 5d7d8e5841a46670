/** A visit is planned and noted in a browser: what the law says stands beside the day, and a visit against it is confirmed. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, send, setColorScheme } from "./page.ts";
import { begin, makeClient, makeFile, registerProvider } from "./portfolio.ts";

const claim = { title: "Levering van energie", description: "Jaarafrekening 2025", contractDate: null, version: 1 };
const subjects = z.object({ items: z.array(z.object({ id: z.number(), code: z.string() })) });

describe("visits", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let file: number;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin(
      { username: "beheer", name: "B. Heer" },
      { VORDER_CLOCK: "2026-11-20T09:00:00Z" },
    ));
    await registerProvider(page);
    const client = await makeClient(page, "Zonnekracht B.V.");
    file = await makeFile(page, client, { clientRef: "BEZOEK-1" });
    await send(page, "PUT", `/api/v4/file/${file}/claim-description`, claim);
    const { items } = subjects.parse(await send(page, "GET", "/api/v4/agenda/subjects"));
    const subject = items.find(({ code }) => code === "visit")?.id;
    await send(page, "POST", `/api/v4/file/${file}/agenda`, { subject, on: "2026-11-25" });
  });
  afterAll(() => app.close());

  test("a visit at night is refused beside its time, can be confirmed, and is marked on the timeline", async () => {
    await page.goto(`/file/show-new/${file}`);
    await page.getByRole("combobox", { name: "Soort" }).or(page.getByLabel("Soort")).first().click();
    await page.getByRole("option", { name: "Bezoek" }).click();
    const form = page.getByRole("form", { name: "Bezoek" });
    await form.getByRole("textbox", { name: "Datum" }).or(form.getByLabel("Datum")).first().fill("15-11-2026");
    await form.getByRole("textbox", { name: "Tijd" }).or(form.getByLabel("Tijd")).first().fill("21:00");
    await form.getByLabel("Onderwerp").fill("Niemand thuis");
    await page.screenshot({ path: ".vorder/visit-form.png" });
    await form.getByRole("button", { name: "Opslaan" }).or(form.locator('button[type="submit"]')).first().click();
    const confirm = form.getByLabel("Het bezoek is geweest; leg het vast als in strijd met de regels");
    await confirm.waitFor();
    await page.keyboard.press("Escape");
    await form.getByText("(Bki 4.2)", { exact: false }).waitFor();
    await page.screenshot({ path: ".vorder/visit-refused.png", fullPage: true });
    expect(await faultsOf(page)).toEqual([]);
    await setColorScheme(page, "dark");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: ".vorder/visit-refused-390.png", fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await setColorScheme(page, "light");
    await confirm.check();
    await form.locator('button[type="submit"]').click();
    await page.getByText("Tegen de regels in bezocht:", { exact: false }).waitFor();
    await page.screenshot({ path: ".vorder/visit-line.png", fullPage: true });
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints.list()).toEqual([]);
  });
});
