/** Work that is begun while somebody acts as somebody else: what it does afterwards is recorded under both names, as what they do themselves is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { logoutUser, switchUser } from "../../../people/access/sign-in/sign-in.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { requestExport } from "../../exports/exports.contract.ts";
import { placeOne } from "../../intake/intake.factory.ts";
import { makeBulk, planBulk, readBulk, undoBulk } from "../bulk.contract.ts";
import { everything } from "../bulk.factory.ts";

let world: World;
let admin: Visitor;
let clerk: Visitor;
let client: number;
let adminName: string;

beforeAll(async () => {
  world = await startWorld();
  admin = await world.login(["*"]);
  clerk = await world.login([...everything, "ROLE_FILE_EXPORT"]);
  client = (await makeClient(world.db, world.clock)).id;
  const named = world.db.selectFrom("app_user").select("username").where("id", "=", admin.userId);
  adminName = (await named.executeTakeFirstOrThrow()).username;
}, 60_000);
afterAll(() => world.close());

const act = () => admin.call(switchUser, { params: { id: clerk.userId } });

/** The lines of a file by the clerk, and for whom each was written. */
const linesOf = async (file: number) =>
  world.db
    .selectFrom("file_log")
    .select(["user_id", "acting_for"])
    .where("file_id", "=", file)
    .where("user_id", "=", clerk.userId)
    .orderBy("id")
    .execute();

test("a work on many files names both on every file, until the somebody goes on with it themselves", async () => {
  const { id: file } = await placeOne(world, client);
  const action = { kind: "note", subject: "Overleg", content: "Met de opdrachtgever" } as const;
  await act();
  const asked = await admin.call(planBulk, { body: { chosen: { by: "files", files: [file] }, action } });
  await world.drain();
  const params = { id: asked.id };
  const { version } = await admin.call(readBulk, { params });
  await admin.call(makeBulk, { params, body: { version } });
  await admin.call(logoutUser);
  await world.drain();
  expect(await linesOf(file)).toEqual([{ user_id: clerk.userId, acting_for: adminName }]);
  const made = await clerk.call(readBulk, { params });
  await clerk.call(undoBulk, { params, body: { version: made.version } });
  await world.drain();
  expect((await linesOf(file)).slice(1).every((line) => line.acting_for === null)).toBe(true);
});

test("files that were exported were seen by whoever asked for it, under the name of the other", async () => {
  const { id: file } = await placeOne(world, client);
  await act();
  await admin.call(requestExport, { body: { format: "csv", columns: ["number", "debtorName"], filter: {} } });
  await admin.call(logoutUser);
  await world.drain();
  const views = world.db.selectFrom("file_view").select(["user_id", "acting_id"]).where("file_id", "=", file);
  expect(await views.execute()).toEqual([{ user_id: clerk.userId, acting_id: admin.userId }]);
});
