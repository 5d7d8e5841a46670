/** Reports by a print house or a person on a batch: posted, returned, spoiled. Recorded at once, applied to the files by a job. */

import { sql } from "kysely";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { type PlainDate, parsePlainDate, shownDate } from "../../../ground/kernel/dates.ts";
import { fieldError, type Message, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Ctx, UploadedFile, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { batchOf, lockBatch, needsSecondEyes, noteEvent, refusedBy, workKey } from "../batches.server.ts";
import { stopDelivery } from "../delivery.server.ts";
import { withdraw } from "../making/make.server.ts";
import type { ReturnReason } from "../print-batches.ts";
import { applyAnswersJob } from "./apply.server.ts";
import {
  type Answer,
  afterAnswer,
  judgeAnswer,
  type KnownPiece,
  mostProblems,
  problemAt,
  readAnswers,
} from "./return-file.ts";

type Locked = Awaited<ReturnType<typeof lockBatch>>;

const mostAnswerBytes = 5_000_000;

async function knownPieces({ db }: WorkCtx, batchId: number): Promise<Map<number, KnownPiece>> {
  const { rows } =
    await sql<KnownPiece>`select p.set_number as set, p.posted_on as "postedOn", p.returned_on as "returnedOn",
      p.withdrawn, ${legalDate(sql`coalesce(m.created_at, r.created_at)`)} as "madeOn"
    from print_piece p left join message m on m.id = p.message_id left join precasso_message r on r.id = p.record_message_id
    where p.batch_id = ${batchId}`.execute(asSystem(db, "a print house answers for all of a batch"));
  return new Map(rows.map((row) => [row.set, row]));
}

const failed = (problems: readonly Message[]): VorderError =>
  new VorderError("validation", { fields: { file: problems.slice(0, mostProblems) } });

/** The answers that change something, in their order. @throws validation beside the file, every wrong line named. */
function newAnswers(answers: readonly Answer[], pieces: Map<number, KnownPiece>, today: PlainDate): Answer[] {
  const problems: Message[] = [];
  const fresh: Answer[] = [];
  for (const answer of answers) {
    const piece = pieces.get(answer.set);
    const judged = judgeAnswer(answer, piece, today);
    if (typeof judged === "object") problems.push(problemAt(answer.line, judged.problem));
    else if (judged === "new" && piece) {
      pieces.set(answer.set, afterAnswer(piece, answer));
      fresh.push(answer);
    }
  }
  if (problems.length > 0) throw failed(problems);
  return fresh;
}

/** Writes answers to the pieces and has them carried through; the batch moves to what it is by now. */
async function take(ctx: WorkCtx, batchId: number, answers: readonly Answer[]): Promise<void> {
  const spoiled = answers.filter(({ kind }) => kind === "spoiled").map(({ set }) => set);
  if (spoiled.length > 0) await withdraw(ctx.db, batchId, spoiled, "spoiled");
  const rows = JSON.stringify(answers);
  await sql`update print_piece p set
      posted_on = coalesce(p.posted_on, a.posted), returned_on = coalesce(p.returned_on, a.returned),
      return_reason = coalesce(p.return_reason, a.reason)
    from (select "set", max("on") filter (where kind = 'posted') as posted, max("on") filter (where kind = 'returned') as returned,
        max(reason) as reason
      from jsonb_to_recordset(${rows}::jsonb) as a("set" integer, kind text, "on" date, reason text)
      where kind <> 'spoiled' group by "set") as a
    where p.batch_id = ${batchId} and p.set_number = a."set"`.execute(ctx.db);
  await settle(ctx, batchId);
}

/**
 * Moves a batch on by what its letters say, and starts the job that carries it to their files. While letters of it are not told to be posted it
 * stays what it was, also where another one came back: they are judged before they are printed, and their copies are kept.
 */
async function settle(ctx: WorkCtx, batchId: number): Promise<void> {
  await sql`update print_batch b set version = version + 1, letters = n.letters,
      state = case when n.posted < n.letters or n.letters = 0 then b.state when n.returned > 0 then 'returned' else 'posted' end
    from (select count(*) filter (where withdrawn is null)::int as letters, count(posted_on)::int as posted,
        count(returned_on)::int as returned
      from print_piece where batch_id = ${batchId}) as n
    where b.id = ${batchId}`.execute(ctx.db);
  const title = ctx.translate({ key: "print-batches.jobApply", values: { batch: String(batchId) } }, ctx.lang);
  await ctx.track(applyAnswersJob, { batchId }, title, workKey(batchId));
}

function requirePrinted({ state, delivery }: Locked): void {
  // What nobody has yet cannot be posted.
  if (delivery === "pending") throw refusedBy("beingDelivered");
  if (state === "making" || state === "cancelled") throw refusedBy("notPrinted");
}

async function requireOtherEyes(ctx: WorkCtx, batch: Locked): Promise<void> {
  if (await needsSecondEyes(ctx, batch)) throw refusedBy("fourEyes");
}

/** Takes the print house's file: all of it, or nothing. The same again changes nothing. */
export async function importFile(ctx: Ctx, batchId: number, files: readonly UploadedFile[]) {
  const [file] = files.filter(({ field }) => field === "file");
  if (file === undefined || files.length !== 1) throw fieldError("file", "print-batches.oneFile");
  if (file.size > mostAnswerBytes) throw new VorderError("tooLarge");
  const batch = await lockBatch(ctx, batchId);
  requirePrinted(batch);
  await requireOtherEyes(ctx, batch);
  const read = readAnswers(new TextDecoder().decode(await file.bytes()), batchId);
  if ("problems" in read) throw failed(read.problems);
  const fresh = newAnswers(read.answers, await knownPieces(ctx, batchId), ctx.clock.today());
  const count = (kind: string): number => fresh.filter((answer) => answer.kind === kind).length;
  const counts = { posted: count("posted"), returned: count("returned"), spoiled: count("spoiled") };
  if (fresh.length > 0) {
    await noteEvent(ctx, batchId, "imported", { name: cutText(file.name, 100), ...counts });
    await take(ctx, batchId, fresh);
  }
  return { ...counts, known: read.answers.length - fresh.length };
}

const dayOf = (field: string, text: string): PlainDate => {
  const on = parsePlainDate(text);
  if (on === undefined) throw fieldError(field, "print-batches.dateWrong");
  return on;
};

/** Notes that all letters of a batch that nothing was told of were posted on a day. */
export async function allPosted(ctx: WorkCtx, batchId: number, body: { postedOn: string; version: number }) {
  const batch = await lockBatch(ctx, batchId, body.version);
  requirePrinted(batch);
  await requireOtherEyes(ctx, batch);
  const on = dayOf("postedOn", body.postedOn);
  if (on > ctx.clock.today()) throw fieldError("postedOn", "print-batches.postedFuture");
  const open = [...(await knownPieces(ctx, batchId)).values()].filter(
    ({ postedOn, withdrawn }) => postedOn === null && withdrawn === null,
  );
  if (open.length === 0) throw refusedBy("allTold");
  if (open.some(({ madeOn }) => on < madeOn)) throw fieldError("postedOn", "print-batches.postedTooEarly");
  await noteEvent(ctx, batchId, "posted", { letters: open.length, date: shownDate(on) });
  const answers = open.map(({ set }): Answer => ({ line: 0, set, kind: "posted", on, reason: null }));
  await take(ctx, batchId, answers);
  return batchOf(ctx, batchId);
}

/** Notes that one letter came back. */
export async function returnedLetter(
  ctx: WorkCtx,
  { id, set }: { id: number; set: number },
  body: { returnedOn: string; reason: ReturnReason },
) {
  requirePrinted(await lockBatch(ctx, id));
  const on = dayOf("returnedOn", body.returnedOn);
  const piece = (await knownPieces(ctx, id)).get(set);
  if (!piece) throw notFound();
  const answer: Answer = { line: 0, set, kind: "returned", on, reason: body.reason };
  const judged = judgeAnswer(answer, piece, ctx.clock.today());
  if (typeof judged === "object") throw fieldError("returnedOn", `print-batches.one_${judged.problem}`);
  if (judged === "new") {
    await noteEvent(ctx, id, "returned", { piece: `${id}-${set}`, date: shownDate(on) });
    await take(ctx, id, [answer]);
  }
  return batchOf(ctx, id);
}

/** Withdraws a batch of which nothing was posted. */
export async function cancel(ctx: WorkCtx, batchId: number, body: { reason: string; version: number }) {
  const batch = await lockBatch(ctx, batchId, body.version);
  if (batch.state === "cancelled" || batch.posted > 0) throw refusedBy("cannotCancel");
  await stopDelivery(ctx, batch);
  await ctx.db
    .updateTable("print_batch")
    .set({ state: "cancelled", version: batch.version + 1 })
    .where("id", "=", batchId)
    .execute();
  await sql`update print_piece set withdrawn = 'cancelled' where batch_id = ${batchId} and withdrawn is null`.execute(
    ctx.db,
  );
  await noteEvent(ctx, batchId, "cancelled", { reason: body.reason });
  return batchOf(ctx, batchId);
}
