/**
 * Carries out a planned run, record by record, each in one transaction: its message, its position in the workflow, its timeline line and the row of
 * the run. A worker may be killed at any point and started again without sending anything twice or omitting anything: completed transactions stay,
 * the others are repeated, and each message has a key that the outbox accepts once.
 */
import { z } from "zod";
import { nextWorkingDay, noticeTerm } from "../../../ground/kernel/calendar.ts";
import { contactIn } from "../../../ground/kernel/contact-hours.ts";
import { addDays } from "../../../ground/kernel/dates.ts";
import {
  type Db,
  type JobCtx,
  type JobOutcome,
  job,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { endsSlice, reasonOf } from "../../../ground/platform/server/jobs/reasons.ts";
import type { NotedReason } from "../../../ground/platform/server/jobs/works.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { prepareLetter, readMessageText, storeLetter } from "../../correspondence/correspondence.server.ts";
import { runGuards } from "../../processing/processing.server.ts";
import { isTooMany } from "../../processing/processing.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { convertRecord } from "../conversion/convert.server.ts";
import { textCode } from "../house/text-code.server.ts";
import { type Message, messageOf } from "../letters/letter.server.ts";
import { announcedCosts, type Judged, judgeRecord, type RecordEnvironment } from "../records/judge.ts";
import { dueInvoices, effectKeyOf, type Notice14, type RecordSituation } from "../records/record.ts";
import { loadSituations, recordEnvironment } from "../records/situations.server.ts";
import { refreshRecords, writeLines } from "../records/write.server.ts";
import { fingerprint, textsMark } from "./plan.server.ts";

type PreparedLetter = Awaited<ReturnType<typeof prepareLetter>>;

/** The number of letters typeset at a time; the messages are written one after the other. */
const together = 8;

interface Taken {
  readonly record_id: number;
  readonly inputs_hash: string;
}

interface Ready {
  readonly situation: RecordSituation;
  readonly judged: Judged;
  readonly message: Message | null;
  readonly letter: PreparedLetter | null;
}

type Outcome =
  | { readonly state: "done"; readonly messageId: number | null; readonly fileId: number | null }
  | { readonly state: "dropped" | "failed"; readonly error: NotedReason };

const dropped = (key: "precasso.droppedChanged" | "processing.dropped_tooMany"): Outcome => ({
  state: "dropped",
  error: { key },
});

const nextRows = (db: Db, runId: number): Promise<Taken[]> =>
  db
    .selectFrom("precasso_run_row")
    .select(["record_id", "inputs_hash"])
    .where("run_id", "=", runId)
    .where("state", "=", "planned")
    .where("verdict", "=", "do")
    .orderBy("record_id")
    .limit(together)
    .execute();

/** The current record, judged by the same function as in the plan; why not, if anything has changed since. */
async function judgedNow(ctx: Pick<WorkCtx, "db" | "clock">, taken: Taken, environment: RecordEnvironment) {
  const situation = (await loadSituations(ctx.db, [taken.record_id], environment.at.today)).get(taken.record_id);
  const judged = situation && judgeRecord(situation, environment);
  if (!situation || judged?.verdict !== "do" || !judged.step)
    return judged && isTooMany(judged.reasons) ? "processing.dropped_tooMany" : "precasso.droppedChanged";
  const mark = fingerprint(situation, judged, environment, await textsMark(ctx.db));
  return mark === taken.inputs_hash ? { situation, judged } : "precasso.droppedChanged";
}

/** Prepares a row and typesets its letter, outside any transaction. */
async function prepare(ctx: JobCtx, taken: Taken, environment: RecordEnvironment): Promise<Ready | Outcome> {
  const now = await judgedNow(ctx, taken, environment);
  if (typeof now === "string") return dropped(now);
  if (now.judged.effect === "convert") return { ...now, message: null, letter: null };
  const message = await messageOf(ctx, now.situation, now.judged, environment);
  if (now.judged.step?.channel !== "post") return { ...now, message, letter: null };
  const { situation, judged } = now;
  const code = await textCode(ctx.db, situation.creditor.id, judged.template, message.model.language);
  const letter = await prepareLetter(ctx, code, message.model);
  return { ...now, message, letter: await storeLetter(ctx.storage, letter) };
}

const discard = async (ctx: JobCtx, ready: Ready): Promise<void> => {
  if (ready.letter?.stored) await ctx.storage.discard(ready.letter.stored.key);
};

/** The term of this step's letter, and the stored data of a 14-day letter. */
function termOf(situation: RecordSituation, judged: Judged, environment: RecordEnvironment, messageId: number) {
  const { today } = environment.at;
  const calendar = calendarOf(environment.tariffs);
  if (judged.effect === "notice14") {
    const term = noticeTerm(today, "post", calendar, situation.debtor.country);
    const { principalCents, cents, vatCents } = announcedCosts(situation, environment);
    const notice: Notice14 = {
      messageId,
      sentOn: today,
      lastPayDay: term.lastPayDayExtended,
      bikDueFrom: term.bikDueFrom,
      principalCents,
      announcedCents: cents + vatCents,
      invoices: dueInvoices(situation.invoices, situation.payments, today).map(({ number }) => number),
    };
    return { term_until: term.lastPayDayExtended, notice14: JSON.stringify(notice) };
  }
  // The last reminder gives a business the same term as the 14-day letter gives a consumer.
  return judged.step?.effect === "notice14" ? { term_until: nextWorkingDay(addDays(today, 14), calendar) } : {};
}

const mailOf = ({ from, model }: Message, to: string, text: Awaited<ReturnType<typeof readMessageText>>) => ({
  contactHours: true,
  to,
  from,
  subject: text.subject,
  text: text.text,
  ...(text.html !== null && { html: text.html }),
  ...(model.provider.replyTo && { replyTo: model.provider.replyTo }),
});

/** Sends the message: stored under its key and put into the outbox, or stored with the typeset letter. */
async function sendMessage(ctx: WorkCtx, runId: number, ready: Ready, message: Message): Promise<number> {
  const { situation, judged, letter } = ready;
  const channel = judged.step?.channel === "email" ? "email" : judged.step?.channel === "sms" ? "sms" : "post";
  const { debtor } = situation;
  const to =
    channel === "email" ? debtor.email : channel === "sms" ? debtor.mobile : message.model.recipient.join(", ");
  const code = await textCode(ctx.db, situation.creditor.id, judged.template, message.model.language);
  const text = channel === "post" ? null : await readMessageText(ctx.db, channel, code, message.model);
  const effectKey = effectKeyOf(situation, judged.step?.position ?? 0);
  const { printHouse } = await globalSettings(ctx.db);
  const now = ctx.clock.now();
  const environment = await recordEnvironment(ctx);
  const sendAfter = channel === "post" ? now : contactIn(debtor.country, now, calendarOf(environment.tariffs)).next;
  const name = `${situation.number}-${judged.template.toLowerCase().replaceAll("_", "-")}-${environment.at.today}.pdf`;
  const { id } = await ctx.db
    .insertInto("precasso_message")
    .values({
      record_id: situation.id,
      run_id: runId,
      step: judged.step?.position ?? 0,
      channel,
      template_code: judged.template,
      text_code: code === judged.template ? null : code,
      language: message.model.language,
      to_address: to ?? "",
      subject: letter?.subject ?? text?.subject ?? "",
      body_text: letter?.text ?? text?.text ?? "",
      effect_key: effectKey,
      name,
      storage_key: letter?.stored?.key ?? null,
      size_bytes: letter?.stored?.size ?? null,
      sha256: letter?.stored?.sha256 ?? null,
      open_cents: judged.openCents,
      created_at: now,
      created_on: environment.at.today,
      created_by: ctx.user.id || null,
      send_after: sendAfter,
      ...(channel === "post" && {
        posting: printHouse ? "awaited" : "assumed",
        to_country: debtor.country,
        to_postcode: debtor.postcode,
      }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const effect = { key: effectKey, notBefore: sendAfter };
  if (channel === "email" && text)
    await ctx.send({ ...effect, kind: "mail", payload: mailOf(message, to ?? "", text) });
  if (channel === "sms" && text)
    await ctx.send({ ...effect, kind: "sms", payload: { contactHours: true, to: to ?? "", text: text.text } });
  return id;
}

async function writeStep(ctx: WorkCtx, runId: number, ready: Ready, environment: RecordEnvironment): Promise<Outcome> {
  const { situation, judged, message } = ready;
  if (judged.effect === "convert") {
    const { fileId } = await convertRecord(ctx, situation.id);
    return { state: "done", messageId: null, fileId };
  }
  if (!message || !judged.step) return dropped("precasso.droppedChanged");
  const messageId = await sendMessage(ctx, runId, ready, message);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({
      position: judged.step?.position ?? situation.position,
      previous_done_on: environment.at.today,
      ...termOf(situation, judged, environment, messageId),
      version: set("version", "+", 1),
    }))
    .where("id", "=", situation.id)
    .execute();
  await writeLines(ctx, [
    {
      recordId: situation.id,
      key: "logSent",
      values: { step: stepText(judged.template), openCents: judged.openCents },
    },
  ]);
  await refreshRecords(ctx, [situation.id]);
  return { state: "done", messageId, fileId: null };
}

const note = (db: Db, runId: number, recordId: number, outcome: Outcome, at: Date) =>
  db
    .updateTable("precasso_run_row")
    .set((set) => ({
      state: outcome.state,
      error: outcome.state === "done" ? null : JSON.stringify(outcome.error),
      attempts: set("attempts", "+", 1),
      ...(outcome.state === "done" && { message_id: outcome.messageId, file_id: outcome.fileId }),
      done_at: at,
    }))
    .where("run_id", "=", runId)
    .where("record_id", "=", recordId)
    .where("state", "=", "planned")
    .execute();

/** Writes one row. @returns whether its letter is used. */
async function write(ctx: JobCtx, runId: number, taken: Taken, ready: Ready): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const ours = await tx.db
      .selectFrom("precasso_run_row")
      .select("record_id")
      .where("run_id", "=", runId)
      .where("record_id", "=", taken.record_id)
      .where("state", "=", "planned")
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!ours) return false;
    await tx.db.selectFrom("precasso_record").select("id").where("id", "=", taken.record_id).forUpdate().execute();
    const { email, mobile } = ready.situation.debtor;
    const addresses = [email, mobile].filter((address) => address !== null);
    if (ready.message && !ready.letter) await runGuards.lockMessagesTo(tx.db, { addresses });
    // Judged again under the locks: a payment reported meanwhile stops it, and so does what was written to the same person.
    const environment = await recordEnvironment(tx);
    const now = await judgedNow(tx, taken, environment);
    const outcome =
      typeof now === "string" ? dropped(now) : await writeStep(tx, runId, { ...ready, ...now }, environment);
    await note(tx.db, runId, taken.record_id, outcome, tx.clock.now());
    return outcome.state === "done";
  });
}

