/** A connection that is cut while a database is brought up to date: the start goes on with what is left, and nothing is there half. */
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseUrl } from "../../../../app/testing/test-server.factory.ts";
// The server of these tests is that of the harness.
import { referenceInstant } from "../../../../app/testing/world.factory.ts";
import { findMigrations } from "./migrations.ts";
import { prepareDatabase } from "./prepare-database.ts";

const name = `vorder_cut_${process.pid}_${referenceInstant.getUTCFullYear()}`;
let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client(inject("testServer"));
  await admin.connect();
  await admin.query(`create database ${name}`);
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

test("is retried from where it stopped, until all migrations have run", async () => {
  let cuts = 0;
  let isOver = false;
  const cutting = (async () => {
    while (!isOver && cuts < 3) {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and state <> 'idle' and query not like '%pgboss%'`,
        [name],
      );
      cuts += rowCount ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  })();
  await prepareDatabase({ url: databaseUrl(inject("testServer"), name) });
  isOver = true;
  await cutting;
  expect(cuts).toBeGreaterThan(0);
  const there = new pg.Client(databaseUrl(inject("testServer"), name));
  await there.connect();
  const { rows } = await there.query<{ number: number }>("select number from migration order by number");
  await there.end();
  expect(rows.map(({ number }) => number)).toEqual((await findMigrations()).map(({ number }) => number));
});

test("an unreachable server ends the start at once", async () => {
  await expect(prepareDatabase({ url: "postgres://nobody@127.0.0.1:9/nothing" })).rejects.toThrow("ECONNREFUSED");
});
