/** Somebody who owns the database changes it behind the product's back, by every way there is; `npm run admin -- verify` must notice each. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { program } from "../../src/app/testing/programs.factory.ts";
import { folderStore } from "../../src/ground/platform/server/storage/folder-store.ts";
import { type DrillWorld, openDrillWorld, until } from "../drill-world.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

/** Runs a program of the product as whoever installed it would. */
const runProgram = (
  name: "admin" | "seed",
  { url, dataDir }: DrillWorld,
  parameters: readonly string[],
): Promise<{ readonly well: boolean; readonly said: string }> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [...program(name), ...parameters],
      {
        maxBuffer: 2 ** 26,
        env: {
          PATH: process.env.PATH,
          VORDER_ENV: "test",
          CAPTCHA: "off",
          DATABASE_URL: url,
          DATA_DIR: dataDir,
        },
      },
      (error, stdout, stderr) => done({ well: error === null, said: stdout + stderr }),
    );
  });

/** What `verify` says, and whether it ended well. */
const verify = async (world: DrillWorld): Promise<{ readonly whole: boolean; readonly said: string }> => {
  const { well, said } = await runProgram("admin", world, ["verify"]);
  return { whole: well, said };
};

/** Damages by SQL; triggers and references do not stop whoever owns the server. */
const damages: readonly (readonly [string, string])[] = [
  [
    "an event's amount",
    "update claim_event set amount_cents = amount_cents + 100 where id = (select min(id) from claim_event where kind = 'invoice')",
  ],
  [
    "an event's amount, with its balance",
    "update claim_event set amount_cents = amount_cents + 100 where id = (select min(id) from claim_event where kind = 'invoice'); update case_file set principal_cents = principal_cents + 100, open_cents = open_cents + 100 where id = (select file_id from claim_event where kind = 'invoice' order by id limit 1)",
  ],
  [
    "an event slipped in",
    "update claim_event set effect_key = effect_key; insert into claim_event (file_id, kind, on_date, amount_cents, data, effect_key, entered_at) select file_id, kind, on_date, 1, data, 'slipped in', entered_at from claim_event where kind = 'invoice' order by id limit 1",
  ],
  ["the seals of events", "delete from record_lot where subject = 'claim_event'"],
  [
    "what a message said",
    "update message set body_text = 'x' where id = (select min(id) from message where channel = 'email')",
  ],
  ["a balance", "update case_file set open_cents = open_cents + 100 where id = (select min(id) from case_file)"],
  ["a booking", "delete from bank_booking where id = (select min(id) from bank_booking)"],
  ["a bank entry", "delete from bank_entry where id = (select min(id) from bank_entry)"],
  ["a document", "delete from document where id = (select min(document_id) from message)"],
  ["an effect", "delete from outbox where key in (select effect_key from message where channel = 'email')"],
  ["a reference", "update file_log set file_id = 999999999 where id = (select min(id) from file_log)"],
  ["a line of the trail, changed", "update audit_log set username = 'x' where id = 10"],
  ["a line of the trail, removed", "delete from audit_log where id = 10"],
  [
    "fifty lines at the end, with their seals",
    "with gone as (delete from audit_chain where seq > (select max(seq) - 50 from audit_chain) returning audit_id) delete from audit_log where id in (select audit_id from gone)",
  ],
  ["the whole trail", "truncate audit_log, audit_chain, audit_unsealed"],
];

/** Damages to the catalogue, and how each is undone. */
const catalogueDamages: readonly (readonly [string, string, string])[] = [
  [
    "a trigger switched off",
    "alter table claim_event disable trigger claim_event_append_only",
    "alter table claim_event enable trigger claim_event_append_only",
  ],
  [
    "a constraint dropped",
    "alter table claim_event drop constraint claim_event_amount_cents_check",
    "alter table claim_event add constraint claim_event_amount_cents_check check (amount_cents >= 0)",
  ],
  [
    "an index dropped",
    "drop index claim_event_reverses",
    "create unique index claim_event_reverses on claim_event (reverses_id) where reverses_id is not null",
  ],
  [
    "a rule that swallows writes",
    "create rule swallow as on insert to audit_log do instead nothing",
    "drop rule swallow on audit_log",
  ],
  ["a right given away", "grant update on claim_event to public", "revoke update on claim_event from public"],
];

