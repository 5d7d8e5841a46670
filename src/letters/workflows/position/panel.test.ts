/** Actions of a person on the workflow of a file, over HTTP: pause, resume, skip a step, change it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import { placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import {
  changeFileWorkflow,
  pauseFileWorkflow,
  readFileWorkflow,
  resumeFileWorkflow,
  skipWorkflowStep,
} from "../workflows.contract.ts";
import { resumeJob } from "./panel.server.ts";

let world: World;
let clerk: Visitor;
let reader: Visitor;
let fileIds: readonly number[];

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"]);
  reader = await world.login(["ROLE_FILE_SEARCH"]);
}

beforeAll(async () => {
  world = await startWorld();
  await on("2026-11-20");
  fileIds = (await portfolio(world, 5)).fileIds;
});
afterAll(() => world.close());

const fileId = (at: number): number => fileIds[at] ?? 0;
const read = (id: number) => clerk.call(readFileWorkflow, { params: { id } });
const errorsOf = async (refused: Promise<{ body: { errors?: unknown } }>) => (await refused).body.errors;

describe("where a file stands", () => {
  test("the coming steps are shown as far as they are known", async () => {
    const id = fileId(0);
    const first = await read(id);
    // The day on which costs are due follows from the delivery of a letter that was not sent yet.
    expect(first.steps.map(({ expectedOn }) => expectedOn)).toEqual([
      "2026-11-20",
      "2026-11-23",
      "2026-11-27",
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    await clerk.call(doStep, { params: { id }, body: { position: 1 } });
    const { steps, next } = await read(id);
    expect(next?.position).toBe(2);
    expect(steps[0]).toMatchObject({ done: [{ outcome: "done" }], expectedOn: null });
    // Of a claim of 100.00 the address check and the summons fall away: they are for 250.00 and more.
    expect(steps.slice(1).map(({ expectedOn }) => expectedOn === null)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

describe("a pause", () => {
  test("needs a reason; once resumed, the file continues with its step, postponed by the days of the pause", async () => {
    await on("2026-11-20");
    const id = fileId(1);
    await clerk.call(doStep, { params: { id }, body: { position: 1 } });
    const { version, next } = await read(id);
    expect(next?.dueOn).toBe("2026-11-23");
    expect(
      Object.keys(
        (await errorsOf(clerk.refused(pauseFileWorkflow, { params: { id }, body: { reason: " ", version } }))) ?? {},
      ),
    ).toEqual(["reason"]);
    const body = { reason: "Opdrachtgever overlegt", version };
    const paused = await clerk.call(pauseFileWorkflow, { params: { id }, body });
    expect(paused).toMatchObject({
      paused: true,
      stoppedOn: "2026-11-20",
      still: [{ reason: "Opdrachtgever overlegt" }],
    });
    expect(paused.steps.every(({ expectedOn }) => expectedOn === null)).toBe(true);
    expect((await clerk.refused(pauseFileWorkflow, { params: { id }, body })).status).toBe(409);
    await on("2026-11-30");
    const resumed = await clerk.call(resumeFileWorkflow, { params: { id }, body: { version: paused.version } });
    expect(resumed).toMatchObject({
      paused: false,
      stoppedOn: null,
      still: [],
      next: { position: 2, dueOn: "2026-12-03" },
    });
    const again = await clerk.refused(resumeFileWorkflow, { params: { id }, body: { version: resumed.version } });
    expect(again.body.errors).toHaveProperty("common");
  });

  test("with a last day ends by itself on the day after", async () => {
    await on("2026-11-20");
    const id = fileId(2);
    const { version } = await read(id);
    await clerk.call(pauseFileWorkflow, { params: { id }, body: { reason: "Vakantie", until: "2026-11-24", version } });
    const night = async (day: string) => {
      await on(day);
      await world.work((ctx) => ctx.enqueue(resumeJob, {}));
      await world.drain();
      return (await read(id)).paused;
    };
    expect(await night("2026-11-24")).toBe(true);
    expect(await night("2026-11-25")).toBe(false);
  });

  test("does not lift another hold of the file", async () => {
    await on("2026-11-20");
    const id = fileId(3);
    const file = world.db.selectFrom("case_file").select("version").where("id", "=", id);
    const { version } = await file.executeTakeFirstOrThrow();
    const body = { kind: "dispute" as const, reason: "Niet geleverd", version };
    await clerk.call(placeHoldOnFile, { params: { id }, body });
    const place = await read(id);
    expect(place).toMatchObject({ paused: false, skippable: false, still: [{ reason: "Niet geleverd" }] });
    const refused = await clerk.refused(resumeFileWorkflow, { params: { id }, body: { version: place.version } });
    expect(refused.body.errors).toHaveProperty("common");
  });
});

describe("skipping and changing", () => {
  test("a step is skipped with a recorded reason; the 14-day letter never", async () => {
    await on("2026-11-20");
    const id = fileId(4);
    const first = await read(id);
    const notice = { position: 1, reason: "Haast", version: first.version };
    expect(await errorsOf(clerk.refused(skipWorkflowStep, { params: { id }, body: notice }))).toEqual({
      common: [
        "The 14-day letter cannot be skipped: without it no collection costs are due (article 6:96(6) Dutch Civil Code).",
      ],
    });
    await clerk.call(doStep, { params: { id }, body: { position: 1 } });
    const { version } = await read(id);
    const body = { position: 2, reason: "E-mail werkt niet", version };
    const skipped = await clerk.call(skipWorkflowStep, { params: { id }, body });
    expect(skipped.next?.position).toBe(3);
    expect(skipped.steps[1]?.done).toMatchObject([{ outcome: "skipped", reason: "E-mail werkt niet" }]);
    const { items } = await clerk.call(listLogs, {
      params: { id },
      query: { filter: { search: "E-mail werkt niet" } },
    });
    expect(items).toHaveLength(1);
    expect((await clerk.refused(skipWorkflowStep, { params: { id }, body })).status).toBe(409);
  });

  test("another workflow begins at its first step, with the reason on the timeline", async () => {
    const id = fileId(4);
    const { version } = await read(id);
    const changed = await clerk.call(changeFileWorkflow, {
      params: { id },
      body: { workflow: "W2", reason: "Toch zakelijk", version },
    });
    expect(changed).toMatchObject({ workflow: { code: "W2" }, next: { position: 1 } });
    const stale = { workflow: "W1", version };
    expect((await clerk.refused(changeFileWorkflow, { params: { id }, body: stale })).status).toBe(409);
  });

  test("needs the right, and a visible file", async () => {
    const id = fileId(4);
    const { version } = await read(id);
    const client = (await makeClient(world.db, world.clock)).id;
    const foreign = await world.login({
      kind: "contact",
      clientIds: [client],
      acl: ["ROLE_FILE_SEARCH", "ROLE_WORKFLOW_FILE"],
    });
    const calls = [
      [pauseFileWorkflow, { reason: "x", version }],
      [resumeFileWorkflow, { version }],
      [skipWorkflowStep, { position: 1, reason: "x", version }],
      [changeFileWorkflow, { workflow: "W1", version }],
    ] as const;
    for (const [call, body] of calls) {
      expect((await reader.send(call, { params: { id }, body })).status).toBe(403);
      expect((await foreign.send(call, { params: { id }, body })).status).toBe(404);
    }
  });
});
