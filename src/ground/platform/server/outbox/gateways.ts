/** The gateways to the outside: sends a message to a mail server or an SMS service, and classifies the result. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import DKIM from "nodemailer/lib/dkim";
import MailComposer, { type MailComposerOptions } from "nodemailer/lib/mail-composer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection, {
  type SMTPConnectionOptions,
  type SMTPConnectionSendInfo,
  type SMTPEnvelope,
} from "nodemailer/lib/smtp-connection";
import { z } from "zod";
import { type OutgoingException, openHttp, openSocket, readException, requestOver } from "./outgoing.ts";

/** The DKIM signature of mails. */
export interface SigningKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** A mail server, and the signature of its mails. */
export type MailGateway = MailServer & { readonly signing?: SigningKey };

/** A mail server by address (`smtp://…`) or by its parts. */
type MailServer =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      /** `tls` from the first byte, `starttls` before login, or none at all. */
      readonly security: "starttls" | "tls" | "none";
      /** "" if the server requires no login. */
      readonly user: string;
      readonly password: string;
    };

/** An HTTP gateway that accepts `{to, from, text, reference}` as JSON and answers 2xx when it has accepted the message. */
export interface SmsGateway {
  readonly url: string;
  readonly key: string;
  readonly sender: string;
}

/** The result of handing over a message. */
export interface GatewayOutcome {
  /**
   * `taken`: the other side has it. `deferred`: it does not, but may accept it later. `refused`: it will never accept it. `unknown`: it was sent
   * and it is unclear whether it was accepted.
   */
  readonly outcome: "taken" | "deferred" | "refused" | "unknown";
  /** The other side's answer, or the error text, on one line and truncated. */
  readonly answer: string;
  /** The HTTP status of a gateway. */
  readonly status?: number;
  /** The error that ended the conversation without an answer. */
  readonly error?: unknown;
}

export interface Conversation {
  /** Destinations that are allowed although their address is not public. */
  readonly allowed: readonly OutgoingException[];
  /** The conversation is ended after this many seconds. */
  readonly seconds: number;
  /** Ends it too, unless the message was handed over: then its answer is awaited. */
  readonly signal?: AbortSignal;
  /** Called when the other side is ready, before the first byte of the message: false if it may not be sent any more. */
  readonly handOver?: () => Promise<boolean>;
}

/** The time limit for connecting and the greeting, in seconds. */
const greetingSeconds = 15;
const guarded = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Destinations in the installation's own settings are allowed, whatever their address. */
const namedBy = (url: string): readonly OutgoingException[] => {
  const named = readException(new URL(url).host);
  return named ? [named] : [];
};

const partsOf = (gateway: MailGateway): SMTPConnectionOptions =>
  "url" in gateway
    ? parseConnectionUrl(gateway.url)
    : {
        host: gateway.host,
        port: gateway.port,
        secure: gateway.security === "tls",
        requireTLS: gateway.security === "starttls",
        ignoreTLS: gateway.security === "none",
      };

/** A connection to a mail server, through the guard for outgoing connections. */
async function connectionOf(gateway: MailGateway, { seconds, allowed }: Conversation): Promise<SMTPConnection> {
  const greeting = Math.min(greetingSeconds, seconds) * 1000;
  const parts = partsOf(gateway);
  const destination = {
    kind: "smtp",
    host: parts.host ?? "localhost",
    port: Number(parts.port ?? (parts.secure ? 465 : 587)),
  } as const;
  const exceptions = "url" in gateway ? [...allowed, ...namedBy(gateway.url)] : allowed;
  return new SMTPConnection({
    ...parts,
    connection: await openSocket(destination, exceptions, greeting),
    connectionTimeout: greeting,
    greetingTimeout: greeting,
    socketTimeout: seconds * 1000,
    // The socket is destroyed without QUIT: a server that hangs would not answer that either.
    socketCloseTimeout: 0,
  });
}

