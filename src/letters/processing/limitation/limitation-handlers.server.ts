/** When the invoices of a file lapse, for users who may see its claim; and recording interruptions. */

import { ofFile, requireFile } from "../../../cases/files/files.server.ts";
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { isBarred, limitationsOf } from "../../../law/rules/rules.ts";
import { bookings, judgeBarred } from "../../../money/claims/claims.server.ts";
import { balanceOf } from "../../../money/claims/claims.ts";
import { fileMessages } from "../../correspondence/correspondence.server.ts";
import { refreshNextSteps } from "../../workflows/workflows.server.ts";
import { gateFacts, nearLimitationMonths } from "../processing.ts";
import { loadInputs, runEnvironment } from "../runs/inputs.server.ts";
import { barredInvoicesOn } from "./barred.server.ts";
import { type InvoiceLimitationRow, noteInterruptionCall, readLimitation } from "./limitation.contract.ts";

type InvoiceLimitation = ReturnType<typeof limitationsOf>[number];

function stateOf(each: InvoiceLimitation, today: PlainDate): InvoiceLimitationRow["state"] {
  if (each.openCents === 0) return "paid";
  if (each.barredOn === null) return "unknown";
  if (isBarred(each, today)) return "barred";
  return addMonths(each.barredOn, -nearLimitationMonths) <= today ? "near" : "running";
}

const shown = (each: InvoiceLimitation, noted: ReadonlySet<number>, today: PlainDate): InvoiceLimitationRow => ({
  number: each.number,
  dueDate: each.dueOn,
  open: each.openCents,
  state: stateOf(each, today),
  barredOn: each.barredOn,
  article: each.article,
  interruptions: each.interruptions.map(({ on, kind, proof }) => ({
    on,
    kind,
    proof: proof.text,
    documentId: proof.documentId,
    eventId: proof.source === "event" && noted.has(proof.id) ? proof.id : null,
  })),
});

async function limitationOf(ctx: Ctx, fileId: number): Promise<InvoiceLimitationRow[]> {
  await requireFile(ctx, fileId);
  const environment = await runEnvironment(ctx, null);
  const { tariffs, at } = environment;
  const inputs = (await loadInputs(ctx.db, [fileId], at.today)).get(fileId);
  if (!inputs) throw notFound();
  const { events } = inputs.situation;
  const { claim, debtor } = gateFacts(inputs, balanceOf(events, tariffs, at.today), null, environment);
  const noted = new Set(events.filter(({ kind }) => kind === "interruption").map(({ id }) => id));
  return limitationsOf(claim, debtor.isConsumer).map((each) => shown(each, noted, at.today));
}

/** What the claims tab says of costs leaves out what the letters do. */
judgeBarred(barredInvoicesOn);

/** @throws validation on `documentId`: no document of this file, or a letter that was recalled before it was posted. */
export async function requireDocument(ctx: Ctx, fileId: number, documentId: number | undefined): Promise<void> {
  if (documentId === undefined) return;
  const found = await ofFile(ctx, await requireFile(ctx, fileId))
    .selectFrom("document")
    .select("id")
    .where("file_id", "=", fileId)
    .where("id", "=", documentId)
    .executeTakeFirst();
  if (!found) throw fieldError("documentId", "processing.noSuchDocument");
  if (await fileMessages.isRecalled(ctx.db, documentId))
    throw fieldError("documentId", "correspondence.documentRecalled");
}

export const limitationHandlers: readonly Handler[] = [
  handle(readLimitation, async (ctx, { params }) => ({ items: await limitationOf(ctx, params.id) })),
  handle(noteInterruptionCall, async (ctx, { params, body }) => {
    await requireFile(ctx, params.id);
    await requireDocument(ctx, params.id, body.documentId);
    const id = await bookings.interruption(ctx, params.id, body);
    // A step may depend on a summons or a judgment.
    await refreshNextSteps(ctx, [params.id]);
    return { id };
  }),
];
