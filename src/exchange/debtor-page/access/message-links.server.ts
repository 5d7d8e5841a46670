/** Ways in that stand in letters, e-mails and SMS: made for each message, and bound to it. */
import { sql } from "kysely";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import { batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import type { Random } from "../../../ground/platform/server/process/clock.ts";
import { carryPageLinks } from "../../../letters/correspondence/correspondence.server.ts";
import { linkDays } from "../debtor-page.ts";
import { newSecrets, storeLink } from "./links.server.ts";
import { shownCode } from "./secrets.ts";

type CarriedLink = Parameters<Parameters<typeof carryPageLinks>[0]["keep"]>[1];

interface Row {
  readonly message_id: number;
  readonly file_id: number;
  readonly party_id: number | null;
  readonly secret: string;
  readonly code: string;
  readonly channel: string;
  readonly created_at: string;
  readonly created_by: number | null;
  readonly expires_at: string;
}

const insertLinks = batchedWrite((db, rows: readonly Row[]) =>
  sql`insert into debtor_link (message_id, file_id, debtor_id, secret_hash, code_hash, channel, created_at, created_by, expires_at)
    select l.message_id, l.file_id, coalesce(p.debtor_id, f.debtor_id), decode(l.secret, 'hex'), decode(l.code, 'hex'),
      l.channel, l.created_at, l.created_by, l.expires_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(message_id bigint, file_id bigint, party_id bigint, secret text,
      code text, channel text, created_at timestamptz, created_by bigint, expires_at timestamptz)
    join case_file f on f.id = l.file_id left join file_party p on p.id = l.party_id`.execute(db),
);

async function keep(ctx: WorkCtx, { messageId, fileId, partyId, channel, secrets }: CarriedLink): Promise<void> {
  const now = ctx.clock.now();
  await insertLinks(ctx.db, [
    {
      message_id: messageId,
      file_id: fileId,
      party_id: partyId,
      secret: hashOf(secrets.secret).toString("hex"),
      code: hashOf(secrets.code.replaceAll("-", "")).toString("hex"),
      channel,
      created_at: now.toISOString(),
      created_by: ctx.user.id || null,
      expires_at: new Date(now.getTime() + linkDays * 86_400_000).toISOString(),
    },
  ]);
}

const printed = (random: Random) => {
  const { secret, code } = newSecrets(random);
  return { secret, code: shownCode(code) };
};

/** The first one stays as it is: where nobody knows whether its message went, it may have arrived. */
async function renew(ctx: WorkCtx, messageId: number) {
  const known = await ctx.db
    .selectFrom("debtor_link")
    .select(["file_id", "debtor_id", "channel"])
    .where("message_id", "=", messageId)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!known) return undefined;
  const secrets = newSecrets(ctx.random);
  const channel = known.channel === "sms" ? "sms" : "email";
  await storeLink(ctx, { fileId: known.file_id, debtorId: known.debtor_id, channel, secrets, messageId });
  return { ...secrets, code: shownCode(secrets.code) };
}

carryPageLinks({ make: printed, keep, renew });
