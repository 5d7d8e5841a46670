/** The gateways to the outside: how a mail server and an SMS service are spoken to, and what came of it in a word. */
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

/** By what mails are signed for their domain. */
export interface SigningKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** A mail server, and by what the mails that it is given are signed. */
export type MailGateway = MailServer & { readonly signing?: SigningKey };

/** A mail server by address (`smtp://…`) or by its parts. */
type MailServer =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      /** `tls` from the first byte, `starttls` before anything is said, or none at all. */
      readonly security: "starttls" | "tls" | "none";
      /** "" where the server asks for no login. */
      readonly user: string;
      readonly password: string;
    };

/** An HTTP gateway that takes `{to, from, text, reference}` as JSON and answers 2xx once it has accepted the message. */
export interface SmsGateway {
  readonly url: string;
  readonly key: string;
  readonly sender: string;
}

/** What came of handing a message over. */
export interface GatewayOutcome {
  /**
   * `taken`: the other side has it. `deferred`: it has not, and may have it later. `refused`: it will never take it. `unknown`: it was given
   * away and nothing tells whether it arrived.
   */
  readonly outcome: "taken" | "deferred" | "refused" | "unknown";
  /** The other side's own words, or those of the error, on one line and not for ever. */
  readonly answer: string;
  /** Of a gateway that speaks HTTP. */
  readonly status?: number;
  /** What broke off the conversation, where it did not end by an answer. */
  readonly error?: unknown;
}

export interface Conversation {
  /** Where it may go although the address is not public. */
  readonly allowed: readonly OutgoingException[];
  /** It is ended after so many seconds, however far it is. */
  readonly seconds: number;
  /** Ends it too, unless the message was handed over: then its answer is waited for. */
  readonly signal?: AbortSignal;
  /** Asked when the other side is ready to take the message, before the first byte of it: false where it may not go any more. */
  readonly handOver?: () => Promise<boolean>;
}

/** A connection is made and greeted within so many seconds, or not at all. */
const greetingSeconds = 15;
const guarded = { disableFileAccess: true, disableUrlAccess: true } as const;

/** What the installation itself names may be reached by it, wherever it lies. */
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

/** A connection to a mail server, through the guard for what goes out. */
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
    // What is left is cut, not said goodbye to: whoever hangs does not answer that either.
    socketCloseTimeout: 0,
  });
}

function loginOf(gateway: MailGateway): { readonly user: string; readonly pass: string } | undefined {
  if ("url" in gateway) return parseConnectionUrl(gateway.url).auth;
  return gateway.user === "" ? undefined : { user: gateway.user, pass: gateway.password };
}

/** Commands whose refusal is about this very message; a refused greeting or login is about the house, and may be put right. */
const ofMessage = /^(MAIL FROM|RCPT TO|DATA)/;

/** What a conversation that did not end well means for its message. */
function brokenOff(error: unknown, handed: boolean): GatewayOutcome {
  const answer = answerOf(error);
  const { responseCode = 0, command = "", code = "" } = smtpError.safeParse(error).data ?? {};
  const isAnswer = responseCode >= 400 && responseCode < 600;
  // 503 tells that the session is out of order, 421 that the server goes down: neither is about the message.
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

/** The conversation from the greeting to the answer. @throws what broke it off. */
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

/** A mail with its signature before it, by the key of its house. */
function signed(content: Buffer, key: SigningKey | undefined): Buffer | Readable {
  if (!key) return content;
  const { domain: domainName, selector: keySelector, privateKey } = key;
  return new DKIM({ domainName, keySelector, privateKey }).sign(content);
}

/** Hands a mail to the mail server in a conversation of its own. Never throws for what the other side does. */
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

/** Ends a conversation when its time is over, or when the process stops before the message was handed over. */
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

/** What a status of a gateway that speaks HTTP means for the message. */
function outcomeOfStatus(status: number): GatewayOutcome["outcome"] {
  if (status >= 200 && status < 300) return "taken";
  // From a server in between that got no answer from the one behind it.
  if (status === 502 || status === 504) return "unknown";
  // The key, the address or the crowd: about the house, and may be put right.
  const mayBeLater = [401, 403, 404, 407, 408, 425, 429].includes(status);
  return status < 400 || status >= 500 || mayBeLater ? "deferred" : "refused";
}

/**
 * Hands a message to the gateway, on a connection of its own: one that was kept from before may have died unseen, and then nobody knows
 * what went over it. Redirects are not followed. Never throws for what the other side does.
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
    // What it says beside that may be anything, and is shown to nobody.
    return { outcome: outcomeOfStatus(status), status, answer: `HTTP ${status}` };
  } catch (error) {
    return { outcome: handed ? "unknown" : "deferred", answer: answerOf(error), error };
  } finally {
    limit.stop();
    socket?.destroy();
  }
}

/** What became of a test message, in a word that the screens have a sentence for. */
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

/** The word for an error of a gateway. */
export function outcomeOf(error: unknown): TestOutcome {
  if (!(error instanceof Error)) return "connection";
  if (error.name === "TimeoutError") return "timeout";
  const codes = [error, error.cause].flatMap((one) =>
    typeof one === "object" && one !== null && "code" in one ? [String(one.code)] : [],
  );
  if (codes.some((code) => /^(ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))) return "security";
  // The code of a connection that broke is the same for wrong security as for a wrong port; its words tell.
  if (/ssl|tls|certificate/i.test(error.message)) return "security";
  const known = codes.map((code) => outcomes[code]).find((outcome) => outcome !== undefined);
  if (known) return known;
  return "responseCode" in error ? "refused" : "connection";
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 300);

/** The other side's own words, or the error's, on one line and not for ever. */
function answerOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const said = "response" in error && typeof error.response === "string" ? error.response : error.message;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return oneLine(`${said}${cause}`);
}
