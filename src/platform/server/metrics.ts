/** Figures of a process in the Prometheus text format (version 0.0.4), read at /metrics behind METRICS_TOKEN. */
import { createHash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type pg from "pg";

type Labels = Readonly<Record<string, string | number>>;

export interface Counter {
  add(labels?: Labels, by?: number): void;
}

export interface Timing {
  /** Records one duration. */
  observe(seconds: number, labels?: Labels): void;
}

export interface Metrics {
  counter(name: string, help: string): Counter;
  /** A histogram of durations in seconds. */
  timing(name: string, help: string): Timing;
  /** A figure that is read when it is asked for; several values go by their labels. */
  gauge(
    name: string,
    help: string,
    read: () =>
      | number
      | readonly (readonly [Labels, number])[]
      | Promise<number | readonly (readonly [Labels, number])[]>,
  ): void;
  /** Everything as text. */
  text(): Promise<string>;
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const escapeLabel = (value: string | number): string =>
  String(value).replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));

function series(name: string, labels: Labels, value: number): string {
  const inner = Object.entries(labels)
    .map(([label, text]) => `${label}="${escapeLabel(text)}"`)
    .join(",");
  return `${name}${inner ? `{${inner}}` : ""} ${value}`;
}

const keyOf = (labels: Labels): string => JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));

interface Family {
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  lines(name: string): Promise<string[]> | string[];
}

function counterFamily(help: string): Family & Counter {
  const values = new Map<string, { labels: Labels; value: number }>();
  return {
    help,
    type: "counter",
    add(labels = {}, by = 1) {
      const key = keyOf(labels);
      const entry = values.get(key);
      if (entry) entry.value += by;
      else values.set(key, { labels, value: by });
    },
    lines: (name) => [...values.values()].map(({ labels, value }) => series(name, labels, value)),
  };
}

function timingFamily(help: string): Family & Timing {
  const values = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
  return {
    help,
    type: "histogram",
    observe(seconds, labels = {}) {
      const key = keyOf(labels);
      const entry = values.get(key) ?? { labels, counts: buckets.map(() => 0), sum: 0, count: 0 };
      values.set(key, entry);
      entry.sum += seconds;
      entry.count += 1;
      buckets.forEach((bound, at) => {
        if (seconds <= bound) entry.counts[at] = (entry.counts[at] ?? 0) + 1;
      });
    },
    lines: (name) =>
      [...values.values()].flatMap(({ labels, counts, sum, count }) => [
        ...buckets.map((bound, at) => series(`${name}_bucket`, { ...labels, le: bound }, counts[at] ?? 0)),
        series(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
        series(`${name}_sum`, labels, sum),
        series(`${name}_count`, labels, count),
      ]),
  };
}

/** An empty register, with the figures of the process itself in it. */
export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const register = <F extends Family>(name: string, family: F): F => {
    if (families.has(name)) throw new Error(`the metric ${name} is registered twice`);
    families.set(name, family);
    return family;
  };
  const metrics: Metrics = {
    counter: (name, help) => register(name, counterFamily(help)),
    timing: (name, help) => register(name, timingFamily(help)),
    gauge(name, help, read) {
      register(name, {
        help,
        type: "gauge",
        async lines(as) {
          const found = await read();
          return typeof found === "number"
            ? [series(as, {}, found)]
            : found.map(([labels, value]) => series(as, labels, value));
        },
      });
    },
    async text() {
      const parts: string[] = [];
      for (const [name, family] of families) {
        parts.push(`# HELP ${name} ${family.help}`, `# TYPE ${name} ${family.type}`, ...(await family.lines(name)));
      }
      return `${parts.join("\n")}\n`;
    },
  };
  processFigures(metrics);
  return metrics;
}

function processFigures(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const started = Date.now() / 1000 - process.uptime();
  metrics.gauge("process_start_time_seconds", "When the process started, in seconds since 1970.", () => started);
  metrics.gauge("process_resident_memory_bytes", "Memory that the process holds.", () => process.memoryUsage.rss());
  metrics.gauge("process_cpu_seconds_total", "Processor time used.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge(
    "nodejs_eventloop_lag_p99_seconds",
    "Delay of the event loop, 99th percentile since start.",
    () => delay.percentile(99) / 1e9,
  );
}

/** The state of a connection pool. */
export function watchPool(metrics: Metrics, pool: pg.Pool): void {
  metrics.gauge("vorder_database_connections", "Connections of this process by state.", () => [
    [{ state: "open" }, pool.totalCount],
    [{ state: "idle" }, pool.idleCount],
    [{ state: "waiting" }, pool.waitingCount],
  ]);
}

/** Whether an Authorization header carries the token; takes the same time however much of it is right. */
export function mayReadMetrics(token: string | undefined, authorization: string | undefined): boolean {
  if (token === undefined || !authorization?.startsWith("Bearer ")) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization.slice("Bearer ".length)), digest(token));
}
