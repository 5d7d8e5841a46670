/** What those who run Vorder ask of a process: is it alive, may it get requests, and its figures. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Call } from "../kernel/contract.ts";
import type { Database } from "../platform/server/database.ts";
import type { Environment } from "../platform/server/environment.ts";
import { createMetrics, mayReadMetrics, watchPool } from "../platform/server/metrics.ts";
import { release } from "../platform/server/release.ts";
import type { Storage } from "../platform/server/storage.ts";

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

/** Looking whether the storage can be written costs a write, so that the last answer holds for a while. */
const storageMillis = 5000;

/** Whether attachments can be kept now. */
function storageProbe(storage: Storage): () => Promise<boolean> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(true);
  return () => {
    const now = performance.now();
    if (now - asked > storageMillis) {
      asked = now;
      answer = storage.probe().then(
        () => true,
        () => false,
      );
    }
    return answer;
  };
}

export function operations(spec: { environment: Environment; database: Database; storage: Storage }) {
  const isWritable = storageProbe(spec.storage);
  const metrics = createMetrics();
  watchPool(metrics, spec.database.pool);
  metrics.gauge(
    "vorder_backup_made_seconds",
    "When the latest scheduled backup of each outcome ended, in seconds since 1970.",
    async () => {
      const { rows } = await sql<{ state: string; at: number }>`
        select state, extract(epoch from max(finished_at))::float8 as at from backup_run where finished_at is not null group by state`.execute(
        spec.database.db,
      );
      return rows.map(({ state, at }) => [{ state }, at] as const);
    },
  );
  const requests = metrics.timing("vorder_request_seconds", "Time to answer a call.");
  let stopping = false;
  return {
    onAnswered(call: Call, status: number, seconds: number): void {
      requests.observe(seconds, { method: call.method, path: call.path, status });
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
        const ready = !stopping && (await probe(spec.database)) !== undefined && (await isWritable());
        return reply
          .code(ready ? 200 : 503)
          .header("cache-control", "no-store")
          .send({ ready });
      });
      app.get("/metrics", async (request, reply) => {
        if (!mayReadMetrics(spec.environment.metricsToken, request.headers.authorization)) return reply.callNotFound();
        return reply.type("text/plain; version=0.0.4; charset=utf-8").send(await metrics.text());
      });
    },
  };
}
