/** Evaluating a version that gives files at the end of their workflow another step: their status lets them go on when they are moved to it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { doStep } from "../processing/processing.contract.ts";
import { portfolio } from "../processing/processing.factory.ts";
import { stepBody } from "../workflows/versions/step-body.factory.ts";
import { addStep } from "../workflows/versions/versions.contract.ts";
import {
  changeStep,
  listWorkflowVersions,
  publishDraft,
  readFileWorkflow,
  readWorkflow,
  skipWorkflowStep,
  startDraft,
} from "../workflows/workflows.contract.ts";
import { latestWhatIf, listWhatIfRows, moveFiles, requestWhatIf } from "./what-if.contract.ts";

let world: World;
let maker: Visitor;
let workflow: number;
let ended: number;

beforeAll(async () => {
  world = await startWorld();
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  maker = await world.login(["*"]);
  [ended = 0] = (await portfolio(world, 1)).fileIds;
  workflow = (await maker.call(listWorkflowVersions, {})).items.find(({ code }) => code === "W1")?.id ?? 0;
  await maker.call(doStep, { params: { id: ended }, body: { position: 1 } });
  for (let at = await place(); at.next !== null; at = await place())
    await maker.call(skipWorkflowStep, {
      params: { id: ended },
      body: { position: at.next.position, reason: "Proef", version: at.version },
    });
});
afterAll(() => world.close());

const place = () => maker.call(readFileWorkflow, { params: { id: ended } });
const statusOf = async (): Promise<string | undefined> =>
  (await world.db.selectFrom("case_file").select("status").where("id", "=", ended).executeTakeFirst())?.status;

/** A draft with an e-mail behind its last step; its number. */
async function draftWithMail(): Promise<number> {
  const draft = await maker.call(startDraft, { params: { workflow } });
  const last = draft.steps.at(-1)?.position ?? 0;
  const { id } = await maker.call(addStep, { params: { workflow }, body: { after: last, version: draft.version } });
  const drawn = await maker.call(readWorkflow, { params: { workflow }, query: { number: draft.number } });
  const [step, mail] = [drawn.steps.at(-1), drawn.steps.find(({ channel }) => channel === "email")];
  if (!step || !mail || step.id !== id) throw new Error("no step");
  const body = { ...stepBody(mail, drawn.version), anchor: "prev" as const, offsetDays: 5, phase: step.phase };
  const { version } = await maker.call(changeStep, { params: { workflow, id }, body });
  await maker.call(publishDraft, { params: { workflow }, body: { note: "Nog een mail", version } });
  return draft.number;
}

test("its figures have what such a file would be sent, as it is once it is moved", async () => {
  expect(await statusOf()).toBe("no_more_steps");
  const number = await draftWithMail();
  const { id } = await maker.call(requestWhatIf, { params: { workflow }, body: { number } });
  await world.drain();
  const found = (await maker.call(latestWhatIf, { params: { workflow } })).items.find((one) => one.id === id);
  const [row] = (await maker.call(listWhatIfRows, { params: { id }, query: {} })).items;
  expect(row).toMatchObject({ fileId: ended, change: "step", beforeOn: null, afterOn: "2026-11-25" });
  expect([found?.outcome?.before.messages, found?.outcome?.after.messages]).toEqual([0, 1]);
  const body = { dates: "new" as const, reason: "Alsnog", version: found?.version ?? 0 };
  await maker.call(moveFiles, { params: { id }, body });
  await world.drain();
  expect(await statusOf()).toBe("in_progress");
  expect(await place()).toMatchObject({ next: { channel: "email", dueOn: "2026-11-25" } });
});
