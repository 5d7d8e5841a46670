/** Attacks on the workflow editor: variants of hidden clients, steps of other workflows, and hostile names. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, registerProvider } from "../../processing/processing.factory.ts";
import { latestReplays, latestWhatIf, requestReplay, requestWhatIf } from "../../what-if/what-if.contract.ts";
import { readAbTests, startAbTest } from "../ab-tests/ab-tests.contract.ts";
import { changeFileWorkflow, listWorkflows, readFileWorkflow } from "../workflows.contract.ts";
import { createVariant, createWorkflow, renameWorkflow } from "./heads.contract.ts";
import { stepBody } from "./step-body.factory.ts";
import {
  addStep,
  changeStep,
  dropDraft,
  listWorkflowVersions,
  moveStep,
  publishDraft,
  readWorkflow,
  removeStep,
  startDraft,
  stepChoices,
} from "./versions.contract.ts";

let world: World;
let maker: Visitor;
let stranger: Visitor;
let theirs: number;
let ours: number;
let variant: number;

const acl = ["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_PROCESSING"];
const idOf = async (code: string, who = maker): Promise<number> =>
  (await who.call(listWorkflowVersions, {})).items.find((row) => row.code === code)?.id ?? 0;
const draftOf = async (workflow: number) => maker.call(readWorkflow, { params: { workflow }, query: {} });

/** A variant for one client, live; and somebody who sees another client alone. */
beforeAll(async () => {
  world = await startWorld();
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  await registerProvider(world);
  maker = await world.login(acl);
  theirs = (await makeClient(world.db, world.clock)).id;
  ours = (await makeClient(world.db, world.clock)).id;
  stranger = await world.login({ acl, kind: "customer", clientIds: [ours] });
  const params = { workflow: await idOf("W1") };
  const body = { client: theirs, code: "W1-GEHEIM", name: "Geheim" };
  variant = (await maker.call(createVariant, { params, body })).id;
  const { version } = await draftOf(variant);
  await maker.call(publishDraft, { params: { workflow: variant }, body: { note: "Begin", version } });
});
afterAll(() => world.close());

describe("a variant of a hidden client", () => {
  test("is 404 by each of its calls, like one that does not exist", async () => {
    const step = (await draftOf(variant)).steps[0];
    if (!step) throw new Error("no step");
    const attempts = (workflow: number) => [
      stranger.raw("GET", `/api/v4/workflow/${workflow}`),
      stranger.send(startDraft, { params: { workflow } }),
      stranger.send(dropDraft, { params: { workflow }, body: { version: 1 } }),
      stranger.send(publishDraft, { params: { workflow }, body: { note: "x", version: 1 } }),
      stranger.send(addStep, { params: { workflow }, body: { after: 1, version: 1 } }),
      stranger.send(changeStep, { params: { workflow, id: step.id }, body: stepBody(step, 1) }),
      stranger.send(moveStep, { params: { workflow, id: step.id }, body: { to: 2, version: 1 } }),
      stranger.send(removeStep, { params: { workflow, id: step.id }, body: { version: 1 } }),
      stranger.send(renameWorkflow, {
        params: { workflow },
        body: { name: "x", category: "standard", audience: "any", version: 1 },
      }),
      stranger.send(createVariant, { params: { workflow }, body: { client: ours, code: "W1-B", name: "x" } }),
      stranger.send(requestWhatIf, { params: { workflow }, body: { number: 1 } }),
      stranger.send(latestWhatIf, { params: { workflow } }),
      stranger.send(requestReplay, { params: { workflow }, body: { number: 1, months: 3 } }),
      stranger.send(latestReplays, { params: { workflow } }),
      stranger.send(readAbTests, { params: { workflow } }),
      stranger.send(startAbTest, {
        params: { workflow },
        body: { share: 50, days: 30, baseline: 30, difference: 5, reason: "x", version: 1 },
      }),
    ];
    const textsOf = async (workflow: number) =>
      Promise.all((await Promise.all(attempts(workflow))).map(({ status, text }) => [status, text] as const));
    const hidden = await textsOf(variant);
    expect(hidden.map(([status]) => status)).toEqual(hidden.map(() => 404));
    expect(hidden).toEqual(await textsOf(999_999));
  });

  test("is in no list, and accepts no file of another client", async () => {
    expect(await idOf("W1-GEHEIM", stranger)).toBe(0);
    expect(JSON.stringify(await stranger.call(listWorkflows, {}))).not.toContain("GEHEIM");
    expect(JSON.stringify(await stranger.call(stepChoices, {}))).not.toContain("GEHEIM");
    const { id } = await placeOne(world, ours, claimOf());
    const before = await maker.call(readFileWorkflow, { params: { id } });
    for (const who of [stranger, maker])
      for (const workflow of ["W1-GEHEIM", "W6", "W-NIETS", "' or true --"]) {
        const refused = await who.refused(changeFileWorkflow, { params: { id }, body: { workflow, reason: "x" } });
        expect([workflow, refused.body.errors]).toEqual([workflow, { workflow: ["There is no such workflow."] }]);
      }
    expect(await maker.call(readFileWorkflow, { params: { id } })).toEqual(before);
    // What is refused is not offered either; what is its client's own, or everybody's, is.
    const offered = async (file: number) =>
      (await maker.call(listWorkflows, { query: { file } })).items.map(({ code }) => code);
    expect(await offered(id)).toContain("W1");
    expect(await offered(id)).not.toEqual(expect.arrayContaining(["W1-GEHEIM"]));
    expect(await offered(id)).not.toContain("W6");
    const { id: own } = await placeOne(world, theirs, claimOf());
    expect(await offered(own)).toContain("W1-GEHEIM");
    expect((await stranger.refused(listWorkflows, { query: { file: own } })).status).toBe(404);
  });
});

