/** What is agreed with a debtor, over HTTP: asked for and allowed, within limits, paused and let off, promised; and what a file costs. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAgendaOf } from "../../../cases/agenda/agenda.server.ts";
import { statementsOf } from "../../../cases/files/files.factory.ts";
import { addBudgetEntry } from "../../../cases/logs/lines/line-details.contract.ts";
import { createLog, listLogs } from "../../../cases/logs/logs.contract.ts";
import { liftHold, placeHold, setStatus } from "../../../cases/states/states.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { bookCost, bookPaymentCall, reversePaymentCall } from "../bookings/bookings.contract.ts";
import { bookClientCost, clientCostChoices, listCosts, reverseClientCost } from "../bookings/costs.contract.ts";
import { eur, owedFrom, statutory } from "../claims.factory.ts";
import { makeClaimFile } from "../testing/file.factory.ts";
import { type Months, startMonths } from "../testing/months.factory.ts";
import {
  allowTermPayment,
  changeArrangement,
  makePromise,
  previewArrangement,
  proposeArrangement,
  readAgreements,
  requestArrangement,
  withdrawPromise,
} from "./agreements.contract.ts";
import { followArrangement } from "./arrangements.server.ts";

let m: Months;

beforeAll(async () => {
  m = await startMonths("2026-03-02", ["ROLE_FILE_SEARCH", "ROLE_CONTACT_PERSON", "ROLE_FILE_EDIT"]);
});
afterAll(() => m.world.close());

// Without interest, so that the arithmetic of the terms stands alone: 1,200.00 open throughout.
const makeFile = (amount = "1200.00"): Promise<number> =>
  makeClaimFile(m.world, m.clientId, [owedFrom(amount, "2026-01-01", { number: "F1" })]);

const monthly = (count: number) => ({ first: "2026-04-01", frequency: "month" as const, count });

/** The line of the timeline that holds the proposal. */
async function proposalLine(id: number): Promise<number> {
  const { items } = await m.staff.call(listLogs, { params: { id } });
  const line = items.find(({ ref, type }) => ref?.kind === "arrangement" && type === "client_message");
  expect(line).toBeDefined();
  return line?.id ?? 0;
}

