/** Every damage to money, records and objects is noticed, and named: each is done past the application, and looked for. */
import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyInstallation } from "../../../ground/platform/server/audit/verify.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { getWork } from "../../app.contract.ts";
import { seedDemo } from "../../demo/demo.server.ts";
import { startWorld, type World } from "../../testing/world.factory.ts";
import { cleanObjects } from "../admin-checks.server.ts";
import { lastVerification } from "./verification.contract.ts";
import { verifyNightly } from "./verification.server.ts";

let world: World;
const nightly = verifyNightly(() => []);
beforeAll(async () => {
  world = await startWorld();
  const { parts, database, modules } = world.vorder;
  await seedDemo({ files: 40, seed: 11, months: 4, clock: world.clock, parts, database, modules });
  await world.drain();
});
afterAll(() => world.close());

class TakenBack extends Error {}

/** What is found after somebody wrote past all triggers and references; the database is as before afterwards. */
async function foundAfter(...statements: readonly string[]): Promise<string[]> {
  let problems: string[] = [];
  const tried = world.owner.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    for (const statement of statements) {
      const { numAffectedRows } = await sql.raw(statement).execute(db);
      if (numAffectedRows === 0n) throw new Error(`the damage was not done: ${statement}`);
    }
    problems = await world.problems(db);
    throw new TakenBack();
  });
  await expect(tried).rejects.toThrow(TakenBack);
  return problems;
}

const invoice = "(select min(id) from claim_event where kind = 'invoice')";
const payment = "(select min(claim_event_id) from bank_booking where kind = 'payment' and undone_at is null)";
const file = "(select min(id) from case_file)";

