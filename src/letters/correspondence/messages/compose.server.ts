/** Makes letters, e-mails and SMS of a file, once per effect key, with their archive row and their line on the timeline. */

import { type Insertable, sql } from "kysely";
import { fileContacts } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { contactIn } from "../../../ground/kernel/contact-hours.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { isBlacklisted } from "../../../ground/lists/lists.server.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched } from "../../../ground/platform/server/postgres/batched.ts";
import type { Document } from "../../../ground/platform/server/postgres/database.types.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import type { Storage, Stored } from "../../../ground/platform/server/storage/storage.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import type { Purpose } from "../../../law/rules/rules.ts";
import { htmlMail, plainText, smsText, textMail } from "../../templates/templates.ts";
import type { LetterModel } from "../letters/letter.ts";
import { letterPdf } from "../letters/letter-pdf.server.ts";
import { type PageSecrets, withoutSecrets } from "../letters/page-link.ts";
import { addressed, postingNow } from "./addressed.server.ts";
import { mailFrame } from "./mail.ts";
import { type Enclosed, storeEnclosed } from "./mail-attachments.server.ts";
import { writeOut } from "./message-text.server.ts";
import type { MessageChannel, OwnWords } from "./messages.ts";
import { mostSmsParts } from "./messages.ts";
import { secretsShown, storeLink, withNewLink } from "./page-links.server.ts";

/** What is wanted: one message of a file, from a template. The same effect key twice is one message. */
export interface Order {
  readonly fileId: number;
  readonly templateCode: string;
  readonly effectKey: string;
  readonly model: LetterModel;
  /** What a person adds to the template. */
  readonly words?: OwnWords | undefined;
  /** As what the law gate judged it, so that it is asked again where the message leaves later than now. */
  readonly judged?: Judged | undefined;
  /** The templates as they stood when the message was planned; as they stand where absent. */
  readonly templatesAsOf?: number | undefined;
}

export interface Judged {
  readonly purpose: Purpose;
  /** The last event of the claim that it was written on; null where it may leave whatever becomes of the claim. */
  readonly claimMark: number | null;
}

/** What came of an order; `created` is false where the same effect key had made it before. */
export interface Composed {
  readonly messageId: number;
  readonly documentId: number | null;
  readonly created: boolean;
}

/** A letter, ready to be kept: made outside any transaction, because setting it takes its time. */
export interface PreparedLetter {
  readonly subject: string;
  readonly text: string;
  readonly pdf: Uint8Array;
  /** All templates as they stood when it was written. */
  readonly mark: number;
  /** Where it lies already; absent for one that is still to be stored. */
  readonly stored?: Stored;
  /** What opens the reader's own page by it; absent where it tells of none. */
  readonly secrets?: PageSecrets | undefined;
}

/**
 * Sets a letter without keeping it: for runs that set letters outside their transactions; with `asOf` from the templates as they stood then.
 * @throws {VorderError} refused where a variable, the provider's particulars or the template are missing.
 */
export async function prepareLetter(
  { db, random }: Pick<WorkCtx, "db" | "random">,
  templateCode: string,
  model: LetterModel,
  words?: OwnWords,
  asOf?: number | null,
): Promise<PreparedLetter> {
  const { model: whole, secrets: made } = withNewLink(model, random);
  const { document, subject, mark } = await writeOut(db, "post", templateCode, whole, words, asOf);
  const secrets = secretsShown(document, made);
  const text = plainText(document);
  const pdf = await letterPdf(whole, document, subject);
  return { subject, text: secrets ? withoutSecrets(text, secrets) : text, pdf, mark, secrets };
}

/** Puts a prepared letter into the archive before its transaction, which then waits for no disk. Without that its object is a stray. */
export const storeLetter = async (storage: Storage, letter: PreparedLetter): Promise<PreparedLetter> => ({
  ...letter,
  stored: await storage.put(letter.pdf, { mime: "application/pdf", name: "letter.pdf" }),
});

/** What this effect key made before. Whoever asks for the same one meanwhile waits here until this transaction has ended. */
export const alreadyMade = batched(async (db, effectKeys: readonly string[]): Promise<(Composed | undefined)[]> => {
  const keys = sql`${[...effectKeys].sort()}::text[]`;
  await sql`${prepared} select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}) as key`.execute(db);
  const rows = await asSystem(db, "a message of this key exists or not, whoever made it")
    .selectFrom("message")
    .modifyFront(prepared)
    .select(["effect_key", "id", "document_id as documentId"])
    .where("effect_key", "=", sql<string>`any(${keys})`)
    .execute();
  const made = new Map(
    rows.map(({ effect_key, id, ...row }) => [effect_key, { messageId: id, ...row, created: false }]),
  );
  return effectKeys.map((key) => made.get(key));
});

/** What every message has, by whatever channel. */
export const commonOf = (ctx: WorkCtx, order: Order) => ({
  file_id: order.fileId,
  party_id: order.model.partyId,
  template_code: order.templateCode,
  language: order.model.language,
  effect_key: order.effectKey,
  purpose: order.judged?.purpose ?? null,
  claim_mark: order.judged?.claimMark ?? null,
  created_at: ctx.clock.now().toISOString(),
  created_by: ctx.user.id || null,
});