function loginOf(gateway: MailGateway): { readonly user: string; readonly pass: string } | undefined {
  if ("url" in gateway) return parseConnectionUrl(gateway.url).auth;
  return gateway.user === "" ? undefined : { user: gateway.user, pass: gateway.password };
}

/** Commands whose refusal concerns this message; a refused greeting or login concerns the configuration, and may be corrected. */
const ofMessage = /^(MAIL FROM|RCPT TO|DATA)/;

/** The result for a message of a failed conversation. */
function brokenOff(error: unknown, handed: boolean): GatewayOutcome {
  const answer = answerOf(error);
  const { responseCode = 0, command = "", code = "" } = smtpError.safeParse(error).data ?? {};
  const isAnswer = responseCode >= 400 && responseCode < 600;
  // 503 means a bad sequence of commands, 421 a server shutting down: neither concerns the message.
  if (isAnswer && responseCode >= 500 && responseCode !== 503 && ofMessage.test(command))
    return { outcome: "refused", answer, error };
  if (isAnswer || !handed)
    return { outcome: code === "EENVELOPE" && !isAnswer ? "refused" : "deferred", answer, error };
  return { outcome: "unknown", answer, error };
}

const smtpError = z.object({
  responseCode: z.number().optional(),
  command: z.string().optional(),
  code: z.string().optional(),
});

/** The conversation from the greeting to the answer. @throws the error that ended it. */
function converse(
  connection: SMTPConnection,
  gateway: MailGateway,
  envelope: SMTPEnvelope,
  body: Readable,
): Promise<SMTPConnectionSendInfo> {
  const { promise, resolve, reject } = Promise.withResolvers<SMTPConnectionSendInfo>();
  const login = loginOf(gateway);
  const send = (): void =>
    connection.send(envelope, body, (error, info) => (error || !info ? reject(error) : resolve(info)));
  connection.on("error", reject);
  connection.connect((error) => {
    if (error) reject(error);
    else if (login && connection.allowsAuth) connection.login(login, (refused) => (refused ? reject(refused) : send()));
    else send();
  });
  return promise;
}

/** A mail with its DKIM signature, by the key of the provider. */
function signed(content: Buffer, key: SigningKey | undefined): Buffer | Readable {
  if (!key) return content;
  const { domain: domainName, selector: keySelector, privateKey } = key;
  return new DKIM({ domainName, keySelector, privateKey }).sign(content);
}

/** Hands a mail to the mail server in a conversation of its own. Never throws for errors of the other side. */
export async function postMail(
  gateway: MailGateway,
  mail: MailComposerOptions,
  conversation: Conversation,
): Promise<GatewayOutcome> {
  const { handOver = async () => true } = conversation;
  const message = new MailComposer({ ...guarded, ...mail }).compile();
  const [content, envelope] = [signed(await message.build(), gateway.signing), message.getEnvelope()];
  let handed = false;
  const body = Readable.from(
    (async function* () {
      if (!(await handOver())) throw new Error("the message may not go any more");
      handed = true;
      if (content instanceof Readable) yield* content;
      else yield content;
    })(),
  );
  body.on("error", () => undefined);
  const limit = limited(conversation, () => handed);
  let connection: SMTPConnection | undefined;
  try {
    connection = await connectionOf(gateway, conversation);
    const info = await Promise.race([converse(connection, gateway, envelope, body), limit.ended]);
    return { outcome: "taken", answer: oneLine(info.response) };
  } catch (error) {
    return brokenOff(error, handed);
  } finally {
    limit.stop();
    connection?.close();
  }
}

