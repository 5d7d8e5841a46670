/** Address surveillance: addresses to be checked, results by hand, by CSV or from a bureau. */
import { type SqlBool, sql } from "kysely";
import { filesChosenBy } from "../../cases/file-search/file-search.server.ts";
import { requireFile } from "../../cases/files/files.server.ts";
import { any } from "../../ground/kernel/access.ts";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import {
  type Ctx,
  defineModule,
  handle,
  type Input,
  preparedHandler,
} from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { csvBlob } from "../../ground/platform/server/storage/spreadsheets.ts";
import { globalSettings } from "../../ground/settings/settings.server.ts";
import { bureauJob } from "./bureau.server.ts";
import { linesOf, readAnswer, tryAnswer } from "./handlers.server.ts";
import type { Line } from "./lines.server.ts";
import {
  answerOne,
  checkColumns,
  openChecks,
  requireCheck,
  requireRunning,
  runningChecks,
  toCheck,
  visibleChecks,
} from "./record.server.ts";
import {
  answerCheck,
  cancelCheck,
  listChecks,
  readAnswers,
  requestAddressCheck,
  sendList,
  startBureauChecks,
  surveillanceScreen,
  surveillanceState,
} from "./surveillance.contract.ts";
import { surveillanceTexts } from "./surveillance.texts.ts";
import { maxAnswerBytes, maxAtOnce, requestColumns } from "./surveillance.ts";
import { watchAddresses } from "./triggers.server.ts";
import { startUpload, uploadHandlers, uploadJob } from "./uploads.server.ts";

export { eraseChecks } from "./erase.server.ts";

const orders = {
  dueOn: "address_check.due_on",
  askedAt: "address_check.asked_at",
  debtorName: "debtor.sort_name",
} as const;

const list = handle(listChecks, async (ctx, { query }) => {
  const { search, state, reason, result, client, file, dueUntil } = query.filter;
  // A file is found here by whatever finds it in the list of files.
  const bySearch = search === undefined ? sql<SqlBool>`true` : await filesChosenBy(ctx, { search });
  const found = visibleChecks(ctx)
    .$if(search !== undefined, (rows) => rows.where(bySearch))
    .$if((state?.length ?? 0) > 0, (rows) => rows.where("address_check.state", "in", state ?? []))
    .$if((reason?.length ?? 0) > 0, (rows) => rows.where("address_check.reason", "in", reason ?? []))
    .$if((result?.length ?? 0) > 0, (rows) => rows.where("address_check.result", "in", result ?? []))
    .$if((client?.length ?? 0) > 0, (rows) => rows.where("case_file.client_id", "in", client ?? []))
    .$if(file !== undefined, (rows) => rows.where("address_check.file_id", "=", file ?? 0))
    .$if(dueUntil !== undefined, (rows) => rows.where("address_check.due_on", "<=", date(dueUntil ?? "")));
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select(checkColumns)
      .orderBy(orders[query.order?.field ?? "dueOn"], query.order?.direction ?? "asc")
      .orderBy("address_check.id"),
  );
  return toPage(rows.map(toCheck), total, query.limit);
});

const state = handle(surveillanceState, async (ctx) => {
  const counts = await visibleChecks(ctx)
    .select([
      sql<number>`count(*) filter (where address_check.state = 'open')`.as("open"),
      sql<number>`count(*) filter (where address_check.state = 'sent')`.as("sent"),
      sql<number>`count(*) filter (where address_check.due_on < ${ctx.clock.today()})`.as("late"),
    ])
    .where("address_check.state", "in", ["open", "sent"])
    .executeTakeFirstOrThrow();
  return { ...counts, byAdapter: (await globalSettings(ctx.db)).addressUrl !== "", today: ctx.clock.today() };
});

const ask = handle(requestAddressCheck, async (ctx, { params, body }) => {
  const file = await requireFile(ctx, params.id);
  if (file.status === "closed") throw fieldError("common", "surveillance.fileClosed");
  const [made] = await openChecks(ctx, "by_hand", sql`case_file.id = ${file.id}`, { note: body.note });
  if (!made) throw fieldError("common", "surveillance.isRunning");
  await ctx.audit({
    action: "address_check.ask",
    subject: "address_check",
    subjectId: made.id,
    after: { file: file.id },
  });
  return requireCheck(ctx, made.id);
});

const answerByHand = handle(answerCheck, async (ctx, { params, body }) => {
  const { version, result, source, address, checkedOn } = body;
  const finding = { result, source, checkedOn: date(checkedOn), ...(result === "moved" && address ? { address } : {}) };
  return answerOne(ctx, params.id, finding, { by: "hand", version });
});

const cancel = handle(cancelCheck, async (ctx, { params, body }) => {
  const before = await requireCheck(ctx, params.id);
  await requireRunning(ctx, params.id, body.version);
  await ctx.db
    .updateTable("address_check")
    .set({ state: "cancelled", done_at: ctx.clock.now(), done_by: ctx.user.id, version: before.version + 1 })
    .where("id", "=", params.id)
    .execute();
  await ctx.audit({ action: "address_check.cancel", subject: "address_check", subjectId: params.id, before });
  return requireCheck(ctx, params.id);
});

