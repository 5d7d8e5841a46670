/** What those who run Vorder ask of a process: is it alive, may it get requests, and its figures. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Call } from "../../ground/kernel/contract.ts";
import type { Database } from "../../ground/platform/server/postgres/database.ts";
import { machineFaultOf } from "../../ground/platform/server/postgres/machine-faults.ts";
import type { Environment } from "../../ground/platform/server/process/environment.ts";
import { Metrics, mayReadMetrics, watchPool } from "../../ground/platform/server/process/metrics.ts";
import { release } from "../../ground/platform/server/process/release.ts";
import type { Storage } from "../../ground/platform/server/storage/storage.ts";

const probeMillis = 3000;

/** The server's version, or undefined when the database does not answer in time. */
async function probe(database: Database): Promise<string | undefined> {
  const asked = sql<{ version: string }>`select current_setting('server_version') as version`
    .execute(database.db)
    .then(({ rows }) => rows[0]?.version)
    .catch(() => undefined);
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, probeMillis, undefined).unref();
  });
  return Promise.race([asked, late]);
}

/** Looking whether something can be written costs a write, so that the last answer holds for a while. */
const writeMillis = 5000;

/** Asks at most once in a while. */
function seldom(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(true);
  return () => {
    const now = performance.now();
    if (now - asked > writeMillis) {
      asked = now;
      answer = ask();
    }
    return answer;
  };
}

/** Whether attachments can be kept now. */
const canKeep = (storage: Storage): Promise<boolean> =>
  storage.probe().then(
    () => true,
    () => false,
  );

/**
 * Whether the disk of the database has room, wherever that disk is: a table of some pages takes it and gives it back. Rows that are put into
 * a table and taken back would find room that others left in it.
 */
const hasRoom = ({ db }: Database): Promise<boolean> =>
  db
    .transaction()
    .execute((tx) =>
      sql`create temporary table module on commit drop as
        select repeat('x', 1000) as taken from generate_series(1, 128)`.execute(tx),
    )
    .then(
      () => true,
      (error: unknown) => machineFaultOf(error) !== "storageFull",
    );

export function operations(spec: { environment: Environment; database: Database; storage: Storage }) {
  const isStorageWritable = seldom(() => canKeep(spec.storage));
  const isDatabaseWritable = seldom(() => hasRoom(spec.database));
  const metrics = new Metrics();
  watchPool(metrics, spec.database.pool);
  metrics.gauge(
    "vorder_backup_made_seconds",
    "When the latest scheduled backup of each outcome ended, in seconds since 1970.",
    "state",
    async () => {
      const { rows } = await sql<{ state: string; at: number }>`
        select state, extract(epoch from max(finished_at))::float8 as at from backup_run where finished_at is not null group by state`.execute(
        spec.database.db,
      );
      return rows.map(({ state, at }) => [state, at] as const);
    },
  );
  const requests = metrics.timing("vorder_request_seconds", "Time to answer a call.", ["method", "path", "status"]);
  let stopping = false;
  return {
    onAnswered(call: Call, status: number, seconds: number): void {
      requests.observe({ method: call.method, path: call.path, status }, seconds);
    },
    /** From here on /ready says no, so that nothing new is sent to this process, and every answer ends its connection. */
    stopping(): void {
      stopping = true;
    },
    register(app: FastifyInstance): void {
      app.addHook("onSend", async (_request, reply, payload) => {
        if (stopping) reply.header("connection", "close");
        return payload;
      });
      // Told to whoever would end a process that does not answer; a process whose database is away must not be ended for that.
      app.get("/health", async (_request, reply) => {
        const database = await probe(spec.database);
        return reply.header("cache-control", "no-store").send({
          status: database ? "ok" : "database unavailable",
          release: release.version,
          commit: release.commit,
          database: database ?? null,
        });
      });
      app.get("/ready", async (_request, reply) => {
        const ready =
          !stopping &&
          (await probe(spec.database)) !== undefined &&
          (await isStorageWritable()) &&
          (await isDatabaseWritable());
        return reply
          .code(ready ? 200 : 503)
          .header("cache-control", "no-store")
          .send({ ready });
      });
      app.get("/metrics", async (request, reply) => {
        if (!mayReadMetrics(spec.environment.metricsToken, request.headers.authorization)) return reply.callNotFound();
        return reply.type(metrics.contentType).send(await metrics.text());
      });
    },
  };
}
