import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../app/world.factory.ts";
import { makeClient } from "../customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { keepApart, mergeDebtors, readDebtor, undoMerge } from "./debtors.contract.ts";

let world: World;
let staff: Visitor;
let customer: Visitor;
let debtors: number[];

beforeAll(async () => {
  world = await startWorld();
  const acl = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"];
  staff = await world.login({ acl, name: "S. Visser" });
  const client = (await makeClient(world.db, world.clock, { company: "Zonnekracht" })).id;
  const other = (await makeClient(world.db, world.clock, { company: "Anders" })).id;
  customer = await world.login({ acl, kind: "customer", clientIds: [client] });
  const files = [await placeOne(world, client), await placeOne(world, other), await placeOne(world, other)];
  const rows = await world.db
    .selectFrom("case_file")
    .select(["id", "debtor_id"])
    .where(
      "id",
      "in",
      files.map(({ id }) => id),
    )
    .orderBy("id")
    .execute();
  debtors = rows.map((row) => row.debtor_id);
});
afterAll(() => world.close());

const at = (index: number): number => debtors[index] ?? 0;
const read = (id: number, by = staff) => by.call(readDebtor, { params: { id } });

test("records that look alike are proposed, merged over clients, and parted again", async () => {
  const first = await read(at(0));
  expect(first.files).toHaveLength(1);
  expect(first.alike.map(({ id, by }) => [id, by.includes("nameAddress")])).toEqual([
    [at(1), true],
    [at(2), true],
  ]);
  // What may be the same person's is shown with it, and counts only once it is merged.
  expect(first.alike.map(({ id, files }) => files.map(({ debtorId, role }) => [debtorId === id, role]))).toEqual([
    [[true, "main"]],
    [[true, "main"]],
  ]);
  expect(first.openCents).toBe(first.files[0]?.openCents);
  const { mergeId } = await staff.call(mergeDebtors, { params: { id: at(0) }, body: { otherId: at(1) } });
  const one = await read(at(1));
  expect([one.files.length, one.records.length, one.alike.length]).toEqual([2, 2, 1]);
  expect(one.openCents).toBe(one.files.reduce((sum, file) => sum + file.openCents, 0));
  expect(one.merges).toMatchObject([{ id: mergeId, by: "S. Visser" }]);
  const again = await staff.refused(mergeDebtors, { params: { id: at(1) }, body: { otherId: at(0) } });
  expect(Object.keys(again.body.errors ?? {})).toEqual(["otherId"]);
  const second = await staff.call(mergeDebtors, { params: { id: at(2) }, body: { otherId: at(1) } });
  expect((await read(at(0))).files).toHaveLength(3);
  await staff.call(undoMerge, { params: { id: second.mergeId }, body: {} });
  expect([(await read(at(0))).files.length, (await read(at(2))).files.length]).toEqual([2, 1]);
  await staff.call(undoMerge, { params: { id: mergeId }, body: {} });
  expect((await read(at(1))).files).toHaveLength(1);
  expect((await staff.refused(undoMerge, { params: { id: mergeId }, body: {} })).status).toBe(404);
});

test("whoever is somebody else is not proposed again", async () => {
  await staff.call(keepApart, { params: { id: at(0) }, body: { otherId: at(2) } });
  expect((await read(at(0))).alike.map(({ id }) => id)).toEqual([at(1)]);
  expect((await read(at(2))).alike.map(({ id }) => id)).toEqual([at(1)]);
});

test("a client sees its own part of a person, and ties nothing", async () => {
  const { mergeId } = await staff.call(mergeDebtors, { params: { id: at(0) }, body: { otherId: at(1) } });
  const shown = await read(at(0), customer);
  expect([shown.files.length, shown.records.length, shown.alike, shown.merges]).toEqual([1, 1, [], []]);
  const [foreign, unknown] = [
    await customer.send(readDebtor, { params: { id: at(1) } }),
    await customer.send(readDebtor, { params: { id: 987_654_321 } }),
  ];
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  expect((await customer.refused(mergeDebtors, { params: { id: at(0) }, body: { otherId: at(1) } })).status).toBe(404);
  expect((await customer.refused(undoMerge, { params: { id: mergeId }, body: {} })).status).toBe(404);
});
