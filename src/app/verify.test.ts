/** Every damage to money, records and objects is noticed, and named: each is done past the application, and looked for. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "../demo/demo.server.ts";
import { verifyInstallation } from "../platform/server/verify.ts";
import { getWork } from "./app.contract.ts";
import { lastVerification } from "./verification.contract.ts";
import { verifyNightly } from "./verification.server.ts";
import { startWorld, type World } from "./world.factory.ts";

let world: World;
const nightly = verifyNightly(() => []);
beforeAll(async () => {
  world = await startWorld();
  const { parts, database, rooms } = world.vorder;
  await seedDemo({ files: 40, seed: 11, months: 4, clock: world.clock, parts, database, rooms });
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
  test("that only the application wrote is whole, from its balances to its objects", async () => {
    expect(await world.problems()).toEqual([]);
    const { parts, rooms } = world.vorder;
    const checks = rooms.flatMap((room) => room.checks);
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
      /^balances: file \S+: principal is noted as \d+ cents and comes to \d+ cents/,
    ],
    ["an event that is gone", [`delete from claim_event where id = ${invoice}`], /^events that are gone: file \S+/],
    [
      "what lists show",
      [`update case_file set open_cents = open_cents - 1 where id = ${file}`],
      /^balances: file \S+: open is noted as/,
    ],
    [
      "a negative balance",
      [`update case_file set interest_cents = -5 where id = ${file}`],
      /^balances: file \S+: interest is negative \(-5 cents\)/,
    ],
    [
      "the amount of a payment, and the list with it",
      [`update claim_event set amount_cents = amount_cents + 1 where id = ${payment}`],
      /^bookings in the audit trail: file \S+: event \d+ is of \d+ cents; the audit trail tells of \d+/,
    ],
    [
      "a booking that is gone",
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
      "a letter without its document",
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
      "what a step charged",
      ["delete from claim_event where kind in ('bik', 'notice14')"],
      /^steps and what they charge: file \S+: step \d+ of run \d+ .* is not there/,
    ],
    [
      "why a file is closed",
      ["delete from file_closure where reopened_at is null"],
      /^files and how they ended: file \S+ is closed, and nothing tells why/,
    ],
    [
      "a line of the audit trail",
      ["delete from audit_log where id = 5"],
      /^audit trail: line 5 \(\d+ of the chain\) was removed/,
    ],
  ])("says so where there is damage to %s", async (_what, statements, expected) => {
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
  ])("says so where somebody left a %s", async (_what, statement, expected) => {
    let problems: string[] = [];
    const tried = world.owner.db.transaction().execute(async (db) => {
      await sql.raw(statement).execute(db);
      problems = await world.problems(db);
      throw new TakenBack();
    });
    await expect(tried).rejects.toThrow(TakenBack);
    expect(problems).toContainEqual(expect.stringMatching(expected));
  });

  test("says so where an object is gone, damaged, or belongs to nothing", async () => {
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
    expect(await world.problems()).toEqual([`objects that nothing refers to: object ${lost.key} belongs to nothing`]);
    await storage.delete(lost.key);
    expect(await world.problems()).toEqual([]);
  });
});

describe("the night", () => {
  test("asks, keeps what it found, and makes it the administrator's work", async () => {
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
    const { id } = await world.db.selectFrom("case_file").select("id").orderBy("id").executeTakeFirstOrThrow();
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
