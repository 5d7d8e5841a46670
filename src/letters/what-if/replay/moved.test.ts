/** Replaying the steps of a file that was moved to a version with a step before its place: that one is passed, and the file stays where it is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { stepBody } from "../../workflows/versions/step-body.factory.ts";
import { addStep } from "../../workflows/versions/versions.contract.ts";
import {
  changeStep,
  listWorkflowVersions,
  moveFileVersion,
  publishDraft,
  readFileVersion,
  readWorkflow,
  startDraft,
} from "../../workflows/workflows.contract.ts";
import { latestReplays, requestReplay } from "./replay.contract.ts";

let world: World;
let maker: Visitor;
let workflow: number;
let id: number;

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  maker = await world.login(["*"]);
}
const make = (position: number) => maker.call(doStep, { params: { id }, body: { position } });

beforeAll(async () => {
  world = await startWorld();
  await on("2026-11-20");
  [id = 0] = (await portfolio(world, 1)).fileIds;
  workflow = (await maker.call(listWorkflowVersions, {})).items.find(({ code }) => code === "W1")?.id ?? 0;
  await make(1);
  await on("2026-11-23");
  await make(2);
  await on("2026-12-01");
  await make(3);
});
afterAll(() => world.close());

/** Puts a version live that has another e-mail between the first one and the SMS. */
async function publishAnotherMail(): Promise<void> {
  const draft = await maker.call(startDraft, { params: { workflow } });
  const added = await maker.call(addStep, { params: { workflow }, body: { after: 2, version: draft.version } });
  const drawn = await maker.call(readWorkflow, { params: { workflow }, query: { number: draft.number } });
  const mail = drawn.steps.find((step) => step.id === added.id);
  if (!mail) throw new Error("no step");
  const body = { ...stepBody(mail, drawn.version), offsetDays: 5 };
  const { version } = await maker.call(changeStep, { params: { workflow, id: added.id }, body });
  await maker.call(publishDraft, { params: { workflow }, body: { note: "Nog een mail", version } });
}

test("the version that it is on decides as it did", async () => {
  await publishAnotherMail();
  const { version } = await maker.call(readFileVersion, { params: { id } });
  const body = { dates: "new" as const, reason: "Nieuwe afspraak", version };
  expect(await maker.call(moveFileVersion, { params: { id }, body })).toMatchObject({ next: { position: 5 } });
  await on("2026-12-09");
  await make(5);
  const { id: asked } = await maker.call(requestReplay, { params: { workflow }, body: { number: 2, months: 3 } });
  await world.drain();
  const found = (await maker.call(latestReplays, { params: { workflow } })).items.find((one) => one.id === asked);
  // In the place of the SMS there would have been the other e-mail; the letter that came after the move is what this version decided itself.
  expect(found?.outcome).toMatchObject({ decisions: 4, apart: 0, kinds: { same: 3, day: 0, step: 1, none: 0 } });
});
