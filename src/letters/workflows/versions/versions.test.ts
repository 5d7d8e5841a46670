/** Versions of a workflow over HTTP: a draft is changed and put live, files stay on the version that they are on. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { readFileWorkflow } from "../workflows.contract.ts";
import { stepBody } from "./step-body.factory.ts";
import {
  addStep,
  changeStep,
  type DrawnWorkflow,
  dropDraft,
  listWorkflowVersions,
  moveStep,
  publishDraft,
  readWorkflow,
  removeStep,
  startDraft,
} from "./versions.contract.ts";

let world: World;
let maker: Visitor;
let clerk: Visitor;
let workflow: number;
let old: number;

beforeAll(async () => {
  world = await startWorld();
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  maker = await world.login(["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH"]);
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"]);
  old = (await portfolio(world, 1)).fileIds[0] ?? 0;
  const { items } = await maker.call(listWorkflowVersions, {});
  workflow = items.find(({ code }) => code === "W1")?.id ?? 0;
});
afterAll(() => world.close());

const read = (number?: number) =>
  maker.call(readWorkflow, { params: { workflow }, query: number === undefined ? {} : { number } });
const at = (drawn: DrawnWorkflow, position: number) => {
  const step = drawn.steps[position - 1];
  if (!step) throw new Error(`no step ${position}`);
  return step;
};
const bodyOf = (drawn: DrawnWorkflow, position: number) => stepBody(at(drawn, position), drawn.version);
const place = async () => (await clerk.call(readFileWorkflow, { params: { id: old } })).workflow;

describe("a draft", () => {
  test("is for employees who edit workflows", async () => {
    expect((await clerk.send(readWorkflow, { params: { workflow }, query: {} })).status).toBe(403);
    expect((await clerk.send(startDraft, { params: { workflow } })).status).toBe(403);
    expect((await maker.refused(readWorkflow, { params: { workflow: 999_999 }, query: {} })).status).toBe(404);
  });

  test("begins as the live version; there is one at a time", async () => {
    const live = await read();
    expect(live).toMatchObject({ state: "live", number: 1 });
    expect(at(live, 1).files).toBe(1);
    const draft = await maker.call(startDraft, { params: { workflow } });
    expect(draft).toMatchObject({ state: "draft", number: 2, basedOn: 1, faults: [] });
    expect(draft.steps.map(({ change }) => change)).toEqual(Array(10).fill("same"));
    const twice = await maker.refused(startDraft, { params: { workflow } });
    expect(twice.body.errors).toEqual({ common: ["There is a draft of this workflow already."] });
  });

  test("refuses beside its field what the law would refuse for each file", async () => {
    const draft = await read();
    const body = { ...bodyOf(draft, 4), anchor: "start" as const, offsetDays: 10 };
    const refused = await maker.refused(changeStep, { params: { workflow, id: at(draft, 4).id }, body });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["anchor"]);
    expect(String(refused.body.errors?.anchor)).toContain("6:96(6)");
    expect((await read()).version).toBe(draft.version);
  });

  test("refuses a letter that names a last day to pay where the step grants no term: none could be made", async () => {
    const draft = await read();
    const params = { workflow, id: at(draft, 7).id };
    const body = { ...bodyOf(draft, 7), termDays: null };
    expect(body.template).toBe("POST_LAST");
    const refused = await maker.refused(changeStep, { params, body });
    expect(refused.body.errors).toEqual({
      termDays: ["This template names a last day to pay; only a step with a term to pay has one."],
    });
  });

  test("is changed by one editor at a time: the second gets the first one's version", async () => {
    const draft = await read();
    const params = { workflow, id: at(draft, 6).id };
    const body = { ...bodyOf(draft, 6), offsetDays: 11 };
    const changed = await maker.call(changeStep, { params, body });
    expect(at(changed, 6)).toMatchObject({ offsetDays: 11, change: "changed" });
    const late = await maker.refused(changeStep, { params, body: { ...body, offsetDays: 12 } });
    expect(late.status).toBe(409);
    expect(at(await read(), 6).offsetDays).toBe(11);
  });

  test("a step can be added, moved and removed", async () => {
    const draft = await read();
    const { id } = await maker.call(addStep, { params: { workflow }, body: { after: 2, version: draft.version } });
    const added = await read();
    expect(at(added, 3)).toMatchObject({ id, change: "new", key: 11 });
    const params = { workflow, id };
    const moved = await maker.call(moveStep, { params, body: { to: 2, version: added.version } });
    expect(moved.steps.map(({ key }) => key)).toEqual([1, 11, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    // What a new step pushes down has not been moved by anybody.
    expect(moved.steps.filter(({ change }) => change === "moved")).toEqual([]);
    const without = await maker.call(removeStep, { params, body: { version: moved.version } });
    expect(without.steps.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("does not go live with errors; removed steps are listed with the files waiting there", async () => {
    const draft = await read();
    const gone = { workflow, id: at(draft, 1).id };
    const without = await maker.call(removeStep, { params: gone, body: { version: draft.version } });
    expect(without.removed).toMatchObject([{ position: 1, files: 1 }]);
    const body = { note: "Zonder brief", version: without.version };
    const refused = await maker.refused(publishDraft, { params: { workflow }, body });
    expect(String(refused.body.errors?.common)).toContain("Step 3");
    await maker.call(dropDraft, { params: { workflow }, body: { version: without.version } });
    expect(await read()).toMatchObject({ state: "live", number: 1 });
  });
});

describe("a version that is live", () => {
  test("gets new files, while existing files stay on their version", async () => {
    const draft = await maker.call(startDraft, { params: { workflow } });
    const params = { workflow, id: at(draft, 2).id };
    const changed = await maker.call(removeStep, { params, body: { version: draft.version } });
    // A draft changes nothing for anybody.
    const [early = 0] = (await portfolio(world, 1)).fileIds;
    const live = await maker.call(publishDraft, {
      params: { workflow },
      body: { note: "Geen e-mail meer", version: changed.version },
    });
    expect(live).toMatchObject({ state: "live", number: 2, note: "Geen e-mail meer" });
    expect(live.versions.map(({ number, state, files }) => [number, state, files])).toEqual([
      [2, "live", 0],
      [1, "retired", 2],
    ]);
    const [fresh = 0] = (await portfolio(world, 1)).fileIds;
    const templates = async (id: number) =>
      (await clerk.call(readFileWorkflow, { params: { id } })).steps.map(({ template }) => template);
    expect(await templates(fresh)).not.toContain("EM_FIRST");
    expect(await templates(early)).toContain("EM_FIRST");
    expect(await place()).toMatchObject({ version: 1, newest: 2 });
    await clerk.call(doStep, { params: { id: old }, body: { position: 1 } });
    await clerk.call(doStep, { params: { id: fresh }, body: { position: 1 } });
    const next = async (id: number) => (await clerk.call(readFileWorkflow, { params: { id } })).next;
    expect(await next(old)).toMatchObject({ position: 2, channel: "email" });
    expect(await next(fresh)).toMatchObject({ position: 2, channel: "sms" });
  });

  test("is immutable, even for direct SQL", async () => {
    const change = world.owner.pool.query(
      "update workflow_step set offset_days = 0 where workflow_code = 'W1' and version_number = 1",
    );
    await expect(change).rejects.toThrow("no draft");
    const drawn = await read(1);
    const refused = await maker.refused(changeStep, {
      params: { workflow, id: at(drawn, 2).id },
      body: bodyOf(drawn, 2),
    });
    expect(refused.body.errors).toEqual({ common: ["There is no draft (any more)."] });
  });
});
