/** Scheduled backups, and what is deleted while one is made. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBackup } from "../../../ground/platform/server/storage/backup.ts";
import { latestBackups, removeOldBackups, runBackup } from "../../../ground/platform/server/storage/backup-schedule.ts";
import { startWorld, type World } from "../../testing/world.factory.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), "vorder backups "));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const letter = (text: string) => new TextEncoder().encode(`%PDF-1.7 ${text}`);

test("content dropped by a change is deleted after the commit, kept on a rollback, and kept until a running backup ends", async () => {
  const { storage } = world.vorder.parts;
  const [gone, kept, copied] = [
    await storage.put(letter("weg"), { name: "brief.pdf" }),
    await storage.put(letter("blijft"), { name: "brief.pdf" }),
    await storage.put(letter("wacht"), { name: "brief.pdf" }),
  ];
  await world.work((ctx) => ctx.storage.delete(gone.key));
  await expect(storage.get(gone.key)).rejects.toThrow("notFound");

  const undone = world.work(async (ctx) => {
    await ctx.storage.delete(kept.key);
    throw new Error("taken back");
  });
  await expect(undone).rejects.toThrow("taken back");
  expect(await storage.get(kept.key)).toBeDefined();

  const backup = new pg.Client(world.databaseUrl);
  await backup.connect();
  await backup.query("select pg_advisory_lock(7676003)");
  await world.work((ctx) => ctx.storage.delete(copied.key));
  expect(await storage.get(copied.key)).toBeDefined();
  await backup.end();
  // Whatever lets go of something next carries out what waited too.
  await world.work((ctx) => ctx.storage.delete(gone.key));
  await expect(storage.get(copied.key)).rejects.toThrow("notFound");
});

test("a scheduled backup is made in its own folder and recorded; a failed one states the reason", async () => {
  const { db, vorder, clock } = world;
  const { storage, log, ids } = vorder.parts;
  const ctx = { db, clock, storage, log, ids, progress: async () => undefined };
  await runBackup(ctx, vorder.database.pool, { folder, cron: "30 1 * * *", keep: 3 });
  expect(await readdir(folder)).toEqual(["vorder-2026-11-20T090000"]);
  await checkBackup(join(folder, "vorder-2026-11-20T090000"));
  await writeFile(join(folder, "file"), "");
  await expect(
    runBackup(ctx, vorder.database.pool, { folder: join(folder, "file"), cron: "30 1 * * *", keep: 3 }),
  ).rejects.toMatchObject({ detail: { fields: { common: [{ key: "backup.noRoom" }] } } });
  const runs = await latestBackups(db, 5);
  expect(runs.map(({ state }) => state)).toEqual(["failed", "whole"]);
  expect(runs[0]?.problems).toEqual([]);
});

test("the oldest backups are deleted, but never the newest complete one, nor foreign files", async () => {
  const place = join(folder, "many");
  const names = [1, 2, 3, 4, 5].map((day) => `vorder-2026-11-0${day}T013000`);
  for (const [at, name] of names.entries()) {
    await mkdir(join(place, name), { recursive: true });
    await writeFile(join(place, name, "manifest.json"), JSON.stringify({ missing: at === 0 ? [] : [{}] }));
  }
  await mkdir(join(place, "of-somebody-else"));
  // What a disk made of it is no complete backup, and no reason to keep all.
  await writeFile(join(place, names[1] ?? "", "manifest.json"), '{"missing": []');
  expect(await removeOldBackups({ folder: place, keep: 2 })).toEqual([names[1], names[2]]);
  expect(await readdir(place)).toEqual(["of-somebody-else", names[0], names[3], names[4]]);
});
