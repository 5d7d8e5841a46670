/** An address without a mailbox according to a mail server gets no more mail in a client's name either, whichever mail it refused. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { makeRecord } from "../precasso.factory.ts";
import { listPrecassoRows, makePrecasso, planPrecasso, readPrecassoRun } from "../runs/runs.contract.ts";
import { loadSituations } from "./situations.server.ts";

let world: World;
let peer: MailPeer;
let clerk: Visitor;
let client: number;
let id: number;

beforeAll(async () => {
  world = await startWorld();
  peer = await startMailPeer();
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_SEARCH"]);
  await registerProvider(world);
  const bank = { iban: "NL91ABNA0417164300", accountHolder: "Warmtebedrijf Voorbeeld" };
  client = (await makeClient(world.db, world.clock, { ...bank, phone: "+31201234567", email: "klant@warmte.example" }))
    .id;
  const smtp = { smtpHost: "127.0.0.1", smtpPort: peer.port, smtpSecurity: "none" as const };
  await world.work((ctx) => changeSettings(ctx, { ...smtp, mailFrom: "post@huis.example" }));
  id = await makeRecord(clerk, client);
});
afterAll(async () => {
  await world.close();
  await peer.close();
});

async function planned() {
  const run = await clerk.call(planPrecasso, { body: { clients: [client] } });
  await world.drain();
  return clerk.call(readPrecassoRun, { params: { id: run.id } });
}

test("a reminder that its mail server refused for want of a mailbox is the last, until the address is put right", async () => {
  peer.manner = { stage: "rcpt", does: "550 5.1.1 No such mailbox" };
  const first = await planned();
  expect(first.toDo).toBe(1);
  await clerk.call(makePrecasso, { params: { id: first.id }, body: { version: first.version } });
  await world.drain();
  const situation = (await loadSituations(world.db, [id], world.clock.today())).get(id);
  expect(situation?.blocked).toMatchObject([{ channel: "email", number: situation?.debtor.email }]);
  // The next reminder is due a week later, by e-mail as well.
  world.clock.set(new Date("2026-12-01T09:00:00Z"));
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_PRECASSO_SEARCH"]);
  const second = await planned();
  const { items } = await clerk.call(listPrecassoRows, { params: { id: second.id } });
  expect(items).toMatchObject([{ channel: "email", verdict: "refuse", reasons: [{ rule: "emailFails" }] }]);
});
