/** What happens to a letter in a print batch whose file is paid, closed or put on hold before the print house has it: by every way that it can get there. */
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { closeFileByHand, placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { type SftpServer, startSftp } from "../../exchange/intake/pickup/sftp.factory.ts";
import { bookPaymentCall } from "../../money/claims/claims.contract.ts";
import { makeRunCall, planRun, readRun } from "../processing/processing.contract.ts";
import { portfolio } from "../processing/processing.factory.ts";
import { makeBatchJob } from "./making/make.server.ts";
import {
  type BatchDetail,
  deliverBatch,
  downloadBatch,
  downloadList,
  downloadPart,
  importAnswers,
  judgeBatch,
  listPieces,
  listWaiting,
  makeBatchCall,
  markPosted,
  markReturned,
  readBatch,
} from "./print-batches.contract.ts";
import { printHouseUser, usePrintHouse } from "./print-batches.factory.ts";

let world: World;
let sftp: SftpServer;
let printer: Visitor;
let clientId: number;
let fileIds: readonly number[];

beforeAll(async () => {
  world = await startWorld();
  sftp = await startSftp(printHouseUser);
  printer = await world.login(["*"]);
  await usePrintHouse(world, sftp);
  ({ clientId, fileIds } = await portfolio(world, 8));
  const { id } = await printer.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await printer.call(readRun, { params: { id } });
  await printer.call(makeRunCall, { params: { id }, body: { version } });
  await world.drain();
}, 60_000);
afterAll(async () => {
  await world.close();
  await sftp.close();
});

const fileAt = (at: number): number => fileIds[at] ?? 0;
const versionOf = async (id: number): Promise<number> =>
  (await world.db.selectFrom("case_file").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;

/** What befalls a file: paid whole, closed by the client's wish, or a dispute. */
const befalls = {
  paid: async (id: number) => {
    const { open } = await world.db
      .selectFrom("case_file")
      .select("open_cents as open")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const amount = (open / 100).toFixed(2);
    await printer.call(bookPaymentCall, {
      params: { id },
      body: { date: world.clock.today(), amount, kind: "agency", reference: "" },
    });
    await world.drain();
  },
  closed: async (id: number) =>
    void (await printer.call(closeFileByHand, {
      params: { id },
      body: { reason: "withdrawn", note: "De opdrachtgever trekt de zaak in.", version: await versionOf(id) },
    })),
  disputed: async (id: number) =>
    void (await printer.call(placeHoldOnFile, {
      params: { id },
      body: { kind: "dispute", reason: "De levering klopt niet", version: await versionOf(id) },
    })),
};

const batchNow = (id: number): Promise<BatchDetail> => printer.call(readBatch, { params: { id } });
const pieces = async (id: number) => (await printer.call(listPieces, { params: { id }, query: { limit: 50 } })).items;
const setsOf = (list: string): string[] =>
  list
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(";")[0] ?? "");

describe("a batch that is ready", () => {
  let id: number;

  test("a file that was disputed before the batch is chosen keeps its letter, which waits", async () => {
    await befalls.disputed(fileAt(0));
    id = (await printer.call(makeBatchCall, { body: { client: clientId } })).id;
    const batch = await batchNow(id);
    expect(batch.letters).toBe(7);
    // It was among those that whoever asked saw waiting.
    expect(batch.events.map(({ text }) => text)).toEqual([
      "1 letter left out: it may not go any more",
      "Asked for with 7 letters",
    ]);
    const [left, ...others] = (await printer.call(listWaiting)).items;
    expect([left?.fileId, others]).toEqual([fileAt(0), []]);
    expect(left?.why).toMatch(/dispute/i);
  });

  test("a file that is closed after it was chosen, and before its part is set, is not printed", async () => {
    await befalls.closed(fileAt(1));
    await world.drain();
    expect(await batchNow(id)).toMatchObject({ state: "ready", letters: 6, withdrawn: 1 });
    const left = (await pieces(id)).filter(({ state }) => state === "withdrawn");
    expect(left.map(({ fileId }) => fileId)).toEqual([fileAt(1)]);
    expect(left[0]?.why).toMatch(/closed/i);
  });

  test("nobody fetches it with the letter of a file that was paid meanwhile; judged again it is made without it", async () => {
    const before = await batchNow(id);
    await befalls.paid(fileAt(2));
    for (const reply of [
      await printer.send(downloadBatch, { params: { id } }),
      await printer.send(downloadPart, { params: { id, part: 1 } }),
      await printer.send(downloadList, { params: { id } }),
    ]) {
      expect(reply.status).toBe(402);
      expect(reply.text).toContain("1 letter may not go any more");
    }
    const row = await printer.call(judgeBatch, { params: { id }, body: { version: before.version } });
    expect(row.state).toBe("making");
    await world.drain();
    const after = await batchNow(id);
    expect(after).toMatchObject({ state: "ready", letters: 5, withdrawn: 2 });
    expect(after.parts[0]?.sha256).not.toBe(before.parts[0]?.sha256);
    expect(after.events.map(({ kind }) => kind)).toEqual(["ready", "leftOut", "ready", "leftOut", "asked"]);
    const listed = setsOf((await printer.send(downloadList, { params: { id } })).text);
    const going = (await pieces(id)).filter(({ state }) => state === "waiting").map(({ piece }) => piece);
    expect(listed).toEqual(going);
    expect((await printer.send(downloadBatch, { params: { id } })).status).toBe(200);
  });

  test("where all may go judging changes nothing", async () => {
    const before = await batchNow(id);
    const row = await printer.call(judgeBatch, { params: { id }, body: { version: before.version } });
    expect(row).toMatchObject({ state: "ready", version: before.version });
  });

  test("delivering leaves out what was disputed meanwhile instead, and then delivers", async () => {
    await befalls.disputed(fileAt(3));
    const before = await batchNow(id);
    const row = await printer.call(deliverBatch, { params: { id }, body: { version: before.version } });
    expect(row.state).toBe("making");
    await world.drain();
    const ready = await batchNow(id);
    expect(ready).toMatchObject({ state: "ready", letters: 4, delivery: null });
    expect(sftp.files.size).toBe(0);
    await printer.call(deliverBatch, { params: { id }, body: { version: ready.version } });
    // On its way already when the next one pays: the job that delivers judges too.
    await befalls.paid(fileAt(4));
    expect(sftp.files.size).toBe(0);
    const made = await batchNow(id);
    expect(made).toMatchObject({ state: "ready", letters: 3 });
    await printer.call(deliverBatch, { params: { id }, body: { version: made.version } });
    await world.drain();
    expect(await batchNow(id)).toMatchObject({ state: "delivered", letters: 3, withdrawn: 4 });
    expect([...sftp.files.keys()].filter((name) => name.endsWith(".zip"))).toEqual([`/in/print-${id}.zip`]);
    expect((await world.problems()).filter((problem) => /print/.test(problem))).toEqual([]);
  });

  test("the job that is asked twice makes it once", async () => {
    const { version } = await batchNow(id);
    await world.work((ctx) => ctx.enqueue(makeBatchJob, { batchId: id }));
    await world.drain();
    expect((await batchNow(id)).version).toBe(version);
  });
});

test("where none of its letters may go any more, a batch is withdrawn and nothing of it can be fetched", async () => {
  const wait = await world.db
    .selectFrom("message")
    .select(["id", "template_code"])
    .where("file_id", "=", fileAt(3))
    .where("channel", "=", "post")
    .executeTakeFirstOrThrow();
  // What was paid has a letter that says so, which may go.
  const scope = { body: { client: clientId, templateCode: wait.template_code } };
  expect((await printer.refused(makeBatchCall, scope)).body.errors?.common).toEqual([
    "None of these letters may go now: their files are paid, closed or on hold.",
  ]);
  await sql`update file_hold set lifted_at = now() where file_id = ${fileAt(3)}`.execute(world.owner.db);
  const { id } = await printer.call(makeBatchCall, scope);
  await befalls.disputed(fileAt(3));
  await world.drain();
  const batch = await batchNow(id);
  expect(batch).toMatchObject({ state: "cancelled", letters: 0, withdrawn: 1 });
  expect((await printer.send(downloadBatch, { params: { id } })).status).toBe(402);
  expect((await printer.call(listWaiting)).items.some((letter) => letter.id === wait.id)).toBe(true);
});

describe("a batch of which one letter came back while others are not told to be posted", () => {
  let id: number;
  let files: readonly number[];
  const night = async (days: number): Promise<void> => {
    world.clock.set(new Date(world.clock.now().getTime() + days * 86_400_000));
    await world.vorder.queue.enqueue(world.db, "printBatches.clear", {});
    await world.drain();
    printer = await world.login(["*"]);
  };

  beforeAll(async () => {
    const { clientId: client, fileIds: own } = await portfolio(world, 3);
    const run = await printer.call(planRun, { body: { clients: [client] } });
    await world.drain();
    const { version } = await printer.call(readRun, { params: { id: run.id } });
    await printer.call(makeRunCall, { params: { id: run.id }, body: { version } });
    await world.drain();
    id = (await printer.call(makeBatchCall, { body: { client } })).id;
    await world.drain();
    files = (await pieces(id)).flatMap(({ fileId }) => fileId ?? []);
    expect(files.toSorted()).toEqual(own.toSorted());
    const day = world.clock.today();
    const content = `piece;event;date;reason\n${id}-1;posted;${day};`;
    await printer.call(importAnswers, {
      params: { id },
      files: { file: { name: "a.csv", content, mime: "text/csv" } },
    });
    await printer.call(markReturned, { params: { id, set: 1 }, body: { returnedOn: day, reason: "moved" } });
    await world.drain();
  });

  test("those are judged before it is fetched, and it is made without what may not go", async () => {
    expect(await batchNow(id)).toMatchObject({ state: "ready", posted: 1, returned: 1 });
    await befalls.disputed(files[1] ?? 0);
    expect((await printer.send(downloadBatch, { params: { id } })).status).toBe(402);
    await printer.call(judgeBatch, { params: { id }, body: { version: (await batchNow(id)).version } });
    await world.drain();
    expect(await batchNow(id)).toMatchObject({ state: "ready", letters: 2, withdrawn: 1 });
    expect((await printer.send(downloadBatch, { params: { id } })).status).toBe(200);
  });

  test("noted as returned earlier, it is again what it was before, unless all is told or its copies have gone", async () => {
    const migration = await readFile(new URL("./migrations/1010-returned-batches.sql", import.meta.url), "utf8");
    const migrated = async (dates: { cleared_at: Date | null; delivered_at: Date | null }): Promise<string> => {
      await world.db
        .updateTable("print_batch")
        .set({ ...dates, state: "returned" })
        .where("id", "=", id)
        .execute();
      await sql.raw(migration).execute(world.owner.db);
      return (await batchNow(id)).state;
    };
    const [at, neither] = [world.clock.now(), { cleared_at: null, delivered_at: null }];
    expect(await migrated({ ...neither, cleared_at: at })).toBe("returned");
    expect(await migrated({ ...neither, delivered_at: at })).toBe("delivered");
    expect(await migrated(neither)).toBe("ready");
    const pieces = world.db.updateTable("print_piece").where("batch_id", "=", id).where("posted_on", "is", null);
    const open = pieces.where("withdrawn", "is", null);
    const { numUpdatedRows } = await open.set({ withdrawn: "spoiled" }).executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
    expect(await migrated(neither)).toBe("returned");
    await pieces.where("withdrawn", "=", "spoiled").set({ withdrawn: null }).execute();
    expect(await migrated(neither)).toBe("ready");
  });

  test("its copies are kept until all are told to be posted", async () => {
    await night(31);
    expect(await batchNow(id)).toMatchObject({ state: "ready", cleared: false });
    const on = world.clock.today();
    const { version } = await batchNow(id);
    expect(await printer.call(markPosted, { params: { id }, body: { postedOn: on, version } })).toMatchObject({
      state: "returned",
    });
    await world.drain();
    await night(31);
    expect(await batchNow(id)).toMatchObject({ state: "returned", cleared: true });
  });
});
