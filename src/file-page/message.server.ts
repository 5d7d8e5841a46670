/** Answers the composer's calls. */
import { type Answer, answer, blob } from "../platform/server/room.ts";
import { previewMessage, sampleOfMessage, sendMessage, templatesFor } from "../processing/processing.server.ts";
import { messageTemplates, previewFileMessage, sampleFileLetter, sendFileMessage } from "./message.contract.ts";

export const messageAnswers: readonly Answer[] = [
  answer(messageTemplates, async (ctx, { params, query }) => ({
    items: await templatesFor(ctx, params.id, query.channel),
  })),
  answer(previewFileMessage, async (ctx, { params, query }) => {
    const preview = await previewMessage(ctx, params.id, query);
    const { reasons, quiet, recipients } = preview;
    return { ...preview, reasons: [...reasons], quiet: [...quiet], recipients: [...recipients] };
  }),
  answer(sampleFileLetter, async (ctx, { params, query }) =>
    blob({
      content: await sampleOfMessage(ctx, params.id, query),
      mime: "application/pdf",
      name: `${query.template.toLowerCase()}.pdf`,
      disposition: "inline",
    }),
  ),
  answer(sendFileMessage, (ctx, { params, body }) => sendMessage(ctx, params.id, body)),
];
