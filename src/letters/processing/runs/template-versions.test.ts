/** A run uses the templates that it was planned with, and each message records which, whatever is changed meanwhile. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { findTemplate, templateMark } from "../../templates/templates.server.ts";
import { portfolio } from "../processing.factory.ts";
import { listRunRows, makeRunCall, planRun, readRun } from "./runs.contract.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_PROCESSING"]);
});
afterAll(() => world.close());

const letters = (fileIds: readonly number[]) =>
  world.db
    .selectFrom("message")
    .select(["subject", "body_text", "template_mark"])
    .where("file_id", "in", [...fileIds])
    .execute();

const change = (subject: string) =>
  sql`update template set subject = ${subject}, body = replace(body::text, 'incassobureau', 'kantoor')::jsonb
    where code = 'POST_WIK14' and language = 'nl'`.execute(world.db);

async function planned(clientId: number) {
  const { id } = await clerk.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  return clerk.call(readRun, { params: { id } });
}

async function made({ id, version }: { id: number; version: number }) {
  await clerk.call(makeRunCall, { params: { id }, body: { version } });
  await world.drain();
  return clerk.call(readRun, { params: { id } });
}

test("a run planned before a template was changed sends the text it was planned with", async () => {
  const { clientId, fileIds } = await portfolio(world, 2);
  const run = await planned(clientId);
  const before = await templateMark(world.db);
  await change("Andere woorden");
  expect(await made(run)).toMatchObject({ state: "done", done: 2, dropped: 0, failed: 0 });
  const sent = await letters(fileIds);
  expect(sent.map(({ subject, template_mark }) => [subject, template_mark])).toEqual(
    Array.from({ length: 2 }, () => ["Betaal binnen 14 dagen en voorkom incassokosten", before]),
  );
  expect(sent.every(({ body_text }) => body_text.includes("incassobureau"))).toBe(true);
  // What a message said can be read again by the number that it keeps.
  const again = await findTemplate(world.db, "post", "POST_WIK14", "nl", sent[0]?.template_mark ?? 0);
  expect(again).toMatchObject({ subject: "Betaal binnen 14 dagen en voorkom incassokosten" });
});

test("the next run is planned and carried out with the new text", async () => {
  const { clientId, fileIds } = await portfolio(world, 1);
  const run = await planned(clientId);
  expect(await made(run)).toMatchObject({ state: "done", done: 1, dropped: 0 });
  const [sent] = await letters(fileIds);
  expect(sent).toMatchObject({ subject: "Andere woorden", template_mark: await templateMark(world.db) });
  expect(sent?.body_text).not.toContain("incassobureau");
  expect((await clerk.call(listRunRows, { params: { id: run.id } })).items).toMatchObject([{ state: "done" }]);
});

test("every change of text is a version, and no lower number appears after a visible one", async () => {
  const versions = () =>
    sql<{
      version: number;
      subject: string;
    }>`select r.version, r.subject from template_revision r join template t on t.id = r.template_id
      where t.code = 'POST_LAST' and t.language = 'nl' order by r.id`.execute(world.db);
  const first = (await versions()).rows.length;
  // Two who change at once: the numbers come in the order in which they were committed.
  await Promise.all(
    ["Een", "Twee", "Drie"].map((subject) =>
      sql`update template set subject = ${subject} where code = 'POST_LAST' and language = 'nl'`.execute(world.db),
    ),
  );
  const { rows } = await versions();
  expect(rows).toHaveLength(first + 3);
  expect(rows.map(({ version }) => version)).toEqual([...rows.map(({ version }) => version)].sort((a, b) => a - b));
  expect(new Set(rows.map(({ version }) => version)).size).toBe(rows.length);
});
