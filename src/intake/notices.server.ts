/** Tells whoever set a place up what went wrong there: nobody watches a folder that is fetched by itself. */
import { isLanguage } from "../kernel/texts.ts";
import type { WorkCtx } from "../platform/server/room.ts";
import { uploadsScreen } from "./intake.contract.ts";
import type { SourceRecord } from "./source-record.server.ts";

interface Notice {
  /** Of the outbox: the same one is sent once. */
  readonly key: string;
  readonly about: "look" | "refused" | "rejects" | "failed";
  readonly file: string;
  /** A text key: what is the matter. */
  readonly why?: string;
  readonly rows?: { readonly rejected: number; readonly total: number };
  readonly batchId?: number;
}

/** Mails the person who last set the place up, in that person's language; nothing where nobody of that name is active or has an address. */
export async function tellOwner(
  ctx: WorkCtx,
  source: Pick<SourceRecord, "name" | "updatedBy">,
  notice: Notice,
): Promise<void> {
  if (source.updatedBy === null) return;
  const owner = await ctx.db
    .selectFrom("app_user")
    .select(["email", "lang"])
    .where("id", "=", source.updatedBy)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!owner?.email) return;
  const language = isLanguage(owner.lang) ? owner.lang : "nl";
  const { about, file, why, rows, batchId } = notice;
  const values = {
    place: source.name,
    file,
    why: why === undefined ? "" : ctx.say({ key: why }, language),
    rejected: rows?.rejected ?? 0,
    total: rows?.total ?? 0,
    link: `${ctx.environment.baseUrl}${uploadsScreen.path}${batchId === undefined ? "?tab=sources" : `?upload=${batchId}`}`,
  };
  await ctx.send({
    key: notice.key,
    kind: "mail",
    payload: {
      to: owner.email,
      subject: ctx.say({ key: `intake-notices.${about}Subject`, values }, language),
      text: ctx.say({ key: `intake-notices.${about}Text`, values }, language),
    },
  });
}
