/** Puts one process together from its settings: database, queue, storage, carriers, and the transport with every module. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { listViewNotes, viewNotes } from "../cases/presence/presence.server.ts";
import { contactIn } from "../ground/kernel/contact-hours.ts";
import { outboxJobs } from "../ground/platform/outbox-jobs.server.ts";
import { platformServer } from "../ground/platform/platform.server.ts";
import { TextTable } from "../ground/platform/server/http/error-replies.ts";
import type { ModuleServer } from "../ground/platform/server/http/module.ts";
import { buildTransport } from "../ground/platform/server/http/transport.ts";
import { JobQueue } from "../ground/platform/server/jobs/queue.ts";
import type { Parts } from "../ground/platform/server/jobs/work-context.ts";
import { carriers } from "../ground/platform/server/outbox/carriers.ts";
import { returnPathOf } from "../ground/platform/server/outbox/return-path.ts";
import { connect, type Database } from "../ground/platform/server/postgres/database.ts";
import { type Clock, systemIds, systemRandom } from "../ground/platform/server/process/clock.ts";
import type { Environment } from "../ground/platform/server/process/environment.ts";
import { openStorage, type Storage } from "../ground/platform/server/storage/storage.ts";
import { globalSettings, mailFromOf, mailGatewayOf, smsGatewayOf } from "../ground/settings/settings.server.ts";
import { loadTariffs } from "../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../ground/tariffs/tariffs.ts";
import { handoverDeliveries } from "../legal/handover-batches/handover-batches.server.ts";
import { recordDeliveries } from "../letters/precasso/precasso.server.ts";
import { printDeliveries } from "../letters/print-batches/print-batches.server.ts";
import { messageDeliveries } from "../letters/processing/processing.server.ts";
import { listedBalances } from "../money/claims/claims.server.ts";
import { loadCaller, passwordHashing } from "../people/access/access.server.ts";
import { appServer } from "./app.server.ts";
import { moduleServers } from "./modules.server.ts";
import { backupModule } from "./operations/backup/backup.server.ts";
import { operations } from "./operations/operations.server.ts";
import { openPages } from "./page.server.ts";

export interface Vorder {
  readonly app: FastifyInstance;
  readonly parts: Parts;
  readonly queue: JobQueue;
  readonly database: Database;
  readonly modules: readonly ModuleServer[];
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

/** The pools: for what writes, for what only reads, and for jobs. */
function openDatabases({ environment, log, databaseUrl, connections: max = 10 }: AssembleSpec) {
  const onBroken = (error: Error): void => log.warn({ err: error }, "a database connection broke");
  const { requestLimits: limits, jobLimits } = environment;
  const reading = { max, onBroken, limits, readOnly: true, applicationName: "vorder-read" };
  return {
    database: connect(databaseUrl, { max, onBroken, limits }),
    readDatabase: connect(databaseUrl, reading),
    jobDatabase: connect(databaseUrl, { max, onBroken, limits: jobLimits, applicationName: "vorder-jobs" }),
  };
}

/** What carries messages outside, as the settings say at the time. */
const openCarrier = (environment: Environment, { db }: Database, storage: Storage) =>
  carriers({
    mailGateway: async () => mailGatewayOf(await globalSettings(db), environment),
    mailFrom: async () => mailFromOf(await globalSettings(db)),
    returnPath: async (handed) => {
      const { bounceAddress } = await globalSettings(db);
      return bounceAddress === "" ? undefined : returnPathOf(environment, bounceAddress, handed);
    },
    smsGateway: async () => smsGatewayOf(await globalSettings(db), environment),
    contactMoments: async (at) => {
      const calendar = calendarOf(await loadTariffs(db));
      return (country) => contactIn(country, at, calendar).next;
    },
    deliveriesOf: async (ctx, keys) =>
      new Map([
        ...(await messageDeliveries(ctx, keys)),
        ...(await recordDeliveries(ctx, keys)),
        ...(await handoverDeliveries(ctx, keys)),
        ...(await printDeliveries(ctx, keys)),
      ]),
    storage,
    outgoingAllow: environment.outgoingAllow,
    seconds: environment.gatewaySeconds,
  });

/** All modules, those of the platform first, and the one that tells of all that they declare. */
function allModules(ofPlatform: readonly ModuleServer[]) {
  const modules: readonly ModuleServer[] = [
    platformServer(() => texts),
    ...ofPlatform,
    ...moduleServers,
    appServer({
      screens: () => screens,
      calls: () => calls,
      history: () => history,
      texts: () => texts,
      checks: () => checks,
      jobs: () => jobs,
    }),
  ];
  const screens = modules.flatMap((module) => module.screens);
  const history = modules.flatMap((module) => module.history);
  const checks = modules.flatMap((module) => module.checks);
  const jobs = modules.flatMap((module) => module.jobs);
  const calls = modules.flatMap((module) => module.handlers.map((handler) => handler.call));
  const texts: TextTable = new TextTable(modules.flatMap((module) => module.texts));
  return { modules, screens, texts };
}

/** Puts together what does jobs: everything but the transport. */
function assembleWork(spec: AssembleSpec) {
  const { environment, clock, log, databaseUrl } = spec;
  const { database, readDatabase, jobDatabase } = openDatabases(spec);
  passwordHashing.setMemory(environment.passwordMemoryMib);
  const storage = openStorage(environment);
  const carrier = openCarrier(environment, readDatabase, storage);
  const { modules, screens, texts } = allModules([
    outboxJobs(carrier),
    backupModule(jobDatabase.pool, environment.backups),
  ]);
  const queue = new JobQueue({
    database: jobDatabase,
    url: databaseUrl,
    modules,
    ids: systemIds,
    log,
    works: environment.role !== "web",
  });
  const parts: Parts = { clock, ids: systemIds, random: systemRandom, log, storage, environment, queue, texts };
  const close = async (): Promise<void> => {
    await queue.stop();
    await Promise.all([database.close(), readDatabase.close(), jobDatabase.close()]);
  };
  return { database, readDatabase, storage, modules, screens, texts, queue, parts, close };
}

/** What does jobs and answers no requests: to make the routes of all calls takes as long as to load the program. */
export function assembleWorker(spec: AssembleSpec): Pick<Vorder, "parts" | "queue" | "database" | "close"> {
  const { parts, queue, database, close } = assembleWork(spec);
  return { parts, queue, database, close };
}

/** The migrated database must be there; jobs begin to run only with `queue.work`. */
export async function assemble(spec: AssembleSpec): Promise<Vorder> {
  const { environment, clock, log } = spec;
  const working = assembleWork(spec);
  const { database, readDatabase, storage, modules, screens, texts, queue, parts } = working;
  const { page, isScreen, register } = await openPages(environment, screens);
  const observed = operations({ environment, database, storage });
  const lists = listViewNotes(database.db, clock, log);
  const balances = listedBalances.forReaders({ db: database.db, clock, log });
  const app = await buildTransport({
    parts,
    database,
    readDatabase,
    modules,
    texts,
    loadCaller,
    sessionSecret: spec.sessionSecret,
    secure: environment.baseUrl.startsWith("https:"),
    onAnswered: observed.onAnswered,
    noteSeen: viewNotes(database.db, clock),
    noteListed: lists.note,
    balancesDay: balances.day,
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
    modules,
    texts,
    async close() {
      observed.stopping();
      await queue.rest();
      await wait(environment.drainSeconds * 1000);
      await app.close();
      await lists.end();
      await balances.end();
      await working.close();
    },
  };
}
