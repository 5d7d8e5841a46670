/** A task hands its files to no other client's variant, whoever draws it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { changeFileWorkflow, readFileWorkflow } from "../workflows.contract.ts";
import { createVariant, createWorkflow } from "./heads.contract.ts";
import { stepBody } from "./step-body.factory.ts";
import {
  addStep,
  changeStep,
  listWorkflowVersions,
  publishDraft,
  readWorkflow,
  removeStep,
} from "./versions.contract.ts";

let world: World;
let maker: Visitor;
let own: number;
let others: number;
let phase: number;

const read = (workflow: number) => maker.call(readWorkflow, { params: { workflow }, query: {} });
const idOf = async (code: string) =>
  (await maker.call(listWorkflowVersions, {})).items.find((row) => row.code === code)?.id ?? 0;
const publish = async (workflow: number) => {
  const { version } = await read(workflow);
  return maker.send(publishDraft, { params: { workflow }, body: { note: "Proef", version } });
};
async function variantOf(parent: number, client: number, code: string) {
  const body = { client, code, name: code };
  const { id } = await maker.call(createVariant, { params: { workflow: parent }, body });
  return id;
}

async function removeFirst(workflow: number) {
  const { steps, version } = await read(workflow);
  return maker.send(removeStep, { params: { workflow, id: steps[0]?.id ?? 0 }, body: { version } });
}

/** Gives a draft a last step, a task that hands its files on; says what was refused. */
async function handsTo(workflow: number, nextWorkflow: string) {
  const before = await read(workflow);
  const after = before.steps.length;
  const { id } = await maker.call(addStep, { params: { workflow }, body: { after, version: before.version } });
  const drawn = await read(workflow);
  const step = drawn.steps.find((one) => one.id === id);
  if (!step) throw new Error("no step");
  const task = { channel: "task", template: "TASK_SIGNAL", needs: null, phase: "amicable", nextWorkflow } as const;
  const body = { ...stepBody(step, drawn.version), ...task };
  const reply = await maker.send(changeStep, { params: { workflow, id }, body });
  return [reply.status, Object.keys(JSON.parse(reply.text).errors ?? {})];
}

beforeAll(async () => {
  world = await startWorld();
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  maker = await world.login([
    "ROLE_EMPLOYEE",
    "ROLE_WORKFLOW_FILE",
    "ROLE_FILE_SEARCH",
    "ROLE_FILE_EDIT",
    "ROLE_PROCESSING",
  ]);
  own = (await makeClient(world.db, world.clock)).id;
  others = (await makeClient(world.db, world.clock)).id;
  const house = await idOf("W1");
  for (const [client, code] of [
    [own, "W1-EIGEN"],
    [others, "W1-ANDER"],
  ] as const)
    expect((await publish(await variantOf(house, client, code))).status).toBe(200);
});
afterAll(() => world.close());

test("a workflow of the house hands its files to no client's variant", async () => {
  const head = { name: "Proef", category: "phase", audience: "consumer", copyOf: null } as const;
  phase = (await maker.call(createWorkflow, { body: { ...head, code: "N1" } })).id;
  expect(await handsTo(phase, "W1-ANDER")).toEqual([400, ["nextWorkflow"]]);
  expect(await handsTo(phase, "W1")).toEqual([200, []]);
  expect((await removeFirst(phase)).status).toBe(200);
  expect((await publish(phase)).status).toBe(200);
});

test("a client's variant hands its files to that client's own, and to those of the house", async () => {
  const variant = await variantOf(phase, own, "N1-EIGEN");
  expect(await handsTo(variant, "W1-ANDER")).toEqual([400, ["nextWorkflow"]]);
  for (const code of ["W1-EIGEN", "W1"]) expect(await handsTo(variant, code)).toEqual([200, []]);
});

test("a version of before that was checked moves no file there either", async () => {
  const { id } = await placeOne(world, own);
  await maker.call(changeFileWorkflow, { params: { id }, body: { workflow: "N1", reason: "Proef" } });
  const inState = (state: string) =>
    world.db.updateTable("workflow_version").set({ state }).where("workflow_code", "=", "N1").execute();
  await inState("draft");
  await world.db
    .updateTable("workflow_step")
    .set({ next_workflow: "W1-ANDER" })
    .where("workflow_code", "=", "N1")
    .execute();
  await inState("live");
  const done = { position: 1, outcome: "done" as const };
  expect((await maker.refused(doStep, { params: { id }, body: done })).status).toBe(400);
  expect((await maker.call(readFileWorkflow, { params: { id } })).workflow?.code).toBe("N1");
});
