/** Tells the client's user who requested an arrangement its outcome: on the timeline, on the home page, and by e-mail if there is an address. */
import { type SqlBool, sql } from "kysely";
import { type FileState, selectFiles } from "../../../cases/files/files.server.ts";
import { fileAddress } from "../../../cases/files/files.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { type Actor, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import { loadActor } from "../../../people/access/access.server.ts";
import { arrangementOutcomes, listArrangementAnswers, markArrangementAnswerSeen } from "./agreements.contract.ts";
import type { ArrangementState } from "./arrangement.ts";

/** The client's user who requested it, if they may still see the file and did not decide themselves. */
async function askerOf(ctx: WorkCtx, fileId: number, arrangement: string): Promise<Actor | undefined> {
  const asked = await asSystem(ctx.db, "whoever asked for it is told what became of it, whoever decides")
    .selectFrom("claim_event")
    .innerJoin("file_log", (join) =>
      join.onRef("file_log.ref_id", "=", "claim_event.id").on("file_log.ref_kind", "=", "arrangement"),
    )
    .select("file_log.user_id")
    .where("claim_event.file_id", "=", fileId)
    .where("file_log.file_id", "=", fileId)
    .where("file_log.type", "=", "client_message")
    .where(sql<SqlBool>`claim_event.data ->> 'arrangement' = ${arrangement}`)
    .orderBy("claim_event.id")
    .executeTakeFirst();
  if (!asked?.user_id || asked.user_id === ctx.user.id) return undefined;
  const asker = await loadActor(ctx.db, asked.user_id, null);
  const sees =
    asker && (await selectFiles({ db: ctx.db, user: asker }).select("id").where("id", "=", fileId).executeTakeFirst());
  return sees ? asker : undefined;
}

type Outcome = (typeof arrangementOutcomes)[number];

/** Informs the requester of an arrangement that was agreed, refused, or replaced by other terms. */
export async function answerRequester(
  ctx: WorkCtx,
  file: Pick<FileState, "id" | "number">,
  { id, version }: Pick<ArrangementState, "id" | "version">,
  outcome: Outcome,
  reason: string,
): Promise<void> {
  const asker = await askerOf(ctx, file.id, id);
  if (!asker) return;
  await writeLog(ctx, {
    fileId: file.id,
    type: "note",
    category: "contact",
    subject: { key: `agreements.answer_${outcome}`, values: { name: asker.name } },
    content: reason,
  });
  await ctx.db
    .insertInto("arrangement_answer")
    .values({ user_id: asker.id, file_id: file.id, arrangement: id, outcome, at: ctx.clock.now() })
    .onConflict((conflict) => conflict.columns(["user_id", "arrangement"]).doNothing())
    .execute();
  const { email } = await ctx.db
    .selectFrom("app_user")
    .select("email")
    .where("id", "=", asker.id)
    .executeTakeFirstOrThrow();
  if (email === null || email === "") return;
  const { tradeName } = await providerSettings(ctx.db);
  const values = {
    name: asker.name,
    number: file.number,
    link: `${ctx.environment.baseUrl}${fileAddress(file.id)}`,
    provider: tradeName || "Vorder",
  };
  const translate = (key: string): string => ctx.translate({ key: `agreements.${key}`, values }, asker.lang);
  // A mail mentions only the file number; the reason is shown after login.
  await ctx.send({
    key: `arrangement-answer:${id}:${version}`,
    kind: "mail",
    payload: {
      to: email,
      subject: translate(`answerMailSubject_${outcome}`),
      text: translate(`answerMailText_${outcome}`),
    },
  });
}

/** The maximum shown at once; older ones follow when these have been seen. */
const shownAtOnce = 20;

const list = handle(listArrangementAnswers, async (ctx) => {
  const rows = await selectFiles(ctx)
    .innerJoin("arrangement_answer", "arrangement_answer.file_id", "case_file.id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select(["arrangement_answer.id", "file_id", "outcome", "at", "case_file.number", "debtor.display_name"])
    .where("user_id", "=", ctx.user.id)
    .where("seen_at", "is", null)
    .orderBy("arrangement_answer.id", "desc")
    .limit(shownAtOnce)
    .execute();
  const items = rows.map(({ id, file_id, outcome: became, at, number, display_name: name }) => {
    const outcome: Outcome = arrangementOutcomes.find((known) => known === became) ?? "refused";
    const message = ctx.translate({ key: `agreements.answerShown_${outcome}`, values: { number, name } }, ctx.lang);
    return { id, fileId: file_id, message, outcome, at: at.toISOString() };
  });
  return { items };
});

const see = handle(markArrangementAnswerSeen, async (ctx, { params }) => {
  const seen = await ctx.db
    .updateTable("arrangement_answer")
    .set((eb) => ({ seen_at: eb.fn.coalesce("seen_at", eb.val(ctx.clock.now())) }))
    .where("id", "=", params.id)
    .where("user_id", "=", ctx.user.id)
    .returning("id")
    .executeTakeFirst();
  if (!seen) throw notFound();
  return { id: seen.id };
});

export const requesterHandlers: readonly Handler[] = [list, see];
