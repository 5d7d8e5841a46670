/** Letters of pre-collection that are recalled before the print house posts them: their step is due again, as a message of its own. */
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { announcesTooMuch } from "./judge.ts";
import { liveStates } from "./record.ts";
import { loadSituations, recordEnvironment } from "./situations.server.ts";
import { refreshRecords, writeLines } from "./write.server.ts";

/** The day of the last message before a step; null where it is the first. */
async function stepBefore(ctx: WorkCtx, recordId: number, step: number) {
  const row = await ctx.db
    .selectFrom("precasso_message")
    .select((eb) => eb.fn.max("created_on").as("on"))
    .where("record_id", "=", recordId)
    .where("step", "<", step)
    .executeTakeFirst();
  return row?.on ?? null;
}

/** A letter that does not arrive starts no term: its step is due again, as a message of its own. */
export async function repeatStep(ctx: WorkCtx, recordId: number, step: number): Promise<void> {
  const previous = await stepBefore(ctx, recordId, step);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({
      position: step - 1,
      term_until: null,
      notice14: null,
      previous_done_on: previous,
      round: set("round", "+", 1),
    }))
    .where("id", "=", recordId)
    .execute();
}

/** Recalls the letters of a record that wait for the print house: what is printed already counts for nothing. */
export async function recallLetters(
  ctx: WorkCtx,
  recordId: number,
  key: "logLetterRecalled" | "logNoticeRecalled",
): Promise<void> {
  const letters = await ctx.db
    .updateTable("precasso_message")
    .set({ posting: "recalled" })
    .where("record_id", "=", recordId)
    .where("posting", "=", "awaited")
    .where("returned_on", "is", null)
    .returning(["step", "template_code"])
    .execute();
  const last = letters.toSorted((a, b) => b.step - a.step)[0];
  if (!last) return;
  await repeatStep(ctx, recordId, last.step);
  await writeLines(ctx, [{ recordId, key, values: { step: stepText(last.template_code) } }]);
}

type PrintedReader = (db: Db, messageId: number) => Promise<boolean>;
const printedReaders: PrintedReader[] = [];

/** Lets a later module say whether the print house has a letter already. */
export const addPrintedReader = (reader: PrintedReader): void => {
  printedReaders.push(reader);
};

/**
 * After a payment: a 14-day letter that waits to be printed and announces more costs than are due over the rest would be void (BW 6:96(6)); it is
 * made again with the right ones. What the print house has is posted: the payment crosses it.
 */
export async function recallLoweredNotice(ctx: WorkCtx, recordId: number): Promise<void> {
  const environment = await recordEnvironment(ctx);
  const situation = (await loadSituations(ctx.db, [recordId], environment.at.today)).get(recordId);
  if (!situation?.notice14 || situation.unpostedSince === null || !liveStates.includes(situation.state)) return;
  if (!announcesTooMuch(situation, environment)) return;
  for (const isPrinted of printedReaders) if (await isPrinted(ctx.db, situation.notice14.messageId)) return;
  await recallLetters(ctx, recordId, "logNoticeRecalled");
  await refreshRecords(ctx, [recordId], environment);
}
