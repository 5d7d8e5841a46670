/** Uploads of results that are too large to be noted while somebody waits: a job notes them part by part, and keeps what it refused. */
import { z } from "zod";
import { allows } from "../../ground/kernel/access.ts";
import { addDays } from "../../ground/kernel/dates.ts";
import { notFound, VorderError } from "../../ground/kernel/errors.ts";
import {
  type Actor,
  type Ctx,
  type Handler,
  handle,
  type JobCtx,
  type JobOutcome,
  job,
  type WorkCtx,
} from "../../ground/platform/server/http/module.ts";
import { csvBlob } from "../../ground/platform/server/storage/spreadsheets.ts";
import { loadActor } from "../../people/access/access.server.ts";
import { linesOf, readAnswer, tryAnswer } from "./handlers.server.ts";
import type { Line } from "./lines.server.ts";
import { listUploads, readAnswers, refusedRows } from "./surveillance.contract.ts";
import { daysOfUploads } from "./surveillance.ts";

/** Rows noted in one transaction: their files are locked meanwhile. */
const partSize = 50;

/** Keeps an upload and begins to note it. */
export async function startUpload(
  ctx: Ctx,
  upload: { name: string; bytes: Uint8Array; rows: number },
): Promise<number> {
  const stored = await ctx.storage.put(upload.bytes, { name: upload.name });
  const { id } = await ctx.db
    .insertInto("address_upload")
    .values({
      user_id: ctx.user.id,
      file_name: upload.name,
      storage_key: stored.key,
      rows: upload.rows,
      asked_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.audit({
    action: "address_upload.start",
    subject: "address_upload",
    subjectId: id,
    after: { name: upload.name, rows: upload.rows, sha256: stored.sha256 },
  });
  await ctx.track(
    uploadJob,
    { id },
    ctx.translate({ key: "surveillance.uploadJob", values: { count: upload.rows } }, ctx.lang),
  );
  return id;
}

/** What was refused of a part. */
interface Refusal {
  readonly row: number;
  readonly check_number: number | null;
  readonly reason: string;
}

async function notePart(ctx: WorkCtx, lines: readonly Line[]): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const line of lines) {
    const { row, check, finding, error } = readAnswer(line, ctx.clock.today());
    const reason =
      check === null || finding === null
        ? ctx.translate(error ?? { key: "surveillance.noSuchCheck" }, ctx.lang)
        : await tryAnswer(ctx, check, finding, "csv");
    if (reason !== null) refusals.push({ row, check_number: check, reason });
  }
  return refusals;
}

/** Notes the next part; undefined where there is none left. A second worker waits for the lock and goes on behind it. */
async function noteNext(ctx: WorkCtx, id: number, lines: readonly Line[]): Promise<number | undefined> {
  const upload = await ctx.db
    .selectFrom("address_upload")
    .select(["done", "applied", "refused"])
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!upload) return undefined;
  const part = lines.slice(upload.done, upload.done + partSize);
  const refusals = await notePart(ctx, part);
  if (refusals.length > 0) {
    await ctx.db
      .insertInto("address_upload_refusal")
      .values(refusals.map((refusal) => ({ upload_id: id, ...refusal })))
      .execute();
  }
  const counts = {
    done: upload.done + part.length,
    applied: upload.applied + part.length - refusals.length,
    refused: upload.refused + refusals.length,
  };
  const isLast = counts.done >= lines.length;
  await ctx.db
    .updateTable("address_upload")
    .set({ ...counts, ...(isLast ? { finished_at: ctx.clock.now() } : {}) })
    .where("id", "=", id)
    .execute();
  if (isLast)
    await ctx.audit({ action: "address_upload.done", subject: "address_upload", subjectId: id, after: counts });
  return counts.done;
}

/** Ends an upload whose sender may not note results any more: what is left of it is not noted. */
const giveUp = (ctx: JobCtx, id: number) =>
  ctx.tx(({ db, clock }) =>
    db.updateTable("address_upload").set({ finished_at: clock.now() }).where("id", "=", id).execute(),
  );

async function noteAll(ctx: JobCtx, id: number, key: string, actor: Actor): Promise<JobOutcome> {
  const lines = await linesOf(await ctx.storage.get(key), {
    owner: `job:${actor.id}`,
    isJob: true,
    signal: ctx.signal,
  });
  for (;;) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    const done = await ctx.tx((work) => noteNext(work, id, lines), actor);
    if (done === undefined) return;
    await ctx.progress(done, lines.length);
    if (await ctx.isTurnOver()) return "more";
  }
}

export const uploadJob = job({
  name: "surveillance.upload",
  payload: z.object({ id: z.number().int() }),
  expireSeconds: 3600,
  run: async (ctx, { id }) => {
    const upload = await ctx.db.selectFrom("address_upload").selectAll().where("id", "=", id).executeTakeFirst();
    if (!upload?.storage_key) return;
    // The rights of now decide, as for a bureau.
    const actor = await loadActor(ctx.db, upload.user_id, null);
    if (actor && allows(readAnswers.who, actor.acl, true)) {
      if ((await noteAll(ctx, id, upload.storage_key, actor)) === "more") return "more";
    } else await giveUp(ctx, id);
    await ctx.tx(({ db }) =>
      db.updateTable("address_upload").set({ storage_key: null }).where("id", "=", id).execute(),
    );
    await ctx.storage.delete(upload.storage_key);
    await ctx.result({ uploadId: id });
  },
});

/** Uploads are on record for some weeks, then the audit trail alone tells of them. */
export async function forgetUploads({ db, clock }: WorkCtx): Promise<void> {
  const before = new Date(`${addDays(clock.today(), -daysOfUploads)}T00:00:00Z`);
  await db.deleteFrom("address_upload").where("asked_at", "<", before).where("finished_at", "is not", null).execute();
}

const own = ({ db, user }: Ctx) => db.selectFrom("address_upload").where("user_id", "=", user.id);

export const uploadHandlers: readonly Handler[] = [
  handle(listUploads, async (ctx) => {
    const rows = await own(ctx).selectAll().orderBy("id", "desc").limit(10).execute();
    return {
      items: rows.map((row) => ({
        id: row.id,
        fileName: row.file_name,
        rows: row.rows,
        applied: row.applied,
        refused: row.refused,
        askedAt: row.asked_at.toISOString(),
        finishedAt: row.finished_at?.toISOString() ?? null,
      })),
    };
  }),
  handle(refusedRows, async (ctx, { params }) => {
    const upload = await own(ctx).select("id").where("id", "=", params.id).executeTakeFirst();
    if (!upload) throw notFound();
    const rows = await ctx.db
      .selectFrom("address_upload_refusal")
      .select(["row", "check_number", "reason"])
      .where("upload_id", "=", upload.id)
      .orderBy("row")
      .execute();
    const lines = rows.map(({ row, check_number, reason }) => [String(row), String(check_number ?? ""), reason]);
    const name = `${ctx.translate({ key: "surveillance.refusedName" }, ctx.lang)}-${upload.id}.csv`;
    const head = ["row", "check_number", "reason"];
    return csvBlob(name, head, lines, { language: ctx.lang, separator: ";" });
  }),
];
