import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilLockWaits } from "../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { searchFiles } from "../../cases/file-search/file-search.contract.ts";
import { createFileRecord } from "../../cases/files/record/create.server.ts";
import { closeFileByHand, placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { createBailiff } from "../../legal/bailiffs/bailiffs.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { bookPaymentCall, bookRefundCall, reversePaymentCall } from "../claims/claims.contract.ts";
import { appendEvents, eventsOf, fileBalance } from "../claims/claims.server.ts";
import {
  assignEntry,
  createAccount,
  findFilesForEntry,
  ignoreEntry,
  listAccounts,
  listEntries,
  listImports,
  listStatements,
  readEntry,
  undoEntry,
  updateAccount,
  uploadStatement,
} from "./payments.contract.ts";
import { camtFile, mt940File, type StatementLine, type StatementSpec } from "./payments.factory.ts";

const own = "NL20INGB0001234567";
const payer = "NL69INGB0123456789";

let world: World;
let finance: Visitor;
let client: number;
let day = 0;
let balance = 0;
let refs = 0;

interface TestFile {
  readonly id: number;
  readonly number: string;
  readonly paymentReference: string;
}

/** A file with one invoice and no interest, so that what is open is what was invoiced less what was paid. */
async function makeFile(cents: number, over: { lastName?: string; iban?: string } = {}): Promise<TestFile> {
  return world.work(async (ctx) => {
    const file = await createFileRecord(ctx, {
      clientId: client,
      clientRef: `REF-${++refs}`,
      merchantId: null,
      claimBasis: "contract",
      claimTitle: "Levering",
      claimDescription: "Geleverde goederen",
      contractDate: null,
      caseManagerId: null,
      teamId: null,
      placedOn: date("2026-11-01"),
      importId: null,
      debtor: {
        fileType: "private",
        gender: "unknown",
        initials: "J.",
        firstName: null,
        prefix: "van der",
        lastName: over.lastName ?? "Meerkampstra",
        companyName: null,
        legalForm: null,
        kvk: null,
        birthDate: null,
        street: "Zilvermosstraat",
        houseNumber: "1",
        addition: null,
        postcode: "3511 AB",
        city: "Utrecht",
        country: "NL",
        phone: null,
        mobile: null,
        email: null,
        iban: over.iban ?? null,
        language: "nl",
      },
    });
    const on = date("2026-10-01");
    await appendEvents(ctx, file.id, [
      { kind: "invoice", on, amount: cents, data: { number: `F${file.id}`, dueDate: date("2026-10-15") } },
    ]);
    return file;
  });
}

const openOf = async (file: TestFile): Promise<number> =>
  (await fileBalance(world.db, file.id, date("2026-11-20"))).open;
const statusOf = async (file: TestFile) =>
  world.db.selectFrom("case_file").select(["status", "open_cents"]).where("id", "=", file.id).executeTakeFirstOrThrow();

/** The subjects of the open agenda items of a file. */
const openAgenda = async (fileId: number): Promise<string[]> =>
  (
    await world.db
      .selectFrom("agenda_item")
      .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
      .select("agenda_subject.code")
      .where("file_id", "=", fileId)
      .where("state", "=", "open")
      .execute()
  ).map(({ code }) => code);

/** The next statement of the account: it begins where the last one ended. */
function statement(...lines: StatementLine[]): StatementSpec {
  const spec = { iban: own, number: ++day, date: "2026-11-19", openingCents: balance, lines };
  balance += lines.reduce((sum, line) => sum + line.cents, 0);
  return spec;
}

async function upload(content: string, name = "afschrift.xml") {
  const { importId } = await finance.call(uploadStatement, { files: { file: { name, content } } });
  await world.drain();
  const { items } = await finance.call(listImports);
  const row = items.find(({ id }) => id === importId);
  if (!row) throw new Error("the upload is not listed");
  return row;
}

/** The entry with this text in its description. */
async function entryWith(search: string) {
  const { items } = await finance.call(listEntries, { query: { filter: { search } } });
  const [entry] = items;
  if (!entry || items.length !== 1) throw new Error(`${items.length} entries with ${search}`);
  return entry;
}

beforeAll(async () => {
  world = await startWorld();
  finance = await world.login({
    acl: ["ROLE_FINANCE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"],
    name: "Fleur Financieel",
  });
  ({ id: client } = await makeClient(world.db, world.clock));
  await finance.call(createAccount, {
    body: { iban: "NL20 INGB 0001 2345 67", name: "Derdengelden", kind: "client_money" },
  });
});
afterAll(() => world.close());

describe("importing a statement", () => {
  test("certain payments are booked, a paid file closes, and each match has its reason", async () => {
    const [paid, part] = [await makeFile(10_000), await makeFile(20_000)];
    const row = await upload(
      camtFile(
        statement(
          { cents: 10_000, reference: paid.paymentReference, name: "J vd Meer", text: "story-a" },
          { cents: 5_000, text: `story-b dossier ${part.number}`, valueDate: "2026-11-18" },
          { cents: -250, text: "story-c bankkosten" },
        ),
      ),
    );
    expect(row).toMatchObject({
      state: "done",
      format: "camt.053.001.02",
      refusal: null,
      uploadedBy: "Fleur Financieel",
    });
    expect(row.totals).toMatchObject({
      statements: 1,
      entries: 3,
      known: 0,
      booked: 2,
      review: 0,
      ignored: 1,
      cents: 15_000,
    });

    const [first, second, third] = [await entryWith("story-a"), await entryWith("story-b"), await entryWith("story-c")];
    expect(first).toMatchObject({
      state: "matched",
      why: `Payment reference of file ${paid.number}.`,
      file: { number: paid.number },
    });
    expect(second).toMatchObject({ state: "matched", why: `File number ${part.number} in the description.` });
    expect(third).toMatchObject({ state: "ignored", why: "Outgoing payment.", file: null });
    expect(await openOf(part)).toBe(15_000);
    expect(await statusOf(paid)).toEqual({ status: "closed", open_cents: 0 });
    expect((await statusOf(part)).status).not.toBe("closed");

    const booked = await world.db
      .selectFrom("claim_event")
      .select(["on_date", "amount_cents"])
      .where("file_id", "=", part.id)
      .where("kind", "=", "payment")
      .execute();
    // The value date counts, not the day of booking or of import (BW 6:114(2)).
    expect(booked).toEqual([{ on_date: "2026-11-18", amount_cents: 5_000 }]);
  });

  test("a payment of an earlier day that would overpay what later ones left open is left for review", async () => {
    const file = await makeFile(10_000);
    await upload(
      camtFile(
        statement({ cents: 6_000, reference: file.paymentReference, text: "later-day", valueDate: "2026-11-18" }),
      ),
    );
    // On 17 November 100.00 was open; of it 40.00 is left.
    const row = await upload(
      camtFile(
        statement({ cents: 6_000, reference: file.paymentReference, text: "earlier-day", valueDate: "2026-11-17" }),
      ),
    );
    expect(row.totals).toMatchObject({ booked: 0, review: 1 });
    expect((await entryWith("earlier-day")).why).toContain("20.00");
    expect(await openOf(file)).toBe(4_000);
    // What is exactly left is booked, whatever its day.
    const rest = { cents: 4_000, reference: file.paymentReference, text: "rest-day", valueDate: "2026-11-17" };
    expect((await upload(camtFile(statement(rest)))).totals).toMatchObject({ booked: 1, review: 0 });
    expect(await statusOf(file)).toEqual({ status: "closed", open_cents: 0 });
  });

  test("importing the same file again changes nothing, in either format", async () => {
    const file = await makeFile(30_000);
    const spec = statement({
      cents: 4_000,
      reference: file.paymentReference,
      text: "twice",
      bankRef: "26111900004711",
    });
    await upload(camtFile(spec));
    const again = await upload(camtFile(spec), "nog-eens.xml");
    expect(again.totals).toMatchObject({ entries: 1, known: 1, booked: 0 });
    const other = await upload(mt940File(spec), "zelfde.940");
    expect(other).toMatchObject({ state: "done", format: "mt940" });
    expect(other.totals).toMatchObject({ entries: 1, known: 1, booked: 0 });
    expect(await openOf(file)).toBe(26_000);
  });

  test("a statement that comes in another format with other references of the bank, or its batch in one, is left for review", async () => {
    const file = await makeFile(30_000);
    const lines = [
      { cents: 4_000, reference: file.paymentReference, bankRef: "CAMT-FORMAT-1" },
      { cents: 3_000, reference: file.paymentReference, bankRef: "CAMT-FORMAT-2" },
    ];
    const spec = statement(...lines);
    expect((await upload(camtFile(spec))).totals).toMatchObject({ booked: 2 });
    const others = lines.map((line, at) => ({ ...line, bankRef: `MT-FORMAT-${at}` }));
    const other = await upload(mt940File({ ...spec, lines: others }), "anders.940");
    expect(other.totals).toMatchObject({ entries: 2, booked: 0, review: 2 });
    const batch = { cents: 7_000, reference: file.paymentReference, bankRef: "MT-FORMAT-BATCH" };
    const asBatch = await upload(mt940File({ ...spec, number: spec.number + 5_000, lines: [batch] }), "batch.940");
    expect(asBatch.totals).toMatchObject({ entries: 1, booked: 0, review: 1 });
    const why = await world.db
      .selectFrom("bank_entry")
      .select("match")
      .where("bank_ref", "like", "MT-FORMAT-%")
      .execute();
    expect(why).toHaveLength(3);
    for (const { match } of why) expect(match).toMatchObject({ why: { key: "payments.whyInAnotherFormat" } });
    expect(await openOf(file)).toBe(23_000);
  });

  test("a longer version of a statement, or the week of its day, in another format books nothing twice", async () => {
    const file = await makeFile(30_000);
    const reference = file.paymentReference;
    const day = { cents: 4_000, reference, bankRef: "MT-DAY-1" };
    const spec = { iban: own, number: 9_100, date: "2026-11-12", openingCents: 500_000, lines: [day] };
    expect((await upload(mt940File(spec), "tussentijds.940")).totals).toMatchObject({ booked: 1 });
    const later = { cents: 3_000, reference, bankRef: "CAMT-DAY-2" };
    const longer = { ...spec, lines: [{ ...day, bankRef: "CAMT-DAY-1" }, later] };
    expect((await upload(camtFile(longer))).totals).toMatchObject({ booked: 0, review: 2 });
    const lines = [900, 4_000, 3_000].map((cents, at) => ({ cents, reference, bankRef: `CAMT-WEEK-${at}` }));
    const week = { ...spec, number: 9_101, date: "2026-11-13", openingCents: 499_100, lines };
    const ofDays = camtFile(week).replaceAll("<BookgDt><Dt>2026-11-13", "<BookgDt><Dt>2026-11-12");
    expect((await upload(ofDays)).totals).toMatchObject({ booked: 0, review: 3 });
    expect(await openOf(file)).toBe(26_000);
  });

  test("two workers reading the same file book it once", async () => {
    const file = await makeFile(30_000);
    const lines = Array.from({ length: 20 }, (_, at) => ({
      cents: 100 + at,
      reference: file.paymentReference,
      bankRef: `RACE-${at}`,
    }));
    const content = camtFile(statement(...lines));
    const send = () => finance.call(uploadStatement, { files: { file: { name: "tegelijk.xml", content } } });
    await Promise.all([send(), send()]);
    await Promise.all([world.drain(), world.drain()]);
    // 20 × 100 + (0 + 1 + … + 19) = 2,190
    expect(await openOf(file)).toBe(30_000 - 2_190);
    const { items } = await finance.call(listImports, { query: { limit: 50 } });
    expect(
      items
        .slice(0, 2)
        .map(({ totals }) => totals.known)
        .sort(),
    ).toEqual([0, 20]);
  });

  test("an overlapping statement adds only new entries", async () => {
    const file = await makeFile(30_000);
    const line = { cents: 1_000, reference: file.paymentReference, bankRef: "OVERLAP-1" };
    const before = balance;
    await upload(camtFile(statement(line)));
    const week = { iban: own, number: 9_001, date: "2026-11-19", openingCents: before };
    const more = { cents: 2_000, reference: file.paymentReference, bankRef: "OVERLAP-2" };
    balance += 2_000;
    const row = await upload(camtFile({ ...week, lines: [line, more] }));
    expect(row.totals).toMatchObject({ entries: 2, known: 1, booked: 1 });
    expect(await openOf(file)).toBe(27_000);
  });

  test("a longer version of a statement that gives a known reference to a second entry books the first once", async () => {
    const file = await makeFile(30_000);
    const day = { iban: own, number: 9_002, date: "2026-11-19", openingCents: balance };
    const first = { cents: 1_100, reference: file.paymentReference, bankRef: "SHARED-1" };
    await upload(camtFile({ ...day, lines: [first] }));
    expect(await openOf(file)).toBe(28_900);
    const second = { cents: 2_200, reference: file.paymentReference, bankRef: "SHARED-1" };
    balance += 3_300;
    const row = await upload(camtFile({ ...day, lines: [first, second] }));
    expect(row.totals).toMatchObject({ booked: 1, review: 1 });
    expect(await openOf(file)).toBe(26_700);
  });

  test("of two equal payments without a bank reference on different statements the second is left for review", async () => {
    const file = await makeFile(30_000);
    const lines = (number: string, opening: string, closing: string) =>
      [
        ":20:X",
        `:25:${own}`,
        `:28C:${number}`,
        `:60F:C261119EUR${opening}`,
        ":61:2611191119C10,00N654NONREF",
        `:86:koffie ${file.number}`,
        `:62F:C261119EUR${closing}`,
      ].join("\r\n");
    const first = await upload(lines("801", "100,00", "110,00"), "a.940");
    expect(first.totals).toMatchObject({ booked: 1 });
    const second = await upload(lines("802", "110,00", "120,00"), "b.940");
    expect(second.totals).toMatchObject({ known: 0, booked: 0, review: 1 });
    expect(await openOf(file)).toBe(29_000);
  });

  test("a character cut in half holds up no statement", async () => {
    const file = await makeFile(30_000);
    const long = `${"x".repeat(139)}\u{1f600}`;
    const odd = mt940File(statement({ cents: 1_300, reference: file.paymentReference, endToEndId: long }));
    const row = await upload(odd, "odd.940");
    expect(row).toMatchObject({ state: "done", totals: { booked: 1 } });
    expect(await openOf(file)).toBe(28_700);
  });

  test.each<[string, () => string, string]>([
    ["does not add up", () => camtFile({ ...statement({ cents: 0 + 100 }), wrongCents: 1 }), "does not close"],
    ["is of an unknown account", () => camtFile({ ...statement(), iban: "NL91ABNA0417164300" }), "is not one of ours"],
    ["is in another currency", () => camtFile({ ...statement(), currency: "DKK" }), "The statement is in DKK"],
    [
      "declares a document type",
      () =>
        camtFile(statement()).replace("<Document", "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/hostname'>]><Document"),
      "document type declaration",
    ],
    ["is cut off", () => camtFile(statement({ cents: 100 })).slice(0, -30), "not valid XML"],
  ])("a statement that %s is refused as a whole, with the reason", async (_, make, reason) => {
    const before = balance;
    const row = await upload(make());
    balance = before;
    expect(row.state).toBe("refused");
    expect(row.refusal).toContain(reason);
    expect(row.totals).toMatchObject({ booked: 0, review: 0 });
  });

  test("a file of another kind is refused at once, beside the field", async () => {
    const text = await finance.refused(uploadStatement, {
      files: { file: { name: "x.xml", content: "<html>hello</html>" } },
    });
    expect([text.status, text.body.errors]).toEqual([400, { file: ["This is no camt.053 or MT940 file."] }]);
    const none = await finance.refused(uploadStatement, {
      files: { other: { name: "x.xml", content: camtFile(statement()) } },
    });
    expect(none.status).toBe(400);
    const picture = await finance.refused(uploadStatement, {
      files: { file: { name: "x.xml", content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]) } },
    });
    expect([400, 415]).toContain(picture.status);
  });

  test("a gap after the previous statement is reported, and does not stop the import", async () => {
    const iban = "NL91RABO0315273637";
    await finance.call(createAccount, { body: { iban, name: "Rabobank", kind: "client_money" } });
    const first = { iban, number: 1, date: "2026-11-18", openingCents: 0, lines: [{ cents: 500, text: "gap-one" }] };
    const next = { iban, number: 3, date: "2026-11-19", openingCents: 1_277, lines: [{ cents: -1, text: "gap-two" }] };
    await upload(camtFile(first));
    await upload(camtFile(next));
    const { items } = await finance.call(listStatements, { query: { limit: 1000 } });
    const rows = items.filter(({ account }) => account.iban === iban);
    expect(rows.map(({ remarks }) => remarks)).toEqual([
      ["Does not follow on the statement up to 18-11-2026: difference €7.77."],
      [],
    ]);
    expect(rows[0]).toMatchObject({ openingCents: 1_277, closingCents: 1_276, debitCents: -1, entries: 1, ignored: 1 });
  });
});

