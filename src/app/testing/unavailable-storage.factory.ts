/** A storage of documents that cannot be used for a while, as on a full, read-only or lost disk. */
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { World } from "./world.factory.ts";

export const storageOf = (world: World): string => join(world.vorder.parts.environment.dataDir, "storage");

/** Runs while the storage is out of use, also for an account that may write everywhere: a file stands where its folder was. */
export async function storageAway<R>(world: World, run: () => Promise<R>): Promise<R> {
  const storage = storageOf(world);
  await mkdir(storage, { recursive: true });
  await rename(storage, `${storage}-away`);
  await writeFile(storage, "");
  try {
    return await run();
  } finally {
    await rm(storage);
    await rename(`${storage}-away`, storage);
  }
}
