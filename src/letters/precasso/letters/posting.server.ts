/** Letters in a client's name printed by a print house: recorded as posted or returned, under the lock of their record. */
import { type LegalCalendar, noticeTerm } from "../../../ground/kernel/calendar.ts";
import { dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { loadWorkflows } from "../../workflows/workflows.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { tellFileOfPosting } from "../conversion/posted.server.ts";
import { tellFileOfReturn } from "../conversion/returned.server.ts";
import { noteReturned } from "../records/address.server.ts";
import { effectKeyOf, grantedUntil, notice14 as noticeShape, recordDebtor } from "../records/record.ts";
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

/** The step that grants the term of a record: that of its 14-day letter, or of a business's last reminder. */
async function isGrantingStep({ db }: WorkCtx, { record, letter }: Locked): Promise<boolean> {
  const workflows = await loadWorkflows(db, "precasso");
  const workflow = workflows.of({ workflowCode: record.workflow_code, definitionVersion: record.definition_version });
  return workflow?.steps.find(({ effect }) => effect === "notice14")?.position === letter.step;
}

/** What the 14-day letter says, and when its term ends, once it is known when it was posted. */
function noticeFrom({ record, letter }: Locked, on: PlainDate, calendar: LegalCalendar) {
  const notice = record.notice14 === null ? null : noticeShape.parse(record.notice14);
  if (notice?.messageId !== letter.id) return undefined;
  const term = noticeTerm(on, "post", calendar, recordDebtor.parse(record.debtor).country);
  const counted = { sentOn: on, lastPayDay: term.lastPayDayExtended, bikDueFrom: term.bikDueFrom };
  return { term_until: term.lastPayDayExtended, notice14: JSON.stringify({ ...notice, ...counted }) };
}

/**
 * What hangs on a letter counts from its posting: what follows it, while it is the last step, and the term, where it granted it. A letter that is
 * told to be posted after another was sent moves nothing of that one.
 */
async function countFrom(ctx: WorkCtx, locked: Locked, on: PlainDate): Promise<void> {
  const { record, letter } = locked;
  const madeOn = dateInAmsterdam(letter.created_at);
  const isOfRound = letter.effect_key === effectKeyOf({ ...record, workflowCode: record.workflow_code }, letter.step);
  if (!isOfRound || on <= madeOn) return;
  const calendar = calendarOf(await loadTariffs(ctx.db));
  const isGranting = await isGrantingStep(ctx, locked);
  const granted = record.term_until && grantedUntil(on, calendar);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({
      ...(record.position === letter.step && { previous_done_on: on }),
      ...(isGranting && { term_until: granted, ...noticeFrom(locked, on, calendar) }),
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
  await tellFileOfPosting(ctx, record, letter, on);
  const values = { step: stepText(letter.template_code), date: on };
  await writeLines(ctx, [{ recordId: record.id, key: "logPosted", values }]);
  await refreshRecords(ctx, [record.id]);
}

/** Records that a posted letter was returned, with the reason; its record waits for an address, or the file that it became does. Idempotent. */
async function noteReturnedLetter(ctx: WorkCtx, messageId: number, on: PlainDate, why: string): Promise<void> {
  const { record, letter } = await lockedLetter(ctx, messageId);
  if (letter.returned_on !== null) return;
  await noteReturned(ctx, record, letter, on, why);
  // What was recalled was sent again, and the file rests on that one.
  if (letter.posting !== "recalled") await tellFileOfReturn(ctx, record, letter, why);
}

export const recordLetters = { notePosted, noteReturnedLetter };