describe("an arrangement requested by a client's contact person", () => {
  test("starts at once within the client's limits, and waits for approval above the self-service limit", async () => {
    const small = await makeFile("300.00");
    const begun = await m.contact.call(requestArrangement, { params: { id: small }, body: monthly(3) });
    expect(begun).toMatchObject({ status: "active", approved: true });
    expect(await m.statusOf(small)).toBe("term_payment");

    const large = await makeFile();
    const asked = await m.contact.call(requestArrangement, {
      params: { id: large },
      body: { ...monthly(6), note: "Debiteur belde mij" },
    });
    expect(asked).toMatchObject({ status: "proposed", approved: false });
    expect(await m.statusOf(large)).toBe("not_started");
    const agenda = await openAgendaOf(m.world.db, [large]);
    expect(agenda.get(large)).toMatchObject([{ subject: "debtor_proposal" }]);
    const again = await m.contact.refused(requestArrangement, { params: { id: large }, body: monthly(3) });
    expect(again.body.errors).toEqual({ common: ["A proposal is waiting for an answer already."] });
  });

  test.each(["in_progress", "paused", "monitoring", "monitoring_in_progress", "no_more_steps"] as const)(
    "starts on a file with status %s",
    async (status) => {
      const id = await makeFile("300.00");
      if (status === "monitoring_in_progress")
        await m.world.work((ctx) => setStatus(ctx, id, { status: "monitoring" }));
      await m.world.work((ctx) => setStatus(ctx, id, { status }));
      await m.contact.call(requestArrangement, { params: { id }, body: monthly(3) });
      expect(await m.statusOf(id)).toBe("term_payment");
    },
  );

  test("can be approved by staff from its line on the timeline, and by nobody else", async () => {
    const id = await makeFile();
    await m.contact.call(requestArrangement, { params: { id }, body: monthly(6) });
    const line = await proposalLine(id);
    // The contact person holds the right by its role, and still cannot allow what it asked for.
    expect((await m.contact.refused(allowTermPayment, { params: { id: line }, body: {} })).status).toBe(403);
    expect((await m.stranger.refused(allowTermPayment, { params: { id: line }, body: {} })).status).toBe(403);
    expect((await m.staff.refused(allowTermPayment, { params: { id: 999_999 }, body: {} })).status).toBe(404);
    const allowed = await m.staff.call(allowTermPayment, { params: { id: line }, body: {} });
    expect(allowed).toMatchObject({ status: "active", total: eur("1200.00") });
    expect(allowed.terms).toHaveLength(6);
    expect(await m.statusOf(id)).toBe("term_payment");
    expect((await openAgendaOf(m.world.db, [id])).get(id)).toBeUndefined();
    const twice = await m.staff.refused(allowTermPayment, { params: { id: line }, body: {} });
    expect(twice.body.errors).toEqual({ common: ["That cannot be done with an arrangement that is active."] });
  });

  test("can be approved with other terms; a request without terms can only be approved with terms", async () => {
    const id = await makeFile();
    await m.contact.call(requestArrangement, { params: { id }, body: monthly(6) });
    const other = await m.staff.call(allowTermPayment, { params: { id: await proposalLine(id) }, body: monthly(4) });
    expect(other.terms).toHaveLength(4);
    const { arrangements } = await m.staff.call(readAgreements, { params: { id } });
    expect(arrangements.map(({ status }) => status)).toEqual(["cancelled", "active"]);

    const second = await makeFile();
    const message = await m.staff.call(createLog, {
      body: { file: second, type: "note", subject: "Belt over termijnen" },
    });
    const bare = await m.staff.refused(allowTermPayment, { params: { id: message.id }, body: {} });
    expect(Object.keys(bare.body.errors ?? {})).toEqual(["first"]);
    const made = await m.staff.call(allowTermPayment, { params: { id: message.id }, body: monthly(3) });
    expect(made).toMatchObject({ status: "active" });
  });

  test("the requester is informed on the timeline and by e-mail; if the debtor cannot be notified, a task is planned", async () => {
    const id = await makeFile();
    await m.world.db
      .updateTable("app_user")
      .set({ email: "eva@opdrachtgever.example" })
      .where("id", "=", m.contact.userId)
      .execute();
    const asked = await m.contact.call(requestArrangement, { params: { id }, body: monthly(6) });
    const body = { action: "cancel" as const, reason: "Eerst de helft ineens" };
    await m.staff.call(changeArrangement, { params: { id, arrangement: asked.id }, body });
    await m.world.drain();
    const { items } = await m.contact.call(listLogs, { params: { id } });
    const answer = items.find(({ subject }) => subject.startsWith("Answer to"));
    expect(answer).toMatchObject({ type: "note", category: "contact", content: "Eerst de helft ineens" });
    expect(answer?.subject).toMatch(/not agreed on$/);
    const mails = await m.world.db
      .selectFrom("outbox")
      .select("payload")
      .where("key", "like", `arrangement-answer:${asked.id}:%`)
      .execute();
    expect(mails).toMatchObject([{ payload: { to: "eva@opdrachtgever.example" } }]);
    // What was decided is not said in a mail, and the link leads to the file.
    expect(JSON.stringify(mails)).not.toContain("helft");
    expect(JSON.stringify(mails)).toContain(`/file/show-new/${id}`);
    // The debtor has no mail address.
    expect((await openAgendaOf(m.world.db, [id])).get(id)).toMatchObject([{ subject: "call_debtor" }]);
  });

  test("a user who may no longer see the file is not informed of the answer", async () => {
    const id = await makeFile();
    const asked = await m.contact.call(requestArrangement, { params: { id }, body: monthly(6) });
    await m.world.db.deleteFrom("user_client").where("user_id", "=", m.contact.userId).execute();
    await m.staff.call(changeArrangement, { params: { id, arrangement: asked.id }, body: { action: "activate" } });
    const mails = m.world.db
      .selectFrom("outbox")
      .select("key")
      .where("key", "like", `arrangement-answer:${asked.id}:%`);
    expect(await mails.execute()).toEqual([]);
    await m.on("2026-03-02");
  });

  test("cannot be requested on files of other clients", async () => {
    const id = await makeFile();
    expect((await m.stranger.refused(requestArrangement, { params: { id }, body: monthly(3) })).status).toBe(404);
    expect((await m.stranger.refused(readAgreements, { params: { id } })).status).toBe(404);
    expect((await m.stranger.refused(listCosts, { params: { id } })).status).toBe(404);
  });
});

