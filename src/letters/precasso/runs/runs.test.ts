/** Runs over records through HTTP: W6 day by day up to the file, what stops it, and that only the principal is ever asked for. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { giveUpWork } from "../../../app/operations/given-up-work.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listStates, placeHoldOnFile } from "../../../cases/states/states.contract.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { addDays, date } from "../../../ground/kernel/dates.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { getBalance, getClaim } from "../../../money/claims/bookings/bookings.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { readSendCalendar } from "../../processing/processing.contract.ts";
import { claimOf, person, registerProvider } from "../../processing/processing.factory.ts";
import { runGuards } from "../../processing/processing.server.ts";
import { readFileWorkflow } from "../../workflows/workflows.contract.ts";
import { listPapers } from "../papers/papers.contract.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { dueInvoices, openInvoices } from "../records/record.ts";
import {
  correctDebtor,
  holdRecord,
  listRecords,
  readRecord,
  reportPayment,
  returnLetter,
  withdrawRecord,
} from "../records/records.contract.ts";
import {
  cancelPrecasso,
  convertCall,
  excludePrecasso,
  listActions,
  listPrecassoRows,
  makePrecasso,
  planPrecasso,
  readPrecassoRun,
  retryPrecasso,
  stopPrecasso,
} from "./runs.contract.ts";

let world: World;
let clerk: Visitor;
let client: number;
const roles = [
  "ROLE_PROCESSING",
  "ROLE_PRECASSO_CREATE",
  "ROLE_PRECASSO_SEARCH",
  "ROLE_FILE_SEARCH",
  "ROLE_FILE_EDIT",
  "ROLE_WORKFLOW_FILE",
];

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(roles);
  await registerProvider(world);
  client = await newClient();
});
afterAll(() => world.close());

const newClient = async (): Promise<number> =>
  (
    await makeClient(world.db, world.clock, {
      iban: "NL91ABNA0417164300",
      accountHolder: "Warmtebedrijf Voorbeeld",
      phone: "+31201234567",
      email: "klant@warmte.example",
    })
  ).id;

/** Another day: who was logged in is so no more. */
const at = async (on: string): Promise<void> => {
  world.clock.set(new Date(`${on}T09:00:00Z`));
  clerk = await world.login(roles);
};
const record = (id: number) => clerk.call(readRecord, { params: { id } });

async function plan(of = client) {
  const { id } = await clerk.call(planPrecasso, { body: { clients: [of] } });
  await world.drain();
  return clerk.call(readPrecassoRun, { params: { id } });
}

async function make(run: { id: number; version: number }) {
  await clerk.call(makePrecasso, { params: { id: run.id }, body: { version: run.version } });
  await world.drain();
  return clerk.call(readPrecassoRun, { params: { id: run.id } });
}

/** Plans and makes what is due; undefined where nothing is. */
async function runDay(of = client) {
  const planned = await plan(of);
  return planned.toDo === 0 ? undefined : make(planned);
}

