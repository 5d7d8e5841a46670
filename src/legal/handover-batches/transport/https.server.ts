/** An office that is reached over HTTPS: JSON, signed, under the name of the batch, by which it knows what it has taken already. */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { outcomeOf } from "../../../ground/platform/server/outbox/gateways.ts";
import type { Delivery, HandOver } from "../../../ground/platform/server/outbox/outbox-delivery.ts";
import { sendRequest } from "../../../ground/platform/server/outbox/outgoing.ts";
import { applyReceipt, noteSent, noteUnread } from "../batches/office.server.ts";
import { packageOf } from "../batches/package.server.ts";
import { refuseRecall } from "../batches/recall.server.ts";
import { readReceipt } from "../batches/receipt.ts";
import { type BatchRow, lockedBatch } from "../batches/record.server.ts";
import { type DestinationRecord, secretOf } from "../destinations/record.server.ts";
import { ingestReports } from "../feed/ingest.server.ts";
import { storableJson } from "../feed/storable.ts";

/** So much of an answer is read: the reports of a large batch over years. */
const mostBytes = 50_000_000;

/** A line that carries less than this in a second is taken for dead. */
const leastBytesPerSecond = 250_000;

/** What an office says of a batch: its receipt once it has judged it, and what it reports of its files. */
const answered = z.looseObject({
  receipt: z.unknown().optional(),
  reports: z.array(z.unknown()).max(100_000).optional(),
  /** It has heard that the batch was taken back. */
  recalled: z.boolean().optional(),
});
export type OfficeAnswer = z.output<typeof answered>;

type Asking = Pick<JobCtx, "environment" | "clock">;

const addressOf = ({ url }: DestinationRecord, key?: string): string =>
  key === undefined ? url : `${url.replace(/\/+$/, "")}/${key}`;

/** A body of one kind or the other, in pieces: the same each time it is asked for. */
type Pieces = () => AsyncIterable<string> | Iterable<string>;

/**
 * The signature is over the moment, the method, the address and the body, so that nothing of a request can be used for another. What is to be
 * sent is read for it once, and not kept.
 */
async function signed(
  { environment, clock }: Asking,
  to: DestinationRecord,
  method: string,
  address: string,
  body: Pieces,
) {
  const at = clock.now().toISOString();
  const hmac = createHmac("sha256", secretOf(environment, to, "signing_key"));
  hmac.update(`${at}\n${method}\n${address}\n`);
  let length = 0;
  for await (const piece of body()) {
    hmac.update(piece);
    length += Buffer.byteLength(piece);
  }
  return { length, headers: { "x-handover-at": at, "x-handover-signature": `sha256=${hmac.digest("hex")}` } };
}

async function* bytesOf(body: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of body()) yield Buffer.from(piece);
}

async function request(
  ctx: Asking,
  to: DestinationRecord,
  method: "GET" | "POST",
  key: string,
  body: Pieces = () => [],
  address = method === "GET" ? addressOf(to, key) : addressOf(to),
) {
  const { length, headers } = await signed(ctx, to, method, address, body);
  const usual = { accept: "application/json", ...headers };
  const millis = ctx.environment.gatewaySeconds * 1000 + (length * 1000) / leastBytesPerSecond;
  if (method === "GET")
    return sendRequest(address, ctx.environment.outgoingAllow, { method, headers: usual, millis, maxBytes: mostBytes });
  const posted = {
    ...usual,
    "content-type": "application/json",
    "content-length": String(length),
    "idempotency-key": key,
  };
  return sendRequest(address, ctx.environment.outgoingAllow, {
    method,
    headers: posted,
    body: bytesOf(body),
    millis: Math.round(millis),
    maxBytes: mostBytes,
  });
}

/** Without a key (none was entered, the address is another, it was sealed under a lost key) anybody could sign: nothing goes. */
const withoutKey = (ctx: Asking, to: DestinationRecord): Delivery | undefined =>
  secretOf(ctx.environment, to, "signing_key") === ""
    ? { state: "refused", error: "handover-batches.noSigningKey" }
    : undefined;

/** An answer that is no JSON, or not of our shape, tells nothing but that it was given. */
async function answerOf(response: Response): Promise<OfficeAnswer> {
  const text = await response.text();
  try {
    return answered.parse(storableJson(text));
  } catch {
    return {};
  }
}

/** The office was reached, and did not answer for a batch. */
export class NoAnswer extends Error {}

/** Asks the office for a batch by its name; undefined where it does not know it. @throws {NoAnswer}; what kept it from being reached. */
export async function fetchBatchAnswer(
  ctx: Asking,
  to: DestinationRecord,
  batch: BatchRow,
): Promise<OfficeAnswer | undefined> {
  const response = await request(ctx, to, "GET", batch.key);
  if (response.status === 404) return undefined;
  if (response.status !== 200) throw new NoAnswer(`HTTP ${response.status}`);
  return answerOf(response);
}

/** Notes what an office said of a batch: that it has it, its receipt, and its reports. */
export async function noteAnswer(
  work: WorkCtx,
  to: DestinationRecord,
  batch: BatchRow,
  answer: OfficeAnswer,
): Promise<void> {
  await noteSent(work, batch.id);
  const read = readReceipt(answer.receipt);
  if (read?.receipt.batch === batch.key) await applyReceipt(work, batch.id, read.receipt, read.unread);
  else if (answer.receipt !== null && answer.receipt !== undefined) await noteUnread(work, batch.id);
  if (answer.reports) await ingestReports(work, to, answer.reports);
}

