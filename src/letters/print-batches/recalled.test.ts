/** A letter of a file that waits to be printed when the debtor's address is corrected: it is not printed, and can be recalled and made again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { listParties, updateDebtor } from "../../cases/parties/parties.contract.ts";
import { makeBulk, planBulk, readBulk, undoBulk } from "../../exchange/bulk/bulk.contract.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { getClaim } from "../../money/claims/bookings/bookings.contract.ts";
import { listFileDocuments } from "../correspondence/correspondence.contract.ts";
import { enclosedOf, fileMessages, papersOf } from "../correspondence/correspondence.server.ts";
import { noteInterruptionCall } from "../processing/limitation/limitation.contract.ts";
import { doStep } from "../processing/processing.contract.ts";
import { portfolio } from "../processing/processing.factory.ts";
import { readFileWorkflow, skipWorkflowStep } from "../workflows/workflows.contract.ts";
import {
  cancelBatch,
  judgeBatch,
  listWaiting,
  makeBatchCall,
  markPosted,
  readBatch,
  recallLetterCall,
} from "./print-batches.contract.ts";

let world: World;
let printer: Visitor;
let moved = 0;
let same = 0;

const place = (id: number) => printer.call(readFileWorkflow, { params: { id } });
const batchNow = (id: number) => printer.call(readBatch, { params: { id } });
const waitingOf = async (fileId: number) =>
  (await printer.call(listWaiting)).items.filter((letter) => letter.fileId === fileId);

/** Corrects the address of a file's debtor, who has moved. */
async function correct(fileId: number): Promise<void> {
  const { main } = await printer.call(listParties, { params: { id: fileId } });
  const { fileType, isConsumer, isNaturalPerson, displayName, id, addressSource, wish, addresses, channels, ...is } =
    main;
  await printer.call(updateDebtor, {
    params: { id: fileId },
    body: { ...is, street: "Nieuweweg", houseNumber: "3", postcode: "9712 AA", city: "Groningen" },
  });
}

/** Its document is marked, and neither handed over, mailed, nor taken as the proof of a demand. */
async function provesNothing(): Promise<void> {
  const params = { id: moved };
  const { items } = await printer.call(listFileDocuments, { params });
  expect(items.map(({ recalled }) => recalled)).toEqual([true]);
  const documentId = items[0]?.id ?? 0;
  const told = "correspondence.documentRecalled";
  await world.work(async (ctx) => {
    expect(await papersOf(ctx.db, moved)).toEqual([]);
    expect(await fileMessages.all(ctx.db, moved)).toEqual([]);
    expect(await fileMessages.count(ctx.db, moved)).toBe(0);
    await expect(enclosedOf(ctx.db, moved, [documentId])).rejects.toMatchObject({
      detail: { fields: { documents: [{ key: told }] } },
    });
  });
  const noted = { date: world.clock.today(), how: "summons" as const, invoices: [], proof: "Brief", documentId };
  const demand = await printer.refused(noteInterruptionCall, { params, body: noted });
  expect(demand.body.errors?.documentId).toEqual([
    "This letter was recalled before it was posted: nobody received it.",
  ]);
}

beforeAll(async () => {
  world = await startWorld();
  printer = await world.login(["*"]);
  await world.work((ctx) => changeSettings(ctx, { printHouse: true }));
  [moved = 0, same = 0] = (await portfolio(world, 2)).fileIds;
  for (const id of [moved, same]) await printer.call(doStep, { params: { id }, body: { position: 1 } });
});
afterAll(() => world.close());

test("a letter to another address than the file has by now is left out of its batch, and waits with the reason", async () => {
  const { id } = await printer.call(makeBatchCall, { body: {} });
  await world.drain();
  const ready = await batchNow(id);
  expect(ready).toMatchObject({ state: "ready", letters: 2 });
  const [letter] = await world.db.selectFrom("message").select("id").where("file_id", "=", moved).execute();
  const params = { id: letter?.id ?? 0 };
  const early = await printer.refused(recallLetterCall, { params, body: { reason: "Verhuisd" } });
  expect(early.body.errors?.common).toEqual(["This letter is in a batch. Judge that again or withdraw it first."]);
  await correct(moved);
  // Its case manager is told, who may not look at print batches at all.
  const told = await world.db.selectFrom("agenda_item").select(["file_id", "note"]).orderBy("id").execute();
  expect(told.filter(({ note }) => note?.includes("heeft het vorige adres"))).toMatchObject([{ file_id: moved }]);
  await printer.call(judgeBatch, { params: { id }, body: { version: ready.version } });
  await world.drain();
  expect(await batchNow(id)).toMatchObject({ state: "ready", letters: 1, withdrawn: 1 });
  const [waits] = await waitingOf(moved);
  expect(waits?.why).toBe("The file has another address by now than this letter.");
  await printer.call(cancelBatch, { params: { id }, body: { reason: "Later", version: (await batchNow(id)).version } });
});

