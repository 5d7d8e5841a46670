/** A closed loop of requests over kept connections: how many a second, how long they take, and what they cost the server. */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

export interface Load {
  readonly perSecond: number;
  readonly p95Millis: number;
  /** Processor time of the server for each request, in milliseconds; 0 where the system does not tell. */
  readonly cpuMillis: number;
}

/** Processor seconds that a process has used so far (Linux). */
function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

function once(agent: Agent, url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (reply) => {
      reply.resume();
      reply.on("end", () => {
        if (reply.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${reply.statusCode}`));
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

export interface LoadSpec {
  readonly seconds: number;
  readonly connections: number;
  /** How long each waits between its requests: people do, and at no common beat. */
  readonly thinkMillis?: number;
}

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

/** Sends the paths in turn for so many seconds. */
export async function load(
  spec: {
    readonly base: string;
    readonly paths: readonly string[];
    readonly cookie: string;
    readonly pid: number | undefined;
  },
  { seconds, connections, thinkMillis = 0 }: LoadSpec,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { cookie: spec.cookie, accept: "application/json", "x-requested-with": "XMLHttpRequest" };
  const times: number[] = [];
  let next = 0;
  const run = async (until: number, keep: boolean, at: number): Promise<void> => {
    await wait((thinkMillis * at) / connections);
    while (performance.now() < until) {
      const path = spec.paths[next++ % spec.paths.length] ?? "/";
      const started = performance.now();
      await once(agent, spec.base + path, headers);
      if (keep) times.push(performance.now() - started);
      if (thinkMillis > 0) await wait(thinkMillis);
    }
  };
  const all = (until: number, keep: boolean) =>
    Promise.all(Array.from({ length: connections }, (_, at) => run(until, keep, at)));
  await all(performance.now() + 1000, false);
  const [started, cpu] = [performance.now(), cpuSeconds(spec.pid)];
  await all(started + seconds * 1000, true);
  const elapsed = (performance.now() - started) / 1000;
  const used = cpuSeconds(spec.pid) - cpu;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / elapsed,
    p95Millis: times[Math.floor(times.length * 0.95)] ?? 0,
    cpuMillis: (used * 1000) / Math.max(1, times.length),
  };
}
