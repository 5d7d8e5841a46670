/** The server goes while somebody types: that is said, nothing typed is lost, and what is sent again happens once. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logIn, type RunningApp, startApp } from "./app.ts";
import { gone } from "./page.ts";

const password = "een lang wachtwoord 26";
let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  await app.createUser("anna", password, "*", "Anna de Wit");
  page = (await app.open()).page;
  await logIn(page, "anna", password);
});
afterAll(() => app.close());

test("a notice while the server is away; the form stays filled in, and goes when it is back", async () => {
  await page.goto("/settings/team");
  await page.getByRole("button", { name: "Team toevoegen" }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel(/^Naam/);
  await name.fill("Minnelijk");
  const notice = page.getByText("Het systeem is even niet bereikbaar");
  await app.kill();
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await notice.waitFor();
  expect(await name.inputValue()).toBe("Minnelijk");
  await app.restart();
  await gone(notice);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await gone(dialog);
  await page.getByRole("row", { name: /Minnelijk/ }).waitFor();
  expect(await page.getByRole("row", { name: /Minnelijk/ }).count()).toBe(1);
});
