/**
 * How the mails of the product fare in the programs that people read mail in, by what caniemail.com has tried in each: every template in every language,
 * with all that can stand in one.
 */
import { doIUseEmail } from "@jsx-email/doiuse-email";
import { HtmlValidate } from "html-validate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type World } from "../../app/testing/world.factory.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { globalSettings } from "../../ground/settings/settings.server.ts";
import { providerOf } from "../../ground/settings/settings.ts";
import { shownMessage } from "../correspondence/correspondence.server.ts";
import { templateBody } from "../templates/templates.contract.ts";
import { sampleModel } from "./sample.server.ts";

const rows = z.array(
  z.object({ code: z.string(), language: z.enum(languages), subject: z.string(), body: templateBody }),
);

/** Those that nearly everybody reads mail in. */
const emailClients = [
  "gmail.*",
  "outlook.*",
  "apple-mail.*",
  "yahoo.*",
  "samsung-email.*",
  "thunderbird.*",
  "protonmail.*",
];

/** What some of them do not know, and what then becomes of it. */
const unknown: Readonly<Record<string, string>> = {
  "<body> element": "becomes a <div>: ground and words stand in the table too",
  "role attribute": "a reader's voice then says that there is a table; nothing is lost",
};

/** What some of them know in part, and why that part is not the one that we use. */
const inPart: Readonly<Record<string, string>> = {
  "<body> element": "as above",
  "lang attribute": "not on cells; ours stands on <html>",
  "role attribute": "on tables only, where ours stand",
  "align attribute": "not on <table> and <img>; ours stands on cells",
  "cellpadding attribute": "zero, and said again by the cells",
  "cellspacing attribute": "zero, which is what they make of it",
  "colspan attribute": "on cells of a row that heads others",
  "width attribute": "pictures only; there are none",
  border: "by name of a colour; ours are numbers",
  "font-size": "relative sizes; ours are pixels",
  "font-weight": "by number; bold is what remains",
  "line-height": "em and pixels; ours is a number",
  margin: "below zero, and `auto`, beside which Outlook has a table of its own width",
  "max-width": "tables only in Outlook, which has a table of its own width",
  padding: "cells only in Outlook, where all of ours stand but the indent of a list",
  "text-align": "`start` and `end`; ours are left and right",
  "vertical-align": "in part; a cell that is set lower is read all the same",
};

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // A mail has no style sheet and no other way to be laid out.
    "no-inline-style": "off",
    "no-deprecated-attr": "off",
    "no-conditional-comment": "off",
    "presentation-role-style": "off",
    "prefer-tbody": "off",
    "doctype-style": "off",
    // It is the subject once more.
    "long-title": "off",
  },
});

describe("every mail of the product, in every language", () => {
  let world: World;
  const mails: { readonly name: string; readonly html: string; readonly text: string }[] = [];

  beforeAll(async () => {
    world = await startWorld();
    const found =
      await sql<unknown>`select code, language, subject, body from template where channel = 'email'`.execute(world.db);
    const provider = providerOf(await globalSettings(world.db));
    for (const { code, language, subject, body } of rows.parse(found.rows)) {
      const model = sampleModel(language, world.clock.today(), provider, "6:119 BW");
      // With a specification and a way to pay as well, whether or not its own words have them.
      const whole = {
        ...body,
        content: [...body.content, { type: "claimSpecification" as const }, { type: "paymentBlock" as const }],
      };
      const { html, text } = shownMessage({ channel: "email", subject, body: whole }, model);
      mails.push({ name: `${code} ${language}`, html: html ?? "", text });
    }
  });
  afterAll(() => world.close());

  test("there are such mails", () => expect(mails.length).toBeGreaterThanOrEqual(11 * 4));

  test("uses only features known to all common mail programs, or reviewed where support is partial", () => {
    const feature = (said: string): string => /`([^`]+)`/.exec(said)?.[1] ?? said;
    for (const { name, html } of mails) {
      const found = doIUseEmail(html, { emailClients });
      const errors = "errors" in found ? found.errors.map(feature) : [];
      expect([name, errors.filter((said) => unknown[said] === undefined)]).toEqual([name, []]);
      expect([name, found.warnings.map(feature).filter((said) => inPart[said] === undefined)]).toEqual([name, []]);
    }
  });

  test("is valid HTML, and can be read by a screen reader", async () => {
    for (const { name, html } of mails) {
      const { results } = await validator.validateString(html);
      const warnings = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      );
      expect([name, warnings]).toEqual([name, []]);
    }
  });

  test("uses only layout that Outlook for Windows supports: an outer table of 600 pixels, and padding in cells", () => {
    for (const { name, html } of mails) {
      const padded = [...html.matchAll(/<(\w+)[^>]*style="[^"]*padding(?:-\w+)?:(?!0["; ])[^"]*"/g)].map(
        ([, tag]) => tag ?? "",
      );
      expect([name, padded.filter((tag) => !["td", "th", "ul", "ol"].includes(tag))]).toEqual([name, []]);
      expect(html).toMatch(/<!--\[if mso\]><table [^>]*width="600"[^>]*><tr><td><!\[endif\]-->/);
      expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(2);
    }
  });

  test("loads nothing, runs nothing, and is short enough not to be clipped", () => {
    for (const { name, html } of mails) {
      expect([
        name,
        /<(?:img|link|script|style|iframe|form|object|svg|video)\b|url\(|@import|\bon\w+=/i.test(html),
      ]).toEqual([name, false]);
      // Gmail shows the first 102 kB.
      expect([name, Buffer.byteLength(html) < 102_000]).toEqual([name, true]);
    }
  });

  test("sets both text and background colours, so that a dark scheme inverts both or neither", () => {
    for (const { name, html } of mails) {
      const cells = [...html.matchAll(/<(?:td|th)[^>]*style="([^"]*)"/g)].map(([, style = ""]) => style);
      expect([name, cells.some((style) => /(?:^|;)color:/.test(style))]).toEqual([name, true]);
      expect(html).toContain('<body style="margin:0;padding:0;background-color:#ffffff">');
      expect(html).toMatch(/<table role="presentation" width="100%"[^>]*background-color:#ffffff/);
      for (const [, colour = ""] of html.matchAll(/(?<![\w-])color:(#[0-9a-f]{6})/g))
        expect([name, colour, contrast(colour, "#ffffff") >= 4.5]).toEqual([name, colour, true]);
    }
  });

  test("has a text part with the same amounts, and no markup", () => {
    for (const { name, html, text } of mails) {
      const amounts = [...html.matchAll(/€[\u00a0\u202f ]?[\d.,]+\d|\d[\d.,\u202f\u00a0]*,\d\d[\u00a0\u202f ]€/g)].map(
        ([amount]) => amount,
      );
      expect([name, amounts.filter((amount) => !text.includes(amount))]).toEqual([name, []]);
      expect([name, /<\/?\w+[^>]*>|&\w+;/.test(text)]).toEqual([name, false]);
    }
  });
});

/** WCAG 2.2, 1.4.3. */
function contrast(one: string, other: string): number {
  const light = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
  return ((a ?? 0) + 0.05) / ((b ?? 0) + 0.05);
}
