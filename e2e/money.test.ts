/** The money of one file by screen: its interest with the effect seen before saving, and an arrangement that is agreed on and paused. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, setColorScheme } from "./page.ts";
import { begin, makeClient, makeFile } from "./portfolio.ts";

let app: RunningApp;
let page: Page;
let complaints: Complaints;
let file: number;

beforeAll(async () => {
  ({ app, page, complaints } = await begin({ username: "geld", name: "G. Geld" }));
  const client = await makeClient(page, "Zonnekracht Energie B.V.");
  file = await makeFile(page, client, { clientRef: "M-1", amount: "1000.00" });
});
afterAll(() => app.close());

test("interest is changed with a preview of the effect", async () => {
  await page.goto(`/file/settings/interest-rate/${file}`);
  // 1,000.00 from 1 April to 20 November 2026 is 233 days: 25.53 at 4 %, 76.60 at 12 %.
  await page.getByRole("cell", { name: "€ 25,53" }).first().waitFor();
  await page.getByRole("combobox", { name: "Soort rente" }).click();
  await page.getByRole("option", { name: "contractuele rente" }).click();
  await page.getByRole("textbox", { name: "Percentage" }).fill("12");
  await page.getByRole("combobox", { name: "Samengesteld" }).click();
  await page.getByRole("option", { name: "nee, enkelvoudig" }).click();
  const effect = page.getByRole("region", { name: /Gevolg op/ });
  await effect.getByRole("cell", { name: "€ 76,60" }).waitFor();
  await effect.getByRole("cell", { name: "€ 51,07" }).first().waitFor();
  for (const scheme of ["dark", "light"] as const) {
    await setColorScheme(page, scheme);
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.getByRole("textbox", { name: "Reden" }).fill("Volgens de voorwaarden");
  await page.getByRole("button", { name: "Opslaan" }).click();
  await page.getByText("Rente-instellingen opgeslagen.").waitFor();
  await page.reload();
  await page.getByRole("cell", { name: "€ 76,60" }).first().waitFor();
  expect(complaints.list()).toEqual([]);
});

test("the forms of a promise and a payment are prefilled with the open amount, today and the allocation", async () => {
  await page.goto(`/file/show-new/${file}?tab=money`);
  await page.getByRole("button", { name: "Betaalbelofte noteren" }).click();
  const promise = page.getByRole("dialog", { name: "Betaalbelofte noteren" });
  expect(await promise.getByRole("textbox", { name: /^Bedrag/ }).inputValue()).toBe("1.076,60");
  expect(await promise.getByRole("textbox", { name: /^Uiterlijk op/ }).inputValue()).toBe("20-11-2026");
  await page.keyboard.press("Escape");
  await gone(promise);
  await page
    .getByRole("button", { name: /^Betaling boeken/ })
    .first()
    .click();
  const payment = page.getByRole("dialog", { name: "Betaling boeken" });
  const amount = payment.getByRole("textbox", { name: /^Bedrag/ });
  await payment.getByText("Nu open: € 1.076,60").waitFor();
  expect(await amount.inputValue()).toBe("1.076,60");
  await payment.getByText("rente € 76,60 en hoofdsom € 1.000,00. Daarna is € 0,00 open.").waitFor();
  // 500.00 pays the interest of 76.60 first, and 423.40 of the principal.
  await amount.fill("500");
  await payment.getByText("rente € 76,60 en hoofdsom € 423,40. Daarna is € 576,60 open.").waitFor();
  await payment.getByRole("button", { name: "Annuleren" }).click();
  await gone(payment);
  expect(complaints.list()).toEqual([]);
});

test("an arrangement beyond the client's limits needs a reason, and can be paused and resumed", async () => {
  await page.goto(`/file/show-new/${file}?tab=money`);
  await page.getByRole("button", { name: "Betalingsregeling treffen" }).click();
  const form = page.getByRole("dialog", { name: "Betalingsregeling treffen" });
  await form.getByRole("textbox", { name: "Aantal termijnen" }).fill("60");
  await form.getByText("De termijnen zijn lager dan het gebruikelijke minimum.").waitFor();
  expect(await faultsOf(page, "[data-portal]")).toEqual([]);
  const agree = form.getByRole("button", { name: "Betalingsregeling treffen" });
  await agree.click();
  await form.getByText("Dit gaat buiten de grenzen van de opdrachtgever.").waitFor();
  await form.getByRole("textbox", { name: /Reden om van de grenzen/ }).fill("Bijstand");
  await agree.click();
  await gone(form);
  await page.getByRole("button", { name: "Pauzeren" }).first().click();
  const pause = page.getByRole("dialog", { name: "Betalingsregeling pauzeren" });
  await pause.getByRole("textbox", { name: "Reden" }).fill("Ziekte");
  await pause.getByRole("button", { name: "Pauzeren" }).click();
  await gone(pause);
  await page.getByText("Gepauzeerd sinds 20-11-2026").waitFor();
  await page.getByRole("button", { name: "Hervatten" }).first().click();
  await gone(page.getByText("Gepauzeerd sinds 20-11-2026"));
  expect(complaints.list()).toEqual([]);
});
