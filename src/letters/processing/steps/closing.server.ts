/** The closing letter: informs the debtor of a fully paid file. */
import { type SqlBool, sql } from "kysely";
import { type JobCtx, on, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { gate } from "../../../law/rules/rules.ts";
import { balanceOf } from "../../../money/claims/claims.ts";
import { fileSettled } from "../../../money/payments/payments.server.ts";
import { composeLetter } from "../../correspondence/correspondence.server.ts";
import { modelOf } from "../../workflows/workflows.server.ts";
import { gateFacts } from "../processing.ts";
import { loadInputs, runEnvironment, writtenIn } from "../runs/inputs.server.ts";

const reasons: readonly string[] = ["paid_in_full", "paid_directly", "credited"];

/** The current closing of a file; undefined if it was reopened meanwhile. */
const closureOf = (ctx: WorkCtx, fileId: number) =>
  ctx.db
    .selectFrom("file_closure")
    .select("id")
    .where("file_id", "=", fileId)
    .where("reopened_at", "is", null)
    .executeTakeFirst();

/** Whether the debtor was ever contacted; otherwise no closing letter is needed. Messages that wait, were withdrawn or recalled do not count. */
const wasReached = async (ctx: WorkCtx, fileId: number): Promise<boolean> =>
  (await asSystem(ctx.db, "whether a letter that it is over is due depends on all messages of the file")
    .selectFrom("message")
    .leftJoin("outbox", "outbox.key", "message.effect_key")
    .select("message.id")
    .where("file_id", "=", fileId)
    .where((eb) =>
      eb.or([
        eb.and([eb("document_id", "is not", null), sql<SqlBool>`posting is distinct from 'recalled'`]),
        eb("outbox.state", "not in", ["pending", "cancelled", "dead"]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

async function sendClosing(ctx: WorkCtx, fileId: number, reason: string): Promise<void> {
  const closure = await closureOf(ctx, fileId);
  if (!closure || !reasons.includes(reason) || !(await wasReached(ctx, fileId))) return;
  const environment = await runEnvironment(ctx, null);
  const { tariffs, at, letterhead } = environment;
  const inputs = (await loadInputs(ctx.db, [fileId], at.today)).get(fileId);
  if (!inputs) return;
  const balance = balanceOf(inputs.situation.events, tariffs, at.today);
  const facts = gateFacts(inputs, balance, null, environment);
  if (!gate({ kind: "contact", channel: "post", purpose: "closing" }, facts, at).allowed) return;
  const model = modelOf({
    situation: inputs.situation,
    to: inputs.reach,
    balance,
    provider: letterhead,
    date: at.today,
    translate: ctx.translate,
    written: writtenIn(environment, "post", "POST_CLOSED"),
    closingReason: { key: `processing.closing_${reason}` },
  });
  // One letter per closing of the file.
  await composeLetter(ctx, { fileId, templateCode: "POST_CLOSED", effectKey: `closed:${fileId}:${closure.id}`, model });
}

export const sendClosingLetter = on(fileSettled, (ctx: JobCtx, { fileId, reason }) =>
  ctx.tx((tx) => sendClosing(tx, fileId, reason)),
);
