/** Corrections of claims: every field that may lawfully be put right, with its effect; what a letter or a court rests on stays. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { setStatus } from "../../../cases/states/states.server.ts";
import { getClaim } from "../../../money/claims/claims.contract.ts";
import { eventsOf } from "../../../money/claims/claims.server.ts";
import { termsOf } from "../../../money/claims/claims.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { createMerchant } from "../../../people/merchants/merchants.contract.ts";
import { merchantOf } from "../../../people/merchants/merchants.factory.ts";
import { listImportRows } from "../import/import.contract.ts";
import { Importer, numberOf, validRow } from "../intake.factory.ts";

let world: World;
let staff: Visitor;
let clientId: number;
let importer: Importer;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  clientId = (await makeClient(world.db, world.clock)).id;
  importer = new Importer(world, staff, clientId);
});
afterAll(() => world.close());

const claimOf = async (ref: string) =>
  staff.call(getClaim, { params: { id: (await importer.fileOf(ref)).id }, query: {} });

const changesOf = async (rows: readonly Record<string, string>[]) =>
  (await importer.rowsOf(await importer.seen(rows, "correct"))).map(({ changes, problems, verdict }) => ({
    changes: changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`),
    problems: problems.map(({ field, message }) => `${field}: ${message}`),
    verdict,
  }));

const claim = (client_ref: string, changes: Readonly<Record<string, string>> = {}) =>
  validRow({ client_ref, amount: "1000,00", interest_type: "contractueel", interest_pct: "10", ...changes });

describe("an invoice", () => {
  test("gets other dates and descriptions, and the plan shows the effect on the interest", async () => {
    await importer.placed([claim("DAYS-1")]);
    const number = numberOf("DAYS-1");
    const correction = {
      client_ref: "DAYS-1",
      invoice_number: number,
      due_date: "30-06-2026",
      description: "Termijn 2",
    };
    const seen = await importer.seen([correction], "correct");
    const [row] = await importer.rowsOf(seen);
    // € 1,000 at 10 %: from 1 April 233 days (63.84), from 1 July 142 days (38.90).
    expect(row?.changes).toEqual([
      { label: `Due date of invoice ${number}`, before: "31-03-2026", after: "30-06-2026" },
      { label: `Description of invoice ${number}`, before: "", after: "Termijn 2" },
      { label: "Effect: interest until today", before: "€63.84", after: "€38.90" },
    ]);
    expect((await importer.made(seen)).filesPlaced).toBe(1);
    const { invoices } = await claimOf("DAYS-1");
    expect(invoices).toMatchObject([{ number, dueDate: "2026-06-30", description: "Termijn 2" }]);
    const audited = await world.db
      .selectFrom("audit_log")
      .select(["before", "after"])
      .where("action", "=", "file.correctInvoice")
      .execute();
    expect(audited).toMatchObject([{ before: { dueDate: "2026-03-31" } }]);
    expect(await changesOf([correction])).toMatchObject([{ verdict: "known" }]);
  });

  test("keeps its dates in order, and takes no due date in the future", async () => {
    await importer.placed([claim("DAYS-2")]);
    const line = { client_ref: "DAYS-2", invoice_number: numberOf("DAYS-2") };
    expect(await changesOf([{ ...line, due_date: "01-02-2026" }])).toMatchObject([
      { problems: ["dueDate: The due date is before the invoice date."], verdict: "rejected" },
    ]);
    expect(await changesOf([{ ...line, due_date: "01-12-2026" }])).toMatchObject([{ verdict: "rejected" }]);
    expect(await changesOf([{ client_ref: "DAYS-2", due_date: "01-02-2026" }])).toMatchObject([
      { problems: ["invoiceNumber: This field is required."] },
    ]);
  });

  test("keeps its dates once a 14-day letter has named it; its amount may decrease, not increase", async () => {
    await importer.placed([claim("LETTER-1", { wik_letter_date: "01-10-2026", wik_letter_method: "post" })]);
    const line = { client_ref: "LETTER-1", invoice_number: numberOf("LETTER-1") };
    const [day] = await changesOf([{ ...line, due_date: "15-04-2026" }]);
    expect(day?.problems).toEqual([
      "dueDate: This day can no longer change: a 14-day letter about this invoice has been sent (BW 6:96(6)).",
    ]);
    expect(await changesOf([{ ...line, amount: "1100,00" }])).toMatchObject([{ verdict: "rejected" }]);
    expect(await changesOf([{ ...line, amount: "900,00" }])).toMatchObject([{ verdict: "good" }]);
  });

  test("cannot be changed once the claim is in court", async () => {
    await importer.placed([claim("COURT-1")]);
    const { id } = await importer.fileOf("COURT-1");
    await world.work((ctx) => setStatus(ctx, id, { status: "in_progress", phase: "judicial" }));
    const line = { client_ref: "COURT-1", invoice_number: numberOf("COURT-1") };
    const rows = await changesOf([{ ...line, due_date: "15-04-2026", amount: "1100,00", interest_pct: "8" }]);
    expect(rows[0]?.problems.map((problem) => problem.split(":")[0])).toEqual(["amount", "dueDate", "interestType"]);
    expect(await changesOf([{ ...line, description: "Anders" }])).toMatchObject([{ verdict: "good" }]);
  });
});

describe("the claim as a whole", () => {
  test("has its description, reference and terms corrected at once", async () => {
    await importer.placed([claim("WHOLE-1")]);
    const correction = {
      client_ref: "WHOLE-1",
      new_client_ref: "WHOLE-1-B",
      claim_title: "Huurovereenkomst",
      contract_date: "01-01-2026",
      interest_type: "wettelijk",
      bik_charged: "25,00",
      vat_reclaim: "N",
      dispute: "Y",
    };
    const seen = await importer.seen([correction], "correct");
    const [row] = await importer.rowsOf(seen);
    expect(row?.changes.map(({ label }) => label)).toEqual([
      "Reference",
      "Claim title",
      "Contract date",
      "Interest type",
      "Interest percentage",
      "Collection costs charged",
      "VAT reclaimable (Y/N)",
      "Disputed (Y/N)",
      "Effect: interest until today",
    ]);
    await importer.made(seen);
    const file = await importer.fileOf("WHOLE-1-B");
    expect(file.holds).toEqual(["dispute"]);
    const terms = termsOf(await eventsOf(world.db, file.id));
    expect(terms).toMatchObject({ interest: { kind: "statutory", rate: 0 }, bik: { alreadyCharged: 2500, vat: true } });
    // Under its new reference the invoice is known; the old one is free for another invoice.
    const invoice_number = numberOf("WHOLE-1");
    const again = await importer.seen([
      claim("WHOLE-1-B", { invoice_number }),
      claim("WHOLE-1", { invoice_number: "F-NIEUW" }),
    ]);
    expect(again.counts).toMatchObject({ known: 1, good: 1 });
  });

  test("gets another percentage, which the plan shows with the decimal sign of the reader's language", async () => {
    await importer.placed([claim("RATE-1")]);
    const { id } = await importer.seen([{ client_ref: "RATE-1", interest_pct: "8.25" }], "correct");
    const rates = async (language: string) => {
      const reply = await staff.call(listImportRows, { params: { id }, headers: { "accept-language": language } });
      return reply.items[0]?.changes.slice(0, 1).map(({ before, after }) => [before, after]);
    };
    expect(await rates("nl")).toEqual([["10%", "8,25%"]]);
    expect(await rates("de")).toEqual([["10%", "8,25%"]]);
    expect(await rates("en")).toEqual([["10%", "8.25%"]]);
  });

  test("gets its merchant by the client's own number, and has it removed by a dash", async () => {
    const keeper = await world.login(["ROLE_SETTINGS"]);
    await keeper.call(createMerchant, { body: merchantOf(clientId, { externalId: "FP-7" }) });
    await importer.placed([claim("SHOP-1")]);
    const merchantOfFile = async () =>
      (
        await world.db
          .selectFrom("case_file")
          .leftJoin("merchant", "merchant.id", "case_file.merchant_id")
          .select("external_id")
          .where("client_ref", "=", "SHOP-1")
          .executeTakeFirstOrThrow()
      ).external_id;
    await importer.placed([{ client_ref: "SHOP-1", merchant_external_id: "FP-7" }], "correct");
    expect(await merchantOfFile()).toBe("FP-7");
    const [row] = await changesOf([{ client_ref: "SHOP-1", merchant_external_id: "FP-8" }]);
    expect(row?.verdict).toBe("rejected");
    await importer.placed([{ client_ref: "SHOP-1", merchant_external_id: "-" }], "correct");
    expect(await merchantOfFile()).toBeNull();
  });

  test("cannot take another file's reference, and cannot end a dispute", async () => {
    await importer.placed([claim("TAKEN-1"), claim("TAKEN-2", { dispute: "Y" })]);
    const rows = await changesOf([
      { client_ref: "TAKEN-1", new_client_ref: "TAKEN-2" },
      { client_ref: "TAKEN-2", dispute: "N" },
    ]);
    expect(rows.map(({ problems }) => problems)).toEqual([
      ["newClientRef: The client has a file with this reference already."],
      ["dispute: A dispute is settled in the file itself."],
    ]);
  });

  test("is the same in each line of a file, which may put several invoices right", async () => {
    await importer.placed([claim("LINES-1"), claim("LINES-1", { invoice_number: "F-2" })]);
    const line = (invoice_number: string, claim_title: string) => ({
      ...{ client_ref: "LINES-1", invoice_number, claim_title, due_date: "30-06-2026" },
    });
    const other = await changesOf([line(numberOf("LINES-1"), "Huur"), line("F-2", "Koop")]);
    expect(other[1]?.problems).toEqual(["clientRef: Row 2 gives other values for the same reference."]);
    const done = await importer.placed([line(numberOf("LINES-1"), "Huur"), line("F-2", "Huur")], "correct");
    expect(done).toMatchObject({ filesPlaced: 1, counts: { good: 2 } });
    const { invoices } = await claimOf("LINES-1");
    expect(invoices.map(({ dueDate }) => dueDate)).toEqual(["2026-06-30", "2026-06-30"]);
  });

  test("of two lines that give one reference to two files, the second is left out", async () => {
    await importer.placed([claim("TWICE-1"), claim("TWICE-2")]);
    const done = await importer.placed(
      [
        { client_ref: "TWICE-1", new_client_ref: "TWICE-3" },
        { client_ref: "TWICE-2", new_client_ref: "TWICE-3" },
      ],
      "correct",
    );
    expect(done).toMatchObject({ state: "placed", filesPlaced: 1 });
    expect((await importer.rowsOf(done)).map(({ verdict }) => verdict)).toEqual(["good", "rejected"]);
  });

  test("the date of the client's own letter is corrected, unless nothing was due on it or we sent one", async () => {
    await importer.placed([claim("WIK-1", { wik_letter_date: "01-10-2026", wik_letter_method: "post" })]);
    expect(await changesOf([{ client_ref: "WIK-1", wik_letter_date: "01-03-2026" }])).toMatchObject([
      { problems: [expect.stringContaining("no invoice had fallen due")] },
    ]);
    await importer.placed([{ client_ref: "WIK-1", wik_letter_date: "05-11-2026" }], "correct");
    const { notices } = await claimOf("WIK-1");
    expect(notices).toMatchObject([{ sentOn: "2026-11-05" }]);
    expect(await changesOf([{ client_ref: "WIK-1", bik_charged: "10,00" }])).toMatchObject([{ verdict: "rejected" }]);
  });
});
