import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Embedded, startTemporary } from "../embedded/embedded-postgres.ts";
import { connect, type Database } from "../postgres/database.ts";
import { type Migration, migrate, migrationOf } from "../postgres/migrations.ts";
import { backUp, checkBackup, restore } from "./backup.ts";
import { folderStore } from "./folder-store.ts";
import { type Storage, storageOn } from "./storage.ts";

const shelf = migrationOf(
  "0001-shelf.sql",
  `create table shelf (
     id bigint generated always as identity primary key,
     label text not null,
     label_length int generated always as (length(label)) stored,
     first_book bigint,
     content bytea, price numeric(12, 4), on_date date, facts jsonb);
   create table book (id bigint generated always as identity primary key, shelf_id bigint not null references shelf, follows bigint references book);
   alter table shelf add constraint shelf_first_book foreign key (first_book) references book;
   create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'never changed'; end $$;
   create trigger append_only before insert or update or delete on book for each row when (pg_trigger_depth() < 0) execute function refuse_change();
   insert into shelf (label) values ('made by the migration');`,
);
const later = migrationOf("0002-later.sql", "alter table shelf add column colour text not null default 'green';");
const now = new Date("2026-11-20T09:00:00Z");

let server: Embedded;
let folder: string;
let source: Database;
let sourceStorage: Storage;
let count = 0;

async function freshDatabase(): Promise<{ database: Database; url: string; storage: Storage }> {
  const name = `backup_${++count}`;
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = name;
  return {
    database: connect(url.href, { max: 4 }),
    url: url.href,
    storage: storageOn(folderStore(join(folder, name))),
  };
}

beforeAll(async () => {
  server = await startTemporary(() => undefined);
  folder = await mkdtemp(join(tmpdir(), "vorder backup "));
  const made = await freshDatabase();
  source = made.database;
  sourceStorage = made.storage;
  await migrate(source.pool, [shelf]);
  await source.pool.query(
    `insert into shelf (label, content, price, on_date, facts)
     select E'regel ' || n || E'\\t\\\\N\\n€', decode(md5(n::text), 'hex'), n / 7.0, date '2024-02-29' + n, jsonb_build_object('n', n, 'tekst', 'é"\\')
     from generate_series(1, 5000) n;
     insert into book (shelf_id, follows) select n, nullif(n - 1, 0) from generate_series(1, 100) n;
     update shelf set first_book = 100 where id = 1`,
  );
  const boss = new PgBoss({ connectionString: made.url });
  await boss.start();
  await boss.createQueue("letters");
  await boss.send("letters", { file: 12 });
  await boss.stop({ graceful: false });
});

