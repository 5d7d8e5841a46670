/** Replaying past steps with a version of a workflow, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { bookPaymentCall } from "../../../money/claims/claims.contract.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { stepBody } from "../../workflows/versions/step-body.factory.ts";
import {
  changeStep,
  listWorkflowVersions,
  readFileWorkflow,
  readWorkflow,
  removeStep,
  skipWorkflowStep,
  startDraft,
} from "../../workflows/workflows.contract.ts";
import { latestReplays, listReplayRows, requestReplay } from "./replay.contract.ts";

let world: World;
let maker: Visitor;
let workflow: number;
let files: readonly number[];

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  maker = await world.login([
    ...["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_PROCESSING", "ROLE_FINANCE"],
  ]);
}
const fileId = (at: number): number => files[at] ?? 0;

/** Three files: the letter, the e-mail and the SMS are done of each, but for the SMS of the last, which somebody skips. */
beforeAll(async () => {
  world = await startWorld();
  await on("2026-11-20");
  files = (await portfolio(world, 3)).fileIds;
  workflow = (await maker.call(listWorkflowVersions, {})).items.find(({ code }) => code === "W1")?.id ?? 0;
  for (const id of files) await maker.call(doStep, { params: { id }, body: { position: 1 } });
  await on("2026-11-23");
  for (const id of files) await maker.call(doStep, { params: { id }, body: { position: 2 } });
  await on("2026-12-01");
  for (const id of files.slice(0, 2)) await maker.call(doStep, { params: { id }, body: { position: 3 } });
  const { version } = await maker.call(readFileWorkflow, { params: { id: fileId(2) } });
  const body = { position: 3, reason: "Nummer klopt niet", version };
  await maker.call(skipWorkflowStep, { params: { id: fileId(2) }, body });
});
afterAll(() => world.close());

async function replayed(number: number, months = 3) {
  const { id } = await maker.call(requestReplay, { params: { workflow }, body: { number, months } });
  await world.drain();
  const found = (await maker.call(latestReplays, { params: { workflow } })).items.find((one) => one.id === id);
  if (!found?.outcome) throw new Error("not replayed");
  return { ...found, outcome: found.outcome };
}

describe("a replay", () => {
  test("is for employees who edit workflows, each of whom sees only their own", async () => {
    const clerk = await world.login(["ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH"]);
    const body = { number: 1, months: 3 };
    expect((await clerk.send(requestReplay, { params: { workflow }, body })).status).toBe(403);
    const { id } = await replayed(1);
    const other = await world.login(["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH"]);
    expect((await other.call(latestReplays, { params: { workflow } })).items).toEqual([]);
    expect((await other.refused(listReplayRows, { params: { id }, query: {} })).status).toBe(404);
  });

  test("with the original version shows no difference, whatever happened to the files since", async () => {
    // Nothing is open any more, and the letter that once had to be sent counts by now.
    const body = { date: "2026-12-01", amount: "100.00", kind: "direct" as const, reference: "Betaald" };
    await maker.call(bookPaymentCall, { params: { id: fileId(0) }, body });
    const { outcome } = await replayed(1);
    // What somebody skipped, nobody decided: 3 letters, 3 e-mails and 2 SMS.
    expect(outcome).toMatchObject({ decisions: 8, apart: 0, kinds: { same: 8, day: 0, step: 0, none: 0 } });
    expect(outcome.months).toEqual([
      {
        month: "2026-11",
        before: { letters: 3, messages: 3, calls: 0, tasks: 0 },
        after: { letters: 3, messages: 3, calls: 0, tasks: 0 },
      },
      {
        month: "2026-12",
        before: { letters: 0, messages: 2, calls: 0, tasks: 0 },
        after: { letters: 0, messages: 2, calls: 0, tasks: 0 },
      },
    ]);
  });

  test("with the original version shows no difference where the debtor is reached otherwise by now", async () => {
    const {
      debtor_id: id,
      email,
      mobile,
    } = await world.db
      .selectFrom("debtor")
      .innerJoin("case_file", "case_file.debtor_id", "debtor.id")
      .select(["debtor_id", "email", "mobile"])
      .where("case_file.id", "=", fileId(1))
      .executeTakeFirstOrThrow();
    const reach = (now: { email: string | null; mobile: string | null }) =>
      world.db.updateTable("debtor").set(now).where("id", "=", id).execute();
    // Both were written to; neither address is theirs any more.
    await reach({ email: null, mobile: null });
    expect((await replayed(1)).outcome).toMatchObject({ decisions: 8, kinds: { same: 8, day: 0, step: 0, none: 0 } });
    await reach({ email, mobile });
  });

  test("with a draft shows step by step what would have been different, and changes nothing", async () => {
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
    const before = await maker.call(readFileWorkflow, { params: { id: fileId(1) } });
    const { id, outcome, stale } = await replayed(2);
    expect(stale).toBe(false);
    // The letters stay; in the place of each e-mail comes the SMS; each SMS comes another day.
    expect(outcome.kinds).toEqual({ same: 3, day: 2, step: 3, none: 0 });
    const { items } = await maker.call(listReplayRows, { params: { id }, query: { filter: { kind: "step" } } });
    expect(items.map(({ doneOn, days }) => [doneOn, days])).toEqual(Array(3).fill(["2026-11-23", null]));
    expect(items[0]?.after).toBe("SMS with payment link");
    expect(await maker.call(readFileWorkflow, { params: { id: fileId(1) } })).toEqual(before);
    const { version } = await maker.call(readWorkflow, { params: { workflow }, query: { number: 2 } });
    expect(version).toBe(without.version + 1);
  });

  test("looks back as far as requested", async () => {
    await on("2027-01-25");
    // Two months before 25 January lies behind the letters of 20 and the e-mails of 23 November.
    expect((await replayed(1, 2)).outcome).toMatchObject({ decisions: 2, kinds: { same: 2 } });
    expect((await replayed(1, 3)).outcome.decisions).toBe(8);
  });

  test("with the original version passes over what could not be sent then, though it could by now", async () => {
    const [id = 0] = (await portfolio(world, 1)).fileIds;
    const { debtor_id: debtor } = await world.db
      .selectFrom("case_file")
      .select("debtor_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const email = (to: string | null) =>
      world.db.updateTable("debtor").set({ email: to }).where("id", "=", debtor).execute();
    await email(null);
    await maker.call(doStep, { params: { id }, body: { position: 1 } });
    await on("2027-02-05");
    await maker.call(doStep, { params: { id }, body: { position: 3 } });
    const { decisions } = (await replayed(1)).outcome;
    await email("later.bekend@example.nl");
    expect((await replayed(1)).outcome).toMatchObject({ decisions, kinds: { same: decisions, step: 0, none: 0 } });
  });
});