describe("W6", () => {
  it("sends reminders and the 14-day letter in the client's name, and makes a file on which that letter counts", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const body = recordOf(mine);
    const id = await makeRecord(clerk, mine, body);
    const days: string[] = [];
    let lastRun = 0;
    for (let on: string | null = "2026-11-20"; on !== null && on < "2027-02-01"; ) {
      await at(on);
      const run = await runDay(mine);
      if (run) days.push(`${on} ${run.done}`);
      lastRun = run?.id ?? lastRun;
      expect(run?.failed ?? 0).toBe(0);
      const { nextDueOn } = await record(id);
      // The day before it comes nothing goes.
      if (nextDueOn !== null && nextDueOn > addDays(date(on), 1)) {
        await at(addDays(date(nextDueOn), -1));
        expect(await runDay(mine)).toBeUndefined();
      }
      on = nextDueOn;
    }
    const ended = await record(id);
    expect(ended.state).toBe("converted");
    const sent = ended.messages.toReversed();
    expect(sent.map(({ channel }) => channel)).toEqual(["email", "email", "sms", "post"]);
    // One a day, a week apart as designed, and the file on the day after the term.
    expect(days).toHaveLength(5);
    for (const message of sent) {
      expect(message.text).toContain("100,00");
      expect(message.text).toContain("Warmtebedrijf Voorbeeld B.V.");
      expect(message.text).not.toMatch(/rente van|deurwaarder|dagvaard/i);
    }
    expect(sent[0]?.text).toContain("IN-2025-0042");
    expect(sent[3]?.text).toContain("14 dagen, te rekenen vanaf de dag nadat deze brief bij u is bezorgd");
    // 15 % of € 100.00, but the least is € 40.00 (Besluit BIK art. 2).
    expect(sent[3]?.text).toContain("40,00");
    expect(ended.notice14).toMatchObject({ announcedCents: 4000 });
    expect(days.at(-1)?.slice(0, 10) ?? "").toBeTruthy();
    expect((days.at(-1) ?? "") >= (ended.notice14?.bikDueFrom ?? "9")).toBe(true);
    const fileId = ended.fileId ?? 0;
    const { items: rows } = await clerk.call(listPrecassoRows, { params: { id: lastRun } });
    expect(rows).toMatchObject([{ recordId: id, fileId, fileNumber: ended.fileNumber }]);
    const workflow = await clerk.call(readFileWorkflow, { params: { id: fileId } });
    // The letter in the client's name is judged by the gate and counts: the next step is the letter with the costs, not another 14-day letter.
    expect(workflow.next).toMatchObject({ position: 4 });
    const balance = await clerk.call(getBalance, { params: { id: fileId } });
    expect(balance.principal).toBe("100.00");
    // Its clients' reminders stand on the timeline, its mails went out once each.
    const outbox = await world.db.selectFrom("outbox").select("key").where("key", "like", `precasso:${id}:%`).execute();
    expect(outbox).toHaveLength(3);
  });

  it("is sent by somebody other than its planner and not at once, where the settings want it; trying again starts nothing", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    await makeRecord(clerk, mine, recordOf(mine));
    const { id } = await plan(mine);
    // Nobody has started it: nothing of it goes.
    expect(await clerk.call(retryPrecasso, { params: { id } })).toMatchObject({ state: "planned" });
    await world.work((ctx) => changeSettings(ctx, { sendFourEyes: true, sendCoolingMinutes: 30 }));
    const { version } = await clerk.call(readPrecassoRun, { params: { id } });
    const order = { params: { id }, body: { version } };
    expect((await clerk.refused(makePrecasso, order)).body.errors?.common?.[0]).toMatch(/^Four eyes/);
    const other = await world.login(roles);
    expect((await other.refused(makePrecasso, order)).body.errors?.common?.[0]).toMatch(/^Cooling-off/);
    world.clock.set(new Date("2026-11-20T09:31:00Z"));
    expect((await other.call(makePrecasso, order)).state).toBe("making");
    await world.work((ctx) => changeSettings(ctx, { sendFourEyes: false, sendCoolingMinutes: 0 }));
    await world.drain();
    expect(await clerk.call(readPrecassoRun, { params: { id } })).toMatchObject({ state: "done", done: 1 });
  });

  it("sends no more than a day takes of a channel: the rest of a plan waits, and files and pre-collection share the day", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const other = await newClient();
    for (const each of [mine, mine, mine, other]) await makeRecord(clerk, each);
    const today = await sql<{
      n: number;
    }>`select count(*)::int as n from (select send_after from message where channel = 'email'
      union all select send_after from precasso_message where channel = 'email') as sent
      where send_after >= '2026-11-19T23:00:00Z' and send_after < '2026-11-20T23:00:00Z'`.execute(world.db);
    const most = (today.rows[0]?.n ?? 0) + 2;
    const whole = await plan(mine);
    expect(whole.toDo).toBe(3);
    await world.work((ctx) => changeSettings(ctx, { emailPerDay: most }));
    const send = ({ id, version }: { id: number; version: number }) => ({ params: { id }, body: { version } });
    expect((await clerk.refused(makePrecasso, send(whole))).body.errors?.common).toEqual([
      `E-mail: ${most - 2} of ${most} go today already, and this run wants to send 3. Take claims out, or plan again: what no longer fits then waits.`,
    ]);
    const fitting = await plan(mine);
    const { items } = await clerk.call(listPrecassoRows, { params: { id: fitting.id } });
    expect(items.map(({ verdict }) => verdict).toSorted()).toEqual(["do", "do", "wait"]);
    expect(items.find(({ verdict }) => verdict === "wait")?.reasons).toMatchObject([
      { rule: "dayFull", possibleFrom: "2026-11-21", text: expect.stringMatching(/^This day is full/) },
    ]);
    const beside = await plan(other);
    expect(beside.toDo).toBe(1);
    // Nothing of it is made yet, and all of it counts, for files as well.
    expect((await clerk.call(makePrecasso, send(fitting))).state).toBe("making");
    const isFull = () => world.work((ctx) => runGuards.fullChannel(ctx, world.clock.today(), { email: 1 }));
    expect(await isFull()).toMatchObject({ count: most, most });
    expect((await clerk.refused(makePrecasso, send(beside))).body.errors?.common?.[0]).toContain(`${most} of ${most}`);
    const shown = async () => {
      const { items: days } = await clerk.call(readSendCalendar, { query: { from: "2026-11-20", days: 1 } });
      return days.find(({ channel }) => channel === "email");
    };
    expect(await shown()).toMatchObject({ taken: most, most });
    await world.drain();
    expect(await isFull()).toMatchObject({ count: most, most });
    expect(await shown()).toMatchObject({ taken: most, most });
    // A row that failed is tried again only where there is room.
    await world.db.updateTable("precasso_run_row").set({ state: "failed" }).where("run_id", "=", fitting.id).execute();
    expect((await clerk.refused(retryPrecasso, { params: { id: fitting.id } })).status).toBe(402);
    await world.work((ctx) => changeSettings(ctx, { emailPerDay: 0 }));
    expect((await make(beside)).done).toBe(1);
  });

  it("stops when the debtor pays, also between plan and sending, and never makes a file of a paid record", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const id = await makeRecord(clerk, mine);
    const planned = await plan(mine);
    expect(planned).toMatchObject({ state: "planned", toDo: 1 });
    await clerk.call(reportPayment, { params: { id }, body: { date: "2026-11-19", amount: "100.00" } });
    const made = await make(planned);
    expect(made).toMatchObject({ done: 0, dropped: 1 });
    expect((await record(id)).messages).toEqual([]);
    expect((await clerk.refused(convertCall, { params: { id }, body: {} })).status).toBe(400);
    expect((await record(id)).fileId).toBeNull();
  });

  it("a returned 14-day letter does not count: with a corrected address it is sent again, with a new term", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const id = await makeRecord(clerk, mine);
    const letters = async () => (await record(id)).messages.filter(({ channel }) => channel === "post");
    /** Day by day until another letter has gone. */
    const untilLetters = async (wanted: number): Promise<void> => {
      for (let days = 0; (await letters()).length < wanted && days < 30; days++) {
        const { nextDueOn } = await record(id);
        if (nextDueOn !== null && nextDueOn > world.clock.today()) await at(nextDueOn);
        await runDay(mine);
      }
    };
    await untilLetters(1);
    const sent = await record(id);
    const [letter] = await letters();
    const params = { id, messageId: letter?.id ?? 0 };
    const on = addDays(world.clock.today(), 2);
    await at(on);
    const body = { on, reason: "Onbekend op dit adres", version: sent.version };
    const early = { ...body, on: addDays(date(sent.notice14?.sentOn ?? on), -1) };
    expect((await clerk.refused(returnLetter, { params, body: early })).body.errors).toHaveProperty("on");
    const late = { ...body, on: addDays(on, 1) };
    expect((await clerk.refused(returnLetter, { params, body: late })).body.errors).toHaveProperty("on");
    const tries = await Promise.all([1, 2].map(() => clerk.send(returnLetter, { params, body })));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
    const back = await record(id);
    expect(back).toMatchObject({ notice14: null, addressWrongSince: on, messages: [{ returnedOn: on }, {}, {}, {}] });
    expect(back.steps.find(({ isNext }) => isNext)?.position).toBe(
      sent.steps.findLast(({ isDone }) => isDone)?.position,
    );
    expect(back.reasons.map(({ rule }) => rule)).toEqual(["returned"]);
    expect(back.reasons[0]?.text).toContain("correct the address first");
    // It is somebody's work, found among what is due and in the list; no run sends anything, and no file is made of it.
    const { items } = await clerk.call(listActions, { query: { filter: { client: mine, kind: "due" } } });
    expect(items).toMatchObject([{ recordId: id, verdict: "wait", reasons: [{ rule: "returned" }] }]);
    const found = await clerk.call(listRecords, { query: { filter: { client: mine, state: "returned" } } });
    expect(found.items.map((row) => row.id)).toEqual([id]);
    expect(await runDay(mine)).toBeUndefined();
    await at(addDays(date(sent.notice14?.bikDueFrom ?? on), 1));
    expect(await runDay(mine)).toBeUndefined();
    expect((await record(id)).state).toBe("open");

    const { debtor, version } = await record(id);
    const { street, houseNumber, addition } = debtor.address;
    const { postcode, city, country, mobile, phone, email } = debtor;
    const known = {
      street,
      houseNumber,
      addition,
      postcode,
      city,
      country,
      mobile,
      phone,
      email,
      language: "nl" as const,
    };
    const moved = {
      ...known,
      street: "Nieuwstraat",
      houseNumber: "7",
      source: "Gebeld met de debiteur",
      version,
    } as const;
    const wrong = { ...moved, postcode: "0000 AA", houseNumber: "x" };
    const refused = await clerk.refused(correctDebtor, { params: { id }, body: wrong });
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(["houseNumber", "postcode"]);
    const unsaid = await clerk.refused(correctDebtor, { params: { id }, body: { ...moved, source: " " } });
    expect(Object.keys(unsaid.body.errors ?? {})).toEqual(["source"]);
    // Only another phone number: no letter goes to the address that is known to be wrong.
    const reached = await clerk.call(correctDebtor, {
      params: { id },
      body: { ...known, phone: "+31301234567", source: "Gebeld met de debiteur", version },
    });
    expect(reached).toMatchObject({ addressWrongSince: on, reasons: [{ rule: "returned" }] });
    const last = { ...moved, version: reached.version };
    const corrected = await clerk.call(correctDebtor, { params: { id }, body: last });
    expect(corrected).toMatchObject({ addressWrongSince: null, reasons: [], debtor: { street: "Nieuwstraat 7" } });
    expect(corrected.lines[0]).toMatchObject({ text: "Address corrected", note: "Gebeld met de debiteur" });

    await untilLetters(2);
    const again = await record(id);
    expect((await letters()).map(({ toAddress }) => toAddress.includes("Nieuwstraat 7"))).toEqual([true, false]);
    expect(again.notice14?.sentOn).toBe(world.clock.today());
    expect((again.notice14?.bikDueFrom ?? "") > addDays(world.clock.today(), 14)).toBe(true);
    // The file stands on the second letter, not on the one that never arrived.
    await at(again.notice14?.bikDueFrom ?? "");
    await runDay(mine);
    expect(await record(id)).toMatchObject({ state: "converted" });
    expect((await world.problems()).filter((problem) => problem.includes("record"))).toEqual([]);
  });

  it("a 14-day letter that went to another address than the debtor's gives no right to costs: the file sends its own", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const id = await makeRecord(clerk, mine);
    for (let days = 0; (await record(id)).notice14 === null && days < 30; days++) {
      const { nextDueOn } = await record(id);
      if (nextDueOn !== null && nextDueOn > world.clock.today()) await at(nextDueOn);
      await runDay(mine);
    }
    const { debtor, version } = await record(id);
    const { address, postcode, city, country, mobile, phone, email } = debtor;
    const told = { ...address, postcode, city, country, mobile, phone, email, language: "nl", version } as const;
    const corrected = await clerk.call(correctDebtor, {
      params: { id },
      body: { ...told, street: "Nieuwstraat", houseNumber: "7", source: "Gebeld met de debiteur" },
    });
    await at(corrected.notice14?.bikDueFrom ?? "");
    await runDay(mine);
    const { fileId } = await record(id);
    const claim = await clerk.call(getClaim, { params: { id: fileId ?? 0 }, query: {} });
    expect(claim.notices).toMatchObject([{ flaw: "wrongAddress" }]);
    expect(await clerk.call(readFileWorkflow, { params: { id: fileId ?? 0 } })).toMatchObject({
      next: { position: 1 },
    });
  });

  it("a waiting e-mail to a former address of the debtor is not sent", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const id = await makeRecord(clerk, mine);
    await runDay(mine);
    // As it stands while the mail server does not answer.
    await world.db
      .updateTable("outbox")
      .set({ state: "pending", sent_at: null })
      .where("key", "like", `precasso:${id}:%`)
      .execute();
    const { debtor, version, messages } = await record(id);
    expect(messages).toMatchObject([{ channel: "email", state: "pending" }]);
    const { address, postcode, city, country, mobile, phone } = debtor;
    const body = { ...address, postcode, city, country, mobile, phone, language: "nl", version } as const;
    const source = "Mail van de opdrachtgever";
    await clerk.call(correctDebtor, { params: { id }, body: { ...body, email: "ander@example.nl", source } });
    expect((await record(id)).messages).toMatchObject([{ state: "cancelled" }]);
  });

  it("does not write to a minor, for whom nobody can be noted before there is a file", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const body = recordOf(mine);
    const id = await makeRecord(clerk, mine, { ...body, debtor: { ...body.debtor, birthDate: "2009-05-10" } });
    const { id: runId, toDo } = await plan(mine);
    expect(toDo).toBe(0);
    const { items } = await clerk.call(listPrecassoRows, { params: { id: runId } });
    expect(items.map(({ recordId, verdict, reasons }) => [recordId, verdict, reasons.map(({ rule }) => rule)])).toEqual(
      [[id, "refuse", ["speakerUnknown"]]],
    );
    expect(items[0]?.reasons[0]?.text).toContain("note the legal representative there");
  });

  it("stops where its job has failed for good, and is continued by anybody", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    await makeRecord(clerk, mine);
    const planned = await plan(mine);
    await clerk.call(makePrecasso, { params: { id: planned.id }, body: { version: planned.version } });
    await giveUpWork(world, `precasso-run:${planned.id}`);
    clerk = await world.login(roles);
    await clerk.call(stopPrecasso, { params: { id: planned.id } });
    await world.drain();
    const stopped = await clerk.call(readPrecassoRun, { params: { id: planned.id } });
    expect(stopped).toMatchObject({ state: "planned", stopAsked: false, done: 0 });
    expect(await make(stopped)).toMatchObject({ state: "done", done: 1 });
  });

  it("does not write to somebody for whom another speaks by a file of whichever client, noted before the plan or after it", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const { id: theirs } = await makeClient(world.db, world.clock);
    const body = recordOf(mine);
    const id = await makeRecord(clerk, mine, body);
    const { lastName = null, street, houseNumber, postcode, city } = body.debtor;
    const debtor = person({ initials: "S.", prefix: null, lastName, street, houseNumber, postcode, city });
    const { id: fileId } = await placeOne(world, theirs, claimOf({ debtor }));
    const before = await plan(mine);
    expect(before.toDo).toBe(1);
    const chief = await world.login(["*"]);
    const { file } = await chief.call(listStates, { params: { id: fileId } });
    const hold = { kind: "administration", version: file.version } as const;
    await chief.call(placeHoldOnFile, { params: { id: fileId }, body: hold });
    await make(before);
    expect((await record(id)).messages).toEqual([]);
    const { id: runId, toDo } = await plan(mine);
    expect(toDo).toBe(0);
    const { items } = await clerk.call(listPrecassoRows, { params: { id: runId } });
    expect(items.flatMap(({ reasons }) => reasons.map(({ rule }) => rule))).toEqual(["stateElsewhere"]);
    expect(items[0]?.reasons[0]?.text).toContain("note it there");
  });

  it("does not ask for what is time-barred by the legal type of its claim, whatever its title says", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const { id: energy } = await world.db
      .selectFrom("legal_type")
      .select("id")
      .where("code", "=", "energy")
      .executeTakeFirstOrThrow();
    const old = (number: string, dueDate: string) =>
      makeRecord(clerk, mine, {
        claim: { basis: "contract", legalType: energy, title: "Jaarafrekening" },
        invoices: [{ number, date: "2024-10-01", dueDate, amount: "100.00" }],
      });
    // Two years after the day on which it could be asked for: due on 19 November 2024, barred from 20 November 2026.
    const [barred, open] = [await old("PT-1", "2024-11-19"), await old("PT-2", "2024-11-20")];
    const { id: runId } = await plan(mine);
    const { items } = await clerk.call(listPrecassoRows, { params: { id: runId } });
    expect(items.map(({ recordId, reasons }) => [recordId, reasons.map(({ rule }) => rule)])).toEqual([
      [barred, ["timeBarredSale"]],
      [open, []],
    ]);
  });

  it("asks after a part payment for the rest only", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const id = await makeRecord(clerk, mine);
    await clerk.call(reportPayment, { params: { id }, body: { date: "2026-11-18", amount: "70.00" } });
    await runDay(mine);
    const [message] = (await record(id)).messages;
    expect(message?.text).toContain("30,00");
    expect(message?.text).not.toContain("100,00");
  });

  it("states why not: on hold, an old plan, excluded from the plan, discarded", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const held = await makeRecord(clerk, mine);
    const out = await makeRecord(clerk, mine);
    const { version } = await record(held);
    await clerk.call(holdRecord, { params: { id: held }, body: { until: "2026-12-01", reason: "Overleg", version } });
    const planned = await plan(mine);
    const { items } = await clerk.call(listPrecassoRows, { params: { id: planned.id } });
    const row = items.find(({ recordId }) => recordId === held);
    expect(row).toMatchObject({ verdict: "refuse" });
    expect(row?.reasons[0]?.text).not.toBe("");
    const without = await clerk.call(excludePrecasso, {
      params: { id: planned.id },
      body: { records: [out], excluded: true },
    });
    expect(
      (await clerk.refused(makePrecasso, { params: { id: planned.id }, body: { version: without.version } })).status,
    ).toBe(402);
    const back = await clerk.call(excludePrecasso, {
      params: { id: planned.id },
      body: { records: [out], excluded: false },
    });
    await at("2026-11-21");
    expect(
      (await clerk.refused(makePrecasso, { params: { id: planned.id }, body: { version: back.version } })).status,
    ).toBe(402);
    expect(await clerk.call(cancelPrecasso, { params: { id: planned.id } })).toMatchObject({ state: "cancelled" });
    await at("2026-11-20");
    const { items: waits } = await clerk.call(listActions, { query: { filter: { client: mine, kind: "stopped" } } });
    expect(waits.map(({ recordId }) => recordId)).toEqual([held]);
  });

  it("with a most number is not filled by what is held, nor by another channel, however long overdue that is", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const numbered = (number: string) => [{ number, date: "2026-09-01", dueDate: "2026-10-01", amount: "100.00" }];
    const held = await makeRecord(clerk, mine, { invoices: numbered(`H-${mine}`) });
    const body = recordOf(mine);
    const byLetter = await makeRecord(clerk, mine, {
      ...body,
      invoices: numbered(`B-${mine}`),
      debtor: { ...body.debtor, email: null },
    });
    const last = [await makeRecord(clerk, mine), await makeRecord(clerk, mine)];
    const { version } = await record(held);
    await clerk.call(holdRecord, { params: { id: held }, body: { until: "2026-12-01", reason: "Overleg", version } });
    const planned = async (channels: ("email" | "post")[]) => {
      const { id } = await clerk.call(planPrecasso, { body: { clients: [mine], channels, max: 1 } });
      await world.drain();
      const { items } = await clerk.call(listPrecassoRows, { params: { id } });
      return new Map(items.map(({ recordId, verdict }) => [recordId, verdict]));
    };
    const [first = 0] = last;
    expect(await planned([])).toEqual(
      new Map([
        [held, "refuse"],
        [byLetter, "do"],
      ]),
    );
    expect(await planned(["email"])).toEqual(
      new Map([
        [held, "refuse"],
        [first, "do"],
      ]),
    );
  });

  it("is found, like its work and its documents, by all that the search fields promise", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const body = recordOf(mine);
    const id = await makeRecord(clerk, mine, body);
    const run = await plan(mine);
    const found = async (search: string) => {
      const [work, rows] = await Promise.all([
        clerk.call(listActions, { query: { filter: { client: mine, search } } }),
        clerk.call(listPrecassoRows, { params: { id: run.id }, query: { filter: { search } } }),
      ]);
      return [work, rows].map(({ items }) => items.map(({ recordId }) => recordId));
    };
    const { number } = await record(id);
    for (const search of [
      number,
      body.clientRef,
      body.debtor.lastName ?? "",
      body.invoices[0]?.number ?? "",
      "3531 cl",
    ])
      expect([search, await found(search)]).toEqual([search, [[id], [id]]]);
    expect(await found("another")).toEqual([[], []]);
    await make(run);
    const papers = async (search: string) =>
      (await clerk.call(listPapers, { query: { filter: { client: mine, search } } })).items.map(
        ({ recordId }) => recordId,
      );
    for (const search of [body.clientRef, body.invoices[0]?.number ?? "", body.debtor.email ?? ""])
      expect([search, await papers(search)]).toEqual([search, [id]]);
  });

  it("prints hostile names as text", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const { debtor } = recordOf(mine);
    const id = await makeRecord(clerk, mine, {
      debtor: { ...debtor, lastName: "<script>alert(1)</script> {{providerIban}} %open%" },
      claim: { title: "Koop\r\nBcc: x@example.nl", description: "<img src=x onerror=alert(1)>" },
    });
    await runDay(mine);
    const [message] = (await record(id)).messages;
    expect(message?.subject).not.toMatch(/[\r\n]/);
    const { payload } = await world.db
      .selectFrom("outbox")
      .select("payload")
      .where("key", "like", `precasso:${id}:%`)
      .executeTakeFirstOrThrow();
    const { html } = z.object({ html: z.string() }).parse(payload);
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script|<img/);
  });
});