test("recalled, it gives no right to costs, holds nothing up, and its step is due again: to the new address", async () => {
  const [letter] = await waitingOf(moved);
  const params = { id: letter?.id ?? 0 };
  expect((await printer.call(showFile, { params: { id: moved } })).lastContact).toMatchObject({ channel: "post" });
  const stranger = await world.login(["ROLE_FILE_SEARCH"]);
  expect((await stranger.send(recallLetterCall, { params, body: { reason: "Verhuisd" } })).status).toBe(403);
  // The record of the claim keeps 200 signs of it, which here end within a character.
  const body = { reason: `De debiteur is verhuisd: ${"o".repeat(174)}😀` };
  const both = await Promise.all([1, 2].map(() => printer.send(recallLetterCall, { params, body })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(both.find(({ status }) => status === 200)?.text).toContain('"again":true');
  expect(await waitingOf(moved)).toEqual([]);
  // Nobody was reached by it.
  expect((await printer.call(showFile, { params: { id: moved } })).lastContact).toBeNull();
  const claim = await printer.call(getClaim, { params: { id: moved }, query: {} });
  expect(claim.voidNotices).toMatchObject([{ why: "recalled", reason: body.reason.slice(0, 199) }]);
  expect(await place(moved)).toMatchObject({ next: { position: 1 } });
  await provesNothing();
  await printer.call(doStep, { params: { id: moved }, body: { position: 1 } });
  const [again] = await waitingOf(moved);
  expect(again).toMatchObject({ why: null });
  expect(again?.id).not.toBe(letter?.id);
  const { to_address } = await world.db
    .selectFrom("message")
    .select("to_address")
    .where("id", "=", again?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(to_address).toContain("Nieuweweg");
});

test("what the print house tells of a batch without it changes nothing of it; only the other letters are posted", async () => {
  const { id } = await printer.call(makeBatchCall, { body: {} });
  await world.drain();
  const { version } = await batchNow(id);
  await printer.call(markPosted, { params: { id }, body: { postedOn: world.clock.today(), version } });
  await world.drain();
  const rows = await world.db
    .selectFrom("message")
    .select(["file_id", "posting"])
    .where("channel", "=", "post")
    .orderBy("id")
    .execute();
  expect(rows.filter(({ file_id }) => file_id === moved).map(({ posting }) => posting)).toEqual(["recalled", "posted"]);
  expect(rows.filter(({ file_id }) => file_id === same).map(({ posting }) => posting)).toEqual(["posted"]);
  expect((await printer.refused(recallLetterCall, { params: { id: 999_999 }, body: { reason: "x" } })).status).toBe(
    404,
  );
  expect(await world.problems()).toEqual([]);
});

test("the step of a letter is due again also on a file that was put back since, and not on one that went on", async () => {
  const [back = 0, skipped = 0] = (await portfolio(world, 2)).fileIds;
  for (const id of [back, skipped]) await printer.call(doStep, { params: { id }, body: { position: 1 } });
  const before = await place(back);
  const chosen = { by: "files" as const, files: [back] };
  const { id } = await printer.call(planBulk, { body: { chosen, action: { kind: "step", reason: "Proef" } } });
  const seen = async (of: number) => {
    await world.drain();
    return printer.call(readBulk, { params: { id: of } });
  };
  await printer.call(makeBulk, { params: { id }, body: { version: (await seen(id)).version } });
  await printer.call(undoBulk, { params: { id }, body: { version: (await seen(id)).version } });
  expect(await seen(id)).toMatchObject({ counts: { undone: 1 } });
  expect((await place(back)).next).toEqual(before.next);
  const { version } = await place(skipped);
  const skip = { position: 2, reason: "Proef", version };
  await printer.call(skipWorkflowStep, { params: { id: skipped }, body: skip });
  const again = async (file: number) => {
    const [letter] = await waitingOf(file);
    const params = { id: letter?.id ?? 0 };
    return (await printer.call(recallLetterCall, { params, body: { reason: "Verkeerd bedrag" } })).again;
  };
  expect([await again(back), await again(skipped)]).toEqual([true, false]);
  expect(await place(back)).toMatchObject({ next: { position: 1 } });
  await printer.call(doStep, { params: { id: back }, body: { position: 1 } });
  expect(await waitingOf(back)).toHaveLength(1);
  expect(await world.problems()).toEqual([]);
});
