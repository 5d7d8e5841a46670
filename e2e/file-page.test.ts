/** Paper and mail of a file: a message read before it goes, quiet hours, a letter looked at in the page, and mailed from its documents. */
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, send, textShown } from "./page.ts";
import { begin, makeClient, makeFile, registerProvider } from "./portfolio.ts";

const claim = { title: "Levering van energie", description: "Jaarafrekening 2025", contractDate: null, version: 1 };

describe("letters and e-mails of a file", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;
  let file: number;

  beforeAll(async () => {
    // Friday, 22:30 in Amsterdam: nobody may be mailed before the morning.
    ({ app, page, complaints } = await begin(
      { username: "beheer", name: "B. Heer" },
      { VORDER_CLOCK: "2026-11-20T21:30:00Z" },
    ));
    await registerProvider(page);
    const client = await makeClient(page, "Zonnekracht B.V.");
    file = await makeFile(page, client, { clientRef: "BRIEF-1", email: "s.yildiz@example.nl" });
    await send(page, "PUT", `/api/v4/file/${file}/claim-description`, claim);
    for (const key of ["7a0e6c1e-93f5-4a55-8d5e-2f1f3f1f9b31", "7a0e6c1e-93f5-4a55-8d5e-2f1f3f1f9b32"])
      await send(page, "POST", `/api/v4/file/${file}/message`, { channel: "post", template: "POST_LAST", key });
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    await page.goto(`/file/show-new/${file}?tab=documents`);
  });

  const look = async (): Promise<void> => {
    await page.locator('a[href*="/documents/"]').first().click();
    await page.getByRole("dialog").locator("canvas").first().waitFor();
  };

  test("a letter is shown in the page: its text can be read and zoomed, and an arrow key shows the next", async () => {
    await page.getByText("1 eerdere versie").waitFor();
    await look();
    const viewer = page.getByRole("dialog");
    await viewer.getByText("Laatste brief", { exact: false }).first().waitFor();
    await viewer.getByText("1 van 2", { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const width = async () => (await viewer.locator("canvas").first().boundingBox())?.width ?? 0;
    const before = await width();
    await page.keyboard.press("+");
    await viewer.getByText("125%").waitFor();
    await expect.poll(width).toBeGreaterThan(before);
    await page.keyboard.press("ArrowRight");
    await viewer.getByText("2 van 2", { exact: true }).waitFor();
    const saving = page.waitForEvent("download");
    await viewer.locator("canvas").first().waitFor();
    await viewer.getByRole("button", { name: "Downloaden" }).click();
    expect((await saving).suggestedFilename()).toMatch(/post-last.*\.pdf$/);
    await page.keyboard.press("Escape");
    await gone(viewer);
  });

  test.each([
    ["nothing but a header", "%PDF-1.7\n"],
    ["rubbish", "%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 99 0 R /OpenAction << /S /JavaScript /JS (x) >> >>\n%%EOF"],
  ])("a PDF of %s says that it is broken, and can still be saved", async (_name, body) => {
    const address = "**/documents/*";
    await page.route(address, (route) => route.fulfill({ contentType: "application/pdf", body }));
    await page.locator('a[href*="/documents/"]').first().click();
    const viewer = page.getByRole("dialog");
    await viewer.getByRole("alert").getByText("beschadigd", { exact: false }).waitFor();
    expect(await viewer.getByRole("button", { name: "Downloaden" }).isEnabled()).toBe(true);
    await page.keyboard.press("Escape");
    await gone(viewer);
    await page.unroute(address);
  });

  test("on a phone no name of a fact is broken within a word, in Dutch and in German", async () => {
    const client = await makeClient(page, "Fietsenhandel B.V.", "87654321");
    const sold = await makeFile(page, client, { clientRef: "KOOP-1", lastName: "Jansen", legalType: 1 });
    for (const language of ["de", "nl"]) {
      await send(page, "PUT", "/api/v4/users/language", { language });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/file/show-new/${sold}`);
      await page.getByText("KOOP-1", { exact: true }).first().waitFor();
      const broken = await page.locator("dl dt").evaluateAll((names) =>
        names
          .filter((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            return !/[\s-]/.test(name.textContent.trim()) && range.getClientRects().length > 1;
          })
          .map((name) => name.textContent),
      );
      expect(broken).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("a document is mailed with a personal text; in the evening it waits until the morning", async () => {
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "1 document e-mailen" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: "Sjabloon" }).or(form.getByLabel("Sjabloon")).first().click();
    await page.getByRole("option", { name: "Eerste e-mail", exact: true }).click();
    await form.getByLabel("Eigen tekst").fill("Zoals besproken.");
    await form.getByText("post-last", { exact: false }).waitFor();
    expect(await form.getByLabel("Voorbeeld", { exact: true }).inputValue()).toContain("\n\nZoals besproken.\n\n");
    await form.getByText("Nu zijn de contacturen voorbij", { exact: false }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await form.getByRole("button", { name: /Klaarzetten voor/ }).click();
    await gone(form);
    await page.goto("/schedule-send/email");
    await page.getByRole("cell", { name: "s.yildiz@example.nl" }).waitFor();
    await page.getByRole("button", { name: /^Tekst tonen/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /post-last/ })
      .waitFor();
    expect(complaints.list()).toEqual([]);
  });

  test("a letter whose answer was lost is sent once, after a reload too; what was changed since is not said to have gone", async () => {
    const letters = z.object({ items: z.array(z.object({ id: z.number() })) });
    const count = async () => letters.parse(await send(page, "GET", `/api/v4/file/${file}/documents`)).items.length;
    const before = await count();
    const words = page.getByLabel("Uw tekst");
    const write = async (text: string): Promise<void> => {
      await page.goto(`/file/show-new/${file}?write=post`);
      await page.getByLabel("Sjabloon").first().click();
      await page.getByRole("option", { name: "Brief in eigen woorden" }).click();
      await words.fill(text);
    };
    const sendLetter = () => page.getByRole("button", { name: "Brief maken" }).click();
    const loseAnswer = async (): Promise<void> => {
      const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith(`/file/${file}/message`));
      const pass = async (route: Route): Promise<void> => {
        await route.fetch();
        await route.abort("connectionreset");
      };
      await page.route(`**/api/v4/file/${file}/message`, pass, { times: 1 });
      await sendLetter();
      await lost;
      await page.reload();
      await expect.poll(() => words.inputValue()).not.toBe("");
    };
    await write("Wij danken u.");
    await loseAnswer();
    await sendLetter();
    await textShown(page, "Brief gemaakt.");
    await gone(words);
    expect(await count()).toBe(before + 1);

    await write("Wij bellen u.");
    await loseAnswer();
    await words.fill("Wij bellen u morgen.");
    await sendLetter();
    await textShown(page, "Uw eerste poging was al aangekomen");
    expect([await words.inputValue(), await count()]).toEqual(["Wij bellen u morgen.", before + 2]);
    await sendLetter();
    await gone(words);
    expect(await count()).toBe(before + 3);

    // What was refused has not gone: words that were changed after it are not taken for those of another message.
    await write("Wij schrijven u.");
    const refusal = { status: 402, json: { code: "refused", message: "Nu niet.", errors: {} } };
    await page.route(`**/api/v4/file/${file}/message`, (route) => route.fulfill(refusal), { times: 1 });
    await sendLetter();
    await textShown(page, "Nu niet.");
    await words.fill("Wij schrijven u nu.");
    await loseAnswer();
    await sendLetter();
    await gone(words);
    expect(await count()).toBe(before + 4);
  });

  test("a scheduled e-mail with a personal text can be recalled; a call shows its talking points", async () => {
    await page.goto(`/file/show-new/${file}?write=email`);
    await page.getByLabel("Sjabloon").first().click();
    await page.getByRole("option", { name: "E-mail in eigen woorden" }).click();
    const write = page.getByRole("button", { name: /^(E-mail versturen|Klaarzetten voor)/ });
    await page.getByLabel("Uw tekst").waitFor();
    expect(await write.isDisabled()).toBe(true);
    // What explains a field is not smaller here than elsewhere.
    const sizeOf = (text: string) => page.getByText(text).evaluate((hint) => getComputedStyle(hint).fontSize);
    expect([await sizeOf("Komt tussen de aanhef"), await sizeOf("Uit bij een antwoord")]).toEqual(["12px", "12px"]);
    await page.getByLabel("Onderwerp", { exact: true }).first().fill("Uw vraag");
    await page.getByLabel("Uw tekst").fill("Wij bellen u <b>woensdag</b>.");
    await page.getByText("Op een later moment").click();
    await page.getByLabel("Dag van verzenden").fill("22-11-2026");
    await page.getByLabel("Tijd van verzenden").fill("930");
    await page.getByLabel("Tijd van verzenden").press("Tab");
    // Nobody is approached on a Sunday.
    await page.getByText("Het bericht gaat op 23-11-2026 07:00", { exact: false }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    // A date that does not exist is not the one typed before.
    await page.getByLabel("Dag van verzenden").fill("31-11-2026");
    await expect.poll(() => write.isDisabled()).toBe(true);
    await page.getByLabel("Tijd van verzenden").focus();
    await page.getByText("Vul een datum in die hier mag").waitFor();
    await page.getByLabel("Tijd van verzenden").fill("1000");
    await page.getByLabel("Tijd van verzenden").fill("930");
    expect(await write.isDisabled()).toBe(true);
    await page.getByLabel("Dag van verzenden").fill("22-11-2026");
    await page.getByRole("button", { name: "Klaarzetten voor 23-11-2026 07:00" }).click();
    const waiting = page.getByRole("region", { name: "Nog niet weg" });
    const message = waiting.getByRole("listitem").filter({ hasText: "Uw vraag" });
    await message.getByRole("button", { name: "Tekst tonen" }).click();
    await message.getByText("Wij bellen u <b>woensdag</b>.", { exact: false }).waitFor();
    await message.getByRole("button", { name: /terugroepen$/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Terugroepen" }).click();
    await gone(message);
    await page.getByText("Ingetrokken voor verzending: Uw vraag", { exact: false }).first().waitFor();

    await page.getByText("Bellen", { exact: true }).click();
    const points = page.getByRole("region", { name: "Wat u zegt en vraagt" });
    await points.getByText("Bellen mag nu niet:").waitFor();
    await points.getByText("noem geen deurwaarder", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Belscript" }).click();
    await page.getByText("Spreek ik met", { exact: false }).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await page.goto(`/file/show-new/${file}?write=post`);
    await page.getByLabel("Sjabloon").first().click();
    await page.getByRole("option", { name: "Brief in eigen woorden" }).click();
    await page.getByLabel("Uw tekst").fill("Wij hebben uw brief gelezen.");
    // A letter that waits bears the date of the day on which it goes.
    await page.getByText("Op een later moment").click();
    await page.getByText("De brief krijgt de datum en de bedragen van die dag", { exact: false }).waitFor();
    await page.getByLabel("Dag van verzenden").fill("24-11-2026");
    await page.getByLabel("Tijd van verzenden").fill("2130");
    await page.getByLabel("Tijd van verzenden").press("Tab");
    const ready = page.getByRole("button", { name: "Klaarzetten voor 24-11-2026 21:30" });
    await ready.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Als PDF bekijken" }).click();
    await page.getByRole("dialog").getByText("Wij hebben uw brief gelezen.").first().waitFor();
    await page.getByRole("dialog").getByText("24 november 2026").first().waitFor();
    await page.keyboard.press("Escape");
    await gone(page.getByRole("dialog"));
    // Whoever leaves before the lists have been read again does not find a letter that is to be sent once more.
    const held = Promise.withResolvers<void>();
    const lists = `**/api/v4/file/${file}/messages/waiting`;
    await page.route(lists, (route) => held.promise.then(() => route.continue()).catch(() => undefined));
    await ready.click();
    await page.getByText("Bericht staat klaar en gaat op 24-11-2026 21:30", { exact: false }).first().waitFor();
    await page.reload();
    await page.getByRole("radiogroup", { name: "Kanaal" }).getByText("Brief").click();
    expect(await page.getByLabel("Sjabloon").first().inputValue()).toBe("");
    held.resolve();
    await page.unroute(lists);
    await waiting.getByText("Brief", { exact: false }).first().waitFor();
    await page.goto("/schedule-send/post");
    await page.getByRole("button", { name: /^Intrekken/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Intrekken" }).click();
    await page.getByText("Er staan geen berichten klaar", { exact: false }).waitFor();

    await page.goto(`/file/show-new/${file}?write=post`);
    await page.getByLabel("Sjabloon").first().click();
    await page.getByRole("option", { name: "Brief in eigen woorden" }).click();
    await page.getByLabel("Uw tekst").fill("Wij hebben uw brief gelezen.");
    // Whoever looks something up in another part of the file meanwhile finds it as it was.
    const words = page.getByLabel("Uw tekst");
    await page.getByText("Notitie of gesprek", { exact: true }).click();
    await gone(words);
    await page.getByRole("radiogroup", { name: "Kanaal" }).getByText("Brief").click();
    await expect.poll(() => words.inputValue()).toBe("Wij hebben uw brief gelezen.");
    await page.getByRole("tab", { name: "Partijen" }).click();
    await gone(words);
    await page.getByRole("tab", { name: "Overzicht" }).click();
    await expect.poll(() => words.inputValue()).toBe("Wij hebben uw brief gelezen.");
    expect(await page.getByRole("dialog").count()).toBe(0);
    // Whoever leaves the file is told that it was not sent.
    await page.getByRole("link", { name: "Werkvoorraad" }).first().click();
    await page.getByRole("dialog").getByText("nog niet verstuurd. Hij blijft bij dit dossier staan").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Weggaan" }).click();
    await gone(words);
    await page.goto(`/file/show-new/${file}?write=post`);
    await expect.poll(() => words.inputValue()).toBe("Wij hebben uw brief gelezen.");
    expect(complaints.list()).toEqual([]);
  });
});
