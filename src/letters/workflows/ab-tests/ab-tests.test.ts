/** A draft tried on a share of new files beside the live version, over HTTP: assigned, compared once, ended by a person. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { showFile } from "../../../cases/file-page/file-page.contract.ts";
import { closeFileByHand } from "../../../cases/states/states.contract.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { bookPaymentCall, bookRefundCall, getClaim } from "../../../money/claims/claims.contract.ts";
import { appendEvents } from "../../../money/claims/claims.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, registerProvider } from "../../processing/processing.factory.ts";
import { stepBody } from "../versions/step-body.factory.ts";
import {
  changeFileWorkflow,
  changeStep,
  listWorkflowVersions,
  moveFileVersion,
  publishDraft,
  readFileWorkflow,
  readWorkflow,
  removeStep,
  startDraft,
} from "../workflows.contract.ts";
import { endAbTest, readAbTests, startAbTest } from "./ab-tests.contract.ts";

let world: World;
let maker: Visitor;
let workflow: number;
let client: number;

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  maker = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FINANCE"],
  ]);
}

beforeAll(async () => {
  world = await startWorld();
  await on("2026-11-20");
  await registerProvider(world);
  client = (await makeClient(world.db, world.clock)).id;
  const { items } = await maker.call(listWorkflowVersions, {});
  workflow = items.find(({ code }) => code === "W1")?.id ?? 0;
  const draft = await maker.call(startDraft, { params: { workflow } });
  const mail = draft.steps[1];
  await maker.call(removeStep, { params: { workflow, id: mail?.id ?? 0 }, body: { version: draft.version } });
});
afterAll(() => world.close());

// 7.84888 × (0.5 × 0.5 + 0.95 × 0.05) ÷ 0.45² = 11.5 files each.
const plan = { share: 50, days: 30, baseline: 50, difference: 45, reason: "Zonder e-mail vroeg in de reeks" };
const draftVersion = async () => (await maker.call(readWorkflow, { params: { workflow }, query: {} })).version;
const trials = async () => (await maker.call(readAbTests, { params: { workflow } })).items;
async function running() {
  const [first] = await trials();
  if (!first) throw new Error("no trial");
  return first;
}
const place = (id: number) => maker.call(readFileWorkflow, { params: { id } });
const end = (promote: boolean, trial: { id: number; version: number }) =>
  ({ params: { workflow, id: trial.id }, body: { promote, reason: "Uitslag", version: trial.version } }) as const;

interface Began {
  readonly id: number;
  readonly version: number;
}
async function begin(count: number): Promise<Began[]> {
  const made: Began[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await placeOne(world, client, claimOf());
    made.push({ id, version: (await place(id)).workflow?.version ?? 0 });
  }
  return made;
}
/** Pays all of it, and closes it as paid. */
async function pay(id: number, date: string): Promise<void> {
  const { open } = (await maker.call(getClaim, { params: { id }, query: {} })).totals;
  const amount = `${Math.trunc(open / 100)}.${String(open % 100).padStart(2, "0")}`;
  const body = { date, amount, kind: "direct" as const, reference: "Betaald" };
  await maker.call(bookPaymentCall, { params: { id }, body });
  const { version } = await maker.call(showFile, { params: { id } });
  await maker.call(closeFileByHand, { params: { id }, body: { reason: "paid_directly", version } });
}

