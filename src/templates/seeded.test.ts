import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../app/world.factory.ts";
import { findTemplate } from "./templates.server.ts";
import {
  exampleValues,
  knownTemplates,
  lintTemplate,
  plainText,
  renderTemplate,
  type Template,
  templateChannels,
} from "./templates.ts";

describe("the templates that come with the product", () => {
  let world: World;
  const all: Template[] = [];
  const one = async (channel: Template["channel"], code: string, language: "nl" | "en" | "fr" | "de") => {
    const found = await findTemplate(world.db, channel, code, language);
    if (!found) throw new Error(`no template ${code}`);
    return found;
  };
  beforeAll(async () => {
    world = await startWorld();
    for (const channel of templateChannels) {
      for (const code of knownTemplates[channel]) {
        for (const language of ["nl", "en"] as const) all.push(await one(channel, code, language));
      }
    }
  });
  afterAll(() => world.close());

  test("are there in Dutch and English, and each passes the lint without a word of advice", async () => {
    expect(all.every((template, at) => template.language === (at % 2 === 0 ? "nl" : "en"))).toBe(true);
    for (const template of all)
      expect([template.code, template.language, lintTemplate(template)]).toEqual([
        template.code,
        template.language,
        [],
      ]);
  });

  test("leave nothing open once every variable has a value", () => {
    for (const template of all) {
      const model = renderTemplate(template.body, exampleValues, "nl");
      expect([template.code, model.missing, model.unknown]).toEqual([template.code, [], []]);
      expect(plainText(model)).not.toMatch(/\{\{|\*\*|\[specification\]|\[payment\]/);
    }
  });

  // Notices and what leads to a court stand in Dutch and English; whoever reads neither gets the English one.
  const dutchAndEnglish = [
    "post POST_WIK14",
    "post POST_BIK",
    "post POST_LAST",
    "post POST_SUBPOENA",
    "post POST_DEMAND_B2B",
    "post POST_FINAL_B2B",
    "post POST_PETITION_B2B",
  ];

  test.each(["fr", "de"] as const)("come in the debtor's own language but for the notices: %s", async (language) => {
    const missing: string[] = [];
    for (const channel of ["post", "email", "sms"] as const) {
      for (const code of knownTemplates[channel]) {
        const template = await one(channel, code, language);
        if (template.language !== language) missing.push(`${channel} ${code}`);
        else {
          expect([code, lintTemplate(template)]).toEqual([code, []]);
          const { missing: empty, unknown } = renderTemplate(template.body, exampleValues, language);
          expect([code, empty, unknown]).toEqual([code, [], []]);
        }
      }
    }
    expect(missing).toEqual(dutchAndEnglish);
  });

  test("come in English for those who read neither language, and in Dutch where English is missing", async () => {
    expect((await one("post", "POST_WIK14", "fr")).language).toBe("en");
    await world.db.deleteFrom("template").where("code", "=", "POST_LAST").where("language", "=", "en").execute();
    expect((await one("post", "POST_LAST", "de")).language).toBe("nl");
    expect(await findTemplate(world.db, "post", "POST_UNKNOWN", "nl")).toBeUndefined();
  });

  test("the 14-day letter says what BW 6:96(6) and HR 2016:2704 ask for, and prints no date to pay", async () => {
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

  test("threaten with nothing that is not decided: no letter but the summons speaks of a bailiff", () => {
    for (const template of all.filter(({ category }) => category !== "judicial")) {
      const words = plainText(renderTemplate(template.body, exampleValues, "nl")).toLowerCase();
      for (const word of ["deurwaarder", "bailiff", "beslag", "seizure", "faillie", "bankrupt"]) {
        expect([template.code, words.includes(word)]).toEqual([template.code, false]);
      }
    }
  });
});