describe("an installation", () => {
  test("written only by the application has no faults, from balances to stored objects", async () => {
    expect(await world.problems()).toEqual([]);
    const { parts, modules } = world.vorder;
    const checks = modules.flatMap((module) => module.checks);
    const looked = new Map<string, number>();
    for await (const finding of verifyInstallation({ ...parts, db: world.db, checks }))
      looked.set(finding.asked, finding.looked);
    for (const asked of [
      "balances",
      "bank entries and their bookings",
      "messages and their effects",
      "audit trail",
      "stored objects",
    ])
      expect([asked, looked.get(asked)]).toEqual([asked, expect.toSatisfy((count: number) => count > 0)]);
  });

  test.each<[string, string[], RegExp]>([
    [
      "the amount of an event",
      [`update claim_event set amount_cents = amount_cents + 100 where id = ${invoice}`],
      /^balances: file \S+: open is noted as \d+ cents and comes to \d+ cents/,
    ],
    [
      "the amount of an event and its balance",
      [
        `update claim_event set amount_cents = amount_cents - 100 where id = ${invoice}`,
        `update case_file set principal_cents = principal_cents - 100, open_cents = open_cents - 100 where id = (select file_id from claim_event where id = ${invoice})`,
      ],
      /^events as they were sealed: file \S+: event \d+ is not as it was sealed on \d{4}-\d\d-\d\d$/,
    ],
    [
      "the amount of an event, with a new seal",
      [
        `update claim_event set amount_cents = amount_cents - 100 where id = ${invoice}`,
        `insert into record_lot (subject, ids, hashes, how) select 'claim_event', array[id],
           array[substring(sha256(convert_to(jsonb_build_array(id, file_id, kind, on_date, amount_cents, data, reverses_id, effect_key, entered_at, user_id)::text, 'UTF8')) from 1 for 16)], 'changed'
         from claim_event where id = ${invoice}`,
      ],
      /^events as they were sealed: file \S+: event \d+ is not as it was sealed/,
    ],
    [
      "the seals of an event, computed again",
      ["update record_lot set hashes = array(select sha256(h) from unnest(hashes) h) where subject = 'claim_event'"],
      /^seals of records: of the seals that line \d+ of the audit trail tells of, some were changed or removed/,
    ],
    [
      "an inserted event",
      [
        `insert into claim_event (file_id, kind, on_date, amount_cents, data, effect_key, entered_at) select file_id, kind, on_date, 1, data, 'slipped', entered_at from claim_event where id = ${payment}`,
      ],
      /^events as they were sealed: file \S+: event \d+ has no seal: it was slipped in/,
    ],
    [
      "an amount on a bank statement and its closing balance",
      [
        "update bank_entry set amount_cents = amount_cents + 1 where id = (select min(id) from bank_entry)",
        "update bank_statement set closing_cents = closing_cents + 1 where id = (select statement_id from bank_entry order by id limit 1)",
      ],
      /^bank lines as they were sealed: bank line \d+ is not as it was sealed/,
    ],
    [
      "the text of a message",
      [
        "update message set body_text = 'You owe nothing.' where id = (select min(id) from message where channel = 'email')",
      ],
      /^messages as they were sealed: file \S+: message \d+ is not as it was sealed/,
    ],
    [
      "the template revision of a message",
      ["update message set template_mark = 1 where id = (select min(id) from message where channel = 'email')"],
      /^template marks as they were sealed: file \S+: template mark \d+ is not as it was sealed/,
    ],
    [
      "the template text that messages were made with",
      [
        "update template_revision set subject = 'U bent niets schuldig' where id = (select min(id) from template_revision)",
      ],
      /^wordings as they were sealed: wording \d+ is not as it was sealed/,
    ],
    [
      "the content of a document",
      ["update document set sha256 = repeat('0', 64) where id = (select min(id) from document)"],
      /^documents as they were sealed: file \S+: document \d+ is not as it was sealed/,
    ],
    ["a deleted event", [`delete from claim_event where id = ${invoice}`], /^events that are gone: file \S+/],
    [
      "the amounts in lists",
      [`update case_file set open_cents = open_cents - 1 where id = ${file}`],
      /^balances: file \S+: open is noted as/,
    ],
    [
      "a negative balance",
      [`update case_file set interest_cents = -5 where id = ${file}`],
      /^balances: file \S+: interest is negative \(-5 cents\)/,
    ],
    [
      "the amount of a payment and the amounts in lists",
      [`update claim_event set amount_cents = amount_cents + 1 where id = ${payment}`],
      /^bookings in the audit trail: file \S+: event \d+ is of \d+ cents; the audit trail tells of \d+/,
    ],
    [
      "a deleted booking",
      [`delete from bank_booking where claim_event_id = ${payment}`],
      /^bank entries and their bookings: bank entry \d+ of \d+ cents .*: 0 cents of it are booked/,
    ],
    [
      "the amount of a booking",
      [`update bank_booking set amount_cents = amount_cents + 1 where claim_event_id = ${payment}`],
      /^bookings and the record of claims: file \S+: booking \d+ of \d+ cents stands against event/,
    ],
    [
      "a booking on another file",
      [`update bank_booking set file_id = (select max(id) from case_file) where claim_event_id = ${payment}`],
      /on another file/,
    ],
    [
      "a line of a bank statement",
      ["delete from bank_entry where id = (select min(id) from bank_entry)"],
      /^bank statements: statement \S+ of \S+ .*: its entries come to/,
    ],
    [
      "a row that refers to nothing",
      [`insert into file_visit (user_id, file_id, at) values ((select min(id) from app_user), 999999, now())`],
      /^references between tables: file_visit .* its file_id \(999999\) is not in case_file/,
    ],
    [
      "a message without its effect",
      ["delete from outbox where key in (select effect_key from message where channel = 'email')"],
      /^messages and their effects: file \S+: message \d+ \(email, \S+\) has no place in the outbox/,
    ],
    [
      "a deleted document of a letter",
      ["delete from document where id = (select min(document_id) from message)"],
      /^documents of letters: file \S+: message \d+ has document \d+, which is gone/,
    ],
    [
      "a letter that was never made",
      ["update message set document_id = null where channel = 'post'"],
      /^messages and their effects: file \S+: message \d+ \(post, \S+\) has neither a document nor a place/,
    ],
    [
      "an effect without its message",
      ["delete from message where channel = 'email'"],
      /^effects and their messages: the outbox holds mail \d+ .* of which no message tells/,
    ],
    [
      "the costs charged by a step",
      ["delete from claim_event where kind in ('bik', 'notice14')"],
      /^steps and what they charge: file \S+: step \d+ of run \d+ .* is not there/,
    ],
    [
      "the reason why a file is closed",
      ["delete from file_closure where reopened_at is null"],
      /^files and how they ended: file \S+ is closed, and nothing tells why/,
    ],
    [
      "a line of the audit trail",
      ["delete from audit_log where id = 5"],
      /^audit trail: line 5 \(\d+ of the chain\) was removed/,
    ],
  ])("reports damage to %s", async (_what, statements, expected) => {
    expect(await foundAfter(...statements)).toContainEqual(expect.stringMatching(expected));
  });

  test.each<[string, string, RegExp]>([
    [
      "trigger",
      "alter table claim_event disable trigger claim_event_append_only",
      /trigger claim_event_append_only of claim_event is switched off/,
    ],
    [
      "reference",
      "alter table file_hold disable trigger all",
      /trigger \S+ of file_hold is switched off \(reference file_hold_file_id_fkey\)/,
    ],
    [
      "constraint that was never validated",
      "alter table case_file add constraint loose check (open_cents >= 0) not valid",
      /constraint loose of case_file was never validated/,
    ],
    [
      "dropped trigger",
      "drop trigger claim_event_append_only on claim_event",
      /^schema: missing or changed: claim_event: CREATE TRIGGER claim_event_append_only/,
    ],
    [
      "dropped constraint",
      "alter table claim_event drop constraint claim_event_amount_cents_check",
      /^schema: missing or changed: claim_event: constraint claim_event_amount_cents_check/,
    ],
    [
      "dropped index",
      "drop index claim_event_reverses",
      /^schema: missing or changed: claim_event: CREATE UNIQUE INDEX claim_event_reverses/,
    ],
    [
      "changed function",
      "create or replace function refuse_claim_event_change() returns trigger language plpgsql as 'begin return new; end'",
      /^schema: missing or changed: FUNCTION public.refuse_claim_event_change/,
    ],
    [
      "added column",
      "alter table app_user add column password_plain text",
      /^schema: not made by any migration: app_user: password_plain text/,
    ],
    [
      "rule that swallows writes",
      "create rule swallow as on insert to audit_log do instead nothing",
      /^schema: not made by any migration: audit_log: rule swallow/,
    ],
    [
      "right granted to everybody",
      "grant update on claim_event to public",
      /^rights in the database: everybody may update on table claim_event, which nothing grants/,
    ],
    [
      "right to truncate a table",
      "grant truncate on app_user to SERVING",
      /^rights in the database: the role \S+ may truncate on table app_user/,
    ],
    [
      "role that is a member of another",
      "grant pg_write_all_data to SERVING",
      /^rights in the database: the role \S+ is a member of pg_write_all_data/,
    ],
  ])("reports that somebody left a %s", async (_what, statement, expected) => {
    let problems: string[] = [];
    const tried = world.owner.db.transaction().execute(async (db) => {
      const serving = decodeURIComponent(new URL(world.servingUrl).username);
      await sql.raw(statement.replace("SERVING", `"${serving}"`)).execute(db);
      problems = await world.problems(db);
      throw new TakenBack();
    });
    await expect(tried).rejects.toThrow(TakenBack);
    expect(problems).toContainEqual(expect.stringMatching(expected));
  });

  test("reports stored objects that are missing, damaged or unreferenced", async () => {
    const { storage, environment } = world.vorder.parts;
    const { storage_key: key } = await world.db
      .selectFrom("document")
      .select("storage_key")
      .where("storage_key", "is not", null)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    if (key === null) throw new Error("no document");
    const bytes = await storage.get(key);
    await storage.delete(key);
    expect(await world.problems()).toEqual([expect.stringContaining(`stored objects: object ${key} of document`)]);
    await storage.restore(key, bytes);
    await writeFile(join(environment.dataDir, "storage", ...key.split("/")), "something else");
    expect(await world.problems()).toEqual([expect.stringContaining(`${key} is damaged`)]);
    await storage.restore(key, bytes);
    const lost = await storage.put(Buffer.from("nobody knows me"), { name: "lost.txt" });
    // What is that young may be waiting for its transaction to commit.
    expect(await world.problems()).toEqual([]);
    const daysAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(environment.dataDir, "storage", ...lost.key.split("/")), daysAgo, daysAgo);
    expect(await world.problems()).toEqual([`objects that nothing refers to: object ${lost.key} belongs to nothing`]);
    await storage.delete(lost.key);
    expect(await world.problems()).toEqual([]);
  });
});

