/** Letters in a client's name printed by a print house: recorded as posted or returned, under the lock of their record. */
import { nextWorkingDay, noticeTerm } from "../../../ground/kernel/calendar.ts";
import { addDays, dateInAmsterdam, daysBetween, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { noteReturned } from "../records/address.server.ts";
import { effectKeyOf, notice14 as noticeShape, recordDebtor } from "../records/record.ts";
import { refreshRecords, writeLines } from "../records/write.server.ts";

async function lockedLetter(ctx: WorkCtx, messageId: number) {
  const { record_id } = await ctx.db
    .selectFrom("precasso_message")
    .select("record_id")
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  const record = await ctx.db
    .selectFrom("precasso_record")
    .selectAll()
    .where("id", "=", record_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const letter = await ctx.db
    .selectFrom("precasso_message")
    .selectAll()
    .where("id", "=", messageId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { record, letter };
}
type Locked = Awaited<ReturnType<typeof lockedLetter>>;

/** The terms of a record count from the posting of its last letter; those of earlier letters have ended. */
async function countFrom(ctx: WorkCtx, { record, letter }: Locked, on: PlainDate): Promise<void> {
  const madeOn = dateInAmsterdam(letter.created_at);
  const isLast = letter.effect_key === effectKeyOf({ ...record, workflowCode: record.workflow_code }, letter.step);
  if (!isLast || on <= madeOn) return;
  const calendar = calendarOf(await loadTariffs(ctx.db));
  const notice = record.notice14 === null ? null : noticeShape.parse(record.notice14);
  const isNotice = notice?.messageId === letter.id;
  const term = noticeTerm(on, "post", calendar, recordDebtor.parse(record.debtor).country);
  const granted = record.term_until && nextWorkingDay(addDays(record.term_until, daysBetween(madeOn, on)), calendar);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({
      previous_done_on: on,
      term_until: isNotice ? term.lastPayDayExtended : granted,
      ...(isNotice && {
        notice14: JSON.stringify({
          ...notice,
          sentOn: on,
          lastPayDay: term.lastPayDayExtended,
          bikDueFrom: term.bikDueFrom,
        }),
      }),
      version: set("version", "+", 1),
    }))
    .where("id", "=", record.id)
    .execute();
}

/** Records that a letter was posted: its record continues, and the term of the letter starts that day. Idempotent. */
async function notePosted(ctx: WorkCtx, messageId: number, on: PlainDate): Promise<void> {
  const locked = await lockedLetter(ctx, messageId);
  const { record, letter } = locked;
  if (letter.posting !== "assumed" && letter.posting !== "awaited") return;
  await ctx.db
    .updateTable("precasso_message")
    .set({ posting: "posted", posted_on: on })
    .where("id", "=", letter.id)
    .execute();
  await countFrom(ctx, locked, on);
  const values = { step: stepText(letter.template_code), date: on };
  await writeLines(ctx, [{ recordId: record.id, key: "logPosted", values }]);
  await refreshRecords(ctx, [record.id]);
}

/** Records that a posted letter was returned, with the reason; its record waits for an address, unless it has ended. Idempotent. */
async function noteReturnedLetter(ctx: WorkCtx, messageId: number, on: PlainDate, why: string): Promise<void> {
  const { record, letter } = await lockedLetter(ctx, messageId);
  if (letter.returned_on === null) await noteReturned(ctx, record, letter, on, why);
}

export const recordLetters = { notePosted, noteReturnedLetter };
