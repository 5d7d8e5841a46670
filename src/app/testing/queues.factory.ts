/**
 * Makes the queues of the application in the database that DATABASE_URL names: in the one that every world and every app of the tests is a
 * copy of, so that each finds them as a later start does. Built as a program of its own (`programs.factory.ts`).
 */
import { pino } from "pino";
import { systemClock } from "../../ground/platform/server/process/clock.ts";
import { readEnvironment } from "../../ground/platform/server/process/environment.ts";
import { assemble } from "../assemble.server.ts";

const environment = readEnvironment(process.env);
const vorder = await assemble({
  environment,
  databaseUrl: process.env.DATABASE_URL ?? "",
  sessionSecret: environment.sessionSecret ?? "",
  clock: systemClock,
  log: pino({ level: "silent" }),
  connections: 1,
});
await vorder.queue.prepare();
await vorder.close();
