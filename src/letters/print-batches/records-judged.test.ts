/** Letters of pre-collection are judged again before they are printed, by the law and the rules of the house as those of files are. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { type SftpServer, startSftp } from "../../exchange/intake/pickup/sftp.factory.ts";
import { addDays, date } from "../../ground/kernel/dates.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { makeRecord } from "../precasso/precasso.factory.ts";
import { holdRecord, readRecord, reportPayment, resumeRecord } from "../precasso/records/records.contract.ts";
import { makePrecasso, planPrecasso, readPrecassoRun } from "../precasso/runs/runs.contract.ts";
import { registerProvider } from "../processing/processing.factory.ts";
import { deliverBatch, judgeBatch, listWaiting, makeBatchCall, readBatch } from "./print-batches.contract.ts";
import { printHouseUser, usePrintHouse } from "./print-batches.factory.ts";

let world: World;
let sftp: SftpServer;
let printer: Visitor;
let clientId: number;
let ids: number[];
let batchId: number;

const at = async (day: string): Promise<void> => {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  printer = await world.login(["*"]);
};
const record = (at: number) => printer.call(readRecord, { params: { id: ids[at] ?? 0 } });
const waiting = async (at: number) =>
  (await printer.call(listWaiting, { query: { limit: 100 } })).items.filter(({ recordId }) => recordId === ids[at]);
const batch = () => printer.call(readBatch, { params: { id: batchId } });
const judged = async () => {
  await printer.call(judgeBatch, { params: { id: batchId }, body: { version: (await batch()).version } });
  await world.drain();
  return batch();
};
const made = async () => {
  const { id } = await printer.call(planPrecasso, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await printer.call(readPrecassoRun, { params: { id } });
  await printer.call(makePrecasso, { params: { id }, body: { version } });
  await world.drain();
};
const pay = async (at: number, amount: string) =>
  printer.call(reportPayment, {
    params: { id: ids[at] ?? 0 },
    body: { date: world.clock.today(), amount, version: (await record(at)).version },
  });

/** Five consumers of 1,000.00, or of 200.00, whose 14-day letters lie in a batch that is ready. */
beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  sftp = await startSftp(printHouseUser);
  await usePrintHouse(world, sftp);
  await at("2026-11-20");
  const more = { iban: "NL91ABNA0417164300", phone: "+31201234567", email: "klant@warmte.example" };
  clientId = (await makeClient(world.db, world.clock, more)).id;
  ids = [];
  for (const amount of ["1000.00", "1000.00", "1000.00", "1000.00", "200.00"]) {
    const invoices = [{ number: `J-${ids.length}`, date: "2026-10-01", dueDate: "2026-11-01", amount }];
    ids.push(await makeRecord(printer, clientId, { invoices }));
  }
  // Two e-mails and an SMS go before the 14-day letter.
  for (let days = 0; days < 40 && (await waiting(0)).length === 0; days++) {
    const { nextDueOn } = await record(0);
    if (nextDueOn !== null && nextDueOn > world.clock.today()) await at(nextDueOn);
    await made();
  }
  batchId = (await printer.call(makeBatchCall, { body: {} })).id;
  await world.drain();
}, 120_000);
afterAll(async () => {
  await world.close();
  await sftp.close();
});

test("one that announces more costs than are due over the rest is recalled by the payment, and made again with the costs of the rest", async () => {
  expect(await batch()).toMatchObject({ state: "ready", letters: 5 });
  await at(addDays(date(world.clock.today()), 2));
  await pay(0, "100.00");
  // 40.00 are due over 100.00 as over 200.00.
  await pay(4, "100.00");
  const lowered = await record(0);
  expect(lowered.notice14).toBeNull();
  expect(lowered.messages[0]).toMatchObject({ isAwaited: false, isRecalled: true });
  expect(await judged()).toMatchObject({ state: "ready", letters: 4, withdrawn: 1 });
  // After a part payment the debtor is left alone for some days.
  await at(lowered.nextDueOn ?? "");
  await made();
  const again = await record(0);
  // 15 % of 900.00.
  expect(again.notice14).toMatchObject({ announcedCents: 13_500 });
  expect(await waiting(0)).toMatchObject([{ id: again.messages[0]?.id, why: null }]);
  expect((await record(4)).messages[0]).toMatchObject({ isAwaited: true, isRecalled: false });
});

test("one whose record is on hold, or whose address is known to be wrong, is left out with the reason and waits", async () => {
  const { id, version } = await record(1);
  const until = addDays(date(world.clock.today()), 5);
  await printer.call(holdRecord, { params: { id }, body: { reason: "Vraagt uitstel", until, version } });
  // Another of its letters came back.
  const wrong = { address_wrong_since: world.clock.today() };
  await world.db
    .updateTable("precasso_record")
    .set(wrong)
    .where("id", "=", ids[2] ?? 0)
    .execute();
  expect(await judged()).toMatchObject({ state: "ready", letters: 2, withdrawn: 3 });
  expect((await waiting(1))[0]?.why).toContain("hold");
  expect((await waiting(2))[0]?.why).toContain("came back");
  const { letters } = await printer.call(makeBatchCall, { body: {} });
  // The one that was made again goes, and these do not.
  expect(letters).toBe(1);
  await world.drain();
  const held = await record(1);
  await printer.call(resumeRecord, { params: { id }, body: { reason: "Toch niet", version: held.version } });
  expect(await waiting(1)).toMatchObject([{ why: null }]);
});

test("what lies with the print house is not recalled: a payment crosses it", async () => {
  await printer.call(deliverBatch, { params: { id: batchId }, body: { version: (await batch()).version } });
  await world.drain();
  expect(await batch()).toMatchObject({ state: "delivered" });
  await pay(3, "100.00");
  expect((await record(3)).messages[0]).toMatchObject({ isAwaited: true, isRecalled: false });
  expect((await record(3)).notice14).not.toBeNull();
});

test("none goes while the house is not registered any more", async () => {
  await world.work((ctx) => changeSettings(ctx, { wkiValidUntil: "2026-11-30" }));
  expect((await waiting(1))[0]?.why).toContain("regist");
  expect((await printer.refused(makeBatchCall, { body: {} })).body.code).toBe("refused");
});
