/** Whether to sue: files that wait for a decision, the advice on each, what the client answers, and what is decided. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { requireFile, selectFiles } from "../../cases/files/files.server.ts";
import { readerOf, translateLogText } from "../../cases/logs/logs.ts";
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { type Ctx, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { runSparing } from "../../ground/platform/server/postgres/batched.ts";
import { legalDate } from "../../ground/platform/server/postgres/legal-date.ts";
import { addEventReader } from "../../letters/workflows/workflows.server.ts";
import { handoverOf, requireOffice } from "../handover/handover.server.ts";
import {
  askForOrder,
  type Decision,
  type DecisionOutcome,
  decide,
  decideMany,
  decisionScreen,
  decisionsScreen,
  listDecisions,
  questionsScreen,
  readDecision,
  withdrawQuestion,
} from "./decisions.contract.ts";
import { decisionTexts } from "./decisions.texts.ts";
import { answerDays, type DecisionState } from "./decisions.ts";
import { decidingSteps, type FileToDecide, filesToDecide } from "./facts.server.ts";
import { questionHandlers } from "./questions.server.ts";
import { decideOn, requireUndone, sendQuestion, withdraw } from "./record.server.ts";

export { eraseDecisions } from "./erase.server.ts";
export { openQuestion } from "./questions.server.ts";

/** What a step of a workflow may wait for: the client's order to sue, and not an answer that says no. */
addEventReader("clientOrder", async (db, fileIds) => {
  const { rows } = await sql<{ fileId: number; on: PlainDate }>`
    select file_id as "fileId", ${legalDate("answered_at")} as on from legal_decision
    where file_id = any(${[...fileIds]}::bigint[]) and answer = 'yes'`.execute(db);
  return rows;
});

const undecided = sql<SqlBool>`legal_decision.asked_at is not null and legal_decision.decision is null`;

/** Files that are at a state, as a condition on `case_file` beside its decision; as `stateOf` says it of one. */
export function atState(state: DecisionState, today: PlainDate): RawBuilder<SqlBool> {
  switch (state) {
    case "asked":
      return sql`${undecided} and legal_decision.answered_at is null`;
    case "answered":
      return sql`${undecided} and legal_decision.answered_at is not null`;
    case "decided":
      return sql`legal_decision.decision is not null and coalesce(legal_decision.until_date > ${today}, true)`;
    case "waiting":
      return sql`case when legal_decision.decision is not null then coalesce(legal_decision.until_date <= ${today}, false)
        when legal_decision.asked_at is not null then false
        else case_file.next_step = any(${decidingSteps}::text[]) and case_file.next_action_on <= ${today} end`;
  }
}

const list = handle(listDecisions, async (ctx, { query }) => {
  requireOffice(ctx);
  const { state = "waiting", client } = query.filter;
  let found = selectFiles(ctx)
    .leftJoin("legal_decision", "legal_decision.file_id", "case_file.id")
    .where("case_file.closed_on", "is", null)
    .where(atState(state, ctx.clock.today()));
  if (client?.length) found = found.where("case_file.client_id", "in", client);
  const { field, direction } = query.order ?? { field: "openCents", direction: "desc" };
  const { rows, total } = await pagedList(ctx.db, found, query, (of) =>
    of
      .select("case_file.id")
      .orderBy(field === "number" ? "case_file.id" : "case_file.open_cents", direction)
      .orderBy("case_file.id"),
  );
  const ids = rows.map(({ id }) => id);
  ctx.saw(ids);
  return toPage(
    (await filesToDecide(ctx, ids)).map(({ row }) => row),
    total,
    query.limit,
  );
});

async function oneOf(ctx: Ctx, fileId: number): Promise<FileToDecide> {
  const [file] = await filesToDecide(ctx, [fileId]);
  if (!file) throw notFound();
  return file;
}

