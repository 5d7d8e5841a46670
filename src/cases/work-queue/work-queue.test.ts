/** The work queue through HTTP: assignment of items, dialling, effects of an outcome, and undo. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { untilLockWaits } from "../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { claimOf, person, portfolio } from "../../letters/processing/processing.factory.ts";
import { readAgreements } from "../../money/claims/claims.contract.ts";
import { logout } from "../../people/access/access.contract.ts";
import { agendaSubjectList, createAgendaItem, fileAgenda, updateAgendaItem } from "../agenda/agenda.contract.ts";
import { showFile } from "../file-page/file-page.contract.ts";
import { createLog, listLogs } from "../logs/logs.contract.ts";
import { placeHoldOnFile } from "../states/states.contract.ts";
import {
  dialNumber,
  downloadDialerList,
  importDialerResults,
  listDialerLists,
  makeDialerList,
  nextInQueue,
  queueFigures,
  returnDialerList,
  undoOutcome,
  writeOutcome,
} from "./work-queue.contract.ts";

const acl = ["ROLE_AGENDA", "ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_FILE_EDIT"];

let world: World;
let staff: Visitor;
let clientId: number;
let subjects: ReadonlyMap<string, number>;

beforeAll(async () => {
  world = await startWorld();
  clientId = (await portfolio(world, 0)).clientId;
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  // Everybody begins with an agenda of their own.
  staff = await world.login({ acl, name: "Noor Bakker" });
  subjects = new Map((await staff.call(agendaSubjectList)).items.map(({ code, id }) => [code, id]));
});

interface Wanted {
  readonly subject?: string;
  readonly debtor?: Parameters<typeof person>[0];
  readonly urgent?: boolean;
  readonly owner?: Visitor;
}

/** A file with something in the agenda of the one who works here now. */
async function planned({ subject = "call_debtor", debtor, urgent = false, owner = staff }: Wanted = {}) {
  const file = (await placeOne(world, clientId, claimOf({ debtor: person(debtor) }))).id;
  const body = { subject: subjects.get(subject) ?? 0, on: world.clock.today(), urgent, owner: owner.userId };
  const item = await staff.call(createAgendaItem, { params: { id: file }, body });
  return { file, item: item.id };
}
const next = (by: Visitor = staff, body: BodyOf<typeof nextInQueue> = {}) => by.call(nextInQueue, { body });
const calls = (by: Visitor = staff) => next(by, { list: "calls" });
const dialFirst = async (item: number, by: Visitor = staff) => {
  const { next: found } = await next(by);
  const number = found?.numbers[0]?.number ?? "";
  return by.call(dialNumber, { params: { id: item }, body: { number } });
};
const write = (item: number, body: Omit<BodyOf<typeof writeOutcome>, "key">, by: Visitor = staff) =>
  by.call(writeOutcome, { params: { id: item }, body: { key: crypto.randomUUID(), ...body } });
const results = (id: number, lines: readonly string[]) => ({
  params: { id },
  files: {
    file: {
      name: "uitkomsten.csv",
      mime: "text/csv",
      content: ["reference;time;line;person;amount;by;call_back;note", ...lines].join("\n"),
    },
  },
});
const openOf = async (file: number) =>
  (await staff.call(fileAgenda, { params: { id: file } })).items.map(({ subject, on }) => [subject.code, on]);
const linesOf = async (file: number) =>
  (await staff.call(listLogs, { params: { id: file }, query: {} })).items.map(({ subject }) => subject);

