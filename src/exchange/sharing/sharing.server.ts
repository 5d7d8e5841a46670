/** Shares information with people outside, shows it to whoever has its address, and ends it. */
import type { ExpressionBuilder, Selectable } from "kysely";
import { fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import { toPage } from "../../ground/kernel/query.ts";
import { storeUpload } from "../../ground/lists/lists.server.ts";
import { type RichText, richText } from "../../ground/platform/rich-text.ts";
import { blob, type Ctx, defineModule, handle, type UploadedFile } from "../../ground/platform/server/http/module.ts";
import { pagedList } from "../../ground/platform/server/http/paged-list.ts";
import { hashOf } from "../../ground/platform/server/http/session.ts";
import type { DB, SharedInfo } from "../../ground/platform/server/postgres/database.types.ts";
import { contains } from "../../ground/platform/server/postgres/like-pattern.ts";
import { providerSettings } from "../../ground/settings/settings.server.ts";
import { clearJob } from "./clear.server.ts";
import {
  downloadShared,
  listShared,
  revokeShared,
  type SharedRow,
  sharedScreen,
  shareInfo,
  shareScreen,
  viewShared,
} from "./sharing.contract.ts";
import { sharingTexts } from "./sharing.texts.ts";
import { hashShape, maxFileBytes, maxFiles, standingOf } from "./sharing.ts";

/** Whoever saw it as the last one that may can still fetch its files for so long. */
const afterLastView = 60 * 60_000;

type Row = Selectable<SharedInfo>;

const stateOf = (row: Row) => ({
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  maxViews: row.max_views,
  views: row.views,
});

const sharing = (ctx: Ctx) =>
  ctx.db.selectFrom("shared_info").innerJoin("app_user", "app_user.id", "shared_info.created_by");

const fileCount = (eb: ExpressionBuilder<DB, "shared_info">) =>
  eb
    .selectFrom("shared_info_file")
    .whereRef("shared_info_file.shared_info_id", "=", "shared_info.id")
    .select((count) => count.fn.countAll<number>().as("files"))
    .as("files");

const shown = (ctx: Ctx, row: Row & { author: string; files: number | null }): SharedRow => ({
  id: row.id,
  title: row.title,
  createdAt: row.created_at.toISOString(),
  createdBy: row.author,
  expiresAt: row.expires_at.toISOString(),
  maxViews: row.max_views,
  views: row.views,
  lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
  files: row.files ?? 0,
  standing: standingOf(stateOf(row), ctx.clock.now()),
});

async function requireShared(ctx: Ctx, id: number): Promise<SharedRow> {
  const row = await sharing(ctx)
    .selectAll("shared_info")
    .select("app_user.name as author")
    .select(fileCount)
    .where("shared_info.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return shown(ctx, row);
}

const columns = {
  title: "shared_info.title",
  createdAt: "shared_info.created_at",
  expiresAt: "shared_info.expires_at",
  views: "shared_info.views",
} as const;

const list = handle(listShared, async (ctx, { query }) => {
  const { field, direction } = query.order ?? { field: "createdAt", direction: "desc" };
  const found = sharing(ctx).where(contains(["shared_info.title"], query.filter.search));
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .selectAll("shared_info")
      .select("app_user.name as author")
      .select(fileCount)
      .orderBy(columns[field], direction)
      .orderBy("shared_info.id", direction),
  );
  return toPage(
    rows.map((row) => shown(ctx, row)),
    total,
    query.limit,
  );
});

/** Keeps a file of what is shared. What is in it decides what it is, never its name. */
async function keepFile(ctx: Ctx, sharedId: number, file: UploadedFile): Promise<void> {
  if (file.size > maxFileBytes) throw new VorderError("tooLarge");
  const stored = await storeUpload(ctx, "attachment", await file.bytes(), file.name);
  await ctx.db
    .insertInto("shared_info_file")
    .values({
      shared_info_id: sharedId,
      name: file.name.slice(-255) || "document",
      mime: stored.mime,
      size_bytes: stored.size,
      sha256: stored.sha256,
      storage_key: stored.key,
    })
    .execute();
}

const share = handle(shareInfo, async (ctx, { body, files }) => {
  if (files.length > maxFiles) throw fieldError("files", "sharing.errorFiles", { max: maxFiles });
  if (files.some((file) => file.field !== "files" || file.size === 0)) throw fieldError("files", "sharing.errorFile");
  const hash = Buffer.from(ctx.random.bytes(16)).toString("base64url");
  const now = ctx.clock.now();
  const { id } = await ctx.db
    .insertInto("shared_info")
    .values({
      token_hash: hashOf(hash),
      title: body.title,
      body: JSON.stringify(body.body),
      created_at: now,
      created_by: ctx.user.id,
      expires_at: new Date(now.getTime() + body.days * 24 * 60 * 60_000),
      max_views: body.maxViews ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const file of files) await keepFile(ctx, id, file);
  const made = await requireShared(ctx, id);
  await ctx.audit({
    action: "sharing.share",
    subject: "shared_info",
    subjectId: id,
    after: { title: made.title, expiresAt: made.expiresAt, maxViews: made.maxViews, files: made.files },
  });
  return { ...made, path: `/shared-info/view/${hash}` };
});

const revoke = handle(revokeShared, async (ctx, { params }) => {
  const before = await requireShared(ctx, params.id);
  if (before.standing === "revoked") return before;
  await ctx.db
    .updateTable("shared_info")
    .set({ revoked_at: ctx.clock.now(), revoked_by: ctx.user.id })
    .where("id", "=", params.id)
    .execute();
  const after = await requireShared(ctx, params.id);
  await ctx.audit({
    action: "sharing.revoke",
    subject: "shared_info",
    subjectId: params.id,
    before: { standing: before.standing },
    after: { standing: after.standing },
  });
  return after;
});

/** What has this address, or nothing: an address of a wrong shape is looked up like any other, and found nowhere. */
const byHash = (ctx: Ctx, hash: string) =>
  ctx.db
    .selectFrom("shared_info")
    .selectAll()
    .where("token_hash", "=", hashOf(hashShape.test(hash) ? hash : ""));

const bodyOf = (body: unknown): RichText => richText.parse(body);

const view = handle(viewShared, async (ctx, { params }) => {
  // Locked, so that two readers at once do not both take the last view.
  const row = await byHash(ctx, params.hash).forUpdate().executeTakeFirst();
  if (!row || standingOf(stateOf(row), ctx.clock.now()) !== "open") throw notFound();
  await ctx.db
    .updateTable("shared_info")
    .set((eb) => ({ views: eb("views", "+", 1), last_viewed_at: ctx.clock.now() }))
    .where("id", "=", row.id)
    .execute();
  const files = await ctx.db
    .selectFrom("shared_info_file")
    .select(["id", "name", "mime", "size_bytes as sizeBytes"])
    .where("shared_info_id", "=", row.id)
    .orderBy("id")
    .execute();
  const { tradeName } = await providerSettings(ctx.db);
  return {
    title: row.title,
    sender: tradeName,
    body: bodyOf(row.body),
    expiresAt: row.expires_at.toISOString(),
    files,
  };
});

const download = handle(downloadShared, async (ctx, { params }) => {
  const row = await byHash(ctx, params.hash).executeTakeFirst();
  const now = ctx.clock.now();
  const standing = row && standingOf(stateOf(row), now);
  const justSeen = row?.last_viewed_at && now.getTime() - row.last_viewed_at.getTime() < afterLastView;
  if (!row || !(standing === "open" || (standing === "used" && justSeen))) throw notFound();
  const file = await ctx.db
    .selectFrom("shared_info_file")
    .selectAll()
    .where("id", "=", params.fileId)
    .where("shared_info_id", "=", row.id)
    .executeTakeFirst();
  if (!file) throw notFound();
  return blob({ content: await ctx.storage.open(file.storage_key), mime: file.mime, name: file.name });
});

export const sharingServer = defineModule({
  name: "sharing",
  screens: [shareScreen, sharedScreen],
  texts: [sharingTexts],
  history: [
    {
      subject: "shared_info",
      who: listShared.who,
      name: "sharing.title",
      field: (field) => `sharing.${field}`,
      actions: {
        "sharing.share": "sharing.didShare",
        "sharing.revoke": "sharing.didRevoke",
        "sharing.delete": "sharing.didDelete",
      },
    },
  ],
  handlers: [list, share, revoke, view, download],
  jobs: [clearJob],
});
