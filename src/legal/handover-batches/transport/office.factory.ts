/** A real office on this machine: it takes batches over HTTP, knows each by its name, and answers as a test tells it to. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";

const posted = z.looseObject({
  batch: z.looseObject({ batchId: z.string(), count: z.number(), totalAmount: z.string(), checksum: z.string() }),
  files: z.array(z.looseObject({ fileNumber: z.string() })),
});

interface Taken {
  readonly count: number;
  readonly total: string;
  readonly sha256: string;
  readonly fileNumbers: readonly string[];
}

/** `take`: takes and answers at once. `silent`: takes and never answers. `cut`: takes nothing and breaks off. `busy`: 503. */
type Mood = "take" | "silent" | "cut" | "busy";

export interface TestOffice {
  readonly url: string;
  mood: Mood;
  /** How often each batch was posted. */
  readonly posts: Map<string, number>;
  readonly batches: Map<string, Taken>;
  readonly reports: unknown[];
  /** Whether it has judged what it took: its answers then hold a receipt. */
  judges: boolean;
  /** Requests whose signature was not right. */
  forged: number;
  asked: number;
  /** Does not answer questions. */
  isDeaf: boolean;
  close(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("utf8");
}

function receiptOf(key: string, taken: Taken) {
  const files = taken.fileNumbers.map((fileNumber, at) => ({
    fileNumber,
    state: "accepted",
    officeNumber: `K-${at + 1}`,
    reason: "",
  }));
  return { batch: key, count: taken.count, total: taken.total, sha256: taken.sha256, files };
}

export async function startOffice(signingKey: string): Promise<TestOffice> {
  const answerOf = (key: string): unknown => {
    const taken = office.batches.get(key);
    return { receipt: taken && office.judges ? receiptOf(key, taken) : null, reports: office.reports };
  };
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const { method = "", headers } = request;
    const address = `http://${headers.host}${request.url}`;
    const text = `${headers["x-handover-at"]}\n${method}\n${address}\n${body}`;
    if (headers["x-handover-signature"] !== `sha256=${createHmac("sha256", signingKey).update(text).digest("hex")}`) {
      office.forged += 1;
      response.writeHead(401).end();
      return;
    }
    const reply = (status: number, value: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    if (method === "GET") {
      office.asked += 1;
      if (office.isDeaf) {
        reply(503, {});
        return;
      }
      const key = request.url?.split("/").at(-1) ?? "";
      if (office.batches.has(key)) reply(200, answerOf(key));
      else reply(404, {});
      return;
    }
    if (office.mood === "cut") {
      request.socket.destroy();
      return;
    }
    if (office.mood === "busy") {
      reply(503, {});
      return;
    }
    const { batch, files } = posted.parse(JSON.parse(body));
    office.posts.set(batch.batchId, (office.posts.get(batch.batchId) ?? 0) + 1);
    office.batches.set(batch.batchId, {
      count: batch.count,
      total: batch.totalAmount,
      sha256: batch.checksum,
      fileNumbers: files.map(({ fileNumber }) => fileNumber),
    });
    if (office.mood === "silent") request.socket.destroy();
    else reply(202, answerOf(batch.batchId));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the office has no port");
  const office: TestOffice = {
    url: `http://127.0.0.1:${address.port}/batches`,
    mood: "take",
    posts: new Map(),
    batches: new Map(),
    reports: [],
    judges: true,
    forged: 0,
    asked: 0,
    isDeaf: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return office;
}
