/** Whether debtors may be called, for many files at once: the decision of the law gate, and the allowed numbers. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { atInstant, type GateFacts, gate, type Refusal } from "../../../law/rules/rules.ts";
import { balanceOf, judgeNotice } from "../../../money/claims/claims.ts";
import { gateFacts } from "../processing.ts";
import { loadInputs, numbersOf, runEnvironment } from "../runs/inputs.server.ts";

export interface CallRequest {
  readonly fileId: number;
  /** Whether the call demands payment; otherwise it gives information. */
  readonly presses: boolean;
  /** The time of the call; now if absent. */
  readonly at?: Date;
  /** The number that was called; any of the debtor's if absent. */
  readonly number?: string;
}

export interface CallVerdict {
  readonly refusals: readonly Refusal[];
  /** The numbers of the person to be called, the mobile one first; without blocked ones. */
  readonly numbers: readonly string[];
  readonly name: string;
  readonly language: string;
}

/** The verdicts of the law gate on calls, by file; a file that cannot be read is not in the map. Each file is in `calls` once. */
export async function judgeCalls(
  ctx: Pick<WorkCtx, "db" | "clock" | "environment">,
  calls: readonly CallRequest[],
): Promise<ReadonlyMap<number, CallVerdict>> {
  if (calls.length === 0) return new Map();
  const environment = await runEnvironment(ctx, null, true);
  const { tariffs, at: now } = environment;
  const inputs = await loadInputs(
    ctx.db,
    calls.map(({ fileId }) => fileId),
    now.today,
  );
  return new Map(
    calls.flatMap(({ fileId, presses, at, number }): [number, CallVerdict][] => {
      const file = inputs.get(fileId);
      if (!file) return [];
      const { events } = file.situation;
      const moment = at === undefined ? now : atInstant(at, calendarOf(tariffs));
      const facts: GateFacts = gateFacts(
        file,
        balanceOf(events, tariffs, now.today),
        judgeNotice(events, tariffs, now.today),
        environment,
      );
      const purpose = presses ? "dunning" : "information";
      const { reach, blocked } = file;
      const called = number === undefined ? facts.reach : { ...facts.reach, mobile: number, phone: null };
      const verdict = gate({ kind: "contact", channel: "call", purpose }, { ...facts, reach: called }, moment);
      const barred = new Set(blocked.flatMap((block) => (block.channel === "call" ? [block.number] : [])));
      const numbers = numbersOf(reach).filter((each) => !barred.has(each));
      const refusals = verdict.allowed ? [] : verdict.refusals;
      return [[fileId, { refusals, numbers, name: reach.displayName, language: reach.language }]];
    }),
  );
}
