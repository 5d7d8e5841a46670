/** Asks clients whether to go on where recovery within three years is not expected, each question once, and passes their answers on. */
import { planAgendas } from "../../../cases/agenda/agenda.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { clientById } from "../../../people/customers/customers.server.ts";
import { answerKey } from "./answer.server.ts";
import { answerBy, type RegisterAnswer, registerAnswers, standingOn } from "./register.ts";

interface Looked {
  readonly id: number;
  readonly fileId: number;
  readonly office: string;
  readonly on: string;
  readonly before: "summons" | "seizure";
}

export const agendaKey = (questionId: number): string => `register-${questionId}`;

async function instructionsOf({ db }: WorkCtx, clientId: number) {
  const rows = await db
    .selectFrom("register_instruction")
    .select(["answer", "agreed_on", "until_date", "reference"])
    .where("client_id", "=", clientId)
    .where("withdrawn_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.flatMap(({ answer, agreed_on, until_date, reference }) => {
    const known = registerAnswers.find((one) => one === answer);
    return known ? [{ answer: known, agreedOn: agreed_on, until: until_date, reference }] : [];
  });
}

/** The client is told by mail that there is a question; what of a file it says is its number. */
async function notifyClient(ctx: WorkCtx, questionId: number, to: string | null, fileNumber: string): Promise<void> {
  if (to === null || to === "") return;
  const values = { number: fileNumber, link: `${ctx.environment.baseUrl}/bailiff/register` };
  await ctx.send({
    key: `register:${questionId}`,
    kind: "mail",
    payload: {
      to,
      subject: ctx.translate({ key: "handover-batches.registerSubject", values }, "nl"),
      text: ctx.translate({ key: "handover-batches.registerText", values }, "nl"),
    },
  });
}

/** An office looked before an act and does not expect recovery within three years: the client is asked, or has said beforehand. */
export async function sendRegisterQuestion(ctx: WorkCtx, { id, fileId, office, on, before }: Looked): Promise<void> {
  const { client_id, number } = await asSystem(ctx.db, "the client of a file is asked, whoever of his people sees it")
    .selectFrom("case_file")
    .select(["client_id", "number"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  const today = ctx.clock.today();
  const deadline = answerBy(today, calendarOf(await loadTariffs(ctx.db)));
  const standing = standingOn(await instructionsOf(ctx, client_id), today);
  const now = ctx.clock.now();
  const answered = standing && {
    answer: standing.answer,
    answered_at: now,
    how: "standing",
    note: standing.reference,
    told: "byHand",
  };
  const question = await ctx.db
    .insertInto("register_question")
    .values({
      report_id: id,
      file_id: fileId,
      before,
      looked_on: date(on),
      asked_at: now,
      answer_by: deadline,
      ...answered,
    })
    .onConflict((clash) => clash.column("report_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!question) return;
  const subject = {
    key: standing ? "handover-batches.logRegisterStanding" : "handover-batches.logRegisterAsked",
    values: { office },
  };
  await writeLog(ctx, { fileId, type: "status", subject });
  if (standing) return forwardAnswer(ctx, { id: question.id, fileId, answer: standing.answer, office });
  const client = await clientById(ctx.db, client_id);
  await notifyClient(ctx, question.id, client?.contactEmail || client?.email || null, number);
  const note = ctx.translate({ key: "handover-batches.planRegister", values: { office } }, "nl");
  await planAgendas(ctx, [{ fileId, subject: "bailiff_status", on: deadline, note, key: agendaKey(question.id) }]);
}

interface Answered {
  readonly id: number;
  readonly fileId: number;
  readonly answer: RegisterAnswer;
  readonly office: string;
}

/** A person passes the answer on, by today. */
async function planReply(ctx: WorkCtx, { id, fileId, answer, office }: Answered): Promise<void> {
  const note = ctx.translate({ key: `handover-batches.planRegister_${answer}`, values: { office } }, "nl");
  await planAgendas(ctx, [
    { fileId, subject: "bailiff_status", on: ctx.clock.today(), note, key: `${agendaKey(id)}-answer` },
  ]);
}

/** Passes an answer on to the office by its own channel; where it has none, a person does. */
export async function forwardAnswer(ctx: WorkCtx, answered: Answered): Promise<void> {
  const { channel } = await ctx.db
    .selectFrom("register_question as q")
    .innerJoin("handover_report as r", "r.id", "q.report_id")
    .innerJoin("handover_destination as d", "d.id", "r.destination_id")
    .select("d.channel")
    .where("q.id", "=", answered.id)
    .executeTakeFirstOrThrow();
  if (channel === "download") return planReply(ctx, answered);
  await ctx.db.updateTable("register_question").set({ told: "pending" }).where("id", "=", answered.id).execute();
  await ctx.send({ key: answerKey(answered.id), kind: "handover", payload: { batch: answered.id } });
}

const reportState = { sent: "told", uncertain: "uncertain", dead: "failed", kept: "byHand" } as const;

/** What became of telling the office. What did not arrive for sure is a person's to see to. */
export async function noteAnswerDelivery(ctx: WorkCtx, id: number, state: keyof typeof reportState): Promise<void> {
  const row = await ctx.db
    .updateTable("register_question as q")
    .from("handover_report as r")
    .innerJoin("handover_destination as d", "d.id", "r.destination_id")
    .whereRef("r.id", "=", "q.report_id")
    .set({ told: reportState[state], ...(state === "sent" && { told_at: ctx.clock.now() }) })
    .where("q.id", "=", id)
    .where("q.told", "in", ["pending", "uncertain"])
    .returning(["q.file_id", "q.answer", "d.name"])
    .executeTakeFirst();
  const answer = registerAnswers.find((known) => known === row?.answer);
  if (row && answer && state !== "sent") await planReply(ctx, { id, fileId: row.file_id, answer, office: row.name });
}

/** Whether a file may not go on by its bailiff: the client was asked, and has not said yes since. */
export async function isHeldByRegister({ db }: Pick<WorkCtx, "db">, fileId: number): Promise<boolean> {
  const last = await db
    .selectFrom("register_question")
    .select("answer")
    .where("file_id", "=", fileId)
    .orderBy("looked_on", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return last !== undefined && last.answer !== "go_on";
}
