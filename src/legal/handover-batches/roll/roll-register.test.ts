/** The register of seizures asks the client and waits; the roll shows what was paid, and takes cases off it once. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { appendEvents } from "../../../money/claims/claims.server.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import { readBatch, sendFiles } from "../batches/batches.contract.ts";
import { addMasterClient, createDestination, listTypes, setLevels } from "../destinations/destinations.contract.ts";
import { enterReports, listReports } from "../monitoring/monitoring.contract.ts";
import { addInstruction, answerQuestion, listQuestions } from "../register/register.contract.ts";
import { startOffice, type TestOffice } from "../transport/office.factory.ts";
import { listRoll, rollDays, withdrawCases } from "./roll.contract.ts";

const signingKey = "een sleutel van de proef";
let world: World;
let lawyer: Visitor;
let office: TestOffice;
let files: readonly number[];
let clientId: number;
let destination: number;
let numbers: string[];
let serial = 0;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login({ acl: ["*"] });
  office = await startOffice(signingKey);
  const made = await portfolio(world, 2);
  files = made.fileIds;
  clientId = made.clientId;
  const bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Rol" } })).id;
  const body = {
    name: "Rol",
    bailiff,
    types: ["amicable" as const],
    channel: "https" as const,
    format: "json" as const,
  };
  const to = await lawyer.call(createDestination, { body: { ...body, url: office.url, signingKey } });
  destination = to.id;
  await lawyer.call(addMasterClient, { body: { destination, client: clientId, externalId: "K-1" } });
  const { items } = await lawyer.call(listTypes);
  const levels = Object.fromEntries(items.flatMap(({ needs }) => needs.map(({ id }) => [id, "off" as const])));
  await lawyer.call(setLevels, { params: { id: destination }, body: { levels, version: to.version } });
  const { id } = await lawyer.call(sendFiles, { body: { type: "amicable", destination, files: [...files] } });
  await world.drain();
  expect((await lawyer.call(readBatch, { params: { id } })).state).toBe("accepted");
  const rows = await world.db
    .selectFrom("case_file")
    .select("number")
    .where("id", "in", [...files])
    .orderBy("id")
    .execute();
  numbers = rows.map(({ number }) => number);
});
afterAll(async () => {
  await world.close();
  await office.close();
});

const report = (at: number, kind: string, more: Readonly<Record<string, unknown>>) =>
  lawyer.call(enterReports, {
    params: { id: destination },
    body: {
      text: JSON.stringify({
        reports: [{ key: `r${++serial}`, fileNumber: numbers[at], kind, on: "2026-11-20", ...more }],
      }),
    },
  });

test("when no recovery is expected within three years the client is asked once, and answers once", async () => {
  await report(0, "register", { before: "seizure", outcome: "within" });
  expect((await lawyer.call(listQuestions, { query: {} })).items).toEqual([]);
  await report(0, "register", { before: "seizure", outcome: "beyond" });
  const { items } = await lawyer.call(listQuestions, { query: {} });
  // Ten working days after 20 November.
  expect(items).toMatchObject([{ fileNumber: numbers[0], answer: null, answerBy: "2026-12-04", isLate: false }]);
  const params = { id: items[0]?.id ?? 0 };
  // The office goes on all the same: that is carried out, and shown.
  await report(0, "seizure", { type: "loon", thirdParty: "Werkgever" });
  const reports = await lawyer.call(listReports, { query: { filter: { file: files[0] ?? 0 } } });
  expect(reports.items[0]?.flags).toHaveLength(1);
  // What the register said reads as a sentence, not as the code of the feed.
  expect(reports.items.slice(1).map(({ text }) => text)).toEqual([
    "Seizure · Recovery not expected within three years",
    "Seizure · Recovery expected within three years",
  ]);
  expect((await lawyer.refused(answerQuestion, { params, body: { answer: "go_on" } })).status).toBe(400);
  const other = await world.login({ acl: ["ROLE_CUSTOMER"], kind: "customer", clientIds: [] });
  expect((await other.refused(answerQuestion, { params, body: { answer: "go_on" } })).status).toBe(404);
  const client = await world.login({ acl: ["ROLE_CUSTOMER"], kind: "customer", clientIds: [clientId] });
  expect((await client.call(listQuestions, { query: {} })).items).toHaveLength(1);
  const answers = await Promise.all(
    [1, 2, 3].map(() => client.send(answerQuestion, { params, body: { answer: "go_on" } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect((await client.call(listQuestions, { query: {} })).items).toMatchObject([{ answer: "go_on", how: "screen" }]);
  // The office is told once, in reply to its own message, and nobody has to.
  await world.drain();
  expect(office.answers).toMatchObject([{ inReplyTo: "r2", fileNumber: numbers[0], goOn: true }]);
  expect((await client.call(listQuestions, { query: {} })).items).toMatchObject([{ told: "told" }]);
  expect(await plannedAnswers()).toBe(0);
});

/** Items of work that ask somebody to pass an answer on. */
async function plannedAnswers(): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from agenda_item where item_key like 'register-%-answer'`.execute(world.db);
  return rows[0]?.n ?? 0;
}

test("an instruction agreed on beforehand answers automatically", async () => {
  const body = {
    client: clientId,
    answer: "stop" as const,
    agreedOn: "2026-01-01",
    until: null,
    reference: "SLA 2026, art. 4",
  };
  await lawyer.call(addInstruction, { body });
  office.refusesAnswers = true;
  await report(1, "register", { before: "seizure", outcome: "beyond" });
  const { items } = await lawyer.call(listQuestions, { query: { filter: { file: files[1] ?? 0 } } });
  expect(items).toMatchObject([{ answer: "stop", how: "standing", note: "SLA 2026, art. 4" }]);
  // The office does not take it: a person is asked to tell it, once.
  await world.drain();
  office.refusesAnswers = false;
  expect((await lawyer.call(listQuestions, { query: { filter: { file: files[1] ?? 0 } } })).items).toMatchObject([
    { told: "failed" },
  ]);
  expect(await plannedAnswers()).toBe(1);
});

test("the court calendar shows payments since the summons, and each case is withdrawn once", async () => {
  // A Monday: two working days before is the Thursday before.
  await report(0, "summons", { court: "Utrecht", rollDate: "2026-12-14", caseNumber: "1 CV" });
  await report(1, "summons", { court: "Breda", rollDate: "2026-12-16", caseNumber: "2 CV" });
  await report(0, "payment", { amount: "10.00" });
  const { items } = await lawyer.call(listRoll, { query: {} });
  expect(items).toMatchObject([
    { fileNumber: numbers[0], rollDate: "2026-12-14", checkOn: "2026-12-10", paidCents: 1000, verdict: "partly" },
    { fileNumber: numbers[1], rollDate: "2026-12-16", checkOn: "2026-12-14", paidCents: 0, verdict: "open" },
  ]);
  const paid = async () => (await lawyer.call(listRoll, { query: {} })).items[0]?.paidCents;
  const reverse = async (reverses: number) => {
    const event = { kind: "reversal" as const, on: world.clock.today(), reverses, data: { reason: "Storno" } };
    return (await world.work((ctx) => appendEvents(ctx, files[0] ?? 0, [event]))).ids[0] ?? 0;
  };
  const { id: payment } = await world.db
    .selectFrom("claim_event")
    .select("id")
    .where("file_id", "=", files[0] ?? 0)
    .where("kind", "=", "payment")
    .executeTakeFirstOrThrow();
  const back = await reverse(payment);
  expect(await paid()).toBe(0);
  // The bank's return was a mistake, and was taken back.
  await reverse(back);
  expect(await paid()).toBe(1000);
  const calendar = async (from: string) => (await lawyer.call(rollDays, { query: { from } })).items;
  expect(await calendar("2026-11-16")).toEqual([
    { on: "2026-12-14", cases: 1, paid: 0 },
    { on: "2026-12-16", cases: 1, paid: 0 },
  ]);
  // The 35th day is the last.
  expect(await calendar("2026-11-10")).toEqual([{ on: "2026-12-14", cases: 1, paid: 0 }]);
  const { rows } = await sql<{
    on: string;
  }>`select on_date::text as on from agenda_item i join agenda_subject s on s.id = i.subject_id
    where i.file_id = ${files[0] ?? 0} and s.code = 'roll_date' order by 1`.execute(world.db);
  expect(rows.map(({ on }) => on.slice(0, 10))).toEqual(["2026-12-10", "2026-12-14"]);
  const body = { cases: [items[0]?.id ?? 0], reason: "Voldaan" };
  const asked = await Promise.all([1, 2, 3].map(() => lawyer.send(withdrawCases, { body })));
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  await world.drain();
  expect((await lawyer.call(listRoll, { query: {} })).items[0]?.withdrawal).toMatchObject({ state: "told" });
  expect(office.forged).toBe(0);
});
