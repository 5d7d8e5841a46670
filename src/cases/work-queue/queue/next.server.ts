/** Chooses the next item, states why, and collects the facts needed to work on it. */
import { allows } from "../../../ground/kernel/access.ts";
import { date, daysBetween } from "../../../ground/kernel/dates.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { translateRefusal } from "../../../law/rules/rules.server.ts";
import type { Refusal } from "../../../law/rules/rules.ts";
import { callHelpOf } from "../../../letters/processing/processing.server.ts";
import { makePromise } from "../../../money/claims/claims.contract.ts";
import type { AgendaItem } from "../../agenda/agenda.contract.ts";
import { agendaQueue, type Queue } from "../../agenda/agenda.server.ts";
import { readCallHelp } from "../../file-page/file-page.contract.ts";
import type { QueueItem } from "../work-queue.contract.ts";
import { mostAttempts, usableNumbers } from "../work-queue.ts";
import { type AttemptRow, attemptsOf, endedElsewhere, toAttempt, withDialer } from "./attempts.server.ts";
import { isCall, judgeItems } from "./judging.server.ts";

/** Items are judged so many at a time, the first few by themselves, and no more than this in all for one question. */
const firstLot = 25;
const lot = 100;
const mostJudged = 1000;

interface Held {
  readonly refusal: Refusal;
  items: number;
}

/** The first item of a queue that is nobody else's and may be worked now; what is held on the way is counted by its rule. */
async function firstFree(ctx: Ctx, queue: Queue, skip: readonly number[]) {
  const held = new Map<string, Held>();
  for (let offset = 0, limit = firstLot; offset < mostJudged; offset += limit, limit = lot) {
    const items = await agendaQueue.candidates(ctx, queue, { skip, offset, limit });
    const verdicts = await judgeItems(ctx, items.filter(isCall));
    const out = await withDialer(
      ctx,
      [...verdicts.values()].flatMap(({ numbers }) => numbers),
    );
    for (const item of items) {
      if (isCall(item) && verdicts.get(item.fileId)?.numbers.some((number) => out.has(number))) continue;
      const [refusal] = isCall(item) ? (verdicts.get(item.fileId)?.refusals ?? []) : [];
      if (refusal === undefined) {
        if (await agendaQueue.take(ctx, item.id)) return { item, held };
        continue;
      }
      const known = held.get(refusal.rule);
      if (known) known.items++;
      else held.set(refusal.rule, { refusal, items: 1 });
    }
    if (items.length < limit) return { item: undefined, held };
  }
  // However many calls may not be made now, what stands behind them and is none can be worked.
  return { item: queue.calls ? undefined : await firstOther(ctx, queue, skip), held };
}

/** The first item that is nobody else's and no call. */
async function firstOther(ctx: Ctx, queue: Queue, skip: readonly number[]): Promise<AgendaItem | undefined> {
  const others = await agendaQueue.candidates(ctx, { ...queue, others: true }, { skip, offset: 0, limit: lot });
  for (const item of others) if (await agendaQueue.take(ctx, item.id)) return item;
  return undefined;
}

/** Why an item is next: in the order in which the queue stands. */
function whyNext(ctx: Ctx, item: AgendaItem, attempts: readonly AttemptRow[]): string[] {
  const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    ctx.translate({ key: `work-queue.${key}`, values }, ctx.lang);
  const late = daysBetween(date(item.on), ctx.clock.today());
  // A call that is under way is the attempt that is counted.
  const made = attempts.filter(({ itemId, line }) => itemId === item.id && line !== null).length;
  return [
    ...(item.urgent ? [t("whyUrgent")] : []),
    late > 0 ? t("whyLate", { days: late }) : t("whyToday"),
    ...(isCall(item) ? [t("whyCallable"), t("whyAttempt", { attempt: made + 1, most: mostAttempts })] : []),
    t("whyAmount"),
  ];
}

/** An item with what whoever works it must know. */
async function toQueueItem(ctx: Ctx, item: AgendaItem): Promise<QueueItem> {
  const { acl } = ctx.user;
  const attempts = await attemptsOf(ctx.db, item.fileId);
  const mayCall = allows(readCallHelp.who, acl, true);
  const help = mayCall ? await callHelpOf(ctx, item.fileId) : null;
  const verdict = (await judgeItems(ctx, [item])).get(item.fileId);
  const numbers = mayCall ? (verdict?.numbers ?? []) : [];
  const ended = (await endedElsewhere(ctx.db, [{ fileId: item.fileId, numbers }])).get(item.fileId);
  const usable = usableNumbers(numbers, attempts, ended);
  const open = attempts.find(({ itemId, line }) => itemId === item.id && line === null);
  ctx.saw([item.fileId]);
  return {
    item,
    why: whyNext(ctx, item, attempts),
    help: help && {
      ...help,
      numbers: [...help.numbers],
      points: help.points.map(({ title, items }) => ({ title, items: [...items] })),
      // Of a call that is under way it was asked when it began.
      allowed: open !== undefined || verdict?.refusals.length === 0,
      reasons: open ? [] : (verdict?.refusals ?? []).map((each) => translateRefusal(ctx, each)),
    },
    numbers: [...usable, ...numbers.filter((number) => !usable.includes(number))].map((number) => ({
      number,
      usable: usable.includes(number),
      attempts: attempts.filter((attempt) => attempt.number === number).length,
    })),
    attempts: attempts.filter((attempt) => attempt !== open).map(toAttempt),
    dialled: open ? toAttempt(open) : null,
    mayPromise: allows(makePromise.who, acl, true),
  };
}

/** The item that this session has in hand, or else the next one of the queue, now in its hand. */
export async function nextOf(ctx: Ctx, queue: Queue, skip: readonly number[]) {
  const [inHand] = (await agendaQueue.inHand(ctx)).filter(
    (item) => !skip.includes(item.id) && (!queue.calls || isCall(item)),
  );
  const { item, held } = inHand ? { item: inHand, held: new Map<string, Held>() } : await firstFree(ctx, queue, skip);
  await agendaQueue.giveBack(ctx, item?.id ?? null);
  return {
    next: item ? await toQueueItem(ctx, item) : null,
    waiting: await agendaQueue.waiting(ctx, queue),
    held: [...held.values()].map(({ refusal, items }) => {
      const { text, article, possibleFrom } = translateRefusal(ctx, refusal);
      return { text, article, possibleFrom, items };
    }),
  };
}
