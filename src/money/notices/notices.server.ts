/**
 * The copy of a client's own 14-day letter: without one on the file the letter does not count (decision 0110). It is noted in the letter's
 * event, which is made again for that as it was: the letter keeps its day, and so the right that follows from it.
 */
import { lockFile } from "../../cases/files/files.server.ts";
import { writeLog } from "../../cases/logs/logs.server.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { appendEvents, bookings, eventsOf } from "../claims/claims.server.ts";
import { type ClaimEvent, isKind, type NewEvent, standingEvents } from "../claims/claims.ts";

type Letter = Extract<ClaimEvent, { readonly kind: "notice14" }>;

/** A document of the file, or what hangs on a line of its timeline. */
export interface NoticeCopy {
  readonly source: "document" | "log";
  readonly id: number;
}

type CopyIn = Pick<Letter["data"], "documentId" | "attachmentId">;

/** How the event of a letter names its copy. */
const named = ({ source, id }: NoticeCopy): CopyIn =>
  source === "document" ? { documentId: id } : { attachmentId: id };

/** The copy that the event of a letter names, as far as it names one. */
export const copyIn = ({ documentId, attachmentId }: CopyIn): CopyIn => ({
  ...(documentId !== undefined && { documentId }),
  ...(attachmentId !== undefined && { attachmentId }),
});

type Finder = (ctx: WorkCtx, fileId: number) => Promise<NoticeCopy | null>;
const finders: Finder[] = [];

/** Lets a module above say which paper of a file is a 14-day letter, for letters that are told of after their copy came. */
export const findNoticeCopies = (finder: Finder): void => {
  finders.push(finder);
};

/** What is known to be a copy of a 14-day letter of a file, as its event names it; nothing where there is none. */
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

/** The letter taken back and made again, with this copy or without any. */
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
 * Notes the copy of a client's own letter that has none. Once a letter of ours stands it changes nothing: what the debtor owes follows from
 * that one. @returns whether a letter of the client has its copy by it.
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
 * Takes a copy off the letter that it was noted for; another one of the file takes its place.
 * @returns false, and nothing happens, where costs rest on that letter.
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
