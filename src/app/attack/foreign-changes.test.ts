/**
 * What a clerk kept to his teams sends to change something: every call that writes is walked with the ids of others' files and of what hangs
 * on them, in its address and in its body. No answer tells of a foreign file, and no row of one is another afterwards. (What calls read is
 * walked in `foreign-files.test.ts`.)
 */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Call, pathParameters } from "../../ground/kernel/contract.ts";
import { inputFor } from "../testing/attack.factory.ts";
import { wrong } from "../testing/world.factory.ts";
import { clerksRoles, type Foreign, type House, startHouse } from "./foreign-files.factory.ts";

let house: House;
let foreign: Foreign;
let calls: readonly Call[];

/** Not walked: why what they do is no reading or changing of a file of others. */
const apart: Readonly<Record<string, string>> = {
  "/login-user": "begins a session",
  "/logout-user": "ends the session",
};

const isForClerks = ({ who }: Call): boolean =>
  !("roles" in who) || who.roles.some((role) => clerksRoles.includes(role));

beforeAll(async () => {
  house = await startHouse();
  calls = house.world.vorder.modules
    .flatMap((module) => module.handlers.map(({ call }) => call))
    .filter((call) => call.method !== "GET" && isForClerks(call) && !(call.path in apart) && call.who.kind !== "open");
  foreign = await house.addForeign();
});
afterAll(() => house.world.close());

/** Every row that is of a foreign file, as it stands. */
async function foreignRows(): Promise<ReadonlySet<string>> {
  const { world } = house;
  const { rows: tables } = await sql<{ name: string; by: string }>`
    select table_name as name, case table_name when 'case_file' then 'id' else column_name end as by
    from information_schema.columns where table_schema = 'public' and table_name not in ('file_view', 'file_visit', 'file_presence')
      and (column_name = 'file_id' or (table_name = 'case_file' and column_name = 'id'))`.execute(world.db);
  const rows = new Set<string>();
  for (const { name, by } of tables) {
    const found = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t
      where ${sql.ref(`t.${by}`)} = any(${foreign.files.map(({ id }) => id)}::bigint[])`.execute(world.db);
    for (const { row } of found.rows) rows.add(`${name} ${JSON.stringify(row)}`);
  }
  return rows;
}

/** What an address may name: a foreign file, and what hangs on one. */
const hanging = [
  "case_file",
  "claim_event",
  "message",
  "document",
  "file_log",
  "agenda_item",
  "log_attachment",
  "file_party",
  "file_hold",
];

const number = z.number().int().positive();

/** A body with a foreign file wherever there is a number that might be an id, or a text that might be a file number. */
function pointed(value: unknown, file: { readonly id: number; readonly number: string }): unknown {
  if (number.safeParse(value).success) return file.id;
  if (value === "26-000001") return file.number;
  if (Array.isArray(value)) return value.map((each) => pointed(each, file));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pointed(each, file)]));
}

const bodiesFor = (call: Call): readonly unknown[] => {
  const made = fc.sample(inputFor(call.body), { numRuns: 2, seed: 20_261_123 });
  const [first] = foreign.files;
  return first === undefined ? [] : [...made.slice(0, 1), ...made.slice(1).map((body) => pointed(body, first))];
};

test("no writing call reveals another team's file to a clerk, or changes it", { timeout: 600_000 }, async () => {
  const before = await foreignRows();
  expect(before.size).toBeGreaterThan(20);
  const byTable = new Map(foreign.ids.map(({ table, id }) => [table, id]));
  const ids = hanging.flatMap((table) => byTable.get(table) ?? []);
  const faults: string[] = [];
  const reached = new Set<Call>();
  for (const call of calls) {
    const [first, second] = pathParameters(call.path);
    const paths: Record<string, string>[] =
      first === undefined
        ? [{}]
        : ids.flatMap((id) => [
            { [first]: id, ...(second === undefined ? {} : { [second]: id }) },
            // What hangs on a foreign file, asked under a file of one's own.
            ...(second === undefined ? [] : [{ [first]: String(house.mine.id), [second]: id }]),
          ]);
    for (const params of paths) {
      for (const body of bodiesFor(call)) {
        const reply = await house.clerk.send(call, { params: wrong(params), body: wrong(body) });
        if (reply.status < 500) reached.add(call);
        // The sentence of an error may say once more what was sent.
        const sent = [...Object.values(params), ...(JSON.stringify(body) ?? "").split(/[",:{}[\]]+/)];
        const text = sent
          .filter((word) => word.length > 3)
          .reduce((left, word) => left.replaceAll(word, ""), reply.text);
        const revealed = foreign.tells(text);
        if (reply.status >= 500 || revealed !== undefined)
          faults.push(
            `${call.method} ${call.path} ${JSON.stringify(params)} gets ${reply.status} and tells ${revealed}`,
          );
      }
    }
  }
  expect(faults).toEqual([]);
  expect(calls.filter((call) => !reached.has(call)).map(({ path }) => path)).toEqual([]);
  await house.world.drain();
  const after = await foreignRows();
  expect([...before].filter((row) => !after.has(row))).toEqual([]);
  expect([...after].filter((row) => !before.has(row))).toEqual([]);
});
