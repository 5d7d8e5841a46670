/** The functions by which every module writes its lines on the timelines of files. */
import { sql } from "kysely";
import type { Actor, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched } from "../../../ground/platform/server/postgres/batched.ts";
import { categoryOf, type LogCategory, type LogReader, type LogText, type LogType, translateLogText } from "../logs.ts";

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

type Writer = Pick<WorkCtx, "db" | "clock" | "user" | "translate">;

// Lines that nobody writes by hand, whoever set them off; and what the system did of itself, as against what reached people.
const alwaysSystem: ReadonlySet<LogType> = new Set(["workflow", "system"]);
const systemTypes: ReadonlySet<LogType> = new Set(["status", "document"]);
const isSystemLine = (line: NewLogLine, user: Actor): boolean =>
  line.system ?? (alwaysSystem.has(line.type) || (user.kind === "system" && systemTypes.has(line.type)));

function stored(text: LogText | string | null | undefined, dutch: LogReader) {
  if (text === null || text === undefined || text === "") return { key: null, values: null, text: null };
  if (typeof text === "string") return { key: null, values: null, text };
  // What is searched for is typed with an ordinary space.
  return { key: text.key, values: text.values ?? {}, text: translateLogText(text, dutch).replaceAll("\u00a0", " ") };
}

/** Writes lines on the timelines of files, in one statement; gives their ids in the order given. */
export const writeLogs = (ctx: Writer, lines: readonly NewLogLine[]): Promise<number[]> => insertLines(ctx, lines);

/** Writes one line, and gives its id to whoever may have to take it back; see `withdrawLine`. */
export async function writeNote(ctx: Writer, line: NewLogLine): Promise<number> {
  const [id = 0] = await insertLines(ctx, [line]);
  return id;
}

async function insertLines(ctx: Writer, lines: readonly NewLogLine[]): Promise<number[]> {
  if (lines.length === 0) return [];
  const now = ctx.clock.now();
  const dutch: LogReader = { translate: (message) => ctx.translate(message, "nl"), language: "nl" };
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
  return insertRows(ctx.db, rows);
}

/** Writes lines, and gives their ids in the order given. */
const insertRows = batched(async (db, asked: readonly (readonly Record<string, unknown>[])[]) => {
  const { rows } = await sql<{
    id: number;
  }>`insert into file_log (file_id, at, type, category, subject_key, subject_values, subject, content_key,
      content_values, content, user_id, user_name, acting_for, is_system, ref_kind, ref_id)
    select file_id, at, type, category, subject_key, subject_values, subject, content_key, content_values, content,
      user_id, user_name, acting_for, is_system, ref_kind, ref_id
    from jsonb_populate_recordset(null::file_log, ${JSON.stringify(asked.flat())}::jsonb) returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  let from = 0;
  return asked.map(({ length }) => {
    from += length;
    return ids.slice(from - length, from);
  });
});

interface TakenBack {
  readonly log_id: number;
  readonly file_id: number;
  readonly words: string;
  readonly replaced_at: string;
  readonly replaced_by: number | null;
  readonly user_name: string;
}

const takeBack = batched(async (db, lines: readonly TakenBack[]) => {
  const { rows } = await sql<{ id: number }>`
    with asked as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as a(log_id bigint, file_id bigint, words text,
      replaced_at timestamptz, replaced_by bigint, user_name text)),
    taken as (select l.id, l.version, l.subject, l.content from file_log l join asked a on a.log_id = l.id and a.file_id = l.file_id
      where l.version = 1 for update of l),
    former as (insert into log_former (log_id, version, subject, content, replaced_at, replaced_by, user_name)
      select t.id, t.version, t.subject, t.content, a.replaced_at, a.replaced_by, a.user_name
      from taken t join asked a on a.log_id = t.id)
    update file_log set subject = a.words, content = null, version = file_log.version + 1
    from taken t join asked a on a.log_id = t.id where file_log.id = t.id returning file_log.id`.execute(db);
  const done = new Set(rows.map(({ id }) => id));
  return lines.map(({ log_id }) => done.has(log_id));
});

/**
 * Takes a line back that was typed by hand: it says so in its place, and what stood there is kept as its former text. Nothing happens
 * where it was changed since.
 */
export async function withdrawLine(ctx: WorkCtx, fileId: number, logId: number, words: string): Promise<void> {
  const taken = await takeBack(ctx.db, {
    log_id: logId,
    file_id: fileId,
    words,
    replaced_at: ctx.clock.now().toISOString(),
    replaced_by: ctx.user.id || null,
    user_name: ctx.user.name,
  });
  if (taken)
    await ctx.audit({ action: "log.takeBack", subject: "file_log", subjectId: logId, after: { subject: words } });
}

/** Writes one line; see `writeLogs`. */
export const writeLog = async (ctx: Writer, line: NewLogLine): Promise<void> => void (await writeLogs(ctx, [line]));
