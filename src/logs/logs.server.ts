/** The timeline on the server: the door by which every room writes its lines, and the answers to its calls. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { followFiles, recordContact, requireFile, visibleFiles } from "../files/files.server.ts";
import { fieldError, notFound, VorderError } from "../kernel/errors.ts";
import { maskBsn } from "../kernel/identifiers.ts";
import { toPage } from "../kernel/query.ts";
import type { Actor, Ctx, Db, WorkCtx } from "../platform/server/room.ts";
import { answer, room } from "../platform/server/room.ts";
import { lineOfChange } from "./changes.ts";
import { createLog, type LogLine, listLogs, listLogTypes, readLog, updateLog } from "./logs.contract.ts";
import { logTexts } from "./logs.texts.ts";
import {
  categoryOf,
  type LogCategory,
  type LogText,
  type LogType,
  logCategories,
  logTypes,
  type Speaker,
  sayLogText,
  writtenTypes,
} from "./logs.ts";

export interface NewLogLine {
  readonly fileId: number;
  readonly type: LogType;
  /** From the type where absent. */
  readonly category?: LogCategory;
  /** A text key with values, which shows in the reader's language; or what a person typed. */
  readonly subject: LogText | string;
  readonly content?: LogText | string | null;
  /** What it is about, so that a screen can lead there: `{ kind: "document", id }`. */
  readonly ref?: { readonly kind: string; readonly id: number };
  /** The instant it happened; now where absent. */
  readonly at?: Date;
  /** Whether "hide system actions" hides it. Where absent: what the system itself did about status, workflow and documents. */
  readonly system?: boolean;
}

type Writer = Pick<WorkCtx, "db" | "clock" | "user" | "say">;

// Lines that nobody writes by hand, whoever set them off; and what the system did of itself, as against what reached people.
const alwaysSystem: ReadonlySet<LogType> = new Set(["workflow", "system"]);
const systemTypes: ReadonlySet<LogType> = new Set(["status", "document"]);
const isSystemLine = (line: NewLogLine, user: Actor): boolean =>
  line.system ?? (alwaysSystem.has(line.type) || (user.kind === "system" && systemTypes.has(line.type)));

function stored(text: LogText | string | null | undefined, dutch: Speaker) {
  if (text === null || text === undefined || text === "") return { key: null, values: null, text: null };
  if (typeof text === "string") return { key: null, values: null, text };
  return { key: text.key, values: text.values ?? {}, text: sayLogText(text, dutch) };
}

/** Writes lines on the timelines of files, in one statement. */
export async function writeLogs(ctx: Writer, lines: readonly NewLogLine[]): Promise<void> {
  if (lines.length === 0) return;
  const now = ctx.clock.now();
  const dutch: Speaker = { say: (message) => ctx.say(message, "nl"), language: "nl" };
  const rows = lines.map((line) => {
    const subject = stored(line.subject, dutch);
    const content = stored(line.content, dutch);
    return {
      file_id: line.fileId,
      at: (line.at ?? now).toISOString(),
      type: line.type,
      category: line.category ?? categoryOf(line.type),
      subject_key: subject.key,
      subject_values: subject.values,
      subject: subject.text ?? "",
      content_key: content.key,
      content_values: content.values,
      content: content.text,
      user_id: ctx.user.id || null,
      user_name: ctx.user.name,
      acting_for: ctx.user.previous?.username ?? null,
      is_system: isSystemLine(line, ctx.user),
      ref_kind: line.ref?.kind ?? null,
      ref_id: line.ref?.id ?? null,
    };
  });
  await sql`insert into file_log (file_id, at, type, category, subject_key, subject_values, subject, content_key,
      content_values, content, user_id, user_name, acting_for, is_system, ref_kind, ref_id)
    select file_id, at, type, category, subject_key, subject_values, subject, content_key, content_values, content,
      user_id, user_name, acting_for, is_system, ref_kind, ref_id
    from jsonb_populate_recordset(null::file_log, ${JSON.stringify(rows)}::jsonb)`.execute(ctx.db);
}

/** Writes one line; see `writeLogs`. */
export const writeLog = (ctx: Writer, line: NewLogLine): Promise<void> => writeLogs(ctx, [line]);

// Whatever changes the state of a file leaves its line, in the same transaction.
followFiles(async (ctx, file, change) => writeLog(ctx, { fileId: file.id, ...lineOfChange(change) }));

const columns = [
  "file_log.id",
  "file_log.file_id",
  "at",
  "type",
  "category",
  "subject",
  "subject_key",
  "subject_values",
  "content",
  "content_key",
  "content_values",
  "user_id",
  "user_name",
  "acting_for",
  "is_system",
  "ref_kind",
  "ref_id",
  "file_log.version",
] as const;

const linesOf = (db: Db) => db.selectFrom("file_log").select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof linesOf>["executeTakeFirstOrThrow"]>>;

const isWritten = (type: string): boolean => writtenTypes.some((written) => written === type);
const mayEdit = (row: Pick<Row, "type" | "user_id" | "subject_key">, user: Actor): boolean =>
  row.subject_key === null && isWritten(row.type) && row.user_id === user.id;

