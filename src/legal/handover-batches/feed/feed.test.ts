/** The return feed through HTTP, by hand, by the office itself and from two workers at once: each message once, to the cent on the claim. */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilLockWaits } from "../../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { fileAgenda } from "../../../cases/agenda/agenda.contract.ts";
import { showFile } from "../../../cases/file-page/file-page.contract.ts";
import { closeFileByHand } from "../../../cases/states/states.contract.ts";
import { liftHold, placeHold } from "../../../cases/states/states.server.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { doStep } from "../../../letters/processing/processing.contract.ts";
import { claimOf, person, registerProvider } from "../../../letters/processing/processing.factory.ts";
import {
  changeFileWorkflow,
  pauseFileWorkflow,
  readFileWorkflow,
  skipWorkflowStep,
} from "../../../letters/workflows/workflows.contract.ts";
import { refreshNextSteps } from "../../../letters/workflows/workflows.server.ts";
import { explainBalance, getBalance, getClaim } from "../../../money/claims/bookings/bookings.contract.ts";
import { listCosts } from "../../../money/claims/bookings/costs.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import { readHandoverSet } from "../../handover/handover.contract.ts";
import { downloadBatch, enterReceipt, listBatchFiles, readBatch, sendFiles } from "../batches/batches.contract.ts";
import {
  addMasterClient,
  archiveDestination,
  createDestination,
  listTypes,
  setLevels,
} from "../destinations/destinations.contract.ts";
import { handoverTypes } from "../handover-batches.ts";
import { batchStatistics, enterReports, importedCosts, listReports } from "../monitoring/monitoring.contract.ts";
import { ingestMessage } from "../transport/deliveries.server.ts";
import { overrideLine, validateFiles } from "../validation/validation.contract.ts";
import {
  assignReport,
  forgetCode,
  listCodes,
  readProceedings,
  receiveFeed,
  retryReport,
  settleReport,
} from "./feed.contract.ts";

const signingKey = "een sleutel van de proef";
const acl = ["ROLE_LEGAL", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_EMPLOYEE"];
let world: World;
let lawyer: Visitor;
let destination: number;
let client: number;
let serial = 0;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login({ acl: ["*"] });
  await registerProvider(world);
  client = (await makeClient(world.db, world.clock)).id;
  const prices = [{ act: "2d", cents: 6000 }];
  const bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Werf", prices } })).id;
  const body = {
    name: "Werf",
    bailiff,
    types: [...handoverTypes],
    channel: "download" as const,
    format: "json" as const,
  };
  const made = await lawyer.call(createDestination, { body: { ...body, signingKey } });
  destination = made.id;
  await lawyer.call(addMasterClient, { body: { destination, client, externalId: "K-1" } });
  const { items } = await lawyer.call(listTypes);
  const needs = items.flatMap(({ needs: all }) => all.map(({ id }) => id));
  const levels = Object.fromEntries(needs.map((need) => [need, "off" as const]));
  await lawyer.call(setLevels, { params: { id: destination }, body: { levels, version: made.version } });
});
afterAll(() => world.close());

interface File {
  readonly id: number;
  readonly number: string;
}

/** A file of € 1,000.00 that fell due on 31 March 2026, and as much that did so earlier; a consumer's, unless told otherwise. */
async function file(debtor = person(), earlier: readonly string[] = []): Promise<File> {
  const number = `W-${++serial}`;
  const invoices = ["2026-03-31", ...earlier].map((due, at) => ({
    ...{ number: `${number}-${at}`, date: date(at === 0 ? "2026-03-01" : due), dueDate: date(due) },
    ...{ cents: 100_000, description: null },
  }));
  const { id } = await placeOne(world, client, claimOf({ debtor, invoices }));
  return { id, number: (await lawyer.call(showFile, { params: { id } })).number };
}

async function sent(files: readonly File[]) {
  const asked = { type: "amicable" as const, destination, files: files.map(({ id }) => id) };
  const { id } = await lawyer.call(sendFiles, { body: asked });
  await world.drain();
  await lawyer.send(downloadBatch, { params: { id } });
  return lawyer.call(readBatch, { params: { id } });
}

async function accepted(batch: Awaited<ReturnType<typeof sent>>): Promise<void> {
  const params = { id: batch.id };
  const { items } = await lawyer.call(listBatchFiles, { params, query: { limit: 100 } });
  const files = items.map(({ fileNumber }) => ({ fileNumber, state: "accepted" as const, officeNumber: "W-1" }));
  const total = ((batch.totalCents ?? 0) / 100).toFixed(2);
  const body = { count: batch.count ?? 0, total, sha256: batch.sha256 ?? "", files };
  await lawyer.call(enterReceipt, { params, body });
}