/** Ends a conversation at its time limit, or when the process stops before the message was handed over. */
function limited({ seconds, signal }: Conversation, isHanded: () => boolean) {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const end = (): void => reject(new TimeoutError());
  const onAbort = (): void => {
    if (!isHanded()) end();
  };
  const timer = setTimeout(end, seconds * 1000);
  signal?.addEventListener("abort", onAbort);
  return {
    ended,
    stop(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  constructor() {
    super("the conversation took too long");
  }
}

export interface SmsMessage {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly reference: string;
}

/** The result for a message of a gateway's HTTP status. */
function outcomeOfStatus(status: number): GatewayOutcome["outcome"] {
  if (status >= 200 && status < 300) return "taken";
  // A proxy got no answer from the server behind it.
  if (status === 502 || status === 504) return "unknown";
  // The key, the address or rate limits: a matter of configuration, which may be corrected.
  const mayBeLater = [401, 403, 404, 407, 408, 425, 429].includes(status);
  return status < 400 || status >= 500 || mayBeLater ? "deferred" : "refused";
}

/**
 * Hands a message to the gateway, on a new connection: a kept one may be dead, and then it is unclear what was sent on it. Redirects are not
 * followed. Never throws for errors of the other side.
 */
export async function postSms(
  gateway: SmsGateway,
  message: SmsMessage,
  conversation: Conversation,
): Promise<GatewayOutcome> {
  const { handOver = async () => true } = conversation;
  const url = new URL(gateway.url);
  let handed = false;
  let socket: Socket | undefined;
  const limit = limited(conversation, () => handed);
  try {
    const greeting = Math.min(greetingSeconds, conversation.seconds) * 1000;
    const connected = await Promise.race([openHttp(url, conversation.allowed, greeting), limit.ended]);
    socket = connected;
    if (!(await handOver())) throw new Error("the message may not go any more");
    handed = true;
    const headers = { "content-type": "application/json", authorization: `Bearer ${gateway.key}` };
    const request = requestOver(connected, url, { method: "POST", headers });
    request.on("error", () => undefined);
    const answered = once(request, "response");
    request.end(JSON.stringify(message));
    const [reply] = await Promise.race([answered, limit.ended]);
    const status: number = reply.statusCode ?? 0;
    // The rest of its answer may be anything, and is not shown.
    return { outcome: outcomeOfStatus(status), status, answer: `HTTP ${status}` };
  } catch (error) {
    return { outcome: handed ? "unknown" : "deferred", answer: answerOf(error), error };
  } finally {
    limit.stop();
    socket?.destroy();
  }
}

/** The result of a test message, as a code with a text. */
export type TestOutcome =
  | "sent"
  | "noGateway"
  | "login"
  | "notFound"
  | "connection"
  | "security"
  | "refused"
  | "timeout"
  | "notAllowed";

const outcomes: Readonly<Record<string, TestOutcome>> = {
  ENOTALLOWED: "notAllowed",
  EAUTH: "login",
  EDNS: "notFound",
  ENOTFOUND: "notFound",
  EAI_AGAIN: "notFound",
  ETIMEDOUT: "timeout",
  ETLS: "security",
  EENVELOPE: "refused",
  EMESSAGE: "refused",
};

/** The code of a gateway error. */
export function outcomeOf(error: unknown): TestOutcome {
  if (!(error instanceof Error)) return "connection";
  if (error.name === "TimeoutError") return "timeout";
  const codes = [error, error.cause].flatMap((one) =>
    typeof one === "object" && one !== null && "code" in one ? [String(one.code)] : [],
  );
  if (codes.some((code) => /^(ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))) return "security";
  // The error code of a broken connection is the same for wrong TLS and a wrong port; its text distinguishes them.
  if (/ssl|tls|certificate/i.test(error.message)) return "security";
  const known = codes.map((code) => outcomes[code]).find((outcome) => outcome !== undefined);
  if (known) return known;
  return "responseCode" in error ? "refused" : "connection";
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 300);

/** The other side's answer, or the error text, on one line and truncated. */
function answerOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const answer = "response" in error && typeof error.response === "string" ? error.response : error.message;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return oneLine(`${answer}${cause}`);
}
