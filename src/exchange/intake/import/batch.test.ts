/** Rows placed hundreds in a transaction are left as by the same rows one after the other: row by row over the whole database. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EveryRow, everyRow, inRolledBackTransaction } from "../../../app/testing/every-row.factory.ts";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { closeFile } from "../../../cases/states/states.server.ts";
import type { Actor } from "../../../ground/platform/server/http/module.ts";
import { loadActor } from "../../../people/access/access.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { Importer, numberOf, validRow } from "../intake.factory.ts";
import { placeLot } from "./place-job.server.ts";

let world: World;
let importer: Importer;
let actor: Actor;
let rows: EveryRow;
let client: number;

const company = { debtor_type: "bedrijf", company_name: "Proef B.V.", legal_form: "bv", last_name: "", gender: "" };
const idOf = async (ref: string): Promise<number> => (await importer.fileOf(ref)).id;

beforeAll(async () => {
  world = await startWorld();
  const staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  client = (await makeClient(world.db, world.clock, { bikInstalmentRule: true })).id;
  importer = new Importer(world, staff, client);
  const found = await loadActor(world.db, staff.userId, null);
  if (!found) throw new Error("the clerk is gone");
  actor = found;
  const refs = Array.from({ length: 14 }, (_, at) => `OLD-${at}`);
  const second = validRow({ client_ref: "OLD-2", invoice_number: "TWO-2", amount: "70,00" });
  await importer.placed([...refs.map((client_ref) => validRow({ client_ref, amount: "100,00" })), second]);
  rows = await everyRow(world, ["session", "record_lot", "audit_unsealed", "file_list_view"]);
}, 120_000);
afterAll(() => world.close());

/** Places what was checked, so many rows at a time, in a transaction that is taken back; and every row as it was left. */
const placed = (batchId: number, most: number) =>
  inRolledBackTransaction(
    world,
    async (ctx) => {
      await sql`update import_batch set state = 'placing' where id = ${batchId}`.execute(ctx.db);
      while (await placeLot(ctx, batchId, null, most));
      const { rows: verdicts } = await sql<{ verdict: string; key: string | null }>`
        select verdict, problems -> -1 ->> 'key' as key from import_row where batch_id = ${batchId} order by row_number`.execute(
        ctx.db,
      );
      // Of each lot the trail has a line of its own, by which it is told what came of it.
      const left = (await rows.of(ctx.db)).filter((row) => !row.includes('"action":"intake.place"'));
      return { verdicts: verdicts.map(({ verdict, key }) => (key === null ? verdict : `${verdict} ${key}`)), left };
    },
    actor,
  );

async function compared(batchId: number) {
  const one = await placed(batchId, 1);
  const all = await placed(batchId, 500);
  expect(all.verdicts).toEqual(one.verdicts);
  expect(all.left).toEqual(one.left);
  return all;
}

test("new files: consumers and businesses, several invoices, disputes, and what came between", async () => {
  const batch = await importer.seen([
    validRow({ client_ref: "NEW-1" }),
    validRow({ client_ref: "NEW-2", invoice_number: "N-2" }),
    { ...validRow({ client_ref: "NEW-2" }), invoice_number: "N-2b", amount: "55,25" },
    { ...validRow({ client_ref: "NEW-3" }), ...company },
    validRow({ client_ref: "NEW-4" }),
    validRow({ client_ref: "NEW-5", invoice_number: "DOUBLE-5" }),
    validRow({ client_ref: "NEW-6", dispute: "ja" }),
    validRow({ client_ref: "NEW-7" }),
  ]);
  expect(batch.counts.files).toBeGreaterThanOrEqual(6);
  await importer.placed([validRow({ client_ref: "NEW-4", invoice_number: "OTHER-4" })]);
  await importer.placed([validRow({ client_ref: "OTHER-5", invoice_number: "DOUBLE-5" })]);
  const { verdicts } = await compared(batch.id);
  expect(verdicts.filter((each) => each.startsWith("rejected")).sort()).toEqual(
    expect.arrayContaining(["rejected intake.doubleSince", "rejected intake.referenceExists"]),
  );
});

