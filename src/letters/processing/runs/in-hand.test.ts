/** A file that a run still has to make stays before its step until the run is done with it, over HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { storageAway } from "../../../app/testing/unavailable-storage.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import type { BulkAction } from "../../../exchange/bulk/bulk.contract.ts";
import { type BulkHouse, startBulk } from "../../../exchange/bulk/bulk.factory.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import {
  changeFileWorkflow,
  pauseFileWorkflow,
  readFileWorkflow,
  skipWorkflowStep,
} from "../../workflows/workflows.contract.ts";
import { portfolio } from "../processing.factory.ts";
import { listRunRows, makeRunCall, planRun, readRun } from "./runs.contract.ts";

let world: World;
let clerk: Visitor;
let bulk: BulkHouse;
let id: number;
let paused: number;
let run: number;

const place = (file: number) => clerk.call(readFileWorkflow, { params: { id: file } });
const runNow = () => clerk.call(readRun, { params: { id: run } });

/** Two files before their 14-day letter, in a run that is planned. */
beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"],
  ]);
  bulk = await startBulk(world);
  const made = await portfolio(world, 2);
  [id = 0, paused = 0] = made.fileIds;
  run = (await clerk.call(planRun, { body: { clients: [made.clientId] } })).id;
  await world.drain();
});
afterAll(() => world.close());

const actions: readonly BulkAction[] = [
  { kind: "step", reason: "Overslaan" },
  { kind: "step_go", workflow: "W1", position: 4, reason: "Verder" },
  { kind: "step_repeat", reason: "Opnieuw" },
  { kind: "workflow", workflow: "W2", reason: "Toch zakelijk" },
];

test("a run that is only planned keeps no file, for it judges each again", async () => {
  const plan = await bulk.planned({ kind: "workflow", workflow: "W2", reason: "Proef" }, { by: "files", files: [id] });
  expect(plan.counts).toMatchObject({ do: 1, refuse: 0 });
});

test("once the run is being made, no way leads past the step that it will do", async () => {
  await clerk.call(makeRunCall, { params: { id: run }, body: { version: (await runNow()).version } });
  // The run has begun and stands still before its first letter.
  await storageAway(world, () => world.drain());
  expect(await runNow()).toMatchObject({ state: "making", done: 0 });
  const before = await place(id);
  const reason = expect.stringContaining(`Run ${run} has this file in hand`);
  const skip = { position: before.next?.position ?? 0, reason: "Overslaan", version: before.version };
  const skipped = await clerk.refused(skipWorkflowStep, { params: { id }, body: skip });
  expect(skipped.body.errors).toEqual({ common: [reason] });
  const change = { workflow: "W2", reason: "Toch zakelijk" };
  const changed = await clerk.refused(changeFileWorkflow, { params: { id }, body: change });
  expect(changed.body.errors).toEqual({ common: [reason] });
  for (const action of actions) {
    const plan = await bulk.planned(action, { by: "files", files: [id] });
    expect((await bulk.rowsOf(plan.id)).map(({ verdict, reasons }) => [verdict, reasons])).toEqual([
      ["refuse", [reason]],
    ]);
  }
  expect(await place(id)).toEqual(before);
});

test("a file may be paused all the same: the run leaves it out and says so; the other goes out, and may then be moved", async () => {
  const { version } = await place(paused);
  await clerk.call(pauseFileWorkflow, { params: { id: paused }, body: { reason: "Debiteur belde", version } });
  await clerk.call(retryJob, { params: { id: (await runNow()).work?.id ?? "" } });
  await world.drain();
  expect(await runNow()).toMatchObject({ state: "done", done: 1, dropped: 1 });
  const { items } = await clerk.call(listRunRows, { params: { id: run }, query: {} });
  expect(items.map(({ fileId, state }) => [fileId, state]).sort()).toEqual([
    [id, "done"],
    [paused, "dropped"],
  ]);
  const body = { workflow: "W2", reason: "Toch zakelijk" };
  expect(await clerk.call(changeFileWorkflow, { params: { id }, body })).toMatchObject({ workflow: { code: "W2" } });
});
