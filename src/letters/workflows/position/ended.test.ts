/** The end of a workflow plans a task; and the next step in lists and on the file is always the current one. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import {
  changeStatus,
  closeFileByHand,
  liftHoldFromFile,
  listStates,
  placeHoldOnFile,
} from "../../../cases/states/states.contract.ts";
import { bookPaymentCall, makePromise, reversePaymentCall } from "../../../money/claims/claims.contract.ts";
import { createAccount, listEntries, undoEntry, uploadStatement } from "../../../money/payments/payments.contract.ts";
import { camtFile } from "../../../money/payments/payments.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { changeFileWorkflow, readFileWorkflow, skipWorkflowStep } from "../workflows.contract.ts";
import { refreshNextSteps } from "../workflows.server.ts";

let world: World;
let clerk: Visitor;
let manager: number;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const rights = [
  "ROLE_FILE_SEARCH",
  "ROLE_FILE_EDIT",
  "ROLE_FILE_SETTINGS_EDIT",
  "ROLE_WORKFLOW_FILE",
  "ROLE_PROCESSING",
  "ROLE_FINANCE",
];

async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  clerk = await world.login(rights);
}

/** A file of 100.00 with a case manager, its 14-day letter sent on 20 November 2026. */
async function fileWithNotice(): Promise<number> {
  await on("2026-11-20");
  const [id = 0] = (await portfolio(world, 1)).fileIds;
  manager = (await world.login({ name: "Fatima el Idrissi", acl: ["ROLE_EMPLOYEE"] })).userId;
  await world.db.updateTable("case_file").set({ case_manager_id: manager }).where("id", "=", id).execute();
  await clerk.call(doStep, { params: { id }, body: { position: 1 } });
  return id;
}

const place = (id: number) => clerk.call(readFileWorkflow, { params: { id } });

/** Skips what is left: of a claim of 100.00 the address check and the summons fall away. */
async function toTheEnd(id: number): Promise<void> {
  for (let at = await place(id); at.next !== null; at = await place(id))
    await clerk.call(skipWorkflowStep, {
      params: { id },
      body: { position: at.next.position, reason: "Proef", version: at.version },
    });
}

