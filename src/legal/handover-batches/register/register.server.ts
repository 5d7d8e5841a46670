/** What clients are asked because of the register of seizures: the list, their answers, each taken once, and what was agreed on beforehand. */
import { settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { selectFiles } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import { type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { clientById, maySeeClient, selectClients } from "../../../people/customers/customers.server.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import { agendaKey, forwardAnswer } from "./questions.server.ts";
import {
  addInstruction,
  answerQuestion,
  listInstructions,
  listQuestions,
  type RegisterQuestion,
  registerQuestion,
  withdrawInstruction,
} from "./register.contract.ts";

const questionsSeen = (ctx: Ctx) =>
  selectFiles(ctx)
    .innerJoin("register_question as q", "q.file_id", "case_file.id")
    .innerJoin("handover_report as r", "r.id", "q.report_id")
    .innerJoin("handover_destination as d", "d.id", "r.destination_id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .leftJoin("app_user", "app_user.id", "q.answered_by");

type Asked = Pick<Ctx, "clock">;

const shownColumns = [
  ...([
    "q.id",
    "q.file_id",
    "q.before",
    "q.looked_on",
    "q.asked_at",
    "q.answer_by",
    "q.answer",
    "q.answered_at",
  ] as const),
  ...([
    "q.how",
    "q.note",
    "q.told",
    "case_file.number",
    "case_file.client_ref",
    "case_file.open_cents",
    "client.company",
  ] as const),
  ...(["debtor.display_name", "d.name as office", "app_user.name as by"] as const),
] as const;

interface Row {
  readonly id: number;
  readonly file_id: number;
  readonly before: string;
  readonly looked_on: string;
  readonly asked_at: Date;
  readonly answer_by: string;
  readonly answer: string | null;
  readonly answered_at: Date | null;
  readonly how: string | null;
  readonly note: string | null;
  readonly told: string | null;
  readonly number: string;
  readonly client_ref: string;
  readonly open_cents: number;
  readonly company: string;
  readonly display_name: string;
  readonly office: string;
  readonly by: string | null;
}

const shown = ({ clock }: Asked, row: Row): RegisterQuestion =>
  registerQuestion.parse({
    id: row.id,
    fileId: row.file_id,
    fileNumber: row.number,
    clientRef: row.client_ref,
    debtorName: row.display_name,
    clientName: row.company,
    office: row.office,
    openCents: row.open_cents,
    before: row.before,
    lookedOn: row.looked_on,
    askedAt: row.asked_at.toISOString(),
    answerBy: row.answer_by,
    isLate: row.answer === null && row.answer_by < clock.today(),
    answer: row.answer,
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: row.by ?? "",
    how: row.how,
    note: row.note,
    told: row.told,
  });

const list = handle(listQuestions, async (ctx, { query }) => {
  let found = questionsSeen(ctx);
  if (query.filter.open !== undefined) found = found.where("q.answer", query.filter.open ? "is" : "is not", null);
  if (query.filter.file !== undefined) found = found.where("q.file_id", "=", query.filter.file);
  const { rows, total } = await pagedList(ctx.db, found, query, (page) =>
    page
      .select([...shownColumns])
      .orderBy((eb) => eb("q.answer", "is not", null))
      .orderBy("q.answer_by", query.order?.direction ?? "asc")
      .orderBy("q.id"),
  );
  return toPage(
    rows.map((row) => shown(ctx, row)),
    total,
    query.limit,
  );
});

const answer = handle(answerQuestion, async (ctx, { params, body }) => {
  const row = await questionsSeen(ctx)
    .select([...shownColumns])
    .where("q.id", "=", params.id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const byClient = ctx.user.kind === "customer";
  // A contact person looks on: who decides about going on is the client.
  if (!byClient) requireOffice(ctx);
  if (!byClient && body.note === "") throw fieldError("note", "handover-batches.errorProof");
  const set = { answer: body.answer, answered_at: ctx.clock.now(), answered_by: ctx.user.id || null };
  const done = await ctx.db
    .updateTable("register_question")
    .set({ ...set, how: byClient ? "screen" : "proof", note: body.note || null, told: "byHand" })
    .where("id", "=", params.id)
    .where("answer", "is", null)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw fieldError("common", "handover-batches.errorAnswered");
  await settleAgenda(ctx, { fileId: row.file_id, key: agendaKey(params.id) });
  await forwardAnswer(ctx, { id: params.id, fileId: row.file_id, answer: body.answer, office: row.office });
  const subject = { key: `handover-batches.logRegister_${body.answer}`, values: { office: row.office } };
  await writeLog(ctx, { fileId: row.file_id, type: "status", subject, content: body.note || null });
  await ctx.audit({
    action: "file.register-answer",
    subject: "file",
    subjectId: row.file_id,
    after: { question: params.id, ...body },
  });
  const now = await questionsSeen(ctx)
    .select([...shownColumns])
    .where("q.id", "=", params.id)
    .executeTakeFirstOrThrow();
  return shown(ctx, now);
});

const instructionsSeen = (ctx: Ctx) =>
  selectClients(ctx)
    .innerJoin("register_instruction as i", "i.client_id", "client.id")
    .leftJoin("app_user", "app_user.id", "i.noted_by")
    .select([
      "i.id",
      "client.id as client_id",
      "client.company",
      "i.answer",
      "i.agreed_on",
      "i.until_date",
      "i.reference",
    ])
    .select("app_user.name as by")
    .where("i.withdrawn_at", "is", null);

type Instruction = Awaited<ReturnType<ReturnType<typeof instructionsSeen>["execute"]>>[number];

const shownInstruction = ({
  client_id,
  company,
  agreed_on,
  until_date,
  answer: said,
  by,
  id,
  reference,
}: Instruction) => ({
  id,
  client: { id: client_id, text: company },
  answer: said === "go_on" ? ("go_on" as const) : ("stop" as const),
  agreedOn: agreed_on,
  until: until_date,
  reference,
  by: by ?? "",
});

export const registerHandlers = [
  list,
  answer,
  handle(listInstructions, async (ctx) => {
    requireOffice(ctx);
    const rows = await instructionsSeen(ctx).orderBy("client.company").orderBy("i.id").execute();
    return { items: rows.map(shownInstruction) };
  }),
  handle(addInstruction, async (ctx, { body }) => {
    requireOffice(ctx);
    if (!maySeeClient(ctx.user, body.client) || !(await clientById(ctx.db, body.client)))
      throw fieldError("client", "handover-batches.errorClient");
    if (body.agreedOn > ctx.clock.today()) throw fieldError("agreedOn", "handover-batches.errorAgreedLater");
    if (body.until !== null && body.until < body.agreedOn) throw fieldError("until", "handover-batches.errorUntil");
    const { id } = await ctx.db
      .insertInto("register_instruction")
      .values({
        client_id: body.client,
        answer: body.answer,
        agreed_on: date(body.agreedOn),
        until_date: body.until === null ? null : date(body.until),
        reference: body.reference,
        noted_at: ctx.clock.now(),
        noted_by: ctx.user.id || null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.audit({ action: "client.register-instruction", subject: "client", subjectId: body.client, after: body });
    return shownInstruction(await instructionsSeen(ctx).where("i.id", "=", id).executeTakeFirstOrThrow());
  }),
  handle(withdrawInstruction, async (ctx, { params }) => {
    requireOffice(ctx);
    const row = await instructionsSeen(ctx).where("i.id", "=", params.id).executeTakeFirst();
    if (!row) throw notFound();
    await ctx.db
      .updateTable("register_instruction")
      .set({ withdrawn_at: ctx.clock.now(), withdrawn_by: ctx.user.id || null })
      .where("id", "=", params.id)
      .execute();
    await ctx.audit({
      action: "client.register-instruction",
      subject: "client",
      subjectId: row.client_id,
      before: shownInstruction(row),
    });
    return {};
  }),
];