describe("a draft", () => {
  test("accepts changes of its own steps only: a step of another workflow or of a live version is 404", async () => {
    const [house, other] = [await idOf("W1"), await idOf("W2")];
    const draft = await maker.call(startDraft, { params: { workflow: house } });
    const foreign = (await draftOf(other)).steps[0];
    const lives = (await maker.call(readWorkflow, { params: { workflow: house }, query: { number: 1 } })).steps[0];
    for (const step of [foreign, lives]) {
      if (!step) throw new Error("no step");
      const params = { workflow: house, id: step.id };
      const { version } = draft;
      expect((await maker.send(changeStep, { params, body: stepBody(step, version) })).status).toBe(404);
      expect((await maker.send(moveStep, { params, body: { to: 2, version } })).status).toBe(404);
      expect((await maker.send(removeStep, { params, body: { version } })).status).toBe(404);
    }
    // None of it counted as a change.
    expect((await draftOf(house)).version).toBe(draft.version);
    await maker.call(dropDraft, { params: { workflow: house }, body: { version: draft.version } });
  });
});

test.each([
  "<img src=x onerror=alert(1)>",
  "=cmd|'/c calc'!A1",
  "%workflow% %count|een|twee% {{7*7}} #{process.env}",
  "‮gnirts ‭ 👩‍⚖️ é",
])("a hostile name is stored unchanged and has no effect: %s", async (name) => {
  const code = `H${Math.abs([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7))}`;
  const head = { name, category: "standard", audience: "consumer", copyOf: await idOf("W1") } as const;
  const { id } = await maker.call(createWorkflow, { body: { ...head, code } });
  const draft = await draftOf(id);
  expect(draft.name).toBe(name);
  const note = name.repeat(3);
  const live = await maker.call(publishDraft, { params: { workflow: id }, body: { note, version: draft.version } });
  expect([live.note, live.versions[0]?.note]).toEqual([note, note]);
  const { id: judged } = await maker.call(requestWhatIf, { params: { workflow: id }, body: { number: 1 } });
  await world.drain();
  const { items } = await maker.call(latestWhatIf, { params: { workflow: id } });
  expect(items.find((one) => one.id === judged)?.workflow.name).toBe(name);
  const { id: file } = await placeOne(world, ours, claimOf());
  await maker.call(changeFileWorkflow, { params: { id: file }, body: { workflow: code, reason: name } });
  expect((await maker.call(readFileWorkflow, { params: { id: file } })).workflow?.name).toBe(name);
});
