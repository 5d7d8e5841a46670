/** An invoice is collected once: by no way in can two files of a client, or of its group, claim the same one unless somebody lets them by name. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { searchFiles } from "../../../cases/file-search/file-search.contract.ts";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import { closeFileByHand, reopenFileByHand } from "../../../cases/states/states.contract.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { callsOf } from "../../../ground/lists/engine/list.contract.ts";
import {
  allowDuplicateInvoice,
  bookCreditNote,
  listDuplicateInvoices,
  reverseEventCall,
} from "../../../money/claims/claims.contract.ts";
import { readClient, updateClientCall } from "../../../people/customers/customers.contract.ts";
import { makeClient, plainClient } from "../../../people/customers/customers.factory.ts";
import { createFile } from "../create/create.contract.ts";
import { fileOf, Importer, validRow } from "../intake.factory.ts";

const groups = callsOf("client-group");
let world: World;
let staff: Visitor;
let clerk: Visitor;
let client: number;
let importer: Importer;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
  clerk = await world.login(["ROLE_EMPLOYEE", "ROLE_FILE_CREATE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  client = (await makeClient(world.db, world.clock)).id;
  importer = new Importer(world, staff, client);
});
afterAll(() => world.close());

let serial = 0;
const fresh = (): string => `Q${++serial}-00${serial}`;
const invoice = (number: string, amount = "100.00") => ({ number, date: "2026-03-01", dueDate: "2026-03-31", amount });
const place = (number: string, amount = "100.00", by = staff, changes: Partial<BodyOf<typeof createFile>> = {}) =>
  by.call(createFile, { body: fileOf(client, { invoices: [invoice(number, amount)], ...changes }) });
const refusal = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => "",
    (error: Error) => error.message,
  );
const version = async (id: number) =>
  (await world.db.selectFrom("case_file").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;
const withdraw = async (id: number) =>
  staff.call(closeFileByHand, { params: { id }, body: { reason: "withdrawn", version: await version(id) } });
const reopen = async (id: number) =>
  staff.call(reopenFileByHand, { params: { id }, body: { version: await version(id) } });
const row = (number: string, amount: string, changes = {}) => validRow({ invoice_number: number, amount, ...changes });
const twinsOf = async (id: number) => (await staff.call(listDuplicateInvoices, { params: { id } })).items;

test("form and call: refused beside its field, however the number is written", async () => {
  const first = await place("INV-0042");
  const text = await refusal(place("inv 42"));
  expect(text).toContain("invoices.0.number");
  expect(text).toContain(first.number);
  // Another amount or another number is another invoice.
  await place("inv 42", "100.01");
  await place("inv 43");
});

test("a paid file keeps its invoices; a withdrawn one releases them, and reopens only if no other file has them", async () => {
  const number = fresh();
  const first = await place(number);
  await withdraw(first.id);
  const second = await place(number);
  expect(await refusal(reopen(first.id))).toContain(second.number);
  await withdraw(second.id);
  await reopen(first.id);
  expect(await refusal(place(number))).toContain(first.number);
});

test("approved by a named person with a reason it may be in two files, and both show that; a third is refused", async () => {
  const number = fresh();
  const first = await place(number);
  expect(await refusal(place(number, "100.00", clerk, { doubleReason: "Nummer hergebruikt" }))).toContain(
    "doubleReason",
  );
  const second = await place(number, "100.00", staff, { doubleReason: "Nummer hergebruikt" });
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    expect(await twinsOf(one.id)).toMatchObject([
      { number, file: { number: other.number }, allowed: { reason: "Nummer hergebruikt" } },
    ]);
    const { items } = await staff.call(listLogs, { params: { id: one.id } });
    expect(JSON.stringify(items)).toContain("Nummer hergebruikt");
  }
  const { rows } =
    await sql`select 1 from audit_log where action = 'claims.allow_double' and subject_id = ${String(first.id)}`.execute(
      world.db,
    );
  expect(rows).toHaveLength(1);
  expect(await refusal(place(number))).toContain(second.number);
});

test("released on the file first, it can be imported", async () => {
  const number = fresh();
  const first = await place(number, "77.00");
  expect(
    await refusal(clerk.call(allowDuplicateInvoice, { params: { id: first.id }, body: { number, reason: "x" } })),
  ).toMatch(/ROLE_FILE_SETTINGS_EDIT|403/);
  await staff.call(allowDuplicateInvoice, { params: { id: first.id }, body: { number, reason: "Tweede termijn" } });
  const batch = await importer.placed([row(number, "77,00")]);
  expect(batch.filesPlaced).toBe(1);
});

test("import: beside its column, against files and against other rows of the upload", async () => {
  const [number, other] = [fresh(), fresh()];
  const first = await place(number, "50.00");
  const ref = "GROEP-1";
  const batch = await importer.placed([
    row(number, "50,00"),
    row(other, "60,00"),
    row(other.toLowerCase(), "60,00"),
    row(fresh(), "70,00", { client_ref: ref }),
    row(` ${number} `, "50,00", { client_ref: ref }),
    row(number, "50,00", { double_reason: "Zelfde nummer, ander jaar" }),
  ]);
  const rows = await importer.rowsOf(batch);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["rejected", "good", "rejected", "rejected", "rejected", "good"]);
  expect(JSON.stringify(rows[0]?.problems)).toContain(first.number);
  expect(JSON.stringify(rows[0]?.problems)).toContain("invoiceNumber");
  expect(JSON.stringify(rows[2]?.problems)).toContain("3");
  expect(batch.filesPlaced).toBe(2);
});

test("two imports checked at the same time: what one has placed, the other skips", async () => {
  const number = fresh();
  const one = await importer.seen([row(number, "31,00"), row(fresh(), "31,00")]);
  const two = await importer.seen([row(number, "31,00"), row(fresh(), "31,00")]);
  expect((await importer.made(one)).filesPlaced).toBe(2);
  const made = await importer.made(two);
  expect(made).toMatchObject({ filesPlaced: 1, state: "placed" });
});

test("instalments: not into a file while another has them", async () => {
  const number = fresh();
  const contract = { contract_no: "C-9", period_from: "01-01-2026", period_to: "31-01-2026" };
  await place(number, "33.00");
  const seen = await importer.seen(
    [{ ...validRow({ amount: "33,00", invoice_number: number }), ...contract }],
    "instalments",
  );
  const rows = await importer.rowsOf(seen);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["rejected"]);
  expect(JSON.stringify(rows[0]?.problems)).toContain("invoiceNumber");
});

test("correction: an amount that makes it the invoice of another file is refused", async () => {
  const number = fresh();
  await place(number, "90.00");
  const ref = "CORR-1";
  await importer.placed([row(number, "80,00", { client_ref: ref })]);
  const batch = await importer.seen([{ client_ref: ref, invoice_number: number, amount: "90,00" }], "correct");
  const rows = await importer.rowsOf(batch);
  expect(rows[0]).toMatchObject({ verdict: "rejected" });
  expect(JSON.stringify(rows[0]?.problems)).toContain("amount");
  expect(await importer.principalOf(ref)).toBe("80.00");
});

test("a credit note is never refused; a duplicate that it creates is listed until somebody reviews it", async () => {
  const number = fresh();
  const first = await place(number, "90.00");
  const second = await place(number, "100.00");
  await staff.call(bookCreditNote, {
    params: { id: second.id },
    body: {
      date: "2026-03-31",
      amount: "10.00",
      number: "C-1",
      invoice: number,
      mode: "retroactive",
      reason: "Korting",
    },
  });
  const listed = async () =>
    (await staff.call(searchFiles, { query: { filter: { flag: ["double"] } } })).items.map(({ id }) => id);
  expect(await listed()).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(await twinsOf(first.id)).toMatchObject([{ allowed: null, file: { id: second.id } }]);
  await staff.call(allowDuplicateInvoice, { params: { id: second.id }, body: { number, reason: "Andere levering" } });
  expect(await listed()).not.toEqual(expect.arrayContaining([first.id]));
  expect(await twinsOf(first.id)).toMatchObject([{ allowed: { reason: "Andere levering" } }]);
});

test("an invoice that was credited whole is claimed by nobody; taking the credit back is refused where another has it", async () => {
  const number = fresh();
  const first = await place(number, "45.00");
  const { id: eventId } = await staff.call(bookCreditNote, {
    params: { id: first.id },
    body: { date: "2026-03-31", amount: "45.00", number: "C-2", invoice: number, mode: "retroactive", reason: "Fout" },
  });
  const second = await place(number, "45.00");
  const back = staff.call(reverseEventCall, { params: { id: first.id, eventId }, body: { reason: "Toch niet" } });
  expect(await refusal(back)).toContain(second.number);
});

test("clients of one group: refused across them, and found when a client joins the group", async () => {
  const [sister, stranger] = [await makeClient(world.db, world.clock), await makeClient(world.db, world.clock)];
  const group = await staff.call(groups.create, { body: { name: "Groep Dubbel", note: "" } });
  const groupId = group.id;
  const join = async (id: number) => {
    const now = await staff.call(readClient, { params: { id } });
    const body = {
      ...plainClient({ company: now.company, number: now.number }),
      clientGroupId: groupId,
      version: now.version,
    };
    await staff.call(updateClientCall, { params: { id }, body });
  };
  const number = fresh();
  const placeFor = (of: number) =>
    staff.call(createFile, { body: fileOf(of, { invoices: [invoice(number, "12.00")] }) });
  const first = await placeFor(sister.id);
  const other = await placeFor(stranger.id);
  expect(await twinsOf(other.id)).toEqual([]);
  await join(sister.id);
  await join(stranger.id);
  expect(await twinsOf(other.id)).toMatchObject([{ file: { id: first.id }, allowed: null }]);
  expect(await refusal(placeFor(sister.id))).toContain("invoices.0.number");
});

test("eight at once: exactly one", async () => {
  const number = fresh();
  const tried = await Promise.allSettled(Array.from({ length: 8 }, () => place(number, "66.00")));
  expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const one of tried) if (one.status === "rejected") expect(String(one.reason)).toContain("invoices.0.number");
});
