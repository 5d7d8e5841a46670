/** A letter in the client's name that comes back after its record became a file: the file is told, as of any letter of its own. */
import { lockFile } from "../../../cases/files/files.server.ts";
import { personById } from "../../../cases/parties/parties.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { bookings, eventsOf } from "../../../money/claims/claims.server.ts";
import { isKind, standingEvents } from "../../../money/claims/claims.ts";
import { notice14 } from "../records/record.ts";
import { isSentTo } from "./convert.server.ts";

interface Returned {
  readonly id: number;
  readonly to_address: string;
  readonly language: string;
}

/** A 14-day letter that came back never counted (BW 6:96(6)), and neither do the costs on its ground; a letter of the provider's own stays. */
async function voidNotice(ctx: WorkCtx, fileId: number, known: unknown, letter: Returned, why: string): Promise<void> {
  const notice = known === null ? null : notice14.parse(known);
  if (notice?.messageId !== letter.id) return;
  const event = standingEvents(await eventsOf(ctx.db, fileId)).find(
    (each) => isKind(each, "notice14") && each.data.by === "client" && each.on === notice.sentOn,
  );
  if (event) await bookings.voidNotice(ctx, fileId, event.id, { voids: "returned", reason: cutText(why, 200) });
}

/** Nothing waits for an address on a closed file, whose letter did not count all the same; one whose debtor has another address by now is known to be reached there. */
export async function tellFileOfReturn(
  ctx: WorkCtx,
  record: { readonly file_id: number | null; readonly notice14: unknown },
  letter: Returned,
  why: string,
): Promise<void> {
  if (record.file_id === null) return;
  const { id, status, debtorId } = await lockFile(ctx, record.file_id);
  await voidNotice(ctx, id, record.notice14, letter, why);
  if (status !== "closed" && isSentTo(letter, await personById(ctx.db, debtorId)))
    await placeHold(ctx, id, { kind: "returned_mail", reason: why, letterKnown: true });
}
