/** Handles the composer's calls. */

import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { blob, type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { recallMessages, waitingOf } from "../../../letters/correspondence/correspondence.server.ts";
import {
  callHelpOf,
  previewMessage,
  sampleOfMessage,
  sendMessage,
  templatesFor,
} from "../../../letters/processing/processing.server.ts";
import { type FileState, ofFile, requireFile } from "../../files/files.server.ts";
import {
  messageTemplates,
  previewFileMessage,
  readCallHelp,
  recallFileMessage,
  sampleFileLetter,
  sendFileMessage,
  waitingMessages,
} from "./composer.contract.ts";

/** What goes to the debtor is the office's: nobody else learns of it before it is there. @throws notFound. */
async function requireOwnFile(ctx: Ctx, id: number): Promise<FileState> {
  if (ctx.user.kind !== "staff" && ctx.user.kind !== "system") throw notFound();
  return requireFile(ctx, id);
}

export const messageHandlers: readonly Handler[] = [
  handle(messageTemplates, async (ctx, { params, query }) => ({
    items: await templatesFor(ctx, params.id, query.channel),
  })),
  handle(previewFileMessage, async (ctx, { params, query }) => {
    const preview = await previewMessage(ctx, params.id, query);
    const { reasons, quiet, recipients } = preview;
    return { ...preview, reasons: [...reasons], quiet: [...quiet], recipients: [...recipients] };
  }),
  handle(sampleFileLetter, async (ctx, { params, body }) =>
    blob({
      content: await sampleOfMessage(ctx, params.id, body),
      mime: "application/pdf",
      name: `${body.template.toLowerCase()}.pdf`,
      disposition: "inline",
    }),
  ),
  handle(readCallHelp, async (ctx, { params }) => {
    const help = await callHelpOf(ctx, params.id);
    return {
      ...help,
      numbers: [...help.numbers],
      reasons: [...help.reasons],
      points: help.points.map(({ title, items }) => ({ title, items: [...items] })),
    };
  }),
  handle(waitingMessages, async (ctx, { params }) => {
    await requireOwnFile(ctx, params.id);
    const waiting = await waitingOf(ctx, params.id);
    return {
      items: waiting.map(({ id, channel, to, subject, text, state, sendAfter, error }) => ({
        id,
        channel,
        to,
        subject,
        text,
        state,
        sendAfter,
        error,
      })),
    };
  }),
  handle(recallFileMessage, async (ctx, { params }) => {
    const file = await requireOwnFile(ctx, params.id);
    const message = await ofFile(ctx, file)
      .selectFrom("message")
      .select("id")
      .where("id", "=", params.messageId)
      .where("file_id", "=", file.id)
      .executeTakeFirst();
    if (!message) throw notFound();
    const [recalled] = await recallMessages(ctx, [message.id]);
    if (recalled === undefined)
      throw new VorderError("refused", { fields: { common: [{ key: "correspondence.cannotCancel" }] } });
    return { messageId: recalled };
  }),
  handle(sendFileMessage, (ctx, { params, body }) => sendMessage(ctx, params.id, body)),
];
