import { createSocket } from "node:dgram";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import type { Db } from "../http/module.ts";
import { chainProblems, headProblem, sealAuditTrail, sealedColumns, unsealedProblems } from "./audit.ts";
import { headText, parseHead, readHead } from "./audit-head.ts";
import { auditKeys, rotateAuditKey } from "./audit-keys.ts";

let world: World;
let listener: ReturnType<typeof createSocket>;
const published: string[] = [];

beforeAll(async () => {
  listener = createSocket("udp4").bind(0, "127.0.0.1");
  await once(listener, "listening");
  listener.on("message", (message) => published.push(message.toString()));
  world = await startWorld({ env: { AUDIT_HEAD: `syslog://127.0.0.1:${listener.address().port}` } });
});
afterAll(async () => {
  await world.close();
  listener.close();
});

const place = () => world.vorder.parts.environment;
const write = (subjectId: number) =>
  world.work((ctx) => ctx.audit({ action: "test.change", subject: "test", subjectId, after: { subjectId } }));
const keys = () => auditKeys(place());

/** Everything that is wrong with the trail. */
async function found(db: Db): Promise<string[]> {
  const problems: string[] = [];
  for await (const problem of chainProblems(db, await keys(), () => undefined)) problems.push(problem);
  for await (const problem of unsealedProblems(db)) problems.push(problem);
  const head = await readHead(place());
  const cut = head && (await headProblem(db, head));
  return cut === undefined ? problems : [...problems, cut];
}

class TakenBack extends Error {}

/** What is found after somebody who owns the database wrote past all triggers; the database is as before afterwards. */
async function foundAfter(tamper: (db: Db) => Promise<unknown>): Promise<string[]> {
  let problems: string[] = [];
  const tried = world.owner.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await tamper(db);
    problems = await found(db);
    throw new TakenBack();
  });
  await expect(tried).rejects.toThrow(TakenBack);
  return problems;
}

const run = (text: string) => (db: Db) => sql.raw(text).execute(db);

