import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { addParty, listParties } from "../parties/parties.contract.ts";
import { debtorFields } from "../persons/persons.contract.ts";
import { markAsDifferent, mergeDebtors, readDebtor, undoMerge } from "./debtors.contract.ts";

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

/** Puts somebody with the same name at the same address beside the first debtor. */
async function partner() {
  const { id } = await world.db
    .selectFrom("case_file")
    .select("id")
    .where("debtor_id", "=", at(0))
    .executeTakeFirstOrThrow();
  const { main } = await staff.call(listParties, { params: { id } });
  const known = z.object(debtorFields).parse(main);
  const { person } = await staff.call(addParty, {
    params: { id },
    body: { role: "joint", from: world.clock.today(), person: { fileType: "private", ...known } },
  });
  return { id, person };
}

test("similar records are proposed, merged over clients, and can be separated again", async () => {
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

test("records stay with those they were merged with when an earlier merge in the chain is undone, in any order", async () => {
  const merged = async (id: number, otherId: number) =>
    (await staff.call(mergeDebtors, { params: { id }, body: { otherId } })).mergeId;
  const parted = (id: number) => staff.call(undoMerge, { params: { id }, body: {} });
  const persons = () =>
    Promise.all(debtors.map(async (id) => (await read(id)).records.map((record) => debtors.indexOf(record.id))));
  const chain = [await merged(at(0), at(1)), await merged(at(1), at(2))];
  expect(await persons()).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
  ]);
  // The last was taken for the second, never for the first.
  await parted(chain[0] ?? 0);
  expect(await persons()).toEqual([[0], [1, 2], [1, 2]]);
  // The second is merged anew, with the last that came along.
  const third = await merged(at(0), at(1));
  await parted(chain[1] ?? 0);
  expect(await persons()).toEqual([[0, 1], [0, 1], [2]]);
  await parted(third);
  expect(await persons()).toEqual([[0], [1], [2]]);
});

test("a rejected proposal is not made again", async () => {
  await staff.call(markAsDifferent, { params: { id: at(0) }, body: { otherId: at(2) } });
  expect((await read(at(0))).alike.map(({ id }) => id)).toEqual([at(1)]);
  expect((await read(at(2))).alike.map(({ id }) => id)).toEqual([at(1)]);
});

test("two persons on one file, such as partners at one address, are never proposed as the same person", async () => {
  const { id: fileId, person } = await partner();
  expect(person.postcode).toBe((await read(at(0))).main.postcode);
  const proposed = async (id: number) => (await read(id)).alike.map((one) => one.id);
  expect([await proposed(at(0)), await proposed(person.id)]).toEqual([[at(1)], [at(1), at(2)]]);
  expect((await read(person.id)).files.map(({ id, role }) => [id, role])).toEqual([[fileId, "joint"]]);
});

test("a client sees its own part of a merged person, and cannot merge", async () => {
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
