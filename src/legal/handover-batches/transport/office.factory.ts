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

/**
 * `take`: takes and answers at once. `silent`: takes and breaks off. `hang`: takes and says nothing. `cut`: takes nothing and breaks off.
 * `half`: breaks off in the midst of what it is sent. `busy`: 503.
 */
type Mood = "take" | "silent" | "hang" | "cut" | "half" | "busy";
/** `take`: takes it back. `silent`: does and breaks off. `late`: has accepted it. `busy`: 503. */
type RecallMood = "take" | "silent" | "late" | "busy";

export interface TestOffice {
  readonly url: string;
  mood: Mood;
  /** How often each batch was posted. */
  readonly posts: Map<string, number>;
  readonly batches: Map<string, Taken>;
  /** How often it was told that a batch was taken back. */
  readonly recalls: Map<string, number>;
  recallMood: RecallMood;
  /** What it was told of clients' answers. */
  readonly answers: unknown[];
  refusesAnswers: boolean;
  readonly reports: unknown[];
  /** Whether it has judged what it took: its answers then hold a receipt. */
  judges: boolean;
  /** Requests whose signature was not right. */
  forged: number;
  asked: number;
  /** Does not answer questions. */
  isDeaf: boolean;
  /** Batches for which it has an error and no answer. */
  readonly broken: Set<string>;
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
    const recalled = office.recallMood !== "late" && office.recalls.has(key);
    const receipt = taken && office.judges && !recalled ? receiptOf(key, taken) : null;
    return { receipt, reports: office.reports, ...(recalled && { recalled }) };
  };
  const server = createServer(async (request, response) => {
    if (request.method === "POST" && office.mood === "half" && !request.url?.endsWith("/recall")) {
      await once(request, "data");
      request.socket.destroy();
      return;
    }
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
      if (office.broken.has(key)) reply(500, {});
      else if (office.batches.has(key)) reply(200, answerOf(key));
      else reply(404, {});
      return;
    }
    const recalled = /\/([^/]+)\/recall$/.exec(request.url ?? "")?.[1];
    if (recalled !== undefined) {
      if (office.recallMood === "busy") return reply(503, {});
      office.recalls.set(recalled, (office.recalls.get(recalled) ?? 0) + 1);
      if (office.recallMood === "silent") request.socket.destroy();
      else if (!office.batches.has(recalled)) reply(404, {});
      else reply(office.recallMood === "late" ? 409 : 200, {});
      return;
    }
    if (request.url?.includes("/withdrawals/")) return reply(200, {});
    if (request.url?.includes("/register-answers/")) {
      if (office.refusesAnswers) return reply(400, {});
      office.answers.push(JSON.parse(body));
      return reply(200, {});
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
    if (office.mood === "hang") return;
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
    recalls: new Map(),
    recallMood: "take",
    answers: [],
    refusesAnswers: false,
    reports: [],
    judges: true,
    forged: 0,
    asked: 0,
    isDeaf: false,
    broken: new Set(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return office;
}