describe("the client's limits", () => {
  test("can be exceeded only with a reason", async () => {
    const id = await makeFile();
    // Fifty terms of 24.00: below the least term of 25.00 and longer than a year.
    const refused = await m.staff.refused(proposeArrangement, {
      params: { id },
      body: { ...monthly(50), activate: true },
    });
    expect(refused.body.errors).toEqual({ reason: ["This goes beyond the client’s limits. Give a reason."] });
    const proposed = await m.staff.call(proposeArrangement, { params: { id }, body: monthly(50) });
    const params = { id, arrangement: proposed.id };
    expect((await m.staff.refused(changeArrangement, { params, body: { action: "activate" } })).body.errors).toEqual({
      reason: ["This goes beyond the client’s limits. Give a reason."],
    });
    const begun = await m.staff.call(changeArrangement, { params, body: { action: "activate", reason: "Bijstand" } });
    expect(begun.status).toBe("active");
  });
});

describe("the repayment capacity of the debtor", () => {
  test("is shown with each plan, from income and expenses; a higher amount waits for approval", async () => {
    const id = await makeFile("300.00");
    const line = await m.staff.call(createLog, { body: { file: id, type: "income_expenses", subject: "Inkomsten" } });
    const params = { id: line.id };
    await m.staff.call(addBudgetEntry, {
      params: { ...params, x: "income" },
      body: { kind: "wages", amount: "1500.00" },
    });
    await m.staff.call(addBudgetEntry, {
      params: { ...params, x: "expense" },
      body: { kind: "housing", amount: "1390.00" },
    });
    const preview = await m.staff.call(previewArrangement, {
      params: { id },
      query: { first: "2026-04-01", frequency: "fourWeeks", count: 3 },
    });
    // 100.00 in four weeks is 13 in a year: 108.33 a month; 1,500.00 − 1,390.00 leaves 110.00.
    expect(preview).toMatchObject({ perMonth: eur("108.33"), capacity: eur("110.00") });
    const asked = await m.contact.call(requestArrangement, { params: { id }, body: monthly(2) });
    expect(asked.approved).toBe(false);
  });
});

