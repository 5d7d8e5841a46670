import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { knownTemplates, type Template, templateChannels } from "../rendering/body.ts";
import { plainText, renderTemplate } from "../rendering/render.ts";
import { usedVariables } from "../rendering/used-variables.ts";
import { exampleValues } from "../rendering/variables.ts";
import { findTemplate } from "../templates.server.ts";
import { lintTemplate } from "./lint.ts";

const threats = [
  ...["deurwaarder", "beslag", "faillie", "bailiff", "seizure", "bankrupt"],
  ...["huissier", "saisie", "faillite", "gerichtsvollzieher", "pfändung", "insolvenz"],
];

describe("the templates that come with the product", () => {
  let world: World;
  const all: Template[] = [];
  const missing: string[] = [];
  const one = async (channel: Template["channel"], code: string, language: "nl" | "en" | "fr" | "de") => {
    const found = await findTemplate(world.db, channel, code, language);
    if (!found) throw new Error(`no template ${code}`);
    return found;
  };
  beforeAll(async () => {
    world = await startWorld();
    for (const channel of templateChannels) {
      for (const code of knownTemplates[channel]) {
        for (const language of languages) {
          const template = await one(channel, code, language);
          if (template.language !== language) missing.push(`${channel} ${code} ${language}`);
          all.push(template);
        }
      }
    }
  });
  afterAll(() => world.close());

  test("exist in every language, so that a debtor is addressed in their own", () => {
    expect(missing).toEqual([]);
  });

  test("have a name in each of them, and nowhere the Dutch one", async () => {
    const { rows } = await sql`select other.code, other.language from template as other
      join template as dutch using (channel, code)
      where dutch.language = 'nl' and other.language <> 'nl' and other.name = dutch.name`.execute(world.db);
    expect(rows).toEqual([]);
  });

  test("say when they were last read for plain language", async () => {
    const { rows } = await sql<{ code: string }>`select code from template where b1_reviewed_on is null`.execute(
      world.db,
    );
    expect(rows).toEqual([]);
  });

  test("lose that date when the reviewed text changes", async () => {
    const read = () =>
      world.db
        .selectFrom("template")
        .select("b1_reviewed_on")
        .where("code", "=", "POST_WIK14")
        .where("language", "=", "nl");
    const change = world.db.updateTable("template").where("code", "=", "POST_WIK14").where("language", "=", "nl");
    const { b1_reviewed_on: before } = await read().executeTakeFirstOrThrow();
    expect(before).not.toBeNull();
    await change.set({ name: "Eerste brief" }).execute();
    expect((await read().executeTakeFirstOrThrow()).b1_reviewed_on).toBe(before);
    await change.set({ subject: "Andere woorden" }).execute();
    expect((await read().executeTakeFirstOrThrow()).b1_reviewed_on).toBeNull();
    await change.set({ subject: "Weer andere", b1_reviewed_on: date("2026-11-20") }).execute();
    expect((await read().executeTakeFirstOrThrow()).b1_reviewed_on).toBe("2026-11-20");
  });

  test("pass the lint without a word of advice", () => {
    for (const template of all)
      expect([template.code, template.language, lintTemplate(template)]).toEqual([
        template.code,
        template.language,
        [],
      ]);
  });

  test("leave no gap once every variable has a value", () => {
    for (const template of all) {
      const model = renderTemplate(template.body, exampleValues, "nl");
      expect([template.code, model.missing, model.unknown]).toEqual([template.code, [], []]);
      expect(plainText(model)).not.toMatch(/\{\{|\*\*|\[specification\]|\[payment\]/);
    }
  });

  test("come in English for those who read neither language, and in Dutch where English is missing", async () => {
    const kept = world.db.deleteFrom("template").where("code", "=", "CALL_1").where("language", "in", ["fr", "de"]);
    await kept.execute();
    expect((await one("call", "CALL_1", "fr")).language).toBe("en");
    await world.db.deleteFrom("template").where("code", "=", "CALL_1").where("language", "=", "en").execute();
    expect((await one("call", "CALL_1", "de")).language).toBe("nl");
    expect(await findTemplate(world.db, "post", "POST_UNKNOWN", "nl")).toBeUndefined();
  });

  test("the 14-day letter contains what BW 6:96(6) and HR 2016:2704 require, and prints no payment date", async () => {
    const letter = plainText(renderTemplate((await one("post", "POST_WIK14", "nl")).body, exampleValues, "nl"));
    expect(letter).toContain("14 dagen, te rekenen vanaf de dag nadat deze brief bij u is bezorgd");
    expect(letter).toContain("Die kosten zijn €\u00a097,35.");
    expect(letter).toContain("21% btw");
    expect(letter).not.toContain("28 september 2026");
    const reclaims = plainText(
      renderTemplate((await one("post", "POST_WIK14", "nl")).body, { ...exampleValues, vatStatement: null }, "nl"),
    );
    expect(reclaims).not.toContain("btw");
  });

  test.each([
    ["en", "14 days, counted from the day after this letter was delivered to you"],
    ["fr", "14 jours, à compter du jour après celui où cette lettre vous a été remise"],
    ["de", "14 Tage, gerechnet ab dem Tag, nachdem dieser Brief bei Ihnen zugestellt wurde"],
  ] as const)("the letter in another language is accepted too: %s", async (language, term) => {
    const { body } = await one("post", "POST_WIK14", language);
    const letter = plainText(renderTemplate(body, exampleValues, language));
    expect(letter).toContain(term);
    expect(usedVariables("", body)).toContain("bikTotal");
    expect(usedVariables("", body)).not.toContain("payBefore");
  });

  test("threaten nothing undecided: no letter but the summons mentions a bailiff", () => {
    for (const template of all.filter(({ category }) => category !== "judicial")) {
      const words = plainText(renderTemplate(template.body, exampleValues, "nl")).toLowerCase();
      for (const word of threats) {
        expect([template.code, words.includes(word)]).toEqual([template.code, false]);
      }
    }
  });
});
