/** Batches on their way to real offices: over HTTPS, by SFTP and by e-mail; what is uncertain is asked for and never sent twice. */
import { createHash } from "node:crypto";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { type SftpServer, startSftp } from "../../../exchange/intake/pickup/sftp.factory.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { reportMail } from "../../../ground/platform/server/outbox/delivery-report.factory.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import { startMailboxPeer } from "../../../ground/platform/server/outbox/mailbox-peer.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { createBailiff } from "../../bailiffs/bailiffs.contract.ts";
import {
  type HandoverBatch,
  listBatchFiles,
  postListEvents,
  readBatch,
  retryBatch,
  sendFiles,
} from "../batches/batches.contract.ts";
import { batchJob } from "../batches/work.server.ts";
import { addMasterClient, createDestination, setLevels } from "../destinations/destinations.contract.ts";
import { eraseHandovers } from "../erase.server.ts";
import { retryReport, settleReport } from "../feed/feed.contract.ts";
import { importedCosts, listReports } from "../monitoring/monitoring.contract.ts";
import { feedJob } from "./deliveries.server.ts";
import { startOffice, type TestOffice } from "./office.factory.ts";

const signingKey = "een sleutel van de proef";
const sftpUser = { username: "vorder", password: "geheim" };

let world: World;
let lawyer: Visitor;
let office: TestOffice;
let sftp: SftpServer;
let peer: MailPeer;
let files: number[];
let clientId: number;
let bailiff: number;
let serial = 0;

beforeAll(async () => {
  peer = await startMailPeer();
  // So long is an answer waited for.
  world = await startWorld({ env: { SMTP_URL: peer.url, GATEWAY_SECONDS: "2" } });
  lawyer = await world.login(["ROLE_LEGAL", "ROLE_FILE_SEARCH"]);
  office = await startOffice(signingKey);
  sftp = await startSftp(sftpUser);
  const made = await portfolio(world, 1);
  files = [...made.fileIds];
  clientId = made.clientId;
  bailiff = (await lawyer.call(createBailiff, { body: { name: "Kantoor Post" } })).id;
});
afterAll(async () => {
  await world.close();
  await office.close();
  await sftp.close();
  await peer.close();
});

/** No office of an earlier test is asked any more. */
afterEach(async () => {
  await sql`update handover_batch set state = 'processed', ended_at = '2020-01-01' where state <> 'recalled'`.execute(
    world.db,
  );
  await sql`update handover_destination set archived_at = ${world.clock.now()} where archived_at is null`.execute(
    world.db,
  );
});

type Body = BodyOf<typeof createDestination>;

const destinationBy = async (more: Partial<Body> & Pick<Body, "channel">): Promise<number> => {
  const body: Body = { name: `Weg ${++serial}`, bailiff, types: ["insolvency_check"], format: "json", ...more };
  const { id, version } = await lawyer.call(createDestination, { body });
  await lawyer.call(addMasterClient, { body: { destination: id, client: clientId, externalId: "K-1" } });
  await lawyer.call(setLevels, { params: { id }, body: { levels: { birthDate: "off" }, version } });
  return id;
};

const sent = async (destination: number): Promise<HandoverBatch> => {
  const { id } = await lawyer.call(sendFiles, { body: { type: "insolvency_check", destination, files } });
  await world.drain();
  return lawyer.call(readBatch, { params: { id } });
};

const again = (id: number): Promise<HandoverBatch> => lawyer.call(readBatch, { params: { id } });

/** Work that comes by itself is done in each drain: so is asking the offices. */
const feed = (): Promise<number> => world.drain();

const failedLines = async () =>
  (await lawyer.call(listReports, { query: { filter: { problem: "1" }, limit: 100 } })).items.filter(
    ({ problemCode }) => problemCode === "failed",
  );
const failedMessages = async (): Promise<string[]> => (await failedLines()).map(({ text }) => text);

const kindsOf = async (batch: number): Promise<string[]> => {
  const { items } = await lawyer.call(postListEvents, { body: { filter: { batch } } });
  return items.map(({ kind }) => kind).reverse();
};

