/** What staff see of the ways in on a file, and do about them. */
import { requireFile, selectFiles } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { endLink, newSecrets, storeLink } from "../access/links.server.ts";
import { addresseeOf } from "../access/scope.server.ts";
import { shownCode } from "../access/secrets.ts";
import { giveDebtorLink, type LinkRow, listDebtorLinks, revokeDebtorLink } from "../debtor-page.contract.ts";
import { linkAddress, linkChannels, standingOf } from "../debtor-page.ts";

const shownAtOnce = 50;

const links = (ctx: Ctx) =>
  selectFiles(ctx)
    .innerJoin("debtor_link", "debtor_link.file_id", "case_file.id")
    .innerJoin("debtor", "debtor.id", "debtor_link.debtor_id")
    .leftJoin("app_user", "app_user.id", "debtor_link.created_by")
    .selectAll("debtor_link")
    .select(["debtor.display_name", "app_user.name as author"]);

type Row = Awaited<ReturnType<ReturnType<typeof links>["executeTakeFirstOrThrow"]>>;

async function shown(ctx: Ctx, rows: readonly Row[]): Promise<LinkRow[]> {
  const done =
    rows.length === 0
      ? []
      : await ctx.db
          .selectFrom("debtor_page_act")
          .select(["link_id", "kind", "at"])
          .where(
            "link_id",
            "in",
            rows.map(({ id }) => id),
          )
          .orderBy("at")
          .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.display_name,
    channel: linkChannels.find((known) => known === row.channel) ?? "staff",
    standing: standingOf(
      { expiresAt: row.expires_at, revokedAt: row.revoked_at, lockedAt: row.locked_at },
      ctx.clock.now(),
    ),
    createdAt: row.created_at.toISOString(),
    createdBy: row.author,
    expiresAt: row.expires_at.toISOString(),
    firstUsedAt: row.first_used_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    uses: row.uses,
    failures: row.failures,
    acts: done.filter(({ link_id }) => link_id === row.id).map(({ kind, at }) => ({ kind, at: at.toISOString() })),
  }));
}

async function one(ctx: Ctx, id: number): Promise<LinkRow> {
  const row = await links(ctx).where("debtor_link.id", "=", id).executeTakeFirst();
  const [link] = row ? await shown(ctx, [row]) : [];
  if (!link) throw notFound();
  return link;
}

const list = handle(listDebtorLinks, async (ctx, { params }) => {
  await requireFile(ctx, params.id);
  const rows = await links(ctx)
    .where("debtor_link.file_id", "=", params.id)
    .orderBy("debtor_link.id", "desc")
    .limit(shownAtOnce)
    .execute();
  return { items: await shown(ctx, rows) };
});

const give = handle(giveDebtorLink, async (ctx, { params }) => {
  const file = await requireFile(ctx, params.id);
  if (file.erasedOn !== null) throw notFound();
  const debtorId = await addresseeOf(ctx.db, file.id, file.debtorId, ctx.clock.today());
  if (debtorId === null) throw fieldError("common", "debtor-page.noAddressee");
  const secrets = newSecrets(ctx.random);
  const id = await storeLink(ctx, { fileId: file.id, debtorId, channel: "staff", secrets });
  const given = await one(ctx, id);
  const subject = { key: "debtor-page.logGiven", values: { name: given.name } };
  await writeLog(ctx, { fileId: file.id, type: "system", subject });
  await ctx.audit({ action: "debtor-page.give", subject: "file", subjectId: file.id, after: { link: id } });
  return { ...given, path: linkAddress(secrets.secret), code: shownCode(secrets.code) };
});

const revoke = handle(revokeDebtorLink, async (ctx, { params }) => {
  const before = await one(ctx, params.id);
  const { file_id: fileId } = await links(ctx).where("debtor_link.id", "=", params.id).executeTakeFirstOrThrow();
  ctx.saw([fileId]);
  if (before.standing === "revoked") return before;
  await endLink(ctx, params.id);
  await writeLog(ctx, { fileId, type: "system", subject: { key: "debtor-page.logRevoked" } });
  await ctx.audit({ action: "debtor-page.revoke", subject: "file", subjectId: fileId, after: { link: params.id } });
  return one(ctx, params.id);
});

export const staffHandlers: readonly Handler[] = [list, give, revoke];