const withOffice = async (): Promise<File> => {
  const one = await file();
  await accepted(await sent([one]));
  return one;
};

const report = (reports: readonly unknown[]) =>
  lawyer.call(enterReports, { params: { id: destination }, body: { text: JSON.stringify({ reports }) } });

const line = ({ number }: File, kind: string, on: string, more: Readonly<Record<string, unknown>> = {}) => ({
  key: `${number}-${kind}-${on}-${++serial}`,
  fileNumber: number,
  kind,
  on,
  ...more,
});

const balance = async ({ id }: File, on = "2026-11-20") => {
  const { principal, interest, costs, open } = await lawyer.call(getBalance, {
    params: { id },
    query: { date: date(on) },
  });
  return [costs, interest, principal, open].join(" / ");
};

const waiting = async ({ id }: File) => {
  const { items } = await lawyer.call(listReports, { query: { filter: { file: id, problem: "1" } } });
  return items;
};

const planned = async ({ id }: File): Promise<string[]> => {
  const { rows } = await sql<{ said: string }>`select s.code || ' ' || i.on_date as said from agenda_item i
    join agenda_subject s on s.id = i.subject_id where i.file_id = ${id} and i.state = 'open' and i.item_key like 'report-%'
    order by i.on_date, i.id`.execute(world.db);
  return rows.map(({ said }) => said);
};

const phase = async ({ id }: File): Promise<string> => (await lawyer.call(showFile, { params: { id } })).phase;

test("a full case: summons, judgment, service, costs, seizure and payment are booked on the claim to the cent", async () => {
  const one = await withOffice();
  expect(await phase(one)).toBe("bailiff");
  await report([line(one, "summons", "2026-06-01", { court: "Utrecht", rollDate: "2026-12-16", caseNumber: "1 CV" })]);
  expect(await phase(one)).toBe("judicial");
  expect(await planned(one)).toEqual(["roll_date 2026-12-14", "roll_date 2026-12-16"]);

  const award = { principal: "1000.00", bik: "150.00", costs: "619.57", awarded: "1769.57" };
  const bears = { interestKind: "statutory", interestFrom: "2026-04-01", caseNumber: "1 CV", byDefault: true };
  await report([line(one, "judgment", "2026-09-01", { ...award, ...bears })]);
  // 1,000 × 4 % × 153/365 = 16.7671 → 16.77; 150.00 + 619.57 = 769.57
  expect(await balance(one, "2026-09-01")).toBe("769.57 / 16.77 / 1000.00 / 1786.34");
  // What the judge decided makes an end to the roll.
  expect((await planned(one)).filter((item) => item.startsWith("roll_date"))).toEqual([]);

  await report([
    line(one, "service", "2026-09-10", { inPerson: true, text: "Met bevel" }),
    line(one, "cost", "2026-09-10", { act: "2b", exVat: "136.71", description: "Betekening" }),
    line(one, "seizure", "2026-09-20", { type: "loon", thirdParty: "Werkgever" }),
    line(one, "payment", "2026-10-01", { amount: "1000.00", withheld: "100.00", reference: "loon oktober" }),
  ]);
  expect(await waiting(one)).toEqual([]);
  const reports = await lawyer.call(listReports, { query: { filter: { file: one.id } } });
  // As people write amounts and days, with no code among the words.
  expect(reports.items.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      "2b · €136.71 · Betekening",
      "Met bevel · Judgment or other title · To the debtor in person",
      "€1,000.00 · €100.00 · loon oktober",
      "1 CV · By default · €1,000.00 · €150.00 · €619.57 · €1,769.57 · statutory interest · 01 Apr 2026",
    ]),
  );
  expect(await phase(one)).toBe("bailiff");
  // 769.57 + 136.71 = 906.28; 183 days: 20.05; 1,000.00 − 906.28 − 20.05 = 73.67; 1,000.00 − 73.67 = 926.33
  expect(await balance(one, "2026-10-01")).toBe("0.00 / 0.00 / 926.33 / 926.33");
  // 926.33 × 4 % × 50/365 = 5.0758
  expect(await balance(one)).toBe("0.00 / 5.08 / 926.33 / 931.41");
  const { title, ...stands } = await lawyer.call(readProceedings, { params: { id: one.id } });
  expect(stands).toMatchObject({ stage: "seizure", paidCents: 100_000, withheldCents: 10_000, caseNumber: "1 CV" });
  expect(title).toMatchObject({ expiresOn: "2046-09-02", oppositionUntil: "2026-10-08", awardedCents: 176_957 });
  // The office that carries it out is told of the judgment, beside what is open.
  const { file: given } = await lawyer.call(readHandoverSet, { params: { id: one.id } });
  expect(given.title).toEqual({
    ...{ court: "Utrecht", caseNumber: "1 CV", judgmentDate: "2026-09-01", kind: "verstek", servedAt: "2026-09-10" },
    amounts: { principal: "1000.00", interest: "0.00", bik: "150.00", costs: "619.57" },
    interestFrom: "2026-04-01",
  });
  // Why it is so shows both: the claim that gave way, and the award.
  const why = JSON.stringify(
    await lawyer.call(explainBalance, { params: { id: one.id }, query: { part: "principal" } }),
  );
  expect(why).toContain("replaced by the judgment");
  expect(why).toContain("Principal awarded");
  const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
  expect(payments).toMatchObject([{ kind: "bailiff", amount: 100_000, date: "2026-10-01" }]);
});

