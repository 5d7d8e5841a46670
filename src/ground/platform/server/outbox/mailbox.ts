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
  /** The mail asked for last. */
  asked?: number;
  /** Whether others are behind that one. */
  hasNext?: boolean;
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
    read.asked = uid;
    read.hasNext = uid !== uids.at(-1);
    const mail = await client.fetchOne(
      String(uid),
      { uid: true, source: { start: 0, maxLength: mostBytes } },
      { uid: true },
    );
    // A mail deleted meanwhile is skipped.
    read.mails.push({ uid, content: mail ? (mail.source ?? new Uint8Array()) : new Uint8Array() });
  }
}

interface Terms {
  readonly seconds: number;
  readonly allowed: readonly OutgoingException[];
}

/** One conversation; `error` is what ended it early. */
async function conversation(
  access: MailboxAccess,
  last: ReadUpTo | null,
  { seconds, allowed }: Terms,
): Promise<Readonly<Read> & { readonly error?: unknown }> {
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
    return { ...read, error };
  } finally {
    clearTimeout(timer);
    client.close();
  }
}

/**
 * The mails received since the last read; those that were read until then where the conversation ends early, or a slow server would never be read.
 * A mail for which the server never answers would hold up all after it: once one of those is answered, it is left behind unread. The last one is asked
 * for again at the next look.
 * @param terms.seconds the time limit of a conversation.
 * @throws OutgoingRefused; otherwise the error that ended the conversation, with its `code`.
 */
export async function newMails(
  access: MailboxAccess,
  last: ReadUpTo | null,
  terms: Terms,
): Promise<Pick<Read, "validity" | "mails"> & { readonly unanswered?: number }> {
  const read = await conversation(access, last, terms);
  if (read.error === undefined || read.mails.length > 0) return read;
  if (read.asked !== undefined && read.hasNext) {
    const later = await conversation(access, { validity: read.validity, uid: read.asked }, terms);
    if (later.mails.length > 0) return { ...later, unanswered: read.asked };
  }
  throw errorWithCode(read.error);
}
