/** What is asked of a client, what it answers, and what is decided: each once, with who and when on the timeline and in the audit trail. */
import type { Insertable } from "kysely";
import { planAgenda, settleAgenda } from "../../cases/agenda/agenda.server.ts";
import { requireFile } from "../../cases/files/files.server.ts";
import { writeLog } from "../../cases/logs/logs.server.ts";
import type { LogText } from "../../cases/logs/logs.ts";
import { addDays, dateInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import { FieldProblems, fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import type { Ctx } from "../../ground/platform/server/http/module.ts";
import type { LegalDecision } from "../../ground/platform/server/postgres/database.types.ts";
import { refreshNextSteps } from "../../letters/workflows/workflows.server.ts";
import { noteClientOrder, noteClientRefusal } from "../handover/handover.server.ts";
import type { quoted } from "./decisions.contract.ts";
import { type Advice, answerDays } from "./decisions.ts";
import { type FileToDecide, storedOf } from "./facts.server.ts";

/** The items of the agenda that this module plans: settled together once somebody decides. */
const agendaPrefix = "legal-decision:";
const keyOf = (version: number, what: string): string => `${agendaPrefix}${version}:${what}`;

type Values = Omit<Insertable<LegalDecision>, "file_id" | "version">;

/** Writes one row where nobody was faster. @throws conflict. */
async function store(ctx: Ctx, fileId: number, version: number, values: Values, action: string): Promise<number> {
  const before = (await storedOf(ctx.db, [fileId])).get(fileId);
  const next = version + 1;
  const written =
    version === 0
      ? await ctx.db
          .insertInto("legal_decision")
          .values({ file_id: fileId, ...values, version: next })
          .onConflict((clash) => clash.column("file_id").doNothing())
          .returning("version")
          .executeTakeFirst()
      : await ctx.db
          .updateTable("legal_decision")
          .set({ ...values, version: next })
          .where("file_id", "=", fileId)
          .where("version", "=", version)
          .returning("version")
          .executeTakeFirst();
  if (!written) {
    const current = (await storedOf(ctx.db, [fileId])).get(fileId);
    throw new VorderError("conflict", {
      data: { current: { version: current?.version ?? 0, answer: current?.answer ?? null } },
    });
  }
  const audited = (row: typeof before | Values | undefined) =>
    row && {
      askedAt: row.asked_at ?? null,
      advanceCents: row.advance_cents ?? null,
      answer: row.answer ?? null,
      decision: row.decision ?? null,
      until: row.until_date ?? null,
    };
  await ctx.audit({
    action: `file.${action}`,
    subject: "file",
    subjectId: fileId,
    before: audited(before),
    after: audited({ ...before, ...values }),
  });
  return next;
}

/** A file on which something can be decided. @throws notFound; validation where it is closed. */
export async function requireUndone(ctx: Ctx, fileId: number): Promise<number> {
  const file = await requireFile(ctx, fileId);
  if (file.status === "closed") throw fieldError("common", "files.isClosed");
  return file.id;
}

export interface Question {
  readonly version: number;
  readonly note: string;
  readonly advanceCents: number | null;
  readonly answerBy: PlainDate | undefined;
}

/** What the client is shown, as it stands on this day. */
const quoteOf = ({ row, judgement, costs }: FileToDecide): ReturnType<typeof quoted.parse> => ({
  advice: judgement.advice,
  openCents: row.openCents,
  costs: costs && { ...costs, parts: [...costs.parts] },
  awardCents: judgement.award,
});

export async function sendQuestion(ctx: Ctx, file: FileToDecide, question: Question): Promise<void> {
  const { fileId } = file.row;
  const today = ctx.clock.today();
  const answerBy = question.answerBy ?? addDays(today, answerDays);
  if (answerBy < today) throw fieldError("answerBy", "decisions.errorPast");
  if (file.row.question !== null && file.row.question.answer === null && file.row.decided === null)
    throw fieldError("common", "decisions.errorAsked");
  const version = await store(
    ctx,
    fileId,
    question.version,
    {
      ...unanswered,
      ...undecided,
      asked_at: ctx.clock.now(),
      asked_by: ctx.user.id || null,
      ask_note: question.note || null,
      advance_cents: question.advanceCents,
      answer_by: answerBy,
      quoted: JSON.stringify(quoteOf(file)),
    },
    "legal-question",
  );
  await settleAgenda(ctx, { fileId, keyPrefix: agendaPrefix });
  await planAgenda(ctx, { fileId, subject: "client_question", on: answerBy, key: keyOf(version, "asked") });
  await writeTimelineLine(ctx, fileId, "logAsked", question.note, { date: { date: answerBy } });
  await refreshNextSteps(ctx, [fileId]);
}

const unanswered = { answer: null, answer_note: null, answered_at: null, answered_by: null } as const;
const noQuestion = {
  asked_at: null,
  asked_by: null,
  ask_note: null,
  advance_cents: null,
  answer_by: null,
  quoted: null,
} as const;
const undecided = {
  decision: null,
  until_date: null,
  reason: null,
  advice: null,
  decided_at: null,
  decided_by: null,
} as const;

export async function withdraw(ctx: Ctx, fileId: number, version: number): Promise<void> {
  const row = (await storedOf(ctx.db, [fileId])).get(fileId);
  if (!row?.asked_at) throw notFound();
  if (row.answered_at !== null) throw fieldError("common", "decisions.errorAnswered");
  await store(ctx, fileId, version, { ...noQuestion, ...unanswered }, "legal-question-withdrawn");
  await settleAgenda(ctx, { fileId, keyPrefix: agendaPrefix });
  await writeTimelineLine(ctx, fileId, "logWithdrawn", "");
  await refreshNextSteps(ctx, [fileId]);
}

export interface ClientAnswer {
  readonly answer: "yes" | "no";
  readonly note: string;
  readonly version: number;
}

/** Once: a second answer, and one to what was withdrawn meanwhile, is a conflict. @throws notFound where nothing was asked. */
export async function answer(ctx: Ctx, fileId: number, { answer: told, note, version }: ClientAnswer): Promise<void> {
  await requireUndone(ctx, fileId);
  const row = (await storedOf(ctx.db, [fileId])).get(fileId);
  if (!row?.asked_at) throw notFound();
  if (row.answered_at !== null || row.decision !== null)
    throw new VorderError("conflict", { data: { current: { version: row.version, answer: row.answer } } });
  const next = await store(
    ctx,
    fileId,
    version,
    {
      answer: told,
      answer_note: note || null,
      answered_at: ctx.clock.now(),
      answered_by: ctx.user.id || null,
    },
    "legal-answer",
  );
  const order = { advanceCents: row.advance_cents, askedOn: dateInAmsterdam(row.asked_at) };
  await (told === "yes" ? noteClientOrder(ctx, fileId, order) : noteClientRefusal(ctx, fileId));
  await settleAgenda(ctx, { fileId, keyPrefix: agendaPrefix });
  await planAgenda(ctx, {
    fileId,
    subject: told === "yes" ? "summons_approval" : "client_question",
    on: ctx.clock.today(),
    note: note === "" ? undefined : note,
    key: keyOf(next, "answered"),
  });
  await writeTimelineLine(ctx, fileId, told === "yes" ? "logYes" : "logNo", note);
  await refreshNextSteps(ctx, [fileId]);
}

export interface Decided {
  readonly version: number;
  readonly decision: Advice;
  readonly until: PlainDate | null;
  readonly reason: string;
}

/** @throws validation where the day of waiting is lacking or past, or no reason is given for deciding otherwise than advised. */
export async function decideOn(ctx: Ctx, file: FileToDecide, decided: Decided): Promise<void> {
  const { fileId } = file.row;
  const { decision, until, reason, version } = decided;
  const today = ctx.clock.today();
  const problems = new FieldProblems();
  if ((decision === "wait") !== (until !== null)) problems.add("until", "decisions.errorUntil");
  if (until !== null && until <= today) problems.add("until", "decisions.errorPast");
  if (until !== null && file.row.barredOn !== null && until >= file.row.barredOn)
    problems.add("until", "decisions.errorBarred");
  if (decision !== file.judgement.advice && reason === "") problems.add("reason", "decisions.errorReason");
  problems.throwIfAny();
  const next = await store(
    ctx,
    fileId,
    version,
    {
      decision,
      until_date: until,
      reason: reason || null,
      advice: file.judgement.advice,
      decided_at: ctx.clock.now(),
      decided_by: ctx.user.id || null,
    },
    "legal-decision",
  );
  await settleAgenda(ctx, { fileId, keyPrefix: agendaPrefix });
  if (decision === "sue") await settleAgenda(ctx, { fileId, subject: "summons_approval" });
  else
    await planAgenda(ctx, {
      fileId,
      subject: "review",
      ...(until !== null && { on: until }),
      note: [ctx.translate({ key: `decisions.to_${decision}` }, "nl"), reason].filter((part) => part !== "").join(": "),
      key: keyOf(next, "decided"),
    });
  await writeTimelineLine(ctx, fileId, "logDecided", reason, { decision: { text: `decisions.to_${decision}` } }, true);
}

/** A line on the timeline. What was decided is the office's own; what the client was asked and said, its people may read. */
const writeTimelineLine = (
  ctx: Ctx,
  fileId: number,
  key: string,
  content: string,
  values: LogText["values"] = {},
  internal = false,
): Promise<void> =>
  writeLog(ctx, {
    fileId,
    type: internal ? "note" : "status",
    subject: { key: `decisions.${key}`, values },
    content: content || null,
    system: true,
  });
