/** The lists that people ask for all day, each beside bare node:http and pg on the same rows. */
import { fileURLToPath } from "node:url";
import { program } from "../../src/app/testing/programs.factory.ts";
import { type Load, load } from "./load.ts";
import type { Figure } from "./report.ts";
import { type BenchWorld, startProcess } from "./world.ts";

const script = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const connections = 16;

interface Workload {
  readonly name: string;
  /** The share of the limit that is to be reached; none is set for some. */
  readonly target?: number;
  /** How many people do it at a time, where that is not people. */
  readonly users?: number;
  readonly ours: readonly string[];
  /** None where a bare statement would not be a limit but another, slower way. */
  readonly bare?: readonly string[];
}

async function workloads({ pool }: BenchWorld): Promise<Workload[]> {
  const clients = await pool.query<{ id: number }>("select id from client order by id");
  const numbers = await pool.query<{ number: string }>("select number from case_file order by md5(id::text) limit 500");
  const names = await pool.query<{ word: string }>(
    "select distinct split_part(sort_name, ' ', 1) as word from debtor where file_type = 'private' order by 1 limit 5000",
  );
  const words = names.rows.map(({ word }) => word).filter((word) => word.length >= 5);
  const chosen = words.filter((_, at) => at % Math.max(1, Math.floor(words.length / 200)) === 0);
  const list = (id: number): string =>
    `/api/v4/file?_limit=50&_offset=0&_order[placedOn]=desc&_filter[client][0]=${id}`;
  const search = (text: string): string =>
    `/api/v4/file?_limit=50&_offset=0&_filter[search]=${encodeURIComponent(text)}`;
  const ids = await pool.query<{ id: number }>("select id from case_file order by md5(number) limit 500");
  const owners = await pool.query<{ id: number }>(
    "select distinct owner_id as id from agenda_item where owner_id is not null order by 1 limit 20",
  );
  const worst = (id: number): string =>
    `/api/v4/file?_limit=50&_order[debtorName]=desc&_filter[client][0]=${id}&_filter[workflow][0]=W1&_filter[withoutFlag][0]=dispute&_filter[amountFrom]=250.00&_filter[amountTo]=300.00`;
  return [
    {
      name: "page of 50 files, filtered and sorted",
      target: 0.6,
      ours: clients.rows.map(({ id }) => list(id)),
      bare: clients.rows.map(({ id }) => `/list?q=${id}`),
    },
    {
      name: "exact file number",
      target: 0.5,
      ours: numbers.rows.map(({ number }) => search(number)),
      bare: numbers.rows.map(({ number }) => `/number?q=${number}`),
    },
    {
      name: "name search with capped count",
      target: 0.9,
      ours: chosen.map(search),
      bare: chosen.map((word) => `/name?q=${encodeURIComponent(word)}`),
    },
    {
      name: "the worst filter: five at once, by debtor",
      ours: clients.rows.map(({ id }) => worst(id)),
    },
    {
      name: "a file as its page asks for it",
      ours: ids.rows.map(({ id }) => `/api/v4/file/${id}`),
      bare: ids.rows.map(({ id }) => `/file?q=${id}`),
    },
    {
      name: "a name with a typing error",
      // Of fifty people few mistype in the same second; each such search takes the database as much as a hundred lists do.
      users: 2,
      ours: chosen.filter((_, at) => at % 4 === 0).map((word) => search(`${word.slice(0, 3)}${word.slice(4)}`)),
    },
    {
      name: "agenda: what one person has to do, and files without owner or date",
      ours: owners.rows.flatMap(({ id }) => [
        `/api/v4/agenda?_limit=50&_filter[period]=due&_filter[owner][0]=${id}`,
        "/api/v4/agenda/neglected?_limit=50",
      ]),
    },
  ];
}

const better = (a: Load, b: Load): Load => (a.perSecond >= b.perSecond ? a : b);

/** Each workload twice on both servers in turn, so that what else the machine does falls on both; the better round counts. */
export async function measureLists(world: BenchWorld, seconds: number): Promise<Figure[]> {
  const env = { ...world.environment, VORDER_ROLE: "web" };
  const ours = await startProcess(program("main"), env, "/health");
  const bare = await startProcess([script("./http-limit.ts")], { DATABASE_URL: world.url }, "/health");
  const figures: Figure[] = [];
  try {
    for (const { name, target, users = 50, ours: our, bare: plain } of await workloads(world)) {
      const us = { base: ours.base, paths: our, cookie: world.cookie, pid: ours.child.pid };
      const once = { seconds, connections };
      const limits: Load[] = [];
      const results: Load[] = [];
      for (let round = 0; round < 2; round += 1) {
        if (plain) limits.push(await load({ base: bare.base, paths: plain, cookie: "", pid: bare.child.pid }, once));
        results.push(await load(us, once));
      }
      const best = results.reduce(better);
      const limit = limits.length > 0 ? limits.reduce(better) : undefined;
      figures.push({
        workload: name,
        limit: limit ? `bare node:http + pg: ${limit.perSecond.toFixed(0)} a second` : "–",
        value: `${best.perSecond.toFixed(0)} a second`,
        ratio: limit ? best.perSecond / limit.perSecond : null,
        target: target === undefined ? "–" : `≥ ${target}`,
        note: `p95 ${best.p95Millis.toFixed(0)} ms at ${connections} connections; ${best.cpuMillis.toFixed(2)} ms of the application's processor each${limit ? ` (bare ${limit.cpuMillis.toFixed(2)})` : ""}`,
      });
      const people = await load(us, { seconds: Math.max(5, seconds), connections: users, thinkMillis: 1000 });
      figures.push({
        workload: `the same at ${users} users: ${name}`,
        limit: "–",
        value: `p95 ${people.p95Millis.toFixed(0)} ms`,
        ratio: null,
        target: "p95 < 300 ms",
        note: `${people.perSecond.toFixed(0)} a second; each of them waits a second between two requests`,
      });
      if (name.startsWith("page")) {
        figures.push({
          workload: "processor time of the application for a list",
          limit: "–",
          value: `${best.cpuMillis.toFixed(2)} ms`,
          ratio: null,
          target: "≤ 1.0 ms",
          note: "user and system time of the process",
        });
      }
    }
  } finally {
    await ours.stop();
    await bare.stop();
  }
  return figures;
}