afterAll(async () => {
  await source.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const contents = async (database: Database): Promise<unknown> =>
  (
    await database.pool.query(
      `select md5(string_agg(s::text, '|' order by id)) as shelf, (select md5(string_agg(b::text, '|' order by id)) from book b) as book,
         (select jsonb_agg(data) from pgboss.job where name = 'letters') as jobs from shelf s`,
    )
  ).rows[0];

async function backup(name: string): Promise<string> {
  const target = join(folder, name);
  await backUp({ pool: source.pool, storage: sourceStorage, folder: target, now });
  return target;
}

const restoreInto = (
  made: { database: Database; url: string; storage: Storage },
  from: string,
  migrations: readonly Migration[] = [shelf],
) => restore({ pool: made.database.pool, url: made.url, storage: made.storage, folder: from, migrations });

describe("backup and restore", () => {
  it("give back every row, attachment, waiting job and next number", async () => {
    const { key } = await sourceStorage.put(new TextEncoder().encode("%PDF-1.7 brief"), { name: "brief.pdf" });
    const from = await backup("whole");
    const target = await freshDatabase();
    await restoreInto(target, from);
    expect(await contents(target.database)).toEqual(await contents(source));
    expect(Buffer.from(await target.storage.get(key)).toString()).toBe("%PDF-1.7 brief");
    const { rows } = await target.database.pool.query("insert into shelf (label) values ('new') returning id");
    // 1 of the migration + 5,000
    expect(rows).toEqual([{ id: 5002 }]);
    await target.database.close();
  });

  it("leave references and triggers as they were", async () => {
    const target = await freshDatabase();
    await restoreInto(target, await backup("rules"));
    await expect(
      target.database.pool.query("begin; insert into book (shelf_id) values (999999); select 1; commit"),
    ).rejects.toThrow("foreign key");
    const { rows } = await target.database.pool.query(
      "select (select count(*) from pg_trigger where not tgisinternal and tgenabled = 'O') as triggers, (select count(*) from pg_constraint where contype = 'f' and condeferrable and connamespace = 'public'::regnamespace) as deferred",
    );
    expect(rows).toEqual([{ triggers: 1, deferred: 0 }]);
    await target.database.close();
  });

  it("capture one instant, whatever is written meanwhile", async () => {
    const before = await contents(source);
    let writing = true;
    const writer = (async () => {
      while (writing)
        await source.pool.query(
          "begin; insert into shelf (label) values ('busy'); delete from shelf where label = 'busy'; commit",
        );
    })();
    const from = await backup("busy");
    writing = false;
    await writer;
    const target = await freshDatabase();
    await restoreInto(target, from);
    expect(await contents(target.database)).toEqual(before);
    await target.database.close();
  });

  it("begin anew where a restore stopped at an attachment, for want of room, say: the database was not touched", async () => {
    const first = await sourceStorage.put(new TextEncoder().encode("%PDF-1.7 eerste"), { name: "brief.pdf" });
    await sourceStorage.put(new TextEncoder().encode("%PDF-1.7 laatste"), { name: "brief.pdf" });
    const from = await backup("full");
    const target = await freshDatabase();
    let written = 0;
    const restoring: Storage["restore"] = async (key, bytes) => {
      if (written++ > 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      await target.storage.restore(key, bytes);
    };
    const full = { ...target, storage: { ...target.storage, restore: restoring } };
    await expect(restoreInto(full, from)).rejects.toThrow("no space left");
    await restoreInto(target, from);
    expect(await contents(target.database)).toEqual(await contents(source));
    expect(Buffer.from(await target.storage.get(first.key)).toString()).toBe("%PDF-1.7 eerste");
    await target.database.close();
  });

  it("bring an older backup up to this release", async () => {
    const target = await freshDatabase();
    await restoreInto(target, await backup("older"), [shelf, later]);
    const { rows } = await target.database.pool.query("select distinct colour from shelf");
    expect(rows).toEqual([{ colour: "green" }]);
    await target.database.close();
  });

  it("refuse a damaged backup before anything is touched", async () => {
    const from = await backup("damaged");
    await appendFile(join(from, "tables", "public.shelf.copy.gz"), "x");
    const target = await freshDatabase();
    await expect(restoreInto(target, from)).rejects.toThrow("the backup is damaged: table shelf");
    const { rows } = await target.database.pool.query(
      "select count(*) from pg_class where relnamespace = 'public'::regnamespace",
    );
    expect(rows).toEqual([{ count: 0 }]);
    await target.database.close();
  });

  it("refuse a backup that lost an attachment, one without a manifest, a newer one, a database in use, an old folder", async () => {
    const { key } = await sourceStorage.put(new TextEncoder().encode("%PDF-1.7 tweede"), { name: "brief.pdf" });
    const from = await backup("lost");
    const target = await freshDatabase();
    await expect(restoreInto(target, from, [later])).rejects.toThrow("which this release does not know");
    await expect(restoreInto({ ...target, database: source }, from)).rejects.toThrow("not empty");
    await expect(backup("lost")).rejects.toThrow("exists");
    await rm(join(from, "attachments", key));
    await expect(checkBackup(from)).rejects.toThrow(`the backup is damaged: attachment ${key}`);
    await writeFile(join(from, "manifest.json"), "{");
    await expect(restoreInto(target, from)).rejects.toThrow("or is damaged");
    await rm(join(from, "manifest.json"));
    await expect(restoreInto(target, from)).rejects.toThrow("has no manifest.json");
    await target.database.close();
  });

  it("continue past a damaged and a missing object, and name both", async () => {
    const bytes = (text: string) => new TextEncoder().encode(`%PDF-1.7 ${text}`);
    const [whole, damaged, lost] = await Promise.all(
      ["heel", "beschadigd", "kwijt"].map((text) => sourceStorage.put(bytes(text), { name: "brief.pdf" })),
    );
    if (!whole || !damaged || !lost) throw new Error("not kept");
    await source.pool.query("create table letter (storage_key text)");
    await source.pool.query("insert into letter values ($1), ($2), ($3)", [whole.key, damaged.key, lost.key]);
    await appendFile(join(folder, "backup_1", ...damaged.key.split("/")), "x");
    await sourceStorage.discard(lost.key);
    const { missing } = await backUp({ pool: source.pool, storage: sourceStorage, folder: join(folder, "past"), now });
    await source.pool.query("drop table letter");
    expect([...missing].sort((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { key: lost.key, why: "gone", reason: "it is not in the storage" },
      { key: damaged.key, why: "damaged", reason: `the stored object ${damaged.key} is damaged` },
    ]);
    const checked = await checkBackup(join(folder, "past"));
    expect(checked.attachments).toContain(whole.key);
    await sourceStorage.discard(damaged.key);
  });

  it("leave nothing behind when they fail half-way", async () => {
    const gone = connect(source.pool.options.connectionString ?? "", { max: 1 });
    const target = join(folder, "broken");
    const storage: Storage = {
      ...sourceStorage,
      async *keys() {
        await source.pool.query(
          "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7676003 and granted",
        );
        yield* sourceStorage.keys();
      },
    };
    await expect(backUp({ pool: gone.pool, storage, folder: target, now })).rejects.toThrow();
    await gone.close();
    expect((await readdir(folder)).filter((name) => name.startsWith("broken"))).toEqual([]);
  });
});
