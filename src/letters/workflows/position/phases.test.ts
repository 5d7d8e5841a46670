/** Energy and telecom, collection by amount, and the phases after the amicable one (domain facts 9, W3 to W5), over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { showFile } from "../../../cases/file-page/file-page.contract.ts";
import { liftHoldFromFile, placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { legalCalendar } from "../../../ground/kernel/calendar.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { doStep, noteInterruptionCall, readStep } from "../../processing/processing.contract.ts";
import { claimOf, registerProvider } from "../../processing/processing.factory.ts";
import type { StepFacts } from "../schedule/definition.ts";
import { loadVersions, loadWorkflows } from "../schedule/definitions.server.ts";
import { nextStep } from "../schedule/next-step.ts";
import { faultsOf } from "../versions/check.ts";
import { knownTemplates } from "../versions/drawing.server.ts";
import { changeFileWorkflow, readFileWorkflow, skipWorkflowStep } from "../workflows.contract.ts";

let world: World;
let clerk: Visitor;
let client: number;

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"]);
}
beforeAll(async () => {
  world = await startWorld();
  await on("2026-11-23");
  await registerProvider(world);
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

let serial = 0;
async function fileIn(workflow: string, cents = 10_000): Promise<number> {
  const due = date("2026-09-30");
  const invoices = [{ number: `P-${++serial}`, date: due, dueDate: due, cents, description: null }];
  const { id } = await placeOne(world, client, { ...claimOf(), invoices });
  await clerk.call(changeFileWorkflow, { params: { id }, body: { workflow, reason: "Proef" } });
  return id;
}
const place = (id: number) => clerk.call(readFileWorkflow, { params: { id } });
const file = (id: number) => clerk.call(showFile, { params: { id } });
async function next(id: number): Promise<[template: string, on: string | null]> {
  const { next: coming, steps } = await place(id);
  return [steps.find(({ position }) => position === coming?.position)?.template ?? "", coming?.dueOn ?? null];
}
async function take(id: number): Promise<void> {
  const step = await clerk.call(readStep, { params: { id } });
  const [outcome] = step.outcomes;
  await clerk.call(doStep, { params: { id }, body: { position: step.position, ...(outcome && { outcome }) } });
}
/** Passes steps up to the one with this template. */
async function skipTo(id: number, template: string): Promise<void> {
  for (let most = 20; most > 0 && (await next(id))[0] !== template; most--) {
    const { next: coming, version } = await place(id);
    const body = { position: coming?.position ?? 0, reason: "Proef", version };
    await clerk.call(skipWorkflowStep, { params: { id }, body });
  }
}

test("every workflow that comes with the product may go live as it is", async () => {
  const known = await knownTemplates(world.db);
  const versions = await loadVersions(world.db);
  expect(versions.map(({ workflow: { code } }) => code)).toEqual([
    ...["W1", "W2", "W3", "W4", "W5B", "W5J", "W5M", "W5S", "W6"],
  ]);
  for (const { workflow } of versions) expect([workflow.code, faultsOf(workflow, known)]).toEqual([workflow.code, []]);
});

describe("the steps by amount claimed", () => {
  const calendar = legalCalendar([]);
  const facts: StepFacts = {
    inDefaultFrom: date("2026-09-01"),
    bikDueFrom: date("2026-09-18"),
    newInstalments: false,
    partPaidOn: null,
    eventDays: {},
    openCents: 0,
    claimCents: 0,
    hasEmail: true,
    hasMobile: true,
    hasPhone: true,
  };
  /** What comes one after the other when each step is done on its day; € 40.00 of costs or more came on top. */
  async function course(cents: number): Promise<string[]> {
    const definition = (await loadWorkflows(world.db)).get("W4");
    if (!definition) throw new Error("no W4");
    const found: string[] = [];
    let state = { position: 0, startedOn: date("2026-09-01"), previousDoneOn: date("2026-09-01"), shiftDays: 0 };
    for (;;) {
      const known = { ...facts, claimCents: cents, openCents: cents + 4_000 };
      const coming = nextStep(definition, { ...state, termUntil: null }, known, date("2026-09-01"), calendar);
      if (coming.kind !== "step") return found;
      found.push(coming.step.template);
      state = { ...state, position: coming.step.position, previousDoneOn: coming.dueOn };
    }
  }
  const mails = ["EM_FIRST", "SMS_LINK", "POST_BIK"];
  const sued = ["TASK_CHECK", "POST_SUBPOENA", "TASK_HANDOVER"];
  test.each<[string, number, readonly string[]]>([
    ["€ 50.00: reminder, costs, closed", 5_000, [...mails, "TASK_UNECONOMIC"]],
    [
      "€ 50.01: until the last notice, then monitored",
      5_001,
      [...mails, "CALL_1", "EM_TERM", "POST_LAST", "TASK_MONITORING"],
    ],
    [
      "€ 250.00: until the last notice, then monitored",
      25_000,
      [...mails, "CALL_1", "EM_TERM", "POST_LAST", "TASK_MONITORING"],
    ],
    ["€ 250.01: until the handover to the bailiff", 25_001, [...mails, "CALL_1", "EM_TERM", "POST_LAST", ...sued]],
    [
      "€ 5,000.01: a case manager, a call on day 2 and a credit report",
      500_001,
      [
        ...[
          "TASK_CASE_MANAGER",
          "CALL_1",
          "EM_FIRST",
          "TASK_CREDIT",
          "SMS_LINK",
          "POST_BIK",
          "CALL_1",
          "EM_TERM",
          "POST_LAST",
        ],
        ...sued,
      ],
    ],
    [
      "€ 25,000.01: a legal review, because a lawyer is required",
      2_500_001,
      [
        ...[
          "TASK_CASE_MANAGER",
          "CALL_1",
          "EM_FIRST",
          "TASK_CREDIT",
          "SMS_LINK",
          "POST_BIK",
          "CALL_1",
          "EM_TERM",
          "POST_LAST",
        ],
        ...["TASK_LEGAL_REVIEW", ...sued],
      ],
    ],
  ])("%s", async (_name, cents, expected) => {
    expect(await course(cents)).toEqual(expected);
  });

  test("by the claimed amount, not by the balance, which costs raise above the band", async () => {
    const id = await fileIn("W4", 5_000);
    await take(id);
    const { steps } = await place(id);
    const applies = (template: string) => steps.find((step) => step.template === template)?.applies;
    expect([applies("TASK_UNECONOMIC"), applies("POST_LAST")]).toEqual([true, false]);
  });
});