function known<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new VorderError("internal", { cause: `not in its list: ${value}` });
  return found;
}

const isLogValues = (value: unknown): value is NonNullable<LogText["values"]> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const said = (key: string | null, values: unknown, text: string | null, speaker: Speaker): string | null =>
  key === null ? text : sayLogText({ key, values: isLogValues(values) ? values : {} }, speaker);

function toLine(row: Row, ctx: Pick<Ctx, "say" | "lang" | "user">): LogLine {
  const speaker: Speaker = { say: (message) => ctx.say(message, ctx.lang), language: ctx.lang };
  return {
    id: row.id,
    fileId: row.file_id,
    at: row.at.toISOString(),
    type: known(logTypes, row.type),
    category: known(logCategories, row.category),
    subject: said(row.subject_key, row.subject_values, row.subject, speaker) ?? "",
    content: said(row.content_key, row.content_values, row.content, speaker),
    userName: row.user_name,
    actingFor: row.acting_for,
    isSystem: row.is_system,
    ref: row.ref_kind !== null && row.ref_id !== null ? { kind: row.ref_kind, id: row.ref_id } : null,
    editable: mayEdit(row, ctx.user),
    version: row.version,
  };
}

const like = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The text keys on a file whose sentence in the reader's language holds the words: what the Dutch rendering would miss. */
async function keysThatSay(ctx: Ctx, fileId: number, words: string): Promise<string[]> {
  if (ctx.lang === "nl") return [];
  const rows = await ctx.db
    .selectFrom("file_log")
    .select("subject_key as key")
    .distinct()
    .where("file_id", "=", fileId)
    .where("subject_key", "is not", null)
    .execute();
  return rows.flatMap(({ key }) =>
    key !== null && ctx.say({ key }, ctx.lang).toLowerCase().includes(words.toLowerCase()) ? [key] : [],
  );
}

/**
 * Which lines of a file that one may see show to a reader: the house's own people see all; a client's people do not see what was
 * noted for internal use, unless they noted it themselves.
 */
const visibleLines = (user: Pick<Actor, "kind" | "id">): RawBuilder<SqlBool> =>
  user.kind === "staff" || user.kind === "system"
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(file_log.category <> 'internal' or file_log.user_id = ${user.id})`;

const list = answer(listLogs, async (ctx, { params, query }) => {
  await requireFile(ctx, params.id);
  const { filter } = query;
  let found = ctx.db.selectFrom("file_log").where("file_log.file_id", "=", params.id).where(visibleLines(ctx.user));
  if (filter.hideSystem) found = found.where("is_system", "=", false);
  if (filter.type) found = found.where("type", "in", filter.type);
  if (filter.category) found = found.where("category", "in", filter.category);
  if (filter.content) found = found.where("content", "ilike", like(filter.content));
  for (const [words, wide] of [[filter.search, true] as const, [filter.subject, false] as const]) {
    if (words === undefined) continue;
    const keys = await keysThatSay(ctx, params.id, words);
    found = found.where((eb) =>
      eb.or([
        eb("subject", "ilike", like(words)),
        ...(keys.length > 0 ? [eb("subject_key", "in", keys)] : []),
        ...(wide ? [eb("content", "ilike", like(words))] : []),
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
  return toPage(
    rows.map((row) => toLine(row, ctx)),
    total,
    query.limit,
  );
});

async function requireLine(ctx: Pick<Ctx, "db" | "user">, id: number): Promise<Row> {
  const row = await linesOf(ctx.db)
    .innerJoin("case_file", "case_file.id", "file_log.file_id")
    .where("file_log.id", "=", id)
    .where(visibleFiles(ctx.user))
    .where(visibleLines(ctx.user))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const one = answer(readLog, async (ctx, { params }) => toLine(await requireLine(ctx, params.id), ctx));

const types = answer(listLogTypes, async (ctx) => ({
  items: logTypes.map((type) => ({
    id: type,
    text: ctx.say({ key: `logs.type_${type}` }, ctx.lang),
    written: isWritten(type),
  })),
}));

const create = answer(createLog, async (ctx, { body }) => {
  const file = await requireFile(ctx, body.file);
  const row = await ctx.db
    .insertInto("file_log")
    .values({
      file_id: file.id,
      at: ctx.clock.now(),
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
    await recordContact(ctx.db, file.id, { at: row.at, channel: body.type });
  }
  return toLine(row, ctx);
});

const update = answer(updateLog, async (ctx, { params, body }) => {
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
  if (!changed) throw new VorderError("conflict", { data: { current: toLine(row, ctx) } });
  await ctx.audit({
    action: "log.update",
    subject: "file_log",
    subjectId: row.id,
    before: { subject: row.subject, content: row.content },
    after: { subject: changed.subject, content: changed.content },
  });
  return toLine(changed, ctx);
});

export const logsServer = room({ name: "logs", texts: [logTexts], answers: [list, one, types, create, update] });