describe("reviewing entries", () => {
  test("an overpayment is left for review with its reason; the surplus becomes a task, and the file closes after the refund", async () => {
    const file = await makeFile(5_000);
    await upload(camtFile(statement({ cents: 6_000, reference: file.paymentReference, text: "surplus-case" })));
    const entry = await entryWith("surplus-case");
    expect(entry).toMatchObject({ state: "review", why: `€10.00 more than is open on file ${file.number}.` });
    const detail = await finance.call(readEntry, { params: { id: entry.id } });
    expect(detail.suggestions).toMatchObject([
      { fileId: file.id, number: file.number, openCents: 5_000, why: ["Payment reference"] },
    ]);

    const body = { version: entry.version, parts: [{ fileId: file.id, amountCents: 6_000 }] };
    const done = await finance.call(assignEntry, { params: { id: entry.id }, body });
    expect(done).toMatchObject({ state: "matched", why: "Assigned by a person.", decidedBy: "Fleur Financieel" });
    expect((await fileBalance(world.db, file.id, date("2026-11-20"))).overpaid).toBe(1_000);
    expect((await statusOf(file)).status).toBe("no_more_steps");
    const waiting = () => openAgenda(file.id);
    expect(await waiting()).toEqual(["overpayment"]);
    const { items } = await finance.call(searchFiles, { query: { filter: { flag: ["overpaid"] } } });
    // Nothing is owed, so nothing is announced.
    expect(items).toMatchObject([{ id: file.id, nextStep: null, nextActionOn: null }]);
    const { version } = await world.db
      .selectFrom("case_file")
      .select("version")
      .where("id", "=", file.id)
      .executeTakeFirstOrThrow();
    const shut = await finance.refused(closeFileByHand, {
      params: { id: file.id },
      body: { reason: "paid_in_full", version },
    });
    expect(shut.body.errors).toEqual({
      reason: ["€ 10.00 too much was received. Pay it back or move it first."],
    });
    const more = { date: "2026-11-20", amount: "10.01", reference: "terug" };
    const tooHigh = await finance.refused(bookRefundCall, { params: { id: file.id }, body: more });
    expect(tooHigh.body.errors).toEqual({ amount: ["No more than € 10.00 was received too much."] });
    await finance.call(bookRefundCall, { params: { id: file.id }, body: { ...more, amount: "10.00" } });
    expect([(await statusOf(file)).status, await waiting()]).toEqual(["closed", []]);
    // What comes in once more is somebody's work once more.
    const again = { date: "2026-11-20", amount: "7.00", kind: "agency" as const, reference: "nog eens" };
    await finance.call(bookPaymentCall, { params: { id: file.id }, body: again });
    await world.drain();
    expect(await waiting()).toEqual(["overpayment"]);
    expect(await world.problems()).toEqual([]);

    const late = await finance.refused(assignEntry, { params: { id: entry.id }, body });
    expect(late.status).toBe(409);
    expect(late.body.current).toMatchObject({ state: "matched" });
  });

  test("a file that was paid too much goes on when that payment is taken back", async () => {
    const [file, held] = [await makeFile(5_000), await makeFile(5_000)];
    const paidTooMuch = async ({ id }: TestFile) => {
      const body = { date: "2026-11-20", amount: "60.00", kind: "agency" as const, reference: "te veel" };
      await finance.call(bookPaymentCall, { params: { id }, body });
      const { id: eventId = 0 } = (await eventsOf(world.db, id)).findLast(({ kind }) => kind === "payment") ?? {};
      return eventId;
    };
    const payment = await paidTooMuch(file);
    expect(await statusOf(file)).toMatchObject({ status: "no_more_steps", open_cents: 0 });
    await finance.call(reversePaymentCall, { params: { id: file.id, paymentId: payment }, body: { reason: "storno" } });
    expect(await statusOf(file)).toMatchObject({ status: "in_progress", open_cents: 5_000 });
    expect(await openAgenda(file.id)).toEqual([]);
    // One that a person has stopped since stays as it was put.
    const second = await paidTooMuch(held);
    const { version } = await world.db
      .selectFrom("case_file")
      .select("version")
      .where("id", "=", held.id)
      .executeTakeFirstOrThrow();
    const stop = { kind: "dispute" as const, version };
    await finance.call(placeHoldOnFile, { params: { id: held.id }, body: stop });
    await finance.call(reversePaymentCall, { params: { id: held.id, paymentId: second }, body: { reason: "storno" } });
    expect(await statusOf(held)).toMatchObject({ status: "paused", open_cents: 5_000 });
  });

  test("a split must sum to the entry; it books each part once, and undo reverses all of it", async () => {
    const [one, two] = [await makeFile(10_000), await makeFile(10_000)];
    await upload(camtFile(statement({ cents: 15_000, text: `split-case ${one.number} en ${two.number}` })));
    const entry = await entryWith("split-case");
    expect(entry).toMatchObject({ state: "review", why: "More than one file fits (2)." });
    const parts = [
      { fileId: one.id, amountCents: 10_000 },
      { fileId: two.id, amountCents: 4_999 },
    ];
    const wrong = await finance.refused(assignEntry, {
      params: { id: entry.id },
      body: { version: entry.version, parts },
    });
    expect(wrong.body.errors).toEqual({ parts: ["The parts sum to €149.99, the entry is €150.00."] });
    const right = [parts[0], { fileId: two.id, amountCents: 5_000 }].filter((part) => part !== undefined);
    const booked = await finance.call(assignEntry, {
      params: { id: entry.id },
      body: { version: entry.version, parts: right },
    });
    expect([await openOf(one), await openOf(two)]).toEqual([0, 5_000]);
    expect((await statusOf(one)).status).toBe("closed");

    const undone = await finance.call(undoEntry, { params: { id: entry.id }, body: { version: booked.version } });
    expect(undone).toMatchObject({ state: "review", why: "Undone by Fleur Financieel." });
    expect([await openOf(one), await openOf(two)]).toEqual([10_000, 10_000]);
    // A file that had closed because it was paid is open again.
    expect((await statusOf(one)).status).not.toBe("closed");
    const { bookings } = await finance.call(readEntry, { params: { id: entry.id } });
    expect(bookings.map(({ undoneBy }) => undoneBy)).toEqual(["Fleur Financieel", "Fleur Financieel"]);

    const again = await finance.call(assignEntry, {
      params: { id: entry.id },
      body: {
        version: undone.version,
        parts: [
          { fileId: one.id, amountCents: 5_000 },
          { fileId: two.id, amountCents: 10_000 },
        ],
      },
    });
    expect(again.state).toBe("matched");
    expect([await openOf(one), await openOf(two)]).toEqual([5_000, 0]);
  });

  test("two entries split over the same files in opposite order at once are both booked, and undone", async () => {
    const files = [await makeFile(30_000), await makeFile(30_000)];
    const [one = 0, two = 0] = files.map(({ id }) => id);
    await upload(camtFile(statement({ cents: 5_000, text: "cross-a" }, { cents: 7_000, text: "cross-b" })));
    const [a, b] = [await entryWith("cross-a"), await entryWith("cross-b")];
    const split = ({ id, version }: typeof a, parts: readonly (readonly [number, number])[]) =>
      finance.send(assignEntry, {
        params: { id },
        body: { version, parts: parts.map(([fileId, amountCents]) => ({ fileId, amountCents })) },
      });
    const other = await world.owner.pool.connect();
    await other.query("begin");
    await other.query("select from case_file where id = $1 for update", [one]);
    const first = split(a, [
      [one, 2_000],
      [two, 3_000],
    ]);
    await untilLockWaits(world);
    const second = split(b, [
      [two, 3_000],
      [one, 4_000],
    ]);
    await untilLockWaits(world, 2);
    await other.query("commit");
    other.release();
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await Promise.all(files.map(openOf))).toEqual([24_000, 24_000]);
    for (const search of ["cross-a", "cross-b"]) {
      const { id, version } = await entryWith(search);
      await finance.call(undoEntry, { params: { id }, body: { version } });
    }
    expect(await Promise.all(files.map(openOf))).toEqual([30_000, 30_000]);
  });

  test("an entry is set aside with a reason, and restored by undo", async () => {
    await upload(camtFile(statement({ cents: 1_234, text: "rente van de bank aside-case" })));
    const entry = await entryWith("aside-case");
    expect(entry).toMatchObject({ state: "review", why: "Nothing in the entry points to a file." });
    const empty = await finance.refused(ignoreEntry, {
      params: { id: entry.id },
      body: { version: entry.version, reason: " " },
    });
    expect(empty.body.errors).toHaveProperty("reason");
    const aside = await finance.call(ignoreEntry, {
      params: { id: entry.id },
      body: { version: entry.version, reason: "rente" },
    });
    expect(aside).toMatchObject({ state: "ignored", why: "Set aside: rente" });
    const back = await finance.call(undoEntry, { params: { id: entry.id }, body: { version: aside.version } });
    expect(back.state).toBe("review");
  });

  test("files are looked up by number, payment reference and name", async () => {
    const file = await makeFile(4_200, { lastName: "Distelgaarde" });
    for (const keywords of [
      file.number,
      file.number.replace("-", ""),
      file.paymentReference,
      "distelg",
      `REF-${refs}`,
    ]) {
      const { items } = await finance.call(findFilesForEntry, { query: { keywords } });
      expect(items.map(({ fileId }) => fileId)).toEqual([file.id]);
    }
    expect((await finance.call(findFilesForEntry, { query: { keywords: "" } })).items).toEqual([]);
  });
});

