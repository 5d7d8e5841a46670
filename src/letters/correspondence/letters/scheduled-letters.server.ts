/** Scheduled letters: prepared by a person, and typeset on their day with the data of that day. */
import { writeLog } from "../../../cases/logs/logs.server.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { letterPayload } from "../../../ground/platform/server/outbox/outbox.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { addressed, postingNow } from "../messages/addressed.server.ts";
import {
  alreadyMade,
  archiveLetter,
  type Composed,
  commonOf,
  noted,
  type Order,
  type PreparedLetter,
  prepareLetter,
} from "../messages/compose.server.ts";
import type { OwnWords } from "../messages/messages.ts";
import { storeLink } from "../messages/page-links.server.ts";
import type { LetterModel } from "./letter.ts";

/** A letter for a later day, to a party of the file or, with 0, to the debtor itself. */
interface LaterLetter extends Order {
  readonly recipient: number;
  readonly sendAt: Date;
}

/**
 * Puts a letter ready that is made at its moment. It is set at once all the same, so that what cannot be set is said to whoever writes it;
 * nothing of that is kept but how it reads.
 */
async function composeLetterLater(ctx: WorkCtx, order: LaterLetter): Promise<Composed> {
  const before = await alreadyMade(ctx.db, order.effectKey);
  if (before) return before;
  const { subject, text, mark } = await prepareLetter(ctx, order.templateCode, order.model, order.words);
  const message = await ctx.db
    .insertInto("message")
    .values({
      ...commonOf(ctx, order),
      channel: "post",
      ...addressed(order.model),
      subject,
      body_text: text,
      send_after: order.sendAt,
      template_mark: mark,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.send({
    key: order.effectKey,
    kind: "letter",
    notBefore: order.sendAt,
    payload: letterPayload.parse({ recipient: order.recipient, ...order.words }),
  });
  await writeLog(ctx, {
    fileId: order.fileId,
    type: "letter",
    subject: { key: "correspondence.logLetterLater", values: { subject } },
  });
  return { messageId: message.id, documentId: null, created: true };
}

/** What a person added to a letter that waits, and for whom it is. */
export interface WaitingLetter {
  readonly recipient: number;
  readonly words: OwnWords;
}

/** What was put ready for a letter. */
export function waitingLetterOf(payload: unknown): WaitingLetter {
  const { recipient, ...words } = letterPayload.parse(payload);
  return { recipient, words };
}

/** Keeps a letter whose turn has come, in the transaction that says so; one that was kept meanwhile stays as it is. */
async function keepWaitingLetter(
  ctx: WorkCtx,
  { id, fileId, templateCode }: { readonly id: number; readonly fileId: number; readonly templateCode: string },
  model: LetterModel,
  letter: PreparedLetter,
): Promise<void> {
  const waiting = await asSystem(ctx.db, "a job sends the letters whose day has come, of all files")
    .selectFrom("message")
    .select("created_by")
    .where("id", "=", id)
    .where("document_id", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) return;
  const documentId = await archiveLetter(ctx, { fileId, templateCode, model }, letter, waiting.created_by);
  await ctx.db
    .updateTable("message")
    .set({
      document_id: documentId,
      language: model.language,
      ...addressed(model),
      party_id: model.partyId,
      posting: postingNow,
      subject: letter.subject,
      body_text: letter.text,
      // It is a letter of the day on which it is made: print batches, the day of posting and what it demands go by that.
      created_at: ctx.clock.now(),
      send_after: ctx.clock.now(),
    })
    .where("id", "=", id)
    .execute();
  await storeLink(ctx, { messageId: id, fileId, partyId: model.partyId, channel: "post", secrets: letter.secrets });
  const line = { key: "correspondence.logLetter", subject: letter.subject };
  await noted(ctx, { fileId }, "post", line, documentId);
}

/** Letters of a later day: put ready, and kept when their turn has come. */
export const laterLetters = { compose: composeLetterLater, keep: keepWaitingLetter };
