/** The documents of a file with their seals, and the number sent, for modules that pass them on. */
import { type SqlBool, sql } from "kysely";
import { dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { readDocument } from "../correspondence.contract.ts";
import { type DocumentKind, documentKinds } from "../messages/messages.ts";

export interface Paper {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly on: PlainDate;
  /** Where its bytes are read, by whoever may see the file. */
  readonly url: string;
  /** By which template it was made; null for what came in. */
  readonly template: string | null;
}

const wasNotRecalled = sql<SqlBool>`message.posting is distinct from 'recalled'`;

// The same most as a file's list of documents shows.
const mostOfOneFile = 1000;

/**
 * The documents of a file that still hold something, oldest first, without letters that were recalled before they were posted: nobody
 * received them, so they prove nothing. The caller has asked whether the file may be seen.
 */
export async function papersOf(db: Db, fileId: number): Promise<Paper[]> {
  const rows = await asSystem(db, "the papers of a file that was shown to whoever asks")
    .selectFrom("document")
    .leftJoin("message", "message.document_id", "document.id")
    .select(["document.id", "kind", "name", "mime", "size_bytes", "sha256", "document.created_at", "template_code"])
    .where("document.file_id", "=", fileId)
    .where("document.erased_at", "is", null)
    .where(wasNotRecalled)
    .orderBy("document.id")
    .limit(mostOfOneFile)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: documentKinds.find((known) => known === row.kind) ?? "attachment",
    name: row.name,
    mime: row.mime,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    on: dateInAmsterdam(row.created_at),
    url: readDocument.path.replace("{id}", String(fileId)).replace("{documentId}", String(row.id)),
    template: row.template_code,
  }));
}

/** Letters, e-mails and SMS of a file, except recalled letters. */
async function messagesCount(db: Db, fileId: number): Promise<number> {
  const { count } = await asSystem(db, "how many messages a file has, for a caller who may see the file")
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("file_id", "=", fileId)
    .where(wasNotRecalled)
    .executeTakeFirstOrThrow();
  return count;
}

/** A letter, an e-mail or an SMS of a file, with what is known of its leaving. */
export interface FileMessage {
  readonly id: number;
  readonly channel: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly madeAt: Date;
  /** As the outbox has it: "sent", "pending", …; null for a letter. */
  readonly outbox: string | null;
  readonly sentAt: Date | null;
  /** On which day a letter was told to be with the post; null where nobody told. */
  readonly postedOn: PlainDate | null;
  readonly documentId: number | null;
}

/** All that was written to the debtor of a file, except recalled letters, oldest first. The caller has asked whether the file may be seen. */
async function messagesOf(db: Db, fileId: number): Promise<FileMessage[]> {
  const rows = await asSystem(db, "all messages of a file that its caller may see")
    .selectFrom("message")
    .leftJoin("outbox", "outbox.key", "message.effect_key")
    .select(["message.id", "channel", "to_address", "subject", "body_text", "message.created_at", "posted_on"])
    .select(["message.document_id", "outbox.state", "outbox.sent_at"])
    .where("message.file_id", "=", fileId)
    .where(wasNotRecalled)
    .orderBy("message.id")
    .limit(5000)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    to: row.to_address,
    subject: row.subject,
    text: row.body_text,
    madeAt: row.created_at,
    outbox: row.state,
    sentAt: row.sent_at,
    postedOn: row.posted_on,
    documentId: row.document_id,
  }));
}

/** Whether a document is a letter that was recalled before it was posted. */
export async function isRecalled(db: Db, documentId: number): Promise<boolean> {
  const found = await asSystem(db, "of a file that the caller may see")
    .selectFrom("message")
    .select("id")
    .where("document_id", "=", documentId)
    .where("posting", "=", "recalled")
    .executeTakeFirst();
  return found !== undefined;
}

export const fileMessages = { count: messagesCount, all: messagesOf, isRecalled };
