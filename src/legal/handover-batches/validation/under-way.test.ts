/** A file on its way to an office stays before its step until the office answers: moved alone or with others, over HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { type BulkAction, makeBulk } from "../../../exchange/bulk/bulk.contract.ts";
import { type BulkHouse, startBulk } from "../../../exchange/bulk/bulk.factory.ts";
import { doStep } from "../../../letters/processing/processing.contract.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { latestWhatIf, listWhatIfRows, moveFiles, requestWhatIf } from "../../../letters/what-if/what-if.contract.ts";
import {
  changeFileWorkflow,
  listWorkflowVersions,
  moveFileVersion,
  pauseFileWorkflow,
  publishDraft,
  readFileVersion,
  readFileWorkflow,
  resumeFileWorkflow,
  skipWorkflowStep,
  startDraft,
} from "../../../letters/workflows/workflows.contract.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import { handoverNeeds } from "../../handover/handover.ts";
import { readBatch, recallBatch, sendFiles } from "../batches/batches.contract.ts";
import { addMasterClient, createDestination, setLevels } from "../destinations/destinations.contract.ts";

let world: World;
let lawyer: Visitor;
let workflow: number;
let away: number;
let here: number;
let batch: number;
let bulk: BulkHouse;
/** A step of both files that was skipped before one of them went. */
let skipped: number;

const batchNow = () => lawyer.call(readBatch, { params: { id: batch } });
const versionOf = async (id: number) => (await lawyer.call(readFileWorkflow, { params: { id } })).workflow?.version;

const actions = [
  { kind: "step", reason: "Overslaan" },
  { kind: "step_go", workflow: "W1", position: 5, reason: "Verder" },
  { kind: "step_repeat", reason: "Opnieuw" },
] as const satisfies readonly BulkAction[];
/** Plans of these for the one that goes, made before it went. */
const earlier: Awaited<ReturnType<BulkHouse["planned"]>>[] = [];

/** Of two files on the first version one goes to an office that has not answered; then a second version goes live. */
beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_LEGAL", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"],
  ]);
  const { fileIds, clientId } = await portfolio(world, 2);
  [away = 0, here = 0] = fileIds;
  for (const id of fileIds) await lawyer.call(doStep, { params: { id }, body: { position: 1 } });
  bulk = await startBulk(world);
  skipped = (await bulk.made(actions[0], [away, here])).id;
  for (const action of actions) earlier.push(await bulk.planned(action, { by: "files", files: [away] }));
  const bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Wacht" } })).id;
  const body = { name: "Wacht", bailiff, types: ["amicable" as const], channel: "download" as const };
  const made = await lawyer.call(createDestination, { body: { ...body, format: "csv" } });
  await lawyer.call(addMasterClient, { body: { destination: made.id, client: clientId, externalId: "K-1" } });
  const levels = Object.fromEntries(handoverNeeds.map((need) => [need, "warn" as const]));
  await lawyer.call(setLevels, { params: { id: made.id }, body: { levels, version: made.version } });
  batch = (await lawyer.call(sendFiles, { body: { type: "amicable", destination: made.id, files: [away] } })).id;
  await world.drain();
  const { items } = await lawyer.call(listWorkflowVersions, {});
  workflow = items.find(({ code }) => code === "W1")?.id ?? 0;
  const draft = await lawyer.call(startDraft, { params: { workflow } });
  await lawyer.call(publishDraft, { params: { workflow }, body: { note: "Tweede", version: draft.version } });
});
afterAll(() => world.close());

test("moving it alone is refused with the reason shown beside the button; another file of the workflow is moved", async () => {
  expect(await batchNow()).toMatchObject({ state: "queued", count: 1 });
  const seen = await lawyer.call(readFileVersion, { params: { id: away } });
  expect(seen.underWay).toContain(`Handover ${batch}`);
  const body = { dates: "new" as const, reason: "Nieuwe afspraak", version: seen.version };
  const refused = await lawyer.refused(moveFileVersion, { params: { id: away }, body });
  expect(refused.body.errors).toEqual({ common: [seen.underWay] });
  expect((await lawyer.call(readFileVersion, { params: { id: here } })).underWay).toBeNull();
});

