/** Letters of pre-collection in print batches beside those of files: printed, dropped at a real SFTP server, told to be posted, and come back. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { killAtRow } from "../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { type SftpServer, startSftp } from "../../exchange/intake/pickup/sftp.factory.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { makeRecord } from "../precasso/precasso.factory.ts";
import { correctDebtor, disputeRecord, readRecord, resumeRecord } from "../precasso/records/records.contract.ts";
import { convertCall, makePrecasso, planPrecasso, readPrecassoRun } from "../precasso/runs/runs.contract.ts";
import { doStep } from "../processing/processing.contract.ts";
import { claimOf, registerProvider } from "../processing/processing.factory.ts";
import { createBatch, makeBatchJob } from "./making/make.server.ts";
import { applyAnswersJob } from "./posting/apply.server.ts";
import {
  cancelBatch,
  deliverBatch,
  downloadList,
  importAnswers,
  judgeBatch,
  listPieces,
  listWaiting,
  markReturned,
  planPrint,
  readBatch,
} from "./print-batches.contract.ts";
import { printHouseUser, usePrintHouse } from "./print-batches.factory.ts";

const roles = [
  ...["ROLE_PROCESSING", "ROLE_MERGING", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_EMPLOYEE"],
  ...["ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_SEARCH", "ROLE_PRECASSO_ACTIONS"],
];
const records = 6;
let world: World;
let sftp: SftpServer;
let printer: Visitor;
let clientId: number;
let ids: number[];
let batchId: number;

const named = { number: "NAMED-1", date: "2026-10-01", dueDate: "2026-11-01", amount: "100.00" };
const fallsDueBeforePosting = { number: "LATER-1", date: "2026-11-10", dueDate: "2026-12-27", amount: "900.00" };

const at = async (day: string): Promise<void> => {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  printer = await world.login(roles);
};
const record = (at: number) => printer.call(readRecord, { params: { id: ids[at] ?? 0 } });
const waiting = async () => (await printer.call(listWaiting, { query: { limit: 100 } })).items;
const pieces = async () => (await printer.call(listPieces, { params: { id: batchId }, query: { limit: 100 } })).items;
const batch = () => printer.call(readBatch, { params: { id: batchId } });
const answer = (lines: readonly string[]) => ({
  params: { id: batchId },
  files: {
    file: { name: "antwoord.csv", content: ["piece;event;date;reason", ...lines].join("\n"), mime: "text/csv" },
  },
});
const due = async () => {
  const { id } = await printer.call(planPrecasso, { body: { clients: [clientId] } });
  await world.drain();
  return printer.call(readPrecassoRun, { params: { id } });
};

/** Six consumers and a file of the same client; their 14-day letters are made. */
beforeAll(async () => {
  world = await startWorld();
  sftp = await startSftp(printHouseUser);
  await registerProvider(world);
  await usePrintHouse(world, sftp);
  await at("2026-11-20");
  const more = { iban: "NL91ABNA0417164300", phone: "+31201234567", email: "klant@warmte.example" };
  clientId = (await makeClient(world.db, world.clock, more)).id;
  ids = [];
  for (let made = 0; made < records; made++)
    ids.push(await makeRecord(printer, clientId, made === 2 ? { invoices: [named, fallsDueBeforePosting] } : {}));
  const file = await placeOne(world, clientId, claimOf());
  await printer.call(doStep, { params: { id: file.id }, body: { position: 1 } });
  // Two e-mails and an SMS go before the 14-day letter.
  for (let days = 0; days < 40 && (await waiting()).length < records + 1; days++) {
    const { nextDueOn } = await record(0);
    if (nextDueOn !== null && nextDueOn > world.clock.today()) await at(nextDueOn);
    const run = await due();
    await printer.call(makePrecasso, { params: { id: run.id }, body: { version: run.version } });
    await world.drain();
  }
}, 120_000);
afterAll(async () => {
  await world.close();
  await sftp.close();
});

test("they wait beside the letters of files, for whoever may see them", async () => {
  const items = await waiting();
  expect(items.filter(({ fileId }) => fileId !== null)).toHaveLength(1);
  expect(items.filter(({ recordId }) => recordId !== null)).toHaveLength(records);
  const letter = items.find(({ recordId }) => recordId === ids[0]);
  expect(letter).toMatchObject({ number: (await record(0)).number, awaited: true, country: "NL" });
  expect(await printer.call(planPrint, { query: { client: clientId } })).toMatchObject({ letters: records + 1 });
  const other = await makeClient(world.db, world.clock);
  const contact = { acl: ["ROLE_PROCESSING", "ROLE_MERGING"], kind: "customer" as const };
  const stranger = await world.login({ ...contact, clientIds: [other.id] });
  expect((await stranger.call(planPrint)).letters).toBe(0);
  const own = await world.login({ ...contact, clientIds: [clientId] });
  expect((await own.call(planPrint)).letters).toBeGreaterThan(0);
});

