/** Records that stood before records were sealed: the migrations that seal them, tried on an installation as it was before them. */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../ground/platform/server/http/module.ts";
import { seedDemo } from "../demo/demo.server.ts";
import { startWorld, type World } from "../testing/world.factory.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { parts, database, modules } = world.vorder;
  await seedDemo({ files: 40, seed: 11, months: 4, clock: world.clock, parts, database, modules });
  await world.drain();
});
afterAll(() => world.close());

const migrations = [
  "../../money/claims/migrations/0346-sealed-events.sql",
  "../../money/payments/migrations/0347-sealed-bank.sql",
  "../../letters/correspondence/migrations/0348-sealed-messages.sql",
];
const tables = ["claim_event", "bank_statement", "bank_entry", "bank_booking", "document", "message"];

class TakenBack extends Error {}

interface Found {
  /** Of each lot: its table, how it came, and how many rows it holds. */
  readonly lots: readonly string[];
  readonly problems: readonly string[];
}

/** What is found where the records of the demo stood before the migrations, and `since` was done after them; all of it is taken back. */
async function foundAfter(since: (db: Db) => Promise<unknown>, before: readonly string[] = []): Promise<Found> {
  let found: Found = { lots: [], problems: [] };
  const tried = world.owner.db.transaction().execute(async (db) => {
    for (const table of tables) {
      await sql`drop trigger ${sql.id(`${table}_lot`)} on ${sql.table(table)}`.execute(db);
      // Nothing of these tables had a seal, so the trail had no line of them either.
      await sql`delete from record_lot where subject = ${table}`.execute(db);
    }
    await sql`drop trigger message_lot_changed on message`.execute(db);
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`delete from audit_log where subject = 'record_lot'`.execute(db);
    for (const statement of before) await sql.raw(statement).execute(db);
    await sql`set local session_replication_role = origin`.execute(db);
    for (const path of migrations) await sql.raw(await readFile(new URL(path, import.meta.url), "utf8")).execute(db);
    await since(db);
    const { rows } = await sql<{ lot: string }>`select subject || ' ' || how || ' ' || sum(cardinality(ids)) as lot
      from record_lot where subject = any(${tables}::text[]) group by subject, how order by 1`.execute(db);
    const problems = (await world.problems(db)).filter((problem) => /as they were sealed/.test(problem));
    found = { lots: rows.map(({ lot }) => lot), problems };
    throw new TakenBack();
  });
  await expect(tried).rejects.toThrow(TakenBack);
  return found;
}

const past = (statement: string) => async (db: Db) => {
  await sql`set local session_replication_role = replica`.execute(db);
  const { numAffectedRows } = await sql.raw(statement).execute(db);
  expect(numAffectedRows).toBeGreaterThan(0n);
};

test("every existing row is sealed as found, once, and verifies", async () => {
  const { lots, problems } = await foundAfter(async () => undefined);
  const counted: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(world.db);
    expect(rows[0]?.n).toBeGreaterThan(0);
    counted.push(`${table} found ${rows[0]?.n}`);
  }
  expect(lots).toEqual(counted.sort());
  expect(problems).toEqual([]);
});

test("rows beyond the first thousand, with gaps in their numbers and with empty columns are sealed", async () => {
  const strewn = [
    "update claim_event set user_id = null where id % 3 = 0",
    "update message set created_by = null where id % 2 = 0",
    "alter table bank_booking alter column id drop identity",
    "update bank_booking set id = id * 700 + 1000000",
  ];
  const { problems } = await foundAfter(async () => undefined, strewn);
  expect(problems).toEqual([]);
});

test.each([
  [
    "an event",
    "update claim_event set amount_cents = amount_cents + 1 where id = (select min(id) from claim_event where kind = 'invoice')",
    /^events as they were sealed: file \S+: event \d+ is not as it was sealed on \d{4}-\d\d-\d\d \(as it was found on that day\)$/,
  ],
  [
    "a deleted bank line",
    "delete from bank_entry where id = (select min(id) from bank_entry)",
    /^bank lines as they were sealed: bank line \d+ is gone; it was sealed on \d{4}-\d\d-\d\d \(as it was found on that day\)$/,
  ],
  [
    "a message",
    "update message set body_text = body_text || ' niet' where id = (select min(id) from message where channel <> 'post')",
    /^messages as they were sealed: file \S+: message \d+ is not as it was sealed on \d{4}-\d\d-\d\d \(as it was found on that day\)$/,
  ],
  [
    "a document",
    "update document set sha256 = repeat('0', 64) where id = (select min(id) from document)",
    /^documents as they were sealed: file \S+: document \d+ is not as it was sealed on \d{4}-\d\d-\d\d \(as it was found on that day\)$/,
  ],
])(
  "a change of %s that was found is reported with that day, and nothing else is reported",
  async (_what, statement, told) => {
    const { problems } = await foundAfter(past(statement));
    expect(problems).toEqual([expect.stringMatching(told)]);
  },
);

test("rows after the migrations are sealed as entered, and their damage is reported without the words “as found”", async () => {
  const { lots, problems } = await foundAfter(async (db) => {
    await sql`insert into claim_event (file_id, kind, on_date, amount_cents, data, effect_key, entered_at)
      select file_id, kind, on_date, amount_cents, data, 'after', now() from claim_event where kind = 'payment' order by id limit 1`.execute(
      db,
    );
    await past("update claim_event set amount_cents = 7 where id = (select max(id) from claim_event)")(db);
  });
  expect(lots).toContain("claim_event added 1");
  expect(problems).toEqual([expect.stringMatching(/event \d+ is not as it was sealed on \d{4}-\d\d-\d\d$/)]);
});

test("text that retention removes from an earlier message is no damage; any other change is", async () => {
  const message = "(select min(id) from message where channel <> 'post')";
  const { problems: none } = await foundAfter((db) =>
    sql.raw(`update message set body_text = '', erased_at = now() where id = ${message}`).execute(db),
  );
  expect(none).toEqual([]);
  const { problems } = await foundAfter((db) =>
    sql.raw(`update message set body_text = 'Iets anders' where id = ${message}`).execute(db),
  );
  expect(problems).toHaveLength(1);
});