/** Enters messages; gives their ids in the order given. */
const insertMessages = batched(async (db, messages: readonly MessageRow[]) => {
  const { rows } = await sql<{ id: number }>`
    insert into message (file_id, party_id, template_code, language, effect_key, purpose, claim_mark, created_at, created_by, channel, to_address,
      to_country, to_postcode, subject, body_text, document_id, send_after, template_mark, posting)
    select file_id, party_id, template_code, language, effect_key, purpose, claim_mark, created_at, created_by, channel, to_address,
      to_country, to_postcode, subject, body_text, document_id, send_after, template_mark,
      case when document_id is not null then ${postingNow} end
    from jsonb_populate_recordset(null::message, ${JSON.stringify(messages)}::jsonb) returning id`.execute(db);
  return rows.map(({ id }) => id);
});

type MessageRow = ReturnType<typeof commonOf> & {
  readonly channel: "post" | "email" | "sms";
  readonly to_address: string;
  readonly to_country?: string;
  readonly to_postcode?: string;
  readonly subject: string;
  readonly body_text: string;
  readonly document_id: number | null;
  readonly send_after: string;
  readonly template_mark: number;
};

/** Enters documents; gives their ids in the order given. */
const insertDocuments = batched(async (db, documents: readonly Omit<Insertable<Document>, "id">[]) => {
  const { rows } = await sql<{ id: number }>`
    insert into document (file_id, kind, name, mime, size_bytes, sha256, storage_key, created_at, created_by)
    select file_id, kind, name, mime, size_bytes, sha256, storage_key, created_at, created_by
    from jsonb_populate_recordset(null::document, ${JSON.stringify(documents)}::jsonb) returning id`.execute(db);
  return rows.map(({ id }) => id);
});

// A name that says what it is in any folder: file, template, date.
const letterName = ({ model, templateCode }: Pick<Order, "model" | "templateCode">): string =>
  `${model.file.number}-${templateCode.toLowerCase().replaceAll("_", "-")}-${model.date}.pdf`;

/** Keeps a letter in the archive of its file. @returns the id of its document. */
export async function archiveLetter(
  ctx: WorkCtx,
  order: Pick<Order, "fileId" | "templateCode" | "model">,
  letter: PreparedLetter,
  by: number | null,
): Promise<number> {
  const name = letterName(order);
  const stored = letter.stored ?? (await ctx.storage.put(letter.pdf, { mime: "application/pdf", name }));
  return insertDocuments(ctx.db, {
    file_id: order.fileId,
    kind: "letter",
    name,
    mime: "application/pdf",
    size_bytes: stored.size,
    sha256: stored.sha256,
    storage_key: stored.key,
    created_at: ctx.clock.now(),
    created_by: by,
  });
}

/**
 * Makes a letter and keeps it in the archive, with its message row and its line on the timeline. A letter that was prepared
 * beforehand is kept as it is. A made letter counts as sent on its date.
 */
export async function composeLetter(ctx: WorkCtx, order: Order, prepared?: PreparedLetter): Promise<Composed> {
  const before = await alreadyMade(ctx.db, order.effectKey);
  if (before) return before;
  const letter =
    prepared ?? (await prepareLetter(ctx, order.templateCode, order.model, order.words, order.templatesAsOf));
  const documentId = await archiveLetter(ctx, order, letter, ctx.user.id || null);
  const messageId = await insertMessages(ctx.db, {
    ...commonOf(ctx, order),
    channel: "post",
    ...addressed(order.model),
    subject: letter.subject,
    body_text: letter.text,
    document_id: documentId,
    send_after: ctx.clock.now().toISOString(),
    template_mark: letter.mark,
  });
  await storeLink(ctx, { ...linkOf(order, "post", messageId), secrets: letter.secrets });
  await noted(ctx, order, "post", { key: "correspondence.logLetter", subject: letter.subject }, documentId);
  return { messageId, documentId, created: true };
}

/**
 * When a mail or SMS may go: at the moment that is wished, or when the next hours of contact begin after it (Bki art. 4.2), by the clock of the
 * country that it goes to.
 */
export async function sendMoment(ctx: Pick<WorkCtx, "db" | "clock">, country: string, wished?: Date): Promise<Date> {
  const now = ctx.clock.now();
  return contactIn(country, wished && wished > now ? wished : now, calendarOf(await loadTariffs(ctx.db))).next;
}

/** Its line on the timeline, and that the debtor is contacted by it. */
export async function noted(
  ctx: WorkCtx,
  order: Pick<Order, "fileId">,
  channel: "post" | "email" | "sms",
  { key, ...values }: { readonly key: string; readonly subject: string; readonly names?: string },
  documentId: number | null,
): Promise<void> {
  await writeLog(ctx, {
    fileId: order.fileId,
    type: channel === "post" ? "letter" : channel === "email" ? "email_out" : "sms",
    subject: { key, values },
    ...(documentId !== null && { ref: { kind: "document", id: documentId } }),
  });
  await fileContacts.record(ctx.db, order.fileId, { at: ctx.clock.now(), channel });
}

