/** The public interface of the bulk module on the server: its calls and jobs. */
import { sql } from "kysely";
import { filesChosenBy } from "../../cases/file-search/file-search.server.ts";
import { chosenReasons } from "../../cases/states/states.server.ts";
import { administration } from "../../ground/kernel/access.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { agendaSubjectRows, choiceOf, nameIn } from "../../ground/lists/lists.server.ts";
import { defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { loadWorkflows } from "../../letters/workflows/workflows.server.ts";
import { stepText } from "../../letters/workflows/workflows.texts.ts";
import { costChoices } from "../../money/claims/claims.server.ts";
import { caseManagers } from "../../people/employees/employees.server.ts";
import { actionsOf } from "./actions/actions.server.ts";
import {
  bulkChoices,
  bulkResult,
  bulkScreen,
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
import { totalsOf } from "./forecast/totals.server.ts";
import { bulkJob } from "./runs/execute.server.ts";
import { resultOf, rowPage } from "./runs/rows.server.ts";
import {
  createBulkRun,
  discardBulkRun,
  exclude,
  requestStop,
  shownRun,
  shownRuns,
  startRun,
  startUndo,
} from "./runs/runs.server.ts";

export { eraseBulkWords } from "./erase.server.ts";

const choices = handle(bulkChoices, async (ctx) => ({
  actions: actionsOf(ctx.user),
  workflows: [...(await loadWorkflows(ctx.db)).values()].map(({ code, name }) => ({
    id: code,
    text: `${code} ${name}`,
  })),
  steps: [...(await loadWorkflows(ctx.db)).values()].flatMap(({ code, steps }) =>
    steps.map(({ position, template }) => ({
      workflow: code,
      position,
      text: `${position} · ${ctx.translate({ key: stepText(template) }, ctx.lang)}`,
    })),
  ),
  caseManagers: await caseManagers(ctx.db),
  subjects: (await agendaSubjectRows(ctx.db)).map((row) => choiceOf(row, ctx.lang)),
  costTypes: (await costChoices.chargeable(ctx.db)).map(({ row }) => ({
    id: row.id,
    text: nameIn(row.name, ctx.lang),
  })),
  closingReasons: (await chosenReasons(ctx.db)).map(({ row, reason }) => ({
    ...choiceOf(row, ctx.lang),
    reason,
    needsNote: row.needsNote,
  })),
}));

const count = handle(countBulk, async (ctx, { query }) => {
  const { rows } = await sql<{ files: number }>`
    select count(*) as files from case_file where ${await filesChosenBy(ctx, query.filter)}`.execute(ctx.db);
  return { files: rows[0]?.files ?? 0 };
});

const list = handle(listBulk, async (ctx, { query }) => {
  const own = ctx.db.selectFrom("bulk").where("user_id", "=", ctx.user.id);
  const { rows, total } = await pagedList(ctx.db, own, query, (found) =>
    found.selectAll().orderBy("id", query.order?.direction ?? "desc"),
  );
  return toPage(await shownRuns(ctx, rows), total, query.limit);
});

export const bulkServer = defineModule({
  name: "bulk",
  screens: [bulkScreen],
  texts: [bulkTexts],
  jobs: [bulkJob],
  handlers: [
    choices,
    count,
    list,
    handle(planBulk, (ctx, { body }) => createBulkRun(ctx, body.chosen, body.action)),
    handle(readBulk, (ctx, { params }) => shownRun(ctx, params.id)),
    handle(listBulkRows, (ctx, { params, query }) => rowPage(ctx, params.id, query)),
    handle(bulkTotals, (ctx, { params }) => totalsOf(ctx, params.id)),
    handle(excludeBulkRows, (ctx, { params, body }) => exclude(ctx, params.id, body.files, body.excluded)),
    handle(makeBulk, (ctx, { params, body }) => startRun(ctx, params.id, body.version)),
    handle(stopBulk, (ctx, { params }) => requestStop(ctx, params.id)),
    handle(cancelBulk, (ctx, { params }) => discardBulkRun(ctx, params.id)),
    handle(undoBulk, (ctx, { params, body }) => startUndo(ctx, params.id, body.version)),
    handle(bulkResult, (ctx, { params, query }) => resultOf(ctx, params.id, query.format)),
  ],
  history: [{ subject: "bulk", who: administration, name: "bulk.title" }],
});
