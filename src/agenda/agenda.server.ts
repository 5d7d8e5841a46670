/** The agenda: what is to be done about files, by whom and when. The door for other rooms is `planAgenda` and its kin. */
import { type SqlBool, sql } from "kysely";
import { filesChosenBy, visibleFiles } from "../files/files.server.ts";
import { administration } from "../kernel/access.ts";
import { addWorkingDays, nextOfficeDay } from "../kernel/calendar.ts";
import { toPage } from "../kernel/query.ts";
import { agendaSubjectRows, nameIn } from "../lists/lists.server.ts";
import { answer, room } from "../platform/server/room.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { calendarOf } from "../tariffs/tariffs.ts";
import { actAnswers, requireAgendaFile } from "./acts.server.ts";
import {
  agendaFiles,
  agendaFilterStatuses,
  agendaHistories,
  agendaOwners,
  agendaSubjectList,
  fileAgenda,
  fileAgendaSubjects,
} from "./agenda.contract.ts";
import { agendaTexts } from "./agenda.texts.ts";
import { agendaStatuses } from "./agenda.ts";
import { exportAnswer } from "./export.server.ts";
import { readWhatClientsWrite } from "./follow.server.ts";
import { readHistories } from "./history.server.ts";
import { listAnswers } from "./list.server.ts";
import { neglectedAnswer } from "./neglected.server.ts";
import { readFileAgenda, visibleItems } from "./record.server.ts";
import { agendaResumeJob, agendaWorkJob, workAnswers } from "./works.server.ts";

export { eraseAgendaNotes } from "./erase.server.ts";
export { waitingItems } from "./list.server.ts";
export {
  type AgendaPlan,
  handOverAgenda,
  openAgendaOf,
  openItemsOf,
  planAgenda,
  settleAgenda,
} from "./plan.server.ts";
export { holdKey, plannedByHold } from "./planning.ts";

const statuses = answer(agendaFilterStatuses, async (ctx) => ({
  items: agendaStatuses.map((id) => ({ id, text: ctx.say({ key: `files.status_${id}` }, ctx.lang) })),
}));

const subjects = answer(agendaSubjectList, async (ctx) => {
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

const choices = answer(fileAgendaSubjects, async (ctx) => ({
  items: (await agendaSubjectRows(ctx.db)).map(({ id, name }) => ({ id, text: nameIn(name, ctx.lang) })),
}));

const owners = answer(agendaOwners, async (ctx) => ({
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

const files = answer(agendaFiles, async (ctx, { query }) => {
  if (ctx.user.kind !== "staff" || (query.id === undefined && query.keywords === "")) return { items: [] };
  const wanted =
    query.id === undefined
      ? await filesChosenBy(ctx, { search: query.keywords })
      : sql<SqlBool>`case_file.id = ${query.id}`;
  const rows = await ctx.db
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select(["case_file.id", "case_file.number", "debtor.display_name"])
    .where(visibleFiles(ctx.user))
    .where(wanted)
    .orderBy("case_file.id", "desc")
    .limit(shownFiles)
    .execute();
  return { items: rows.map(({ id, number, display_name }) => ({ id, text: `${number} · ${display_name}` })) };
});

const ofFile = answer(fileAgenda, async (ctx, { params }) => {
  const { id } = await requireAgendaFile(ctx, params.id);
  return readFileAgenda(ctx, id);
});

const histories = answer(agendaHistories, async (ctx, { params, query }) => {
  const { id } = await requireAgendaFile(ctx, params.id);
  const { items, total } = await readHistories(ctx, id, query);
  return toPage(items, total, query.limit);
});

export const agendaServer = room({
  name: "agenda",
  texts: [agendaTexts],
  jobs: [agendaWorkJob, agendaResumeJob],
  listeners: [readWhatClientsWrite],
  answers: [
    statuses,
    subjects,
    choices,
    owners,
    files,
    ofFile,
    histories,
    exportAnswer,
    ...listAnswers,
    neglectedAnswer,
    ...actAnswers,
    ...workAnswers,
  ],
  history: [
    { subject: "agenda_work", who: administration, name: "agenda.wholeLists" },
    {
      subject: "agenda_item",
      who: agendaHistories.who,
      name: "agenda.item",
      field: (field) => `agenda.${field}`,
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
