/** Imports the results of a call list: whole or not at all. Reported calls were made, and are recorded even when unlawful. */
import { fieldError, type Message, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, systemActor, type UploadedFile } from "../../../ground/platform/server/http/module.ts";
import { heavyTask, type TaskOwner, threads } from "../../../ground/platform/server/jobs/threads.ts";
import { runBatched } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { judgeCalls } from "../../../letters/processing/processing.server.ts";
import { agendaQueue } from "../../agenda/agenda.server.ts";
import { attemptsByFile, endedElsewhere, noteCalls } from "../queue/attempts.server.ts";
import { writeDown, writeDownLate } from "../queue/outcome.server.ts";
import { mostResultBytes } from "../work-queue.ts";
import { requireList } from "./lists.server.ts";
import type { ResultLine, readResultLines } from "./result-lines.server.ts";
import { type DialerResult, problemAt, readResult } from "./results.ts";

const mostProblems = 20;

const lineTask = heavyTask<typeof readResultLines>({
  module: new URL("./result-lines.server.ts", import.meta.url),
  name: "readResultLines",
  seconds: 30,
});

/** The lines of an upload, read in a thread. @throws validation on `file`. */
export async function linesOfUpload(files: readonly UploadedFile[], turn: TaskOwner): Promise<ResultLine[]> {
  const [file] = files.filter(({ field }) => field === "file");
  if (file === undefined || files.length !== 1) throw fieldError("file", "work-queue.oneFile");
  if (file.size > mostResultBytes) throw new VorderError("tooLarge");
  return threads.run(lineTask, { bytes: await file.bytes() }, turn);
}

/** All rows of a list, also of a file that has gone to another team meanwhile: its call was made, and counts for its debtor. */
const calledRows = ({ db }: Ctx, listId: number) =>
  asSystem(db, "a call of a list was made, whoever may see its file by now")
    .selectFrom("dialer_row as r")
    .innerJoin("case_file", "case_file.id", "r.file_id")
    .select(["r.row_number", "r.item_id", "r.file_id", "r.number", "case_file.status"])
    .where("r.list_id", "=", listId)
    .execute();

type ListRow = Awaited<ReturnType<typeof calledRows>>[number];

const failed = (problems: readonly Message[]): VorderError =>
  new VorderError("validation", { fields: { file: problems.slice(0, mostProblems) } });

const sameResult = (told: { at: Date; line: string | null; person: string | null }, result: DialerResult): boolean =>
  told.at.getTime() === result.time.getTime() && told.line === result.line && told.person === result.person;

/** What was told of a list before, by row. */
async function importedBefore({ db }: Ctx, listId: number) {
  const rows = await db
    .selectFrom("call_attempt as a")
    .select(["a.dialer_row as row", "a.dialled_at as at", "a.line", "a.person"])
    // Also where something else was written down of the same call afterwards.
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("work_outcome as o")
          .select("o.id")
          .whereRef("o.attempt_id", "=", "a.id")
          .where("o.undone_at", "is not", null),
      ).as("isUndone"),
    )
    .where("a.dialer_list_id", "=", listId)
    .execute();
  return new Map(rows.map(({ row, ...told }) => [row ?? 0, told]));
}

/** The results that are new, each with its row of the list. @throws validation beside the file, every wrong line named. */
async function freshResults(ctx: Ctx, listId: number, madeAt: Date, lines: readonly ResultLine[]) {
  const rows = new Map((await calledRows(ctx, listId)).map((row) => [row.row_number, row]));
  const imported = await importedBefore(ctx, listId);
  const problems: Message[] = [];
  const fresh: Fresh[] = [];
  const seen = new Map<number, DialerResult>();
  for (const { row: at, cells } of lines) {
    const result = readResult(cells, at, listId);
    const fail = (problem: string) => problems.push(problemAt(at, problem));
    if ("problem" in result) {
      fail(result.problem);
      continue;
    }
    const row = rows.get(result.row);
    const before = imported.get(result.row);
    if (!row) fail("badReference");
    // To the minute, as a dialer tells it.
    else if (result.time.getTime() < madeAt.getTime() - 60_000 || result.time > ctx.clock.now()) fail("timeOutside");
    else if (seen.has(result.row)) fail("toldTwice");
    // Taken back by a person since: what the file says of it no longer holds.
    else if (before?.isUndone) continue;
    else if (before && !sameResult(before, result)) fail("toldOtherwise");
    else if (!before) fresh.push({ result, row });
    seen.set(result.row, result);
  }
  if (problems.length > 0) throw failed(problems);
  return fresh;
}

