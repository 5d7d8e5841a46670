import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { followArrangement, propose } from "../../money/claims/agreements/arrangements.server.ts";
import { appendEvents, eventsOf, fileBalance } from "../../money/claims/claims.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { claimOf, person, portfolio, registerProvider } from "./processing.factory.ts";
import {
  cancelRun,
  doStep,
  excludeRows,
  listHeld,
  listRunRows,
  listRuns,
  makeRunCall,
  planRun,
  type Run,
  readRun,
  readStep,
  sampleOfRun,
} from "./runs/runs.contract.ts";
import { remindersJob } from "./steps/reminders.server.ts";

let world: World;
let clerk: Visitor;

const acl = ["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"];

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(acl);
});
afterAll(() => world.close());

/** Turns the clock; nobody stays logged in that long, so the clerk logs in anew. */
const at = async (text: string): Promise<void> => {
  world.clock.set(new Date(text));
  clerk = await world.login(acl);
};

/** Plans a run for these clients and waits for the plan. */
async function planned(input: { body: BodyOf<typeof planRun> }, who = clerk): Promise<Run> {
  const asked = await who.call(planRun, input);
  await world.drain();
  return who.call(readRun, { params: { id: asked.id } });
}

async function made(run: Run): Promise<Run> {
  await clerk.call(makeRunCall, { params: { id: run.id }, body: { version: run.version } });
  await world.drain();
  return clerk.call(readRun, { params: { id: run.id } });
}

const rowsOf = async (run: Run, filter: Record<string, unknown> = {}) =>
  (await clerk.call(listRunRows, { params: { id: run.id }, query: { filter } })).items;

const kinds = async (fileId: number): Promise<string[]> =>
  (await eventsOf(world.db, fileId)).map(({ kind }) => kind).filter((kind) => kind !== "terms");

const lettersOf = (fileId: number) =>
  world.db
    .selectFrom("message")
    .select(["channel", "template_code"])
    .where("file_id", "=", fileId)
    .orderBy("id")
    .execute();