describe("an office over HTTPS", () => {
  const https = () => destinationBy({ channel: "https", url: office.url, signingKey });

  test("receives a signed batch once, and its receipt makes it accepted", async () => {
    office.mood = "take";
    const batch = await sent(await https());
    expect(batch).toMatchObject({ state: "accepted", delivery: "sent", problem: null });
    expect(office.posts.get(batch.key)).toBe(1);
    expect(office.forged).toBe(0);
    expect(await kindsOf(batch.id)).toEqual(["chosen", "judged", "queued", "sent", "receipt", "accepted"]);
  });

  test("that receives a batch and never answers is queried by its name, and does not get it twice", async () => {
    office.mood = "silent";
    office.judges = false;
    const batch = await sent(await https());
    // It was uncertain until the office was asked, which the queue does by itself.
    expect(batch.state).toBe("sent");
    expect(await kindsOf(batch.id)).toEqual(["chosen", "judged", "queued", "uncertain", "sent"]);
    expect(office.posts.get(batch.key)).toBe(1);
    office.judges = true;
    await feed();
    expect((await again(batch.id)).state).toBe("accepted");
    expect(office.posts.get(batch.key)).toBe(1);
  });

  test("is asked for what it tells after it ended the last file: its bill comes later, and for ninety days", async () => {
    office.mood = "take";
    office.judges = true;
    const batch = await sent(await https());
    const { items } = await lawyer.call(listBatchFiles, { params: { id: batch.id }, query: {} });
    const of = { fileNumber: items[0]?.fileNumber ?? "", on: "2026-11-20" };
    const bill = { ...of, kind: "cost", act: "2d", vat: "2.10" };
    const billed = async () => {
      const { items: costs } = await lawyer.call(importedCosts, {
        query: { filter: { destination: batch.destination.id } },
      });
      return costs.map(({ exVatCents }) => exVatCents).sort();
    };
    office.reports.push({ ...of, key: "end", kind: "closed", reason: "klaar" });
    await feed();
    expect((await again(batch.id)).state).toBe("processed");
    office.reports.push({ ...bill, key: "bill", exVat: "10.00" });
    await feed();
    expect(await billed()).toEqual([1000]);
    office.reports.push({ ...bill, key: "late", exVat: "20.00" });
    await sql`update handover_batch set ended_at = ended_at - interval '91 days' where id = ${batch.id}`.execute(
      world.db,
    );
    await feed();
    expect(await billed()).toEqual([1000]);
    office.reports.splice(0);
  });

  test("that has an error for one batch is asked for the others", async () => {
    office.mood = "silent";
    office.judges = false;
    const destination = await https();
    const [first, second] = [await sent(destination), await sent(destination)];
    office.judges = true;
    office.broken.add(first.key);
    await feed();
    expect((await again(first.id)).state).toBe("sent");
    expect((await again(second.id)).state).toBe("accepted");
    office.broken.clear();
  });

  test("whose answer for one batch an error of ours keeps out is asked for the others, and for that one again", async () => {
    office.mood = "silent";
    office.judges = false;
    const destination = await https();
    const [first, second] = [await sent(destination), await sent(destination)];
    office.judges = true;
    const rule = `check (key <> '${first.key}' or state <> 'accepted') not valid`;
    await world.owner.pool.query(`alter table handover_batch add constraint no_first ${rule}`);
    await feed();
    expect((await again(first.id)).state).toBe("sent");
    expect((await again(second.id)).state).toBe("accepted");
    expect(await failedMessages()).toEqual([`{"message":"${first.key}"}`]);
    await world.owner.pool.query("alter table handover_batch drop constraint no_first");
    await feed();
    expect((await again(first.id)).state).toBe("accepted");
    expect(await failedMessages()).toEqual([]);
  });

  test("that cannot be queried leaves it uncertain; before a resend by a person it is queried first", async () => {
    office.mood = "silent";
    office.isDeaf = true;
    const batch = await sent(await https());
    expect(batch).toMatchObject({ state: "queued", delivery: "uncertain" });
    office.mood = "take";
    office.isDeaf = false;
    await lawyer.call(retryBatch, { params: { id: batch.id }, body: { version: batch.version } });
    // Only what carries it: what asks the offices by itself would learn first that it has arrived.
    await world.drain("outbox.handover");
    expect((await again(batch.id)).state).toBe("accepted");
    expect(office.posts.get(batch.key)).toBe(1);
  });

  test("that broke off before receiving anything gets the batch when a person resends it", async () => {
    office.mood = "cut";
    const batch = await sent(await https());
    expect(batch.delivery).toBe("uncertain");
    await feed();
    expect((await again(batch.id)).state).toBe("queued");
    expect((await kindsOf(batch.id)).at(-1)).toBe("asked");
    office.mood = "take";
    const { version } = await again(batch.id);
    await lawyer.call(retryBatch, { params: { id: batch.id }, body: { version } });
    await world.drain();
    expect((await again(batch.id)).state).toBe("accepted");
    expect(office.posts.get(batch.key)).toBe(1);
  });

  test("that receives a batch and then hangs is queried by name, has it, and does not get it twice", async () => {
    office.mood = "hang";
    office.judges = true;
    const batch = await sent(await https());
    expect(await kindsOf(batch.id)).toContain("uncertain");
    await feed();
    expect(await again(batch.id)).toMatchObject({ state: "accepted", problem: null });
    expect(office.posts.get(batch.key)).toBe(1);
  });

  test("whose connection is cut during the upload has nothing, and receives it once when a person resends it", async () => {
    office.mood = "half";
    const batch = await sent(await https());
    expect(batch).toMatchObject({ state: "queued", delivery: "uncertain" });
    expect(office.batches.has(batch.key)).toBe(false);
    office.mood = "take";
    await lawyer.call(retryBatch, { params: { id: batch.id }, body: { version: batch.version } });
    await world.drain();
    expect((await again(batch.id)).state).toBe("accepted");
    expect(office.posts.get(batch.key)).toBe(1);
  });

  test("that had the batch when our worker was killed before the reply does not get it twice, even with two workers", async () => {
    office.mood = "hang";
    office.judges = true;
    const destination = await https();
    const { id } = await lawyer.call(sendFiles, { body: { type: "insolvency_check", destination, files } });
    // The batch is made here, up to its place in the outbox; what carries it from there is a process of its own, which is killed.
    await world.drain(batchJob.name);
    const made = await again(id);
    expect(made).toMatchObject({ state: "queued", delivery: "pending" });
    const { key } = made;
    const carrier = { ...feedJob, name: "outbox.handover" };
    const workers = await Promise.all([1, 2].map(() => startWorker(world, carrier, {})));
    await vi.waitFor(() => expect(office.posts.has(key)).toBe(true), { timeout: 120_000, interval: 5 });
    for (const worker of workers) await kill(worker);
    expect(office.posts.get(key)).toBe(1);
    const now = await again(id);
    expect(now).toMatchObject({ state: "queued", delivery: "pending" });
    office.mood = "take";
    // Until its worker has been silent for too long nobody judges it; then it may have gone, and the office is asked.
    await world.drain();
    expect(office.posts.get(key)).toBe(1);
    world.clock.set(new Date(world.clock.now().getTime() + 400_000));
    await Promise.all([feed(), feed()]);
    await feed();
    expect(await again(id)).toMatchObject({ state: "accepted", problem: null });
    expect(office.posts.get(key)).toBe(1);
  }, 240_000);

  test("gets nothing without a key to sign with, as after its address was changed, and that is told", async () => {
    const batch = await sent(await destinationBy({ channel: "https", url: office.url }));
    expect(batch).toMatchObject({ state: "queued", delivery: "dead" });
    expect(batch.deliveryError).toContain("signing key");
    expect(office.forged).toBe(0);
    expect(office.posts.get(batch.key)).toBeUndefined();
  });

  test("is not contacted when the guard for outgoing connections does not allow its address", async () => {
    const away = await destinationBy({ channel: "https", url: "http://10.1.2.3:9/batches", signingKey });
    const batch = await sent(away);
    expect(batch).toMatchObject({ state: "queued", delivery: "pending" });
  });
});

