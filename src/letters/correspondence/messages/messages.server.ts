/** Messages and their states: the lists, resending, and withdrawing. */

import { type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { selectFiles } from "../../../cases/files/files.server.ts";
import { writeLog, writeLogs } from "../../../cases/logs/logs.server.ts";
import { isNamed } from "../../../cases/persons/persons.server.ts";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import {
  type Ctx,
  type Db,
  type Handler,
  handle,
  type JobCtx,
  type Listener,
  on,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import {
  cancelOutbox,
  confirmSent,
  type OutboxState,
  outboxSettled,
  recallOutbox,
  sendAgain,
  sendAgainWith,
} from "../../../ground/platform/server/outbox/outbox.ts";
import type { DB } from "../../../ground/platform/server/postgres/database.types.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { containing } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { type Reader, translateRefusals } from "../../../law/rules/rules.server.ts";
import { templateNames } from "../../templates/templates.server.ts";
import {
  cancelMessage,
  confirmMessage,
  listMessages,
  type MessageRow,
  readMessage,
  resendMessage,
} from "../correspondence.contract.ts";
import { sendMoment } from "./compose.server.ts";
import { isNoMailbox, noteAccepted, noteFailing } from "./failing-emails.server.ts";
import {
  canCancel,
  canConfirm,
  canResend,
  logTypeOf,
  type MessageChannel,
  type MessageState,
  messageChannels,
  messageStates,
} from "./messages.ts";
import { renewLink } from "./page-links.server.ts";

const messages = (ctx: Pick<Ctx, "db" | "user">) =>
  selectFiles(ctx)
    .innerJoin("message", "message.file_id", "case_file.id")
    // What waits for its time goes out through the outbox under its effect key; what became of it stands there and nowhere else, but for a
    // letter, which is made once it has its document.
    .leftJoin("outbox", "outbox.key", "message.effect_key")
    .innerJoin("client", "client.id", "case_file.client_id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id");

const columns = [
  "message.id",
  "message.file_id",
  "message.channel",
  "message.template_code",
  "message.to_address",
  "message.subject",
  "message.body_text",
  "message.effect_key",
  "message.created_at",
  "message.send_after",
  "message.document_id",
  "message.posting",
  "message.refused",
  "outbox.state as outbox_state",
  "outbox.sent_at",
  "outbox.last_error",
  "outbox.attempts",
  "outbox.next_attempt_at",
  "case_file.number as file_number",
  "client.company as client_name",
  "debtor.display_name as debtor_name",
] as const;

const query = (ctx: Pick<Ctx, "db" | "user">) => messages(ctx).select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

/** The outbox's states that each state of a message stands for. */
const outboxStates: Readonly<Record<MessageState, readonly OutboxState[]>> = {
  made: [],
  scheduled: ["pending", "sending"],
  sent: ["sent"],
  kept: ["kept"],
  failed: ["dead"],
  uncertain: ["uncertain"],
  cancelled: ["cancelled"],
};

const stateOf = (row: Pick<Row, "outbox_state" | "document_id" | "posting">): MessageState =>
  row.document_id !== null
    ? row.posting === "recalled"
      ? "cancelled"
      : "made"
    : (messageStates.find((state) => outboxStates[state].some((known) => known === row.outbox_state)) ?? "made");

/** Messages in any of these states. Each state is an arm of its own, so that the outbox's partial indexes serve those that are rare. */
const inStates = (states: readonly MessageState[]) => (eb: ExpressionBuilder<DB, "message" | "outbox">) =>
  eb.or([
    ...(states.includes("cancelled") ? [eb("message.posting", "=", "recalled")] : []),
    ...states.map((state) =>
      state === "made"
        ? eb.and([
            eb("message.channel", "=", "post"),
            eb("message.document_id", "is not", null),
            eb("message.posting", "is distinct from", "recalled"),
          ])
        : eb.and([eb("outbox.state", "in", [...outboxStates[state]]), eb("message.document_id", "is", null)]),
    ),
  ]);

const channelOf = (channel: string): MessageChannel => messageChannels.find((known) => known === channel) ?? "post";

/** Of the outbox's own sentences the key is kept; anything else is what the gateway answered. */
const isKey = /^platform\.[\w.]+$/;

/** Why it did not go: what the law says, or what became of the conversation, in the reader's words; or what the gateway answered. */
const errorOf = (reader: Reader, row: Row): string | null =>
  row.refused === null
    ? row.last_error !== null && isKey.test(row.last_error)
      ? reader.translate({ key: row.last_error })
      : row.last_error
    : translateRefusals(reader, row.refused)
        .reasons.map(({ text, article }) => `${text} (${article})`)
        .join(" ");

function toMessage(reader: Reader, row: Row, templateName: Awaited<ReturnType<typeof templateNames>>): MessageRow {
  const state = stateOf(row);
  // While it waits, the time that matters is that of its next attempt.
  const sendAfter = state === "scheduled" && row.next_attempt_at ? row.next_attempt_at : row.send_after;
  return {
    id: row.id,
    fileId: row.file_id,
    fileNumber: row.file_number,
    clientName: row.client_name,
    debtorName: row.debtor_name,
    channel: channelOf(row.channel),
    templateCode: row.template_code,
    template: templateName(row.channel, row.template_code),
    to: row.to_address,
    subject: row.subject === "" ? row.body_text : row.subject,
    state,
    createdAt: row.created_at.toISOString(),
    sendAfter: sendAfter.toISOString(),
    sentAt: (row.document_id === null ? row.sent_at : row.send_after)?.toISOString() ?? null,
    attempts: row.attempts ?? 0,
    error: errorOf(reader, row),
    documentId: row.document_id,
  };
}

async function page(ctx: Ctx, wanted: (typeof listMessages)["query"]["_output"]) {
  const { filter } = wanted;
  const order = wanted.order ?? { field: "sendAfter", direction: "desc" };
  let found = messages(ctx);
  if (filter.channel) found = found.where("message.channel", "=", filter.channel);
  if (filter.state) found = found.where(inStates(filter.state));
  if (filter.file) found = found.where("message.file_id", "=", filter.file);
  const { search } = filter;
  if (search) {
    const words = containing(search);
    found = found.where((eb) =>
      eb.or([
        eb("case_file.number", "ilike", words),
        isNamed(search),
        eb("message.to_address", "ilike", words),
        eb("message.subject", "ilike", words),
      ]),
    );
  }
  const { rows, total } = await pagedList(ctx.db, found, wanted, (list) =>
    list
      .select(columns)
      .orderBy(order.field === "createdAt" ? "message.created_at" : "message.send_after", order.direction)
      .orderBy("message.id", order.direction),
  );
  const templateName = await templateNames(ctx.db, ctx.lang);
  return toPage(
    rows.map((row) => toMessage(ctx, row, templateName)),
    total,
    wanted.limit,
  );
}

/** The documents that went along with a message. */
const attachedTo = (db: Db, messageId: number) =>
  asSystem(db, "what goes with a message that was shown")
    .selectFrom("message_document")
    .innerJoin("document", "document.id", "message_document.document_id")
    .select(["document.id", "document.name", "document.mime", "document.size_bytes as size"])
    .where("message_document.message_id", "=", messageId)
    .orderBy("document.id")
    .execute();

async function requireMessage(ctx: Pick<Ctx, "db" | "user">, id: number): Promise<Row> {
  const row = await query(ctx).where("message.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

// A file has a handful of messages that wait; one with more is shown those that go first.
const mostWaiting = 50;

/** What of a file has not left: it waits for its time, or was stopped. The caller has asked whether the file may be seen. */
export async function waitingOf(ctx: Ctx, fileId: number): Promise<(MessageRow & { text: string })[]> {
  const rows = await query(ctx)
    .where("message.file_id", "=", fileId)
    .where("outbox.state", "in", [...outboxStates.scheduled, ...outboxStates.failed])
    .orderBy("message.send_after")
    .orderBy("message.id")
    .limit(mostWaiting)
    .execute();
  const templateName = await templateNames(ctx.db, ctx.lang);
  return rows.map((row) => ({ ...toMessage(ctx, row, templateName), text: row.body_text }));
}

const refuse = (key: string): VorderError => new VorderError("refused", { fields: { common: [{ key }] } });

async function changed(ctx: Ctx, row: Row, line: string, action: string) {
  const subject = row.subject === "" ? row.body_text : row.subject;
  const type = logTypeOf(row.channel);
  await writeLog(ctx, { fileId: row.file_id, type, subject: { key: line, values: { subject, who: ctx.user.name } } });
  await ctx.audit({ action, subject: "message", subjectId: row.id, before: { state: stateOf(row) } });
  return toMessage(ctx, await requireMessage(ctx, row.id), await templateNames(ctx.db, ctx.lang));
}

/**
 * Withdraws what has not left of these messages, with a line on the timeline of each file. A letter that is made cannot be called back.
 * The caller has asked whether the files may be seen. @returns the ids that will not go; all others went, or were withdrawn before.
 */
export async function recallMessages(ctx: WorkCtx, ids: readonly number[]): Promise<readonly number[]> {
  const wanted = await asSystem(ctx.db, "of messages that were shown to whoever recalls them, or of a file that stops")
    .selectFrom("message")
    .select(["id", "file_id", "channel", "subject", "body_text", "effect_key"])
    .where(sql<SqlBool>`id = any(${[...ids]}::bigint[])`)
    .where("document_id", "is", null)
    .orderBy("id")
    .execute();
  const keys = wanted.map(({ effect_key }) => effect_key);
  const recalled = new Set(await recallOutbox(ctx.db, keys));
  const rows = wanted.filter(({ effect_key }) => recalled.has(effect_key));
  await writeLogs(
    ctx,
    rows.map(({ file_id, channel, subject, body_text }) => ({
      fileId: file_id,
      type: logTypeOf(channel),
      subject: { key: "correspondence.logCancelled", values: { subject: subject === "" ? body_text : subject } },
    })),
  );
  for (const { id } of rows) await ctx.audit({ action: "message.cancel", subject: "message", subjectId: id });
  return rows.map(({ id }) => id);
}

export const messageHandlers: readonly Handler[] = [
  handle(listMessages, (ctx, { query: wanted }) => page(ctx, wanted)),
  handle(readMessage, async (ctx, { params }) => {
    const row = await requireMessage(ctx, params.id);
    ctx.saw([row.file_id]);
    const shown = toMessage(ctx, row, await templateNames(ctx.db, ctx.lang));
    return { ...shown, text: row.body_text, attachments: await attachedTo(ctx.db, row.id) };
  }),
  handle(resendMessage, async (ctx, { params }) => {
    const row = await requireMessage(ctx, params.id);
    // The hours of contact do not bind a letter.
    const from = row.channel === "post" ? ctx.clock.now() : await sendMoment(ctx, "NL");
    if (!canResend(stateOf(row))) throw refuse("correspondence.cannotResend");
    // The way to the reader's page that it held is not known any more: it goes with another.
    const link = row.channel === "post" ? undefined : await renewLink(ctx, row.id);
    const sent = link
      ? await sendAgainWith(ctx, row.effect_key, link.secret, from)
      : await sendAgain(ctx.db, ctx.clock, row.effect_key, from);
    if (!sent) throw refuse("correspondence.cannotResend");
    // What stood in the way is looked at again when it leaves. It counts on the day on which it goes.
    const going = { refused: null, send_after: from };
    await ctx.db.updateTable("message").set(going).where("id", "=", row.id).execute();
    return changed(ctx, row, "correspondence.logResent", "message.resend");
  }),
  handle(confirmMessage, async (ctx, { params }) => {
    const row = await requireMessage(ctx, params.id);
    if (!canConfirm(stateOf(row)) || !(await confirmSent(ctx, row.effect_key)))
      throw refuse("correspondence.cannotConfirm");
    return changed(ctx, row, "correspondence.logConfirmed", "message.confirm");
  }),
  handle(cancelMessage, async (ctx, { params }) => {
    const row = await requireMessage(ctx, params.id);
    if (!canCancel(stateOf(row)) || !(await cancelOutbox(ctx.db, row.effect_key)))
      throw refuse("correspondence.cannotCancel");
    return changed(ctx, row, "correspondence.logCancelled", "message.cancel");
  }),
];

/** Notes of the address of a mail, whatever it was about, whether it has a mailbox. */
async function noteMailbox(job: JobCtx, key: string, isGone: boolean): Promise<void> {
  await job.tx(async (ctx) => {
    const row = await ctx.db
      .selectFrom("outbox")
      .select(sql<string | null>`payload ->> 'to'`.as("to"))
      .where("key", "=", key)
      .where("kind", "=", "mail")
      .executeTakeFirst();
    if (!row?.to) return;
    if (isGone) await noteFailing(ctx, row.to);
    else await noteAccepted(ctx, row.to);
  });
}

/** What did not go, or may not have gone, stands on the timeline of its file. */
export const messageListeners: readonly Listener[] = [
  on(outboxSettled, async (job, { key, state, error }) => {
    const isGone = state === "dead" && error !== null && isNoMailbox(error);
    if (isGone || state === "sent") await noteMailbox(job, key, isGone);
    if (state !== "dead" && state !== "uncertain") return;
    await job.tx(async (ctx) => {
      const row = await ctx.db
        .selectFrom("message")
        .select(["file_id", "channel", "subject", "body_text"])
        .where("effect_key", "=", key)
        // Of what the law stopped, it has been told already.
        .where("refused", "is", null)
        .executeTakeFirst();
      if (!row) return;
      await writeLog(ctx, {
        fileId: row.file_id,
        type: logTypeOf(row.channel),
        subject: {
          key: state === "dead" ? "correspondence.logFailed" : "correspondence.logUncertain",
          values: { subject: row.subject === "" ? row.body_text : row.subject },
        },
      });
    });
  }),
];