test("whose letters were listed is logged by file: a record is none, and the number of a letter is no file's", async () => {
  const reader = await world.login({ acl: roles, name: "Lezer" });
  const { items } = await reader.call(listWaiting, { query: { limit: 100 } });
  const files = items.flatMap(({ fileId }) => fileId ?? []);
  const kept = () =>
    world.db.selectFrom("file_list_view").select("file_ids").where("user_id", "=", reader.userId).execute();
  await vi.waitFor(async () => expect(await kept()).toEqual([{ file_ids: files }]), 5000);
});

test("its record goes no further before the letter is posted: no step is due, and it becomes no file", async () => {
  const seen = await record(0);
  expect(seen.nextDueOn).toBeNull();
  expect(seen.reasons.map(({ rule }) => rule)).toEqual(["notPosted"]);
  expect(seen.mayConvert).toBe(false);
  expect(seen.messages[0]).toMatchObject({ channel: "post", isAwaited: true, postedOn: null });
  const refused = await printer.refused(convertCall, { params: { id: seen.id }, body: {} });
  expect(refused.body.errors?.common?.[0]).toContain("when the last letter was posted");
  const made = world.clock.today();
  await at("2027-02-01");
  expect((await due()).toDo).toBe(0);
  await at(made);
});

test("the letter of a claim that is disputed meanwhile is left out, and waits again when it is not any more", async () => {
  const { id, version } = await record(0);
  await printer.call(disputeRecord, { params: { id }, body: { reason: "Klopt niet", version } });
  expect((await waiting()).some(({ recordId }) => recordId === id)).toBe(false);
  const after = await record(0);
  await printer.call(resumeRecord, { params: { id }, body: { reason: "Toch juist", version: after.version } });
  expect((await waiting()).some(({ recordId }) => recordId === id)).toBe(true);
});

test("a letter whose address is corrected before it is printed goes to the new one instead, and with another batch on its way too", async () => {
  const ready = await world.work((ctx) =>
    createBatch(ctx, { client: clientId, run: null, dateFrom: null, dateTo: null, templateCode: null, max: 100 }),
  );
  await world.drain();
  const { id, version, debtor, messages } = await record(3);
  const { address, postcode, city, country, phone, mobile, email } = debtor;
  const reached = { country, phone, mobile, email, language: "nl" as const };
  const same = { ...address, ...reached, postcode, city, source: "Telefoon", version };
  const kept = await printer.call(correctDebtor, { params: { id }, body: same });
  expect(kept.messages[0]).toMatchObject({ id: messages[0]?.id, isAwaited: true, isRecalled: false });
  const body = { ...same, street: "Nieuweweg", postcode: "9712 AA", city: "Groningen", version: kept.version };
  const moved = await printer.call(correctDebtor, { params: { id }, body });
  expect(moved).toMatchObject({ notice14: null, nextDueOn: world.clock.today(), addressWrongSince: null });
  expect(moved.messages[0]).toMatchObject({ id: messages[0]?.id, isAwaited: false, isRecalled: true });
  expect(moved.lines.some(({ text }) => text.includes("recalled"))).toBe(true);
  const batchOf = () => printer.call(readBatch, { params: { id: ready.id } });
  await printer.call(judgeBatch, { params: { id: ready.id }, body: { version: (await batchOf()).version } });
  await world.drain();
  expect(await batchOf()).toMatchObject({ state: "ready", letters: records, withdrawn: 1 });
  const run = await due();
  await printer.call(makePrecasso, { params: { id: run.id }, body: { version: run.version } });
  await world.drain();
  const again = await record(3);
  expect(again.messages.map(({ isAwaited, isRecalled }) => [isAwaited, isRecalled]).slice(0, 2)).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(again.notice14).not.toBeNull();
  const letters = (await waiting()).filter(({ recordId }) => recordId === id);
  expect(letters.map(({ id: message, postcode: to }) => [message, to])).toEqual([[again.messages[0]?.id, "9712 AA"]]);
  const reason = { reason: "Voor een andere partij", version: (await batchOf()).version };
  await printer.call(cancelBatch, { params: { id: ready.id }, body: reason });
  expect(await world.problems()).toEqual([]);
});

