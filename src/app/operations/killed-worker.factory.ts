/**
 * A worker process for the tests that kill it: does one job in the database that it is told, as the product does, and says when it begins.
 * `node killed-worker.js JOB PAYLOAD INSTANT`, its settings by environment. Built as a program of its own (`programs.factory.ts`).
 */
import { pino } from "pino";
import { handClock, systemIds } from "../../ground/platform/server/process/clock.ts";
import { readEnvironment } from "../../ground/platform/server/process/environment.ts";
import { assembleWorker } from "../assemble.server.ts";

const [, , job = "", payload = "", instant = ""] = process.argv;
const environment = readEnvironment(process.env);
const vorder = assembleWorker({
  environment,
  databaseUrl: process.env.DATABASE_URL ?? "",
  sessionSecret: environment.sessionSecret ?? "",
  clock: handClock(new Date(instant)),
  log: pino({ level: "silent" }),
  connections: 4,
});
await vorder.queue.prepare();
// A job of its own: that of a killed worker is held until the queue takes it for dead, which is not what is tried here.
await vorder.database.db
  .transaction()
  .execute((tx) => vorder.queue.enqueue(tx, job, JSON.parse(payload), { key: systemIds.uuid() }));
process.stdout.write("begun\n");
// Only that job: what follows from it is the test's own, however late the worker is killed.
await vorder.queue.drain(vorder.parts, job);
await vorder.close();
