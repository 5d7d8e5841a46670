/** The timeline on the server: the functions by which every module writes its lines, and the handlers of its calls. */
import { sql } from "kysely";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { date, instantInAmsterdam } from "../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../ground/kernel/errors.ts";
import { holdsText } from "../../ground/kernel/fold-text.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { sealedCheck } from "../../ground/platform/server/audit/sealed.ts";
import type { Ctx } from "../../ground/platform/server/http/module.ts";
import { defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { contains } from "../../ground/platform/server/postgres/like-pattern.ts";
import { type FileState, fileContacts, followFiles, ofFile, requireFile } from "../files/files.server.ts";
import { attachmentHandlers, attachmentsOf } from "./attachments/attachments.server.ts";
import { retentionJob } from "./attachments/retention.server.ts";
import { budgetHandlers } from "./budget/budget.server.ts";
import { changeHandlers } from "./change-requests/change-request.server.ts";
import { lockCallsAbout } from "./lines/calls.server.ts";
import { lineOfChange } from "./lines/changes.ts";
import { clientWrote } from "./lines/events.server.ts";
import { listFormer } from "./lines/line-details.contract.ts";
import { logWorkTexts } from "./lines/line-details.texts.ts";
import { columns, isWritten, mayEdit, type Row, requireLine, toLine, visibleLines } from "./lines/lines.server.ts";
import { visitJudge } from "./lines/visits.server.ts";
import { writeLog } from "./lines/write.server.ts";
import { createLog, type LogLine, listLogs, listLogTypes, readLog, updateLog } from "./logs.contract.ts";
import { logTexts } from "./logs.texts.ts";
import { categoryOf, logTypes } from "./logs.ts";

export { type Attached, attachedTo } from "./attachments/attached.server.ts";
export { attachUploads, followAttachments, safeName } from "./attachments/attachments.server.ts";
export { capacitiesOf, capacityOf, stateBudget } from "./budget/budget.server.ts";
export { requestChange } from "./change-requests/change-request.server.ts";
export { lockNumbers } from "./lines/calls.server.ts";
export { eraseLines, hasWordsSince } from "./lines/erase.server.ts";
export { clientWrote } from "./lines/events.server.ts";
export { type BrokenRule, judgeVisitsBy, type PlannedVisit, visitJudge } from "./lines/visits.server.ts";
export { type NewLogLine, withdrawLine, writeLog, writeLogs, writeNote } from "./lines/write.server.ts";

// Whatever changes the state of a file leaves its line, in the same transaction.
followFiles(async (ctx, file, change) => writeLog(ctx, { fileId: file.id, ...lineOfChange(change) }));

/** The text keys on a file whose sentence in the reader's language holds the words: what the Dutch rendering would miss. */
async function matchingTextKeys(ctx: Ctx, file: FileState, words: string): Promise<string[]> {
  if (ctx.lang === "nl") return [];
  const rows = await ofFile(ctx, file)
    .selectFrom("file_log")
    .select("subject_key as key")
    .distinct()
    .where("file_id", "=", file.id)
    .where("subject_key", "is not", null)
    .execute();
  return rows.flatMap(({ key }) => (key !== null && holdsText(ctx.translate({ key }, ctx.lang), words) ? [key] : []));
}

/** Lines with their attachments, read at once for all of them. */
async function toLines(rows: readonly Row[], ctx: Ctx): Promise<LogLine[]> {
  const attached = await attachmentsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toLine(row, ctx), attachments: attached.get(row.id) ?? [] }));
}

async function oneLine(ctx: Ctx, row: Row): Promise<LogLine> {
  const [line] = await toLines([row], ctx);
  if (!line) throw new VorderError("internal");
  return line;
}

