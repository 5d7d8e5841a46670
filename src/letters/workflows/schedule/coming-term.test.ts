/** The expected day of a letter that waits for the term of another, and the day on which it is due once that one went out. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { createWorkflow } from "../versions/heads.contract.ts";
import { stepBody } from "../versions/step-body.factory.ts";
import { addStep, changeStep, publishDraft, readWorkflow } from "../versions/versions.contract.ts";
import { changeFileWorkflow, readFileWorkflow } from "../workflows.contract.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test("a term that ends in a weekend runs until Monday, in the forecast too", async () => {
  // A Monday; five days later it is a Saturday.
  world.clock.set(new Date("2026-11-23T09:00:00Z"));
  const { fileIds } = await portfolio(world, 1);
  const id = fileIds[0] ?? 0;
  const maker = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_PROCESSING"],
  ]);
  const head = { code: "N1", name: "Proef", category: "standard", audience: "any", copyOf: null } as const;
  const { id: workflow } = await maker.call(createWorkflow, { body: head });
  const read = () => maker.call(readWorkflow, { params: { workflow }, query: {} });
  for (const [after, termDays] of [5, 14].entries()) {
    await maker.call(addStep, { params: { workflow }, body: { after, version: (await read()).version } });
    const drawn = await read();
    const step = drawn.steps[after];
    if (!step) throw new Error("no step");
    const letter = { channel: "post", template: "POST_LAST", needs: null, offsetDays: after, termDays } as const;
    const body = { ...stepBody(step, drawn.version), ...letter };
    await maker.call(changeStep, { params: { workflow, id: step.id }, body });
  }
  await maker.call(publishDraft, { params: { workflow }, body: { note: "Proef", version: (await read()).version } });
  await maker.call(changeFileWorkflow, { params: { id }, body: { workflow: "N1", reason: "Proef" } });
  const place = () => maker.call(readFileWorkflow, { params: { id } });
  const expected = (await place()).steps.map(({ expectedOn }) => expectedOn);
  await maker.call(doStep, { params: { id }, body: { position: 1 } });
  expect((await place()).next?.dueOn).toBe("2026-12-01");
  expect(expected).toEqual(["2026-11-23", "2026-12-01"]);
});
