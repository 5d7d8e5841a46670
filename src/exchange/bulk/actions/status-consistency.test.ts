/** Status, phase and closing reason against the facts of a file: by call, in bulk, when a state ends, when it is opened again, and by night. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import type { ClosingReason } from "../../../cases/files/files.ts";
import { type FilePhase, type FileStatus, type HoldKind, holdKinds } from "../../../cases/files/files.ts";
import {
  changeStatus,
  closeFileByHand,
  placeHoldOnFile,
  reopenFileByHand,
} from "../../../cases/states/states.contract.ts";
import { liftHold, placeHold } from "../../../cases/states/states.server.ts";
import { effectOf, isOfNaturalPersons, statusUnder } from "../../../cases/states/states.ts";
import { agreeJob } from "../../../cases/states/status-repair.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { proposeArrangement } from "../../../money/claims/claims.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { placeOne, somebody } from "../../intake/intake.factory.ts";
import { bulkChoices } from "../bulk.contract.ts";
import { type BulkHouse, startBulk } from "../bulk.factory.ts";
import { actOn } from "./actions.server.ts";

let house: BulkHouse;
let world: World;
beforeAll(async () => {
  world = await startWorld();
  house = await startBulk(world);
});
afterAll(() => world.close());

const one = async (): Promise<number> => (await house.place(1))[0] ?? 0;
const hold = (id: number, kind: HoldKind) => world.work((ctx) => placeHold(ctx, id, { kind }));
const placeOf = async (id: number) => {
  const { status, phase } = await house.fileOf(id);
  return { status, phase };
};
const arrange = (id: number) =>
  house.staff.call(proposeArrangement, {
    params: { id },
    body: { first: "2026-12-01", frequency: "month", count: 3, activate: true },
  });

/** The same wish by call and in bulk: both are refused with the same sentence, and nothing has changed. */
async function refusedBothWays(id: number, status: FileStatus, phase: FilePhase | undefined, sentence: RegExp) {
  const before = await house.fileOf(id);
  const body = { status, ...(phase ? { phase } : {}), version: before.version };
  const byCall = await house.staff.refused(changeStatus, { params: { id }, body });
  expect(JSON.stringify(byCall.body.errors)).toMatch(sentence);
  const plan = await house.planned(
    { kind: "status", status, ...(phase ? { phase } : {}) },
    { by: "files", files: [id] },
  );
  const [row] = await house.rowsOf(plan.id);
  expect(JSON.stringify(row)).toMatch(sentence);
  expect(await house.fileOf(id)).toEqual(before);
}

async function notClosedBothWays(id: number, reason: ClosingReason, sentence: RegExp) {
  const { version } = await house.fileOf(id);
  const note = "as it seems";
  const byCall = await house.staff.refused(closeFileByHand, { params: { id }, body: { reason, note, version } });
  expect(JSON.stringify(byCall.body.errors)).toMatch(sentence);
  const plan = await house.planned({ kind: "close", reason, note }, { by: "files", files: [id] });
  expect(JSON.stringify(await house.rowsOf(plan.id))).toMatch(sentence);
  expect((await house.fileOf(id)).status).not.toBe("closed");
}

test.each(holdKinds.filter((kind) => statusUnder(effectOf(kind)) !== null))(
  "under %s a file cannot be resumed, by any user",
  async (kind) => {
    const id = await one();
    await hold(id, kind);
    expect((await placeOf(id)).status).toBe(statusUnder(effectOf(kind)));
    await refusedBothWays(
      id,
      "in_progress",
      undefined,
      /A state on this file stops it|change of status is not possible/,
    );
  },
);

test("a state of natural persons is refused for a legal entity in bulk, in the plan and when it is carried out", async () => {
  const client = (await makeClient(world.db, world.clock)).id;
  const entity = {
    ...somebody,
    fileType: "company" as const,
    companyName: "Proef B.V.",
    legalForm: "bv" as const,
    lastName: null,
  };
  for (const kind of holdKinds.filter(isOfNaturalPersons)) {
    const person = await one();
    const { id } = await placeOne(world, client, { debtor: entity });
    const plan = await house.planned(
      { kind: "flag", hold: kind, reason: "Brief" },
      { by: "files", files: [id, person] },
    );
    expect(plan.counts).toMatchObject({ do: 1, refuse: 1 });
    const refused = (await house.rowsOf(plan.id)).find((row) => row.fileId === id);
    expect(JSON.stringify(refused)).toMatch(/natural persons only/);
    const made = await house.made({ kind: "flag", hold: kind, reason: "Brief" }, [id, person]);
    expect(made.counts).toMatchObject({ done: 1, refuse: 1 });
    const lying = await world.db
      .selectFrom("file_hold")
      .select("file_id")
      .where("file_id", "in", [id, person])
      .execute();
    expect(lying.map(({ file_id }) => file_id)).toEqual([person]);
  }
});