test("what was time-barred was not claimed, and opens no appeal; beside what was not, it is open above 1,750.00", async () => {
  const appealOf = async (earlier: string) => {
    const one = await file(person(), [earlier]);
    await accepted(await sent([one]));
    await report([
      line(one, "summons", "2026-06-01", { court: "Utrecht", caseNumber: "4 CV" }),
      line(one, "judgment", "2026-09-01", { principal: "1000.00", caseNumber: "4 CV" }),
    ]);
    expect(await waiting(one)).toEqual([]);
    return (await lawyer.call(readProceedings, { params: { id: one.id } })).title?.appealUntil;
  };
  // Of 2020 it lapsed in 2025.
  expect(await appealOf("2020-04-30")).toBeNull();
  expect(await appealOf("2025-04-30")).toBe("2026-12-01");
});

test("a debtor who lives abroad may oppose a judgment by default for eight weeks", async () => {
  const one = await file(person({ country: "BE", postcode: "2000", city: "Antwerpen" }));
  await accepted(await sent([one]));
  await report([
    line(one, "judgment", "2026-09-01", { principal: "1000.00", caseNumber: "3 CV", byDefault: true }),
    line(one, "service", "2026-10-20", { inPerson: true }),
  ]);
  const { title } = await lawyer.call(readProceedings, { params: { id: one.id } });
  // 20 October and 56 days: 15 December, and the day after it somebody goes on.
  expect(title?.oppositionUntil).toBe("2026-12-15");
  expect(await planned(one)).toContain("judgment_received 2026-12-16");
});

test("an awarded claim is not sued for again, unless a person gives a reason", async () => {
  const one = await withOffice();
  await report([
    line(one, "judgment", "2026-11-03", { principal: "1000.00", caseNumber: "6 CV" }),
    line(one, "closed", "2026-11-10", { reason: "Terug" }),
  ]);
  const body = { type: "summons" as const, destination, files: [one.id] };
  const judged = async () =>
    (await lawyer.call(validateFiles, { body })).items[0]?.lines.find(({ need }) => need === "notAwarded");
  expect(await judged()).toMatchObject({ state: "missing", level: "block", passable: true });
  expect((await judged())?.why).toContain("6 CV");
  const passed = { destination, file: one.id, need: "notAwarded" as const, reason: "Restvordering van november" };
  await lawyer.call(overrideLine, { body: passed });
  expect(await judged()).toMatchObject({ state: "passed", passed: { reason: "Restvordering van november" } });
});