describe("the chain over the audit trail", () => {
  beforeAll(async () => {
    for (let at = 1; at <= 60; at += 1) await write(at);
    await world.drain();
  });

  test("covers every column that the trail has", async () => {
    const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
      where attrelid = 'audit_log'::regclass and attnum > 0 and not attisdropped order by attnum`.execute(world.db);
    expect(rows.map(({ name }) => name)).toEqual(sealedColumns);
  });

  test("verifies after ordinary work, and its head is stored outside the database and sent to the log server", async () => {
    expect(await found(world.db)).toEqual([]);
    const head = await readHead(place());
    expect(head?.seq).toBeGreaterThanOrEqual(60);
    await expect.poll(() => published.at(-1)).toContain(`audit-head - ${head && headText(head)}`);
    expect(head && parseHead(headText(head))).toMatchObject({ seq: head?.seq });
  });

  test.each<[string, string, RegExp[]]>([
    [
      "who",
      "update audit_log set username = 'another' where subject_id = '7'",
      [/^line \d+ \(\d+ of the chain\) or its seal was changed$/],
    ],
    ["when", "update audit_log set at = at + interval '1 microsecond' where subject_id = '7'", [/was changed/]],
    ["what", "update audit_log set after = '{}' where subject_id = '7'", [/was changed/]],
    ["the request", "update audit_log set request_id = 'r' where subject_id = '7'", [/was changed/]],
    [
      "a line in the middle",
      "delete from audit_log where subject_id = '7'",
      [/^line \d+ \(\d+ of the chain\) was removed$/],
    ],
    [
      "a line in the middle and its seal",
      "delete from audit_chain where audit_id in (select id from audit_log where subject_id = '7'); delete from audit_log where subject_id = '7'",
      [/^line \d+ of the chain were removed$/],
    ],
    [
      "the last fifty lines and their seals",
      "delete from audit_chain where seq > (select max(seq) - 50 from audit_chain); delete from audit_log where id not in (select audit_id from audit_chain)",
      [/^the trail ends at line \d+ of the chain, but line \d+ was written down: 50 lines were cut off$/],
    ],
    [
      "the whole trail",
      "truncate audit_log, audit_chain, audit_unsealed",
      [/^the trail ends at line 0 of the chain, but line \d+ was written down/],
    ],
    [
      "a line inserted without the application",
      "insert into audit_log (at, user_id, username, action, subject, subject_id) values (now(), 1, 'x', 'test.change', 'test', '99')",
      [/^line \d+ is in no chain/],
    ],
  ])("a change to %s is detected and reported", async (_what, statement, expected) => {
    const problems = await foundAfter(run(statement));
    expect(problems).toHaveLength(expected.length);
    for (const [at, pattern] of expected.entries()) expect(problems[at]).toMatch(pattern);
  });

  test("a trail that was truncated and resealed is detected, and the stored head stays as evidence", async () => {
    const problems = await foundAfter(async (db) => {
      await run(
        "delete from audit_chain where seq > 5; delete from audit_log where id not in (select audit_id from audit_chain)",
      )(db);
      await run(
        "with fresh as (insert into audit_log (at, user_id, username, action, subject, subject_id) select now(), 0, 'x', 'y', 'z', n::text from generate_series(1, 200) n returning id) insert into audit_unsealed select id from fresh",
      )(db);
      expect(await sealAuditTrail(db, await keys())).toBe(200);
    });
    expect(problems).toEqual([expect.stringMatching(/^line \d+ of the chain is another than the one written down/)]);
  });

  test("without the key nobody can seal a change", async () => {
    const stranger = await auditKeys({ ...place(), auditKey: "a key that somebody else has made up" });
    const problems = await foundAfter(async (db) => {
      await run(
        "insert into audit_log (at, user_id, username, action, subject, subject_id) values (now(), 0, 'x', 'y', 'z', '1')",
      )(db);
      await run("insert into audit_unsealed select max(id) from audit_log")(db);
      await sealAuditTrail(db, stranger);
    });
    expect(problems).toEqual([expect.stringContaining("was sealed with the key")]);
  });

  test("a transaction that takes long is sealed when it ends, after those that began later", async () => {
    const before = (await readHead(place()))?.seq ?? 0;
    await world.work(async (slow) => {
      await slow.audit({ action: "test.change", subject: "test", subjectId: 101 });
      await write(102);
      await world.drain();
      expect((await readHead(place()))?.seq).toBe(before + 1);
    });
    await world.drain();
    expect((await readHead(place()))?.seq).toBe(before + 2);
    expect(await found(world.db)).toEqual([]);
  });

  test("continues under a new key, and rows sealed with the old one still verify", async () => {
    const old = (await keys()).current.id;
    const fresh = await rotateAuditKey(place());
    await write(103);
    await world.drain();
    expect((await keys()).current.id).toBe(fresh.id);
    const used = await world.db.selectFrom("audit_chain").select("key_id").distinct().execute();
    expect(used.map(({ key_id }) => key_id).sort()).toEqual([old, fresh.id].sort());
    expect(await found(world.db)).toEqual([]);
  });
});

describe("the serving database role", () => {
  test.each([
    "update audit_log set username = 'x'",
    "delete from audit_log",
    "truncate audit_log",
    "truncate audit_log cascade",
    "alter table audit_log disable trigger all",
    "drop trigger audit_log_append_only on audit_log",
    "drop table audit_chain",
    "delete from audit_chain",
    "update audit_chain set hash = ''",
    "update claim_event set amount_cents = 0",
    "truncate claim_event",
    "create table mine (id int)",
    "create function mine() returns int language sql as 'select 1'",
    "alter table case_file add column mine int",
    "delete from migration",
    "set session_replication_role = replica",
    "create role mine",
  ])("may not: %s", async (statement) => {
    await expect(world.vorder.database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });
});
