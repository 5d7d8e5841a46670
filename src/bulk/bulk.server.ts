/** The door of the bulk room on the server: its calls and jobs. */
import { sql } from "kysely";
import { chargeableCosts } from "../claims/claims.server.ts";
import { caseManagers } from "../employees/employees.server.ts";
import { chosenReasons, filesChosenBy } from "../files/files.server.ts";
import { administration } from "../kernel/access.ts";
import { toPage } from "../kernel/query.ts";
import { agendaSubjectRows, choiceOf, nameIn } from "../lists/lists.server.ts";
import { pagedList } from "../platform/server/paged-list.ts";
import { answer, room } from "../platform/server/room.ts";
import { loadWorkflows } from "../workflows/workflows.server.ts";
import { stepText } from "../workflows/workflows.texts.ts";
import { actionsOf } from "./acts.server.ts";
import {
  bulkChoices,
  bulkResult,
  bulkTotals,
  cancelBulk,
  countBulk,
  excludeBulkRows,
  listBulk,
  listBulkRows,
  makeBulk,
  planBulk,
  readBulk,
  stopBulk,
  undoBulk,
} from "./bulk.contract.ts";
import { bulkTexts } from "./bulk.texts.ts";
import { bulkJob, bulkResumeJob } from "./make.server.ts";
import { resultOf, rowPage } from "./rows.server.ts";
import { askForPlan, askToStop, exclude, shownRun, shownRuns, startRun, startUndo, throwAway } from "./runs.server.ts";
import { totalsOf } from "./totals.server.ts";

const choices = answer(bulkChoices, async (ctx) => ({
  actions: actionsOf(ctx.user),
  workflows: [...(await loadWorkflows(ctx.db)).values()].map(({ code, name }) => ({
    id: code,
    text: `${code} ${name}`,
  })),
  steps: [...(await loadWorkflows(ctx.db)).values()].flatMap(({ code, steps }) =>
    steps.map(({ position, template }) => ({
      workflow: code,
      position,
      text: `${position} · ${ctx.say({ key: stepText(template) }, ctx.lang)}`,
    })),
  ),
  caseManagers: await caseManagers(ctx.db),
  subjects: (await agendaSubjectRows(ctx.db)).map((row) => choiceOf(row, ctx.lang)),
  costTypes: (await chargeableCosts(ctx.db)).map(({ row }) => ({ id: row.id, text: nameIn(row.name, ctx.lang) })),
  closingReasons: (await chosenReasons(ctx.db)).map(({ row, reason }) => ({
    ...choiceOf(row, ctx.lang),
    reason,
    needsNote: row.needsNote,
  })),
}));

const count = answer(countBulk, async (ctx, { query }) => {
  const { rows } = await sql<{ files: number }>`
    select count(*) as files from case_file where ${await filesChosenBy(ctx, query.filter)}`.execute(ctx.db);
  return { files: rows[0]?.files ?? 0 };
});

const list = answer(listBulk, async (ctx, { query }) => {
  const own = ctx.db.selectFrom("bulk").where("user_id", "=", ctx.user.id);
  const { rows, total } = await pagedList(ctx.db, own, query, (found) =>
    found.selectAll().orderBy("id", query.order?.direction ?? "desc"),
  );
  return toPage(await shownRuns(ctx, rows), total, query.limit);
});

export const bulkServer = room({
  name: "bulk",
  texts: [bulkTexts],
  jobs: [bulkJob, bulkResumeJob],
  answers: [
    choices,
    count,
    list,
    answer(planBulk, (ctx, { body }) => askForPlan(ctx, body.chosen, body.action)),
    answer(readBulk, (ctx, { params }) => shownRun(ctx, params.id)),
    answer(listBulkRows, (ctx, { params, query }) => rowPage(ctx, params.id, query)),
    answer(bulkTotals, (ctx, { params }) => totalsOf(ctx, params.id)),
    answer(excludeBulkRows, (ctx, { params, body }) => exclude(ctx, params.id, body.files, body.excluded)),
    answer(makeBulk, (ctx, { params, body }) => startRun(ctx, params.id, body.version)),
    answer(stopBulk, (ctx, { params }) => askToStop(ctx, params.id)),
    answer(cancelBulk, (ctx, { params }) => throwAway(ctx, params.id)),
    answer(undoBulk, (ctx, { params, body }) => startUndo(ctx, params.id, body.version)),
    answer(bulkResult, (ctx, { params, query }) => resultOf(ctx, params.id, query.format)),
  ],
  history: [{ subject: "bulk", who: administration, name: "bulk.title" }],
});
