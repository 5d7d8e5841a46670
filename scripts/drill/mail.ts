/** A mail server that drops, hangs and lies, and workers that are killed or frozen in the midst of a conversation with it. */
import { once } from "node:events";
import { createServer } from "node:http";
import {
  type MailPeer,
  type PeerBehaviour,
  startMailPeer,
} from "../../src/ground/platform/server/outbox/mail-peer.factory.ts";
import { type DrillWorld, openDrillWorld, type Running, until } from "../drill-world.ts";
import { Drill, type DrillFigure } from "../reliability.ts";

/** Seconds that one conversation may take, so that the drill does not wait for minutes. */
const patience = 3;

interface Case {
  readonly name: string;
  readonly manner?: PeerBehaviour;
  readonly state: "sent" | "pending" | "dead" | "uncertain";
}

const cases: readonly Case[] = [
  { name: "takes", state: "sent" },
  { name: "drops at its greeting", manner: { stage: "greeting", does: "drop" }, state: "pending" },
  { name: "drops at the recipient", manner: { stage: "rcpt", does: "drop" }, state: "pending" },
  { name: "drops at DATA", manner: { stage: "data", does: "drop" }, state: "pending" },
  { name: "drops after the message", manner: { stage: "body", does: "drop" }, state: "uncertain" },
  { name: "hangs at its greeting", manner: { stage: "greeting", does: "hang" }, state: "pending" },
  { name: "hangs at the recipient", manner: { stage: "rcpt", does: "hang" }, state: "pending" },
  { name: "hangs at DATA", manner: { stage: "data", does: "hang" }, state: "pending" },
  { name: "hangs after the message", manner: { stage: "body", does: "hang" }, state: "uncertain" },
  { name: "defers the recipient", manner: { stage: "rcpt", does: "450 later" }, state: "pending" },
  { name: "refuses the recipient", manner: { stage: "rcpt", does: "550 nobody here" }, state: "dead" },
  { name: "defers the message", manner: { stage: "body", does: "451 later" }, state: "pending" },
  { name: "refuses the message", manner: { stage: "body", does: "554 no" }, state: "dead" },
  { name: "talks nonsense after the message", manner: { stage: "body", does: "hello there" }, state: "uncertain" },
];