test("moved with others it stays and its row says why; the others are moved", async () => {
  const { id } = await lawyer.call(requestWhatIf, { params: { workflow }, body: { number: 2 } });
  await world.drain();
  const judged = (await lawyer.call(latestWhatIf, { params: { workflow } })).items[0];
  const body = { dates: "new" as const, reason: "Allemaal", version: judged?.version ?? 0 };
  await lawyer.call(moveFiles, { params: { id }, body });
  await world.drain();
  const { items } = await lawyer.call(listWhatIfRows, { params: { id }, query: {} });
  const rowOf = (file: number) => items.find(({ fileId }) => fileId === file);
  expect(rowOf(away)).toMatchObject({ state: "dropped", why: expect.stringContaining(`Handover ${batch}`) });
  expect(rowOf(here)).toMatchObject({ state: "moved" });
  expect([await versionOf(away), await versionOf(here)]).toEqual([1, 2]);
});

const place = (id: number) => lawyer.call(readFileWorkflow, { params: { id } });

test("skipping its step is refused by call", async () => {
  const { next, version } = await place(away);
  const body = { position: next?.position ?? 0, reason: "Overslaan", version };
  const refused = await lawyer.refused(skipWorkflowStep, { params: { id: away }, body });
  expect(refused.body.errors).toEqual({ common: [expect.stringContaining(`Handover ${batch}`)] });
  expect(await place(away)).toMatchObject({ next, version });
});

test.each([
  ["skipping its step", 0],
  ["putting it before another step", 1],
  ["repeating its last step", 2],
] as const)(
  "%s with other files is shown as refused in the preview; if planned before the handover, the file is left out as well",
  async (_how, at) => {
    const action = actions[at];
    const why = [expect.stringContaining(`Handover ${batch}`)];
    const before = await place(away);
    const plan = await bulk.planned(action, { by: "files", files: [away] });
    expect(await bulk.rowsOf(plan.id)).toMatchObject([{ verdict: "refuse", reasons: why }]);
    const { id, version } = earlier[at] ?? plan;
    await bulk.staff.call(makeBulk, { params: { id }, body: { version } });
    await world.drain();
    expect(await bulk.rowsOf(id)).toMatchObject([{ verdict: "do", state: "dropped", reasons: why }]);
    expect(await place(away)).toEqual(before);
  },
);

test("taking back what was done to both leaves it where it is, and says why", async () => {
  const before = await place(away);
  await bulk.undone(skipped);
  expect((await bulk.rowsOf(skipped)).find(({ fileId }) => fileId === away)).toMatchObject({
    state: "kept",
    reasons: [expect.stringContaining(`Handover ${batch}`)],
  });
  expect(await place(away)).toEqual(before);
});

test("it may be paused and go on: that moves no step", async () => {
  const { next, version } = await place(away);
  const paused = await lawyer.call(pauseFileWorkflow, { params: { id: away }, body: { reason: "Belde", version } });
  expect(paused).toMatchObject({ paused: true, next: { position: next?.position } });
  const body = { version: paused.version };
  expect(await lawyer.call(resumeFileWorkflow, { params: { id: away }, body })).toMatchObject({ paused: false });
});

test("into another workflow it is refused as well, by call and in work on many files, which foretells it; the other goes", async () => {
  const reason = expect.stringContaining(`Handover ${batch}`);
  const body = { workflow: "W2", reason: "Toch zakelijk" };
  const refused = await lawyer.refused(changeFileWorkflow, { params: { id: away }, body });
  expect(refused.body.errors).toEqual({ common: [reason] });
  const action = { kind: "workflow", ...body } as const;
  expect((await bulk.planned(action, { by: "files", files: [away, here] })).counts).toMatchObject({ do: 1, refuse: 1 });
  const made = await bulk.made(action, [away, here]);
  expect(made.counts).toMatchObject({ done: 1, refuse: 1 });
  expect(JSON.stringify(await bulk.rowsOf(made.id))).toContain(`Handover ${batch}`);
  const workflowOf = async (id: number) => (await lawyer.call(readFileWorkflow, { params: { id } })).workflow?.code;
  expect([await workflowOf(away), await workflowOf(here)]).toEqual(["W1", "W2"]);
});

test("taken back from the office, it may be moved", async () => {
  const body = { version: (await batchNow()).version, reason: "Toch niet" };
  await lawyer.call(recallBatch, { params: { id: batch }, body });
  const seen = await lawyer.call(readFileVersion, { params: { id: away } });
  expect(seen.underWay).toBeNull();
  const move = { dates: "new" as const, reason: "Nu wel", version: seen.version };
  expect(await lawyer.call(moveFileVersion, { params: { id: away }, body: move })).toMatchObject({
    workflow: { version: 2 },
  });
  const change = { workflow: "W2", reason: "Toch zakelijk" };
  expect(await lawyer.call(changeFileWorkflow, { params: { id: away }, body: change })).toMatchObject({
    workflow: { code: "W2" },
  });
});
