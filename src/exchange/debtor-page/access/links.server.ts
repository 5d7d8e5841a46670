/** Ways into the page: made, found by their secret, ended. The database has only hashes of the secrets. */
import type { Selectable } from "kysely";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import type { DebtorLink } from "../../../ground/platform/server/postgres/database.types.ts";
import type { Random } from "../../../ground/platform/server/process/clock.ts";
import { type LinkChannel, type LinkState, linkDays } from "../debtor-page.ts";
import { codeBytes, codeFrom, codeTyped, secretBytes, secretShape } from "./secrets.ts";

export type Link = Selectable<DebtorLink>;

/** What is handed to a person and kept nowhere. */
export interface Secrets {
  readonly secret: string;
  readonly code: string;
}

export const newSecrets = (random: Random): Secrets => ({
  secret: Buffer.from(random.bytes(secretBytes)).toString("base64url"),
  code: codeFrom(random.bytes(codeBytes)),
});

export const stateOf = (link: Link): LinkState => ({
  expiresAt: link.expires_at,
  revokedAt: link.revoked_at,
  lockedAt: link.locked_at,
});

/** Keeps a way in for a person. Only the hashes of its secrets are kept. @returns its id. */
export async function storeLink(
  ctx: WorkCtx,
  of: {
    readonly fileId: number;
    readonly debtorId: number;
    readonly channel: LinkChannel;
    readonly secrets: Secrets;
    readonly messageId?: number;
  },
): Promise<number> {
  const now = ctx.clock.now();
  const { id } = await ctx.db
    .insertInto("debtor_link")
    .values({
      file_id: of.fileId,
      debtor_id: of.debtorId,
      secret_hash: hashOf(of.secrets.secret),
      code_hash: hashOf(of.secrets.code),
      channel: of.channel,
      message_id: of.messageId ?? null,
      created_at: now,
      created_by: ctx.user.id || null,
      expires_at: new Date(now.getTime() + linkDays * 86_400_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const links = (db: Db) => db.selectFrom("debtor_link").selectAll();

/** By the secret of an address; one of a wrong shape is looked up like any other, and found nowhere. */
export const linkBySecret = (db: Db, secret: string) =>
  links(db).where("secret_hash", "=", hashOf(secretShape.test(secret) ? secret : ""));

export const byCode = (db: Db, typed: string) => links(db).where("code_hash", "=", hashOf(codeTyped(typed) ?? ""));

/** Ends a way in, and the visits of whoever is in by it. */
export async function endLink(ctx: WorkCtx, id: number): Promise<void> {
  await ctx.db
    .updateTable("debtor_link")
    .set({ revoked_at: ctx.clock.now(), revoked_by: ctx.user.id || null })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
  await ctx.db.deleteFrom("debtor_page_session").where("link_id", "=", id).execute();
}

/** The person of a record, as far as the second fact and a page need it. */
export const personOf = (db: Db, debtorId: number) =>
  db
    .selectFrom("debtor")
    .select(["id", "display_name", "file_type", "birth_date", "postcode", "house_number", "city", "language"])
    .where("id", "=", debtorId)
    .executeTakeFirstOrThrow();
