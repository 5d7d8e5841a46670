/** Carries out one step of one file: its message, its cost, its position in the workflow. In one transaction, once. */
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { closeFile } from "../../../cases/states/states.server.ts";
import { nextWorkingDay, noticeTerm } from "../../../ground/kernel/calendar.ts";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import type { Purpose } from "../../../law/rules/rules.ts";
import { appendEvents } from "../../../money/claims/claims.server.ts";
import { balanceOf, type bikFor, type ClaimEvent, judgeNotice, type NewEvent } from "../../../money/claims/claims.ts";
import { fileSettled, settleFile } from "../../../money/payments/payments.server.ts";
import {
  composeEmail,
  composeLetter,
  composeSms,
  prepareLetter,
  storeLetter,
} from "../../correspondence/correspondence.server.ts";
import type { LetterModel } from "../../correspondence/correspondence.ts";
import { modelOf, recordStep, refreshNextSteps } from "../../workflows/workflows.server.ts";
import type { Situation, Step, Translate } from "../../workflows/workflows.ts";
import { demandable, type FileInputs, groundOf, type PlannedRow, stepBik } from "../processing.ts";
import { stepKey } from "../steps/decided-messages.ts";
import { addressesOf, pageOf, type RunEnvironment, writtenIn } from "./inputs.server.ts";

type BikResult = NonNullable<ReturnType<typeof bikFor>>;

type PreparedLetter = Awaited<ReturnType<typeof prepareLetter>>;
/** The result of queueing a message. */
export type Composed = Awaited<ReturnType<typeof composeLetter>>;

/** A fully prepared step, before anything is written. */
export interface PreparedStep {
  readonly inputs: FileInputs;
  readonly row: PlannedRow;
  readonly step: Step;
  readonly model: LetterModel;
  readonly letter: PreparedLetter | null;
  /** All templates as of the plan. */
  readonly templateMark: number;
  readonly bik: BikResult | null;
  /** The amount that its message asks. */
  readonly openCents: Cents;
  readonly termUntil: PlainDate | null;
}

/** The ground of a claim of these costs, as recorded in the event. */
export const claimOf = (bik: BikResult, debtor: Situation["debtor"]) => ({
  bik: bik.bik,
  vat: bik.vat,
  ground: groundOf(debtor),
  invoices: [...bik.invoices],
});

/** The events as if the costs had been charged: the basis of the letter that charges them. */
function withCosts(
  { events, debtor }: Situation,
  bik: BikResult | null,
  step: Step,
  on: PlainDate,
): readonly ClaimEvent[] {
  if (step.effect !== "bik" || !bik || bik.total === 0) return events;
  const last = events.reduce((id, event) => Math.max(id, event.id), 0);
  return [...events, { id: last + 1, kind: "bik", on, amount: bik.total, data: claimOf(bik, debtor) }];
}

/** The variables of a step's message: also used for samples and previews. */
export function stepModel(
  inputs: FileInputs,
  step: Step,
  environment: RunEnvironment,
  translate: Translate,
): Omit<PreparedStep, "letter" | "row" | "templateMark"> {
  const { situation } = inputs;
  const { tariffs, at, letterhead } = environment;
  const bik = stepBik(inputs, step, judgeNotice(situation.events, tariffs, at.today), environment);
  const balance = balanceOf(withCosts(situation, bik, step, at.today), tariffs, at.today);
  const termUntil =
    step.termDays === null ? null : nextWorkingDay(addDays(at.today, step.termDays), calendarOf(tariffs));
  const model = modelOf({
    situation,
    to: inputs.reach,
    balance: demandable(inputs, balance, environment),
    provider: letterhead,
    date: at.today,
    translate,
    written: writtenIn(environment, step.channel, step.template),
    page: pageOf(inputs, environment),
    bik: bik ?? undefined,
    payBefore: termUntil ?? undefined,
    interestInTerm: environment.interestInTerm,
  });
  return { inputs, step, model, bik, openCents: balance.open, termUntil };
}

/** Prepares a step and typesets its letter. Reads only. @throws {VorderError} refused if a template or required data are missing. */
export async function prepareStep(
  ctx: Pick<WorkCtx, "db" | "random">,
  inputs: FileInputs,
  row: PlannedRow & { readonly step: Step },
  environment: RunEnvironment,
  translate: Translate,
): Promise<PreparedStep> {
  const worked = stepModel(inputs, row.step, environment, translate);
  const { templateMark } = environment;
  const letter =
    row.channel === "post" ? await prepareLetter(ctx, row.template, worked.model, undefined, templateMark) : null;
  return { ...worked, row, letter, templateMark };
}

async function compose(ctx: WorkCtx, prepared: PreparedStep): Promise<Composed | null> {
  const { row, model, inputs, letter } = prepared;
  const purpose: Purpose = prepared.step.effect === "notice14" ? "notice14" : "dunning";
  const judged = {
    purpose,
    // Its own charges are booked after it was prepared.
    claimMark: prepared.bik ? null : (inputs.situation.events.at(-1)?.id ?? null),
  };
  const { templateMark: templatesAsOf } = prepared;
  const key = stepKey(row);
  const order = { fileId: row.fileId, templateCode: row.template, effectKey: key, model, judged, templatesAsOf };
  const { email, mobile } = inputs.reach;
  if (row.channel === "post") return composeLetter(ctx, order, letter ?? undefined);
  if (row.channel === "email" && email !== null) return composeEmail(ctx, { ...order, to: email });
  return row.channel === "sms" && mobile !== null ? composeSms(ctx, { ...order, to: mobile }) : null;
}

