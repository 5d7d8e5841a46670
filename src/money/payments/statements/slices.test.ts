/** Bank files are read in slices: one person's holds up nobody else's, a worker that is killed books nothing twice, a lost storage fails nothing. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { storageAway } from "../../../app/testing/unavailable-storage.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { createAccount, listEntries, listImports, uploadStatement } from "../payments.contract.ts";
import { camtFile } from "../payments.factory.ts";
import { readImportJob } from "./import.server.ts";

const own = "NL20INGB0001234567";
/** Several slices. */
const many = 120;
let world: World;
let first: Visitor;
let second: Visitor;
let fileNumber: string;
let statements = 0;
let balance = 0;

beforeAll(async () => {
  world = await startWorld();
  first = await world.login(["ROLE_FINANCE"]);
  second = await world.login(["ROLE_FINANCE"]);
  await first.call(createAccount, { body: { iban: own, name: "Derdengelden", kind: "client_money" } });
  const client = await makeClient(world.db, world.clock);
  ({ number: fileNumber } = await placeOne(world, client.id, {
    invoices: [
      { number: "F-1", date: date("2026-10-01"), dueDate: date("2026-10-15"), cents: 5_000_000, description: null },
    ],
  }));
}, 60_000);
afterAll(() => world.close());

/** A statement of so many small payments on the one file there is. */
const upload = (who: Visitor, payments: number): Promise<number> =>
  uploadTexts(
    who,
    Array.from({ length: payments }, (_, at) => `dossier ${fileNumber} deel ${statements}-${at}`),
  );

/** A statement of payments of € 1.00, with what each says. */
async function uploadTexts(who: Visitor, texts: readonly string[]): Promise<number> {
  const openingCents = balance;
  const number = ++statements;
  balance += texts.length * 100;
  const lines = texts.map((text) => ({ cents: 100, text }));
  const content = camtFile({ iban: own, number, date: "2026-11-19", openingCents, lines });
  const { importId } = await who.call(uploadStatement, {
    files: { file: { name: `afschrift-${number}.xml`, content } },
  });
  return importId;
}

const listed = async (id: number) => (await first.call(listImports)).items.find((row) => row.id === id);

/** The first and last booking of an upload, how many there are, and of how many entries and payments. */
async function booked(importId: number) {
  const { rows } = await sql<{ first: number; last: number; bookings: number; entries: number; payments: number }>`
    select min(b.id) as first, max(b.id) as last, count(*)::int as bookings, count(distinct e.id)::int as entries,
      count(distinct b.claim_event_id)::int as payments
    from bank_booking b join bank_entry e on e.id = b.entry_id where e.import_id = ${importId}`.execute(world.db);
  const [row] = rows;
  if (!row) throw new Error("not reached: a count is one row");
  return row;
}

test("a small file of another user is finished before a large one that was started earlier", async () => {
  // Three slices.
  const payments = 66;
  const large = await upload(first, payments);
  const small = await upload(second, 2);
  await world.drain();
  const [of, other] = [await booked(large), await booked(small)];
  expect(of).toMatchObject({ bookings: payments, entries: payments });
  expect(other).toMatchObject({ bookings: 2, entries: 2 });
  expect(other.last).toBeLessThan(of.last);
  expect(await listed(large)).toMatchObject({ state: "done", totals: { booked: payments }, work: { state: "done" } });
});

test("each entry is booked once, even if several workers run and are killed", async () => {
  const importId = await upload(first, many);
  const start = () => startWorker(world, readImportJob, { importId });
  await killAtRow(world, "claim_event", 30, start);
  for (let round = 0; round < 60 && (await listed(importId))?.state !== "done"; round++) {
    // Every third time two at once, as after one that was frozen is let go.
    const workers = await Promise.all(Array.from({ length: round % 3 === 2 ? 2 : 1 }, start));
    const until = (await booked(importId)).bookings + 20;
    while (workers.some(isRunning) && (await booked(importId)).bookings < until) await after(3);
    await after(Math.random() * 50);
    for (const worker of workers) await kill(worker);
  }
  expect(await listed(importId)).toMatchObject({ state: "done", totals: { booked: many, review: 0 } });
  expect(await booked(importId)).toMatchObject({ bookings: many, entries: many, payments: many });
  // The queue has its job still: that finds it done.
  await world.drain();
  expect(await booked(importId)).toMatchObject({ bookings: many });
  expect(await world.problems()).toEqual([]);
}, 900_000);

test("an unavailable document storage pauses the import with the reason, and its owner resumes it", async () => {
  const importId = await upload(first, 2);
  await storageAway(world, () => world.drain());
  const halted = await listed(importId);
  expect(halted).toMatchObject({
    state: "waiting",
    work: { state: "paused", own: true, error: expect.stringContaining("storage of documents") },
  });
  await first.call(retryJob, { params: { id: halted?.work?.id ?? "" } });
  await world.drain();
  expect(await listed(importId)).toMatchObject({ state: "done", totals: { booked: 2 }, work: { state: "done" } });
});

test("an entry whose file cannot be read is left for a person, and the others are booked", async () => {
  const client = await makeClient(world.db, world.clock);
  const { id, number } = await placeOne(world, client.id, {
    invoices: [{ number: "F-2", date: date("2026-10-01"), dueDate: date("2026-10-15"), cents: 500, description: null }],
  });
  await sql`alter table claim_event disable trigger user`.execute(world.owner.db);
  await sql`update claim_event set data = '"spoilt"' where file_id = ${id}`.execute(world.owner.db);
  await sql`alter table claim_event enable trigger user`.execute(world.owner.db);
  const texts = [`dossier ${fileNumber} een`, `dossier ${number}`, `dossier ${fileNumber} twee`];
  const importId = await uploadTexts(first, texts);
  await world.drain();
  expect(await listed(importId)).toMatchObject({ state: "done", totals: { booked: 2, review: 1 } });
  const { items } = await first.call(listEntries, { query: { filter: { state: "review" } } });
  expect(items[0]?.why).toMatch(/^The booking failed: Something went wrong/);
});

test("an entry that the ledger refuses is left for a person with the reason, in the reader's language, and the others are booked", async () => {
  await sql`alter table tariff disable trigger tariff_guard`.execute(world.owner.db);
  await sql`delete from tariff where kind = 'interest_statutory'`.execute(world.owner.db);
  const importId = await upload(first, 2);
  await world.drain();
  expect(await listed(importId)).toMatchObject({ state: "done", totals: { booked: 0, review: 2 } });
  const why = async (language: string) => {
    const headers = { "accept-language": language };
    const { items } = await first.call(listEntries, { query: { limit: 100, filter: { state: "review" } }, headers });
    return new Set(items.filter(({ description }) => description.includes("deel")).map((entry) => entry.why));
  };
  expect([...(await why("en"))]).toEqual([expect.stringMatching(/^The booking was refused: No tariff is known/)]);
  expect([...(await why("nl"))]).toEqual([
    expect.stringMatching(/^De boeking werd geweigerd: Er is geen tarief bekend/),
  ]);
});
