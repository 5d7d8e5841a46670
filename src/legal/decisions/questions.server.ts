/** What the people of a client see of the decision: what they are asked, with the costs as they were quoted, and what was answered. */
import { type SqlBool, sql } from "kysely";
import { requireFile, selectFiles } from "../../cases/files/files.server.ts";
import { addDays, instantInAmsterdam } from "../../ground/kernel/dates.ts";
import { notFound } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { type Ctx, handle } from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { answerQuestion, listQuestions, type QuestionResult, quoted } from "./decisions.contract.ts";
import { questionOf, storedOf } from "./facts.server.ts";
import { answer } from "./record.server.ts";

/** So many days an answered question stays in sight. */
const shownDays = 90;

/** Questions that wait for their client, of the files that a reader sees: for the count on the first screen. */
export const openQuestion = sql<SqlBool>`exists (select from legal_decision d where d.file_id = case_file.id
  and d.asked_at is not null and d.answered_at is null and d.decision is null) and case_file.closed_on is null`;

const found = (ctx: Ctx) =>
  selectFiles(ctx)
    .innerJoin("legal_decision", "legal_decision.file_id", "case_file.id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .where("legal_decision.asked_at", "is not", null);

async function shown(
  ctx: Ctx,
  rows: readonly { id: number; number: string; client_ref: string; company: string; display_name: string }[],
): Promise<QuestionResult[]> {
  const stored = await storedOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row): QuestionResult[] => {
    const kept = stored.get(row.id);
    const question = kept && questionOf(kept);
    if (!kept || !question) return [];
    return [
      {
        id: row.id,
        fileId: row.id,
        fileNumber: row.number,
        clientRef: row.client_ref,
        clientName: row.company,
        debtorName: row.display_name,
        quoted: quoted.parse(kept.quoted),
        question,
        version: kept.version,
      },
    ];
  });
}

const columns = [
  "case_file.id",
  "case_file.number",
  "case_file.client_ref",
  "client.company",
  "debtor.display_name",
] as const;

async function one(ctx: Ctx, fileId: number): Promise<QuestionResult> {
  const rows = await found(ctx).select(columns).where("case_file.id", "=", fileId).execute();
  const [file] = await shown(ctx, rows);
  if (!file) throw notFound();
  return file;
}

export const questionHandlers = [
  handle(listQuestions, async (ctx, { query }) => {
    const { answered } = query.filter;
    const since = instantInAmsterdam(addDays(ctx.clock.today(), -shownDays));
    const asked =
      answered === true ? found(ctx).where("legal_decision.answered_at", ">=", since) : found(ctx).where(openQuestion);
    const { rows, total } = await pagedList(ctx.db, asked, query, (of) =>
      of
        .select(columns)
        .orderBy("legal_decision.asked_at", query.order?.direction ?? "asc")
        .orderBy("case_file.id"),
    );
    ctx.saw(rows.map(({ id }) => id));
    return toPage(await shown(ctx, rows), total, query.limit);
  }),
  handle(answerQuestion, async (ctx, { params, body }) => {
    const { id } = await requireFile(ctx, params.id);
    await answer(ctx, id, body);
    return one(ctx, id);
  }),
];
