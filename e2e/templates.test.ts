/** Templates in a browser: from nothing to a message looked at for a file, what the lint refuses beside its language, and an own text. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningApp } from "./app.ts";
import { type Complaints, faultsOf, gone, textShown } from "./page.ts";
import { begin, password } from "./portfolio.ts";

describe("templates", () => {
  let app: RunningApp;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    ({ app, page, complaints } = await begin({ username: "schrijver", name: "S. Chrijver" }));
  });
  afterAll(() => app.close());
  const panel = (): Locator => page.getByRole("tabpanel");
  const writeBody = async (text: string): Promise<void> => {
    const editor = panel().getByRole("textbox", { name: "Tekst" });
    await editor.waitFor();
    await editor.click();
    await page.keyboard.type(text);
  };

  /** A key that moves the caret; the editor hears of the move in an event of its own, which a key pressed in the same instant would outrun. */
  const moveCaret = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };

  test("a template is written from scratch, with a variable from the menu, and previewed as received", async () => {
    await page.goto("/email");
    await page.getByRole("heading", { name: "E-mailsjablonen" }).waitFor();
    await page.getByRole("button", { name: "Toevoegen" }).click();
    await page.getByLabel("Code").fill("EM_PROEF");
    await panel().getByLabel("Naam").fill("Proefbericht");
    await panel().getByLabel("Onderwerp").fill("Over dossier %fileNumber%");
    await writeBody("Bel ons op ");
    await panel().getByRole("button", { name: "Variabele invoegen" }).click();
    await page.locator(".mantine-Combobox-search:visible").fill("telefoon");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("option", { name: /Telefoon van het bureau/ }).click();
    await textShown(page, "Over dossier 26-000123");
    await textShown(page, "Niets op te merken.");
    // A name that is no variable is told beside the field as one types, and a sentence that is hard to read is marked where it stands.
    await panel().getByLabel("Onderwerp").fill("Over dossier %fileNumbr%");
    await textShown(page, "Onbekende variabele: fileNumbr.");
    await panel().getByLabel("Onderwerp").fill("Over dossier %fileNumber%");
    await page.getByText("Onbekende variabele: fileNumbr.").waitFor({ state: "detached" });
    await page.getByText("Telefoon", { exact: true }).click();
    await page.getByText("Donker").click();
    await page.getByText("Platte tekst").click();
    // Nobody has entered a telephone number yet: the place of what is missing is shown by its name.
    await textShown(page, "Bel ons op [Telefoon van het bureau]");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Proefbericht is opgeslagen.");
    await page.getByRole("heading", { name: "Proefbericht" }).waitFor();
    await textShown(page, "Versie 1");
  });

  test("typing asks nobody to log in again; whoever tries the preview again is asked", async () => {
    const isLook = (url: URL): boolean => url.pathname.endsWith("/look");
    await page.route(isLook, (route) =>
      route.fulfill({ status: 403, json: { code: "forbidden", message: "Daar mag u niet bij." } }),
    );
    await page.getByRole("button", { name: "Wijzigen" }).click();
    const again = page.getByRole("button", { name: "Opnieuw proberen" });
    const question = page.getByText("De sessie is verlopen");
    await writeBody("Nog een zin. ");
    await again.waitFor();
    expect(await question.count()).toBe(0);
    await again.click();
    await question.waitFor();
    await page.unroute(isLook);
    await page.locator("input[type=password]").fill(password);
    await page.getByRole("button", { name: "Inloggen", exact: true }).click();
    await gone(question);
    await page.getByRole("document", { name: "Voorbeeld" }).getByText("Nog een zin.").waitFor();
    await page.getByRole("button", { name: "Annuleren" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Weggaan" }).click();
  });

  test("menus insert conditions and repeats; typed markup stays plain text", async () => {
    await page.getByRole("button", { name: "Wijzigen" }).click();
    const editor = panel().getByRole("textbox", { name: "Tekst" });
    await editor.click();
    await moveCaret("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("U betaalde al <img src=x onerror=alert(1)> iets.");
    const part = async (sought: string, name: RegExp): Promise<void> => {
      await panel().getByRole("button", { name: "Voorwaarde of herhaling invoegen" }).click();
      await page.locator(".mantine-Combobox-search:visible").fill(sought);
      await page.getByRole("option", { name }).click();
    };
    await part("betalingen", /^Als er is: Betalingen/);
    await editor.getByText("Als er is: Betalingen").waitFor();
    const looked = page.getByRole("document", { name: "Voorbeeld" });
    await looked.getByText("U betaalde al <img src=x onerror=alert(1)> iets.").waitFor();
    // Turned round, it is not said of the example, of which something was paid.
    await editor.getByRole("button", { name: "Voorwaarde omkeren" }).click();
    await editor.getByText("Als er niet is: Betalingen").waitFor();
    await looked.getByText(/U betaalde al/).waitFor({ state: "detached" });
    // Enter on an empty line leaves the frame.
    await editor.getByText(/U betaalde al/).click();
    await moveCaret("End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Termijn op ");
    await part("termijnen", /^Voor elke regel van: Termijnen/);
    await panel().getByRole("button", { name: "Variabele invoegen" }).click();
    // Within the repeat its columns come first.
    await page.getByRole("option", { name: /Datum van de termijn in de regeling/ }).click();
    await looked
      .getByText(/Termijn op \d/)
      .first()
      .waitFor();
    await expect.poll(() => looked.getByText(/Termijn op \d/).count()).toBe(12);
    await page.getByRole("button", { name: "Opslaan", exact: true }).click();
    await textShown(page, "Proefbericht is opgeslagen.");
    await textShown(page, "[if not payments]");
  });

  test("lint errors are shown beside their language", async () => {
    await page.getByRole("button", { name: "Wijzigen" }).click();
    const isRead = () => panel().getByLabel("Vandaag gelezen op begrijpelijkheid (B1)");
    await isRead().check();
    await page.getByRole("tab", { name: /Français/ }).click();
    await page.getByRole("button", { name: "Français toevoegen" }).click();
    await panel().getByRole("textbox", { name: "Tekst" }).waitFor();
    // The Dutch text was read; this one nobody has.
    expect(await isRead().isChecked()).toBe(false);
    await writeBody("Bonjour. Nous vous %open% écrivons. Sinon l’huissier vient. ");
    await panel().locator('[data-mark="bad"]', { hasText: "%open%" }).waitFor();
    await textShown(page, "“huissier” dreigt met een maatregel");
    // What is refused in a language that is not shown brings that language to the front.
    await page.getByRole("tab", { name: "Nederlands" }).click();
    await page.getByRole("button", { name: "Opslaan", exact: true }).click();
    const refused = page.getByRole("tab", { name: /Français.*Fout/ });
    await refused.waitFor();
    await expect.poll(() => refused.getAttribute("aria-selected")).toBe("true");
  });

  test("leaving an editor with unsaved text asks first, and an untouched one does not", async () => {
    const question = (): Locator => page.getByRole("dialog").filter({ hasText: "nog niet opgeslagen" });
    await page.getByRole("button", { name: "Annuleren" }).click();
    await question().getByRole("button", { name: "Annuleren" }).click();
    await gone(question());
    await page.getByRole("tab", { name: /Français/ }).waitFor();
    await page.getByRole("button", { name: "Annuleren" }).click();
    await question().getByRole("button", { name: "Weggaan" }).click();
    await page.getByRole("button", { name: "Wijzigen" }).click();
    await page.getByRole("button", { name: "Weggooien" }).waitFor({ state: "detached" });
    await panel().getByRole("textbox", { name: "Tekst" }).waitFor();
    await page.getByRole("button", { name: "Annuleren" }).click();
    await page.getByRole("button", { name: "Wijzigen" }).waitFor();
    await page.goto("/email/variable/add");
    await page.getByLabel("Betekenis").fill("Half");
    await page.getByRole("button", { name: "Annuleren" }).click();
    await question().getByRole("button", { name: "Weggaan" }).click();
    await page.getByRole("button", { name: "Eigen tekst toevoegen" }).waitFor();
  });

  test("four languages stand beside each other, each marked where it is missing or older, and are saved together", async () => {
    const normal = page.viewportSize() ?? { width: 1280, height: 800 };
    const column = (name: string): Locator => page.getByRole("region", { name, exact: true });
    const topOf = (name: string) => column(name).evaluate((box) => Math.round(box.getBoundingClientRect().top));
    const tops = () => Promise.all(["Nederlands", "English", "Français", "Deutsch"].map(topOf));
    await page.setViewportSize({ width: 1680, height: 1000 });
    await page.goto("/email/template?name=EM_PROEF");
    await page.getByRole("link", { name: "Proefbericht" }).click();
    await page.getByRole("button", { name: "Wijzigen" }).click();
    // By keyboard: the choice is one of three, which the arrows go through.
    await page.getByRole("radio", { name: "Eén taal" }).focus();
    await page.keyboard.press("ArrowRight");
    await column("English").waitFor();
    expect(await column("Français").count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    await column("Deutsch").waitFor();
    const [first, ...others] = await tops();
    expect(others).toEqual([first, first, first]);
    expect(await faultsOf(page)).toEqual([]);
    await column("Français").getByText("ontbreekt").waitFor();
    expect(await column("Nederlands").getByText("ontbreekt").count()).toBe(0);
    await column("English").getByRole("button", { name: "English toevoegen" }).click();
    await column("English").getByLabel("Naam").fill("Proof");
    await column("Nederlands").getByLabel("Onderwerp").fill("Nog eens over dossier %fileNumber%");
    // Whoever goes into a language looks at it.
    const looked = page.getByRole("radiogroup", { name: "Taal van het voorbeeld" });
    await expect.poll(() => looked.getByRole("radio", { name: "Nederlands" }).isChecked()).toBe(true);
    await textShown(page, "Nog eens over dossier 26-000123");
    // What is refused in one is told in its own column.
    await column("English").getByLabel("Onderwerp").fill("");
    await page.getByRole("button", { name: "Opslaan", exact: true }).click();
    await column("English").getByText("Fout", { exact: true }).waitFor();
    expect(await column("Nederlands").getByText("Fout", { exact: true }).count()).toBe(0);
    await column("English").getByLabel("Onderwerp").fill("About file %fileNumber%");
    await page.getByRole("button", { name: "Opslaan", exact: true }).click();
    await textShown(page, "Proefbericht is opgeslagen.");
    await page.getByRole("button", { name: "Wijzigen" }).click();
    await column("English").getByRole("textbox", { name: "Tekst" }).waitFor();
    expect(await page.getByText("loopt achter").count()).toBe(0);
    await column("Nederlands").getByLabel("Onderwerp").fill("Over uw dossier %fileNumber%");
    await page.getByRole("button", { name: "Opslaan", exact: true }).click();
    // The choice was kept, and the page of the template shows its languages the same way.
    await column("English").getByText("loopt achter").waitFor();
    await column("English")
      .getByText(/^Ouder dan Nederlands, gewijzigd op/)
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(async () => new Set(await tops()).size).toBe(2);
    // Where there is no room for two, there is one behind tabs, which bear the marks.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("tab", { name: /English.*loopt achter/ }).waitFor();
    expect(await page.getByRole("radio", { name: "Vier talen" }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.setViewportSize(normal);
    await page.getByText("Eén taal", { exact: true }).click();
    await panel().waitFor();
  });

  test("a letter is previewed for a file, as text and as PDF", async () => {
    await page.goto("/post-mail/template?name=POST_WIK14");
    await page.getByRole("link", { name: /Veertiendagenbrief/ }).click();
    await page.getByRole("tab", { name: "English" }).click();
    await textShown(page, "14 days, counted from the day after this letter was delivered to you");
    await page.getByRole("button", { name: "Als PDF" }).click();
    await page.getByRole("dialog").locator("canvas").first().waitFor();
    await page.keyboard.press("Escape");
  });

  test("of the text of an SMS that was typed before a reload, what is taken back is what is seen", async () => {
    await page.goto("/sms/template?name=SMS_LINK");
    await page.getByRole("link", { name: /betaalinformatie/ }).click();
    await page.getByRole("button", { name: "Wijzigen" }).click();
    const text = panel().getByLabel("Tekst");
    const before = await text.inputValue();
    await text.fill("Bel ons.\n\nVandaag nog {openUntil}");
    await page.reload();
    const takeBack = page.getByRole("button", { name: "Terugzetten" });
    await takeBack.waitFor();
    expect(await text.inputValue()).toBe(before);
    await takeBack.click();
    await gone(takeBack);
    expect(await text.inputValue()).toBe("Bel ons.\n\nVandaag nog {openUntil}");
    await page.getByRole("button", { name: "Annuleren" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Weggaan" }).click();
    await page.getByRole("button", { name: "Wijzigen" }).waitFor();
  });

  test.each(["/sms/template?name=SMS_LINK", "/email/template?name=EM_FREE"])(
    "two people's words for %s are set beside each other as words",
    async (list) => {
      await page.goto(list);
      await page.locator("tbody").getByRole("link").first().click();
      await page.getByRole("button", { name: "Wijzigen" }).click();
      const colleague = await page.context().newPage();
      await colleague.goto(page.url());
      const write = async (of: Page, words: string): Promise<void> => {
        await of.getByRole("tabpanel").getByRole("textbox", { name: "Tekst" }).click();
        await of.keyboard.press("Control+End");
        await of.keyboard.type(words);
        await of.getByRole("button", { name: "Opslaan" }).click();
      };
      await write(colleague, " Van een collega.");
      await textShown(colleague, /is opgeslagen/);
      await colleague.close();
      await write(page, " Van mij.");
      const conflict = page.getByRole("alert").filter({ hasText: "Intussen gewijzigd" });
      await conflict.waitFor();
      expect(await conflict.getByRole("row").allInnerTexts()).toEqual([
        expect.stringContaining("Uw invoer"),
        expect.stringMatching(/^Tekst\s[^"]* Van mij\.\s[^"]* Van een collega\.\s+Overnemen$/),
      ]);
      await conflict.getByRole("button", { name: "Overnemen" }).click();
      const text = panel().getByRole("textbox", { name: "Tekst" });
      await expect
        .poll(() => text.evaluate((box) => ("value" in box ? box.value : box.textContent)))
        .toMatch(/collega\.$/);
      await page.getByRole("button", { name: "Annuleren" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Weggaan" }).click();
      await page.getByRole("button", { name: "Wijzigen" }).waitFor();
    },
  );

  test("a text block is written and used, and then cannot be deleted", async () => {
    await page.goto("/email/variable");
    await page.getByRole("button", { name: "Eigen tekst toevoegen" }).click();
    await page.getByLabel("Naam in sjablonen").fill("openingHours");
    await page.getByLabel("Betekenis").fill("Openingstijden");
    await page.getByLabel("Nederlandse tekst").fill("Wij zijn open van 9 tot 17 uur.");
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "Openingstijden is opgeslagen.");
    await page.goto("/sms/template?name=SMS_LINK");
    await page.getByRole("link", { name: /betaalinformatie/ }).click();
    await page.getByRole("button", { name: "Wijzigen" }).click();
    const text = panel().getByLabel("Tekst");
    await text.fill(`${await text.inputValue()} {openingHours}`);
    await textShown(page, "Wij zijn open van 9 tot 17 uur.");
    await textShown(page, /\d delen · \d+ tekens · GSM-7/);
    await page.getByRole("button", { name: "Opslaan" }).click();
    await textShown(page, "is opgeslagen.");
    await page.goto("/email/variable?search=openingHours");
    await page.getByRole("button", { name: "Verwijderen: Openingstijden" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Verwijderen" }).click();
    await textShown(page, "Deze tekst staat nog in: Sms met betaalinformatie.");
    expect(complaints.list()).toEqual([]);
  });
});
