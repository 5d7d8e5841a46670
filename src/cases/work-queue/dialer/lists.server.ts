/** Call lists for a dialer: the calls exported to it, and the release of those without a result. */
import { sql } from "kysely";
import { instantInAmsterdam } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { csvBlob } from "../../../ground/platform/server/storage/spreadsheets.ts";
import type { AgendaItem } from "../../agenda/agenda.contract.ts";
import { agendaQueue } from "../../agenda/agenda.server.ts";
import { selectFiles } from "../../files/files.server.ts";
import { lockNumbers } from "../../logs/logs.server.ts";
import { attemptsByFile, endedElsewhere, withDialer } from "../queue/attempts.server.ts";
import { judgeItems } from "../queue/judging.server.ts";
import type { DialerList } from "../work-queue.contract.ts";
import { mostDialerRows, usableNumbers } from "../work-queue.ts";

/** So many items are judged at once, and no more than this in all for one list. */
const lot = 100;
const mostJudged = 2000;

/** Nobody calls after this hour (Bki 4.2): what a dialer has not told of by then is back in the queue. */
const lastHour = 20;

/** What has the items of a list in hand. */
export const holderOf = (listId: number): string => `dialer-list:${listId}`;

interface Chosen {
  readonly item: AgendaItem;
  readonly number: string;
}

/** Those of these calls that may be made still, once nobody else can begin one of them: their numbers stay locked. */
async function stillFree(ctx: Ctx, chosen: readonly Chosen[]): Promise<Chosen[]> {
  const numbers = chosen.map(({ number }) => number);
  await lockNumbers(ctx.db, numbers);
  const out = await withDialer(ctx, numbers);
  const verdicts = await judgeItems(
    ctx,
    chosen.map(({ item }) => item),
  );
  return chosen.filter(({ item, number }) => verdicts.get(item.fileId)?.refusals.length === 0 && !out.has(number));
}

/** The calls of a queue that may be made now, one of each debtor's numbers. */
async function callable(ctx: Ctx, scope: "mine" | "team"): Promise<Chosen[]> {
  const found: Chosen[] = [];
  const numbers = new Set<string>();
  for (let offset = 0; offset < mostJudged && found.length < mostDialerRows; offset += lot) {
    const items = await agendaQueue.candidates(ctx, { scope, calls: true }, { skip: [], offset, limit: lot });
    const verdicts = await judgeItems(ctx, items);
    const attempts = await attemptsByFile(
      ctx.db,
      items.map(({ fileId }) => fileId),
    );
    const ended = await endedElsewhere(
      ctx.db,
      [...verdicts].map(([fileId, { numbers: each }]) => ({ fileId, numbers: each })),
    );
    for (const number of await withDialer(
      ctx,
      [...verdicts.values()].flatMap((verdict) => verdict.numbers),
    ))
      numbers.add(number);
    for (const item of items) {
      const verdict = verdicts.get(item.fileId);
      if (!verdict || verdict.refusals.length > 0 || found.length === mostDialerRows) continue;
      const [number] = usableNumbers(verdict.numbers, attempts.get(item.fileId) ?? [], ended.get(item.fileId));
      // Several files of one debtor: the measure counts over all of them, so that a dialer gets the first one alone.
      if (number === undefined || verdict.numbers.some((each) => numbers.has(each))) continue;
      for (const each of verdict.numbers) numbers.add(each);
      found.push({ item, number });
    }
    if (items.length < lot) break;
  }
  return found;
}

/** The lists of one person, or one of them. */
async function listsOf(ctx: Ctx, id?: number): Promise<DialerList[]> {
  const { rows } = await sql<{ id: number; made: Date; until: Date; out: boolean; rows: number; told: number }>`
    select l.id, l.made_at as made, l.until_at as until, l.returned_at is null and l.until_at > ${ctx.clock.now()} as out,
      (select count(*)::int from dialer_row r where r.list_id = l.id) as rows,
      (select count(*)::int from call_attempt a where a.dialer_list_id = l.id) as told
    from dialer_list l where l.user_id = ${ctx.user.id} and (${id === undefined} or l.id = ${id ?? 0})
    order by l.id desc limit 50`.execute(ctx.db);
  return rows.map(({ id, made, until, out, rows, told }) => ({
    id,
    madeAt: made.toISOString(),
    until: until.toISOString(),
    out: out && told < rows,
    rows,
    told,
  }));
}

export const ownLists = listsOf;

/** @throws notFound, also for a list of somebody else. */
export async function requireList(ctx: Ctx, id: number): Promise<DialerList> {
  const [list] = await listsOf(ctx, id);
  if (!list) throw notFound();
  return list;
}

/** Gives calls to a dialer. @throws validation where there are none. */
export async function makeList(ctx: Ctx, scope: "mine" | "team"): Promise<DialerList> {
  const chosen = await stillFree(ctx, await callable(ctx, scope));
  if (chosen.length === 0) throw fieldError("common", "work-queue.nothingToDial");
  const until = instantInAmsterdam(ctx.clock.today(), lastHour);
  const { id } = await ctx.db
    .insertInto("dialer_list")
    .values({ user_id: ctx.user.id, made_at: ctx.clock.now(), until_at: until })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids = chosen.map(({ item }) => item.id);
  const taken = new Set(await agendaQueue.takeAll(ctx, ids, { heldFor: holderOf(id) }, until));
  const rows = chosen.filter(({ item }) => taken.has(item.id));
  if (rows.length === 0) throw fieldError("common", "work-queue.nothingToDial");
  await ctx.db
    .insertInto("dialer_row")
    .values(
      rows.map(({ item, number }, at) => ({
        list_id: id,
        row_number: at + 1,
        item_id: item.id,
        file_id: item.fileId,
        number,
      })),
    )
    .execute();
  await ctx.audit({ action: "dialer_list.made", subject: "dialer_list", subjectId: id, after: { rows: rows.length } });
  return requireList(ctx, id);
}

/** The rows of a list, of the files that whoever asks may still see. */
export const rowsOfList = (ctx: Pick<Ctx, "db" | "user">, listId: number) =>
  selectFiles(ctx)
    .innerJoin("dialer_row as r", "r.file_id", "case_file.id")
    .innerJoin("debtor as d", "d.id", "case_file.debtor_id")
    .select([
      "r.row_number",
      "r.item_id",
      "r.file_id",
      "r.number",
      "case_file.number as file_number",
      "d.display_name",
      "case_file.language",
    ])
    .where("r.list_id", "=", listId)
    .orderBy("r.row_number")
    .execute();

/** A list as CSV. */
export async function fileOfList(ctx: Ctx, id: number) {
  await requireList(ctx, id);
  const rows = await rowsOfList(ctx, id);
  ctx.listed(rows.map(({ file_id }) => file_id));
  return csvBlob(
    `call-list-${id}.csv`,
    ["reference", "file", "name", "number", "language"],
    rows.map((row) => [`${id}-${row.row_number}`, row.file_number, row.display_name, row.number, row.language]),
    { language: ctx.lang },
  );
}

/** Takes back what a dialer has not told of. */
export async function returnList(ctx: Ctx, id: number): Promise<DialerList> {
  await requireList(ctx, id);
  await ctx.db
    .updateTable("dialer_list")
    .set({ returned_at: ctx.clock.now() })
    .where("id", "=", id)
    .where("returned_at", "is", null)
    .execute();
  await agendaQueue.giveBackFrom(ctx, holderOf(id));
  await ctx.audit({ action: "dialer_list.returned", subject: "dialer_list", subjectId: id });
  return requireList(ctx, id);
}
