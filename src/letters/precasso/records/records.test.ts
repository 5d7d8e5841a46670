/** Records of pre-collection through HTTP: entered, found, paid, disputed, put on hold and withdrawn; and who sees which. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listParties } from "../../../cases/parties/parties.contract.ts";
import { createFile } from "../../../exchange/intake/intake.contract.ts";
import { fileOf } from "../../../exchange/intake/intake.factory.ts";
import { addDays } from "../../../ground/kernel/dates.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { sampleLetterInput } from "../../correspondence/correspondence.factory.ts";
import { composeEmail } from "../../correspondence/correspondence.server.ts";
import { letterModel } from "../../correspondence/letters/letter.ts";
import { moveWaiting, sendsOfDay } from "../../processing/processing.contract.ts";
import { portfolio } from "../../processing/processing.factory.ts";
import { loadInputs } from "../../processing/processing.server.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { convertCall } from "../runs/runs.contract.ts";
import {
  correctDebtor,
  createRecordCall,
  disputeRecord,
  holdRecord,
  listRecords,
  readRecord,
  reportPayment,
  reportPayments,
  resumeRecord,
  returnLetter,
  takePaymentBack,
  withdrawRecord,
} from "./records.contract.ts";
import { loadSituations } from "./situations.server.ts";

let world: World;
let staff: Visitor;
let client: number;
const roles = ["ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_SEARCH"];

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(roles);
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

const record = (id: number) => staff.call(readRecord, { params: { id } });

describe("a record of pre-collection", () => {
  it("is entered, found by its known data, and shows its next step and date", async () => {
    const body = recordOf(client);
    const made = await staff.call(createRecordCall, { body });
    const found = await record(made.id);
    expect(found).toMatchObject({ state: "open", openCents: 10_000, totalCents: 10_000, nextStep: expect.any(String) });
    // Due on 1 November: the first mail is three days later, long past; so it is due now.
    expect(found.steps.find(({ isNext }) => isNext)).toMatchObject({ position: 1, dueOn: "2026-11-04" });
    const invoice = body.invoices[0]?.number ?? "";
    for (const search of [made.number, body.clientRef, invoice, body.debtor.lastName ?? "", "3531 CL"]) {
      const { items } = await staff.call(listRecords, { query: { filter: { search } } });
      expect(items.map(({ id }) => id)).toContain(made.id);
    }
    expect((await staff.call(listRecords, { query: { filter: { search: "%" } } })).items).toEqual([]);
  });

  it.each([
    ["client", { client: 99_999 }],
    ["debtor.postcode", { debtor: { ...recordOf(1).debtor, postcode: "0000 AA" } }],
    [
      "invoices.0.paid",
      { invoices: [{ number: "X", date: "2026-10-01", dueDate: "2026-11-01", amount: "5.00", paid: "5.00" }] },
    ],
    ["clientRef", { clientRef: "" }],
  ])("is refused beside %s", async (field, wrong) => {
    const error = await staff.refused(createRecordCall, { body: { ...recordOf(client), ...wrong } });
    expect(error.status).toBe(400);
    expect(Object.keys(error.body.errors ?? {})).toEqual([field]);
  });

  it("may fall due later: no reminder is sent before", async () => {
    const id = await makeRecord(staff, client, {
      invoices: [{ number: "LATER-1", date: "2026-11-01", dueDate: "2026-12-01", amount: "10.00" }],
    });
    expect((await record(id)).steps.find(({ isNext }) => isNext)?.dueOn).toBe("2026-12-04");
  });

  it("is unique: its reference and invoices cannot be entered twice, nor an invoice of a file", async () => {
    const body = recordOf(client);
    await staff.call(createRecordCall, { body });
    const again = await staff.refused(createRecordCall, { body: { ...recordOf(client), clientRef: body.clientRef } });
    expect(Object.keys(again.body.errors ?? {})).toEqual(["clientRef"]);
    const invoice = await staff.refused(createRecordCall, { body: { ...recordOf(client), invoices: body.invoices } });
    expect(Object.keys(invoice.body.errors ?? {})).toEqual(["invoices.0.number"]);
    const clerk = await world.login(["ROLE_FILE_CREATE"]);
    const file = fileOf(client);
    await clerk.call(createFile, { body: file });
    const inFile = await staff.refused(createRecordCall, { body: { ...recordOf(client), invoices: file.invoices } });
    expect(Object.keys(inFile.body.errors ?? {})).toEqual(["invoices.0.number"]);
  });

  it("entered by two people at the same moment is made once", async () => {
    const body = recordOf(client);
    const replies = await Promise.all([1, 2, 3].map(() => staff.send(createRecordCall, { body })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("is paid in parts; the same payment reported twice counts once, and more than the open amount is refused", async () => {
    const id = await makeRecord(staff, client);
    const tell = (amount: string, key?: string) => ({
      params: { id },
      body: { date: "2026-11-18", amount, ...(key && { key }) },
    });
    expect((await staff.call(reportPayment, tell("40.00", "bank-1"))).openCents).toBe(6000);
    expect((await staff.call(reportPayment, tell("40.00", "bank-1"))).openCents).toBe(6000);
    expect((await staff.refused(reportPayment, tell("41.00", "bank-1"))).body.errors).toHaveProperty("key");
    expect((await staff.refused(reportPayment, tell("60.01"))).body.errors).toHaveProperty("amount");
    expect((await staff.refused(reportPayment, tell("0.00"))).body.errors).toHaveProperty("amount");
    const paid = await staff.call(reportPayment, tell("60.00"));
    expect(paid).toMatchObject({ state: "paid", openCents: 0, nextDueOn: null });
    const second = paid.payments.at(-1)?.id ?? 0;
    const open = await staff.call(takePaymentBack, {
      params: { id, paymentId: second },
      body: { version: paid.version },
    });
    expect(open).toMatchObject({ state: "open", openCents: 6000 });
    expect(open.payments.map(({ toldBy }) => toldBy)).toEqual(["house", "house"]);
  });

  it("takes a part payment once that two people tell at the same time, each of whom saw the record as it was before", async () => {
    const id = await makeRecord(staff, client);
    const { version } = await record(id);
    const told = { params: { id }, body: { date: "2026-11-18", amount: "40.00", version } };
    const both = await Promise.all([staff.send(reportPayment, told), staff.send(reportPayment, told)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await record(id)).openCents).toBe(6000);
  });

  it("paid by mistake goes on as it was: still disputed, or still on hold", async () => {
    const paidAndBack = async (id: number) => {
      const told = { params: { id }, body: { date: "2026-11-18", amount: "100.00" } };
      const paid = await staff.call(reportPayment, told);
      expect(paid).toMatchObject({ state: "paid", holdUntil: null });
      const params = { id, paymentId: paid.payments.at(-1)?.id ?? 0 };
      return staff.call(takePaymentBack, { params, body: { version: paid.version } });
    };
    const disputedId = await makeRecord(staff, client);
    const { version } = await record(disputedId);
    await staff.call(disputeRecord, { params: { id: disputedId }, body: { reason: "Niet geleverd", version } });
    expect(await paidAndBack(disputedId)).toMatchObject({ state: "disputed", openCents: 10_000 });
    const heldId = await makeRecord(staff, client);
    const body = { reason: "Op vakantie", version: (await record(heldId)).version, until: "2026-12-20" };
    await staff.call(holdRecord, { params: { id: heldId }, body });
    expect(await paidAndBack(heldId)).toMatchObject({ state: "open", holdUntil: "2026-12-20" });
    // Twice the same mistake changes nothing.
    expect(await paidAndBack(disputedId)).toMatchObject({ state: "disputed" });
  });

  it("reported as paid by two people at once is never paid twice", async () => {
    const id = await makeRecord(staff, client);
    const body = { date: "2026-11-18", amount: "100.00" };
    const replies = await Promise.all([1, 2].map(() => staff.send(reportPayment, { params: { id }, body })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await record(id)).payments).toHaveLength(1);
  });

  it("stores no citizen service number, in no reason and no reference", async () => {
    const id = await makeRecord(staff, client);
    const told = { date: "2026-11-18", amount: "1.00", reference: "van 111222333" };
    const error = await staff.refused(reportPayment, { params: { id }, body: told });
    expect(Object.keys(error.body.errors ?? {})).toEqual(["reference"]);
    const payments = [{ ...told, of: (await record(id)).number }];
    const { items } = await staff.call(reportPayments, { body: { client, payments } });
    expect(items).toMatchObject([{ outcome: "refused", why: expect.stringContaining("citizen service number") }]);
    const body = { reason: "Heet nu 111222333", version: (await record(id)).version };
    const disputed = await staff.call(disputeRecord, { params: { id }, body });
    expect(disputed.lines[0]?.note).toMatch(/^Heet nu \D+$/);
  });

  it("pauses while disputed or on hold, continues where it was, and ends when withdrawn", async () => {
    const body = recordOf(client);
    const { id } = await staff.call(createRecordCall, { body });
    const reason = "Zegt dat het niet is geleverd <script>alert(1)</script>";
    const { version } = await record(id);
    const disputed = await staff.call(disputeRecord, { params: { id }, body: { reason, version } });
    expect(disputed.reasons.map(({ rule }) => rule)).toContain("holdDispute");
    expect(disputed.lines[0]?.note).toBe(reason);
    expect((await staff.refused(resumeRecord, { params: { id }, body: { reason, version } })).status).toBe(409);
    const resumed = await staff.call(resumeRecord, { params: { id }, body: { reason, version: disputed.version } });
    expect(resumed).toMatchObject({ state: "open", holdUntil: null });
    const held = await staff.call(holdRecord, {
      params: { id },
      body: { reason, version: resumed.version, until: "2026-12-01" },
    });
    expect(held.holdUntil).toBe("2026-12-01");
    expect(held.reasons.map(({ rule }) => rule)).toContain("hold");
    const gone = await staff.call(withdrawRecord, { params: { id }, body: { reason, version: held.version } });
    expect(gone).toMatchObject({ state: "withdrawn", nextDueOn: null });
    expect(
      (await staff.refused(reportPayment, { params: { id }, body: { date: "2026-11-18", amount: "1.00" } })).status,
    ).toBe(400);
    // What was withdrawn may come again.
    await staff.call(createRecordCall, { body });
  });
});

describe("a client's own people", () => {
  it("see and update their own client's records, and no others", async () => {
    const other = (await makeClient(world.db, world.clock)).id;
    const mine = await makeRecord(staff, client);
    const foreign = await makeRecord(staff, other);
    const contact = await world.login({ acl: roles, kind: "contact", clientIds: [client] });
    const { items } = await contact.call(listRecords, { query: { limit: 1000 } });
    expect(items.map(({ id }) => id)).toContain(mine);
    expect(new Set(items.map(({ clientId }) => clientId))).toEqual(new Set([client]));
    const told = await contact.call(reportPayment, {
      params: { id: mine },
      body: { date: "2026-11-18", amount: "1.00" },
    });
    expect(told.payments[0]?.toldBy).toBe("client");
    for (const call of [withdrawRecord, disputeRecord, resumeRecord])
      expect((await contact.refused(call, { params: { id: foreign }, body: { reason: "x", version: 1 } })).status).toBe(
        404,
      );
    expect((await contact.refused(readRecord, { params: { id: foreign } })).status).toBe(404);
    const lives = {
      street: "Elders",
      houseNumber: "1",
      addition: null,
      postcode: "3531 CL",
      city: "Utrecht",
      country: "NL",
    };
    const reached = { phone: null, mobile: null, email: null, language: "nl" } as const;
    const body = { ...lives, ...reached, source: "x", version: 1 };
    expect((await contact.refused(correctDebtor, { params: { id: foreign }, body })).status).toBe(404);
    const back = { params: { id: foreign, messageId: 1 }, body: { on: "2026-11-18", reason: "x", version: 1 } };
    expect((await contact.refused(returnLetter, back)).status).toBe(404);
    expect(
      (
        await contact.refused(reportPayment, {
          params: { id: foreign },
          body: { date: "2026-11-18", amount: "1.00" },
        })
      ).status,
    ).toBe(404);
    expect((await contact.refused(createRecordCall, { body: recordOf(other) })).status).toBe(400);
    const nobody = await world.login({ acl: roles, kind: "contact", clientIds: [] });
    expect((await nobody.call(listRecords)).items).toEqual([]);
  });

  it("report the same payments in two orders at the same moment: each is noted once, and no call fails", async () => {
    const numbers = [];
    for (let made = 0; made < 30; made++) numbers.push((await record(await makeRecord(staff, client))).number);
    const payments = numbers.map((of) => ({ of, date: "2026-11-18", amount: "1.00", key: "same" }));
    const ways = [payments, payments.toReversed(), payments, payments.toReversed()];
    const replies = await Promise.all(
      ways.map((way) => staff.call(reportPayments, { body: { client, payments: way } })),
    );
    const outcomes = replies.flatMap(({ items }) => items.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === "noted")).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === "known")).toHaveLength(90);
    expect(replies[1]?.items.map(({ of }) => of)).toEqual(numbers.toReversed());
  });

  it("report many payments at once, each processed separately", async () => {
    const contact = await world.login({ acl: roles, kind: "contact", clientIds: [client] });
    const body = recordOf(client);
    const { id, number } = await staff.call(createRecordCall, { body });
    const told = (of: string, amount: string, key: string) => ({ of, date: "2026-11-18", amount, key });
    const payments = [
      told(number, "10.00", "a"),
      told(body.clientRef, "20.00", "b"),
      told(body.invoices[0]?.number ?? "", "30.00", "c"),
      told(number, "10.00", "a"),
      told(number, "500.00", "d"),
      told("UNKNOWN", "1.00", "e"),
    ];
    const { items } = await contact.call(reportPayments, { body: { client, payments } });
    expect(items.map(({ outcome }) => outcome)).toEqual(["noted", "noted", "noted", "known", "refused", "refused"]);
    expect((await record(id)).openCents).toBe(4000);
    const other = (await makeClient(world.db, world.clock)).id;
    expect((await contact.refused(reportPayments, { body: { client: other, payments } })).status).toBe(404);
  });

  it("need the right", async () => {
    const without = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await without.refused(listRecords)).status).toBe(403);
    expect((await without.refused(createRecordCall, { body: recordOf(client) })).status).toBe(403);
  });
});

/** A mail about a record, as a run notes it. */
async function mailed(
  id: number,
  to: string,
  key: string,
  { madeOn = world.clock.today(), at = world.clock.now() } = {},
) {
  const text = { subject: "Herinnering", body_text: "x", name: "x", language: "nl" };
  const message = { record_id: id, step: 1, channel: "email", template_code: "PRE_FIRST", to_address: to };
  const days = { created_at: at, created_on: madeOn, send_after: at };
  await world.db
    .insertInto("precasso_message")
    .values({ ...message, ...text, ...days, effect_key: `former:${id}:${key}`, open_cents: 100 })
    .execute();
}
async function correctEmail(id: number, { debtor }: ReturnType<typeof recordOf>, email: string): Promise<void> {
  const { street, houseNumber, postcode, city } = debtor;
  const lives = { street, houseNumber, addition: null, postcode, city, country: "NL", source: "Debtor, by phone" };
  const reach = { phone: null, mobile: debtor.mobile ?? null, email, language: "nl" as const };
  const { version } = await record(id);
  await staff.call(correctDebtor, { params: { id }, body: { ...lives, ...reach, version } });
}

