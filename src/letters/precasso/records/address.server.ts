/** A returned letter, and the correction of a debtor's address: a letter that came back, or is not posted yet, is then due again, with a new term. */
import { checkDebtor } from "../../../cases/persons/persons.checks.server.ts";
import type { NewDebtor } from "../../../cases/persons/persons.server.ts";
import { date, dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { recordDetailOf } from "./detail.server.ts";
import { recallLetters, repeatStep } from "./recall.server.ts";
import { liveStates, recordDebtor } from "./record.ts";
import { correctDebtor, returnLetter } from "./records.contract.ts";
import { lockLive, recallWaiting, refreshRecords, writeLines } from "./write.server.ts";

interface Letter {
  readonly id: number;
  readonly step: number;
  readonly posting: string | null;
}

/** An ended record is not changed; only its letter is marked. */
export async function noteReturned(
  ctx: WorkCtx,
  record: Pick<Awaited<ReturnType<typeof lockLive>>, "id" | "state" | "position">,
  letter: Letter,
  on: PlainDate,
  note: string,
): Promise<void> {
  await ctx.db.updateTable("precasso_message").set({ returned_on: on }).where("id", "=", letter.id).execute();
  // In the place of one that was recalled another has gone, or will go.
  const isRecalled = letter.posting === "recalled";
  const isLast = !isRecalled && record.position === letter.step;
  if (!isRecalled && liveStates.some((state) => state === record.state))
    await waitForAddress(ctx, record.id, letter, isLast, on);
  await writeLines(ctx, [{ recordId: record.id, key: "logReturned", values: { date: on }, note }]);
  await ctx.audit({
    action: "precasso.returned",
    subject: "precasso_record",
    subjectId: record.id,
    after: { message: letter.id, on, isLast },
  });
  await refreshRecords(ctx, [record.id]);
}

async function waitForAddress(ctx: WorkCtx, recordId: number, letter: Letter, isLast: boolean, on: PlainDate) {
  if (isLast) await repeatStep(ctx, recordId, letter.step);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({ address_wrong_since: on, version: set("version", "+", 1) }))
    .where("id", "=", recordId)
    .execute();
}

/** How a debtor is reached, apart from where it lives. */
const reachOf = ({ phone, mobile, email, language }: NewDebtor): string =>
  [phone ?? "", mobile ?? "", email ?? "", language].join("|");

const placeOf = ({ street, houseNumber, addition, postcode, city, country }: NewDebtor): string =>
  [street, houseNumber, addition ?? "", postcode, city, country].map((part) => part.trim().toLowerCase()).join("|");

const letterOf = (ctx: Ctx, recordId: number, messageId: number) =>
  ctx.db
    .selectFrom("precasso_message")
    .select(["id", "step", "posting", "created_at", "returned_on"])
    .where("record_id", "=", recordId)
    .where("id", "=", messageId)
    .where("channel", "=", "post")
    .executeTakeFirst();

const returned = handle(returnLetter, async (ctx, { params, body }) => {
  const record = await lockLive(ctx, params.id, body.version);
  const letter = await letterOf(ctx, record.id, params.messageId);
  if (!letter) throw notFound();
  if (letter.returned_on !== null) throw fieldError("common", "precasso.errorReturnedBefore");
  const on = date(body.on);
  if (on > ctx.clock.today()) throw fieldError("on", "precasso.errorFuture");
  if (on < dateInAmsterdam(letter.created_at)) throw fieldError("on", "precasso.errorBeforeLetter");
  await noteReturned(ctx, record, letter, on, body.reason);
  return recordDetailOf(ctx, params.id);
});

const channels = ["email", "mobile"] as const;

const correct = handle(correctDebtor, async (ctx, { params, body }) => {
  const record = await lockLive(ctx, params.id, body.version);
  const before = recordDebtor.parse(record.debtor);
  const { source, version: _, ...changes } = body;
  const { debtor, problems } = checkDebtor({ ...before, ...changes }, ctx.clock.today());
  if (problems.length > 0)
    throw new VorderError("validation", {
      fields: Object.fromEntries(problems.map(({ field, message }) => [field, [message]])),
    });
  const isMoved = placeOf(before) !== placeOf(debtor);
  // A new phone number or e-mail address says nothing of the wrong address; saved with nothing changed, the address is confirmed.
  const isAddressKnown = isMoved || reachOf(before) === reachOf(debtor);
  await ctx.db
    .updateTable("precasso_record")
    .set((set) => ({
      debtor: JSON.stringify(debtor satisfies NewDebtor),
      email: debtor.email,
      mobile: debtor.mobile,
      postcode: debtor.postcode,
      city: debtor.city,
      ...(isAddressKnown && { address_wrong_since: null }),
      version: set("version", "+", 1),
    }))
    .where("id", "=", record.id)
    .execute();
  // Waiting messages to the debtor's old address might reach somebody else.
  const gone = channels.flatMap((channel) => {
    const old = before[channel];
    return old !== null && old !== debtor[channel] ? [old] : [];
  });
  if (gone.length > 0) await recallWaiting(ctx, record.id, gone);
  await writeLines(ctx, [{ recordId: record.id, key: "logCorrected", note: source }]);
  if (isMoved) await recallLetters(ctx, record.id, "logLetterRecalled");
  await ctx.audit({
    action: "precasso.correct",
    subject: "precasso_record",
    subjectId: record.id,
    // The old and new address are kept on the record, where retention can erase them.
    after: { fields: Object.keys(changes) },
  });
  await refreshRecords(ctx, [record.id]);
  return recordDetailOf(ctx, params.id);
});

export const addressHandlers = [returned, correct];
