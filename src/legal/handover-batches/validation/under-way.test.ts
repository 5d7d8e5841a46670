/** A file on its way to an office stays in its workflow and on its version until the office answers: moved alone or with others, over HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { startBulk } from "../../../exchange/bulk/bulk.factory.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { latestWhatIf, listWhatIfRows, moveFiles, requestWhatIf } from "../../../letters/what-if/what-if.contract.ts";
import {
  changeFileWorkflow,
  listWorkflowVersions,
  moveFileVersion,
  publishDraft,
  readFileVersion,
  readFileWorkflow,
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

const batchNow = () => lawyer.call(readBatch, { params: { id: batch } });
const versionOf = async (id: number) => (await lawyer.call(readFileWorkflow, { params: { id } })).workflow?.version;

/** Of two files on the first version one goes to an office that has not answered; then a second version goes live. */
beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_LEGAL", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"],
  ]);
  const { fileIds, clientId } = await portfolio(world, 2);
  [away = 0, here = 0] = fileIds;
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

test("into another workflow it is refused as well, by call and in work on many files, which foretells it; the other goes", async () => {
  const reason = expect.stringContaining(`Handover ${batch}`);
  const body = { workflow: "W2", reason: "Toch zakelijk" };
  const refused = await lawyer.refused(changeFileWorkflow, { params: { id: away }, body });
  expect(refused.body.errors).toEqual({ common: [reason] });
  const bulk = await startBulk(world);
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
