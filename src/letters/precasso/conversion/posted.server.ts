/** A letter in the client's name that is told to be posted later, after its record became a file: the file counts from that day too. */
import { lockFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { moveNotice } from "../../../money/notices/notices.server.ts";
import { refreshNextSteps } from "../../workflows/workflows.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { notice14, recordDebtor } from "../records/record.ts";

/** Only the 14-day letter has a term in the file; what else was sent in the client's name stands on its timeline alone. */
export async function tellFileOfPosting(
  ctx: WorkCtx,
  record: { readonly file_id: number | null; readonly notice14: unknown; readonly debtor: unknown },
  letter: { readonly id: number; readonly template_code: string },
  on: PlainDate,
): Promise<void> {
  if (record.file_id === null || record.notice14 === null) return;
  const known = notice14.parse(record.notice14);
  if (known.messageId !== letter.id || on <= known.sentOn) return;
  const { id: fileId } = await lockFile(ctx, record.file_id);
  await moveNotice(ctx, fileId, {
    is: (event) => event.data.by === "client" && event.on === known.sentOn,
    on,
    country: recordDebtor.parse(record.debtor).country,
  });
  const values = { step: { text: stepText(letter.template_code) }, date: { date: on } };
  await writeLog(ctx, { fileId, type: "letter", system: true, subject: { key: "precasso.logPosted", values } });
  await refreshNextSteps(ctx, [fileId]);
}
