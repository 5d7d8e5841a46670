/** A large batch of files with their documents to an office over HTTPS: made, sent and answered, with the memory of the process watched. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";
import { type Caller, makeCaller } from "../drill-caller.ts";
import { checkedImport } from "../drill-import.ts";
import { type DrillWorld, openDrillWorld, type Running, until, wait } from "../drill-world.ts";
import { Drill } from "../reliability.ts";

/** About the size of a scanned invoice. */
const documentBytes = 40_000;
/** What a batch may add to the memory of the process, however large it is. */
const mostMegabytes = 400;

const head = z.object({ batchId: z.string(), count: z.number(), totalAmount: z.string(), checksum: z.string() });

/** An office that keeps nothing of what it gets but its size, and accepts every file at once. */
async function startOffice({ pool }: DrillWorld) {
  const office = { url: "", posts: 0, bytes: 0 };
  async function take(request: IncomingMessage): Promise<z.infer<typeof head>> {
    let begin = "";
    for await (const piece of request) {
      const bytes = Buffer.from(piece);
      office.bytes += bytes.length;
      if (begin.length < 2000) begin += bytes.toString("utf8");
    }
    office.posts += 1;
    return head.parse(JSON.parse(/^\{"batch":(\{[^}]*\})/.exec(begin)?.[1] ?? "null"));
  }
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end();
    const batch = await take(request);
    const { rows } = await pool.query<{ number: string }>(
      `select case_file.number from handover_batch_file f join case_file on case_file.id = f.file_id
       join handover_batch b on b.id = f.batch_id where b.key = $1 and f.data_sha256 is not null`,
      [batch.batchId],
    );
    const files = rows.map(({ number }) => ({ fileNumber: number, state: "accepted", officeNumber: `K-${number}` }));
    const receipt = {
      batch: batch.batchId,
      count: batch.count,
      total: batch.totalAmount,
      sha256: batch.checksum,
      files,
    };
    response.writeHead(202, { "content-type": "application/json" }).end(JSON.stringify({ receipt }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  office.url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/batches`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return Object.assign(office, { close });
}

const megabytesOf = ({ child }: Running): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

const made = z.object({ id: z.number(), version: z.number() });

async function ask<T extends z.ZodType>(shape: T, asked: ReturnType<Caller["get"]>): Promise<z.output<T>> {
  const { status, text } = await asked;
  if (status < 200 || status > 299) throw new Error(`${status}: ${text.slice(0, 300)}`);
  return shape.parse(JSON.parse(text));
}

/** Keeps an invoice with each file, four at a time. */
async function addInvoices(caller: Caller, ids: readonly number[]): Promise<void> {
  const queue = [...ids];
  const one = async (): Promise<void> => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(documentBytes), Buffer.from("\n%%EOF\n")]);
      const file = { name: `factuur-${id}.pdf`, bytes, mime: "application/pdf" };
      await ask(z.looseObject({}), caller.upload(`/api/v4/file/${id}/papers`, file, { kind: "invoice" }));
    }
  };
  await Promise.all([one(), one(), one(), one()]);
}

async function destinationOf(caller: Caller, client: number, url: string): Promise<number> {
  const bailiff = await ask(
    z.looseObject({ id: z.number() }),
    caller.post("/api/v4/bailiff", { name: "Kantoor" }, "drill-bailiff"),
  );
  const body = {
    name: "Kantoor",
    bailiff: bailiff.id,
    types: ["insolvency_check"],
    channel: "https",
    format: "json",
    url,
  };
  const { id, version } = await ask(
    made,
    caller.post("/api/v4/handover-destination", { ...body, signingKey: "een sleutel" }, "drill-destination"),
  );
  const known = { destination: id, client, externalId: "K-1" };
  await ask(
    z.looseObject({}),
    caller.post("/bailiff/handover-masterdata/add-client/masterdata", known, "drill-client"),
  );
  const levels = { levels: { birthDate: "off" }, version };
  await ask(z.looseObject({}), caller.put(`/api/v4/handover-destination/${id}/levels`, levels));
  return id;
}

export const drill = new Drill({
  about: "A large batch with documents to an office: made, sent, answered; memory and time.",
  counts: { files: { full: 10_000, small: 50 } },
  async run(say, count) {
    const files = count("files");
    const world = await openDrillWorld();
    const office = await startOffice(world);
    try {
      const product = await world.start({ OUTGOING_ALLOW: "127.0.0.1" });
      const lot = await checkedImport(world, product, "lot", files);
      await lot.place();
      await until("the files are placed", 3600, async () => (await lot.now()).state === "placed");
      const { rows } = await world.pool.query<{ id: string; client_id: string }>(
        "select id, client_id from case_file order by id",
      );
      const ids = rows.map(({ id }) => Number(id));
      const caller = await makeCaller(world.url, () => product.base);
      await addInvoices(caller, ids);
      const destination = await destinationOf(caller, Number(rows[0]?.client_id), office.url);
      say(`  ${ids.length} files with an invoice each`);

      const before = megabytesOf(product);
      let most = before;
      const begun = performance.now();
      const phases = new Map<string, number>();
      const batch = await ask(
        z.looseObject({ id: z.number() }),
        caller.post("/api/v4/bailiff/send-files", { type: "insolvency_check", destination, files: ids }, "drill-send"),
      );
      const shown = z.looseObject({ state: z.string(), moving: z.string().nullable(), count: z.number().nullable() });
      for (let now = await ask(shown, caller.get(`/bailiff/handover-status/${batch.id}`)); ; ) {
        const phase = now.moving ?? now.state;
        if (!phases.has(phase)) phases.set(phase, (performance.now() - begun) / 1000);
        if (now.state === "accepted" || now.state === "rejected" || performance.now() - begun > 7_200_000) {
          say(
            `  from the start, in seconds: ${[...phases].map(([name, at]) => `${name} ${at.toFixed(0)}`).join(", ")}`,
          );
          break;
        }
        await wait(250);
        most = Math.max(most, megabytesOf(product));
        now = await ask(shown, caller.get(`/bailiff/handover-status/${batch.id}`));
      }
      const [judging = 0, making = 0, queued = 0, accepted = 0] = ["judging", "making", "queued", "accepted"].map(
        (name) => phases.get(name),
      );
      const accepts = await world.pool.query<{ n: string }>(
        "select count(*) as n from handover_batch_file where state = 'accepted'",
      );
      const grown = most - before;
      return [
        {
          promise: "a batch of thousands with documents goes to an office once, and each file is answered",
          figure: `${accepts.rows[0]?.n} of ${ids.length} accepted, posted ${office.posts} times, ${(office.bytes / 1e6).toFixed(0)} MB`,
          target: "all, once",
          holds: Number(accepts.rows[0]?.n) === ids.length && office.posts === 1,
        },
        {
          promise: "memory stays flat however large a batch is",
          figure: `${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`,
          target: `at most ${mostMegabytes} MB more`,
          holds: grown <= mostMegabytes,
        },
        {
          promise: "files of a batch judged, fixed, sent and answered, each a second",
          figure: [making - judging, queued - making, accepted - queued]
            .map((seconds) => (ids.length / Math.max(0.25, seconds)).toFixed(0))
            .join(", "),
          target: "told",
          holds: true,
        },
      ];
    } finally {
      office.close();
      await world.close();
    }
  },
});
