/** E-mails returned after a mail server accepted them: read from a real mailbox, accepted only if authentic, each once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { reportMail } from "../../../ground/platform/server/outbox/delivery-report.factory.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import { type MailboxPeer, startMailboxPeer } from "../../../ground/platform/server/outbox/mailbox-peer.factory.ts";
import { bounceJob } from "../../../ground/settings/bounces.server.ts";
import { checkBounces } from "../../../ground/settings/settings.contract.ts";
import { changeSettings, globalSettings } from "../../../ground/settings/settings.server.ts";
import { listMessages, resendMessage } from "../../correspondence/correspondence.contract.ts";
import { sampleLetterInput } from "../../correspondence/correspondence.factory.ts";
import { composeEmail } from "../../correspondence/correspondence.server.ts";
import { letterModel } from "../../correspondence/letters/letter.ts";
import { portfolio } from "../processing.factory.ts";
import { loadInputs } from "../runs/inputs.server.ts";

let world: World;
let peer: MailPeer;
let mailbox: MailboxPeer;
let reader: Visitor;
let fileId: number;
let to: string;
let serial = 0;

beforeAll(async () => {
  world = await startWorld({ env: { GATEWAY_SECONDS: "3" } });
  peer = await startMailPeer();
  mailbox = await startMailboxPeer();
  reader = await world.login(["ROLE_PROCESSING"]);
  fileId = (await portfolio(world, 1)).fileIds[0] ?? 0;
  const { email } = await world.db
    .selectFrom("debtor")
    .innerJoin("case_file", "case_file.debtor_id", "debtor.id")
    .select("debtor.email")
    .where("case_file.id", "=", fileId)
    .executeTakeFirstOrThrow();
  to = email ?? "";
  await settle({
    smtpHost: "127.0.0.1",
    smtpPort: peer.port,
    smtpSecurity: "none",
    mailFrom: "post@huis.example",
    bounceAddress: "retour@huis.example",
    bounceHost: "127.0.0.1",
    bouncePort: mailbox.port,
    bounceSecurity: "none",
    bounceUser: "retour",
    bouncePassword: "geheim",
  });
});
afterAll(async () => {
  await world.close();
  await peer.close();
  await mailbox.close();
});
beforeEach(async () => {
  await world.db.deleteFrom("failing_email").execute();
});

const settle = (changes: Parameters<typeof changeSettings>[1]) => world.work((ctx) => changeSettings(ctx, changes));

/** The mailbox is read once a minute. */
const minute = async (): Promise<void> => {
  world.clock.set(new Date(world.clock.now().getTime() + 61_000));
  await world.drain();
};
const put = (raw: string | Buffer): void => {
  mailbox.mails.push({ uid: (mailbox.mails.at(-1)?.uid ?? 0) + 1, raw });
};
const row = (key: string) => world.db.selectFrom("outbox").selectAll().where("key", "=", key).executeTakeFirstOrThrow();
const lines = async (): Promise<number> => {
  const rows = await world.db.selectFrom("file_log").select("id").where("file_id", "=", fileId).execute();
  return rows.length;
};
const isEmailBlocked = async (): Promise<boolean> => {
  const inputs = (await loadInputs(world.db, [fileId], world.clock.today())).get(fileId);
  return inputs?.blocked.some(({ channel }) => channel === "email") ?? false;
};

/** Mails the debtor; the key of that mail and where it comes back to. */
async function mailed(): Promise<{ readonly key: string; readonly back: string }> {
  const key = `returned:${++serial}`;
  await world.work((ctx) =>
    composeEmail(ctx, {
      fileId,
      templateCode: "EM_FIRST",
      effectKey: key,
      model: letterModel(sampleLetterInput()),
      to,
      sendAt: world.clock.now(),
    }),
  );
  await world.drain();
  expect((await row(key)).state).toBe("sent");
  return { key, back: peer.senders.at(-1) ?? "" };
}

test("an e-mail has its own return address; the recipient sees the provider's address", async () => {
  const { back } = await mailed();
  const { back: other } = await mailed();
  expect(back).toMatch(/^retour\+[0-9a-z]+\.1\.[0-9a-f]{16}@huis\.example$/);
  expect(other).not.toBe(back);
  expect(peer.messages.at(-1)?.text).toMatch(/^From: .*<post@huis\.example>/m);
  expect(peer.messages.at(-1)?.text).not.toContain("retour+");
});