/** Errors after which nothing of the batch can have arrived. */
const unsent = new Set([
  "ENOTALLOWED",
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return [error, error.cause].some(
    (one) =>
      typeof one === "object" &&
      one !== null &&
      "code" in one &&
      (unsent.has(String(one.code)) || /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(String(one.code))),
  );
}

const later = [401, 403, 404, 407, 408, 425, 429];

export async function deliverHttps(
  ctx: JobCtx,
  to: DestinationRecord,
  batch: BatchRow,
  over: HandOver,
  askFirst: boolean,
): Promise<Delivery> {
  const unsigned = withoutKey(ctx, to);
  if (unsigned) return unsigned;
  const known = askFirst ? await fetchBatchAnswer(ctx, to, batch) : undefined;
  if (known) return { state: "sent", note: (work) => noteAnswer(work, to, batch, known) };
  const whole = await packageOf(ctx, batch, to.name);
  if (!(await over.handOver())) return { state: "failed", error: "platform.outbox.ended" };
  let response: Response;
  try {
    response = await request(ctx, to, "POST", batch.key, whole.json);
  } catch (error) {
    ctx.log.warn({ err: error, batch: batch.id }, "a batch was not answered");
    if (isUnsent(error)) return { state: "failed", error: `platform.outbox.${outcomeOf(error)}` };
    return { state: "uncertain", error: "platform.outbox.unanswered" };
  }
  const { status } = response;
  // 409: it has a batch of this name already.
  if ((status >= 200 && status < 300) || status === 409) {
    const answer = status === 409 ? ((await fetchBatchAnswer(ctx, to, batch)) ?? {}) : await answerOf(response);
    return { state: "sent", note: (work) => noteAnswer(work, to, batch, answer) };
  }
  if (status === 502 || status === 504) return { state: "uncertain", error: `HTTP ${status}` };
  return {
    state: status >= 500 || status < 400 || later.includes(status) ? "failed" : "refused",
    error: `HTTP ${status}`,
  };
}

interface Told {
  /** Below the address of the office. */
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

/** Tells an office something under a name of its own: what came of it, or the status that means more here than elsewhere. */
async function postSigned(
  ctx: JobCtx,
  to: DestinationRecord,
  { path, key, body }: Told,
  over: HandOver,
): Promise<Delivery | 404 | 409> {
  const unsigned = withoutKey(ctx, to);
  if (unsigned) return unsigned;
  if (!(await over.handOver())) return { state: "failed", error: "platform.outbox.ended" };
  let status: number;
  try {
    ({ status } = await request(ctx, to, "POST", key, () => [body], addressOf(to, path)));
  } catch (error) {
    ctx.log.warn({ err: error, destination: to.id }, "an office did not answer");
    if (isUnsent(error)) return { state: "failed", error: `platform.outbox.${outcomeOf(error)}` };
    return { state: "uncertain", error: "platform.outbox.unanswered" };
  }
  if (status >= 200 && status < 300) return { state: "sent" };
  if (status === 404 || status === 409) return status;
  if (status === 502 || status === 504) return { state: "uncertain", error: `HTTP ${status}` };
  const state = status >= 500 || status < 400 || later.includes(status) ? "failed" : "refused";
  return { state, error: `HTTP ${status}` };
}

/**
 * Tells an office that a batch was taken back. It does so under the name of the batch, however often it hears it; 404: it has none of that name;
 * 409: it has accepted it, and keeps it.
 */
export async function recallHttps(
  ctx: JobCtx,
  to: DestinationRecord,
  batch: BatchRow,
  over: HandOver,
): Promise<Delivery> {
  const at = (batch.ended_at ?? ctx.clock.now()).toISOString();
  const body = JSON.stringify({ batch: batch.key, recalledAt: at, reason: batch.recall_reason ?? "" });
  const reply = await postSigned(ctx, to, { path: `${batch.key}/recall`, key: batch.key, body }, over);
  if (reply === 404) return { state: "sent" };
  if (reply !== 409) return reply;
  const answer = await fetchBatchAnswer(ctx, to, batch).catch(() => undefined);
  return { state: "refused", error: "handover-batches.recallTooLate", note: (work) => kept(work, to, batch, answer) };
}

/** Tells an office something under a name: cases off the roll, or a client's answer; 409: it has been told under this name before. */
export async function noticeHttps(
  ctx: JobCtx,
  to: DestinationRecord,
  {
    kind,
    key,
    body,
  }: { readonly kind: "withdrawals" | "register-answers"; readonly key: string; readonly body: string },
  over: HandOver,
): Promise<Delivery> {
  const reply = await postSigned(ctx, to, { path: `${kind}/${key}`, key, body }, over);
  if (reply === 409) return { state: "sent" };
  return reply === 404 ? { state: "failed", error: "HTTP 404" } : reply;
}

/** The office keeps what it had accepted; its receipt comes with the answer, or with the next one. */
async function kept(
  work: WorkCtx,
  to: DestinationRecord,
  batch: BatchRow,
  answer: OfficeAnswer | undefined,
): Promise<void> {
  const now = await lockedBatch(work, batch.id);
  if (now) await refuseRecall(work, now);
  if (answer) await noteAnswer(work, to, batch, answer);
}