describe("a report arrives", () => {
  test("ten times at once, and is booked once", async () => {
    const one = await withOffice();
    const paid = line(one, "payment", "2026-11-01", { amount: "50.00" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => report([paid])));
    expect(answers.reduce((sum, { taken }) => sum + taken, 0)).toBe(1);
    expect(answers.reduce((sum, { known }) => sum + known, 0)).toBe(9);
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments.map(({ amount }) => amount)).toEqual([5000]);
  });

  test("of the same files in opposite order at once, and all is booked", async () => {
    const [one, two] = [await withOffice(), await withOffice()];
    const paid = (file: File, amount: string) => line(file, "payment", "2026-11-01", { amount });
    const other = await world.owner.pool.connect();
    await other.query("begin");
    await other.query("select from case_file where id = $1 for update", [one.id]);
    const first = report([paid(one, "10.00"), paid(two, "20.00")]);
    await untilLockWaits(world);
    const second = report([paid(two, "30.00"), paid(one, "40.00")]);
    await untilLockWaits(world, 2);
    await other.query("commit");
    other.release();
    expect(await Promise.all([first, second])).toMatchObject([{ taken: 2 }, { taken: 2 }]);
    const paidOn = async ({ id }: File) =>
      (await lawyer.call(getClaim, { params: { id }, query: {} })).payments.map(({ amount }) => amount).sort();
    expect([await paidOn(one), await paidOn(two)]).toEqual([
      [1000, 4000],
      [2000, 3000],
    ]);
  });

  test("late and out of order, and reverts nothing", async () => {
    const one = await withOffice();
    const judged = { principal: "1000.00", caseNumber: "2 CV" };
    await report([line(one, "service", "2026-10-10"), line(one, "judgment", "2026-10-01", judged)]);
    await report([line(one, "summons", "2026-09-01", { court: "Breda" })]);
    expect(await phase(one)).toBe("bailiff");
    expect(await lawyer.call(readProceedings, { params: { id: one.id } })).toMatchObject({
      stage: "service",
      court: "Breda",
      title: { on: "2026-10-01" },
    });
    // Paid before the judgment, told after it: it counts towards the award.
    await report([line(one, "payment", "2026-09-15", { amount: "200.00" })]);
    expect(await balance(one)).toBe("0.00 / 0.00 / 800.00 / 800.00");
  });

  test("before the office's receipt, and is processed once the file is accepted", async () => {
    const one = await file();
    const batch = await sent([one]);
    expect(await report([line(one, "payment", "2026-11-10", { amount: "25.00" })])).toMatchObject({ unread: 1 });
    await accepted(batch);
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments.map(({ amount }) => amount)).toEqual([2500]);
  });

  test("of a payment years ago or before the first invoice, and waits until a person says that the day is right", async () => {
    const one = await withOffice();
    expect(await report([line(one, "payment", "2016-11-01", { amount: "50.00" })])).toMatchObject({ unread: 1 });
    expect(await balance(one)).toContain("1000.00");
    const [odd] = await waiting(one);
    expect(odd).toMatchObject({ problemCode: "refused" });
    const again = await lawyer.call(retryReport, { params: { id: odd?.id ?? 0 }, body: {} });
    expect(again.state).toBe("done");
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments).toMatchObject([{ amount: 5000, date: "2016-11-01" }]);
  });

  test("with other content under a known key, and waits for a person", async () => {
    const one = await withOffice();
    const paid = line(one, "payment", "2026-11-01", { amount: "50.00" });
    await report([paid]);
    expect(await report([{ ...paid, amount: "60.00" }])).toMatchObject({ taken: 0, unread: 1 });
    const { items } = await lawyer.call(listReports, { query: { filter: { problem: "1" } } });
    const changed = items.find(({ problemCode }) => problemCode === "changed");
    const params = { id: changed?.id ?? 0 };
    expect((await lawyer.refused(retryReport, { params, body: {} })).status).toBe(400);
    await lawyer.call(settleReport, { params, body: { note: "Nagebeld: 50,00 is juist" } });
    expect((await lawyer.refused(settleReport, { params, body: { note: "x" } })).status).toBe(400);
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments.map(({ amount }) => amount)).toEqual([5000]);
  });
});

test("an unknown term of an office waits until a person defines it, for this and later lines", async () => {
  const one = await withOffice();
  const odd = (on: string) => line(one, "BTL-1", on, { amount: "10.00" });
  expect(await report([odd("2026-11-01"), odd("2026-11-02"), odd("2026-11-03")])).toMatchObject({ unread: 3 });
  const lines = (await lawyer.call(listReports, { query: { filter: { problem: "1" }, limit: 100 } })).items.filter(
    ({ code }) => code === "BTL-1",
  );
  expect(lines).toHaveLength(3);
  const [first, second] = lines;
  const now = { params: { id: first?.id ?? 0 }, body: { kind: "payment" as const } };
  expect(await lawyer.call(assignReport, now)).toMatchObject({ state: "done", others: 0 });
  const always = { params: { id: second?.id ?? 0 }, body: { kind: "payment" as const, always: true } };
  expect(await lawyer.call(assignReport, always)).toMatchObject({ state: "done", others: 1 });
  expect(await report([odd("2026-11-04")])).toMatchObject({ taken: 1 });
  const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
  expect(payments.map(({ amount }) => amount)).toEqual([1000, 1000, 1000, 1000]);
  const params = { id: destination };
  expect((await lawyer.call(listCodes, { params })).items).toMatchObject([{ code: "BTL-1", kind: "payment" }]);
  await lawyer.call(forgetCode, { params, body: { code: "BTL-1" } });
  expect(await report([odd("2026-11-05")])).toMatchObject({ unread: 1 });
});

