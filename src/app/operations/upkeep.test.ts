/** The screens of the backups and of the recurring work, over HTTP. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { getJob } from "../../ground/platform/platform.contract.ts";
import { addPaper } from "../../legal/handover/papers/papers.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { startWorld, type Visitor, type World } from "../testing/world.factory.ts";
import { listBackups, startBackup } from "./backup/backup.contract.ts";
import { listRecurring, runRecurring } from "./recurring/recurring.contract.ts";
import { storedNames } from "./stored-names.server.ts";

let world: World;
let admin: Visitor;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vorder-upkeep-"));
  world = await startWorld({ env: { BACKUP_FOLDER: join(folder, "backups"), BACKUP_KEEP: "3" } });
  admin = await world.login(["ROLE_ADMIN"]);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const letter = new TextEncoder().encode("%PDF-1.7 brief");

test("a backup on demand runs as a job with progress; damaged content and the reason of a failure are named", async () => {
  const { storage, environment } = world.vorder.parts;
  const { key } = await storage.put(letter, { name: "brief.pdf" });
  expect(await admin.call(listBackups)).toMatchObject({
    items: [],
    plan: { keep: 3, next: "2026-11-21T01:30" },
    work: null,
  });
  const { job } = await admin.call(startBackup, { body: {} });
  await world.drain();
  expect((await admin.call(getJob, { params: { id: job } })).state).toBe("done");
  const [made] = (await admin.call(listBackups)).items;
  expect(made).toMatchObject({ state: "whole", there: true, damaged: [], error: null });
  expect(made?.sizeBytes).toBeGreaterThan(letter.byteLength);
  expect(await readdir(join(folder, "backups"))).toEqual([made?.name]);

  const damage = (of: string) => writeFile(join(environment.dataDir, "storage", ...of.split("/")), "changed");
  await damage(key);
  const staff = await world.login(["*"]);
  const file = await placeOne(world, (await makeClient(world.db, world.clock)).id);
  const files = { file: { name: "contract.pdf", content: letter } };
  await staff.call(addPaper, { params: { id: file.id }, body: { kind: "contract" }, files });
  const kept = await world.db.selectFrom("document").select("storage_key").executeTakeFirstOrThrow();
  await damage(kept.storage_key ?? "");
  world.clock.set(new Date(world.clock.now().getTime() + 60_000));
  await admin.call(startBackup, { body: {} });
  await world.drain();
  const [damaged] = (await admin.call(listBackups)).items;
  expect(damaged).toMatchObject({ state: "incomplete", damagedCount: 2 });
  expect(damaged?.damaged).toContainEqual({
    text: `File ${file.number}, document “contract.pdf”: the document is damaged.`,
    url: `/file/show-new/${file.id}`,
  });
  expect(damaged?.damaged).toContainEqual({
    text: `Object ${key}, which nothing refers to any more: the document is damaged.`,
    url: null,
  });

  await rm(join(folder, "backups"), { recursive: true });
  await writeFile(join(folder, "backups"), "a file stands in the way");
  world.clock.set(new Date(world.clock.now().getTime() + 60_000));
  await admin.call(startBackup, { body: {} });
  await expect(world.drain()).rejects.toThrow();
  const { items, work } = await admin.call(listBackups);
  expect(items[0]).toMatchObject({ state: "failed", damaged: [], there: false });
  expect(items[0]?.error).toBe("The folder for backups cannot be written: is the disk full or read-only?");
  expect(work).toMatchObject({ state: "failed", own: true });
});

test("every kind of stored content has a readable name", async () => {
  const { rows } = await sql<{ table: string }>`select distinct table_name as table from information_schema.columns
    where table_schema = 'public' and column_name ~ '(storage|archive)_key$' order by 1`.execute(world.owner.db);
  // A table that keeps objects and is not among them would show keys: name its objects in `storedNames`.
  expect(rows.map(({ table }) => table)).toEqual([
    "address_upload",
    "bank_import",
    "client_document",
    "court_bundle",
    "document",
    "employee_training",
    "file_export",
    "handover_batch",
    "handover_batch_file",
    "import_batch",
    "log_attachment",
    "precasso_house",
    "precasso_message",
    "print_batch",
    "print_part",
    "shared_info_file",
  ]);
  expect(await storedNames(world.db, ["aa/nothing"])).toEqual(new Map());
});

test("recurring work has a name in every language, shows its next run, and can be retried after a failure", async () => {
  const { items } = await admin.call(listRecurring);
  expect(items.length).toBeGreaterThan(14);
  for (const { job } of items)
    for (const language of languages) {
      const key = `recurring.${job.replace(/[.-]/g, "_")}`;
      expect(world.vorder.texts.translate(language, { key })).not.toContain(key);
    }
  expect(items.every(({ next }) => next > "2026-11-20T10:00")).toBe(true);
  const one = { params: { job: "files.agree" } };
  await world.vorder.queue.queueDueWork(world.vorder.parts);
  expect((await admin.refused(runRecurring, one)).status).toBe(400);
  expect((await admin.refused(runRecurring, { params: { job: "no.such" } })).status).toBe(404);
  await world.db.updateTable("recurring_work").set({ state: "failed" }).where("job", "=", "files.agree").execute();
  await admin.call(runRecurring, one);
  await world.vorder.queue.queueDueWork(world.vorder.parts);
  await world.drain();
  const again = (await admin.call(listRecurring)).items.find(({ job }) => job === "files.agree");
  expect(again).toMatchObject({ state: "done", error: null });
});

test("both are for administrators only", async () => {
  const clerk = await world.login(["ROLE_PROCESSING"]);
  for (const call of [listBackups, listRecurring]) expect((await clerk.refused(call)).status).toBe(403);
  expect((await clerk.refused(startBackup, { body: {} })).status).toBe(403);
});