describe("an office by SFTP", () => {
  const bySftp = (more: Partial<Body> = {}) =>
    destinationBy({
      channel: "sftp",
      format: "xml",
      host: "127.0.0.1",
      port: sftp.port,
      hostKey: sftp.hostKey,
      folder: "/in",
      receiptFolder: "/uit",
      ...sftpUser,
      ...more,
    });

  test("finds the whole batch under its final name with its hash, and no partial files", async () => {
    sftp.files.set("/in/.keep", Buffer.from(""));
    const batch = await sent(await bySftp());
    expect(batch).toMatchObject({ state: "sent", delivery: "sent" });
    const names = [...sftp.files.keys()].filter((name) => name.includes(batch.key));
    expect(names.sort()).toEqual([`/in/${batch.key}.zip`, `/in/${batch.key}.zip.sha256`]);
    const zip = sftp.files.get(`/in/${batch.key}.zip`) ?? Buffer.alloc(0);
    const hash = createHash("sha256").update(zip).digest("hex");
    expect(sftp.files.get(`/in/${batch.key}.zip.sha256`)?.toString()).toContain(hash);
    const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(zip))).getEntries();
    expect(entries.map(({ filename }) => filename)).toContain(`${batch.key}.xml`);

    const numbers = await world.db.selectFrom("case_file").select("number").where("id", "in", files).execute();
    const receipt = {
      batch: batch.key,
      count: batch.count,
      total: ((batch.totalCents ?? 0) / 100).toFixed(2),
      sha256: batch.sha256,
      files: numbers.map(({ number }) => ({ fileNumber: number, state: "accepted", officeNumber: "S-1" })),
    };
    sftp.files.set("/uit/kapot.json", Buffer.from("{ geen json"));
    sftp.files.set("/uit/vals.json", Buffer.from(JSON.stringify({ ...receipt, total: "1.00" })));
    await feed();
    // A receipt of something else changes nothing but that it is shown, and one that is no JSON holds up none.
    expect(await again(batch.id)).toMatchObject({ state: "sent" });
    expect((await again(batch.id)).problem).not.toBeNull();
    sftp.files.set("/uit/goed.json", Buffer.from(JSON.stringify(receipt)));
    await feed();
    expect(await again(batch.id)).toMatchObject({ state: "accepted", problem: null });
    expect([...sftp.files.keys()].filter((name) => /^\/uit\/[^/]+$/.test(name))).toEqual([]);
  });

  test("a message that an error keeps out is shown and tried again, and holds up none after it", async () => {
    const batch = await sent(await bySftp({ receiptFolder: "/weg" }));
    const receipt = {
      ...{ batch: batch.key, count: batch.count, sha256: batch.sha256 },
      total: ((batch.totalCents ?? 0) / 100).toFixed(2),
      files: (await world.db.selectFrom("case_file").select("number").where("id", "in", files).execute()).map(
        ({ number }) => ({ fileNumber: number, state: "accepted", officeNumber: "S-1" }),
      ),
    };
    sftp.files.set("/weg/a-ramp.json", Buffer.from(JSON.stringify({ reports: [{ key: "ramp-1", kind: "ramp" }] })));
    sftp.files.set("/weg/b-goed.json", Buffer.from(JSON.stringify(receipt)));
    sftp.files.set("/weg/c-groot.json", Buffer.alloc(20_000_001, " "));
    // An error of ours, whichever: no office's doing.
    await world.owner.pool.query("alter table handover_report add constraint no_ramp check (key <> 'ramp-1')");
    await feed();
    await feed();
    expect(await again(batch.id)).toMatchObject({ state: "accepted", problem: null });
    const found = await failedLines();
    expect(found.map(({ text, problem }) => [text, problem]).sort()).toEqual([
      ['{"message":"a-ramp.json"}', expect.stringContaining("is tried again")],
      ['{"message":"c-groot.json"}', expect.stringContaining("ask the office to split the message")],
    ]);
    const [one] = found;
    expect((await lawyer.refused(retryReport, { params: { id: one?.id ?? 0 }, body: {} })).body.errors).toEqual({
      common: ["This message is tried again by itself as long as it waits at the office."],
    });
    await world.owner.pool.query("alter table handover_report drop constraint no_ramp");
    sftp.files.delete("/weg/c-groot.json");
    await feed();
    expect(await failedMessages()).toEqual(['{"message":"c-groot.json"}']);
    expect([...sftp.files.keys()].filter((name) => /^\/weg\/[^/]+$/.test(name))).toEqual([]);
    for (const { id } of await failedLines())
      await lawyer.call(settleReport, { params: { id }, body: { note: "Gebeld: in delen gestuurd" } });
  });

  test("a message of a name that was put away before is put away too, and read once", async () => {
    await sent(await bySftp({ receiptFolder: "/weer" }));
    const report = (key: string) => Buffer.from(JSON.stringify({ reports: [{ key, kind: "onbekend" }] }));
    const lying = () => [...sftp.files.keys()].filter((name) => name.startsWith("/weer/")).sort();
    sftp.files.set("/weer/dag.json", report("weer-1"));
    await feed();
    expect(lying()).toEqual(["/weer/done/dag.json"]);
    sftp.files.set("/weer/dag.json", report("weer-2"));
    await feed();
    expect(lying()).toEqual([expect.stringMatching(/^\/weer\/done\/dag-[0-9a-f]{8}\.json$/), "/weer/done/dag.json"]);
    expect(sftp.files.get("/weer/done/dag.json")).toEqual(report("weer-1"));
  });

  test("a message that goes on beyond the size it was said to have is read no further", async () => {
    await sent(await bySftp({ receiptFolder: "/eindeloos" }));
    sftp.files.set("/eindeloos/klein.json", Buffer.from("{}"));
    sftp.mood = "endlessRead";
    const before = sftp.bytesRead;
    await feed();
    sftp.mood = "take";
    expect(sftp.bytesRead - before).toBeLessThan(1_000_000);
    // As it stands there in the end it is taken.
    await feed();
    expect([...sftp.files.keys()].filter((name) => name.startsWith("/eindeloos/"))).toEqual([
      "/eindeloos/done/klein.json",
    ]);
  });

  test("with another host key than agreed gets nothing, not even the password", async () => {
    const other = await startSftp(sftpUser);
    const batch = await sent(await bySftp({ port: other.port }));
    expect(batch.state).toBe("queued");
    expect(other.logins).toBe(0);
    await other.close();
  });
});