describe("what an office of bailiffs remits", () => {
  test("is left for review: it may have been reported of the file already", async () => {
    const file = await makeFile(9_000);
    const office = "NL02ABNA0123456789";
    await (await world.login({ acl: ["*"] })).call(createBailiff, { body: { name: "Kantoor Maas", iban: office } });
    const remitted = { cents: 2_000, reference: file.paymentReference, iban: office, text: "remitted-case" };
    await upload(camtFile(statement(remitted)));
    expect(await openOf(file)).toBe(9_000);
    const entry = await entryWith("remitted-case");
    expect(entry).toMatchObject({
      state: "review",
      why: "Remitted by Kantoor Maas: the office may have reported the payment already.",
    });
    const { suggestions } = await finance.call(readEntry, { params: { id: entry.id } });
    expect(suggestions.map(({ fileId }) => fileId)).toEqual([file.id]);
  });
});

describe("returned payments", () => {
  test("a returned direct debit reverses its payment and reopens the file", async () => {
    const file = await makeFile(8_000);
    await upload(
      camtFile(statement({ cents: 8_000, reference: file.paymentReference, endToEndId: "INC-1", iban: payer })),
    );
    expect((await statusOf(file)).status).toBe("closed");
    await upload(
      camtFile(statement({ cents: -8_000, endToEndId: "INC-1", iban: payer, returnCode: "AM04", text: "storno-case" })),
    );
    const entry = await entryWith("storno-case");
    expect(entry).toMatchObject({ state: "matched", why: `Return (AM04) of a payment on file ${file.number}.` });
    expect(await openOf(file)).toBe(8_000);
    expect((await statusOf(file)).status).not.toBe("closed");

    const undone = await finance.call(undoEntry, { params: { id: entry.id }, body: { version: entry.version } });
    expect(undone.state).toBe("review");
    expect(await openOf(file)).toBe(0);
    expect((await statusOf(file)).status).toBe("closed");
  });

  test("a return that comes again in another format, or without a reference of the bank, takes no other payment back", async () => {
    const file = await makeFile(8_300);
    const debit = { cents: 1_000, reference: file.paymentReference, iban: payer };
    await upload(camtFile(statement({ ...debit, endToEndId: "MONTH-9" })));
    await upload(camtFile(statement({ ...debit, endToEndId: "MONTH-10" })));
    expect(await openOf(file)).toBe(6_300);
    const back = { cents: -1_000, iban: payer, returnCode: "MD06", text: "month-10-back" };
    const spec = statement({ ...back, endToEndId: "MONTH-10", bankRef: "RETURN-CAMT" });
    await upload(camtFile(spec));
    expect(await openOf(file)).toBe(7_300);
    // Without its end-to-end id only the payer's account tells what it may reverse: the payment of September.
    const other = await upload(mt940File({ ...spec, lines: [{ ...back, bankRef: "RETURN-MT" }] }), "storno.940");
    expect(other.totals).toMatchObject({ booked: 0, review: 1 });
    expect(await openOf(file)).toBe(7_300);
  });

  test("a payment that is returned after its file was closed unpaid is handed to somebody, once", async () => {
    const file = await makeFile(8_000);
    const reference = file.paymentReference;
    await upload(camtFile(statement({ cents: 3_000, reference, endToEndId: "INC-SHUT", iban: payer })));
    const { version } = await world.db
      .selectFrom("case_file")
      .select("version")
      .where("id", "=", file.id)
      .executeTakeFirstOrThrow();
    await finance.call(closeFileByHand, { params: { id: file.id }, body: { reason: "withdrawn", version } });
    expect(await openAgenda(file.id)).toEqual([]);
    const back = statement({ cents: -3_000, endToEndId: "INC-SHUT", iban: payer, returnCode: "MD06" });
    await upload(camtFile(back));
    await upload(camtFile(back), "nog-eens.xml");
    expect(await openOf(file)).toBe(8_000);
    expect((await statusOf(file)).status).toBe("closed");
    expect(await openAgenda(file.id)).toEqual(["review"]);
  });

  test("a payment that was reversed on its file stays reversed, when the bank takes it back and when its entry is undone", async () => {
    const file = await makeFile(8_100);
    await upload(
      camtFile(statement({ cents: 3_100, reference: file.paymentReference, iban: payer, text: "by-hand-in" })),
    );
    const entry = await entryWith("by-hand-in");
    const payment = await world.db
      .selectFrom("bank_booking")
      .select("claim_event_id")
      .where("entry_id", "=", entry.id)
      .executeTakeFirstOrThrow();
    await finance.call(reversePaymentCall, {
      params: { id: file.id, paymentId: payment.claim_event_id },
      body: { reason: "gestorneerd" },
    });
    expect(await openOf(file)).toBe(8_100);
    await upload(camtFile(statement({ cents: -3_100, iban: payer, returnCode: "MD06", text: "by-hand-back" })));
    expect(await openOf(file)).toBe(8_100);
    expect(await entryWith("by-hand-back")).toMatchObject({ state: "review" });
    await finance.call(undoEntry, { params: { id: entry.id }, body: { version: entry.version } });
    expect(await openOf(file)).toBe(8_100);
  });

  test("a payment that the bank took back is not undone before its return; one that stands again is reversed by hand", async () => {
    const file = await makeFile(8_200);
    const reference = file.paymentReference;
    await upload(camtFile(statement({ cents: 3_200, reference, endToEndId: "INC-7", text: "chain-in" })));
    await upload(camtFile(statement({ cents: -3_200, endToEndId: "INC-7", returnCode: "AM04", text: "chain-back" })));
    const [paid, returned] = [await entryWith("chain-in"), await entryWith("chain-back")];
    const refused = await finance.refused(undoEntry, { params: { id: paid.id }, body: { version: paid.version } });
    expect(refused.body.errors).toEqual({ common: ["The bank took this payment back; undo the return first."] });
    expect(await openOf(file)).toBe(8_200);
    await finance.call(undoEntry, { params: { id: returned.id }, body: { version: returned.version } });
    expect(await openOf(file)).toBe(5_000);
    const { claim_event_id: paymentId } = await world.db
      .selectFrom("bank_booking")
      .select("claim_event_id")
      .where("entry_id", "=", paid.id)
      .executeTakeFirstOrThrow();
    await finance.call(reversePaymentCall, { params: { id: file.id, paymentId }, body: { reason: "vergissing" } });
    expect(await openOf(file)).toBe(8_200);
  });

  test("a return without a known payment is left for review, where its file is chosen", async () => {
    const file = await makeFile(8_000);
    await world.work((ctx) =>
      appendEvents(ctx, file.id, [
        { kind: "payment", on: date("2026-11-10"), amount: 3_300, data: { receipt: "agency", reference: "by hand" } },
      ]),
    );
    await upload(camtFile(statement({ cents: -3_300, returnCode: "MD06", text: "unknown-return" })));
    const entry = await entryWith("unknown-return");
    expect(entry).toMatchObject({ state: "review", why: "Return (MD06) of a payment that was not found." });
    const wrongFile = await makeFile(1_000);
    const wrong = await finance.refused(assignEntry, {
      params: { id: entry.id },
      body: { version: entry.version, parts: [{ fileId: wrongFile.id, amountCents: 3_300 }] },
    });
    expect(wrong.body.errors).toEqual({
      common: [`File ${wrongFile.number} has no payment of this amount to reverse.`],
    });
    await finance.call(assignEntry, {
      params: { id: entry.id },
      body: { version: entry.version, parts: [{ fileId: file.id, amountCents: 3_300 }] },
    });
    expect(await openOf(file)).toBe(8_000);
  });
});