test("a report hours later marks it as failed: on the message, on the timeline, and for the address", async () => {
  const { key, back } = await mailed();
  const before = await lines();
  put(reportMail({ to: back, diagnostic: `smtp; 550 5.1.1 <${to}>: no such user` }));
  await minute();
  expect(await row(key)).toMatchObject({ state: "dead", last_error: `550 5.1.1 <${to}>: no such user` });
  const { items } = await reader.call(listMessages, { query: { filter: { file: fileId } } });
  expect(items[0]).toMatchObject({ state: "failed" });
  expect([await lines(), await isEmailBlocked()]).toEqual([before + 1, true]);
});

test("what was read before the server stopped answering counts: a slow one is read bit by bit", async () => {
  const [first, second] = [await mailed(), await mailed()];
  put(reportMail({ to: first.back }));
  put(reportMail({ to: second.back }));
  mailbox.hangsFrom = mailbox.mails.at(-1)?.uid;
  await minute();
  expect([(await row(first.key)).state, (await row(second.key)).state]).toEqual(["dead", "sent"]);
  mailbox.hangsFrom = undefined;
  await minute();
  expect((await row(second.key)).state).toBe("dead");
});

test.each(["silence", "breakingOff"] as const)(
  "a mail that the server answers with %s holds up none of those after it",
  async (by) => {
    const [first, second, third] = [await mailed(), await mailed(), await mailed()];
    for (const { back } of [first, second, third]) put(reportMail({ to: back }));
    mailbox.stuckAt = { uid: (mailbox.mails.at(-1)?.uid ?? 0) - 1, by };
    await minute();
    await minute();
    const states = async () => Promise.all([first, second, third].map(async ({ key }) => (await row(key)).state));
    expect(await states()).toEqual(["dead", "sent", "dead"]);
    // It is not asked for again.
    const asked = mailbox.said.length;
    await minute();
    expect(mailbox.said.slice(asked).filter((line) => line.startsWith("UID FETCH"))).toEqual([]);
    // Renumbered, it would be read by the tests that follow.
    mailbox.mails.splice(-2, 1);
    mailbox.stuckAt = undefined;
  },
);

test("the last mail waits for a server that does not answer for it yet", async () => {
  const { key, back } = await mailed();
  put(reportMail({ to: back }));
  mailbox.stuckAt = { uid: mailbox.mails.at(-1)?.uid ?? 0, by: "breakingOff" };
  const said = mailbox.said.length;
  await minute();
  expect((await row(key)).state).toBe("sent");
  // Nothing is behind it that a second conversation could ask for.
  expect(mailbox.said.slice(said).filter((line) => line.startsWith("EXAMINE"))).toHaveLength(1);
  mailbox.stuckAt = undefined;
  await minute();
  expect((await row(key)).state).toBe("dead");
});

test("each once: read again, reported twice or renumbered, nothing more is recorded", async () => {
  const { key, back } = await mailed();
  put(reportMail({ to: back }));
  put(reportMail({ to: back, diagnostic: "smtp; 550 5.1.1 told twice" }));
  await minute();
  const before = await lines();
  const first = await row(key);
  mailbox.validity += 1;
  await minute();
  await world.db.deleteFrom("bounce_mailbox").execute();
  await minute();
  expect([await row(key), await lines()]).toEqual([first, before]);
});

test("a resent message is another e-mail: a report about the first does not affect it", async () => {
  const { key, back } = await mailed();
  put(reportMail({ to: back, status: "4.4.7", diagnostic: "smtp; 451 4.4.7 given up" }));
  await minute();
  // It was given up after days, which tells nothing of the mailbox.
  expect([(await row(key)).state, await isEmailBlocked()]).toEqual(["dead", false]);
  const { items } = await reader.call(listMessages, { query: { filter: { file: fileId } } });
  await reader.call(resendMessage, { params: { id: items[0]?.id ?? 0 } });
  await world.drain();
  expect(peer.senders.at(-1)).not.toBe(back);
  mailbox.validity += 1;
  await minute();
  expect((await row(key)).state).toBe("sent");
  put(reportMail({ to: peer.senders.at(-1) ?? "" }));
  await minute();
  expect((await row(key)).state).toBe("dead");
});