async function shown(ctx: Ctx, fileId: number): Promise<Decision> {
  const file = await oneOf(ctx, fileId);
  const { row, judged, judgement, costs } = file;
  const { id: _id, ...facts } = row;
  const { checks } = await handoverOf(ctx, judged);
  return {
    ...facts,
    closed: judged.situation.closedOn !== null,
    costs: costs && { ...costs, parts: [...costs.parts] },
    principalCents: judged.balance.principal,
    interestCents: judged.balance.interest,
    costsCents: judged.balance.costs,
    lines: judgement.lines.map(({ why, ...line }) => ({ ...line, why: translateLogText(why, readerOf(ctx)) })),
    needs: checks.map(({ need, state }) => ({
      need,
      name: ctx.translate({ key: `handover.need_${need}` }, ctx.lang),
      state,
    })),
    answerBy: addDays(ctx.clock.today(), answerDays),
  };
}

const isRefusal = (error: unknown): boolean => error instanceof VorderError && error.code !== "internal";

const sentenceOf = (ctx: Ctx, error: unknown): string => {
  if (!(error instanceof VorderError)) throw error;
  if (error.code === "conflict") return ctx.translate({ key: "decisions.errorChanged" }, ctx.lang);
  const [message] = Object.values(error.detail.fields ?? {}).flat();
  return ctx.translate(message ?? { key: "decisions.errorChanged" }, ctx.lang);
};

const many = handle(decideMany, async (ctx, { body: { files, act } }) => {
  requireOffice(ctx);
  const ids = [...new Set(files.map(({ file }) => file))];
  if (ids.length < files.length) throw fieldError("files", "decisions.errorTwice");
  // A file that may not be seen is not there: a choice that names one is wrong as a whole.
  const seen = await selectFiles(ctx).select("case_file.id").where("case_file.id", "in", ids).execute();
  if (seen.length < ids.length) throw notFound();
  const found = new Map((await filesToDecide(ctx, ids)).map((file) => [file.row.fileId, file]));
  const chosen = files.flatMap(({ file, version }) => {
    const of = found.get(file);
    return of ? [{ of, version }] : [];
  });
  const ran = await runSparing(
    ctx.db,
    chosen,
    async ({ of, version }) => {
      await requireUndone(ctx, of.row.fileId);
      if (act.kind === "decide") return decideOn(ctx, of, { ...act, version });
      const advanceCents = act.withAdvance ? (of.costs?.advance ?? null) : null;
      return sendQuestion(ctx, of, { note: act.note, answerBy: act.answerBy, advanceCents, version });
    },
    isRefusal,
  );
  const items = chosen.map((one): DecisionOutcome => {
    const outcome = ran.get(one);
    const { fileId, fileNumber } = one.of.row;
    const refused = outcome && "threw" in outcome ? sentenceOf(ctx, outcome.threw) : null;
    return { fileId, fileNumber, done: refused === null, why: refused };
  });
  return { items };
});

export const decisionsServer = defineModule({
  name: "decisions",
  screens: [decisionScreen, decisionsScreen, questionsScreen],
  texts: [decisionTexts],
  handlers: [
    list,
    handle(readDecision, async (ctx, { params }) => {
      requireOffice(ctx);
      await requireFile(ctx, params.id);
      return shown(ctx, params.id);
    }),
    handle(decide, async (ctx, { params, body }) => {
      requireOffice(ctx);
      await requireUndone(ctx, params.id);
      await decideOn(ctx, await oneOf(ctx, params.id), body);
      return shown(ctx, params.id);
    }),
    handle(askForOrder, async (ctx, { params, body }) => {
      requireOffice(ctx);
      await requireUndone(ctx, params.id);
      await sendQuestion(ctx, await oneOf(ctx, params.id), { ...body, answerBy: body.answerBy });
      return shown(ctx, params.id);
    }),
    handle(withdrawQuestion, async (ctx, { params, body }) => {
      requireOffice(ctx);
      await requireUndone(ctx, params.id);
      await withdraw(ctx, params.id, body.version);
      return shown(ctx, params.id);
    }),
    many,
    ...questionHandlers,
  ],
});
