/** One truth of when two invoices are the same, in the program and in the database. */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { invoiceKey } from "./claimed.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const cases: readonly (readonly [string, string])[] = [
  ["F-001", "f1"],
  ["f 1", "f1"],
  ["F.0001/", "f1"],
  ["000123", "123"],
  ["2026-001", "2026-1"],
  ["2026001", "2026001"],
  ["2026-1", "2026-1"],
  ["2026-1-11", "2026-1-11"],
  ["2026-11-1", "2026-11-1"],
  ["20261-11", "20261-11"],
  ["2026 / 01 / 11", "2026-1-11"],
  [" (2026.1.11) ", "2026-1-11"],
  ["2026-A-1", "2026a1"],
  ["F-1-1-", "f1-1"],
  ["1--1", "1-1"],
  ["10-00", "10-0"],
  ["INV 10200", "inv10200"],
  ["100", "100"],
  ["0", "0"],
  ["00", "0"],
  ["A0B00C1", "a0b0c1"],
  ["—", "—"],
  ["F–9", "f9"],
  ["--", "--"],
  ["Ä-7", "Ä7"],
  ["A\u0308-7", "Ä7"],
  ["20\u00ad26\u20111", "2026-1"],
  ["\ufeffF\u202f9\u00b7", "f9"],
  ["\uff12\uff10\uff12\uff16\uff0d\uff11", "2026-1"],
  ["2026\u22121", "2026-1"],
  ["\u200b", "\u200b"],
  ["F\t9\n", "f9"],
  ["x² ½", "x2-1-2"],
];

/** Pairs, and whether they are one invoice. */
const pairs: readonly (readonly [string, string, boolean])[] = [
  ["2026-1-11", "2026-11-1", false],
  ["2026-1-11", "2026/1/11", true],
  ["2026-1-11", "2026 01 011", true],
  ["2026-1-11", "2026111", false],
  ["2026-111", "20261-11", false],
  ["F2026-11", "f 2026 - 11.", true],
  ["INV-0042", "inv 42", true],
  ["A-1-B-2", "a1b2", true],
  ["A1-2", "A12", false],
  ["1.1", "11", false],
  ["(77)", "77", true],
  // Copied out of a letter or a sheet: a minus sign, a thin space, a soft hyphen, wide digits, a tab.
  ["2026\u22121\u221211", "2026-1-11", true],
  ["INV\u20090042", "INV-0042", true],
  ["INV\u00ad0042", "INV0042", true],
  ["20\u200b26", "2026", true],
  ["\uff29\uff2e\uff36\uff10\uff10\uff14\uff12", "INV42", true],
  ["INV\t42", "INV 42", true],
  ["F\u30007", "F7", true],
];

test.each(pairs)("%s and %s are the same invoice: %s", (one, other, same) => {
  expect(invoiceKey(one) === invoiceKey(other)).toBe(same);
});

test("migrations 0370 and 0430 give each claimed invoice its new key: those equal only by the old key are single again, and those equal by the new key are found", async () => {
  const client = (await makeClient(world.db, world.clock)).id;
  /** An invoice as it stood with the key of before. */
  const claims = async (number: string, state: "single" | "found") => {
    const { id } = await placeOne(world, client, {
      invoices: [
        { number: `${number}x`, date: date("2026-03-01"), dueDate: date("2026-03-31"), cents: 5000, description: null },
      ],
    });
    const old = number.replace(/[^0-9]/g, "");
    await sql`update claimed_invoice set number_key = ${old}, state = ${state} where file_id = ${id}`.execute(world.db);
    // Entries of the record are never changed; this one stands for one that was entered so.
    await sql`alter table claim_event disable trigger user`.execute(world.owner.db);
    await sql`update claim_event set data = jsonb_set(data, '{number}', to_jsonb(${number}::text))
      where file_id = ${id} and kind = 'invoice'`.execute(world.owner.db);
    await sql`alter table claim_event enable trigger user`.execute(world.owner.db);
    return id;
  };
  const files = [
    await claims("2026-1-11", "found"),
    await claims("2026-11-1", "found"),
    await claims("2027-1", "single"),
    await claims("2027-001", "single"),
    await claims("2028-1", "found"),
    await claims("2028\u22121", "found"),
  ];
  for (const migration of ["0370-invoice-key", "0430-invoice-key-unseen"])
    await world.owner.pool.query(await readFile(new URL(`../migrations/${migration}.sql`, import.meta.url), "utf8"));
  const { rows } = await sql<{ number_key: string; state: string }>`select number_key, state from claimed_invoice
    where file_id = any(${files}::bigint[]) order by file_id`.execute(world.db);
  expect(rows.map(({ number_key, state }) => `${number_key} ${state}`)).toEqual([
    "2026-1-11 single",
    "2026-11-1 single",
    "2027-1 found",
    "2027-1 found",
    "2028-1 found",
    "2028-1 found",
  ]);
});

test.each(cases)("the key of %s is %s, in TypeScript and in PostgreSQL", async (number, key) => {
  expect(invoiceKey(number)).toBe(key);
  const { rows } = await sql<{ key: string }>`select invoice_key(${number}) as key`.execute(world.db);
  expect(rows[0]?.key).toBe(key);
});
