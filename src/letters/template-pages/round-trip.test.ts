/** The editor and the renderer agree: every template that comes with the product, in every language. */
import { getSchema } from "@tiptap/core";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type World } from "../../app/testing/world.factory.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { blockNode, starter, variableNode, wholeNode } from "../../ground/platform/web/inputs/editor/nodes.web.ts";
import { conditionNode, repeatNode } from "../../ground/platform/web/inputs/editor/parts.web.ts";
import { exampleValues, type TemplateBody, templateBody, tidied } from "../templates/templates.contract.ts";
import { htmlMail, plainText, renderTemplate } from "../templates/templates.ts";
import { bodyOf, plainOf } from "./plain-text.web.ts";

const rows = z.array(
  z.object({ channel: z.string(), code: z.string(), language: z.enum(languages), body: templateBody }),
);
let world: World;
let seeded: z.infer<typeof rows>;

beforeAll(async () => {
  world = await startWorld();
  const found = await sql<unknown>`select channel, code, language, body from template order by id`.execute(world.db);
  seeded = rows.parse(found.rows);
});
afterAll(() => world.close());

const blocks = ["claimSpecification", "paymentBlock", "debtorPage"];
const words = () => ({ head: () => "", unwrap: "" });
const schema = getSchema([
  starter,
  wholeNode(true),
  variableNode((name) => ({ label: name, title: name })),
  ...blocks.map((name) => blockNode(name, "")),
  repeatNode(words),
  conditionNode(blocks, words),
]);

/** Loaded into the editor, with the empty paragraph that it leaves for the cursor, and saved. */
const edited = (body: TemplateBody): TemplateBody => {
  const document = schema.nodeFromJSON({ ...body, content: [...body.content, { type: "paragraph" }] });
  document.check();
  return tidied(templateBody.parse(document.toJSON()));
};

const rendered = (body: TemplateBody, language: (typeof languages)[number]) => {
  const document = renderTemplate(body, exampleValues, language);
  return [plainText(document, (kind) => kind), htmlMail(document, { subject: "", footer: [], insert: () => null })];
};

test("a template that is loaded and saved renders byte for byte the same", () => {
  expect(seeded.length).toBeGreaterThan(80);
  for (const { code, language, body } of seeded)
    expect([code, language, rendered(edited(body), language)]).toEqual([code, language, rendered(body, language)]);
});

test("so do conditions and repeats; those within one another, or within a list, are none", () => {
  const paragraph = (name: string) => ({
    type: "paragraph" as const,
    content: [{ type: "variable" as const, attrs: { name } }],
  });
  const repeat = { type: "repeat" as const, attrs: { over: "terms" as const }, content: [paragraph("termOn")] };
  const body: TemplateBody = {
    type: "doc",
    content: [
      { type: "condition", attrs: { name: "courtCosts", filled: false }, content: [paragraph("open"), repeat] },
      repeat,
    ],
  };
  expect(edited(body)).toEqual(body);
  const [condition] = body.content;
  for (const wrong of [
    { type: "condition", attrs: { name: "open", filled: true }, content: [condition] },
    { type: "bulletList", content: [{ type: "listItem", content: [repeat] }] },
    { type: "repeat", attrs: { over: "debtors" }, content: [paragraph("open")] },
  ]) {
    expect(templateBody.safeParse({ type: "doc", content: [wrong] }).success).toBe(false);
    if (wrong.type !== "repeat")
      expect(() => schema.nodeFromJSON({ type: "doc", content: [wrong] }).check()).toThrow("Invalid content");
  }
});

test("so does an SMS that is typed as plain text", () => {
  const messages = seeded.filter(({ channel }) => channel === "sms");
  expect(messages).toHaveLength(12);
  for (const { code, language, body } of messages)
    expect([code, language, rendered(bodyOf(plainOf(body)), language)]).toEqual([
      code,
      language,
      rendered(body, language),
    ]);
});
