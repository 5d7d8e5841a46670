/** The decision whether to sue, over HTTP: advice, the client asked and answering once, decided alone and together, and a step that waits for it. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { openAgendaOf } from "../../cases/agenda/agenda.server.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { addBudgetEntry } from "../../cases/logs/lines/line-details.contract.ts";
import { createLog, listLogs } from "../../cases/logs/logs.contract.ts";
import { placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { date } from "../../ground/kernel/dates.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { claimOf, person, registerProvider } from "../../letters/processing/processing.factory.ts";
import { stepBody } from "../../letters/workflows/versions/step-body.factory.ts";
import {
  changeStep,
  listWorkflowVersions,
  publishDraft,
  startDraft,
} from "../../letters/workflows/versions/versions.contract.ts";
import { changeFileWorkflow, readFileWorkflow, skipWorkflowStep } from "../../letters/workflows/workflows.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { chooseHandover, readHandover } from "../handover/handover.contract.ts";
import {
  answerQuestion,
  askForOrder,
  decide,
  decideMany,
  listDecisions,
  listQuestions,
  readDecision,
  withdrawQuestion,
} from "./decisions.contract.ts";

const acl = ["ROLE_LEGAL", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_WORKFLOW_FILE", "ROLE_PROCESSING"];
let world: World;
let lawyer: Visitor;
let contact: Visitor;
let stranger: Visitor;
let client: number;
let serial = 0;

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  client = (await makeClient(world.db, world.clock)).id;
  const other = await makeClient(world.db, world.clock, { company: "Vreemd B.V." });
  lawyer = await world.login(acl);
  contact = await world.login({
    acl: ["ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH"],
    kind: "contact",
    clientIds: [client],
    name: "K. Lant",
  });
  stranger = await world.login({ acl: ["ROLE_CONTACT_PERSON"], kind: "contact", clientIds: [other.id] });
});
afterAll(() => world.close());

async function fileOf(cents = 100_000, debtor = person()): Promise<number> {
  const due = date("2026-09-30");
  const invoices = [{ number: `B-${++serial}`, date: due, dueDate: due, cents, description: null }];
  const { id } = await placeOne(world, client, { ...claimOf({ debtor }), invoices });
  await sql`update debtor set address_verified_on = '2026-11-10' from case_file
    where case_file.debtor_id = debtor.id and case_file.id = ${id}`.execute(world.db);
  return id;
}
const read = (id: number) => lawyer.call(readDecision, { params: { id } });
const ask = async (id: number, more: object = {}) =>
  lawyer.call(askForOrder, { params: { id }, body: { note: "Mogen wij?", advanceCents: 12_345, version: 0, ...more } });
const subjects = async (id: number) =>
  ((await openAgendaOf(world.db, [id])).get(id) ?? []).map(({ subject }) => subject);
const answered = (id: number, version: number, answer: "yes" | "no" = "yes", who = contact) =>
  who.call(answerQuestion, { params: { id }, body: { answer, note: "Ga uw gang", version } });

test("keeps no citizen service number that is typed in a reason, in the agenda neither", async () => {
  const [one, two] = [await fileOf(), await fileOf()];
  const reason = "Debiteur 111222333 is ziek";
  await lawyer.call(decide, { params: { id: one }, body: { decision: "writeOff", reason, version: 0 } });
  const act = { kind: "decide" as const, decision: "writeOff" as const, reason };
  await lawyer.call(decideMany, { body: { files: [{ file: two, version: 0 }], act } });
  const { rows } = await sql<{ note: string }>`select note from agenda_item
    where file_id in (${one}, ${two}) and note like '%Debiteur%'`.execute(world.db);
  expect(rows.map(({ note }) => /Debiteur .*/.exec(note)?.[0])).toEqual([
    "Debiteur ********* is ziek",
    "Debiteur ********* is ziek",
  ]);
});

