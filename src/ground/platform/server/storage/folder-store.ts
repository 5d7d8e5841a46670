/** Objects in a local folder. */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, glob, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { keyPattern, type ObjectStore, type Spooled } from "./object-store.ts";

const leftoverPattern = /^([0-9a-f]{2}\/)?[\w-]+(\.[0-9a-f]{12})?\.part$/;

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the rename is durable by itself.
  if (process.platform === "win32") return;
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, "r");
    await handle.sync();
  } finally {
    await handle?.close();
  }
}

const notThere = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === "ENOENT") return undefined;
  throw error;
};

/** Writes a file that gets its name only when it is complete and on disk. */
async function writeDurably(path: string, content: Uint8Array | Spooled): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomBytes(6).toString("hex")}.part`;
  const handle = await open(fresh, "wx", 0o600);
  try {
    await handle.writeFile(content instanceof Uint8Array ? content : createReadStream(content.path));
    await handle.sync();
    await handle.close();
    await rename(fresh, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(fresh, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  if (made !== undefined) await syncFolder(dirname(dirname(path)));
}

const probeBytes = 64 * 1024;

/** Objects as files of a folder. */
export function folderStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, ...key.split("/"));
  return {
    write: (key, content) => writeDurably(pathOf(key), content),
    read: (key) => readFile(pathOf(key)).catch(notThere),
    async stream(key) {
      // Opened before it is returned, so that a missing file is detected now.
      const handle = await open(pathOf(key), "r").catch(notThere);
      return handle?.createReadStream();
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async probe() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const path = join(root, `probe-${randomBytes(6).toString("hex")}.part`);
      try {
        await writeFile(path, Buffer.alloc(probeBytes), { flush: true });
      } finally {
        await rm(path, { force: true });
      }
    },
    writtenAt: (key) => stat(pathOf(key)).then(({ mtime }) => mtime, notThere),
    async *leftovers(before) {
      for await (const path of glob(["*.part", "??/*.part"], { cwd: root })) {
        // A file that has disappeared was still being written.
        const found = await stat(join(root, path)).catch(() => undefined);
        if (found?.isFile() && found.mtime < before) yield path.split(sep).join("/");
      }
    },
    async removeLeftover(name) {
      if (leftoverPattern.test(name)) await rm(pathOf(name), { force: true });
    },
    async *list() {
      for await (const path of glob("??/*", { cwd: root })) {
        const key = path.split(sep).join("/");
        if (keyPattern.test(key)) yield key;
      }
    },
  };
}
