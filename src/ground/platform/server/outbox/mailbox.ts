/** Reads new mails of an external mailbox by IMAP, without changing it. */
import type { ImapFlow } from "imapflow";
import { addressBehind, type OutgoingException } from "./outgoing.ts";

export interface MailboxAccess {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` before login, or none at all. */
  readonly security: "starttls" | "tls" | "none";
  readonly user: string;
  readonly password: string;
  readonly folder: string;
}

/** The position up to which a mailbox was read. A server that renumbers its mails changes `validity`. */
export interface ReadUpTo {
  readonly validity: string;
  readonly uid: number;
}

export interface FetchedMail {
  readonly uid: number;
  /** At most its first 256 kB. */
  readonly content: Uint8Array;
}

/** The maximum number of mails per read; the others follow in the next one. */
const mostMails = 200;
const mostBytes = 256_000;

/** The error that ended a conversation, with its code. */
function errorWithCode(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const login = "authenticationFailed" in error && error.authenticationFailed === true;
  const folder = "mailboxMissing" in error || "responseStatus" in error;
  return login || folder ? Object.assign(error, { code: login ? "EAUTH" : "EENVELOPE" }) : error;
}

/** What was read so far. */
interface Read {
  validity: string;
  readonly mails: FetchedMail[];
}

/** Reads the mails with the next numbers, oldest first, into `read`. */
async function mailsAfter(client: ImapFlow, { folder }: MailboxAccess, last: ReadUpTo | null, read: Read) {
  const box = await client.mailboxOpen(folder, { readOnly: true });
  read.validity = String(box.uidValidity);
  const from = last?.validity === read.validity ? last.uid + 1 : 1;
  const found = await client.search({ uid: `${from}:*` }, { uid: true });
  // "9:*" includes the last mail even if its number is lower.
  const uids = (Array.isArray(found) ? found : []).filter((uid) => uid >= from).sort((a, b) => a - b);
  for (const uid of uids.slice(0, mostMails)) {
    const mail = await client.fetchOne(
      String(uid),
      { uid: true, source: { start: 0, maxLength: mostBytes } },
      { uid: true },
    );
    // A mail deleted meanwhile is skipped.
    read.mails.push({ uid, content: mail ? (mail.source ?? new Uint8Array()) : new Uint8Array() });
  }
}

/**
 * The mails received since the last read; those that were read until then where the conversation ends early, or a slow server would never be read.
 * @param seconds the time limit of the whole conversation.
 * @throws OutgoingRefused; otherwise the error that ended the conversation, with its `code`.
 */
export async function newMails(
  access: MailboxAccess,
  last: ReadUpTo | null,
  { seconds, allowed }: { readonly seconds: number; readonly allowed: readonly OutgoingException[] },
): Promise<Readonly<Read>> {
  const { host, port, security, user, password } = access;
  const millis = seconds * 1000;
  const library = await import("imapflow");
  const client = new library.ImapFlow({
    host: await addressBehind({ kind: "imap", host, port }, allowed),
    servername: host,
    port,
    secure: security === "tls",
    doSTARTTLS: security === "starttls",
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: Math.min(millis, 15_000),
    greetingTimeout: Math.min(millis, 15_000),
    socketTimeout: millis,
  });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  // Connection errors are also emitted here; without a listener they would end the process.
  client.on("error", broken.reject);
  const late = (): void => broken.reject(Object.assign(new Error("no answer in time"), { name: "TimeoutError" }));
  const timer = setTimeout(late, millis);
  const read: Read = { validity: "", mails: [] };
  try {
    const reading = client.connect().then(() => mailsAfter(client, access, last, read));
    reading.catch(() => undefined);
    await Promise.race([reading, broken.promise]);
    return read;
  } catch (error) {
    if (read.mails.length > 0) return read;
    throw errorWithCode(error);
  } finally {
    clearTimeout(timer);
    client.close();
  }
}
