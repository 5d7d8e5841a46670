/** Somebody who owns the database changes it behind the product's back, by every way there is; `npm run admin -- verify` must notice each. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { folderShelf } from "../../src/platform/server/storage.ts";
import { type DrillWorld, openDrillWorld, until } from "../drill-world.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

const app = (name: string): string => fileURLToPath(new URL(`../../src/app/${name}.server.ts`, import.meta.url));
const [admin, seed] = [app("admin"), app("seed")];

/** Runs a program of the product as whoever installed it would. */
const program = (
  file: string,
  { url, dataDir }: DrillWorld,
  parameters: readonly string[],
): Promise<{ readonly well: boolean; readonly said: string }> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [file, ...parameters],
      {
        maxBuffer: 2 ** 26,
        env: { PATH: process.env.PATH, VORDER_ENV: "test", CAPTCHA: "off", DATABASE_URL: url, DATA_DIR: dataDir },
      },
      (error, stdout, stderr) => done({ well: error === null, said: stdout + stderr }),
    );
  });

/** What `verify` says, and whether it ended well. */
const verify = async (world: DrillWorld): Promise<{ readonly whole: boolean; readonly said: string }> => {
  const { well, said } = await program(admin, world, ["verify"]);
  return { whole: well, said };
};

/** Damages by SQL; triggers and references do not stop whoever owns the server. */
const damages: readonly (readonly [string, string])[] = [
  [
    "an event's amount",
    "update claim_event set amount_cents = amount_cents + 100 where id = (select min(id) from claim_event where kind = 'invoice')",
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
  const shelf = folderShelf(root);
  let noticed = 0;
  for await (const key of shelf.list()) {
    const bytes = await shelf.read(key);
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

async function run(say: (line: string) => void): Promise<readonly DrillFigure[]> {
  const world = await openDrillWorld();
  try {
    await program(seed, world, ["--files", "200", "--seed", "7"]);
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
    } finally {
      client.release(true);
    }
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
        promise: "damages to money, records and trail that verify notices",
        figure: `${damages.length - missed.length} of ${damages.length}${missed.length > 0 ? ` (not: ${missed.join("; ")})` : ""}`,
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
    "changes events, balances, bookings, objects and the audit trail behind the product's back, and looks whether verify notices",
  run,
});
