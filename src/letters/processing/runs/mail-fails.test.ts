/** A run of e-mails whose mail server fails half-way: each debtor is mailed once; unknown results are shown and not repeated. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { portfolio } from "../processing.factory.ts";
import { makeRunCall, planRun, readRun } from "./runs.contract.ts";

const files = 9;
let world: World;
let peer: MailPeer;
let clerk: Visitor;
let clientId: number;

async function run(): Promise<number> {
  const { id } = await clerk.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await clerk.call(readRun, { params: { id } });
  await clerk.call(makeRunCall, { params: { id }, body: { version } });
  await world.drain();
  return id;
}

const at = (instant: string): void => void world.clock.set(new Date(instant));

beforeAll(async () => {
  world = await startWorld();
  peer = await startMailPeer();
  clerk = await world.login(["ROLE_PROCESSING"]);
  ({ clientId } = await portfolio(world, files));
  const smtp = {
    smtpHost: "127.0.0.1",
    smtpPort: peer.port,
    smtpSecurity: "none",
    mailFrom: "post@huis.example",
  } as const;
  await world.work((ctx) => changeSettings(ctx, smtp));
  // The 14-day letters; the first e-mail follows when their term is over.
  await run();
  at("2026-12-21T09:00:00Z");
  clerk = await world.login(["ROLE_PROCESSING"]);
}, 60_000);
afterAll(async () => {
  await world.close();
  await peer.close();
});

/** How many mails of the run stand how. */
async function states(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select o.state, count(*)::int from outbox o join message m on m.effect_key = o.key
    where m.channel = 'email' group by 1`.execute(world.db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** What the mail server has, or may have: what it refused it has not. */
const had = (): string[] => peer.messages.filter(({ refused }) => !refused).map(({ to }) => to);
const eachOnce = (): void => {
  expect(new Set(had()).size).toBe(had().length);
};

test("the mail server refuses from the fourth on: three are sent, the others wait", async () => {
  peer.manner = { stage: "body", does: "451 4.3.0 disk full", after: 4 };
  const id = await run();
  expect(await clerk.call(readRun, { params: { id } })).toMatchObject({ state: "done", done: files, failed: 0 });
  expect(await states()).toEqual({ sent: 3, pending: files - 3 });
  eachOnce();
});

test("then it hangs up after each message without a reply: those are uncertain", async () => {
  peer.manner = { stage: "body", does: "drop" };
  at("2026-12-21T09:30:00Z");
  await world.drain();
  const now = await states();
  expect(now.sent).toBe(3);
  expect(now.uncertain).toBeGreaterThan(0);
  expect(had()).toHaveLength(3 + (now.uncertain ?? 0));
  eachOnce();
});

test("once it works again it accepts the rest; uncertain ones are left to a person, and nobody gets two", async () => {
  const uncertain = (await states()).uncertain ?? 0;
  peer.manner = undefined;
  for (const hour of ["10", "12", "15"]) {
    at(`2026-12-21T${hour}:00:00Z`);
    await world.drain();
  }
  expect(await states()).toEqual({ sent: files - uncertain, uncertain });
  expect(had()).toHaveLength(files);
  eachOnce();
});