describe("costs of an office", () => {
  test("before a title are charged to the client, and above the scale to nobody until a person decides", async () => {
    const one = await withOffice();
    await report([
      line(one, "cost", "2026-11-02", { act: "2a", exVat: "125.57", description: "Dagvaarding" }),
      line(one, "judgment", "2026-11-03", { principal: "1000.00", costs: "100.00", caseNumber: "3 CV" }),
      line(one, "cost", "2026-11-04", { act: "2b", exVat: "150.00", description: "Betekening" }),
    ]);
    const [above, ...others] = await waiting(one);
    expect(others).toEqual([]);
    expect(above).toMatchObject({ problemCode: "aboveScale" });
    expect(await balance(one)).toBe("100.00 / 0.00 / 1000.00 / 1100.00");
    const params = { id: above?.id ?? 0 };
    expect(await lawyer.call(retryReport, { params, body: {} })).toMatchObject({ state: "waiting" });
    await lawyer.call(retryReport, { params, body: { atScale: true } });
    // 100.00 + 136.71 by the scale of 2026; 13.29 beyond it is the client's.
    expect(await balance(one)).toBe("236.71 / 0.00 / 1000.00 / 1236.71");
    const { items } = await lawyer.call(listCosts, { params: { id: one.id } });
    expect(items.filter(({ chargedTo }) => chargedTo === "client").map(({ amount }) => amount)).toEqual([12_557, 1329]);
    // What no list of types has is named all the same.
    expect(items.find(({ amount }) => amount === 10_000)?.type).toBe("Awarded by judgment");
    expect((await lawyer.refused(retryReport, { params, body: { atScale: true } })).status).toBe(400);
  });

  test("above the agreed price are booked and flagged", async () => {
    const one = await withOffice();
    // 60.00 was agreed on for an article 2 d; the scale of 2026 has 90.11.
    await report([
      line(one, "cost", "2026-11-02", { act: "2d", exVat: "60.00" }),
      line(one, "cost", "2026-11-03", { act: "art. 2 sub d", exVat: "60.01" }),
      line(one, "cost", "2026-11-04", { act: "2a", exVat: "125.57" }),
    ]);
    const { items } = await lawyer.call(importedCosts, { query: {} });
    const mine = items.filter(({ fileId }) => fileId === one.id);
    expect(mine.map(({ exVatCents, flags }) => [exVatCents, flags])).toEqual([
      [12_557, []],
      [6001, ["The office bills more than the agreed price: take it up with the office"]],
      [6000, []],
    ]);
    const { items: booked } = await lawyer.call(listCosts, { params: { id: one.id } });
    expect(booked.map(({ amount }) => amount).sort()).toEqual([12_557, 6000, 6001].sort());
  });

  test.each([
    // 136.71 × 21 % = 28.71; the client of these files offsets VAT, unless the file says otherwise.
    [false, "165.42", 2871],
    [true, "136.71", 0],
    [null, "136.71", 0],
  ])("bear VAT for the debtor as the file says (offsets it: %s)", async (canReclaimVat, owed, vat) => {
    const { id } = await placeOne(world, client, claimOf({ debtor: person(), canReclaimVat }));
    const one = { id, number: (await lawyer.call(showFile, { params: { id } })).number };
    await accepted(await sent([one]));
    const { file: given } = await lawyer.call(readHandoverSet, { params: { id } });
    expect(given.client.canReclaimVat).toBe(canReclaimVat !== false);
    await report([
      line(one, "judgment", "2026-11-03", { principal: "1000.00", caseNumber: "7 CV" }),
      line(one, "cost", "2026-11-04", { act: "2b", exVat: "136.71", vat: "28.71" }),
    ]);
    expect(await balance(one)).toBe(`${owed} / 0.00 / 1000.00 / ${(1000 + Number(owed)).toFixed(2)}`);
    const { totals } = await lawyer.call(listCosts, { params: { id } });
    expect(totals.debtorVat).toBe(vat);
  });

  test("of nothing are not understood, and hold up no other line", async () => {
    const one = await withOffice();
    const told = [
      line(one, "cost", "2026-11-02", { act: "2d", exVat: "0.00" }),
      line(one, "payment", "2026-11-02", { amount: "0.00" }),
      line(one, "payment", "2026-11-03", { amount: "12.50" }),
    ];
    expect(await report(told)).toMatchObject({ taken: 1, unread: 2 });
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments.map(({ amount }) => amount)).toEqual([1250]);
  });

  test("under a word of the office's stand among the imported costs as others do", async () => {
    const one = await withOffice();
    await report([line(one, "KST-9", "2026-11-02", { act: "2a", exVat: "125.57", description: "Dagvaarding" })]);
    const { items: lines } = await lawyer.call(listReports, { query: { filter: { problem: "1" }, limit: 100 } });
    const params = { id: lines.find(({ code }) => code === "KST-9")?.id ?? 0 };
    await lawyer.call(assignReport, { params, body: { kind: "cost" } });
    const { items } = await lawyer.call(importedCosts, { query: { limit: 100 } });
    expect(items.filter(({ fileId }) => fileId === one.id).map(({ exVatCents }) => exVatCents)).toEqual([12_557]);
    const { items: said } = await lawyer.call(listReports, { query: { filter: { file: one.id } } });
    expect(said.map(({ text }) => text)).toEqual(["2a · €125.57 · Dagvaarding"]);
  });

  test("are refused by law under a state, wait with that reason, and are booked once it ends", async () => {
    const one = await withOffice();
    await report([line(one, "judgment", "2026-10-03", { principal: "1000.00", caseNumber: "4 CV" })]);
    const { hold } = await world.work((ctx) =>
      placeHold(ctx, one.id, { kind: "dispute", reason: "Betwist", until: null }),
    );
    expect(
      await report([
        line(one, "cost", "2026-11-19", { act: "2b", exVat: "136.71" }),
        line(one, "payment", "2026-11-19", { amount: "10.00" }),
      ]),
    ).toMatchObject({ taken: 1, unread: 1 });
    const [refused] = await waiting(one);
    expect(refused).toMatchObject({ problemCode: "refused" });
    expect(refused?.problem).not.toBe("Refused by law or file");
    // A payment lowers a debt and is never refused.
    expect(await balance(one)).toBe("0.00 / 0.00 / 990.00 / 990.00");
    await world.work((ctx) => liftHold(ctx, one.id, hold.id));
    const params = { id: refused?.id ?? 0 };
    const again = await lawyer.call(retryReport, { params, body: {} });
    // It was spent before the dispute began.
    expect(again.state).toBe("done");
  });

  test("a judgment of a file that was closed meanwhile waits for a person", async () => {
    const one = await withOffice();
    const clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_AGENDA"]);
    const { version } = await clerk.call(showFile, { params: { id: one.id } });
    await clerk.call(closeFileByHand, { params: { id: one.id }, body: { reason: "withdrawn", version } });
    expect(
      await report([line(one, "judgment", "2026-10-03", { principal: "1000.00", caseNumber: "5 CV" })]),
    ).toMatchObject({ taken: 0, unread: 1 });
    expect(await waiting(one)).toMatchObject([{ problemCode: "refused", problem: "The file is closed." }]);
    // What asks for no booking is taken, and plans nothing: nobody waits for its day in court.
    const summons = line(one, "summons", "2026-11-18", { court: "Utrecht", rollDate: "2026-12-16" });
    expect(await report([summons])).toMatchObject({ taken: 1, unread: 0 });
    expect((await clerk.call(fileAgenda, { params: { id: one.id } })).items).toEqual([]);
  });
});