describe("an active arrangement", () => {
  test("can be paused; when it is resumed, its terms are postponed by the days of the pause", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const made = await m.staff.call(proposeArrangement, { params: { id }, body: { ...monthly(3), activate: true } });
    const params = { id, arrangement: made.id };
    await m.on("2026-03-30");
    const paused = await m.staff.call(changeArrangement, {
      params,
      body: { action: "pause", until: "2026-04-20", reason: "Ziekte", version: made.version },
    });
    expect(paused).toMatchObject({ status: "paused", pausedOn: "2026-03-30", pausedUntil: "2026-04-20" });
    const stale = await m.staff.refused(changeArrangement, {
      params,
      body: { action: "resume", version: made.version },
    });
    expect(stale.status).toBe(409);
    // The missed-term rule would have ended it on 16 April.
    await m.night("2026-04-18");
    expect(await m.statusOf(id)).toBe("term_payment");
    // The pause is over: 22 days from 30 March to 21 April.
    await m.night("2026-04-21");
    const { arrangements } = await m.staff.call(readAgreements, { params: { id } });
    expect(arrangements[0]).toMatchObject({ status: "active", pausedOn: null });
    expect(arrangements[0]?.terms.map((term) => term.on)).toEqual(["2026-04-23", "2026-05-23", "2026-06-23"]);
  });

  test("a term can be waived: the arrangement does not break, and the amount is added to the closing term", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const made = await m.staff.call(proposeArrangement, { params: { id }, body: { ...monthly(3), activate: true } });
    const params = { id, arrangement: made.id };
    const none = await m.staff.refused(changeArrangement, { params, body: { action: "waive", term: 4 } });
    expect(Object.keys(none.body.errors ?? {})).toEqual(["term"]);
    const waived = await m.staff.call(changeArrangement, {
      params,
      body: { action: "waive", term: 1, reason: "Vakantie" },
    });
    expect(waived.terms.map(({ status }) => status)).toEqual(["waived", "expected", "expected"]);
    await m.night("2026-04-20");
    expect(await m.statusOf(id)).toBe("term_payment");
    await m.on("2026-05-01");
    await m.pay(id, "2026-05-01", "800.00");
    await m.world.work((ctx) => followArrangement(ctx, id));
    const { arrangements } = await m.staff.call(readAgreements, { params: { id } });
    expect(arrangements[0]?.terms.map(({ status, amount }) => [status, amount])).toEqual([
      ["waived", eur("400.00")],
      ["received", eur("400.00")],
      ["received", eur("400.00")],
      ["expected", eur("400.00")],
    ]);
  });

  test("replaces a promise, and stays active when an earlier hold ends", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    await m.staff.call(makePromise, { params: { id }, body: { by: "2026-03-06", amount: "100.00" } });
    const hold = await m.world.work((ctx) => placeHold(ctx, id, { kind: "dispute", reason: "Nagevraagd" }));
    await m.staff.call(proposeArrangement, { params: { id }, body: { ...monthly(3), activate: true } });
    expect(await m.statusOf(id)).toBe("term_payment");
    const { promises } = await m.staff.call(readAgreements, { params: { id } });
    expect(promises.map(({ state }) => state)).toEqual(["withdrawn"]);
    await m.world.work((ctx) => liftHold(ctx, id, hold.hold.id));
    expect(await m.statusOf(id)).toBe("term_payment");
    // And one that was taken back under a hold is off when that ends.
    const second = await m.world.work((ctx) => placeHold(ctx, id, { kind: "dispute", reason: "Toch" }));
    const [arrangement] = (await m.staff.call(readAgreements, { params: { id } })).arrangements;
    await m.staff.call(changeArrangement, {
      params: { id, arrangement: arrangement?.id ?? "" },
      body: { action: "cancel" },
    });
    await m.world.work((ctx) => liftHold(ctx, id, second.hold.id));
    expect(await m.statusOf(id)).toBe("in_progress");
  });

  test("when broken, is put on the case manager's agenda", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    await m.staff.call(proposeArrangement, { params: { id }, body: { ...monthly(3), activate: true } });
    await m.night("2026-04-16");
    expect(await m.statusOf(id)).toBe("in_progress");
    const subjects = (await openAgendaOf(m.world.db, [id])).get(id)?.map(({ subject }) => subject);
    expect(subjects).toContain("missed_term");
  });
});

