/** The application killed with -9 at random under writes, serving and starting. */
import { makeCaller } from "../drill-caller.ts";
import { type DrillWorld, openDrillWorld, wait } from "../drill-world.ts";
import { done, judge, startWriters } from "../drill-writers.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

type Say = (line: string) => void;

/** One of so many is killed while it starts, the others while they serve. */
const startingKills = 5;

/**
 * The next process is started while this one serves, and takes over when it is killed: so a kill costs as long as a start, and each start finds
 * what the one before has left in the midst of its work.
 */
async function applicationKills(world: DrillWorld, kills: number, say: Say): Promise<DrillFigure[]> {
  let product = await world.start();
  const writers = startWriters(await makeCaller(world.url, () => product.base));
  for (let kill = 1; kill <= kills; kill++) {
    const next = await world.begin();
    if (kill % startingKills === 0) {
      await wait(Math.random() * 2000);
      await next.kill();
    } else {
      await next.ready();
      await wait(Math.random() * 300);
      const former = product;
      product = next;
      await former.kill();
    }
    if (kill % 20 === 0) say(`  application killed ${kill} times, ${writers.acknowledged()} writes acknowledged`);
  }
  await writers.end();
  const figures = await judge(world.url, writers, "kills of the application");
  await product.stop();
  return [done("kills of the application", kills), ...figures];
}

export const drill = new Drill({
  about: "The application killed with -9 at random under writes, serving and starting.",
  counts: { kills: { full: 200, small: 3 } },
  async run(say, count) {
    const world = await openDrillWorld();
    try {
      return await applicationKills(world, count("kills"), say);
    } finally {
      await world.close();
    }
  },
});