describe("the next item", () => {
  test("urgent first, then longest overdue; each item says why, with the facts for the call", async () => {
    const plain = await planned();
    const urgent = await planned({ urgent: true, subject: "client_question" });
    const first = await next();
    expect(first.next?.item).toMatchObject({ id: urgent.item, fileId: urgent.file });
    expect(first.next?.why).toEqual(["Urgent.", "For today.", expect.stringMatching(/highest amount/)]);
    expect(first.waiting).toBe(2);
    // The same session has it in hand still.
    expect((await next()).next?.item.id).toBe(urgent.item);
    const second = await next(staff, { skip: [urgent.item] });
    expect(second.next).toMatchObject({ item: { id: plain.item }, dialled: null, mayPromise: true });
    expect(second.next?.why).toContain("Attempt 1 of 3.");
    expect(second.next?.help?.points[0]?.items.length).toBeGreaterThan(0);
  });

  test("two people at once, and one in two sessions, are never given the same item", async () => {
    const team = (await world.db.insertInto("team").values({ name: "Noord" }).returning("id").executeTakeFirstOrThrow())
      .id;
    const people = await Promise.all(
      Array.from({ length: 4 }, (_, at) => world.login({ acl, teamIds: [team], name: `Lid ${at}` })),
    );
    const made = [];
    for (let at = 0; at < 4; at++) made.push(await planned({ owner: people[0] ?? staff }));
    const given = await Promise.all(people.map((one) => next(one, { scope: "team" })));
    const ids = given.map((one) => one.next?.item.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids.toSorted()).toEqual(made.map(({ item }) => item).toSorted());
    // Nothing is left for a fifth, and another's item cannot be written down from outside.
    const fifth = await world.login({ acl, teamIds: [team] });
    expect((await next(fifth, { scope: "team" })).next).toBeNull();
    const foreign = await fifth.refused(writeOutcome, {
      params: { id: ids[0] ?? 0 },
      body: { key: crypto.randomUUID(), note: "x" },
    });
    expect(foreign.body.errors).toEqual({ common: ["A colleague or a call list has this agenda item in hand."] });
    expect(
      (await fifth.refused(dialNumber, { params: { id: ids[0] ?? 0 }, body: { number: "+31600000000" } })).status,
    ).toBe(400);
  });

  test("calls that may not be made now hide neither a call behind them nor what is no call, however many they are", async () => {
    const held = await planned();
    const hold = { kind: "shv" as const, reason: "Aangemeld bij de gemeente", version: 1 };
    await staff.call(placeHoldOnFile, { params: { id: held.file }, body: hold });
    const more = (count: number) =>
      sql`insert into agenda_item (file_id, subject_id, on_date, owner_id, urgent, created_at)
      select file_id, subject_id, on_date, owner_id, true, created_at from agenda_item, generate_series(1, ${count}::integer)
      where id = ${held.item}`.execute(world.db);
    await more(250);
    const call = await planned();
    const question = await planned({ subject: "client_question" });
    expect((await calls()).next?.item.id).toBe(call.item);
    await more(850);
    expect((await calls()).next?.item.id).toBe(call.item);
    expect((await next(staff, { skip: [call.item] })).next?.item.id).toBe(question.item);
    expect((await next(staff, { list: "calls", skip: [call.item] })).next).toBeNull();
  });

  test("an assigned item is released when the session ends or its time is over", async () => {
    const team = (await world.db.insertInto("team").values({ name: "Zuid" }).returning("id").executeTakeFirstOrThrow())
      .id;
    const [one, other] = [await world.login({ acl, teamIds: [team] }), await world.login({ acl, teamIds: [team] })];
    const { item } = await planned({ owner: one });
    expect((await next(one, { scope: "team" })).next?.item.id).toBe(item);
    expect((await next(other, { scope: "team" })).next).toBeNull();
    await one.call(logout);
    expect((await next(other, { scope: "team" })).next?.item.id).toBe(item);
    const third = await world.login({ acl, teamIds: [team] });
    world.clock.set(new Date("2026-11-20T09:19:00Z"));
    expect((await next(third, { scope: "team" })).next).toBeNull();
    world.clock.set(new Date("2026-11-20T09:21:00Z"));
    expect((await next(third, { scope: "team" })).next?.item.id).toBe(item);
  });

  test("a client's person has no queue, and a user who may not call gets no numbers", async () => {
    const { item } = await planned();
    const contact = await world.login({ acl, kind: "contact", clientIds: [clientId] });
    expect((await next(contact, { scope: "team" })).next).toBeNull();
    expect(
      (await contact.refused(writeOutcome, { params: { id: item }, body: { key: crypto.randomUUID() } })).status,
    ).toBe(404);
    const reader = await world.login(["ROLE_AGENDA", "ROLE_FILE_SEARCH"]);
    const other = await planned({ owner: reader });
    expect((await next(reader)).next).toMatchObject({ item: { id: other.item }, help: null, numbers: [] });
    expect(
      (await reader.refused(dialNumber, { params: { id: other.item }, body: { number: "+31612345678" } })).status,
    ).toBe(403);
  });
});

