/** The backups that are made by themselves: each in a folder of its own, the oldest make room, what became of each is on record. */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { z } from "zod";
import { backUp } from "./backup.ts";
import type { Clock } from "./clock.ts";
import type { Db, JobCtx } from "./room.ts";
import type { Storage } from "./storage.ts";

export interface BackupPlan {
  /** Absolute. */
  readonly folder: string;
  /** In Europe/Amsterdam. */
  readonly cron: string;
  /** How many backups stay. */
  readonly keep: number;
}

const ownName = /^vorder-\d{4}-\d{2}-\d{2}T\d{6}$/;
const nameAt = (now: Date): string => `vorder-${now.toISOString().slice(0, 19).replaceAll(":", "")}`;
const told = z.object({ missing: z.array(z.unknown()).default([]) });

/** Whether a folder holds a whole backup; undefined where it holds none. */
async function isWhole(folder: string): Promise<boolean | undefined> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : told.parse(JSON.parse(text)).missing.length === 0;
}

/** Removes the oldest backups beyond `keep`, but never the newest whole one. Returns the names of those that went. */
export async function makeRoom({ folder, keep }: Pick<BackupPlan, "folder" | "keep">): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).sort();
  const whole: string[] = [];
  for (const name of names) if (await isWhole(join(folder, name))) whole.push(name);
  const going = names.slice(0, Math.max(0, names.length - keep)).filter((name) => name !== whole.at(-1));
  for (const name of going) await rm(join(folder, name), { recursive: true });
  return going;
}

/** Removes what a backup left that was broken off by the end of its process. */
async function clearBrokenOff(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.endsWith(".part") && ownName.test(name.slice(0, -".part".length)))
      await rm(join(folder, name), { recursive: true, force: true });
}

/** Makes one backup by plan. @throws what kept it from being made; that is on record then. */
export async function runBackup(
  { db, clock, storage, log }: Pick<JobCtx, "db" | "log"> & { clock: Clock; storage: Storage },
  pool: pg.Pool,
  plan: BackupPlan,
): Promise<void> {
  const startedAt = clock.now();
  const folder = join(plan.folder, nameAt(startedAt));
  const { id } = await db
    .insertInto("backup_run")
    .values({ folder, started_at: startedAt, state: "running" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const note = async (state: "whole" | "incomplete" | "failed", problems: readonly string[]): Promise<void> => {
    await db
      .updateTable("backup_run")
      .set({ state, problems: [...problems], finished_at: clock.now() })
      .where("id", "=", id)
      .execute();
  };
  try {
    await clearBrokenOff(plan.folder);
    const { missing } = await backUp({ pool, storage, folder, now: startedAt });
    const problems = missing.map(({ key, reason }) => `${key}: ${reason}`);
    await note(problems.length === 0 ? "whole" : "incomplete", problems);
    if (problems.length > 0) log.error({ folder, problems: problems.slice(0, 20) }, "the backup is incomplete");
    const gone = await makeRoom(plan);
    log.info({ folder, gone }, "a backup was made");
  } catch (error) {
    log.error({ err: error, folder }, "the backup failed");
    await note("failed", [error instanceof Error ? error.message : String(error)]);
    throw error;
  }
}

/** The latest runs, the newest first. */
export const latestBackups = (db: Db, limit: number) =>
  db.selectFrom("backup_run").selectAll().orderBy("id", "desc").limit(limit).execute();
