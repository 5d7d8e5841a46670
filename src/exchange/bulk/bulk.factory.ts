/** A house with many files, and a clerk who works on them at once. */
import { sql } from "kysely";
import { expect } from "vitest";
import type { Visitor, World } from "../../app/testing/world.factory.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { type BulkAction, listBulkRows, makeBulk, planBulk, readBulk, undoBulk } from "./bulk.contract.ts";

export const everything = [
  "ROLE_EMPLOYEE",
  "ROLE_FILE_BULK_ACTIONS",
  "ROLE_FILE_EDIT",
  "ROLE_FILE_SETTINGS_EDIT",
  "ROLE_WORKFLOW_FILE",
  "ROLE_AGENDA",
  "ROLE_FINANCE",
  "ROLE_PROCESSING",
];

export async function startBulk(world: World) {
  const staff = await world.login(everything);
  const { userId: manager } = await world.login({ name: "Fatima el Idrissi", acl: ["ROLE_EMPLOYEE"] });
  await world.db.updateTable("app_user").set({ is_case_manager: true }).where("id", "=", manager).execute();
  const client = (await makeClient(world.db, world.clock)).id;

  const place = async (count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let made = 0; made < count; made++) ids.push((await placeOne(world, client)).id);
    return ids;
  };

  async function planned(action: BulkAction, chosen: BodyOf<typeof planBulk>["chosen"], who: Visitor = staff) {
    const asked = await who.call(planBulk, { body: { chosen, action } });
    expect(asked.state).toBe("planning");
    await world.drain();
    return who.call(readBulk, { params: { id: asked.id } });
  }

  async function made(action: BulkAction, files: number[]) {
    const plan = await planned(action, { by: "files", files });
    const params = { id: plan.id };
    await staff.call(makeBulk, { params, body: { version: plan.version } });
    await world.drain();
    return staff.call(readBulk, { params });
  }

  async function undone(id: number) {
    const { version } = await staff.call(readBulk, { params: { id } });
    await staff.call(undoBulk, { params: { id }, body: { version } });
    await world.drain();
    return staff.call(readBulk, { params: { id } });
  }

  return {
    world,
    staff,
    manager,
    place,
    planned,
    made,
    undone,
    rowsOf: async (id: number) => (await staff.call(listBulkRows, { params: { id } })).items,
    fileOf: (id: number) => world.db.selectFrom("case_file").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    count: async (table: "agenda_item" | "file_log", files: number[], where = sql`true`) =>
      (
        await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
          where file_id = any(${files}::bigint[]) and ${where}`.execute(world.db)
      ).rows[0]?.n,
  };
}
export type BulkHouse = Awaited<ReturnType<typeof startBulk>>;