const contactsOf = async (id: number) =>
  (await loadSituations(world.db, [id], world.clock.today())).get(id)?.contacts.map(({ channel }) => channel);

it("counts what went to an address that its debtor had before, once", async () => {
  const body = recordOf(client);
  const { id } = await staff.call(createRecordCall, { body });
  const former = body.debtor.email ?? "";
  await mailed(id, former, "a");
  expect(await contactsOf(id)).toEqual(["email"]);
  const email = `nieuw.${former}`;
  await correctEmail(id, body, email);
  expect(await contactsOf(id)).toEqual(["email"]);
  await mailed(id, email, "b");
  expect(await contactsOf(id)).toEqual(["email", "email"]);
});

it("counts a mail on the day on which it goes, whenever it was made, and not one that never arrived", async () => {
  const body = recordOf(client);
  const { id } = await staff.call(createRecordCall, { body });
  const to = body.debtor.email ?? "";
  const { now, today } = { now: world.clock.now(), today: world.clock.today() };
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  // Made eight days ago for the next day of contact.
  await mailed(id, to, "late", { madeOn: addDays(today, -8), at: daysAgo(5) });
  expect(await contactsOf(id)).toEqual(["email"]);
  const key = `former:${id}:late`;
  const row = { key, kind: "mail", payload: "{}", created_at: now, next_attempt_at: now, state: "dead" };
  await world.db.insertInto("outbox").values(row).execute();
  expect(await contactsOf(id)).toEqual([]);
});