describe("a payment entered by hand", () => {
  test("closes the file that it pays; reversing it reopens the file", async () => {
    const file = await makeFile(6_500);
    const params = { id: file.id };
    const body = { date: "2026-11-17", amount: "65.00", kind: "direct" as const, reference: "bij de klant betaald" };
    const booked = await finance.call(bookPaymentCall, { params, body });
    expect((await statusOf(file)).status).toBe("closed");
    const closure = await world.db
      .selectFrom("file_closure")
      .select("reason")
      .where("file_id", "=", file.id)
      .executeTakeFirst();
    expect(closure?.reason).toBe("paid_directly");
    await finance.call(reversePaymentCall, {
      params: { ...params, paymentId: booked.id },
      body: { reason: "vergissing" },
    });
    expect((await statusOf(file)).status).not.toBe("closed");
    expect(await openOf(file)).toBe(6_500);
  });
});

describe("the tolerance", () => {
  test("closes a file and writes off the rest, which is undone when the payment is reversed", async () => {
    const file = await makeFile(10_099);
    await upload(camtFile(statement({ cents: 10_000, reference: file.paymentReference, text: "tolerance-case" })));
    expect(await statusOf(file)).toEqual({ status: "closed", open_cents: 0 });
    expect((await fileBalance(world.db, file.id, date("2026-11-20"))).writtenOff).toBe(99);
    const entry = await entryWith("tolerance-case");
    await finance.call(undoEntry, { params: { id: entry.id }, body: { version: entry.version } });
    expect(await openOf(file)).toBe(10_099);
    expect((await statusOf(file)).status).not.toBe("closed");
  });
  test("is not exceeded: one cent more leaves the file open", async () => {
    const file = await makeFile(10_101);
    await upload(camtFile(statement({ cents: 10_000, reference: file.paymentReference })));
    expect((await statusOf(file)).status).not.toBe("closed");
    expect(await openOf(file)).toBe(101);
  });
});

