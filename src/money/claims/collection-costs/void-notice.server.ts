/**
 * A returned or wrong 14-day letter never counted (BW 6:96(6); HR 2016:2704): it is reversed together with the costs on its ground, and stays void.
 * A new correct letter starts a new term.
 */

import { followFiles, lockFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { notifyBookingFollowers } from "../bookings/booking.server.ts";
import { voidNoticeCall } from "../bookings/costs.contract.ts";
import { type ClaimEvent, type EventOf, isKind, type NoticeVoid, standingEvents } from "../engine/events.ts";
import { appendEvents, eventsOf, fileBalance } from "../record/record.server.ts";

type Letter = EventOf<"notice14"> & ClaimEvent;

async function reverseLetter(
  ctx: WorkCtx,
  fileId: number,
  letter: Letter,
  why: { readonly voids: NoticeVoid; readonly reason: string },
): Promise<void> {
  const { added } = await appendEvents(ctx, fileId, [
    {
      kind: "reversal",
      on: ctx.clock.today(),
      reverses: letter.id,
      data: why,
      effectKey: `reversal:${letter.id}`,
    },
  ]);
  if (added === 0) return;
  await ctx.audit({
    action: "claims.notice_void",
    subject: "file",
    subjectId: fileId,
    after: { id: letter.id, ...why },
  });
  await writeLog(ctx, {
    fileId,
    type: "payment",
    subject: { key: `claims.logNoticeVoid_${why.voids}`, values: { sent: { date: letter.on } } },
    content: why.reason,
    ref: { kind: "claim_event", id: letter.id },
  });
}

/** Makes a 14-day letter void. Idempotent. @throws notFound if the file has no such letter. */
export async function voidNotice(
  ctx: WorkCtx,
  fileId: number,
  noticeId: number,
  why: { readonly voids: NoticeVoid; readonly reason: string },
): Promise<void> {
  await lockFile(ctx, fileId);
  const letter = (await eventsOf(ctx.db, fileId)).find(({ id }) => id === noticeId);
  if (!letter || !isKind(letter, "notice14")) throw notFound();
  await reverseLetter(ctx, fileId, letter, why);
  await notifyBookingFollowers(ctx, fileId, "reversed");
}

/** Whether another letter was sent after the term of this one, so that the returned letter is that other one. */
const wasFollowed = (standing: readonly ClaimEvent[], { data }: Letter): boolean =>
  standing.some((event) => event.kind === "bik" && event.on >= data.bikDueFrom);

/**
 * The returned letter is assumed to be the last 14-day letter by post, unless a letter that charged its costs was sent since, or it is known which
 * one it was: that another came back later does not undo that this one arrived.
 */
followFiles(async (ctx, file, change) => {
  if (change.kind !== "held" || change.hold !== "returned_mail" || change.letterKnown) return;
  const standing = standingEvents(await eventsOf(ctx.db, file.id));
  const letters = standing.filter((event) => isKind(event, "notice14")).filter(({ data }) => data.method === "post");
  const last = letters.sort((a, b) => (a.on === b.on ? a.id - b.id : a.on < b.on ? -1 : 1)).at(-1);
  if (!last || wasFollowed(standing, last)) return;
  const reason = cutText(change.reason ?? ctx.translate({ key: "files.hold_returned_mail" }, "nl"), 200);
  await reverseLetter(ctx, file.id, last, { voids: "returned", reason });
});

export const noticeHandlers: readonly Handler[] = [
  handle(voidNoticeCall, async (ctx, { params, body }) => {
    await voidNotice(ctx, params.id, params.notice, { voids: body.why, reason: body.reason });
    return { open: decimalFromCents((await fileBalance(ctx.db, params.id, ctx.clock.today())).open) };
  }),
];
