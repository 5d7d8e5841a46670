/**
 * Collection costs that have become due, for a consumer when the term of a 14-day letter ended (BW 6:96(6)), for a business when in default
 * (6:96(4)), are claimed before a file closes as paid: they were owed and are paid first (BW 6:44), whether or not the step that claims them was
 * made.
 */
import { planAgenda, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import type { FileState } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { closingAsPaid } from "../../../cases/states/states.server.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { type GateFacts, gate, type Refusal } from "../../../law/rules/rules.ts";
import { appendEvents, arranging } from "../../../money/claims/claims.server.ts";
import {
  arrangementsOf,
  balanceOf,
  type ClaimEvent,
  judgeNotice,
  type Notice,
  standingEvents,
} from "../../../money/claims/claims.ts";
import { beforeSettling } from "../../../money/payments/payments.server.ts";
import { type FileInputs, gateFacts, stepBik } from "../processing.ts";
import { claimOf } from "../runs/effects.server.ts";
import { loadInputs, type RunEnvironment, runEnvironment } from "../runs/inputs.server.ts";

/** Refusals that mean that there is no right at all; all others only mean that it cannot be claimed now. */
const noRight: ReadonlySet<Refusal["rule"]> = new Set<Refusal["rule"]>([
  "fileClosed",
  "noticeMissing",
  "noticeVoid",
  "noticeRunning",
  "noticePaid",
  "bikNotInDefault",
  "bikOtherBasis",
  "timeBarred",
  "timeBarredSale",
]);

/** An agreed total is not increased afterwards, even when it was paid to the end (domain facts 3.4). */
async function isAgreed(ctx: WorkCtx, { situation }: FileInputs, { at, tariffs }: RunEnvironment): Promise<boolean> {
  const rules = await arranging.rulesOf(ctx.db, situation.fileId);
  return arrangementsOf(situation.events, at.today, calendarOf(tariffs), rules).some(
    ({ status }) => status === "active" || status === "paused" || status === "completed",
  );
}

/** Somebody reversed the claimed costs, on this letter if they rest on one: that decision stands. */
function isLetOff(events: readonly ClaimEvent[], notice: Notice | null): boolean {
  const standing = new Set(standingEvents(events));
  return events.some(
    (event) => event.kind === "bik" && (notice === null || event.on >= notice.event.on) && !standing.has(event),
  );
}

/** Whether the provider demanded more than its tolerance before it was paid: a business that paid before any demand owes it nothing more. */
const wasDemanded = ({ situation, interruptions }: FileInputs, { tariffs }: RunEnvironment, least: number): boolean =>
  interruptions.some(
    ({ kind, proof, on }) =>
      kind === "demand" && proof.source === "message" && balanceOf(situation.events, tariffs, on).principal > least,
  );

const hasLetter = (events: readonly ClaimEvent[]): boolean => events.some(({ kind }) => kind === "notice14");

function refusalsOf(facts: GateFacts, { at }: RunEnvironment): readonly Refusal[] {
  const verdict = gate({ kind: "charge_bik" }, facts, at);
  return verdict.allowed ? [] : verdict.refusals;
}

const keyOf = (fileId: number): string => `arisen-costs:${fileId}`;

/** The costs that may be claimed on a paid file, or why they cannot be yet; null if none are owed. */
async function arisenOn(
  ctx: WorkCtx,
  inputs: FileInputs,
  notice: Notice | null,
  environment: RunEnvironment,
  least: number,
) {
  const { situation } = inputs;
  if (situation.debtor.isConsumer ? notice === null : !wasDemanded(inputs, environment, least)) return null;
  if (isLetOff(situation.events, notice)) return null;
  if (await isAgreed(ctx, inputs, environment)) return null;
  const { tariffs, at } = environment;
  const facts = gateFacts(inputs, balanceOf(situation.events, tariffs, at.today), notice, environment);
  const refusals = refusalsOf(facts, environment);
  if (refusals.some(({ rule }) => noRight.has(rule))) return null;
  const bik = stepBik(inputs, { effect: "bik" }, notice, environment);
  // What was open at the end of the term was within the tolerance.
  if (bik === null || bik.total === 0 || bik.principal <= least) return null;
  return { bik, refusals };
}

/** The costs to claim on an otherwise paid file; undefined if the question does not arise, null if there are none. */
async function arisenNow(ctx: WorkCtx, fileId: number, toleranceCents?: number) {
  if (!(await globalSettings(ctx.db)).claimArisenCosts) return undefined;
  const environment = await runEnvironment(ctx, null);
  const { today } = environment.at;
  const inputs = (await loadInputs(ctx.db, [fileId], today)).get(fileId);
  if (!inputs) return undefined;
  const { isConsumer } = inputs.situation.debtor;
  if (isConsumer && !hasLetter(inputs.situation.events)) return undefined;
  const notice = isConsumer ? judgeNotice(inputs.situation.events, environment.tariffs, today) : null;
  const least = toleranceCents ?? inputs.situation.client.toleranceCents ?? environment.toleranceCents;
  const arisen = await arisenOn(ctx, inputs, notice, environment, least);
  return arisen && { ...arisen, notice, today, debtor: inputs.situation.debtor };
}

beforeSettling(async (ctx: WorkCtx, { id: fileId }: FileState, toleranceCents: number) => {
  const arisen = await arisenNow(ctx, fileId, toleranceCents);
  if (arisen === undefined) return "nothing";
  const key = keyOf(fileId);
  if (!arisen) {
    await settleAgenda(ctx, { fileId, key });
    return "nothing";
  }
  const { bik, refusals, notice, today, debtor } = arisen;
  const values = { amount: { cents: bik.total } };
  const [first] = refusals;
  if (first) {
    const note = ctx.translate({ key: "processing.arisenNote", values: { amount: decimalFromCents(bik.total) } }, "nl");
    if (await planAgenda(ctx, { fileId, subject: "arisen_costs", key, note }))
      await writeLog(ctx, { fileId, type: "payment", subject: { key: "processing.logArisenHeld", values } });
    return "held";
  }
  const effectKey = `arisen:${fileId}:${notice?.event.id ?? "default"}`;
  const data = claimOf(bik, debtor);
  const { added } = await appendEvents(ctx, fileId, [{ kind: "bik", on: today, amount: bik.total, data, effectKey }]);
  await settleAgenda(ctx, { fileId, key });
  if (added === 0) return "nothing";
  await ctx.audit({ action: "claims.bik", subject: "file", subjectId: fileId, after: { on: today, ...data } });
  await writeLog(ctx, { fileId, type: "payment", subject: { key: "processing.logArisen", values } });
  return "claimed";
});

// A user who closes it in this way must confirm that they are waived.
closingAsPaid.judgedBy(async (ctx, { id: fileId }, isWaived) => {
  const arisen = await arisenNow(ctx, fileId);
  if (!arisen) return null;
  const { total } = arisen.bik;
  if (isWaived) {
    const values = { amount: { cents: total } };
    await writeLog(ctx, { fileId, type: "payment", subject: { key: "processing.logArisenWaived", values } });
    await settleAgenda(ctx, { fileId, key: keyOf(fileId) });
  }
  return { key: "processing.arisenOnClosing", values: { amount: decimalFromCents(total) } };
});
