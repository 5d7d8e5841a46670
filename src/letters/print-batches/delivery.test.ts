/** Delivery of a print batch to a real SFTP server: whole or not at all, once, and uncertain when the result is unknown. */
import { createHash } from "node:crypto";
import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { after, isRunning, kill, startWorker } from "../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { type SftpServer, startSftp } from "../../exchange/intake/pickup/sftp.factory.ts";
import { outboxSettled } from "../../ground/platform/server/outbox/outbox.ts";
import { logoutUser, switchUser } from "../../people/access/sign-in/sign-in.contract.ts";
import { makeRunCall, planRun, readRun } from "../processing/processing.contract.ts";
import { portfolio } from "../processing/processing.factory.ts";
import { createBatch } from "./making/make.server.ts";
import { applyAnswersJob } from "./posting/apply.server.ts";
import {
  type BatchDetail,
  cancelBatch,
  confirmBatch,
  deliverBatch,
  downloadBatch,
  listPieces,
  makeBatchCall,
  markPosted,
  readBatch,
} from "./print-batches.contract.ts";
import { printHouseUser, usePrintHouse } from "./print-batches.factory.ts";

let world: World;
let printer: Visitor;
let sftp: SftpServer;
let clientId: number;

beforeAll(async () => {
  world = await startWorld({ env: { GATEWAY_SECONDS: "2" } });
  printer = await world.login(["ROLE_PROCESSING", "ROLE_MERGING", "ROLE_FILE_SEARCH"]);
  sftp = await startSftp(printHouseUser);
  ({ clientId } = await portfolio(world, 10));
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
afterEach(() => {
  sftp.mood = "take";
});

const settle = (more: object = {}) => usePrintHouse(world, sftp, more);

const oneLetter = () => ({ client: clientId, run: null, dateFrom: null, dateTo: null, templateCode: null, max: 1 });

/** A batch of one letter that is ready. */
async function readyBatch(): Promise<BatchDetail> {
  const { id } = await world.work((ctx) => createBatch(ctx, oneLetter()));
  await world.drain();
  return again(id);
}

const again = (id: number): Promise<BatchDetail> => printer.call(readBatch, { params: { id } });

const delivered = async ({ id, version }: BatchDetail): Promise<BatchDetail> => {
  await printer.call(deliverBatch, { params: { id }, body: { version } });
  await world.drain();
  return again(id);
};

const later = (minutes: number): void => void world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000));

const final = ({ id }: BatchDetail): string => `/in/print-${id}.zip`;
const halfOnes = (batch: BatchDetail): string[] =>
  [...sftp.files.keys()].filter((name) => name.includes(`print-${batch.id}.`) && name.includes("/."));

test("without a destination nothing can be delivered; a second person must approve here too", async () => {
  const batch = await readyBatch();
  expect(batch.mayDeliver).toBe(false);
  const refused = await printer.refused(deliverBatch, { params: { id: batch.id }, body: { version: batch.version } });
  expect(refused.body.errors?.common).toEqual(["The settings name no SFTP server of the print house."]);
  await settle({ sendFourEyes: true });
  const { id: own } = await world.db
    .selectFrom("app_user")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await world.db.updateTable("print_batch").set({ created_by: own }).where("id", "=", batch.id).execute();
  expect(
    (await printer.refused(deliverBatch, { params: { id: batch.id }, body: { version: batch.version } })).status,
  ).toBe(402);
  await settle({ sendFourEyes: false });
  expect((await delivered(await again(batch.id))).state).toBe("delivered");
});

test("who makes a batch, or delivers it, under a colleague's name is one pair of eyes", async () => {
  await settle({ sendFourEyes: true });
  const chief = await world.login(["*"]);
  const actAs = (who: Visitor) => chief.call(switchUser, { params: { id: who.userId } });
  const made = async (): Promise<BatchDetail> => {
    const { id } = await chief.call(makeBatchCall, { body: oneLetter() });
    await world.drain();
    return again(id);
  };
  const refused = async ({ id, version }: BatchDetail) =>
    (await chief.refused(deliverBatch, { params: { id }, body: { version } })).body.errors?.common?.[0];
  const own = await made();
  await actAs(printer);
  const acted = await made();
  expect(await refused(own)).toMatch(/^Four eyes/);
  await chief.call(logoutUser);
  expect(await refused(acted)).toMatch(/^Four eyes/);
  expect((await chief.call(readBatch, { params: { id: acted.id } })).secondEyes).toBe(true);
  expect(
    (
      await chief.refused(markPosted, {
        params: { id: acted.id },
        body: { postedOn: world.clock.today(), version: (await again(acted.id)).version },
      })
    ).status,
  ).toBe(402);
  const colleague = await world.login(["ROLE_PROCESSING", "ROLE_MERGING"]);
  for (const { id, version } of [own, acted])
    expect((await colleague.call(cancelBatch, { params: { id }, body: { reason: "proef", version } })).state).toBe(
      "cancelled",
    );
  await settle({ sendFourEyes: false });
});