describe("an office that reports automatically", () => {
  const post = (text: string, more: { key?: string; at?: string; id?: number } = {}) => {
    const at = more.at ?? world.clock.now().toISOString();
    const id = more.id ?? destination;
    const path = receiveFeed.path.replace("{id}", String(id));
    const signed = `${at}\nPOST\n${path}\n${text}`;
    const signature = createHmac("sha256", more.key ?? signingKey)
      .update(signed)
      .digest("hex");
    const headers = { "x-handover-at": at, "x-handover-signature": `sha256=${signature}` };
    return world.guest().send(receiveFeed, { params: { id }, body: { text }, headers });
  };

  test("sends signed CSV; the same text is imported once, and a reordered one adds nothing", async () => {
    const one = await withOffice();
    const text = `file_number;date;code;amount;key\n${one.number};19-11-2026;payment;12,50;c1\n`;
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(text)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await post(`key;file_number;date;code;amount\nc1;${one.number};19-11-2026;payment;12,50\n`);
    await world.drain();
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments.map(({ amount }) => amount)).toEqual([1250]);
  });

  test("sends as much at once as it is told that it may, and no more", async () => {
    const one = await withOffice();
    const told = JSON.stringify({ reports: [line(one, "payment", "2026-11-19", { amount: "12.50" })] });
    const reports = (length: number) => `${" ".repeat(length - told.length)}${told}`;
    expect((await post(reports(5_000_000))).status).toBe(200);
    await world.drain();
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments.map(({ amount }) => amount)).toEqual([1250]);
    // By hand too: told beside its field where it is too long.
    const byHand = { params: { id: destination }, body: { text: reports(5_000_000) } };
    expect(await lawyer.call(enterReports, byHand)).toMatchObject({ taken: 0, known: 1 });
    const refused = await lawyer.refused(enterReports, { ...byHand, body: { text: reports(5_000_001) } });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ["text"]]);
  });

  test("is refused with another key, an old signature, or for another destination", async () => {
    const old = new Date(world.clock.now().getTime() - 6 * 60_000).toISOString();
    expect((await post("key;kind\na;closed\n", { key: "geraden" })).status).toBe(404);
    expect((await post("key;kind\na;closed\n", { at: old })).status).toBe(404);
    expect((await post("key;kind\na;closed\n", { at: "gisteren" })).status).toBe(404);
    expect((await post("key;kind\na;closed\n", { id: destination + 999 })).status).toBe(404);
    const kept = await world.db
      .selectFrom("handover_message")
      .select("id")
      .where("content", "like", "%closed%")
      .execute();
    expect(kept).toEqual([]);
  });

  test("is heard while it has files, though its destination is archived; one that has none is not", async () => {
    const one = await withOffice();
    const archive = (id: number, archived: boolean) =>
      lawyer.call(archiveDestination, { params: { id }, body: { archived } });
    await archive(destination, true);
    expect((await post(`file_number;date;code;amount;key\n${one.number};19-11-2026;payment;7,50;last\n`)).status).toBe(
      200,
    );
    await world.drain();
    await archive(destination, false);
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments.map(({ amount }) => amount)).toEqual([750]);
    const bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor zonder dossiers" } })).id;
    const { id } = await lawyer.call(createDestination, {
      body: { name: "Zonder", bailiff, types: ["amicable"], channel: "download", format: "json", signingKey },
    });
    expect((await post("key;kind\na;closed\n", { id })).status).toBe(200);
    await archive(id, true);
    expect((await post("key;kind\nb;closed\n", { id })).status).toBe(404);
  });

  test("has NUL and halves of characters left out of its lines, and each of its lines taken", async () => {
    const one = await withOffice();
    const advice = () => line(one, "advice", "2026-11-18", { text: "wacht\u0000 nog \ud83d", "x\u0000": "\\u0000" });
    const text = JSON.stringify({ reports: [advice(), line(one, "payment", "2026-11-19", { amount: "12.50" })] });
    expect((await post(text)).status).toBe(200);
    await world.drain();
    const { payments } = await lawyer.call(getClaim, { params: { id: one.id }, query: {} });
    expect(payments.map(({ amount }) => amount)).toEqual([1250]);
    expect(await report([advice()])).toMatchObject({ taken: 1, unread: 0 });
    const { items } = await lawyer.call(listReports, { query: { filter: { file: one.id } } });
    expect(items.filter(({ text: said }) => said === "wacht nog")).toHaveLength(2);
    // What is no feed is kept by its beginning, which ends with a whole character.
    expect((await post(`${"x".repeat(1999)}\u{1f600} geen feed`)).status).toBe(200);
    await world.drain();
    const kept = await world.db.selectFrom("handover_message").select("id").where("taken_at", "is", null).execute();
    expect(kept).toEqual([]);
  });

  test("what it holds on a day to come is kept as a line that was not understood, by SFTP as by a message", async () => {
    const to = await world.db
      .selectFrom("handover_destination")
      .selectAll()
      .where("id", "=", destination)
      .executeTakeFirstOrThrow();
    const content = { on: "2027-01-01", holdings: [{ fileNumber: "TOEKOMST-1", open: "10.00" }] };
    await world.work((ctx) => ingestMessage(ctx, to, { name: "stand.json", content }));
    expect(
      await world.db
        .selectFrom("handover_holding")
        .select("file_number")
        .where("on_date", ">", date("2026-11-20"))
        .execute(),
    ).toEqual([]);
    const { items } = await lawyer.call(listReports, { query: { filter: { problem: "1" }, limit: 100 } });
    expect(items.some(({ text }) => text.includes("TOEKOMST-1"))).toBe(true);
  });

  test("that sends unreadable content has it kept in full", async () => {
    expect((await post('<x onload="alert(1)">\u0000')).status).toBeLessThan(500);
    expect((await post("=HYPERLINK(evil) geen feed")).status).toBe(200);
    await world.drain();
    const { items } = await lawyer.call(listReports, { query: { filter: { problem: "1" }, limit: 100 } });
    expect(items.some(({ text }) => text.includes("HYPERLINK"))).toBe(true);
  });
});

