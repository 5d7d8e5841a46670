/** The demo portfolio of two years, and every step of every file of it decided again by the version of its workflow that did it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "../src/app/demo/demo.server.ts";
import { replayedRecords } from "../src/app/demo/replayed-records.factory.ts";
import { startWorld, type World } from "../src/app/testing/world.factory.ts";
import { latestReplays, requestReplay } from "../src/letters/what-if/what-if.contract.ts";
import { listWorkflowVersions } from "../src/letters/workflows/workflows.contract.ts";

let world: World;

beforeAll(async () => {
  world = await startWorld();
  const { parts, database, modules } = world.vorder;
  await seedDemo({ files: 450, seed: 11, months: 24, clock: world.clock, parts, database, modules });
}, 1_200_000);
afterAll(() => world.close());

test("replaying every workflow of the demo gives the same decisions", async () => {
  const maker = await world.login(["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH"]);
  const { items } = await maker.call(listWorkflowVersions, {});
  const decided = new Map<string, number>();
  for (const { id: workflow, code, live, category } of items) {
    // Records of pre-collection are no files: they are decided again below.
    if (live === null || category === "precasso") continue;
    await maker.call(requestReplay, { params: { workflow }, body: { number: live, months: 36 } });
    await world.drain();
    const [replay] = (await maker.call(latestReplays, { params: { workflow } })).items;
    const same = replay?.outcome?.decisions ?? 0;
    expect([code, replay?.outcome?.apart, replay?.outcome?.kinds]).toEqual([
      code,
      0,
      { same, day: 0, step: 0, none: 0 },
    ]);
    decided.set(code, same);
  }
  const live = [...decided].filter(([, decisions]) => decisions > 0).map(([code]) => code);
  expect(live).toEqual(expect.arrayContaining(["W1", "W2", "W3", "W4", "W5B", "W5J", "W5M", "W5S"]));
}, 600_000);

test("replaying pre-collection (W6) gives the same steps on the same days", async () => {
  const { apart, effects } = await replayedRecords(world);
  expect(apart).toEqual([]);
  expect([...effects.keys()].sort()).toEqual(["convert", "none", "notice14"]);
});
