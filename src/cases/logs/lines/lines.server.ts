/** Reads lines of the timeline: which ones a reader may see, and their text in that reader's language. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Actor, Ctx } from "../../../ground/platform/server/http/module.ts";
import { selectFiles } from "../../files/files.server.ts";
import type { LogLine } from "../logs.contract.ts";
import {
  type LogReader,
  type LogText,
  logCategories,
  logTypes,
  readerOf,
  translateLogText,
  writtenTypes,
} from "../logs.ts";
import { brokenRules } from "./visits.server.ts";

export const columns = [
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
  "against",
  "ref_kind",
  "ref_id",
  "file_log.version",
] as const;

const linesOf = (ctx: Pick<Ctx, "db" | "user">) =>
  selectFiles(ctx)
    .innerJoin("file_log", "file_log.file_id", "case_file.id")
    .where(visibleLines(ctx.user))
    .select(columns);
export type Row = Awaited<ReturnType<ReturnType<typeof linesOf>["executeTakeFirstOrThrow"]>>;

export const isWritten = (type: string): boolean => writtenTypes.some((written) => written === type);
export const mayEdit = (row: Pick<Row, "type" | "user_id" | "subject_key">, user: Actor): boolean =>
  row.subject_key === null && isWritten(row.type) && row.user_id === user.id;

function known<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new VorderError("internal", { cause: `not in its list: ${value}` });
  return found;
}

const isLogValues = (value: unknown): value is NonNullable<LogText["values"]> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (key: string | null, values: unknown, text: string | null, reader: LogReader): string | null =>
  key === null ? text : translateLogText({ key, values: isLogValues(values) ? values : {} }, reader);

export function toLine(row: Row, ctx: Pick<Ctx, "translate" | "lang" | "user">): LogLine {
  const reader = readerOf(ctx);
  return {
    id: row.id,
    fileId: row.file_id,
    at: row.at.toISOString(),
    type: known(logTypes, row.type),
    category: known(logCategories, row.category),
    subject: textOf(row.subject_key, row.subject_values, row.subject, reader) ?? "",
    content: textOf(row.content_key, row.content_values, row.content, reader),
    userName: row.user_name,
    actingFor: row.acting_for,
    isSystem: row.is_system,
    against: (row.against === null ? [] : brokenRules.parse(row.against)).map(({ rule, article, key, values }) => ({
      rule,
      article: article === "house" ? ctx.translate({ key: "rules.house" }, ctx.lang) : article,
      text: translateLogText({ key, values }, reader),
    })),
    ref: row.ref_kind !== null && row.ref_id !== null ? { kind: row.ref_kind, id: row.ref_id } : null,
    editable: mayEdit(row, ctx.user),
    attachments: [],
    edits: row.version - 1,
    version: row.version,
  };
}

/**
 * Which lines of a file that one may see show to a reader: the house's own people see all; a client's people do not see what was
 * noted for internal use, unless they noted it themselves.
 */
export const visibleLines = (user: Pick<Actor, "kind" | "id">): RawBuilder<SqlBool> =>
  user.kind === "staff" || user.kind === "system"
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(file_log.category <> 'internal' or file_log.user_id = ${user.id})`;

/** A line that the reader may see. @throws notFound. */
export async function requireLine(ctx: Pick<Ctx, "db" | "user" | "saw">, id: number): Promise<Row> {
  const row = await linesOf(ctx).where("file_log.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  ctx.saw([row.file_id]);
  return row;
}