const noted = (id: number) =>
  world.db
    .selectFrom("case_file")
    .select(["status", "next_step", "next_action_on", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const statusOf = async (id: number) => (await noted(id)).status;

/** Who is asked for a decision on a file, and when; settled ones with why. */
async function asked(id: number) {
  const { rows } = await sql<{ owner: number | null; on: string; state: string }>`
    select owner_id as owner, on_date as on, coalesce(archived_why, state) as state from agenda_item
    join agenda_subject s on s.id = subject_id and s.code = 'workflow_ended' where file_id = ${id} order by agenda_item.id`.execute(
    world.db,
  );
  return rows;
}

test("a workflow that ends asks the case manager for a decision, once", async () => {
  const id = await fileWithNotice();
  expect(await asked(id)).toEqual([]);
  await toTheEnd(id);
  expect(await statusOf(id)).toBe("no_more_steps");
  // Five working days after Friday 20 November.
  expect(await asked(id)).toEqual([{ owner: manager, on: "2026-11-27", state: "open" }]);
  await world.work((ctx) => refreshNextSteps(ctx, [id]));
  expect(await asked(id)).toHaveLength(1);
});

test("moving the file to another workflow is a decision, and the end of that one asks again", async () => {
  const id = await fileWithNotice();
  await toTheEnd(id);
  const { version } = await place(id);
  await clerk.call(changeFileWorkflow, { params: { id }, body: { workflow: "W2", reason: "Toch zakelijk", version } });
  expect(await statusOf(id)).toBe("in_progress");
  expect((await asked(id)).map(({ state }) => state)).toEqual(["settled"]);
  await toTheEnd(id);
  expect(await statusOf(id)).toBe("no_more_steps");
  expect((await asked(id)).map(({ state }) => state)).toEqual(["settled", "open"]);
});

test("a state that stops the file keeps the question; closing the file ends it", async () => {
  const id = await fileWithNotice();
  await toTheEnd(id);
  const version = async () => (await clerk.call(listStates, { params: { id } })).file.version;
  const { hold } = await clerk.call(placeHoldOnFile, {
    params: { id },
    body: { kind: "dispute", version: await version() },
  });
  await clerk.call(liftHoldFromFile, {
    params: { id, holdId: hold.id },
    body: { reason: "Klaar", version: await version() },
  });
  expect(await statusOf(id)).toBe("no_more_steps");
  expect((await asked(id)).map(({ state }) => state)).toEqual(["open"]);
  const body = { reason: "uncollectable" as const, note: "Geen verhaal", version: await version() };
  await clerk.call(closeFileByHand, { params: { id }, body });
  expect((await asked(id)).map(({ state }) => state)).toEqual(["file_closed"]);
});

test("after resuming the file the question is asked again when no step is left", async () => {
  const id = await fileWithNotice();
  await toTheEnd(id);
  const { version } = await noted(id);
  await clerk.call(changeStatus, { params: { id }, body: { status: "monitoring", version } });
  expect((await asked(id)).map(({ state }) => state)).toEqual(["settled"]);
});

/** What lists note of the next step is what the file itself reckons now. */
async function fresh(id: number): Promise<string | null> {
  const before = await noted(id);
  const { next } = await place(id);
  expect(before.next_action_on).toBe(next?.dueOn ?? null);
  await world.work((ctx) => refreshNextSteps(ctx, [id]));
  expect(await noted(id)).toEqual(before);
  return before.next_action_on;
}

const iban = "NL20INGB0001234567";
let statements = 0;
let balance = 0;

/** The bank's statement of a day with one line on the file. */
async function fromBank(id: number, cents: number, day: string) {
  const { payment_reference: reference } = await world.db
    .selectFrom("case_file")
    .select("payment_reference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const spec = {
    iban,
    number: ++statements,
    date: day,
    openingCents: balance,
    lines: [{ cents, reference, text: `deel ${statements}` }],
  };
  balance += cents;
  await clerk.call(uploadStatement, { files: { file: { name: "afschrift.xml", content: camtFile(spec) } } });
  await world.drain();
  const { items } = await clerk.call(listEntries, { query: { limit: 100 } });
  const entry = items.find(({ description }) => description.includes(`deel ${statements}`));
  expect(entry).toMatchObject({ state: "matched", file: { id } });
  return { id: entry?.id ?? 0, version: entry?.version ?? 0 };
}

test("a part payment, by bank or by hand, moves the next action, and its reversal moves it back", async () => {
  const id = await fileWithNotice();
  expect(await fresh(id)).toBe("2026-11-23");
  await on("2026-11-24");
  await clerk.call(createAccount, { body: { iban, name: "Derdengelden", kind: "client_money" } });
  const entry = await fromBank(id, 2000, "2026-11-24");
  // The three days between the letter and the e-mail are given again.
  expect(await fresh(id)).toBe("2026-11-27");
  await clerk.call(undoEntry, { params: { id: entry.id }, body: { version: entry.version } });
  expect(await fresh(id)).toBe("2026-11-23");
  const paid = { date: "2026-11-24", amount: "20.00", kind: "direct" as const, reference: "deel" };
  const { id: paymentId } = await clerk.call(bookPaymentCall, { params: { id }, body: paid });
  expect(await fresh(id)).toBe("2026-11-27");
  await clerk.call(reversePaymentCall, { params: { id, paymentId }, body: { reason: "storno" } });
  expect(await fresh(id)).toBe("2026-11-23");
});

test("a promise is kept on the day of the bank payment, and the file continues", async () => {
  const id = await fileWithNotice();
  await on("2026-11-24");
  await clerk.call(makePromise, { params: { id }, body: { by: "2026-12-01", amount: "20.00" } });
  expect(await statusOf(id)).toBe("paused");
  await fromBank(id, 2000, "2026-11-24");
  expect(await statusOf(id)).toBe("in_progress");
  await fresh(id);
});