// Records that stood before records were sealed: the migrations that seal them, tried on an installation as it was before them.
const sealing = [
  "../../../money/claims/migrations/0346-sealed-events.sql",
  "../../../money/payments/migrations/0347-sealed-bank.sql",
  "../../../letters/correspondence/migrations/0348-sealed-messages.sql",
];
const tables = ["claim_event", "bank_statement", "bank_entry", "bank_booking", "document", "message"];

interface Found {
  /** Of each lot: its table, how it came, and how many rows it holds. */
  readonly lots: readonly string[];
  readonly problems: readonly string[];
}

/** What is found where the records of the demo stood before the migrations, and `since` was done after them; all of it is taken back. */
async function foundSealed(since: (db: Db) => Promise<unknown>, before: readonly string[] = []): Promise<Found> {
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
    for (const path of sealing) await sql.raw(await readFile(new URL(path, import.meta.url), "utf8")).execute(db);
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

describe("an installation from before records were sealed", () => {
  test("every existing row is sealed as found, once, and verifies", async () => {
    const { lots, problems } = await foundSealed(async () => undefined);
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
    const { problems } = await foundSealed(async () => undefined, strewn);
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
      const { problems } = await foundSealed(past(statement));
      expect(problems).toEqual([expect.stringMatching(told)]);
    },
  );

  test("rows after the migrations are sealed as entered, and their damage is reported without the words “as found”", async () => {
    const { lots, problems } = await foundSealed(async (db) => {
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
    const { problems: none } = await foundSealed((db) =>
      sql.raw(`update message set body_text = '', erased_at = now() where id = ${message}`).execute(db),
    );
    expect(none).toEqual([]);
    const { problems } = await foundSealed((db) =>
      sql.raw(`update message set body_text = 'Iets anders' where id = ${message}`).execute(db),
    );
    expect(problems).toHaveLength(1);
  });
});

test("leftovers of killed writes are listed and removed by clean, except those that may still be in use", async () => {
  const { environment } = world.vorder.parts;
  const folder = join(environment.dataDir, "storage");
  const hash = "ab".repeat(32);
  await mkdir(join(folder, "ab"), { recursive: true });
  const left = [`ab/${hash}-0123456789abcdef.0123456789ab.part`, "probe-0123456789ab.part"];
  const fresh = `ab/${hash}-0123456789abcdef.ffffffffffff.part`;
  const whole = await world.vorder.parts.storage.put(Buffer.from("whole"), { name: "whole.txt" });
  const daysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of [...left, fresh]) await writeFile(join(folder, name), "half of it");
  for (const name of left) await utimes(join(folder, name), daysAgo, daysAgo);
  const output: string[] = [];
  const clean = (remove: boolean) => cleanObjects(world.owner, environment, remove, (text) => output.push(text));
  const present = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".part")).sort();
  await clean(false);
  expect(output).toContain("2 files of writes that were cut off belong to nothing.");
  expect(await present()).toEqual([...left, fresh].sort());
  await clean(true);
  expect(output).toContain("2 files of writes that were cut off were removed.");
  expect(await present()).toEqual([fresh]);
  expect(Buffer.from(await world.vorder.parts.storage.get(whole.key)).toString()).toBe("whole");
  await rm(join(folder, fresh));
  await world.vorder.parts.storage.delete(whole.key);
});

