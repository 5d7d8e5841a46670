/** The application killed with -9 at random under writes, then its database. DRILL_KILLS and DRILL_DATABASE_KILLS set how often. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adminSays, embeddedIn, serverOf } from "../drill-embedded.ts";
import { type DrillWorld, openDrillWorld, until, wait } from "../drill-world.ts";
import { judge, makePerson, startWriters } from "../drill-writers.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

const kills = Number(process.env.DRILL_KILLS ?? 200);
const databaseKills = Number(process.env.DRILL_DATABASE_KILLS ?? 60);
type Say = (line: string) => void;

async function applicationKills(world: DrillWorld, say: Say): Promise<DrillFigure[]> {
  let product = await world.start();
  const person = await makePerson(world.url);
  const writers = startWriters(person, () => product.base);
  for (let kill = 1; kill <= kills; kill++) {
    // Anywhere between just begun and well under way.
    await wait(50 + Math.random() * 600);
    await product.kill();
    product = await world.start();
    if (kill % 20 === 0) say(`  application killed ${kill} times, ${writers.acknowledged()} writes acknowledged`);
  }
  await writers.end();
  const figures = await judge(world.url, writers, `${kills} kills of the application`);
  await product.stop();
  return figures;
}

async function databaseKilled(world: DrillWorld, say: Say): Promise<DrillFigure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "vorder-drill-kills-"));
  await chmod(dataDir, 0o755);
  const product = await world.start(embeddedIn(dataDir));
  const url = await adminSays(dataDir, "database-url");
  const writers = startWriters(await makePerson(url), () => product.base);
  let slowest = 0;
  for (let kill = 1; kill <= databaseKills; kill++) {
    await wait(200 + Math.random() * 1500);
    const began = performance.now();
    process.kill(await serverOf(dataDir), "SIGKILL");
    const before = writers.acknowledged();
    await until("writes go on after the database was killed", 60, () => writers.acknowledged() > before + 4);
    slowest = Math.max(slowest, performance.now() - began);
    if (kill % 10 === 0) say(`  database killed ${kill} times, ${writers.acknowledged()} writes acknowledged`);
  }
  await writers.end();
  const figures = await judge(url, writers, `${databaseKills} kills of the database`);
  const survived = product.isRunning();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
  return [
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
  about:
    "The application killed with -9 at random under writes (DRILL_KILLS, 200), its database too (DRILL_DATABASE_KILLS, 60).",
  async run(say) {
    const world = await openDrillWorld();
    try {
      return [...(await applicationKills(world, say)), ...(await databaseKilled(world, say))];
    } finally {
      await world.close();
    }
  },
});