/** Does one damage, asks, and puts everything back from a copy of the database's tables. */
async function tried(world: DrillWorld, client: pg.PoolClient, damage: string): Promise<boolean> {
  await client.query("set session_replication_role = replica");
  const tables = [
    ...new Set(
      [...damage.matchAll(/(?:update|delete from|truncate) ([a-z_, ]+?)(?= set| where|$)/g)].flatMap(([, names = ""]) =>
        names.split(/, */),
      ),
    ),
  ];
  for (const table of tables) await client.query(`create temp table kept_${table} as table ${table}`);
  await client.query(damage);
  const { whole } = await verify(world);
  for (const table of tables) {
    const { rows } = await client.query<{ columns: string }>(
      "select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [table],
    );
    const columns = rows[0]?.columns ?? "";
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} (${columns}) overriding system value select ${columns} from kept_${table}`,
    );
    await client.query(`drop table kept_${table}`);
  }
  return !whole;
}

async function objects(world: DrillWorld): Promise<number> {
  const root = join(world.dataDir, "storage");
  const store = folderStore(root);
  let noticed = 0;
  for await (const key of store.list()) {
    const bytes = await store.read(key);
    if (!bytes) continue;
    const path = join(root, ...key.split("/"));
    await rm(path);
    if (!(await verify(world)).whole) noticed += 1;
    await writeFile(path, "another content");
    if (!(await verify(world)).whole) noticed += 1;
    await writeFile(path, bytes);
    break;
  }
  return noticed;
}

async function run(say: (line: string) => void, files: number): Promise<readonly DrillFigure[]> {
  const world = await openDrillWorld();
  try {
    await runProgram("seed", world, ["--files", String(files), "--seed", "7"]);
    const product = await world.start();
    const unsealed = async () => (await world.pool.query("select from audit_unsealed")).rowCount;
    await until("the trail is sealed", 60, async () => (await unsealed()) === 0);
    await product.stop();
    const before = await verify(world);
    say(before.said);
    const client = await world.pool.connect();
    const missed: string[] = [];
    try {
      for (const [name, damage] of damages) if (!(await tried(world, client, damage))) missed.push(name);
      await client.query("reset session_replication_role");
      for (const [name, damage, mended] of catalogueDamages) {
        await client.query(damage);
        if ((await verify(world)).whole) missed.push(name);
        await client.query(mended);
      }
    } finally {
      client.release(true);
    }
    const tampered = damages.length + catalogueDamages.length;
    const noticed = await objects(world);
    const after = await verify(world);
    return [
      {
        promise: "an undamaged installation is found whole",
        figure: `${Number(before.whole) + Number(after.whole)} of 2`,
        target: "2 of 2",
        holds: before.whole && after.whole,
      },
      {
        promise: "damages to money, records, trail and schema that verify notices",
        figure: `${tampered - missed.length} of ${tampered}${missed.length > 0 ? ` (not: ${missed.join("; ")})` : ""}`,
        target: "all",
        holds: missed.length === 0,
      },
      {
        promise: "objects gone or changed that verify notices",
        figure: `${noticed} of 2`,
        target: "2 of 2",
        holds: noticed === 2,
      },
    ];
  } finally {
    await world.close();
  }
}

export const drill = new Drill({
  about:
    "Changes events, balances, bookings, objects, the schema and the audit trail behind the product's back; verify must notice each.",
  counts: { files: { full: 200, small: 40 } },
  run: (say, count) => run(say, count("files")),
});
