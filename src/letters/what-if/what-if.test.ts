/** Evaluating a version of a workflow over the open files, and moving files to it, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilLockWaits } from "../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { doStep, planRun } from "../processing/processing.contract.ts";
import { claimOf, portfolio } from "../processing/processing.factory.ts";
import { stepBody } from "../workflows/versions/step-body.factory.ts";
import {
  changeStep,
  listWorkflowVersions,
  moveFileVersion,
  publishDraft,
  readFileVersion,
  readFileWorkflow,
  readWorkflow,
  removeStep,
  skipWorkflowStep,
  startDraft,
} from "../workflows/workflows.contract.ts";
import { chooseForFile, latestWhatIf, listWhatIfRows, moveFiles, requestWhatIf } from "./what-if.contract.ts";
import { figures } from "./what-if.ts";

let world: World;
let maker: Visitor;
let workflow: number;
let files: readonly number[];
let clientId: number;

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  maker = await world.login([
    "ROLE_EMPLOYEE",
    "ROLE_WORKFLOW_FILE",
    "ROLE_FILE_SEARCH",
    "ROLE_FILE_EDIT",
    "ROLE_PROCESSING",
  ]);
}

beforeAll(async () => {
  world = await startWorld();
  await on("2026-11-20");
  const made = await portfolio(world, 5);
  files = made.fileIds;
  clientId = made.clientId;
  const { items } = await maker.call(listWorkflowVersions, {});
  workflow = items.find(({ code }) => code === "W1")?.id ?? 0;
  // Files in different places: before the letter, behind it, and behind the e-mail.
  for (const id of files.slice(1)) await maker.call(doStep, { params: { id }, body: { position: 1 } });
  await on("2026-11-23");
  for (const id of files.slice(3)) await maker.call(doStep, { params: { id }, body: { position: 2 } });
});
afterAll(() => world.close());

const fileId = (at: number): number => files[at] ?? 0;
const place = (at: number) => maker.call(readFileWorkflow, { params: { id: fileId(at) } });

async function judged(number: number) {
  const { id } = await maker.call(requestWhatIf, { params: { workflow }, body: { number } });
  await world.drain();
  const { items } = await maker.call(latestWhatIf, { params: { workflow } });
  const found = items.find((one) => one.id === id);
  if (!found?.outcome) throw new Error("not judged");
  return { ...found, outcome: found.outcome };
}
const skip = async (at: number): Promise<void> => {
  const { next, version } = await place(at);
  const body = { position: next?.position ?? 0, reason: "Nummer klopt niet", version };
  await maker.call(skipWorkflowStep, { params: { id: fileId(at) }, body });
};
const rowsOf = async (id: number) =>
  (await maker.call(listWhatIfRows, { params: { id }, query: { limit: 100 } })).items;

describe("what-if", () => {
  test("the live version changes nothing, for any file", async () => {
    const { outcome, files: looked } = await judged(1);
    expect(looked).toBe(5);
    expect(outcome.changes).toEqual({ same: 5, date: 0, step: 0, gone: 0, verdict: 0 });
    expect(outcome.before.messages).toBeGreaterThan(0);
    expect(outcome.before.costCents).toBeGreaterThan(0);
    expect(outcome.weeks.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))).toEqual([]);
  });

  test("a draft is evaluated without changing files: which wait for another step or day, and what is sent by week", async () => {
    const draft = await maker.call(startDraft, { params: { workflow } });
    const mail = draft.steps[1]?.id ?? 0;
    const without = await maker.call(removeStep, {
      params: { workflow, id: mail },
      body: { version: draft.version },
    });
    const sms = without.steps[1];
    if (!sms) throw new Error("no step");
    await maker.call(changeStep, {
      params: { workflow, id: sms.id },
      body: { ...stepBody(sms, without.version), offsetDays: 10 },
    });
    const before = await place(1);
    const { id, outcome, live } = await judged(2);
    expect(live).toBe(false);
    expect(outcome.changes).toMatchObject({ same: 1, gone: 2, date: 2 });
    expect(outcome.after.messages).toBe(outcome.before.messages - 3);
    expect(outcome.after.letters).toBe(outcome.before.letters);
    const rows = await rowsOf(id);
    expect(rows.map(({ change }) => change)).toEqual(["same", "gone", "gone", "date", "date"]);
    // Ten days lie between the letter and the SMS now, and these files were last written to on the 23rd.
    expect(rows[3]).toMatchObject({ beforeOn: "2026-11-27", afterOn: "2026-12-03", keepable: "2026-11-27" });
    expect(await place(1)).toEqual(before);
    const refused = await maker.refused(moveFiles, {
      params: { id },
      body: { dates: "keep", reason: "Te vroeg", version: (await judgement(id)).version },
    });
    expect(refused.body.errors).toEqual({ common: ["Files are moved to the live version only."] });
  });

  test("each figure of each week lists its files, which add up to it", async () => {
    const { id, outcome } = await judged(2);
    const behind = async (filter: object) =>
      (await maker.call(listWhatIfRows, { params: { id }, query: { limit: 100, filter } })).items;
    for (const { week, ...both } of [
      ...outcome.weeks,
      { week: undefined, before: outcome.before, after: outcome.after },
    ])
      for (const figure of figures) {
        if (both.before[figure] === 0 && both.after[figure] === 0) continue;
        const found = await behind({ figure, ...(week !== undefined && { week }) });
        const sum = (side: "before" | "after") => found.reduce((all, { counted }) => all + (counted?.[side] ?? 0), 0);
        expect([week, figure, sum("before"), sum("after")]).toEqual([
          week,
          figure,
          both.before[figure],
          both.after[figure],
        ]);
      }
    // The file before its letter loses an e-mail too, but not what it waits for.
    const fewer = await behind({ figure: "messages", only: "differs" });
    expect(fewer.map(({ fileId: file }) => file)).toEqual(files.slice(0, 3));
    expect((await behind({ figure: "messages" })).length).toBe(5);
    expect(await behind({ figure: "messages", week: "2020-01-06" })).toEqual([]);
    const wrong = {
      params: { id },
      query: { filter: { figure: "messages" as const, week: "'; drop table what_if; --" } },
    };
    expect((await maker.refused(listWhatIfRows, wrong)).status).toBe(400);
  });

  test("a new evaluation replaces the previous one", async () => {
    const first = await judged(2);
    const second = await judged(2);
    expect((await maker.refused(listWhatIfRows, { params: { id: first.id }, query: {} })).status).toBe(404);
    expect(await rowsOf(second.id)).toHaveLength(5);
  });

  test("is visible only to its author, and shows no hidden file", async () => {
    const [first] = (await maker.call(latestWhatIf, { params: { workflow } })).items;
    const other = await world.login(["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE"]);
    expect((await other.call(latestWhatIf, { params: { workflow } })).items).toEqual([]);
    const refused = await other.refused(listWhatIfRows, { params: { id: first?.id ?? 0 }, query: {} });
    expect(refused.status).toBe(404);
  });
});

const judgement = async (id: number) => {
  const found = (await maker.call(latestWhatIf, { params: { workflow } })).items.find((one) => one.id === id);
  if (!found) throw new Error("no judgement");
  return found;
};

describe("moving files to the version that went live", () => {
  test("one by one: a file whose step was removed continues with the next one; nothing is done twice", async () => {
    const draft = await maker.call(readWorkflow, { params: { workflow }, query: {} });
    await maker.call(publishDraft, { params: { workflow }, body: { note: "Minder mail", version: draft.version } });
    const id = fileId(1);
    const seen = await maker.call(readFileVersion, { params: { id } });
    expect(seen).toMatchObject({ from: 1, to: 2, keepable: null, after: { on: "2026-11-30" } });
    const body = { dates: "new" as const, reason: "Nieuwe afspraak", version: seen.version };
    const moved = await maker.call(moveFileVersion, { params: { id }, body });
    expect(moved).toMatchObject({
      workflow: { version: 2 },
      next: { position: 2, channel: "sms", dueOn: "2026-11-30" },
    });
    expect(moved.steps[0]?.done).toMatchObject([{ outcome: "done" }]);
    expect((await maker.refused(moveFileVersion, { params: { id }, body })).status).toBe(409);
  });

  test("in bulk with a plan: the date is kept for the same step; files that advanced since are skipped", async () => {
    const { id, toMove, version } = await judged(2);
    expect(toMove).toBe(4);
    // While the plan lies on the table, one file goes on.
    await skip(4);
    const body = { dates: "keep" as const, reason: "Allemaal gelijk", version };
    await maker.call(moveFiles, { params: { id }, body });
    await world.drain();
    expect(await judgement(id)).toMatchObject({ state: "moved", moved: 3, dropped: 1 });
    expect(await place(3)).toMatchObject({ workflow: { version: 2 }, next: { dueOn: "2026-11-27", channel: "sms" } });
    expect(await place(0)).toMatchObject({ workflow: { version: 2 }, next: { position: 1 } });
    expect(await place(4)).toMatchObject({ workflow: { version: 1 } });
    // Asked twice, it is carried out once.
    const again = await maker.refused(moveFiles, { params: { id }, body });
    expect(again.status).toBe(409);
    const { items } = await maker.call(listWhatIfRows, { params: { id }, query: {} });
    expect(items.map(({ state }) => state).sort()).toEqual(["dropped", "judged", "moved", "moved", "moved"]);
    expect(items.map(({ why }) => why).filter((why) => why !== null)).toEqual(["It went on after it was judged."]);
  });

  test("an evaluation moves nothing once a newer one was asked for, and is gone when that is ready", async () => {
    const { id, version } = await judged(2);
    await maker.call(requestWhatIf, { params: { workflow }, body: { number: 2 } });
    const input = { params: { id }, body: { dates: "keep" as const, reason: "Te laat", version } };
    const refused = await maker.refused(moveFiles, input);
    expect([refused.status, refused.body.errors?.common?.[0]]).toEqual([400, expect.stringMatching(/newer judgement/)]);
    await world.drain();
    expect((await maker.refused(moveFiles, input)).status).toBe(404);
    expect(await place(4)).toMatchObject({ workflow: { version: 1 } });
  });

  test("a plan for a version that was superseded moves nothing", async () => {
    const next = async (note: string) => {
      const draft = await maker.call(startDraft, { params: { workflow } });
      await maker.call(publishDraft, { params: { workflow }, body: { note, version: draft.version } });
    };
    await next("Derde");
    const { id, version } = await judged(3);
    await maker.call(moveFiles, { params: { id }, body: { dates: "new", reason: "Alles over", version } });
    await next("Vierde");
    await world.drain();
    expect(await judgement(id)).toMatchObject({ state: "moved", moved: 0, dropped: 5 });
    expect(new Set((await rowsOf(id)).map(({ why }) => why))).toEqual(
      new Set(["Another version went live meanwhile."]),
    );
    expect(await place(3)).toMatchObject({ workflow: { version: 2, newest: 4 } });
  });

  test("a kept date applies to one step only: the following step gets its own date", async () => {
    await skip(3);
    const { next } = await place(3);
    expect(next).toMatchObject({ anchor: "bikDueFrom" });
    const fresh = await placeOne(world, clientId, claimOf());
    expect((await maker.call(readFileWorkflow, { params: { id: fresh.id } })).workflow).toMatchObject({ version: 4 });
  });

  test("a file being processed by a run is not moved, by one call or by the plan; once the run is paused it is", async () => {
    await maker.call(planRun, { body: { clients: [clientId] } });
    await world.drain();
    const run = await world.db
      .updateTable("run")
      .set({ state: "making" })
      .where("state", "=", "planned")
      .returning("id")
      .executeTakeFirstOrThrow();
    const id = fileId(0);
    const busy = `Run ${run.id}`;
    const seen = await maker.call(readFileVersion, { params: { id } });
    expect(seen.underWay).toContain(busy);
    const one = { dates: "new" as const, reason: "Nieuwe afspraak", version: seen.version };
    const refused = await maker.refused(moveFileVersion, { params: { id }, body: one });
    expect(refused.body.errors?.common?.[0]).toContain(busy);
    const plan = await judged(4);
    const body = { dates: "new" as const, reason: "Alles over", version: plan.version };
    await maker.call(moveFiles, { params: { id: plan.id }, body });
    await world.drain();
    expect((await rowsOf(plan.id)).find(({ fileId: file }) => file === id)).toMatchObject({
      state: "dropped",
      why: expect.stringContaining(busy),
    });
    expect(await place(0)).toMatchObject({ workflow: { version: 2 } });
    await world.db.updateTable("run").set({ state: "planned" }).where("id", "=", run.id).execute();
    expect(await maker.call(moveFileVersion, { params: { id }, body: one })).toMatchObject({
      workflow: { version: 4 },
    });
  });
});

describe("a plan in which single files are chosen otherwise than the whole", () => {
  let id: number;
  let version: number;
  let own: readonly number[];
  const chosen = (file: number, choice: "keep" | "new" | "stay" | null) =>
    ({ params: { id, file }, body: { chosen: choice } }) as const;
  const whyNot = async (file: number, choice: "keep" | "new" | "stay", who = maker) => {
    const { status, body } = await who.refused(chooseForFile, chosen(file, choice));
    return [status, body.errors?.chosen?.[0] ?? body.errors?.common?.[0]];
  };
  const rowOf = async (file: number) => (await rowsOf(id)).find((row) => row.fileId === file);
  const positionOf = (file: number) =>
    world.db
      .selectFrom("file_workflow")
      .select(["definition_version", "kept_on"])
      .where("file_id", "=", file)
      .executeTakeFirstOrThrow();

  /** Three files before their first letter, which comes later in the next version, and one that waits for the SMS, which that has no more. */
  beforeAll(async () => {
    const placed: number[] = [];
    for (let made = 0; made < 4; made++) placed.push((await placeOne(world, clientId, claimOf())).id);
    own = placed;
    await maker.call(doStep, { params: { id: own[3] ?? 0 }, body: { position: 1 } });
    const draft = await maker.call(startDraft, { params: { workflow } });
    const sms = draft.steps.find(({ channel }) => channel === "sms")?.id ?? 0;
    const shorter = await maker.call(removeStep, { params: { workflow, id: sms }, body: { version: draft.version } });
    const [letter] = shorter.steps;
    if (!letter) throw new Error("no step");
    const without = await maker.call(changeStep, {
      params: { workflow, id: letter.id },
      body: { ...stepBody(letter, shorter.version), offsetDays: 5 },
    });
    ({ id } = await judged(draft.number));
    expect(await whyNot(own[0] ?? 0, "stay")).toEqual([400, "Files are moved to the live version only."]);
    await maker.call(publishDraft, { params: { workflow }, body: { note: "Zonder sms", version: without.version } });
    ({ id, version } = await judged(draft.number));
  });

  test("a choice is refused where there is no date to keep, for a file of no plan, and to anybody else", async () => {
    const [first = 0, , , waiting = 0] = own;
    expect(await whyNot(waiting, "keep")).toEqual([400, expect.stringContaining("no date to keep")]);
    const later = await placeOne(world, clientId, claimOf());
    expect((await whyNot(later.id, "new"))[0]).toBe(404);
    const other = await world.login(["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH"]);
    expect((await whyNot(first, "new", other))[0]).toBe(404);
    expect(await rowOf(waiting)).toMatchObject({ chosen: null, keepable: null });
  });

  test("a choice that comes while the move begins is refused, and not shown as one that was followed", async () => {
    const [first = 0] = own;
    const mover = await world.owner.pool.connect();
    try {
      await mover.query("begin");
      await mover.query("update what_if set state = 'moving' where id = $1", [id]);
      const late = whyNot(first, "new");
      await untilLockWaits(world);
      await mover.query("commit");
      expect(await late).toEqual([400, "This judgement is not ready yet, or was carried out already."]);
    } finally {
      mover.release();
      await world.db.updateTable("what_if").set({ state: "judged" }).where("id", "=", id).execute();
    }
    expect(await rowOf(first)).toMatchObject({ chosen: null });
  });

  test("one gets a new date, one stays and is not counted, the others go as all do", async () => {
    const [fresh = 0, stays = 0, kept = 0] = own;
    const { toMove } = await judgement(id);
    await maker.call(chooseForFile, chosen(fresh, "new"));
    expect(await maker.call(chooseForFile, chosen(stays, "stay"))).toMatchObject({ toMove: toMove - 1 });
    await maker.call(chooseForFile, chosen(kept, "stay"));
    expect(await maker.call(chooseForFile, chosen(kept, null))).toMatchObject({ toMove: toMove - 1, version });
    const before = (await rowOf(kept))?.keepable;
    await maker.call(moveFiles, { params: { id }, body: { dates: "keep", reason: "Allemaal gelijk", version } });
    await world.drain();
    const { toVersion } = await judgement(id);
    expect(await positionOf(fresh)).toEqual({ definition_version: toVersion, kept_on: null });
    expect(await positionOf(kept)).toEqual({ definition_version: toVersion, kept_on: before });
    expect((await positionOf(stays)).definition_version).toBe(toVersion - 1);
    expect(await rowOf(stays)).toMatchObject({ state: "dropped", chosen: "stay", why: "It was chosen to stay." });
    expect(await whyNot(fresh, "keep")).toEqual([400, "This judgement is not ready yet, or was carried out already."]);
  });
});
