/** The filters of the list of files, as conditions on `case_file`; through the visibility of the reader. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { addDays, date, instantInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import { centsFromDecimal } from "../../ground/kernel/money.ts";
import type { Ctx } from "../../ground/platform/server/http/module.ts";
import { visibleFiles } from "../files/files.server.ts";
import { holdKinds } from "../files/files.ts";
import { closedWithNothingOpen } from "../states/states.ts";
import type { FileQuery } from "./file-search.contract.ts";
import type { FileFlag, NextActionSpan } from "./file-search.ts";
import { addedFilter, addedFlag } from "./search-conditions.server.ts";

export type FileFilter = FileQuery["filter"] & { readonly ids?: readonly number[] | undefined };
export type Reader = Pick<Ctx, "db" | "user" | "clock" | "translate" | "lang">;
type Condition = RawBuilder<SqlBool>;

/** One value by itself is compared as such: an index that begins with its column then also gives the order. */
function among(column: string, type: "bigint" | "text", values: readonly (number | string)[]): Condition {
  return values.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${values[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`;
}

const either = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `)})`;

function underHold(kinds: readonly string[], today: PlainDate): Condition {
  return sql<SqlBool>`case_file.id in (select file_hold.file_id from file_hold where file_hold.lifted_at is null
    and file_hold.kind = any(${kinds}::text[]) and (file_hold.until_date is null or file_hold.until_date >= ${today}))`;
}

function byFlag(flag: FileFlag): Condition {
  switch (flag) {
    case "no_manager":
      return sql<SqlBool>`(case_file.case_manager_id is null and case_file.closed_on is null)`;
    case "overpaid":
      return sql<SqlBool>`case_file.overpaid_cents > 0`;
    case "paid_open":
      return sql<SqlBool>`(case_file.status = 'closed' and case_file.open_cents > 0 and exists (select from file_closure
        where file_closure.file_id = case_file.id and reopened_at is null and reason = any(${closedWithNothingOpen}::text[])))`;
    case "no_contact":
      return sql<SqlBool>`(case_file.last_contact_at is null and case_file.closed_on is null)`;
    case "no_action":
      return sql<SqlBool>`(case_file.next_action_on is null and case_file.closed_on is null)`;
    default:
      return addedFlag(flag) ?? sql<SqlBool>`false`;
  }
}

/** Files with any of these flags. Those that holds stand for are asked for at once. */
function flagged(flags: readonly FileFlag[], today: PlainDate): Condition {
  const isHold = (flag: FileFlag): boolean => holdKinds.some((kind) => kind === flag) && addedFlag(flag) === undefined;
  const holds = flags.filter(isHold);
  return either([
    ...(holds.length > 0 ? [underHold(holds, today)] : []),
    ...flags.filter((flag) => !isHold(flag)).map(byFlag),
  ]);
}

const bySpan: Readonly<Record<NextActionSpan, (today: PlainDate) => Condition>> = {
  overdue: (today) => sql<SqlBool>`case_file.next_action_on < ${today}`,
  today: (today) => sql<SqlBool>`case_file.next_action_on = ${today}`,
  week: (today) => sql<SqlBool>`case_file.next_action_on between ${addDays(today, 1)} and ${addDays(today, 7)}`,
  later: (today) => sql<SqlBool>`case_file.next_action_on > ${addDays(today, 7)}`,
};

function byWho(filter: FileFilter): Condition[] {
  const all: Condition[] = [];
  if (filter.ids?.length) all.push(among("case_file.id", "bigint", filter.ids));
  if (filter.client?.length) all.push(among("case_file.client_id", "bigint", filter.client));
  if (filter.clientGroup?.length) {
    all.push(sql<SqlBool>`case_file.client_id in (select client.id from client
      where client.client_group_id = any(${filter.clientGroup}::bigint[]))`);
  }
  if (filter.merchant?.length) all.push(among("case_file.merchant_id", "bigint", filter.merchant));
  if (filter.team?.length) all.push(among("case_file.team_id", "bigint", filter.team));
  if (filter.caseManager?.length) all.push(among("case_file.case_manager_id", "bigint", filter.caseManager));
  return all;
}

/** Whose debtor is such: one look at the debtor for both. */
function byDebtor({ debtorType, language }: FileFilter): Condition[] {
  const all: Condition[] = [];
  if (debtorType?.length) all.push(among("whose.file_type", "text", debtorType));
  if (language?.length) all.push(among("whose.language", "text", language));
  return all.length === 0
    ? []
    : [
        sql<SqlBool>`exists (select from debtor as whose
          where whose.id = case_file.debtor_id and ${sql.join(all, sql` and `)})`,
      ];
}

function byState(filter: FileFilter, today: PlainDate): Condition[] {
  const all: Condition[] = [];
  if (filter.phase?.length) all.push(among("case_file.phase", "text", filter.phase));
  if (filter.status?.length) all.push(among("case_file.status", "text", filter.status));
  if (filter.workflow?.length) all.push(addedFilter("workflow")?.where(filter.workflow) ?? sql<SqlBool>`false`);
  if (filter.flag?.length) all.push(flagged(filter.flag, today));
  if (filter.withoutFlag?.length) all.push(sql<SqlBool>`not ${flagged(filter.withoutFlag, today)}`);
  if (filter.nextAction?.length) all.push(either(filter.nextAction.map((span) => bySpan[span](today))));
  return all;
}

function byNumbers(filter: FileFilter, today: PlainDate): Condition[] {
  const all: Condition[] = [];
  const from = filter.amountFrom === undefined ? undefined : centsFromDecimal(filter.amountFrom);
  const to = filter.amountTo === undefined ? undefined : centsFromDecimal(filter.amountTo);
  if (from !== undefined) all.push(sql<SqlBool>`case_file.open_cents >= ${from}`);
  if (to !== undefined) all.push(sql<SqlBool>`case_file.open_cents <= ${to}`);
  if (filter.nextActionFrom) all.push(sql<SqlBool>`case_file.next_action_on >= ${filter.nextActionFrom}`);
  if (filter.nextActionTo) all.push(sql<SqlBool>`case_file.next_action_on <= ${filter.nextActionTo}`);
  if (filter.placedFrom) all.push(sql<SqlBool>`case_file.placed_on >= ${filter.placedFrom}`);
  if (filter.placedTo) all.push(sql<SqlBool>`case_file.placed_on <= ${filter.placedTo}`);
  if (filter.lastContactFrom)
    all.push(sql<SqlBool>`case_file.last_contact_at >= ${instantInAmsterdam(date(filter.lastContactFrom))}`);
  if (filter.lastContactTo)
    all.push(sql<SqlBool>`case_file.last_contact_at < ${instantInAmsterdam(addDays(date(filter.lastContactTo), 1))}`);
  if (filter.ageFrom !== undefined)
    all.push(sql<SqlBool>`case_file.placed_on <= ${addDays(today, -filter.ageFrom)}::date`);
  if (filter.ageTo !== undefined) all.push(sql<SqlBool>`case_file.placed_on >= ${addDays(today, -filter.ageTo)}::date`);
  return all;
}

/** Everything that the filter asks for, except its search text. */
export function filtered(ctx: Pick<Reader, "user" | "clock">, filter: FileFilter): Condition {
  const today = ctx.clock.today();
  const all = [
    visibleFiles(ctx.user),
    ...byWho(filter),
    ...byDebtor(filter),
    ...byState(filter, today),
    ...byNumbers(filter, today),
  ];
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}