describe("watching", () => {
  test("is started by a person, checks every ninety days, and continues while the file is monitored", async () => {
    await on("2026-11-23");
    const id = await fileIn("W4", 20_000);
    await take(id);
    await skipTo(id, "TASK_MONITORING");
    await take(id);
    expect((await place(id)).workflow?.code).toBe("W5M");
    expect(await file(id)).toMatchObject({ status: "monitoring", phase: "monitoring" });
    // 23 November + 90 days is a Sunday.
    expect(await next(id)).toEqual(["TASK_MONITOR_CHECK", "2027-02-22"]);
    await on("2027-02-22");
    await take(id);
    expect(await file(id)).toMatchObject({ status: "monitoring_in_progress", phase: "monitoring" });
    expect((await next(id))[0]).toBe("TASK_MONITOR_CHECK");
    await on("2026-11-23");
  });

  test("skipping a task does not move the file to another workflow", async () => {
    const id = await fileIn("W4", 20_000);
    await take(id);
    await skipTo(id, "TASK_MONITORING");
    const { next: coming, version } = await place(id);
    const body = { position: coming?.position ?? 0, reason: "Proef", version };
    await clerk.call(skipWorkflowStep, { params: { id }, body });
    expect((await place(id)).workflow?.code).toBe("W4");
    expect((await file(id)).status).toBe("no_more_steps");
  });
});

describe("a step that waits for an event", () => {
  test("is due a number of days after a recorded judgment; the law gate applies then too", async () => {
    const id = await fileIn("W5J");
    await skipTo(id, "TASK_JUDGMENT");
    expect(await next(id)).toEqual(["TASK_JUDGMENT", null]);
    const body = { date: date("2026-11-20"), how: "judgment" as const, invoices: [], proof: "Vonnis 26-88" };
    await clerk.call(noteInterruptionCall, { params: { id }, body });
    expect((await next(id))[0]).toBe("TASK_JUDGMENT");
    await take(id);
    // Fourteen days after the judgment was read, as they lie between the two steps.
    expect(await next(id)).toEqual(["POST_TITLE", "2026-12-07"]);
    await on("2026-12-07");
    const hold = await clerk.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "dispute", reason: "Niet eens", version: (await file(id)).version },
    });
    expect((await clerk.call(readStep, { params: { id } })).verdict).toBe("refuse");
    await clerk.call(liftHoldFromFile, {
      params: { id, holdId: hold.hold.id },
      body: { version: (await file(id)).version },
    });
    await take(id);
    expect((await next(id))[0]).toBe("TASK_SERVICE");
    await on("2026-11-23");
  });

  test("becomes due with debt counselling, while all demands are stopped", async () => {
    const id = await fileIn("W5S");
    expect(await next(id)).toEqual(["TASK_SHV_STOP", null]);
    await clerk.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "shv", reason: "Aangemeld", version: (await file(id)).version },
    });
    expect(await next(id)).toEqual(["TASK_SHV_STOP", "2026-11-23"]);
    await take(id);
    expect(await file(id)).toMatchObject({ status: "suspend", phase: "shv" });
    // Ten working days after 23 November.
    expect(await next(id)).toEqual(["TASK_SHV_BALANCE", "2026-12-07"]);
  });
});
