/**
 * A worker process for the test that kills it: checks or places one upload in the database that it is told, as the product does, and says
 * when it begins. `node killed-worker.factory.ts check|place BATCH ROUND INSTANT`, its settings by environment.
 */
import { pino } from "pino";
import { assemble } from "../app/assemble.server.ts";
import { handClock, systemIds } from "../platform/server/clock.ts";
import { readEnvironment } from "../platform/server/environment.ts";
import { systemActor } from "../platform/server/room.ts";
import { workCtx } from "../platform/server/work.ts";
import { checkJob } from "./check.server.ts";
import { placeJob } from "./place-job.server.ts";

const [, , what = "", batch = "", round = "", instant = ""] = process.argv;
const vorder = await assemble({
  environment: readEnvironment(process.env),
  databaseUrl: process.env.DATABASE_URL ?? "",
  sessionSecret: "a secret of the tests that is long enough",
  clock: handClock(new Date(instant)),
  log: pino({ level: "silent" }),
  connections: 4,
});
await vorder.queue.prepare();
// A job of its own: that of a killed worker is held until the queue takes it for dead, which is not what is tried here.
await vorder.database.db.transaction().execute((tx) => {
  const ctx = workCtx(vorder.parts, tx, systemActor);
  const [batchId, key] = [Number(batch), systemIds.uuid()];
  return what === "check"
    ? ctx.enqueue(checkJob, { batchId, round: Number(round), clientIds: null, userId: 0 }, { key })
    : ctx.enqueue(placeJob, { batchId, userId: 0 }, { key });
});
process.stdout.write("begun\n");
await vorder.queue.drain(vorder.parts);
await vorder.close();
