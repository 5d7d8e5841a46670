/** Two processes behind a load balancer, one of them started anew under load: nobody who asks is refused or dropped. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request as ask, createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentUser } from "../../people/access/access.contract.ts";
import { program } from "../testing/programs.factory.ts";
import { startWorld, type World } from "../testing/world.factory.ts";
import { after } from "./workers.factory.ts";

interface Member {
  readonly child: ChildProcess;
  readonly port: number;
  readonly agent: Agent;
  ready: boolean;
}

let world: World;
let balancer: Server;
const members: Member[] = [];
beforeAll(async () => {
  world = await startWorld();
  members.push(...(await Promise.all([startMember(), startMember()])));
});
afterAll(async () => {
  balancer?.close();
  for (const { child } of members) child.kill("SIGKILL");
  await world.close();
});

async function startMember(): Promise<Member> {
  const child = spawn(process.execPath, [...program("main"), "--role", "web"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      VORDER_ENV: "test",
      VORDER_DEMO: "off",
      CAPTCHA: "off",
      LOG_LEVEL: "silent",
      SESSION_SECRET: "a secret of the tests that is long enough",
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.vorder.parts.environment.dataDir,
      DRAIN_SECONDS: "2",
      PORT: "0",
    },
  });
  let output = "";
  for await (const piece of child.stdout) {
    output += String(piece);
    const port = /Vorder is ready: http:\/\/localhost:(\d+)/.exec(output)?.[1];
    if (port) {
      child.stdout.resume();
      return { child, port: Number(port), agent: new Agent({ keepAlive: true }), ready: true };
    }
  }
  throw new Error(`the process ended: ${output}`);
}

/** Hands each request to a member that says it is ready, in turn; tries nothing twice. */
async function startBalancer(): Promise<number> {
  let turn = 0;
  balancer = createServer((incoming, outgoing) => {
    const ready = members.filter((member) => member.ready);
    const to = ready[turn++ % ready.length];
    if (!to) return void outgoing.writeHead(502).end();
    const { method, headers, url: path } = incoming;
    const passed = ask({ port: to.port, agent: to.agent, method, path, headers }, (reply) => {
      const { connection: _hopByHop, ...rest } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, rest);
      reply.pipe(outgoing);
    });
    passed.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  balancer.listen(0, "127.0.0.1");
  await once(balancer, "listening");
  const address = balancer.address();
  return typeof address === "object" && address ? address.port : 0;
}

test("requests under load during the restart of one of two processes: none fails", async () => {
  const port = await startBalancer();
  let busy = true;
  const watching = (async () => {
    while (busy) {
      for (const member of members)
        member.ready = (await fetch(`http://127.0.0.1:${member.port}/ready`).catch(() => undefined))?.status === 200;
      await after(100);
    }
  })();
  const statuses: number[] = [];
  const askers = Array.from({ length: 6 }, async () => {
    while (busy) {
      const reply = await fetch(`http://127.0.0.1:${port}${currentUser.path}`, {
        headers: { accept: "application/json", "x-requested-with": "XMLHttpRequest" },
      });
      await reply.arrayBuffer();
      statuses.push(reply.status);
    }
  });
  const [first] = members;
  if (!first) throw new Error("no member");
  first.child.kill("SIGTERM");
  await once(first.child, "exit");
  expect(first.child.exitCode).toBe(0);
  members[0] = await startMember();
  const before = statuses.length;
  // The new process takes part.
  while (statuses.length < before + 20) await after(50);
  busy = false;
  await Promise.all([watching, ...askers]);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
