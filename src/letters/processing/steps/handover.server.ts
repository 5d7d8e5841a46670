/** Whether a file may go to a bailiff now: the decision of the law gate (domain facts 4.6), and the facts behind it. */

import { requireFile } from "../../../cases/files/files.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { type GateFacts, gate, isBarred, limitationsOf, nextLapse, type Refusal } from "../../../law/rules/rules.ts";
import { type Balance, balanceOf, judgeNotice, type Notice, withoutInvoices } from "../../../money/claims/claims.ts";
import type { Situation } from "../../workflows/workflows.ts";
import { type FileInputs, gateFacts } from "../processing.ts";
import { loadInputs, type RunEnvironment, runEnvironment } from "../runs/inputs.server.ts";

/** An open invoice that is not handed over because it is time-barred. */
export interface LeftOutInvoice {
  readonly number: string;
  readonly barredOn: PlainDate;
  readonly article: string;
  readonly openCents: Cents;
}

export interface JudgedHandover {
  readonly situation: Situation;
  /** The amount that may be demanded: without the excluded invoices. */
  readonly balance: Balance;
  readonly leftOut: readonly LeftOutInvoice[];
  readonly notice: Notice | null;
  readonly tariffs: Tariffs;
  /** The day on which the next open invoice lapses; null if there is none, or no due date is known. */
  readonly barredOn: PlainDate | null;
  /** The debtor's blocked numbers. */
  readonly blocked: FileInputs["blocked"];
  /** The reasons against the handover; empty if there are none. */
  readonly refusals: readonly Refusal[];
}

function barredOf({ claim, debtor }: GateFacts, today: PlainDate): readonly LeftOutInvoice[] {
  return limitationsOf(claim, debtor.isConsumer).flatMap((each) => {
    const { number, barredOn, article, openCents } = each;
    return barredOn !== null && openCents > 0 && isBarred(each, today)
      ? [{ number, barredOn, article, openCents }]
      : [];
  });
}

/** The verdicts of the law gate on files that the caller may see, with a few queries for all of them; by file. */
export async function judgeHandovers(
  ctx: WorkCtx,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, JudgedHandover>> {
  const environment = await runEnvironment(ctx, null, true);
  const inputs = await loadInputs(ctx.db, fileIds, environment.at.today);
  return new Map([...inputs].map(([fileId, each]) => [fileId, judged(each, environment)]));
}

function judged(inputs: FileInputs, environment: RunEnvironment): JudgedHandover {
  const { tariffs, at } = environment;
  const { situation, blocked } = inputs;
  const fullBalance = balanceOf(situation.events, tariffs, at.today);
  const notice = judgeNotice(situation.events, tariffs, at.today);
  const facts = gateFacts(inputs, fullBalance, notice, environment);
  const verdict = gate({ kind: "handover" }, facts, at);
  const barredOn = nextLapse(facts.claim, facts.debtor.isConsumer, at.today)?.barredOn ?? null;
  const leftOut = barredOf(facts, at.today);
  const balance = withoutInvoices(fullBalance, new Set(leftOut.map(({ number }) => number)));
  return {
    situation,
    balance,
    leftOut,
    notice,
    tariffs,
    barredOn,
    blocked,
    refusals: verdict.allowed ? [] : verdict.refusals,
  };
}

/** @throws notFound. */
export async function judgeHandover(ctx: WorkCtx, fileId: number): Promise<JudgedHandover> {
  await requireFile(ctx, fileId);
  const found = (await judgeHandovers(ctx, [fileId])).get(fileId);
  if (!found) throw notFound();
  return found;
}
