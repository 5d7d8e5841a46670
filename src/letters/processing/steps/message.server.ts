/** A message sent by a person to the debtor of one file, outside its workflow: templates, preview, law gate, and sending. */

import { type FileState, lockFile, ofFile } from "../../../cases/files/files.server.ts";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { translateRefusals } from "../../../law/rules/rules.server.ts";
import type { Purpose } from "../../../law/rules/rules.ts";
import {
  composeEmail,
  composeLetter,
  composeSms,
  enclosedOf,
  laterLetters,
  pdfOf,
  readMessageText,
} from "../../correspondence/correspondence.server.ts";
import type { MessageChannel, OwnWords } from "../../correspondence/correspondence.ts";
import { pressingWords } from "../../templates/templates.server.ts";
import type { ShownReason } from "../runs/runs.contract.ts";
import { lockMessagesTo } from "./contacts.server.ts";
import {
  addressee,
  candidates,
  judge,
  type Message,
  type MessageOrder,
  type MessageRecipient,
  messageOf,
  mostDaysAhead,
  recipients,
} from "./message-facts.server.ts";
import { refusal } from "./step.server.ts";

export type { MessageOrder } from "./message-facts.server.ts";

export interface MessagePreview {
  readonly to: string;
  /** The recipient, one of `recipients`. */
  readonly recipient: number;
  readonly recipients: readonly MessageRecipient[];
  /** The language of the template that was found: the debtor's, or the next best. */
  readonly language: string;
  /** Whether it is a free-text message, for which the text is required. */
  readonly free: boolean;
  /** Today, and the last day that may be chosen for sending. */
  readonly today: PlainDate;
  readonly lastDay: PlainDate;
  readonly subject: string;
  readonly text: string;
  readonly allowed: boolean;
  /** The reasons against it; empty if it may be sent. */
  readonly reasons: readonly ShownReason[];
  readonly possibleFrom: string | null;
  /** Why it is sent later: contact hours. */
  readonly quiet: readonly ShownReason[];
  /** When it is sent, if allowed: now, or at the start of the next contact hours. */
  readonly sendAfter: string;
}

const unlessRefused = (error: unknown): null => {
  if (error instanceof VorderError && error.code === "refused") return null;
  throw error;
};

/** The templates of a channel that can be filled for this file now. @throws notFound. */
export async function templatesFor(
  ctx: Ctx,
  fileId: number,
  channel: MessageChannel,
): Promise<{ code: string; name: string; free: boolean }[]> {
  const { modelOf: filling } = await messageOf(ctx, fileId, {});
  const rows = await candidates(ctx, channel);
  const found: { code: string; name: string; free: boolean }[] = [];
  for (const code of new Set(rows.map((row) => row.code))) {
    const text = await readMessageText(ctx.db, channel, code, filling(channel, code)).catch(unlessRefused);
    if (text === null) continue;
    const names = rows.filter((row) => row.code === code);
    const name = (names.find(({ language }) => language === ctx.lang) ?? names[0])?.name;
    found.push({ code, name: name ?? code, free: names.some(({ category }) => category === "free") });
  }
  return found;
}

/** A preview of the message and its verdict. @throws notFound; refused if the template cannot be filled. */
export async function previewMessage(ctx: Ctx, fileId: number, order: MessageOrder): Promise<MessagePreview> {
  const message = await messageOf(ctx, fileId, order);
  const { stops, quiet, free } = await judge(ctx, message, order);
  const model = message.modelOf(order.channel, order.template);
  const text = await readMessageText(ctx.db, order.channel, order.template, model);
  const { at } = message.environment;
  return {
    to: addressee(message, model, order.channel),
    recipient: message.inputs.reach.partyId ?? 0,
    recipients: recipients(message),
    ...text,
    free,
    today: ctx.clock.today(),
    lastDay: addDays(ctx.clock.today(), mostDaysAhead),
    allowed: stops.length === 0,
    ...translateRefusals(ctx, stops),
    quiet: translateRefusals(ctx, quiet).reasons,
    sendAfter: order.channel === "post" ? at.instant.toISOString() : opensAt(message),
  };
}

/** When mail or SMS may reach the recipient. */
const opensAt = ({ inputs, environment }: Message): string =>
  environment.at.contactIn(inputs.reach.address.country).next.toISOString();

/** Additions to a message: free text, and documents of the file to an e-mail. */
interface Additions extends OwnWords {
  readonly documents?: readonly number[] | undefined;
}

/** Purposes that the law gate allows when a demand is forbidden: such a message demands no payment. */
const quietPurposes: ReadonlySet<Purpose> = new Set(["information", "closing"]);

