/** The gateways to the outside: how a mail server and an SMS service are spoken to, and what came of it in a word. */
import nodemailer, { type SMTPTransportOptions, type Transporter } from "nodemailer";
import { type OutgoingException, openSocket, readException, sendRequest } from "./outgoing.ts";

/** A mail server by address (`smtp://…`) or by its parts. */
export type MailGateway =
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

const guarded = { disableFileAccess: true, disableUrlAccess: true } as const;
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 } as const;

/** What the installation itself names may be reached by it, wherever it lies. */
const namedBy = (url: string): readonly OutgoingException[] => {
  const named = readException(new URL(url).host);
  return named ? [named] : [];
};

/** A way to a mail server; each connection passes the guard for what goes out. Close it when done. */
export function mailTransport(gateway: MailGateway, allowed: readonly OutgoingException[]): Transporter {
  const exceptions = "url" in gateway ? [...allowed, ...namedBy(gateway.url)] : allowed;
  const options: SMTPTransportOptions = {
    ...guarded,
    ...patience,
    ...("url" in gateway ? { url: gateway.url } : partsOf(gateway)),
    getSocket(asked, done) {
      const port = Number(asked.port ?? (asked.secure ? 465 : 587));
      openSocket({ kind: "smtp", host: asked.host ?? "localhost", port }, exceptions, patience.connectionTimeout).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error, undefined),
      );
    },
  };
  return nodemailer.createTransport(options);
}

const partsOf = (gateway: Extract<MailGateway, { host: string }>) => ({
  host: gateway.host,
  port: gateway.port,
  secure: gateway.security === "tls",
  requireTLS: gateway.security === "starttls",
  ignoreTLS: gateway.security === "none",
  ...(gateway.user === "" ? {} : { auth: { user: gateway.user, pass: gateway.password } }),
});

export interface SmsMessage {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly reference: string;
}

/** Hands a message to the gateway; its HTTP status. Throws where it cannot be reached, or not by the guard for what goes out. */
export async function postSms(
  gateway: SmsGateway,
  message: SmsMessage,
  allowed: readonly OutgoingException[],
): Promise<number> {
  const reply = await sendRequest(gateway.url, allowed, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${gateway.key}` },
    body: JSON.stringify(message),
  });
  return reply.status;
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
