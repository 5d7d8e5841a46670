/** The agenda: what is to be done about files, by whom and when. Public interface: `planAgenda` and the related functions below. */
import { type SqlBool, sql } from "kysely";
import { administration } from "../../ground/kernel/access.ts";
import { addWorkingDays, nextOfficeDay } from "../../ground/kernel/calendar.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { agendaSubjectRows, nameIn } from "../../ground/lists/lists.server.ts";
import { defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../ground/tariffs/tariffs.ts";
import { people } from "../../people/employees/employees.server.ts";
import { filesChosenBy } from "../file-search/file-search.server.ts";
import { selectFiles } from "../files/files.server.ts";
import { agendaScreen } from "./agenda.contract.ts";
import { agendaTexts } from "./agenda.texts.ts";
import { agendaStatuses } from "./agenda.ts";
import { actHandlers, requireAgendaFile } from "./items/actions.server.ts";
import { planReadingOfClientMessages } from "./items/file-events.server.ts";
import { readHistories } from "./items/history.server.ts";
import {
  agendaFiles,
  agendaFilterStatuses,
  agendaHistories,
  agendaOwners,
  agendaSubjectList,
  fileAgenda,
  fileAgendaSubjects,
} from "./items/items.contract.ts";
import { readFileAgenda, visibleItems } from "./items/record.server.ts";
import { exportAnswer } from "./lists/export.server.ts";
import { listAnswers } from "./lists/list.server.ts";
import { unattendedHandler } from "./lists/unattended.server.ts";
import { agendaWorkJob, workHandlers } from "./mass-edit/mass-edit.server.ts";

export { eraseAgendaNotes, eraseWorkWords } from "./erase.server.ts";
export { requireOpenFile } from "./items/actions.server.ts";
export {
  type AgendaPlan,
  handOverAgenda,
  openAgendaOf,
  openItemsOf,
  planAgenda,
  planAgendas,
  settleAgenda,
} from "./items/plan.server.ts";
export { holdKey, plannedByHold } from "./items/planning.ts";
export { waitingItems } from "./lists/list.server.ts";
export { agendaQueue, callSubject, type Queue } from "./queue/queue.server.ts";

const statuses = handle(agendaFilterStatuses, async (ctx) => ({
  items: agendaStatuses.map((id) => ({ id, text: ctx.translate({ key: `files.status_${id}` }, ctx.lang) })),
}));

const subjects = handle(agendaSubjectList, async (ctx) => {
  const calendar = calendarOf(await loadTariffs(ctx.db));
  const today = ctx.clock.today();
  return {
    items: (await agendaSubjectRows(ctx.db)).map(({ id, name, code, workingDays, exclusion }) => ({
      id,
      text: nameIn(name, ctx.lang),
      code,
      on: nextOfficeDay(addWorkingDays(today, workingDays, calendar), calendar),
      exclusion,
    })),
  };
});

const choices = handle(fileAgendaSubjects, async (ctx) => ({
  items: (await agendaSubjectRows(ctx.db)).map(({ id, name }) => ({ id, text: nameIn(name, ctx.lang) })),
}));

const owners = handle(agendaOwners, async (ctx) => ({
  items:
    ctx.user.kind === "staff"
      ? await ctx.db
          .selectFrom("app_user")
          .select(["id", "name as text"])
          .where("kind", "=", "staff")
          .where("active", "=", true)
          .orderBy("name")
          .orderBy("id")
          .execute()
      : [],
}));

const shownFiles = 20;

const files = handle(agendaFiles, async (ctx, { query }) => {
  if (ctx.user.kind !== "staff" || (query.id === undefined && query.keywords === "")) return { items: [] };
  const wanted =
    query.id === undefined
      ? await filesChosenBy(ctx, { search: query.keywords })
      : sql<SqlBool>`case_file.id = ${query.id}`;
  const rows = await selectFiles(ctx)
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select(["case_file.id", "case_file.number", "debtor.display_name"])
    .where(wanted)
    .orderBy("case_file.id", "desc")
    .limit(shownFiles)
    .execute();
  return { items: rows.map(({ id, number, display_name }) => ({ id, text: `${number} · ${display_name}` })) };
});

const ofFile = handle(fileAgenda, async (ctx, { params }) => {
  const { id } = await requireAgendaFile(ctx, params.id);
  return readFileAgenda(ctx, id);
});

const histories = handle(agendaHistories, async (ctx, { params, query }) => {
  const { id } = await requireAgendaFile(ctx, params.id);
  const { items, total } = await readHistories(ctx, id, query);
  return toPage(items, total, query.limit);
});

export const agendaServer = defineModule({
  name: "agenda",
  screens: [agendaScreen],
  texts: [agendaTexts],
  jobs: [agendaWorkJob],
  listeners: [planReadingOfClientMessages],
  handlers: [
    statuses,
    subjects,
    choices,
    owners,
    files,
    ofFile,
    histories,
    exportAnswer,
    ...listAnswers,
    unattendedHandler,
    ...actHandlers,
    ...workHandlers,
  ],
  history: [
    { subject: "agenda_work", who: administration, name: "agenda.wholeLists" },
    {
      subject: "agenda_item",
      who: agendaHistories.who,
      name: "agenda.item",
      field: (field) => `agenda.${field}`,
      references: {
        owner: async ({ db }, ids) => new Map([...(await people(db, ids))].map(([id, { name }]) => [id, name])),
        subject: async ({ db, lang }) =>
          new Map((await agendaSubjectRows(db, "all")).map(({ id, name }) => [id, nameIn(name, lang)])),
      },
      actions: {
        "agenda.planned": "agenda.act_planned",
        "agenda.archived": "agenda.act_archived",
        "agenda.restored": "agenda.act_restored",
        "agenda.handed_over": "agenda.act_handed_over",
      },
      visible: async (ctx, id) =>
        /^\d{1,15}$/.test(id) &&
        (await visibleItems(ctx)
          .select("agenda_item.id")
          .where("agenda_item.id", "=", Number(id))
          .executeTakeFirst()) !== undefined,
    },
  ],
});
