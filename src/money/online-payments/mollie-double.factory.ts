/**
 * A test server with Mollie's published Payments API. It refuses invalid requests as Mollie does and records the refusals; a test can also make it
 * fail: unreachable, disconnecting after acceptance, or answering incorrectly.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";

export const mollieKey = "test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM";

const order = z.strictObject({
  amount: z.strictObject({ currency: z.literal("EUR"), value: z.string().regex(/^\d+\.\d{2}$/) }),
  description: z.string().min(1).max(255),
  redirectUrl: z.url({ protocol: /^https?$/ }),
  webhookUrl: z.url({ protocol: /^https?$/ }),
  locale: z.enum(["nl_NL", "en_US", "fr_FR", "de_DE"]),
  metadata: z.strictObject({ key: z.uuid() }),
});

type Status = "open" | "pending" | "paid" | "failed" | "canceled" | "expired";

interface Kept {
  readonly id: string;
  readonly order: z.output<typeof order>;
  readonly idempotencyKey: string;
  status: Status;
  refunded?: string;
  chargedBack?: string;
  paidAt?: string;
}

export type MollieBehaviour =
  | "away"
  | "hangs up before"
  | "hangs up after"
  | "never answers"
  | "nonsense"
  | "other amount"
  | undefined;

export interface MollieDouble {
  readonly url: string;
  manner: MollieBehaviour;
  /** The refused requests, with the reason. */
  readonly refused: readonly string[];
  readonly payments: readonly Kept[];
  /** Sets the status of the last payment, as its payer or a bank would. */
  become(change: Partial<Pick<Kept, "status" | "refunded" | "chargedBack" | "paidAt">>): void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) if (piece instanceof Uint8Array) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
};

export async function startMollie(): Promise<MollieDouble> {
  const payments: Kept[] = [];
  const refused: string[] = [];
  let url = "";
  const shown = ({ id, order: { amount, metadata }, status, refunded, chargedBack, paidAt }: Kept, other = false) => ({
    resource: "payment",
    id,
    mode: "test",
    amount: other ? { ...amount, value: "1.00" } : amount,
    ...(refunded !== undefined && { amountRefunded: { currency: "EUR", value: refunded } }),
    ...(chargedBack !== undefined && { amountChargedBack: { currency: "EUR", value: chargedBack } }),
    metadata,
    status,
    ...(paidAt !== undefined && { paidAt }),
    _links: {
      self: { href: `${url}/v2/payments/${id}`, type: "application/hal+json" },
      ...(status === "open" && { checkout: { href: `${url}/checkout/${id}`, type: "text/html" } }),
    },
  });
  const answer = (reply: ServerResponse, status: number, body: unknown): void =>
    void reply.writeHead(status, { "content-type": "application/hal+json" }).end(JSON.stringify(body));
  const refuse = (reply: ServerResponse, status: number, title: string): void => {
    refused.push(`${status} ${title}`);
    answer(reply, status, { status, title });
  };
  const double: Omit<MollieDouble, "url" | "close"> = {
    manner: undefined,
    refused,
    payments,
    become(change) {
      const last = payments.at(-1);
      if (last) Object.assign(last, change);
    },
  };

  async function create(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    if (request.headers["content-type"] !== "application/json") return refuse(reply, 415, "Unsupported Media Type");
    const idempotencyKey = request.headers["idempotency-key"];
    if (typeof idempotencyKey !== "string") return refuse(reply, 400, "no idempotency key");
    const asked = order.safeParse(JSON.parse(text));
    if (!asked.success) return refuse(reply, 422, z.prettifyError(asked.error));
    const before = payments.find((known) => known.idempotencyKey === idempotencyKey);
    if (before && JSON.stringify(before.order) !== JSON.stringify(asked.data))
      return refuse(reply, 400, "the same idempotency key with another order");
    const made: Kept = before ?? {
      id: `tr_${payments.length + 1}dHar4XY`,
      order: asked.data,
      idempotencyKey,
      status: "open",
    };
    if (!before) payments.push(made);
    if (double.manner === "hangs up after") return void reply.destroy();
    // Accepted without an answer: the connection stays open.
    if (double.manner === "never answers") return;
    if (double.manner === "nonsense") return answer(reply, 201, { resource: "payment" });
    answer(reply, 201, shown(made));
  }

  const server = createServer(async (request, reply) => {
    if (double.manner === "hangs up before") return void reply.destroy();
    if (double.manner === "away") return answer(reply, 503, { status: 503, title: "Service Unavailable" });
    if (request.headers.authorization !== `Bearer ${mollieKey}`) return refuse(reply, 401, "Unauthorized Request");
    if (request.method === "POST" && request.url === "/v2/payments") return create(request, reply);
    const id = /^\/v2\/payments\/(tr_\w+)$/.exec(request.url ?? "")?.[1];
    if (request.method !== "GET" || id === undefined) return refuse(reply, 404, `${request.method} ${request.url}`);
    const known = payments.find((one) => one.id === id);
    return known
      ? answer(reply, 200, shown(known, double.manner === "other amount"))
      : refuse(reply, 404, "No payment");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return Object.assign(double, {
    url,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}
