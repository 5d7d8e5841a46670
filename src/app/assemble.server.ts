/** Puts one process together from its settings: database, queue, storage, carriers, and the transport with every room. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { loadCaller } from "../access/access.server.ts";
import { viewNotes } from "../files/files.server.ts";
import { nextContactMoment } from "../kernel/calendar.ts";
import { backupJob } from "../platform/backup-job.server.ts";
import { outboxJobs } from "../platform/outbox-jobs.server.ts";
import { platformServer } from "../platform/platform.server.ts";
import { carriers } from "../platform/server/carriers.ts";
import { type Clock, systemIds, systemRandom } from "../platform/server/clock.ts";
import { connect, type Database } from "../platform/server/database.ts";
import type { Environment } from "../platform/server/environment.ts";
import { JobQueue } from "../platform/server/queue.ts";
import { TextTable } from "../platform/server/replies.ts";
import type { RoomServer } from "../platform/server/room.ts";
import { openStorage } from "../platform/server/storage.ts";
import { buildTransport } from "../platform/server/transport.ts";
import type { Parts } from "../platform/server/work.ts";
import { turnsOf } from "../processing/processing.server.ts";
import { globalSettings, mailFromOf, mailGatewayOf, smsGatewayOf } from "../settings/settings.server.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { calendarOf } from "../tariffs/tariffs.ts";
import { appServer } from "./app.server.ts";
import { operations } from "./operations.server.ts";
import { openPages } from "./page.server.ts";
import { roomServers } from "./rooms.server.ts";

export interface Vorder {
  readonly app: FastifyInstance;
  readonly parts: Parts;
  readonly queue: JobQueue;
  readonly database: Database;
  readonly rooms: readonly RoomServer[];
  readonly texts: TextTable;
  /** Serves on for the time of `drainSeconds` while /ready says no, ends requests and jobs under way, then closes every connection. */
  close(): Promise<void>;
}

export interface AssembleSpec {
  readonly environment: Environment;
  readonly databaseUrl: string;
  readonly sessionSecret: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** The largest number of database connections for each of the two pools. */
  readonly connections?: number;
}

/** The migrated database must be there; jobs begin to run only with `queue.work`. */
export async function assemble(spec: AssembleSpec): Promise<Vorder> {
  const { environment, clock, log, databaseUrl } = spec;
  const onBroken = (error: Error): void => log.warn({ err: error }, "a database connection broke");
  const max = spec.connections ?? 10;
  const { requestLimits: limits, jobLimits } = environment;
  const database = connect(databaseUrl, { max, onBroken, limits });
  const reading = { max, onBroken, limits, readOnly: true, applicationName: "vorder-read" };
  const readDatabase = connect(databaseUrl, reading);
  const jobDatabase = connect(databaseUrl, { max, onBroken, limits: jobLimits, applicationName: "vorder-jobs" });
  const storage = openStorage(environment);
  const carrier = carriers({
    mailGateway: async () => mailGatewayOf(await globalSettings(readDatabase.db), environment),
    mailFrom: async () => mailFromOf(await globalSettings(readDatabase.db)),
    smsGateway: async () => smsGatewayOf(await globalSettings(readDatabase.db), environment),
    contactMoment: async (at) => nextContactMoment(at, calendarOf(await loadTariffs(readDatabase.db))),
    turnsOf,
    storage,
    outgoingAllow: environment.outgoingAllow,
    seconds: environment.gatewaySeconds,
  });
  const rooms: readonly RoomServer[] = [
    platformServer(() => texts),
    outboxJobs(carrier),
    backupJob(jobDatabase.pool, environment.backups),
    ...roomServers,
    appServer({ calls: () => calls, history: () => history, texts: () => texts, checks: () => checks }),
  ];
  const history = rooms.flatMap((room) => room.history);
  const checks = rooms.flatMap((room) => room.checks);
  const calls = rooms.flatMap((room) => room.answers.map((answer) => answer.call));
  const texts: TextTable = new TextTable(rooms.flatMap((room) => room.texts));
  const queue = new JobQueue({
    database: jobDatabase,
    url: databaseUrl,
    rooms,
    ids: systemIds,
    log,
    works: environment.role !== "web",
  });
  const parts: Parts = { clock, ids: systemIds, random: systemRandom, log, storage, environment, queue, texts };
  const { page, isScreen, register } = await openPages(environment);
  const observed = operations({ environment, database, storage });
  const app = await buildTransport({
    parts,
    database,
    readDatabase,
    rooms,
    texts,
    loadCaller,
    sessionSecret: spec.sessionSecret,
    secure: environment.baseUrl.startsWith("https:"),
    onAnswered: observed.onAnswered,
    noteSeen: viewNotes(database.db, clock),
    page,
    isScreen,
  });
  observed.register(app);
  await register(app);
  return {
    app,
    parts,
    queue,
    database,
    rooms,
    texts,
    async close() {
      observed.stopping();
      await queue.rest();
      await wait(environment.drainSeconds * 1000);
      await app.close();
      await queue.stop();
      await Promise.all([database.close(), readDatabase.close(), jobDatabase.close()]);
    },
  };
}
