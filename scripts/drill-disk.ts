/** Disks that a drill may fill, forbid and cut the power of: files with a file system of their own. They need Linux, root and mke2fs. */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Disk {
  readonly folder: string;
  /** Takes nearly all of its space, and gives it back. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  writable(allowed: boolean): Promise<void>;
  /** Cuts the power: what was not made durable is gone, and nothing can be read or written until `mount`. */
  cutPower(): Promise<void>;
  unmount(): Promise<void>;
  mount(): Promise<void>;
  remove(): Promise<void>;
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (Linux, fs/ext4/ext4.h): the journal in memory is dropped too. */
const shutDown =
  'sysopen(my $f, $ARGV[0], 0) or die "open: $!"; ioctl($f, 0x8004587D, my $how = pack("L", 2)) or die "ioctl: $!"';

/** Why there can be no such disk here, in plain words; undefined where there can. */
export async function noDisk(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "not done: a file system of its own needs Linux and root";
  try {
    const disk = await makeDisk(16);
    await disk.unmount();
    await disk.remove();
    return undefined;
  } catch (error) {
    return `not done: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`;
  }
}

/** Makes a disk of so many mebibytes and mounts it. */
export async function makeDisk(mebibytes: number): Promise<Disk> {
  const base = await mkdtemp(join(tmpdir(), "vorder-disk-"));
  await chmod(base, 0o755);
  const image = join(base, "image");
  const folder = join(base, "disk");
  const ballast = join(folder, "ballast");
  await mkdir(folder);
  await run("truncate", ["-s", `${mebibytes}M`, image]);
  await run("mke2fs", ["-q", "-t", "ext4", "-m", "0", image]);
  const mount = async (): Promise<void> => {
    await run("mount", ["-o", "loop", image, folder]);
    await chmod(folder, 0o755);
  };
  await mount();
  return {
    folder,
    mount,
    // dd fails when nothing is left, as it is meant to.
    fill: async () => void (await run("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]).catch(() => undefined)),
    empty: () => rm(ballast, { force: true }),
    writable: async (allowed) => void (await run("mount", ["-o", allowed ? "remount,rw" : "remount,ro", folder])),
    cutPower: async () => void (await run("perl", ["-e", shutDown, folder])),
    unmount: async () => void (await run("umount", [folder])),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