describe("a call", () => {
  test("is dialled once and counted once, and its outcome is on the timeline and in the figures", async () => {
    const { file, item } = await planned();
    const dialled = await dialFirst(item);
    const again = await staff.call(dialNumber, { params: { id: item }, body: { number: dialled.number } });
    expect(again.id).toBe(dialled.id);
    expect((await next()).next?.dialled).toMatchObject({ id: dialled.id, line: null });
    const missing = await staff.refused(writeOutcome, {
      params: { id: item },
      body: { key: crypto.randomUUID(), note: "niets" },
    });
    expect(missing.body.errors).toEqual({ call: ["Choose what the call came to."] });
    const done = await write(item, { call: { line: "no_answer" } });
    expect(done).toMatchObject({ followed: "again", on: "2026-11-23" });
    // It is nobody's by now, and not due before that day.
    expect((await next()).next).toBeNull();
    expect(await openOf(file)).toEqual([["call_debtor", "2026-11-23"]]);
    expect(await linesOf(file)).toEqual(
      expect.arrayContaining([`Called ${dialled.number}`, "Outcome of the call: no answer"]),
    );
    const { people } = await staff.call(queueFigures);
    expect(people).toEqual([
      {
        user: { id: staff.userId, name: "Noor Bakker" },
        done: 1,
        dialled: 1,
        answered: 0,
        reached: 0,
        promises: 0,
        promisedCents: 0,
        kept: 0,
        callsPerHour: 1,
      },
    ]);
  });

  test("a promise, its hold and the next action are saved together; the same key is one outcome", async () => {
    const { file, item } = await planned();
    await dialFirst(item);
    const key = crypto.randomUUID();
    const body = {
      key,
      note: "Betaalt na salaris. BSN 111222333",
      call: { line: "answered", person: "promise" },
      promise: { amount: "50.00", by: "2026-11-27" },
      next: { subject: subjects.get("review") ?? 0, on: "2026-12-01", note: "Nakijken" },
    } as const;
    const [one, two] = await Promise.all([
      staff.call(writeOutcome, { params: { id: item }, body }),
      staff.call(writeOutcome, { params: { id: item }, body }),
    ]);
    expect(one.followed).toBe("done");
    expect(two).toEqual(one);
    const { promises } = await staff.call(readAgreements, { params: { id: file } });
    expect(promises).toMatchObject([{ state: "open", amount: 5000, by: "2026-11-27" }]);
    expect(promises[0]?.note).not.toContain("111222333");
    expect((await staff.call(showFile, { params: { id: file } })).holds.map(({ kind }) => kind)).toEqual(["promise"]);
    // Beside it stands what the promise's own hold plans for the day after its last.
    expect(await openOf(file)).toContainEqual(["review", "2026-12-01"]);
    expect(await openOf(file)).not.toContainEqual(["call_debtor", "2026-11-20"]);
    expect((await staff.call(writeOutcome, { params: { id: item }, body })).id).toBe(one.id);
    expect((await staff.call(queueFigures)).people).toMatchObject([{ promises: 1, promisedCents: 5000, reached: 1 }]);
  });

  test("an incomplete outcome is refused beside the field, and nothing of it is saved", async () => {
    const { file, item } = await planned();
    await next();
    const refused = async (body: Omit<BodyOf<typeof writeOutcome>, "key">) =>
      (await staff.refused(writeOutcome, { params: { id: item }, body: { key: crypto.randomUUID(), ...body } })).body
        .errors;
    expect(await refused({ call: { line: "no_answer" } })).toEqual({ call: ["No call was made yet."] });
    await dialFirst(item);
    expect(await refused({ call: { line: "answered" } })).toHaveProperty("call");
    expect(await refused({ call: { line: "busy", person: "refuses" } })).toHaveProperty("call");
    expect(await refused({ call: { line: "answered", person: "promise" } })).toEqual({
      "promise.amount": ["Fill in the amount and the day."],
    });
    const tooMuch = { amount: "99999.00", by: "2026-11-27" };
    expect(await refused({ call: { line: "answered", person: "promise" }, promise: tooMuch })).toEqual({
      "promise.amount": [expect.stringMatching(/102\.55/)],
    });
    expect(await refused({ call: { line: "answered", person: "call_back" } })).toEqual({
      callBackOn: ["Fill in the day."],
    });
    const all = await refused({ call: { line: "answered", person: "promise" }, callBackOn: "2026-11-19" });
    expect(Object.keys(all ?? {}).sort()).toEqual(["callBackOn", "promise.amount"]);
    expect(await openOf(file)).toEqual([["call_debtor", "2026-11-20"]]);
    expect((await next()).next?.dialled).not.toBeNull();
  });

  test("three attempts at most; a dead number is not dialled again and leads to an address check", async () => {
    const { file, item } = await planned();
    for (const [day, followed] of [
      [23, "again"],
      [26, "again"],
      [30, "used_up"],
    ] as const) {
      world.clock.set(new Date(`2026-11-${day}T09:00:00Z`));
      staff = await world.login({ acl, name: "Noor Bakker" });
      await world.db.updateTable("agenda_item").set({ owner_id: staff.userId }).where("id", "=", item).execute();
      await dialFirst(item);
      expect((await write(item, { call: { line: "busy" } })).followed).toBe(followed);
    }
    expect(await openOf(file)).toEqual([]);
    const dead = await planned();
    const { number } = await dialFirst(dead.item);
    expect((await write(dead.item, { call: { line: "out_of_service" } })).followed).toBe("no_number");
    expect((await openOf(dead.file)).map(([code]) => code)).toEqual(["address_check"]);
    const body = { subject: subjects.get("review") ?? 0, on: "2026-11-30", owner: staff.userId };
    const later = await staff.call(createAgendaItem, { params: { id: dead.file }, body });
    const ended = await staff.refused(dialNumber, { params: { id: later.id }, body: { number } });
    expect(ended.body.errors).toHaveProperty("number");
  });

  test("a dispute by phone stops the file at once, until somebody undoes it", async () => {
    const { file, item } = await planned();
    await dialFirst(item);
    const { id } = await write(item, { call: { line: "answered", person: "dispute" }, note: "Niet geleverd" });
    const holds = async () => (await staff.call(showFile, { params: { id: file } })).holds.map(({ kind }) => kind);
    expect(await holds()).toEqual(["dispute"]);
    await staff.call(undoOutcome, { params: { id } });
    expect(await holds()).toEqual([]);
  });
});

