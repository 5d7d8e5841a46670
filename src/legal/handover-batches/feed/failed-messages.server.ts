/** Messages of an office that an error keeps from being taken in: shown to a person, and tried again. */
import type { Message } from "../../../ground/kernel/errors.ts";
import type { JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { endsSlice } from "../../../ground/platform/server/jobs/reasons.ts";
import { reachedLimit } from "../../../ground/platform/server/postgres/machine-faults.ts";
import { type FeedOffice, hashOf } from "./ingest.server.ts";

/** A message as an office left it: its name there, and what tells it from others of that name. */
interface Left {
  readonly name: string;
  readonly content: unknown;
}

const messageKey = ({ name, content }: Left): string => `message-${hashOf([name, content]).slice(0, 40)}`;

/** A message that could not be taken in waits as a line of its own, once, for a person to see; it is tried again as long as it is there. */
export async function noteFailedMessage(
  { db, clock }: WorkCtx,
  office: FeedOffice,
  left: Left,
  why: Message | null = null,
): Promise<void> {
  await db
    .insertInto("handover_report")
    .values({
      destination_id: office.id,
      key: messageKey(left),
      data: JSON.stringify({ message: left.name }),
      problem: "failed",
      refusal: why && JSON.stringify(why),
      received_at: clock.now(),
    })
    .onConflict((clash) => clash.columns(["destination_id", "key"]).doNothing())
    .execute();
}

/** The message was taken in after all: nobody has to look any more. */
async function settleFailedMessage(ctx: WorkCtx, office: FeedOffice, left: Left): Promise<void> {
  await ctx.db
    .updateTable("handover_report")
    .set({ settled_at: ctx.clock.now(), settled_note: "handover-batches.messageTaken" })
    .where("destination_id", "=", office.id)
    .where("key", "=", messageKey(left))
    .where("settled_at", "is", null)
    .execute();
}

/**
 * Takes in what an office left or answered, by itself; what an error keeps from being taken in is shown to a person, tried again with the next look,
 * and holds up no other. @returns whether it was taken in.
 */
export async function takeIn(
  ctx: JobCtx,
  to: FeedOffice,
  left: Left,
  work: (tx: WorkCtx) => Promise<void>,
): Promise<boolean> {
  try {
    await ctx.tx(async (tx) => {
      await work(tx);
      await settleFailedMessage(tx, to, left);
    });
    return true;
  } catch (error) {
    // A limit of the database may be this message's own, as of a file that somebody holds.
    if (endsSlice(ctx, error) && !reachedLimit(error)) throw error;
    ctx.log.error({ err: error, destination: to.id, name: left.name }, "a message of an office was not taken in");
    await ctx.tx((tx) => noteFailedMessage(tx, to, left));
    return false;
  }
}