describe("the nightly verification", () => {
  test("keeps its findings, and makes a task for the administrator", async () => {
    const admin = await world.login(["ROLE_ADMIN"]);
    const night = async () => {
      await world.work((ctx) => ctx.enqueue(nightly, {}));
      await world.drain();
      return (await admin.call(lastVerification)).last;
    };
    const works = async () => (await admin.call(getWork)).items.filter(({ kind }) => kind === "damages");
    expect((await admin.call(lastVerification)).last).toBeNull();
    expect(await night()).toMatchObject({ problems: 0 });
    expect(await works()).toEqual([]);
    // Of a file closed as paid another check would tell as well.
    const { id } = await world.db
      .selectFrom("case_file")
      .select("id")
      .where("status", "<>", "closed")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    const open = (cents: number) =>
      sql`update case_file set open_cents = open_cents + ${cents} where id = ${id}`.execute(world.db);
    await open(7);
    const found = await night();
    expect(found?.problems).toBe(1);
    expect(found?.findings.find(({ asked }) => asked === "balances")?.problems).toEqual([
      expect.stringMatching(/^file \S+: open is noted as/),
    ]);
    expect(await works()).toEqual([{ kind: "damages", count: 1, capped: false, link: "/settings/verification" }]);
    await open(-7);
    await night();
    expect(await works()).toEqual([]);
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.refused(lastVerification)).status).toBe(403);
  });
});