const list = handle(listLogs, async (ctx, { params, query }) => {
  const file = await requireFile(ctx, params.id);
  const { filter } = query;
  let found = ofFile(ctx, file)
    .selectFrom("file_log")
    .where("file_log.file_id", "=", file.id)
    .where(visibleLines(ctx.user));
  if (filter.hideSystem) found = found.where("is_system", "=", false);
  if (filter.type) found = found.where("type", "in", filter.type);
  if (filter.category) found = found.where("category", "in", filter.category);
  if (filter.content) found = found.where(contains(["content"], filter.content));
  for (const [words, wide] of [[filter.search, true] as const, [filter.subject, false] as const]) {
    if (words === undefined) continue;
    const keys = await matchingTextKeys(ctx, file, words);
    found = found.where((eb) =>
      eb.or([
        contains(wide ? ["subject", "content"] : ["subject"], words),
        ...(keys.length > 0 ? [eb("subject_key", "in", keys)] : []),
      ]),
    );
  }
  const direction = query.order?.direction ?? "desc";
  const rows = await found
    .select(columns)
    .orderBy("at", direction)
    .orderBy("file_log.id", direction)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const short = rows.length < query.limit && (rows.length > 0 || query.offset === 0);
  const total = short
    ? query.offset + rows.length
    : (await found.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;
  return toPage(await toLines(rows, ctx), total, query.limit);
});

const one = handle(readLog, async (ctx, { params }) => oneLine(ctx, await requireLine(ctx, params.id)));

const types = handle(listLogTypes, async (ctx) => ({
  items: logTypes.map((type) => ({
    id: type,
    text: ctx.translate({ key: `logs.type_${type}` }, ctx.lang),
    written: isWritten(type),
  })),
}));

/** When what is written down happened, and the rules that it was against: a visit that was made is noted, whatever the law says of it. */
async function momentOf(ctx: Ctx, { file, type, at, confirmed }: BodyOf<typeof createLog>) {
  const now = ctx.clock.now();
  if (type !== "visit") {
    if (at !== undefined) throw fieldError("at", "logs.onlyVisits");
    return { at: now, against: [] };
  }
  const moment = at === undefined ? now : clockInstant(at);
  if (moment > now) throw fieldError("at", "logs.visitAhead");
  return {
    at: moment,
    against: await visitJudge().made(ctx, { fileId: file, at: moment, confirmed: confirmed ?? false }),
  };
}

/** "2026-11-20 14:30", by the clock of Amsterdam. */
const clockInstant = (text: string): Date =>
  instantInAmsterdam(date(text.slice(0, 10)), Number(text.slice(11, 13)), Number(text.slice(14, 16)));

const create = handle(createLog, async (ctx, { body }) => {
  const file = await requireFile(ctx, body.file);
  if (body.type === "call") await lockCallsAbout(ctx, file.id);
  // Whoever is not of the house writes to the house; everything else is the house's own record.
  const isOurs = ctx.user.kind === "staff" || ctx.user.kind === "system";
  if (!isOurs && body.type !== "client_message") throw fieldError("type", "log-work.onlyMessages");
  const { at, against } = await momentOf(ctx, body);
  const row = await ctx.db
    .insertInto("file_log")
    .values({
      file_id: file.id,
      at,
      against: against.length === 0 ? null : JSON.stringify(against),
      type: body.type,
      category: categoryOf(body.type),
      subject: maskBsn(body.subject),
      content: body.content === "" ? null : maskBsn(body.content),
      user_id: ctx.user.id || null,
      user_name: ctx.user.name,
      acting_for: ctx.user.previous?.username ?? null,
      is_system: false,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  if (body.type === "call" || body.type === "visit") {
    await fileContacts.record(ctx.db, file.id, { at: row.at, channel: body.type });
  }
  if (!isOurs) await ctx.emit(clientWrote, { fileId: file.id, logId: row.id, what: "message" });
  return oneLine(ctx, row);
});

const update = handle(updateLog, async (ctx, { params, body }) => {
  const row = await requireLine(ctx, params.id);
  if (!mayEdit(row, ctx.user)) throw fieldError("common", "logs.notEditable");
  const changed = await ctx.db
    .updateTable("file_log")
    .set({
      subject: maskBsn(body.subject),
      content: body.content === "" ? null : maskBsn(body.content),
      version: row.version + 1,
    })
    .where("id", "=", row.id)
    .where("version", "=", body.version)
    .returning(columns)
    .executeTakeFirst();
  if (!changed) throw new VorderError("conflict", { data: { current: await oneLine(ctx, row) } });
  await ctx.db
    .insertInto("log_former")
    .values({
      log_id: row.id,
      version: row.version,
      subject: row.subject,
      content: row.content,
      replaced_at: ctx.clock.now(),
      replaced_by: ctx.user.id || null,
      user_name: ctx.user.name,
    })
    .execute();
  await ctx.audit({
    action: "log.update",
    subject: "file_log",
    subjectId: row.id,
    before: { subject: row.subject, content: row.content },
    after: { subject: changed.subject, content: changed.content },
  });
  return oneLine(ctx, changed);
});

const former = handle(listFormer, async (ctx, { params }) => {
  const line = await requireLine(ctx, params.id);
  const rows = await ctx.db
    .selectFrom("log_former")
    .selectAll()
    .where("log_id", "=", line.id)
    .orderBy("version", "desc")
    .execute();
  return {
    items: rows.map((row) => ({
      version: row.version,
      subject: row.subject,
      content: row.content,
      replacedAt: row.replaced_at.toISOString(),
      userName: row.user_name,
    })),
  };
});

const sealedAttachments = sealedCheck({
  table: "log_attachment",
  columns: "id log_id mime size_bytes sha256 added_at added_by",
  called: "attachment",
  fileId: sql`(select file_id from file_log where id = t.log_id)`,
});

export const logsServer = defineModule({
  name: "logs",
  checks: [sealedAttachments],
  texts: [logTexts, logWorkTexts],
  jobs: [retentionJob],
  handlers: [list, one, types, create, update, former, ...attachmentHandlers, ...budgetHandlers, ...changeHandlers],
});
