/** Groups of clients: adding clients, and searching the files of a group. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { callsOf } from "../../../ground/lists/engine/list.contract.ts";
import { clientGroupOptions, readClient, updateClientCall } from "../../../people/customers/customers.contract.ts";
import { makeClient, plainClient } from "../../../people/customers/customers.factory.ts";
import { fileFilterOptions, searchFiles } from "../../file-search/file-search.contract.ts";

const groups = callsOf("client-group");
let world: World;
let staff: Visitor;
let customer: Visitor;
const clients: number[] = [];

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_EMPLOYEE", "ROLE_MANAGE_CLIENT", "ROLE_SETTINGS", "ROLE_FILE_SEARCH"]);
  for (const [company, clientRef] of [
    ["Stroom Noord B.V.", "NOORD"],
    ["Stroom Zuid B.V.", "ZUID"],
    ["Anders B.V.", "ANDERS"],
  ] as const) {
    const { id } = await makeClient(world.db, world.clock, { company });
    clients.push(id);
    await placeOne(world, id, { clientRef });
  }
  customer = await world.login({ acl: ["ROLE_FILE_SEARCH"], kind: "customer", clientIds: clients.slice(1, 2) });
});
afterAll(() => world.close());

async function put(client: number | undefined, clientGroupId: number | null) {
  const now = await staff.call(readClient, { params: { id: client ?? 0 } });
  const plain = plainClient({ company: now.company, number: now.number });
  const body = { ...plain, clientGroupId, version: now.version };
  return staff.call(updateClientCall, { params: { id: now.id }, body });
}

const refs = async (by: Visitor, clientGroup: number[]): Promise<string[]> =>
  (await by.call(searchFiles, { query: { filter: { clientGroup } } })).items.map((item) => item.clientRef).sort();

test("the files of a group are those of its clients, limited to what each reader may see", async () => {
  const group = await staff.call(groups.create, { body: { name: "Stroom Groep, Utrecht", note: "" } });
  const empty = await staff.call(groups.create, { body: { name: "Leeg", note: "" } });
  const [noord, zuid, anders] = clients;
  for (const client of [noord, zuid]) await put(client, group.id);
  expect(await staff.call(readClient, { params: { id: noord ?? 0 } })).toMatchObject({
    clientGroupId: group.id,
    clientGroupName: "Stroom Groep, Utrecht",
  });
  expect(await refs(staff, [group.id])).toEqual(["NOORD", "ZUID"]);
  expect(await refs(staff, [empty.id])).toEqual([]);
  expect(await refs(customer, [group.id])).toEqual(["ZUID"]);
  // A group without clients offers nothing to filter by, and nobody is told of groups that are not his.
  const offered = (await staff.call(fileFilterOptions)).clientGroups;
  expect(offered).toEqual([{ id: group.id, text: "Stroom Groep, Utrecht" }]);
  expect((await customer.call(fileFilterOptions)).clientGroups).toEqual(offered);
  await put(zuid, null);
  expect((await customer.call(fileFilterOptions)).clientGroups).toEqual([]);
  expect(await refs(staff, [group.id])).toEqual(["NOORD"]);

  // What is archived stays where it was chosen, and is not chosen again.
  await staff.call(groups.archive, { params: { id: group.id } });
  expect((await staff.call(clientGroupOptions)).items).toEqual([{ id: empty.id, text: "Leeg" }]);
  await put(noord, group.id);
  await expect(put(anders, group.id)).rejects.toMatchObject({ status: 400 });
});
