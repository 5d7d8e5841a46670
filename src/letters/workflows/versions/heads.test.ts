/** Workflows made, copied and named over HTTP; and clients' variants that inherit from one of the provider. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { claimOf, registerProvider } from "../../processing/processing.factory.ts";
import { latestWhatIf, requestWhatIf } from "../../what-if/what-if.contract.ts";
import { changeFileWorkflow, listWorkflows, moveFileVersion, readFileWorkflow } from "../workflows.contract.ts";
import { createVariant, createWorkflow, renameWorkflow } from "./heads.contract.ts";
import { stepBody } from "./step-body.factory.ts";
import {
  addStep,
  changeStep,
  type DrawnWorkflow,
  dropDraft,
  listWorkflowVersions,
  publishDraft,
  readWorkflow,
  removeStep,
  startDraft,
} from "./versions.contract.ts";

let world: World;
let maker: Visitor;
let client: number;
let house: number;

beforeAll(async () => {
  world = await startWorld();
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  await registerProvider(world);
  maker = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_PROCESSING"],
  ]);
  client = (await makeClient(world.db, world.clock)).id;
  house = await idOf("W1");
});
afterAll(() => world.close());

const rows = async () => (await maker.call(listWorkflowVersions, {})).items;
const idOf = async (code: string) => (await rows()).find((row) => row.code === code)?.id ?? 0;
const read = (workflow: number, number?: number) =>
  maker.call(readWorkflow, { params: { workflow }, query: number === undefined ? {} : { number } });
const head = { name: "Proef", category: "standard", audience: "consumer", copyOf: null } as const;
const live = async () => (await maker.call(listWorkflows, {})).items.map(({ code }) => code);
const at = (drawn: DrawnWorkflow, template: string) => {
  const found = drawn.steps.find((step) => step.template === template);
  if (!found) throw new Error(`no ${template}`);
  return found;
};
const publish = async (workflow: number) => {
  const { version } = await read(workflow);
  return maker.call(publishDraft, { params: { workflow }, body: { note: "Proef", version } });
};
async function change(workflow: number, template: string, more: Partial<ReturnType<typeof stepBody>>) {
  const draft = await read(workflow);
  const step = at(draft, template);
  const body = { ...stepBody(step, draft.version), ...more };
  return maker.call(changeStep, { params: { workflow, id: step.id }, body });
}
const numbered = (drawn: DrawnWorkflow, state: "live" | "draft") =>
  drawn.versions.find((version) => version.state === state)?.number ?? 0;
const liveSteps = async (workflow: number) => {
  const drawn = await read(workflow);
  return (await read(workflow, numbered(drawn, "live"))).steps;
};

describe("a new workflow", () => {
  test("is for employees who edit workflows; a wrong code is refused beside its field", async () => {
    const clerk = await world.login(["ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH"]);
    expect((await clerk.send(createWorkflow, { body: { ...head, code: "N1" } })).status).toBe(403);
    const spaced = await maker.refused(createWorkflow, { body: { ...head, code: "N 1" } });
    expect(Object.keys(spaced.body.errors ?? {})).toEqual(["code"]);
    const taken = await maker.refused(createWorkflow, { body: { ...head, code: "w1" } });
    expect(taken.body.errors).toEqual({ code: ["There is a workflow W1 already."] });
  });

  test("starts empty, gets steps, and accepts files only once it is live", async () => {
    const { id } = await maker.call(createWorkflow, { body: { ...head, code: "n1" } });
    const empty = await read(id);
    expect(empty).toMatchObject({ code: "N1", state: "draft", number: 1, steps: [], faults: [expect.any(String)] });
    expect(await live()).not.toContain("N1");
    await maker.call(addStep, { params: { workflow: id }, body: { after: 0, version: empty.version } });
    await publish(id);
    expect(await live()).toContain("N1");
  });

  test("made as a copy has the steps of the live version", async () => {
    const { id } = await maker.call(createWorkflow, { body: { ...head, code: "N2", copyOf: house } });
    const templates = (drawn: DrawnWorkflow) => drawn.steps.map(({ template }) => template);
    expect(templates(await read(id))).toEqual(templates(await read(house)));
    const { version } = await read(id);
    await maker.call(dropDraft, { params: { workflow: id }, body: { version } });
    // It never went live: nothing is left of it.
    expect((await maker.refused(readWorkflow, { params: { workflow: id }, query: {} })).status).toBe(404);
    const draftOnly = await maker.call(createWorkflow, { body: { ...head, code: "N3" } });
    const refused = await maker.refused(createWorkflow, { body: { ...head, code: "N4", copyOf: draftOnly.id } });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["copyOf"]);
  });

  test("can be renamed; legal properties do not change for its files", async () => {
    const { headVersion: version } = await read(house);
    const params = { workflow: house };
    const same = { category: "standard", audience: "consumer" } as const;
    const refused = await maker.refused(renameWorkflow, {
      params,
      body: { ...same, audience: "business", name: "W", version },
    });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["audience"]);
    await maker.call(renameWorkflow, { params, body: { ...same, name: "Consument", version } });
    expect((await read(house)).name).toBe("Consument");
    const late = await maker.refused(renameWorkflow, { params, body: { ...same, name: "Te laat", version } });
    expect(late.status).toBe(409);
  });
});

describe("a client's variant", () => {
  let variant: number;
  let file: number;

  test("inherits all steps; only its own changes are stored and shown", async () => {
    const params = { workflow: house };
    const body = { client, code: "W1-K", name: "Consument, per week bellen" };
    variant = (await maker.call(createVariant, { params, body })).id;
    const drawn = await read(variant);
    expect(drawn).toMatchObject({ category: "client_specific", audience: "consumer", differences: [] });
    expect(drawn.parent).toMatchObject({ code: "W1", number: 1 });
    expect(drawn.steps).toHaveLength(10);
    const changed = await change(variant, "EM_TERM", { offsetDays: 12 });
    expect(changed.differences).toEqual([
      {
        kind: "changed",
        position: 6,
        name: expect.any(String),
        fields: [{ field: "offsetDays", parent: "9", own: "12" }],
      },
    ]);
    const sms = at(changed, "SMS_LINK");
    await maker.call(removeStep, { params: { workflow: variant, id: sms.id }, body: { version: changed.version } });
    await publish(variant);
    const twice = await maker.refused(createVariant, { params, body: { ...body, code: "W1-L" } });
    expect(Object.keys(twice.body.errors ?? {})).toEqual(["client"]);
    const nested = await maker.refused(createVariant, {
      params: { workflow: variant },
      body: { ...body, code: "W1-M" },
    });
    expect(Object.keys(nested.body.errors ?? {})).toEqual(["common"]);
    expect((await read(house)).variants).toMatchObject([{ code: "W1-K", differs: 2 }]);
  });

  test("accepts files and is validated like every workflow", async () => {
    file = (await placeOne(world, client, claimOf())).id;
    const body = { workflow: "W1-K", reason: "Afspraak met de opdrachtgever" };
    await maker.call(changeFileWorkflow, { params: { id: file }, body });
    await maker.call(doStep, { params: { id: file }, body: { position: 1 } });
    const place = await maker.call(readFileWorkflow, { params: { id: file } });
    expect(place.steps.map(({ template }) => template)).not.toContain("SMS_LINK");
    const { id } = await maker.call(requestWhatIf, { params: { workflow: variant }, body: { number: 1 } });
    await world.drain();
    const { items } = await maker.call(latestWhatIf, { params: { workflow: variant } });
    expect(items.find((one) => one.id === id)).toMatchObject({ files: 1, outcome: { changes: { same: 1 } } });
  });

  test("follows a change of its parent, except where it differs; its files stay on their version until moved", async () => {
    await maker.call(startDraft, { params: { workflow: house } });
    await change(house, "EM_TERM", { offsetDays: 10 });
    await change(house, "POST_LAST", { offsetDays: 16 });
    await change(house, "SMS_LINK", { offsetDays: 6 });
    // A draft of the parent reaches nobody.
    expect((await liveSteps(variant)).find(({ template }) => template === "POST_LAST")?.offsetDays).toBe(14);
    await publish(house);
    const steps = await liveSteps(variant);
    const offset = (template: string) => steps.find((step) => step.template === template)?.offsetDays;
    expect([offset("EM_TERM"), offset("POST_LAST"), offset("SMS_LINK")]).toEqual([12, 16, undefined]);
    const drawn = await read(variant);
    expect(drawn.parent?.number).toBe(2);
    expect(
      drawn.differences.map(({ kind, fields }) => [kind, fields.map(({ parent, own }) => `${parent} ${own}`)]),
    ).toEqual([
      ["changed", ["10 12"]],
      ["removed", []],
    ]);
    const place = () => maker.call(readFileWorkflow, { params: { id: file } });
    expect((await place()).workflow).toMatchObject({ code: "W1-K", version: 1, newest: 2 });
    const { version } = await place();
    const move = { dates: "new" as const, reason: "Nieuwe versie", version };
    await maker.call(moveFileVersion, { params: { id: file }, body: move });
    expect((await place()).workflow).toMatchObject({ version: 2 });
  });

  test("has a draft that follows too and keeps its own changes", async () => {
    await maker.call(startDraft, { params: { workflow: variant } });
    await change(variant, "CALL_1", { offsetDays: 8 });
    await maker.call(startDraft, { params: { workflow: house } });
    await change(house, "CALL_1", { lapseDays: 3 });
    await publish(house);
    const draft = await read(variant, numbered(await read(variant), "draft"));
    expect(at(draft, "CALL_1")).toMatchObject({ offsetDays: 8, lapseDays: 3 });
    await maker.call(dropDraft, { params: { workflow: variant }, body: { version: draft.version } });
    expect((await liveSteps(variant)).find(({ template }) => template === "CALL_1")).toMatchObject({
      offsetDays: 7,
      lapseDays: 3,
    });
  });

  test("waits for a person when the merged version may not go live", async () => {
    // The variant's own e-mail comes on day 12; the parent's becomes a letter with a term, which leaves no time between.
    await maker.call(startDraft, { params: { workflow: house } });
    await change(house, "EM_TERM", { offsetDays: 7 });
    await change(house, "CALL_1", { offsetDays: 7 });
    await change(house, "POST_LAST", { offsetDays: 11 });
    const before = numbered(await read(variant), "live");
    await publish(house);
    const drawn = await read(variant);
    expect(numbered(drawn, "live")).toBe(before);
    expect(drawn.state).toBe("draft");
    expect(at(drawn, "POST_LAST").faults).toHaveLength(1);
  });
});