const linkOf = ({ fileId, model }: Order, channel: MessageChannel, messageId: number) => ({
  messageId,
  fileId,
  partyId: model.partyId,
  channel,
});

async function keepMessage(
  ctx: WorkCtx,
  order: Order & { readonly to: string },
  message: {
    readonly channel: "email" | "sms";
    readonly subject: string;
    readonly text: string;
    readonly sendAfter: Date;
    readonly mark: number;
    readonly secrets: PageSecrets | undefined;
  },
): Promise<Composed> {
  const { channel, secrets, text } = message;
  const messageId = await insertMessages(ctx.db, {
    ...commonOf(ctx, order),
    channel,
    to_address: order.to,
    subject: message.subject,
    body_text: secrets ? withoutSecrets(text, secrets) : text,
    document_id: null,
    send_after: message.sendAfter.toISOString(),
    template_mark: message.mark,
  });
  await storeLink(ctx, { ...linkOf(order, channel, messageId), secrets });
  return { messageId, documentId: null, created: true };
}

/** A mail or SMS, to an address, and where somebody chose it not before an instant. */
interface SentOrder extends Order {
  readonly to: string;
  readonly sendAt?: Date | undefined;
}

/** An e-mail, with the documents of the file that go along. */
interface EmailOrder extends SentOrder {
  readonly enclosed?: readonly Enclosed[] | undefined;
}

const logged = (subject: string, enclosed: readonly Enclosed[]) =>
  enclosed.length === 0
    ? { key: "correspondence.logEmail", subject }
    : { key: "correspondence.logEmailWith", subject, names: enclosed.map(({ name }) => name).join(", ") };

/** Puts an e-mail into the outbox, to go in the next contact window. */
export async function composeEmail(ctx: WorkCtx, order: EmailOrder): Promise<Composed> {
  const before = await alreadyMade(ctx.db, order.effectKey);
  if (before) return before;
  const { templateCode, words, templatesAsOf } = order;
  const { model, secrets: made } = withNewLink(order.model, ctx.random);
  const { document, subject, mark } = await writeOut(ctx.db, "email", templateCode, model, words, templatesAsOf);
  const secrets = secretsShown(document, made);
  const { enclosed = [] } = order;
  const frame = mailFrame(model, subject);
  const text = textMail(document, frame);
  const sendAfter = await sendMoment(ctx, order.model.country, order.sendAt);
  const composed = await keepMessage(ctx, order, { channel: "email", subject, text, sendAfter, mark, secrets });
  await storeEnclosed(ctx.db, composed.messageId, enclosed);
  await ctx.send({
    key: order.effectKey,
    kind: "mail",
    ...(secrets && { secret: secrets.secret }),
    notBefore: sendAfter,
    payload: {
      contactHours: true,
      country: order.model.country,
      to: order.to,
      subject,
      text,
      html: htmlMail(document, frame),
      ...(order.model.provider.replyTo && { replyTo: order.model.provider.replyTo }),
      ...(enclosed.length > 0 && { attachments: enclosed.map(({ id: _id, ...attachment }) => attachment) }),
    },
  });
  await noted(ctx, order, "email", logged(subject, enclosed), null);
  return composed;
}

/** Puts an SMS into the outbox, to go in the next contact window. @throws refused: the number is blocked. */
export async function composeSms(ctx: WorkCtx, order: SentOrder): Promise<Composed> {
  const before = await alreadyMade(ctx.db, order.effectKey);
  if (before) return before;
  if (await isBlacklisted(ctx.db, order.to, "sms", ctx.clock.today()))
    throw new VorderError("refused", { fields: { common: [{ key: "rules.blocked" }] } });
  const { templateCode, words, templatesAsOf } = order;
  const { model, secrets: made } = withNewLink(order.model, ctx.random);
  const { document, mark } = await writeOut(ctx.db, "sms", templateCode, model, words, templatesAsOf);
  const secrets = secretsShown(document, made);
  const { text, segments } = smsText(document);
  if (order.words?.note && segments > mostSmsParts)
    throw fieldError("note", "correspondence.smsTooLong", { most: mostSmsParts });
  const sendAfter = await sendMoment(ctx, order.model.country, order.sendAt);
  const composed = await keepMessage(ctx, order, { channel: "sms", subject: "", text, sendAfter, mark, secrets });
  await ctx.send({
    key: order.effectKey,
    kind: "sms",
    ...(secrets && { secret: secrets.secret }),
    notBefore: sendAfter,
    payload: { contactHours: true, country: order.model.country, to: order.to, text },
  });
  const subject = secrets ? withoutSecrets(text, secrets) : text;
  await noted(ctx, order, "sms", { key: "correspondence.logSms", subject }, null);
  return composed;
}
