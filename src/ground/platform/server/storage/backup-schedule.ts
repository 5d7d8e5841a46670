/** Automatic backups: each in a folder of its own, the oldest are removed, and each result is recorded. */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { z } from "zod";
import { fieldError, type Message } from "../../../kernel/errors.ts";
import type { Db, JobCtx } from "../http/module.ts";
import { isStorageError, reasonOf } from "../jobs/reasons.ts";
import type { BackupPlan } from "../process/environment.ts";
import { backUp } from "./backup.ts";

const ownName = /^vorder-\d{4}-\d{2}-\d{2}T\d{6}$/;
const nameAt = (now: Date): string => `vorder-${now.toISOString().slice(0, 19).replaceAll(":", "")}`;
const manifest = z.object({ missing: z.array(z.unknown()).default([]) });

/** Whether a folder contains a complete backup; undefined if it contains none that can be read. */
async function isWhole(folder: string): Promise<boolean | undefined> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return manifest.parse(JSON.parse(text)).missing.length === 0;
  } catch {
    return undefined;
  }
}

/** Removes the oldest backups beyond `keep`, but never the newest complete one. Returns their names. */
export async function removeOldBackups({ folder, keep }: Pick<BackupPlan, "folder" | "keep">): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).sort();
  const complete: string[] = [];
  for (const name of names) if (await isWhole(join(folder, name))) complete.push(name);
  const surplus = names.slice(0, Math.max(0, names.length - keep)).filter((name) => name !== complete.at(-1));
  for (const name of surplus) await rm(join(folder, name), { recursive: true });
  return surplus;
}

/** Removes incomplete backups left by the end of their process. */
async function clearBrokenOff(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.endsWith(".part") && ownName.test(name.slice(0, -".part".length)))
      await rm(join(folder, name), { recursive: true, force: true });
}

interface BackupOutcome {
  readonly problems: readonly string[];
  readonly size_bytes?: number;
  readonly reason?: string;
}

/** Makes one scheduled backup. @throws the error that prevented it, which is recorded. */
export async function runBackup(
  { db, clock, storage, log, ids, progress }: Pick<JobCtx, "db" | "log" | "ids" | "progress" | "clock" | "storage">,
  pool: pg.Pool,
  plan: BackupPlan,
): Promise<void> {
  const startedAt = clock.now();
  // A running backup records its own result.
  const ended = { state: "failed", reason: JSON.stringify({ key: "platform.reason.ended" }), finished_at: startedAt };
  await db.updateTable("backup_run").set(ended).where("state", "=", "running").execute();
  const folder = join(plan.folder, nameAt(startedAt));
  const { id } = await db
    .insertInto("backup_run")
    .values({ folder, started_at: startedAt, state: "running" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const note = async (state: "whole" | "incomplete" | "failed", outcome: BackupOutcome): Promise<void> => {
    await db
      .updateTable("backup_run")
      .set({ ...outcome, state, problems: [...outcome.problems], finished_at: clock.now() })
      .where("id", "=", id)
      .execute();
  };
  try {
    await clearBrokenOff(plan.folder);
    const { missing, tables, attachmentBytes } = await backUp({
      pool,
      storage,
      folder,
      now: startedAt,
      onProgress: progress,
    });
    const problems = missing.map(({ key, why }) => noteProblem({ key: `backup.why_${why}`, values: { object: key } }));
    const size_bytes = tables.reduce((sum, { file }) => sum + file.size, attachmentBytes);
    await note(problems.length === 0 ? "whole" : "incomplete", { problems, size_bytes });
    if (problems.length > 0) log.error({ folder, missing: missing.slice(0, 20) }, "the backup is incomplete");
    const gone = await removeOldBackups(plan);
    log.info({ folder, gone }, "a backup was made");
  } catch (error) {
    const logId = ids.uuid().slice(0, 8);
    log.error({ err: error, folder, logId }, "the backup failed");
    const isFull = isStorageError(error);
    const reason = isFull ? { key: "backup.noRoom" } : reasonOf(error, logId);
    await note("failed", { problems: [], reason: JSON.stringify(reason) });
    // Only a person can free space for backups: retrying would fill it again.
    throw isFull ? fieldError("common", "backup.noRoom") : error;
  }
}

const noted = z.object({ key: z.string(), values: z.object({ object: z.string() }) });
const noteProblem = (problem: z.output<typeof noted>): string => JSON.stringify(problem);

/** What a backup lacks, as recorded; an older record has its key before a colon, followed by a technical text. */
export function problemNoted(problem: string): Message {
  try {
    return noted.parse(JSON.parse(problem));
  } catch {
    return { key: "backup.why_unreadable", values: { object: problem.split(":")[0] ?? problem } };
  }
}

/** The latest runs, newest first. */
export const latestBackups = (db: Db, limit: number) =>
  db.selectFrom("backup_run").selectAll().orderBy("id", "desc").limit(limit).execute();
