/**
 * A worker process for the test that kills it: does one work on many files in the database that it is told, as the product does, and says when it
 * begins. `node killed-worker.factory.ts BULK INSTANT`, its settings by environment.
 */
import { pino } from "pino";
import { assemble } from "../app/assemble.server.ts";
import { handClock, systemIds } from "../platform/server/clock.ts";
import { readEnvironment } from "../platform/server/environment.ts";
import { systemActor } from "../platform/server/room.ts";
import { workCtx } from "../platform/server/work.ts";
import { bulkJob } from "./make.server.ts";

const [, , bulkId = "", instant = ""] = process.argv;
const environment = readEnvironment(process.env);
const vorder = await assemble({
  environment,
  databaseUrl: process.env.DATABASE_URL ?? "",
  sessionSecret: "a secret of the tests that is long enough",
  clock: handClock(new Date(instant)),
  log: pino({ level: "silent" }),
  connections: 4,
});
await vorder.queue.prepare();
// A job of its own: that of a killed worker is held until the queue takes it for dead, which is not what is tried here.
await vorder.database.db
  .transaction()
  .execute((tx) =>
    workCtx(vorder.parts, tx, systemActor).enqueue(bulkJob, { bulkId: Number(bulkId) }, { key: systemIds.uuid() }),
  );
process.stdout.write("begun\n");
await vorder.queue.drain(vorder.parts);
await vorder.close();
