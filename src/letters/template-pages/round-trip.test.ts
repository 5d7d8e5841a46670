/** What an editor makes of a template is what the renderer makes of it: every template that comes with the product, in every language. */
import { getSchema } from "@tiptap/core";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type World } from "../../app/testing/world.factory.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { blockNode, starter, variableNode } from "../../ground/platform/web/inputs/editor/nodes.web.ts";
import { exampleValues, type TemplateBody, templateBody, tidied } from "../templates/templates.contract.ts";
import { htmlMail, plainText, renderTemplate } from "../templates/templates.ts";
import { bodyOf, plainOf } from "./plain.web.ts";

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

const schema = getSchema([
  starter,
  variableNode((name) => name),
  blockNode("claimSpecification", ""),
  blockNode("paymentBlock", ""),
  blockNode("debtorPage", ""),
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