test("it arrives whole, with its hash, once, and cannot be delivered again", async () => {
  await settle();
  const batch = await delivered(await readyBatch());
  expect(batch).toMatchObject({ state: "delivered", delivery: "sent", mayDeliver: false });
  expect(batch.events.map(({ kind }) => kind)).toEqual(["handedOver", "approved", "ready", "asked"]);
  const zip = sftp.files.get(final(batch)) ?? Buffer.alloc(0);
  const sum = createHash("sha256").update(zip).digest("hex");
  expect(String(sftp.files.get(`${final(batch)}.sha256`))).toBe(`${sum}  print-${batch.id}.zip\n`);
  const names = (await new ZipReader(new Uint8ArrayReader(new Uint8Array(zip))).getEntries()).map((e) => e.filename);
  expect(names).toEqual([
    `print-${batch.id}-part-0001.pdf`,
    `print-${batch.id}-list.csv`,
    `print-${batch.id}-sha256.txt`,
  ]);
  // What is downloaded is the same to the byte.
  const download = await printer.send(downloadBatch, { params: { id: batch.id } });
  expect(createHash("sha256").update(download.bytes).digest("hex")).toBe(sum);
  expect(halfOnes(batch)).toEqual([]);
  expect(
    (await printer.refused(deliverBatch, { params: { id: batch.id }, body: { version: batch.version } })).status,
  ).toBe(402);
});

test("after an interrupted upload no file has its final name; it is retried and arrives once", async () => {
  await settle();
  sftp.mood = "cutUpload";
  const batch = await delivered(await readyBatch());
  // Why it is still on its way is told meanwhile.
  const deliveryError = "There was no connection, or it was cut before the message was handed over.";
  expect(batch).toMatchObject({ state: "ready", delivery: "pending", deliveryError });
  expect(sftp.files.has(final(batch))).toBe(false);
  // While it is on its way it can neither be posted nor be asked for again.
  const params = { id: batch.id };
  expect(
    (await printer.refused(markPosted, { params, body: { postedOn: world.clock.today(), version: batch.version } }))
      .status,
  ).toBe(402);
  sftp.mood = "take";
  later(5);
  await world.drain();
  const arrived = await again(batch.id);
  expect(arrived).toMatchObject({ state: "delivered", deliveryError: null });
  expect(sftp.renamed.get(final(batch))).toBe(1);
});

test("a server that hangs is given up: what it may have is uncertain, all else is tried again, and others' effects go on", async () => {
  await settle();
  sftp.mood = "hangUpload";
  const batch = await delivered(await readyBatch());
  expect(batch).toMatchObject({ state: "ready", delivery: "pending" });
  sftp.mood = "hangRename";
  later(5);
  await world.drain();
  expect(await again(batch.id)).toMatchObject({ state: "ready", delivery: "uncertain" });
  expect(sftp.renamed.get(final(batch))).toBe(1);
});

test("a rename whose reply was lost is uncertain, and never repeated automatically", async () => {
  await settle();
  sftp.mood = "cutRename";
  const batch = await delivered(await readyBatch());
  expect(batch).toMatchObject({ state: "ready", delivery: "uncertain" });
  expect(batch.events[0]?.kind).toBe("uncertain");
  // What happened is told to each reader in their own language.
  const toldIn = async (language: string) => {
    const headers = { "accept-language": language };
    return (await printer.call(readBatch, { params: { id: batch.id }, headers })).events[0]?.text;
  };
  expect(await toldIn("nl")).toMatch(/^Aflevering onzeker: .*de server gaf geen antwoord/);
  expect(await toldIn("en")).toBe(
    "Delivery uncertain: The message was handed over, but the server did not answer. It may have arrived.",
  );
  sftp.mood = "take";
  later(25);
  await world.drain();
  expect((await again(batch.id)).delivery).toBe("uncertain");
  // A person asks for it again: it lies there already, and only what is missing beside it is written.
  const done = await delivered(await again(batch.id));
  expect(done.state).toBe("delivered");
  expect(sftp.renamed.get(final(batch))).toBe(1);
  expect(sftp.files.has(`${final(batch)}.sha256`)).toBe(true);
});

/** A process of its own carries the batch, until it is killed at what `reached` tells. */
async function killedWhere(batch: BatchDetail, reached: () => boolean): Promise<void> {
  await printer.call(deliverBatch, { params: { id: batch.id }, body: { version: batch.version } });
  const carrier = { ...applyAnswersJob, name: "outbox.handover" };
  const workers = await Promise.all([1, 2].map(() => startWorker(world, carrier, { batchId: batch.id })));
  await vi.waitFor(() => expect(reached()).toBe(true), { timeout: 60_000, interval: 5 });
  for (const worker of workers) await kill(worker);
  expect(workers.some(isRunning)).toBe(false);
  await after(50);
  sftp.mood = "take";
  later(7);
  await world.drain();
}

