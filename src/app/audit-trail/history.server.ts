/** Answers what happened to what: the audit trail, for the subjects that the modules declare. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { allows } from "../../ground/kernel/access.ts";
import { addDays, date, instantInAmsterdam } from "../../ground/kernel/dates.ts";
import { notFound } from "../../ground/kernel/errors.ts";
import { holdsText } from "../../ground/kernel/fold-text.ts";
import { countCap, type TableQuery, toPage } from "../../ground/kernel/query.ts";
import {
  type HistoryRow,
  historySubjects,
  readHistory,
  settingsHistory,
} from "../../ground/platform/history.contract.ts";
import { changedFields } from "../../ground/platform/history.ts";
import type { TextTable } from "../../ground/platform/server/http/error-replies.ts";
import {
  type Ctx,
  type Db,
  type Handler,
  type HistorySubject,
  handle,
  systemActor,
} from "../../ground/platform/server/http/module.ts";
import { contains } from "../../ground/platform/server/postgres/like-pattern.ts";

const lines = (db: Db) =>
  db
    .selectFrom("audit_log")
    .leftJoin("app_user as doer", "doer.id", "audit_log.user_id")
    .leftJoin("app_user as previous", "previous.username", "audit_log.acting_for");

type Lines = ReturnType<typeof lines>;

/** The page and the (capped) count of what was found. */
async function pageOfLines(db: Db, found: Lines, page: Pick<TableQuery, "offset" | "limit" | "order">) {
  const counted = found.select("audit_log.id").limit(countCap + 1);
  const { total } = await db
    .selectFrom(counted.as("counted"))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select([
      "audit_log.id",
      "audit_log.at",
      "audit_log.username",
      "audit_log.acting_for",
      "audit_log.action",
      "audit_log.subject",
      "audit_log.subject_id",
      "audit_log.before",
      "audit_log.after",
      "doer.name as doer_name",
      "previous.name as previous_name",
    ])
    .orderBy("audit_log.id", page.order?.direction ?? "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

type Line = Awaited<ReturnType<typeof pageOfLines>>["rows"][number];

const isEmpty = (value: unknown): boolean => value === null || value === "";

/** The fields of the records that a value holds. */
const partsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(partsOf)
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([part, inner]) => [part, ...partsOf(inner)])
      : [];

/** The ids that stand in a field of these values, however deep. */
function idsIn(field: string, within: string, value: unknown): number[] {
  if (typeof value === "number") return within === field ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(field, within, item));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([part, inner]) => idsIn(field, part, inner));
}

/** The name of a record that stands in a field of a subject by its id. */
type NameOf = (subject: string, field: string, id: number) => string | undefined;

/** The names of all records that these lines mention: each field of a subject is asked once. */
async function namesIn(ctx: Ctx, subjects: readonly HistorySubject[], found: readonly Line[]): Promise<NameOf> {
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const { subject, references = {} } of subjects) {
    const values = found.filter((line) => line.subject === subject).flatMap(({ before, after }) => [before, after]);
    for (const [field, namesOf] of Object.entries(references)) {
      const ids = new Set(idsIn(field, "", values));
      if (ids.size > 0) names.set(`${subject} ${field}`, await namesOf(ctx, [...ids]));
    }
  }
  return (subject, field, id) => names.get(`${subject} ${field}`)?.get(id);
}

/** The words of one line: those of the module where it gives them, else the plain verb, else what stands in the trail. */
function toRow(
  ctx: Ctx,
  texts: TextTable,
  subjects: readonly HistorySubject[],
  nameOf: NameOf,
  line: Line,
): HistoryRow {
  const subject = subjects.find((known) => known.subject === line.subject);
  const translate = (key: string | undefined): string | undefined =>
    key !== undefined && texts.has(key) ? ctx.translate({ key }) : undefined;
  const shown = (field: string, value: unknown): unknown => {
    if (typeof value === "string")
      return translate(subject?.value?.(field, value)) ?? translate(`roles.${value}`) ?? value;
    if (typeof value === "number") return nameOf(line.subject, field, value) ?? value;
    if (Array.isArray(value)) return value.map((item) => shown(field, item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([part, inner]) => [part, shown(part, inner)]));
  };
  const labelOf = (field: string): string => translate(subject?.field?.(field)) ?? field;
  const verb = line.action.split(".").at(-1) ?? "";
  return {
    id: line.id,
    at: line.at.toISOString(),
    by: {
      username: line.username,
      name: line.username === systemActor.username ? systemActor.name : (line.doer_name ?? line.username),
    },
    previous:
      line.acting_for === null ? null : { username: line.acting_for, name: line.previous_name ?? line.acting_for },
    action: line.action,
    actionText: translate(subject?.actions?.[line.action]) ?? translate(`history.did_${verb}`) ?? line.action,
    subject: line.subject,
    subjectText: translate(subject?.name) ?? line.subject,
    subjectId: line.subject_id,
    changes: changedFields(line.before, line.after)
      // A record that is added tells what it holds, not which of its fields were left empty.
      .filter(({ before, after }) => !isEmpty(before) || !isEmpty(after))
      .map(({ field, before, after }) => ({
        field,
        before: shown(field, before),
        after: shown(field, after),
        label: labelOf(field),
        parts: Object.fromEntries(partsOf([before, after]).map((part) => [part, labelOf(part)])),
      })),
  };
}