describe("an office by e-mail", () => {
  test("without an agreed password nothing goes", async () => {
    const batch = await sent(await destinationBy({ channel: "mail", email: "in@kantoor.example" }));
    expect(batch).toMatchObject({ state: "queued", delivery: "dead" });
    expect(batch.deliveryError).toContain("password");
  });

  test("gets an archive that only the password opens, in an e-mail that arrives", async () => {
    const mail = { channel: "mail", email: "in@kantoor.example", archivePassword: "lang wachtwoord" } as const;
    const batch = await sent(await destinationBy(mail));
    expect(batch).toMatchObject({ state: "sent", delivery: "sent" });
    const arrived = peer.messages.filter(
      ({ to, text }) => to.includes("in@kantoor.example") && text.includes(batch.key),
    );
    expect(arrived).toHaveLength(1);
    const base64 =
      /filename="?[\w-]+-aes\.zip"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(arrived[0]?.text ?? "")?.[1] ?? "";
    const bytes = new Uint8Array(Buffer.from(base64, "base64"));
    const numbers = await world.db.selectFrom("case_file").select("number").where("id", "in", files).execute();
    // Nothing of it can be read on the way.
    for (const { number } of numbers) expect(Buffer.from(bytes).includes(number)).toBe(false);
    const outer = await unpacked(bytes, "lang wachtwoord");
    expect([...outer.keys()]).toEqual([`${batch.key}.zip`]);
    const inner = await unpacked(outer.get(`${batch.key}.zip`) ?? new Uint8Array());
    const text = Buffer.from(inner.get(`${batch.key}.json`) ?? new Uint8Array()).toString();
    expect(JSON.parse(text)).toMatchObject({
      batch: { batchId: batch.key, count: batch.count, checksum: batch.sha256 },
      files: numbers.map(({ number }) => ({ fileNumber: number })),
    });
    await expect(unpacked(bytes, "fout")).rejects.toThrow();
  });

  test("leaves no archive behind here when a file of it is erased", async () => {
    const mail = { channel: "mail", email: "oud@kantoor.example", archivePassword: "lang wachtwoord" } as const;
    const batch = await sent(await destinationBy(mail));
    const keyOf = () =>
      world.db
        .selectFrom("handover_batch")
        .select("mail_storage_key")
        .where("id", "=", batch.id)
        .executeTakeFirstOrThrow();
    const { mail_storage_key: key } = await keyOf();
    const { storage } = world.vorder.parts;
    expect(await storage.storedAt(key ?? "")).toBeDefined();
    const [file = 0] = files;
    for (const _ of ["first night", "again"]) await world.work((ctx) => eraseHandovers(ctx, file));
    await world.drain();
    expect(await keyOf()).toEqual({ mail_storage_key: null });
    expect(await storage.storedAt(key ?? "")).toBeUndefined();
    const { rows } = await sql`select from outbox where payload::text like ${`%${key}%`}`.execute(world.db);
    expect(rows).toEqual([]);
  });

  test("whose e-mail is returned hours later has not received the batch: that is shown, and it may be resent", async () => {
    const mailbox = await startMailboxPeer();
    const bounce = { bounceAddress: "retour@huis.example", bounceHost: "127.0.0.1", bouncePort: mailbox.port } as const;
    const box = { bounceSecurity: "none", bounceUser: "retour", bouncePassword: "geheim" } as const;
    await world.work((ctx) => changeSettings(ctx, { ...bounce, ...box }));
    const mail = { channel: "mail", email: "weg@kantoor.example", archivePassword: "lang wachtwoord" } as const;
    const batch = await sent(await destinationBy(mail));
    expect(batch).toMatchObject({ state: "sent", delivery: "sent" });
    const back = peer.senders.at(-1) ?? "";
    expect(back).toMatch(/^retour\+[0-9a-z]+\.1\.[0-9a-f]{16}@huis\.example$/);
    const minute = async (): Promise<void> => {
      world.clock.set(new Date(world.clock.now().getTime() + 61_000));
      await world.drain();
    };
    mailbox.mails.push({ uid: 1, raw: reportMail({ to: back, diagnostic: "smtp; 550 5.1.1 no such user" }) });
    await minute();
    const returned = await again(batch.id);
    expect(returned).toMatchObject({ state: "queued", delivery: "dead" });
    expect(returned.deliveryError).toContain("no such user");
    expect((await kindsOf(batch.id)).slice(-2)).toEqual(["sent", "failed"]);
    // The report is read once more, and says nothing new.
    mailbox.validity += 1;
    await minute();
    expect((await kindsOf(batch.id)).filter((kind) => kind === "failed")).toHaveLength(1);
    await lawyer.call(retryBatch, { params: { id: batch.id }, body: { version: returned.version } });
    await world.drain();
    expect(await again(batch.id)).toMatchObject({ state: "sent", delivery: "sent", deliveryError: null });
    // The mail that went since has a way back of its own: the report of the first says nothing of it.
    expect(peer.senders.at(-1)).not.toBe(back);
    mailbox.mails.push({ uid: 2, raw: reportMail({ to: back }) });
    await minute();
    expect(await again(batch.id)).toMatchObject({ state: "sent", delivery: "sent" });
    await world.work((ctx) => changeSettings(ctx, { bounceAddress: "" }));
    await mailbox.close();
  });
});

/** What lies in an archive, by its name. */
async function unpacked(bytes: Uint8Array, password?: string): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const reader = new ZipReader(new Uint8ArrayReader(bytes), password === undefined ? {} : { password });
  for (const entry of await reader.getEntries())
    if (!entry.directory) found.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  return found;
}