test("files are accepted and rejected one by one when an office gives no receipt", async () => {
  const [one, two] = [await file(), await file()];
  const batch = await sent([one, two]);
  await report([line(one, "accepted", "2026-11-20", { officeNumber: "W-77" })]);
  expect(await lawyer.call(readBatch, { params: { id: batch.id } })).toMatchObject({ state: "sent" });
  await report([line(two, "rejected", "2026-11-20", { reason: "Buiten ons gebied" })]);
  expect(await lawyer.call(readBatch, { params: { id: batch.id } })).toMatchObject({ state: "partly" });
  expect([await phase(one), await phase(two)]).toEqual(["bailiff", "amicable"]);
});

test.each(["", " that was paused on its way"])(
  "the task of a file%s is closed when the office has accepted the file",
  async (how) => {
    const one = await file();
    await sql`update file_workflow set workflow_code = 'W1', position = 9 where file_id = ${one.id}`.execute(world.db);
    await sql`update case_file set phase = 'judicial' where id = ${one.id}`.execute(world.db);
    await world.work((ctx) => refreshNextSteps(ctx, [one.id]));
    const next = async () =>
      (await world.db.selectFrom("case_file").select("next_step").where("id", "=", one.id).executeTakeFirstOrThrow())
        .next_step;
    expect(await next()).toBe("workflows.step_TASK_HANDOVER");
    const batch = await sent([one]);
    if (how !== "") {
      const { version } = await lawyer.call(readFileWorkflow, { params: { id: one.id } });
      await lawyer.call(pauseFileWorkflow, { params: { id: one.id }, body: { reason: "Debiteur belde", version } });
    }
    await accepted(batch);
    expect(await next()).not.toBe("workflows.step_TASK_HANDOVER");
    expect(await phase(one)).toBe("bailiff");
    const { rows } = await sql<{ outcome: string }>`select outcome from step_done
    where file_id = ${one.id} and position = 10`.execute(world.db);
    expect(rows).toEqual([{ outcome: "done" }]);
  },
);

