/** A plan's reasons, one for each rule: what differs between its rows is left out, what is the same for all is said. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { planRun, readRun } from "../processing.contract.ts";
import { portfolio } from "../processing.factory.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.close());

test("the name of a group keeps the term that all of its rows share, and no day of one of them", async () => {
  const processor = await world.login(["ROLE_PROCESSING", "ROLE_FILE_SEARCH"]);
  const { clientId } = await portfolio(world, 2);
  const { id } = await processor.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  await sql`update run_row set verdict = 'refuse', reasons = jsonb_build_array(
    jsonb_build_object('rule', 'summonsAddress', 'article', 'Rv 45', 'textKey', 'rules.summonsAddress', 'possibleFrom', null,
      'values', jsonb_build_object('days', 30)),
    jsonb_build_object('rule', 'noticeRunning', 'article', 'BW 6:96', 'textKey', 'rules.noticeRunning', 'possibleFrom', null,
      'values', jsonb_build_object('sent', (date '2026-11-01' + file_id::int)::text))) where run_id = ${id}`.execute(
    world.db,
  );
  const { reasons } = await processor.call(readRun, { params: { id }, headers: { "accept-language": "nl" } });
  expect(reasons.map(({ text, files }) => [text, files])).toEqual([
    ["De termijn van de veertiendagenbrief van … loopt nog.", 2],
    ["Het adres is de laatste 30 dagen niet nagekeken.", 2],
  ]);
});