describe("the first letter of a consumer", () => {
  let clientId: number;
  let fileIds: readonly number[];
  let run: Run;

  beforeAll(async () => {
    await at("2026-11-20T10:00:00+01:00");
    ({ clientId, fileIds } = await portfolio(world, 3));
    run = await planned({ body: { clients: [clientId] } });
  });

  test("the plan names step, document and announced costs of each file, and sends nothing", async () => {
    expect(run).toMatchObject({ state: "planned", dueFiles: 3, lookedAt: 3, toDo: 3, done: 0 });
    const rows = await rowsOf(run);
    expect(rows.map(({ fileId }) => fileId)).toEqual(fileIds);
    // 100.00 from 1 April to 20 November 2026 at 4 %: 233 days, 2.55; costs of 40.00 are announced.
    for (const row of rows)
      expect(row).toMatchObject({
        step: 1,
        stepName: "14-day letter",
        verdict: "do",
        openCents: 10_255,
        costCents: 4000,
      });
    expect(await lettersOf(fileIds[0] ?? 0)).toEqual([]);
  });

  test("a sample is a real letter, and is not stored", async () => {
    const reply = await clerk.send(sampleOfRun, { params: { id: run.id, fileId: fileIds[0] ?? 0 } });
    expect([reply.status, reply.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
    expect(await lettersOf(fileIds[0] ?? 0)).toEqual([]);
  });

  test("a row can be excluded, and is not carried out", async () => {
    const out = fileIds[2] ?? 0;
    const changed = await clerk.call(excludeRows, { params: { id: run.id }, body: { files: [out], excluded: true } });
    expect(changed.toDo).toBe(2);
    const done = await made(changed);
    expect(done).toMatchObject({ state: "done", toDo: 2, done: 2, dropped: 0, failed: 0 });
    expect(await lettersOf(out)).toEqual([]);
  });

  test("each file has its letter, its notice with the days of the term, and its next step", async () => {
    const fileId = fileIds[0] ?? 0;
    expect(await lettersOf(fileId)).toEqual([{ channel: "post", template_code: "POST_WIK14" }]);
    expect(await kinds(fileId)).toEqual(["invoice", "notice14"]);
    const notice = (await eventsOf(world.db, fileId)).find(({ kind }) => kind === "notice14");
    expect(notice).toMatchObject({
      on: "2026-11-20",
      data: {
        bik: 4000,
        vat: 0,
        principal: 10_000,
        deemedReceived: "2026-11-24",
        bikDueFrom: "2026-12-09",
        by: "agency",
      },
    });
    const file = await world.db.selectFrom("case_file").selectAll().where("id", "=", fileId).executeTakeFirstOrThrow();
    expect(file).toMatchObject({
      status: "in_progress",
      next_step: "workflows.step_EM_FIRST",
      next_action_on: "2026-11-23",
    });
  });

  test("a completed run cannot be carried out again", async () => {
    const { version } = await clerk.call(readRun, { params: { id: run.id } });
    expect((await clerk.refused(makeRunCall, { params: { id: run.id }, body: { version } })).status).toBe(402);
    const page = await clerk.call(listRuns, {});
    expect(page.items[0]).toMatchObject({ id: run.id, done: 2 });
  });
});

describe("collection costs are charged when the term of the letter has ended, not before", () => {
  let clientId: number;
  let fileId: number;
  const step = () => clerk.call(readStep, { params: { id: fileId } });
  const take = async (position: number) => clerk.call(doStep, { params: { id: fileId }, body: { position } });

  beforeAll(async () => {
    await at("2026-11-20T10:00:00+01:00");
    const made = await portfolio(world, 1);
    clientId = made.clientId;
    fileId = made.fileIds[0] ?? 0;
    await take(1);
    await at("2026-11-23T10:00:00+01:00");
    await take(2);
    await at("2026-11-27T10:00:00+01:00");
    await take(3);
  });

  test("requested by hand before that day, they are refused with rule, article and the first date", async () => {
    await at("2026-12-08T10:00:00+01:00");
    expect(await step()).toMatchObject({ verdict: "refuse", position: 4, possibleFrom: "2026-12-09" });
    const error = await clerk.refused(doStep, { params: { id: fileId }, body: { position: 4 } });
    expect(error.status).toBe(402);
    expect(error.body.refusals).toEqual([
      {
        rule: "noticeRunning",
        article: "BW 6:96(6)",
        text: "The term of the 14-day letter of 20-11-2026 is still running.",
        possibleFrom: "2026-12-09",
      },
    ]);
  });

  test("a run on an earlier day skips the file", async () => {
    const run = await planned({ body: { clients: [clientId] } });
    expect(run).toMatchObject({ toDo: 0 });
  });

  test("on the day itself the run charges them once, with the letter that announces them", async () => {
    await at("2026-12-09T10:00:00+01:00");
    const run = await planned({ body: { clients: [clientId] } });
    expect(await rowsOf(run)).toMatchObject([{ step: 4, verdict: "do", costCents: 4000 }]);
    await made(run);
    const events = await eventsOf(world.db, fileId);
    expect(events.filter(({ kind }) => kind === "bik")).toMatchObject([{ on: "2026-12-09", amount: 4000 }]);
    expect(await lettersOf(fileId)).toMatchObject([
      { template_code: "POST_WIK14" },
      { template_code: "EM_FIRST" },
      { template_code: "SMS_LINK" },
      { template_code: "POST_BIK" },
    ]);
    const { body_text } = await world.db
      .selectFrom("message")
      .select("body_text")
      .where("file_id", "=", fileId)
      .where("template_code", "=", "POST_BIK")
      .executeTakeFirstOrThrow();
    // 100.00 + 40.00 + interest of 252 days at 4 %, 2.76.
    expect(body_text.replace(/\s/g, " ")).toContain("142,76");
  });

  test("a call waits for a person, and its lapse is recorded if nobody makes it", async () => {
    await at("2026-12-16T10:00:00+01:00");
    expect(await step()).toMatchObject({ position: 5, byHand: true, verdict: "wait", channel: "call" });
    expect((await clerk.refused(doStep, { params: { id: fileId }, body: { position: 5 } })).body.errors).toEqual({
      common: ["Say how this step ended."],
    });
    await at("2026-12-18T10:00:00+01:00");
    await take(6);
    const done = await world.db
      .selectFrom("step_done")
      .select(["position", "outcome"])
      .where("file_id", "=", fileId)
      .orderBy("id")
      .execute();
    expect(done.slice(-2)).toEqual([
      { position: 5, outcome: "lapsed" },
      { position: 6, outcome: "done" },
    ]);
  });
});

describe("rows changed since the plan are dropped with a reason", () => {
  test("a dispute and a payment; the others are carried out", async () => {
    await at("2026-11-20T10:00:00+01:00");
    const { clientId, fileIds } = await portfolio(world, 3);
    const [disputed = 0, paid = 0, plain = 0] = fileIds;
    const run = await planned({ body: { clients: [clientId] } });
    await clerk.call(placeHoldOnFile, { params: { id: disputed }, body: { kind: "dispute", version: 1 } });
    await world.work(async (ctx) => {
      await appendEvents(ctx, paid, [
        {
          kind: "payment",
          on: date("2026-11-20"),
          amount: 2000,
          data: { receipt: "agency", reference: "overboeking" },
        },
      ]);
    });
    const done = await made(run);
    expect(done).toMatchObject({ done: 1, dropped: 2, failed: 0 });
    const rows = await rowsOf(run);
    expect(rows.map(({ fileId, state, error }) => [fileId, state, error])).toEqual([
      [disputed, "dropped", "The file has changed since the plan."],
      [paid, "dropped", "The file has changed since the plan."],
      [plain, "done", null],
    ]);
    expect(await kinds(disputed)).toEqual(["invoice"]);
  });

  test("yesterday's plan is not carried out today", async () => {
    await at("2026-11-20T10:00:00+01:00");
    const { clientId } = await portfolio(world, 1);
    const run = await planned({ body: { clients: [clientId] } });
    await at("2026-11-21T10:00:00+01:00");
    const error = await clerk.refused(makeRunCall, { params: { id: run.id }, body: { version: run.version } });
    expect(error.body.errors).toEqual({
      common: ["This plan is of 20-11-2026. Make a new one; amounts and terms have changed."],
    });
    expect(await clerk.call(cancelRun, { params: { id: run.id } })).toMatchObject({ state: "cancelled" });
  });
});

describe("the law gate applies to every way of sending", () => {
  test("without a registration nothing is sent to a natural person, by run or by hand (Wki 3)", async () => {
    await at("2026-11-20T10:00:00+01:00");
    const { clientId, fileIds } = await portfolio(world, 1);
    await world.work((ctx) => changeSettings(ctx, { wkiNumber: "" }));
    const run = await planned({ body: { clients: [clientId] } });
    expect(await rowsOf(run)).toMatchObject([
      { verdict: "refuse", possibleFrom: null, reasons: [{ rule: "providerUnregistered", article: "Wki 3" }] },
    ]);
    expect((await clerk.refused(doStep, { params: { id: fileIds[0] ?? 0 }, body: { position: 1 } })).status).toBe(402);
    await registerProvider(world);
  });

  test("a claim without a description is refused until it has one (Bki 3.1), and listed as held", async () => {
    await at("2026-11-20T10:00:00+01:00");
    const client = await makeClient(world.db, world.clock);
    const file = await placeOne(world, client.id, claimOf({ claimDescription: null }));
    const run = await planned({ body: { clients: [client.id] } });
    expect(await rowsOf(run)).toMatchObject([
      { verdict: "refuse", reasons: [{ rule: "descriptionMissing", article: "Bki 3.1" }] },
    ]);
    const held = await clerk.call(listHeld, { query: { filter: { client: client.id } } });
    expect(held.items).toMatchObject([{ fileId: file.id, cause: "refused", stepName: "14-day letter" }]);
  });

  test("an e-mail in the evening is refused until seven in the morning (Bki 4.2); a letter is not", async () => {
    await at("2026-11-20T21:00:00+01:00");
    const { clientId, fileIds } = await portfolio(world, 1);
    const fileId = fileIds[0] ?? 0;
    await clerk.call(doStep, { params: { id: fileId }, body: { position: 1 } });
    await at("2026-11-23T20:00:00+01:00");
    const run = await planned({ body: { clients: [clientId] } });
    expect(await rowsOf(run)).toMatchObject([{ verdict: "refuse", possibleFrom: "2026-11-24T06:00:00.000Z" }]);
    await at("2026-11-24T07:00:00+01:00");
    expect(await clerk.call(readStep, { params: { id: fileId } })).toMatchObject({ verdict: "do", channel: "email" });
  });

  test("overseas, where it is night in the Dutch morning, an e-mail is put ready for seven o'clock there", async () => {
    await at("2026-11-20T10:00:00+01:00");
    const client = await makeClient(world.db, world.clock);
    const overseas = { street: "Kaya", houseNumber: "1", postcode: "0000", city: "Willemstad", country: "CW" };
    const { id } = await placeOne(world, client.id, claimOf({ debtor: person(overseas) }));
    await clerk.call(doStep, { params: { id }, body: { position: 1 } });
    const place = await clerk.call(readStep, { params: { id } });
    const due = place.dueOn;
    // Amsterdam is five hours ahead: there it is half past eight of the evening before, and then four in the morning.
    await at(`${due}T01:30:00+01:00`);
    expect(await rowsOf(await planned({ body: { clients: [client.id] } }))).toMatchObject([
      {
        verdict: "do",
        channel: "email",
        possibleFrom: `${due}T11:00:00.000Z`,
        reasons: [{ rule: "contactHoursThere" }],
      },
    ]);
    await at(`${due}T09:00:00+01:00`);
    const run = await planned({ body: { clients: [client.id] } });
    expect(await rowsOf(run)).toMatchObject([{ verdict: "do", possibleFrom: `${due}T11:00:00.000Z` }]);
    expect((await clerk.call(readRun, { params: { id: run.id } })).reasons).toEqual([]);
    expect(await made(run)).toMatchObject({ done: 1 });
    const [mail] = await world.db
      .selectFrom("message")
      .select(["template_code", "send_after"])
      .where("file_id", "=", id)
      .where("channel", "=", "email")
      .execute();
    expect(mail?.send_after.toISOString()).toBe(`${due}T11:00:00.000Z`);
  });

  test("a held file waits, with its reason and the first possible date", async () => {
    await at("2026-11-20T10:00:00+01:00");
    const { clientId, fileIds } = await portfolio(world, 1);
    const id = fileIds[0] ?? 0;
    await clerk.call(placeHoldOnFile, { params: { id }, body: { kind: "promise", until: "2026-11-27", version: 1 } });
    const held = await clerk.call(listHeld, { query: { filter: { client: clientId, cause: "hold" } } });
    expect(held.items).toMatchObject([{ fileId: id, possibleFrom: "2026-11-28", reasons: [{ rule: "holdPromise" }] }]);
    expect((await clerk.refused(doStep, { params: { id }, body: { position: 1 } })).status).toBe(402);
  });
});

describe("one debtor, several files", () => {
  test("the plan shows them together, and sends no more e-mails than the provider allows", async () => {
    await at("2026-11-20T10:00:00+01:00");
    await registerProvider(world);
    const client = await makeClient(world.db, world.clock);
    const debtor = person();
    for (let made = 0; made < 3; made++) await placeOne(world, client.id, claimOf({ debtor }));
    const letters = await planned({ body: { clients: [client.id] } });
    expect((await rowsOf(letters, { together: true })).map(({ together }) => together)).toEqual([2, 2, 2]);
    await made(letters);
    await at("2026-11-23T10:00:00+01:00");
    const mails = await planned({ body: { clients: [client.id] } });
    // Two messages in seven days are the most; the third is possible when the first two lie seven days back.
    expect((await rowsOf(mails)).map(({ verdict, possibleFrom }) => [verdict, possibleFrom])).toEqual([
      ["do", null],
      ["do", null],
      ["refuse", "2026-11-30"],
    ]);
    expect(await made(mails)).toMatchObject({ done: 2, dropped: 0, failed: 0 });
  });
});

describe("a fully paid file", () => {
  test("is closed instead of dunned, and its debtor is informed", async () => {
    await at("2026-11-20T10:00:00+01:00");
    const { clientId, fileIds } = await portfolio(world, 1);
    const fileId = fileIds[0] ?? 0;
    await clerk.call(doStep, { params: { id: fileId }, body: { position: 1 } });
    await world.work(async (ctx) => {
      await appendEvents(ctx, fileId, [
        { kind: "payment", on: date("2026-11-21"), amount: 10_200, data: { receipt: "agency", reference: "betaling" } },
      ]);
    });
    await at("2026-11-23T10:00:00+01:00");
    const run = await planned({ body: { clients: [clientId] } });
    expect(await rowsOf(run)).toMatchObject([{ verdict: "close", template: "POST_CLOSED" }]);
    expect(await made(run)).toMatchObject({ done: 1, failed: 0 });
    const file = await world.db
      .selectFrom("case_file")
      .select(["status", "open_cents"])
      .where("id", "=", fileId)
      .executeTakeFirst();
    expect(file).toEqual({ status: "closed", open_cents: 0 });
    expect(await lettersOf(fileId)).toMatchObject([{ template_code: "POST_WIK14" }, { template_code: "POST_CLOSED" }]);
  });
});

describe("an arrangement (domain facts 3.4)", () => {
  let fileId: number;
  const place = () =>
    world.db.selectFrom("file_workflow").selectAll().where("file_id", "=", fileId).executeTakeFirstOrThrow();

  beforeAll(async () => {
    await at("2026-11-20T10:00:00+01:00");
    const { fileIds } = await portfolio(world, 1);
    fileId = fileIds[0] ?? 0;
    await clerk.call(doStep, { params: { id: fileId }, body: { position: 1 } });
    const terms = { first: date("2026-12-01"), frequency: "month", interest: "runs", count: 3 } as const;
    await world.work((ctx) => propose(ctx, fileId, { ...terms, activate: true }));
  });

  test("suspends all dunning while it runs", async () => {
    await at("2026-11-23T10:00:00+01:00");
    expect(await clerk.call(readStep, { params: { id: fileId } })).toMatchObject({
      verdict: "refuse",
      reasons: [{ rule: "arrangement" }],
    });
    expect(await place()).toMatchObject({ position: 1, stopped_on: "2026-11-20" });
  });

  test("is confirmed to the debtor, once", async () => {
    await world.drain();
    const mails = await world.db
      .selectFrom("message")
      .select(["template_code", "body_text"])
      .where("file_id", "=", fileId)
      .where("channel", "=", "email")
      .execute();
    expect(mails.map(({ template_code }) => template_code)).toEqual(["EM_ARRANGED"]);
    expect(mails[0]?.body_text.replace(/\s/g, " ")).toContain("3 termijnen van € 34,18");
  });

  test("an instalment is announced once, and followed by one reminder when late, for its own amount", async () => {
    const remind = async (day: string) => {
      await at(`${day}T10:00:00+01:00`);
      await world.work((ctx) => ctx.enqueue(remindersJob, {}));
      await world.drain();
      return (await lettersOf(fileId)).map(({ template_code }) => template_code);
    };
    // Due on Tuesday 1 December: announced three days before, once. Five working days of grace end on Tuesday the 8th.
    expect(await remind("2026-11-27")).toEqual(["POST_WIK14", "EM_ARRANGED"]);
    expect(await remind("2026-11-28")).toEqual(["POST_WIK14", "EM_ARRANGED", "EM_TERM_SOON"]);
    expect(await remind("2026-11-30")).toEqual(["POST_WIK14", "EM_ARRANGED", "EM_TERM_SOON"]);
    expect(await remind("2026-12-07")).toEqual(["POST_WIK14", "EM_ARRANGED", "EM_TERM_SOON"]);
    expect(await remind("2026-12-09")).toEqual(["POST_WIK14", "EM_ARRANGED", "EM_TERM_SOON", "EM_TERM_LATE"]);
    expect(await remind("2026-12-10")).toEqual(["POST_WIK14", "EM_ARRANGED", "EM_TERM_SOON", "EM_TERM_LATE"]);
    const mail = await world.db
      .selectFrom("message")
      .select("body_text")
      .where("file_id", "=", fileId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    // A third of 100.00 and 2.55 of interest.
    expect(mail.body_text.replace(/\s/g, " ")).toContain("€ 34,18");
  });

  test("once broken, the file continues with its former step, postponed by the days of the standstill", async () => {
    await at("2026-12-16T10:00:00+01:00");
    await world.work((ctx) => followArrangement(ctx, fileId));
    expect(await place()).toMatchObject({ position: 1, stopped_on: null, shift_days: 26 });
    const file = await world.db
      .selectFrom("case_file")
      .select(["status", "next_step", "next_action_on"])
      .where("id", "=", fileId)
      .executeTakeFirst();
    // The e-mail was due on 23 November; 26 days on is Saturday 19 December, on which people may be reached.
    expect(file).toEqual({ status: "in_progress", next_step: "workflows.step_EM_FIRST", next_action_on: "2026-12-19" });
  });

  test("once broken, the debtor is informed once of the end and the amount due; by letter without an e-mail address", async () => {
    await world.drain();
    await world.work((ctx) => followArrangement(ctx, fileId));
    await world.drain();
    const ended = (await lettersOf(fileId)).filter(({ template_code }) => template_code.endsWith("_TERM_ENDED"));
    expect(ended.map(({ template_code }) => template_code)).toEqual(["EM_TERM_ENDED"]);
    const { body_text } = await world.db
      .selectFrom("message")
      .select("body_text")
      .where("file_id", "=", fileId)
      .where("template_code", "=", "EM_TERM_ENDED")
      .executeTakeFirstOrThrow();
    const { open } = await fileBalance(world.db, fileId, world.clock.today());
    expect(body_text.replace(/\s/g, " ")).toContain(`€ ${(open / 100).toFixed(2).replace(".", ",")}`);

    await at("2026-11-20T10:00:00+01:00");
    const client = await makeClient(world.db, world.clock);
    const { id: unmailed } = await placeOne(world, client.id, claimOf({ debtor: person({ email: null }) }));
    const terms = { first: date("2026-12-01"), frequency: "month", interest: "runs", count: 3 } as const;
    await world.work((ctx) => propose(ctx, unmailed, { ...terms, activate: true }));
    await at("2026-12-16T10:00:00+01:00");
    await world.work((ctx) => followArrangement(ctx, unmailed));
    await world.drain();
    expect((await lettersOf(unmailed)).map(({ template_code }) => template_code)).toContain("POST_TERM_ENDED");
  });
});

describe("who may", () => {
  test("without the role nothing, and nothing about a hidden file", async () => {
    const { fileIds } = await portfolio(world, 1);
    const nobody = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await nobody.refused(planRun, { body: {} })).status).toBe(403);
    const customer = await world.login({ acl: ["ROLE_FILE_EDIT"], kind: "customer", clientIds: [] });
    const params = { id: fileIds[0] ?? 0 };
    expect((await customer.refused(readStep, { params })).status).toBe(404);
    expect((await customer.refused(doStep, { params, body: { position: 1 } })).status).toBe(404);
  });

  test("a run of another user is hidden from a user who sees only a client's files", async () => {
    const { clientId } = await portfolio(world, 1);
    const run = await planned({ body: { clients: [clientId] } });
    const customer = await world.login({ acl: ["ROLE_PROCESSING"], kind: "customer", clientIds: [clientId] });
    expect((await customer.refused(readRun, { params: { id: run.id } })).status).toBe(404);
    const own = await planned({ body: { clients: [clientId] } }, customer);
    expect(own.dueFiles).toBe(1);
  });
});