it("is counted among the contacts of files with the same debtor, and of the file that it becomes", async () => {
  const { clientId, fileIds } = await portfolio(world, 1);
  const [fileId = 0] = fileIds;
  const chief = await world.login(["*"]);
  const { main } = await chief.call(listParties, { params: { id: fileId } });
  const contacts = async (file: number) =>
    (await loadInputs(world.db, [file], world.clock.today())).get(file)?.contacts.map(({ channel }) => channel);
  const body = recordOf(clientId);
  const id = await makeRecord(staff, clientId, { ...body, debtor: { ...body.debtor, email: main.email ?? "" } });
  expect(await contacts(fileId)).toEqual([]);
  await mailed(id, main.email ?? "", "file");
  expect(await contacts(fileId)).toEqual(["email"]);
  await correctEmail(id, body, "anders@voorbeeld.example");
  const converted = await chief.call(convertCall, { params: { id }, body: {} });
  expect(await contacts(converted.fileId)).toEqual(["email"]);
});

it("is counted where a message that waits for a file of the same debtor is moved", async () => {
  const { clientId, fileIds } = await portfolio(world, 1);
  const [fileId = 0] = fileIds;
  const chief = await world.login(["*"]);
  const to = (await chief.call(listParties, { params: { id: fileId } })).main.email ?? "";
  const body = recordOf(clientId);
  const id = await makeRecord(staff, clientId, { ...body, debtor: { ...body.debtor, email: to } });
  await mailed(id, to, "moved");
  const sendAt = new Date("2026-12-03T09:00:00Z");
  const { messageId } = await world.work(async (ctx) => {
    await changeSettings(ctx, { messagesPerWeek: 1 });
    const judged = { purpose: "dunning" as const, claimMark: null };
    const order = {
      fileId,
      templateCode: "EM_FIRST",
      effectKey: `moved:${fileId}`,
      to,
      sendAt,
      judged,
    };
    return composeEmail(ctx, { ...order, model: letterModel(sampleLetterInput()) });
  });
  const move = (on: string) => ({ body: { messages: [messageId], on, reason: "drukte" } });
  expect((await chief.refused(moveWaiting, move("2026-11-24"))).body.errors?.on).toHaveLength(1);
  expect(await chief.call(moveWaiting, move("2026-11-27"))).toEqual({ moved: 1 });
  const inWeek = async () => (await chief.call(sendsOfDay)).items.find(({ fileId: of }) => of === fileId)?.inWeek;
  expect(await inWeek()).toBe(1);
  await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 2 }));
  expect(await chief.call(moveWaiting, move("2026-11-24"))).toEqual({ moved: 1 });
  expect(await inWeek()).toBe(2);
});