interface Scene {
  readonly world: DrillWorld;
  readonly peer: MailPeer;
  /** How many mails meet each manner. */
  readonly each: number;
  readonly env: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** Puts effects into the outbox as a change does, so many of them under keys that begin with `name`. */
async function put({ pool }: DrillWorld, name: string, kind: "mail" | "sms", count: number): Promise<void> {
  const payload =
    kind === "mail"
      ? { to: "debiteur@example.nl", subject: "Herinnering", text: "Er staat nog iets open." }
      : { to: "+31612345678", text: "Er staat nog iets open." };
  await pool.query(
    `insert into outbox (key, kind, payload, state, next_attempt_at, created_at)
     select $1 || ':' || n, $2, $3, 'pending', now(), now() from generate_series(1, $4::int) n`,
    [name, kind, JSON.stringify(payload), count],
  );
}

/** How many of them are in each state. */
async function statesOf({ pool }: DrillWorld, name: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    "select state, count(*)::int from outbox where starts_with(key, $1 || ':') group by state",
    [name],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

async function untilSettled(world: DrillWorld, name: string, seconds: number): Promise<void> {
  await until(name, seconds, async () => {
    const { rows } = await world.pool.query(
      `select from outbox where starts_with(key, $1 || ':')
         and (state = 'sending' or state = 'pending' and next_attempt_at <= now())`,
      [name],
    );
    return rows.length === 0;
  });
}

/** Brings what waits for its next try forward until nothing waits any more: a try that a busy machine made too slow is made again, not lost. */
async function untilNothingWaits(world: DrillWorld, name: string): Promise<void> {
  await until(`${name}: nothing waits`, 600, async () => {
    await untilSettled(world, name, 300);
    await world.pool.query(
      "update outbox set next_attempt_at = now() where starts_with(key, $1 || ':') and state = 'pending'",
      [name],
    );
    const { pending = 0, sending = 0 } = await statesOf(world, name);
    return pending + sending === 0;
  });
}

/** What was taken more than once. */
const twice = ({ bodies }: MailPeer, name: string): number => {
  const marks = bodies.filter((id) => id.startsWith(`<${name.replaceAll(/[^\w.-]/g, ".")}.`));
  return marks.length - new Set(marks).size;
};

/** An SMS gateway that takes everything. */
async function smsGateway() {
  const server = createServer((request, reply) => request.resume().on("end", () => reply.writeHead(202).end()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/send`,
    close: () => server.close(),
  };
}

/** Every manner: the state that its mails end in, and none of them twice, however long it goes on. */
async function manners({ world, peer, each, say }: Scene): Promise<DrillFigure[]> {
  let right = 0;
  let doubled = 0;
  let slowest = 0;
  for (const { name, manner, state } of cases) {
    peer.manner = manner;
    await put(world, name, "mail", each);
    const began = performance.now();
    await put(world, `sms while it ${name}`, "sms", 1);
    await until(`an SMS while it ${name}`, 60, async () => (await statesOf(world, `sms while it ${name}`)).sent === 1);
    slowest = Math.max(slowest, performance.now() - began);
    await untilSettled(world, name, 60);
    const states = await statesOf(world, name);
    if (states[state] === each) right++;
    // What was taken and not answered is not tried again; what comes due again goes to a server that is well.
    peer.manner = undefined;
    peer.release();
    await world.pool.query("update outbox set next_attempt_at = now() where starts_with(key, $1 || ':')", [name]);
    await untilSettled(world, name, 60);
    const wellTaken = state === "pending" && manner?.stage === "body" ? each : 0;
    doubled += twice(peer, name) - wellTaken;
    say(`  it ${name}: ${JSON.stringify(states)}, then ${JSON.stringify(await statesOf(world, name))}`);
  }
  return [
    {
      promise: "each manner of a mail server leads to the state that it means",
      figure: `${right} of ${cases.length} manners, ${each} mails each`,
      target: "all",
      holds: right === cases.length,
    },
    {
      promise: "no mail goes twice, whatever the mail server does",
      figure: `${doubled} of ${cases.length * each}`,
      target: "0",
      holds: doubled === 0,
    },
    {
      promise: "an SMS does not wait for a mail server that hangs",
      figure: `${(slowest / 1000).toFixed(1)} s at most`,
      target: "≤ 5 s",
      holds: slowest <= 5000,
    },
  ];
}

/** A worker that dies, or freezes while another judges its mails, at a stage of the conversation. */
async function cut(
  { world, peer, each, env }: Scene,
  how: "killed" | "frozen",
  stage: PeerBehaviour["stage"],
): Promise<{ readonly doubled: number; readonly states: Readonly<Record<string, number>> }> {
  const name = `${how} at ${stage}`;
  // Nothing hangs but what is told to: a slow machine is no mail server that is silent.
  const patiently = { ...env, GATEWAY_SECONDS: "60" };
  const first = await world.start(patiently);
  peer.manner = { stage, does: "hang" };
  await put(world, name, "mail", each);
  await until(`${name}: conversations`, 300, () => peer.hanging() >= each);
  if (how === "killed") await first.kill();
  else first.freeze();
  peer.manner = undefined;
  // As much later as it takes until nobody waits for that worker any more.
  await world.pool.query("update outbox set next_attempt_at = now() - interval '1 second' where state = 'sending'");
  const second: Running = await world.start(patiently);
  await untilNothingWaits(world, name);
  if (how === "frozen") {
    first.thaw();
    peer.release();
    await until(`${name}: it has woken`, 120, () => peer.hanging() === 0);
    await until(`${name}: it answers`, 120, async () => (await fetch(`${first.base}/health`)).status === 200);
    await first.stop();
  }
  await untilNothingWaits(world, name);
  await second.stop();
  peer.release();
  return { doubled: twice(peer, name), states: await statesOf(world, name) };
}

async function cuts(scene: Scene): Promise<DrillFigure[]> {
  const { each, say } = scene;
  const figures: DrillFigure[] = [];
  for (const how of ["killed", "frozen"] as const) {
    let doubled = 0;
    let right = 0;
    for (const stage of ["rcpt", "body"] as const) {
      const found = await cut(scene, how, stage);
      doubled += found.doubled;
      // Before the message was handed over another worker sends it; after that nobody does, and an answer that comes late is believed.
      right += (found.states.sent ?? 0) + (stage === "body" ? (found.states.uncertain ?? 0) : 0);
      say(`  ${how} at ${stage}: ${JSON.stringify(found.states)}, ${found.doubled} twice`);
    }
    figures.push({
      promise: `a worker ${how === "killed" ? "killed" : "frozen and let go"} in a conversation: nothing twice, nothing lost`,
      figure: `${doubled} twice, ${right} of ${2 * each} sent or shown as uncertain`,
      target: `0 twice, all ${2 * each}`,
      holds: doubled === 0 && right === 2 * each,
    });
  }
  return figures;
}

export const drill = new Drill({
  about: "A mail server that drops, hangs and lies; workers killed and frozen in the midst of a conversation with it.",
  counts: { mails: { full: 10, small: 1 } },
  async run(say, count) {
    const world = await openDrillWorld();
    const peer = await startMailPeer();
    const sms = await smsGateway();
    try {
      await world.pool.query("update global_setting set chosen = chosen || $1::jsonb", [
        JSON.stringify({ smsUrl: sms.url, smsKey: "key", smsSender: "Vorder" }),
      ]);
      const env = { SMTP_URL: peer.url, GATEWAY_SECONDS: String(patience), OUTGOING_ALLOW: "127.0.0.1" };
      const product = await world.start(env);
      const scene = { world, peer, each: count("mails"), env, say };
      const figures = await manners(scene);
      await product.stop();
      return [...figures, ...(await cuts(scene))];
    } finally {
      sms.close();
      await peer.close();
      await world.close();
    }
  },
});
