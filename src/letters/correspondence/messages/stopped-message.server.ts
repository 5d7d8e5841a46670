/** Handles a message that the law gate stops when it is due: a line on its file, and a notice to whoever is responsible. */

import { sql } from "kysely";
import { planAgenda } from "../../../cases/agenda/agenda.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { type StoredRefusal, translateRefusals } from "../../../law/rules/rules.server.ts";
import { type WaitingLetter, waitingLetterOf } from "../letters/scheduled-letters.server.ts";
import { logTypeOf, type MessageChannel, messageChannels } from "./messages.ts";

/** A message as it was judged when it was made. */
export interface JudgedMessage {
  readonly id: number;
  /** That of its effect. */
  readonly key: string;
  readonly fileId: number;
  readonly channel: MessageChannel;
  readonly templateCode: string;
  readonly to: string;
  readonly purpose: string;
  readonly claimMark: number | null;
  /** Of a letter, which is written when its turn comes; null for whatever was written before. */
  readonly letter: WaitingLetter | null;
  /** All templates as they stood when it was put ready; null for one of before they were kept. */
  readonly templateMark: number | null;
  /** Whether a letter goes along that was recalled since: nobody received it, and it tells what holds no more. */
  readonly hasRecalled: boolean;
}

/** The messages of these effects that the law gate judged when they were made. */
async function messagesOf(db: Db, keys: readonly string[]): Promise<JudgedMessage[]> {
  const rows = await asSystem(db, "each waiting message is judged again before it is sent, by a job")
    .selectFrom("message")
    .innerJoin("outbox", "outbox.key", "message.effect_key")
    .select([
      "message.id",
      "message.effect_key as key",
      "file_id as fileId",
      "channel",
      "template_code as templateCode",
      "to_address as to",
      "purpose",
      "claim_mark as claimMark",
      "template_mark as templateMark",
      "outbox.payload",
      sql<boolean>`exists (select from message_document along join message letter on letter.document_id = along.document_id
        where along.message_id = message.id and letter.posting = 'recalled')`.as("hasRecalled"),
    ])
    .where("message.effect_key", "=", sql<string>`any (${[...keys]}::text[])`)
    .where("purpose", "is not", null)
    .orderBy("message.id")
    .execute();
  return rows.map(({ payload, purpose, channel, ...row }) => ({
    ...row,
    purpose: purpose ?? "",
    channel: messageChannels.find((known) => known === channel) ?? "post",
    letter: channel === "post" ? waitingLetterOf(payload) : null,
  }));
}

/** Letters that the law gate judged when they were made, for whoever prints them later. */
async function lettersOf(db: Db, ids: readonly number[]) {
  return asSystem(db, "each letter is judged again before it is printed, whoever prints it")
    .selectFrom("message")
    .select(["id", "effect_key as key", "file_id as fileId", "purpose", "to_address as to"])
    .where("id", "=", sql<number>`any (${[...ids]}::bigint[])`)
    .where("channel", "=", "post")
    .where("purpose", "is not", null)
    .orderBy("id")
    .execute();
}

/** What the law gate judged when it was made: messages by their effects, and letters by their ids. */
export const judgedWhenMade = { messagesOf, lettersOf };

/** Notes why a message did not leave: with the message, on the timeline, and in the agenda of the file's case manager. */
export async function noteRefused(
  ctx: WorkCtx,
  { id }: Pick<JudgedMessage, "id">,
  refusals: readonly StoredRefusal[],
): Promise<void> {
  const message = await ctx.db
    .updateTable("message")
    .set({ refused: JSON.stringify(refusals) })
    .where("id", "=", id)
    .returning(["file_id", "channel", "subject", "body_text"])
    .executeTakeFirstOrThrow();
  const subject = message.subject === "" ? message.body_text : message.subject;
  const reasons = translateRefusals({ translate: ctx.translate, lang: "nl" }, refusals)
    .reasons.map(({ text, article }) => `${text} (${article})`)
    .join(" ");
  await writeLog(ctx, {
    fileId: message.file_id,
    type: logTypeOf(message.channel),
    subject: { key: "correspondence.logRefused", values: { subject } },
    content: reasons,
  });
  const note = cutText(
    ctx.translate({ key: "correspondence.agendaRefused", values: { subject, reasons } }, "nl"),
    2000,
  );
  await planAgenda(ctx, {
    fileId: message.file_id,
    subject: "review",
    on: ctx.clock.today(),
    note,
    key: `message-refused:${id}:${ctx.clock.today()}`,
  });
}