describe("forged reports", () => {
  test("are ignored: a guessed address, a report within another e-mail, an out-of-office reply", async () => {
    const { key, back } = await mailed();
    const before = await lines();
    put(reportMail({ to: "retour@huis.example" }));
    put(reportMail({ to: back.replace(/[0-9a-f]{16}/, "0".repeat(16)) }));
    put(reportMail({ to: back, type: "multipart/mixed" }));
    put(reportMail({ to: back, action: "delayed", status: "4.4.1" }));
    put(`To: ${back}\r\nSubject: Ik ben er niet\r\n\r\n550 5.1.1 no such user`);
    await minute();
    expect([(await row(key)).state, await lines(), await isEmailBlocked()]).toEqual(["sent", before, false]);
  });

  test("hold up nothing after them: noise, nested parts, an endless header, an endless e-mail", async () => {
    const { key, back } = await mailed();
    put(Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 256)));
    put(
      Array.from(
        { length: 500 },
        (_, at) => `Content-Type: multipart/report; report-type=delivery-status; boundary=b${at}\r\n\r\n--b${at}\r\n`,
      ).join(""),
    );
    put("X-Head: x\r\n".repeat(20_000));
    put(Buffer.alloc(2_000_000, 65));
    put("");
    put(reportMail({ to: back, diagnostic: "smtp; 550 5.1.1 <script>alert(1)</script>\u0000 no such user" }));
    await minute();
    expect(await row(key)).toMatchObject({
      state: "dead",
      last_error: "550 5.1.1 <script>alert(1)</script> no such user",
    });
  });
});

test("a process killed between two e-mails leaves the first recorded once, and the second for its successor", async () => {
  const [first, second] = [await mailed(), await mailed()];
  put(reportMail({ to: first.back }));
  put(reportMail({ to: second.back }));
  const before = await lines();
  // The second mail cannot be noted while somebody else holds it: there the process is killed.
  const holder = await world.owner.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from outbox where key = $1 for update", [second.key]);
    const worker = await startWorker(world, bounceJob(globalSettings), {});
    await vi.waitUntil(async () => (await row(first.key)).state === "dead", { timeout: 60_000, interval: 50 });
    expect(await kill(worker)).toBe(true);
  } finally {
    await holder.query("rollback");
    holder.release(true);
  }
  expect((await row(second.key)).state).toBe("sent");
  const { uid } = await world.db.selectFrom("bounce_mailbox").selectAll().executeTakeFirstOrThrow();
  expect(Number(uid)).toBe((mailbox.mails.at(-1)?.uid ?? 0) - 1);
  await minute();
  await minute();
  expect([(await row(first.key)).state, (await row(second.key)).state]).toEqual(["dead", "dead"]);
  expect(await lines()).toBe(before + 2);
});

test("reading continues after the last e-mail; older e-mails in a mailbox are read once it is configured", async () => {
  const [first, second] = [await mailed(), await mailed()];
  put(reportMail({ to: first.back }));
  put(reportMail({ to: second.back }));
  await minute();
  expect([(await row(first.key)).state, (await row(second.key)).state]).toEqual(["dead", "dead"]);
  const { uid } = await world.db.selectFrom("bounce_mailbox").selectAll().executeTakeFirstOrThrow();
  expect(Number(uid)).toBe(mailbox.mails.at(-1)?.uid);
  // Nothing is changed in the mailbox: it is opened for reading only.
  expect(mailbox.said.some((line) => /STORE|EXPUNGE|SELECT /i.test(line))).toBe(false);
});

describe("a user with the settings role", () => {
  const look = async () => (await world.login(["ROLE_SETTINGS"])).call(checkBounces);

  test("sees whether the mailbox can be opened, and otherwise why not", async () => {
    put(reportMail({ to: "retour@huis.example" }));
    expect(await look()).toMatchObject({ outcome: "works" });
    await settle({ bouncePassword: "verkeerd" });
    expect((await look()).outcome).toBe("login");
    await settle({ bouncePassword: "geheim", bounceFolder: "Elders" });
    expect((await look()).outcome).toBe("refused");
    await settle({ bounceFolder: "INBOX" });
    mailbox.hangs = true;
    expect((await look()).outcome).toBe("timeout");
    mailbox.hangs = false;
  });

  test("cannot probe the internal network: a private address or another port is not connected to", async () => {
    const guarded = await startWorld({ env: { OUTGOING_ALLOW: "" } });
    try {
      const keeper = await guarded.login(["ROLE_SETTINGS"]);
      const set = (changes: Parameters<typeof changeSettings>[1]) =>
        guarded.work((ctx) => changeSettings(ctx, changes));
      expect((await keeper.call(checkBounces)).outcome).toBe("noGateway");
      await set({ bounceAddress: "retour@huis.example", bounceHost: "127.0.0.1", bouncePort: mailbox.port });
      const before = mailbox.said.length;
      expect((await keeper.call(checkBounces)).outcome).toBe("notAllowed");
      await set({ bounceHost: "8.8.8.8", bouncePort: 6379 });
      expect((await keeper.call(checkBounces)).outcome).toBe("notAllowed");
      expect(mailbox.said).toHaveLength(before);
    } finally {
      await guarded.close();
    }
  });
});
