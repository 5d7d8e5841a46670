/** Tells people what went wrong with imports that they do not watch: on the screen until they have seen it, and for fetched files by mail. */
import { notFound } from "../../../ground/kernel/errors.ts";
import { isLanguage } from "../../../ground/kernel/texts.ts";
import { handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { uploadsScreen } from "../create/create.contract.ts";
import type { Batch } from "../import/import.contract.ts";
import { precassoModes } from "../import/layout.ts";
import { type SourceRecord, sourceRecord } from "../pickup/source-record.server.ts";
import { listImportNotices, seeImportNotice } from "./notices.contract.ts";
import type { BatchRecord } from "./uploads.server.ts";

interface Notice {
  /** What happened: the same is told once. */
  readonly key: string;
  readonly about: "look" | "refused" | "rejects" | "failed" | "left";
  readonly file: string;
  /** A text key: what is the matter. */
  readonly why?: string;
  readonly rows?: { readonly rejected: number; readonly total: number };
  readonly batchId?: Batch["id"];
  readonly sourceId?: SourceRecord["id"];
}

/** Days for which what was seen is kept. */
const retentionDays = 90;

/** Notes something for a person until it has been seen. */
async function addNotice({ db, clock }: WorkCtx, userId: number, notice: Notice): Promise<void> {
  const { key, about, file, why, rows, batchId, sourceId } = notice;
  const now = clock.now();
  await db
    .deleteFrom("import_notice")
    .where("user_id", "=", userId)
    .where("seen_at", "<", new Date(now.getTime() - retentionDays * 86_400_000))
    .execute();
  await db
    .insertInto("import_notice")
    .values({
      user_id: userId,
      key,
      about,
      source_id: sourceId ?? null,
      batch_id: batchId ?? null,
      file_name: file,
      why_key: why ?? null,
      rejected: rows?.rejected ?? 0,
      total: rows?.total ?? 0,
      at: now,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "key"]).doNothing())
    .execute();
}

/** A place that can be looked at again needs nobody's eye any more. */
export const clearLookNotices = ({ db, clock }: WorkCtx, sourceId: number): Promise<unknown> =>
  db
    .updateTable("import_notice")
    .set({ seen_at: clock.now() })
    .where("source_id", "=", sourceId)
    .where("about", "=", "look")
    .where("seen_at", "is", null)
    .execute();

/**
 * Tells the person who last set a place up: nobody watches a folder that is fetched by itself. By mail too, in that person's language, where
 * there is an address; nothing where nobody of that name is active.
 */
export async function notifyOwner(
  ctx: WorkCtx,
  source: Pick<SourceRecord, "id" | "name" | "updatedBy">,
  notice: Notice,
): Promise<void> {
  if (source.updatedBy === null) return;
  const owner = await ctx.db
    .selectFrom("app_user")
    .select(["email", "lang"])
    .where("id", "=", source.updatedBy)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!owner) return;
  await addNotice(ctx, source.updatedBy, { ...notice, sourceId: source.id });
  if (!owner.email) return;
  const language = isLanguage(owner.lang) ? owner.lang : "nl";
  const { about, file, why, rows, batchId } = notice;
  const values = {
    place: source.name,
    file,
    why: why === undefined ? "" : ctx.translate({ key: why }, language),
    rejected: rows?.rejected ?? 0,
    total: rows?.total ?? 0,
    link: `${ctx.environment.baseUrl}${uploadsScreen.path}${batchId === undefined ? "?tab=sources" : `?upload=${batchId}`}`,
  };
  await ctx.send({
    key: notice.key,
    kind: "mail",
    payload: {
      to: owner.email,
      subject: ctx.translate({ key: `intake-notices.${about}Subject`, values }, language),
      text: ctx.translate({ key: `intake-notices.${about}Text`, values }, language),
    },
  });
}

/** Tells whoever has to do with an upload: the person who uploaded it, or the one who set the place up where it was fetched. */
export async function notifyAbout(
  ctx: WorkCtx,
  { sourceId, uploadedBy }: Pick<BatchRecord, "sourceId" | "uploadedBy">,
  notice: Notice,
): Promise<void> {
  const source = sourceId === null ? undefined : await sourceRecord(ctx.db, sourceId);
  if (source) await notifyOwner(ctx, source, notice);
  else if (uploadedBy !== null) await addNotice(ctx, uploadedBy, notice);
}

/** The most that is shown at once; when these have been seen, older ones come. */
const shownAtOnce = 20;

const list = handle(listImportNotices, async (ctx) => {
  const rows = await asSystem(ctx.db, "notices to the actor, each with the upload that it is about")
    .selectFrom("import_notice as n")
    .leftJoin("import_source as s", "s.id", "n.source_id")
    .leftJoin("import_batch as b", "b.id", "n.batch_id")
    .where("n.user_id", "=", ctx.user.id)
    .where("n.seen_at", "is", null)
    .select([
      "n.id",
      "n.about",
      "n.file_name",
      "n.why_key",
      "n.rejected",
      "n.total",
      "n.at",
      "n.batch_id",
      "s.name",
      "b.mode",
    ])
    .orderBy("n.id", "desc")
    .limit(shownAtOnce)
    .execute();
  const items = rows.map(({ id, about, file_name, why_key, rejected, total, at, batch_id, name, mode }) => {
    const why = why_key === null ? "" : ctx.translate({ key: why_key }, ctx.lang);
    const values = { place: name ?? "", file: file_name, why, rejected, total };
    const message = ctx.translate({ key: `intake-notices.${about}Shown`, values }, ctx.lang);
    const area = precassoModes.some((own) => own === mode) ? ("precasso" as const) : ("file" as const);
    return { id, message, at: at.toISOString(), batch: batch_id, area };
  });
  return { items };
});

const see = handle(seeImportNotice, async (ctx, { params }) => {
  const seen = await ctx.db
    .updateTable("import_notice")
    .set((eb) => ({ seen_at: eb.fn.coalesce("seen_at", eb.val(ctx.clock.now())) }))
    .where("id", "=", params.id)
    .where("user_id", "=", ctx.user.id)
    .returning("id")
    .executeTakeFirst();
  if (!seen) throw notFound();
  return { id: seen.id };
});

export const noticeHandlers = [list, see];
