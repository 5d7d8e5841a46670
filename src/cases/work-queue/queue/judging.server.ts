/** Asks the law gate about the items of the queue. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { type CallVerdict, judgeCalls } from "../../../letters/processing/processing.server.ts";
import type { AgendaItem } from "../../agenda/agenda.contract.ts";
import { callSubject } from "../../agenda/agenda.server.ts";

export const isCall = ({ subject }: AgendaItem): boolean => subject.code === callSubject;

/** The law gate's word on items: what is a call to a debtor asks for payment, anything else informs. */
export const judgeItems = (
  ctx: Pick<WorkCtx, "db" | "clock" | "environment">,
  items: readonly AgendaItem[],
): Promise<ReadonlyMap<number, CallVerdict>> => {
  const byFile = new Map(items.map((item) => [item.fileId, { fileId: item.fileId, presses: isCall(item) }]));
  return judgeCalls(ctx, [...byFile.values()]);
};