function claimEvents(prepared: PreparedStep, documentId: number | null, environment: RunEnvironment): NewEvent[] {
  const { bik, step } = prepared;
  if (!bik) return [];
  const on = environment.at.today;
  const { inputs, row } = prepared;
  const key = `${stepKey(row)}:${step.effect}`;
  const { debtor } = inputs.situation;
  if (step.effect === "bik")
    return bik.total === 0 ? [] : [{ kind: "bik", on, amount: bik.total, data: claimOf(bik, debtor), effectKey: key }];
  const term = noticeTerm(on, "post", calendarOf(environment.tariffs), inputs.reach.address.country);
  const data = {
    bik: bik.bik,
    vat: bik.vat,
    invoices: [...bik.invoices],
    asked: prepared.openCents,
    interestInTerm: environment.interestInTerm,
    by: "agency" as const,
    method: "post" as const,
    deemedReceived: term.deemedReceived,
    lastPayDay: term.lastPayDayExtended,
    bikDueFrom: term.bikDueFrom,
    principal: bik.principal,
    ...(documentId !== null && { documentId }),
  };
  return [{ kind: "notice14", on, data, effectKey: key }];
}

/** Stores the letter of a prepared step, before the transaction that writes it. */
export async function storeStep({ storage }: Pick<JobCtx, "storage">, prepared: PreparedStep): Promise<PreparedStep> {
  return prepared.letter ? { ...prepared, letter: await storeLetter(storage, prepared.letter) } : prepared;
}

/** Deletes a stored letter that was not used. */
export async function discardStep({ storage }: Pick<JobCtx, "storage">, { letter }: PreparedStep): Promise<void> {
  if (letter?.stored) await storage.discard(letter.stored.key);
}

/**
 * Which of the files are unchanged since their steps were prepared. They are locked first, in order of id; every change of a file or its claims
 * locks it too, so the result holds until the end of the transaction.
 * @throws if one of them is locked and must not be waited for.
 */
export async function unchangedFiles(
  ctx: WorkCtx,
  inputs: readonly FileInputs[],
  waits: boolean,
): Promise<ReadonlySet<number>> {
  const ids = inputs.map(({ situation }) => situation.fileId);
  const lock = sql`${prepared} select from case_file where id = ${anyOf(ids)} order by id for no key update`;
  await sql`${lock} ${waits ? sql`` : sql`nowait`}`.execute(
    asSystem(ctx.db, "a file is locked before it is judged, for people and runs alike"),
  );
  const { rows } = await sql<{ id: number; file: number; debtor: number; place: number | null; last: number | null }>`
    ${prepared} select f.id, f.version as file, d.version as debtor, w.version as place,
      (select max(e.id) from claim_event e where e.file_id = f.id) as last
    from case_file f join debtor d on d.id = f.debtor_id left join file_workflow w on w.file_id = f.id
    where f.id = ${anyOf(ids)}`.execute(asSystem(ctx.db, "a run acts on every due file, whoever started it"));
  const now = new Map(rows.map((row) => [row.id, row]));
  const addressed = await addressesOf(
    ctx.db,
    inputs.map(({ situation }) => situation),
    ctx.clock.today(),
  );
  const same = inputs.filter(({ situation, reach, speaker }) => {
    const found = now.get(situation.fileId);
    return (
      isDeepStrictEqual(addressed.get(situation.fileId), { reach, speaker }) &&
      found?.file === situation.fileVersion &&
      found.debtor === situation.debtor.version &&
      found.place === (situation.place?.version ?? null) &&
      found.last === (situation.events.at(-1)?.id ?? null)
    );
  });
  return new Set(same.map(({ situation }) => situation.fileId));
}

/** Writes a prepared step and calculates the next one; see `writeStep`. */
export async function makeStep(
  ctx: WorkCtx,
  prepared: PreparedStep,
  environment: RunEnvironment,
): Promise<Composed | null> {
  const composed = await writeStep(ctx, prepared, environment, null);
  await refreshNextSteps(ctx, [prepared.row.fileId]);
  return composed;
}

/**
 * Writes a prepared step; the caller refreshes the next steps of its file in the same transaction. The file must be unchanged since
 * (`unchangedFiles`, in this transaction).
 */
export async function writeStep(
  ctx: WorkCtx,
  prepared: PreparedStep,
  environment: RunEnvironment,
  runId: number | null,
): Promise<Composed | null> {
  const { row, step } = prepared;
  const composed = await compose(ctx, prepared);
  const events = claimEvents(prepared, composed?.documentId ?? null, environment);
  if (events.length > 0) await appendEvents(ctx, row.fileId, events);
  await recordStep(ctx, {
    fileId: row.fileId,
    step,
    outcome: "done",
    passed: row.passed,
    again: row.again,
    runId,
    termUntil: prepared.termUntil,
  });
  return composed;
}

/** Closes a file on which nothing is owed; the closing letter informs its debtor. */
export async function makeClosing(
  ctx: WorkCtx,
  { situation }: FileInputs,
  row: PlannedRow,
  environment: RunEnvironment,
): Promise<void> {
  if ((await settleFile(ctx, row.fileId)) !== "open") return;
  // No payment was received: the claim was credited or written off.
  if (row.openCents > 0) {
    const reason = ctx.translate({ key: "processing.tolerance" }, "nl");
    const key = `tolerance:${row.fileId}:${situation.events.at(-1)?.id ?? 0}`;
    const on = environment.at.today;
    await appendEvents(ctx, row.fileId, [
      { kind: "write_off", on, amount: row.openCents, data: { reason }, effectKey: key },
    ]);
  }
  await closeFile(ctx, row.fileId, { reason: "credited" });
  await ctx.emit(fileSettled, { fileId: row.fileId, reason: "credited" });
}