describe("the conversion", () => {
  it("by two people at once makes one file, and a repeat returns the same", async () => {
    await at("2026-11-20");
    const id = await makeRecord(clerk, client);
    const replies = await Promise.all([1, 2, 3].map(() => clerk.call(convertCall, { params: { id }, body: {} })));
    expect(new Set(replies.map(({ fileId }) => fileId)).size).toBe(1);
    expect(replies.filter(({ isNew }) => isNew)).toHaveLength(1);
    const workflow = await clerk.call(readFileWorkflow, { params: { id: replies[0]?.fileId ?? 0 } });
    // Nothing was sent: the file begins as every other one, with our own 14-day letter.
    expect(workflow.next).toMatchObject({ position: 1 });
  });

  it("of a held record by hand makes a file that is held up to the same day, for the same reason", async () => {
    await at("2026-11-20");
    const id = await makeRecord(clerk, client);
    const { version } = await record(id);
    await clerk.call(holdRecord, { params: { id }, body: { until: "2026-12-01", reason: "Overleg loopt", version } });
    const { fileId } = await clerk.call(convertCall, { params: { id }, body: {} });
    const { still } = await clerk.call(readFileWorkflow, { params: { id: fileId } });
    expect(still).toMatchObject([{ reason: "Overleg loopt", until: "2026-12-01" }]);
    const past = await makeRecord(clerk, client);
    await clerk.call(holdRecord, {
      params: { id: past },
      body: { until: "2026-11-20", reason: "Overleg", version: (await record(past)).version },
    });
    await at("2026-11-21");
    const free = await clerk.call(convertCall, { params: { id: past }, body: {} });
    expect((await clerk.call(readFileWorkflow, { params: { id: free.fileId } })).still).toEqual([]);
  });

  it("keeps the words of a long message, without half a character at their end", async () => {
    await at("2026-11-20");
    const mine = await newClient();
    const id = await makeRecord(clerk, mine);
    await runDay(mine);
    const long = `${"a".repeat(3999)}😀`;
    await world.db.updateTable("precasso_message").set({ body_text: long }).where("record_id", "=", id).execute();
    const { version } = await record(id);
    const { fileId } = await clerk.call(convertCall, { params: { id }, body: { version } });
    const lines = await world.db.selectFrom("file_log").select("content").where("file_id", "=", fileId).execute();
    expect(lines.map(({ content }) => content)).toContain("a".repeat(3999));
  });

  it("is refused for a withdrawn record, and for one not yet due", async () => {
    await at("2026-11-20");
    const gone = await makeRecord(clerk, client);
    const { version } = await record(gone);
    await clerk.call(withdrawRecord, { params: { id: gone }, body: { reason: "Vergissing", version } });
    expect((await clerk.refused(convertCall, { params: { id: gone }, body: {} })).status).toBe(400);
    const later = await makeRecord(clerk, client, {
      invoices: [{ number: "L-1", date: "2026-11-01", dueDate: "2026-12-15", amount: "10.00" }],
    });
    expect((await clerk.refused(convertCall, { params: { id: later }, body: {} })).status).toBe(400);
  });

  it("tells that a file has the reference where that is so, and of no other trouble", async () => {
    await at("2026-11-20");
    const twin = async () => {
      const id = await makeRecord(clerk, client);
      const { client_ref } = await world.db
        .selectFrom("precasso_record")
        .select("client_ref")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return { id, clientRef: client_ref };
    };
    const [one, other] = [await twin(), await twin()];
    const { fileId } = await clerk.call(convertCall, { params: { id: one.id }, body: {} });
    // Placed by another way since the record was entered.
    await world.owner.pool.query("update case_file set client_ref = $1 where id = $2", [other.clientRef, fileId]);
    const taken = await clerk.refused(convertCall, { params: { id: other.id }, body: {} });
    expect(taken.body.errors).toEqual({ common: ["This client has a file under this reference."] });
    const third = await twin();
    const rule = "alter table case_file add constraint proof check (client_ref <> '%') not valid";
    await world.owner.pool.query(rule.replace("%", third.clientRef));
    const broken = await clerk.send(convertCall, { params: { id: third.id }, body: {} });
    await world.owner.pool.query("alter table case_file drop constraint proof");
    expect(broken.status).toBe(500);
    expect(broken.text).not.toContain("reference");
    expect((await clerk.call(convertCall, { params: { id: third.id }, body: {} })).isNew).toBe(true);
  });

  it("is for users who run processing", async () => {
    const other = await world.login(["ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_SEARCH"]);
    const id = await makeRecord(clerk, client);
    expect((await other.refused(convertCall, { params: { id }, body: {} })).status).toBe(403);
    expect((await other.refused(planPrecasso, { body: {} })).status).toBe(403);
  });
});

