/** Two people at once on one file, over HTTP: whoever comes first, what is owed, shown and agreed on is one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { counter } from "../../../app/testing/serial.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { closeFileByHand } from "../../../cases/states/states.contract.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { proposeArrangement, readAgreements } from "../agreements/agreements.contract.ts";
import { owedFrom } from "../claims.factory.ts";
import { fileBalance } from "../record/record.server.ts";
import { makeClaimFile } from "../testing/file.factory.ts";
import { bookPaymentCall, reversePaymentCall } from "./bookings.contract.ts";

const serial = counter();
const rounds = [1, 2, 3, 4, 5];
let world: World;
let one: Visitor;
let other: Visitor;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  const roles = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FINANCE", "ROLE_EMPLOYEE"];
  [one, other] = [await world.login(roles), await world.login(roles)];
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

/** 100.00 without interest. A file that reopens claims its invoice again: with one number for all, the next round's would be refused as claimed twice. */
const makeFile = () => makeClaimFile(world, client, [owedFrom("100.00", "2026-01-01", { number: `F${serial()}` })]);

const pay = (visitor: Visitor, id: number, amount: string) =>
  visitor.send(bookPaymentCall, {
    params: { id },
    body: { date: "2026-11-20", amount, kind: "agency", reference: "R" },
  });

const stored = (id: number) =>
  world.db
    .selectFrom("case_file")
    .select(["status", "open_cents", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const closures = (id: number) =>
  world.db
    .selectFrom("file_closure")
    .select("reason")
    .where("file_id", "=", id)
    .where("reopened_at", "is", null)
    .execute();

const owed = (id: number) => fileBalance(world.db, id, date("2026-11-20"));

test.each(rounds)("a payment, and two reversals of the one before it (%i)", async () => {
  const id = await makeFile();
  const before = await one.call(bookPaymentCall, {
    params: { id },
    body: { date: "2026-11-19", amount: "100.00", kind: "agency", reference: "R" },
  });
  const reverse = (visitor: Visitor) =>
    visitor.send(reversePaymentCall, { params: { id, paymentId: before.id }, body: { reason: "Gestorneerd" } });
  const replies = await Promise.all([pay(one, id, "100.00"), reverse(other), reverse(one)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  // Reversed once, paid once: nothing is open, and the file is closed as paid, once.
  expect(await owed(id)).toMatchObject({ open: 0, paid: 10_000, overpaid: 0 });
  expect(await stored(id)).toMatchObject({ status: "closed", open_cents: 0 });
  expect(await closures(id)).toEqual([{ reason: "paid_in_full" }]);
});

test.each(rounds)("an arrangement and a payment of its day (%i)", async () => {
  const id = await makeFile();
  const body = { first: "2026-12-01", frequency: "month", count: 2, activate: true } as const;
  const replies = await Promise.all([one.send(proposeArrangement, { params: { id }, body }), pay(other, id, "40.00")]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const { open, arrangements } = await one.call(readAgreements, { params: { id } });
  const [{ total, terms } = { total: 0, terms: [] }] = arrangements;
  // Either it lowered the total, or it counts for the terms: never both, never neither.
  expect(open).toBe(6_000);
  expect(total - terms.reduce((sum, { received }) => sum + received, 0)).toBe(6_000);
  expect(await stored(id)).toMatchObject({ status: "term_payment", open_cents: 6_000 });
});

test.each(rounds)("a closing and a payment in full (%i)", async () => {
  const id = await makeFile();
  const { version } = await stored(id);
  const [closed, paid] = await Promise.all([
    one.send(closeFileByHand, { params: { id }, body: { reason: "withdrawn", version } }),
    pay(other, id, "100.00"),
  ]);
  // Money that came in is booked on a closed file too; whoever closes what has changed meanwhile is told so.
  expect(paid.status).toBe(200);
  expect([200, 409]).toContain(closed.status);
  expect(await owed(id)).toMatchObject({ open: 0, paid: 10_000, overpaid: 0 });
  expect(await stored(id)).toMatchObject({ status: "closed", open_cents: 0 });
  expect(await closures(id)).toEqual([{ reason: closed.status === 200 ? "withdrawn" : "paid_in_full" }]);
});
