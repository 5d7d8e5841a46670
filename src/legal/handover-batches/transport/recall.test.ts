/** A batch that is taken back is taken back at its office: once, by its own channel, and nobody else gets its files before that. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { type SftpServer, startSftp } from "../../../exchange/intake/pickup/sftp.factory.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import {
  confirmRecallReported,
  downloadBatch,
  type HandoverBatch,
  postListEvents,
  readBatch,
  recallBatch,
  retryBatch,
  sendFiles,
} from "../batches/batches.contract.ts";
import { addMasterClient, createDestination, listTypes, setLevels } from "../destinations/destinations.contract.ts";
import { validateFiles } from "../validation/validation.contract.ts";
import { feedJob } from "./deliveries.server.ts";
import { startOffice, type TestOffice } from "./office.factory.ts";

const signingKey = "een sleutel van de proef";
const sftpUser = { username: "vorder", password: "geheim" };
const reason = "Debiteur heeft betaald";
let world: World;
let lawyer: Visitor;
let office: TestOffice;
let sftp: SftpServer;
let mails: MailPeer;
let files: number[];
let clientId: number;
let bailiff: number;
let off: Record<string, "off">;
let serial = 0;

beforeAll(async () => {
  mails = await startMailPeer();
  world = await startWorld({ env: { SMTP_URL: mails.url } });
  lawyer = await world.login(["ROLE_LEGAL", "ROLE_FILE_SEARCH"]);
  office = await startOffice(signingKey);
  sftp = await startSftp(sftpUser);
  const made = await portfolio(world, 1);
  files = [...made.fileIds];
  clientId = made.clientId;
  bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Terug" } })).id;
  const { items } = await lawyer.call(listTypes);
  off = Object.fromEntries(items.flatMap(({ needs }) => needs.map(({ id }) => [id, "off" as const])));
});
afterAll(async () => {
  await world.close();
  await Promise.all([office.close(), sftp.close(), mails.close()]);
});

type Body = BodyOf<typeof createDestination>;

async function destinationBy(more: Partial<Body> & Pick<Body, "channel">): Promise<number> {
  const body: Body = { name: `Weg ${++serial}`, bailiff, types: ["amicable"], format: "json", ...more };
  const { id, version } = await lawyer.call(createDestination, { body });
  await lawyer.call(addMasterClient, { body: { destination: id, client: clientId, externalId: "K-1" } });
  await lawyer.call(setLevels, { params: { id }, body: { levels: off, version } });
  return id;
}

const now = (id: number): Promise<HandoverBatch> => lawyer.call(readBatch, { params: { id } });

async function sent(destination: number): Promise<HandoverBatch> {
  const { id } = await lawyer.call(sendFiles, { body: { type: "amicable", destination, files } });
  await world.drain();
  return now(id);
}

async function recalled(batch: HandoverBatch): Promise<HandoverBatch> {
  const { version } = await now(batch.id);
  await lawyer.call(recallBatch, { params: { id: batch.id }, body: { version, reason } });
  await world.drain();
  return now(batch.id);
}

const feed = async (): Promise<void> => {
  await world.work((ctx) => ctx.enqueue(feedJob, {}));
  await world.drain();
};

/** Whether another office could have the file now. */
const isFree = async (): Promise<boolean> => {
  const destination = await destinationBy({ channel: "download" });
  const { items } = await lawyer.call(validateFiles, { body: { type: "amicable", destination, files } });
  return items[0]?.lines.find(({ need }) => need === "notElsewhere")?.state === "met";
};

const kindsOf = async (batch: number): Promise<string[]> => {
  const { items } = await lawyer.call(postListEvents, { body: { filter: { batch } } });
  return items.map(({ kind }) => kind).reverse();
};

