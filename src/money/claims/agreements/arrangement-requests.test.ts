/** Whoever of a client's people asked for an arrangement learns on the first screen what became of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import { owedFrom } from "../claims.factory.ts";
import { makeClaimFile } from "../testing/file.factory.ts";
import { type Months, startMonths } from "../testing/months.factory.ts";
import {
  allowTermPayment,
  changeArrangement,
  listArrangementAnswers,
  markArrangementAnswerSeen,
  readAgreements,
  requestArrangement,
} from "./agreements.contract.ts";

let m: Months;
const acl = ["ROLE_FILE_SEARCH", "ROLE_CONTACT_PERSON", "ROLE_FILE_EDIT"];
beforeAll(async () => {
  m = await startMonths("2026-03-02", acl);
});
afterAll(() => m.world.close());

const makeFile = (amount = "1200.00"): Promise<number> =>
  makeClaimFile(m.world, m.clientId, [owedFrom(amount, "2026-01-01", { number: "F1" })]);
const monthly = (count: number) => ({ first: "2026-04-01", frequency: "month" as const, count });

test("the requester, and nobody else, sees the answer on the home page until it has been opened", async () => {
  const ids = [await makeFile(), await makeFile()];
  for (const id of ids) await m.contact.call(requestArrangement, { params: { id }, body: monthly(6) });
  const [agreed = 0, refused = 0] = ids;
  const { items } = await m.staff.call(listLogs, { params: { id: agreed } });
  const line = items.find(({ type }) => type === "client_message");
  await m.staff.call(allowTermPayment, { params: { id: line?.id ?? 0 }, body: {} });
  const { arrangements } = await m.staff.call(readAgreements, { params: { id: refused } });
  const body = { action: "cancel" as const, reason: "Te lang" };
  const params = { id: refused, arrangement: arrangements[0]?.id ?? "" };
  await m.staff.call(changeArrangement, { params, body });
  const answers = async () =>
    (await m.contact.call(listArrangementAnswers, {})).items.filter(({ fileId }) => ids.includes(fileId));
  const [last, first] = await answers();
  expect(first).toMatchObject({
    fileId: agreed,
    outcome: "agreed",
    message: expect.stringMatching(/is agreed on\.$/),
  });
  expect(last).toMatchObject({ fileId: refused, outcome: "refused" });
  // What nobody approved needs no answer: it began at once.
  const small = await makeFile("300.00");
  await m.contact.call(requestArrangement, { params: { id: small }, body: monthly(3) });
  expect((await m.contact.call(listArrangementAnswers, {})).items.map(({ fileId }) => fileId)).not.toContain(small);

  const other = await m.world.login({
    acl: ["ROLE_FILE_SEARCH", "ROLE_CONTACT_PERSON"],
    kind: "contact",
    clientIds: [m.clientId],
  });
  expect((await other.call(listArrangementAnswers, {})).items).toEqual([]);
  const mine = { params: { id: first?.id ?? 0 } };
  expect((await other.refused(markArrangementAnswerSeen, mine)).status).toBe(404);
  expect((await m.contact.call(markArrangementAnswerSeen, mine)).id).toBe(first?.id);
  expect((await answers()).map(({ fileId }) => fileId)).toEqual([refused]);
  // Seen twice is seen.
  await m.contact.call(markArrangementAnswerSeen, mine);
});

test("when other terms are agreed, the requester and the debtor are informed of the agreed terms only", async () => {
  const id = await makeFile();
  await m.contact.call(requestArrangement, { params: { id }, body: monthly(6) });
  const { items } = await m.staff.call(listLogs, { params: { id } });
  const line = items.find(({ type }) => type === "client_message");
  await m.staff.call(allowTermPayment, { params: { id: line?.id ?? 0 }, body: monthly(4) });
  await m.world.drain();
  const [answer, ...more] = (await m.contact.call(listArrangementAnswers, {})).items.filter((one) => one.fileId === id);
  expect([answer?.outcome, more]).toEqual(["other", []]);
  expect(answer?.message).toContain("another arrangement is agreed on");
  const { items: lines } = await m.contact.call(listLogs, { params: { id } });
  expect(lines.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/another arrangement is agreed on$/),
  );
  expect(lines.map(({ subject }) => subject)).not.toContainEqual(expect.stringMatching(/is not agreed on$/));
  // The debtor has no mail address: the office is to tell of what was agreed on, and of nothing that was refused.
  const planned = await m.world.db.selectFrom("agenda_item").select("item_key").where("file_id", "=", id).execute();
  expect(planned.filter(({ item_key: key }) => key?.endsWith(":refused"))).toEqual([]);
});
