import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { runBatched } from "./batched.ts";
import type { Db } from "./guarded.ts";
import { singleFlight } from "./single-flight.ts";
import { cachedByRows } from "./transaction-cache.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await sql`create table asked (at integer)`.execute(world.owner.db);
  await sql`create sequence times_asked`.execute(world.owner.db);
  await sql`grant all on asked, times_asked to public`.execute(world.owner.db);
  await sql`create table word (id integer primary key, text text not null)`.execute(world.owner.db);
  await sql`grant all on word to public`.execute(world.owner.db);
  await sql`insert into word values (1, 'one')`.execute(world.db);
});
afterAll(() => world.close());

const count = (note = 0) =>
  sql<{ rows: number; asked: number }>`select (select count(*) from asked) as rows, nextval('times_asked') as asked,
    ${note}::integer as note, pg_sleep(0.05), pg_advisory_xact_lock_shared(77)`;
const timesAsked = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select nextval('times_asked') as n`.execute(world.db);
  return rows[0]?.n ?? 0;
};

test("a hundred simultaneous equal queries take two statements, and none gets a result begun before it asked", async () => {
  const before = await timesAsked();
  // The first statement waits for this lock, and so is still running when the others ask, however slow the server is.
  const asking = await world.owner.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(77)`.execute(tx);
    const first = singleFlight(world.db, count());
    await sql`insert into asked values (1)`.execute(world.db);
    return { first, others: Promise.all(Array.from({ length: 99 }, () => singleFlight(world.db, count()))) };
  });
  const others = await asking.others;
  expect((await asking.first).rows[0]?.asked).toBe(before + 1);
  expect(new Set(others.map(({ rows }) => rows[0]?.asked))).toEqual(new Set([before + 2]));
  expect(others.every(({ rows }) => rows[0]?.rows === 1)).toBe(true);
  expect((await singleFlight(world.db, count())).rows[0]?.asked).toBe(before + 3);
});

test("other parameters are another query", async () => {
  const answers = await Promise.all([1, 2, 3].map((note) => singleFlight(world.db, count(note))));
  expect(new Set(answers.map(({ rows }) => rows[0]?.asked)).size).toBe(3);
});

test("an error is passed to all waiting callers, and the next query succeeds", async () => {
  const wrong = () => singleFlight(world.db, sql`select 1 / (select count(*) from asked where at < 0), pg_sleep(0.02)`);
  const outcomes = await Promise.allSettled([wrong(), wrong(), wrong()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await sql`insert into asked values (-1)`.execute(world.db);
  await expect(wrong()).resolves.toBeDefined();
});

test("a transaction runs its own query, and sees what it wrote", async () => {
  const outside = singleFlight(world.db, count());
  const inside = await world.db.transaction().execute(async (tx) => {
    await sql`insert into asked values (7)`.execute(tx);
    return singleFlight(tx, count());
  });
  expect(inside.rows[0]?.rows).toBe(((await outside).rows[0]?.rows ?? 0) + 1);
});

describe("what is kept until its rows change", () => {
  let read = 0;
  const kept = cachedByRows(["word"], async (db, key) => {
    read++;
    const { rows } = await sql<{ text: string }>`select text from word order by id`.execute(db);
    return `${key}${rows.map(({ text }) => text).join(" ")}`;
  });
  const write = (db: Db, text: string) => sql`update word set text = ${text} where id = 1`.execute(db);

  test("is read once until a row changes, is added or is gone, and for each key by itself", async () => {
    expect(await kept(world.db)).toBe("one");
    expect(await kept(world.db)).toBe("one");
    expect(read).toBe(1);
    expect(await kept(world.db, "key: ")).toBe("key: one");
    await sql`insert into word values (2, 'two')`.execute(world.db);
    expect(await kept(world.db)).toBe("one two");
    await sql`delete from word where id = 2`.execute(world.db);
    expect(await kept(world.db)).toBe("one");
    expect(await kept(world.db, "key: ")).toBe("key: one");
  });

  test("whoever changes rows sees each change of his own, nobody else does, and one that is taken back leaves nothing behind", async () => {
    const changes = async (db: Db): Promise<void> => {
      await write(db, "first");
      expect(await kept(db)).toBe("first");
      expect(await kept(world.db)).toBe("one");
      await write(db, "second");
      expect(await kept(db)).toBe("second");
      throw new Error("taken back");
    };
    await expect(world.db.transaction().execute(changes)).rejects.toThrow("taken back");
    expect(await kept(world.db)).toBe("one");
    await write(world.db, "third");
    expect(await kept(world.db)).toBe("third");
  });

  test("works that run side by side find out by one statement, and after one of their own they see what it changed", async () => {
    await world.db.transaction().execute(async (tx) => {
      const texts = runBatched(tx, [1, 2, 3], () => kept(tx));
      expect(await texts).toEqual([{ done: "third" }, { done: "third" }, { done: "third" }]);
      await write(tx, "fourth");
      expect(await runBatched(tx, [1, 2], () => kept(tx))).toEqual([{ done: "fourth" }, { done: "fourth" }]);
    });
  });

  test("what failed to be read is read again", async () => {
    let fails = true;
    const once = cachedByRows(["word"], async () => {
      if (fails) throw new Error("no answer");
      return "read";
    });
    await expect(once(world.db)).rejects.toThrow("no answer");
    fails = false;
    expect(await once(world.db)).toBe("read");
  });
});
