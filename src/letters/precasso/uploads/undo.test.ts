/** Undoing an upload: claims and payments, each as far as nothing has happened since. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { counter } from "../../../app/testing/serial.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { planImportUndo, readImport } from "../../../exchange/intake/intake.contract.ts";
import { Importer } from "../../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { listCharges } from "../papers/papers.contract.ts";
import { makeRecord } from "../precasso.factory.ts";
import { disputeRecord, listRecords, readRecord, reportPayment, withdrawRecord } from "../records/records.contract.ts";
import { convertCall } from "../runs/runs.contract.ts";
import { checkPrecassoUpload, placePrecassoUpload, planPrecassoUndo, undoPrecassoUpload } from "./uploads.contract.ts";

const roles = ["ROLE_PRECASSO_CREATE_UPLOAD", "ROLE_PRECASSO_SEARCH", "ROLE_PRECASSO_CREATE", "ROLE_PROCESSING"];
const calls = { check: checkPrecassoUpload, place: placePrecassoUpload };
const serial = counter();
const reason = "Verkeerd bestand";

let world: World;
let staff: Visitor;
let client: number;
let clerk: Importer;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(roles);
  client = (await makeClient(world.db, world.clock)).id;
  clerk = new Importer(world, staff, client, calls);
});
afterAll(() => world.close());

const claim = (): Record<string, string> => {
  const number = serial();
  return {
    client_ref: `TU-${number}`,
    last_name: "Voorbeeld",
    street: "Kanaalstraat",
    house_no: "112",
    postcode: "3531 CL",
    city: "Utrecht",
    invoice_number: `TF-${number}`,
    invoice_date: "01-10-2026",
    due_date: "01-11-2026",
    amount: "100,00",
  };
};
const record = (id: number) => staff.call(readRecord, { params: { id } });
const plan = (id: number) => staff.call(planPrecassoUndo, { params: { id } });
async function takeBack(id: number, by = staff) {
  const { version } = await plan(id);
  await by.call(undoPrecassoUpload, { params: { id }, body: { version, reason } });
  await world.drain();
  return staff.call(readImport, { params: { id } });
}

describe("an upload of claims", () => {
  it("withdraws untouched records, which can be uploaded again; the others stay, with the reason", async () => {
    const rows = [claim(), claim(), claim(), claim()];
    const batch = await clerk.placed(rows, "precasso");
    const { items } = await staff.call(listRecords, { query: { filter: { import: batch.id } } });
    const [first, paid, disputed, last] = rows.map(({ client_ref }) =>
      items.find((one) => one.clientRef === client_ref),
    );
    const ids = [first, paid, disputed, last].map((one) => one?.id ?? 0);
    await staff.call(reportPayment, {
      params: { id: paid?.id ?? 0 },
      body: { date: "2026-11-20", amount: "10.00", reference: "" },
    });
    await staff.call(disputeRecord, {
      params: { id: disputed?.id ?? 0 },
      body: { reason: "Klopt niet", version: (await record(disputed?.id ?? 0)).version },
    });
    expect(await plan(batch.id)).toMatchObject({
      files: 2,
      reasons: expect.arrayContaining([expect.objectContaining({ count: 1 }), expect.objectContaining({ count: 1 })]),
      kept: [{ id: paid?.id }, { id: disputed?.id }],
    });
    const stale = { params: { id: batch.id }, body: { version: batch.version - 1, reason } };
    expect((await staff.refused(undoPrecassoUpload, stale)).status).toBe(409);
    expect(await takeBack(batch.id)).toMatchObject({ state: "undone", filesPlaced: 4, filesUndone: 2 });
    // What went with its upload is billed to nobody.
    const biller = await world.login(["ROLE_PRECASSO_EXPORT"]);
    const { items: billed } = await biller.call(listCharges);
    expect(billed.find(({ clientId }) => clientId === client)).toMatchObject({ records: 2 });
    expect(await Promise.all(ids.map(async (id) => (await record(id)).state))).toEqual([
      "withdrawn",
      "open",
      "disputed",
      "withdrawn",
    ]);
    expect((await record(first?.id ?? 0)).lines[0]).toMatchObject({ note: reason });
    const said = (await clerk.rowsOf(batch)).map(({ problems }) => problems.length);
    expect(said).toEqual([0, 1, 1, 0]);
    // Once it is taken back it is not taken back again, and its rows may come again.
    expect((await staff.refused(planPrecassoUndo, { params: { id: batch.id } })).status).toBe(400);
    expect((await clerk.placed([rows[0] ?? {}, rows[3] ?? {}], "precasso")).filesPlaced).toBe(2);
    expect(await world.problems()).toEqual([]);
  });

  it("is undone in its own area, by users who may upload and withdraw there", async () => {
    const batch = await clerk.placed([claim()], "precasso");
    const both = await world.login([...roles, "ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_EDIT"]);
    expect((await both.refused(planImportUndo, { params: { id: batch.id } })).status).toBe(404);
    const body = { version: batch.version, reason };
    const uploader = await world.login(["ROLE_PRECASSO_CREATE_UPLOAD"]);
    expect((await uploader.refused(undoPrecassoUpload, { params: { id: batch.id }, body })).status).toBe(403);
    const other = (await makeClient(world.db, world.clock)).id;
    const stranger = await world.login({ acl: roles, kind: "contact", clientIds: [other] });
    expect((await stranger.refused(undoPrecassoUpload, { params: { id: batch.id }, body })).status).toBe(404);
    const theirs = await world.login({ acl: roles, kind: "contact", clientIds: [client] });
    expect(await takeBack(batch.id, theirs)).toMatchObject({ state: "undone", filesUndone: 1 });
  });
});

describe("an upload of payments", () => {
  const told = (ref: string, amount = "100,00") => ({ client_ref: ref, paid_on: "18-11-2026", amount });
  const claimed = async (reference: string) => makeRecord(staff, client, { clientRef: reference });

  it("is reversed: its payments are open again, and the same file can be uploaded again", async () => {
    const refs = [`TB-${serial()}`, `TB-${serial()}`, `TB-${serial()}`];
    const [whole = 0, part = 0, gone = 0] = await Promise.all(refs.map(claimed));
    const rows = [
      told(refs[0] ?? ""),
      told(refs[1] ?? "", "20,00"),
      told(refs[1] ?? "", "30,00"),
      told(refs[2] ?? "", "5,00"),
    ];
    const batch = await clerk.placed(rows, "precassoPayments");
    expect(batch.filesPlaced).toBe(4);
    expect((await record(whole)).state).toBe("paid");
    // One by hand beside it stays.
    await staff.call(reportPayment, {
      params: { id: part },
      body: { date: "2026-11-19", amount: "7.00", reference: "bij de balie" },
    });
    await staff.call(convertCall, { params: { id: gone }, body: {} });
    expect(await plan(batch.id)).toMatchObject({ files: 3, reasons: [{ count: 1 }], kept: [{ id: gone }] });
    expect(await takeBack(batch.id)).toMatchObject({ state: "undone", filesPlaced: 4, filesUndone: 3 });
    expect(await record(whole)).toMatchObject({ state: "open", openCents: 10_000 });
    expect(await record(part)).toMatchObject({ state: "open", openCents: 9300 });
    const again = await clerk.placed(rows.slice(0, 3), "precassoPayments");
    expect(again.filesPlaced).toBe(3);
    expect(await record(whole)).toMatchObject({ state: "paid", openCents: 0 });
    expect(await record(part)).toMatchObject({ openCents: 4300 });
    expect(await world.problems()).toEqual([]);
  });

  it("has nothing to reverse for a record withdrawn meanwhile", async () => {
    const ref = `TB-${serial()}`;
    const id = await claimed(ref);
    const batch = await clerk.placed([told(ref, "10,00")], "precassoPayments");
    await staff.call(withdrawRecord, {
      params: { id },
      body: { reason: "Toch niet", version: (await record(id)).version },
    });
    expect(await plan(batch.id)).toMatchObject({ files: 0 });
    const body = { version: batch.version, reason };
    expect((await staff.refused(undoPrecassoUpload, { params: { id: batch.id }, body })).status).toBe(400);
  });
});