describe("the law gate applies to every way to call", () => {
  test("outside contact hours no call is offered, and nothing can be dialled", async () => {
    const { item } = await planned();
    const { next: found } = await next();
    world.clock.set(new Date("2026-11-20T20:30:00Z"));
    staff = await world.login({ acl });
    await world.db.updateTable("agenda_item").set({ owner_id: staff.userId }).where("id", "=", item).execute();
    const late = await calls();
    expect(late.next).toBeNull();
    expect(late.held).toMatchObject([{ items: 1, article: "Bki 4.2", possibleFrom: "2026-11-21T06:00:00.000Z" }]);
    const refused = await staff.refused(dialNumber, {
      params: { id: item },
      body: { number: found?.numbers[0]?.number ?? "" },
    });
    expect(refused.status).toBe(402);
    expect((await staff.refused(makeDialerList, { body: {} })).body.errors).toHaveProperty("common");
  });

  test("one attempt a day over all files of a debtor, also with two simultaneous calls", async () => {
    const mobile = "+31687654321";
    const colleague = await world.login({ acl, name: "Sanne Visser" });
    const mine = await planned({ debtor: { mobile } });
    const theirs = await planned({ debtor: { mobile }, owner: colleague });
    await next();
    await next(colleague);
    const replies = await Promise.all([
      staff.send(dialNumber, { params: { id: mine.item }, body: { number: mobile } }),
      colleague.send(dialNumber, { params: { id: theirs.item }, body: { number: mobile } }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 402]);
    const third = await planned({ debtor: { mobile } });
    expect((await calls(staff)).next?.item.id).not.toBe(third.item);
  });

  test("a line that several debtors share is called once a day; a call to the mobile of one of them leaves it to the others", async () => {
    const phone = "+31302345678";
    const dial = async (item: number, number: string): Promise<void> => {
      expect((await next()).next?.item.id).toBe(item);
      await staff.call(dialNumber, { params: { id: item }, body: { number } });
      await write(item, { call: { line: "no_answer" } });
    };
    const mobile = "+31687651234";
    await dial((await planned({ debtor: { phone, mobile } })).item, mobile);
    // That was not the shared line.
    await dial((await planned({ debtor: { phone, mobile: "+31687651235" } })).item, phone);
    const other = await planned({ debtor: { phone, mobile: null } });
    expect((await next()).next).toBeNull();
    expect((await calls()).held).toEqual([expect.objectContaining({ items: 1 })]);
    const refused = await staff.refused(dialNumber, { params: { id: other.item }, body: { number: phone } });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  test("debt counselling and a dispute stop the call; a blocked number is not dialled", async () => {
    const { file, item } = await planned();
    await staff.call(placeHoldOnFile, {
      params: { id: file },
      body: { kind: "dispute", reason: "klopt niet", version: 1 },
    });
    const blocked = await planned({ debtor: { mobile: "+31611122233" } });
    const block = { number: "+31611122233", channels: ["call"], reason: "verzoek", source: "debtor" };
    await world.db.insertInto("blacklist").values(block).execute();
    const { next: found, held } = await calls();
    expect(found).toBeNull();
    expect(held.reduce((sum, { items }) => sum + items, 0)).toBe(2);
    for (const id of [item, blocked.item])
      expect(
        (await staff.refused(dialNumber, { params: { id }, body: { number: "+31611122233" } })).status,
      ).toBeGreaterThanOrEqual(400);
  });
});

describe("each number is checked separately", () => {
  const block = (number: string) =>
    world.db
      .insertInto("blacklist")
      .values({ number, channels: ["call"], reason: "verzoek", source: "debtor" })
      .execute();
  const [mobile, phone] = ["+31611122244", "+31201112244"];

  test("a blocked number is neither shown nor dialled, the other one is; with both blocked there is no call", async () => {
    const { item } = await planned({ debtor: { mobile, phone } });
    await block(mobile);
    const { next: found } = await calls();
    expect(found?.numbers.map(({ number }) => number)).toEqual([phone]);
    expect(found?.help?.allowed).toBe(true);
    const refused = await staff.refused(dialNumber, { params: { id: item }, body: { number: mobile } });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["number"]);
    await block(phone);
    expect((await staff.refused(dialNumber, { params: { id: item }, body: { number: phone } })).status).toBe(402);
  });

  test("a dialer's result for a number blocked meanwhile is recorded as a breach, whatever other number there is", async () => {
    const [one, other] = ["+31611122255", "+31201112255"];
    await planned({ debtor: { mobile: one, phone: other } });
    const list = await staff.call(makeDialerList, { body: {} });
    await block(one);
    world.clock.set(new Date("2026-11-20T09:05:00Z"));
    const outcome = await staff.call(
      importDialerResults,
      results(list.id, [`${list.id}-1;2026-11-20 10:04;no_answer;;;;;`]),
    );
    expect(outcome).toMatchObject({ taken: 1, against: 1 });
  });
});

describe("a call that is noted by hand", () => {
  test("waits for a call in progress to that number, and is then counted before the next call", async () => {
    const mobile = "+31687654399";
    const { file, item } = await planned({ debtor: { mobile } });
    await next();
    let noted: ReturnType<Visitor["send"]> | undefined;
    await world.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`call ${mobile}`}, 0))`.execute(tx);
      noted = staff.send(createLog, { body: { file, type: "call", subject: "Gebeld" } });
      await untilLockWaits(world);
    });
    expect((await noted)?.status).toBe(200);
    expect((await staff.refused(dialNumber, { params: { id: item }, body: { number: mobile } })).status).toBe(402);
  });
});

describe("debt counselling", () => {
  test("stops every call; other items can still be worked, and say why nobody is to be called", async () => {
    const pressing = await planned({ urgent: true });
    const answering = await planned({ subject: "client_question" });
    for (const { file } of [pressing, answering])
      await staff.call(placeHoldOnFile, {
        params: { id: file },
        body: { kind: "shv", reason: "Aangemeld bij de gemeente", version: 1 },
      });
    const only = await calls();
    expect(only.next).toBeNull();
    expect(only.held).toMatchObject([{ items: 1 }]);
    const all = await next();
    expect(all.next?.item.id).toBe(answering.item);
    expect(all.next?.help?.allowed).toBe(false);
    expect(all.next?.help?.reasons.length).toBeGreaterThan(0);
    const number = all.next?.numbers[0]?.number ?? "";
    expect((await staff.refused(dialNumber, { params: { id: answering.item }, body: { number } })).status).toBe(402);
    expect((await write(answering.item, { note: "Doorverwezen naar de schuldhulp" })).followed).toBe("done");
    expect((await staff.refused(makeDialerList, { body: {} })).body.errors).toHaveProperty("common");
  });
});

describe("undo", () => {
  test("all effects are undone, the call stays counted, and the right outcome can be entered", async () => {
    const { file, item } = await planned();
    await dialFirst(item);
    const wrong = await write(item, {
      call: { line: "answered", person: "promise" },
      promise: { amount: "10.00", by: "2026-11-27" },
      next: { subject: subjects.get("review") ?? 0, on: "2026-12-01" },
    });
    const other = await world.login({ acl });
    expect((await other.refused(undoOutcome, { params: { id: wrong.id } })).status).toBe(404);
    expect(await staff.call(undoOutcome, { params: { id: wrong.id } })).toEqual({ item });
    expect(await openOf(file)).toEqual([["call_debtor", "2026-11-20"]]);
    expect((await staff.call(readAgreements, { params: { id: file } })).promises).toMatchObject([
      { state: "withdrawn" },
    ]);
    expect((await next()).next).toMatchObject({ item: { id: item }, dialled: { line: null } });
    expect((await staff.refused(undoOutcome, { params: { id: wrong.id } })).status).toBe(400);
    expect((await write(item, { call: { line: "answered", person: "refuses" } })).followed).toBe("done");
    expect((await staff.call(queueFigures)).people).toMatchObject([{ done: 1, dialled: 1, promises: 0 }]);
    const { attempts } = await staff.call(nextInQueue, { body: {} }).then(async () => ({
      attempts: await world.db.selectFrom("call_attempt").select("id").where("item_id", "=", item).execute(),
    }));
    expect(attempts).toHaveLength(1);
  });

  test("a moved item returns to its day; what somebody did since stays", async () => {
    const { file, item } = await planned();
    await dialFirst(item);
    const { id } = await write(item, { call: { line: "no_answer" } });
    await staff.call(undoOutcome, { params: { id } });
    expect(await openOf(file)).toEqual([["call_debtor", "2026-11-20"]]);
    const second = await write(item, { call: { line: "no_answer" } });
    await world.db
      .updateTable("agenda_item")
      .set({ state: "archived", archived_why: "done", archived_at: world.clock.now() })
      .where("id", "=", item)
      .execute();
    const refused = await staff.refused(undoOutcome, { params: { id: second.id } });
    expect(refused.body.errors).toEqual({ common: ["Something was done with this agenda item since."] });
  });
});

test("figures of a day of a year that no clock knows are refused beside the field", async () => {
  for (const on of ["0001-01-01", "9999-12-31"])
    expect((await staff.refused(queueFigures, { query: { on } })).body.errors).toEqual({ on: ["This is no date."] });
});

test("what a colleague did with a moved item since is not undone by taking the outcome back", async () => {
  const { file, item } = await planned();
  await dialFirst(item);
  const { id } = await write(item, { call: { line: "no_answer" } });
  world.clock.set(new Date("2026-11-20T09:05:00Z"));
  const [moved] = (await staff.call(fileAgenda, { params: { id: file } })).items;
  const colleague = await world.login({ acl, name: "Sanne Visser" });
  await colleague.call(updateAgendaItem, {
    params: { id: item },
    body: { version: moved?.version ?? 0, on: "2026-12-10" },
  });
  const refused = await staff.refused(undoOutcome, { params: { id } });
  expect(refused.body.errors).toEqual({ common: ["Something was done with this agenda item since."] });
  expect(await openOf(file)).toEqual([["call_debtor", "2026-12-10"]]);
});

describe("a note that ends within a character where it is cut", () => {
  const note = `${"a".repeat(199)}😀 en meer`;
  test.each([
    [{ call: { line: "answered", person: "dispute" } }],
    [{ call: { line: "answered", person: "promise" }, promise: { amount: "10.00", by: "2026-11-27" } }],
  ] as const)("is kept, and its character is left out of the shorter text: %j", async (outcome) => {
    const { file, item } = await planned();
    await dialFirst(item);
    expect((await write(item, { ...outcome, note })).followed).toBe("done");
    const { items } = await staff.call(listLogs, { params: { id: file }, query: {} });
    expect(items.map(({ content }) => content)).toContain(note);
  });

  test("half a character is refused as unreadable", async () => {
    const { item } = await planned({ subject: "client_question" });
    const body = { key: crypto.randomUUID(), note: "a\ud83d" };
    const refused = await staff.refused(writeOutcome, { params: { id: item }, body });
    expect(refused).toMatchObject({ status: 400, body: { code: "unreadable" } });
  });

  test("a dialer's note that is cut is taken in", async () => {
    await planned();
    const { id } = await staff.call(makeDialerList, { body: {} });
    world.clock.set(new Date("2026-11-20T09:25:00Z"));
    const line = `${id}-1;2026-11-20 10:11;no_answer;;;;;${"a".repeat(1999)}😀`;
    expect(await staff.call(importDialerResults, results(id, [line]))).toMatchObject({ taken: 1 });
  });
});

describe("a list for a dialer", () => {
  test("contains what may be called now, once for each debtor, and reserves it", async () => {
    await planned({ debtor: { lastName: '=HYPERLINK("x")' } });
    const twice = "+31699988877";
    await planned({ debtor: { mobile: twice } });
    await planned({ debtor: { mobile: twice } });
    const list = await staff.call(makeDialerList, { body: {} });
    expect(list).toMatchObject({ rows: 2, told: 0, out: true, until: "2026-11-20T19:00:00.000Z" });
    const csv = (await staff.send(downloadDialerList, { params: { id: list.id } })).text;
    expect(csv.split("\r\n")[0]?.replace("\ufeff", "")).toBe("reference,file,name,number,language");
    expect(csv).toContain(`${list.id}-1,`);
    expect(csv).not.toMatch(/,"?=HYPERLINK/);
    expect((await staff.refused(makeDialerList, { body: {} })).body.errors).toHaveProperty("common");
    // The third file is of a debtor whom the dialer calls: a person does not call there meanwhile.
    const third = await world.db
      .selectFrom("agenda_item as i")
      .innerJoin("case_file as f", "f.id", "i.file_id")
      .innerJoin("debtor as d", "d.id", "f.debtor_id")
      .select("i.id")
      .where("d.mobile", "=", twice)
      .where("i.id", "not in", world.db.selectFrom("dialer_row").select("item_id"))
      .executeTakeFirstOrThrow();
    expect((await calls()).next).toBeNull();
    const meanwhile = await staff.refused(dialNumber, { params: { id: third.id }, body: { number: twice } });
    expect(meanwhile.body.errors).toEqual({ common: ["A dialer has this debtor’s number in hand."] });
    const other = await world.login({ acl });
    expect((await other.refused(downloadDialerList, { params: { id: list.id } })).status).toBe(404);
    expect((await other.refused(importDialerResults, results(list.id, ["x"]))).status).toBe(404);
    await staff.call(returnDialerList, { params: { id: list.id } });
    expect((await calls()).next).not.toBeNull();
    expect((await staff.call(listDialerLists)).items[0]).toMatchObject({ id: list.id, out: false });
  });

  test("the same results again change nothing; one wrong line refuses the whole file", async () => {
    const [a, b, c] = [await planned(), await planned(), await planned()];
    const { id } = await staff.call(makeDialerList, { body: {} });
    world.clock.set(new Date("2026-11-20T09:25:00Z"));
    const rows = await world.db.selectFrom("dialer_row").selectAll().where("list_id", "=", id).execute();
    const ref = (file: number) => `${id}-${rows.find((row) => row.file_id === file)?.row_number}`;
    const good = [
      `${ref(a.file)};2026-11-20 10:11;no_answer;;;;;`,
      `${ref(b.file)};2026-11-20 10:12;answered;promise;25,00;2026-11-30;;"Betaalt; zegt hij"`,
    ];
    const bad = await staff.refused(
      importDialerResults,
      results(id, [...good, `${ref(c.file)};2026-11-20 10:13;perhaps;;;;;`]),
    );
    expect(bad.body.errors).toEqual({ file: ["Row 4: unknown code in line."] });
    expect(await openOf(a.file)).toEqual([["call_debtor", "2026-11-20"]]);
    expect(await staff.call(importDialerResults, results(id, good))).toEqual({
      taken: 2,
      known: 0,
      late: 0,
      against: 0,
    });
    expect(await openOf(a.file)).toEqual([["call_debtor", "2026-11-23"]]);
    const before = await linesOf(b.file);
    expect(await staff.call(importDialerResults, results(id, good))).toEqual({
      taken: 0,
      known: 2,
      late: 0,
      against: 0,
    });
    expect(await linesOf(b.file)).toEqual(before);
    expect((await staff.call(readAgreements, { params: { id: b.file } })).promises).toHaveLength(1);
    const other = await staff.refused(importDialerResults, results(id, [`${ref(a.file)};2026-11-20 10:11;busy;;;;;`]));
    expect(other.body.errors).toEqual({ file: ["Row 2: something else was told of this reference before."] });
    // Promised for a day before the call: the file is refused whole, and says at which row.
    const gone = `${ref(c.file)};2026-11-20 10:13;answered;promise;25,00;2026-11-19;;`;
    expect((await staff.refused(importDialerResults, results(id, [gone]))).body.errors?.file?.[0]).toMatch(/^Row 2: /);
    expect((await staff.call(listDialerLists)).items[0]).toMatchObject({ id, told: 2, rows: 3 });
  });

  test("a promise that can be noted no more keeps no call from being noted: somebody looks at it", async () => {
    const [late, over, next] = [await planned(), await planned(), await planned()];
    const { id } = await staff.call(makeDialerList, { body: {} });
    const rows = await world.db.selectFrom("dialer_row").selectAll().where("list_id", "=", id).execute();
    const ref = (file: number) => `${id}-${rows.find((row) => row.file_id === file)?.row_number}`;
    world.clock.set(new Date("2026-11-24T09:00:00Z"));
    staff = await world.login({ acl, name: "Noor Bakker" });
    await world.db.updateTable("dialer_list").set({ user_id: staff.userId }).where("id", "=", id).execute();
    const told = results(id, [
      `${ref(late.file)};2026-11-20 10:11;answered;promise;25,00;2026-11-23;;`,
      `${ref(over.file)};2026-11-20 10:12;answered;promise;99999,00;2026-11-30;;`,
      `${ref(next.file)};2026-11-20 10:13;no_answer;;;;;`,
    ]);
    expect(await staff.call(importDialerResults, told)).toMatchObject({ taken: 3, known: 0, late: 0 });
    expect(await staff.call(importDialerResults, told)).toMatchObject({ taken: 0, known: 3 });
    for (const { file } of [late, over]) {
      expect((await openOf(file)).map(([code]) => code)).toEqual(["review"]);
      expect((await staff.call(readAgreements, { params: { id: file } })).promises).toEqual([]);
    }
    expect(await openOf(next.file)).toEqual([["call_debtor", "2026-11-25"]]);
    const notes = await world.db
      .selectFrom("agenda_item")
      .select("note")
      .where("file_id", "in", [late.file, over.file])
      .where("state", "=", "open")
      .orderBy("file_id")
      .execute();
    expect(notes.map(({ note }) => note)).toEqual([
      expect.stringMatching(/25.00 uiterlijk op 23-11-2026.*Deze dag is al voorbij/),
      expect.stringMatching(/99999.00 uiterlijk op 30-11-2026.*open/),
    ]);
    const [outcome] = await world.db.selectFrom("work_outcome").select("id").where("file_id", "=", late.file).execute();
    await staff.call(undoOutcome, { params: { id: outcome?.id ?? 0 } });
    expect((await openOf(late.file)).map(([code]) => code)).toEqual(["call_debtor"]);
  });

  test("the file of a call whose outcome was taken back and written down otherwise changes nothing", async () => {
    const { item } = await planned();
    const { id } = await staff.call(makeDialerList, { body: {} });
    world.clock.set(new Date("2026-11-20T09:25:00Z"));
    const file = results(id, [`${id}-1;2026-11-20 10:11;answered;refuses;;;;`]);
    await staff.call(importDialerResults, file);
    const first = await world.db.selectFrom("work_outcome").select("id").where("item_id", "=", item).execute();
    await staff.call(undoOutcome, { params: { id: first[0]?.id ?? 0 } });
    const known = { taken: 0, known: 1, late: 0, against: 0 };
    expect(await staff.call(importDialerResults, file)).toEqual(known);
    await write(item, { call: { line: "answered", person: "help_asked" } });
    expect(await staff.call(importDialerResults, file)).toEqual(known);
    const attempts = await world.db.selectFrom("call_attempt").select("person").where("item_id", "=", item).execute();
    expect(attempts).toEqual([{ person: "help_asked" }]);
  });

  test("a day for calling back that went by before the dialer told of it is today; one before the call is wrong", async () => {
    const { file } = await planned();
    const { id } = await staff.call(makeDialerList, { body: {} });
    world.clock.set(new Date("2026-11-24T09:00:00Z"));
    staff = await world.login({ acl, name: "Noor Bakker" });
    await world.db.updateTable("dialer_list").set({ user_id: staff.userId }).where("id", "=", id).execute();
    const told = (day: string) => results(id, [`${id}-1;2026-11-20 10:11;answered;call_back;;;${day};`]);
    expect((await staff.refused(importDialerResults, told("2026-11-19"))).body.errors?.file?.[0]).toMatch(/^Row 2: /);
    expect(await staff.call(importDialerResults, told("2026-11-23"))).toMatchObject({ taken: 1, late: 0 });
    expect(await openOf(file)).toEqual([["call_debtor", "2026-11-24"]]);
  });

  test("an unlawful call is recorded as such; one for a completed item changes nothing else", async () => {
    const { file, item } = await planned();
    const { id } = await staff.call(makeDialerList, { body: {} });
    await staff.call(placeHoldOnFile, { params: { id: file }, body: { kind: "dispute", reason: "nee", version: 1 } });
    await world.db
      .updateTable("agenda_item")
      .set({ state: "archived", archived_why: "done", archived_at: world.clock.now() })
      .where("id", "=", item)
      .execute();
    world.clock.set(new Date("2026-11-20T09:25:00Z"));
    const counts = await staff.call(
      importDialerResults,
      results(id, [`${id}-1;2026-11-20 10:11;answered;refuses;;;;`]),
    );
    expect(counts).toEqual({ taken: 1, known: 0, late: 1, against: 1 });
    const [attempt] = await world.db.selectFrom("call_attempt").selectAll().where("file_id", "=", file).execute();
    expect(attempt?.against).toMatchObject([{ rule: "holdDispute" }]);
  });
});