describe("a trial", () => {
  test("is for employees who edit workflows; its draft must meet the rules for going live", async () => {
    const clerk = await world.login(["ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH"]);
    const version = await draftVersion();
    expect((await clerk.send(startAbTest, { params: { workflow }, body: { ...plan, version } })).status).toBe(403);
    expect((await clerk.send(readAbTests, { params: { workflow } })).status).toBe(403);
    const drawn = await maker.call(readWorkflow, { params: { workflow }, query: {} });
    const charge = drawn.steps.find(({ effect }) => effect === "notice14");
    if (!charge) throw new Error("no notice");
    const broken = await maker.call(changeStep, {
      params: { workflow, id: charge.id },
      body: { ...stepBody(charge, drawn.version), effect: "none" },
    });
    const refused = await maker.refused(startAbTest, {
      params: { workflow },
      body: { ...plan, version: broken.version },
    });
    expect(refused.body.errors?.common?.[0]).toContain("Step");
    expect(await trials()).toEqual([]);
    await maker.call(changeStep, {
      params: { workflow, id: charge.id },
      body: stepBody(charge, broken.version),
    });
  });

  test("takes its limits from the plan, and refuses a workflow that gets no new files", async () => {
    const version = await draftVersion();
    for (const wrong of [{ share: 51 }, { share: 4 }, { days: 13 }, { baseline: 0 }, { difference: 51 }])
      expect(
        (await maker.refused(startAbTest, { params: { workflow }, body: { ...plan, ...wrong, version } })).status,
      ).toBe(400);
    const over = await maker.refused(startAbTest, {
      params: { workflow },
      body: { ...plan, baseline: 95, difference: 10, version },
    });
    expect(Object.keys(over.body.errors ?? {})).toEqual(["difference"]);
    const { items } = await maker.call(listWorkflowVersions, {});
    const phase = items.find(({ code }) => code === "W5M")?.id ?? 0;
    const draft = await maker.call(startDraft, { params: { workflow: phase } });
    const refused = await maker.refused(startAbTest, {
      params: { workflow: phase },
      body: { ...plan, version: draft.version },
    });
    expect(refused.body.errors?.common?.[0]).toContain("New files do not begin");
  });

  test("assigns new files to a version, stores it on the file, and skips files assigned by a person", async () => {
    const started = await maker.call(startAbTest, {
      params: { workflow },
      body: { ...plan, version: await draftVersion() },
    });
    expect(started).toMatchObject({ state: "running", readableOn: null, result: null });
    expect(started.arms.map(({ number, needed }) => [number, needed])).toEqual([
      [1, 12],
      [2, 12],
    ]);
    const files: Began[] = [];
    // As many as both need, however chance shares them out.
    const has = (number: number): number => files.filter(({ version }) => version === number).length;
    while (has(1) < 12 || has(2) < 12) files.push(...(await begin(4)));
    const { arms } = await running();
    for (const { number, files: counted } of arms)
      expect(counted).toBe(files.filter(({ version }) => version === number).length);
    // Put into the workflow by a person, it is no new file.
    const moved = await maker.call(changeFileWorkflow, {
      params: { id: files[0]?.id ?? 0 },
      body: { workflow: "W1", reason: "Opnieuw" },
    });
    expect(moved.workflow?.version).toBe(1);
    expect((await running()).arms.map(({ files: counted }) => counted)).toEqual(
      arms.map(({ files: counted }) => counted),
    );
  });

  test("while it runs, its challenger cannot be changed, no other draft goes live, and there is no second trial", async () => {
    const tried = await maker.call(readWorkflow, { params: { workflow }, query: { number: 2 } });
    expect(tried.state).toBe("trial");
    const draft = await maker.call(startDraft, { params: { workflow } });
    const step = tried.steps[0];
    if (!step) throw new Error("no step");
    expect(
      (
        await maker.refused(changeStep, {
          params: { workflow, id: step.id },
          body: stepBody(step, draft.version),
        })
      ).status,
    ).toBe(404);
    const publish = { params: { workflow }, body: { note: "Toch", version: draft.version } };
    expect((await maker.refused(publishDraft, publish)).body.errors?.common?.[0]).toContain("End it first");
    const second = { params: { workflow }, body: { ...plan, version: draft.version } };
    expect((await maker.refused(startAbTest, second)).body.errors?.common?.[0]).toContain("End it first");
  });

  test("gives no result before every compared file has had its days, and then a fixed one", async () => {
    expect(await running()).toMatchObject({ readableOn: "2026-12-21", result: null });
    const rows = await world.db
      .selectFrom("workflow_trial_file")
      .select(["file_id as id", "arm"])
      .orderBy("file_id")
      .execute();
    const challengers = rows.filter(({ arm }) => arm === "challenger");
    for (const { id } of challengers) await pay(id, "2026-11-20");
    expect((await running()).result).toBeNull();
    await on("2026-12-21");
    const late = await begin(6);
    const { result, arms } = await running();
    expect(result?.finding).toBe("better");
    expect(result?.difference).toBe(100);
    expect(arms.map(({ compared, paid }) => [compared, paid])).toEqual([
      [rows.length - challengers.length, 0],
      [challengers.length, challengers.length],
    ]);
    // Files that began later, and one that pays after its days, change nothing of what was compared.
    for (const { id } of late) await pay(id, "2026-12-21");
    const [champion] = rows.filter(({ arm }) => arm === "champion");
    await pay(champion?.id ?? 0, "2026-12-21");
    expect((await running()).result).toEqual(result);
    // The bank took that payment back and gave it again: it still came after its days.
    const paid = await world.db
      .selectFrom("claim_event")
      .select("id")
      .where("file_id", "=", champion?.id ?? 0)
      .where("kind", "=", "payment")
      .executeTakeFirstOrThrow();
    let reverses = paid.id;
    for (const effectKey of ["taken back", "given again"]) {
      const event = {
        kind: "reversal" as const,
        on: world.clock.today(),
        reverses,
        data: { reason: effectKey },
        effectKey,
      };
      const { ids } = await world.work((ctx) => appendEvents(ctx, champion?.id ?? 0, [event]));
      reverses = ids[0] ?? 0;
    }
    expect((await running()).result).toEqual(result);
  });

  test("a file that was paid in time stays paid when money comes in again by mistake, and when that is paid back", async () => {
    const before = await running();
    const [again] = await world.db
      .selectFrom("workflow_trial_file")
      .select("file_id as id")
      .where("arm", "=", "challenger")
      .orderBy("file_id")
      .execute();
    const id = again?.id ?? 0;
    const body = { date: "2026-12-21", amount: "50.00", kind: "direct" as const, reference: "Nogmaals betaald" };
    await maker.call(bookPaymentCall, { params: { id }, body });
    expect((await running()).result).toEqual(before.result);
    const back = { date: "2026-12-21", amount: "50.00", reference: "Dubbel betaald" };
    await maker.call(bookRefundCall, { params: { id }, body: back });
    expect((await running()).result).toEqual(before.result);
  });

  test("a file moved by a person counts for its original version", async () => {
    const before = await running();
    let file: Began | undefined;
    while (!file) file = (await begin(4)).find(({ version }) => version === 2);
    const counts = (await running()).arms.map(({ files }) => files);
    const { version } = await place(file.id);
    const body = { dates: "new" as const, reason: "Past niet", version };
    await maker.call(moveFileVersion, { params: { id: file.id }, body });
    expect((await place(file.id)).workflow?.version).toBe(1);
    expect((await running()).arms.map(({ files }) => files)).toEqual(counts);
    expect((await running()).result).toEqual(before.result);
  });

  test("is ended once, with its current version number; promoted, its version goes live and the files stay", async () => {
    const trial = await running();
    expect((await maker.refused(endAbTest, end(true, { ...trial, version: 99 }))).status).toBe(409);
    const [first, second] = await Promise.all([
      maker.send(endAbTest, end(true, trial)),
      maker.send(endAbTest, end(false, trial)),
    ]);
    expect([first.status, second.status].sort()).not.toEqual([200, 200]);
    expect([first.status, second.status]).toContain(200);
    const [ended] = await trials();
    const drawn = await maker.call(readWorkflow, { params: { workflow }, query: { number: 2 } });
    const live = ended?.state === "promoted" ? 2 : 1;
    expect(drawn.state).toBe(live === 2 ? "live" : "retired");
    expect((await begin(4)).map(({ version }) => version)).toEqual(Array(4).fill(live));
    const later = await maker.refused(endAbTest, end(true, { id: trial.id, version: ended?.version ?? 0 }));
    expect(later.body.errors?.common?.[0]).toContain("ended already");
    const on = await world.db.selectFrom("file_workflow").select("definition_version as v").distinct().execute();
    expect(on.map(({ v }) => v).sort()).toEqual([1, 2]);
  });
});

test("starting a trial with an outdated draft is a conflict", async () => {
  const version = await draftVersion();
  const other = { params: { workflow }, body: { ...plan, version: version - 1 } };
  expect((await maker.refused(startAbTest, other)).status).toBe(409);
  const stopped = await maker.call(startAbTest, { params: { workflow }, body: { ...plan, version } });
  await maker.call(endAbTest, end(false, stopped));
  const [trial] = await trials();
  expect(trial).toMatchObject({ state: "stopped", endReason: "Uitslag" });
});
