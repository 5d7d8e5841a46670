/** Whether a file could go to a bailiff now: the law gate's word on it (domain facts 4.6), and what it was said on. */
import { type Balance, balanceOf } from "../claims/claims.ts";
import { requireFile } from "../files/files.server.ts";
import type { PlainDate } from "../kernel/dates.ts";
import { notFound } from "../kernel/errors.ts";
import type { Ctx } from "../platform/server/room.ts";
import { gate, nextLapse, type Refusal } from "../rules/rules.ts";
import type { Tariffs } from "../tariffs/tariffs.ts";
import { judgeNotice, type Notice, type Situation } from "../workflows/workflows.ts";
import { loadInputs, runEnvironment } from "./inputs.server.ts";
import { type FileInputs, gateFacts } from "./processing.ts";

export interface JudgedHandover {
  readonly situation: Situation;
  readonly balance: Balance;
  readonly notice: Notice | null;
  readonly tariffs: Tariffs;
  /** The day on which the next open invoice lapses; null where none does any more, or no due date is known. */
  readonly barredOn: PlainDate | null;
  /** The debtor's numbers that must not be called or texted. */
  readonly blocked: FileInputs["blocked"];
  /** What stands in the way of handing it over; none where nothing does. */
  readonly refusals: readonly Refusal[];
}

/** @throws notFound. */
export async function judgeHandover(ctx: Ctx, fileId: number): Promise<JudgedHandover> {
  await requireFile(ctx, fileId);
  const environment = await runEnvironment(ctx, null, true);
  const { tariffs, at } = environment;
  const inputs = (await loadInputs(ctx.db, [fileId], at.today)).get(fileId);
  if (!inputs) throw notFound();
  const { situation, blocked } = inputs;
  const balance = balanceOf(situation.events, tariffs, at.today);
  const notice = judgeNotice(situation.events, tariffs, at.today);
  const facts = gateFacts(inputs, balance, notice, environment);
  const verdict = gate({ kind: "handover" }, facts, at);
  const barredOn = nextLapse(facts.claim, facts.debtor.isConsumer, at.today)?.barredOn ?? null;
  return { situation, balance, notice, tariffs, barredOn, blocked, refusals: verdict.allowed ? [] : verdict.refusals };
}