describe("an office over HTTPS", () => {
  const https = () => destinationBy({ channel: "https", url: office.url, signingKey });
  const given = async (): Promise<HandoverBatch> => {
    office.reports.length = 0;
    Object.assign(office, { mood: "take", judges: false, isDeaf: false, recallMood: "take" });
    const batch = await sent(await https());
    expect(batch.state).toBe("sent");
    expect(await isFree()).toBe(false);
    return batch;
  };

  test("is told of a recall once, and its files are released", async () => {
    const batch = await recalled(await given());
    expect(batch).toMatchObject({ state: "recalled", recall: "told" });
    expect(batch.files.map(({ state }) => state)).toEqual(["recalled"]);
    await feed();
    expect(office.recalls.get(batch.key)).toBe(1);
    expect(office.forged).toBe(0);
    expect(await isFree()).toBe(true);
    expect((await kindsOf(batch.id)).slice(-2)).toEqual(["recalled", "recallTold"]);
  });

  test("that receives it and does not answer leaves it uncertain until it confirms; it is not told twice", async () => {
    const first = await given();
    office.recallMood = "silent";
    office.isDeaf = true;
    const batch = await recalled(first);
    expect(batch).toMatchObject({ state: "recalled", recall: "uncertain" });
    expect(await isFree()).toBe(false);
    office.isDeaf = false;
    await feed();
    expect(await now(batch.id)).toMatchObject({ state: "recalled", recall: "told" });
    expect(office.recalls.get(batch.key)).toBe(1);
    expect(await isFree()).toBe(true);
  });

  test("that accepted the batch first keeps it, and says so", async () => {
    const first = await given();
    office.recallMood = "late";
    office.judges = true;
    const batch = await recalled(first);
    expect(batch).toMatchObject({ state: "accepted", recall: "refused" });
    expect(batch.files.map(({ state }) => state)).toEqual(["accepted"]);
    const { version } = batch;
    const again = await lawyer.refused(recallBatch, { params: { id: batch.id }, body: { version, reason } });
    expect(JSON.stringify(again.body)).toContain("transfer back");
    expect(await isFree()).toBe(false);
    // It closes the file, so that the next ones can use it.
    const { number } = await world.db
      .selectFrom("case_file")
      .select("number")
      .where("id", "=", files[0] ?? 0)
      .executeTakeFirstOrThrow();
    office.reports.push({ key: `dicht-${serial}`, fileNumber: number, on: "2026-11-20", kind: "closed" });
    await feed();
    expect(await isFree()).toBe(true);
  });

  test("whose receipt crosses an undelivered recall keeps the batch", async () => {
    const first = await given();
    office.recallMood = "busy";
    const waiting = await recalled(first);
    expect(waiting).toMatchObject({ state: "recalled", recall: "pending" });
    office.judges = true;
    await feed();
    const batch = await now(first.id);
    expect(batch).toMatchObject({ state: "accepted", recall: "refused" });
    expect(office.recalls.has(batch.key)).toBe(false);
    office.recallMood = "take";
    await world.drain();
    expect(office.recalls.has(batch.key)).toBe(false);
    await world.db
      .updateTable("handover_batch_file")
      .set({ state: "processed" })
      .where("batch_id", "=", batch.id)
      .execute();
  });

  test("is told nothing about a batch that was never sent", async () => {
    const away = await destinationBy({ channel: "download" });
    const batch = await recalled(await sent(away));
    expect(batch).toMatchObject({ state: "recalled", recall: null });
    expect(await isFree()).toBe(true);
  });
});

test("an office by SFTP finds one recall file, even if the reply to the upload was lost", async () => {
  const destination = await destinationBy({
    ...{ channel: "sftp", host: "127.0.0.1", port: sftp.port, hostKey: sftp.hostKey, folder: "/in", receiptFolder: "" },
    ...sftpUser,
  });
  sftp.files.set("/in/.keep", Buffer.from(""));
  const first = await sent(destination);
  expect(first.state).toBe("sent");
  sftp.mood = "cutRename";
  const waiting = await recalled(first);
  // It lies there, and the answer was lost: nobody tells it a second time by itself.
  expect(waiting.recall).toBe("uncertain");
  expect(await isFree()).toBe(false);
  sftp.mood = "take";
  await lawyer.call(retryBatch, { params: { id: first.id }, body: { version: waiting.version } });
  await world.drain();
  expect(await now(first.id)).toMatchObject({ state: "recalled", recall: "told" });
  const name = `/in/${first.key}.recall.json`;
  expect(sftp.renamed.get(name)).toBe(1);
  expect(JSON.parse(String(sftp.files.get(name)))).toMatchObject({ batch: first.key, reason });
});

test("an office by e-mail gets one e-mail with the name of the batch, and no data of its files", async () => {
  const mail = { channel: "mail", email: "in@kantoor.example", archivePassword: "lang wachtwoord" } as const;
  const first = await sent(await destinationBy(mail));
  expect(first.state).toBe("sent");
  const batch = await recalled(first);
  expect(batch).toMatchObject({ state: "recalled", recall: "told" });
  await world.drain();
  const recallMails = mails.messages.filter(({ text }) => text.includes("teruggehaald"));
  expect(recallMails).toHaveLength(1);
  expect(recallMails[0]?.to).toBe("in@kantoor.example");
  expect(recallMails[0]?.text).toContain(first.key);
});

test("an office that downloads batches itself is told by a person, who records how", async () => {
  const first = await sent(await destinationBy({ channel: "download" }));
  await lawyer.send(downloadBatch, { params: { id: first.id } });
  const batch = await recalled(first);
  expect(batch).toMatchObject({ state: "recalled", recall: "byHand" });
  expect(await isFree()).toBe(false);
  const params = { id: batch.id };
  expect((await lawyer.refused(retryBatch, { params, body: { version: batch.version } })).status).toBe(400);
  const note = "Gebeld met mevrouw De Wit: verwijderd";
  const confirmed = await lawyer.call(confirmRecallReported, { params, body: { version: batch.version, note } });
  expect(confirmed.recall).toBe("told");
  expect(await isFree()).toBe(true);
  expect(
    (await lawyer.refused(confirmRecallReported, { params, body: { version: confirmed.version, note } })).status,
  ).toBe(400);
});
