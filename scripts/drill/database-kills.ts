/** The database killed with -9 at random under writes; the application goes on and starts it again. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCaller } from "../drill-caller.ts";
import { embeddedIn, runAdmin, serverOf } from "../drill-embedded.ts";
import { type DrillWorld, openDrillWorld, until, wait } from "../drill-world.ts";
import { done, judge, startWriters } from "../drill-writers.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

type Say = (line: string) => void;

async function databaseKilled(world: DrillWorld, databaseKills: number, say: Say): Promise<DrillFigure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-drill-kills-"));
  await chmod(dataDir, 0o755);
  const product = await world.start(embeddedIn(dataDir));
  const url = await runAdmin(dataDir, "database-url");
  const writers = startWriters(await makeCaller(url, () => product.base));
  let slowest = 0;
  for (let kill = 1; kill <= databaseKills; kill++) {
    await wait(50 + Math.random() * 900);
    const began = performance.now();
    process.kill(await serverOf(dataDir), "SIGKILL");
    const before = writers.acknowledged();
    await until("writes go on after the database was killed", 180, () => writers.acknowledged() > before + 4);
    slowest = Math.max(slowest, performance.now() - began);
    if (kill % 10 === 0) say(`  database killed ${kill} times, ${writers.acknowledged()} writes acknowledged`);
  }
  await writers.end();
  const figures = await judge(url, writers, "kills of the database");
  const survived = product.isRunning();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
  return [
    done("kills of the database", databaseKills),
    ...figures,
    {
      promise: "the application outlives its database, which is started again",
      figure: `${survived ? "never ended" : "ended"}; writing again after ${(slowest / 1000).toFixed(1)} s at most`,
      target: "never ended",
      holds: survived,
    },
  ];
}

export const drill = new Drill({
  about: "The database killed with -9 at random under writes.",
  counts: { "database-kills": { full: 60, small: 2 } },
  async run(say, count) {
    const world = await openDrillWorld();
    try {
      return await databaseKilled(world, count("database-kills"), say);
    } finally {
      await world.close();
    }
  },
});
