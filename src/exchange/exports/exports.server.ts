/** Exports of files: asked for by a call, made by a job with the rights that their owner has then, kept for some days. */
import type { Selectable } from "kysely";
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { type FileFilter, filesChosenBy } from "../../cases/file-search/file-search.server.ts";
import { noteViews } from "../../cases/presence/presence.server.ts";
import { administration, allows } from "../../ground/kernel/access.ts";
import { fieldError, type Message, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { languages } from "../../ground/kernel/texts.ts";
import {
  type Actor,
  blob,
  type Ctx,
  defineModule,
  handle,
  type JobCtx,
  job,
  type SystemDb,
} from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { type ShownWork, worksOn } from "../../ground/platform/server/jobs/works.ts";
import type { FileExport } from "../../ground/platform/server/postgres/database.types.ts";
import { asSeen, guarded } from "../../ground/platform/server/postgres/guarded.ts";
import { listedBalances } from "../../money/claims/claims.server.ts";
import { loadActor } from "../../people/access/access.server.ts";
import { type Cell, columnsOf } from "./columns.server.ts";
import {
  cancelExport,
  countExport,
  downloadExport,
  type ExportRow,
  exportRow,
  exportScreen,
  listExports,
  requestExport,
} from "./exports.contract.ts";
import { exportsTexts } from "./exports.texts.ts";
import { daysReady, maxRunning, maxSheetRows } from "./exports.ts";
import { seesStill, sightOf } from "./sight.server.ts";
import { type Written, writeExport } from "./write.server.ts";

type Row = Selectable<FileExport>;

/** Files read at a time: enough to be fast, few enough to stop soon. */
const stepSize = 2000;

const workKey = (id: number): string => `export:${id}`;

const shown = (ctx: Pick<Ctx, "translate" | "lang">, row: Row, work: ShownWork | undefined): ExportRow =>
  exportRow.parse({
    id: row.id,
    format: row.format,
    columns: row.columns,
    state: row.state,
    expected: row.expected,
    files: row.files,
    error: row.error_key === null ? null : ctx.translate({ key: row.error_key }, ctx.lang),
    work: work ?? null,
    sizeBytes: row.size_bytes,
    askedAt: row.asked_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  });

async function shownAll(
  ctx: Pick<Ctx, "db" | "user" | "translate" | "lang">,
  rows: readonly Row[],
): Promise<ExportRow[]> {
  const works = await worksOn(
    ctx,
    rows.map(({ id }) => workKey(id)),
  );
  return rows.map((row) => shown(ctx, row, works.get(workKey(row.id))));
}

async function shownOne(ctx: Pick<Ctx, "db" | "user" | "translate" | "lang">, row: Row): Promise<ExportRow> {
  const [one] = await shownAll(ctx, [row]);
  if (!one) throw notFound();
  return one;
}

/** An export is its owner's alone: it was made with that person's rights. */
const ownExports = ({ db, user }: Pick<Ctx, "db" | "user">) =>
  guarded(db, asSeen(sql<SqlBool>`file_export.user_id = ${user.id}`), (whole) => whole.selectFrom("file_export"));

async function requireOwn(ctx: Pick<Ctx, "db" | "user">, id: number, lock = false): Promise<Row> {
  const own = ownExports(ctx).selectAll().where("id", "=", id);
  const row = await (lock ? own.forUpdate() : own).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function countFiles(ctx: Ctx, filter: FileFilter): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(*) as files from case_file where ${await filesChosenBy(ctx, filter)}`.execute(ctx.db);
  return rows[0]?.files ?? 0;
}

const count = handle(countExport, async (ctx, { query }) => ({ files: await countFiles(ctx, query.filter) }));

const list = handle(listExports, async (ctx, { query }) => {
  const own = ownExports(ctx);
  const { rows, total } = await pagedList(ctx.db, own, query, (found) =>
    found
      .selectAll()
      .orderBy("asked_at", query.order?.direction ?? "desc")
      .orderBy("id", "desc"),
  );
  return toPage(await shownAll(ctx, rows), total, query.limit);
});

/** Two clicks at the same moment are counted one after the other. */
async function requireRoom(ctx: Ctx): Promise<void> {
  await ctx.db.selectFrom("app_user").select("id").where("id", "=", ctx.user.id).forUpdate().execute();
  const running = await ownExports(ctx)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "in", ["waiting", "making"])
    // What failed makes room, although it can be tried again.
    .where(
      sql<SqlBool>`not exists (select from job_progress w where w.key = 'export:' || file_export.id and w.state = 'failed')`,
    )
    .executeTakeFirstOrThrow();
  if (running.count >= maxRunning) throw fieldError("common", "exports.tooManyRunning", { max: maxRunning });
}

const ask = handle(requestExport, async (ctx, { body }) => {
  const columns = [...new Set(body.columns)];
  const expected = await countFiles(ctx, body.filter);
  if (expected === 0) throw fieldError("common", "exports.nothing");
  if (body.format === "xlsx" && expected > maxSheetRows) {
    throw fieldError("format", "exports.tooManyForSheet", { max: maxSheetRows });
  }
  await requireRoom(ctx);
  const row = await ctx.db
    .insertInto("file_export")
    .values({
      user_id: ctx.user.id,
      format: body.format,
      columns,
      filter: JSON.stringify(body.filter),
      language: ctx.lang,
      expected,
      asked_at: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.audit({
    action: "file_export.ask",
    subject: "file_export",
    subjectId: row.id,
    after: { format: body.format, columns, filter: body.filter, files: expected },
  });
  const title = ctx.translate({ key: "exports.job", values: { files: expected } }, ctx.lang);
  await ctx.track(makeExport, { id: row.id }, title, workKey(row.id));
  return shownOne(ctx, row);
});

const cancel = handle(cancelExport, async (ctx, { params }) => {
  const row = await requireOwn(ctx, params.id, true);
  if (row.state !== "waiting" && row.state !== "making") throw fieldError("common", "exports.isOver");
  const ended = { state: "cancelled", finished_at: ctx.clock.now() };
  await ctx.db.updateTable("file_export").set(ended).where("id", "=", row.id).execute();
  await ctx.audit({ action: "file_export.cancel", subject: "file_export", subjectId: row.id });
  return shownOne(ctx, { ...row, ...ended });
});

const download = handle(downloadExport, async (ctx, { params }) => {
  const row = await requireOwn(ctx, params.id);
  if (row.storage_key === null || row.mime === null || row.file_name === null) throw notFound();
  if (!seesStill(ctx.user, row.sight))
    throw new VorderError("refused", { fields: { common: [{ key: "exports.seesLess" }] } });
  return blob({ content: await ctx.storage.open(row.storage_key), mime: row.mime, name: row.file_name });
});

class CalledOff extends Error {}

/** Notes how far it is, unless it has been called off. */
async function noteFiles(ctx: JobCtx, row: Row, files: number): Promise<void> {
  await ctx.tx(async ({ db }) => {
    const { numUpdatedRows } = await db
      .updateTable("file_export")
      .set({ state: "making", files })
      .where("id", "=", row.id)
      .where("state", "in", ["waiting", "making"])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new CalledOff();
  });
  await ctx.progress(files, Math.max(files, row.expected));
}

/** All rows in the order of their numbers, some thousands at a time: what is placed meanwhile comes last or not at all. */
async function* rowsOf(ctx: JobCtx, row: Row, reader: Reader, columns: Columns): AsyncGenerator<readonly Cell[]> {
  // Written by the call that took it, in the shape of its own declaration.
  const chosen = await filesChosenBy(reader, row.filter as FileFilter);
  let after = 0;
  let files = 0;
  for (;;) {
    // Its columns say of which day the balances are: one that midnight passes is made anew.
    if (ctx.signal.aborted || ctx.clock.today() !== columns.today) throw new VorderError("unavailable");
    await noteFiles(ctx, row, files);
    const { rows } = await sql<{ id: number; cells: unknown[] }>`
      select case_file.id, ${columns.select} as cells
      from (select * from case_file where ${chosen} and case_file.id > ${after} order by case_file.id limit ${stepSize})
        as case_file ${columns.joins}
      order by case_file.id`.execute(ctx.db);
    // Before they are handed on: whose data stand in an export has been seen by whoever asked for it.
    const ids = rows.map((file) => file.id);
    await ctx.tx((work) => noteViews(work, work.user, ids), reader.user);
    for (const { cells } of rows) yield columns.read(cells);
    files += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < stepSize) break;
    after = last.id;
  }
  await noteFiles(ctx, row, files);
}

type Columns = ReturnType<typeof columnsOf>;
type Reader = Parameters<typeof filesChosenBy>[0] & { readonly user: Actor };

async function write(ctx: JobCtx, row: Row, actor: Actor): Promise<Written> {
  const { columns, format, expected } = exportRow.pick({ columns: true, format: true, expected: true }).parse(row);
  const language = z.enum(languages).parse(row.language);
  // The words need no transaction, and none stays open while the file is written.
  const { translate: speak } = ctx;
  const translate = (message: Message): string => speak(message, language);
  const made = columnsOf(columns, ctx.clock.today(), language, translate);
  const reader = { db: ctx.db, user: actor, clock: ctx.clock, translate: speak, lang: language };
  return writeExport(format, {
    heads: made.heads,
    rows: rowsOf(ctx, row, reader, made),
    language,
    name: `${translate({ key: "exports.fileName" })}-${ctx.clock.today()}`,
    expected,
  });
}

/** Ends an export without a result. */
async function giveUp(ctx: JobCtx, id: number, errorKey: string): Promise<void> {
  await ctx.tx(async ({ db, clock }) => {
    await db
      .updateTable("file_export")
      .set({ state: "failed", error_key: errorKey, finished_at: clock.now() })
      .where("id", "=", id)
      .where("state", "in", ["waiting", "making"])
      .execute();
  });
}

async function make(ctx: JobCtx, { id }: { readonly id: number }): Promise<void> {
  const row = await ctx.db.selectFrom("file_export").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || (row.state !== "waiting" && row.state !== "making")) return;
  // The rights of now decide: who has lost them since gets nothing.
  const actor = await loadActor(ctx.db, row.user_id, null);
  if (!actor || !allows(requestExport.who, actor.acl, true)) return giveUp(ctx, id, "exports.noLongerAllowed");
  try {
    await listedBalances.renewed(ctx);
    await keep(ctx, row, actor, await write(ctx, row, actor));
  } catch (error) {
    if (!(error instanceof CalledOff)) throw error;
  }
}

async function keep(ctx: JobCtx, row: Row, actor: Actor, { content, name, mime }: Written): Promise<void> {
  const stored = await ctx.storage.putStream(content, { name });
  const isKept = await ctx.tx(async (work) => {
    const expires = new Date(work.clock.now().getTime() + daysReady * 86_400_000);
    const { numUpdatedRows } = await work.db
      .updateTable("file_export")
      .set({
        state: "done",
        storage_key: stored.key,
        file_name: name,
        mime,
        size_bytes: stored.size,
        finished_at: work.clock.now(),
        expires_at: expires,
        sight: sightOf(actor),
      })
      .where("id", "=", row.id)
      .where("state", "=", "making")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await work.audit({
      action: "file_export.made",
      subject: "file_export",
      subjectId: row.id,
      after: { bytes: stored.size, sha256: stored.sha256 },
    });
    await ctx.result({ exportId: row.id });
    return true;
  }, actor);
  if (!isKept) await ctx.storage.discard(stored.key);
}

const makeExport = job({
  name: "exports.make",
  payload: z.object({ id: z.number().int() }),
  expireSeconds: 3600,
  // One is written in one go: several people's are made beside one another.
  lanes: 3,
  run: make,
});

const expired = (db: SystemDb, now: Date) =>
  db.selectFrom("file_export").select(["id", "storage_key"]).where("state", "=", "done").where("expires_at", "<=", now);

/** Takes away results whose days are over; that they were made stays on record. */
export const expireExports = job({
  name: "exports.expire",
  payload: z.object({}),
  cron: "40 3 * * *",
  run: async (ctx) => {
    for (const { id, storage_key } of await expired(ctx.db, ctx.clock.now()).execute()) {
      // In one transaction: a stop between the two would leave the result for good, and a backup that copies it must find it.
      await ctx.tx(async ({ db, storage }) => {
        await db.updateTable("file_export").set({ state: "expired", storage_key: null }).where("id", "=", id).execute();
        if (storage_key !== null) await storage.delete(storage_key);
      });
    }
  },
});

export const exportsServer = defineModule({
  name: "exports",
  screens: [exportScreen],
  texts: [exportsTexts],
  handlers: [count, list, ask, cancel, download],
  jobs: [makeExport, expireExports],
  history: [{ subject: "file_export", who: administration, name: "exports.title" }],
});
