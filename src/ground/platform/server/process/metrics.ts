/** Metrics of a process for Prometheus, served at /metrics with METRICS_TOKEN. */
import { createHash, timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Memory, processor, event loop and garbage collection: one registry per process, for any number of applications in it. */
let processFigures: Registry | undefined;

function figuresOfProcess(): Registry {
  if (processFigures === undefined) {
    processFigures = new Registry();
    collectDefaultMetrics({ register: processFigures });
  }
  return processFigures;
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Values of one metric, each with its labels. */
type Figures = readonly (readonly [label: string, figure: number])[];

export class Metrics {
  readonly #register = new Registry();

  /** A histogram of durations in seconds, with these labels. */
  timing<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#register] });
  }

  /** Metrics that are read on request. */
  gauge(name: string, help: string, label: string, read: () => Figures | Promise<Figures>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#register],
      async collect() {
        this.reset();
        for (const [value, figure] of await read()) this.labels(value).set(figure);
      },
    });
  }

  /** The media type of `text()`. */
  readonly contentType = this.#register.contentType;

  /** All metrics as text, including those of the process itself. */
  async text(): Promise<string> {
    return `${await figuresOfProcess().metrics()}${await this.#register.metrics()}`;
  }
}

/** The state of a connection pool. */
export function watchPool(metrics: Metrics, pool: pg.Pool): void {
  metrics.gauge("vorder_database_connections", "Connections of this process by state.", "state", () => [
    ["open", pool.totalCount],
    ["idle", pool.idleCount],
    ["waiting", pool.waitingCount],
  ]);
}

/** Whether an Authorization header contains the token; compares in constant time. */
export function mayReadMetrics(token: string | undefined, authorization: string | undefined): boolean {
  if (token === undefined || !authorization?.startsWith("Bearer ")) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization.slice("Bearer ".length)), digest(token));
}