describe("a promise to pay", () => {
  const bookedPayment = async (id: number, amount: string): Promise<number> => {
    const body = { date: "2026-03-02", amount, kind: "agency" as const, reference: "R" };
    return (await m.staff.call(bookPaymentCall, { params: { id }, body })).id;
  };
  const promised = async (amount = "200.00"): Promise<number> => {
    await m.on("2026-03-02");
    const id = await makeFile();
    await m.staff.call(makePromise, { params: { id }, body: { by: "2026-03-06", amount, note: "Loon komt vrijdag" } });
    return id;
  };
  const states = async (id: number) =>
    (await m.staff.call(readAgreements, { params: { id } })).promises.map(({ state, received }) => [state, received]);

  test("suspends dunning, and is kept when payments come in", async () => {
    const id = await promised();
    expect(await m.statusOf(id)).toBe("paused");
    const second = await m.staff.refused(makePromise, { params: { id }, body: { by: "2026-03-06", amount: "10.00" } });
    expect(second.body.errors).toEqual({ common: ["There is an open promise to pay already."] });
    await m.pay(id, "2026-03-02", "150.00");
    expect(await states(id)).toEqual([["open", eur("150.00")]]);
    await m.pay(id, "2026-03-02", "50.00");
    expect(await states(id)).toEqual([["kept", eur("200.00")]]);
    expect(await m.statusOf(id)).toBe("not_started");
  });

  test("is not kept by what was paid earlier on the day on which it was made", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    await m.pay(id, "2026-03-02", "200.00");
    m.world.clock.set(new Date("2026-03-02T09:01:00Z"));
    const body = { by: "2026-03-06", amount: "200.00" };
    const made = await m.staff.call(makePromise, { params: { id }, body });
    expect([made.state, made.received]).toEqual(["open", 0]);
    await m.night("2026-03-09");
    expect(await states(id)).toEqual([["open", 0]]);
    expect(await m.statusOf(id)).toBe("paused");
    await m.night("2026-03-14");
    expect(await states(id)).toEqual([["broken", 0]]);
  });

  test("is not kept by money of before it that is booked anew, and is by what comes in for it", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const before = await bookedPayment(id, "200.00");
    m.world.clock.set(new Date("2026-03-02T09:01:00Z"));
    await m.staff.call(makePromise, { params: { id }, body: { by: "2026-03-06", amount: "100.00" } });
    m.world.clock.set(new Date("2026-03-02T09:02:00Z"));
    const reason = "verkeerd kenmerk";
    await m.staff.call(reversePaymentCall, { params: { id, paymentId: before }, body: { reason } });
    expect(await states(id)).toEqual([["open", 0]]);
    await m.pay(id, "2026-03-02", "200.00");
    expect(await states(id)).toEqual([["open", 0]]);
    // What is more than was booked before is new.
    await m.pay(id, "2026-03-02", "40.00");
    expect(await states(id)).toEqual([["open", eur("40.00")]]);
    await m.on("2026-03-05");
    await m.pay(id, "2026-03-05", "60.00");
    expect(await states(id)).toEqual([["kept", eur("100.00")]]);
  });

  test("counts whole what comes in after money of before it was taken back by the bank", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const before = await bookedPayment(id, "200.00");
    m.world.clock.set(new Date("2026-03-02T09:01:00Z"));
    await m.staff.call(makePromise, { params: { id }, body: { by: "2026-03-06", amount: "100.00" } });
    await m.on("2026-03-04");
    await m.staff.call(reversePaymentCall, { params: { id, paymentId: before }, body: { reason: "storno" } });
    await m.pay(id, "2026-03-04", "100.00");
    expect(await states(id)).toEqual([["kept", eur("100.00")]]);
  });

  test("is judged each night with those of other files, by one reading of their payments", async () => {
    const readings = async (count: number): Promise<number> => {
      const ids: number[] = [];
      while (ids.length < count) ids.push(await promised());
      const statements = await statementsOf(() => m.night("2026-03-09"));
      for (const id of ids) expect(await states(id)).toEqual([["open", 0]]);
      return statements.filter((text) => text.includes("payment_promise") && text.includes("claim_event")).length;
    };
    const [one, many] = [await readings(1), await readings(4)];
    expect(one).toBeGreaterThan(0);
    expect(many).toBe(one);
  });

  test("is broken after its date and the days of grace", async () => {
    const id = await promised();
    // Friday 6 March and five working days: Friday the 13th.
    await m.night("2026-03-13");
    expect(await states(id)).toEqual([["open", 0]]);
    await m.night("2026-03-14");
    expect(await states(id)).toEqual([["broken", 0]]);
    expect(await m.statusOf(id)).toBe("not_started");
    expect((await openAgendaOf(m.world.db, [id])).get(id)).toMatchObject([{ subject: "missed_term" }]);
  });

  test("can be withdrawn, but not with an outdated version", async () => {
    const id = await promised();
    const [promise] = (await m.staff.call(readAgreements, { params: { id } })).promises;
    const params = { id, promise: promise?.id ?? 0 };
    expect((await m.staff.refused(withdrawPromise, { params, body: { version: 7 } })).status).toBe(409);
    await m.staff.call(withdrawPromise, { params, body: { version: 1, reason: "Vergissing" } });
    expect(await states(id)).toEqual([["withdrawn", 0]]);
  });

  test("must be for a date in the near future and for no more than the open amount", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const wrong = async (body: { by: string; amount: string }) =>
      Object.keys((await m.staff.refused(makePromise, { params: { id }, body })).body.errors ?? {});
    expect(await wrong({ by: "2026-03-01", amount: "10.00" })).toEqual(["by"]);
    expect(await wrong({ by: "2026-07-01", amount: "10.00" })).toEqual(["by"]);
    expect(await wrong({ by: "2026-03-06", amount: "1200.01" })).toEqual(["amount"]);
    expect(await wrong({ by: "2026-03-06", amount: "-1" })).toEqual(["amount"]);
    expect(await wrong({ by: "2026-03-01", amount: "1200.01" })).toEqual(["by", "amount"]);
  });
});