describe("the advice on a file", () => {
  test("lists costs by stage, every rule and what the law forbids", async () => {
    const decision = await read(await fileOf());
    // A consumer without a 14-day letter: the law refuses a handover.
    expect(decision).toMatchObject({ advice: "wait", version: 0, state: null, question: null, decided: null });
    expect(decision.lines.filter(({ advice }) => advice !== null).map(({ rule }) => rule)).toEqual(["law"]);
    expect(decision.costs?.parts.map(({ part }) => part)).toEqual([
      ...["courtFee", "salary", "summons", "afterCosts", "service", "seizure"],
    ]);
    expect(decision.costs?.parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(decision.costs?.awarded);
    expect(decision.awardCents).toBe(decision.openCents + (decision.costs?.awarded ?? 0));
    expect(decision.needs.find(({ need }) => need === "mandate")?.state).toBe("missing");
  });

  test("reckons a consumer sale above € 25,000 by the scales of the sub-district court, which hears it", async () => {
    const costsOf = async (claimTitle: string) => {
      const due = date("2026-09-30");
      const invoices = [{ number: `B-${++serial}`, date: due, dueDate: due, cents: 3_000_000, description: null }];
      const { id } = await placeOne(world, client, { ...claimOf({ debtor: person() }), claimTitle, invoices });
      return new Map((await read(id)).costs?.parts.map(({ part, cents }) => [part, cents]));
    };
    const sale = await costsOf("Koop van een keuken");
    // Domain facts 4.2: a legal person pays 1,504 in the sub-district court from 12,500 on.
    expect([sale.get("courtFee"), sale.has("salary")]).toEqual([150_400, true]);
    const services = await costsOf("Advies");
    expect(services.get("courtFee")).not.toBe(150_400);
    expect(services.has("salary")).toBe(false);
  });

  test("depends on states and on what the debtor can pay, which the client's people never see", async () => {
    const id = await fileOf();
    const line = await lawyer.call(createLog, {
      body: { file: id, type: "income_expenses", subject: "Inkomen en uitgaven" },
    });
    const entry = (side: "income" | "expense", kind: string, amount: string) =>
      lawyer.call(addBudgetEntry, { params: { id: line.id, x: side }, body: { kind, amount } });
    await entry("income", "wages", "1500.00");
    await entry("expense", "housing", "1450.00");
    const means = (await read(id)).lines.find(({ rule }) => rule === "means");
    expect(means?.why).toBe("By the last statement €50.00 a month is free.");
    // 36 × 50.00
    expect((await read(id)).recoverableCents).toBe(180_000);
    const { version: fileVersion } = await lawyer.call(showFile, { params: { id } });
    await lawyer.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "shv", reason: "gemeente", version: fileVersion },
    });
    expect(await read(id)).toMatchObject({ advice: "wait", why: expect.stringContaining("debt counselling") });
    await ask(id);
    const { text } = await contact.send(listQuestions);
    expect(text).not.toMatch(/50\.00|By the last statement|means/);
  });

  test("is for staff only, and 404 for a hidden or unknown file", async () => {
    const id = await fileOf();
    const teams = await world.login({ acl, teamIds: [] });
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
    expect((await teams.refused(readDecision, { params: { id } })).status).toBe(404);
    const mine = { files: [{ file: id, version: 0 }], act: { kind: "decide", decision: "sue", reason: "x" } } as const;
    expect((await teams.refused(decideMany, { body: { ...mine, files: [...mine.files] } })).status).toBe(404);
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: false }));
    const client_ = await world.login({ acl, kind: "contact", clientIds: [client] });
    for (const [who, status] of [
      [client_, 404],
      [contact, 403],
      [await world.login(["ROLE_FILE_EDIT"]), 403],
    ] as const) {
      expect((await who.refused(readDecision, { params: { id } })).status).toBe(status);
      const body = { decision: "sue", version: 0 } as const;
      expect((await who.refused(decide, { params: { id }, body })).status).toBe(status);
    }
    expect((await lawyer.refused(readDecision, { params: { id: 999_999 } })).status).toBe(404);
    expect((await client_.refused(listDecisions)).status).toBe(404);
    const files = [
      { file: id, version: 0 },
      { file: 999_999, version: 0 },
    ];
    const act = { kind: "decide", decision: "sue", reason: "x" } as const;
    expect((await lawyer.refused(decideMany, { body: { files, act } })).status).toBe(404);
    expect(await read(id)).toMatchObject({ version: 0, decided: null });
  });
});