describe("permissions", () => {
  test("finance roles only, and never users of clients, whatever their roles", async () => {
    const employee = await world.login(["ROLE_EMPLOYEE"]);
    expect((await employee.refused(listEntries)).status).toBe(403);
    const customer = await world.login({ acl: ["ROLE_FINANCE"], kind: "customer", clientIds: [client] });
    for (const list of [listEntries, listStatements, listImports]) {
      expect(await customer.call(list)).toMatchObject({ items: [], total: 0 });
    }
    expect((await customer.call(listAccounts)).items).toEqual([]);
    const { items } = await finance.call(listEntries);
    const [entry] = items;
    const params = { id: entry?.id ?? 0 };
    expect((await customer.refused(readEntry, { params })).status).toBe(404);
    expect((await customer.refused(ignoreEntry, { params, body: { version: 1, reason: "gone" } })).status).toBe(404);
    const foreign = await customer.refused(uploadStatement, {
      files: { file: { name: "a.xml", content: camtFile(statement()) } },
    });
    expect(foreign.status).toBe(404);
  });

  test("the provider's own account is validated, unique, and deactivated rather than deleted", async () => {
    const bad = await finance.refused(createAccount, { body: { iban: "NL20INGB0001234568", name: "X", kind: "own" } });
    expect(bad.body.errors).toEqual({ iban: ["This is not a valid IBAN."] });
    const twice = await finance.refused(createAccount, { body: { iban: own, name: "X", kind: "own" } });
    expect(twice.body.errors).toEqual({ iban: ["This account is there already."] });
    const added = await finance.call(createAccount, {
      body: { iban: "NL91ABNA0417164300", name: "Zakelijk", kind: "own" },
    });
    const closed = { name: "Zakelijk", kind: "own" as const, active: false, version: added.version };
    expect(await finance.call(updateAccount, { params: { id: added.id }, body: closed })).toMatchObject({
      active: false,
    });
    const row = await upload(
      camtFile({ iban: "NL91ABNA0417164300", number: 1, date: "2026-11-19", openingCents: 0, lines: [] }),
    );
    expect(row.refusal).toContain("no longer in use");
    expect((await finance.refused(updateAccount, { params: { id: added.id }, body: closed })).status).toBe(409);
  });
});