interface Fresh {
  readonly result: DialerResult;
  readonly row: ListRow;
}

/** Notes the calls, and gives them with what the law says of each and what is known of its file afterwards: read for all of them at once. */
async function noteAll(ctx: Ctx, listId: number, fresh: readonly Fresh[]) {
  const judged = await judgeCalls(
    ctx,
    fresh.map(({ result, row }) => ({ fileId: row.file_id, presses: true, at: result.time, number: row.number })),
  );
  const items = await agendaQueue.lockVisible(
    ctx,
    fresh.map(({ row }) => row.item_id),
  );
  const calls = fresh.map(({ result, row }) => ({
    item: { id: row.item_id, fileId: row.file_id },
    number: row.number,
    at: result.time,
    against: judged.get(row.file_id)?.refusals ?? [],
    dialer: { list: listId, row: row.row_number },
  }));
  const ids = await noteCalls(ctx, calls);
  const attempts = await attemptsByFile(
    ctx.db,
    fresh.map(({ row }) => row.file_id),
  );
  const ended = await endedElsewhere(
    ctx.db,
    [...judged].map(([fileId, { numbers }]) => ({ fileId, numbers })),
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  return fresh.map(({ result, row }, at) => ({
    result,
    id: ids[at] ?? 0,
    fileId: row.file_id,
    item: items.find(({ id, state }) => id === row.item_id && state === "open"),
    isClosed: row.status === "closed",
    isHidden: !byId.has(row.item_id),
    against: (judged.get(row.file_id)?.refusals ?? []).length > 0,
    known: {
      attempts: attempts.get(row.file_id) ?? [],
      numbers: judged.get(row.file_id)?.numbers ?? [],
      ended: ended.get(row.file_id),
    },
  }));
}

type Noted = Awaited<ReturnType<typeof noteAll>>[number];

/**
 * Writes down what came of a call, and what follows from it; of one whose item was done meanwhile, or whose file is another team's by now, what nobody
 * else would see. @throws validation beside the file, with the row.
 */
async function writeResult(ctx: Ctx, { result, known, item, id, fileId, isClosed, isHidden }: Noted): Promise<void> {
  const { line, person, promise, note, at } = result;
  // A day that has gone by before the dialer told of it: as soon as can be.
  const today = ctx.clock.today();
  const callBackOn = result.callBackOn !== null && result.callBackOn < today ? today : result.callBackOn;
  const outcome = { note, call: { line, person }, promise, callBackOn };
  try {
    if (item) await writeDown(ctx, item, { ...outcome, key: ctx.ids.uuid(), next: null, isTold: true }, known);
    else
      await writeDownLate(isHidden ? { ...ctx, user: systemActor } : ctx, { fileId, attemptId: id, isClosed }, outcome);
  } catch (error) {
    const [message] = error instanceof VorderError ? Object.values(error.detail.fields ?? {}).flat() : [];
    if (!message) throw error;
    throw failed([{ key: "work-queue.rowRefused", values: { row: at, why: ctx.translate(message, ctx.lang) } }]);
  }
}

/** @throws notFound; validation beside the file. Nothing of it is then noted. */
export async function takeResults(ctx: Ctx, listId: number, lines: readonly ResultLine[]) {
  const list = await requireList(ctx, listId);
  // Two who bring in the same file wait for each other.
  await ctx.db.selectFrom("dialer_list").select("id").where("id", "=", listId).forUpdate().executeTakeFirstOrThrow();
  const fresh = await freshResults(ctx, listId, new Date(list.madeAt), lines);
  const noted = await noteAll(ctx, listId, fresh);
  const written = await runBatched(ctx.db, noted, (each) => writeResult(ctx, each));
  for (const each of written) if ("threw" in each) throw each.threw;
  const late = noted.filter(({ item }) => item === undefined);
  const counts = {
    taken: noted.length,
    known: lines.length - noted.length,
    late: late.length,
    against: noted.filter(({ against }) => against).length,
  };
  if (noted.length > 0)
    await ctx.audit({ action: "dialer_list.results", subject: "dialer_list", subjectId: listId, after: counts });
  return counts;
}