const granted = ({ user }: Ctx, { who }: HistorySubject): boolean => allows(who, user.acl, user.kind !== "guest");

/**
 * The subjects whose readers are those who may change settings. What is seen record by record is told here, where all stand together, to
 * staff alone: they see every record.
 */
const ofSettings = ({ user }: Ctx, subjects: readonly HistorySubject[]): readonly HistorySubject[] =>
  subjects.filter(
    ({ who, visible }) =>
      who.kind === "any" && who.roles.includes("ROLE_SETTINGS") && (visible === undefined || user.kind === "staff"),
  );

/** Lines by somebody whose name or log-in has a text in it, or by whoever acted for them. */
function isBy(text: string): RawBuilder<SqlBool> {
  const isOfSystem = holdsText(systemActor.name, text);
  return sql`(${contains(["audit_log.username", "audit_log.acting_for", "doer.name", "previous.name"], text)}
    or (${isOfSystem} and audit_log.username = ${systemActor.username}))`;
}

/** `subjects` are those of every module, which only the composition knows; so are the texts. */
export function historyHandlers(subjects: () => readonly HistorySubject[], texts: () => TextTable): readonly Handler[] {
  return [
    handle(historySubjects, async (ctx) => ({
      items: ofSettings(ctx, subjects())
        .map(({ subject, name }) => ({ subject, name: ctx.translate({ key: name }) }))
        .sort((a, b) => a.name.localeCompare(b.name, ctx.lang)),
    })),

    handle(settingsHistory, async (ctx, { query }) => {
      const known = ofSettings(ctx, subjects());
      const { subject, who, dateFrom, dateTo } = query.filter;
      const names = known.map((each) => each.subject).filter((name) => subject === undefined || name === subject);
      const found = lines(ctx.db)
        .where("audit_log.subject", "in", names.length > 0 ? names : [""])
        .$if(who !== undefined, (select) => select.where(isBy(who ?? "")))
        .$if(dateFrom !== undefined, (select) =>
          select.where("audit_log.at", ">=", instantInAmsterdam(date(dateFrom ?? ""))),
        )
        .$if(dateTo !== undefined, (select) =>
          select.where("audit_log.at", "<", instantInAmsterdam(addDays(date(dateTo ?? ""), 1))),
        );
      const { rows, total } = await pageOfLines(ctx.db, found, query);
      const nameOf = await namesIn(ctx, known, rows);
      return toPage(
        rows.map((row) => toRow(ctx, texts(), known, nameOf, row)),
        total,
        query.limit,
      );
    }),

    handle(readHistory, async (ctx, { params, query }) => {
      const known = subjects();
      const subject = known.find((each) => each.subject === params.subject);
      if (!subject || !granted(ctx, subject)) throw notFound();
      if (subject.visible && !(await subject.visible(ctx, params.subjectId))) throw notFound();
      const found = lines(ctx.db)
        .where("audit_log.subject", "=", params.subject)
        .where("audit_log.subject_id", "=", params.subjectId)
        .where("audit_log.action", "not in", [...(subject.without ?? []), ""]);
      const { rows, total } = await pageOfLines(ctx.db, found, query);
      const nameOf = await namesIn(ctx, known, rows);
      return toPage(
        rows.map((row) => toRow(ctx, texts(), known, nameOf, row)),
        total,
        query.limit,
      );
    }),
  ];
}
