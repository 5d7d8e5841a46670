/** The disk of an external database full: nothing of it is on this machine, and only its refusals tell. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../testing/world.factory.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const ready = async (): Promise<number> => (await world.guest().raw("GET", "/ready")).status;

test("/ready says no while the database has no room for new rows, and yes again once it has", async () => {
  // The server's own refusal of a full disk, for whatever would make a table larger.
  await sql`create function no_room() returns event_trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/16384/16385": No space left on device' using errcode = '53100';
  end $$`.execute(world.owner.db);
  await sql`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function no_room()`.execute(world.owner.db);
  expect(await ready()).toBe(503);
  expect((await world.guest().raw("GET", "/health")).status).toBe(200);
  await sql`drop event trigger full_disk`.execute(world.owner.db);
  await expect.poll(ready).toBe(200);
});
