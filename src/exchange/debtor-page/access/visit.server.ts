/** A visit: who is in, until when, and as whom the house's own functions are asked. Its cookie gives access to nothing but this page. */
import { isLanguage, type Language } from "../../../ground/kernel/texts.ts";
import type { Actor, Ctx } from "../../../ground/platform/server/http/module.ts";
import { hashOf, isCookieShape, newCookie } from "../../../ground/platform/server/http/session.ts";
import { type Level, levels, sessionMinutes } from "../debtor-page.ts";
import { personOf } from "./links.server.ts";
import { filesOf, type RoleInFile, shownAt } from "./scope.server.ts";

const isSecure = (ctx: Pick<Ctx, "environment">): boolean => ctx.environment.baseUrl.startsWith("https:");
/** Behind TLS the browser itself holds it to this very host, path and transport. */
const cookieName = (ctx: Pick<Ctx, "environment">): string =>
  isSecure(ctx) ? "__Host-vorder_debtor" : "vorder_debtor";
const languageCookie = "vorder_debtor_lang";

export interface Visit {
  readonly id: Buffer;
  readonly linkId: number;
  /** The file that the way in was given for. */
  readonly fileId: number;
  readonly debtorId: number;
  readonly name: string;
  readonly level: Level;
  readonly until: Date;
  readonly files: ReadonlyMap<number, RoleInFile>;
}

/** Begins a visit under a cookie of its own. */
export async function beginVisit(ctx: Ctx, linkId: number, level: Level): Promise<void> {
  const cookie = newCookie(ctx.random);
  const now = ctx.clock.now();
  await ctx.db
    .insertInto("debtor_page_session")
    .values({
      id: hashOf(cookie),
      link_id: linkId,
      level,
      created_at: now,
      expires_at: new Date(now.getTime() + sessionMinutes * 60_000),
    })
    .execute();
  ctx.setCookie(cookieName(ctx), cookie, sessionMinutes * 60);
}

export async function endVisit(ctx: Ctx): Promise<void> {
  const cookie = ctx.request.cookies[cookieName(ctx)];
  if (isCookieShape(cookie)) await ctx.db.deleteFrom("debtor_page_session").where("id", "=", hashOf(cookie)).execute();
  ctx.setCookie(cookieName(ctx), null);
  ctx.forgetSite();
}

/** The visit of this browser, with the files that it shows now; undefined where there is none (any more). */
export async function visitOf(ctx: Ctx): Promise<Visit | undefined> {
  const cookie = ctx.request.cookies[cookieName(ctx)];
  if (!isCookieShape(cookie)) return undefined;
  const row = await ctx.db
    .selectFrom("debtor_page_session as visit")
    .innerJoin("debtor_link as link", "link.id", "visit.link_id")
    .select(["visit.id", "visit.level", "visit.expires_at", "link.id as link_id", "link.file_id", "link.debtor_id"])
    .where("visit.id", "=", hashOf(cookie))
    .where("visit.expires_at", ">", ctx.clock.now())
    .where("link.revoked_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const level = levels.find((known) => known === row.level) ?? "letter";
  const person = await personOf(ctx.db, row.debtor_id);
  const all = await filesOf(ctx.db, { debtorId: row.debtor_id, fileId: row.file_id }, ctx.clock.today());
  const files = shownAt(all, level, row.file_id);
  if (files.size === 0) return undefined;
  return {
    id: row.id,
    linkId: row.link_id,
    fileId: row.file_id,
    debtorId: row.debtor_id,
    name: person.display_name,
    level,
    until: row.expires_at,
    files,
  };
}

/** The context in which the house's own functions are asked on behalf of whoever is in: they see these files, and their acts bear their name. */
export function asVisitor(ctx: Ctx, visit: Visit): Ctx {
  const user: Actor = {
    ...ctx.user,
    id: 0,
    username: `debtor-page:${visit.linkId}`,
    name: visit.name,
    acl: [],
    kind: "debtor",
    fileIds: [...visit.files.keys()],
  };
  const by = { id: 0, username: user.username };
  return { ...ctx, user, audit: (...entries) => ctx.audit(...entries.map((entry) => ({ by, ...entry }))) };
}

/** The language of the page: asked for in its address and remembered, else the browser's choice of before, else what the browser asks for. */
export function languageOf(ctx: Ctx, asked: Language | undefined): Language {
  if (asked) {
    ctx.setCookie(languageCookie, asked, 365 * 86_400);
    return asked;
  }
  const kept = ctx.request.cookies[languageCookie];
  return isLanguage(kept) ? kept : ctx.lang;
}
