/** `verify` over the whole portfolio: how long each check takes, and how much memory all of it wants. */
import { verifyInstallation } from "../../src/ground/platform/server/audit/verify.ts";
import type { Bench } from "./engine.ts";
import type { Figure } from "./report.ts";
import { print } from "./world.ts";

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** Reads each row of every table once, and does nothing with it. */
async function readEverything({ world: { pool } }: Bench): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const began = performance.now();
  for (const { name } of rows) await pool.query(`select max(length(t::text)) from ${name} t`);
  return performance.now() - began;
}

/** The most memory of this process beyond what it has now, while `run` goes on. */
async function memoryOf(run: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return most - before;
}

export async function measureVerify(bench: Bench, files: number): Promise<Figure> {
  const { vorder, pool } = bench.world;
  const bare = await readEverything(bench);
  const checks = vorder.modules.flatMap((module) => module.checks);
  const taken: { readonly asked: string; readonly millis: number; readonly looked: number }[] = [];
  const problems: string[] = [];
  const began = performance.now();
  const memory = await memoryOf(async () => {
    let last = began;
    for await (const { asked, looked, problems: found } of verifyInstallation({
      ...vorder.parts,
      db: vorder.database.db,
      checks,
    })) {
      const now = performance.now();
      taken.push({ asked, looked, millis: now - last });
      problems.push(...found.map((problem) => `${asked}: ${problem}`));
      last = now;
    }
  });
  const millis = performance.now() - began;
  for (const { asked, looked, millis: each } of taken.toSorted((a, b) => b.millis - a.millis).slice(0, 10))
    print(`    ${asked}: ${(each / 1000).toFixed(1)} s for ${looked.toLocaleString("en")}`);
  for (const problem of problems.slice(0, 5)) print(`    found: ${problem}`);
  const slowest = taken.toSorted((a, b) => b.millis - a.millis)[0];
  const { rows } = await pool.query<{ events: number }>("select count(*)::int as events from claim_event");
  return {
    workload: `verify of ${files.toLocaleString("en")} files with ${rows[0]?.events.toLocaleString("en")} events`,
    limit: `every row of every table read once: ${(bare / 1000).toFixed(1)} s`,
    value: `${(millis / 1000).toFixed(1)} s`,
    ratio: millis / bare,
    target: "–",
    note: `${megabytes(memory)} more memory at the most; longest "${slowest?.asked}" with ${((slowest?.millis ?? 0) / 1000).toFixed(1)} s; ${problems.length} problems; here the ratio is time to time, so less is better`,
  };
}
