/** An address without a mailbox according to a real mail server gets no more automatic e-mail; other errors do not count. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { sampleLetterInput } from "../../correspondence/correspondence.factory.ts";
import { composeEmail } from "../../correspondence/correspondence.server.ts";
import { letterModel } from "../../correspondence/letters/letter.ts";
import { isNoMailbox } from "../../correspondence/messages/failing-emails.server.ts";
import { portfolio } from "../processing.factory.ts";
import { loadInputs } from "../runs/inputs.server.ts";

let world: World;
let peer: MailPeer;
let fileId: number;
let to: string;
let serial = 0;

beforeAll(async () => {
  world = await startWorld();
  peer = await startMailPeer();
  const made = await portfolio(world, 1);
  fileId = made.fileIds[0] ?? 0;
  await world.work((ctx) =>
    changeSettings(ctx, {
      smtpHost: "127.0.0.1",
      smtpPort: peer.port,
      smtpSecurity: "none",
      mailFrom: "post@huis.example",
    }),
  );
  const { email } = await world.db
    .selectFrom("debtor")
    .innerJoin("case_file", "case_file.debtor_id", "debtor.id")
    .select("debtor.email")
    .where("case_file.id", "=", fileId)
    .executeTakeFirstOrThrow();
  to = email ?? "";
});
afterAll(async () => {
  await world.close();
  await peer.close();
});

/** Mails the debtor; whether another mail would be kept back now. */
async function mailed(answer: string | undefined, stage: "rcpt" | "body" = "rcpt", address = to): Promise<boolean> {
  peer.manner = answer === undefined ? undefined : { stage, does: answer };
  await world.work((ctx) =>
    composeEmail(ctx, {
      fileId,
      templateCode: "EM_FIRST",
      effectKey: `failing:${++serial}`,
      model: letterModel(sampleLetterInput()),
      to: address,
      sendAt: world.clock.now(),
    }),
  );
  await world.drain();
  const inputs = (await loadInputs(world.db, [fileId], world.clock.today())).get(fileId);
  return inputs?.blocked.some(({ channel }) => channel === "email") ?? false;
}

test("an error about the e-mail, its sender or another address does not affect this address", async () => {
  expect(to).not.toBe("");
  expect(await mailed("550 5.7.1 Message rejected as spam")).toBe(false);
  expect(await mailed("554 5.7.1 policy violation, no such user is blocked", "body")).toBe(false);
  expect(await mailed("550 5.1.1 No such mailbox", "rcpt", "ander@voorbeeld.example")).toBe(false);
});

test("a mailbox that does not exist gets no automatic e-mail for ninety days; only a hash of the address is stored", async () => {
  expect(await mailed("550 5.1.1 No such mailbox")).toBe(true);
  const { rows } = await world.owner.pool.query("select * from failing_email");
  expect(JSON.stringify(rows)).not.toContain(to);
  const later = (await loadInputs(world.db, [fileId], date("2027-06-01"))).get(fileId);
  expect(later?.blocked).toEqual([]);
});

test("it is mailed again once a mail server has accepted an e-mail for it", async () => {
  expect(await mailed(undefined)).toBe(false);
});

test.each([
  ["550 5.1.1 <a@b.example>: Recipient address rejected: User unknown", true],
  ["550 5.1.10 RESOLVER.ADR.RecipientNotFound", true],
  ["550 5.2.1 The email account is disabled", true],
  ["550 No such user here", true],
  ["551 User not found", true],
  ["550 5.2.2 Mailbox full", false],
  ["452 4.2.2 Mailbox full", false],
  ["450 4.1.1 User unknown, try later", false],
  ["550 5.7.26 sender is unauthenticated", false],
  ["550 blocked: sender address not found in SPF", false],
  ["554 5.7.1 5.1.1 5.1.1", false],
  ["platform.outbox.timeout", false],
  [`550 ${"x ".repeat(10_000)}`, false],
  ["", false],
])("%.60s is about an unknown mailbox: %s", (answer, expected) => {
  expect(isNoMailbox(answer)).toBe(expected);
});
