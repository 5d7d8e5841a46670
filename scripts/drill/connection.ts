/** Connections ended by the server, cut, refused and left without an answer; the database stopped and started. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProxy } from "../../src/app/operations/proxy.factory.ts";
import { makeCaller } from "../drill-caller.ts";
import { embeddedIn, runAdmin, serverOf } from "../drill-embedded.ts";
import { type DrillWorld, openDrillWorld, until, wait } from "../drill-world.ts";
import { done, judge, startWriters, type Writers } from "../drill-writers.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

/** Waits until something is acknowledged that was not when this began. */
async function goesOn(writers: Writers, after: string): Promise<number> {
  const began = performance.now();
  const before = writers.acknowledged();
  await until(`writes go on after ${after}`, 60, () => writers.acknowledged() > before + 4);
  return performance.now() - began;
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

async function byTheWay(world: DrillWorld, rounds: number, say: (line: string) => void): Promise<DrillFigure[]> {
  const proxy = await startProxy();
  const product = await world.start({ DATABASE_URL: proxy.through(world.url), DATABASE_STATEMENT_SECONDS: "3" });
  const writers = startWriters(await makeCaller(world.url, () => product.base));
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    await wait(100 + Math.random() * 200);
    await world.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    slowest = Math.max(slowest, await goesOn(writers, "all backends were ended"));
  }
  say(`  all backends ended ${rounds} times`);
  for (let round = 0; round < rounds; round++) {
    await wait(100 + Math.random() * 200);
    proxy.cut();
    slowest = Math.max(slowest, await goesOn(writers, "all connections were cut"));
  }
  say(`  all connections cut ${rounds} times`);
  let announced = true;
  for (let round = 0; round < 3; round++) {
    if (round < 2) proxy.shut();
    else proxy.hang();
    await wait(5000);
    announced &&=
      (await statusOf(`${product.base}/ready`)) === 503 && (await statusOf(`${product.base}/health`)) === 200;
    proxy.open();
    slowest = Math.max(slowest, await goesOn(writers, "the database was away"));
  }
  await writers.end();
  const figures = await judge(world.url, writers, "cuts, absences and a silence");
  const survived = product.isRunning();
  await product.stop();
  await proxy.close();
  return [
    done("cuts of all connections", 2 * rounds),
    ...figures,
    {
      promise: "a lost connection never ends the process, and nothing is restarted",
      figure: `${survived ? "never ended" : "ended"}; writing again after ${(slowest / 1000).toFixed(1)} s at most`,
      target: "never ended",
      holds: survived,
    },
    {
      promise: "while the database is away /ready says no and /health answers",
      figure: announced ? "3 of 3" : "not always",
      target: "3 of 3",
      holds: announced,
    },
  ];
}

async function stopped(world: DrillWorld, stops: number, say: (line: string) => void): Promise<DrillFigure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-drill-stops-"));
  await chmod(dataDir, 0o755);
  const product = await world.start(embeddedIn(dataDir));
  const url = await runAdmin(dataDir, "database-url");
  const writers = startWriters(await makeCaller(url, () => product.base));
  let same = true;
  for (let stop = 0; stop < stops; stop++) {
    await wait(500);
    // A fast shutdown, as an administrator's.
    process.kill(await serverOf(dataDir), "SIGINT");
    await goesOn(writers, "the embedded server was stopped");
    // A command beside it must not take itself for the owner.
    same &&= (await runAdmin(dataDir, "database-url")) === url;
    await goesOn(writers, "a command ran beside it");
  }
  say(`  embedded server stopped ${stops} times`);
  await writers.end();
  const figures = await judge(url, writers, "stops of the embedded server");
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
  return [
    done("stops of the embedded server", stops),
    ...figures,
    {
      promise: "a command beside the application leaves its server alone after each of them",
      figure: same ? `${stops} of ${stops}` : "not always",
      target: "always",
      holds: same,
    },
  ];
}

export const drill = new Drill({
  about: "Connections ended, cut, refused and left without an answer; the database stopped.",
  counts: { rounds: { full: 40, small: 1 }, stops: { full: 5, small: 1 } },
  async run(say, count) {
    const world = await openDrillWorld();
    try {
      return [...(await byTheWay(world, count("rounds"), say)), ...(await stopped(world, count("stops"), say))];
    } finally {
      await world.close();
    }
  },
});
