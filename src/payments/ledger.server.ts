/** The way from a bank entry into the event record of a file, and what follows from it there. */
import { appendEvents } from "../claims/claims.server.ts";
import type { PlainDate } from "../kernel/dates.ts";
import type { WorkCtx } from "../platform/server/room.ts";
import { settleFile, unsettleFile } from "./settle.server.ts";

export interface Receipt {
  readonly fileId: number;
  readonly amountCents: number;
  readonly on: PlainDate;
  readonly reference: string;
  readonly effectKey: string;
}

/** Books money that came in on our account, and closes the file if that pays it. Returns the id of the event. */
export async function bookReceipt(ctx: WorkCtx, receipt: Receipt): Promise<number> {
  const { fileId, amountCents: amount, on, reference, effectKey } = receipt;
  const data = { receipt: "agency" as const, reference };
  const { ids } = await appendEvents(ctx, fileId, [{ kind: "payment", on, amount, data, effectKey }]);
  await settleFile(ctx, fileId);
  return ids[0] ?? 0;
}

/** Takes an event back, from its first day; a file that had closed as paid opens again. Returns the id of the reversal. */
export async function takeBack(
  ctx: WorkCtx,
  event: {
    readonly fileId: number;
    readonly eventId: number;
    readonly on: PlainDate;
    readonly reason: string;
    readonly effectKey: string;
  },
): Promise<number> {
  const { fileId, eventId: reverses, on, reason, effectKey } = event;
  const { ids } = await appendEvents(ctx, fileId, [{ kind: "reversal", on, reverses, data: { reason }, effectKey }]);
  await unsettleFile(ctx, fileId);
  await settleFile(ctx, fileId);
  return ids[0] ?? 0;
}
