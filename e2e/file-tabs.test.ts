/** The parts of a file's page: what a bailiff would miss and how it is mended, what a contact person finds, and a phone. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type Complaints, faultsOf, gone, send, setColorScheme } from "./page.ts";
import { begin, inviteContact, mailing, makeClient, makeFile, password } from "./portfolio.ts";

describe("the tabs of a file", () => {
  let app: RunningApp;
  let mailbox: Mailbox;
  let staff: Page;
  let complaints: Complaints;
  let client: number;
  let file: number;

  beforeAll(async () => {
    mailbox = await openMailbox();
    ({ app, page: staff, complaints } = await begin({ username: "beheer", name: "B. Heer" }, mailing(mailbox)));
    client = await makeClient(staff, "Internationale Energieleveringsmaatschappij Noordoost-Nederland B.V.");
    file = await makeFile(staff, client, { clientRef: "DEEL-1" });
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  test("what is missing for a handover is listed, can be completed from its line, and is then marked as complete", async () => {
    await staff.goto(`/file/show-new/${file}?tab=handover`);
    const claim = staff.getByRole("row").filter({ hasText: "Grondslag en omschrijving" });
    await claim.getByText("ontbreekt", { exact: true }).waitFor();
    expect(await faultsOf(staff)).toEqual([]);
    await claim.getByRole("button", { name: "omschrijven" }).click();
    const form = staff.getByRole("dialog");
    await form.getByLabel("Grondslag").fill("Levering van energie");
    await form.getByLabel("Omschrijving").fill("Jaarafrekening 2025");
    await form.getByRole("button", { name: "Opslaan" }).click();
    await claim.getByText("in orde").waitFor();
    const court = staff.getByRole("row").filter({ hasText: "Bevoegde rechter" });
    await court.getByRole("button", { name: "rechtbank kiezen" }).click();
    // The court of the debtor's postcode is filled in.
    await form.getByRole("button", { name: "Opslaan" }).click();
    await court.getByText("in orde").waitFor();
    const mandate = staff.getByRole("row").filter({ hasText: "Machtiging van de opdrachtgever" });
    await mandate.getByRole("button", { name: "machtiging vastleggen" }).click();
    await form.getByRole("combobox", { name: "Omvang" }).click();
    await staff.getByRole("option", { name: "dagvaarden en procederen" }).click();
    expect(await faultsOf(staff)).toEqual([]);
    await form.getByRole("button", { name: "Opslaan" }).click();
    await mandate.getByText("in orde").waitFor();
    const contract = staff.getByRole("row").filter({ hasText: "Stukken: overeenkomst" });
    await contract.getByRole("button", { name: "Doorlaten" }).click();
    await form.getByLabel("Reden").fill("Mondeling overeengekomen");
    await form.getByRole("button", { name: "Doorlaten" }).click();
    await contract.getByText("doorgelaten", { exact: true }).waitFor();
    await staff.getByRole("button", { name: "Gegevens tonen" }).click();
    await staff.getByText('"title": "Levering van energie"').waitFor();
  });

  test("on a phone no tab overflows the screen", async () => {
    const excess = (): Promise<number> =>
      staff.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return Math.max(0, scrollWidth - clientWidth);
      });
    await staff.setViewportSize({ width: 390, height: 800 });
    for (const part of [
      "Overzicht",
      "Partijen",
      "Regelingen, kosten en rente",
      "Workflow",
      "Agenda",
      "Documenten",
      "Overdracht",
      "Inzage",
    ]) {
      await staff.getByRole("tab", { name: part }).click();
      await staff.waitForLoadState("networkidle");
      expect([part, await faultsOf(staff)]).toEqual([part, []]);
      expect([part, await excess()]).toEqual([part, 0]);
    }
    // What was looked at last stands on the first screen with the long name of its client.
    await staff.goto("/");
    await staff.getByText("Internationale Energie").waitFor();
    expect(await excess()).toBe(0);
    expect(complaints.list()).toEqual([]);
  });

  test("the tab named in the address is scrolled into view, and so is a message that is being written", async () => {
    await staff.goto(`/file/show-new/${file}?tab=access`);
    const inSight = (locator: Locator): Promise<boolean> =>
      locator.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(() => inSight(staff.getByRole("tab", { name: "Inzage" }))).toBe(true);
    await staff.getByRole("button", { name: "Bericht", exact: true }).click();
    await expect.poll(() => inSight(staff.getByRole("radiogroup", { name: "Kanaal" }))).toBe(true);
    // In one column stands what can be written, then the money, then what was done, which may be long.
    const tops: number[] = [];
    for (const name of ["Notitie of bericht", "Vordering", "Tijdlijn"]) {
      const heading = staff.getByRole("heading", { name, exact: true });
      tops.push(await heading.evaluate((element) => element.getBoundingClientRect().top));
    }
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    await staff.getByText("Bellen", { exact: true }).click();
    await staff.getByText("Eerst: wie spreekt u?").waitFor();
    await setColorScheme(staff, "dark");
    expect(await faultsOf(staff)).toEqual([]);
    await setColorScheme(staff, "light");
    await staff.setViewportSize({ width: 1280, height: 800 });
  });

  test("menus and forms of the page have no accessibility fault", async () => {
    await staff.goto(`/file/show-new/${file}`);
    const more = staff.getByRole("button", { name: "Meer acties" }).first();
    await more.click();
    await staff.getByRole("menuitem", { name: "Blokkade plaatsen" }).waitFor();
    expect(await faultsOf(staff)).toEqual([]);
    await staff.getByRole("menuitem", { name: "Blokkade plaatsen" }).click();
    const form = staff.getByRole("dialog");
    await form.getByLabel("Toelichting").waitFor();
    expect(await faultsOf(staff)).toEqual([]);
    await staff.keyboard.press("Escape");
    await gone(form);
    await staff.getByRole("tab", { name: "Regelingen, kosten en rente" }).click();
    await staff.getByRole("button", { name: "Betalingsregeling treffen" }).click();
    await form.getByLabel("Eerste termijn").waitFor();
    expect(await faultsOf(staff)).toEqual([]);
    await staff.keyboard.press("Escape");
    await gone(form);
  });

  test("whoever is spoken for in another file is told to be so above every tab", async () => {
    const other = await makeClient(staff, "Zonnekracht B.V.");
    const person = { lastName: "Onderbewind", birthDate: "1985-03-07" };
    const told = await makeFile(staff, other, { clientRef: "BEWIND-1", ...person });
    const mine = await makeFile(staff, client, { clientRef: "BEWIND-2", ...person });
    const held = { kind: "administration", reason: "Bewind uitgesproken", version: 1 };
    await send(staff, "POST", `/api/v4/file/${told}/hold`, held);
    await staff.goto(`/file/show-new/${mine}?tab=agenda`);
    await staff.getByText("ander dossier: een ander treedt op").waitFor();
    expect(await faultsOf(staff)).toEqual([]);
  });

  test("a contact person sees only the tabs meant for them", async () => {
    const acl = ["ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH"];
    const wanted = { client, username: "vera", name: "Vera Smit", acl, password };
    const vera = await inviteContact(app, staff, mailbox, wanted);
    await vera.goto(`/file/show-new/${file}`);
    await vera.getByRole("tab", { name: "Partijen" }).waitFor();
    const parts = await vera.getByRole("tab").allTextContents();
    expect(parts).toEqual(["Overzicht", "Partijen", "Regelingen, kosten en rente", "Workflow", "Documenten"]);
    // An address that names another part leads to the first one.
    await vera.goto(`/file/show-new/${file}?tab=handover`);
    await vera.getByRole("tab", { name: "Overzicht", selected: true }).waitFor();
    expect(await vera.getByText("Overdracht aan de deurwaarder").count()).toBe(0);
  });
});