test("corrections: addresses, amounts up and down, closed files, and files that changed since", async () => {
  const batch = await importer.seen(
    [
      { client_ref: "OLD-0", street: "Nieuwstraat", house_no: "12", postcode: "1012 AB", city: "", email: "-" },
      { client_ref: "OLD-1", invoice_number: numberOf("OLD-1"), amount: "80,00" },
      { client_ref: "OLD-3", invoice_number: numberOf("OLD-3"), amount: "125,50" },
      { client_ref: "OLD-4", street: "Achterweg", house_no: "3", postcode: "7411 AA", city: "Deventer" },
      { client_ref: "OLD-5", email: "nieuw@example.nl", invoice_number: numberOf("OLD-5"), amount: "90,00" },
      { client_ref: "OLD-6", email: "ander@example.nl" },
      { client_ref: "OLD-7", city: "Almelo", postcode: "7607 AA" },
    ],
    "correct",
  );
  expect(batch.counts).toMatchObject({ good: 7 });
  const [changed, closed] = [await idOf("OLD-4"), await idOf("OLD-6")];
  await world.work(async (ctx) => {
    await sql`update case_file set version = version + 1 where id = ${changed}`.execute(ctx.db);
    await closeFile(ctx, closed, { reason: "withdrawn" });
  }, actor);
  const { verdicts } = await compared(batch.id);
  expect(verdicts.filter((each) => each.startsWith("rejected"))).toEqual([
    "rejected intake.changedSince",
    "rejected intake.fileClosed",
  ]);
});

test("withdrawals: of one invoice, of the last, of the whole file, and of one that closed meanwhile", async () => {
  const batch = await importer.seen(
    [
      { client_ref: "OLD-2", invoice_number: "TWO-2", reason: "Dubbel gefactureerd" },
      { client_ref: "OLD-8", invoice_number: "" },
      { client_ref: "OLD-9", invoice_number: numberOf("OLD-9") },
      { client_ref: "OLD-10", invoice_number: "" },
      { client_ref: "OLD-11", invoice_number: "", reason: "Op verzoek" },
    ],
    "withdraw",
  );
  expect(batch.counts.good).toBeGreaterThanOrEqual(4);
  const closed = await idOf("OLD-10");
  await world.work((ctx) => closeFile(ctx, closed, { reason: "withdrawn" }), actor);
  const { verdicts } = await compared(batch.id);
  expect(verdicts).toContain("rejected intake.fileClosed");
});

const instalment = (contract_no: string, month: string) => {
  const { client_ref, invoice_number, invoice_date, due_date, amount, ...row } = validRow();
  const days = { period_from: `01-${month}-2026`, period_to: `28-${month}-2026` };
  return { ...row, contract_no, ...days, instalment_amount: "120,00", instalment_due_date: `05-${month}-2026` };
};

test("instalments: of new contracts and of those that have a file, of a closed one and of one sent before", async () => {
  await importer.placed(
    ["C-1", "C-2", "C-3", "C-4"].map((contract) => instalment(contract, "02")),
    "instalments",
  );
  const batch = await importer.seen(
    [
      ...["C-1", "C-2", "C-3", "C-4"].map((contract) => instalment(contract, "03")),
      instalment("C-1", "04"),
      instalment("C-5", "02"),
      instalment("C-5", "03"),
    ],
    "instalments",
  );
  expect(batch.counts).toMatchObject({ good: 7 });
  await importer.placed([instalment("C-3", "03")], "instalments");
  const closed = await idOf("C-2");
  await world.work((ctx) => closeFile(ctx, closed, { reason: "withdrawn" }), actor);
  const { verdicts } = await compared(batch.id);
  expect(verdicts.filter((each) => each.startsWith("rejected"))).toHaveLength(2);
});