/** A cell that begins like a formula is defused. */
const send = handle(sendList, async (ctx, { body }) => {
  const checks = await runningChecks(ctx, body.ids);
  if (checks.length === 0) throw fieldError("common", "surveillance.nothingOpen");
  const ids = checks.map(({ id }) => id);
  await ctx.db
    .updateTable("address_check")
    .set((eb) => ({ state: "sent", sent_at: ctx.clock.now(), version: eb("version", "+", 1) }))
    .where("id", "in", ids)
    .execute();
  await ctx.audit({ action: "address_check.send", subject: "address_check", subjectId: ids[0] ?? 0, after: { ids } });
  ctx.listed(checks.map(({ file_id }) => file_id));
  const lines = checks.map((check) => [
    check.id,
    check.file_number,
    check.debtor_name,
    check.birth_date ?? "",
    check.street,
    check.house_number,
    check.addition ?? "",
    check.postcode,
    check.city,
    check.country,
  ]);
  const name = `${ctx.translate({ key: "surveillance.fileName" }, ctx.lang)}-${ctx.clock.today()}.csv`;
  const rows = lines.map((line) => line.map(String));
  return csvBlob(name, requestColumns, rows, { language: ctx.lang, separator: ";" });
});

const bureau = handle(startBureauChecks, async (ctx) => {
  if ((await globalSettings(ctx.db)).addressUrl === "") throw fieldError("common", "surveillance.noBureau");
  const { length } = await runningChecks(ctx);
  if (length === 0) throw fieldError("common", "surveillance.nothingOpen");
  const title = ctx.translate({ key: "surveillance.job", values: { count: length } }, ctx.lang);
  await ctx.audit({
    action: "address_check.bureau",
    subject: "address_check",
    subjectId: 0,
    after: { checks: length },
  });
  return { job: await ctx.track(bureauJob, { userId: ctx.user.id }, title), checks: length };
});

type Shown = ReplyOf<typeof readAnswers>["rows"][number];

/** Says of each row what would be done with it, or why nothing; what was read is applied where that is wanted. */
async function judge(ctx: Ctx, lines: readonly Line[], applies: boolean): Promise<Shown[]> {
  const read = lines.map((line) => readAnswer(line, ctx.clock.today()));
  const wanted = read.flatMap(({ check }) => (check === null ? [] : [check]));
  const running = new Map((await runningChecks(ctx, wanted)).map((check) => [check.id, check]));
  const rows: Shown[] = [];
  for (const { row, check, finding, error } of read) {
    const known = check === null ? undefined : running.get(check);
    let why = error === null ? null : ctx.translate(error, ctx.lang);
    if (why === null && known === undefined) why = ctx.translate({ key: "surveillance.noSuchCheck" }, ctx.lang);
    if (why === null && finding !== null && known && applies) {
      why = await tryAnswer(ctx, known.id, finding, "csv");
      running.delete(known.id);
    }
    rows.push({ row, check, fileNumber: known?.file_number ?? null, result: finding?.result ?? null, error: why });
  }
  return rows;
}

/** The rows of what is sent, before a transaction is open. */
async function sentLines(ctx: Ctx, { files }: Input<typeof readAnswers>) {
  const [file] = files;
  if (!file) throw fieldError("file", "surveillance.noCsv");
  if (file.size > maxAnswerBytes) throw new VorderError("tooLarge");
  const bytes = await file.bytes();
  return { name: file.name, bytes, lines: await linesOf(bytes, { owner: `user:${ctx.user.id}` }) };
}

const answers = preparedHandler(readAnswers, sentLines, async (ctx, { body }, { name, bytes, lines }) => {
  const isLarge = lines.length > maxAtOnce;
  const rows = await judge(ctx, lines, body.apply && !isLarge);
  const faults = rows.filter(({ error }) => error !== null);
  const good = rows.length - faults.length;
  const upload = body.apply && isLarge ? await startUpload(ctx, { name, bytes, rows: lines.length }) : null;
  return {
    good,
    bad: faults.length,
    applied: body.apply && !isLarge ? good : 0,
    upload,
    rows: isLarge ? [...faults, ...rows.filter(({ error }) => error === null)].slice(0, maxAtOnce) : rows,
  };
});

export const surveillanceServer = defineModule({
  name: "surveillance",
  screens: [surveillanceScreen],
  texts: [surveillanceTexts],
  handlers: [list, state, ask, answerByHand, cancel, send, bureau, answers, ...uploadHandlers],
  jobs: [watchAddresses, bureauJob, uploadJob],
  history: [
    {
      subject: "address_check",
      who: any("ROLE_FILE_EDIT"),
      name: "surveillance.title",
      visible: async (ctx: Ctx, id) =>
        /^\d{1,15}$/.test(id) &&
        (await visibleChecks(ctx)
          .select("address_check.id")
          .where("address_check.id", "=", Number(id))
          .executeTakeFirst()) !== undefined,
    },
  ],
});
