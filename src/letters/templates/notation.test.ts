/** The notation in which migrations bring texts: one function of the database makes the editor's document of it. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../app/testing/world.factory.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const bodyOf = async (source: string): Promise<unknown> => {
  const { rows } = await sql<{ body: unknown }>`select letter_body(${source}) as body`.execute(world.db);
  return rows[0]?.body;
};
const text = (words: string, more: object = {}) => ({ type: "text", text: words, ...more });
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const item = (words: string) => ({ type: "listItem", content: [paragraph(text(words))] });

test("a text becomes headings, paragraphs, lists, bold words and variables", async () => {
  const source =
    "# Kop\n\nU betaalt **{{open}}** en\nniet meer.\n\n- een\n- twee\n\n1. eerst\n1. dan\n\n[specification]\n\n[payment]";
  expect(await bodyOf(source)).toEqual({
    type: "doc",
    content: [
      { type: "heading", attrs: { level: 2 }, content: [text("Kop")] },
      paragraph(
        text("U betaalt "),
        { type: "variable", attrs: { name: "open" }, marks: [{ type: "bold" }] },
        text(" en"),
        { type: "hardBreak" },
        text("niet meer."),
      ),
      { type: "bulletList", content: [item("een"), item("twee")] },
      { type: "orderedList", content: [item("eerst"), item("dan")] },
      { type: "claimSpecification" },
      { type: "paymentBlock" },
    ],
  });
});
