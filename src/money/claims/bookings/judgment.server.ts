/** Enters a judgment. */
import { lockFile } from "../../../cases/files/files.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { type InterestTerms, isKind, standingEvents } from "../engine/events.ts";
import { eventsOf } from "../record/record.server.ts";
import { type Booked, cents, enter, isKnown, keyOf, notInFuture, notifyBookingFollowers } from "./booking.server.ts";

export interface JudgmentInput {
  readonly date: PlainDate;
  /** Its reference on the file; no invoice may have the same number. */
  readonly reference: string;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly bik: Cents;
  readonly costs: Cents;
  readonly terms?: InterestTerms | undefined;
  readonly interestFrom?: PlainDate | undefined;
  readonly reckonedUntil?: PlainDate | undefined;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Enters a judgment: from its date the award replaces the claim (Rv 230). @throws validation for a closed file, a date in the future, a reference
 * in use, or interest from after the judgment; {LawRefusal} by the law gate.
 */
export async function bookJudgment(ctx: WorkCtx, fileId: number, input: JudgmentInput): Promise<Booked> {
  const file = await lockFile(ctx, fileId);
  notInFuture(ctx, input.date);
  const { date, idempotencyKey, terms, interestFrom, reckonedUntil, ...parts } = input;
  if (interestFrom !== undefined && interestFrom > date) throw fieldError("interestFrom", "claims.awardedFromLate");
  const key = keyOf(fileId, idempotencyKey);
  if (file.status === "closed" && !(await isKnown(ctx, key))) throw fieldError("common", "claims.fileClosed");
  const named = standingEvents(await eventsOf(ctx.db, fileId)).some(
    (event) =>
      (isKind(event, "invoice") && event.data.number === input.reference) ||
      (isKind(event, "judgment") && event.data.reference === input.reference),
  );
  if (named && !(await isKnown(ctx, key))) throw fieldError("reference", "claims.referenceTaken");
  const amount = parts.principal + parts.interest + parts.bik + parts.costs;
  const more = {
    ...(terms && { terms }),
    ...(interestFrom && { interestFrom }),
    ...(reckonedUntil && { reckonedUntil }),
  };
  const booked = await enter(
    ctx,
    fileId,
    { kind: "judgment", on: date, amount, data: { ...parts, ...more }, ...key },
    { key: "claims.logJudgment", values: { reference: input.reference, on: { date }, amount: cents(amount) } },
  );
  if (booked.isNew) await notifyBookingFollowers(ctx, fileId, "judged");
  return booked;
}