/** @throws validation on `note` and `subject` if free text is missing or not expected, or demands payment in a message that may not. */
function requireWords(
  channel: MessageChannel,
  { free, purpose }: { readonly free: boolean; readonly purpose: Purpose },
  { note, subject }: OwnWords,
): void {
  if (free && !note?.trim()) throw fieldError("note", "correspondence.wordsMissing");
  if (!free && channel === "sms" && note) throw fieldError("note", "correspondence.notBySms");
  if (!free && subject) throw fieldError("subject", "correspondence.onlyOwnWords");
  if (!quietPurposes.has(purpose)) return;
  for (const [field, text] of [
    ["note", note],
    ["subject", subject],
  ] as const) {
    const [word] = pressingWords(text ?? "");
    if (word !== undefined) throw fieldError(field, "correspondence.wordsPress", { word });
  }
}

/** A preview of the letter as made now, or at the chosen time. @throws notFound; refused; validation on `note` or `subject`. */
export async function sampleOfMessage(
  ctx: Ctx,
  fileId: number,
  { template, to, at, note, subject }: Omit<MessageOrder, "channel"> & OwnWords,
): Promise<Uint8Array> {
  const message = await messageOf(ctx, fileId, { to, at });
  requireWords("post", await judge(ctx, message, { channel: "post", template }), { note, subject });
  return pdfOf.sample(ctx.db, template, message.modelOf("post", template), { note, subject });
}

/** The last event of the claim, for messages with current amounts. A letter has those of its day, except in text that a person wrote. */
function markOf({ inputs }: Message, { channel, note }: MessageOrder & OwnWords): number | null {
  if (channel === "post" && !note) return null;
  return inputs.situation.events.at(-1)?.id ?? null;
}

interface SentMessage {
  readonly messageId: number;
  readonly documentId: number | null;
  readonly sendAfter: string;
  /** Whether the same key had sent it before. */
  readonly again: boolean;
}

/** What the same key sent before. It is not judged anew: the message itself would count against it, or its time has gone by. */
async function sentBefore(ctx: Ctx, file: FileState, effectKey: string): Promise<SentMessage | undefined> {
  const sent = await ofFile(ctx, file)
    .selectFrom("message")
    .select(["id as messageId", "document_id as documentId", "send_after"])
    .where("file_id", "=", file.id)
    .where("effect_key", "=", effectKey)
    .executeTakeFirst();
  if (!sent) return undefined;
  const { send_after, ...made } = sent;
  return { ...made, sendAfter: send_after.toISOString(), again: true };
}

/**
 * Sends the message: a letter is made at once or at the chosen time, mail and SMS are sent in the next contact hours, or in those after that time.
 * The law gate judges it as of that time, and again when it is sent. Idempotent by key.
 * @throws notFound; refused with the law gate's refusals; validation on `at`, `to`, `documents`, `note` or `subject`.
 */
export async function sendMessage(
  ctx: Ctx,
  fileId: number,
  order: MessageOrder & Additions & { readonly key: string },
): Promise<SentMessage> {
  // Messages to the debtor are the office's, as `messageOf` says.
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  // Locked before anything is read, so that nothing changes between the judgement and the message.
  const file = await lockFile(ctx, fileId);
  const effectKey = `hand:${fileId}:${order.key}`;
  const before = await sentBefore(ctx, file, effectKey);
  if (before) return before;
  if (order.channel !== "post") await lockMessagesTo(ctx.db, { debtors: [file.debtorId] });
  const message = await messageOf(ctx, fileId, order);
  if (order.channel !== "email" && order.documents?.length) throw fieldError("documents", "correspondence.onlyByEmail");
  const enclosed = await enclosedOf(ctx.db, fileId, order.documents ?? []);
  const verdict = await judge(ctx, message, order);
  const { stops, purpose } = verdict;
  requireWords(order.channel, verdict, order);
  if (stops.length > 0) throw refusal(ctx, stops);
  const { channel, template, note, subject } = order;
  const { at } = message.environment;
  const to = addressee(message, message.modelOf(channel, template), channel);
  const letter = {
    fileId,
    templateCode: template,
    effectKey,
    model: message.modelOf(channel, template),
    words: { note, subject },
    judged: { purpose, claimMark: markOf(message, order) },
  };
  const sent = { ...letter, to, sendAt: at.instant };
  const recipient = message.inputs.reach.partyId ?? 0;
  const { created, ...made } =
    channel === "post"
      ? order.at === undefined
        ? await composeLetter(ctx, letter)
        : await laterLetters.compose(ctx, { ...letter, recipient, sendAt: at.instant })
      : channel === "email"
        ? await composeEmail(ctx, { ...sent, enclosed })
        : await composeSms(ctx, sent);
  if (created) {
    const words = { note: note ?? null, subject: subject ?? null };
    const after = { channel, template, to, ...words, purpose, documents: enclosed.map(({ id }) => id) };
    const when = order.at === undefined ? {} : { at: order.at };
    await ctx.audit({
      action: "message.send",
      subject: "message",
      subjectId: made.messageId,
      after: { ...after, ...when },
    });
  }
  const sendAfter = channel === "post" ? at.instant.toISOString() : opensAt(message);
  return { ...made, sendAfter, again: !created };
}