describe("the costs of a file", () => {
  test("are listed by who bears them, including VAT; only the debtor's part is in the balance", async () => {
    await m.on("2026-03-02");
    // Its creditor cannot offset VAT.
    const id = await makeClaimFile(m.world, m.clientId, [
      statutory({ vat: true }),
      owedFrom("1000.00", "2026-01-01", { number: "F1" }),
    ]);
    const title = { on: "2026-02-20", reference: "Rb Utrecht 26/88" };
    const cost = {
      date: "2026-03-02",
      amount: "12.10",
      vat: "2.10",
      group: "court" as const,
      type: "Uittreksel",
      title,
    };
    await m.staff.call(bookCost, { params: { id }, body: cost });
    const [choice] = (await m.staff.call(clientCostChoices)).items.filter(({ vatPercent }) => vatPercent === "21");
    const body = { date: "2026-03-02", amount: "100.00", costType: choice?.id ?? 0, idempotencyKey: "k1" };
    const booked = await m.staff.call(bookClientCost, { params: { id }, body });
    expect(booked).toMatchObject({ chargedTo: "client", amount: eur("121.00"), vat: eur("21.00"), open: null });
    expect(await m.staff.call(bookClientCost, { params: { id }, body })).toEqual(booked);
    const { totals, items } = await m.staff.call(listCosts, { params: { id } });
    expect(items).toHaveLength(2);
    expect(totals).toEqual({
      debtor: eur("12.10"),
      debtorVat: eur("2.10"),
      debtorOpen: eur("12.10"),
      client: eur("121.00"),
      clientVat: eur("21.00"),
    });
    const back = await m.staff.call(reverseClientCost, {
      params: { id, cost: booked.id },
      body: { reason: "Dubbel geboekt" },
    });
    expect(back).toMatchObject({ reversed: "Dubbel geboekt", reversible: false });
    expect((await m.staff.call(listCosts, { params: { id } })).totals.client).toBe(0);
    // Sent again it is the same one, though the file has closed since; another is refused.
    const closed = { status: "closed", closed_on: date("2026-03-02") };
    await m.world.db.updateTable("case_file").set(closed).where("id", "=", id).execute();
    expect((await m.staff.call(bookClientCost, { params: { id }, body })).id).toBe(booked.id);
    const other = { params: { id }, body: { ...body, idempotencyKey: "k2" } };
    expect((await m.staff.refused(bookClientCost, other)).body.errors).toEqual({ common: ["The file is closed."] });
  });

  test("hold no VAT for the debtor where the creditor offsets it", async () => {
    const id = await makeFile();
    const title = { on: "2026-02-20", reference: "Rb Utrecht 26/88" };
    const cost = { date: "2026-03-02", amount: "12.10", group: "court" as const, type: "Uittreksel", title };
    const refused = await m.staff.refused(bookCost, { params: { id }, body: { ...cost, vat: "2.10" } });
    expect(refused.body.errors).toEqual({ vat: ["The creditor offsets this VAT, so the debtor does not owe it."] });
    const late = { ...cost, date: "2026-03-03", title: { ...title, on: "2026-03-03" }, vat: "2.10" };
    const all = await m.staff.refused(bookCost, { params: { id }, body: late });
    expect(Object.keys(all.body.errors ?? {})).toEqual(["date", "title.on", "vat"]);
    await m.staff.call(bookCost, { params: { id }, body: { ...cost, amount: "10.00" } });
    expect((await m.staff.call(listCosts, { params: { id } })).totals).toMatchObject({ debtorVat: 0 });
  });

  test("are refused with a kind that the debtor bears, and on a hidden file", async () => {
    const id = await makeFile();
    const body = { date: "2026-03-02", amount: "10.00", costType: 999_999 };
    const wrong = await m.staff.refused(bookClientCost, { params: { id }, body });
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(["costType"]);
    expect((await m.stranger.refused(bookClientCost, { params: { id }, body })).status).toBe(404);
  });
});
