/** Attempted calls about files, and their results. */
import { sql } from "kysely";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { listed } from "../../../ground/kernel/listed.ts";
import type { Ctx, Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { runBatched } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { LawRefusal, type StoredRefusal } from "../../../law/rules/rules.server.ts";
import type { AgendaItem } from "../../agenda/agenda.contract.ts";
import { fileContacts } from "../../files/files.server.ts";
import { lockNumbers, writeLogs } from "../../logs/logs.server.ts";
import { isNamedAlike } from "../../persons/persons.server.ts";
import { type LineResult, lineResults, type PersonResult, personResults, usableNumbers } from "../work-queue.ts";
import { judgeItems } from "./judging.server.ts";

export interface AttemptRow {
  readonly id: number;
  readonly itemId: number;
  readonly number: string;
  readonly at: Date;
  readonly line: LineResult | null;
  readonly person: PersonResult | null;
  readonly by: string;
}

/** The calls about files, the last one first; files without any are not in the map. */
export async function attemptsByFile(
  db: Db,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, readonly AttemptRow[]>> {
  const rows = await db
    .selectFrom("call_attempt as a")
    .innerJoin("app_user as u", "u.id", "a.user_id")
    .select(["a.id", "a.file_id", "a.item_id as itemId", "a.number", "a.dialled_at as at", "a.line", "a.person"])
    .select("u.name as by")
    .where(sql<boolean>`a.file_id = any(${[...fileIds]}::bigint[])`)
    .orderBy("a.dialled_at", "desc")
    .orderBy("a.id", "desc")
    .execute();
  const found = rows.map(({ file_id, line, person, ...row }) => ({
    fileId: file_id,
    attempt: {
      ...row,
      line: line === null ? null : listed(lineResults, line),
      person: person === null ? null : listed(personResults, person),
    },
  }));
  return new Map(
    [...Map.groupBy(found, ({ fileId }) => fileId)].map(([id, each]) => [id, each.map(({ attempt }) => attempt)]),
  );
}

/** The calls about a file, the last one first. */
export const attemptsOf = async (db: Db, fileId: number): Promise<readonly AttemptRow[]> =>
  (await attemptsByFile(db, [fileId])).get(fileId) ?? [];

/**
 * Of the numbers of files, those that are ended by a call about another file: one that is no telephone for everybody, one that is another's for all files
 * of the same debtor. By file.
 */
export async function endedElsewhere(
  db: Db,
  wanted: readonly { readonly fileId: number; readonly numbers: readonly string[] }[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const asked = wanted.flatMap(({ fileId, numbers }) => numbers.map((number) => ({ file: fileId, number })));
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ file: number; numbers: string[] }>`select w.file, array_agg(distinct w.number) as numbers
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w(file bigint, number text)
    join case_file own on own.id = w.file join debtor d on d.id = own.debtor_id
    join call_attempt a on a.number = w.number and a.file_id <> w.file
    join case_file other on other.id = a.file_id join debtor same on same.id = other.debtor_id
    where a.line in ('out_of_service', 'fax') or (a.person = 'wrong_number' and ${isNamedAlike("same", "d")})
    group by w.file`.execute(
    asSystem(db, "what was told of a number holds for its debtor, whichever file it was about"),
  );
  return new Map(rows.map(({ file, numbers }) => [file, numbers]));
}

export const toAttempt = ({ id, at, number, line, person, by }: AttemptRow) => ({
  id,
  at: at.toISOString(),
  number,
  line,
  person,
  by,
});

/** Which of these numbers a dialer has in hand: on a list that is out, and not told of. */
export async function withDialer(
  { db, clock }: Pick<WorkCtx, "db" | "clock">,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`select distinct r.number from dialer_row r
    join dialer_list l on l.id = r.list_id
    where r.number = any(${[...numbers]}::text[]) and l.returned_at is null and l.until_at > ${clock.now()}
      and not exists (select from call_attempt a where a.dialer_list_id = r.list_id and a.dialer_row = r.row_number)`.execute(
    db,
  );
  return new Set(rows.map(({ number }) => number));
}

export interface CallRecord {
  readonly item: Pick<AgendaItem, "id" | "fileId">;
  readonly number: string;
  readonly at: Date;
  readonly against?: readonly StoredRefusal[];
  readonly dialer?: { readonly list: number; readonly row: number };
}

/** Enters attempts; gives their ids in the order given. */
async function insertAttempts(ctx: WorkCtx, calls: readonly CallRecord[], lines: readonly number[]): Promise<number[]> {
  const rows = calls.map(({ item, number, at, against, dialer }, each) => ({
    file_id: item.fileId,
    item_id: item.id,
    number,
    dialled_at: at.toISOString(),
    user_id: ctx.user.id,
    log_id: lines[each],
    against: against?.length ? against : null,
    dialer_list_id: dialer?.list ?? null,
    dialer_row: dialer?.row ?? null,
  }));
  const made = await sql<{
    id: number;
    log_id: number;
  }>`insert into call_attempt (file_id, item_id, number, dialled_at, user_id,
      log_id, against, dialer_list_id, dialer_row)
    select file_id, item_id, number, dialled_at, user_id, log_id, against, dialer_list_id, dialer_row
    from jsonb_populate_recordset(null::call_attempt, ${JSON.stringify(rows)}::jsonb) returning id, log_id`.execute(
    ctx.db,
  );
  const byLine = new Map(made.rows.map(({ id, log_id }) => [log_id, id]));
  return lines.map((line) => byLine.get(line) ?? 0);
}

/**
 * Notes that numbers were dialled: on the timeline, among the contacts of the debtors, and as attempts, with statements for all of them. Gives
 * the ids of the attempts in the order given.
 */
export async function noteCalls(ctx: WorkCtx, calls: readonly CallRecord[]): Promise<number[]> {
  if (calls.length === 0) return [];
  const lines = await writeLogs(
    ctx,
    calls.map(({ item, number, at, dialer }) => ({
      fileId: item.fileId,
      type: "call" as const,
      subject: { key: dialer ? "work-queue.logDialer" : "work-queue.logDialled", values: { number } },
      at,
    })),
  );
  await runBatched(ctx.db, calls, ({ item, at }) => fileContacts.record(ctx.db, item.fileId, { at, channel: "call" }));
  const ids = await insertAttempts(ctx, calls, lines);
  for (const [each, { item, at }] of calls.entries())
    await ctx.audit({
      action: "call.dialled",
      subject: "file",
      subjectId: item.fileId,
      after: { attempt: ids[each], item: item.id, at: at.toISOString() },
    });
  return ids;
}

/**
 * Dials a number for an item in hand. Asked again for the same number before anything came of it, it is the same call.
 * @throws refused with each rule of the law gate; validation for a number that is not to be dialled, or while another call is open.
 */
export async function dial(ctx: Ctx, item: AgendaItem, number: string): Promise<AttemptRow> {
  const attempts = await attemptsOf(ctx.db, item.fileId);
  const open = attempts.find(({ itemId, line }) => itemId === item.id && line === null);
  if (open?.number === number) return open;
  if (open) throw fieldError("number", "work-queue.callOpen", { number: open.number });
  const asked = (await judgeItems(ctx, [item])).get(item.fileId);
  await lockNumbers(ctx.db, asked?.numbers ?? []);
  const verdict = (await judgeItems(ctx, [item])).get(item.fileId);
  if ((await withDialer(ctx, verdict?.numbers ?? [])).size > 0)
    throw fieldError("common", "work-queue.numberWithDialer");
  if (verdict && verdict.refusals.length > 0)
    throw new LawRefusal(
      ctx,
      verdict.refusals.map((refusal) => ({ ...refusal, field: "common" })),
    );
  if (!verdict?.numbers.includes(number)) throw fieldError("number", "work-queue.numberUnknown");
  const { fileId } = item;
  const ended = (await endedElsewhere(ctx.db, [{ fileId, numbers: verdict.numbers }])).get(fileId);
  if (!usableNumbers(verdict.numbers, attempts, ended).includes(number))
    throw fieldError("number", "work-queue.numberEnded");
  const at = ctx.clock.now();
  const [id = 0] = await noteCalls(ctx, [{ item, number, at }]);
  return { id, itemId: item.id, number, at, line: null, person: null, by: ctx.user.name };
}
