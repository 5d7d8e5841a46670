/**
 * Power cuts: the file system under the database and the attachments is shut down under writes as a power cut shuts it, dropping all that was
 * not made durable; every process is killed, the disk is mounted again and the product started.
 */
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { makeCaller } from "../drill-caller.ts";
import { makeDisk, noDisk } from "../drill-disk.ts";
import { embeddedIn, runAdmin, serverOf } from "../drill-embedded.ts";
import { openDrillWorld, wait } from "../drill-world.ts";
import { done, judge, startWriters } from "../drill-writers.ts";
import { Drill } from "../reliability.ts";

const gone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

/** Unmounts as soon as the last backend has let go. */
async function untilFree(unmount: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await unmount();
    } catch (error) {
      if (attempt === 100) throw error;
      await wait(100);
    }
  }
}

export const drill = new Drill({
  about: "Power cuts under writes: all that was not made durable is dropped. Needs Linux and root.",
  counts: { cuts: { full: 20, small: 1 } },
  async run(say, count) {
    const cuts = count("cuts");
    const unable = await noDisk();
    if (unable) return [{ promise: "power cuts lose nothing", figure: unable, target: `${cuts} cuts`, holds: false }];
    const world = await openDrillWorld();
    const disk = await makeDisk(1500);
    const dataDir = join(disk.folder, "data");
    try {
      await mkdir(dataDir);
      await chmod(dataDir, 0o755);
      let product = await world.start(embeddedIn(dataDir));
      // The port is another after each start; the address of the product is what the writers follow.
      const caller = await makeCaller(await runAdmin(dataDir, "database-url"), () => product.base);
      const writers = startWriters(caller);
      for (let cut = 1; cut <= cuts; cut++) {
        const before = writers.acknowledged();
        while (writers.acknowledged() === before) await wait(20);
        await wait(Math.random() * 800);
        const server = await serverOf(dataDir);
        await disk.cutPower();
        await product.kill();
        if (!gone(server)) process.kill(server, "SIGKILL");
        await untilFree(disk.unmount);
        await disk.mount();
        product = await world.start(embeddedIn(dataDir));
        say(`  power cut ${cut} times, ${writers.acknowledged()} writes acknowledged`);
      }
      await writers.end();
      const figures = await judge(await runAdmin(dataDir, "database-url"), writers, "power cuts");
      const whole = await runAdmin(dataDir, "verify").then(
        () => "whole",
        (error: unknown) => String(error).slice(0, 300),
      );
      await product.stop();
      const verified = { promise: "after the power cuts verify finds all whole", figure: whole, target: "whole" };
      return [done("power cuts", cuts), ...figures, { ...verified, holds: whole === "whole" }];
    } finally {
      await world.close();
      await untilFree(disk.unmount).catch(() => undefined);
      await disk.remove();
    }
  },
});