test("the handover of a file that an office has not answered yet cannot be noted by hand; once the office has rejected it, it can", async () => {
  const business = person({ fileType: "company", companyName: "Zoet B.V.", legalForm: "bv", kvk: "87654321" });
  const one = await file({ ...business, initials: null, prefix: null, lastName: null });
  const { id } = one;
  await lawyer.call(changeFileWorkflow, { params: { id }, body: { workflow: "W2", reason: "Zakelijk" } });
  const place = () => lawyer.call(readFileWorkflow, { params: { id } });
  const task = (await place()).steps.find(({ template }) => template === "TASK_HANDOVER")?.position ?? 0;
  expect(task).toBeGreaterThan(0);
  for (let now = await place(); now.next !== null && now.next.position < task; now = await place()) {
    const { position } = now.next;
    const isCheck = now.steps.some((step) => step.position === position && step.template === "TASK_CHECK");
    if (isCheck) await lawyer.call(doStep, { params: { id }, body: { position, outcome: "done" } });
    else
      await lawyer.call(skipWorkflowStep, {
        params: { id },
        body: { position, version: now.version, reason: "Proef" },
      });
  }
  const batch = await sent([one]);
  const body = { position: task, outcome: "approved" } as const;
  const refused = await lawyer.refused(doStep, { params: { id }, body });
  expect(refused.body.errors).toEqual({ common: [expect.stringContaining(`Handover ${batch.id}`)] });
  expect((await place()).next).toMatchObject({ position: task });
  await report([line(one, "rejected", "2026-11-20", { reason: "Buiten ons gebied" })]);
  await lawyer.call(doStep, { params: { id }, body });
  expect((await place()).next).toBeNull();
});

test("is hidden from users who may not see the file, and no figure counts it twice", async () => {
  const one = await withOffice();
  await report([
    line(one, "payment", "2026-11-01", { amount: "5.00" }),
    line(one, "cost", "2026-11-01", { act: "?", exVat: "1.00" }),
  ]);
  const stranger = await world.login({ acl, kind: "customer", clientIds: [client] });
  expect((await stranger.refused(readProceedings, { params: { id: one.id } })).status).toBe(404);
  const reader = await world.login(["ROLE_FILE_SEARCH"]);
  expect((await reader.refused(readProceedings, { params: { id: one.id } })).status).toBe(403);
  const figures = await lawyer.call(batchStatistics, { body: { destination } });
  expect(figures.items).toHaveLength(1);
  expect(await world.problems()).toEqual([]);
});