async function fail(ctx: JobCtx, runId: number, taken: Taken, error: unknown): Promise<void> {
  if (endsSlice(ctx, error)) throw error;
  const logId = ctx.ids.uuid().slice(0, 8);
  ctx.log.warn({ err: error, run: runId, record: taken.record_id, logId }, "a row of a precasso run failed");
  await ctx.tx((tx) =>
    note(tx.db, runId, taken.record_id, { state: "failed", error: reasonOf(error, logId) }, tx.clock.now()),
  );
}

async function makeRow(
  ctx: JobCtx,
  runId: number,
  taken: Taken,
  tried: PromiseSettledResult<Ready | Outcome>,
): Promise<void> {
  if (tried.status === "rejected") return fail(ctx, runId, taken, tried.reason);
  const ready = tried.value;
  if ("state" in ready) {
    await ctx.tx((tx) => note(tx.db, runId, taken.record_id, ready, tx.clock.now()));
    return;
  }
  let isKept = false;
  try {
    isKept = await write(ctx, runId, taken, ready);
  } catch (error) {
    await discard(ctx, ready);
    return fail(ctx, runId, taken, error);
  }
  if (!isKept) await discard(ctx, ready);
}

async function end(ctx: JobCtx, runId: number, state: "done" | "planned"): Promise<void> {
  await ctx.tx((tx) =>
    tx.db
      .updateTable("precasso_run")
      .set((set) => ({
        state,
        finished_at: state === "done" ? tx.clock.now() : null,
        stop_asked_at: null,
        version: set("version", "+", 1),
      }))
      .where("id", "=", runId)
      .where("state", "=", "making")
      .execute(),
  );
}

async function makeRun(ctx: JobCtx, runId: number): Promise<JobOutcome> {
  for (let round = 0; ; round++) {
    const run = await ctx.db
      .selectFrom("precasso_run")
      .select(["state", "stop_asked_at"])
      .where("id", "=", runId)
      .executeTakeFirst();
    if (run?.state !== "making") return;
    if (run.stop_asked_at !== null) return end(ctx, runId, "planned");
    if (ctx.signal.aborted || (round > 0 && (await ctx.isTurnOver()))) return "more";
    const rows = await nextRows(ctx.db, runId);
    if (rows.length === 0) return end(ctx, runId, "done");
    const environment = await recordEnvironment(ctx);
    const ready = await Promise.allSettled(rows.map((taken) => prepare(ctx, taken, environment)));
    for (const [at, taken] of rows.entries()) {
      const tried = ready[at];
      if (tried) await makeRow(ctx, runId, taken, tried);
    }
    await ctx.progress(round + 1, round + 2);
  }
}

export const makeJob = job({
  name: "precasso.make",
  payload: z.object({ runId: z.number().int() }),
  expireSeconds: 3600,
  retries: 10,
  run: (ctx, { runId }) => makeRun(ctx, runId),
});
