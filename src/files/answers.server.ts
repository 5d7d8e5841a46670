/** The answers to the calls of the files. */
import { sql } from "kysely";
import { decimalFromCents } from "../kernel/money.ts";
import { countCap, toPage } from "../kernel/query.ts";
import { choiceOf } from "../lists/lists.server.ts";
import { answer, type Ctx, redirect } from "../platform/server/room.ts";
import { csvBlob } from "../platform/server/sheets.ts";
import { claimAnswers } from "./claim.server.ts";
import { chosenReasons, requireReason } from "./closing.server.ts";
import { changeDebtor } from "./debtor.server.ts";
import {
  assignManager,
  changeStatus,
  closeFileByHand,
  closingReasonList,
  exportColumns,
  exportFiles,
  type FileRow,
  lastFiles,
  liftHoldFromFile,
  placeHoldOnFile,
  postSearch,
  reopenFileByHand,
  searchFiles,
  updateDebtor,
  visitFile,
} from "./files.contract.ts";
import { parseFileNumber } from "./files.ts";
import { type Hold, liftHold, placeHold } from "./holds.server.ts";
import { partyAnswers } from "./parties.server.ts";
import { presenceAnswers } from "./presence.server.ts";
import { type FileState, requireFile, visibleFiles } from "./record.server.ts";
import { rowColumns, rowJoins, toRow } from "./rows.server.ts";
import { fileByNumber, findFiles } from "./search.server.ts";
import { searchAnswers } from "./search-answers.server.ts";
import { closeFile, reopenFile, setStatus } from "./state.server.ts";
import { stateAnswers, wantedState } from "./states.server.ts";
import { assignFile } from "./takeover.server.ts";

const search = answer(searchFiles, async (ctx, { query }) => {
  const { items, total } = await findFiles(ctx, query);
  return toPage(items, total, query.limit);
});

const columnTexts: Readonly<Record<(typeof exportColumns)[number], string>> = {
  number: "files.number",
  clientRef: "files.clientRef",
  clientName: "files.client",
  debtorName: "files.debtor",
  city: "files.city",
  phase: "files.phase",
  status: "files.status",
  caseManager: "files.caseManager",
  placedOn: "files.placedOn",
  nextStep: "files.nextStep",
  nextActionOn: "files.nextActionOn",
  principalCents: "files.principal",
  openCents: "files.open",
};

function cell(ctx: Ctx, row: FileRow, column: (typeof exportColumns)[number]): string {
  const value = row[column];
  if (value === null) return "";
  if (column === "phase" || column === "status") return ctx.say({ key: `files.${column}_${value}` }, ctx.lang);
  if (typeof value !== "number") return value;
  const amount = decimalFromCents(value);
  return ctx.lang === "en" ? amount : amount.replace(".", ",");
}

const exportList = answer(exportFiles, async (ctx, { query }) => {
  const columns = query.filter.columns?.length ? query.filter.columns : exportColumns;
  const { items } = await findFiles(ctx, { ...query, offset: 0, limit: countCap });
  const lines = [
    columns.map((column) => ctx.say({ key: columnTexts[column] }, ctx.lang)),
    ...items.map((row) => columns.map((column) => cell(ctx, row, column))),
  ];
  const name = `${ctx.say({ key: "files.exportName" }, ctx.lang)}-${ctx.clock.today()}.csv`;
  return csvBlob(name, lines, { language: ctx.lang });
});

const headerSearch = answer(postSearch, async (ctx, { body }) => {
  const number = parseFileNumber(body.search);
  const id = number === undefined ? undefined : await fileByNumber(ctx, number);
  if (id !== undefined) return redirect(`/file/show-new/${id}`);
  return redirect(body.search === "" ? "/file/search" : `/file/search?search=${encodeURIComponent(body.search)}`);
});

const visit = answer(visitFile, async (ctx, { params }) => {
  const file = await requireFile(ctx, params.id);
  await ctx.db
    .insertInto("file_visit")
    .values({ user_id: ctx.user.id, file_id: file.id, at: ctx.clock.now() })
    .onConflict((conflict) => conflict.columns(["user_id", "file_id"]).doUpdateSet({ at: ctx.clock.now() }))
    .execute();
  return {};
});

const visited = answer(lastFiles, async (ctx) => {
  const { rows } = await sql<Parameters<typeof toRow>[0] & { at: Date }>`
    select ${rowColumns(ctx.clock.today())}, file_visit.at
    from file_visit join case_file on case_file.id = file_visit.file_id ${rowJoins}
    where file_visit.user_id = ${ctx.user.id} and ${visibleFiles(ctx.user)}
    order by file_visit.at desc limit 100`.execute(ctx.db);
  return { items: rows.map((row) => ({ ...toRow(row, ctx), visitedAt: row.at.toISOString() })) };
});

const stateOf = ({ id, phase, status, version }: FileState) => ({ id, phase, status, version });
const holdOf = (hold: Hold) => ({
  id: hold.id,
  kind: hold.kind,
  reason: hold.reason,
  from: hold.from,
  until: hold.until,
  placedBy: hold.placedBy,
  placedAt: hold.placedAt.toISOString(),
});

const manager = answer(assignManager, async (ctx, { params, body }) =>
  stateOf(await assignFile(ctx, params.id, body.caseManagerId, body.version)),
);

export const fileAnswers = [
  search,
  ...searchAnswers,
  exportList,
  headerSearch,
  visit,
  visited,
  manager,
  answer(changeStatus, async (ctx, { params, body }) =>
    stateOf(await setStatus(ctx, params.id, { ...body, byHand: true })),
  ),
  ...partyAnswers,
  ...claimAnswers,
  ...presenceAnswers,
  ...stateAnswers,
  answer(placeHoldOnFile, async (ctx, { params, body }) => {
    const { file, hold } = await placeHold(ctx, params.id, { ...body, ...(await wantedState(ctx, params.id, body)) });
    return { ...stateOf(file), hold: holdOf(hold) };
  }),
  answer(liftHoldFromFile, async (ctx, { params, body }) =>
    stateOf(await liftHold(ctx, params.id, params.holdId, body.version, body.reason)),
  ),
  answer(closeFileByHand, async (ctx, { params, body }) => {
    await requireReason(ctx, body);
    return stateOf(await closeFile(ctx, params.id, body));
  }),
  answer(reopenFileByHand, async (ctx, { params, body }) => stateOf(await reopenFile(ctx, params.id, body))),
  answer(updateDebtor, async (ctx, { params, body }) => changeDebtor(ctx, params.id, body)),
  answer(closingReasonList, async (ctx) => ({
    items: (await chosenReasons(ctx.db)).map(({ row, reason }) => ({
      ...choiceOf(row, ctx.lang),
      reason,
      needsNote: row.needsNote,
    })),
  })),
];