describe("the client is asked", () => {
  test("and answers once on its own screen: mandate, advance, task and timeline are updated", async () => {
    const id = await fileOf();
    const asked = await ask(id);
    expect(asked).toMatchObject({ state: "asked", version: 1, question: { answerBy: "2026-12-04", answer: null } });
    expect(await subjects(id)).toContain("client_question");
    const { items } = await contact.call(listQuestions);
    const shown = items.find((one) => one.id === id);
    expect(shown).toMatchObject({ quoted: { advice: "wait", openCents: asked.openCents }, version: 1 });
    expect((await stranger.call(listQuestions)).items).toEqual([]);
    for (const unknown of [id, 999_999])
      expect(
        (await stranger.refused(answerQuestion, { params: { id: unknown }, body: { answer: "yes", version: 1 } }))
          .status,
      ).toBe(404);
    const done = await answered(id, 1);
    expect(done.question).toMatchObject({ answer: "yes", answerNote: "Ga uw gang", answeredBy: "K. Lant" });
    expect(await subjects(id)).toEqual(["summons_approval"]);
    const { choices, checks } = await lawyer.call(readHandover, { params: { id } });
    expect(choices).toMatchObject({
      mandate: { scope: "judicial", on: "2026-11-20" },
      advanceRequired: true,
      advanceCents: 12_345,
      advanceReceivedOn: null,
    });
    expect(checks.find(({ need }) => need === "mandate")?.state).toBe("met");
    expect(checks.find(({ need }) => need === "advance")?.state).toBe("missing");
    const twice = await contact.refused(answerQuestion, { params: { id }, body: { answer: "no", version: 1 } });
    expect([twice.status, twice.body.current]).toEqual([409, { version: 2, answer: "yes" }]);
    const again = await contact.refused(answerQuestion, { params: { id }, body: { answer: "no", version: 2 } });
    expect(again.status).toBe(409);
    const log = await lawyer.call(listLogs, { params: { id }, query: {} });
    expect(log.items.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(["Client orders us to sue", "Client asked whether we may sue; answer by 04-12-2026"]),
    );
    const audit = await sql<{ action: string }>`select action from audit_log
      where subject = 'file' and subject_id = ${String(id)} order by id`.execute(world.db);
    expect(audit.rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["file.legal-question", "file.legal-answer", "file.handover"]),
    );
  });

  test("and orders with a new advance: one that came in for an earlier case is not taken for it", async () => {
    const of = async (receivedOn: string) => {
      const id = await fileOf();
      const advance = { advanceRequired: true, advanceCents: 40_000, advanceReceivedOn: receivedOn };
      await lawyer.call(chooseHandover, { params: { id }, body: { court: null, ...advance, version: 0 } });
      await ask(id);
      await answered(id, 1);
      const { choices, checks } = await lawyer.call(readHandover, { params: { id } });
      return [choices.advanceCents, choices.advanceReceivedOn, checks.find(({ need }) => need === "advance")?.state];
    };
    expect(await of("2025-03-03")).toEqual([12_345, null, "missing"]);
    // Asked on 20 November and paid at once, before it was answered.
    expect(await of("2026-11-20")).toEqual([12_345, "2026-11-20", "met"]);
  });

  test("and its “no” takes back its earlier order and goes before what it lets be done in general", async () => {
    const whole = await makeClient(world.db, world.clock, { company: "Alles Mag B.V." });
    await sql`update client set mandate_on = '2025-01-02' where id = ${whole.id}`.execute(world.db);
    const own = await world.login({ acl: ["ROLE_CONTACT_PERSON"], kind: "contact", clientIds: [whole.id] });
    const due = date("2026-09-30");
    const invoices = [{ number: `B-${++serial}`, date: due, dueDate: due, cents: 100_000, description: null }];
    const { id } = await placeOne(world, whole.id, { ...claimOf({ debtor: person() }), invoices });
    const mandate = async () =>
      (await lawyer.call(readHandover, { params: { id } })).checks.find(({ need }) => need === "mandate")?.state;
    expect(await mandate()).toBe("met");
    await ask(id);
    await answered(id, 1, "no", own);
    expect(await mandate()).toBe("missing");
    await ask(id, { version: 2 });
    await answered(id, 3, "yes", own);
    expect(await mandate()).toBe("met");
    await ask(id, { version: 4 });
    await answered(id, 5, "no", own);
    expect(await mandate()).toBe("missing");
  });

  test("of two simultaneous answers one counts, and the other gets the recorded answer", async () => {
    const id = await fileOf();
    await ask(id);
    const replies = await Promise.all(
      (["yes", "no", "yes", "no"] as const).map((answer) =>
        contact.send(answerQuestion, { params: { id }, body: { answer, note: "", version: 1 } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const won = await read(id);
    expect(won.version).toBe(2);
    const lines = (await lawyer.call(listLogs, { params: { id }, query: {} })).items;
    expect(lines.filter(({ subject }) => /order/.test(String(subject)))).toHaveLength(1);
  });

  test("a “no” gives no mandate; a withdrawn question or one of a closed file cannot be answered", async () => {
    const no = await fileOf();
    await ask(no);
    await answered(no, 1, "no");
    expect(await subjects(no)).toEqual(["client_question"]);
    expect((await lawyer.call(readHandover, { params: { id: no } })).choices.mandate).toMatchObject({
      scope: "collection",
    });
    const back = await fileOf();
    await ask(back);
    const twice = await lawyer.refused(askForOrder, { params: { id: back }, body: { version: 1 } });
    expect(Object.keys(twice.body.errors ?? {})).toEqual(["common"]);
    await lawyer.call(withdrawQuestion, { params: { id: back }, body: { version: 1 } });
    expect(await subjects(back)).toEqual([]);
    const late = await contact.refused(answerQuestion, { params: { id: back }, body: { answer: "yes", version: 1 } });
    expect(late.status).toBe(404);
    expect((await lawyer.call(readHandover, { params: { id: back } })).choices.mandate).toBeNull();
    expect((await lawyer.refused(withdrawQuestion, { params: { id: no }, body: { version: 2 } })).status).toBe(400);
  });

  test("a workflow step that waits for the mandate becomes due with it, and not after a “no”", async () => {
    const maker = await world.login({ acl: ["*"] });
    const known = (await maker.call(listWorkflowVersions, {})).items;
    const params = { workflow: known.find(({ code }) => code === "W2")?.id ?? 0 };
    const draft = await maker.call(startDraft, { params });
    const step = draft.steps.find(({ template }) => template === "TASK_HANDOVER");
    if (!step) throw new Error("W2 hands nothing over");
    const waits = { ...stepBody(step, draft.version), anchor: "event", event: "clientOrder", offsetDays: 2 } as const;
    const { version: ready } = await maker.call(changeStep, { params: { ...params, id: step.id }, body: waits });
    await maker.call(publishDraft, { params, body: { note: "Wacht op de opdracht", version: ready } });
    const next = async (id: number) => {
      const { next: coming, steps, version } = await lawyer.call(readFileWorkflow, { params: { id } });
      const template = steps.find(({ position }) => position === coming?.position)?.template;
      return { template, on: coming?.dueOn ?? null, position: coming?.position ?? 0, version };
    };
    for (const answer of ["no", "yes"] as const) {
      const company = person({ fileType: "company", companyName: "Zoet B.V.", legalForm: "bv", kvk: "87654321" });
      const id = await fileOf(100_000, { ...company, initials: null, prefix: null, lastName: null });
      await lawyer.call(changeFileWorkflow, { params: { id }, body: { workflow: "W2", reason: "Proef" } });
      for (let most = 20; most > 0 && (await next(id)).template !== "TASK_HANDOVER"; most--) {
        const { position, version } = await next(id);
        await lawyer.call(skipWorkflowStep, { params: { id }, body: { position, version, reason: "Proef" } });
      }
      expect((await next(id)).on).toBeNull();
      await ask(id);
      expect((await next(id)).on).toBeNull();
      await answered(id, 1, answer);
      // 20 November and two days is a Sunday: the Monday after it.
      expect((await next(id)).on).toBe(answer === "yes" ? "2026-11-23" : null);
    }
  });
});

describe("deciding", () => {
  test("needs a reason when it differs from the advice, and when waiting a date before the claim lapses", async () => {
    const id = await fileOf();
    const body = { decision: "sue", version: 0 } as const;
    expect(Object.keys((await lawyer.refused(decide, { params: { id }, body })).body.errors ?? {})).toEqual(["reason"]);
    const both = await lawyer.refused(decide, { params: { id }, body: { ...body, until: "2026-11-20" } });
    expect(Object.keys(both.body.errors ?? {}).sort()).toEqual(["reason", "until"]);
    const wait = { decision: "wait", version: 0 } as const;
    for (const until of [undefined, "2026-11-20", "2040-01-01", "2026-02-30"])
      expect(
        Object.keys((await lawyer.refused(decide, { params: { id }, body: { ...wait, until } })).body.errors ?? {}),
      ).toEqual(["until"]);
    const waits = await lawyer.call(decide, { params: { id }, body: { ...wait, until: "2026-12-01" } });
    expect(waits).toMatchObject({ state: "decided", version: 1, decided: { decision: "wait", until: "2026-12-01" } });
    expect(await subjects(id)).toEqual(["review"]);
    const stale = await lawyer.refused(decide, { params: { id }, body: { ...body, reason: "toch" } });
    expect([stale.status, stale.body.current]).toEqual([409, { version: 1, answer: null }]);
    const sued = await lawyer.call(decide, { params: { id }, body: { ...body, reason: "toch", version: 1 } });
    expect(sued).toMatchObject({ decided: { decision: "sue", advice: "wait", reason: "toch" } });
    expect(await subjects(id)).toEqual([]);
  });

  test("many files at once: those changed meanwhile are left unchanged and reported", async () => {
    const ids = [await fileOf(), await fileOf(), await fileOf()];
    await sql`update case_file set next_step = 'workflows.step_TASK_HANDOVER', next_action_on = '2026-11-20'
      where id = any(${ids}::bigint[])`.execute(world.db);
    const waiting = await lawyer.call(listDecisions, { query: { filter: { state: "waiting" } } });
    expect(waiting.items.map(({ fileId }) => fileId).sort((a, b) => a - b)).toEqual(ids);
    expect(waiting.items.every(({ advice, outlayCents }) => advice === "wait" && (outlayCents ?? 0) > 0)).toBe(true);
    const [first = 0, second = 0, third = 0] = ids;
    await lawyer.call(decide, { params: { id: second }, body: { decision: "writeOff", reason: "oud", version: 0 } });
    const files = ids.map((file) => ({ file, version: 0 }));
    const act = { kind: "ask", note: "Akkoord?", withAdvance: true } as const;
    const { items } = await lawyer.call(decideMany, { body: { files, act } });
    expect(items.map(({ fileId, done }) => [fileId, done])).toEqual([
      [first, true],
      [second, false],
      [third, true],
    ]);
    expect(items[1]?.why).toBe("Changed since you looked; look again.");
    const asked = await lawyer.call(listDecisions, { query: { filter: { state: "asked" } } });
    const mine = asked.items.filter(({ fileId }) => fileId === first || fileId === third);
    // 350 + 125.57, with 21 % on the act where the client cannot set it off.
    expect(mine.map(({ question }) => question?.advanceCents)).toEqual([47_557, 47_557]);
    const both = { body: { files: [files[0], files[0]].flatMap((one) => one ?? []), act } };
    expect((await lawyer.refused(decideMany, both)).status).toBe(400);
    const decided = await lawyer.call(listDecisions, { query: { filter: { state: "decided" } } });
    expect(decided.items.map(({ fileId }) => fileId)).toContain(second);
  });

  test("a closed file can no longer be decided on", async () => {
    const id = await fileOf();
    await sql`update case_file set status = 'closed', closed_on = '2026-11-20' where id = ${id}`.execute(world.db);
    expect((await lawyer.refused(decide, { params: { id }, body: { decision: "wait", version: 0 } })).status).toBe(400);
    expect((await lawyer.refused(askForOrder, { params: { id }, body: { version: 0 } })).status).toBe(400);
  });
});