test("a worker killed during the upload leaves no file under the final name; it is retried and arrives once", async () => {
  await settle();
  sftp.mood = "hangUpload";
  const batch = await readyBatch();
  await killedWhere(batch, () => halfOnes(batch).length > 0);
  expect((await again(batch.id)).state).toBe("delivered");
  expect(sftp.renamed.get(final(batch))).toBe(1);
});

test("a worker killed after the rename and before the reply: uncertain, and delivered once", async () => {
  await settle();
  sftp.mood = "hangRename";
  const batch = await readyBatch();
  await killedWhere(batch, () => sftp.renamed.has(final(batch)));
  expect(await again(batch.id)).toMatchObject({ state: "ready", delivery: "uncertain" });
  expect((await delivered(await again(batch.id))).state).toBe("delivered");
  expect(sftp.renamed.get(final(batch))).toBe(1);
});

test("word of an earlier sending that comes late changes nothing of the one that is on its way", async () => {
  await settle();
  sftp.mood = "cutRename";
  const batch = await delivered(await readyBatch());
  expect(batch.delivery).toBe("uncertain");
  // Somebody asks for it again, and it does not arrive at once.
  sftp.mood = "cutUpload";
  sftp.files.delete(final(batch));
  const params = { id: batch.id };
  await printer.call(deliverBatch, { params, body: { version: batch.version } });
  await world.work((ctx) =>
    ctx.emit(outboxSettled, {
      key: `print-batch:${batch.id}:1`,
      state: "dead",
      error: "print-batches.madeAgain",
      at: world.clock.now().toISOString(),
    }),
  );
  await world.drain();
  const onItsWay = await again(batch.id);
  expect(onItsWay).toMatchObject({ state: "ready", delivery: "pending", mayDeliver: false });
  expect((await printer.refused(deliverBatch, { params, body: { version: onItsWay.version } })).status).toBe(402);
  // Withdrawn, it is taken out of the outbox.
  await printer.call(cancelBatch, { params, body: { reason: "proef", version: onItsWay.version } });
  sftp.mood = "take";
  later(25);
  await world.drain();
  expect(await again(batch.id)).toMatchObject({ state: "cancelled", delivery: "cancelled" });
  expect(sftp.files.has(final(batch))).toBe(false);
});

test("an uncertain delivery is completed by a person who confirms it", async () => {
  await settle();
  sftp.mood = "cutRename";
  const batch = await delivered(await readyBatch());
  sftp.mood = "take";
  await printer.call(confirmBatch, { params: { id: batch.id }, body: { version: batch.version } });
  expect(await again(batch.id)).toMatchObject({ state: "delivered", delivery: "sent" });
  expect(
    (await printer.refused(confirmBatch, { params: { id: batch.id }, body: { version: batch.version + 1 } })).status,
  ).toBe(402);
});

test("a server with another host key gets nothing, not even the password; once withdrawn it is not sent", async () => {
  const other = await startSftp(printHouseUser);
  await settle({ printSftpPort: other.port });
  const batch = await delivered(await readyBatch());
  expect(batch).toMatchObject({ state: "ready", delivery: "pending" });
  expect(other.logins).toBe(0);
  await printer.call(cancelBatch, { params: { id: batch.id }, body: { reason: "proef", version: batch.version } });
  await settle();
  later(25);
  await world.drain();
  expect(await again(batch.id)).toMatchObject({ state: "cancelled", delivery: "cancelled" });
  expect(sftp.files.has(final(batch))).toBe(false);
  await other.close();
});

test("a letter whose file cannot be updated holds up no other; the error is shown beside it, and it is retried", async () => {
  await settle({ printSftpHost: "" });
  const scope = { client: clientId, run: null, dateFrom: null, dateTo: null, templateCode: null, max: 2 };
  const { id } = await world.work((ctx) => createBatch(ctx, scope));
  await world.drain();
  const batch = await again(id);
  expect(batch.letters).toBe(2);
  const params = { id };
  const [first] = (await printer.call(listPieces, { params })).items;
  // Something in the way of this one file, whatever it may be.
  await sql`create function in_the_way() returns trigger language plpgsql as $$ begin raise 'in the way'; end $$`.execute(
    world.owner.db,
  );
  await sql
    .raw(
      `create trigger in_the_way before update on message for each row when (old.file_id = ${first?.fileId}) execute function in_the_way()`,
    )
    .execute(world.owner.db);
  await printer.call(markPosted, { params, body: { postedOn: world.clock.today(), version: batch.version } });
  await world.drain();
  const told = async () => (await printer.call(listPieces, { params })).items.map(({ set, why }) => [set, why]);
  expect(await told()).toEqual([
    [1, "Could not be carried to the file; it is tried again"],
    [2, null],
  ]);
  expect((await again(id)).toApply).toBe(1);
  await sql`drop trigger in_the_way on message`.execute(world.owner.db);
  await world.work((ctx) => ctx.enqueue(applyAnswersJob, { batchId: id }));
  await world.drain();
  expect(await told()).toEqual([
    [1, null],
    [2, null],
  ]);
  expect((await again(id)).toApply).toBe(0);
});