test("a batch whose workers are killed prints each letter once, and lies at the print house whole", async () => {
  const scope = { client: clientId, run: null, dateFrom: null, dateTo: null, templateCode: null, max: 100 };
  batchId = (await world.work((ctx) => createBatch(ctx, scope, 1))).id;
  const partsMade = async () => (await batch()).parts.filter(({ made }) => made).length;
  const start = () => startWorker(world, makeBatchJob, { batchId });
  await killAtRow(world, "print_part", 2, start);
  for (let round = 0; round < 40 && (await batch()).state === "making"; round++) {
    const worker = await start();
    const until = (await partsMade()) + 1 + Math.floor(Math.random() * 3);
    while (isRunning(worker) && (await partsMade()) < until) await after(5);
    await kill(worker);
  }
  const made = await batch();
  expect(made).toMatchObject({ state: "ready", letters: records + 1, withdrawn: 0 });
  const found = await pieces();
  expect(found.flatMap(({ recordId }) => recordId ?? []).sort()).toEqual(ids.toSorted());
  expect(await waiting()).toEqual([]);
  // The list names the very letter that is kept with the record.
  const { rows } = await sql<{ sha256: string }>`select sha256 from precasso_message where record_id = ${ids[0]}
    and channel = 'post'`.execute(world.db);
  const list = await printer.send(downloadList, { params: { id: batchId } });
  expect(list.text).toContain(rows[0]?.sha256);
  await printer.call(deliverBatch, { params: { id: batchId }, body: { version: made.version } });
  await world.drain();
  expect(await batch()).toMatchObject({ state: "delivered", delivery: "sent" });
  expect([...sftp.files.keys()]).toContain(`/in/print-${batchId}.zip`);
  const search = { search: (await record(0)).number };
  const { items } = await printer.call(listPieces, { params: { id: batchId }, query: { filter: search } });
  expect(items.map(({ recordId }) => recordId)).toEqual([ids[0]]);
});

test("posted on a later day, its term counts from that day, once, however often whoever notes it is killed", async () => {
  const before = await record(0);
  expect(before.notice14).not.toBeNull();
  const postedOn = "2026-12-28";
  await at("2026-12-29");
  const lines = (await pieces()).map(({ piece }) => `${piece};posted;${postedOn};`);
  await printer.call(importAnswers, answer(lines));
  const left = async () => (await batch()).toApply;
  for (let round = 0; round < 20 && (await left()) > 0; round++) {
    const worker = await startWorker(world, applyAnswersJob, { batchId });
    const until = (await left()) - 3;
    while (isRunning(worker) && (await left()) > until) await after(3);
    await kill(worker);
  }
  await world.drain();
  expect(await left()).toBe(0);
  for (const at of ids.keys()) {
    const seen = await record(at);
    // Posted on Monday the 28th and delivered on Wednesday: the fourteenth day after is 13 January.
    expect(seen.notice14).toMatchObject({ sentOn: postedOn, lastPayDay: "2027-01-13", bikDueFrom: "2027-01-14" });
    expect(seen.messages[0]).toMatchObject({ isAwaited: false, postedOn });
    expect(seen.nextDueOn).toBe("2027-01-14");
    expect(seen.lines.filter(({ text }) => text.includes("posted on"))).toHaveLength(1);
  }
  expect(await printer.call(importAnswers, answer(lines))).toMatchObject({ posted: 0, known: records + 1 });
  expect(await world.problems()).toEqual([]);
});

test("what came back stands on its record with the reason, and its step is due again once the address is right", async () => {
  const piece = (await pieces()).find(({ recordId }) => recordId === ids[1]);
  const params = { id: batchId, set: piece?.set ?? 0 };
  await printer.call(markReturned, { params, body: { returnedOn: "2026-12-29", reason: "moved" } });
  await world.drain();
  const back = await record(1);
  expect(back).toMatchObject({ notice14: null, addressWrongSince: "2026-12-29" });
  expect(back.messages[0]).toMatchObject({ returnedOn: "2026-12-29" });
  expect(back.lines.some(({ note }) => note === `Brief ${piece?.piece} kwam terug: verhuisd`)).toBe(true);
  expect(back.reasons.map(({ rule }) => rule)).toEqual(["returned"]);
  expect((await record(2)).addressWrongSince).toBeNull();
});

test("after the term from the day of posting it becomes a file with that 14-day letter", async () => {
  await at("2027-01-14");
  const { id } = await record(2);
  const { fileId } = await printer.call(convertCall, { params: { id }, body: {} });
  const { rows } = await sql<{
    on: string;
    invoices: string[];
  }>`select on_date::text as on, data -> 'invoices' as invoices
    from claim_event where file_id = ${fileId} and kind = 'notice14'`.execute(world.db);
  expect([...new Set(rows.map(({ on }) => on))]).toEqual(["2026-12-28"]);
  // It gives a right to the costs of what it named, and not of what fell due while it waited to be posted (BW 6:96(6)).
  expect([...new Set(rows.flatMap(({ invoices }) => invoices))]).toEqual(["NAMED-1"]);
});
