/**
 * 14-day letters after they were entered: the copy that proves a client's own, and the day on which one was posted.
 *
 * The copy of a client's own 14-day letter: without one on the file the letter is invalid (decision 0110). The copy is recorded in the letter's
 * event, which is replaced by an equal one with the copy: the letter keeps its date, and so the right that follows from it.
 */
import { lockFile } from "../../cases/files/files.server.ts";
import { writeLog } from "../../cases/logs/logs.server.ts";
import { noticeTerm } from "../../ground/kernel/calendar.ts";
import { cutText } from "../../ground/kernel/cut-text.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../ground/tariffs/tariffs.ts";
import { appendEvents, bookings, eventsOf } from "../claims/claims.server.ts";
import { type ClaimEvent, isKind, type NewEvent, standingEvents } from "../claims/claims.ts";

type Letter = Extract<ClaimEvent, { readonly kind: "notice14" }>;

/** A document of the file, or an attachment of a timeline line. */
export interface NoticeCopy {
  readonly source: "document" | "log";
  readonly id: number;
}

type CopyIn = Pick<Letter["data"], "documentId" | "attachmentId">;

/** The fields of a letter's event that refer to its copy. */
const named = ({ source, id }: NoticeCopy): CopyIn =>
  source === "document" ? { documentId: id } : { attachmentId: id };

/** The copy that the event of a letter refers to, if any. */
export const copyIn = ({ documentId, attachmentId }: CopyIn): CopyIn => ({
  ...(documentId !== undefined && { documentId }),
  ...(attachmentId !== undefined && { attachmentId }),
});

type Finder = (ctx: WorkCtx, fileId: number) => Promise<NoticeCopy | null>;
const finders: Finder[] = [];

/** Registers a later module's lookup of documents classified as a 14-day letter, for letters that are entered after their copy. */
export const findNoticeCopies = (finder: Finder): void => {
  finders.push(finder);
};

/** The known copy of a 14-day letter of a file, in the form of its event; empty without one. */
export async function noticeCopyOf(ctx: WorkCtx, fileId: number): Promise<CopyIn> {
  for (const find of finders) {
    const found = await find(ctx, fileId);
    if (found !== null) return named(found);
  }
  return {};
}

const letterOf = (standing: readonly ClaimEvent[], of: (letter: Letter) => boolean): Letter | undefined =>
  standing.find((event): event is Letter => isKind(event, "notice14") && event.data.by === "client" && of(event));

const hasCopy = ({ data }: Letter): boolean => Object.keys(copyIn(data)).length > 0;

/** Reverses the letter and enters it again, with this copy or without any. */
function again({ id, on, data: { documentId: _, attachmentId: __, ...data } }: Letter, copy: CopyIn): NewEvent[] {
  return [
    { kind: "reversal", on, reverses: id, data: { reason: "notice_copy" } },
    { kind: "notice14", on, data: { ...data, ...copy } },
  ];
}

async function renew(ctx: WorkCtx, fileId: number, letter: Letter, copy: CopyIn): Promise<void> {
  await appendEvents(ctx, fileId, again(letter, copy));
  await ctx.audit({
    action: "claims.notice_copy",
    subject: "file",
    subjectId: fileId,
    before: { sentOn: letter.on, ...copyIn(letter.data) },
    after: { sentOn: letter.on, ...copy },
  });
  const key = hasCopy(letter) ? "claims.logNoticeCopyGone" : "claims.logNoticeCopy";
  await writeLog(ctx, {
    fileId,
    type: "payment",
    subject: { key, values: { sent: { date: letter.on } } },
    ...(copy.documentId !== undefined && { ref: { kind: "document", id: copy.documentId } }),
  });
  await bookings.notifyBookingFollowers(ctx, fileId, "judged");
}

/**
 * Records the copy of a client's own letter that has none. Once a valid letter of the provider exists it changes nothing, because the costs follow
 * from that one. @returns whether a letter of the client has its copy by it.
 */
export async function proveNotice(ctx: WorkCtx, fileId: number, copy: NoticeCopy): Promise<boolean> {
  await lockFile(ctx, fileId);
  const standing = standingEvents(await eventsOf(ctx.db, fileId));
  const letter = letterOf(standing, (each) => !hasCopy(each));
  if (!letter || standing.some((event) => isKind(event, "notice14") && event.data.by === "agency")) return false;
  await renew(ctx, fileId, letter, named(copy));
  return true;
}

/**
 * Removes a copy from its letter; another one of the file replaces it.
 * @returns false, without a change, if costs rest on that letter.
 */
export async function unproveNotice(ctx: WorkCtx, fileId: number, copy: NoticeCopy): Promise<boolean> {
  await lockFile(ctx, fileId);
  const standing = standingEvents(await eventsOf(ctx.db, fileId));
  const { documentId, attachmentId } = named(copy);
  const letter = letterOf(
    standing,
    (each) => hasCopy(each) && each.data.documentId === documentId && each.data.attachmentId === attachmentId,
  );
  if (!letter) return true;
  if (standing.some((event) => isKind(event, "bik"))) return false;
  await renew(ctx, fileId, letter, await noticeCopyOf(ctx, fileId));
  return true;
}

/** The documents of a file that are copies of a client's own 14-day letter. */
export async function noticeDocuments(ctx: Pick<WorkCtx, "db">, fileId: number): Promise<ReadonlySet<number>> {
  const standing = standingEvents(await eventsOf(ctx.db, fileId));
  return new Set(
    standing.flatMap((event) =>
      isKind(event, "notice14") && event.data.by === "client" && event.data.documentId !== undefined
        ? [event.data.documentId]
        : [],
    ),
  );
}

/** The 14-day letter that is this document came back: it never counted, nor do the costs on its ground. The caller has locked the file. */
export async function voidReturned(ctx: WorkCtx, fileId: number, documentId: number, reason: string): Promise<void> {
  const letter = standingEvents(await eventsOf(ctx.db, fileId)).find(
    (event) => isKind(event, "notice14") && event.data.documentId === documentId,
  );
  if (letter) await bookings.voidNotice(ctx, fileId, letter.id, { voids: "returned", reason: cutText(reason, 200) });
}

/** The 14-day letter of a file that was posted on this day, and to which country it went. */
interface Posted {
  readonly is: (letter: Letter) => boolean;
  readonly on: PlainDate;
  readonly country: string;
}

/**
 * A 14-day letter's term begins with the delivery of what was posted (BW 6:96(6)): its event is replaced by one of that day. The caller has locked
 * the file.
 */
export async function moveNotice(ctx: WorkCtx, fileId: number, { is, on, country }: Posted): Promise<void> {
  const standing = standingEvents(await eventsOf(ctx.db, fileId));
  const letter = standing.filter((event) => isKind(event, "notice14")).find(is);
  if (!letter || letter.on === on) return;
  const { deemedReceived, lastPayDayExtended, bikDueFrom } = noticeTerm(
    on,
    "post",
    calendarOf(await loadTariffs(ctx.db)),
    country,
  );
  await appendEvents(ctx, fileId, [
    {
      kind: "reversal",
      on: ctx.clock.today(),
      reverses: letter.id,
      data: { reason: ctx.translate({ key: "claims.movedNotice" }, "nl") },
      effectKey: `reversal:${letter.id}`,
    },
    {
      kind: "notice14",
      on,
      data: { ...letter.data, deemedReceived, lastPayDay: lastPayDayExtended, bikDueFrom },
      effectKey: `posted:${letter.id}:${on}`,
    },
  ]);
}
