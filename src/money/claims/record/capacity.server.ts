/** Why a contract binds a minor or a person under guardianship, entered by staff with its document. */
import { lockFile } from "../../../cases/files/files.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { enter, notInFuture, notifyBookingFollowers } from "../bookings/booking.server.ts";
import type { CapacityGround } from "../engine/events.ts";

export interface CapacityInput {
  readonly date: PlainDate;
  readonly ground: CapacityGround;
  readonly by: string;
  readonly documentId: number;
}

/** Enters that the contract is binding. The caller validates the document. @throws notFound; validation for a date in the future. */
export async function enterCapacity(ctx: WorkCtx, fileId: number, input: CapacityInput): Promise<number> {
  await lockFile(ctx, fileId);
  const { date, ground, by, documentId } = input;
  notInFuture(ctx, date);
  const values = { on: { date }, ground: { text: `claims.ground_${ground}` }, by };
  const event = { kind: "capacity", on: date, data: { ground, by, documentId } } as const;
  const { id } = await enter(ctx, fileId, event, { key: "claims.logCapacity", values });
  await notifyBookingFollowers(ctx, fileId, "judged");
  return id;
}