describe("the requested amount", () => {
  const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays(date("2026-01-01"), days));
  const invoice = fc.record({ due: day, cents: fc.integer({ min: 1, max: 1_000_000 }) });
  const payment = fc.record({ on: day, cents: fc.integer({ min: 1, max: 500_000 }) });

  it("never exceeds the open principal that is due, whatever was reported", () => {
    fc.assert(
      fc.property(
        fc.array(invoice, { minLength: 1, maxLength: 6 }),
        fc.array(payment, { maxLength: 6 }),
        day,
        (of, paid, today) => {
          const invoices = of.map(({ due, cents }, at) => ({
            number: String(at),
            date: due,
            dueDate: due,
            cents,
            description: null,
          }));
          const payments = paid.map((each) => ({ ...each, reference: "" }));
          const asked = sumCents(dueInvoices(invoices, payments, today).map(({ openCents }) => openCents));
          const open = sumCents(openInvoices(invoices, payments).map(({ openCents }) => openCents));
          const due = sumCents(invoices.filter(({ dueDate }) => dueDate < today).map(({ cents }) => cents));
          const total = sumCents(invoices.map(({ cents }) => cents));
          expect(open).toBe(Math.max(0, total - sumCents(payments.map(({ cents }) => cents))));
          expect(asked).toBeLessThanOrEqual(Math.min(open, due));
          expect(asked).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