test("an arrangement and its status go together", async () => {
  const id = await one();
  await refusedBothWays(id, "term_payment", undefined, /No payment arrangement runs/);
  await arrange(id);
  expect((await placeOf(id)).status).toBe("term_payment");
  await refusedBothWays(id, "in_progress", undefined, /A payment arrangement runs/);
  await notClosedBothWays(id, "uncollectable", /A payment arrangement runs/);
});

test("the phase of counselling goes with counselling", async () => {
  const [free, counselled] = [await one(), await one()];
  await hold(counselled, "shv");
  expect(await placeOf(counselled)).toEqual({ status: "suspend", phase: "shv" });
  await refusedBothWays(free, "in_progress", "shv", /belongs to debt counselling/);
  await refusedBothWays(counselled, "suspend", "judicial", /stays the phase|is not possible/);
});

test("a file with an open balance is not closed as paid, settled or credited, nor for a state it never had", async () => {
  const id = await one();
  for (const reason of ["paid_in_full", "paid_directly", "settled", "credited"] as const)
    await notClosedBothWays(id, reason, /102\.55 is still open/);
  await notClosedBothWays(id, "bankrupt", /goes with a bankruptcy only/);
  await notClosedBothWays(id, "wsnp_clean_slate", /statutory debt scheme only/);
});

test("nothing is planned on a closed file, whether it was closed before or after the plan", async () => {
  const { subjects } = await house.staff.call(bulkChoices, {});
  const action = { kind: "agenda", subject: Number(subjects[0]?.id), note: "Call back" } as const;
  const [closed, closing] = [await one(), await one()];
  const close = async (id: number) =>
    house.staff.call(closeFileByHand, {
      params: { id },
      body: { reason: "withdrawn", version: (await house.fileOf(id)).version },
    });
  await close(closed);
  const plan = await house.planned(action, { by: "files", files: [closed] });
  expect(JSON.stringify(await house.rowsOf(plan.id))).toMatch(/This file is closed/);
  // What is made without looking, as a plan whose file was closed a moment ago.
  await close(closing);
  await expect(world.work((ctx) => actOn(ctx, closing, plan.id, action))).rejects.toMatchObject({
    detail: { fields: { common: [{ key: "files.isClosed" }] } },
  });
  const planned = await world.db
    .selectFrom("agenda_item")
    .select("id")
    .where("file_id", "in", [closed, closing])
    .where("state", "=", "open")
    .execute();
  expect(planned).toEqual([]);
});

test("an arrangement made meanwhile still applies when a state ends and when a file is reopened", async () => {
  const id = await one();
  const { hold: dispute } = await hold(id, "dispute");
  await world.work((ctx) => liftHold(ctx, id, dispute.id));
  await arrange(id);
  const second = await hold(id, "complaint");
  await world.work((ctx) => liftHold(ctx, id, second.hold.id));
  expect((await placeOf(id)).status).toBe("term_payment");

  const closed = await one();
  const { version } = await house.fileOf(closed);
  await house.staff.call(closeFileByHand, { params: { id: closed }, body: { reason: "withdrawn", version } });
  await world.db
    .insertInto("file_hold")
    .values({
      file_id: closed,
      kind: "bankruptcy",
      from_date: date("2026-11-19"),
      effect: "suspend",
      status_before: "not_started",
      phase_before: "amicable",
      placed_at: world.clock.now(),
    })
    .execute();
  const opened = await house.staff.call(reopenFileByHand, {
    params: { id: closed },
    body: { version: (await house.fileOf(closed)).version },
  });
  expect(opened.status).toBe("suspend");
});

test("inconsistent files are corrected at night, each with a line on its timeline", async () => {
  const [wsnp, term, fine] = [await one(), await one(), await one()];
  const { version } = await house.fileOf(wsnp);
  await house.staff.call(placeHoldOnFile, { params: { id: wsnp }, body: { kind: "wsnp", version } });
  // As an older release left them.
  await world.db
    .updateTable("case_file")
    .set({ status: "in_progress", phase: "judicial" })
    .where("id", "=", wsnp)
    .execute();
  await world.db.updateTable("case_file").set({ status: "term_payment" }).where("id", "=", term).execute();
  const lines = await house.count("file_log", [wsnp, term]);
  const untouched = await house.fileOf(fine);
  await world.work((ctx) => ctx.enqueue(agreeJob, {}));
  await world.drain();
  expect(await placeOf(wsnp)).toEqual({ status: "suspend", phase: "shv" });
  expect((await placeOf(term)).status).toBe("in_progress");
  expect(await house.fileOf(fine)).toEqual(untouched);
  expect(await house.count("file_log", [wsnp, term])).toBe(Number(lines) + 3);
});
