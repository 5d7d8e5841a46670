/** Makes the bundle of a file: a job gathers, hashes and packs; nothing is left out without being named. */
import { Readable } from "node:stream";
import { z } from "zod";
import { requireFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { blob, type Ctx, type Handler, handle, type JobCtx, job } from "../../../ground/platform/server/http/module.ts";
import { worksOn } from "../../../ground/platform/server/jobs/works.ts";
import { type ZipEntry, zipStream } from "../../../ground/platform/server/storage/zip-stream.ts";
import { pdfOf } from "../../../letters/correspondence/correspondence.server.ts";
import { requireOffice } from "../../handover/handover.server.ts";
import { paperLayout } from "../drafting/layout.server.ts";
import { type CourtBundleRow, downloadCourtBundle, listCourtBundles, makeCourtBundle } from "./bundle.contract.ts";
import { indexPage, manifestOf } from "./contents.ts";
import { claimParts, messageParts, type Part, paperParts, part } from "./parts.server.ts";

/** The same files of the same day make the same archive, byte for byte. */
function archive(parts: readonly Part[], asOf: PlainDate): Readable {
  const changedAt = new Date(`${asOf}T12:00:00Z`);
  const entries: ZipEntry[] = [
    ...parts.map(({ path, bytes }) => ({
      name: path,
      changedAt,
      open: async () => Readable.from([Buffer.from(bytes)]),
    })),
    { name: "SHA256SUMS", changedAt, open: async () => Readable.from([Buffer.from(manifestOf(parts))]) },
  ];
  return zipStream(entries);
}

interface Asked {
  readonly id: number;
  readonly file_id: number;
  readonly as_of: PlainDate;
}

async function packBundle(ctx: JobCtx, { id: bundleId, file_id: fileId, as_of: asOf }: Asked): Promise<void> {
  const { parts: claim, head } = await claimParts(ctx, fileId, asOf);
  await ctx.progress(1, 3);
  const { parts: papers, leftOut } = await paperParts(ctx, fileId);
  const listed = [...claim, ...papers, ...(await messageParts(ctx.db, fileId))].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  await ctx.progress(2, 3);
  const gone = leftOut.length === 0 ? "" : `. Niet meer beschikbaar: ${leftOut.join("; ")}`;
  const index = await pdfOf.page(paperLayout, indexPage(head, `${head.about}${gone}`, listed));
  const parts = [part("00-index.pdf", "Index", asOf, index), ...listed];
  const stored = await ctx.storage.putStream(archive(parts, asOf), { name: `${head.number}.zip` });
  const isOurs = await ctx.tx(async (work) => {
    const done = await work.db
      .updateTable("court_bundle")
      .set({
        state: "ready",
        ready_at: work.clock.now(),
        storage_key: stored.key,
        sha256: stored.sha256,
        bytes: stored.size,
        files: parts.length,
        left_out: JSON.stringify(leftOut),
      })
      .where("id", "=", bundleId)
      .where("state", "=", "making")
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) return false;
    await writeLog(work, {
      fileId,
      type: "document",
      subject: { key: "court-papers.logBundle" },
    });
    return true;
  });
  if (!isOurs) await ctx.storage.discard(stored.key);
  await ctx.progress(3, 3);
}

async function makeBundle(ctx: JobCtx, bundleId: number): Promise<void> {
  const bundle = await ctx.db.selectFrom("court_bundle").selectAll().where("id", "=", bundleId).executeTakeFirst();
  if (bundle?.state === "making") await packBundle(ctx, bundle);
}

export const bundleJob = job({
  name: "courtPapers.bundle",
  payload: z.object({ bundleId: z.number().int() }),
  expireSeconds: 900,
  run: (ctx, { bundleId }) => makeBundle(ctx, bundleId),
});

const leftOutNames = z.array(z.string());
const workKey = (bundleId: number): string => `court-bundle:${bundleId}`;

async function bundlesOf(ctx: Ctx, fileId: number): Promise<(CourtBundleRow & { readonly key: string | null })[]> {
  const rows = await ctx.db
    .selectFrom("court_bundle as b")
    .leftJoin("app_user as u", "u.id", "b.asked_by")
    .selectAll("b")
    .select("u.name as asker")
    .where("b.file_id", "=", fileId)
    .orderBy("b.id", "desc")
    .limit(50)
    .execute();
  const unfinished = rows.filter(({ state }) => state === "making").map(({ id }) => workKey(id));
  const works = await worksOn(ctx, unfinished);
  return rows.map((row) => ({
    id: row.id,
    state: works.get(workKey(row.id))?.state === "failed" ? "failed" : courtState.parse(row.state),
    work: works.get(workKey(row.id)) ?? null,
    asOf: row.as_of,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asker,
    sha256: row.sha256,
    bytes: row.bytes,
    files: row.files,
    leftOut: leftOutNames.parse(row.left_out),
    key: row.storage_key,
  }));
}
const courtState = z.enum(["making", "ready", "failed"]);

const out = ({ key: _key, ...row }: Awaited<ReturnType<typeof bundlesOf>>[number]): CourtBundleRow => row;

async function requireBundle(ctx: Ctx, fileId: number, bundleId: number) {
  const found = (await bundlesOf(ctx, fileId)).find(({ id }) => id === bundleId);
  if (!found) throw notFound();
  return found;
}

export const bundleHandlers: readonly Handler[] = [
  handle(listCourtBundles, async (ctx, { params }) => {
    requireOffice(ctx);
    await requireFile(ctx, params.id);
    return { items: (await bundlesOf(ctx, params.id)).map(out) };
  }),
  handle(makeCourtBundle, async (ctx, { params }) => {
    requireOffice(ctx);
    const file = await requireFile(ctx, params.id);
    const { id } = await ctx.db
      .insertInto("court_bundle")
      .values({
        file_id: file.id,
        state: "making",
        as_of: ctx.clock.today(),
        asked_at: ctx.clock.now(),
        asked_by: ctx.user.id || null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const title = ctx.translate({ key: "court-papers.jobBundle", values: { file: file.number } }, ctx.lang);
    await ctx.track(bundleJob, { bundleId: id }, title, workKey(id));
    await ctx.audit({ action: "file.court-bundle", subject: "file", subjectId: file.id, after: { bundle: id } });
    return out(await requireBundle(ctx, file.id, id));
  }),
  handle(downloadCourtBundle, async (ctx, { params }) => {
    requireOffice(ctx);
    const file = await requireFile(ctx, params.id);
    const { key, asOf } = await requireBundle(ctx, file.id, params.bundleId);
    if (key === null) throw notFound();
    return blob({
      content: await ctx.storage.open(key),
      mime: "application/zip",
      name: `${file.number}-bundel-${asOf}.zip`,
    });
  }),
];
